//! Tensors as programs describe them.

use ascend_npu_sys::{aclDataType, aclError, aclFormat};
use once_cell::sync::Lazy;

use super::shape::Shape;
use super::types::{aclTensor, aclnnStatus};
use super::value::Type;
use crate::exec::Touch;
use crate::memory;
use crate::report::{Failure, Outcome};
use crate::stream::Registry;

/// A tensor: its elements, and where the first one is.
#[derive(Clone, Debug)]
pub(super) struct Tensor {
    pub(super) kind: Type,
    pub(super) shape: Shape,
    pub(super) first: u64,
}

static TENSORS: Lazy<Registry<Tensor>> = Lazy::new(Registry::default);

/// What `aclCreateTensor` is given, in Rust.
pub(super) struct Description<'a> {
    pub(super) kind: aclDataType,
    pub(super) sizes: &'a [i64],
    /// None: elements one after another.
    pub(super) steps: Option<&'a [i64]>,
    pub(super) offset: i64,
    pub(super) format: aclFormat,
    pub(super) address: u64,
}

/// The formats that only name the axes.
const PLAIN: &[aclFormat] = &[
    aclFormat::ACL_FORMAT_UNDEFINED,
    aclFormat::ACL_FORMAT_ND,
    aclFormat::ACL_FORMAT_NC,
    aclFormat::ACL_FORMAT_NCL,
    aclFormat::ACL_FORMAT_NCHW,
    aclFormat::ACL_FORMAT_NHWC,
    aclFormat::ACL_FORMAT_HWCN,
    aclFormat::ACL_FORMAT_NCDHW,
    aclFormat::ACL_FORMAT_NDHWC,
];

/// A refusal of an argument.
pub(super) fn refusal(text: impl Into<String>) -> Failure {
    Failure { code: aclnnStatus::PARAM_INVALID, text: text.into() }
}

pub(super) fn create(description: &Description) -> Outcome<*mut aclTensor> {
    Ok(TENSORS.insert(description.tensor()?).cast())
}

pub(super) fn destroy(tensor: *const aclTensor) -> Outcome {
    TENSORS.remove(tensor.cast_mut().cast()).map(drop).ok_or_else(|| missing(tensor.is_null(), "tensor"))
}

/// The tensor of a handle. `what` names it.
pub(super) fn find(tensor: *const aclTensor, what: &str) -> Outcome<Tensor> {
    let found = TENSORS.get(tensor.cast_mut().cast());
    Ok(found.ok_or_else(|| missing(tensor.is_null(), what))?.as_ref().clone())
}

/// Why there is nothing behind a handle.
pub(super) fn missing(is_null: bool, what: &str) -> Failure {
    if is_null {
        Failure { code: aclnnStatus::PARAM_NULLPTR, text: format!("the {what} is null") }
    } else {
        refusal(format!("there is no such {what}: it was never made, or is destroyed"))
    }
}

impl Description<'_> {
    fn tensor(&self) -> Outcome<Tensor> {
        let kind = Type::of(self.kind)
            .ok_or_else(|| refusal(format!("no operator of the software device takes type {}", self.kind.0)))?;
        if !PLAIN.contains(&self.format) {
            return Err(refusal(format!("format {} is not one of plain tensors", self.format.0)));
        }
        let whole = |numbers: &[i64], what: &str| {
            let all: Option<Vec<usize>> = numbers.iter().map(|&number| usize::try_from(number).ok()).collect();
            all.ok_or_else(|| refusal(format!("{what} {numbers:?} has a negative number")))
        };
        let sizes = whole(self.sizes, "the shape")?;
        let steps = match self.steps {
            Some(steps) => whole(steps, "the strides")?,
            None => Shape::packed(&sizes),
        };
        let offset = u64::try_from(self.offset).ok().and_then(|offset| offset.checked_mul(kind.width() as u64));
        let first = offset.and_then(|offset| self.address.checked_add(offset));
        let first = first.ok_or_else(|| refusal(format!("an offset of {} elements leads nowhere", self.offset)))?;
        Ok(Tensor { kind, shape: Shape { sizes, steps }, first })
    }
}

impl Tensor {
    /// From the first element to behind the last one.
    pub(super) fn bytes(&self) -> usize {
        self.shape.extent().saturating_mul(self.kind.width())
    }

    /// The part of it that another tensor takes when it is padded: how many elements come before and behind, for each dimension,
    /// the last one first.
    pub(super) fn inner(&self, padded: &Self, padding: &[i64]) -> Outcome<Self> {
        let (sizes, dimensions) = (&padded.shape.sizes, padded.shape.sizes.len());
        let wrong = || {
            refusal(format!(
                "a padding of {padding:?} does not make a shape of {sizes:?} one of {:?}: the software device only adds elements",
                self.shape.sizes
            ))
        };
        if self.kind != padded.kind || !padding.len().is_multiple_of(2) || padding.len() / 2 > dimensions {
            return Err(wrong());
        }
        let mut pairs = padding.chunks_exact(2).map(|pair| match pair {
            [before, behind] => Some((usize::try_from(*before).ok()?, usize::try_from(*behind).ok()?)),
            _ => None,
        });
        let (mut made, mut first) = (Vec::new(), self.first);
        for (size, step) in sizes.iter().zip(&self.shape.steps).rev() {
            let (before, behind) = pairs.next().unwrap_or(Some((0, 0))).ok_or_else(wrong)?;
            made.push(size.saturating_add(before).saturating_add(behind));
            let places = before.saturating_mul(*step).saturating_mul(self.kind.width());
            first = first.saturating_add(places as u64);
        }
        made.reverse();
        if made != self.shape.sizes {
            return Err(wrong());
        }
        let shape = Shape { sizes: sizes.clone(), steps: self.shape.steps.clone() };
        Ok(Self { kind: self.kind, shape, first })
    }

    /// Checks that its memory is a device's. `what` names it.
    pub(super) fn check_memory(&self, device: i32, what: &str) -> Outcome {
        if self.bytes() == 0 {
            return Ok(());
        }
        let start = usize::try_from(self.first).unwrap_or(usize::MAX);
        let checked = memory::check_device_range(std::ptr::without_provenance(start), self.bytes(), Some(device), what);
        checked.map_err(|failure| Failure { code: aclnnStatus::RUNTIME_ERROR, ..failure })
    }

    /// The bytes under its elements of a shape, those that lie side by side as one.
    pub(super) fn touches(&self, shape: &Shape, writes: bool) -> Vec<Touch> {
        let width = self.kind.width() as u64;
        let mut touches: Vec<Touch> = Vec::new();
        shape.visit(shape, |place, _| {
            let start = self.first.saturating_add(place as u64 * width);
            match touches.last_mut() {
                Some(last) if last.start + last.bytes == start => last.bytes += width,
                _ => touches.push(Touch { start, bytes: width, writes }),
            }
        });
        touches
    }

    /// A fault of an operator that finds its memory gone.
    pub(super) fn gone(&self, what: &str) -> Failure {
        let text = format!("{what}, {} B at {:#x}, is no live device memory any more", self.bytes(), self.first);
        Failure::acl(aclError::RT_AICORE_EXCEPTION, format!("EZ9999: {text}"))
    }
}
