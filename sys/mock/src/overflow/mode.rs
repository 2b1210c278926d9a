//! The overflow mode of the process and its devices, and whether a result overflowed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use once_cell::sync::Lazy;

use crate::device::{Device, soc};

/// What the process asked for last: new devices begin with it. Infinities are the default where there is a choice.
static SATURATES: Lazy<AtomicBool> = Lazy::new(|| AtomicBool::new(only_saturates()));

/// Overflows of all devices: newer parts tell of the process as a whole.
static OF_PROCESS: Lazy<Arc<AtomicU32>> = Lazy::new(Arc::default);

/// Whether the SoC has saturation and no other mode.
pub(crate) fn only_saturates() -> bool {
    soc().arch == 1001
}

pub(super) fn process_saturates() -> bool {
    SATURATES.load(Ordering::Acquire)
}

pub(super) fn set(device: Option<&Device>, saturates: bool) {
    SATURATES.store(saturates, Ordering::Release);
    if let Some(device) = device {
        device.saturates.store(saturates, Ordering::Release);
    }
}

/// aclrtSetDevice gives the mode of the process to the device. Its default stream is older than that.
pub(crate) fn adopt(device: &Device) {
    device.saturates.store(process_saturates(), Ordering::Release);
}

/// Where kernels of a device note an overflow.
pub(crate) fn status_of_device() -> Arc<AtomicU32> {
    if only_saturates() { Arc::default() } else { OF_PROCESS.clone() }
}
