//! What the tests of this binary call.

use std::ffi::{CString, c_void};
use std::fs;
use std::process::Command;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use ascend_npu_sys::{
    aclError, aclrtArgsHandle, aclrtBinHandle, aclrtFuncHandle, aclrtMemMallocPolicy, aclrtMemcpyKind,
    aclrtParamHandle, aclrtStream,
};
use once_cell::sync::Lazy;

pub use crate::common::{ACL, check, on, stream, synchronize, text};
use crate::image::SOURCE;

pub static IMAGE: Lazy<Vec<u8>> = Lazy::new(|| compile(&[]));

pub fn compile(flags: &[&str]) -> Vec<u8> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let base = std::env::temp_dir().join(format!("ascend-npu-mock-{}-{number}", std::process::id()));
    let (source, image) = (base.with_extension("c"), base.with_extension("so"));
    fs::write(&source, SOURCE).unwrap();
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../../kernels/host/include");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let mut command = Command::new(compiler);
    command.args(["-shared", "-fPIC", "-O1", include]).args(flags).arg(&source).arg("-o").arg(&image);
    assert!(command.status().unwrap().success());
    let bytes = fs::read(&image).unwrap();
    fs::remove_file(source).unwrap();
    fs::remove_file(image).unwrap();
    bytes
}

pub fn refused(code: aclError, expected: aclError, parts: &[&str]) {
    let text = text();
    assert_eq!(code, expected, "{text}");
    parts.iter().for_each(|part| assert!(text.contains(part), "{part} in {text}"));
}

pub fn try_load(bytes: &[u8]) -> Result<aclrtBinHandle, aclError> {
    let mut image = null_mut();
    let load = ACL.aclrtBinaryLoadFromData.unwrap();
    let code = unsafe { load(bytes.as_ptr().cast(), bytes.len(), null(), &mut image) };
    if code == aclError::SUCCESS { Ok(image) } else { Err(code) }
}

pub fn load() -> aclrtBinHandle {
    try_load(&IMAGE).unwrap_or_else(|code| panic!("{code:?} {}", text()))
}

pub fn unload(image: aclrtBinHandle) -> aclError {
    unsafe { ACL.aclrtBinaryUnLoad.unwrap()(image) }
}

pub fn try_function(image: aclrtBinHandle, name: &str) -> Result<aclrtFuncHandle, aclError> {
    let (mut function, name) = (null_mut(), CString::new(name).unwrap());
    let code = unsafe { ACL.aclrtBinaryGetFunction.unwrap()(image, name.as_ptr(), &mut function) };
    if code == aclError::SUCCESS { Ok(function) } else { Err(code) }
}

pub fn function(image: aclrtBinHandle, name: &str) -> aclrtFuncHandle {
    try_function(image, name).unwrap_or_else(|code| panic!("{code:?} {}", text()))
}

pub fn begin(function: aclrtFuncHandle) -> aclrtArgsHandle {
    let mut list = null_mut();
    check(unsafe { ACL.aclrtKernelArgsInit.unwrap()(function, &mut list) });
    list
}

pub fn try_append(list: aclrtArgsHandle, bytes: &[u8]) -> Result<aclrtParamHandle, aclError> {
    let (mut param, data) = (null_mut(), bytes.as_ptr().cast_mut().cast());
    let code = unsafe { ACL.aclrtKernelArgsAppend.unwrap()(list, data, bytes.len(), &mut param) };
    if code == aclError::SUCCESS { Ok(param) } else { Err(code) }
}

pub fn append(list: aclrtArgsHandle, bytes: &[u8]) -> aclrtParamHandle {
    try_append(list, bytes).unwrap_or_else(|code| panic!("{code:?} {}", text()))
}

pub fn update(list: aclrtArgsHandle, param: aclrtParamHandle, bytes: &[u8]) -> aclError {
    let data = bytes.as_ptr().cast_mut().cast();
    unsafe { ACL.aclrtKernelArgsParaUpdate.unwrap()(list, param, data, bytes.len()) }
}

pub fn finalize(list: aclrtArgsHandle) -> aclError {
    unsafe { ACL.aclrtKernelArgsFinalize.unwrap()(list) }
}

pub fn launch(function: aclrtFuncHandle, blocks: u32, stream: aclrtStream, list: aclrtArgsHandle) -> aclError {
    unsafe { ACL.aclrtLaunchKernelWithConfig.unwrap()(function, blocks, stream, null_mut(), list, null_mut()) }
}

/// Queues a launch with whole arguments.
pub fn run(function: aclrtFuncHandle, blocks: u32, stream: aclrtStream, args: &[&[u8]]) {
    let list = begin(function);
    for arg in args {
        append(list, arg);
    }
    check(finalize(list));
    check(launch(function, blocks, stream, list));
}

pub fn zeros(bytes: usize) -> *mut c_void {
    let mut address = null_mut();
    let policy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
    check(unsafe { (ACL.aclrtMalloc)(&mut address, bytes, policy) });
    check(unsafe { (ACL.aclrtMemset)(address, bytes, 0, bytes) });
    address
}

pub fn free(address: *mut c_void) {
    check(unsafe { (ACL.aclrtFree)(address) });
}

pub fn download<const N: usize>(from: *const c_void) -> [u8; N] {
    let mut to = [0; N];
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
    check(unsafe { (ACL.aclrtMemcpy)(to.as_mut_ptr().cast(), N, from, N, kind) });
    to
}

pub fn number(from: *const c_void) -> u32 {
    u32::from_ne_bytes(download(from))
}

pub fn bytes_of(address: *mut c_void) -> [u8; 8] {
    (address.expose_provenance() as u64).to_ne_bytes()
}
