//! What the tests of this binary call.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, RwLock, mpsc};

use ascend_npu_sys::{aclError, aclrtMemMallocPolicy, aclrtStream};

pub use crate::common::raw::*;
use crate::common::{self, make};
pub use crate::common::{ACL, check, stream, synchronize, text};

pub const HBM: usize = 64 * MIB;
pub const HUGE_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_ONLY;
pub const NORMAL_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_NORMAL_ONLY;

/// The device remembers a limited number of freed blocks: a test that asks for them reads this, one that frees very many writes it.
pub static FREED: RwLock<()> = RwLock::new(());

/// Starts the library with the settings of this binary.
pub fn begin() {
    make(|settings| settings.hbm_bytes = Some(HBM as u64));
    once_cell::sync::Lazy::force(&ACL);
}

/// Makes a device current. Each test has its own, so that the accounts are its own.
pub fn on(device: i32) {
    begin();
    common::on(device);
}

pub fn try_malloc(bytes: usize, policy: aclrtMemMallocPolicy) -> Result<*mut c_void, aclError> {
    let mut address = null_mut();
    let code = unsafe { (ACL.aclrtMalloc)(&mut address, bytes, policy) };
    if code == aclError::SUCCESS { Ok(address) } else { Err(code) }
}

pub fn pinned(bytes: usize) -> *mut c_void {
    let mut address = null_mut();
    check(unsafe { (ACL.aclrtMallocHost)(&mut address, bytes) });
    address
}

pub fn free_host(address: *mut c_void) -> aclError {
    unsafe { (ACL.aclrtFreeHost)(address) }
}

pub fn host(address: *mut c_void, bytes: usize) -> &'static mut [u8] {
    unsafe { std::slice::from_raw_parts_mut(address.cast(), bytes) }
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
