//! How long ranks wait for each other.
//!
//! The library's times are minutes. The settings say what its defaults, 120 s for links and 1836 s for operations, last here; times
//! that the environment or a configuration asks for are scaled alike.

use std::time::Duration;

use super::environment;
use crate::control::settings;

/// What sets [`connect`], as texts of failures say it.
pub(super) const CONNECT_IS: &str =
    "ASCEND_MOCK_CONNECT_TIMEOUT is the limit, scaled where HCCL_CONNECT_TIMEOUT is not 120";

const CONNECT_DEFAULT: u64 = 120;
const EXEC_DEFAULT: u64 = 1836;

/// How long a rank waits on the host.
pub(super) fn connect() -> Duration {
    scaled(settings().connect_timeout, environment::connect_timeout(), CONNECT_DEFAULT)
}

/// How long a stream waits; `None` is for ever. `seconds` is what the communicator asks for.
pub(super) fn exec(seconds: Option<u64>) -> Option<Duration> {
    let default = settings().exec_timeout;
    match seconds.or_else(environment::exec_timeout) {
        None => default,
        Some(0) => None,
        Some(seconds) => default.map(|default| scaled(default, seconds, EXEC_DEFAULT)),
    }
}

fn scaled(default: Duration, seconds: u64, of: u64) -> Duration {
    if seconds == of { default } else { default.mul_f64(seconds as f64 / of as f64) }
}
