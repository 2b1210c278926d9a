//! Calls that need no device: data helpers, numbers, profiling.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals; bad handles are what is tested"
)]

mod common;

use std::ffi::CString;
use std::ptr::{null, null_mut};
use std::sync::Mutex;

use ascend_npu_mock::control::{self, Kind, MarkKind};
use ascend_npu_sys::{
    ACL_PROF_EVENT_ATTR_VERSION, aclDataType, aclError, aclprofAicoreMetrics, aclprofConfigType,
    aclprofEventAttributes, aclprofEventAttributes__bindgen_ty_1, aclprofMessageType, aclprofStepTag,
    aclprofTensorInfo,
};
use common::{ACL, check, on, stream, synchronize};

#[test]
fn a_data_buffer_describes_memory_that_is_not_touched() {
    let address = std::ptr::without_provenance_mut(0x1234);
    let buffer = unsafe { (ACL.aclCreateDataBuffer)(address, 5 << 32) };
    assert_eq!(unsafe { (ACL.aclGetDataBufferAddr)(buffer) }.addr(), 0x1234);
    assert_eq!(unsafe { (ACL.aclGetDataBufferSizeV2)(buffer) }, 5 << 32);
    assert_eq!(unsafe { (ACL.aclGetDataBufferSize)(buffer) }, 0, "the old call keeps 32 bits");
    check(unsafe { (ACL.aclUpdateDataBuffer)(buffer, null_mut(), 7) });
    assert_eq!(unsafe { (ACL.aclGetDataBufferSizeV2)(buffer) }, 7);
    check(unsafe { (ACL.aclDestroyDataBuffer)(buffer) });
    assert_eq!(unsafe { (ACL.aclDestroyDataBuffer)(buffer) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclGetDataBufferSizeV2)(buffer) }, 0);
    assert!(unsafe { (ACL.aclGetDataBufferAddr)(null()) }.is_null());
}

#[test]
fn half_precision_rounds_to_nearest_and_back() {
    let there = |value| unsafe { (ACL.aclFloatToFloat16)(value) };
    let back = |bits| unsafe { (ACL.aclFloat16ToFloat)(bits) };
    assert_eq!(there(1.0), 0x3C00);
    assert_eq!(there(65504.0), 0x7BFF);
    assert_eq!(there(65520.0), 0x7C00, "the largest half rounds up to infinity");
    assert_eq!(back(there(1.0 + f32::from(2_u8).powi(-11))), 1.0, "a tie goes to the even one");
    assert!(back(there(f32::NAN)).is_nan());
    for bits in 0..0x7C00 {
        assert_eq!(there(back(bits)), bits);
    }
}

#[test]
fn elements_have_sizes() {
    let size = |of| unsafe { (ACL.aclDataTypeSize)(of) };
    let sizes = [
        (aclDataType::ACL_DT_UNDEFINED, 0),
        (aclDataType::ACL_STRING, 0),
        (aclDataType::ACL_INT4, 1),
        (aclDataType::ACL_BOOL, 1),
        (aclDataType::ACL_BF16, 2),
        (aclDataType::ACL_FLOAT16, 2),
        (aclDataType::ACL_FLOAT, 4),
        (aclDataType::ACL_COMPLEX32, 4),
        (aclDataType::ACL_DOUBLE, 8),
        (aclDataType::ACL_COMPLEX128, 16),
    ];
    for (of, bytes) in sizes {
        assert_eq!(size(of), bytes, "{of:?}");
    }
}

/// Profiling is one session a process.
static PROFILING: Mutex<()> = Mutex::new(());

fn open() -> CString {
    let folder = std::env::temp_dir().join(format!("ascend-profile-{}", std::process::id()));
    CString::new(folder.to_str().unwrap()).unwrap()
}

