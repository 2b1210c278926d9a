//! The buffers of a call: aligned, in the rank's device memory, and apart from each other.

use super::arguments::{null, para};
use crate::exec::Kind;
use crate::hccl::pieces::Side;
use crate::hccl::shape::{Call, dtype_name, element_bytes};
use crate::report::Outcome;

/// Refuses buffers that are misaligned, not memory of the device, or that overlap in any but the legal way.
pub(in crate::hccl) fn buffers(call: &Call, rank: u32) -> Outcome {
    let function = call.shape.function();
    let align = element_bytes(call.shape.dtype).unwrap_or(1);
    let extent = |side: &Side| {
        side.pieces
            .extent()
            .ok_or_else(|| para(format!("{function} got count {}: more bytes than can be addressed", call.shape.count)))
    };
    let (send_bytes, recv_bytes) = (extent(&call.send)?, extent(&call.recv)?);
    let names = match call.shape.kind {
        Kind::Broadcast => ["buf", "buf"],
        Kind::BatchSendReceive => ["buf of an item", "buf of an item"],
        _ => ["sendBuf", "recvBuf"],
    };
    for (side, bytes, name) in [(&call.send, send_bytes, names[0]), (&call.recv, recv_bytes, names[1])] {
        if bytes == 0 {
            continue;
        }
        let address = side.address;
        if address == 0 {
            return Err(null(function, name));
        }
        if address % align != 0 {
            let dtype = dtype_name(call.shape.dtype);
            return Err(para(format!("{function} got {name} {address:#x}; {dtype} wants multiples of {align} bytes")));
        }
        let what = format!("{name} of {function}");
        crate::memory::check_device_range(std::ptr::with_exposed_provenance(address), bytes, Some(call.device), &what)
            .map_err(|failure| para(failure.text))?;
    }
    let (send, recv) = (call.send.address, call.recv.address);
    let disjoint = send_bytes == 0 || recv_bytes == 0 || send + send_bytes <= recv || recv + recv_bytes <= send;
    if disjoint || is_in_place(call, rank) {
        return Ok(());
    }
    let legal = match call.shape.kind {
        Kind::AllGather => "; the only legal overlap is sendBuf at slot `rank` of recvBuf",
        Kind::ReduceScatter => "; the only legal overlap is recvBuf at slot `rank` of sendBuf",
        Kind::Scatter => "; the only legal overlap is recvBuf at slot `root` of sendBuf, on the root",
        Kind::AllReduce | Kind::Reduce => "; the only legal overlap is sendBuf equal to recvBuf",
        _ => ", and this operation never works in place",
    };
    Err(para(format!(
        "{function} on rank {rank}: sendBuf {send:#x} ({send_bytes} bytes) and recvBuf {recv:#x} ({recv_bytes} bytes) \
         overlap{legal}",
    )))
}

/// Whether the buffers of a rank share memory in the legal way.
pub(in crate::hccl) fn is_in_place(call: &Call, rank: u32) -> bool {
    let slot = call.shape.part_bytes().unwrap_or(0).saturating_mul(rank as usize);
    let (send, recv) = (call.send.address, call.recv.address);
    match call.shape.kind {
        Kind::AllGather => recv.checked_add(slot) == Some(send),
        Kind::ReduceScatter | Kind::Scatter => send.checked_add(slot) == Some(recv),
        Kind::AllReduce | Kind::Reduce => send == recv,
        _ => false,
    }
}
