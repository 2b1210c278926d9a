//! A source of symbols that does not have all: what it lacks answers so.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop at what it did not expect")]
#![allow(unsafe_code)] // Calls the functions that stand for missing ones.

use std::ptr;

use ascend_npu_sys::{Acl, Hccl, HcclResult, Symbols, aclDataType, aclError, aclLogLevel};

#[test]
fn a_missing_required_function_answers_that_it_is_not_supported() {
    let mut find = |_: &'static str| None;
    // SAFETY: the source has no symbols.
    let acl = unsafe { Acl::load(&mut Symbols::partial(&mut find)) }.unwrap();
    // SAFETY: the functions that stand for missing ones look at no argument.
    unsafe { (acl.aclAppLog)(aclLogLevel::ACL_INFO, c"test".as_ptr(), c"file".as_ptr(), 1, c"%d".as_ptr(), 7) };
    // SAFETY: as above.
    let code = unsafe { (acl.aclrtSetDevice)(0) };
    // SAFETY: as above.
    let size = unsafe { (acl.aclDataTypeSize)(aclDataType::ACL_FLOAT) };
    // SAFETY: as above.
    let text = unsafe { (acl.aclGetRecentErrMsg)() };
    assert_eq!((code, size, text), (aclError::API_NOT_SUPPORT, 0, ptr::null()));
    assert!(acl.aclrtLaunchHostFunc.is_none(), "optional ones stay absent");
    // SAFETY: as above.
    let hccl = unsafe { Hccl::load(&mut Symbols::partial(&mut find)) }.unwrap();
    // SAFETY: as above.
    assert_eq!(unsafe { (hccl.HcclCommDestroy)(ptr::null_mut()) }, HcclResult::HCCL_E_NOT_SUPPORT);
}

#[test]
fn without_that_all_missing_ones_are_told() {
    let mut find = |_: &'static str| None;
    // SAFETY: the source has no symbols.
    let missing = unsafe { Hccl::load(&mut Symbols::new(&mut find)) }.unwrap_err();
    let required = Hccl::FUNCTIONS.iter().filter(|function| function.required).map(|function| function.name);
    assert_eq!(missing.names, required.collect::<Vec<_>>());
}
