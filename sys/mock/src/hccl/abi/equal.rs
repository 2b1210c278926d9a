//! The C functions of the operations in which all ranks have equal counts.
#![allow(unsafe_code)] // They take pointers from C.
#![allow(non_snake_case)] // The names are the vendor's.

use std::ffi::c_void;

use ascend_npu_sys::{HcclComm, HcclDataType, HcclReduceOp, HcclResult, aclrtStream};

use crate::exec::Kind;
use crate::hccl::check::para;
use crate::hccl::issue::{Request, issue};
use crate::hccl::shape::{Shape, dtype_name};
use crate::report::finish_hccl;

pub(crate) unsafe extern "C" fn HcclAllReduce(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    count: u64,
    dataType: HcclDataType,
    op: HcclReduceOp,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape::new(Kind::AllReduce, count, dataType).reducing(op);
    finish_hccl("HcclAllReduce", issue(Request { shape, send: sendBuf, recv: recvBuf, comm, stream }))
}

pub(crate) unsafe extern "C" fn HcclAllGather(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    sendCount: u64,
    dataType: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape::new(Kind::AllGather, sendCount, dataType);
    finish_hccl("HcclAllGather", issue(Request { shape, send: sendBuf, recv: recvBuf, comm, stream }))
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
    let shape = Shape::new(Kind::ReduceScatter, recvCount, dataType).reducing(op);
    finish_hccl("HcclReduceScatter", issue(Request { shape, send: sendBuf, recv: recvBuf, comm, stream }))
}

pub(crate) unsafe extern "C" fn HcclBroadcast(
    buf: *mut c_void,
    count: u64,
    dataType: HcclDataType,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape::new(Kind::Broadcast, count, dataType).rooted(root);
    finish_hccl("HcclBroadcast", issue(Request { shape, send: buf, recv: buf, comm, stream }))
}

pub(crate) unsafe extern "C" fn HcclReduce(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    count: u64,
    dataType: HcclDataType,
    op: HcclReduceOp,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape::new(Kind::Reduce, count, dataType).reducing(op).rooted(root);
    finish_hccl("HcclReduce", issue(Request { shape, send: sendBuf, recv: recvBuf, comm, stream }))
}

pub(crate) unsafe extern "C" fn HcclScatter(
    sendBuf: *mut c_void,
    recvBuf: *mut c_void,
    recvCount: u64,
    dataType: HcclDataType,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape::new(Kind::Scatter, recvCount, dataType).rooted(root);
    finish_hccl("HcclScatter", issue(Request { shape, send: sendBuf, recv: recvBuf, comm, stream }))
}

pub(crate) unsafe extern "C" fn HcclAlltoAll(
    sendBuf: *const c_void,
    sendCount: u64,
    sendType: HcclDataType,
    recvBuf: *const c_void,
    recvCount: u64,
    recvType: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let function = "HcclAlltoAll";
    let work = || {
        if (sendCount, sendType) != (recvCount, recvType) {
            let (sends, receives) = (dtype_name(sendType), dtype_name(recvType));
            return Err(para(format!(
                "{function} got {sendCount} x {sends} to send and {recvCount} x {receives} to receive; both must be the same"
            )));
        }
        if sendCount > 0 && sendBuf == recvBuf && !sendBuf.is_null() {
            return Err(para(format!(
                "{function} got the same sendBuf and recvBuf {sendBuf:?}; it never works in place"
            )));
        }
        let shape = Shape::new(Kind::AllToAll, sendCount, sendType);
        issue(Request { shape, send: sendBuf, recv: recvBuf, comm, stream })
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclBarrier(comm: HcclComm, stream: aclrtStream) -> HcclResult {
    let shape = Shape::new(Kind::Barrier, 0, HcclDataType::HCCL_DATA_TYPE_FP32);
    let (send, recv) = (std::ptr::null(), std::ptr::null());
    finish_hccl("HcclBarrier", issue(Request { shape, send, recv, comm, stream }))
}
