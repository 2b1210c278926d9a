//! The C functions.
#![allow(unsafe_code)] // They take pointers from C.
#![allow(non_snake_case)] // The names are the vendor's.

use std::ffi::{c_char, c_void};
use std::sync::atomic::Ordering;

use ascend_npu_sys::{HcclComm, HcclDataType, HcclReduceOp, HcclResult, HcclRootInfo, aclrtStream};

use super::check::not_null;
use super::issue::{self, Request, issue};
use super::shape::Shape;
use super::{init, registry, rendezvous, root, strings};
use crate::exec::Kind;
use crate::report::{Outcome, finish_hccl};

/// Writes through a pointer of the caller.
fn put<T>(pointer: *mut T, value: T, function: &str, argument: &str) -> Outcome {
    not_null(pointer.cast_const().cast(), function, argument)?;
    // SAFETY: the pointer is not null, and the C contract is that it then points to a place for one T.
    unsafe { pointer.write_unaligned(value) };
    Ok(())
}

pub(crate) unsafe extern "C" fn HcclGetRootInfo(rootInfo: *mut HcclRootInfo) -> HcclResult {
    let function = "HcclGetRootInfo";
    let work = || {
        not_null(rootInfo.cast_const().cast(), function, "rootInfo")?;
        let device = issue::current_device(function)?;
        put(rootInfo, root::encode(rendezvous::open(device)), function, "rootInfo")
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCommInitRootInfo(
    nRanks: u32,
    rootInfo: *const HcclRootInfo,
    rank: u32,
    comm: *mut HcclComm,
) -> HcclResult {
    let function = "HcclCommInitRootInfo";
    let work = || {
        not_null(rootInfo.cast(), function, "rootInfo")?;
        not_null(comm.cast_const().cast(), function, "comm")?;
        // SAFETY: the pointer is not null, and the C contract is that it then points to the root information.
        let info = unsafe { rootInfo.read_unaligned() };
        put(comm, init::by_root_info(nRanks, &info, rank)? as HcclComm, function, "comm")
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCommInitAll(ndev: u32, devices: *mut i32, comms: *mut HcclComm) -> HcclResult {
    let function = "HcclCommInitAll";
    let work = || {
        not_null(devices.cast_const().cast(), function, "devices")?;
        not_null(comms.cast_const().cast(), function, "comms")?;
        init::check_number(ndev)?;
        let mut list = Vec::new();
        for index in 0..ndev as usize {
            // SAFETY: the C contract is that `devices` has `ndev` entries.
            let entry = unsafe { devices.add(index) };
            // SAFETY: as above; the entry is one of them.
            list.push(unsafe { entry.read_unaligned() });
        }
        for (index, handle) in init::all(&list)?.into_iter().enumerate() {
            // SAFETY: the C contract is that `comms` has `ndev` places, and there is one handle for each device.
            let place = unsafe { comms.add(index) };
            put(place, handle as HcclComm, function, "comms")?;
        }
        Ok(())
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCommDestroy(comm: HcclComm) -> HcclResult {
    let outcome = if comm.is_null() { Ok(()) } else { registry::destroy(comm) };
    finish_hccl("HcclCommDestroy", outcome)
}

pub(crate) unsafe extern "C" fn HcclGetRankSize(comm: HcclComm, rankSize: *mut u32) -> HcclResult {
    let function = "HcclGetRankSize";
    let work = || put(rankSize, registry::enter(comm, function)?.group.roster.size, function, "rankSize");
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclGetRankId(comm: HcclComm, rank: *mut u32) -> HcclResult {
    let function = "HcclGetRankId";
    let work = || put(rank, registry::enter(comm, function)?.rank, function, "rank");
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclGetCommName(comm: HcclComm, commName: *mut c_char) -> HcclResult {
    let function = "HcclGetCommName";
    let work = || {
        let communicator = registry::enter(comm, function)?;
        not_null(commName.cast_const().cast(), function, "commName")?;
        // A name is at most 127 bytes, so that its end fits the caller's 128.
        let name = communicator.group.roster.name.bytes().take(127).chain([0]);
        for (index, byte) in name.enumerate() {
            // SAFETY: the C contract is that `commName` has at least 128 bytes.
            let place = unsafe { commName.add(index) };
            put(place, byte as c_char, function, "commName")?;
        }
        Ok(())
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclGetCommAsyncError(comm: HcclComm, asyncError: *mut HcclResult) -> HcclResult {
    let function = "HcclGetCommAsyncError";
    let work = || {
        let communicator = registry::enter(comm, function)?;
        let disagreed = communicator.group.roster.disagreed.load(Ordering::Acquire);
        let code = if disagreed { HcclResult::HCCL_E_INTERNAL } else { HcclResult::HCCL_SUCCESS };
        put(asyncError, code, function, "asyncError")
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclGetErrorString(code: HcclResult) -> *const c_char {
    strings::of(code).as_ptr()
}

pub(crate) unsafe extern "C" fn HcclAllReduce(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    count: u64,
    dataType: HcclDataType,
    op: HcclReduceOp,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape { kind: Kind::AllReduce, count, dtype: dataType, op: Some(op), root: None };
    finish_hccl("HcclAllReduce", issue(&Request { shape, send: sendBuf, recv: recvBuf, comm, stream }))
}

pub(crate) unsafe extern "C" fn HcclAllGather(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    sendCount: u64,
    dataType: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape { kind: Kind::AllGather, count: sendCount, dtype: dataType, op: None, root: None };
    finish_hccl("HcclAllGather", issue(&Request { shape, send: sendBuf, recv: recvBuf, comm, stream }))
}

pub(crate) unsafe extern "C" fn HcclReduceScatter(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    recvCount: u64,
    dataType: HcclDataType,
    op: HcclReduceOp,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape { kind: Kind::ReduceScatter, count: recvCount, dtype: dataType, op: Some(op), root: None };
    finish_hccl("HcclReduceScatter", issue(&Request { shape, send: sendBuf, recv: recvBuf, comm, stream }))
}

pub(crate) unsafe extern "C" fn HcclBroadcast(
    buf: *mut c_void,
    count: u64,
    dataType: HcclDataType,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape { kind: Kind::Broadcast, count, dtype: dataType, op: None, root: Some(root) };
    finish_hccl("HcclBroadcast", issue(&Request { shape, send: buf, recv: buf, comm, stream }))
}
