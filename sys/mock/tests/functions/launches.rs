//! Every way to load an image and to launch a kernel.

use std::ffi::{CStr, CString, c_void};
use std::fs;
use std::process::Command;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use ascend_npu_sys::{
    ACL_HOST_REG_MAPPED, aclError, aclrtArgsHandle, aclrtBinHandle, aclrtFuncAttribute, aclrtFuncHandle,
    aclrtLaunchKernelAttr, aclrtLaunchKernelAttrId, aclrtLaunchKernelAttrValue, aclrtLaunchKernelCfg,
    aclrtPlaceHolderInfo, aclrtTimeoutUs,
};
use once_cell::sync::Lazy;

use crate::support::*;

const SOURCE: &str = r#"
#include "ascend_host_image.h"
#include <string.h>
#include <unistd.h>

static uint64_t word(const AscendHostBlock *block, int index) { return ((const uint64_t *)block->args)[index]; }

/* Adds `by` to each of `count` bytes, and the first word at `data` to the last byte's word: out, by, count, data. */
static int32_t shift_7(const AscendHostBlock *block) {
    uint64_t base, bytes, out = word(block, 0), data = word(block, 3);
    uint32_t by = (uint32_t)word(block, 1), count = (uint32_t)word(block, 2), extra = 0;
    if (!block->memory.find(block->memory.context, out, &base, &bytes)) return 507035;
    if (data) {
        if (!block->memory.find(block->memory.context, data, &base, &bytes)) return 507035;
        memcpy(&extra, (void *)data, 4);
    }
    if (block->block) return 0;
    for (uint32_t i = 0; i < count; i++) ((uint8_t *)out)[i] += (uint8_t)(by + extra);
    return 0;
}

static int32_t slow(const AscendHostBlock *block) { (void)block; usleep(20000); return 0; }

static const uint32_t params[] = {8, 4, 4, 8};
/* The last two are for tests that make one of them fault, by its name. */
static const AscendHostKernel kernels[] = {{"shift_7", shift_7, 4, params}, {"slow", slow, 0, 0},
                                           {"goes_on", shift_7, 4, params}, {"stops", shift_7, 4, params}};
const AscendHostImage ascend_host_image = {ASCEND_HOST_IMAGE_ABI, 2201, "fast", 0, 4, kernels};
"#;

static IMAGE: Lazy<Vec<u8>> = Lazy::new(|| {
    let base = std::env::temp_dir().join(format!("ascend-npu-mock-launches-{}", std::process::id()));
    let (source, image) = (base.with_extension("c"), base.with_extension("so"));
    fs::write(&source, SOURCE).unwrap();
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../../kernels/host/include");
    let mut command = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".to_owned()));
    command.args(["-shared", "-fPIC", "-O1", include]).arg(&source).arg("-o").arg(&image);
    assert!(command.status().unwrap().success());
    let bytes = fs::read(&image).unwrap();
    fs::remove_file(source).unwrap();
    fs::remove_file(image).unwrap();
    bytes
});

pub fn load() -> aclrtBinHandle {
    let mut image = null_mut();
    check(call!(aclrtBinaryLoadFromData(IMAGE.as_ptr().cast(), IMAGE.len(), null(), &mut image)));
    image
}

pub fn function(image: aclrtBinHandle, name: &CStr) -> aclrtFuncHandle {
    let mut function = null_mut();
    check(call!(aclrtBinaryGetFunction(image, name.as_ptr(), &mut function)));
    function
}

/// The arguments of `shift_7` as a kernel reads them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Shift {
    pub out: *mut c_void,
    pub by: u64,
    pub count: u64,
    pub data: u64,
}

const SHIFT: usize = size_of::<Shift>();

fn zeroed(bytes: usize) -> *mut c_void {
    let memory = malloc(bytes);
    check(unsafe { (ACL.aclrtMemset)(memory, bytes, 0, bytes) });
    memory
}

