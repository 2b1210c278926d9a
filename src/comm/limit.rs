//! How long ranks wait for each other on the host.

use std::time::Duration;

use crate::driver::{Backend, DriverCore, environment};

/// Seconds that HCCL waits where nobody says another time.
const CONNECT_DEFAULT: u64 = 120;

/// How long a rank waits for its peers before an operation can begin: as long as HCCL itself does.
pub(super) fn connect_limit(driver: &DriverCore) -> Duration {
    let seconds = environment::value("HCCL_CONNECT_TIMEOUT").and_then(|text| text.trim().parse().ok());
    let seconds = seconds.unwrap_or(CONNECT_DEFAULT);
    match driver.backend() {
        Backend::Cann => Duration::from_secs(seconds),
        Backend::Mock => on_software_device(seconds),
    }
}

/// The software device has a shorter time for the library's default, and scales others alike.
#[cfg(feature = "mock")]
fn on_software_device(seconds: u64) -> Duration {
    ascend_npu_mock::control::settings().connect_timeout.mul_f64(seconds as f64 / CONNECT_DEFAULT as f64)
}

#[cfg(not(feature = "mock"))]
fn on_software_device(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
