//! The C functions of operators.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::c_void;

use ascend_npu_sys::{aclDataType, aclFormat, aclrtStream};

use super::act::Act;
use super::tensor::{Description, refusal};
use super::types::{aclIntArray, aclOpExecutor, aclScalar, aclTensor, aclnnStatus};
use super::value::{Type, Value, WIDEST};
use super::{array, executor, scalar, tensor};
use crate::report::{Failure, Outcome, note};

/// More dimensions than this are a mistake of the caller, and more numbers for all of them.
const MANY: u64 = 128;

fn finish(function: &str, outcome: Outcome) -> aclnnStatus {
    aclnnStatus(note(function, outcome))
}

/// The handle, or null with the text kept.
fn made<T>(function: &str, outcome: Outcome<*mut T>) -> *mut T {
    outcome.unwrap_or_else(|failure| {
        note(function, Err(failure));
        std::ptr::null_mut()
    })
}

/// Numbers of a C caller; `None` for null, where there should be some.
///
/// # Safety
/// `from` must be null or valid for reads of `count` numbers.
unsafe fn numbers<'a>(from: *const i64, count: u64) -> Outcome<Option<&'a [i64]>> {
    if count == 0 {
        return Ok(Some(&[]));
    }
    if from.is_null() {
        return Ok(None);
    }
    if count > MANY {
        return Err(refusal(format!("{count} numbers are more than {MANY}")));
    }
    // SAFETY: not null, so the caller vouches for as many; that fit into memory, being few.
    Ok(Some(unsafe { std::slice::from_raw_parts(from, usize::try_from(count).unwrap_or(0)) }))
}

/// # Safety
/// As the vendor's: shape and strides are valid for reads, or null. The address of the elements is not followed here. How the
/// storage is shaped is only said of formats that are not plain.
pub(crate) unsafe extern "C" fn aclCreateTensor(
    viewDims: *const i64,
    viewDimsNum: u64,
    dataType: aclDataType,
    stride: *const i64,
    offset: i64,
    format: aclFormat,
    _storageDims: *const i64,
    _storageDimsNum: u64,
    tensorData: *mut c_void,
) -> *mut aclTensor {
    let create = || {
        // SAFETY: this function's contract says the same.
        let sizes = unsafe { numbers(viewDims, viewDimsNum) }?;
        let sizes = sizes.ok_or_else(|| tensor::missing(true, "shape"))?;
        // SAFETY: as above.
        let steps = unsafe { numbers(stride, viewDimsNum) }?;
        let address = tensorData.expose_provenance() as u64;
        tensor::create(&Description { kind: dataType, sizes, steps, offset, format, address })
    };
    made("aclCreateTensor", create())
}

pub(crate) unsafe extern "C" fn aclDestroyTensor(tensor: *const aclTensor) -> aclnnStatus {
    finish("aclDestroyTensor", tensor::destroy(tensor))
}

/// # Safety
/// As the vendor's: `value` is null, or a number of the type that is named.
pub(crate) unsafe extern "C" fn aclCreateScalar(value: *mut c_void, dataType: aclDataType) -> *mut aclScalar {
    let create = || {
        if value.is_null() {
            return Err(tensor::missing(true, "number"));
        }
        let kind = Type::of(dataType).ok_or_else(|| refusal(format!("type {} has no numbers", dataType.0)))?;
        let mut bytes = [0; WIDEST];
        // SAFETY: not null, so the caller vouches for a number of the type, and the array has room for the widest.
        unsafe { value.cast::<u8>().copy_to_nonoverlapping(bytes.as_mut_ptr(), kind.width().min(WIDEST)) };
        scalar::create(kind, bytes)
    };
    made("aclCreateScalar", create())
}

pub(crate) unsafe extern "C" fn aclDestroyScalar(scalar: *const aclScalar) -> aclnnStatus {
    finish("aclDestroyScalar", scalar::destroy(scalar))
}

/// # Safety
/// As the vendor's: `value` is null or valid for reads of `size` numbers.
pub(crate) unsafe extern "C" fn aclCreateIntArray(value: *const i64, size: u64) -> *mut aclIntArray {
    // SAFETY: this function's contract says the same.
    let numbers = unsafe { numbers(value, size) };
    let numbers = numbers.and_then(|numbers| numbers.ok_or_else(|| tensor::missing(true, "array's content")));
    made("aclCreateIntArray", numbers.map(array::create))
}

pub(crate) unsafe extern "C" fn aclDestroyIntArray(array: *const aclIntArray) -> aclnnStatus {
    finish("aclDestroyIntArray", array::destroy(array))
}

