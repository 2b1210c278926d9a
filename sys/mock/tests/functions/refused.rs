//! Functions that the software device has not: each is there, and says so.

use std::ptr::NonNull;

use ascend_npu_mock::{Support, lookup, support};
use ascend_npu_sys::*;

use crate::support::{ACL, text};

/// What a refused function returns.
trait Answer: Sized {
    fn is_refusal(&self, name: &str) -> bool;
}

impl Answer for aclError {
    fn is_refusal(&self, name: &str) -> bool {
        let of_the_runtime = name.starts_with("aclrt") || name.starts_with("aclmdlRI");
        let expected = match name {
            _ if of_the_runtime => Self::RT_FEATURE_NOT_SUPPORT,
            // What the vendor's library has on the device only.
            _ if name.starts_with("acltdt") => Self::FEATURE_UNSUPPORTED,
            _ => Self::API_NOT_SUPPORT,
        };
        *self == expected
    }
}

impl Answer for HcclResult {
    fn is_refusal(&self, _: &str) -> bool {
        *self == Self::HCCL_E_NOT_SUPPORT
    }
}

impl<T> Answer for *const T {
    fn is_refusal(&self, _: &str) -> bool {
        self.is_null()
    }
}

impl<T> Answer for *mut T {
    fn is_refusal(&self, _: &str) -> bool {
        self.is_null()
    }
}

impl Answer for () {
    fn is_refusal(&self, _: &str) -> bool {
        true
    }
}

macro_rules! numbers {
    ($($kind:ty)*) => {
        $(impl Answer for $kind {
            fn is_refusal(&self, _: &str) -> bool {
                *self == <$kind>::default()
            }
        })*
    };
}

numbers! { u16 u32 u64 usize f32 }

impl Answer for aclDataType {
    fn is_refusal(&self, _: &str) -> bool {
        *self == Self::ACL_DT_UNDEFINED
    }
}

impl Answer for aclprofSubscribeOpFlag {
    fn is_refusal(&self, _: &str) -> bool {
        self.0 == 0
    }
}

impl Answer for acltdtTensorType {
    fn is_refusal(&self, _: &str) -> bool {
        *self == Self::ACL_TENSOR_DATA_UNDEFINED
    }
}

/// Calls a function that looks at none of its arguments; whether it answers as it should.
fn refuses<R: Answer>(name: &str, address: NonNull<std::ffi::c_void>) -> bool {
    let function: unsafe extern "C" fn() -> R = unsafe { std::mem::transmute(address.as_ptr()) };
    unsafe { function() }.is_refusal(name)
}

macro_rules! returned {
    () => {
        ()
    };
    ($returned:ty) => {
        $returned
    };
}

type Ask = fn(&str, NonNull<std::ffi::c_void>) -> bool;

macro_rules! functions {
    (
        fixed { $(fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $(-> $returned:ty)?;)* }
        variadic { $(fn $open:ident($($first:ident: $first_kind:ty,)* ...) $(-> $open_returned:ty)?;)* }
    ) => {
        /// Every function of the bindings, and how to ask it.
        const FUNCTIONS: &[(&str, Ask)] = &[
            $((stringify!($name), refuses::<returned!($($returned)?)> as Ask),)*
            $((stringify!($open), refuses::<returned!($($open_returned)?)> as Ask),)*
        ];
    };
}

ascend_npu_sys::for_each_function!(functions);

#[test]
fn every_function_is_there_and_one_that_is_not_supported_says_so_by_name() {
    once_cell::sync::Lazy::force(&ACL);
    let mut refused = 0;
    for (name, ask) in FUNCTIONS {
        let (address, support) = (lookup(name), support(name));
        let address = address.unwrap_or_else(|| panic!("{name} is not there"));
        if support == Some(Support::Implemented) {
            continue;
        }
        text();
        assert!(ask(name, address), "{name} does not answer that it is not supported");
        let text = text();
        assert!(text.contains(name) && text.contains("does not have this function"), "{name}: `{text}`");
        refused += 1;
    }
    println!("{refused} of {} functions are refused", FUNCTIONS.len());
    assert!(lookup("aclrtNoSuchFunction").is_none());
}
