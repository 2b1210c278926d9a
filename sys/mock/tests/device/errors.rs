//! The last code, failed tasks, abort and repair.

use std::ptr::{null, null_mut};
use std::sync::Mutex;
use std::thread;

use ascend_npu_mock::control::hardware;
use ascend_npu_sys::{
    aclError, aclrtDeviceStatus, aclrtErrorType, aclrtExceptionInfo, aclrtLastErrLevel, aclrtMemUceInfo,
};

use crate::PARAM;
use crate::common::{ACL, check, count, counter, launch, on, stream, synchronize};

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
