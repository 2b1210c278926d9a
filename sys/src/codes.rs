//! Return codes by name.
//!
//! Codes are integers, never Rust enums: a newer library may return one that is not listed here, and it passes through.

use crate::types::{HcclResult, aclError};

macro_rules! acl_codes {
    ($($code:literal $name:ident,)*) => {
        #[allow(missing_docs, reason = "the names are the vendor's and say what they mean")]
        impl aclError {
            $(pub const $name: Self = Self($code);)*
        }

        /// The vendor's name of an ACL code, without its prefix `ACL_ERROR_`; `None` for an unlisted code.
        pub fn acl_code_name(code: aclError) -> Option<&'static str> {
            match code.0 {
                $($code => Some(stringify!($name)),)*
                _ => None,
            }
        }
    };
}

acl_codes! {
    0 SUCCESS,
    100000 INVALID_PARAM,
    100001 UNINITIALIZE,
    100002 REPEAT_INITIALIZE,
    100037 REPEAT_FINALIZE,
    100039 COMPILING_STUB_MODE,
    107000 RT_PARAM_INVALID,
    107001 RT_INVALID_DEVICEID,
    107002 RT_CONTEXT_NULL,
    107003 RT_STREAM_CONTEXT,
    107006 RT_EVENT_TIMESTAMP_INVALID,
    107007 RT_EVENT_TIMESTAMP_REVERSAL,
    107017 RT_INVALID_HANDLE,
    107019 RT_WAIT_TIMEOUT,
    107020 RT_TASK_TIMEOUT,
    107022 RT_DEVICE_TASK_ABORT,
    107023 RT_STREAM_ABORT,
    200000 BAD_ALLOC,
    200001 API_NOT_SUPPORT,
    207000 RT_FEATURE_NOT_SUPPORT,
    207001 RT_MEMORY_ALLOCATION,
    207004 RT_NO_DEVICE,
    207005 RT_RESOURCE_ALLOC_FAIL,
    207007 RT_NO_EVENT_RESOURCE,
    207008 RT_NO_STREAM_RESOURCE,
    207018 RT_DEVICE_OOM,
    500000 INTERNAL_ERROR,
    507000 RT_INTERNAL_ERROR,
    507007 RT_CONTEXT_RELEASE_ERROR,
    507011 RT_MODEL_EXECUTE,
    507013 RT_SYS_DMA_ERROR,
    507014 RT_AICORE_TIMEOUT,
    507015 RT_AICORE_EXCEPTION,
    507027 RT_KERNEL_LOOKUP,
    507033 RT_DEV_SETUP_ERROR,
    507034 RT_VECTOR_CORE_TIMEOUT,
    507035 RT_VECTOR_CORE_EXCEPTION,
    507046 RT_STREAM_SYNC_TIMEOUT,
    507047 RT_EVENT_SYNC_TIMEOUT,
    507048 RT_FFTS_PLUS_TIMEOUT,
    507899 RT_DRV_INTERNAL_ERROR,
}

/// The vendor's name of an HCCL code, without its prefix `HCCL_`; `None` for an unlisted code.
pub fn hccl_code_name(code: HcclResult) -> Option<&'static str> {
    let name = match code {
        HcclResult::HCCL_SUCCESS => "SUCCESS",
        HcclResult::HCCL_E_PARA => "E_PARA",
        HcclResult::HCCL_E_PTR => "E_PTR",
        HcclResult::HCCL_E_MEMORY => "E_MEMORY",
        HcclResult::HCCL_E_INTERNAL => "E_INTERNAL",
        HcclResult::HCCL_E_NOT_SUPPORT => "E_NOT_SUPPORT",
        HcclResult::HCCL_E_NOT_FOUND => "E_NOT_FOUND",
        HcclResult::HCCL_E_UNAVAIL => "E_UNAVAIL",
        HcclResult::HCCL_E_SYSCALL => "E_SYSCALL",
        HcclResult::HCCL_E_TIMEOUT => "E_TIMEOUT",
        HcclResult::HCCL_E_OPEN_FILE_FAILURE => "E_OPEN_FILE_FAILURE",
        HcclResult::HCCL_E_TCP_CONNECT => "E_TCP_CONNECT",
        HcclResult::HCCL_E_ROCE_CONNECT => "E_ROCE_CONNECT",
        HcclResult::HCCL_E_TCP_TRANSFER => "E_TCP_TRANSFER",
        HcclResult::HCCL_E_ROCE_TRANSFER => "E_ROCE_TRANSFER",
        HcclResult::HCCL_E_RUNTIME => "E_RUNTIME",
        HcclResult::HCCL_E_DRV => "E_DRV",
        HcclResult::HCCL_E_PROFILING => "E_PROFILING",
        HcclResult::HCCL_E_CCE => "E_CCE",
        HcclResult::HCCL_E_NETWORK => "E_NETWORK",
        HcclResult::HCCL_E_AGAIN => "E_AGAIN",
        HcclResult::HCCL_E_REMOTE => "E_REMOTE",
        HcclResult::HCCL_E_SUSPENDING => "E_SUSPENDING",
        HcclResult::HCCL_E_OPRETRY_FAIL => "E_OPRETRY_FAIL",
        HcclResult::HCCL_E_OOM => "E_OOM",
        _ => return None,
    };
    Some(name)
}
