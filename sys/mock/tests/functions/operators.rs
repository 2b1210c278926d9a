//! Operators of tensors, and what stands for those that are not there.

use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};

use ascend_npu_mock::{Support, lookup, support};
use ascend_npu_sys::{aclDataType, aclError, aclFormat, aclrtStream};

use crate::support::{Gate, at, check, download, free, malloc, on, stream, synchronize, text, upload};

const NULL: i32 = 161_001;
const INVALID: i32 = 161_002;
const RUNTIME: i32 = 361_001;
const ND: aclFormat = aclFormat::ACL_FORMAT_ND;
const F32: aclDataType = aclDataType::ACL_FLOAT;
const F16: aclDataType = aclDataType::ACL_FLOAT16;
const I32: aclDataType = aclDataType::ACL_INT32;

/// Calls a function of operators: `operator!(name(argument: type, ...) -> type)`.
macro_rules! operator {
    ($name:ident($($argument:expr => $kind:ty),* $(,)?) -> $returned:ty) => {{
        once_cell::sync::Lazy::force(&crate::support::ACL);
        let address = lookup(stringify!($name)).unwrap();
        #[allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of the tests are what is unsafe")]
        unsafe {
            let function: unsafe extern "C" fn($($kind),*) -> $returned = std::mem::transmute(address.as_ptr());
            function($($argument),*)
        }
    }};
}

/// The two steps of an operator: the arguments before those for the results, then the stream. The first code that is not 0.
macro_rules! run {
    ($first:ident, $second:ident($($argument:expr => $kind:ty),*), $stream:expr) => {{
        let (mut workspace, mut executor) = (u64::MAX, null_mut());
        let code = operator!(
            $first($($argument => $kind,)* &mut workspace => *mut u64, &mut executor => *mut *mut c_void) -> i32
        );
        if code != 0 {
            code
        } else {
            assert_eq!(workspace, 0);
            second(stringify!($second), executor, $stream)
        }
    }};
}

fn second(name: &str, executor: *mut c_void, stream: aclrtStream) -> i32 {
    let address = lookup(name).unwrap();
    unsafe {
        let function: unsafe extern "C" fn(*mut c_void, u64, *mut c_void, aclrtStream) -> i32 =
            std::mem::transmute(address.as_ptr());
        function(null_mut(), 0, executor, stream)
    }
}

fn tensor(of: aclDataType, sizes: &[i64], steps: Option<&[i64]>, offset: i64, data: *mut c_void) -> *mut c_void {
    let steps = steps.map_or(null(), <[i64]>::as_ptr);
    operator!(aclCreateTensor(
        sizes.as_ptr() => *const i64, sizes.len() as u64 => u64, of => aclDataType, steps => *const i64, offset => i64,
        ND => aclFormat, sizes.as_ptr() => *const i64, sizes.len() as u64 => u64, data => *mut c_void,
    ) -> *mut c_void)
}

fn destroy(tensor: *mut c_void) -> i32 {
    operator!(aclDestroyTensor(tensor => *const c_void) -> i32)
}

fn scalar(value: f32) -> *mut c_void {
    let mut value = value;
    operator!(aclCreateScalar((&raw mut value).cast() => *mut c_void, F32 => aclDataType) -> *mut c_void)
}

fn floats(from: *mut c_void, count: usize) -> Vec<f32> {
    download(from, count * 4).chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|index| index as f32 + 0.5).collect()
}

fn floats_on_device(values: &[f32]) -> *mut c_void {
    let memory = malloc(values.len() * 4);
    upload(memory, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>());
    memory
}

#[track_caller]
fn done(code: i32, stream: aclrtStream) {
    assert_eq!(code, 0, "{}", text());
    check(synchronize(stream));
}

#[track_caller]
fn refused(code: i32, wanted: i32, part: &str) {
    assert_eq!(code, wanted);
    let text = text();
    assert!(text.contains(part), "`{text}` should contain `{part}`");
}

