// Made from sys/include by sys/build/generate.rs. Do not edit.

/// The type of each function, under the function's own name.
pub mod signature {
    use crate::types::*;
    /// The type of `HcclAllGather`.
    pub type HcclAllGather = unsafe extern "C" fn(
        sendBuf: *mut core::ffi::c_void,
        recvBuf: *mut core::ffi::c_void,
        sendCount: u64,
        dataType: HcclDataType,
        comm: HcclComm,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclAllReduce`.
    pub type HcclAllReduce = unsafe extern "C" fn(
        sendBuf: *mut core::ffi::c_void,
        recvBuf: *mut core::ffi::c_void,
        count: u64,
        dataType: HcclDataType,
        op: HcclReduceOp,
        comm: HcclComm,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclBroadcast`.
    pub type HcclBroadcast = unsafe extern "C" fn(
        buf: *mut core::ffi::c_void,
        count: u64,
        dataType: HcclDataType,
        root: u32,
        comm: HcclComm,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclCommDestroy`.
    pub type HcclCommDestroy = unsafe extern "C" fn(comm: HcclComm) -> HcclResult;
    /// The type of `HcclCommInitAll`.
    pub type HcclCommInitAll = unsafe extern "C" fn(
        ndev: u32,
        devices: *mut i32,
        comms: *mut HcclComm,
    ) -> HcclResult;
    /// The type of `HcclCommInitRootInfo`.
    pub type HcclCommInitRootInfo = unsafe extern "C" fn(
        nRanks: u32,
        rootInfo: *const HcclRootInfo,
        rank: u32,
        comm: *mut HcclComm,
    ) -> HcclResult;
    /// The type of `HcclGetCommAsyncError`.
    pub type HcclGetCommAsyncError = unsafe extern "C" fn(
        comm: HcclComm,
        asyncError: *mut HcclResult,
    ) -> HcclResult;
    /// The type of `HcclGetCommName`.
    pub type HcclGetCommName = unsafe extern "C" fn(
        comm: HcclComm,
        commName: *mut core::ffi::c_char,
    ) -> HcclResult;
    /// The type of `HcclGetErrorString`.
    pub type HcclGetErrorString = unsafe extern "C" fn(
        code: HcclResult,
    ) -> *const core::ffi::c_char;
    /// The type of `HcclGetRankId`.
    pub type HcclGetRankId = unsafe extern "C" fn(
        comm: HcclComm,
        rank: *mut u32,
    ) -> HcclResult;
    /// The type of `HcclGetRankSize`.
    pub type HcclGetRankSize = unsafe extern "C" fn(
        comm: HcclComm,
        rankSize: *mut u32,
    ) -> HcclResult;
    /// The type of `HcclGetRootInfo`.
    pub type HcclGetRootInfo = unsafe extern "C" fn(
        rootInfo: *mut HcclRootInfo,
    ) -> HcclResult;
    /// The type of `HcclReduceScatter`.
    pub type HcclReduceScatter = unsafe extern "C" fn(
        sendBuf: *mut core::ffi::c_void,
        recvBuf: *mut core::ffi::c_void,
        recvCount: u64,
        dataType: HcclDataType,
        op: HcclReduceOp,
        comm: HcclComm,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `aclFinalize`.
    pub type aclFinalize = unsafe extern "C" fn() -> aclError;
    /// The type of `aclGetRecentErrMsg`.
    pub type aclGetRecentErrMsg = unsafe extern "C" fn() -> *const core::ffi::c_char;
    /// The type of `aclInit`.
    pub type aclInit = unsafe extern "C" fn(
        configPath: *const core::ffi::c_char,
    ) -> aclError;
    /// The type of `aclrtBinaryGetFunction`.
    pub type aclrtBinaryGetFunction = unsafe extern "C" fn(
        binHandle: aclrtBinHandle,
        kernelName: *const core::ffi::c_char,
        funcHandle: *mut aclrtFuncHandle,
    ) -> aclError;
    /// The type of `aclrtBinaryLoadFromData`.
    pub type aclrtBinaryLoadFromData = unsafe extern "C" fn(
        data: *const core::ffi::c_void,
        length: usize,
        options: *const aclrtBinaryLoadOptions,
        binHandle: *mut aclrtBinHandle,
    ) -> aclError;
    /// The type of `aclrtBinaryUnLoad`.
    pub type aclrtBinaryUnLoad = unsafe extern "C" fn(
        binHandle: aclrtBinHandle,
    ) -> aclError;
    /// The type of `aclrtCreateContext`.
    pub type aclrtCreateContext = unsafe extern "C" fn(
        context: *mut aclrtContext,
        deviceId: i32,
    ) -> aclError;
    /// The type of `aclrtCreateEventExWithFlag`.
    pub type aclrtCreateEventExWithFlag = unsafe extern "C" fn(
        event: *mut aclrtEvent,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtCreateStream`.
    pub type aclrtCreateStream = unsafe extern "C" fn(
        stream: *mut aclrtStream,
    ) -> aclError;
    /// The type of `aclrtCreateStreamWithConfig`.
    pub type aclrtCreateStreamWithConfig = unsafe extern "C" fn(
        stream: *mut aclrtStream,
        priority: u32,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtDestroyContext`.
    pub type aclrtDestroyContext = unsafe extern "C" fn(
        context: aclrtContext,
    ) -> aclError;
    /// The type of `aclrtDestroyEvent`.
    pub type aclrtDestroyEvent = unsafe extern "C" fn(event: aclrtEvent) -> aclError;
    /// The type of `aclrtDestroyStream`.
    pub type aclrtDestroyStream = unsafe extern "C" fn(stream: aclrtStream) -> aclError;
    /// The type of `aclrtDestroyStreamForce`.
    pub type aclrtDestroyStreamForce = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtEventElapsedTime`.
    pub type aclrtEventElapsedTime = unsafe extern "C" fn(
        ms: *mut f32,
        startEvent: aclrtEvent,
        endEvent: aclrtEvent,
    ) -> aclError;
    /// The type of `aclrtFree`.
    pub type aclrtFree = unsafe extern "C" fn(
        devPtr: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtFreeHost`.
    pub type aclrtFreeHost = unsafe extern "C" fn(
        hostPtr: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtGetCurrentContext`.
    pub type aclrtGetCurrentContext = unsafe extern "C" fn(
        context: *mut aclrtContext,
    ) -> aclError;
    /// The type of `aclrtGetDevice`.
    pub type aclrtGetDevice = unsafe extern "C" fn(deviceId: *mut i32) -> aclError;
    /// The type of `aclrtGetDeviceCount`.
    pub type aclrtGetDeviceCount = unsafe extern "C" fn(count: *mut u32) -> aclError;
    /// The type of `aclrtGetDeviceInfo`.
    pub type aclrtGetDeviceInfo = unsafe extern "C" fn(
        deviceId: u32,
        attr: aclrtDevAttr,
        value: *mut i64,
    ) -> aclError;
    /// The type of `aclrtGetDeviceSatMode`.
    pub type aclrtGetDeviceSatMode = unsafe extern "C" fn(
        mode: *mut aclrtFloatOverflowMode,
    ) -> aclError;
    /// The type of `aclrtGetMemInfo`.
    pub type aclrtGetMemInfo = unsafe extern "C" fn(
        attr: aclrtMemAttr,
        free: *mut usize,
        total: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetSocName`.
    pub type aclrtGetSocName = unsafe extern "C" fn() -> *const core::ffi::c_char;
    /// The type of `aclrtGetVersion`.
    pub type aclrtGetVersion = unsafe extern "C" fn(
        majorVersion: *mut i32,
        minorVersion: *mut i32,
        patchVersion: *mut i32,
    ) -> aclError;
    /// The type of `aclrtKernelArgsAppend`.
    pub type aclrtKernelArgsAppend = unsafe extern "C" fn(
        argsHandle: aclrtArgsHandle,
        param: *mut core::ffi::c_void,
        paramSize: usize,
        paramHandle: *mut aclrtParamHandle,
    ) -> aclError;
    /// The type of `aclrtKernelArgsFinalize`.
    pub type aclrtKernelArgsFinalize = unsafe extern "C" fn(
        argsHandle: aclrtArgsHandle,
    ) -> aclError;
    /// The type of `aclrtKernelArgsInit`.
    pub type aclrtKernelArgsInit = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        argsHandle: *mut aclrtArgsHandle,
    ) -> aclError;
    /// The type of `aclrtKernelArgsParaUpdate`.
    pub type aclrtKernelArgsParaUpdate = unsafe extern "C" fn(
        argsHandle: aclrtArgsHandle,
        paramHandle: aclrtParamHandle,
        param: *mut core::ffi::c_void,
        paramSize: usize,
    ) -> aclError;
    /// The type of `aclrtLaunchHostFunc`.
    pub type aclrtLaunchHostFunc = unsafe extern "C" fn(
        stream: aclrtStream,
        fn_: aclrtHostFunc,
        args: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtLaunchKernelWithConfig`.
    pub type aclrtLaunchKernelWithConfig = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        numBlocks: u32,
        stream: aclrtStream,
        cfg: *mut aclrtLaunchKernelCfg,
        argsHandle: aclrtArgsHandle,
        reserve: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtMalloc`.
    pub type aclrtMalloc = unsafe extern "C" fn(
        devPtr: *mut *mut core::ffi::c_void,
        size: usize,
        policy: aclrtMemMallocPolicy,
    ) -> aclError;
    /// The type of `aclrtMallocHost`.
    pub type aclrtMallocHost = unsafe extern "C" fn(
        hostPtr: *mut *mut core::ffi::c_void,
        size: usize,
    ) -> aclError;
    /// The type of `aclrtMemcpy`.
    pub type aclrtMemcpy = unsafe extern "C" fn(
        dst: *mut core::ffi::c_void,
        destMax: usize,
        src: *const core::ffi::c_void,
        count: usize,
        kind: aclrtMemcpyKind,
    ) -> aclError;
    /// The type of `aclrtMemcpyAsync`.
    pub type aclrtMemcpyAsync = unsafe extern "C" fn(
        dst: *mut core::ffi::c_void,
        destMax: usize,
        src: *const core::ffi::c_void,
        count: usize,
        kind: aclrtMemcpyKind,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtMemset`.
    pub type aclrtMemset = unsafe extern "C" fn(
        devPtr: *mut core::ffi::c_void,
        maxCount: usize,
        value: i32,
        count: usize,
    ) -> aclError;
    /// The type of `aclrtMemsetAsync`.
    pub type aclrtMemsetAsync = unsafe extern "C" fn(
        devPtr: *mut core::ffi::c_void,
        maxCount: usize,
        value: i32,
        count: usize,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtQueryEventStatus`.
    pub type aclrtQueryEventStatus = unsafe extern "C" fn(
        event: aclrtEvent,
        status: *mut aclrtEventRecordedStatus,
    ) -> aclError;
    /// The type of `aclrtRecordEvent`.
    pub type aclrtRecordEvent = unsafe extern "C" fn(
        event: aclrtEvent,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtResetDevice`.
    pub type aclrtResetDevice = unsafe extern "C" fn(deviceId: i32) -> aclError;
    /// The type of `aclrtSetCurrentContext`.
    pub type aclrtSetCurrentContext = unsafe extern "C" fn(
        context: aclrtContext,
    ) -> aclError;
    /// The type of `aclrtSetDevice`.
    pub type aclrtSetDevice = unsafe extern "C" fn(deviceId: i32) -> aclError;
    /// The type of `aclrtSetDeviceSatMode`.
    pub type aclrtSetDeviceSatMode = unsafe extern "C" fn(
        mode: aclrtFloatOverflowMode,
    ) -> aclError;
    /// The type of `aclrtSetStreamFailureMode`.
    pub type aclrtSetStreamFailureMode = unsafe extern "C" fn(
        stream: aclrtStream,
        mode: u64,
    ) -> aclError;
    /// The type of `aclrtStreamQuery`.
    pub type aclrtStreamQuery = unsafe extern "C" fn(
        stream: aclrtStream,
        status: *mut aclrtStreamStatus,
    ) -> aclError;
    /// The type of `aclrtStreamWaitEvent`.
    pub type aclrtStreamWaitEvent = unsafe extern "C" fn(
        stream: aclrtStream,
        event: aclrtEvent,
    ) -> aclError;
    /// The type of `aclrtSynchronizeDevice`.
    pub type aclrtSynchronizeDevice = unsafe extern "C" fn() -> aclError;
    /// The type of `aclrtSynchronizeEvent`.
    pub type aclrtSynchronizeEvent = unsafe extern "C" fn(event: aclrtEvent) -> aclError;
    /// The type of `aclrtSynchronizeEventWithTimeout`.
    pub type aclrtSynchronizeEventWithTimeout = unsafe extern "C" fn(
        event: aclrtEvent,
        timeout: i32,
    ) -> aclError;
    /// The type of `aclrtSynchronizeStream`.
    pub type aclrtSynchronizeStream = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtSynchronizeStreamWithTimeout`.
    pub type aclrtSynchronizeStreamWithTimeout = unsafe extern "C" fn(
        stream: aclrtStream,
        timeout: i32,
    ) -> aclError;
}
/// The functions of the ACL runtime.
#[derive(Clone, Copy, Debug)]
pub struct Acl {
    /// Ends ACL for this process, whatever the count.
    pub aclFinalize: signature::aclFinalize,
    /// Takes and clears the newest error text of this thread; NULL when there is none. Dies with the thread's next call.
    pub aclGetRecentErrMsg: signature::aclGetRecentErrMsg,
    /// Starts ACL for this process, with a JSON configuration or NULL. Counted: a second call returns 100002.
    pub aclInit: signature::aclInit,
    /// Finds a kernel of an image by name. `None` where the library is older than the function.
    pub aclrtBinaryGetFunction: Option<signature::aclrtBinaryGetFunction>,
    /// Loads a kernel image from host memory onto the current device. `None` where the library is older than the function.
    pub aclrtBinaryLoadFromData: Option<signature::aclrtBinaryLoadFromData>,
    /// Unloads an image; none of its kernels may be queued or running. `None` where the library is older than the function.
    pub aclrtBinaryUnLoad: Option<signature::aclrtBinaryUnLoad>,
    /// Creates a context of its own on a device and makes it current on this thread.
    pub aclrtCreateContext: signature::aclrtCreateContext,
    /// Creates an event that may be recorded again and again; a wait keeps the record it was queued after. `None` where the library is older than the function.
    pub aclrtCreateEventExWithFlag: Option<signature::aclrtCreateEventExWithFlag>,
    /// Creates a stream in the current context.
    pub aclrtCreateStream: signature::aclrtCreateStream,
    /// Creates a stream with a priority and ACL_STREAM_* flags.
    pub aclrtCreateStreamWithConfig: signature::aclrtCreateStreamWithConfig,
    /// Destroys a context made by aclrtCreateContext.
    pub aclrtDestroyContext: signature::aclrtDestroyContext,
    /// Destroys an event. Never blocks; queued waits and records stay valid.
    pub aclrtDestroyEvent: signature::aclrtDestroyEvent,
    /// Waits for the stream's work, then destroys it.
    pub aclrtDestroyStream: signature::aclrtDestroyStream,
    /// Destroys the stream and drops its unfinished work.
    pub aclrtDestroyStreamForce: signature::aclrtDestroyStreamForce,
    /// Milliseconds between two passed records of events with ACL_EVENT_TIME_LINE.
    pub aclrtEventElapsedTime: signature::aclrtEventElapsedTime,
    /// Frees device memory at once, without waiting for work that uses it.
    pub aclrtFree: signature::aclrtFree,
    /// Frees pinned host memory at once.
    pub aclrtFreeHost: signature::aclrtFreeHost,
    /// The current context of this thread.
    pub aclrtGetCurrentContext: signature::aclrtGetCurrentContext,
    /// The device of this thread's context.
    pub aclrtGetDevice: signature::aclrtGetDevice,
    /// Number of devices the process may use. Needs no context.
    pub aclrtGetDeviceCount: signature::aclrtGetDeviceCount,
    /// One attribute of a device. `None` where the library is older than the function.
    pub aclrtGetDeviceInfo: Option<signature::aclrtGetDeviceInfo>,
    /// What overflow gives on the current device. `None` where the library is older than the function.
    pub aclrtGetDeviceSatMode: Option<signature::aclrtGetDeviceSatMode>,
    /// Free and total bytes of a kind of memory of the current device.
    pub aclrtGetMemInfo: signature::aclrtGetMemInfo,
    /// The SoC name of the devices, as `Ascend910B3`; NULL without a device.
    pub aclrtGetSocName: signature::aclrtGetSocName,
    /// The version of the ACL interface, not of the toolkit.
    pub aclrtGetVersion: signature::aclrtGetVersion,
    /// Appends the next argument, copied at once. `None` where the library is older than the function.
    pub aclrtKernelArgsAppend: Option<signature::aclrtKernelArgsAppend>,
    /// Ends the argument list. `None` where the library is older than the function.
    pub aclrtKernelArgsFinalize: Option<signature::aclrtKernelArgsFinalize>,
    /// Begins the argument list of a launch. `None` where the library is older than the function.
    pub aclrtKernelArgsInit: Option<signature::aclrtKernelArgsInit>,
    /// Changes an argument that was appended before; aclrtKernelArgsFinalize must follow. `None` where the library is older than the function.
    pub aclrtKernelArgsParaUpdate: Option<signature::aclrtKernelArgsParaUpdate>,
    /// Queues a host function on a thread of the runtime; later work of the stream waits for its return. `None` where the library is older than the function.
    pub aclrtLaunchHostFunc: Option<signature::aclrtLaunchHostFunc>,
    /// Queues a launch of `numBlocks` blocks. `None` where the library is older than the function.
    pub aclrtLaunchKernelWithConfig: Option<signature::aclrtLaunchKernelWithConfig>,
    /// Allocates device memory, 64-byte aligned, content undefined.
    pub aclrtMalloc: signature::aclrtMalloc,
    /// Allocates pinned host memory.
    pub aclrtMallocHost: signature::aclrtMallocHost,
    /// Copies and blocks. Does not wait for any stream.
    pub aclrtMemcpy: signature::aclrtMemcpy,
    /// Queues a copy; pageable host memory makes it block.
    pub aclrtMemcpyAsync: signature::aclrtMemcpyAsync,
    /// Fills and blocks.
    pub aclrtMemset: signature::aclrtMemset,
    /// Queues a fill.
    pub aclrtMemsetAsync: signature::aclrtMemsetAsync,
    /// Whether the event's newest record has passed. Note that complete is 1 here.
    pub aclrtQueryEventStatus: signature::aclrtQueryEventStatus,
    /// Queues a record: the event stands for all work queued on the stream so far.
    pub aclrtRecordEvent: signature::aclrtRecordEvent,
    /// Gives back one aclrtSetDevice; at zero the device's own context and streams are released.
    pub aclrtResetDevice: signature::aclrtResetDevice,
    /// Makes a context, and its device, current on this thread.
    pub aclrtSetCurrentContext: signature::aclrtSetCurrentContext,
    /// Makes the device current on this thread, opening it at first use. Counted for the process.
    pub aclrtSetDevice: signature::aclrtSetDevice,
    /// Sets what overflow gives, for streams created afterwards.
    pub aclrtSetDeviceSatMode: signature::aclrtSetDeviceSatMode,
    /// What the context does after a device error: ACL_CONTINUE_ON_FAILURE or, one way, ACL_STOP_ON_FAILURE.
    pub aclrtSetStreamFailureMode: signature::aclrtSetStreamFailureMode,
    /// Whether all work of the stream is done. Never blocks.
    pub aclrtStreamQuery: signature::aclrtStreamQuery,
    /// Queues a wait: later work of the stream starts after the event's newest record.
    pub aclrtStreamWaitEvent: signature::aclrtStreamWaitEvent,
    /// Waits for all streams of the current context.
    pub aclrtSynchronizeDevice: signature::aclrtSynchronizeDevice,
    /// Waits on the host for the event's newest record.
    pub aclrtSynchronizeEvent: signature::aclrtSynchronizeEvent,
    /// As aclrtSynchronizeEvent for at most `timeout` milliseconds, -1 for ever; 507047 at expiry. `None` where the library is older than the function.
    pub aclrtSynchronizeEventWithTimeout: Option<
        signature::aclrtSynchronizeEventWithTimeout,
    >,
    /// Waits for all work of the stream.
    pub aclrtSynchronizeStream: signature::aclrtSynchronizeStream,
    /// As aclrtSynchronizeStream for at most `timeout` milliseconds, -1 for ever; the work goes on after 507046.
    pub aclrtSynchronizeStreamWithTimeout: signature::aclrtSynchronizeStreamWithTimeout,
}
impl Acl {
    /// Every function of the table, by name.
    pub const FUNCTIONS: &'static [Function] = &[
        Function {
            name: "aclFinalize",
            since: "a",
            required: true,
        },
        Function {
            name: "aclGetRecentErrMsg",
            since: "b",
            required: true,
        },
        Function {
            name: "aclInit",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtBinaryGetFunction",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtBinaryLoadFromData",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtBinaryUnLoad",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCreateContext",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtCreateEventExWithFlag",
            since: "c",
            required: false,
        },
        Function {
            name: "aclrtCreateStream",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtCreateStreamWithConfig",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtDestroyContext",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtDestroyEvent",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtDestroyStream",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtDestroyStreamForce",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtEventElapsedTime",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtFree",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtFreeHost",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetCurrentContext",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetDevice",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetDeviceCount",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetDeviceInfo",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetDeviceSatMode",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetMemInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetSocName",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtGetVersion",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtKernelArgsAppend",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsFinalize",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsInit",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsParaUpdate",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtLaunchHostFunc",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtLaunchKernelWithConfig",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMalloc",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMallocHost",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMemcpy",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMemcpyAsync",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMemset",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMemsetAsync",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtQueryEventStatus",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtRecordEvent",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtResetDevice",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSetCurrentContext",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSetDevice",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSetDeviceSatMode",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtSetStreamFailureMode",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtStreamQuery",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtStreamWaitEvent",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSynchronizeDevice",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSynchronizeEvent",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSynchronizeEventWithTimeout",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSynchronizeStream",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSynchronizeStreamWithTimeout",
            since: "b",
            required: true,
        },
    ];
    /// Fills the table of Acl from a source of symbols.
    ///
    /// # Safety
    /// Each address that `symbols` gives must be a function of the C type of that name, callable for as long as the
    /// table or a copy of it is used.
    ///
    /// # Errors
    /// The names of all required functions that are absent.
    pub unsafe fn load(symbols: &mut Symbols<'_>) -> Result<Self, MissingSymbols> {
        let table = Self {
            aclFinalize: crate::load::required!(
                symbols, "aclFinalize", signature::aclFinalize
            ),
            aclGetRecentErrMsg: crate::load::required!(
                symbols, "aclGetRecentErrMsg", signature::aclGetRecentErrMsg
            ),
            aclInit: crate::load::required!(symbols, "aclInit", signature::aclInit),
            aclrtBinaryGetFunction: crate::load::optional!(
                symbols, "aclrtBinaryGetFunction", signature::aclrtBinaryGetFunction
            ),
            aclrtBinaryLoadFromData: crate::load::optional!(
                symbols, "aclrtBinaryLoadFromData", signature::aclrtBinaryLoadFromData
            ),
            aclrtBinaryUnLoad: crate::load::optional!(
                symbols, "aclrtBinaryUnLoad", signature::aclrtBinaryUnLoad
            ),
            aclrtCreateContext: crate::load::required!(
                symbols, "aclrtCreateContext", signature::aclrtCreateContext
            ),
            aclrtCreateEventExWithFlag: crate::load::optional!(
                symbols, "aclrtCreateEventExWithFlag",
                signature::aclrtCreateEventExWithFlag
            ),
            aclrtCreateStream: crate::load::required!(
                symbols, "aclrtCreateStream", signature::aclrtCreateStream
            ),
            aclrtCreateStreamWithConfig: crate::load::required!(
                symbols, "aclrtCreateStreamWithConfig",
                signature::aclrtCreateStreamWithConfig
            ),
            aclrtDestroyContext: crate::load::required!(
                symbols, "aclrtDestroyContext", signature::aclrtDestroyContext
            ),
            aclrtDestroyEvent: crate::load::required!(
                symbols, "aclrtDestroyEvent", signature::aclrtDestroyEvent
            ),
            aclrtDestroyStream: crate::load::required!(
                symbols, "aclrtDestroyStream", signature::aclrtDestroyStream
            ),
            aclrtDestroyStreamForce: crate::load::required!(
                symbols, "aclrtDestroyStreamForce", signature::aclrtDestroyStreamForce
            ),
            aclrtEventElapsedTime: crate::load::required!(
                symbols, "aclrtEventElapsedTime", signature::aclrtEventElapsedTime
            ),
            aclrtFree: crate::load::required!(
                symbols, "aclrtFree", signature::aclrtFree
            ),
            aclrtFreeHost: crate::load::required!(
                symbols, "aclrtFreeHost", signature::aclrtFreeHost
            ),
            aclrtGetCurrentContext: crate::load::required!(
                symbols, "aclrtGetCurrentContext", signature::aclrtGetCurrentContext
            ),
            aclrtGetDevice: crate::load::required!(
                symbols, "aclrtGetDevice", signature::aclrtGetDevice
            ),
            aclrtGetDeviceCount: crate::load::required!(
                symbols, "aclrtGetDeviceCount", signature::aclrtGetDeviceCount
            ),
            aclrtGetDeviceInfo: crate::load::optional!(
                symbols, "aclrtGetDeviceInfo", signature::aclrtGetDeviceInfo
            ),
            aclrtGetDeviceSatMode: crate::load::optional!(
                symbols, "aclrtGetDeviceSatMode", signature::aclrtGetDeviceSatMode
            ),
            aclrtGetMemInfo: crate::load::required!(
                symbols, "aclrtGetMemInfo", signature::aclrtGetMemInfo
            ),
            aclrtGetSocName: crate::load::required!(
                symbols, "aclrtGetSocName", signature::aclrtGetSocName
            ),
            aclrtGetVersion: crate::load::required!(
                symbols, "aclrtGetVersion", signature::aclrtGetVersion
            ),
            aclrtKernelArgsAppend: crate::load::optional!(
                symbols, "aclrtKernelArgsAppend", signature::aclrtKernelArgsAppend
            ),
            aclrtKernelArgsFinalize: crate::load::optional!(
                symbols, "aclrtKernelArgsFinalize", signature::aclrtKernelArgsFinalize
            ),
            aclrtKernelArgsInit: crate::load::optional!(
                symbols, "aclrtKernelArgsInit", signature::aclrtKernelArgsInit
            ),
            aclrtKernelArgsParaUpdate: crate::load::optional!(
                symbols, "aclrtKernelArgsParaUpdate",
                signature::aclrtKernelArgsParaUpdate
            ),
            aclrtLaunchHostFunc: crate::load::optional!(
                symbols, "aclrtLaunchHostFunc", signature::aclrtLaunchHostFunc
            ),
            aclrtLaunchKernelWithConfig: crate::load::optional!(
                symbols, "aclrtLaunchKernelWithConfig",
                signature::aclrtLaunchKernelWithConfig
            ),
            aclrtMalloc: crate::load::required!(
                symbols, "aclrtMalloc", signature::aclrtMalloc
            ),
            aclrtMallocHost: crate::load::required!(
                symbols, "aclrtMallocHost", signature::aclrtMallocHost
            ),
            aclrtMemcpy: crate::load::required!(
                symbols, "aclrtMemcpy", signature::aclrtMemcpy
            ),
            aclrtMemcpyAsync: crate::load::required!(
                symbols, "aclrtMemcpyAsync", signature::aclrtMemcpyAsync
            ),
            aclrtMemset: crate::load::required!(
                symbols, "aclrtMemset", signature::aclrtMemset
            ),
            aclrtMemsetAsync: crate::load::required!(
                symbols, "aclrtMemsetAsync", signature::aclrtMemsetAsync
            ),
            aclrtQueryEventStatus: crate::load::required!(
                symbols, "aclrtQueryEventStatus", signature::aclrtQueryEventStatus
            ),
            aclrtRecordEvent: crate::load::required!(
                symbols, "aclrtRecordEvent", signature::aclrtRecordEvent
            ),
            aclrtResetDevice: crate::load::required!(
                symbols, "aclrtResetDevice", signature::aclrtResetDevice
            ),
            aclrtSetCurrentContext: crate::load::required!(
                symbols, "aclrtSetCurrentContext", signature::aclrtSetCurrentContext
            ),
            aclrtSetDevice: crate::load::required!(
                symbols, "aclrtSetDevice", signature::aclrtSetDevice
            ),
            aclrtSetDeviceSatMode: crate::load::required!(
                symbols, "aclrtSetDeviceSatMode", signature::aclrtSetDeviceSatMode
            ),
            aclrtSetStreamFailureMode: crate::load::required!(
                symbols, "aclrtSetStreamFailureMode",
                signature::aclrtSetStreamFailureMode
            ),
            aclrtStreamQuery: crate::load::required!(
                symbols, "aclrtStreamQuery", signature::aclrtStreamQuery
            ),
            aclrtStreamWaitEvent: crate::load::required!(
                symbols, "aclrtStreamWaitEvent", signature::aclrtStreamWaitEvent
            ),
            aclrtSynchronizeDevice: crate::load::required!(
                symbols, "aclrtSynchronizeDevice", signature::aclrtSynchronizeDevice
            ),
            aclrtSynchronizeEvent: crate::load::required!(
                symbols, "aclrtSynchronizeEvent", signature::aclrtSynchronizeEvent
            ),
            aclrtSynchronizeEventWithTimeout: crate::load::optional!(
                symbols, "aclrtSynchronizeEventWithTimeout",
                signature::aclrtSynchronizeEventWithTimeout
            ),
            aclrtSynchronizeStream: crate::load::required!(
                symbols, "aclrtSynchronizeStream", signature::aclrtSynchronizeStream
            ),
            aclrtSynchronizeStreamWithTimeout: crate::load::required!(
                symbols, "aclrtSynchronizeStreamWithTimeout",
                signature::aclrtSynchronizeStreamWithTimeout
            ),
        };
        symbols.finish().map(|()| table)
    }
}
/// The functions of HCCL.
#[derive(Clone, Copy, Debug)]
pub struct Hccl {
    /// Queues: every rank's `recvBuf` becomes the `sendBuf` of all ranks in rank order; `sendCount` is one rank's.
    pub HcclAllGather: signature::HcclAllGather,
    /// Queues: every rank's `recvBuf` becomes the reduction of all `sendBuf`.
    pub HcclAllReduce: signature::HcclAllReduce,
    /// Queues: every rank's `buf` becomes the root's.
    pub HcclBroadcast: signature::HcclBroadcast,
    /// Destroys a communicator. Does not wait for queued work.
    pub HcclCommDestroy: signature::HcclCommDestroy,
    /// Makes one communicator a device of this process, all at once.
    pub HcclCommInitAll: signature::HcclCommInitAll,
    /// Joins a communicator; blocks until all ranks have come.
    pub HcclCommInitRootInfo: signature::HcclCommInitRootInfo,
    /// Polls for an error that happened after the calls returned.
    pub HcclGetCommAsyncError: signature::HcclGetCommAsyncError,
    /// Name of the communicator; the caller gives 128 bytes.
    pub HcclGetCommName: signature::HcclGetCommName,
    /// The library's text for a code.
    pub HcclGetErrorString: signature::HcclGetErrorString,
    /// Own rank.
    pub HcclGetRankId: signature::HcclGetRankId,
    /// Number of ranks.
    pub HcclGetRankSize: signature::HcclGetRankSize,
    /// Makes the root information of a new communicator; on the root rank only.
    pub HcclGetRootInfo: signature::HcclGetRootInfo,
    /// Queues: rank r's `recvBuf` becomes part r of the reduction; `recvCount` is one rank's.
    pub HcclReduceScatter: signature::HcclReduceScatter,
}
impl Hccl {
    /// Every function of the table, by name.
    pub const FUNCTIONS: &'static [Function] = &[
        Function {
            name: "HcclAllGather",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclAllReduce",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclBroadcast",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclCommDestroy",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclCommInitAll",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclCommInitRootInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclGetCommAsyncError",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclGetCommName",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclGetErrorString",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclGetRankId",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclGetRankSize",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclGetRootInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclReduceScatter",
            since: "a",
            required: true,
        },
    ];
    /// Fills the table of Hccl from a source of symbols.
    ///
    /// # Safety
    /// Each address that `symbols` gives must be a function of the C type of that name, callable for as long as the
    /// table or a copy of it is used.
    ///
    /// # Errors
    /// The names of all required functions that are absent.
    pub unsafe fn load(symbols: &mut Symbols<'_>) -> Result<Self, MissingSymbols> {
        let table = Self {
            HcclAllGather: crate::load::required!(
                symbols, "HcclAllGather", signature::HcclAllGather
            ),
            HcclAllReduce: crate::load::required!(
                symbols, "HcclAllReduce", signature::HcclAllReduce
            ),
            HcclBroadcast: crate::load::required!(
                symbols, "HcclBroadcast", signature::HcclBroadcast
            ),
            HcclCommDestroy: crate::load::required!(
                symbols, "HcclCommDestroy", signature::HcclCommDestroy
            ),
            HcclCommInitAll: crate::load::required!(
                symbols, "HcclCommInitAll", signature::HcclCommInitAll
            ),
            HcclCommInitRootInfo: crate::load::required!(
                symbols, "HcclCommInitRootInfo", signature::HcclCommInitRootInfo
            ),
            HcclGetCommAsyncError: crate::load::required!(
                symbols, "HcclGetCommAsyncError", signature::HcclGetCommAsyncError
            ),
            HcclGetCommName: crate::load::required!(
                symbols, "HcclGetCommName", signature::HcclGetCommName
            ),
            HcclGetErrorString: crate::load::required!(
                symbols, "HcclGetErrorString", signature::HcclGetErrorString
            ),
            HcclGetRankId: crate::load::required!(
                symbols, "HcclGetRankId", signature::HcclGetRankId
            ),
            HcclGetRankSize: crate::load::required!(
                symbols, "HcclGetRankSize", signature::HcclGetRankSize
            ),
            HcclGetRootInfo: crate::load::required!(
                symbols, "HcclGetRootInfo", signature::HcclGetRootInfo
            ),
            HcclReduceScatter: crate::load::required!(
                symbols, "HcclReduceScatter", signature::HcclReduceScatter
            ),
        };
        symbols.finish().map(|()| table)
    }
}
