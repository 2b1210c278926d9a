//! Scalars: numbers on the host, copied when they are made.

use once_cell::sync::Lazy;

use super::tensor::{missing, refusal};
use super::types::aclScalar;
use super::value::{Type, Value, WIDEST};
use crate::report::Outcome;
use crate::stream::Registry;

static SCALARS: Lazy<Registry<Value>> = Lazy::new(Registry::default);

/// Takes the bytes of a number, of which as many count as the type has.
pub(super) fn create(kind: Type, bytes: [u8; WIDEST]) -> Outcome<*mut aclScalar> {
    if !kind.is_number() {
        return Err(refusal(format!("no operator of the software device takes a scalar of type {}", kind.code())));
    }
    Ok(SCALARS.insert(kind.number(bytes)).cast())
}

pub(super) fn destroy(scalar: *const aclScalar) -> Outcome {
    SCALARS.remove(scalar.cast_mut().cast()).map(drop).ok_or_else(|| missing(scalar.is_null(), "scalar"))
}

/// The number of a handle. `what` names it.
pub(super) fn find(scalar: *const aclScalar, what: &str) -> Outcome<Value> {
    SCALARS.get(scalar.cast_mut().cast()).map(|found| *found).ok_or_else(|| missing(scalar.is_null(), what))
}
