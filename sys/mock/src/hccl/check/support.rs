//! What each SoC can do with each data type.

use ascend_npu_sys::{HcclDataType, HcclReduceOp, HcclResult};

use crate::device::Soc;
use crate::exec::Kind;
use crate::hccl::shape::{Shape, dtype_name, element_bytes, op_name};
use crate::report::{Failure, Outcome};

/// The generations of the family, which differ in their collectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hccl) enum Generation {
    /// The first 910: no bfp16, no int16 reductions, no operations of unequal counts but AlltoAllV.
    First,
    /// 910B.
    B,
    /// 910C, called 910_93.
    C,
}

/// The architecture of the first Ascend 910.
const FIRST_ARCH: u32 = 1001;

pub(in crate::hccl) fn generation(soc: &Soc) -> Generation {
    if soc.arch == FIRST_ARCH {
        Generation::First
    } else if soc.name.starts_with("Ascend910_93") {
        Generation::C
    } else {
        Generation::B
    }
}

const INT8: u32 = HcclDataType::HCCL_DATA_TYPE_INT8.0;
const INT16: u32 = HcclDataType::HCCL_DATA_TYPE_INT16.0;
const INT32: u32 = HcclDataType::HCCL_DATA_TYPE_INT32.0;
const INT64: u32 = HcclDataType::HCCL_DATA_TYPE_INT64.0;
const FP16: u32 = HcclDataType::HCCL_DATA_TYPE_FP16.0;
const FP32: u32 = HcclDataType::HCCL_DATA_TYPE_FP32.0;
const BFP16: u32 = HcclDataType::HCCL_DATA_TYPE_BFP16.0;

/// The types that an operation reduces.
fn reducible(kind: Kind, generation: Generation) -> &'static [u32] {
    match (kind, generation) {
        (Kind::ReduceScatterV, Generation::B) => &[INT8, INT16, INT32, FP16, FP32, BFP16],
        (_, Generation::First) => &[INT8, INT32, INT64, FP16, FP32],
        _ => &[INT8, INT16, INT32, INT64, FP16, BFP16, FP32],
    }
}

/// The reductions of an operation for a type, by their numbers.
fn reductions(kind: Kind, dtype: HcclDataType) -> &'static [u32] {
    let young = dtype.0 == INT16 || dtype.0 == BFP16;
    if young || kind == Kind::ReduceScatterV { &[0, 2, 3] } else { &[0, 1, 2, 3] }
}

/// Refuses what the SoC cannot do.
pub(in crate::hccl) fn support(shape: &Shape, soc: &Soc) -> Outcome {
    let generation = generation(soc);
    let refuse = |what: String, allowed: &str| {
        let text = format!("EI0003: {} cannot {what} on {}; allowed are {allowed}", shape.function(), soc.name);
        Err(Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, text))
    };
    let absent = matches!(shape.kind, Kind::AllGatherV | Kind::ReduceScatterV | Kind::AllToAllVC);
    if absent && generation == Generation::First {
        let text = format!(
            "EI0003: {} has no {}; it has the operations of equal counts and HcclAlltoAllV",
            soc.name,
            shape.function()
        );
        return Err(Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, text));
    }
    if shape.kind == Kind::Barrier {
        return Ok(());
    }
    let Some(op) = shape.op else {
        let known = element_bytes(shape.dtype).is_some();
        let first = generation == Generation::First;
        if known && !(first && shape.dtype.0 == BFP16) {
            return Ok(());
        }
        let allowed = if first { "integers, fp16, fp32 and fp64" } else { "integers, fp16, bfp16, fp32 and fp64" };
        return refuse(format!("move {}", dtype_name(shape.dtype)), allowed);
    };
    let types = reducible(shape.kind, generation);
    if !types.contains(&shape.dtype.0) {
        let names: Vec<String> = types.iter().map(|number| dtype_name(HcclDataType(*number))).collect();
        return refuse(format!("reduce {}", dtype_name(shape.dtype)), &names.join(", "));
    }
    let ops = reductions(shape.kind, shape.dtype);
    if !ops.contains(&op.0) {
        let names: Vec<String> = ops.iter().map(|number| op_name(HcclReduceOp(*number))).collect();
        let what = if op.0 > HcclReduceOp::HCCL_REDUCE_MIN.0 {
            format!("do {}", op_name(op))
        } else {
            format!("do {} of {}", op_name(op), dtype_name(shape.dtype))
        };
        return refuse(what, &names.join(", "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::soc_named;

    const SUM: HcclReduceOp = HcclReduceOp::HCCL_REDUCE_SUM;
    const PROD: HcclReduceOp = HcclReduceOp::HCCL_REDUCE_PROD;
    const SOCS: [&str; 3] = ["Ascend910A", "Ascend910B3", "Ascend910_9391"];

    /// Whether the three generations can do it.
    fn answers(kind: Kind, dtype: u32, op: Option<HcclReduceOp>) -> [bool; 3] {
        SOCS.map(|name| {
            let shape = Shape { op, ..Shape::new(kind, 1, HcclDataType(dtype)) };
            let answer = soc_named(name).map(|soc| support(&shape, &soc));
            let code = HcclResult::HCCL_E_NOT_SUPPORT.0.cast_signed();
            match answer {
                Some(Err(failure)) => {
                    assert_eq!(failure.code, code);
                    false
                }
                answer => answer.is_some(),
            }
        })
    }

    #[test]
    fn reductions_follow_the_matrix() {
        let reducing = [Kind::AllReduce, Kind::ReduceScatter, Kind::Reduce];
        for kind in reducing {
            for dtype in [INT8, INT32, INT64, FP16, FP32] {
                assert_eq!(answers(kind, dtype, Some(SUM)), [true; 3], "{kind:?} {dtype}");
                assert_eq!(answers(kind, dtype, Some(PROD)), [true; 3], "{kind:?} {dtype}");
            }
            for dtype in [INT16, BFP16] {
                assert_eq!(answers(kind, dtype, Some(SUM)), [false, true, true], "{kind:?} {dtype}");
                assert_eq!(answers(kind, dtype, Some(PROD)), [false; 3], "{kind:?} {dtype}");
            }
            // The unsigned and the double.
            for dtype in [6, 7, 8, 9, 10] {
                assert_eq!(answers(kind, dtype, Some(SUM)), [false; 3], "{kind:?} {dtype}");
            }
        }
        for (dtype, expected) in
            [(INT8, [false, true, true]), (INT64, [false, false, true]), (FP32, [false, true, true])]
        {
            assert_eq!(answers(Kind::ReduceScatterV, dtype, Some(SUM)), expected, "{dtype}");
            assert_eq!(answers(Kind::ReduceScatterV, dtype, Some(PROD)), [false; 3], "{dtype}");
        }
    }

    #[test]
    fn copies_take_every_type_but_bfp16_on_the_first() {
        let moving = [Kind::AllGather, Kind::Broadcast, Kind::Scatter, Kind::AllToAll, Kind::AllToAllV, Kind::Send];
        for kind in moving {
            for dtype in 0..=10 {
                assert_eq!(answers(kind, dtype, None), [true; 3], "{kind:?} {dtype}");
            }
            assert_eq!(answers(kind, BFP16, None), [false, true, true], "{kind:?}");
            for dtype in [12, 14, 15, 255] {
                assert_eq!(answers(kind, dtype, None), [false; 3], "{kind:?} {dtype}");
            }
        }
        for kind in [Kind::AllGatherV, Kind::AllToAllVC] {
            assert_eq!(answers(kind, FP32, None), [false, true, true], "{kind:?}");
        }
    }
}
