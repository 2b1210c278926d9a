//! Their prototypes, once for everything that is written for each of them.

/// Hands each prototype to a macro, in the form of [`ascend_npu_sys::for_each_function`].
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_operator_function {
    ($receiver:ident) => {
        $receiver! {
            fixed {
                fn aclCreateTensor(
                    viewDims: *const i64,
                    viewDimsNum: u64,
                    dataType: aclDataType,
                    stride: *const i64,
                    offset: i64,
                    format: aclFormat,
                    storageDims: *const i64,
                    storageDimsNum: u64,
                    tensorData: *mut core::ffi::c_void,
                ) -> *mut aclTensor;
                fn aclDestroyTensor(tensor: *const aclTensor) -> aclnnStatus;
                fn aclCreateScalar(value: *mut core::ffi::c_void, dataType: aclDataType) -> *mut aclScalar;
                fn aclDestroyScalar(scalar: *const aclScalar) -> aclnnStatus;
                fn aclCreateIntArray(value: *const i64, size: u64) -> *mut aclIntArray;
                fn aclDestroyIntArray(array: *const aclIntArray) -> aclnnStatus;
                fn aclDestroyAclOpExecutor(executor: *mut aclOpExecutor) -> aclnnStatus;
                fn aclnnInplaceZeroGetWorkspaceSize(
                    selfRef: *mut aclTensor,
                    workspaceSize: *mut u64,
                    executor: *mut *mut aclOpExecutor,
                ) -> aclnnStatus;
                fn aclnnInplaceZero(
                    workspace: *mut core::ffi::c_void,
                    workspaceSize: u64,
                    executor: *mut aclOpExecutor,
                    stream: aclrtStream,
                ) -> aclnnStatus;
                fn aclnnInplaceOneGetWorkspaceSize(
                    selfRef: *mut aclTensor,
                    workspaceSize: *mut u64,
                    executor: *mut *mut aclOpExecutor,
                ) -> aclnnStatus;
                fn aclnnInplaceOne(
                    workspace: *mut core::ffi::c_void,
                    workspaceSize: u64,
                    executor: *mut aclOpExecutor,
                    stream: aclrtStream,
                ) -> aclnnStatus;
                fn aclnnInplaceFillScalarGetWorkspaceSize(
                    selfRef: *mut aclTensor,
                    value: *const aclScalar,
                    workspaceSize: *mut u64,
                    executor: *mut *mut aclOpExecutor,
                ) -> aclnnStatus;
                fn aclnnInplaceFillScalar(
                    workspace: *mut core::ffi::c_void,
                    workspaceSize: u64,
                    executor: *mut aclOpExecutor,
                    stream: aclrtStream,
                ) -> aclnnStatus;
                fn aclnnInplaceDivsGetWorkspaceSize(
                    selfRef: *mut aclTensor,
                    other: *const aclScalar,
                    workspaceSize: *mut u64,
                    executor: *mut *mut aclOpExecutor,
                ) -> aclnnStatus;
                fn aclnnInplaceDivs(
                    workspace: *mut core::ffi::c_void,
                    workspaceSize: u64,
                    executor: *mut aclOpExecutor,
                    stream: aclrtStream,
                ) -> aclnnStatus;
                fn aclnnInplaceCopyGetWorkspaceSize(
                    selfRef: *mut aclTensor,
                    src: *const aclTensor,
                    workspaceSize: *mut u64,
                    executor: *mut *mut aclOpExecutor,
                ) -> aclnnStatus;
                fn aclnnInplaceCopy(
                    workspace: *mut core::ffi::c_void,
                    workspaceSize: u64,
                    executor: *mut aclOpExecutor,
                    stream: aclrtStream,
                ) -> aclnnStatus;
                fn aclnnCastGetWorkspaceSize(
                    from: *const aclTensor,
                    dataType: aclDataType,
                    out: *mut aclTensor,
                    workspaceSize: *mut u64,
                    executor: *mut *mut aclOpExecutor,
                ) -> aclnnStatus;
                fn aclnnCast(
                    workspace: *mut core::ffi::c_void,
                    workspaceSize: u64,
                    executor: *mut aclOpExecutor,
                    stream: aclrtStream,
                ) -> aclnnStatus;
                fn aclnnConstantPadNdGetWorkspaceSize(
                    from: *const aclTensor,
                    pad: *const aclIntArray,
                    value: *const aclScalar,
                    out: *mut aclTensor,
                    workspaceSize: *mut u64,
                    executor: *mut *mut aclOpExecutor,
                ) -> aclnnStatus;
                fn aclnnConstantPadNd(
                    workspace: *mut core::ffi::c_void,
                    workspaceSize: u64,
                    executor: *mut aclOpExecutor,
                    stream: aclrtStream,
                ) -> aclnnStatus;
                fn aclCreateTensorDesc(
                    dataType: aclDataType,
                    numDims: i32,
                    dims: *const i64,
                    format: aclFormat,
                ) -> *mut aclTensorDesc;
                fn aclDestroyTensorDesc(desc: *const aclTensorDesc);
                fn aclGetTensorDescType(desc: *const aclTensorDesc) -> aclDataType;
                fn aclGetTensorDescFormat(desc: *const aclTensorDesc) -> aclFormat;
                fn aclGetTensorDescNumDims(desc: *const aclTensorDesc) -> usize;
                fn aclGetTensorDescDimV2(desc: *const aclTensorDesc, index: usize, dimSize: *mut i64) -> aclError;
                fn aclSetTensorDescName(desc: *mut aclTensorDesc, name: *const core::ffi::c_char);
                fn aclSetTensorFormat(desc: *mut aclTensorDesc, format: aclFormat) -> aclError;
                fn aclSetTensorShape(desc: *mut aclTensorDesc, numDims: i32, dims: *const i64) -> aclError;
                fn aclSetTensorPlaceMent(desc: *mut aclTensorDesc, memType: i32) -> aclError;
                fn aclopCreateAttr() -> *mut aclopAttr;
                fn aclopDestroyAttr(attr: *const aclopAttr);
                fn aclopSetAttrBool(
                    attr: *mut aclopAttr,
                    attrName: *const core::ffi::c_char,
                    attrValue: u8,
                ) -> aclError;
                fn aclopSetAttrDataType(
                    attr: *mut aclopAttr,
                    attrName: *const core::ffi::c_char,
                    attrValue: aclDataType,
                ) -> aclError;
                fn aclopSetAttrFloat(
                    attr: *mut aclopAttr,
                    attrName: *const core::ffi::c_char,
                    attrValue: f32,
                ) -> aclError;
                fn aclopSetAttrInt(
                    attr: *mut aclopAttr,
                    attrName: *const core::ffi::c_char,
                    attrValue: i64,
                ) -> aclError;
                fn aclopSetAttrListBool(
                    attr: *mut aclopAttr,
                    attrName: *const core::ffi::c_char,
                    numValues: i32,
                    values: *const u8,
                ) -> aclError;
                fn aclopSetAttrListFloat(
                    attr: *mut aclopAttr,
                    attrName: *const core::ffi::c_char,
                    numValues: i32,
                    values: *const f32,
                ) -> aclError;
                fn aclopSetAttrListInt(
                    attr: *mut aclopAttr,
                    attrName: *const core::ffi::c_char,
                    numValues: i32,
                    values: *const i64,
                ) -> aclError;
                fn aclopSetAttrListListInt(
                    attr: *mut aclopAttr,
                    attrName: *const core::ffi::c_char,
                    numLists: i32,
                    numValues: *const i32,
                    values: *const *const i64,
                ) -> aclError;
                fn aclopSetAttrString(
                    attr: *mut aclopAttr,
                    attrName: *const core::ffi::c_char,
                    attrValue: *const core::ffi::c_char,
                ) -> aclError;
                fn aclopCompileAndExecute() -> aclError;
                fn aclopCompileAndExecuteV2() -> aclError;
                fn aclSetCompileopt(opt: i32, value: *const core::ffi::c_char) -> aclError;
                fn MsprofRegisterCallback() -> Status;
                fn MsprofReportAdditionalInfo() -> Status;
                fn MsprofReportApi() -> Status;
                fn MsprofReportCompactInfo() -> Status;
                fn MsprofGetHashId() -> u64;
                fn MsprofSysCycleTime() -> u64;
                fn rtDevBinaryRegister() -> Status;
                fn rtFunctionRegister() -> Status;
                fn rtKernelLaunch() -> Status;
            }
            variadic {}
        }
    };
}
