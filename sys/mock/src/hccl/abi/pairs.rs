//! The C functions of transfers between two ranks.
#![allow(unsafe_code)] // They take pointers from C.
#![allow(non_snake_case)] // The names are the vendor's.

use std::ffi::c_void;
use std::ptr::null;

use ascend_npu_sys::{HcclComm, HcclDataType, HcclResult, HcclSendRecvItem, aclrtStream};

use super::pointers::list;
use crate::exec::Kind;
use crate::hccl::check::not_null;
use crate::hccl::issue::{Request, issue};
use crate::hccl::shape::Shape;
use crate::hccl::{batch, registry};
use crate::report::finish_hccl;

pub(crate) unsafe extern "C" fn HcclSend(
    sendBuf: *mut c_void,
    count: u64,
    dataType: HcclDataType,
    destRank: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape::new(Kind::Send, count, dataType).rooted(destRank);
    finish_hccl("HcclSend", issue(Request { shape, send: sendBuf, recv: null(), comm, stream }))
}

pub(crate) unsafe extern "C" fn HcclRecv(
    recvBuf: *mut c_void,
    count: u64,
    dataType: HcclDataType,
    srcRank: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let shape = Shape::new(Kind::Receive, count, dataType).rooted(srcRank);
    finish_hccl("HcclRecv", issue(Request { shape, send: null(), recv: recvBuf, comm, stream }))
}

pub(crate) unsafe extern "C" fn HcclBatchSendRecv(
    sendRecvInfo: *mut HcclSendRecvItem,
    itemNum: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let function = "HcclBatchSendRecv";
    let work = || {
        if itemNum == 0 {
            return Ok(());
        }
        not_null(stream, function, "stream")?;
        not_null(comm, function, "comm")?;
        // SAFETY: the C contract is that there are `itemNum` items; null is refused.
        let items: Vec<HcclSendRecvItem> =
            unsafe { list(sendRecvInfo.cast_const().cast(), itemNum as usize, function, "sendRecvInfo")? };
        let communicator = registry::enter(comm, function)?;
        batch::issue(&communicator, &items, stream)
    };
    finish_hccl(function, work())
}
