//! Devices, contexts, streams' attributes, options, limits, what the platform tells, errors and repair.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals; bad handles are what is tested"
)]

mod common;

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use ascend_npu_mock::control::{self, Kind, hardware};
use ascend_npu_sys::{
    ACL_STREAM_CPU_SCHEDULE, ACL_STREAM_DEVICE_USE_ONLY, ACL_STREAM_FAST_LAUNCH, ACL_STREAM_FAST_SYNC,
    ACL_STREAM_PERSISTENT, aclCANNPackageName, aclCannAttr, aclDeviceInfo, aclError, aclSysParamOpt,
    aclplatformDevInfo, aclrtDevAttr, aclrtDevResLimitType, aclrtDeviceStatus, aclrtErrorType, aclrtExceptionInfo,
    aclrtLastErrLevel, aclrtMemUceInfo, aclrtRunMode, aclrtStream, aclrtStreamAttr, aclrtStreamAttrValue,
    aclrtStreamConfigAttr, aclrtStreamState, aclrtUuid,
};
use common::{ACL, HELD, check, count, counter, is_idle, launch, on, refused, stream, synchronize, text, until};

const PARAM: aclError = aclError::RT_PARAM_INVALID;

#[test]
fn a_forced_reset_needs_no_count_and_is_once() {
    on(1);
    on(1);
    let reset = ACL.aclrtResetDeviceForce.unwrap();
    let (mut active, state) = (-1, ACL.aclrtGetPrimaryCtxState.unwrap());
    check(unsafe { state(1, null_mut(), &mut active) });
    assert_eq!(active, 1);
    check(unsafe { reset(1) });
    check(unsafe { state(1, null_mut(), &mut active) });
    assert_eq!(active, 0);
    refused(unsafe { reset(1) }, aclError::RT_CONTEXT_RELEASE_ERROR, "is reset already");
    assert_eq!(unsafe { (ACL.aclrtResetDevice)(1) }, aclError::RT_CONTEXT_RELEASE_ERROR);
    assert_eq!(unsafe { reset(99) }, aclError::RT_INVALID_DEVICEID);
    let mut flags = 0;
    assert_eq!(unsafe { state(1, &mut flags, &mut active) }, aclError::INVALID_PARAM);
}

#[test]
fn peers_are_enabled_one_way() {
    on(2);
    let mut value = -1;
    check(unsafe { (ACL.aclrtDeviceCanAccessPeer)(&mut value, 2, 3) });
    assert_eq!(value, 1);
    assert_eq!(unsafe { (ACL.aclrtDeviceCanAccessPeer)(&mut value, 2, 2) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclrtDeviceCanAccessPeer)(&mut value, 2, 99) }, aclError::RT_INVALID_DEVICEID);
    assert_eq!(unsafe { (ACL.aclrtDeviceEnablePeerAccess)(3, 1) }, aclError::FEATURE_UNSUPPORTED);
    assert_eq!(unsafe { (ACL.aclrtDeviceEnablePeerAccess)(2, 0) }, aclError::INVALID_PARAM);
    check(unsafe { (ACL.aclrtDeviceEnablePeerAccess)(3, 0) });
    let mut is_enabled = |from, to| {
        check(unsafe { ACL.aclrtDevicePeerAccessStatus.unwrap()(from, to, &mut value) });
        value == 1
    };
    assert!(is_enabled(2, 3));
    assert!(!is_enabled(3, 2));
    check(unsafe { (ACL.aclrtDeviceDisablePeerAccess)(3) });
    assert!(!is_enabled(2, 3));
    let mut link = 0;
    check(unsafe { ACL.aclrtGetDevicesTopo.unwrap()(2, 3, &mut link) });
    assert_eq!(link, 1, "HCCS");
}

