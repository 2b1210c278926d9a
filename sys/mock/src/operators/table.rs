//! The operators that the software device has: name to address.

use std::ffi::c_void;
use std::ptr::NonNull;

use super::abi::*;
use super::compiled::*;
use crate::symbols::{Entry, Wrap};

/// The C type of each function.
macro_rules! signatures {
    (
        fixed { $(fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $(-> $returned:ty)?;)* }
        variadic {}
    ) => {
        #[allow(non_camel_case_types, dead_code, reason = "named as the functions of C, of which not all are here")]
        mod signature {
            use ascend_npu_sys::*;

            use crate::operators::types::*;

            $(pub(super) type $name = unsafe extern "C" fn($($kind),*) $(-> $returned)?;)*
        }
    };
}

crate::for_each_operator_function!(signatures);

crate::symbols::table! {
    aclCreateTensor aclDestroyTensor aclCreateScalar aclDestroyScalar aclCreateIntArray aclDestroyIntArray
    aclDestroyAclOpExecutor
    aclnnInplaceZeroGetWorkspaceSize aclnnInplaceZero aclnnInplaceOneGetWorkspaceSize aclnnInplaceOne
    aclnnInplaceFillScalarGetWorkspaceSize aclnnInplaceFillScalar aclnnInplaceDivsGetWorkspaceSize aclnnInplaceDivs
    aclnnInplaceCopyGetWorkspaceSize aclnnInplaceCopy aclnnCastGetWorkspaceSize aclnnCast
    aclnnConstantPadNdGetWorkspaceSize aclnnConstantPadNd
    aclCreateTensorDesc aclDestroyTensorDesc aclGetTensorDescType aclGetTensorDescFormat aclGetTensorDescNumDims
    aclGetTensorDescDimV2 aclSetTensorDescName aclSetTensorFormat aclSetTensorShape aclSetTensorPlaceMent
    aclopCreateAttr aclopDestroyAttr aclopSetAttrBool aclopSetAttrDataType aclopSetAttrFloat aclopSetAttrInt
    aclopSetAttrListBool aclopSetAttrListFloat aclopSetAttrListInt aclopSetAttrListListInt aclopSetAttrString
}
