//! The port at which a root listens.

use ascend_npu_sys::HcclResult;

use super::environment;
use crate::control;
use crate::report::{Failure, Outcome};

/// The first port that is free of those that the environment allows.
///
/// Ranks of one process meet without a port, so that only a rule of the software device makes one taken.
pub(super) fn free(function: &str) -> Outcome<u16> {
    let (ports, variable) = environment::ports();
    if let Some(port) = ports.iter().find(|port| !control::port_is_taken(**port)) {
        return Ok(*port);
    }
    let range = match (ports.first(), ports.last()) {
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none".to_owned(),
    };
    let text = format!(
        "EI0019: {function} cannot listen on 127.0.0.1: the ports {range} of {variable} are all in use, by another job on this host \
         perhaps; set HCCL_IF_BASE_PORT or HCCL_HOST_SOCKET_PORT_RANGE to free ones"
    );
    Err(Failure::hccl(HcclResult::HCCL_E_UNAVAIL, text))
}
