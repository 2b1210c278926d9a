//! What a rank asks for in one collective call.

use std::fmt;

use ascend_npu_sys::{HcclDataType, HcclReduceOp};

use crate::exec::Kind;

/// The part of a call that must be equal on all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) kind: Kind,
    /// Elements, as the C function counts them.
    pub(super) count: u64,
    pub(super) dtype: HcclDataType,
    pub(super) op: Option<HcclReduceOp>,
    pub(super) root: Option<u32>,
}

/// One rank's call: its shape and its own buffers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) shape: Shape,
    pub(super) send: usize,
    pub(super) recv: usize,
    pub(super) device: i32,
}

impl Shape {
    /// The C function that asks for it.
    pub(super) fn function(self) -> &'static str {
        match self.kind {
            Kind::AllGather => "HcclAllGather",
            Kind::ReduceScatter => "HcclReduceScatter",
            Kind::Broadcast => "HcclBroadcast",
            _ => "HcclAllReduce",
        }
    }

    /// Bytes of `count` elements; `None` beyond the address space.
    pub(super) fn part_bytes(self) -> Option<usize> {
        usize::try_from(self.count).ok()?.checked_mul(element_bytes(self.dtype)?)
    }

    /// Bytes that a rank of `size` sends.
    pub(super) fn send_bytes(self, size: u32) -> Option<usize> {
        let parts = if self.kind == Kind::ReduceScatter { size as usize } else { 1 };
        self.part_bytes()?.checked_mul(parts)
    }

    /// Bytes that a rank of `size` receives.
    pub(super) fn recv_bytes(self, size: u32) -> Option<usize> {
        let parts = if self.kind == Kind::AllGather { size as usize } else { 1 };
        self.part_bytes()?.checked_mul(parts)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} x {}", self.function(), self.count, dtype_name(self.dtype))?;
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
