//! The library's own text for each code.

use std::ffi::CStr;

use ascend_npu_sys::HcclResult;

/// The text of a code; codes the library does not know have one text together.
pub(super) fn of(code: HcclResult) -> &'static CStr {
    match code.0 {
        0 => c"no error",
        1 => c"parameter error",
        2 => c"empty pointer",
        3 => c"memory error",
        4 => c"internal error",
        5 => c"not support feature",
        6 => c"not found specific resource",
        7 => c"resource unavailable",
        8 => c"call system interface error",
        9 => c"timeout",
        10 => c"open file fail",
        11 => c"tcp connect fail",
        12 => c"roce connect fail",
        13 => c"tcp transfer fail",
        14 => c"roce transfer fail",
        15 => c"call runtime api fail",
        16 => c"call driver api fail",
        17 => c"call profiling api fail",
        18 => c"call cce api fail",
        19 => c"call network api fail",
        20 => c"try again",
        21 => c"error cqe",
        22 => c"error communicator suspending",
        23 => c"retry constraint",
        24 => c"out of memory",
        _ => c"unknown error",
    }
}
