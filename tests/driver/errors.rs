//! What errors say: the kind and the advice are those of the library's code.

use ascend_npu::{Code, Communicator, Driver, ErrorKind, Reduction, RootInfo};
use ascend_npu_mock::control;

use crate::turn;

/// One code of each kind, with what a user reads.
const TEXTS: [(i32, ErrorKind, &str); 17] = [
    (
        107_000,
        ErrorKind::InvalidArgument,
        "returned 107000 (RT_PARAM_INVALID); compare the sizes and handles of the call with its buffers; the library's text names the argument",
    ),
    (
        107_001,
        ErrorKind::NoDevice,
        "returned 107001 (RT_INVALID_DEVICEID); compare with the number of devices; ASCEND_RT_VISIBLE_DEVICES hides and renumbers them",
    ),
    (
        207_018,
        ErrorKind::OutOfMemory,
        "returned 207018 (RT_DEVICE_OOM); device memory is used up: free some, or look for other processes on the device",
    ),
    (
        207_008,
        ErrorKind::ResourceExhausted,
        "returned 207008 (RT_NO_STREAM_RESOURCE); streams are used up on the device; every communicator takes some",
    ),
    (507_004, ErrorKind::Busy, "returned 507004 (RT_STREAM_NOT_COMPLETE); work is still running"),
    (
        507_046,
        ErrorKind::Timeout,
        "returned 507046 (RT_STREAM_SYNC_TIMEOUT); the work goes on: wait again, and keep its buffers",
    ),
    (
        507_015,
        ErrorKind::DeviceFault,
        "returned 507015 (RT_AICORE_EXCEPTION); a kernel read or wrote outside its buffers, used freed memory or a misaligned address",
    ),
    (
        507_010,
        ErrorKind::DeviceLost,
        "returned 507010 (RT_LOST_HEARTBEAT); the device does not answer any more: look at npu-smi",
    ),
    (
        207_000,
        ErrorKind::NotSupported,
        "returned 207000 (RT_FEATURE_NOT_SUPPORT); the chip, its driver or the toolkit is too old for it",
    ),
    (
        507_056,
        ErrorKind::Communication,
        "returned 507056 (RT_LINK_ERROR); a link or a peer failed: look at the rank with the earliest error, and make communicators afresh",
    ),
    (
        107_023,
        ErrorKind::Aborted,
        "returned 107023 (RT_STREAM_ABORT); the stream was stopped: destroy it and make its results again",
    ),
    (
        107_002,
        ErrorKind::NotInitialized,
        "returned 107002 (RT_CONTEXT_NULL); this thread has no device: call aclrtSetDevice on it",
    ),
    (207_006, ErrorKind::Permission, "returned 207006 (RT_NO_PERMISSION); the user must be of the group HwHiAiUser"),
    (
        148_049,
        ErrorKind::Environment,
        "returned 148049 (INVALID_OPP_PATH); ASCEND_OPP_PATH does not name the operators of the toolkit: source its set_env.sh",
    ),
    (
        107_027,
        ErrorKind::Capture,
        "returned 107027 (RT_STREAM_CAPTURED); the graph, stream or event is part of a capture: wait for or query another, or end the capture first",
    ),
    (
        500_000,
        ErrorKind::Library,
        "returned 500000 (INTERNAL_ERROR); read the library's text, and its log of this process",
    ),
    (-7, ErrorKind::Library, "returned -7 (a code this crate does not know)"),
];

#[test]
fn the_kind_and_the_advice_are_those_of_the_code() {
    crate::common::needs!(Faults);
    let _turn = turn();
    let driver = Driver::open().unwrap();
    for (code, kind, text) in TEXTS {
        // Opened each time: a device tells of its first fault for as long as it is open.
        let stream = driver.device(2).unwrap().stream().unwrap();
        control::fail_call("aclrtSynchronizeStream", 0, code);
        let error = stream.synchronize().unwrap_err();
        assert_eq!(error.to_string(), format!("aclrtSynchronizeStream on device 2, stream {}: {text}", stream.id()));
        assert_eq!((error.kind(), error.device(), error.stream()), (kind, Some(2), Some(stream.id())), "{code}");
        assert_eq!(error.code().map(Code::value), Some(code.into()));
        assert_eq!(error.hint(), text.split_once("; ").map(|(_, advice)| advice));
        stream.synchronize().unwrap();
    }
}

#[test]
fn a_remark_on_work_that_is_done_is_no_failure() {
    crate::common::needs!(Faults);
    let _turn = turn();
    let stream = Driver::open().unwrap().device(2).unwrap().stream().unwrap();
    for overflow in [207_003, 207_016, 207_017] {
        control::fail_call("aclrtSynchronizeStream", 0, overflow);
        stream.synchronize().unwrap();
    }
}

#[test]
fn codes_of_hccl_pass_through_known_or_not() {
    crate::common::needs!(Faults);
    let _turn = turn();
    let device = Driver::open().unwrap().device(2).unwrap();
    control::fail_call("HcclGetRootInfo", 0, 7);
    let error = RootInfo::create(&device).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ResourceExhausted);
    assert_eq!(
        error.to_string(),
        "HcclGetRootInfo on device 2: returned 7 (E_UNAVAIL): no port was free to listen on at the host's first network card: \
         ports 60000 to 60031 (HCCL_IF_BASE_PORT); another job on this host may have them: set HCCL_IF_BASE_PORT or \
         HCCL_HOST_SOCKET_PORT_RANGE to free ones"
    );

    let communicator = Communicator::new(&device, &RootInfo::create(&device).unwrap(), 1, 0).unwrap();
    let mut buffer = communicator.stream().upload_blocking(&[1.0_f32]).unwrap();
    control::fail_call("HcclAllReduce", 0, 999);
    let error = communicator.all_reduce_in_place(&mut buffer, Reduction::Sum).unwrap_err();
    assert_eq!((error.kind(), error.code().map(Code::value)), (ErrorKind::Library, Some(999)));
    let text = ": returned 999 (a code this crate does not know): rank 0 of 1 asked for 1 x fp32";
    assert!(error.to_string().ends_with(text), "{error}");
    communicator.all_reduce_in_place(&mut buffer, Reduction::Sum).unwrap();
}

#[test]
fn the_librarys_own_text_is_added() {
    let _turn = turn();
    let device = Driver::open().unwrap().device(2).unwrap();
    let error = device.alloc::<u8>(1 << 50).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    let text = error.to_string();
    let native = error.native().unwrap();
    assert!(
        text.contains("; free cached memory and try again") || text.contains("; device memory is used up"),
        "{text}"
    );
    assert!(text.ends_with(&format!("\n  the library says: {}", native.trim())), "{text}");
}
