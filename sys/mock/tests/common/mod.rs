//! What several test binaries share: the library, checked calls, host functions that count.
#![allow(dead_code, reason = "each binary uses a part")]

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use ascend_npu_mock::control::{self, Settings, configure};
use ascend_npu_sys::{Acl, Symbols, aclError, aclrtStream, aclrtStreamStatus};
use once_cell::sync::Lazy;

pub mod mover;
pub mod raw;
mod work;

#[allow(unused_imports, reason = "each binary uses a part")]
pub use work::*;

pub static ACL: Lazy<Acl> = Lazy::new(|| {
    // A binary that needs other settings has made them before.
    let _ = configure(own());
    let acl = unsafe { Acl::load(&mut Symbols::new(&mut ascend_npu_mock::lookup)) }.unwrap();
    assert_eq!(unsafe { (acl.aclInit)(null()) }, aclError::SUCCESS);
    acl
});

/// Sets what a binary needs, before the first call of the device. Later ones find it so.
pub fn make(set: impl FnOnce(&mut Settings)) {
    let mut settings = own();
    set(&mut settings);
    let wanted = format!("{settings:?}");
    let _ = configure(settings);
    // A test that called the device before it made the settings takes them from all others.
    assert_eq!(format!("{:?}", control::settings()), wanted, "a test calls the device before the settings are made");
}

fn own() -> Settings {
    let mut settings = Settings::default();
    settings.devices = 64;
    settings
}

/// How long a rule holds an operation back.
pub const HELD: Duration = Duration::from_millis(60);

pub fn on(device: i32) {
    assert_eq!(unsafe { (ACL.aclrtSetDevice)(device) }, aclError::SUCCESS);
}

pub fn text() -> String {
    let text = unsafe { (ACL.aclGetRecentErrMsg)() };
    if text.is_null() { String::new() } else { unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned() }
}

#[track_caller]
pub fn check(code: aclError) {
    assert_eq!(code, aclError::SUCCESS, "{}", text());
}

#[track_caller]
pub fn refused(code: aclError, wanted: aclError, part: &str) {
    assert_eq!(code, wanted);
    let text = text();
    assert!(text.contains(part), "`{text}` should contain `{part}`");
}

pub fn stream() -> aclrtStream {
    let mut stream = null_mut();
    check(unsafe { (ACL.aclrtCreateStream)(&mut stream) });
    stream
}

pub fn synchronize(stream: aclrtStream) -> aclError {
    unsafe { (ACL.aclrtSynchronizeStream)(stream) }
}

pub fn is_idle(stream: aclrtStream) -> bool {
    let mut status = aclrtStreamStatus::ACL_STREAM_STATUS_NOT_READY;
    check(unsafe { (ACL.aclrtStreamQuery)(stream, &mut status) });
    status == aclrtStreamStatus::ACL_STREAM_STATUS_COMPLETE
}

pub fn counter() -> &'static AtomicU32 {
    Box::leak(Box::new(AtomicU32::new(0)))
}

pub fn count(of: &AtomicU32) -> u32 {
    of.load(Ordering::Acquire)
}

/// A host function that adds one.
pub unsafe extern "C" fn add_one(count: *mut c_void) {
    unsafe { &*count.cast::<AtomicU32>() }.fetch_add(1, Ordering::AcqRel);
}

pub fn argument(count: &'static AtomicU32) -> *mut c_void {
    std::ptr::from_ref(count).cast_mut().cast()
}

pub fn launch(stream: aclrtStream, count: &'static AtomicU32) {
    check(unsafe { ACL.aclrtLaunchHostFunc.unwrap()(stream, Some(add_one), argument(count)) });
}

/// Waits for something that another thread does. It comes, or the test fails: nothing is measured.
#[track_caller]
pub fn until(done: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !done() {
        assert!(Instant::now() < deadline, "it never came");
        std::thread::sleep(Duration::from_millis(1));
    }
}