#[test]
fn fills_reach_the_elements_of_the_tensor_and_no_others() {
    on(100);
    let (stream, memory) = (stream(), floats_on_device(&numbers(12)));
    // Every second of three rows of four, from the second place on.
    let target = tensor(F32, &[3, 2], Some(&[4, 2]), 1, memory);
    done(run!(aclnnInplaceZeroGetWorkspaceSize, aclnnInplaceZero(target => *mut c_void), stream), stream);
    assert_eq!(floats(memory, 12), [0.5, 0.0, 2.5, 0.0, 4.5, 0.0, 6.5, 0.0, 8.5, 0.0, 10.5, 0.0]);
    done(run!(aclnnInplaceOneGetWorkspaceSize, aclnnInplaceOne(target => *mut c_void), stream), stream);
    assert_eq!(floats(memory, 12), [0.5, 1.0, 2.5, 1.0, 4.5, 1.0, 6.5, 1.0, 8.5, 1.0, 10.5, 1.0]);
    let value = scalar(-7.25);
    let code = run!(
        aclnnInplaceFillScalarGetWorkspaceSize,
        aclnnInplaceFillScalar(target => *mut c_void, value => *const c_void),
        stream
    );
    done(code, stream);
    assert_eq!(floats(memory, 4), [0.5, -7.25, 2.5, -7.25]);
    assert_eq!(operator!(aclDestroyScalar(value => *const c_void) -> i32), 0);
    assert_eq!(destroy(target), 0);
}

#[test]
fn quotients_are_of_floats_only() {
    on(101);
    let (stream, memory, by) = (stream(), floats_on_device(&[3.0, -1.0, 0.0]), scalar(3.0));
    let target = tensor(F32, &[3], None, 0, memory);
    let divide = |target: *mut c_void| run!(aclnnInplaceDivsGetWorkspaceSize, aclnnInplaceDivs(target => *mut c_void, by => *const c_void), stream);
    done(divide(target), stream);
    assert_eq!(floats(memory, 3), [1.0, -1.0 / 3.0, 0.0]);
    refused(divide(tensor(I32, &[3], None, 0, memory)), INVALID, "a quotient is a float");
}

#[test]
fn copies_permute_repeat_and_cast() {
    on(102);
    let (stream, from, to) = (stream(), floats_on_device(&numbers(6)), malloc(64));
    let copy = |to: *mut c_void, from: *mut c_void| run!(aclnnInplaceCopyGetWorkspaceSize, aclnnInplaceCopy(to => *mut c_void, from => *const c_void), stream);
    let columns = tensor(F32, &[3, 2], Some(&[1, 3]), 0, from);
    done(copy(tensor(F32, &[3, 2], None, 0, to), columns), stream);
    assert_eq!(floats(to, 6), [0.5, 3.5, 1.5, 4.5, 2.5, 5.5]);
    let row = tensor(F32, &[3], None, 3, from);
    done(copy(tensor(F32, &[2, 3], None, 0, to), row), stream);
    assert_eq!(floats(to, 6), [3.5, 4.5, 5.5, 3.5, 4.5, 5.5]);
    done(copy(tensor(I32, &[2, 3], None, 0, to), row), stream);
    let cut: Vec<u8> = [3_i32, 4, 5, 3, 4, 5].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(download(to, 24), cut);
    refused(copy(tensor(F32, &[2, 2], None, 0, to), row), INVALID, "does not fill");
}

#[test]
fn a_cast_keeps_the_shape_and_names_the_type() {
    on(103);
    let (stream, from, to) = (stream(), floats_on_device(&[1.0, -2.0, 65520.0]), malloc(8));
    let cast = |kind: aclDataType, out: *mut c_void| {
        let source = tensor(F32, &[3], None, 0, from);
        run!(
            aclnnCastGetWorkspaceSize,
            aclnnCast(source => *const c_void, kind => aclDataType, out => *mut c_void),
            stream
        )
    };
    done(cast(F16, tensor(F16, &[3], None, 0, to)), stream);
    assert_eq!(download(to, 6), [0x00, 0x3c, 0x00, 0xc0, 0x00, 0x7c]);
    refused(cast(I32, tensor(F16, &[3], None, 0, to)), INVALID, "the target has 1");
    refused(cast(F16, tensor(F16, &[1, 3], None, 0, to)), INVALID, "differ");
}

