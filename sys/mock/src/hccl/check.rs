//! What a collective call may ask for: the argument checks, in the library's order.

use std::ffi::c_void;

use ascend_npu_sys::{HcclDataType, HcclReduceOp, HcclResult};

use super::shape::{Call, Shape, dtype_name, element_bytes, op_name};
use crate::exec::Kind;
use crate::report::{Failure, Outcome};

/// The most elements a call may name.
const MAX_COUNT: u64 = 0x7_FFFF_FFFF;

/// The architecture of the first Ascend 910, without bfp16 and without int16 reductions.
const FIRST_ARCH: u32 = 1001;

/// Refuses a count beyond the library's limit. Zero has been answered before.
pub(super) fn count(shape: Shape) -> Outcome {
    if shape.count <= MAX_COUNT {
        return Ok(());
    }
    let text = format!("EI0003: {} got count {}; allowed are 0 to {MAX_COUNT}", shape.function(), shape.count);
    Err(Failure::hccl(HcclResult::HCCL_E_PARA, text))
}

/// Refuses a null pointer.
pub(super) fn not_null(pointer: *const c_void, function: &str, argument: &str) -> Outcome {
    if !pointer.is_null() {
        return Ok(());
    }
    let text = format!("EI0003: {function} got a null {argument}; it must point to something");
    Err(Failure::hccl(HcclResult::HCCL_E_PTR, text))
}

/// Refuses what the SoC cannot do with a data type.
pub(super) fn support(shape: Shape, arch: u32, soc: &str) -> Outcome {
    let refuse = |what: String, allowed: &str| {
        let text = format!("EI0003: {} cannot {what} on {soc}; allowed are {allowed}", shape.function());
        Err(Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, text))
    };
    let first = arch == FIRST_ARCH;
    let Some(op) = shape.op else {
        let known = element_bytes(shape.dtype).is_some();
        if known && !(first && shape.dtype == HcclDataType::HCCL_DATA_TYPE_BFP16) {
            return Ok(());
        }
        let allowed = if first { "integers, fp16, fp32 and fp64" } else { "integers, fp16, bfp16, fp32 and fp64" };
        return refuse(format!("move {}", dtype_name(shape.dtype)), allowed);
    };
    let young = matches!(shape.dtype, HcclDataType::HCCL_DATA_TYPE_INT16 | HcclDataType::HCCL_DATA_TYPE_BFP16);
    let reducible = matches!(
        shape.dtype,
        HcclDataType::HCCL_DATA_TYPE_INT8
            | HcclDataType::HCCL_DATA_TYPE_INT32
            | HcclDataType::HCCL_DATA_TYPE_INT64
            | HcclDataType::HCCL_DATA_TYPE_FP16
            | HcclDataType::HCCL_DATA_TYPE_FP32
    );
    if !(reducible || young && !first) {
        let allowed =
            if first { "int8, int32, int64, fp16 and fp32" } else { "int8, int16, int32, int64, fp16, bfp16 and fp32" };
        return refuse(format!("reduce {}", dtype_name(shape.dtype)), allowed);
    }
    if op.0 > HcclReduceOp::HCCL_REDUCE_MIN.0 {
        return refuse(format!("do {}", op_name(op)), "sum, prod, max and min");
    }
    if young && op == HcclReduceOp::HCCL_REDUCE_PROD {
        return refuse(format!("do prod of {}", dtype_name(shape.dtype)), "sum, max and min");
    }
    Ok(())
}

/// Refuses a root that is no rank.
pub(super) fn root(shape: Shape, size: u32) -> Outcome {
    match shape.root {
        Some(root) if root >= size => {
            let text = format!("EI0003: {} got root {root}; allowed are 0 to {}", shape.function(), size - 1);
            Err(Failure::hccl(HcclResult::HCCL_E_PARA, text))
        }
        _ => Ok(()),
    }
}

