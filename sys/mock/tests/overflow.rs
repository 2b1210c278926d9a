//! Overflow modes: what kernels of a stream do with results beyond the largest number, and what tells of them.
//!
//! The mode is the process's, so each test is a process of its own.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals; bad handles are what is tested"
)]

#[path = "common/child.rs"]
mod child;
mod common;

use std::process::Command;
use std::ptr::{null, null_mut};
use std::{env, fs};

use ascend_npu_mock::control::{Settings, configure};
use ascend_npu_sys::{
    aclError, aclmdlRICaptureMode, aclrtFloatOverflowMode, aclrtFuncHandle, aclrtMemMallocPolicy, aclrtMemcpyKind,
    aclrtStream, aclrtStreamAttr, aclrtStreamAttrValue,
};
use child::{begin, end};
use common::{ACL, check, on, refused, stream, synchronize};

const SATURATION: aclrtFloatOverflowMode = aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_SATURATION;
const INFINITY: aclrtFloatOverflowMode = aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_INFNAN;

/// Adds 16 halves to themselves.
const SOURCE: &str = r#"
#include "kernel_operator.h"
#include "shim/image.h"
using namespace AscendC;

extern "C" __global__ __aicore__ void twice(GM_ADDR data) {
    GlobalTensor<half> global;
    global.SetGlobalBuffer(reinterpret_cast<__gm__ half *>(data), 16);
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 1, 32);
    pipe.InitBuffer(out, 1, 32);
    LocalTensor<half> a = in.AllocTensor<half>();
    DataCopy(a, global, 16);
    in.EnQue(a);
    a = in.DeQue<half>();
    LocalTensor<half> b = out.AllocTensor<half>();
    Add(b, a, a, 16);
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<half>();
    DataCopy(global, b, 16);
    out.FreeTensor(b);
}

ASCEND_HOST_IMAGE(ASCEND_HOST_KERNEL(twice))
"#;

/// The kernel on the current device, for an architecture.
fn kernel(architecture: u32) -> aclrtFuncHandle {
    let base = env::temp_dir().join(format!("ascend-npu-mock-overflow-{}", std::process::id()));
    let (source, image) = (base.with_extension("cpp"), base.with_extension("so"));
    fs::write(&source, SOURCE).unwrap();
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../../kernels/host/include");
    let mut command = Command::new(env::var("CXX").unwrap_or_else(|_| "c++".to_owned()));
    command.args(["-std=c++17", "-shared", "-fPIC", "-O1", "-ffp-contract=off", include]);
    command.arg(format!("-D__NPU_ARCH__={architecture}")).arg(&source).arg("-o").arg(&image);
    assert!(command.status().unwrap().success());
    let bytes = fs::read(&image).unwrap();
    fs::remove_file(source).unwrap();
    fs::remove_file(image).unwrap();
    let (mut loaded, mut function) = (null_mut(), null_mut());
    let load = ACL.aclrtBinaryLoadFromData.unwrap();
    check(unsafe { load(bytes.as_ptr().cast(), bytes.len(), null(), &mut loaded) });
    check(unsafe { ACL.aclrtBinaryGetFunction.unwrap()(loaded, c"twice".as_ptr(), &mut function) });
    function
}

fn malloc(bytes: usize) -> *mut std::ffi::c_void {
    let mut memory = null_mut();
    let policy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
    check(unsafe { (ACL.aclrtMalloc)(&mut memory, bytes, policy) });
    memory
}

/// What the kernel makes of a half on a stream.
fn twice(function: aclrtFuncHandle, stream: aclrtStream, half: u16) -> u16 {
    let (memory, mut values) = (malloc(32), [half; 16]);
    let (to, from) = (aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE, aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST);
    check(unsafe { (ACL.aclrtMemcpy)(memory, 32, values.as_ptr().cast(), 32, to) });
    let mut arguments = [memory.addr() as u64];
    let launch = ACL.aclrtLaunchKernelWithHostArgs.unwrap();
    let arguments = arguments.as_mut_ptr().cast();
    check(unsafe { launch(function, 1, stream, null_mut(), arguments, 8, null_mut(), 0) });
    check(synchronize(stream));
    check(unsafe { (ACL.aclrtMemcpy)(values.as_mut_ptr().cast(), 32, memory, 32, from) });
    check(unsafe { (ACL.aclrtFree)(memory) });
    values[0]
}

/// What the status tells on a stream.
fn status(stream: aclrtStream) -> [u8; 64] {
    let (memory, mut status) = (malloc(64), [9; 64]);
    check(unsafe { (ACL.aclrtGetOverflowStatus)(memory, 64, stream) });
    check(synchronize(stream));
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
    check(unsafe { (ACL.aclrtMemcpy)(status.as_mut_ptr().cast(), 64, memory, 64, kind) });
    check(unsafe { (ACL.aclrtFree)(memory) });
    status
}

fn set(mode: aclrtFloatOverflowMode) -> aclError {
    unsafe { (ACL.aclrtSetDeviceSatMode)(mode) }
}

fn mode() -> aclrtFloatOverflowMode {
    let mut mode = aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_UNDEF;
    check(unsafe { ACL.aclrtGetDeviceSatMode.unwrap()(&mut mode) });
    mode
}

fn switch(stream: aclrtStream, on: u32) -> aclError {
    unsafe { (ACL.aclrtSetStreamOverflowSwitch)(stream, on) }
}

fn switched(stream: aclrtStream) -> u32 {
    let mut flag = 9;
    check(unsafe { (ACL.aclrtGetStreamOverflowSwitch)(stream, &mut flag) });
    flag
}