#[test]
fn padding_comes_before_and_behind_the_last_dimension_first() {
    on(104);
    let (stream, from, to, value) = (stream(), floats_on_device(&[1.0, 2.0]), malloc(64), scalar(9.0));
    let pad = |pad: &[i64], sizes: &[i64]| {
        let padding = operator!(
            aclCreateIntArray(pad.as_ptr() => *const i64, pad.len() as u64 => u64) -> *mut c_void
        );
        let (source, target) = (tensor(F32, &[1, 2], None, 0, from), tensor(F32, sizes, None, 0, to));
        let code = run!(
            aclnnConstantPadNdGetWorkspaceSize,
            aclnnConstantPadNd(
                source => *const c_void, padding => *const c_void, value => *const c_void, target => *mut c_void
            ),
            stream
        );
        assert_eq!(operator!(aclDestroyIntArray(padding => *const c_void) -> i32), 0);
        code
    };
    done(pad(&[1, 2], &[1, 5]), stream);
    assert_eq!(floats(to, 5), [9.0, 1.0, 2.0, 9.0, 9.0]);
    done(pad(&[0, 1, 1, 0], &[2, 3]), stream);
    assert_eq!(floats(to, 6), [9.0, 9.0, 9.0, 1.0, 2.0, 9.0]);
    for (wrong, sizes) in [(&[1, 2][..], &[1, 4][..]), (&[-1, 2], &[1, 3]), (&[1], &[1, 3]), (&[0; 6], &[1, 2])] {
        refused(pad(wrong, sizes), INVALID, "does not make a shape of [1, 2]");
    }
}

#[test]
fn an_operator_runs_in_its_turn_and_outlives_its_tensors() {
    on(105);
    let (stream, memory) = (stream(), floats_on_device(&[5.0]));
    let gate = Gate::close(stream);
    let target = tensor(F32, &[1], None, 0, memory);
    assert_eq!(run!(aclnnInplaceOneGetWorkspaceSize, aclnnInplaceOne(target => *mut c_void), stream), 0);
    assert_eq!(destroy(target), 0);
    assert_eq!(floats(memory, 1), [5.0], "nothing runs before its turn");
    gate.open();
    check(synchronize(stream));
    assert_eq!(floats(memory, 1), [1.0]);
}

#[test]
fn memory_that_is_gone_or_not_the_devices_is_a_failure() {
    on(106);
    let (stream, memory) = (stream(), malloc(64));
    let one = |target: *mut c_void, stream: aclrtStream| run!(aclnnInplaceOneGetWorkspaceSize, aclnnInplaceOne(target => *mut c_void), stream);
    refused(one(tensor(F32, &[1 << 20], None, 0, memory), stream), RUNTIME, "past the end");
    let mut host = [0_f32; 4];
    refused(one(tensor(F32, &[4], None, 0, host.as_mut_ptr().cast()), stream), RUNTIME, "no live allocation");
    on(107);
    let other = crate::support::stream();
    refused(one(tensor(F32, &[4], None, 0, memory), other), RUNTIME, "not on device 107");
    on(106);
    let gate = Gate::close(stream);
    assert_eq!(one(tensor(F32, &[16], None, 0, memory), stream), 0);
    check(free(memory));
    gate.open();
    assert_eq!(synchronize(stream), aclError::RT_AICORE_EXCEPTION);
    assert_eq!(host, [0.0; 4]);
}

#[test]
fn handles_are_checked_and_used_up() {
    on(108);
    let (stream, memory) = (stream(), malloc(64));
    let target = tensor(F32, &[4], None, 0, memory);
    let (mut workspace, mut executor) = (0, null_mut());
    let mut first = |target: *mut c_void, executor: *mut *mut c_void| {
        operator!(aclnnInplaceOneGetWorkspaceSize(
            target => *mut c_void, &mut workspace => *mut u64, executor => *mut *mut c_void,
        ) -> i32)
    };
    refused(first(null_mut(), &mut executor), NULL, "null");
    refused(first(memory, &mut executor), INVALID, "no such");
    refused(first(target, null_mut()), NULL, "null");
    assert_eq!(first(target, &mut executor), 0);
    refused(second("aclnnInplaceZero", executor, stream), INVALID, "aclnnInplaceOne");
    refused(second("aclnnInplaceOne", executor, stream), INVALID, "no such executor");
    refused(second("aclnnInplaceOne", null_mut(), stream), NULL, "null");
    assert_eq!(first(target, &mut executor), 0);
    assert_eq!(operator!(aclDestroyAclOpExecutor(executor => *mut c_void) -> i32), 0);
    refused(second("aclnnInplaceOne", executor, stream), INVALID, "no such executor");
    assert_eq!(destroy(target), 0);
    refused(destroy(target), INVALID, "destroyed");
}

