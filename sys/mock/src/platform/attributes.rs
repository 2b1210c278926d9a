//! Attributes of a device, as several calls name them.

use ascend_npu_sys::{aclCannAttr, aclDeviceInfo, aclError, aclplatformDevInfo, aclrtDevAttr};

use crate::device::{self, soc};
use crate::report::{Failure, Outcome};

/// The features that `aclGetCannAttribute` may be asked for.
pub(super) static FEATURES: [aclCannAttr; 3] =
    [aclCannAttr::ACL_CANN_ATTR_INF_NAN, aclCannAttr::ACL_CANN_ATTR_BF16, aclCannAttr::ACL_CANN_ATTR_JIT_COMPILE];

/// Whether a package holds two devices: Ascend910_93xx.
pub(crate) fn has_two_dies() -> bool {
    soc().name.starts_with("Ascend910_93")
}

/// Whether devices and toolkit together have a feature.
pub(super) fn feature(feature: aclCannAttr) -> Outcome<i32> {
    match feature {
        aclCannAttr::ACL_CANN_ATTR_INF_NAN | aclCannAttr::ACL_CANN_ATTR_BF16 => Ok(i32::from(soc().arch != 1001)),
        aclCannAttr::ACL_CANN_ATTR_JIT_COMPILE => Ok(1),
        other => Err(invalid(format!("feature {} is not known", other.0))),
    }
}

/// A quantity of a device.
pub(super) fn quantity(device: i32, quantity: aclDeviceInfo) -> Outcome<i64> {
    device::device(device)?;
    let soc = soc();
    match quantity {
        aclDeviceInfo::ACL_DEVICE_INFO_AI_CORE_NUM => Ok(soc.ai_cores),
        // AI cores that run vector kernels themselves count as vector cores.
        aclDeviceInfo::ACL_DEVICE_INFO_VECTOR_CORE_NUM if soc.vector_cores == 0 => Ok(soc.ai_cores),
        aclDeviceInfo::ACL_DEVICE_INFO_VECTOR_CORE_NUM => Ok(soc.vector_cores),
        aclDeviceInfo::ACL_DEVICE_INFO_L2_SIZE => Ok(soc.l2_bytes),
        other => Err(invalid(format!("quantity {} is not known", other.0))),
    }
}