#[test]
fn what_devices_have_is_told_by_three_calls_alike() {
    let attribute = |attribute| {
        let mut value = -1;
        let code = unsafe { ACL.aclrtGetDeviceInfo.unwrap()(0, attribute, &mut value) };
        if code == aclError::SUCCESS { Ok(value) } else { Err(code) }
    };
    let quantity = |quantity| {
        let mut value = -1;
        check(unsafe { ACL.aclGetDeviceCapability.unwrap()(0, quantity, &mut value) });
        value
    };
    let property = |property| {
        let mut value: [c_char; 32] = [0; 32];
        check(unsafe { ACL.aclplatformGetDeviceInfo.unwrap()(property, value.as_mut_ptr(), 32) });
        unsafe { CStr::from_ptr(value.as_ptr()) }.to_str().unwrap().to_owned()
    };
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_AICORE_CORE_NUM), Ok(20));
    assert_eq!(quantity(aclDeviceInfo::ACL_DEVICE_INFO_AI_CORE_NUM), 20);
    assert_eq!(property(aclplatformDevInfo::ACL_PLATFORM_AICORE_CNT), "20");
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_VECTOR_CORE_NUM), Ok(40));
    assert_eq!(quantity(aclDeviceInfo::ACL_DEVICE_INFO_VECTOR_CORE_NUM), 40);
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_L2_CACHE_SIZE), Ok(192 << 20));
    assert_eq!(quantity(aclDeviceInfo::ACL_DEVICE_INFO_L2_SIZE), 192 << 20);
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_NPU_ARCH), Ok(2201));
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE), Ok(192 << 10));
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_WARP_SIZE), Ok(0));
    assert_eq!(attribute(aclrtDevAttr::ACL_DEV_ATTR_SUPER_POD_ID), Err(aclError::RT_FEATURE_NOT_SUPPORT));
    assert_eq!(attribute(aclrtDevAttr(999)), Err(PARAM));
    assert_eq!(property(aclplatformDevInfo::ACL_PLATFORM_SOC_VERSION), "Ascend910B3");
    let mut small: [c_char; 4] = [0; 4];
    let soc = aclplatformDevInfo::ACL_PLATFORM_SOC_VERSION;
    let code = unsafe { ACL.aclplatformGetDeviceInfo.unwrap()(soc, small.as_mut_ptr(), 4) };
    assert_eq!(code, aclError::INVALID_PARAM);
    let mut value = 0;
    assert_eq!(
        unsafe { ACL.aclrtGetDeviceInfo.unwrap()(99, aclrtDevAttr::ACL_DEV_ATTR_NPU_ARCH, &mut value) },
        PARAM,
        "here a wrong device is a wrong argument"
    );
}

#[test]
fn features_of_the_toolkit_are_listed() {
    let (mut list, mut length) = (null(), 0);
    check(unsafe { ACL.aclGetCannAttributeList.unwrap()(&mut list, &mut length) });
    let list = unsafe { std::slice::from_raw_parts(list, length) };
    for &feature in list {
        let mut has = -1;
        check(unsafe { ACL.aclGetCannAttribute.unwrap()(feature, &mut has) });
        assert_eq!(has, 1);
    }
    let mut has = -1;
    assert_eq!(unsafe { ACL.aclGetCannAttribute.unwrap()(aclCannAttr(9), &mut has) }, aclError::INVALID_PARAM);
}

#[test]
fn versions_are_told_whole_in_parts_and_as_a_number() {
    // Without a toolkit in the environment the interface's own version is told.
    let mut number = 0;
    let name = CString::new("runtime").unwrap();
    check(unsafe { ACL.aclsysGetVersionNum.unwrap()(name.as_ptr().cast_mut(), &mut number) });
    let mut whole: [c_char; 128] = [0; 128];
    check(unsafe { ACL.aclsysGetVersionStr.unwrap()(name.as_ptr().cast_mut(), whole.as_mut_ptr()) });
    let mut version = unsafe { std::mem::zeroed() };
    check(unsafe { ACL.aclsysGetCANNVersion.unwrap()(aclCANNPackageName::ACL_PKG_NAME_CANN, &mut version) });
    let part = |part: &[c_char]| unsafe { CStr::from_ptr(part.as_ptr()) }.to_str().unwrap().parse::<i32>().unwrap();
    let [major, minor, release] =
        [part(&version.majorVersion), part(&version.minorVersion), part(&version.releaseVersion)];
    assert_eq!(number, major * 10_000_000 + minor * 100_000 + release * 1_000);
    assert_eq!(whole, version.version);
    let code = unsafe { ACL.aclsysGetCANNVersion.unwrap()(aclCANNPackageName(55), &mut version) };
    assert_eq!(code, aclError::INVALID_PARAM);
    let outside = CString::new("../../etc").unwrap();
    let code = unsafe { ACL.aclsysGetVersionNum.unwrap()(outside.as_ptr().cast_mut(), &mut number) };
    assert_eq!(code, aclError::INVALID_PARAM);
}

