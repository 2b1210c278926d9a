//! Operators the old way: described, compiled when they are first called, and run.
//!
//! Frameworks take it where they do not find the two functions of an operator. The software device has no such operator. But the
//! descriptions are taken, so that what says so at last can tell which operator it was, and of what.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::collections::BTreeSet;
use std::ffi::{c_char, c_void};
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};

use ascend_npu_sys::{aclDataBuffer, aclDataType, aclError, aclFormat, aclrtStream};
use once_cell::sync::Lazy;

use super::types::{aclTensorDesc, aclopAttr};
use crate::out::{text, write};
use crate::refused::refuse;
use crate::report::{Failure, Outcome, finish, note};
use crate::stream::Registry;

/// A tensor as the old way describes it.
struct Description {
    kind: aclDataType,
    sizes: Vec<i64>,
    format: aclFormat,
}

static DESCRIPTIONS: Lazy<Registry<Description>> = Lazy::new(Registry::default);
/// The names of attributes that were set.
static ATTRIBUTES: Lazy<Registry<Mutex<BTreeSet<String>>>> = Lazy::new(Registry::default);

/// What stands for the functions that compile and run an operator: as other refusals, but they say more.
pub(crate) fn stand_in(name: &str) -> Option<NonNull<c_void>> {
    let address = match name {
        "aclSetCompileopt" => aclSetCompileopt as *mut c_void,
        "aclopCompileAndExecute" => aclopCompileAndExecute as *mut c_void,
        "aclopCompileAndExecuteV2" => aclopCompileAndExecuteV2 as *mut c_void,
        _ => return None,
    };
    NonNull::new(address)
}

fn invalid(text: impl Into<String>) -> Failure {
    Failure::acl(aclError::INVALID_PARAM, format!("EE1001: {}", text.into()))
}

fn find(desc: *const aclTensorDesc) -> Outcome<Arc<Description>> {
    DESCRIPTIONS.get(desc.cast_mut().cast()).ok_or_else(|| invalid("there is no such description of a tensor"))
}

/// # Safety
/// As the vendor's: `dims` is null or valid for reads of `numDims` numbers.
pub(crate) unsafe extern "C" fn aclCreateTensorDesc(
    dataType: aclDataType,
    numDims: i32,
    dims: *const i64,
    format: aclFormat,
) -> *mut aclTensorDesc {
    let sizes = match usize::try_from(numDims) {
        Ok(0) => Ok(Vec::new()),
        Ok(count) if !dims.is_null() => {
            // SAFETY: not null, so the caller vouches for as many.
            Ok(unsafe { std::slice::from_raw_parts(dims, count) }.to_vec())
        }
        _ => Err(invalid(format!("{numDims} dimensions at {dims:p} describe no tensor"))),
    };
    match sizes {
        Ok(sizes) => DESCRIPTIONS.insert(Description { kind: dataType, sizes, format }).cast(),
        Err(failure) => {
            note("aclCreateTensorDesc", Err(failure));
            std::ptr::null_mut()
        }
    }
}

pub(crate) unsafe extern "C" fn aclDestroyTensorDesc(desc: *const aclTensorDesc) {
    DESCRIPTIONS.remove(desc.cast_mut().cast());
}

pub(crate) unsafe extern "C" fn aclGetTensorDescType(desc: *const aclTensorDesc) -> aclDataType {
    find(desc).map_or(aclDataType::ACL_DT_UNDEFINED, |desc| desc.kind)
}

pub(crate) unsafe extern "C" fn aclGetTensorDescFormat(desc: *const aclTensorDesc) -> aclFormat {
    find(desc).map_or(aclFormat::ACL_FORMAT_UNDEFINED, |desc| desc.format)
}

pub(crate) unsafe extern "C" fn aclGetTensorDescNumDims(desc: *const aclTensorDesc) -> usize {
    find(desc).map_or(0, |desc| desc.sizes.len())
}

/// # Safety
/// As the vendor's: `dimSize` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclGetTensorDescDimV2(
    desc: *const aclTensorDesc,
    index: usize,
    dimSize: *mut i64,
) -> aclError {
    let size = || {
        let desc = find(desc)?;
        let size = desc.sizes.get(index).copied();
        size.ok_or_else(|| invalid(format!("dimension {index} of {} is asked for", desc.sizes.len())))
    };
    // SAFETY: the caller vouches for a pointer that is not null.
    finish("aclGetTensorDescDimV2", unsafe { write(dimSize, size) })
}

// What follows describes how an operator finds a tensor. No function gives it back, and there is no operator to use it.

pub(crate) unsafe extern "C" fn aclSetTensorDescName(_desc: *mut aclTensorDesc, _name: *const c_char) {}

pub(crate) unsafe extern "C" fn aclSetTensorFormat(desc: *mut aclTensorDesc, _format: aclFormat) -> aclError {
    finish("aclSetTensorFormat", find(desc).map(drop))
}