#[test]
fn an_image_may_come_from_a_file_or_be_kept_first() {
    on(24);
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("ascend-npu-mock-image-{}-{number}.o", std::process::id()));
    fs::write(&path, &*IMAGE).unwrap();
    let name = CString::new(path.to_str().unwrap()).unwrap();
    let mut image = null_mut();
    check(call!(aclrtBinaryLoadFromFile(name.as_ptr(), null_mut(), &mut image)));
    fs::remove_file(&path).unwrap();
    function(image, c"shift_7");
    check(call!(aclrtBinaryUnLoad(image)));
    assert_ne!(call!(aclrtBinaryLoadFromFile(name.as_ptr(), null_mut(), &mut image)), OK);
    assert!(text().contains("cannot be read"));
    assert_eq!(call!(aclrtBinaryLoadFromFile(null(), null_mut(), &mut image)), aclError::INVALID_PARAM);

    let kept = {
        let bytes = IMAGE.clone();
        call!(aclrtCreateBinary(bytes.as_ptr().cast(), bytes.len()))
    };
    check(call!(aclrtBinaryLoad(kept, &mut image)));
    check(call!(aclrtDestroyBinary(kept)));
    function(image, c"slow");
    check(call!(aclrtBinaryUnLoad(image)));
    assert_eq!(call!(aclrtDestroyBinary(kept)), aclError::RT_INVALID_HANDLE);
    assert_eq!(call!(aclrtBinaryLoad(kept, &mut image)), aclError::RT_INVALID_HANDLE);
    assert_eq!(call!(aclrtDestroyBinary(null_mut())), aclError::INVALID_PARAM);
    assert!(call!(aclrtCreateBinary(null(), 8)).is_null());
}

#[test]
fn a_function_knows_its_name_its_key_and_its_kind() {
    on(25);
    let image = load();
    let shift = function(image, c"shift_7");
    let mut found = null_mut();
    check(call!(aclrtBinaryGetFunctionByEntry(image, 7, &mut found)));
    assert_eq!(found, shift);
    assert_eq!(call!(aclrtBinaryGetFunctionByEntry(image, 8, &mut found)), aclError::RT_KERNEL_LOOKUP);
    let mut name = [1; 8];
    check(call!(aclrtGetFunctionName(shift, 8, name.as_mut_ptr())));
    assert_eq!(unsafe { CStr::from_ptr(name.as_ptr()) }, c"shift_7");
    assert_eq!(call!(aclrtGetFunctionName(shift, 7, name.as_mut_ptr())), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtGetFunctionName(shift, 8, null_mut())), aclError::INVALID_PARAM);
    let mut value = 0;
    let mut ask =
        |attribute| (call!(aclrtGetFunctionAttribute(shift, aclrtFuncAttribute(attribute), &mut value)), value);
    assert_eq!((ask(1), ask(2), ask(3)), ((OK, 2), (OK, 1), (OK, 0)));
    assert_eq!(ask(4).0, aclError::RT_PARAM_INVALID);
    check(call!(aclrtBinaryUnLoad(image)));
    assert_eq!(call!(aclrtGetFunctionName(shift, 8, name.as_mut_ptr())), aclError::RT_INVALID_HANDLE);
}

#[test]
fn arguments_in_device_memory_are_read_when_the_kernel_runs() {
    on(26);
    let (image, queue, out, arguments) = (load(), stream(), zeroed(64), malloc(64));
    let shift = function(image, c"shift_7");
    let mut given = Shift { out, by: 3, count: 10, data: 0 };
    let bytes = |shift: &Shift| unsafe { std::slice::from_raw_parts((&raw const *shift).cast::<u8>(), SHIFT) }.to_vec();
    upload(arguments, &bytes(&given));
    let gate = Gate::close(queue);
    check(call!(aclrtLaunchKernel(shift, 2, arguments, SHIFT, queue)));
    check(call!(aclrtLaunchKernelV2(shift, 2, arguments, SHIFT, null_mut(), queue)));
    given.by = 5;
    upload(arguments, &bytes(&given));
    gate.open();
    check(synchronize(queue));
    assert_eq!(download(out, 12), [10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 0, 0]);

    let launch = |address: *const c_void, size| call!(aclrtLaunchKernel(shift, 1, address, size, queue));
    assert_eq!(launch(null(), SHIFT), aclError::INVALID_PARAM);
    assert_eq!(launch((&raw const given).cast(), SHIFT), aclError::RT_PARAM_INVALID);
    assert_eq!(launch(arguments, 12), aclError::RT_PARAM_INVALID);
    assert_eq!(launch(at(arguments, 4), SHIFT), aclError::RT_PARAM_INVALID);
    assert_eq!(launch(at(arguments, 4096), SHIFT), aclError::RT_PARAM_INVALID);
    let freed = malloc(64);
    upload(freed, &bytes(&given));
    let gate = Gate::close(queue);
    check(launch(freed, SHIFT));
    check(free(freed));
    gate.open();
    assert_eq!(synchronize(queue), aclError::RT_VECTOR_CORE_EXCEPTION);
    check(call!(aclrtBinaryUnLoad(image)));
}

