//! What a stream is made with and told: flags, priority, attributes, core limits.

use ascend_npu_sys::{
    ACL_STREAM_CPU_SCHEDULE, ACL_STREAM_DEVICE_USE_ONLY, ACL_STREAM_FAST_LAUNCH, ACL_STREAM_FAST_SYNC, ACL_STREAM_HUGE,
    ACL_STREAM_PERSISTENT, aclError,
};

use crate::device::soc;
use crate::report::{Failure, Outcome};

/// The numerically least priority goes first.
pub(crate) const GREATEST_PRIORITY: u32 = 0;
pub(crate) const LEAST_PRIORITY: u32 = 7;

const KNOWN: u32 = ACL_STREAM_FAST_LAUNCH
    | ACL_STREAM_FAST_SYNC
    | ACL_STREAM_PERSISTENT
    | ACL_STREAM_HUGE
    | ACL_STREAM_CPU_SCHEDULE
    | ACL_STREAM_DEVICE_USE_ONLY;

/// Streams that others start: the host does not wait for them.
const NOT_WAITED_FOR: u32 = ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;

/// What a stream is made with, and what calls set later.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Traits {
    pub(crate) flags: u32,
    pub(crate) priority: u32,
    pub(crate) tag: u32,
    pub(crate) keeps_op_info: bool,
    pub(crate) checks_overflow: bool,
    /// What its kernels do with results of infinity: what the device did when the stream was created.
    pub(crate) saturates: bool,
    /// The most cube and vector cores that its kernels may use, where it has limits of its own.
    pub(crate) core_limits: [Option<u32>; 2],
}

impl Traits {
    /// A priority out of range is the nearest in it; unknown flags are ignored.
    ///
    /// # Errors
    /// 207000 for huge streams on a SoC without them, 107000 for a stream for the device only with other flags.
    pub(super) fn new(priority: u32, flags: u32) -> Outcome<Self> {
        let flags = flags & KNOWN;
        if flags & ACL_STREAM_HUGE != 0 && soc().arch == 1001 {
            let text = format!("EE1006: {} has no huge streams", soc().name);
            return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
        }
        if flags & ACL_STREAM_DEVICE_USE_ONLY != 0 && flags != ACL_STREAM_DEVICE_USE_ONLY {
            let text = format!("EE1006: stream flags {flags:#x}: ACL_STREAM_DEVICE_USE_ONLY stands alone");
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        // C callers pass signed numbers: a negative one is above the greatest priority.
        let priority =
            if priority > i32::MAX.unsigned_abs() { GREATEST_PRIORITY } else { priority.min(LEAST_PRIORITY) };
        Ok(Self { flags, priority, ..Self::default() })
    }

    pub(super) fn is_waited_for(&self) -> bool {
        self.flags & NOT_WAITED_FOR == 0
    }
}
