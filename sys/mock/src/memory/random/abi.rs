//! The C function of random numbers.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::c_void;

use ascend_npu_sys::{aclError, aclrtRandomNumTaskInfo, aclrtStream};

use super::check::check;
use super::draw::Spread;
use super::fill::{Places, fill_async};
use crate::memory::raw::Address;
use crate::report::{Failure, Outcome, finish};

/// # Safety
/// As the vendor's: `taskInfo` is null or a request.
pub(crate) unsafe extern "C" fn aclrtRandomNumAsync(
    taskInfo: *const aclrtRandomNumTaskInfo,
    stream: aclrtStream,
    reserve: *mut c_void,
) -> aclError {
    // SAFETY: the caller gives null or a request.
    let outcome = match unsafe { taskInfo.as_ref() } {
        Some(info) => queue(info, stream, reserve),
        None => Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: taskInfo is null")),
    };
    finish("aclrtRandomNumAsync", outcome)
}

fn queue(info: &aclrtRandomNumTaskInfo, stream: aclrtStream, reserve: *mut c_void) -> Outcome {
    if !reserve.is_null() {
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: the reserved argument is not null"));
    }
    let kinds = &info.randomNumFuncParaInfo.paramInfo;
    let request = check(info, |spread| match spread {
        // SAFETY: all kinds are lists of bytes: any bits are valid.
        Spread::Mask => [Some(unsafe { kinds.dropoutBitmaskInfo }.dropoutRation), None],
        Spread::Uniform => {
            // SAFETY: as above.
            let both = unsafe { kinds.uniformDisInfo };
            [Some(both.min), Some(both.max)]
        }
        _ => {
            // SAFETY: as above.
            let both = unsafe { kinds.normalDisInfo };
            [Some(both.mean), Some(both.stddev)]
        }
    })?;
    let place = |pointer: *mut c_void| Address::of_device(pointer.expose_provenance() as u64);
    let places = Places {
        result: place(info.randomResultAddr),
        counter: place(info.randomCounterAddr),
        parameters: (!info.randomParaAddr.is_null()).then(|| place(info.randomParaAddr)),
    };
    fill_async(request, places, stream)
}
