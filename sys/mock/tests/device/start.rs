//! Starts, ends and configurations.

use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use ascend_npu_sys::aclError;

use crate::child::{begin, end};
use crate::common::{ACL, check, on, text, until};

static STARTED: AtomicU32 = AtomicU32::new(0);
static ENDED: AtomicU32 = AtomicU32::new(0);

unsafe extern "C" fn at_start(_: *const c_char, _: usize, _: *mut c_void) -> aclError {
    STARTED.fetch_add(1, Ordering::AcqRel);
    aclError::SUCCESS
}

unsafe extern "C" fn at_end(_: *mut c_void) -> aclError {
    ENDED.fetch_add(1, Ordering::AcqRel);
    aclError::SUCCESS
}

#[test]
fn starts_are_counted_and_callbacks_called() {
    end(begin("start::child_starts_and_ends", &[]));
}

#[test]
#[ignore = "a process of another test"]
fn child_starts_and_ends() {
    use ascend_npu_sys::aclRegisterCallbackType as Component;
    // The library's first use starts it.
    on(0);
    let register = ACL.aclInitCallbackRegister.unwrap();
    check(unsafe { register(Component::ACL_REG_TYPE_OTHER, Some(at_start), null_mut()) });
    assert_eq!(STARTED.load(Ordering::Acquire), 1, "who comes late is called at once");
    let at_finish = ACL.aclFinalizeCallbackRegister.unwrap();
    check(unsafe { at_finish(Component::ACL_REG_TYPE_ACL_MODEL, Some(at_end), null_mut()) });
    assert_eq!(
        unsafe { at_finish(Component::ACL_REG_TYPE_ACL_MODEL, Some(at_end), null_mut()) },
        aclError::INTERNAL_ERROR
    );
    assert_eq!(unsafe { (ACL.aclInit)(null()) }, aclError::REPEAT_INITIALIZE);
    let mut left = 99;
    let give_back = ACL.aclFinalizeReference.unwrap();
    check(unsafe { give_back(&mut left) });
    assert_eq!((left, ENDED.load(Ordering::Acquire)), (1, 0));
    check(unsafe { give_back(&mut left) });
    assert_eq!((left, ENDED.load(Ordering::Acquire)), (0, 1));
    assert_eq!(unsafe { give_back(&mut left) }, aclError::REPEAT_FINALIZE);
    assert_eq!(unsafe { (ACL.aclFinalize)() }, aclError::REPEAT_FINALIZE);
    check(unsafe { (ACL.aclInit)(null()) });
    assert_eq!(STARTED.load(Ordering::Acquire), 2);
    check(unsafe { (ACL.aclFinalize)() });
}

#[test]
fn a_configuration_names_a_default_device_and_whose_texts() {
    end(begin("start::child_starts_with_a_configuration", &[]));
}

#[test]
#[ignore = "a process of another test"]
fn child_starts_with_a_configuration() {
    check(unsafe { (ACL.aclFinalize)() });
    let file = std::env::temp_dir().join(format!("acl-{}.json", std::process::id()));
    let start = |content: &str| {
        std::fs::write(&file, content).unwrap();
        let path = CString::new(file.to_str().unwrap()).unwrap();
        unsafe { (ACL.aclInit)(path.as_ptr()) }
    };
    let nowhere = CString::new("/nowhere/acl.json").unwrap();
    assert_eq!(unsafe { (ACL.aclInit)(nowhere.as_ptr()) }, aclError::INVALID_FILE);
    assert_eq!(start("{"), aclError::PARSE_FILE);
    assert_eq!(start(r#"{"err_msg_mode": "3"}"#), aclError::INVALID_PARAM);
    check(start(r#"{"defaultDevice": {"default_device": "5"}, "err_msg_mode": "1"}"#));
    thread::spawn(|| {
        let mut device = -1;
        check(unsafe { (ACL.aclrtGetDevice)(&mut device) });
        assert_eq!(device, 5, "a thread without a context has the default device");
        text();
        assert_eq!(unsafe { (ACL.aclrtSetDevice)(99) }, aclError::RT_INVALID_DEVICEID);
    })
    .join()
    .unwrap();
    assert!(text().contains("device 99"), "the process's texts are read from any thread");
    check(unsafe { (ACL.aclFinalize)() });
    assert_eq!(start("{}"), aclError::INVALID_PARAM, "another configuration than the first");
    let _ = std::fs::remove_file(&file);
    until(|| true);
}