#[test]
fn code_for_the_same_architecture_runs() {
    let runs = |soc: &str| {
        let (soc, mut can) = (CString::new(soc).unwrap(), -1);
        match unsafe { ACL.aclrtCheckArchCompatibility.unwrap()(soc.as_ptr(), &mut can) } {
            aclError::SUCCESS => Ok(can == 1),
            code => Err(code),
        }
    };
    assert_eq!(runs("Ascend910B1"), Ok(true));
    assert_eq!(runs("Ascend910_9391"), Ok(true));
    assert_eq!(runs("Ascend910A"), Ok(false));
    assert_eq!(runs("Ascend310P3"), Ok(false));
    assert_eq!(runs("Ascend1"), Err(PARAM));
}

#[test]
fn devices_have_names_of_their_own() {
    let uuid = |device| {
        let mut uuid = aclrtUuid { bytes: [0; 16] };
        check(unsafe { ACL.aclrtDeviceGetUuid.unwrap()(device, &mut uuid) });
        uuid.bytes
    };
    assert_ne!(uuid(0), uuid(1));
    let mut bus: [c_char; 32] = [0; 32];
    check(unsafe { ACL.aclrtDeviceGetPCIBusId.unwrap()(5, bus.as_mut_ptr(), 32) });
    let mut device = -1;
    check(unsafe { ACL.aclrtDeviceGetByPCIBusId.unwrap()(bus.as_ptr(), &mut device) });
    assert_eq!(device, 5);
    let mut process = 0;
    check(unsafe { ACL.aclrtDeviceGetBareTgid.unwrap()(&mut process) });
    assert_eq!(u32::try_from(process).unwrap(), std::process::id());
    let mut mode = aclrtRunMode::ACL_DEVICE;
    check(unsafe { (ACL.aclrtGetRunMode)(&mut mode) });
    assert_eq!(mode, aclrtRunMode::ACL_HOST);
    for of in [ACL.aclrtGetLogicDevIdByUserDevId, ACL.aclrtGetPhyDevIdByLogicDevId] {
        check(unsafe { of.unwrap()(6, &mut device) });
        assert_eq!(device, 6);
        assert_eq!(unsafe { of.unwrap()(99, &mut device) }, aclError::RT_INVALID_DEVICEID);
    }
}

#[test]
fn the_default_stream_has_a_handle() {
    on(3);
    let mut default = null_mut();
    check(unsafe { ACL.aclrtCtxGetCurrentDefaultStream.unwrap()(&mut default) });
    assert!(!default.is_null());
    let ran = counter();
    launch(default, ran);
    check(synchronize(null_mut()));
    assert_eq!(count(ran), 1);
    assert_eq!(unsafe { (ACL.aclrtDestroyStream)(default) }, PARAM);
    assert_eq!(control::usage(3).streams, 0, "it is not counted");
}

#[test]
fn options_are_of_a_context_or_of_the_process() {
    on(4);
    let option = aclSysParamOpt::ACL_OPT_DETERMINISTIC;
    let mut value = -1;
    let of_process = || {
        let mut value = -1;
        check(unsafe { ACL.aclrtGetSysParamOpt.unwrap()(option, &mut value) });
        value
    };
    assert_eq!(of_process(), 0, "the process's are 0 until set");
    let mut get = || unsafe { ACL.aclrtCtxGetSysParamOpt.unwrap()(option, &mut value) };
    assert_eq!(get(), aclError::RT_SYSPARAMOPT_NOT_SET);
    let set = |value| unsafe { (ACL.aclrtCtxSetSysParamOpt)(option, value) };
    check(set(3));
    check(get());
    assert_eq!(value, 3);
    assert_eq!(of_process(), 3, "what was set last, for a context or for the process");
    check(unsafe { ACL.aclrtSetSysParamOpt.unwrap()(option, 1) });
    check(unsafe { ACL.aclrtCtxGetSysParamOpt.unwrap()(option, &mut value) });
    assert_eq!((of_process(), value), (1, 3));
    assert_eq!(set(4), PARAM);
    let early = aclSysParamOpt::ACL_OPT_ENABLE_KERNEL_EARLY_START;
    assert_eq!(unsafe { (ACL.aclrtCtxSetSysParamOpt)(early, 1) }, aclError::INVALID_PARAM);
    check(unsafe { ACL.aclrtSetSysParamOpt.unwrap()(early, 1) });
    check(unsafe { ACL.aclrtGetSysParamOpt.unwrap()(early, &mut value) });
    assert_eq!(value, 1);
    assert_eq!(unsafe { ACL.aclrtSetSysParamOpt.unwrap()(early, 2) }, PARAM);
}