#[test]
fn arguments_in_host_memory_are_copied_by_the_call() {
    on(27);
    let (image, queue, out) = (load(), stream(), zeroed(64));
    let shift = function(image, c"shift_7");
    #[repr(C)]
    struct WithData {
        shift: Shift,
        data: u64,
    }
    let mut given = WithData { shift: Shift { out, by: 1, count: 4, data: 0 }, data: 20 };
    let holder = aclrtPlaceHolderInfo { addrOffset: 24, dataOffset: 32 };
    let launch = |given: &mut WithData, size, holder: aclrtPlaceHolderInfo, count| {
        let mut holders = [holder];
        let args = (&raw mut *given).cast();
        call!(aclrtLaunchKernelWithHostArgs(shift, 1, queue, null_mut(), args, size, holders.as_mut_ptr(), count))
    };
    let gate = Gate::close(queue);
    check(launch(&mut given, 40, holder, 1));
    given.shift.count = 2;
    given.data = 99;
    check(launch(&mut given, 40, holder, 0));
    gate.open();
    check(synchronize(queue));
    assert_eq!(download(out, 5), [22, 22, 21, 21, 0]);
    for (argument, data) in [(36, 32), (24, 40), (u32::MAX, 0)] {
        let wrong = aclrtPlaceHolderInfo { addrOffset: argument, dataOffset: data };
        assert_eq!(launch(&mut given, 40, wrong, 1), aclError::RT_PARAM_INVALID);
    }
    assert_eq!(launch(&mut given, 24, holder, 0), aclError::RT_PARAM_INVALID);
    check(call!(aclrtBinaryUnLoad(image)));
}

#[test]
fn an_array_has_an_address_for_each_argument() {
    on(28);
    let (image, out) = (load(), zeroed(64));
    let shift = function(image, c"shift_7");
    let (mut target, mut by, mut count, mut data) = (out, 9_u32, 3_u32, 0_u64);
    let mut array: [*mut c_void; 4] =
        [(&raw mut target).cast(), (&raw mut by).cast(), (&raw mut count).cast(), (&raw mut data).cast()];
    check(call!(aclrtLaunchKernelWithArgsArray(shift, 1, null_mut(), null_mut(), array.as_mut_ptr())));
    check(synchronize(null_mut()));
    assert_eq!(download(out, 4), [9, 9, 9, 0]);
    array[2] = null_mut();
    let launch = |function, array| call!(aclrtLaunchKernelWithArgsArray(function, 1, null_mut(), null_mut(), array));
    assert_ne!(launch(shift, array.as_mut_ptr()), OK);
    assert_ne!(launch(shift, null_mut()), OK);
    assert_eq!(launch(null_mut(), array.as_mut_ptr()), aclError::INVALID_PARAM);
    assert_eq!(launch(image, array.as_mut_ptr()), aclError::RT_INVALID_HANDLE);
    check(call!(aclrtBinaryUnLoad(image)));
}

fn append<T>(list: aclrtArgsHandle, value: &mut T) -> aclError {
    let mut param = null_mut();
    call!(aclrtKernelArgsAppend(list, (&raw mut *value).cast(), size_of::<T>(), &mut param))
}

#[test]
fn the_data_of_a_place_holder_travels_with_the_arguments() {
    on(29);
    let (image, queue, mut out) = (load(), stream(), zeroed(64));
    let shift = function(image, c"shift_7");
    let (mut list, mut holder, mut buffer) = (null_mut(), null_mut(), null_mut());
    let (mut by, mut count) = (1_u32, 6_u32);
    check(call!(aclrtKernelArgsInit(shift, &mut list)));
    check(append(list, &mut out));
    check(append(list, &mut by));
    check(append(list, &mut count));
    check(call!(aclrtKernelArgsAppendPlaceHolder(list, &mut holder)));
    assert_eq!(call!(aclrtKernelArgsFinalize(list)), aclError::RT_PARAM_INVALID, "it has no buffer yet");
    check(call!(aclrtKernelArgsGetPlaceHolderBuffer(list, holder, 12, &mut buffer)));
    unsafe { buffer.cast::<u32>().write(40) };
    assert_eq!(append(list, &mut by), aclError::RT_FEATURE_NOT_SUPPORT);
    check(call!(aclrtKernelArgsFinalize(list)));
    let launch = || call!(aclrtLaunchKernelWithConfig(shift, 1, queue, null_mut(), list, null_mut()));
    let gate = Gate::close(queue);
    check(launch());
    // The data went with the launch: what is written now is for the next one.
    unsafe { buffer.cast::<u32>().write(100) };
    check(launch());
    gate.open();
    check(synchronize(queue));
    assert_eq!(download(out, 7), [142, 142, 142, 142, 142, 142, 0]);

    let mut other = null_mut();
    let buffer_of = |list, param| call!(aclrtKernelArgsGetPlaceHolderBuffer(list, param, 8, &mut null_mut()));
    assert_eq!(buffer_of(list, holder), aclError::RT_FEATURE_NOT_SUPPORT, "the list is final");
    let again = call!(aclrtKernelArgsAppendPlaceHolder(list, &mut other));
    assert_eq!(again, aclError::RT_FEATURE_NOT_SUPPORT);
    check(call!(aclrtKernelArgsInit(shift, &mut list)));
    check(append(list, &mut out));
    // The second argument has four bytes, and an address has eight.
    assert_eq!(call!(aclrtKernelArgsAppendPlaceHolder(list, &mut other)), aclError::RT_PARAM_INVALID);
    assert_eq!(buffer_of(list, holder), aclError::RT_PARAM_INVALID);
    check(call!(aclrtBinaryUnLoad(image)));
}

