//! Codes carry a name, a kind and advice; unknown ones pass through.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop at what it did not expect")]

use ascend_npu_sys::{CodeKind, HcclResult, acl_code_name, aclError, hccl_code_name};

/// Codes by the C names of our own headers, which are proven against the vendor's.
fn declared(header: &str) -> Vec<(String, i32)> {
    let words = header.lines().filter_map(|line| line.strip_prefix("#define ACL_ERROR_")?.split_once(' '));
    words.map(|(name, code)| (name.to_owned(), code.parse().unwrap())).collect()
}

#[test]
fn every_declared_acl_code_has_its_name_and_advice() {
    let codes = declared(include_str!("../include/acl_codes.h"));
    assert!(codes.len() > 200, "{}", codes.len());
    for (name, code) in codes.into_iter().filter(|(name, _)| name != "NONE") {
        let known = aclError(code).describe().unwrap_or_else(|| panic!("{name} {code} is not listed"));
        assert_eq!(known.name, name, "{code}");
        assert!(!known.advice.is_empty() && known.kind != CodeKind::Unknown, "{name}");
    }
}

#[test]
fn every_declared_hccl_code_has_its_name_and_advice() {
    let header = include_str!("../include/hccl_base.h");
    let lines = header.lines().filter_map(|line| line.trim().strip_prefix("HCCL_E_")?.split_once(" = "));
    let codes: Vec<(&str, u32)> =
        lines.map(|(name, code)| (name, code.trim_end_matches(',').parse().unwrap())).collect();
    assert_eq!(codes.len(), 25);
    for (name, code) in codes {
        let known = HcclResult(code).describe().unwrap_or_else(|| panic!("{name} {code} is not listed"));
        assert_eq!(known.name, format!("E_{name}"));
        assert!(!known.advice.is_empty());
    }
}

#[test]
fn kinds_are_those_a_caller_acts_on() {
    for (code, kind) in [
        (aclError::SUCCESS, CodeKind::Success),
        (aclError::REPEAT_INITIALIZE, CodeKind::Remark),
        (aclError::RT_PARAM_INVALID, CodeKind::InvalidArgument),
        (aclError::RT_CONTEXT_NULL, CodeKind::NotInitialized),
        (aclError::RT_MEMORY_ALLOCATION, CodeKind::OutOfMemory),
        (aclError::RT_NO_STREAM_RESOURCE, CodeKind::Exhausted),
        (aclError::RT_STREAM_SYNC_TIMEOUT, CodeKind::Timeout),
        (aclError::RT_VECTOR_CORE_EXCEPTION, CodeKind::KernelFault),
        (aclError::RT_DEV_SETUP_ERROR, CodeKind::DeviceLost),
        (aclError::RT_LINK_ERROR, CodeKind::Communication),
        (aclError::RT_FEATURE_NOT_SUPPORT, CodeKind::NotSupported),
        (aclError::RT_MODEL_RUNNING, CodeKind::Busy),
        (aclError::RT_STREAM_CAPTURED, CodeKind::Capture),
    ] {
        assert_eq!(code.kind(), kind, "{code:?}");
    }
    assert_eq!(HcclResult::HCCL_E_AGAIN.kind(), CodeKind::Busy);
    assert_eq!(HcclResult::E_REMOTE.kind(), CodeKind::Communication);
}

#[test]
fn unknown_codes_pass_through() {
    for code in [-7, 1, 107_999, i32::MAX, i32::MIN] {
        let code = aclError(code);
        assert_eq!((acl_code_name(code), code.describe(), code.kind()), (None, None, CodeKind::Unknown));
    }
    for code in [25, 999, u32::MAX] {
        let code = HcclResult(code);
        assert_eq!((hccl_code_name(code), code.describe(), code.kind()), (None, None, CodeKind::Unknown));
        assert_eq!(HcclResult(code.0), code);
    }
    assert_eq!(acl_code_name(aclError::RT_SYS_DMA), Some("RT_SYS_DMA"));
}

#[test]
fn no_code_is_listed_twice() {
    let mut names: Vec<_> = (0..600_000).filter_map(|code| acl_code_name(aclError(code))).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
