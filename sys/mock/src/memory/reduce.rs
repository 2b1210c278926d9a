//! Reduction by the copy engine: `aclrtReduceAsync`.

use std::sync::Arc;

use ascend_npu_sys::{aclDataType, aclError, aclrtReduceKind, aclrtStream};
use half::{bf16, f16};

use super::check::{Range, Side};
use super::raw::{self, Address, Span};
use crate::clock;
use crate::exec::{Body, Kind, Task};
use crate::report::{Failure, Outcome};

/// The arguments of `aclrtReduceAsync`.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub(super) to: Address,
    pub(super) from: Address,
    /// Bytes, not elements.
    pub(super) bytes: u64,
    pub(super) kind: aclrtReduceKind,
    pub(super) element: aclDataType,
}

#[derive(Clone, Copy)]
enum Operation {
    Sum,
    Max,
    Min,
}

/// Queues `to = to ⊕ from`.
pub(super) fn reduce_async(request: Request, stream: aclrtStream) -> Outcome {
    let queue = crate::stream::of_current(stream)?;
    let refuse = |code: aclError, text: String| Err(Failure::acl(code, format!("EE1001: {text}")));
    let Request { to, from, bytes, kind, element } = request;
    if to.is_null() || from.is_null() {
        return refuse(aclError::INVALID_PARAM, "an address of the reduction is null".to_owned());
    }
    let operation = match kind {
        aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM => Operation::Sum,
        aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX => Operation::Max,
        aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN => Operation::Min,
        aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL => {
            return refuse(aclError::RT_FEATURE_NOT_SUPPORT, "the copy engine of a 910 does not compare".to_owned());
        }
        _ => return refuse(aclError::RT_PARAM_INVALID, format!("{} is no reduction: 10 to 13 are", kind.0)),
    };
    let (apply, width) = applier(element)?;
    let bytes = usize::try_from(bytes).ok().filter(|&bytes| bytes > 0 && bytes.is_multiple_of(width));
    let Some(bytes) = bytes else {
        let text = format!("{} B are to be reduced: whole elements of {width} B, and at least one", request.bytes);
        return refuse(aclError::RT_PARAM_INVALID, text);
    };
    let (to, from) = (Range { address: to, bytes }, Range { address: from, bytes });
    let sides = (to.side("target of a reduction")?, from.side("source of a reduction")?);
    if sides != (Side::Device, Side::Device) || to.device() != from.device() {
        return refuse(aclError::RT_PARAM_INVALID, "both ends of a reduction must be on one device".to_owned());
    }
    let run = move || {
        let target = to.take(Side::Device, "target of a reduction").map_err(fault)?;
        let source = from.take(Side::Device, "source of a reduction").map_err(fault)?;
        if !clock::is_dry() {
            apply(&target, &source, operation);
        }
        if target.is_live() && source.is_live() {
            return Ok(());
        }
        Err(Failure::acl(aclError::RT_SYS_DMA_ERROR, "an end of a reduction was freed while it was in use"))
    };
    let task = Task::new(Kind::ReduceOnDevice, "aclrtReduceAsync", Body::Again(Arc::new(run)));
    queue.submit(task.touching([from.read(), to.write()]))
}

fn fault(failure: Failure) -> Failure {
    Failure::acl(aclError::RT_SYS_DMA_ERROR, format!("a queued reduction failed: {}", failure.text))
}

type Apply = fn(&Span, &Span, Operation);

macro_rules! integers {
    ($($name:ident: $of:ty;)*) => {$(
        fn $name(to: &Span, from: &Span, operation: Operation) {
            match operation {
                Operation::Sum => raw::join(to, from, <$of>::wrapping_add),
                Operation::Max => raw::join(to, from, <$of>::max),
                Operation::Min => raw::join(to, from, <$of>::min),
            }
        }
    )*};
}

macro_rules! floats {
    ($($name:ident: $of:ty;)*) => {$(
        fn $name(to: &Span, from: &Span, operation: Operation) {
            let join = |operation: fn(f32, f32) -> f32| {
                raw::join(to, from, move |left: $of, right: $of| {
                    <$of as Float>::narrow(operation(Float::widen(left), Float::widen(right)))
                });
            };
            match operation {
                Operation::Sum => join(|left, right| left + right),
                // A NaN of either side stays.
                Operation::Max => join(|left, right| if right > left || right.is_nan() { right } else { left }),
                Operation::Min => join(|left, right| if right < left || right.is_nan() { right } else { left }),
            }
        }
    )*};
}

/// A number that is joined as f32 and rounded back.
trait Float: Copy {
    fn widen(self) -> f32;
    fn narrow(wide: f32) -> Self;
}

impl Float for f32 {
    fn widen(self) -> f32 {
        self
    }
    fn narrow(wide: f32) -> Self {
        wide
    }
}

impl Float for f16 {
    fn widen(self) -> f32 {
        self.to_f32()
    }
    fn narrow(wide: f32) -> Self {
        Self::from_f32(wide)
    }
}

impl Float for bf16 {
    fn widen(self) -> f32 {
        self.to_f32()
    }
    fn narrow(wide: f32) -> Self {
        Self::from_f32(wide)
    }
}

integers! { join_i8: i8; join_i16: i16; join_i32: i32; }
floats! { join_f32: f32; join_f16: f16; join_bf16: bf16; }

/// What joins elements of a type, and their width.
fn applier(element: aclDataType) -> Outcome<(Apply, usize)> {
    // The oldest part adds floats only.
    let old = crate::device::soc().arch == 1001;
    let found: (Apply, usize) = match element {
        aclDataType::ACL_FLOAT => (join_f32, 4),
        aclDataType::ACL_FLOAT16 => (join_f16, 2),
        aclDataType::ACL_BF16 if !old => (join_bf16, 2),
        aclDataType::ACL_INT8 if !old => (join_i8, 1),
        aclDataType::ACL_INT16 if !old => (join_i16, 2),
        aclDataType::ACL_INT32 if !old => (join_i32, 4),
        aclDataType::ACL_INT4
        | aclDataType::ACL_UINT8
        | aclDataType::ACL_UINT16
        | aclDataType::ACL_UINT32
        | aclDataType::ACL_BF16
        | aclDataType::ACL_INT8
        | aclDataType::ACL_INT16
        | aclDataType::ACL_INT32 => {
            let text = format!("EE1001: the copy engine does not reduce elements of type {}", element.0);
            return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
        }
        _ => {
            let text = format!("EE1001: elements of type {} cannot be reduced", element.0);
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
    };
    Ok(found)
}
