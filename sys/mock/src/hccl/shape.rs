//! What a rank asks for in one call: the part that all ranks must agree on, and the rank's own buffers.

use std::fmt;
use std::sync::Arc;

use ascend_npu_sys::{HcclDataType, HcclReduceOp};

use super::pieces::Side;
use crate::check::Site;
use crate::exec::Kind;
use crate::memory::shared::View;

/// The part of a call that must be equal on all ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) kind: Kind,
    /// Elements, as the C function counts them; 0 where `counts` tells them.
    pub(super) count: u64,
    pub(super) dtype: HcclDataType,
    pub(super) op: Option<HcclReduceOp>,
    pub(super) root: Option<u32>,
    /// Elements of each rank, where they differ; of AlltoAllVC the matrix, row by row.
    pub(super) counts: Option<Arc<[u64]>>,
}

/// One rank's call: its shape and its own buffers.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) shape: Shape,
    pub(super) send: Side,
    pub(super) recv: Side,
    pub(super) device: i32,
    /// MiB of one half of the rank's communication buffer, which all ranks must have alike.
    pub(super) buffer_mib: u64,
    /// Where the rank asked for it, for the checks.
    pub(super) site: Option<Arc<Site>>,
    /// What keeps the buffers of a rank of another process mapped here.
    pub(super) mapped: Vec<Arc<View>>,
    /// Whether the operation leaves anything in the send buffer of this rank, if that is in this process.
    pub(super) spoils: bool,
}

impl Shape {
    pub(super) fn new(kind: Kind, count: u64, dtype: HcclDataType) -> Self {
        Self { kind, count, dtype, op: None, root: None, counts: None }
    }

    pub(super) fn reducing(self, op: HcclReduceOp) -> Self {
        Self { op: Some(op), ..self }
    }

    pub(super) fn rooted(self, root: u32) -> Self {
        Self { root: Some(root), ..self }
    }

    pub(super) fn counted(self, counts: Vec<u64>) -> Self {
        Self { counts: Some(counts.into()), ..self }
    }

    /// The C function that asks for it.
    pub(super) fn function(&self) -> &'static str {
        function(self.kind)
    }

    /// Bytes of `count` elements; `None` beyond the address space.
    pub(super) fn part_bytes(&self) -> Option<usize> {
        usize::try_from(self.count).ok()?.checked_mul(element_bytes(self.dtype)?)
    }
}

/// The C function of a kind.
pub(super) fn function(kind: Kind) -> &'static str {
    match kind {
        Kind::AllReduce => "HcclAllReduce",
        Kind::AllGather => "HcclAllGather",
        Kind::AllGatherV => "HcclAllGatherV",
        Kind::ReduceScatter => "HcclReduceScatter",
        Kind::ReduceScatterV => "HcclReduceScatterV",
        Kind::Broadcast => "HcclBroadcast",
        Kind::Reduce => "HcclReduce",
        Kind::Scatter => "HcclScatter",
        Kind::AllToAll => "HcclAlltoAll",
        Kind::AllToAllV => "HcclAlltoAllV",
        Kind::AllToAllVC => "HcclAlltoAllVC",
        Kind::Send => "HcclSend",
        Kind::Receive => "HcclRecv",
        Kind::BatchSendReceive => "HcclBatchSendRecv",
        Kind::Barrier => "HcclBarrier",
        _ => unreachable!("HCCL queues no other kinds"),
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.function())?;
        match &self.counts {
            _ if self.kind == Kind::Barrier => return Ok(()),
            Some(counts) => write!(f, " of {counts:?} x {}", dtype_name(self.dtype))?,
            None if self.kind == Kind::AllToAllV => write!(f, " of {}", dtype_name(self.dtype))?,
            None => write!(f, " of {} x {}", self.count, dtype_name(self.dtype))?,
        }
        if let Some(op) = self.op {
            write!(f, ", {}", op_name(op))?;
        }
        if let Some(root) = self.root {
            write!(f, ", root {root}")?;
        }
        Ok(())
    }
}

/// Bytes of an element; `None` for a type that no operation of these devices takes.
pub(super) fn element_bytes(dtype: HcclDataType) -> Option<usize> {
    match dtype {
        HcclDataType::HCCL_DATA_TYPE_INT8 | HcclDataType::HCCL_DATA_TYPE_UINT8 => Some(1),
        HcclDataType::HCCL_DATA_TYPE_INT16
        | HcclDataType::HCCL_DATA_TYPE_UINT16
        | HcclDataType::HCCL_DATA_TYPE_FP16
        | HcclDataType::HCCL_DATA_TYPE_BFP16 => Some(2),
        HcclDataType::HCCL_DATA_TYPE_INT32
        | HcclDataType::HCCL_DATA_TYPE_UINT32
        | HcclDataType::HCCL_DATA_TYPE_FP32 => Some(4),
        HcclDataType::HCCL_DATA_TYPE_INT64
        | HcclDataType::HCCL_DATA_TYPE_UINT64
        | HcclDataType::HCCL_DATA_TYPE_FP64 => Some(8),
        _ => None,
    }
}

/// The type's name in texts.
pub(super) fn dtype_name(dtype: HcclDataType) -> String {
    let names =
        ["int8", "int16", "int32", "fp16", "fp32", "int64", "uint64", "uint8", "uint16", "uint32", "fp64", "bfp16"];
    let name = usize::try_from(dtype.0).ok().and_then(|index| names.get(index));
    name.map_or_else(|| format!("data type {}", dtype.0), |name| (*name).to_owned())
}

/// The reduction's name in texts.
pub(super) fn op_name(op: HcclReduceOp) -> String {
    match op {
        HcclReduceOp::HCCL_REDUCE_SUM => "sum".to_owned(),
        HcclReduceOp::HCCL_REDUCE_PROD => "prod".to_owned(),
        HcclReduceOp::HCCL_REDUCE_MAX => "max".to_owned(),
        HcclReduceOp::HCCL_REDUCE_MIN => "min".to_owned(),
        HcclReduceOp(other) => format!("reduction {other}"),
    }
}