/// An attribute of a device.
pub(super) fn attribute(device: i32, attribute: aclrtDevAttr) -> Outcome<i64> {
    // This call takes a device that is none for a wrong argument.
    let device = device::device(device).map_err(|failure| Failure { code: aclError::RT_PARAM_INVALID.0, ..failure })?;
    let soc = soc();
    let bytes = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    Ok(match attribute {
        aclrtDevAttr::ACL_DEV_ATTR_AICPU_CORE_NUM => 7,
        aclrtDevAttr::ACL_DEV_ATTR_AICORE_CORE_NUM | aclrtDevAttr::ACL_DEV_ATTR_CUBE_CORE_NUM => soc.ai_cores,
        aclrtDevAttr::ACL_DEV_ATTR_VECTOR_CORE_NUM => soc.vector_cores,
        aclrtDevAttr::ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE => unified_buffer_bytes(),
        aclrtDevAttr::ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE => bytes(soc.hbm_bytes),
        aclrtDevAttr::ACL_DEV_ATTR_L2_CACHE_SIZE => soc.l2_bytes,
        aclrtDevAttr::ACL_DEV_ATTR_NPU_ARCH => i64::from(soc.arch),
        // Threads of a vector core: this architecture has none.
        aclrtDevAttr(202 | 203 | 205..=212) => 0,
        aclrtDevAttr::ACL_DEV_ATTR_PHY_CHIP_ID if has_two_dies() => i64::from(device.id / 2),
        aclrtDevAttr::ACL_DEV_ATTR_PHY_CHIP_ID => i64::from(device.id),
        aclrtDevAttr::ACL_DEV_ATTR_SUPER_POD_DEVICE_ID if has_two_dies() => super_pod_device(device.id),
        aclrtDevAttr::ACL_DEV_ATTR_SUPER_POD_SERVER_ID | aclrtDevAttr::ACL_DEV_ATTR_SUPER_POD_ID if has_two_dies() => 0,
        aclrtDevAttr::ACL_DEV_ATTR_SUPER_POD_DEVICE_ID
        | aclrtDevAttr::ACL_DEV_ATTR_SUPER_POD_SERVER_ID
        | aclrtDevAttr::ACL_DEV_ATTR_SUPER_POD_ID => {
            let text = format!("EE1005: {} is no part of a super pod", soc.name);
            return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
        }
        aclrtDevAttr::ACL_DEV_ATTR_HD_CONNECT_TYPE => i64::from(has_two_dies()),
        aclrtDevAttr::ACL_DEV_ATTR_DEVICE_FORM_FACTOR => i64::from(!has_two_dies()),
        aclrtDevAttr::ACL_DEV_ATTR_SMP_ID
        | aclrtDevAttr::ACL_DEV_ATTR_CUST_OP_PRIVILEGE
        | aclrtDevAttr::ACL_DEV_ATTR_MAINBOARD_ID
        | aclrtDevAttr::ACL_DEV_ATTR_IS_VIRTUAL => 0,
        other => {
            let text = format!("EE1003: device attribute {} is not known", other.0);
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
    })
}

/// Server 0, package, die and device in one number.
fn super_pod_device(device: i32) -> i64 {
    let device = i64::from(device);
    ((device / 2) << 18) | ((device % 2) << 16) | device
}

fn unified_buffer_bytes() -> i64 {
    if soc().arch == 1001 { 256 << 10 } else { 192 << 10 }
}

/// One property of the platform as text.
pub(super) fn property(property: aclplatformDevInfo) -> Outcome<String> {
    let soc = soc();
    let older = soc.arch == 1001;
    let vector_cores = if soc.vector_cores == 0 { soc.ai_cores } else { soc.vector_cores };
    let kib = |kib: u32| (u64::from(kib) << 10).to_string();
    Ok(match property {
        aclplatformDevInfo::ACL_PLATFORM_AICORE_CNT | aclplatformDevInfo::ACL_PLATFORM_CUBE_CORE_CNT => {
            soc.ai_cores.to_string()
        }
        aclplatformDevInfo::ACL_PLATFORM_AICORE_UB_SIZE => unified_buffer_bytes().to_string(),
        aclplatformDevInfo::ACL_PLATFORM_VECTOR_CORE_CNT => vector_cores.to_string(),
        aclplatformDevInfo::ACL_PLATFORM_L2_SIZE => soc.l2_bytes.to_string(),
        aclplatformDevInfo::ACL_PLATFORM_MEMORY_SIZE => soc.hbm_bytes.to_string(),
        aclplatformDevInfo::ACL_PLATFORM_CUBE_FREQ | aclplatformDevInfo::ACL_PLATFORM_VEC_FREQ => soc.mhz.to_string(),
        aclplatformDevInfo::ACL_PLATFORM_BT_SIZE => kib(if older { 0 } else { 1 }),
        aclplatformDevInfo::ACL_PLATFORM_L0_A_SIZE | aclplatformDevInfo::ACL_PLATFORM_L0_B_SIZE => kib(64),
        aclplatformDevInfo::ACL_PLATFORM_L0_C_SIZE => kib(if older { 256 } else { 128 }),
        aclplatformDevInfo::ACL_PLATFORM_L1_SIZE => kib(if older { 1024 } else { 512 }),
        aclplatformDevInfo::ACL_PLATFORM_SOC_VERSION => soc.name.clone(),
        aclplatformDevInfo::ACL_PLATFORM_AIC_VERSION => (if older { "AIC-C-100" } else { "AIC-C-220" }).to_owned(),
        aclplatformDevInfo::ACL_PLATFORM_NPU_ARCH => soc.arch.to_string(),
        aclplatformDevInfo::ACL_PLATFORM_MEMORY_TYPE => "HBM".to_owned(),
        other => return Err(invalid(format!("property {} is not known", other.0))),
    })
}

fn invalid(text: String) -> Failure {
    Failure::acl(aclError::INVALID_PARAM, format!("EE1001: {text}"))
}