#[test]
fn profiling_is_opened_started_stopped_and_closed() {
    let _one = PROFILING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let folder = open();
    let length = folder.as_bytes().len();
    assert_eq!(unsafe { (ACL.aclprofInit)(null(), 3) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclprofInit)(c"".as_ptr(), 0) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclprofInit)(folder.as_ptr(), length + 1) }, aclError::INVALID_PARAM);
    check(unsafe { (ACL.aclprofInit)(folder.as_ptr(), length) });
    assert_eq!(unsafe { (ACL.aclprofInit)(folder.as_ptr(), length) }, aclError::REPEAT_INITIALIZE);
    let make = |devices: &mut [u32], what| unsafe {
        let metrics = aclprofAicoreMetrics::ACL_AICORE_PIPE_UTILIZATION;
        (ACL.aclprofCreateConfig)(devices.as_mut_ptr(), devices.len() as u32, metrics, null(), what)
    };
    assert!(make(&mut [0, 0], 1).is_null(), "a device twice");
    assert!(make(&mut [99], 1).is_null(), "a device that is none");
    let nothing = make(&mut [0], 0);
    assert_eq!(unsafe { (ACL.aclprofStart)(nothing) }, aclError::INVALID_PARAM);
    let configuration = make(&mut [0, 1], 3);
    assert_eq!(unsafe { (ACL.aclprofStop)(configuration) }, aclError::PROF_NOT_RUN);
    check(unsafe { (ACL.aclprofStart)(configuration) });
    assert_eq!(unsafe { (ACL.aclprofStart)(configuration) }, aclError::PROF_ALREADY_RUN);
    check(unsafe { (ACL.aclprofStop)(configuration) });
    for configuration in [nothing, configuration] {
        check(unsafe { (ACL.aclprofDestroyConfig)(configuration) });
    }
    assert_eq!(unsafe { (ACL.aclprofDestroyConfig)(configuration) }, aclError::INVALID_PARAM);
    check(unsafe { (ACL.aclprofFinalize)() });
    check(unsafe { (ACL.aclprofFinalize)() });
    let _ = std::fs::remove_dir(folder.to_str().unwrap());
}

#[test]
fn marks_and_ranges_are_kept_with_their_texts() {
    let _one = PROFILING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    on(1);
    let stream = stream();
    let folder = open();
    assert!(unsafe { (ACL.aclprofCreateStamp)() }.is_null(), "without a session there are no stamps");
    check(unsafe { (ACL.aclprofInit)(folder.as_ptr(), folder.as_bytes().len()) });
    let stamp = unsafe { (ACL.aclprofCreateStamp)() };
    let text = c"forward";
    let set = |length| unsafe { (ACL.aclprofSetStampTraceMessage)(stamp, text.as_ptr(), length) };
    assert_eq!(set(3), aclError(-1));
    check(set(7));
    control::take_marks();
    control::record_operations(true);
    check(unsafe { (ACL.aclprofMark)(stamp) });
    check(unsafe { (ACL.aclprofPush)(stamp) });
    check(unsafe { (ACL.aclprofPop)() });
    assert_eq!(unsafe { (ACL.aclprofPop)() }, aclError(-1));
    let mut range = 0;
    check(unsafe { (ACL.aclprofRangeStart)(stamp, &mut range) });
    check(unsafe { (ACL.aclprofRangeStop)(range) });
    assert_eq!(unsafe { (ACL.aclprofRangeStop)(range) }, aclError(-1));
    assert_eq!(unsafe { (ACL.aclprofPush)(null_mut()) }, aclError::INVALID_PARAM);
    check(unsafe { ACL.aclprofMarkEx.unwrap()(c"on a stream".as_ptr(), 11, stream) });
    let step = unsafe { (ACL.aclprofCreateStepInfo)() };
    check(unsafe { (ACL.aclprofGetStepTimestamp)(step, aclprofStepTag::ACL_STEP_START, stream) });
    unsafe { (ACL.aclprofDestroyStepInfo)(step) };
    check(synchronize(stream));
    let marks = control::take_marks();
    let kinds: Vec<_> = marks.iter().map(|mark| (mark.kind, mark.message.as_str())).collect();
    assert_eq!(
        kinds,
        [
            (MarkKind::Instant, "forward"),
            (MarkKind::Range, "forward"),
            (MarkKind::Range, "forward"),
            (MarkKind::Instant, "on a stream"),
        ]
    );
    assert!(marks.iter().all(|mark| mark.start <= mark.end));
    let queued: Vec<_> = control::take_operations(1).into_iter().filter(|done| done.kind == Kind::Mark).collect();
    let names: Vec<_> = queued.iter().map(|done| done.name.as_str()).collect();
    assert_eq!(names, ["on a stream", "step start"]);
    control::record_operations(false);
    unsafe { (ACL.aclprofDestroyStamp)(stamp) };
    assert_eq!(unsafe { (ACL.aclprofMark)(stamp) }, aclError(-1));
    check(unsafe { (ACL.aclprofFinalize)() });
    let one = unsafe { ACL.aclprofStr2Id.unwrap()(c"one".as_ptr()) };
    assert_eq!(unsafe { ACL.aclprofStr2Id.unwrap()(c"one".as_ptr()) }, one);
    assert_ne!(unsafe { ACL.aclprofStr2Id.unwrap()(c"two".as_ptr()) }, one);
    let _ = std::fs::remove_dir(folder.to_str().unwrap());
}

