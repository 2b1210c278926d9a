//! Device memory that is imported by key.

use std::ffi::{CStr, CString, c_char};
use std::process::{Command, Stdio};
use std::ptr::null_mut;

use ascend_npu_sys::aclError;

use crate::support::*;

fn export(address: *mut std::ffi::c_void, bytes: usize, flags: u64) -> (aclError, [c_char; 65]) {
    let mut key = [1; 65];
    (call!(aclrtIpcMemGetExportKey(address, bytes, key.as_mut_ptr(), key.len(), flags)), key)
}

#[test]
fn memory_is_imported_by_its_key_until_that_is_closed() {
    on(44);
    let memory = malloc(4096);
    upload(memory, &pattern(4096));
    let (code, key) = export(at(memory, 64), 1000, 1);
    check(code);
    let mut found = null_mut();
    check(call!(aclrtIpcMemImportByKey(&mut found, key.as_ptr(), 0)));
    assert_eq!(download(found, 1000), pattern(4096)[64..1064]);
    check(call!(aclrtIpcMemSetImportPid(key.as_ptr(), &mut 1, 1)));
    check(call!(aclrtIpcMemClose(key.as_ptr())));
    check(call!(aclrtIpcMemClose(key.as_ptr())));
    assert_eq!(call!(aclrtIpcMemClose(key.as_ptr())), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtIpcMemImportByKey(&mut found, key.as_ptr(), 0)), aclError::RT_PARAM_INVALID);
    check(free(memory));
}

#[test]
fn keys_are_checked() {
    on(45);
    let (memory, local) = (malloc(64), [0_u8; 64]);
    assert_eq!(export(null_mut(), 64, 0).0, aclError::INVALID_PARAM);
    assert_eq!(export(memory, 0, 0).0, aclError::RT_PARAM_INVALID);
    assert_eq!(export(memory, 64, 2).0, aclError::RT_PARAM_INVALID);
    assert_eq!(export(memory, 4096, 0).0, aclError::RT_PARAM_INVALID);
    assert_eq!(export(local.as_ptr().cast_mut().cast(), 64, 0).0, aclError::RT_PARAM_INVALID);
    let mut short = [0; 64];
    let code = call!(aclrtIpcMemGetExportKey(memory, 64, short.as_mut_ptr(), short.len(), 0));
    assert_eq!(code, aclError::RT_PARAM_INVALID);
    let mut found = null_mut();
    let import = |found: &mut _, key: &CStr| call!(aclrtIpcMemImportByKey(found, key.as_ptr(), 0));
    for key in [c"", c"nonsense", c"ascend-mock-1-0-1", c"ascend-mock-zz"] {
        assert_eq!(import(&mut found, key), aclError::RT_PARAM_INVALID);
    }
    let (code, key) = export(memory, 64, 0);
    check(code);
    assert_eq!(call!(aclrtIpcMemImportByKey(null_mut(), key.as_ptr(), 0)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtIpcMemImportByKey(&mut found, std::ptr::null(), 0)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtIpcMemImportByKey(&mut found, key.as_ptr(), 2)), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtIpcMemSetImportPid(key.as_ptr(), &mut 1, 0)), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtIpcMemSetImportPid(c"other".as_ptr(), &mut 1, 1)), aclError::RT_PARAM_INVALID);
    check(call!(aclrtIpcMemClose(key.as_ptr())));
    check(free(memory));
}

const CHILD: &str = "ASCEND_MOCK_TEST_CHILD_IMPORTS";

/// The other process of the test below; by itself it does nothing.
#[test]
fn child_imports_memory() {
    let Ok(words) = std::env::var(CHILD) else { return };
    let (open, listed) = words.split_once(' ').unwrap();
    let [open, listed] = [open, listed].map(|key| CString::new(key).unwrap());
    on(0);
    let mut found = null_mut();
    let refused = call!(aclrtIpcMemImportByKey(&mut found, listed.as_ptr(), 0));
    assert_eq!(refused, aclError::RT_PARAM_INVALID, "it is not listed");
    check(call!(aclrtIpcMemImportByKey(&mut found, open.as_ptr(), 1)));
    assert_eq!(download(found, 3 * MIB), pattern(3 * MIB));
    upload(at(found, 5), &pattern(77));
    assert_ne!(free(found), OK, "closing the key gives it back");
    check(call!(aclrtIpcMemClose(open.as_ptr())));
    assert_ne!(copy(found, open.as_ptr().cast(), 1, TO_DEVICE), OK);
}

#[test]
fn another_process_imports_memory_by_its_key() {
    if std::env::var(CHILD).is_ok() {
        return;
    }
    on(63);
    let (large, small) = (malloc(4 * MIB), malloc(100));
    upload(at(large, 100), &pattern(3 * MIB));
    let (code, open) = export(at(large, 100), 3 * MIB, 1);
    check(code);
    let (code, listed) = export(small, 100, 0);
    check(code);
    check(call!(aclrtIpcMemSetImportPid(listed.as_ptr(), &mut 1, 1)));
    let keys = [open, listed].map(|key| unsafe { CStr::from_ptr(key.as_ptr()) }.to_str().unwrap().to_owned());
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "ipc::child_imports_memory", "--nocapture"]).env(CHILD, keys.join(" "));
    assert!(child.stdout(Stdio::null()).status().unwrap().success());
    assert_eq!(download(at(large, 105), 77), pattern(77));
    for key in [open, listed] {
        check(call!(aclrtIpcMemClose(key.as_ptr())));
    }
    check(free(large));
    check(free(small));
}
