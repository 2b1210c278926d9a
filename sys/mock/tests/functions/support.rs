//! What all tests of this binary use.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::mpsc;

use ascend_npu_sys::{aclError, aclrtStream};

pub use crate::common::raw::*;
use crate::common::{self, make};
pub use crate::common::{ACL, check, stream, synchronize, text};

pub const HBM: usize = 64 * MIB;
pub const OK: aclError = aclError::SUCCESS;

/// Calls a C function by its name: `call!(aclrtMemcpy2d(...))`.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        crate::support::begin();
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

/// Starts the library with the settings of this binary, at the first call.
pub fn begin() {
    make(|settings| {
        settings.devices = 120;
        settings.hbm_bytes = Some(HBM as u64);
    });
    once_cell::sync::Lazy::force(&ACL);
}

/// Makes a device current. Each test has its own, so that the accounts are its own.
pub fn on(device: i32) {
    begin();
    common::on(device);
}

pub fn pinned(bytes: usize) -> &'static mut [u8] {
    let mut address = null_mut();
    check(unsafe { (ACL.aclrtMallocHost)(&mut address, bytes) });
    unsafe { std::slice::from_raw_parts_mut(address.cast(), bytes) }
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
