//! The table of C functions: name to address.
//!
//! Each function is checked against the type that the bindings give its name, and wrapped: the wrapper counts the call, and lets
//! a rule of [`control::fail_call`](crate::control::fail_call) answer in its place.
#![allow(unsafe_code)] // Wraps C functions.

use std::ffi::{c_char, c_void};
use std::ptr::NonNull;

use ascend_npu_sys::{
    HcclResult, aclDataBuffer, aclDataType, aclError, aclFormat, aclprofConfig, aclprofStepInfo,
    aclrtStreamConfigHandle, acltdtChannelHandle, acltdtDataItem, acltdtDataset, acltdtQueueAttr, acltdtQueueRoute,
    acltdtQueueRouteList, acltdtQueueRouteQueryInfo, acltdtTensorType, signature,
};

use crate::allocator::abi::*;
use crate::callback::abi::*;
use crate::context_abi::*;
use crate::control;
use crate::data::abi::*;
use crate::data::aclAppLog;
use crate::device_abi::*;
use crate::dump::abi::*;
use crate::error::abi::*;
use crate::error::exception_abi::*;
use crate::error::repair_abi::*;
use crate::exec;
use crate::graph::abi::*;
use crate::graph::label_abi::*;
use crate::hccl::abi::*;
use crate::kernel::abi::*;
use crate::kernel::launch_abi::*;
use crate::limits::abi::*;
use crate::memory::abi::*;
use crate::memory::allocate_abi::*;
use crate::memory::copy_abi::*;
use crate::memory::ipc_abi::*;
use crate::memory::pool::abi::*;
use crate::memory::random::abi::aclrtRandomNumAsync;
use crate::memory::vmm::abi::*;
use crate::memory::vmm::share_abi::*;
use crate::notify::abi::*;
use crate::notify::value_abi::*;
use crate::operators;
use crate::overflow::abi::*;
use crate::peer_abi::*;
use crate::platform::abi::*;
use crate::platform::versions_abi::*;
use crate::process::{is_forked, refuse_forked};
use crate::profiling::abi::*;
use crate::profiling::marks_abi::*;
use crate::refused::stand_in;
use crate::start::abi::*;
use crate::stream::abi::*;
use crate::stream::attribute_abi::*;
use crate::stream::event_abi::*;
use crate::stream::ipc_event::{aclrtIpcGetEventHandle, aclrtIpcOpenEventHandle};
use crate::tdt::channel_abi::*;
use crate::tdt::item_abi::*;
use crate::tdt::queue_abi::*;
use crate::tdt::route_abi::*;
use crate::timeout_abi::*;

/// The address of a C function, by its C name: of any that the bindings have, and of the operators that frameworks need. One that
/// the software device has not answers that it is not supported (see [`support`]). `None` for other names.
pub fn lookup(name: &str) -> Option<NonNull<c_void>> {
    if control::is_missing(name) {
        return None;
    }
    had(name).or_else(|| stand_in(name))
}

/// The address of a function that the software device has, of the bindings or an operator.
fn had(name: &str) -> Option<NonNull<c_void>> {
    implemented(name).or_else(|| operators::implemented(name))
}

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Support {
    /// The software device does it.
    Implemented,
    /// The function is there, and answers that it is not supported.
    Refused,
}

/// What becomes of a call of a C function; `None` for a name that [`lookup`] does not have.
pub fn support(name: &str) -> Option<Support> {
    match had(name) {
        Some(_) => Some(Support::Implemented),
        None => stand_in(name).map(|_| Support::Refused),
    }
}

/// A function of the table: its name, its C type, and what it does.
pub(crate) trait Entry {
    type Signature: Wrap;
    const NAME: &'static str;
    const ACT: Self::Signature;
}

/// A C function type whose functions can be wrapped.
pub(crate) trait Wrap: Sized {
    fn wrapped<E: Entry<Signature = Self>>() -> *mut c_void;
}

/// A type that C functions return.
pub(crate) trait Answer {
    /// The answer that stands for a code, where the type can say one.
    fn of_code(code: i32) -> Option<Self>
    where
        Self: Sized;
}

impl Answer for aclError {
    fn of_code(code: i32) -> Option<Self> {
        Some(Self(code))
    }
}