#[test]
fn what_is_no_tensor_is_not_made() {
    on(109);
    let memory = malloc(64);
    let create = |of: aclDataType, sizes: *const i64, count: u64, format: aclFormat| {
        operator!(aclCreateTensor(
            sizes => *const i64, count => u64, of => aclDataType, null() => *const i64, 0 => i64, format => aclFormat,
            sizes => *const i64, count => u64, memory => *mut c_void,
        ) -> *mut c_void)
    };
    let sizes = [2, -3];
    assert!(create(F32, null(), 1, ND).is_null());
    assert!(create(F32, sizes.as_ptr(), 2, ND).is_null());
    assert!(create(aclDataType::ACL_STRING, sizes.as_ptr(), 1, ND).is_null());
    assert!(create(F32, sizes.as_ptr(), 1, aclFormat::ACL_FORMAT_FRACTAL_NZ).is_null());
    assert!(create(F32, sizes.as_ptr(), 4096, ND).is_null());
    assert!(text().contains("4096"));
    let none = create(F32, null(), 0, ND);
    assert!(!none.is_null(), "a tensor of no dimensions has one element");
    assert!(operator!(aclCreateScalar(null_mut() => *mut c_void, F32 => aclDataType) -> *mut c_void).is_null());
    assert!(operator!(aclCreateIntArray(null() => *const i64, 1 => u64) -> *mut c_void).is_null());
    assert_eq!(floats(at(memory, 0), 1).len(), 1);
}

#[test]
fn descriptions_of_the_old_way_tell_what_they_were_given() {
    let sizes = [2_i64, 3];
    let make = |count: i32, sizes: *const i64| {
        operator!(aclCreateTensorDesc(
            I32 => aclDataType, count => i32, sizes => *const i64, ND => aclFormat
        ) -> *mut c_void)
    };
    assert!(make(-1, sizes.as_ptr()).is_null());
    assert!(make(1, null()).is_null());
    let desc = make(2, sizes.as_ptr());
    assert_eq!(operator!(aclGetTensorDescType(desc => *const c_void) -> aclDataType), I32);
    assert_eq!(operator!(aclGetTensorDescFormat(desc => *const c_void) -> aclFormat), ND);
    assert_eq!(operator!(aclGetTensorDescNumDims(desc => *const c_void) -> usize), 2);
    let mut size = 0;
    let mut dimension = |index: usize| operator!(aclGetTensorDescDimV2(desc => *const c_void, index => usize, &mut size => *mut i64) -> aclError);
    check(dimension(1));
    assert_eq!(dimension(2), aclError::INVALID_PARAM);
    assert_eq!(size, 3);
    operator!(aclSetTensorDescName(desc => *mut c_void, c"x".as_ptr() => *const c_char) -> ());
    check(operator!(aclSetTensorFormat(desc => *mut c_void, ND => aclFormat) -> aclError));
    check(operator!(aclSetTensorPlaceMent(desc => *mut c_void, 1 => i32) -> aclError));
    let shape = |count: i32, sizes: *const i64| operator!(aclSetTensorShape(desc => *mut c_void, count => i32, sizes => *const i64) -> aclError);
    check(shape(2, sizes.as_ptr()));
    assert_eq!(shape(2, null()), aclError::INVALID_PARAM);
    operator!(aclDestroyTensorDesc(desc => *const c_void) -> ());
    assert_eq!(shape(2, sizes.as_ptr()), aclError::INVALID_PARAM);
    assert_eq!(operator!(aclGetTensorDescNumDims(desc => *const c_void) -> usize), 0);
}

