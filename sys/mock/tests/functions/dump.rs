//! Dumps: set up and checked.

use std::ffi::CString;
use std::ptr::null;

use ascend_npu_sys::aclError;

use crate::support::*;

#[test]
fn a_dump_is_begun_configured_and_ended_in_turn() {
    let path = std::env::temp_dir().join(format!("ascend-npu-mock-dump-{}.json", std::process::id()));
    let name = CString::new(path.to_str().unwrap()).unwrap();
    let set = |text: &str| {
        std::fs::write(&path, text).unwrap();
        call!(aclmdlSetDump(name.as_ptr()))
    };
    assert_eq!(set("{}"), aclError::DUMP_NOT_RUN);
    assert_eq!(call!(aclmdlFinalizeDump()), aclError::DUMP_NOT_RUN);
    check(call!(aclmdlInitDump()));
    assert_eq!(call!(aclmdlInitDump()), aclError::DUMP_ALREADY_RUN);
    assert_eq!(set("{"), aclError::PARSE_FILE);
    assert_eq!(set(r#"{"dump": {"dump_mode": "all"}}"#), aclError::INVALID_DUMP_CONFIG);
    check(set(r#"{"dump": {"dump_path": "/tmp", "dump_mode": "all"}}"#));
    check(set("{}"));
    std::fs::remove_file(&path).unwrap();
    assert_eq!(call!(aclmdlSetDump(name.as_ptr())), aclError::INVALID_FILE);
    assert_eq!(call!(aclmdlSetDump(null())), aclError::INVALID_PARAM);
    check(call!(aclmdlFinalizeDump()));
}
