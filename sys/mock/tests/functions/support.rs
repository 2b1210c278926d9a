//! What all tests of this binary use.

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::sync::mpsc;

use ascend_npu_mock::control::{Settings, configure};
use ascend_npu_sys::{Acl, Symbols, aclError, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream};
use once_cell::sync::Lazy;

pub const MIB: usize = 1 << 20;
pub const HBM: usize = 64 * MIB;
pub const HUGE_FIRST: aclrtMemMallocPolicy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
pub const TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
pub const TO_HOST: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
pub const ON_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
pub const ANY: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEFAULT;
pub const OK: aclError = aclError::SUCCESS;

pub static ACL: Lazy<Acl> = Lazy::new(|| {
    let mut settings = Settings::default();
    settings.devices = 120;
    settings.hbm_bytes = Some(HBM as u64);
    configure(settings).unwrap();
    let acl = unsafe { Acl::load(&mut Symbols::partial(&mut ascend_npu_mock::lookup)) }.unwrap();
    assert_eq!(unsafe { (acl.aclInit)(null()) }, OK);
    acl
});

/// Calls a C function by its name: `call!(aclrtMemcpy2d(...))`.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        once_cell::sync::Lazy::force(&crate::support::ACL);
        let address = ascend_npu_mock::lookup(stringify!($name)).unwrap();
        // The table checks that the function of a name has the type of that name.
        #[allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of the tests are what is unsafe")]
        unsafe {
            let function: ascend_npu_sys::signature::$name = std::mem::transmute(address.as_ptr());
            function($($argument),*)
        }
    }};
}
pub(crate) use call;

/// Makes a device current. Each test has its own, so that the accounts are its own.
pub fn on(device: i32) {
    assert_eq!(unsafe { (ACL.aclrtSetDevice)(device) }, OK);
}

#[track_caller]
pub fn check(code: aclError) {
    assert_eq!(code, OK, "{}", text());
}

pub fn text() -> String {
    let text = unsafe { (ACL.aclGetRecentErrMsg)() };
    if text.is_null() { String::new() } else { unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned() }
}

#[track_caller]
pub fn malloc(bytes: usize) -> *mut c_void {
    let mut address = null_mut();
    check(unsafe { (ACL.aclrtMalloc)(&mut address, bytes, HUGE_FIRST) });
    address
}

pub fn pinned(bytes: usize) -> &'static mut [u8] {
    let mut address = null_mut();
    check(unsafe { (ACL.aclrtMallocHost)(&mut address, bytes) });
    unsafe { std::slice::from_raw_parts_mut(address.cast(), bytes) }
}

pub fn free(address: *mut c_void) -> aclError {
    unsafe { (ACL.aclrtFree)(address) }
}

pub fn copy(to: *mut c_void, from: *const c_void, bytes: usize, kind: aclrtMemcpyKind) -> aclError {
    unsafe { (ACL.aclrtMemcpy)(to, bytes, from, bytes, kind) }
}

pub fn copy_async(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    kind: aclrtMemcpyKind,
    on: aclrtStream,
) -> aclError {
    unsafe { (ACL.aclrtMemcpyAsync)(to, bytes, from, bytes, kind, on) }
}

#[track_caller]
pub fn upload(to: *mut c_void, from: &[u8]) {
    check(copy(to, from.as_ptr().cast(), from.len(), TO_DEVICE));
}

#[track_caller]
pub fn download(from: *const c_void, bytes: usize) -> Vec<u8> {
    let mut to = vec![0; bytes];
    check(copy(to.as_mut_ptr().cast(), from, bytes, TO_HOST));
    to
}

pub fn stream() -> aclrtStream {
    let mut stream = null_mut();
    check(unsafe { (ACL.aclrtCreateStream)(&mut stream) });
    stream
}

pub fn synchronize(stream: aclrtStream) -> aclError {
    unsafe { (ACL.aclrtSynchronizeStream)(stream) }
}

/// Bytes of which no two places near each other are alike.
pub fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|index| (index * 7 + index / 251) as u8).collect()
}

/// The address `bytes` further on.
pub fn at(address: *mut c_void, bytes: usize) -> *mut c_void {
    address.wrapping_byte_add(bytes)
}

/// Work that holds a stream up until it is told to go on.
pub struct Gate(mpsc::Sender<()>);

impl Gate {
    pub fn close(stream: aclrtStream) -> Self {
        unsafe extern "C" fn wait(signal: *mut c_void) {
            let signal = unsafe { Box::from_raw(signal.cast::<mpsc::Receiver<()>>()) };
            // The test that closed the gate may have failed: then there is nothing to wait for.
            let _ = signal.recv();
        }
        let (go, signal) = mpsc::channel();
        let signal = Box::into_raw(Box::new(signal)).cast();
        check(call!(aclrtLaunchHostFunc(stream, Some(wait), signal)));
        Self(go)
    }

    pub fn open(self) {
        self.0.send(()).unwrap();
    }
}
