//! Limits of cores, and of waits.

use std::ptr::null_mut;
use std::thread;

use ascend_npu_sys::{aclError, aclrtDevResLimitType};

use crate::PARAM;
use crate::child::{begin, end};
use crate::common::{ACL, check, count, counter, is_idle, launch, on, refused, stream, synchronize};

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
    end(begin("limits::child_limits_waits", &[]));
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
