//! What the tests of this binary call.

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, RwLock, mpsc};

use ascend_npu_mock::control::{Settings, configure};
use ascend_npu_sys::{Acl, Symbols, aclError, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream};
use once_cell::sync::Lazy;

pub const MIB: usize = 1 << 20;
pub const HBM: usize = 64 * MIB;
pub const HUGE_FIRST: aclrtMemMallocPolicy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
pub const HUGE_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_ONLY;
pub const NORMAL_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_NORMAL_ONLY;
pub const TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
pub const TO_HOST: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
pub const ON_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
pub const ANY: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEFAULT;

pub static ACL: Lazy<Acl> = Lazy::new(|| {
    let mut settings = Settings::default();
    settings.devices = 18;
    settings.hbm_bytes = Some(HBM as u64);
    configure(settings).unwrap();
    let acl = unsafe { Acl::load(&mut Symbols::partial(&mut ascend_npu_mock::lookup)) }.unwrap();
    assert_eq!(unsafe { (acl.aclInit)(null()) }, aclError::SUCCESS);
    acl
});

/// The device remembers a limited number of freed blocks: a test that asks for them reads this, one that frees very many writes it.
pub static FREED: RwLock<()> = RwLock::new(());

/// Makes a device current. Each test has its own, so that the accounts are its own.
pub fn on(device: i32) {
    assert_eq!(unsafe { (ACL.aclrtSetDevice)(device) }, aclError::SUCCESS);
}

pub fn check(code: aclError) {
    assert_eq!(code, aclError::SUCCESS, "{}", text());
}

pub fn text() -> String {
    let text = unsafe { (ACL.aclGetRecentErrMsg)() };
    if text.is_null() { String::new() } else { unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned() }
}

pub fn try_malloc(bytes: usize, policy: aclrtMemMallocPolicy) -> Result<*mut c_void, aclError> {
    let mut address = null_mut();
    let code = unsafe { (ACL.aclrtMalloc)(&mut address, bytes, policy) };
    if code == aclError::SUCCESS { Ok(address) } else { Err(code) }
}

pub fn malloc(bytes: usize) -> *mut c_void {
    try_malloc(bytes, HUGE_FIRST).unwrap_or_else(|code| panic!("{code:?} {}", text()))
}

pub fn pinned(bytes: usize) -> *mut c_void {
    let mut address = null_mut();
    check(unsafe { (ACL.aclrtMallocHost)(&mut address, bytes) });
    address
}

pub fn free(address: *mut c_void) -> aclError {
    unsafe { (ACL.aclrtFree)(address) }
}

pub fn free_host(address: *mut c_void) -> aclError {
    unsafe { (ACL.aclrtFreeHost)(address) }
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

pub fn upload(to: *mut c_void, from: &[u8]) {
    check(copy(to, from.as_ptr().cast(), from.len(), TO_DEVICE));
}

pub fn download(from: *const c_void, bytes: usize) -> Vec<u8> {
    let mut to = vec![0; bytes];
    check(copy(to.as_mut_ptr().cast(), from, bytes, TO_HOST));
    to
}

pub fn host(address: *mut c_void, bytes: usize) -> &'static mut [u8] {
    unsafe { std::slice::from_raw_parts_mut(address.cast(), bytes) }
}

pub fn stream() -> aclrtStream {
    let mut stream = null_mut();
    check(unsafe { (ACL.aclrtCreateStream)(&mut stream) });
    stream
}

pub fn synchronize(stream: aclrtStream) -> aclError {
    unsafe { (ACL.aclrtSynchronizeStream)(stream) }
}

pub fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|index| (index * 7 + index / 251) as u8).collect()
}

/// Work that holds a stream up until it is told to go on.
pub struct Gate {
    pub go: mpsc::Sender<()>,
    pub wait: Box<Wait>,
}

pub struct Wait {
    signal: Mutex<mpsc::Receiver<()>>,
    pub done: AtomicBool,
}

impl Gate {
    pub fn close(stream: aclrtStream) -> Self {
        unsafe extern "C" fn wait(wait: *mut c_void) {
            let wait = unsafe { &*wait.cast::<Wait>() };
            wait.signal.lock().unwrap().recv().unwrap();
            wait.done.store(true, Ordering::Release);
        }
        let (go, signal) = mpsc::channel();
        let closed = Box::new(Wait { signal: Mutex::new(signal), done: AtomicBool::new(false) });
        let argument = (&raw const *closed).cast_mut().cast();
        check(unsafe { ACL.aclrtLaunchHostFunc.unwrap()(stream, Some(wait), argument) });
        Self { go, wait: closed }
    }
}