pub(crate) unsafe extern "C" fn aclSetTensorShape(
    desc: *mut aclTensorDesc,
    numDims: i32,
    dims: *const i64,
) -> aclError {
    let is_shape = numDims == 0 || (numDims > 0 && !dims.is_null());
    let set = find(desc)
        .and_then(|_| if is_shape { Ok(()) } else { Err(invalid(format!("{numDims} dimensions at {dims:p}"))) });
    finish("aclSetTensorShape", set)
}

pub(crate) unsafe extern "C" fn aclSetTensorPlaceMent(desc: *mut aclTensorDesc, _memType: i32) -> aclError {
    finish("aclSetTensorPlaceMent", find(desc).map(drop))
}

pub(crate) unsafe extern "C" fn aclopCreateAttr() -> *mut aclopAttr {
    ATTRIBUTES.insert(Mutex::default()).cast()
}

pub(crate) unsafe extern "C" fn aclopDestroyAttr(attr: *const aclopAttr) {
    ATTRIBUTES.remove(attr.cast_mut().cast());
}

macro_rules! attributes {
    ($($function:ident($($value:ident: $kind:ty),*);)*) => {$(
        /// # Safety
        /// As the vendor's: the name is null or a C text. The value is not looked at.
        pub(crate) unsafe extern "C" fn $function(
            attr: *mut aclopAttr,
            attrName: *const c_char,
            $($value: $kind,)*
        ) -> aclError {
            let set = || {
                let attributes = ATTRIBUTES.get(attr.cast());
                let attributes = attributes.ok_or_else(|| invalid("there are no such attributes"))?;
                // SAFETY: this function's contract says the same.
                let name = unsafe { text(attrName, "the name of the attribute") }?;
                attributes.lock().unwrap_or_else(PoisonError::into_inner).insert(name);
                Ok(())
            };
            finish(stringify!($function), set())
        }
    )*};
}

attributes! {
    aclopSetAttrBool(_value: u8);
    aclopSetAttrDataType(_value: aclDataType);
    aclopSetAttrFloat(_value: f32);
    aclopSetAttrInt(_value: i64);
    aclopSetAttrString(_value: *const c_char);
    aclopSetAttrListBool(_count: i32, _values: *const u8);
    aclopSetAttrListFloat(_count: i32, _values: *const f32);
    aclopSetAttrListInt(_count: i32, _values: *const i64);
    aclopSetAttrListListInt(_lists: i32, _counts: *const i32, _values: *const *const i64);
}

/// Options of the compiler. Frameworks set one before they queue an operator, and wait for the answer; whether the operator itself
/// could run they may ask much later, and give back memory that nothing was written to until then. So this is where they must be
/// stopped.
unsafe extern "C" fn aclSetCompileopt(_opt: i32, _value: *const c_char) -> aclError {
    refuse(
        "aclSetCompileopt",
        "the software device has no compiler of operators, and of operators that need none only those of copies and fills",
    )
}

macro_rules! runs {
    ($($function:ident;)*) => {$(
        /// # Safety
        /// As the vendor's: `opType` is null or a C text, and `inputDesc` is null or valid for reads of `numInputs` pointers.
        #[allow(clippy::too_many_arguments, reason = "as many as the C function has")]
        unsafe extern "C" fn $function(
            opType: *const c_char,
            numInputs: i32,
            inputDesc: *const *const aclTensorDesc,
            _inputs: *const *const aclDataBuffer,
            _numOutputs: i32,
            _outputDesc: *const *const aclTensorDesc,
            _outputs: *const *mut aclDataBuffer,
            attr: *const aclopAttr,
            _engineType: i32,
            _compileFlag: i32,
            _opPath: *const c_char,
            _stream: aclrtStream,
        ) -> aclError {
            // SAFETY: this function's contract says the same.
            let operator = unsafe { text(opType, "the operator") }.unwrap_or_else(|_| "without a name".to_owned());
            let count = if inputDesc.is_null() { 0 } else { usize::try_from(numInputs).unwrap_or(0) };
            let inputs = (0..count).map(|index| {
                // SAFETY: the caller vouches for as many pointers, and the index is below that.
                unsafe { inputDesc.add(index).read() }
            });
            refuse(stringify!($function), &refusal(&operator, inputs, attr))
        }
    )*};
}

runs! { aclopCompileAndExecute; aclopCompileAndExecuteV2; }

fn refusal(operator: &str, inputs: impl Iterator<Item = *const aclTensorDesc>, attr: *const aclopAttr) -> String {
    let shown = inputs.filter_map(|input| find(input).ok());
    let shown: Vec<String> = shown.map(|input| format!("{:?} of type {}", input.sizes, input.kind.0)).collect();
    let names: Vec<String> = ATTRIBUTES.get(attr.cast_mut().cast()).map_or_else(Vec::new, |attributes| {
        attributes.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    });
    format!(
        "the software device does not have the operator {operator} (inputs: {}; attributes: {})",
        if shown.is_empty() { "none".to_owned() } else { shown.join(", ") },
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    )
}
