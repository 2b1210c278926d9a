//! What the operators compute.

use super::access::Memory;
use super::shape::Shape;
use super::tensor::{Tensor, refusal};
use super::value::{Type, Value};
use crate::exec::Touch;
use crate::report::{Failure, Outcome};

/// An operator with its operands, checked.
#[derive(Clone)]
pub(super) enum Act {
    /// Every element becomes a number.
    Fill { to: Tensor, value: Value },
    /// Every element becomes its quotient by a number.
    Divide { to: Tensor, by: Value },
    /// Every element becomes that of another tensor, as its own type.
    Copy { to: Tensor, from: Tensor, spread: Shape },
}

const TARGET: &str = "the target of the operator";
const SOURCE: &str = "the source of the operator";

impl Act {
    pub(super) fn fill(to: Tensor, value: Value) -> Outcome<Self> {
        number(to.kind)?;
        Ok(Self::Fill { to, value })
    }

    pub(super) fn divide(to: Tensor, by: Value) -> Outcome<Self> {
        number(to.kind)?;
        if !to.kind.is_float() {
            let text = format!("a quotient is a float, which elements of type {} cannot hold", to.kind.code());
            return Err(refusal(text));
        }
        Ok(Self::Divide { to, by })
    }

    /// The source may be smaller: then it is repeated.
    pub(super) fn copy(to: Tensor, from: Tensor) -> Outcome<Self> {
        if to.kind != from.kind {
            number(to.kind)?;
            number(from.kind)?;
        }
        let spread = from.shape.spread(&to.shape.sizes).ok_or_else(|| {
            refusal(format!("a shape of {:?} does not fill one of {:?}", from.shape.sizes, to.shape.sizes))
        })?;
        Ok(Self::Copy { to, from, spread })
    }

    pub(super) fn check_memory(&self, device: i32) -> Outcome {
        match self {
            Self::Fill { to, .. } | Self::Divide { to, .. } => to.check_memory(device, TARGET),
            Self::Copy { to, from, .. } => {
                to.check_memory(device, TARGET)?;
                if to.shape.count() == 0 { Ok(()) } else { from.check_memory(device, SOURCE) }
            }
        }
    }

    /// The memory that it touches.
    pub(super) fn touches(&self) -> Vec<Touch> {
        match self {
            Self::Fill { to, .. } => to.touches(&to.shape, true),
            Self::Divide { to, .. } => [to.touches(&to.shape, false), to.touches(&to.shape, true)].concat(),
            Self::Copy { to, from, spread } => [from.touches(spread, false), to.touches(&to.shape, true)].concat(),
        }
    }

    /// Computes, now.
    pub(super) fn run(&self) -> Outcome {
        let (Self::Fill { to, .. } | Self::Divide { to, .. } | Self::Copy { to, .. }) = self;
        if to.shape.count() == 0 {
            return Ok(());
        }
        let target = Memory::of(to).ok_or_else(|| to.gone(TARGET))?;
        match self {
            Self::Fill { value, .. } => {
                let element = to.kind.element(*value);
                to.shape.visit(&to.shape, |place, _| target.store(place, element));
            }
            Self::Divide { by, .. } => to.shape.visit(&to.shape, |place, _| {
                let quotient = to.kind.number(target.load(place)).double() / by.double();
                target.store(place, to.kind.element(Value::Float(quotient)));
            }),
            Self::Copy { from, spread, .. } => {
                let source = Memory::of(from).ok_or_else(|| from.gone(SOURCE))?;
                if to.kind != from.kind {
                    to.shape.visit(spread, |place, twin| {
                        target.store(place, to.kind.element(from.kind.number(source.load(twin))));
                    });
                } else if to.shape.is_packed() && spread.is_packed() {
                    target.copy_from(&source);
                } else {
                    to.shape.visit(spread, |place, twin| target.store(place, source.load(twin)));
                }
                live(&source, from, SOURCE)?;
            }
        }
        live(&target, to, TARGET)
    }
}

fn number(kind: Type) -> Outcome {
    if kind.is_number() {
        return Ok(());
    }
    Err(refusal(format!("the software device only moves elements of type {}, it does not compute them", kind.code())))
}

fn live(memory: &Memory, tensor: &Tensor, what: &str) -> Result<(), Failure> {
    if memory.is_live() { Ok(()) } else { Err(tensor.gone(what)) }
}
