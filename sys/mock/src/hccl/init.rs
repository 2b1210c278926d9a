//! Making communicators.

use std::collections::BTreeSet;
use std::thread;

use ascend_npu_sys::{HcclComm, HcclResult, HcclRootInfo};

use super::communicator::Communicator;
use super::{issue, registry, rendezvous, root};
use crate::report::{Failure, Outcome};

/// Joins the communicator of a root information; the new handle.
pub(super) fn by_root_info(size: u32, info: &HcclRootInfo, rank: u32) -> Outcome<usize> {
    let function = "HcclCommInitRootInfo";
    if size == 0 {
        return Err(para(format!("EI0003: {function} got nRanks 0; at least 1 is allowed")));
    }
    if rank >= size {
        return Err(para(format!("EI0003: {function} got rank {rank}; allowed are 0 to {}", size - 1)));
    }
    let id = root::decode(info).ok_or_else(|| {
        para(format!(
            "EI0003: {function} got a rootInfo that HcclGetRootInfo did not make; all {} bytes must reach every rank unchanged",
            ascend_npu_sys::HCCL_ROOT_INFO_BYTES
        ))
    })?;
    let device = issue::current_device(function)?;
    join(id, size, rank, device)
}

fn join(id: u64, size: u32, rank: u32, device: i32) -> Outcome<usize> {
    let limit = crate::control::settings().connect_timeout;
    let group = rendezvous::join(id, size, rank, device, limit)?;
    Ok(registry::add(Communicator::new(group, rank, device)))
}

/// Refuses a number of devices that the machine does not have.
pub(super) fn check_number(number: u32) -> Outcome {
    let count = crate::device::count();
    if (1..=count).contains(&number) {
        return Ok(());
    }
    Err(para(format!("EI0003: HcclCommInitAll got ndev {number}; allowed are 1 to {count}")))
}

/// Makes a communicator of these devices, rank i on device i of the list; the handles by rank.
pub(super) fn all(devices: &[i32]) -> Outcome<Vec<usize>> {
    let mut seen = BTreeSet::new();
    let count = i32::try_from(crate::device::count()).unwrap_or(i32::MAX);
    for device in devices {
        if !(0..count).contains(device) {
            let text = format!("EI0003: HcclCommInitAll got device {device}; allowed are 0 to {}", count - 1);
            return Err(para(text));
        }
        if !seen.insert(*device) {
            return Err(para(format!("EI0003: HcclCommInitAll got device {device} twice; each device has one rank")));
        }
    }
    let size = u32::try_from(devices.len()).unwrap_or(u32::MAX);
    let id = rendezvous::open(devices.first().copied().unwrap_or(0));
    // A thread for each rank, as the handshake blocks until all have come.
    let outcomes: Vec<Outcome<usize>> = thread::scope(|scope| {
        let start = |(rank, device): (u32, &i32)| {
            let device = *device;
            scope.spawn(move || {
                crate::context::set_device(device)
                    .and_then(|()| {
                        let joined = join(id, size, rank, device);
                        // Only gives back what was just taken.
                        let _ = crate::context::reset_device(device);
                        joined
                    })
                    .inspect_err(|failure| rendezvous::abandon(id, failure.clone()))
            })
        };
        let threads: Vec<_> = (0..).zip(devices).map(start).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err(internal("a rank's thread panicked"))))
            .collect()
    });
    let failed = outcomes.iter().find_map(|outcome| outcome.as_ref().err());
    let Some(failure) = failed else { return Ok(outcomes.into_iter().flatten().collect()) };
    let failure = internal(&format!("HcclCommInitAll: a rank failed with {}: {}", failure.code, failure.text));
    for handle in outcomes.into_iter().flatten() {
        // No other thread has seen the handle, so it can be destroyed at once.
        let _ = registry::destroy(handle as HcclComm);
    }
    Err(failure)
}

fn para(text: String) -> Failure {
    Failure::hccl(HcclResult::HCCL_E_PARA, text)
}

fn internal(text: &str) -> Failure {
    Failure::hccl(HcclResult::HCCL_E_INTERNAL, text)
}