#[test]
fn streams_tell_what_they_were_made_with() {
    on(5);
    let make = |priority, flags| {
        let mut stream = null_mut();
        check(unsafe { (ACL.aclrtCreateStreamWithConfig)(&mut stream, priority, flags) });
        stream
    };
    let told = |stream| {
        let (mut priority, mut flags, mut id) = (99, 99, -1);
        check(unsafe { ACL.aclrtStreamGetPriority.unwrap()(stream, &mut priority) });
        check(unsafe { ACL.aclrtStreamGetFlags.unwrap()(stream, &mut flags) });
        check(unsafe { ACL.aclrtStreamGetId.unwrap()(stream, &mut id) });
        (priority, flags, id)
    };
    let fast = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC;
    let (first, second) = (make(3, fast), make(1000, 1 << 30));
    assert_eq!(told(first).0, 3);
    assert_eq!(told(first).1, fast);
    assert_eq!((told(second).0, told(second).1), (7, 0), "clamped, and unknown flags ignored");
    assert_ne!(told(first).2, told(second).2);
    let (mut least, mut greatest) = (-1, -1);
    check(unsafe { ACL.aclrtDeviceGetStreamPriorityRange.unwrap()(&mut least, &mut greatest) });
    assert_eq!((least, greatest), (7, 0));
    let mut stream = null_mut();
    let mut with = |flags| unsafe { (ACL.aclrtCreateStreamWithConfig)(&mut stream, 0, flags) };
    assert_eq!(with(ACL_STREAM_DEVICE_USE_ONLY | ACL_STREAM_PERSISTENT), PARAM);
    // Nobody waits for streams that others start.
    for flag in [ACL_STREAM_PERSISTENT, ACL_STREAM_CPU_SCHEDULE, ACL_STREAM_DEVICE_USE_ONLY] {
        let stream = make(0, flag);
        let _held = control::delay_operations(Kind::HostFunction, HELD);
        launch(stream, counter());
        assert!(is_idle(stream));
        check(synchronize(stream));
    }
    let mut left = 0;
    check(unsafe { ACL.aclrtGetStreamAvailableNum.unwrap()(&mut left) });
    assert_eq!(left, 1984 - 5);
}