impl Answer for HcclResult {
    fn of_code(code: i32) -> Option<Self> {
        Some(Self(code.unsigned_abs()))
    }
}

impl Answer for operators::aclnnStatus {
    fn of_code(code: i32) -> Option<Self> {
        Some(Self(code))
    }
}

impl Answer for *mut c_void {
    fn of_code(_: i32) -> Option<Self> {
        Some(std::ptr::null_mut())
    }
}

macro_rules! codeless {
    ($($type:ty)*) => {
        $(impl Answer for $type {
            fn of_code(_: i32) -> Option<Self> {
                None
            }
        })*
    };
}

codeless! { () u16 u32 u64 usize f32 *mut aclrtStreamConfigHandle *mut aclDataBuffer *mut aclprofConfig
*mut aclprofStepInfo *mut operators::aclTensor *mut operators::aclScalar *mut operators::aclIntArray *mut operators::aclTensorDesc
*mut operators::aclopAttr aclFormat
*mut acltdtDataItem *mut acltdtDataset *mut acltdtChannelHandle *mut acltdtQueueAttr *mut acltdtQueueRoute
*mut acltdtQueueRouteList *mut acltdtQueueRouteQueryInfo aclDataType acltdtTensorType }

impl Answer for *const c_char {
    fn of_code(_: i32) -> Option<Self> {
        None
    }
}

macro_rules! wrap {
    ($($argument:ident)*) => {
        impl<Returned: Answer $(, $argument)*> Wrap for unsafe extern "C" fn($($argument),*) -> Returned {
            fn wrapped<E: Entry<Signature = Self>>() -> *mut c_void {
                #[allow(non_snake_case, clippy::too_many_arguments, reason = "as many as the C function has")]
                unsafe extern "C" fn wrapper<E, Returned $(, $argument)*>($($argument: $argument),*) -> Returned
                where
                    Returned: Answer,
                    E: Entry<Signature = unsafe extern "C" fn($($argument),*) -> Returned>,
                {
                    if is_forked() {
                        let refused = refuse_forked(E::NAME, Returned::of_code);
                        // What returns no code works on texts and structures of the host.
                        // SAFETY: the arguments are passed on as the C caller gave them.
                        return refused.unwrap_or_else(|| unsafe { (E::ACT)($($argument),*) });
                    }
                    let answer = match control::intercept(E::NAME).and_then(Returned::of_code) {
                        Some(answer) => answer,
                        // SAFETY: the arguments are passed on as the C caller gave them.
                        None => unsafe { (E::ACT)($($argument),*) },
                    };
                    exec::turn();
                    answer
                }
                wrapper::<E, Returned $(, $argument)*> as *mut c_void
            }
        }
    };
}

wrap!();
wrap!(A);
wrap!(A B);
wrap!(A B C);
wrap!(A B C D);
wrap!(A B C D F);
wrap!(A B C D F G);
wrap!(A B C D F G H);
wrap!(A B C D F G H I);
wrap!(A B C D F G H I J);
wrap!(A B C D F G H I J K);

macro_rules! table {
    ($($name:ident)* $(; variadic $($open:ident)*)?) => {
        /// The address of a function of this table.
        pub(crate) fn implemented(name: &str) -> Option<NonNull<c_void>> {
            match name {
                $(stringify!($name) => {
                    struct This;
                    impl Entry for This {
                        type Signature = signature::$name;
                        const NAME: &'static str = stringify!($name);
                        const ACT: signature::$name = $name;
                    }
                    NonNull::new(<signature::$name as Wrap>::wrapped::<This>())
                })*
                // No wrapper can be variadic: such a function counts its calls itself.
                $($(stringify!($open) => NonNull::new($open as *mut c_void),)*)?
                _ => None,
            }
        }
    };
}
pub(crate) use table;