/// 60000, whose double is beyond the largest half, and a NaN.
const LARGE: u16 = 0x7b53;
const NAN: u16 = 0x7e00;
const LARGEST: u16 = 0x7bff;
const INFINITE: u16 = 0x7c00;

#[test]
fn a_stream_keeps_the_overflow_mode_that_its_device_had_when_it_was_created() {
    end(begin("child_keeps_modes", &[]));
}

#[test]
#[ignore = "a process of another test"]
fn child_keeps_modes() {
    // The mode is there without a device.
    assert_eq!(mode(), INFINITY);
    on(0);
    let twice_of = kernel(2201);
    let before = stream();
    check(set(SATURATION));
    assert_eq!(mode(), SATURATION);
    let saturating = stream();
    check(set(INFINITY));
    let after = stream();
    for (stream, large, nan) in [
        (before, INFINITE, NAN),
        (saturating, LARGEST, 0),
        (after, INFINITE, NAN),
        (null_mut(), INFINITE, NAN),
        (saturating, LARGEST, 0),
    ] {
        assert_eq!(twice(twice_of, stream, LARGE), large);
        assert_eq!(twice(twice_of, stream, LARGE | 0x8000), large | 0x8000);
        assert_eq!(twice(twice_of, stream, NAN), nan);
        assert_eq!(twice(twice_of, stream, 0x3c00), 0x4000);
    }
    // A device that is set later has the mode of the process, but for its default stream, which was there before.
    check(set(SATURATION));
    on(1);
    let twice_of = kernel(2201);
    assert_eq!(twice(twice_of, stream(), LARGE), LARGEST);
    assert_eq!(twice(twice_of, null_mut(), LARGE), INFINITE);
    refused(set(aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_UNDEF), aclError::RT_PARAM_INVALID, "2 is neither");
    assert_eq!(unsafe { ACL.aclrtGetDeviceSatMode.unwrap()(null_mut()) }, aclError::INVALID_PARAM);
}

#[test]
fn the_status_tells_of_saturated_results_on_streams_that_check() {
    end(begin("child_tells_overflows", &[]));
}

#[test]
#[ignore = "a process of another test"]
fn child_tells_overflows() {
    on(0);
    let twice_of = kernel(2201);
    let infinite = stream();
    check(set(SATURATION));
    let (checked, unchecked) = (stream(), stream());
    assert_eq!(switched(checked), 0);
    for stream in [checked, infinite] {
        check(switch(stream, 1));
        assert_eq!(switched(stream), 1);
    }
    refused(switch(checked, 2), aclError::INVALID_PARAM, "not by 2");
    twice(twice_of, unchecked, LARGE);
    twice(twice_of, infinite, LARGE);
    twice(twice_of, checked, 0x3c00);
    assert_eq!(status(checked), [0; 64], "nobody has saturated who checks");
    twice(twice_of, checked, LARGE);
    let mut one = [0; 64];
    one[0] = 1;
    assert_eq!(status(checked), one);
    assert_eq!(status(unchecked), one, "any stream may ask");
    check(unsafe { (ACL.aclrtResetOverflowStatus)(unchecked) });
    assert_eq!(status(unchecked), [0; 64]);
    twice(twice_of, checked, LARGE);
    on(1);
    assert_eq!(status(null_mut()), one, "the status is of the process");
    check(unsafe { (ACL.aclrtResetOverflowStatus)(null_mut()) });
    check(synchronize(null_mut()));
    on(0);
    assert_eq!(status(checked), [0; 64]);
    // The attribute of the stream is the same switch.
    let value = &mut aclrtStreamAttrValue { reserve: [0; 4] };
    let attribute = aclrtStreamAttr::ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK;
    check(unsafe { ACL.aclrtSetStreamAttribute.unwrap()(checked, attribute, value) });
    assert_eq!(switched(checked), 0);
    let (status, mut host) = (ACL.aclrtGetOverflowStatus, [0_u8; 64]);
    let param = aclError::RT_PARAM_INVALID;
    refused(unsafe { status(host.as_mut_ptr().cast(), 32, checked) }, param, "64 bytes");
    refused(unsafe { status(host.as_mut_ptr().cast(), 64, checked) }, param, "the overflow status");
    refused(unsafe { status(null_mut(), 64, checked) }, aclError::INVALID_PARAM, "null");
    let begin = ACL.aclmdlRICaptureBegin.unwrap();
    check(unsafe { begin(checked, aclmdlRICaptureMode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED) });
    let captured = aclError::RT_STREAM_CAPTURED;
    assert_eq!(switch(checked, 1), captured);
    assert_eq!(unsafe { (ACL.aclrtResetOverflowStatus)(checked) }, captured);
    assert_eq!(unsafe { status(malloc(64), 64, checked) }, captured);
}

#[test]
fn the_first_910_saturates_and_checks_always() {
    end(begin("child_is_a_910a", &[]));
}

#[test]
#[ignore = "a process of another test"]
fn child_is_a_910a() {
    let mut settings = Settings::default();
    "Ascend910A".clone_into(&mut settings.soc);
    configure(settings).unwrap();
    on(0);
    assert_eq!(mode(), SATURATION);
    refused(set(INFINITY), aclError::RT_FEATURE_NOT_SUPPORT, "Ascend910A");
    check(set(SATURATION));
    let (twice_of, stream) = (kernel(1001), stream());
    check(switch(stream, 0));
    assert_eq!(switched(stream), 1);
    assert_eq!(twice(twice_of, stream, 0x3c00), 0x4000);
    assert_eq!(status(stream)[0], 0);
    assert_eq!(twice(twice_of, stream, LARGE), LARGEST);
    assert_eq!(status(stream)[0], 1);
    on(1);
    assert_eq!(status(null_mut())[0], 0, "here the status is of the device");
}
