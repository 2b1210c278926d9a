//! The C functions that make and end communicators.
#![allow(unsafe_code)] // They take pointers from C.
#![allow(non_snake_case)] // The names are the vendor's.

use std::ffi::c_char;

use ascend_npu_sys::{HcclComm, HcclCommConfig, HcclResult, HcclRootInfo};

use super::pointers::{list, put, text};
use crate::hccl::check::{not_null, null, para};
use crate::hccl::communicator::Options;
use crate::hccl::{cluster, config, environment, init, issue, registry, rendezvous, root};
use crate::report::{Outcome, finish_hccl};

/// The longest path of a rank table, with its end.
const PATH_BYTES: usize = 4096;

/// What a caller gives for rankIds and subCommId on a rank that does not take part.
const NO_SUB: u64 = 0xFFFF_FFFF;

pub(crate) unsafe extern "C" fn HcclGetRootInfo(rootInfo: *mut HcclRootInfo) -> HcclResult {
    let function = "HcclGetRootInfo";
    let work = || {
        not_null(rootInfo.cast_const().cast(), function, "rootInfo")?;
        let device = issue::current_device(function)?;
        environment::check()?;
        let info = root::encode(&rendezvous::open(function, device)?);
        // SAFETY: the C contract is that the pointer is to a place for the information; it is not null.
        unsafe { put(rootInfo, info, function, "rootInfo") }
    };
    finish_hccl(function, work())
}

/// # Safety
/// `rootInfo` must be null or point to root information, `comm` must be null or point to a place for a handle.
unsafe fn by_root_info(
    function: &str,
    nRanks: u32,
    rootInfo: *const HcclRootInfo,
    rank: u32,
    options: &Options,
    comm: *mut HcclComm,
) -> Outcome {
    not_null(rootInfo.cast(), function, "rootInfo")?;
    not_null(comm.cast_const().cast(), function, "comm")?;
    // SAFETY: the pointer is not null, so it points to the root information.
    let info = unsafe { rootInfo.read_unaligned() };
    let handle = init::by_root_info(function, nRanks, &info, rank, options)?;
    // SAFETY: the pointer is not null, so it points to a place for the handle.
    unsafe { put(comm, handle as HcclComm, function, "comm") }
}

/// # Safety
/// `config` must be null or point to a configuration of the size that it gives.
unsafe fn options(function: &str, config: *const HcclCommConfig) -> Outcome<Options> {
    not_null(config.cast(), function, "config")?;
    // SAFETY: not null, so it points to a configuration.
    unsafe { config::read(function, config) }
}

pub(crate) unsafe extern "C" fn HcclCommInitRootInfo(
    nRanks: u32,
    rootInfo: *const HcclRootInfo,
    rank: u32,
    comm: *mut HcclComm,
) -> HcclResult {
    let function = "HcclCommInitRootInfo";
    // SAFETY: the C contract is that of the function called.
    finish_hccl(function, unsafe { by_root_info(function, nRanks, rootInfo, rank, &Options::default(), comm) })
}

pub(crate) unsafe extern "C" fn HcclCommInitRootInfoConfig(
    nRanks: u32,
    rootInfo: *const HcclRootInfo,
    rank: u32,
    config: *const HcclCommConfig,
    comm: *mut HcclComm,
) -> HcclResult {
    let function = "HcclCommInitRootInfoConfig";
    // SAFETY: the C contract is that of the function called.
    let options = unsafe { options(function, config) };
    // SAFETY: as above.
    let work = options.and_then(|options| unsafe { by_root_info(function, nRanks, rootInfo, rank, &options, comm) });
    finish_hccl(function, work)
}

/// # Safety
/// `clusterInfo` must be null or a C string, `comm` must be null or point to a place for a handle.
unsafe fn by_cluster_info(
    function: &str,
    clusterInfo: *const c_char,
    rank: u32,
    options: &Options,
    comm: *mut HcclComm,
) -> Outcome {
    // SAFETY: the caller gives null or a C string.
    let path = unsafe { text(clusterInfo, PATH_BYTES, function, "clusterInfo")? };
    not_null(comm.cast_const().cast(), function, "comm")?;
    let handle = cluster::join(function, &path, rank, options)?;
    // SAFETY: the pointer is not null, so it points to a place for the handle.
    unsafe { put(comm, handle as HcclComm, function, "comm") }
}

pub(crate) unsafe extern "C" fn HcclCommInitClusterInfo(
    clusterInfo: *const c_char,
    rank: u32,
    comm: *mut HcclComm,
) -> HcclResult {
    let function = "HcclCommInitClusterInfo";
    // SAFETY: the C contract is that of the function called.
    finish_hccl(function, unsafe { by_cluster_info(function, clusterInfo, rank, &Options::default(), comm) })
}

