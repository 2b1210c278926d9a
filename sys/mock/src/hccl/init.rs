//! Making communicators.

use std::collections::BTreeSet;
use std::thread;

use ascend_npu_sys::{HcclComm, HcclResult, HcclRootInfo};

use super::check::{self, para};
use super::cluster::Meeting;
use super::communicator::{Communicator, Options};
use super::root::Root;
use super::sub::Wanted;
use super::{environment, issue, limits, registry, rendezvous, root};
use crate::report::{Failure, Outcome};

/// The longest name, and the length of the field for it with its end.
pub(super) const NAME_BYTES: usize = 128;

/// Joins the communicator of a root information; the new handle.
pub(super) fn by_root_info(
    function: &str,
    size: u32,
    info: &HcclRootInfo,
    rank: u32,
    options: &Options,
) -> Outcome<usize> {
    environment::check()?;
    if size == 0 {
        return Err(para(format!("{function} got nRanks 0; at least 1 is allowed")));
    }
    check::rank(function, "rank", rank, size)?;
    let root = root::decode(info).ok_or_else(|| {
        para(format!(
            "{function} got a rootInfo that HcclGetRootInfo did not make; all {} bytes must reach every rank unchanged",
            ascend_npu_sys::HCCL_ROOT_INFO_BYTES
        ))
    })?;
    let device = issue::current_device(function)?;
    join(function, &Place::Root(root), size, rank, device, options)
}

/// Where ranks meet.
pub(super) enum Place {
    /// In a handshake of this process.
    Here(u64),
    /// Where a root information says.
    Root(Root),
    /// Where a rank table says.
    Table(Meeting),
}

pub(super) fn join(
    function: &str,
    place: &Place,
    size: u32,
    rank: u32,
    device: i32,
    options: &Options,
) -> Outcome<usize> {
    if let Some(name) = &options.name {
        check_name(function, name, device)?;
    }
    let arrival = rendezvous::Arrival { size, rank, device, name: options.name.clone() };
    let limit = limits::connect();
    let group = match place {
        Place::Here(id) => rendezvous::join(function, *id, arrival, limit),
        Place::Root(root) => rendezvous::join_root(function, root, arrival, limit),
        Place::Table(meeting) => meeting.join(function, arrival, limit),
    }?;
    Ok(registry::add(Communicator::new(group, rank, device, options, false)))
}

fn check_name(function: &str, name: &str, device: i32) -> Outcome {
    if name.len() >= NAME_BYTES {
        return Err(para(format!(
            "{function} got a name of {} bytes; at most {} are allowed",
            name.len(),
            NAME_BYTES - 1
        )));
    }
    registry::check_name(function, name, device)
}

/// Makes a communicator of some ranks of another one; the new handle.
pub(super) fn sub(parent: &Communicator, ranks: Vec<u32>, id: u64, rank: u32, options: &Options) -> Outcome<usize> {
    let function = "HcclCreateSubCommConfig";
    environment::check()?;
    if parent.is_sub {
        let text = format!(
            "EI0003: {function} got communicator {}, which is a part itself and cannot be divided",
            parent.name()
        );
        return Err(Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, text));
    }
    let size = parent.size();
    for pair in ranks.windows(2) {
        if let [low, high] = pair
            && low >= high
        {
            return Err(para(format!("{function} got rankIds {ranks:?}; they must ascend, each once")));
        }
    }
    ranks.iter().try_for_each(|rank| check::rank(function, "a rankId", *rank, size))?;
    if ranks.get(rank as usize) != Some(&parent.rank) {
        let text = format!(
            "{function} got subCommRankId {rank} and rankIds {ranks:?}, but this is rank {} of communicator {}",
            parent.rank,
            parent.name()
        );
        return Err(para(text));
    }
    let device = issue::current_device(function)?;
    if device != parent.device {
        let text =
            format!("{function}: the thread is on device {device}, the rank of the communicator on {}", parent.device);
        return Err(para(text));
    }
    let name = options.name.clone().unwrap_or_else(|| format!("{}_sub_{id}", parent.name()));
    check_name(function, &name, device)?;
    let wanted = Wanted { name: &name, id, ranks: &ranks, rank, limit: limits::connect() };
    let group = parent.group.subs.join(&wanted, parent.group.bridge())?;
    Ok(registry::add(Communicator::new(group, rank, device, options, true)))
}

/// Refuses a number of devices that the machine does not have.
pub(super) fn check_number(number: u32) -> Outcome {
    let count = crate::device::count();
    if (1..=count).contains(&number) {
        return Ok(());
    }
    Err(para(format!("HcclCommInitAll got ndev {number}; allowed are 1 to {count}")))
}

/// Makes a communicator of these devices, rank i on device i of the list; the handles by rank.
pub(super) fn all(devices: &[i32]) -> Outcome<Vec<usize>> {
    environment::check()?;
    let mut seen = BTreeSet::new();
    let count = i32::try_from(crate::device::count()).unwrap_or(i32::MAX);
    for device in devices {
        if !(0..count).contains(device) {
            let text = format!("HcclCommInitAll got device {device}; allowed are 0 to {}", count - 1);
            return Err(para(text));
        }
        if !seen.insert(*device) {
            return Err(para(format!("HcclCommInitAll got device {device} twice; each device has one rank")));
        }
    }
    let size = u32::try_from(devices.len()).unwrap_or(u32::MAX);
    let root = devices.first().copied().unwrap_or(0);
    let id = rendezvous::open_here("HcclCommInitAll", root)?;
    let site = crate::check::calling();
    // A thread for each rank, as the handshake blocks until all have come.
    let outcomes: Vec<Outcome<usize>> = thread::scope(|scope| {
        let start = |(rank, device): (u32, &i32)| {
            let device = *device;
            let site = site.clone();
            let work = move || {
                site.iter().for_each(|site| site.carry_out());
                crate::context::set_device(device)
                    .and_then(|()| {
                        let joined = join("HcclCommInitAll", &Place::Here(id), size, rank, device, &Options::default());
                        // Only gives back what was just taken.
                        let _ = crate::context::reset_device(device);
                        joined
                    })
                    .inspect_err(|failure| rendezvous::abandon(id, failure.clone()))
            };
            thread::Builder::new().spawn_scoped(scope, work).map_err(|error| {
                let failure = internal(&format!("the thread of rank {rank} cannot be started: {error}"));
                // The others need not wait for it.
                rendezvous::abandon(id, failure.clone());
                failure
            })
        };
        let threads: Vec<_> = (0..).zip(devices).map(start).collect();
        let panicked = |_| Err(internal("a rank's thread panicked"));
        threads.into_iter().map(|thread| thread?.join().unwrap_or_else(panicked)).collect()
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

fn internal(text: &str) -> Failure {
    Failure::hccl(HcclResult::HCCL_E_INTERNAL, text)
}