/// Refuses buffers that are misaligned, not memory of the device, or that overlap in any but the legal way.
pub(super) fn buffers(call: &Call, rank: u32, size: u32) -> Outcome {
    let function = call.shape.function();
    let para = |text: String| Failure::hccl(HcclResult::HCCL_E_PARA, text);
    let too_long =
        || para(format!("EI0003: {function} got count {}: more bytes than can be addressed", call.shape.count));
    let send_bytes = call.shape.send_bytes(size).ok_or_else(too_long)?;
    let recv_bytes = call.shape.recv_bytes(size).ok_or_else(too_long)?;
    let align = element_bytes(call.shape.dtype).unwrap_or(1);
    let names = if call.shape.kind == Kind::Broadcast { ["buf", "buf"] } else { ["sendBuf", "recvBuf"] };
    for (address, bytes, name) in [(call.send, send_bytes, names[0]), (call.recv, recv_bytes, names[1])] {
        if address % align != 0 {
            let text = format!(
                "EI0003: {function} got {name} {address:#x}; {} wants multiples of {align} bytes",
                dtype_name(call.shape.dtype)
            );
            return Err(para(text));
        }
        let what = format!("{name} of {function}");
        crate::memory::check_device_range(std::ptr::with_exposed_provenance(address), bytes, Some(call.device), &what)
            .map_err(|failure| para(format!("EI0003: {}", failure.text)))?;
    }
    if call.shape.kind == Kind::Broadcast {
        return Ok(());
    }
    let disjoint = call.send + send_bytes <= call.recv || call.recv + recv_bytes <= call.send;
    if disjoint || is_in_place(call, rank) {
        return Ok(());
    }
    let legal = match call.shape.kind {
        Kind::AllGather => "sendBuf at slot `rank` of recvBuf",
        Kind::ReduceScatter => "recvBuf at slot `rank` of sendBuf",
        _ => "sendBuf equal to recvBuf",
    };
    Err(para(format!(
        "EI0003: {function} on rank {rank}: sendBuf {:#x} ({send_bytes} bytes) and recvBuf {:#x} ({recv_bytes} bytes) overlap; \
         the only legal overlap is {legal}",
        call.send, call.recv
    )))
}

/// Whether the buffers of a rank share memory in the legal way.
pub(super) fn is_in_place(call: &Call, rank: u32) -> bool {
    let slot = call.shape.part_bytes().unwrap_or(0).saturating_mul(rank as usize);
    match call.shape.kind {
        Kind::AllGather => call.recv.checked_add(slot) == Some(call.send),
        Kind::ReduceScatter => call.send.checked_add(slot) == Some(call.recv),
        _ => call.send == call.recv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(arch: u32, kind: Kind, dtype: HcclDataType, op: Option<HcclReduceOp>) -> i32 {
        let root = None;
        support(Shape { kind, count: 1, dtype, op, root }, arch, "the SoC").map_or_else(|failure| failure.code, |()| 0)
    }

    #[test]
    fn the_first_910_has_no_bfp16_and_no_int16_reductions() {
        let refused = HcclResult::HCCL_E_NOT_SUPPORT.0.cast_signed();
        let sum = Some(HcclReduceOp::HCCL_REDUCE_SUM);
        let (int16, bfp16) = (HcclDataType::HCCL_DATA_TYPE_INT16, HcclDataType::HCCL_DATA_TYPE_BFP16);
        for (kind, dtype, op) in [
            (Kind::AllReduce, int16, sum),
            (Kind::ReduceScatter, bfp16, sum),
            (Kind::AllGather, bfp16, None),
            (Kind::Broadcast, bfp16, None),
        ] {
            assert_eq!(code(1001, kind, dtype, op), refused, "{kind:?} {dtype:?}");
            assert_eq!(code(2201, kind, dtype, op), 0, "{kind:?} {dtype:?}");
        }
        assert_eq!(code(1001, Kind::AllGather, int16, None), 0);
        assert_eq!(code(1001, Kind::AllReduce, HcclDataType::HCCL_DATA_TYPE_FP16, sum), 0);
    }
}