pub(crate) unsafe extern "C" fn HcclCommInitClusterInfoConfig(
    clusterInfo: *const c_char,
    rank: u32,
    config: *mut HcclCommConfig,
    comm: *mut HcclComm,
) -> HcclResult {
    let function = "HcclCommInitClusterInfoConfig";
    // SAFETY: the C contract is that of the function called.
    let options = unsafe { options(function, config) };
    // SAFETY: as above.
    let work = options.and_then(|options| unsafe { by_cluster_info(function, clusterInfo, rank, &options, comm) });
    finish_hccl(function, work)
}

pub(crate) unsafe extern "C" fn HcclCommInitAll(ndev: u32, devices: *mut i32, comms: *mut HcclComm) -> HcclResult {
    let function = "HcclCommInitAll";
    let work = || {
        not_null(devices.cast_const().cast(), function, "devices")?;
        not_null(comms.cast_const().cast(), function, "comms")?;
        init::check_number(ndev)?;
        // SAFETY: the C contract is that `devices` has `ndev` entries.
        let list = unsafe { list(devices.cast_const().cast(), ndev as usize, function, "devices")? };
        for (index, handle) in init::all(&list)?.into_iter().enumerate() {
            // SAFETY: the C contract is that `comms` has `ndev` places, and there is one handle for each device.
            unsafe { put(comms.wrapping_add(index), handle as HcclComm, function, "comms")? };
        }
        Ok(())
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCreateSubCommConfig(
    comm: *mut HcclComm,
    rankNum: u32,
    rankIds: *mut u32,
    subCommId: u64,
    subCommRankId: u32,
    config: *mut HcclCommConfig,
    subComm: *mut HcclComm,
) -> HcclResult {
    let function = "HcclCreateSubCommConfig";
    let work = || {
        not_null(subComm.cast_const().cast(), function, "subComm")?;
        match (rankIds.is_null(), subCommId == NO_SUB) {
            // This rank does not take part.
            (true, true) => return Ok(()),
            (false, false) => {}
            _ => {
                let ids = if rankIds.is_null() { "null" } else { "a list" };
                let text = format!(
                    "{function} got {ids} for rankIds and {subCommId:#x} for subCommId; a rank that does not take part gives null and \
                     {NO_SUB:#x}, every other neither"
                );
                return Err(para(text));
            }
        }
        if rankNum == 0 || subCommRankId >= rankNum {
            let text = format!(
                "{function} got rankNum {rankNum} and subCommRankId {subCommRankId}; the number is above 0, the rank below it"
            );
            return Err(para(text));
        }
        // SAFETY: the C contract is that `config` points to a configuration; null is refused.
        let options = unsafe { options(function, config)? };
        not_null(comm.cast_const().cast(), function, "comm")?;
        // SAFETY: the pointer is not null, and the C contract is that it then points to a handle.
        let parent = registry::enter(unsafe { comm.read_unaligned() }, function)?;
        if rankNum > parent.size() {
            let text =
                format!("{function} got rankNum {rankNum}; communicator {} has {} ranks", parent.name(), parent.size());
            return Err(para(text));
        }
        // SAFETY: the C contract is that `rankIds` has `rankNum` entries.
        let ranks = unsafe { list(rankIds.cast_const().cast(), rankNum as usize, function, "rankIds")? };
        let handle = init::sub(&parent, ranks, subCommId, subCommRankId, &options)?;
        // SAFETY: the pointer is not null, so it points to a place for the handle.
        unsafe { put(subComm, handle as HcclComm, function, "subComm") }
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCommDestroy(comm: HcclComm) -> HcclResult {
    let outcome = if comm.is_null() { Ok(()) } else { registry::destroy(comm) };
    finish_hccl("HcclCommDestroy", outcome)
}

pub(crate) unsafe extern "C" fn HcclCommSuspend(comm: HcclComm) -> HcclResult {
    let function = "HcclCommSuspend";
    finish_hccl(function, state(comm, function).map(|communicator| communicator.suspend()))
}

pub(crate) unsafe extern "C" fn HcclCommResume(comm: HcclComm) -> HcclResult {
    let function = "HcclCommResume";
    finish_hccl(function, state(comm, function).map(|communicator| communicator.resume()))
}

/// The communicator of a call that changes its state.
fn state(comm: HcclComm, function: &str) -> Outcome<crate::hccl::communicator::Inside> {
    if comm.is_null() {
        return Err(null(function, "comm"));
    }
    registry::enter(comm, function)
}