#[test]
fn ranges_of_operators_are_kept_under_the_names_of_their_numbers() {
    let _one = PROFILING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let folder = open();
    check(unsafe { (ACL.aclprofInit)(folder.as_ptr(), folder.as_bytes().len()) });
    let mut information: aclprofTensorInfo = unsafe { std::mem::zeroed() };
    information.opNameId = unsafe { ACL.aclprofStr2Id.unwrap()(c"MatMul".as_ptr()) };
    let mut attributes = aclprofEventAttributes {
        version: ACL_PROF_EVENT_ATTR_VERSION as u16,
        size: size_of::<aclprofEventAttributes>() as u16,
        messageType: aclprofMessageType::ACL_PROF_MESSAGE_TYPE_TENSOR_INFO.0,
        message: aclprofEventAttributes__bindgen_ty_1 { tensorInfo: &raw mut information },
    };
    let push = |attributes: &mut aclprofEventAttributes| unsafe { ACL.aclprofRangePushEx.unwrap()(attributes) };
    let pop = || unsafe { ACL.aclprofRangePop.unwrap()() };
    control::take_marks();
    check(push(&mut attributes));
    // A number that no text was given for stands for itself.
    unsafe { (*attributes.message.tensorInfo).opNameId = 77 };
    check(push(&mut attributes));
    check(pop());
    check(pop());
    assert_eq!(pop(), aclError(-1), "none is open");
    let names: Vec<_> = control::take_marks().into_iter().map(|mark| (mark.kind, mark.message)).collect();
    let range = |name: &str| (MarkKind::Range, name.to_owned());
    assert_eq!(names, [range("77"), range("MatMul")]);
    for wrong in [
        aclprofEventAttributes { version: 2, ..attributes },
        aclprofEventAttributes { size: 8, ..attributes },
        aclprofEventAttributes { messageType: 9, ..attributes },
        aclprofEventAttributes {
            message: aclprofEventAttributes__bindgen_ty_1 { tensorInfo: null_mut() },
            ..attributes
        },
    ] {
        assert_eq!(push(&mut wrong.clone()), aclError::INVALID_PARAM);
    }
    assert_eq!(unsafe { ACL.aclprofRangePushEx.unwrap()(null_mut()) }, aclError::INVALID_PARAM);
    check(unsafe { (ACL.aclprofFinalize)() });
    let _ = std::fs::remove_dir(folder.to_str().unwrap());
}

#[test]
fn options_of_a_profile_are_set_while_it_is_open_and_data_is_marked_on_a_stream() {
    let _one = PROFILING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let set = |option, text: &std::ffi::CStr, length| unsafe {
        (ACL.aclprofSetConfig)(aclprofConfigType(option), text.as_ptr(), length)
    };
    assert_eq!(set(4, c"read", 4), aclError::PROF_NOT_RUN);
    let folder = open();
    check(unsafe { (ACL.aclprofInit)(folder.as_ptr(), folder.as_bytes().len()) });
    check(set(4, c"read", 4));
    for (option, text, length) in [(0, c"read", 4), (17, c"read", 4), (4, c"read", 3), (4, c"", 0)] {
        assert_eq!(set(option, text, length), aclError::INVALID_PARAM, "{option} {text:?} {length}");
    }
    check(unsafe { (ACL.aclprofFinalize)() });
    let _ = std::fs::remove_dir(folder.to_str().unwrap());

    on(2);
    let (stream, mut data) = (stream(), [0x1f_u8, 0xa0]);
    let trace = |data, length| unsafe { ACL.aclrtProfTrace.unwrap()(data, length, stream) };
    for (data, length) in [(null_mut(), 2), (data.as_mut_ptr().cast(), 0), (data.as_mut_ptr().cast(), 19)] {
        assert_eq!(trace(data, length), aclError::RT_PARAM_INVALID);
    }
    control::record_operations(true);
    check(trace(data.as_mut_ptr().cast(), 2));
    check(synchronize(stream));
    let marks: Vec<_> = control::take_operations(2).into_iter().filter(|done| done.kind == Kind::Mark).collect();
    assert_eq!(marks.iter().map(|done| done.name.as_str()).collect::<Vec<_>>(), ["aclrtProfTrace 1fa0"]);
    control::record_operations(false);
}