#[test]
fn a_set_of_options_makes_a_stream() {
    on(6);
    let options = unsafe { ACL.aclrtCreateStreamConfigHandle.unwrap()() };
    let set = |option, value: *const c_void, size| unsafe {
        ACL.aclrtSetStreamConfigOpt.unwrap()(options, option, value, size)
    };
    let (priority, flag) = (5_u32, ACL_STREAM_FAST_SYNC as usize);
    let as_bytes = |value: *const u32| value.cast::<c_void>();
    check(set(aclrtStreamConfigAttr::ACL_RT_STREAM_PRIORITY, as_bytes(&priority), 4));
    check(set(aclrtStreamConfigAttr::ACL_RT_STREAM_FLAG, std::ptr::from_ref(&flag).cast(), 8));
    assert_eq!(set(aclrtStreamConfigAttr::ACL_RT_STREAM_FLAG, as_bytes(&priority), 2), aclError::INVALID_PARAM);
    // With the 4 bytes that flags have elsewhere.
    check(set(aclrtStreamConfigAttr::ACL_RT_STREAM_FLAG, as_bytes(&ACL_STREAM_PERSISTENT), 4));
    assert_eq!(set(aclrtStreamConfigAttr::ACL_RT_STREAM_PRIORITY, as_bytes(&8), 4), aclError::INVALID_PARAM);
    let mut stream = null_mut();
    check(unsafe { ACL.aclrtCreateStreamV2.unwrap()(&mut stream, options) });
    let mut priority = 0;
    check(unsafe { ACL.aclrtStreamGetPriority.unwrap()(stream, &mut priority) });
    assert_eq!(priority, 5);
    let mut flags = 0;
    check(unsafe { ACL.aclrtStreamGetFlags.unwrap()(stream, &mut flags) });
    assert_eq!(flags, ACL_STREAM_PERSISTENT);
    check(unsafe { ACL.aclrtDestroyStreamConfigHandle.unwrap()(options) });
    assert_eq!(unsafe { ACL.aclrtDestroyStreamConfigHandle.unwrap()(options) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { ACL.aclrtCreateStreamV2.unwrap()(&mut stream, options) }, aclError::INVALID_PARAM);
}

#[test]
fn attributes_of_a_stream_are_kept() {
    on(7);
    let stream = stream();
    let set = |attribute, value: u32| {
        let mut value = aclrtStreamAttrValue { reserve: [value, 0, 0, 0] };
        unsafe { ACL.aclrtSetStreamAttribute.unwrap()(stream, attribute, &mut value) }
    };
    let get = |attribute| {
        let mut value = aclrtStreamAttrValue { reserve: [99; 4] };
        check(unsafe { ACL.aclrtGetStreamAttribute.unwrap()(stream, attribute, &mut value) });
        unsafe { value.overflowSwitch }
    };
    for (attribute, value) in [
        (aclrtStreamAttr::ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 1),
        (aclrtStreamAttr::ACL_STREAM_ATTR_USER_CUSTOM_TAG, 77),
        (aclrtStreamAttr::ACL_STREAM_ATTR_CACHE_OP_INFO, 1),
        (aclrtStreamAttr::ACL_STREAM_ATTR_PRIORITY, 4),
        (aclrtStreamAttr::ACL_STREAM_ATTR_FAILURE_MODE, 1),
    ] {
        assert_eq!(get(attribute), 0);
        check(set(attribute, value));
        assert_eq!(get(attribute), value);
    }
    assert_eq!(set(aclrtStreamAttr::ACL_STREAM_ATTR_PRIORITY, 8), PARAM);
    assert_eq!(set(aclrtStreamAttr(9), 0), PARAM);
    let mut flag = 9;
    check(unsafe { (ACL.aclrtGetStreamOverflowSwitch)(stream, &mut flag) });
    assert_eq!(flag, 1);
    assert_eq!(unsafe { (ACL.aclrtSetStreamOverflowSwitch)(stream, 2) }, aclError::INVALID_PARAM);
}

static HEARD: Mutex<Vec<(usize, u32)>> = Mutex::new(Vec::new());

unsafe extern "C" fn hear(stream: aclrtStream, state: aclrtStreamState, _: *mut c_void) {
    HEARD.lock().unwrap().push((stream.addr(), state.0));
}

#[test]
fn new_and_ending_streams_are_told() {
    on(8);
    let name = CString::new("test").unwrap();
    let register = |callback| unsafe { ACL.aclrtRegStreamStateCallback.unwrap()(name.as_ptr(), callback, null_mut()) };
    check(register(Some(hear)));
    assert_eq!(register(Some(hear)), PARAM, "a name is registered once");
    let stream = stream();
    check(unsafe { (ACL.aclrtDestroyStream)(stream) });
    check(register(None));
    let heard = HEARD.lock().unwrap();
    let of: Vec<_> = heard.iter().filter(|(of, _)| *of == stream.addr()).map(|(_, state)| *state).collect();
    assert_eq!(of, [1, 2]);
}

#[test]
fn limits_of_cores_go_from_the_device_to_the_stream_to_the_thread() {
    on(9);
    let stream = stream();
    let (cube, vector) =
        (aclrtDevResLimitType::ACL_RT_DEV_RES_CUBE_CORE, aclrtDevResLimitType::ACL_RT_DEV_RES_VECTOR_CORE);
    let of_device = || {
        let mut value = 0;
        check(unsafe { ACL.aclrtGetDeviceResLimit.unwrap()(9, cube, &mut value) });
        value
    };
    let of_stream = || {
        let mut value = 0;
        check(unsafe { ACL.aclrtGetStreamResLimit.unwrap()(stream, cube, &mut value) });
        value
    };
    let of_thread = || {
        let mut value = 0;
        check(unsafe { ACL.aclrtGetResInCurrentThread.unwrap()(cube, &mut value) });
        value
    };
    assert_eq!((of_device(), of_stream(), of_thread()), (20, 20, 20));
    check(unsafe { ACL.aclrtSetDeviceResLimit.unwrap()(9, cube, 12) });
    assert_eq!((of_device(), of_stream(), of_thread()), (12, 12, 12));
    check(unsafe { ACL.aclrtSetStreamResLimit.unwrap()(stream, cube, 4) });
    assert_eq!((of_device(), of_stream(), of_thread()), (12, 4, 12));
    check(unsafe { ACL.aclrtUseStreamResInCurrentThread.unwrap()(stream) });
    assert_eq!(of_thread(), 4);
    thread::spawn(move || {
        on(9);
        let mut value = 0;
        check(unsafe { ACL.aclrtGetResInCurrentThread.unwrap()(cube, &mut value) });
        assert_eq!(value, 12, "of this thread only");
    })
    .join()
    .unwrap();
    check(unsafe { ACL.aclrtUnuseStreamResInCurrentThread.unwrap()(stream) });
    check(unsafe { ACL.aclrtResetStreamResLimit.unwrap()(stream) });
    assert_eq!((of_stream(), of_thread()), (12, 12));
    check(unsafe { ACL.aclrtResetDeviceResLimit.unwrap()(9) });
    assert_eq!(of_device(), 20);
    refused(unsafe { ACL.aclrtSetDeviceResLimit.unwrap()(9, vector, 41) }, PARAM, "has 40 of the type");
    assert_eq!(unsafe { ACL.aclrtSetDeviceResLimit.unwrap()(9, aclrtDevResLimitType(2), 1) }, PARAM);
}

#[test]
fn the_last_code_is_of_the_runtime_and_of_the_thread() {
    thread::spawn(|| {
        let level = aclrtLastErrLevel::ACL_RT_THREAD_LEVEL;
        let (peek, take) = (ACL.aclrtPeekAtLastError.unwrap(), ACL.aclrtGetLastError.unwrap());
        assert_eq!(unsafe { (ACL.aclrtSetDevice)(99) }, aclError::RT_INVALID_DEVICEID);
        // A check of an argument before the runtime is reached does not count, nor does success.
        assert_eq!(unsafe { (ACL.aclrtGetDevice)(null_mut()) }, aclError::INVALID_PARAM);
        on(0);
        assert_eq!(unsafe { peek(level) }, aclError::RT_INVALID_DEVICEID);
        thread::spawn(move || assert_eq!(unsafe { peek(level) }, aclError::SUCCESS)).join().unwrap();
        assert_eq!(unsafe { take(level) }, aclError::RT_INVALID_DEVICEID);
        assert_eq!(unsafe { take(level) }, aclError::SUCCESS);
        assert_eq!(unsafe { peek(aclrtLastErrLevel(1)) }, aclError::INVALID_PARAM);
    })
    .join()
    .unwrap();
}

static FAILED: Mutex<Vec<(u32, u32, u32, u32)>> = Mutex::new(Vec::new());

unsafe extern "C" fn note_failure(information: *mut aclrtExceptionInfo) {
    let code = unsafe { (ACL.aclrtGetErrorCodeFromExceptionInfo)(information) };
    let device = unsafe { (ACL.aclrtGetDeviceIdFromExceptionInfo)(information) };
    let stream = unsafe { (ACL.aclrtGetStreamIdFromExceptionInfo)(information) };
    let task = unsafe { (ACL.aclrtGetTaskIdFromExceptionInfo)(information) };
    FAILED.lock().unwrap().push((device, stream, task, code));
}

#[test]
fn a_failed_task_is_told_before_the_wait_for_it_returns() {
    on(10);
    let (first, second) = (stream(), stream());
    let mut id = -1;
    check(unsafe { ACL.aclrtStreamGetId.unwrap()(first, &mut id) });
    check(unsafe { (ACL.aclrtSetExceptionInfoCallback)(Some(note_failure)) });
    let mut event = null_mut();
    check(unsafe { (ACL.aclrtCreateEventWithFlag)(&mut event, 1) });
    // A wait that takes too long is a task that fails.
    check(unsafe { ACL.aclrtStreamWaitEventWithTimeout.unwrap()(first, event, 1) });
    let mut task = 99;
    check(unsafe { ACL.aclrtGetThreadLastTaskId.unwrap()(&mut task) });
    assert_eq!(synchronize(first), aclError::RT_TASK_TIMEOUT);
    check(synchronize(second));
    let told = FAILED.lock().unwrap().clone();
    let code = aclError::RT_TASK_TIMEOUT.0.unsigned_abs();
    assert_eq!(told, [(10, u32::try_from(id).unwrap(), task, code)]);
    // Outside a callback there is nothing to ask.
    let mut live = [0_u64; 200];
    let nothing = live.as_mut_ptr().cast();
    assert_eq!(unsafe { (ACL.aclrtGetTaskIdFromExceptionInfo)(nothing) }, u32::MAX);
    assert_eq!(unsafe { (ACL.aclrtGetTaskIdFromExceptionInfo)(null()) }, u32::MAX);
    check(unsafe { (ACL.aclrtSetExceptionInfoCallback)(None) });
}

#[test]
fn the_work_of_a_device_is_aborted_as_a_whole() {
    on(11);
    let (one, other, ran) = (stream(), stream(), counter());
    let abort = ACL.aclrtDeviceTaskAbort.unwrap();
    let mut notify = null_mut();
    check(unsafe { ACL.aclrtCreateNotify.unwrap()(&mut notify, 0) });
    for stream in [one, other] {
        check(unsafe { ACL.aclrtWaitAndResetNotify.unwrap()(notify, stream, 0) });
        launch(stream, ran);
    }
    check(unsafe { abort(11, 0) });
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    assert_eq!(count(ran), 0);
    launch(one, ran);
    check(synchronize(one));
    assert_eq!(count(ran), 1);
    assert_eq!(unsafe { abort(11, 36 * 60 * 1000 + 1) }, PARAM);
    assert_eq!(unsafe { abort(99, 0) }, aclError::RT_INVALID_DEVICEID);
}

#[test]
fn broken_memory_is_told_and_repaired() {
    on(12);
    let status = || {
        let mut status = aclrtDeviceStatus::ACL_RT_DEVICE_STATUS_END;
        check(unsafe { (ACL.aclrtQueryDeviceStatus)(12, &mut status) });
        status
    };
    let verbose = || {
        let mut error = unsafe { std::mem::zeroed() };
        check(unsafe { ACL.aclrtGetErrorVerbose.unwrap()(12, &mut error) });
        error
    };
    assert_eq!(status(), aclrtDeviceStatus::ACL_RT_DEVICE_STATUS_NORMAL);
    assert_eq!(verbose().errorType, aclrtErrorType::ACL_RT_NO_ERROR);
    hardware::break_memory(12, 0x1000, 32);
    assert_eq!(status(), aclrtDeviceStatus::ACL_RT_DEVICE_STATUS_ABNORMAL);
    let mut ranges = [aclrtMemUceInfo { addr: null_mut(), len: 0, reserved: [0; 14] }; 2];
    let mut length = 9;
    let get = ACL.aclrtGetMemUceInfo.unwrap();
    assert_eq!(unsafe { get(12, ranges.as_mut_ptr(), 0, &mut length) }, aclError::INVALID_PARAM);
    check(unsafe { get(12, ranges.as_mut_ptr(), 2, &mut length) });
    assert_eq!((length, ranges[0].addr.addr(), ranges[0].len), (1, 0x1000, 32));
    let repair = ACL.aclrtMemUceRepair.unwrap();
    ranges[0].reserved[3] = 1;
    assert_eq!(unsafe { repair(12, ranges.as_mut_ptr(), 1) }, aclError::INVALID_PARAM);
    ranges[0].reserved[3] = 0;
    check(unsafe { repair(12, ranges.as_mut_ptr(), 1) });
    assert_eq!(status(), aclrtDeviceStatus::ACL_RT_DEVICE_STATUS_NORMAL);
    hardware::break_memory(12, 0x2000, 64);
    let error = verbose();
    assert_eq!((error.errorType, error.tryRepair), (aclrtErrorType::ACL_RT_ERROR_MEMORY, 1));
    check(unsafe { ACL.aclrtRepairError.unwrap()(12, &error) });
    assert_eq!(verbose().errorType, aclrtErrorType::ACL_RT_NO_ERROR);
}

#[test]
fn a_limit_in_time_is_a_whole_number_of_steps() {
    on(13);
    let mut step = 0;
    check(unsafe { ACL.aclrtGetOpTimeOutInterval.unwrap()(&mut step) });
    let set = |wanted| {
        let mut actual = 0;
        check(unsafe { ACL.aclrtSetOpExecuteTimeOutV2.unwrap()(wanted, &mut actual) });
        actual
    };
    assert_eq!(set(1), step);
    assert_eq!(set(step + 1), 2 * step);
    assert_eq!(set(u64::MAX), 254 * step);
    assert_eq!(set(0), 254 * step);
    check(unsafe { (ACL.aclrtSetOpExecuteTimeOut)(1) });
    let mut milliseconds = 0;
    check(unsafe { ACL.aclrtGetOpExecuteTimeout.unwrap()(&mut milliseconds) });
    assert_eq!(u64::from(milliseconds), step.div_ceil(1000));
    check(unsafe { ACL.aclrtSetOpExecuteTimeOutWithMs.unwrap()(5000) });
    check(unsafe { ACL.aclrtGetOpExecuteTimeout.unwrap()(&mut milliseconds) });
    assert_eq!(u64::from(milliseconds), (2 * step).div_ceil(1000), "5 s are more than one step");
    check(unsafe { (ACL.aclrtSetOpExecuteTimeOut)(0) });
}

#[test]
fn the_limit_of_waits_is_the_processs_unless_a_wait_has_its_own() {
    alone("child_limits_waits");
}

#[test]
#[ignore = "a process of another test"]
fn child_limits_waits() {
    on(0);
    let (limited, endless, ran) = (stream(), stream(), counter());
    let mut event = null_mut();
    check(unsafe { (ACL.aclrtCreateEventWithFlag)(&mut event, 1) });
    // A wait that was queued before is not limited, nor is one with a longer limit of its own.
    check(unsafe { (ACL.aclrtStreamWaitEvent)(endless, event) });
    check(unsafe { (ACL.aclrtSetOpWaitTimeout)(1) });
    check(unsafe { ACL.aclrtStreamWaitEventWithTimeout.unwrap()(endless, event, 600) });
    launch(endless, ran);
    check(unsafe { (ACL.aclrtStreamWaitEvent)(limited, event) });
    refused(synchronize(limited), aclError::RT_TASK_TIMEOUT, "waited 1 s for an event");
    assert!(!is_idle(endless));
    check(unsafe { (ACL.aclrtSetOpWaitTimeout)(0) });
    check(unsafe { (ACL.aclrtStreamWaitEvent)(limited, event) });
    check(unsafe { (ACL.aclrtRecordEvent)(event, null_mut()) });
    check(synchronize(limited));
    check(synchronize(endless));
    assert_eq!(count(ran), 1);
}

#[test]
fn a_device_is_waited_for_with_a_limit() {
    on(14);
    let (stream, ran) = (stream(), counter());
    let wait = ACL.aclrtSynchronizeDeviceWithTimeout.unwrap();
    let mut event = null_mut();
    check(unsafe { (ACL.aclrtCreateEventWithFlag)(&mut event, 1) });
    check(unsafe { (ACL.aclrtStreamWaitEvent)(stream, event) });
    launch(stream, ran);
    assert_eq!(unsafe { wait(1) }, aclError::RT_STREAM_SYNC_TIMEOUT);
    assert_eq!(unsafe { wait(0) }, PARAM);
    check(unsafe { (ACL.aclrtRecordEvent)(event, null_mut()) });
    check(unsafe { wait(-1) });
    assert_eq!(count(ran), 1);
}

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

/// Runs a test of this binary in a process of its own: it starts and ends the runtime.
fn alone(test: &str) {
    let this = std::env::current_exe().unwrap();
    let run = std::process::Command::new(this).args([test, "--exact", "--ignored", "--nocapture"]).status();
    assert!(run.unwrap().success());
}

#[test]
fn starts_are_counted_and_callbacks_called() {
    alone("child_starts_and_ends");
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
    alone("child_starts_with_a_configuration");
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
