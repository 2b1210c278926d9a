//! Functions that the software device has not: each is there, and answers that it is not supported.
//!
//! A program that calls one gets the code that the vendor's libraries give on a chip without the feature, and a text that names
//! the function. Those that return no code answer NULL or 0.
#![allow(unsafe_code)] // They are C functions.

use std::ffi::c_void;
use std::ptr::NonNull;

use ascend_npu_sys::{HcclResult, aclDataType, aclError, aclFormat, aclprofSubscribeOpFlag, acltdtTensorType};

use crate::control;
use crate::operators::{Status, aclnnStatus};
use crate::remark::remark;
use crate::report::{Failure, note};

/// The address of what stands for a function of the bindings, or of operators.
pub(crate) fn stand_in(name: &str) -> Option<NonNull<c_void>> {
    crate::operators::stand_in(name)
        .or_else(|| bindings::stand_in::find(name))
        .or_else(|| operators::stand_in::find(name))
}

/// A type that C functions return.
pub(crate) trait Refusal {
    fn refusal(code: i32) -> Self;
}

impl Refusal for aclError {
    fn refusal(code: i32) -> Self {
        Self(code)
    }
}

impl Refusal for aclnnStatus {
    fn refusal(code: i32) -> Self {
        Self(code)
    }
}

impl Refusal for Status {
    fn refusal(code: i32) -> Self {
        Self(code)
    }
}

impl Refusal for HcclResult {
    fn refusal(code: i32) -> Self {
        Self(code.unsigned_abs())
    }
}

impl<T> Refusal for *const T {
    fn refusal(_: i32) -> Self {
        std::ptr::null()
    }
}

impl<T> Refusal for *mut T {
    fn refusal(_: i32) -> Self {
        std::ptr::null_mut()
    }
}

macro_rules! zero {
    ($($kind:ty: $zero:expr),*) => {
        $(impl Refusal for $kind {
            fn refusal(_: i32) -> Self {
                $zero
            }
        })*
    };
}

zero! {
    (): (), u16: 0, u32: 0, u64: 0, usize: 0, f32: 0.0,
    aclDataType: Self::ACL_DT_UNDEFINED, aclFormat: Self::ACL_FORMAT_UNDEFINED, aclprofSubscribeOpFlag: Self(0), acltdtTensorType: Self::ACL_TENSOR_DATA_UNDEFINED
}

/// The code of a function that is not there: the runtime's, that of the layers above it, that of HCCL, or that of queues, whose
/// functions of shared buffers the vendor's library has on the device only.
fn code(function: &str) -> i32 {
    if function.starts_with("Hccl") {
        Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, "").code
    } else if function.starts_with("aclrt")
        || ["aclmdlRI", "rt", "Msprof"].iter().any(|start| function.starts_with(start))
    {
        aclError::RT_FEATURE_NOT_SUPPORT.0
    } else if function.starts_with("acltdt") {
        aclError::FEATURE_UNSUPPORTED.0
    } else {
        aclError::API_NOT_SUPPORT.0
    }
}

/// The text for a function that says no more.
const NO_FUNCTION: &str = "the software device does not have this function";

/// Ends a call of a function that is not there.
pub(crate) fn refuse<R: Refusal>(function: &'static str, text: &str) -> R {
    let code = control::intercept(function).unwrap_or_else(|| code(function));
    if control::settings().report_refused {
        remark(format_args!("{function} is not supported: code {code}"));
    }
    note(function, Err(Failure { code, text: text.to_owned() }));
    R::refusal(code)
}

macro_rules! stand_ins {
    (
        fixed { $(fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $(-> $returned:ty)?;)* }
        variadic { $(fn $open:ident($($first:ident: $first_kind:ty,)* ...) $(-> $open_returned:ty)?;)* }
    ) => {
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "named as, and with as many arguments as, those of C")]
        pub(super) mod stand_in {
            use std::ffi::c_void;
            use std::ptr::NonNull;

            use ascend_npu_sys::*;
            #[allow(unused_imports, reason = "only one of the lists has these types")]
            use crate::operators::*;

            $(unsafe extern "C" fn $name($(_: $kind),*) $(-> $returned)? {
                crate::refused::refuse(stringify!($name), crate::refused::NO_FUNCTION)
            })*
            // The C caller puts the arguments and takes them away again: a function that looks at none may stand for one with
            // any number.
            $(unsafe extern "C" fn $open($(_: $first_kind),*) $(-> $open_returned)? {
                crate::refused::refuse(stringify!($open), crate::refused::NO_FUNCTION)
            })*

            pub(in crate::refused) fn find(name: &str) -> Option<NonNull<c_void>> {
                let address = match name {
                    $(stringify!($name) => $name as *mut c_void,)*
                    $(stringify!($open) => $open as *mut c_void,)*
                    _ => return None,
                };
                NonNull::new(address)
            }
        }
    };
}

mod bindings {
    ascend_npu_sys::for_each_function!(stand_ins);
}

mod operators {
    crate::for_each_operator_function!(stand_ins);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_layer_has_its_own_code() {
        assert_eq!(code("HcclGroupStart"), 5);
        assert_eq!(code("aclrtActiveStream"), 207_000);
        assert_eq!(code("aclmdlRIUpdate"), 207_000);
        assert_eq!(code("acltdtAllocBuf"), 200_006);
        assert_eq!(code("aclprofGetOpDescSize"), 200_001);
    }
}