pub(crate) unsafe extern "C" fn aclDestroyAclOpExecutor(executor: *mut aclOpExecutor) -> aclnnStatus {
    finish("aclDestroyAclOpExecutor", executor::destroy(executor))
}

/// Where the first step of an operator puts its results.
struct First {
    workspace: *mut u64,
    executor: *mut *mut aclOpExecutor,
}

impl First {
    /// Ends the first step: no operator here needs memory of its own.
    ///
    /// # Safety
    /// Each pointer must be null or valid for a write.
    unsafe fn finish(&self, operator: &'static str, act: impl FnOnce() -> Outcome<Vec<Act>>) -> aclnnStatus {
        let prepare = || {
            if self.workspace.is_null() || self.executor.is_null() {
                let text = "a pointer for a result is null".to_owned();
                return Err(Failure { code: aclnnStatus::PARAM_NULLPTR, text });
            }
            let made = executor::prepare(operator, act()?);
            // SAFETY: not null, so the caller vouches for it.
            unsafe { self.workspace.write(0) };
            // SAFETY: as above.
            unsafe { self.executor.write(made) };
            Ok(())
        };
        finish(operator, prepare())
    }
}

/// The two functions of an operator.
macro_rules! operators {
    ($($first:ident, $second:ident: |$($argument:ident: $kind:ty),*| $acts:expr;)*) => {$(
        /// # Safety
        /// As the vendor's: the pointers for the results are null or valid for a write.
        pub(crate) unsafe extern "C" fn $first(
            $($argument: $kind,)*
            workspaceSize: *mut u64,
            executor: *mut *mut aclOpExecutor,
        ) -> aclnnStatus {
            let results = First { workspace: workspaceSize, executor };
            // SAFETY: this function's contract says the same.
            unsafe { results.finish(stringify!($second), || $acts) }
        }

        pub(crate) unsafe extern "C" fn $second(
            _workspace: *mut c_void,
            _workspaceSize: u64,
            executor: *mut aclOpExecutor,
            stream: aclrtStream,
        ) -> aclnnStatus {
            finish(stringify!($second), executor::launch(stringify!($second), executor, stream))
        }
    )*};
}

operators! {
    aclnnInplaceZeroGetWorkspaceSize, aclnnInplaceZero: |selfRef: *mut aclTensor| {
        Ok(vec![Act::fill(tensor::find(selfRef, "tensor")?, Value::Integer(0))?])
    };
    aclnnInplaceOneGetWorkspaceSize, aclnnInplaceOne: |selfRef: *mut aclTensor| {
        Ok(vec![Act::fill(tensor::find(selfRef, "tensor")?, Value::Integer(1))?])
    };
    aclnnInplaceFillScalarGetWorkspaceSize, aclnnInplaceFillScalar:
        |selfRef: *mut aclTensor, value: *const aclScalar| {
            Ok(vec![Act::fill(tensor::find(selfRef, "tensor")?, scalar::find(value, "scalar")?)?])
        };
    aclnnInplaceDivsGetWorkspaceSize, aclnnInplaceDivs: |selfRef: *mut aclTensor, other: *const aclScalar| {
        Ok(vec![Act::divide(tensor::find(selfRef, "tensor")?, scalar::find(other, "divisor")?)?])
    };
    aclnnInplaceCopyGetWorkspaceSize, aclnnInplaceCopy: |selfRef: *mut aclTensor, src: *const aclTensor| {
        Ok(vec![Act::copy(tensor::find(selfRef, "target")?, tensor::find(src, "source")?)?])
    };
    aclnnCastGetWorkspaceSize, aclnnCast: |from: *const aclTensor, dataType: aclDataType, out: *mut aclTensor| {
        let to = tensor::find(out, "target")?;
        let from = tensor::find(from, "source")?;
        if to.kind.code() != dataType.0 {
            return Err(refusal(format!("type {} is asked for, the target has {}", dataType.0, to.kind.code())));
        }
        if from.shape.sizes != to.shape.sizes {
            return Err(refusal(format!("the shapes {:?} and {:?} differ", from.shape.sizes, to.shape.sizes)));
        }
        Ok(vec![Act::copy(to, from)?])
    };
    aclnnConstantPadNdGetWorkspaceSize, aclnnConstantPadNd:
        |from: *const aclTensor, pad: *const aclIntArray, value: *const aclScalar, out: *mut aclTensor| {
            let (from, to) = (tensor::find(from, "source")?, tensor::find(out, "target")?);
            let inner = to.inner(&from, &array::find(pad, "padding")?)?;
            Ok(vec![Act::fill(to, scalar::find(value, "scalar")?)?, Act::copy(inner, from)?])
        };
}
