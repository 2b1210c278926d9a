//! Which devices may use each other's memory.

use ascend_npu_sys::aclError;

use crate::device::{self, soc};
use crate::report::{Failure, Outcome};
use crate::{context, platform};

/// Bits of `aclrtGetDevicesTopo`.
pub(crate) const HCCS: u64 = 0x01;
const SYS: u64 = 0x10;
const SIO: u64 = 0x20;
const HCCS_SWITCH: u64 = 0x40;

/// How two devices are connected.
pub(crate) fn topology(one: i32, other: i32) -> u64 {
    if one == other {
        return HCCS;
    }
    match (soc().arch, platform::has_two_dies()) {
        // Two dies share a package, and a switch connects all.
        (_, true) if one / 2 == other / 2 => SIO,
        (_, true) => HCCS_SWITCH,
        // Rings of four.
        (1001, _) if one / 4 != other / 4 => SYS,
        _ => HCCS,
    }
}

/// Whether access can be enabled: any two devices of a server that are not one.
pub(crate) fn can_access(device: i32, peer: i32) -> Outcome<bool> {
    different(device, peer)?;
    device::device(peer)?;
    device::device(device)?;
    Ok(true)
}

/// Lets the current device use a peer's memory, or no longer.
pub(crate) fn set_access(peer: i32, on: bool) -> Outcome {
    let current = context::current()?.device.clone();
    different(current.id, peer)?;
    device::device(peer)?;
    let peers = &mut current.lock().peers;
    if on {
        peers.insert(peer)
    } else {
        peers.remove(&peer)
    };
    Ok(())
}

/// Whether a device may use a peer's memory.
pub(crate) fn has_access(device: i32, peer: i32) -> Outcome<bool> {
    device::device(peer)?;
    Ok(device::device(device)?.lock().peers.contains(&peer))
}

fn different(device: i32, peer: i32) -> Outcome {
    if device != peer {
        return Ok(());
    }
    let text = format!("EE1001: device {device} is no peer of itself");
    Err(Failure::acl(aclError::INVALID_PARAM, text))
}
