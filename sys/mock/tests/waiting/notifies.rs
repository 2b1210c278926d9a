//! Notifies.

use std::env;
use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_sys::{aclError, aclrtNotify};

use crate::child::{begin, end};
use crate::common::{ACL, check, count, counter, is_idle, launch, on, refused, stream, synchronize, until};

pub fn notify() -> aclrtNotify {
    let mut notify = null_mut();
    check(unsafe { ACL.aclrtCreateNotify.unwrap()(&mut notify, 0) });
    notify
}

pub fn wait_for(notify: aclrtNotify, stream: *mut c_void, seconds: u32) {
    check(unsafe { ACL.aclrtWaitAndResetNotify.unwrap()(notify, stream, seconds) });
}

fn set(notify: aclrtNotify, stream: *mut c_void) {
    check(unsafe { ACL.aclrtRecordNotify.unwrap()(notify, stream) });
}

#[test]
fn one_record_of_a_notify_is_for_one_wait() {
    on(11);
    let (first, second, third) = (stream(), stream(), stream());
    let (notify, ran) = (notify(), counter());
    for stream in [first, second] {
        wait_for(notify, stream, 0);
        launch(stream, ran);
    }
    set(notify, third);
    check(synchronize(third));
    until(|| count(ran) == 1);
    // The stream goes on a moment after its function has returned.
    until(|| is_idle(first) != is_idle(second));
    set(notify, third);
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    assert_eq!(count(ran), 2);
    // It stays set until somebody waits, and two records are not counted twice.
    set(notify, third);
    set(notify, third);
    wait_for(notify, third, 0);
    check(synchronize(third));
    wait_for(notify, first, 1);
    refused(synchronize(first), aclError::RT_TASK_TIMEOUT, "a stream waited 1 s for notify");
    check(unsafe { ACL.aclrtDestroyNotify.unwrap()(notify) });
    assert_eq!(unsafe { ACL.aclrtDestroyNotify.unwrap()(notify) }, aclError::RT_PARAM_INVALID);
}

#[test]
fn a_notify_joins_devices_and_only_its_own_waits() {
    on(12);
    let (waiting, notify, ran) = (stream(), notify(), counter());
    wait_for(notify, waiting, 0);
    launch(waiting, ran);
    on(13);
    let other = stream();
    let wait = ACL.aclrtWaitAndResetNotify.unwrap();
    refused(unsafe { wait(notify, other, 0) }, aclError::RT_PARAM_INVALID, "the notify is of device 12");
    set(notify, other);
    check(synchronize(waiting));
    assert_eq!(count(ran), 1);
}

#[test]
fn notifies_are_as_many_as_the_device_has() {
    on(14);
    let notifies: Vec<_> = (0..8192).map(|_| notify()).collect();
    let mut id = 0;
    check(unsafe { ACL.aclrtGetNotifyId.unwrap()(notifies[8191], &mut id) });
    assert_eq!(id, 8191);
    let mut more = null_mut();
    let code = unsafe { ACL.aclrtCreateNotify.unwrap()(&mut more, 0) };
    refused(code, aclError::RT_NO_NOTIFY_RESOURCE, "device 14 has no notify left of its 8192");
    for notify in notifies {
        check(unsafe { ACL.aclrtDestroyNotify.unwrap()(notify) });
    }
    notify();
}

fn key(of: aclrtNotify, flags: u64) -> String {
    let mut key = [0; 65];
    check(unsafe { ACL.aclrtNotifyGetExportKey.unwrap()(of, key.as_mut_ptr(), key.len(), flags) });
    key.iter().take_while(|&&byte| byte != 0).map(|&byte| byte as u8 as char).collect()
}

#[test]
fn a_notify_is_recorded_by_another_process() {
    on(15);
    let (waiting, notify, ran) = (stream(), notify(), counter());
    wait_for(notify, waiting, 0);
    launch(waiting, ran);
    // Exported while a stream waits for it already.
    let child = begin("notifies::child_records_a_notify", &[("CHILD_WORD", &key(notify, 2))]);
    check(synchronize(waiting));
    assert_eq!(count(ran), 1);
    end(child);
}

#[test]
#[ignore = "a process of another test"]
fn child_records_a_notify() {
    on(0);
    let key = std::ffi::CString::new(env::var("CHILD_WORD").unwrap()).unwrap();
    let mut notify = null_mut();
    check(unsafe { ACL.aclrtNotifyImportByKey.unwrap()(&mut notify, key.as_ptr(), 0) });
    let stream = stream();
    set(notify, stream);
    check(synchronize(stream));
}

#[test]
fn who_is_not_named_does_not_import_a_notify() {
    on(16);
    let notify = notify();
    let key = std::ffi::CString::new(key(notify, 0)).unwrap();
    let mut imported = null_mut();
    let mut import = || unsafe { ACL.aclrtNotifyImportByKey.unwrap()(&mut imported, key.as_ptr(), 0) };
    refused(import(), aclError::RT_PARAM_INVALID, "this process may not import the notify");
    let mut me = i32::try_from(std::process::id()).unwrap();
    check(unsafe { ACL.aclrtNotifySetImportPid.unwrap()(notify, &mut me, 1) });
    check(import());
    let (stream, ran) = (stream(), counter());
    wait_for(notify, stream, 0);
    launch(stream, ran);
    set(imported, null_mut());
    check(synchronize(stream));
    assert_eq!(count(ran), 1);
}
