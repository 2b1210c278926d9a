//! The C functions of the operations in which each rank has counts of its own. The lists are read before the call returns.
#![allow(unsafe_code)] // They take pointers from C.
#![allow(non_snake_case)] // The names are the vendor's.

use std::ffi::c_void;

use ascend_npu_sys::{HcclComm, HcclDataType, HcclReduceOp, HcclResult, aclrtStream};

use super::pointers::list;
use crate::exec::Kind;
use crate::hccl::check::{self, not_null, para};
use crate::hccl::communicator::Communicator;
use crate::hccl::issue::{Asked, issue_in, side};
use crate::hccl::key::Lane;
use crate::hccl::pieces::{self, Pieces};
use crate::hccl::registry;
use crate::hccl::shape::{Shape, dtype_name, element_bytes};
use crate::report::{Failure, Outcome, finish_hccl};

pub(crate) unsafe extern "C" fn HcclAlltoAllV(
    sendBuf: *const c_void,
    sendCounts: *const c_void,
    sdispls: *const c_void,
    sendType: HcclDataType,
    recvBuf: *const c_void,
    recvCounts: *const c_void,
    rdispls: *const c_void,
    recvType: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let function = "HcclAlltoAllV";
    let work = || {
        for (pointer, name) in
            [(sendCounts, "sendCounts"), (sdispls, "sdispls"), (recvCounts, "recvCounts"), (rdispls, "rdispls")]
        {
            not_null(pointer, function, name)?;
        }
        not_null(stream, function, "stream")?;
        let communicator = registry::enter(comm, function)?;
        exchanges(function, [sendType, recvType], [sendBuf, recvBuf])?;
        let shape = Shape::new(Kind::AllToAllV, 0, sendType);
        check::support(&shape, crate::device::soc())?;
        let size = communicator.size() as usize;
        // SAFETY: the C contract is that each list has an entry for each rank; none is null.
        let send = unsafe { Lists::read(sendCounts, sdispls, size, function)? }.pieces(&shape)?;
        // SAFETY: as above.
        let recv = unsafe { Lists::read(recvCounts, rdispls, size, function)? }.pieces(&shape)?;
        ask(&communicator, shape, (sendBuf, send), (recvBuf, recv), stream)
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclAlltoAllVC(
    sendBuf: *const c_void,
    sendCountMatrix: *const c_void,
    sendType: HcclDataType,
    recvBuf: *const c_void,
    recvType: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let function = "HcclAlltoAllVC";
    let work = || {
        not_null(sendCountMatrix, function, "sendCountMatrix")?;
        not_null(stream, function, "stream")?;
        let communicator = registry::enter(comm, function)?;
        exchanges(function, [sendType, recvType], [sendBuf, recvBuf])?;
        let (rank, size) = (communicator.rank, communicator.size());
        let entries = size as usize * size as usize;
        // SAFETY: the C contract is that the matrix has an entry for each pair of ranks; it is not null.
        let matrix: Vec<u64> = unsafe { list(sendCountMatrix, entries, function, "sendCountMatrix")? };
        let shape = Shape::new(Kind::AllToAllVC, 0, sendType).counted(matrix.clone());
        check::support(&shape, crate::device::soc())?;
        check::count(&shape)?;
        let (send, recv) = pieces::of_matrix(&matrix, rank, size, &shape).ok_or_else(|| too_long(&shape))?;
        ask(&communicator, shape, (sendBuf, send), (recvBuf, recv), stream)
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclAllGatherV(
    sendBuf: *mut c_void,
    sendCount: u64,
    recvBuf: *mut c_void,
    recvCounts: *const c_void,
    recvDispls: *const c_void,
    dataType: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let function = "HcclAllGatherV";
    let work = || {
        not_null(recvCounts, function, "recvCounts")?;
        not_null(recvDispls, function, "recvDispls")?;
        let communicator = registry::enter(comm, function)?;
        // SAFETY: the C contract is that each list has an entry for each rank; none is null.
        let lists = unsafe { Lists::read(recvCounts, recvDispls, communicator.size() as usize, function)? };
        if lists.are_zero() {
            return Ok(());
        }
        own_count(&communicator, function, ("sendCount", sendCount), ("recvCounts", &lists.counts))?;
        not_null(stream, function, "stream")?;
        let shape = Shape::new(Kind::AllGatherV, 0, dataType).counted(lists.counts.clone());
        check::support(&shape, crate::device::soc())?;
        let (send, recv) = (whole(&shape, sendCount)?, lists.pieces(&shape)?);
        ask(&communicator, shape, (sendBuf, send), (recvBuf, recv), stream)
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclReduceScatterV(
    sendBuf: *mut c_void,
    sendCounts: *const c_void,
    sendDispls: *const c_void,
    recvBuf: *mut c_void,
    recvCount: u64,
    dataType: HcclDataType,
    op: HcclReduceOp,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let function = "HcclReduceScatterV";
    let work = || {
        not_null(sendCounts, function, "sendCounts")?;
        not_null(sendDispls, function, "sendDispls")?;
        let communicator = registry::enter(comm, function)?;
        // SAFETY: the C contract is that each list has an entry for each rank; none is null.
        let lists = unsafe { Lists::read(sendCounts, sendDispls, communicator.size() as usize, function)? };
        if lists.are_zero() {
            return Ok(());
        }
        own_count(&communicator, function, ("recvCount", recvCount), ("sendCounts", &lists.counts))?;
        not_null(stream, function, "stream")?;
        let shape = Shape::new(Kind::ReduceScatterV, 0, dataType).reducing(op).counted(lists.counts.clone());
        check::support(&shape, crate::device::soc())?;
        let (send, recv) = (lists.pieces(&shape)?, whole(&shape, recvCount)?);
        ask(&communicator, shape, (sendBuf, send), (recvBuf, recv), stream)
    };
    finish_hccl(function, work())
}

/// Counts and displacements in elements, by rank.
struct Lists {
    counts: Vec<u64>,
    displacements: Vec<u64>,
}

impl Lists {
    /// # Safety
    /// Both must be null or point to `size` numbers.
    unsafe fn read(counts: *const c_void, displacements: *const c_void, size: usize, function: &str) -> Outcome<Self> {
        // SAFETY: as of this function.
        let counts = unsafe { list(counts, size, function, "counts")? };
        // SAFETY: as of this function.
        let displacements = unsafe { list(displacements, size, function, "displacements")? };
        Ok(Self { counts, displacements })
    }

    fn are_zero(&self) -> bool {
        self.counts.iter().all(|count| *count == 0)
    }

    fn pieces(&self, shape: &Shape) -> Outcome<Pieces> {
        check::count(&Shape { counts: Some(self.counts.as_slice().into()), ..shape.clone() })?;
        let element = element_bytes(shape.dtype).unwrap_or(1);
        Pieces::list(&self.counts, &self.displacements, element).ok_or_else(|| too_long(shape))
    }
}

/// A buffer of one piece.
fn whole(shape: &Shape, count: u64) -> Outcome<Pieces> {
    let bytes = Shape { count, ..shape.clone() }.part_bytes();
    bytes.map(Pieces::Whole).ok_or_else(|| too_long(shape))
}

fn too_long(shape: &Shape) -> Failure {
    para(format!("{} got counts of more bytes than can be addressed", shape.function()))
}

/// What the exchanges of unequal counts refuse.
fn exchanges(function: &str, types: [HcclDataType; 2], buffers: [*const c_void; 2]) -> Outcome {
    if types[0] != types[1] {
        let [send, recv] = types.map(dtype_name);
        return Err(para(format!("{function} got {send} to send and {recv} to receive; both must be the same")));
    }
    if buffers[0] == buffers[1] && !buffers[0].is_null() {
        return Err(para(format!(
            "{function} got the same sendBuf and recvBuf {:?}; it never works in place",
            buffers[0]
        )));
    }
    Ok(())
}

/// A rank's own count must be its entry in the list.
fn own_count(communicator: &Communicator, function: &str, own: (&str, u64), list: (&str, &[u64])) -> Outcome {
    let entry = list.1.get(communicator.rank as usize).copied().unwrap_or(0);
    if own.1 == entry {
        return Ok(());
    }
    let text = format!("{function} got {} {}, but {}[{}] is {entry}", own.0, own.1, list.0, communicator.rank);
    Err(para(text))
}

fn ask(
    communicator: &Communicator,
    shape: Shape,
    send: (*const c_void, Pieces),
    recv: (*const c_void, Pieces),
    stream: aclrtStream,
) -> Outcome {
    let (send, recv) = (side(send.0, send.1), side(recv.0, recv.1));
    issue_in(communicator, Asked { shape, lane: Lane::All, send, recv, stream })
}
