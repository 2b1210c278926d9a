//! Arrays of integers on the host, copied when they are made.

use std::sync::Arc;

use once_cell::sync::Lazy;

use super::tensor::missing;
use super::types::aclIntArray;
use crate::report::Outcome;
use crate::stream::Registry;

static ARRAYS: Lazy<Registry<Vec<i64>>> = Lazy::new(Registry::default);

pub(super) fn create(numbers: &[i64]) -> *mut aclIntArray {
    ARRAYS.insert(numbers.to_vec()).cast()
}

pub(super) fn destroy(array: *const aclIntArray) -> Outcome {
    ARRAYS.remove(array.cast_mut().cast()).map(drop).ok_or_else(|| missing(array.is_null(), "array"))
}

/// The numbers of a handle. `what` names it.
pub(super) fn find(array: *const aclIntArray, what: &str) -> Outcome<Arc<Vec<i64>>> {
    ARRAYS.get(array.cast_mut().cast()).ok_or_else(|| missing(array.is_null(), what))
}