table! {
    aclInit aclFinalize aclrtGetVersion aclrtGetSocName aclGetRecentErrMsg aclrtSetDevice aclrtResetDevice
    aclrtGetDevice aclrtGetDeviceCount aclrtGetDeviceInfo aclrtSetDeviceSatMode aclrtGetDeviceSatMode
    aclrtCreateContext aclrtDestroyContext aclrtSetCurrentContext aclrtGetCurrentContext aclrtCreateStream
    aclrtCreateStreamWithConfig aclrtDestroyStream aclrtDestroyStreamForce aclrtSetStreamFailureMode
    aclrtSynchronizeStream aclrtSynchronizeStreamWithTimeout aclrtSynchronizeDevice aclrtStreamQuery
    aclrtLaunchHostFunc aclrtCreateEventExWithFlag aclrtDestroyEvent aclrtRecordEvent aclrtStreamWaitEvent
    aclrtQueryEventStatus aclrtSynchronizeEvent aclrtSynchronizeEventWithTimeout aclrtEventElapsedTime
    aclrtMalloc aclrtFree aclrtMallocHost aclrtFreeHost aclrtGetMemInfo aclrtMemcpy aclrtMemcpyAsync aclrtMemset
    aclrtMemsetAsync
    aclrtMallocAlign32 aclrtMallocCached aclrtMallocWithCfg aclrtFreeWithDevSync aclrtFreeHostWithDevSync
    aclrtPointerGetAttributes aclrtMemGetAddressRange aclrtGetMemUsageInfo aclrtMallocHostWithCfg aclrtHostRegister
    aclrtHostRegisterV2 aclrtHostUnregister aclrtHostGetDevicePointer aclrtMemcpyAsyncWithCondition aclrtMemcpy2d
    aclrtMemcpy2dAsync aclrtMemcpyBatch aclrtMemcpyBatchV2 aclrtMemcpyBatchAsync aclrtMemcpyBatchAsyncV2 aclrtMemsetD32
    aclrtMemsetD32Async aclrtReduceAsync aclrtCmoAsync
    aclrtRandomNumAsync
    aclrtAllocatorCreateDesc aclrtAllocatorDestroyDesc aclrtAllocatorSetObjToDesc aclrtAllocatorSetAllocFuncToDesc
    aclrtAllocatorSetFreeFuncToDesc aclrtAllocatorSetAllocAdviseFuncToDesc
    aclrtAllocatorSetGetAddrFromBlockFuncToDesc aclrtAllocatorRegister aclrtAllocatorUnregister
    aclrtAllocatorGetByStream
    aclrtReserveMemAddress aclrtReleaseMemAddress aclrtMallocPhysical aclrtFreePhysical aclrtMapMem aclrtUnmapMem
    aclrtMemGetAllocationGranularity aclrtMemSetAccess aclrtMemGetAccess aclrtMemRetainAllocationHandle
    aclrtMemGetAllocationPropertiesFromHandle aclrtMemExportToShareableHandle aclrtMemExportToShareableHandleV2
    aclrtMemImportFromShareableHandle aclrtMemImportFromShareableHandleV2 aclrtMemSetPidToShareableHandle
    aclrtMemSetPidToShareableHandleV2 aclrtIpcMemGetExportKey aclrtIpcMemClose aclrtIpcMemImportByKey
    aclrtIpcMemSetImportPid aclrtMemPoolCreate aclrtMemPoolDestroy aclrtMemPoolSetAttr aclrtMemPoolGetAttr
    aclrtMemPoolMallocAsync aclrtMemPoolFreeAsync aclrtMemPoolTrimTo
    aclmdlInitDump aclmdlSetDump aclmdlFinalizeDump aclmdlRICaptureBegin aclmdlRICaptureGetInfo aclmdlRICaptureEnd aclmdlRICaptureThreadExchangeMode
    aclmdlRIBuildBegin aclmdlRIBindStream aclmdlRIUnbindStream aclmdlRIEndTask aclmdlRIBuildEnd aclrtCreateLabel
    aclrtDestroyLabel aclrtSetLabel aclrtCreateLabelList aclrtDestroyLabelList aclrtSwitchLabelByIndex
    aclmdlRIExecuteAsync aclmdlRIExecute aclmdlRIDestroy aclmdlRIDebugJsonPrint
    aclrtCreateBinary aclrtDestroyBinary aclrtBinaryLoad aclrtBinaryLoadFromFile aclrtBinaryGetFunctionByEntry
    aclrtGetFunctionName aclrtGetFunctionAttribute aclrtKernelArgsAppendPlaceHolder aclrtKernelArgsGetPlaceHolderBuffer
    aclrtLaunchKernel aclrtLaunchKernelV2 aclrtLaunchKernelWithHostArgs aclrtLaunchKernelWithArgsArray
    aclrtBinaryLoadFromData aclrtBinaryUnLoad aclrtBinaryGetFunction aclrtKernelArgsInit
    aclrtKernelArgsAppend aclrtKernelArgsParaUpdate aclrtKernelArgsFinalize aclrtLaunchKernelWithConfig
    HcclGetRootInfo HcclCommInitRootInfo HcclCommInitAll HcclCommDestroy HcclGetRankSize HcclGetRankId
    HcclGetCommName HcclGetCommAsyncError HcclGetErrorString HcclAllReduce HcclAllGather HcclReduceScatter
    HcclBroadcast HcclReduce HcclScatter HcclAlltoAll HcclAlltoAllV HcclAlltoAllVC HcclAllGatherV HcclReduceScatterV
    HcclSend HcclRecv HcclBatchSendRecv HcclBarrier HcclCommInitRootInfoConfig HcclCommInitClusterInfo
    HcclCommInitClusterInfoConfig HcclCreateSubCommConfig HcclSetConfig HcclGetConfig HcclGetCommConfigCapability
    HcclCommSuspend HcclCommResume HcclCommSetMemoryRange HcclCommUnsetMemoryRange HcclCommActivateCommMemory
    HcclCommDeactivateCommMemory HcclCommSymWinRegister HcclCommSymWinDeregister HcclCommSymWinGet
    aclFinalizeReference aclInitCallbackRegister aclInitCallbackUnRegister aclFinalizeCallbackRegister
    aclFinalizeCallbackUnRegister aclsysGetCANNVersion aclsysGetVersionStr aclsysGetVersionNum aclGetCannAttribute
    aclGetCannAttributeList aclGetDeviceCapability aclrtGetDeviceCapability aclrtDeviceGetStreamPriorityRange
    aclrtDeviceGetUuid aclrtDeviceGetPCIBusId aclrtDeviceGetByPCIBusId aclrtCheckArchCompatibility
    aclplatformGetDeviceInfo aclrtPeekAtLastError aclrtGetLastError aclrtSetExceptionInfoCallback
    aclrtExceptionInfoCallbackRegister aclrtExceptionInfoCallbackUnregister aclrtGetTaskIdFromExceptionInfo
    aclrtGetStreamIdFromExceptionInfo aclrtGetThreadIdFromExceptionInfo aclrtGetDeviceIdFromExceptionInfo
    aclrtGetErrorCodeFromExceptionInfo aclrtGetFuncHandleFromExceptionInfo aclrtGetArgsFromExceptionInfo
    aclrtGetThreadLastTaskId
    aclrtDeviceTaskAbort aclrtSetDeviceTaskAbortCallback aclrtGetMemUceInfo aclrtMemUceRepair aclrtGetErrorVerbose
    aclrtRepairError aclrtResetDeviceForce aclrtGetRunMode aclrtSynchronizeDeviceWithTimeout aclrtQueryDeviceStatus
    aclrtGetDeviceUtilizationRate aclrtDeviceGetBareTgid aclrtGetLogicDevIdByUserDevId aclrtGetUserDevIdByLogicDevId
    aclrtGetPhyDevIdByLogicDevId aclrtGetLogicDevIdByPhyDevId aclrtGetUserDevIdByPhyDevId aclrtGetPhyDevIdByUserDevId
    aclrtDeviceCanAccessPeer aclrtDeviceEnablePeerAccess aclrtDeviceDisablePeerAccess aclrtDevicePeerAccessStatus
    aclrtGetDevicesTopo aclrtCtxGetCurrentDefaultStream aclrtGetPrimaryCtxState aclrtCtxGetSysParamOpt
    aclrtCtxSetSysParamOpt aclrtGetSysParamOpt aclrtSetSysParamOpt aclrtStreamGetId aclrtStreamGetPriority
    aclrtStreamGetFlags aclrtGetStreamAvailableNum aclrtStreamAbort aclrtStreamStop aclrtRegStreamStateCallback
    aclrtSetStreamAttribute aclrtGetStreamAttribute aclrtCreateStreamConfigHandle aclrtDestroyStreamConfigHandle
    aclrtSetStreamConfigOpt aclrtCreateStreamV2 aclrtSetStreamOverflowSwitch aclrtGetStreamOverflowSwitch
    aclrtGetOverflowStatus aclrtResetOverflowStatus aclrtCreateEvent aclrtCreateEventWithFlag aclrtRecordEventWithFlag
    aclrtResetEvent aclrtStreamWaitEventWithTimeout aclrtStreamWaitEventWithFlag aclrtQueryEvent
    aclrtQueryEventWaitStatus aclrtEventGetTimestamp aclrtGetEventId aclrtGetEventAvailNum aclrtIpcGetEventHandle
    aclrtIpcOpenEventHandle aclrtSetOpWaitTimeout aclrtSetOpExecuteTimeOut aclrtSetOpExecuteTimeOutWithMs
    aclrtSetOpExecuteTimeOutV2 aclrtGetOpTimeOutInterval aclrtGetOpExecuteTimeout aclrtCreateNotify aclrtDestroyNotify
    aclrtRecordNotify aclrtWaitAndResetNotify aclrtGetNotifyId aclrtNotifyBatchReset aclrtNotifyGetExportKey
    aclrtNotifySetImportPid aclrtNotifyImportByKey aclrtValueWrite aclrtValueWait aclrtSubscribeReport
    aclrtUnSubscribeReport aclrtProcessReport aclrtLaunchCallback aclrtSubscribeHostFunc aclrtUnSubscribeHostFunc
    aclrtProcessHostFunc aclrtGetDeviceResLimit aclrtSetDeviceResLimit aclrtResetDeviceResLimit aclrtGetStreamResLimit
    aclrtSetStreamResLimit aclrtResetStreamResLimit aclrtUseStreamResInCurrentThread aclrtUnuseStreamResInCurrentThread
    aclrtGetResInCurrentThread aclCreateDataBuffer aclDestroyDataBuffer aclUpdateDataBuffer aclGetDataBufferAddr
    aclGetDataBufferSize aclGetDataBufferSizeV2 aclFloat16ToFloat aclFloatToFloat16 aclDataTypeSize aclprofInit
    aclprofFinalize aclprofCreateConfig aclprofDestroyConfig aclprofStart aclprofStop aclprofSetConfig
    aclprofCreateStamp aclprofDestroyStamp aclprofSetStampTraceMessage aclprofMark aclprofPush aclprofPop
    aclprofRangeStart aclprofRangeStop aclprofMarkEx aclrtProfTrace aclprofStr2Id aclprofRangePushEx aclprofRangePop
    acltdtCreateDataItem acltdtDestroyDataItem acltdtGetTensorTypeFromItem acltdtGetDataTypeFromItem
    acltdtGetDataAddrFromItem acltdtGetDataSizeFromItem acltdtGetDimNumFromItem acltdtGetDimsFromItem
    acltdtGetSliceInfoFromItem acltdtCreateDataset acltdtDestroyDataset acltdtAddDataItem acltdtGetDataItem
    acltdtGetDatasetSize acltdtGetDatasetName acltdtCreateChannelWithCapacity acltdtDestroyChannel acltdtStopChannel
    acltdtCleanChannel acltdtSendTensor acltdtReceiveTensor acltdtQueryChannelSize
    acltdtCreateQueueAttr acltdtDestroyQueueAttr acltdtSetQueueAttr acltdtGetQueueAttr acltdtCreateQueue
    acltdtDestroyQueue acltdtEnqueueData acltdtDequeueData acltdtCreateQueueRoute acltdtDestroyQueueRoute
    acltdtGetQueueRouteParam acltdtCreateQueueRouteList acltdtDestroyQueueRouteList acltdtAddQueueRoute
    acltdtGetQueueRoute acltdtGetQueueRouteNum acltdtCreateQueueRouteQueryInfo acltdtDestroyQueueRouteQueryInfo
    acltdtSetQueueRouteQueryInfo acltdtBindQueueRoutes acltdtUnbindQueueRoutes acltdtQueryQueueRoutes
    aclprofCreateStepInfo aclprofDestroyStepInfo aclprofGetStepTimestamp
    ; variadic aclAppLog
}
