//! Streams and contexts: options and attributes.

use std::ffi::{CString, c_void};
use std::ptr::null_mut;
use std::sync::Mutex;

use ascend_npu_mock::control::{self, Kind};
use ascend_npu_sys::{
    ACL_STREAM_CPU_SCHEDULE, ACL_STREAM_DEVICE_USE_ONLY, ACL_STREAM_FAST_LAUNCH, ACL_STREAM_FAST_SYNC,
    ACL_STREAM_PERSISTENT, aclError, aclSysParamOpt, aclrtStream, aclrtStreamAttr, aclrtStreamAttrValue,
    aclrtStreamConfigAttr, aclrtStreamState,
};

use crate::PARAM;
use crate::common::{ACL, HELD, check, count, counter, is_idle, launch, on, stream, synchronize};

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
