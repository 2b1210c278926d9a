//! The attributes of a launch.

use std::time::Duration;

use ascend_npu_sys::{aclError, aclrtLaunchKernelAttr, aclrtLaunchKernelAttrId};

use crate::report::{Failure, Outcome};

/// What the attributes of a launch ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Config {
    /// How long the kernel may run.
    pub(super) timeout: Option<Duration>,
    /// The blocks start only once there is a core for each.
    pub(super) batch: bool,
}

impl Config {
    /// Reads and checks attributes.
    pub(super) fn read(attributes: &[aclrtLaunchKernelAttr]) -> Outcome<Self> {
        use aclrtLaunchKernelAttrId as Id;
        let mut config = Self::default();
        let (mut seconds, mut microseconds) = (None, None);
        for attribute in attributes {
            let value = words(attribute);
            let byte = u64::from(value[0] & 0xff);
            let least = match attribute.id {
                Id::ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE => {
                    config.batch = byte == 1;
                    Some(byte)
                }
                Id::ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE => Some(u64::from(value[0])),
                Id::ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH
                | Id::ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP
                | Id::ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING => Some(byte),
                Id::ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT => {
                    seconds = Some(u64::from(value[0] & 0xffff));
                    None
                }
                Id::ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US => {
                    microseconds = Some(u64::from(value[1]) << 32 | u64::from(value[0]));
                    None
                }
                Id::ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE | Id::ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET => None,
                unknown => return refuse(format!("{} is no launch attribute", unknown.0)),
            };
            if let Some(value) = least.filter(|&value| value > 1) {
                return refuse(format!("launch attribute {} is {value}: it can be 0 or 1", attribute.id.0));
            }
        }
        // 0 is the limit that holds for all kernels.
        config.timeout = match (seconds, microseconds) {
            (Some(_), Some(_)) => {
                return refuse("launch attributes 7 and 8 are both given: one timeout can be".to_owned());
            }
            (Some(0), None) | (None, Some(0) | None) => None,
            (Some(seconds), None) => Some(Duration::from_secs(seconds)),
            (None, Some(microseconds)) => Some(Duration::from_micros(microseconds)),
        };
        Ok(config)
    }
}

#[allow(unsafe_code)] // Reads a union.
fn words(attribute: &aclrtLaunchKernelAttr) -> [u32; 4] {
    // SAFETY: all members are integers that start where this array does, and it is as large as the union. Bytes past the member
    // that was written are the caller's too, and are ignored.
    unsafe { attribute.value.rsv }
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1017: {text}")))
}