#[test]
fn an_operator_of_the_old_way_is_refused_with_what_it_was_to_do() {
    let attributes = operator!(aclopCreateAttr() -> *mut c_void);
    type Name = *const c_char;
    check(operator!(aclopSetAttrBool(attributes => *mut c_void, c"a".as_ptr() => Name, 1 => u8) -> aclError));
    check(
        operator!(aclopSetAttrDataType(attributes => *mut c_void, c"b".as_ptr() => Name, F32 => aclDataType) -> aclError),
    );
    check(operator!(aclopSetAttrFloat(attributes => *mut c_void, c"c".as_ptr() => Name, 1.0 => f32) -> aclError));
    check(operator!(aclopSetAttrInt(attributes => *mut c_void, c"d".as_ptr() => Name, 1 => i64) -> aclError));
    check(
        operator!(aclopSetAttrString(attributes => *mut c_void, c"e".as_ptr() => Name, c"".as_ptr() => Name) -> aclError),
    );
    type List = *const c_void;
    check(
        operator!(aclopSetAttrListBool(attributes => *mut c_void, c"f".as_ptr() => Name, 0 => i32, null() => List) -> aclError),
    );
    check(
        operator!(aclopSetAttrListFloat(attributes => *mut c_void, c"g".as_ptr() => Name, 0 => i32, null() => List) -> aclError),
    );
    check(
        operator!(aclopSetAttrListInt(attributes => *mut c_void, c"h".as_ptr() => Name, 0 => i32, null() => List) -> aclError),
    );
    check(operator!(aclopSetAttrListListInt(
        attributes => *mut c_void, c"i".as_ptr() => Name, 0 => i32, null() => List, null() => List
    ) -> aclError));
    let set = |attributes: *mut c_void, name: Name| operator!(aclopSetAttrInt(attributes => *mut c_void, name => Name, 1 => i64) -> aclError);
    assert_eq!(set(attributes, null()), aclError::INVALID_PARAM);
    assert_eq!(set(null_mut(), c"a".as_ptr()), aclError::INVALID_PARAM);
    let sizes = [4_i64];
    let desc = operator!(aclCreateTensorDesc(
        F32 => aclDataType, 1 => i32, sizes.as_ptr() => *const i64, ND => aclFormat
    ) -> *mut c_void);
    for name in ["aclopCompileAndExecute", "aclopCompileAndExecuteV2"] {
        let (address, operator, inputs) = (lookup(name).unwrap(), CString::new("Add").unwrap(), [desc]);
        text();
        let code = unsafe {
            #[allow(clippy::type_complexity, reason = "as in C")]
            let function: unsafe extern "C" fn(
                Name,
                i32,
                List,
                List,
                i32,
                List,
                List,
                List,
                i32,
                i32,
                Name,
                aclrtStream,
            ) -> aclError = std::mem::transmute(address.as_ptr());
            function(
                operator.as_ptr(),
                1,
                inputs.as_ptr().cast(),
                null(),
                0,
                null(),
                null(),
                attributes,
                0,
                0,
                null(),
                null_mut(),
            )
        };
        refused(
            code.0,
            aclError::API_NOT_SUPPORT.0,
            "the operator Add (inputs: [4] of type 0; attributes: a, b, c, d, e, f, g, h, i)",
        );
        assert_eq!(support(name), Some(Support::Refused));
    }
    operator!(aclopDestroyAttr(attributes => *const c_void) -> ());
    assert_eq!(set(attributes, c"a".as_ptr()), aclError::INVALID_PARAM);
}

#[test]
fn what_frameworks_link_and_the_device_has_not_is_refused_by_name() {
    for (name, code) in [
        ("aclSetCompileopt", aclError::API_NOT_SUPPORT),
        ("rtDevBinaryRegister", aclError::RT_FEATURE_NOT_SUPPORT),
        ("rtFunctionRegister", aclError::RT_FEATURE_NOT_SUPPORT),
        ("rtKernelLaunch", aclError::RT_FEATURE_NOT_SUPPORT),
        ("MsprofRegisterCallback", aclError::RT_FEATURE_NOT_SUPPORT),
        ("MsprofReportAdditionalInfo", aclError::RT_FEATURE_NOT_SUPPORT),
        ("MsprofReportApi", aclError::RT_FEATURE_NOT_SUPPORT),
        ("MsprofReportCompactInfo", aclError::RT_FEATURE_NOT_SUPPORT),
        ("MsprofGetHashId", aclError(0)),
        ("MsprofSysCycleTime", aclError(0)),
    ] {
        once_cell::sync::Lazy::force(&crate::support::ACL);
        text();
        // None of them looks at its arguments, and each returns in the same register.
        let function: unsafe extern "C" fn() -> i32 = unsafe { std::mem::transmute(lookup(name).unwrap().as_ptr()) };
        refused(unsafe { function() }, code.0, name);
        assert_eq!(support(name), Some(Support::Refused), "{name}");
    }
    assert_eq!(support("aclnnInplaceOne"), Some(Support::Implemented));
    assert_eq!(support("aclnnAdd"), None, "frameworks say themselves what they do not find");
}