fn attribute(id: aclrtLaunchKernelAttrId, words: [u32; 4]) -> aclrtLaunchKernelAttr {
    aclrtLaunchKernelAttr { id, value: aclrtLaunchKernelAttrValue { rsv: words } }
}

#[test]
fn the_attributes_of_a_launch_are_checked_and_a_timeout_is_kept() {
    use aclrtLaunchKernelAttrId as Id;
    on(30);
    let image = load();
    let slow = function(image, c"slow");
    let launch = |attributes: &mut [aclrtLaunchKernelAttr], blocks| {
        let mut config = aclrtLaunchKernelCfg { attrs: attributes.as_mut_ptr(), numAttrs: attributes.len() };
        call!(aclrtLaunchKernelWithArgsArray(slow, blocks, null_mut(), &mut config, null_mut()))
    };
    for (id, value) in [(1, 2), (3, 2), (5, 2), (6, 2), (9, 2), (0, 0), (10, 0)] {
        let found = launch(&mut [attribute(Id(id), [value, 0, 0, 0])], 1);
        assert_eq!(found, aclError::RT_PARAM_INVALID, "{id} = {value}");
    }
    let (seconds, microseconds) = (Id::ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT, Id::ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US);
    let both = launch(&mut [attribute(seconds, [1, 0, 0, 0]), attribute(microseconds, [1, 0, 0, 0])], 1);
    assert_eq!(both, aclError::RT_PARAM_INVALID);
    let batch = || attribute(Id::ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE, [1, 0, 0, 0]);
    assert_eq!(launch(&mut [batch()], 41), aclError::RT_PARAM_INVALID, "an Ascend910B3 has 40 vector cores");
    check(launch(&mut [batch(), attribute(seconds, [600, 0, 0, 0])], 1));
    check(synchronize(null_mut()));
    let limit = aclrtLaunchKernelAttr {
        id: microseconds,
        value: aclrtLaunchKernelAttrValue { timeoutUs: aclrtTimeoutUs { timeoutLow: 100, timeoutHigh: 0 } },
    };
    check(launch(&mut [limit], 1));
    assert_eq!(synchronize(null_mut()), aclError::RT_VECTOR_CORE_TIMEOUT);
    let high = aclrtLaunchKernelAttrValue { timeoutUs: aclrtTimeoutUs { timeoutLow: 100, timeoutHigh: 1 } };
    check(launch(&mut [aclrtLaunchKernelAttr { id: microseconds, value: high }], 1));
    check(synchronize(null_mut()));
    let mut broken = aclrtLaunchKernelCfg { attrs: null_mut(), numAttrs: 1 };
    let found = call!(aclrtLaunchKernelWithArgsArray(slow, 1, null_mut(), &mut broken, null_mut()));
    assert_eq!(found, aclError::RT_PARAM_INVALID);
    check(call!(aclrtBinaryUnLoad(image)));
}

#[test]
fn a_kernel_reaches_registered_host_memory() {
    on(31);
    let image = load();
    let shift = function(image, c"shift_7");
    let layout = std::alloc::Layout::from_size_align(4096, 4096).unwrap();
    let pages = unsafe { std::alloc::alloc_zeroed(layout) };
    let mut out = null_mut();
    let run = |out| {
        let mut given = Shift { out, by: 8, count: 3, data: 0 };
        let args = (&raw mut given).cast();
        check(call!(aclrtLaunchKernelWithHostArgs(shift, 1, null_mut(), null_mut(), args, SHIFT, null_mut(), 0)));
        synchronize(null_mut())
    };
    assert_eq!(run(pages.cast()), aclError::RT_VECTOR_CORE_EXCEPTION);
    check(call!(aclrtHostRegisterV2(pages.cast(), 4096, ACL_HOST_REG_MAPPED)));
    check(call!(aclrtHostGetDevicePointer(pages.cast(), &mut out, 0)));
    check(run(out));
    assert_eq!(unsafe { std::slice::from_raw_parts(pages, 4) }, [8, 8, 8, 0]);
    check(call!(aclrtHostUnregister(pages.cast())));
    unsafe { std::alloc::dealloc(pages, layout) };
    check(call!(aclrtBinaryUnLoad(image)));
}
