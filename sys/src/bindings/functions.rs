// Made from sys/include by sys/build/generate.rs. Do not edit.

/// Hands the prototype of every function to a macro, for what must be written once for each of them: those with a fixed
/// number of arguments in a block `fixed`, the others in a block `variadic`. The types are named as in this crate, so
/// that the macro needs `use ascend_npu_sys::*`.
#[macro_export]
macro_rules! for_each_function {
    ($receiver:ident) => {
        $receiver! {
            fixed {
                fn HcclAllGather(
                    sendBuf: *mut core::ffi::c_void,
                    recvBuf: *mut core::ffi::c_void,
                    sendCount: u64,
                    dataType: HcclDataType,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclAllGatherV(
                    sendBuf: *mut core::ffi::c_void,
                    sendCount: u64,
                    recvBuf: *mut core::ffi::c_void,
                    recvCounts: *const core::ffi::c_void,
                    recvDispls: *const core::ffi::c_void,
                    dataType: HcclDataType,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclAllReduce(
                    sendBuf: *mut core::ffi::c_void,
                    recvBuf: *mut core::ffi::c_void,
                    count: u64,
                    dataType: HcclDataType,
                    op: HcclReduceOp,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclAlltoAll(
                    sendBuf: *const core::ffi::c_void,
                    sendCount: u64,
                    sendType: HcclDataType,
                    recvBuf: *const core::ffi::c_void,
                    recvCount: u64,
                    recvType: HcclDataType,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclAlltoAllV(
                    sendBuf: *const core::ffi::c_void,
                    sendCounts: *const core::ffi::c_void,
                    sdispls: *const core::ffi::c_void,
                    sendType: HcclDataType,
                    recvBuf: *const core::ffi::c_void,
                    recvCounts: *const core::ffi::c_void,
                    rdispls: *const core::ffi::c_void,
                    recvType: HcclDataType,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclAlltoAllVC(
                    sendBuf: *const core::ffi::c_void,
                    sendCountMatrix: *const core::ffi::c_void,
                    sendType: HcclDataType,
                    recvBuf: *const core::ffi::c_void,
                    recvType: HcclDataType,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclBarrier(comm: HcclComm, stream: aclrtStream) -> HcclResult;
                fn HcclBatchGet(
                    comm: HcclComm,
                    remoteRank: u32,
                    desc: *mut HcclOneSideOpDesc,
                    descNum: u32,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclBatchPut(
                    comm: HcclComm,
                    remoteRank: u32,
                    desc: *mut HcclOneSideOpDesc,
                    descNum: u32,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclBatchSendRecv(
                    sendRecvInfo: *mut HcclSendRecvItem,
                    itemNum: u32,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclBroadcast(
                    buf: *mut core::ffi::c_void,
                    count: u64,
                    dataType: HcclDataType,
                    root: u32,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclCommActivateCommMemory(
                    comm: HcclComm,
                    virPtr: *mut core::ffi::c_void,
                    size: usize,
                    offset: usize,
                    handle: aclrtDrvMemHandle,
                    flags: u64,
                ) -> HcclResult;
                fn HcclCommDeactivateCommMemory(
                    comm: HcclComm,
                    virPtr: *mut core::ffi::c_void,
                ) -> HcclResult;
                fn HcclCommDeregister(comm: HcclComm, handle: *mut core::ffi::c_void) -> HcclResult;
                fn HcclCommDestroy(comm: HcclComm) -> HcclResult;
                fn HcclCommExchangeMem(
                    comm: HcclComm,
                    windowHandle: *mut core::ffi::c_void,
                    peerRanks: *mut u32,
                    peerRankNum: u32,
                ) -> HcclResult;
                fn HcclCommGetHandleWithName(
                    commName: *const core::ffi::c_char,
                    comm: *mut HcclComm,
                ) -> HcclResult;
                fn HcclCommInitAll(ndev: u32, devices: *mut i32, comms: *mut HcclComm) -> HcclResult;
                fn HcclCommInitClusterInfo(
                    clusterInfo: *const core::ffi::c_char,
                    rank: u32,
                    comm: *mut HcclComm,
                ) -> HcclResult;
                fn HcclCommInitClusterInfoConfig(
                    clusterInfo: *const core::ffi::c_char,
                    rank: u32,
                    config: *mut HcclCommConfig,
                    comm: *mut HcclComm,
                ) -> HcclResult;
                fn HcclCommInitRootInfo(
                    nRanks: u32,
                    rootInfo: *const HcclRootInfo,
                    rank: u32,
                    comm: *mut HcclComm,
                ) -> HcclResult;
                fn HcclCommInitRootInfoConfig(
                    nRanks: u32,
                    rootInfo: *const HcclRootInfo,
                    rank: u32,
                    config: *const HcclCommConfig,
                    comm: *mut HcclComm,
                ) -> HcclResult;
                fn HcclCommInitRootInfoScalable(
                    nRanks: u32,
                    nRoot: u32,
                    rootInfoList: *const HcclRootInfo,
                    rank: u32,
                    nExtRoot: u32,
                    config: *const HcclCommConfig,
                    comm: *mut HcclComm,
                ) -> HcclResult;
                fn HcclCommRegCommStateCallback(
                    regName: *const core::ffi::c_char,
                    cb: HcclCommStateCallback,
                    args: *mut core::ffi::c_void,
                ) -> HcclResult;
                fn HcclCommRegister(
                    comm: HcclComm,
                    addr: *mut core::ffi::c_void,
                    size: u64,
                    handle: *mut *mut core::ffi::c_void,
                    flag: u32,
                ) -> HcclResult;
                fn HcclCommResume(comm: HcclComm) -> HcclResult;
                fn HcclCommSetMemoryRange(
                    comm: HcclComm,
                    baseVirPtr: *mut core::ffi::c_void,
                    size: usize,
                    alignment: usize,
                    flags: u64,
                ) -> HcclResult;
                fn HcclCommSuspend(comm: HcclComm) -> HcclResult;
                fn HcclCommSymWinDeregister(winHandle: HcclCommSymWindow) -> HcclResult;
                fn HcclCommSymWinGet(
                    comm: HcclComm,
                    ptr: *mut core::ffi::c_void,
                    size: usize,
                    winHandle: *mut HcclCommSymWindow,
                    offset: *mut usize,
                ) -> HcclResult;
                fn HcclCommSymWinRegister(
                    comm: HcclComm,
                    addr: *mut core::ffi::c_void,
                    size: u64,
                    winHandle: *mut HcclCommSymWindow,
                    flag: u32,
                ) -> HcclResult;
                fn HcclCommUnsetMemoryRange(
                    comm: HcclComm,
                    baseVirPtr: *mut core::ffi::c_void,
                ) -> HcclResult;
                fn HcclCommWorkingDevNicSet(
                    comm: HcclComm,
                    ranks: *mut u32,
                    useBackup: *mut bool,
                    nRanks: u32,
                ) -> HcclResult;
                fn HcclConfigGetInfo(
                    comm: HcclComm,
                    cfgType: HcclConfigType,
                    infoLen: u32,
                    info: *mut core::ffi::c_void,
                ) -> HcclResult;
                fn HcclCreateSubCommConfig(
                    comm: *mut HcclComm,
                    rankNum: u32,
                    rankIds: *mut u32,
                    subCommId: u64,
                    subCommRankId: u32,
                    config: *mut HcclCommConfig,
                    subComm: *mut HcclComm,
                ) -> HcclResult;
                fn HcclDeregisterMem(comm: HcclComm, desc: *mut HcclMemDesc) -> HcclResult;
                fn HcclDisableMemAccess(
                    comm: HcclComm,
                    remoteMemDesc: *mut HcclMemDesc,
                ) -> HcclResult;
                fn HcclEnableMemAccess(
                    comm: HcclComm,
                    remoteMemDesc: *mut HcclMemDesc,
                    remoteMem: *mut HcclMem,
                ) -> HcclResult;
                fn HcclExchangeMemDesc(
                    comm: HcclComm,
                    remoteRank: u32,
                    local: *mut HcclMemDescs,
                    timeout: core::ffi::c_int,
                    remote: *mut HcclMemDescs,
                    actualNum: *mut u32,
                ) -> HcclResult;
                fn HcclGetCommAsyncError(comm: HcclComm, asyncError: *mut HcclResult) -> HcclResult;
                fn HcclGetCommConfig(
                    comm: HcclComm,
                    config: HcclConfig,
                    configValue: *mut HcclConfigValue,
                ) -> HcclResult;
                fn HcclGetCommConfigCapability() -> u32;
                fn HcclGetCommName(comm: HcclComm, commName: *mut core::ffi::c_char) -> HcclResult;
                fn HcclGetConfig(
                    config: HcclConfig,
                    configValue: *mut HcclConfigValue,
                ) -> HcclResult;
                fn HcclGetErrorString(code: HcclResult) -> *const core::ffi::c_char;
                fn HcclGetRankId(comm: HcclComm, rank: *mut u32) -> HcclResult;
                fn HcclGetRankSize(comm: HcclComm, rankSize: *mut u32) -> HcclResult;
                fn HcclGetRootInfo(rootInfo: *mut HcclRootInfo) -> HcclResult;
                fn HcclGetRootInfoScalable(rootInfo: *mut HcclRootInfo) -> HcclResult;
                fn HcclGroupEnd() -> HcclResult;
                fn HcclGroupStart() -> HcclResult;
                fn HcclGroupStatusGet(isGroupEnabled: *mut bool) -> HcclResult;
                fn HcclRecv(
                    recvBuf: *mut core::ffi::c_void,
                    count: u64,
                    dataType: HcclDataType,
                    srcRank: u32,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclReduce(
                    sendBuf: *mut core::ffi::c_void,
                    recvBuf: *mut core::ffi::c_void,
                    count: u64,
                    dataType: HcclDataType,
                    op: HcclReduceOp,
                    root: u32,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclReduceScatter(
                    sendBuf: *mut core::ffi::c_void,
                    recvBuf: *mut core::ffi::c_void,
                    recvCount: u64,
                    dataType: HcclDataType,
                    op: HcclReduceOp,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclReduceScatterV(
                    sendBuf: *mut core::ffi::c_void,
                    sendCounts: *const core::ffi::c_void,
                    sendDispls: *const core::ffi::c_void,
                    recvBuf: *mut core::ffi::c_void,
                    recvCount: u64,
                    dataType: HcclDataType,
                    op: HcclReduceOp,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclRegisterMem(
                    comm: HcclComm,
                    remoteRank: u32,
                    type_: core::ffi::c_int,
                    addr: *mut core::ffi::c_void,
                    size: u64,
                    desc: *mut HcclMemDesc,
                ) -> HcclResult;
                fn HcclScatter(
                    sendBuf: *mut core::ffi::c_void,
                    recvBuf: *mut core::ffi::c_void,
                    recvCount: u64,
                    dataType: HcclDataType,
                    root: u32,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclSend(
                    sendBuf: *mut core::ffi::c_void,
                    count: u64,
                    dataType: HcclDataType,
                    destRank: u32,
                    comm: HcclComm,
                    stream: aclrtStream,
                ) -> HcclResult;
                fn HcclSetCommConfig(
                    comm: HcclComm,
                    config: HcclConfig,
                    configValue: HcclConfigValue,
                ) -> HcclResult;
                fn HcclSetConfig(config: HcclConfig, configValue: HcclConfigValue) -> HcclResult;
                fn HcclSymWinGetPeerPointer(
                    winHandle: HcclCommSymWindow,
                    offset: usize,
                    peerRank: u32,
                    ptr: *mut *mut core::ffi::c_void,
                ) -> HcclResult;
                fn aclCreateDataBuffer(
                    data: *mut core::ffi::c_void,
                    size: usize,
                ) -> *mut aclDataBuffer;
                fn aclDataTypeSize(dataType: aclDataType) -> usize;
                fn aclDestroyDataBuffer(dataBuffer: *const aclDataBuffer) -> aclError;
                fn aclFinalize() -> aclError;
                fn aclFinalizeCallbackRegister(
                    type_: aclRegisterCallbackType,
                    cbFunc: aclFinalizeCallbackFunc,
                    userData: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclFinalizeCallbackUnRegister(
                    type_: aclRegisterCallbackType,
                    cbFunc: aclFinalizeCallbackFunc,
                ) -> aclError;
                fn aclFinalizeReference(refCount: *mut u64) -> aclError;
                fn aclFloat16ToFloat(value: aclFloat16) -> f32;
                fn aclFloatToFloat16(value: f32) -> aclFloat16;
                fn aclGetCannAttribute(cannAttr: aclCannAttr, value: *mut i32) -> aclError;
                fn aclGetCannAttributeList(
                    cannAttrList: *mut *const aclCannAttr,
                    num: *mut usize,
                ) -> aclError;
                fn aclGetDataBufferAddr(dataBuffer: *const aclDataBuffer) -> *mut core::ffi::c_void;
                fn aclGetDataBufferSize(dataBuffer: *const aclDataBuffer) -> u32;
                fn aclGetDataBufferSizeV2(dataBuffer: *const aclDataBuffer) -> usize;
                fn aclGetDeviceCapability(
                    deviceId: u32,
                    deviceInfo: aclDeviceInfo,
                    value: *mut i64,
                ) -> aclError;
                fn aclGetRecentErrMsg() -> *const core::ffi::c_char;
                fn aclInit(configPath: *const core::ffi::c_char) -> aclError;
                fn aclInitCallbackRegister(
                    type_: aclRegisterCallbackType,
                    cbFunc: aclInitCallbackFunc,
                    userData: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclInitCallbackUnRegister(
                    type_: aclRegisterCallbackType,
                    cbFunc: aclInitCallbackFunc,
                ) -> aclError;
                fn aclUpdateDataBuffer(
                    dataBuffer: *mut aclDataBuffer,
                    data: *mut core::ffi::c_void,
                    size: usize,
                ) -> aclError;
                fn acldumpGetExceptionInfoPath(
                    path: *mut core::ffi::c_char,
                    maxLen: usize,
                ) -> aclError;
                fn acldumpGetPath(dumpType: acldumpType) -> *const core::ffi::c_char;
                fn acldumpRegCallback(
                    messageCallback: ::core::option::Option<
                        unsafe extern "C" fn(chunk: *const acldumpChunk, length: i32) -> i32,
                    >,
                    flag: i32,
                ) -> aclError;
                fn acldumpSaveExceptionInfo(
                    fileName: *const core::ffi::c_char,
                    userTag: *const core::ffi::c_char,
                    tensors: *const acldumpTensorInfo,
                    tensorCount: usize,
                ) -> aclError;
                fn acldumpUnregCallback();
                fn aclmdlFinalizeDump() -> aclError;
                fn aclmdlInitDump() -> aclError;
                fn aclmdlRIAbort(modelRI: aclmdlRI) -> aclError;
                fn aclmdlRIAddCondTask(
                    params: aclmdlRICondTaskParams,
                    stream: aclrtStream,
                    flags: u32,
                ) -> aclError;
                fn aclmdlRIBindStream(modelRI: aclmdlRI, stream: aclrtStream, flag: u32) -> aclError;
                fn aclmdlRIBuildBegin(modelRI: *mut aclmdlRI, flag: u32) -> aclError;
                fn aclmdlRIBuildEnd(modelRI: aclmdlRI, reserve: *mut core::ffi::c_void) -> aclError;
                fn aclmdlRICaptureBegin(stream: aclrtStream, mode: aclmdlRICaptureMode) -> aclError;
                fn aclmdlRICaptureEnd(stream: aclrtStream, modelRI: *mut aclmdlRI) -> aclError;
                fn aclmdlRICaptureGetInfo(
                    stream: aclrtStream,
                    status: *mut aclmdlRICaptureStatus,
                    modelRI: *mut aclmdlRI,
                ) -> aclError;
                fn aclmdlRICaptureTaskGrpBegin(stream: aclrtStream) -> aclError;
                fn aclmdlRICaptureTaskGrpEnd(
                    stream: aclrtStream,
                    handle: *mut aclrtTaskGrp,
                ) -> aclError;
                fn aclmdlRICaptureTaskUpdateBegin(
                    stream: aclrtStream,
                    handle: aclrtTaskGrp,
                ) -> aclError;
                fn aclmdlRICaptureTaskUpdateEnd(stream: aclrtStream) -> aclError;
                fn aclmdlRICaptureThreadExchangeMode(mode: *mut aclmdlRICaptureMode) -> aclError;
                fn aclmdlRICaptureToModelRIBegin(
                    stream: aclrtStream,
                    modelRI: aclmdlRI,
                    mode: aclmdlRICaptureMode,
                ) -> aclError;
                fn aclmdlRICondHandleCreate(
                    modelRI: aclmdlRI,
                    defaultLaunchValue: u32,
                    flag: aclmdlRICondHandleFlag,
                    handle: *mut aclmdlRICondHandle,
                ) -> aclError;
                fn aclmdlRICondHandleGetCondPtr(
                    handle: aclmdlRICondHandle,
                    ptr: *mut *mut u64,
                ) -> aclError;
                fn aclmdlRIDebugJsonPrint(
                    modelRI: aclmdlRI,
                    path: *const core::ffi::c_char,
                    flags: u32,
                ) -> aclError;
                fn aclmdlRIDebugPrint(modelRI: aclmdlRI) -> aclError;
                fn aclmdlRIDestroy(modelRI: aclmdlRI) -> aclError;
                fn aclmdlRIDestroyRegisterCallback(
                    modelRI: aclmdlRI,
                    func: aclrtCallback,
                    userData: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclmdlRIDestroyUnregisterCallback(
                    modelRI: aclmdlRI,
                    func: aclrtCallback,
                ) -> aclError;
                fn aclmdlRIEndTask(modelRI: aclmdlRI, stream: aclrtStream) -> aclError;
                fn aclmdlRIExecute(modelRI: aclmdlRI, timeout: i32) -> aclError;
                fn aclmdlRIExecuteAsync(modelRI: aclmdlRI, stream: aclrtStream) -> aclError;
                fn aclmdlRIGetId(modelRI: aclmdlRI, modelRIId: *mut u32) -> aclError;
                fn aclmdlRIGetName(
                    modelRI: aclmdlRI,
                    maxLen: u32,
                    name: *mut core::ffi::c_char,
                ) -> aclError;
                fn aclmdlRIGetStreams(
                    modelRI: aclmdlRI,
                    streams: *mut aclrtStream,
                    numStreams: *mut u32,
                ) -> aclError;
                fn aclmdlRIGetTasksByStream(
                    stream: aclrtStream,
                    tasks: *mut aclmdlRITask,
                    numTasks: *mut u32,
                ) -> aclError;
                fn aclmdlRIKernelTaskGetAttribute(
                    task: aclmdlRITask,
                    attrId: aclrtLaunchKernelAttrId,
                    attrValue: *mut aclrtLaunchKernelAttrValue,
                ) -> aclError;
                fn aclmdlRISetName(modelRI: aclmdlRI, name: *const core::ffi::c_char) -> aclError;
                fn aclmdlRITaskDisable(task: aclmdlRITask) -> aclError;
                fn aclmdlRITaskGetParams(
                    task: aclmdlRITask,
                    params: *mut aclmdlRITaskParams,
                ) -> aclError;
                fn aclmdlRITaskGetSeqId(task: aclmdlRITask, id: *mut u32) -> aclError;
                fn aclmdlRITaskGetType(task: aclmdlRITask, type_: *mut aclmdlRITaskType) -> aclError;
                fn aclmdlRITaskSetParams(
                    task: aclmdlRITask,
                    params: *mut aclmdlRITaskParams,
                ) -> aclError;
                fn aclmdlRIUnbindStream(modelRI: aclmdlRI, stream: aclrtStream) -> aclError;
                fn aclmdlRIUpdate(modelRI: aclmdlRI) -> aclError;
                fn aclmdlSetDump(dumpCfgPath: *const core::ffi::c_char) -> aclError;
                fn aclopStartDumpArgs(dumpType: u32, path: *const core::ffi::c_char) -> aclError;
                fn aclopStopDumpArgs(dumpType: u32) -> aclError;
                fn aclplatformGetDeviceInfo(
                    infoType: aclplatformDevInfo,
                    value: *mut core::ffi::c_char,
                    maxLen: u32,
                ) -> aclError;
                fn aclplatformGetInstructionInfo(
                    type_: aclplatformCoreType,
                    instruction: *const core::ffi::c_char,
                    value: *mut core::ffi::c_char,
                    maxLen: u32,
                ) -> aclError;
                fn aclprofCreateConfig(
                    deviceIdList: *mut u32,
                    deviceNums: u32,
                    aicoreMetrics: aclprofAicoreMetrics,
                    aicoreEvents: *const aclprofAicoreEvents,
                    dataTypeConfig: u64,
                ) -> *mut aclprofConfig;
                fn aclprofCreateStamp() -> *mut core::ffi::c_void;
                fn aclprofCreateStepInfo() -> *mut aclprofStepInfo;
                fn aclprofCreateSubscribeConfig(
                    timeInfoSwitch: i8,
                    aicoreMetrics: aclprofAicoreMetrics,
                    fd: *mut core::ffi::c_void,
                ) -> *mut aclprofSubscribeConfig;
                fn aclprofDestroyConfig(profilerConfig: *const aclprofConfig) -> aclError;
                fn aclprofDestroyStamp(stamp: *mut core::ffi::c_void);
                fn aclprofDestroyStepInfo(stepinfo: *mut aclprofStepInfo);
                fn aclprofDestroySubscribeConfig(
                    profSubscribeConfig: *const aclprofSubscribeConfig,
                ) -> aclError;
                fn aclprofFinalize() -> aclError;
                fn aclprofGetModelId(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    index: u32,
                ) -> usize;
                fn aclprofGetOpAttriValue(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    index: u32,
                    attri: aclprofSubscribeOpAttri,
                ) -> *const core::ffi::c_char;
                fn aclprofGetOpDescSize(opDescSize: *mut usize) -> aclError;
                fn aclprofGetOpDuration(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    index: u32,
                ) -> u64;
                fn aclprofGetOpEnd(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    index: u32,
                ) -> u64;
                fn aclprofGetOpFlag(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    index: u32,
                ) -> aclprofSubscribeOpFlag;
                fn aclprofGetOpName(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    index: u32,
                    opName: *mut core::ffi::c_char,
                    opNameLen: usize,
                ) -> aclError;
                fn aclprofGetOpNameLen(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    index: u32,
                    opNameLen: *mut usize,
                ) -> aclError;
                fn aclprofGetOpNum(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    opNumber: *mut u32,
                ) -> aclError;
                fn aclprofGetOpStart(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    index: u32,
                ) -> u64;
                fn aclprofGetOpType(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    index: u32,
                    opType: *mut core::ffi::c_char,
                    opTypeLen: usize,
                ) -> aclError;
                fn aclprofGetOpTypeLen(
                    opInfo: *const core::ffi::c_void,
                    opInfoLen: usize,
                    index: u32,
                    opTypeLen: *mut usize,
                ) -> aclError;
                fn aclprofGetStepTimestamp(
                    stepInfo: *mut aclprofStepInfo,
                    tag: aclprofStepTag,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclprofInit(
                    profilerResultPath: *const core::ffi::c_char,
                    length: usize,
                ) -> aclError;
                fn aclprofMark(stamp: *mut core::ffi::c_void) -> aclError;
                fn aclprofMarkEx(
                    msg: *const core::ffi::c_char,
                    msgLen: usize,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclprofModelSubscribe(
                    modelId: u32,
                    profSubscribeConfig: *const aclprofSubscribeConfig,
                ) -> aclError;
                fn aclprofModelUnSubscribe(modelId: u32) -> aclError;
                fn aclprofPop() -> aclError;
                fn aclprofPush(stamp: *mut core::ffi::c_void) -> aclError;
                fn aclprofRangePop() -> aclError;
                fn aclprofRangePushEx(attr: *mut aclprofEventAttributes) -> aclError;
                fn aclprofRangeStart(stamp: *mut core::ffi::c_void, rangeId: *mut u32) -> aclError;
                fn aclprofRangeStop(rangeId: u32) -> aclError;
                fn aclprofSetConfig(
                    configType: aclprofConfigType,
                    config: *const core::ffi::c_char,
                    configLength: usize,
                ) -> aclError;
                fn aclprofSetStampTraceMessage(
                    stamp: *mut core::ffi::c_void,
                    msg: *const core::ffi::c_char,
                    msgLen: u32,
                ) -> aclError;
                fn aclprofStart(profilerConfig: *const aclprofConfig) -> aclError;
                fn aclprofStop(profilerConfig: *const aclprofConfig) -> aclError;
                fn aclprofStr2Id(message: *const core::ffi::c_char) -> u64;
                fn aclrtActiveStream(activeStream: aclrtStream, stream: aclrtStream) -> aclError;
                fn aclrtAllocBuf(buf: *mut aclrtMbuf, size: usize) -> aclError;
                fn aclrtAllocatorCreateDesc() -> aclrtAllocatorDesc;
                fn aclrtAllocatorDestroyDesc(allocatorDesc: aclrtAllocatorDesc) -> aclError;
                fn aclrtAllocatorGetByStream(
                    stream: aclrtStream,
                    allocatorDesc: *mut aclrtAllocatorDesc,
                    allocator: *mut aclrtAllocator,
                    allocFunc: *mut aclrtAllocatorAllocFunc,
                    freeFunc: *mut aclrtAllocatorFreeFunc,
                    allocAdviseFunc: *mut aclrtAllocatorAllocAdviseFunc,
                    getAddrFromBlockFunc: *mut aclrtAllocatorGetAddrFromBlockFunc,
                ) -> aclError;
                fn aclrtAllocatorRegister(
                    stream: aclrtStream,
                    allocatorDesc: aclrtAllocatorDesc,
                ) -> aclError;
                fn aclrtAllocatorSetAllocAdviseFuncToDesc(
                    allocatorDesc: aclrtAllocatorDesc,
                    func: aclrtAllocatorAllocAdviseFunc,
                ) -> aclError;
                fn aclrtAllocatorSetAllocFuncToDesc(
                    allocatorDesc: aclrtAllocatorDesc,
                    func: aclrtAllocatorAllocFunc,
                ) -> aclError;
                fn aclrtAllocatorSetFreeFuncToDesc(
                    allocatorDesc: aclrtAllocatorDesc,
                    func: aclrtAllocatorFreeFunc,
                ) -> aclError;
                fn aclrtAllocatorSetGetAddrFromBlockFuncToDesc(
                    allocatorDesc: aclrtAllocatorDesc,
                    func: aclrtAllocatorGetAddrFromBlockFunc,
                ) -> aclError;
                fn aclrtAllocatorSetObjToDesc(
                    allocatorDesc: aclrtAllocatorDesc,
                    allocator: aclrtAllocator,
                ) -> aclError;
                fn aclrtAllocatorUnregister(stream: aclrtStream) -> aclError;
                fn aclrtAppendBufChain(headBuf: aclrtMbuf, buf: aclrtMbuf) -> aclError;
                fn aclrtBinaryGetDevAddress(
                    binHandle: aclrtBinHandle,
                    binAddr: *mut *mut core::ffi::c_void,
                    binSize: *mut usize,
                ) -> aclError;
                fn aclrtBinaryGetFunction(
                    binHandle: aclrtBinHandle,
                    kernelName: *const core::ffi::c_char,
                    funcHandle: *mut aclrtFuncHandle,
                ) -> aclError;
                fn aclrtBinaryGetFunctionByEntry(
                    binHandle: aclrtBinHandle,
                    funcEntry: u64,
                    funcHandle: *mut aclrtFuncHandle,
                ) -> aclError;
                fn aclrtBinaryGetGlobal(
                    binHandle: aclrtBinHandle,
                    name: *const core::ffi::c_char,
                    dptr: *mut *mut core::ffi::c_void,
                    size: *mut usize,
                ) -> aclError;
                fn aclrtBinaryLoad(binary: aclrtBinary, binHandle: *mut aclrtBinHandle) -> aclError;
                fn aclrtBinaryLoadFromData(
                    data: *const core::ffi::c_void,
                    length: usize,
                    options: *const aclrtBinaryLoadOptions,
                    binHandle: *mut aclrtBinHandle,
                ) -> aclError;
                fn aclrtBinaryLoadFromFile(
                    binPath: *const core::ffi::c_char,
                    options: *mut aclrtBinaryLoadOptions,
                    binHandle: *mut aclrtBinHandle,
                ) -> aclError;
                fn aclrtBinarySetExceptionCallback(
                    binHandle: aclrtBinHandle,
                    callback: aclrtOpExceptionCallback,
                    userData: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtBinaryUnLoad(binHandle: aclrtBinHandle) -> aclError;
                fn aclrtCacheLastTaskExtendInfo(
                    extendInfoPtr: *const core::ffi::c_char,
                    infoSize: usize,
                ) -> aclError;
                fn aclrtCacheLastTaskOpInfo(
                    infoPtr: *const core::ffi::c_void,
                    infoSize: usize,
                ) -> aclError;
                fn aclrtCheckArchCompatibility(
                    socVersion: *const core::ffi::c_char,
                    canCompatible: *mut i32,
                ) -> aclError;
                fn aclrtCheckMemType(
                    addrList: *mut *mut core::ffi::c_void,
                    size: u32,
                    memType: u32,
                    checkResult: *mut u32,
                    reserve: u32,
                ) -> aclError;
                fn aclrtCmoAsync(
                    src: *mut core::ffi::c_void,
                    size: usize,
                    cmoType: aclrtCmoType,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtCmoAsyncWithBarrier(
                    src: *mut core::ffi::c_void,
                    size: usize,
                    cmoType: aclrtCmoType,
                    barrierId: u32,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtCmoAsyncWithDesc(
                    cmoDesc: *mut core::ffi::c_void,
                    cmoType: aclrtCmoType,
                    stream: aclrtStream,
                    reserve: *const core::ffi::c_void,
                ) -> aclError;
                fn aclrtCmoGetDescSize(size: *mut usize) -> aclError;
                fn aclrtCmoSetDesc(
                    cmoDesc: *mut core::ffi::c_void,
                    src: *mut core::ffi::c_void,
                    size: usize,
                ) -> aclError;
                fn aclrtCmoWaitBarrier(
                    taskInfo: *mut aclrtBarrierTaskInfo,
                    stream: aclrtStream,
                    flag: u32,
                ) -> aclError;
                fn aclrtCntNotifyCreate(cntNotify: *mut aclrtCntNotify, flag: u64) -> aclError;
                fn aclrtCntNotifyDestroy(cntNotify: aclrtCntNotify) -> aclError;
                fn aclrtCntNotifyGetId(cntNotify: aclrtCntNotify, notifyId: *mut u32) -> aclError;
                fn aclrtCntNotifyRecord(
                    cntNotify: aclrtCntNotify,
                    stream: aclrtStream,
                    info: *mut aclrtCntNotifyRecordInfo,
                ) -> aclError;
                fn aclrtCntNotifyReset(cntNotify: aclrtCntNotify, stream: aclrtStream) -> aclError;
                fn aclrtCntNotifyWaitWithTimeout(
                    cntNotify: aclrtCntNotify,
                    stream: aclrtStream,
                    info: *mut aclrtCntNotifyWaitInfo,
                ) -> aclError;
                fn aclrtCopyBufRef(buf: aclrtMbuf, newBuf: *mut aclrtMbuf) -> aclError;
                fn aclrtCreateBinary(data: *const core::ffi::c_void, dataLen: usize) -> aclrtBinary;
                fn aclrtCreateContext(context: *mut aclrtContext, deviceId: i32) -> aclError;
                fn aclrtCreateEvent(event: *mut aclrtEvent) -> aclError;
                fn aclrtCreateEventExWithFlag(event: *mut aclrtEvent, flag: u32) -> aclError;
                fn aclrtCreateEventWithFlag(event: *mut aclrtEvent, flag: u32) -> aclError;
                fn aclrtCreateGroupInfo() -> *mut aclrtGroupInfo;
                fn aclrtCreateLabel(label: *mut aclrtLabel) -> aclError;
                fn aclrtCreateLabelList(
                    labels: *mut aclrtLabel,
                    num: usize,
                    labelList: *mut aclrtLabelList,
                ) -> aclError;
                fn aclrtCreateNotify(notify: *mut aclrtNotify, flag: u64) -> aclError;
                fn aclrtCreateStream(stream: *mut aclrtStream) -> aclError;
                fn aclrtCreateStreamConfigHandle() -> *mut aclrtStreamConfigHandle;
                fn aclrtCreateStreamV2(
                    stream: *mut aclrtStream,
                    handle: *const aclrtStreamConfigHandle,
                ) -> aclError;
                fn aclrtCreateStreamWithConfig(
                    stream: *mut aclrtStream,
                    priority: u32,
                    flag: u32,
                ) -> aclError;
                fn aclrtCtxGetCurrentDefaultStream(stream: *mut aclrtStream) -> aclError;
                fn aclrtCtxGetFloatOverflowAddr(
                    overflowAddr: *mut *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtCtxGetSysParamOpt(opt: aclSysParamOpt, value: *mut i64) -> aclError;
                fn aclrtCtxSetSysParamOpt(opt: aclSysParamOpt, value: i64) -> aclError;
                fn aclrtDestroyBinary(binary: aclrtBinary) -> aclError;
                fn aclrtDestroyContext(context: aclrtContext) -> aclError;
                fn aclrtDestroyEvent(event: aclrtEvent) -> aclError;
                fn aclrtDestroyGroupInfo(groupInfo: *mut aclrtGroupInfo) -> aclError;
                fn aclrtDestroyLabel(label: aclrtLabel) -> aclError;
                fn aclrtDestroyLabelList(labelList: aclrtLabelList) -> aclError;
                fn aclrtDestroyNotify(notify: aclrtNotify) -> aclError;
                fn aclrtDestroyStream(stream: aclrtStream) -> aclError;
                fn aclrtDestroyStreamConfigHandle(handle: *mut aclrtStreamConfigHandle) -> aclError;
                fn aclrtDestroyStreamForce(stream: aclrtStream) -> aclError;
                fn aclrtDeviceCanAccessPeer(
                    canAccessPeer: *mut i32,
                    deviceId: i32,
                    peerDeviceId: i32,
                ) -> aclError;
                fn aclrtDeviceDisablePeerAccess(peerDeviceId: i32) -> aclError;
                fn aclrtDeviceEnablePeerAccess(peerDeviceId: i32, flags: u32) -> aclError;
                fn aclrtDeviceGetBareTgid(pid: *mut i32) -> aclError;
                fn aclrtDeviceGetByPCIBusId(
                    pciBusId: *const core::ffi::c_char,
                    deviceId: *mut i32,
                ) -> aclError;
                fn aclrtDeviceGetHostAtomicCapabilities(
                    capabilities: *mut u32,
                    operations: *const aclrtAtomicOperation,
                    count: u32,
                    deviceId: i32,
                ) -> aclError;
                fn aclrtDeviceGetLimit(limit: aclrtDeviceLimit, value: *mut usize) -> aclError;
                fn aclrtDeviceGetP2PAtomicCapabilities(
                    capabilities: *mut u32,
                    operations: *const aclrtAtomicOperation,
                    count: u32,
                    srcDeviceId: i32,
                    dstDeviceId: i32,
                ) -> aclError;
                fn aclrtDeviceGetPCIBusId(
                    deviceId: i32,
                    pciBusId: *mut core::ffi::c_char,
                    len: i32,
                ) -> aclError;
                fn aclrtDeviceGetStreamPriorityRange(
                    leastPriority: *mut i32,
                    greatestPriority: *mut i32,
                ) -> aclError;
                fn aclrtDeviceGetUuid(deviceId: i32, uuid: *mut aclrtUuid) -> aclError;
                fn aclrtDeviceL2CacheFlush(rsv: *mut core::ffi::c_void) -> aclError;
                fn aclrtDevicePeerAccessStatus(
                    deviceId: i32,
                    peerDeviceId: i32,
                    status: *mut i32,
                ) -> aclError;
                fn aclrtDeviceSetLimit(limit: aclrtDeviceLimit, value: usize) -> aclError;
                fn aclrtDeviceTaskAbort(deviceId: i32, timeout: u32) -> aclError;
                fn aclrtEventElapsedTime(
                    ms: *mut f32,
                    startEvent: aclrtEvent,
                    endEvent: aclrtEvent,
                ) -> aclError;
                fn aclrtEventGetTimestamp(event: aclrtEvent, timestamp: *mut u64) -> aclError;
                fn aclrtExceptionInfoCallbackRegister(
                    callback: aclrtExceptionInfoCallback,
                ) -> aclError;
                fn aclrtExceptionInfoCallbackUnregister(
                    callback: aclrtExceptionInfoCallback,
                ) -> aclError;
                fn aclrtFree(devPtr: *mut core::ffi::c_void) -> aclError;
                fn aclrtFreeBuf(buf: aclrtMbuf) -> aclError;
                fn aclrtFreeHost(hostPtr: *mut core::ffi::c_void) -> aclError;
                fn aclrtFreeHostWithDevSync(hostPtr: *mut core::ffi::c_void) -> aclError;
                fn aclrtFreePhysical(handle: aclrtDrvMemHandle) -> aclError;
                fn aclrtFreeWithDevSync(devPtr: *mut core::ffi::c_void) -> aclError;
                fn aclrtFunctionGetAvailDynUbufPerBlock(
                    func: *mut core::ffi::c_void,
                    flags: u32,
                    dynamicUbufSize: *mut usize,
                ) -> aclError;
                fn aclrtFunctionGetBinary(
                    funcHandle: aclrtFuncHandle,
                    binHandle: *mut aclrtBinHandle,
                ) -> aclError;
                fn aclrtFunctionGetParamCount(
                    func: *const core::ffi::c_void,
                    paramCount: *mut usize,
                ) -> aclError;
                fn aclrtFunctionGetParamInfo(
                    func: *const core::ffi::c_void,
                    paramIndex: usize,
                    paramOffset: *mut usize,
                    paramSize: *mut usize,
                ) -> aclError;
                fn aclrtGetAllGroupInfo(groupInfo: *mut aclrtGroupInfo) -> aclError;
                fn aclrtGetArgsFromExceptionInfo(
                    info: *const aclrtExceptionInfo,
                    devArgsPtr: *mut *mut core::ffi::c_void,
                    devArgsLen: *mut u32,
                ) -> aclError;
                fn aclrtGetBufChainNum(headBuf: aclrtMbuf, num: *mut u32) -> aclError;
                fn aclrtGetBufData(
                    buf: aclrtMbuf,
                    dataPtr: *mut *mut core::ffi::c_void,
                    size: *mut usize,
                ) -> aclError;
                fn aclrtGetBufDataLen(buf: aclrtMbuf, len: *mut usize) -> aclError;
                fn aclrtGetBufFromChain(
                    headBuf: aclrtMbuf,
                    index: u32,
                    buf: *mut aclrtMbuf,
                ) -> aclError;
                fn aclrtGetBufUserData(
                    buf: aclrtMbuf,
                    dataPtr: *mut core::ffi::c_void,
                    size: usize,
                    offset: usize,
                ) -> aclError;
                fn aclrtGetCurrentContext(context: *mut aclrtContext) -> aclError;
                fn aclrtGetDevice(deviceId: *mut i32) -> aclError;
                fn aclrtGetDeviceCapability(
                    deviceId: i32,
                    devFeatureType: aclrtDevFeatureType,
                    value: *mut i32,
                ) -> aclError;
                fn aclrtGetDeviceCount(count: *mut u32) -> aclError;
                fn aclrtGetDeviceIdFromExceptionInfo(info: *const aclrtExceptionInfo) -> u32;
                fn aclrtGetDeviceInfo(
                    deviceId: u32,
                    attr: aclrtDevAttr,
                    value: *mut i64,
                ) -> aclError;
                fn aclrtGetDeviceResLimit(
                    deviceId: i32,
                    type_: aclrtDevResLimitType,
                    value: *mut u32,
                ) -> aclError;
                fn aclrtGetDeviceSatMode(mode: *mut aclrtFloatOverflowMode) -> aclError;
                fn aclrtGetDeviceUtilizationRate(
                    deviceId: i32,
                    utilizationInfo: *mut aclrtUtilizationInfo,
                ) -> aclError;
                fn aclrtGetDevicesTopo(
                    deviceId: u32,
                    otherDeviceId: u32,
                    value: *mut u64,
                ) -> aclError;
                fn aclrtGetErrorCodeFromExceptionInfo(info: *const aclrtExceptionInfo) -> u32;
                fn aclrtGetErrorVerbose(deviceId: i32, errorInfo: *mut aclrtErrorInfo) -> aclError;
                fn aclrtGetEventAvailNum(eventCount: *mut u32) -> aclError;
                fn aclrtGetEventId(event: aclrtEvent, eventId: *mut u32) -> aclError;
                fn aclrtGetFloatOverflowStatus(
                    outputAddr: *mut core::ffi::c_void,
                    outputSize: u64,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtGetFuncBySymbol(
                    symbol: *const core::ffi::c_void,
                    funcHandle: *mut aclrtFuncHandle,
                ) -> aclError;
                fn aclrtGetFuncHandleFromExceptionInfo(
                    info: *const aclrtExceptionInfo,
                    func: *mut aclrtFuncHandle,
                ) -> aclError;
                fn aclrtGetFunctionAddr(
                    funcHandle: aclrtFuncHandle,
                    aicAddr: *mut *mut core::ffi::c_void,
                    aivAddr: *mut *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtGetFunctionAttribute(
                    funcHandle: aclrtFuncHandle,
                    attrType: aclrtFuncAttribute,
                    attrValue: *mut i64,
                ) -> aclError;
                fn aclrtGetFunctionName(
                    funcHandle: aclrtFuncHandle,
                    maxLen: u32,
                    name: *mut core::ffi::c_char,
                ) -> aclError;
                fn aclrtGetFunctionSize(
                    funcHandle: aclrtFuncHandle,
                    aicSize: *mut usize,
                    aivSize: *mut usize,
                ) -> aclError;
                fn aclrtGetGroupCount(count: *mut u32) -> aclError;
                fn aclrtGetGroupInfoDetail(
                    groupInfo: *const aclrtGroupInfo,
                    groupIndex: i32,
                    attr: aclrtGroupAttr,
                    attrValue: *mut core::ffi::c_void,
                    valueLen: usize,
                    paramRetSize: *mut usize,
                ) -> aclError;
                fn aclrtGetHardwareSyncAddr(addr: *mut *mut core::ffi::c_void) -> aclError;
                fn aclrtGetLastError(level: aclrtLastErrLevel) -> aclError;
                fn aclrtGetLogicDevIdByPhyDevId(phyDevId: i32, logicDevId: *mut i32) -> aclError;
                fn aclrtGetLogicDevIdByUserDevId(userDevid: i32, logicDevId: *mut i32) -> aclError;
                fn aclrtGetMemInfo(
                    attr: aclrtMemAttr,
                    free: *mut usize,
                    total: *mut usize,
                ) -> aclError;
                fn aclrtGetMemUceInfo(
                    deviceId: i32,
                    memUceInfoArray: *mut aclrtMemUceInfo,
                    arraySize: usize,
                    retSize: *mut usize,
                ) -> aclError;
                fn aclrtGetMemUsageInfo(
                    deviceId: i32,
                    memUsageInfo: *mut aclrtMemUsageInfo,
                    inputNum: usize,
                    outputNum: *mut usize,
                ) -> aclError;
                fn aclrtGetMemcpyDescSize(kind: aclrtMemcpyKind, descSize: *mut usize) -> aclError;
                fn aclrtGetNotifyId(notify: aclrtNotify, notifyId: *mut u32) -> aclError;
                fn aclrtGetOpExecuteTimeout(timeoutMs: *mut u32) -> aclError;
                fn aclrtGetOpTimeOutInterval(interval: *mut u64) -> aclError;
                fn aclrtGetOverflowStatus(
                    outputAddr: *mut core::ffi::c_void,
                    outputSize: usize,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtGetPhyDevIdByLogicDevId(logicDevId: i32, phyDevId: *mut i32) -> aclError;
                fn aclrtGetPhyDevIdByUserDevId(userDevId: i32, phyDevId: *mut i32) -> aclError;
                fn aclrtGetPrimaryCtxState(
                    deviceId: i32,
                    flags: *mut u32,
                    active: *mut i32,
                ) -> aclError;
                fn aclrtGetResInCurrentThread(
                    type_: aclrtDevResLimitType,
                    value: *mut u32,
                ) -> aclError;
                fn aclrtGetRunMode(runMode: *mut aclrtRunMode) -> aclError;
                fn aclrtGetSocName() -> *const core::ffi::c_char;
                fn aclrtGetStreamAttribute(
                    stream: aclrtStream,
                    stmAttrType: aclrtStreamAttr,
                    value: *mut aclrtStreamAttrValue,
                ) -> aclError;
                fn aclrtGetStreamAvailableNum(streamCount: *mut u32) -> aclError;
                fn aclrtGetStreamIdFromExceptionInfo(info: *const aclrtExceptionInfo) -> u32;
                fn aclrtGetStreamOverflowSwitch(stream: aclrtStream, flag: *mut u32) -> aclError;
                fn aclrtGetStreamResLimit(
                    stream: aclrtStream,
                    type_: aclrtDevResLimitType,
                    value: *mut u32,
                ) -> aclError;
                fn aclrtGetSymbolAddress(
                    symbol: *const core::ffi::c_void,
                    devPtr: *mut *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtGetSymbolSize(
                    symbol: *const core::ffi::c_void,
                    size: *mut usize,
                ) -> aclError;
                fn aclrtGetSysParamOpt(opt: aclSysParamOpt, value: *mut i64) -> aclError;
                fn aclrtGetTaskIdFromExceptionInfo(info: *const aclrtExceptionInfo) -> u32;
                fn aclrtGetThreadIdFromExceptionInfo(info: *const aclrtExceptionInfo) -> u32;
                fn aclrtGetThreadLastTaskId(taskId: *mut u32) -> aclError;
                fn aclrtGetUserDevIdByLogicDevId(logicDevId: i32, userDevid: *mut i32) -> aclError;
                fn aclrtGetUserDevIdByPhyDevId(phyDevId: i32, userDevId: *mut i32) -> aclError;
                fn aclrtGetVersion(
                    majorVersion: *mut i32,
                    minorVersion: *mut i32,
                    patchVersion: *mut i32,
                ) -> aclError;
                fn aclrtHostGetDevicePointer(
                    pHost: *mut core::ffi::c_void,
                    pDevice: *mut *mut core::ffi::c_void,
                    flag: u32,
                ) -> aclError;
                fn aclrtHostMemMapCapabilities(
                    deviceId: u32,
                    hacType: aclrtHacType,
                    capabilities: *mut aclrtHostMemMapCapability,
                ) -> aclError;
                fn aclrtHostRegister(
                    ptr: *mut core::ffi::c_void,
                    size: u64,
                    type_: aclrtHostRegisterType,
                    devPtr: *mut *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtHostRegisterV2(
                    ptr: *mut core::ffi::c_void,
                    size: u64,
                    flag: u32,
                ) -> aclError;
                fn aclrtHostUnregister(ptr: *mut core::ffi::c_void) -> aclError;
                fn aclrtIpcGetEventHandle(
                    event: aclrtEvent,
                    handle: *mut aclrtIpcEventHandle,
                ) -> aclError;
                fn aclrtIpcMemClose(key: *const core::ffi::c_char) -> aclError;
                fn aclrtIpcMemGetExportKey(
                    devPtr: *mut core::ffi::c_void,
                    size: usize,
                    key: *mut core::ffi::c_char,
                    len: usize,
                    flags: u64,
                ) -> aclError;
                fn aclrtIpcMemImportByKey(
                    devPtr: *mut *mut core::ffi::c_void,
                    key: *const core::ffi::c_char,
                    flags: u64,
                ) -> aclError;
                fn aclrtIpcMemImportPidInterServer(
                    key: *const core::ffi::c_char,
                    serverPids: *mut aclrtServerPid,
                    num: usize,
                ) -> aclError;
                fn aclrtIpcMemSetAttr(
                    key: *const core::ffi::c_char,
                    type_: aclrtIpcMemAttrType,
                    attr: u64,
                ) -> aclError;
                fn aclrtIpcMemSetImportPid(
                    key: *const core::ffi::c_char,
                    pid: *mut i32,
                    num: usize,
                ) -> aclError;
                fn aclrtIpcOpenEventHandle(
                    handle: aclrtIpcEventHandle,
                    event: *mut aclrtEvent,
                ) -> aclError;
                fn aclrtKernelArgsAppend(
                    argsHandle: aclrtArgsHandle,
                    param: *mut core::ffi::c_void,
                    paramSize: usize,
                    paramHandle: *mut aclrtParamHandle,
                ) -> aclError;
                fn aclrtKernelArgsAppendPlaceHolder(
                    argsHandle: aclrtArgsHandle,
                    paramHandle: *mut aclrtParamHandle,
                ) -> aclError;
                fn aclrtKernelArgsFinalize(argsHandle: aclrtArgsHandle) -> aclError;
                fn aclrtKernelArgsGetHandleMemSize(
                    funcHandle: aclrtFuncHandle,
                    memSize: *mut usize,
                ) -> aclError;
                fn aclrtKernelArgsGetMemSize(
                    funcHandle: aclrtFuncHandle,
                    userArgsSize: usize,
                    actualArgsSize: *mut usize,
                ) -> aclError;
                fn aclrtKernelArgsGetPlaceHolderBuffer(
                    argsHandle: aclrtArgsHandle,
                    paramHandle: aclrtParamHandle,
                    dataSize: usize,
                    bufferAddr: *mut *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtKernelArgsInit(
                    funcHandle: aclrtFuncHandle,
                    argsHandle: *mut aclrtArgsHandle,
                ) -> aclError;
                fn aclrtKernelArgsInitByUserMem(
                    funcHandle: aclrtFuncHandle,
                    argsHandle: aclrtArgsHandle,
                    userHostMem: *mut core::ffi::c_void,
                    actualArgsSize: usize,
                ) -> aclError;
                fn aclrtKernelArgsParaUpdate(
                    argsHandle: aclrtArgsHandle,
                    paramHandle: aclrtParamHandle,
                    param: *mut core::ffi::c_void,
                    paramSize: usize,
                ) -> aclError;
                fn aclrtLaunchCallback(
                    fn_: aclrtCallback,
                    userData: *mut core::ffi::c_void,
                    blockType: aclrtCallbackBlockType,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtLaunchHostFunc(
                    stream: aclrtStream,
                    fn_: aclrtHostFunc,
                    args: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtLaunchKernel(
                    funcHandle: aclrtFuncHandle,
                    numBlocks: u32,
                    argsData: *const core::ffi::c_void,
                    argsSize: usize,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtLaunchKernelV2(
                    funcHandle: aclrtFuncHandle,
                    numBlocks: u32,
                    argsData: *const core::ffi::c_void,
                    argsSize: usize,
                    cfg: *mut aclrtLaunchKernelCfg,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtLaunchKernelWithArgsArray(
                    func: *mut core::ffi::c_void,
                    numBlocks: u32,
                    stream: aclrtStream,
                    cfg: *mut aclrtLaunchKernelCfg,
                    args: *mut *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtLaunchKernelWithConfig(
                    funcHandle: aclrtFuncHandle,
                    numBlocks: u32,
                    stream: aclrtStream,
                    cfg: *mut aclrtLaunchKernelCfg,
                    argsHandle: aclrtArgsHandle,
                    reserve: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtLaunchKernelWithHostArgs(
                    funcHandle: aclrtFuncHandle,
                    numBlocks: u32,
                    stream: aclrtStream,
                    cfg: *mut aclrtLaunchKernelCfg,
                    hostArgs: *mut core::ffi::c_void,
                    argsSize: usize,
                    placeHolderArray: *mut aclrtPlaceHolderInfo,
                    placeHolderNum: usize,
                ) -> aclError;
                fn aclrtLaunchSIMTKernelWithArgsArray(
                    func: *mut core::ffi::c_void,
                    gridDim: dim3,
                    blockDim: dim3,
                    dynUbufSize: usize,
                    stream: aclrtStream,
                    cfg: *mut aclrtLaunchKernelCfg,
                    args: *mut *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtLaunchSIMTKernelWithHostArgs(
                    func: *mut core::ffi::c_void,
                    gridDim: dim3,
                    blockDim: dim3,
                    dynUbufSize: usize,
                    stream: aclrtStream,
                    cfg: *mut aclrtLaunchKernelCfg,
                    hostArgs: *mut core::ffi::c_void,
                    argsSize: usize,
                    placeHolderArray: *mut aclrtPlaceHolderInfo,
                    placeHolderNum: usize,
                ) -> aclError;
                fn aclrtMalloc(
                    devPtr: *mut *mut core::ffi::c_void,
                    size: usize,
                    policy: aclrtMemMallocPolicy,
                ) -> aclError;
                fn aclrtMallocAlign32(
                    devPtr: *mut *mut core::ffi::c_void,
                    size: usize,
                    policy: aclrtMemMallocPolicy,
                ) -> aclError;
                fn aclrtMallocCached(
                    devPtr: *mut *mut core::ffi::c_void,
                    size: usize,
                    policy: aclrtMemMallocPolicy,
                ) -> aclError;
                fn aclrtMallocForTaskScheduler(
                    devPtr: *mut *mut core::ffi::c_void,
                    size: usize,
                    policy: aclrtMemMallocPolicy,
                    cfg: *mut aclrtMallocConfig,
                ) -> aclError;
                fn aclrtMallocHost(hostPtr: *mut *mut core::ffi::c_void, size: usize) -> aclError;
                fn aclrtMallocHostWithCfg(
                    ptr: *mut *mut core::ffi::c_void,
                    size: u64,
                    cfg: *mut aclrtMallocConfig,
                ) -> aclError;
                fn aclrtMallocPhysical(
                    handle: *mut aclrtDrvMemHandle,
                    size: usize,
                    prop: *const aclrtPhysicalMemProp,
                    flags: u64,
                ) -> aclError;
                fn aclrtMallocWithCfg(
                    devPtr: *mut *mut core::ffi::c_void,
                    size: usize,
                    policy: aclrtMemMallocPolicy,
                    cfg: *mut aclrtMallocConfig,
                ) -> aclError;
                fn aclrtMapMem(
                    virPtr: *mut core::ffi::c_void,
                    size: usize,
                    offset: usize,
                    handle: aclrtDrvMemHandle,
                    flags: u64,
                ) -> aclError;
                fn aclrtMemAllocManaged(
                    ptr: *mut *mut core::ffi::c_void,
                    size: u64,
                    flag: u32,
                ) -> aclError;
                fn aclrtMemExportToShareableHandle(
                    handle: aclrtDrvMemHandle,
                    handleType: aclrtMemHandleType,
                    flags: u64,
                    shareableHandle: *mut u64,
                ) -> aclError;
                fn aclrtMemExportToShareableHandleV2(
                    handle: aclrtDrvMemHandle,
                    flags: u64,
                    shareType: aclrtMemSharedHandleType,
                    shareableHandle: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtMemFlush(devPtr: *mut core::ffi::c_void, size: usize) -> aclError;
                fn aclrtMemGetAccess(
                    virPtr: *mut core::ffi::c_void,
                    location: *mut aclrtMemLocation,
                    flag: *mut u64,
                ) -> aclError;
                fn aclrtMemGetAddressRange(
                    ptr: *mut core::ffi::c_void,
                    pbase: *mut *mut core::ffi::c_void,
                    psize: *mut usize,
                ) -> aclError;
                fn aclrtMemGetAllocationGranularity(
                    prop: *mut aclrtPhysicalMemProp,
                    option: aclrtMemGranularityOptions,
                    granularity: *mut usize,
                ) -> aclError;
                fn aclrtMemGetAllocationPropertiesFromHandle(
                    handle: aclrtDrvMemHandle,
                    prop: *mut aclrtPhysicalMemProp,
                ) -> aclError;
                fn aclrtMemImportFromShareableHandle(
                    shareableHandle: u64,
                    deviceId: i32,
                    handle: *mut aclrtDrvMemHandle,
                ) -> aclError;
                fn aclrtMemImportFromShareableHandleV2(
                    shareableHandle: *mut core::ffi::c_void,
                    shareType: aclrtMemSharedHandleType,
                    flags: u64,
                    handle: *mut aclrtDrvMemHandle,
                ) -> aclError;
                fn aclrtMemInvalidate(devPtr: *mut core::ffi::c_void, size: usize) -> aclError;
                fn aclrtMemManagedAdvise(
                    ptr: *const core::ffi::c_void,
                    size: u64,
                    advise: aclrtMemManagedAdviseType,
                    location: aclrtMemManagedLocation,
                ) -> aclError;
                fn aclrtMemManagedGetAttr(
                    attribute: aclrtMemManagedRangeAttribute,
                    ptr: *const core::ffi::c_void,
                    size: usize,
                    data: *mut core::ffi::c_void,
                    dataSize: usize,
                ) -> aclError;
                fn aclrtMemManagedGetAttrs(
                    attributes: *mut aclrtMemManagedRangeAttribute,
                    numAttributes: usize,
                    ptr: *const core::ffi::c_void,
                    size: usize,
                    data: *mut *mut core::ffi::c_void,
                    dataSizes: *mut usize,
                ) -> aclError;
                fn aclrtMemManagedPrefetchAsync(
                    ptr: *const core::ffi::c_void,
                    size: usize,
                    location: aclrtMemManagedLocation,
                    flags: u32,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemManagedPrefetchBatchAsync(
                    ptrs: *mut *const core::ffi::c_void,
                    sizes: *mut usize,
                    count: usize,
                    prefetchLocs: *mut aclrtMemManagedLocation,
                    prefetchLocIdxs: *mut usize,
                    numPrefetchLocs: usize,
                    flags: u64,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemMapNoAccess(
                    virPtr: *mut core::ffi::c_void,
                    size: usize,
                    offset: usize,
                    handle: aclrtDrvMemHandle,
                    flags: u64,
                ) -> aclError;
                fn aclrtMemMapSelectedLink(
                    virPtrDst: *mut core::ffi::c_void,
                    size: usize,
                    virPtrSrc: *mut core::ffi::c_void,
                    linkIdx: u32,
                ) -> aclError;
                fn aclrtMemMapSetLink(
                    handle: aclrtDrvMemHandle,
                    adviceLink: aclrtMemLinkType,
                ) -> aclError;
                fn aclrtMemP2PMap(
                    devPtr: *mut core::ffi::c_void,
                    size: usize,
                    dstDevId: i32,
                    flags: u64,
                ) -> aclError;
                fn aclrtMemPoolCreate(
                    memPool: *mut aclrtMemPool,
                    poolProps: *const aclrtMemPoolProps,
                ) -> aclError;
                fn aclrtMemPoolDestroy(memPool: aclrtMemPool) -> aclError;
                fn aclrtMemPoolFreeAsync(
                    ptr: *mut core::ffi::c_void,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemPoolGetAttr(
                    memPool: aclrtMemPool,
                    attr: aclrtMemPoolAttr,
                    value: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtMemPoolMallocAsync(
                    ptr: *mut *mut core::ffi::c_void,
                    size: usize,
                    memPool: aclrtMemPool,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemPoolSetAttr(
                    memPool: aclrtMemPool,
                    attr: aclrtMemPoolAttr,
                    value: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtMemPoolTrimTo(memPool: aclrtMemPool, minBytesToKeep: usize) -> aclError;
                fn aclrtMemRetainAllocationHandle(
                    virPtr: *mut core::ffi::c_void,
                    handle: *mut aclrtDrvMemHandle,
                ) -> aclError;
                fn aclrtMemSetAccess(
                    virPtr: *mut core::ffi::c_void,
                    size: usize,
                    desc: *mut aclrtMemAccessDesc,
                    count: usize,
                ) -> aclError;
                fn aclrtMemSetPidToShareableHandle(
                    shareableHandle: u64,
                    pid: *mut i32,
                    pidNum: usize,
                ) -> aclError;
                fn aclrtMemSetPidToShareableHandleV2(
                    shareableHandle: *mut core::ffi::c_void,
                    shareType: aclrtMemSharedHandleType,
                    pid: *mut i32,
                    pidNum: usize,
                ) -> aclError;
                fn aclrtMemUceRepair(
                    deviceId: i32,
                    memUceInfoArray: *mut aclrtMemUceInfo,
                    arraySize: usize,
                ) -> aclError;
                fn aclrtMemcpy(
                    dst: *mut core::ffi::c_void,
                    destMax: usize,
                    src: *const core::ffi::c_void,
                    count: usize,
                    kind: aclrtMemcpyKind,
                ) -> aclError;
                fn aclrtMemcpy2d(
                    dst: *mut core::ffi::c_void,
                    dpitch: usize,
                    src: *const core::ffi::c_void,
                    spitch: usize,
                    width: usize,
                    height: usize,
                    kind: aclrtMemcpyKind,
                ) -> aclError;
                fn aclrtMemcpy2dAsync(
                    dst: *mut core::ffi::c_void,
                    dpitch: usize,
                    src: *const core::ffi::c_void,
                    spitch: usize,
                    width: usize,
                    height: usize,
                    kind: aclrtMemcpyKind,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemcpyAsync(
                    dst: *mut core::ffi::c_void,
                    destMax: usize,
                    src: *const core::ffi::c_void,
                    count: usize,
                    kind: aclrtMemcpyKind,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemcpyAsyncWithCondition(
                    dst: *mut core::ffi::c_void,
                    destMax: usize,
                    src: *const core::ffi::c_void,
                    count: usize,
                    kind: aclrtMemcpyKind,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemcpyAsyncWithDesc(
                    desc: *mut core::ffi::c_void,
                    kind: aclrtMemcpyKind,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemcpyAsyncWithOffset(
                    dst: *mut *mut core::ffi::c_void,
                    destMax: usize,
                    dstDataOffset: usize,
                    src: *mut *const core::ffi::c_void,
                    count: usize,
                    srcDataOffset: usize,
                    kind: aclrtMemcpyKind,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemcpyBatch(
                    dsts: *mut *mut core::ffi::c_void,
                    destMaxs: *mut usize,
                    srcs: *mut *mut core::ffi::c_void,
                    sizes: *mut usize,
                    numBatches: usize,
                    attrs: *mut aclrtMemcpyBatchAttr,
                    attrsIndexes: *mut usize,
                    numAttrs: usize,
                    failIndex: *mut usize,
                ) -> aclError;
                fn aclrtMemcpyBatchAsync(
                    dsts: *mut *mut core::ffi::c_void,
                    destMaxs: *mut usize,
                    srcs: *mut *mut core::ffi::c_void,
                    sizes: *mut usize,
                    numBatches: usize,
                    attrs: *mut aclrtMemcpyBatchAttr,
                    attrsIndexes: *mut usize,
                    numAttrs: usize,
                    failIndex: *mut usize,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemcpyBatchAsyncV2(
                    dsts: *mut *mut core::ffi::c_void,
                    destMaxs: *mut usize,
                    srcs: *mut *mut core::ffi::c_void,
                    sizes: *mut usize,
                    numBatches: usize,
                    attrs: *mut aclrtMemcpyBatchAttr,
                    attrsIndexes: *mut usize,
                    numAttrs: usize,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemcpyBatchV2(
                    dsts: *mut *mut core::ffi::c_void,
                    destMaxs: *mut usize,
                    srcs: *mut *mut core::ffi::c_void,
                    sizes: *mut usize,
                    numBatches: usize,
                    attrs: *mut aclrtMemcpyBatchAttr,
                    attrsIndexes: *mut usize,
                    numAttrs: usize,
                ) -> aclError;
                fn aclrtMemcpyFromSymbol(
                    dst: *mut core::ffi::c_void,
                    dstMax: usize,
                    symbol: *const core::ffi::c_void,
                    count: usize,
                    offset: usize,
                    kind: aclrtMemcpyKind,
                ) -> aclError;
                fn aclrtMemcpyFromSymbolAsync(
                    dst: *mut core::ffi::c_void,
                    dstMax: usize,
                    symbol: *const core::ffi::c_void,
                    count: usize,
                    offset: usize,
                    kind: aclrtMemcpyKind,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemcpyToSymbol(
                    symbol: *const core::ffi::c_void,
                    src: *const core::ffi::c_void,
                    count: usize,
                    offset: usize,
                    kind: aclrtMemcpyKind,
                ) -> aclError;
                fn aclrtMemcpyToSymbolAsync(
                    symbol: *const core::ffi::c_void,
                    src: *const core::ffi::c_void,
                    count: usize,
                    offset: usize,
                    kind: aclrtMemcpyKind,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemset(
                    devPtr: *mut core::ffi::c_void,
                    maxCount: usize,
                    value: i32,
                    count: usize,
                ) -> aclError;
                fn aclrtMemsetAsync(
                    devPtr: *mut core::ffi::c_void,
                    maxCount: usize,
                    value: i32,
                    count: usize,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtMemsetD32(
                    ptr: *mut core::ffi::c_void,
                    memSize: usize,
                    value: u32,
                    N: usize,
                ) -> aclError;
                fn aclrtMemsetD32Async(
                    ptr: *mut core::ffi::c_void,
                    memSize: usize,
                    value: u32,
                    N: usize,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtNotifyBatchReset(notifies: *mut aclrtNotify, num: usize) -> aclError;
                fn aclrtNotifyGetExportKey(
                    notify: aclrtNotify,
                    key: *mut core::ffi::c_char,
                    len: usize,
                    flags: u64,
                ) -> aclError;
                fn aclrtNotifyImportByKey(
                    notify: *mut aclrtNotify,
                    key: *const core::ffi::c_char,
                    flags: u64,
                ) -> aclError;
                fn aclrtNotifySetImportPid(
                    notify: aclrtNotify,
                    pid: *mut i32,
                    num: usize,
                ) -> aclError;
                fn aclrtNotifySetImportPidInterServer(
                    notify: aclrtNotify,
                    serverPids: *mut aclrtServerPid,
                    num: usize,
                ) -> aclError;
                fn aclrtNpuClearFloatOverFlowStatus(checkMode: u32, stream: aclrtStream) -> aclError;
                fn aclrtNpuGetFloatOverFlowStatus(
                    outputAddr: *mut core::ffi::c_void,
                    outputSize: u64,
                    checkMode: u32,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtPeekAtLastError(level: aclrtLastErrLevel) -> aclError;
                fn aclrtPersistentTaskClean(stream: aclrtStream) -> aclError;
                fn aclrtPointerGetAttributes(
                    ptr: *const core::ffi::c_void,
                    attributes: *mut aclrtPtrAttributes,
                ) -> aclError;
                fn aclrtProcessHostFunc(timeout: i32) -> aclError;
                fn aclrtProcessReport(timeout: i32) -> aclError;
                fn aclrtProfTrace(
                    userdata: *mut core::ffi::c_void,
                    length: i32,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtQueryDeviceStatus(
                    deviceId: i32,
                    deviceStatus: *mut aclrtDeviceStatus,
                ) -> aclError;
                fn aclrtQueryEvent(event: aclrtEvent, status: *mut aclrtEventStatus) -> aclError;
                fn aclrtQueryEventStatus(
                    event: aclrtEvent,
                    status: *mut aclrtEventRecordedStatus,
                ) -> aclError;
                fn aclrtQueryEventWaitStatus(
                    event: aclrtEvent,
                    status: *mut aclrtEventWaitStatus,
                ) -> aclError;
                fn aclrtRandomNumAsync(
                    taskInfo: *const aclrtRandomNumTaskInfo,
                    stream: aclrtStream,
                    reserve: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtRecordEvent(event: aclrtEvent, stream: aclrtStream) -> aclError;
                fn aclrtRecordEventWithFlag(
                    event: aclrtEvent,
                    stream: aclrtStream,
                    flag: u32,
                ) -> aclError;
                fn aclrtRecordNotify(notify: aclrtNotify, stream: aclrtStream) -> aclError;
                fn aclrtReduceAsync(
                    dst: *mut core::ffi::c_void,
                    src: *const core::ffi::c_void,
                    count: u64,
                    kind: aclrtReduceKind,
                    type_: aclDataType,
                    stream: aclrtStream,
                    reserve: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtRegDeviceStateCallback(
                    regName: *const core::ffi::c_char,
                    callback: aclrtDeviceStateCallback,
                    args: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtRegStreamStateCallback(
                    regName: *const core::ffi::c_char,
                    callback: aclrtStreamStateCallback,
                    args: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtRegisterCpuFunc(
                    handle: aclrtBinHandle,
                    funcName: *const core::ffi::c_char,
                    kernelName: *const core::ffi::c_char,
                    funcHandle: *mut aclrtFuncHandle,
                ) -> aclError;
                fn aclrtReleaseMemAddress(virPtr: *mut core::ffi::c_void) -> aclError;
                fn aclrtRepairError(deviceId: i32, errorInfo: *const aclrtErrorInfo) -> aclError;
                fn aclrtReserveMemAddress(
                    virPtr: *mut *mut core::ffi::c_void,
                    size: usize,
                    alignment: usize,
                    expectPtr: *mut core::ffi::c_void,
                    flags: u64,
                ) -> aclError;
                fn aclrtReserveMemAddressNoUCMemory(
                    virPtr: *mut *mut core::ffi::c_void,
                    size: usize,
                    alignment: usize,
                    expectPtr: *mut core::ffi::c_void,
                    flags: u64,
                ) -> aclError;
                fn aclrtResetDevice(deviceId: i32) -> aclError;
                fn aclrtResetDeviceForce(deviceId: i32) -> aclError;
                fn aclrtResetDeviceResLimit(deviceId: i32) -> aclError;
                fn aclrtResetEvent(event: aclrtEvent, stream: aclrtStream) -> aclError;
                fn aclrtResetFloatOverflowStatus(stream: aclrtStream) -> aclError;
                fn aclrtResetOverflowStatus(stream: aclrtStream) -> aclError;
                fn aclrtResetStreamResLimit(stream: aclrtStream) -> aclError;
                fn aclrtSetBufDataLen(buf: aclrtMbuf, len: usize) -> aclError;
                fn aclrtSetBufUserData(
                    buf: aclrtMbuf,
                    dataPtr: *const core::ffi::c_void,
                    size: usize,
                    offset: usize,
                ) -> aclError;
                fn aclrtSetCurrentContext(context: aclrtContext) -> aclError;
                fn aclrtSetDevice(deviceId: i32) -> aclError;
                fn aclrtSetDeviceResLimit(
                    deviceId: i32,
                    type_: aclrtDevResLimitType,
                    value: u32,
                ) -> aclError;
                fn aclrtSetDeviceSatMode(mode: aclrtFloatOverflowMode) -> aclError;
                fn aclrtSetDeviceTaskAbortCallback(
                    regName: *const core::ffi::c_char,
                    callback: aclrtDeviceTaskAbortCallback,
                    args: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtSetExceptionInfoCallback(callback: aclrtExceptionInfoCallback) -> aclError;
                fn aclrtSetGroup(groupId: i32) -> aclError;
                fn aclrtSetLabel(label: aclrtLabel, stream: aclrtStream) -> aclError;
                fn aclrtSetMemcpyDesc(
                    desc: *mut core::ffi::c_void,
                    kind: aclrtMemcpyKind,
                    srcAddr: *mut core::ffi::c_void,
                    dstAddr: *mut core::ffi::c_void,
                    count: usize,
                    config: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtSetOpExecuteTimeOut(timeout: u32) -> aclError;
                fn aclrtSetOpExecuteTimeOutV2(timeout: u64, actualTimeout: *mut u64) -> aclError;
                fn aclrtSetOpExecuteTimeOutWithMs(timeout: u32) -> aclError;
                fn aclrtSetOpWaitTimeout(timeout: u32) -> aclError;
                fn aclrtSetStreamAttribute(
                    stream: aclrtStream,
                    stmAttrType: aclrtStreamAttr,
                    value: *mut aclrtStreamAttrValue,
                ) -> aclError;
                fn aclrtSetStreamConfigOpt(
                    handle: *mut aclrtStreamConfigHandle,
                    attr: aclrtStreamConfigAttr,
                    attrValue: *const core::ffi::c_void,
                    valueSize: usize,
                ) -> aclError;
                fn aclrtSetStreamFailureMode(stream: aclrtStream, mode: u64) -> aclError;
                fn aclrtSetStreamOverflowSwitch(stream: aclrtStream, flag: u32) -> aclError;
                fn aclrtSetStreamResLimit(
                    stream: aclrtStream,
                    type_: aclrtDevResLimitType,
                    value: u32,
                ) -> aclError;
                fn aclrtSetSysParamOpt(opt: aclSysParamOpt, value: i64) -> aclError;
                fn aclrtSetTsDevice(tsId: aclrtTsId) -> aclError;
                fn aclrtSnapShotCallbackRegister(
                    stage: aclrtSnapShotStage,
                    callback: aclrtSnapShotCallBack,
                    args: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtSnapShotCallbackUnregister(
                    stage: aclrtSnapShotStage,
                    callback: aclrtSnapShotCallBack,
                ) -> aclError;
                fn aclrtSnapShotProcessBackup(
                    pid: core::ffi::c_int,
                    args: *mut aclrtSnapShotBackupArgs,
                ) -> aclError;
                fn aclrtSnapShotProcessLock(
                    pid: core::ffi::c_int,
                    reserve: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtSnapShotProcessRestore(
                    pid: core::ffi::c_int,
                    args: *mut aclrtSnapShotRestoreArgs,
                ) -> aclError;
                fn aclrtSnapShotProcessUnlock(
                    pid: core::ffi::c_int,
                    reserve: *mut core::ffi::c_void,
                ) -> aclError;
                fn aclrtStreamAbort(stream: aclrtStream) -> aclError;
                fn aclrtStreamGetFlags(stream: aclrtStream, flags: *mut u32) -> aclError;
                fn aclrtStreamGetId(stream: aclrtStream, streamId: *mut i32) -> aclError;
                fn aclrtStreamGetPriority(stream: aclrtStream, priority: *mut u32) -> aclError;
                fn aclrtStreamQuery(stream: aclrtStream, status: *mut aclrtStreamStatus) -> aclError;
                fn aclrtStreamStop(stream: aclrtStream) -> aclError;
                fn aclrtStreamWaitEvent(stream: aclrtStream, event: aclrtEvent) -> aclError;
                fn aclrtStreamWaitEventWithFlag(
                    stream: aclrtStream,
                    event: aclrtEvent,
                    timeout: u32,
                    flag: u32,
                ) -> aclError;
                fn aclrtStreamWaitEventWithTimeout(
                    stream: aclrtStream,
                    event: aclrtEvent,
                    timeout: i32,
                ) -> aclError;
                fn aclrtSubscribeHostFunc(hostFuncThreadId: u64, exeStream: aclrtStream) -> aclError;
                fn aclrtSubscribeReport(threadId: u64, stream: aclrtStream) -> aclError;
                fn aclrtSwitchLabelByIndex(
                    ptr: *mut core::ffi::c_void,
                    maxValue: u32,
                    labelList: aclrtLabelList,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtSwitchStream(
                    leftValue: *mut core::ffi::c_void,
                    cond: aclrtCondition,
                    rightValue: *mut core::ffi::c_void,
                    dataType: aclrtCompareDataType,
                    trueStream: aclrtStream,
                    falseStream: aclrtStream,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtSynchronizeDevice() -> aclError;
                fn aclrtSynchronizeDeviceWithTimeout(timeout: i32) -> aclError;
                fn aclrtSynchronizeEvent(event: aclrtEvent) -> aclError;
                fn aclrtSynchronizeEventWithTimeout(event: aclrtEvent, timeout: i32) -> aclError;
                fn aclrtSynchronizeStream(stream: aclrtStream) -> aclError;
                fn aclrtSynchronizeStreamWithTimeout(stream: aclrtStream, timeout: i32) -> aclError;
                fn aclrtTaskUpdateAsync(
                    taskStream: aclrtStream,
                    taskId: u32,
                    info: *mut aclrtTaskUpdateInfo,
                    execStream: aclrtStream,
                ) -> aclError;
                fn aclrtUnSubscribeHostFunc(
                    hostFuncThreadId: u64,
                    exeStream: aclrtStream,
                ) -> aclError;
                fn aclrtUnSubscribeReport(threadId: u64, stream: aclrtStream) -> aclError;
                fn aclrtUnmapMem(virPtr: *mut core::ffi::c_void) -> aclError;
                fn aclrtUnuseStreamResInCurrentThread(stream: aclrtStream) -> aclError;
                fn aclrtUseStreamResInCurrentThread(stream: aclrtStream) -> aclError;
                fn aclrtValueWait(
                    devAddr: *mut core::ffi::c_void,
                    value: u64,
                    flag: u32,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtValueWrite(
                    devAddr: *mut core::ffi::c_void,
                    value: u64,
                    flag: u32,
                    stream: aclrtStream,
                ) -> aclError;
                fn aclrtWaitAndResetNotify(
                    notify: aclrtNotify,
                    stream: aclrtStream,
                    timeout: u32,
                ) -> aclError;
                fn aclsysGetCANNVersion(
                    name: aclCANNPackageName,
                    version: *mut aclCANNPackageVersion,
                ) -> aclError;
                fn aclsysGetVersionNum(
                    pkgName: *mut core::ffi::c_char,
                    versionNum: *mut i32,
                ) -> aclError;
                fn aclsysGetVersionStr(
                    pkgName: *mut core::ffi::c_char,
                    versionStr: *mut core::ffi::c_char,
                ) -> aclError;
                fn acltdtAddDataItem(
                    dataset: *mut acltdtDataset,
                    dataItem: *mut acltdtDataItem,
                ) -> aclError;
                fn acltdtAddQueueRoute(
                    routeList: *mut acltdtQueueRouteList,
                    route: *const acltdtQueueRoute,
                ) -> aclError;
                fn acltdtAllocBuf(size: usize, type_: u32, buf: *mut acltdtBuf) -> aclError;
                fn acltdtAppendBufChain(headBuf: acltdtBuf, buf: acltdtBuf) -> aclError;
                fn acltdtAttachQueue(qid: u32, timeout: i32, permission: *mut u32) -> aclError;
                fn acltdtBindQueueRoutes(qRouteList: *mut acltdtQueueRouteList) -> aclError;
                fn acltdtCleanChannel(handle: *mut acltdtChannelHandle) -> aclError;
                fn acltdtCopyBufRef(buf: acltdtBuf, newBuf: *mut acltdtBuf) -> aclError;
                fn acltdtCreateChannel(
                    deviceId: u32,
                    name: *const core::ffi::c_char,
                ) -> *mut acltdtChannelHandle;
                fn acltdtCreateChannelWithCapacity(
                    deviceId: u32,
                    name: *const core::ffi::c_char,
                    capacity: usize,
                ) -> *mut acltdtChannelHandle;
                fn acltdtCreateDataItem(
                    tdtType: acltdtTensorType,
                    dims: *const i64,
                    dimNum: usize,
                    dataType: aclDataType,
                    data: *mut core::ffi::c_void,
                    size: usize,
                ) -> *mut acltdtDataItem;
                fn acltdtCreateDataset() -> *mut acltdtDataset;
                fn acltdtCreateQueue(attr: *const acltdtQueueAttr, qid: *mut u32) -> aclError;
                fn acltdtCreateQueueAttr() -> *mut acltdtQueueAttr;
                fn acltdtCreateQueueRoute(srcId: u32, dstId: u32) -> *mut acltdtQueueRoute;
                fn acltdtCreateQueueRouteList() -> *mut acltdtQueueRouteList;
                fn acltdtCreateQueueRouteQueryInfo() -> *mut acltdtQueueRouteQueryInfo;
                fn acltdtDequeue(qid: u32, buf: *mut acltdtBuf, timeout: i32) -> aclError;
                fn acltdtDequeueData(
                    qid: u32,
                    data: *mut core::ffi::c_void,
                    dataSize: usize,
                    retDataSize: *mut usize,
                    userData: *mut core::ffi::c_void,
                    userDataSize: usize,
                    timeout: i32,
                ) -> aclError;
                fn acltdtDestroyChannel(handle: *mut acltdtChannelHandle) -> aclError;
                fn acltdtDestroyDataItem(dataItem: *mut acltdtDataItem) -> aclError;
                fn acltdtDestroyDataset(dataset: *mut acltdtDataset) -> aclError;
                fn acltdtDestroyQueue(qid: u32) -> aclError;
                fn acltdtDestroyQueueAttr(attr: *const acltdtQueueAttr) -> aclError;
                fn acltdtDestroyQueueRoute(route: *const acltdtQueueRoute) -> aclError;
                fn acltdtDestroyQueueRouteList(routeList: *const acltdtQueueRouteList) -> aclError;
                fn acltdtDestroyQueueRouteQueryInfo(
                    info: *const acltdtQueueRouteQueryInfo,
                ) -> aclError;
                fn acltdtEnqueue(qid: u32, buf: acltdtBuf, timeout: i32) -> aclError;
                fn acltdtEnqueueData(
                    qid: u32,
                    data: *const core::ffi::c_void,
                    dataSize: usize,
                    userData: *const core::ffi::c_void,
                    userDataSize: usize,
                    timeout: i32,
                    rsv: u32,
                ) -> aclError;
                fn acltdtFreeBuf(buf: acltdtBuf) -> aclError;
                fn acltdtGetBufChainNum(headBuf: acltdtBuf, num: *mut u32) -> aclError;
                fn acltdtGetBufData(
                    buf: acltdtBuf,
                    dataPtr: *mut *mut core::ffi::c_void,
                    size: *mut usize,
                ) -> aclError;
                fn acltdtGetBufDataLen(buf: acltdtBuf, len: *mut usize) -> aclError;
                fn acltdtGetBufFromChain(
                    headBuf: acltdtBuf,
                    index: u32,
                    buf: *mut acltdtBuf,
                ) -> aclError;
                fn acltdtGetBufUserData(
                    buf: acltdtBuf,
                    dataPtr: *mut core::ffi::c_void,
                    size: usize,
                    offset: usize,
                ) -> aclError;
                fn acltdtGetDataAddrFromItem(
                    dataItem: *const acltdtDataItem,
                ) -> *mut core::ffi::c_void;
                fn acltdtGetDataItem(
                    dataset: *const acltdtDataset,
                    index: usize,
                ) -> *mut acltdtDataItem;
                fn acltdtGetDataSizeFromItem(dataItem: *const acltdtDataItem) -> usize;
                fn acltdtGetDataTypeFromItem(dataItem: *const acltdtDataItem) -> aclDataType;
                fn acltdtGetDatasetName(dataset: *const acltdtDataset) -> *const core::ffi::c_char;
                fn acltdtGetDatasetSize(dataset: *const acltdtDataset) -> usize;
                fn acltdtGetDimNumFromItem(dataItem: *const acltdtDataItem) -> usize;
                fn acltdtGetDimsFromItem(
                    dataItem: *const acltdtDataItem,
                    dims: *mut i64,
                    dimNum: usize,
                ) -> aclError;
                fn acltdtGetQueueAttr(
                    attr: *const acltdtQueueAttr,
                    type_: acltdtQueueAttrType,
                    len: usize,
                    paramRetSize: *mut usize,
                    param: *mut core::ffi::c_void,
                ) -> aclError;
                fn acltdtGetQueueRoute(
                    routeList: *const acltdtQueueRouteList,
                    index: usize,
                    route: *mut acltdtQueueRoute,
                ) -> aclError;
                fn acltdtGetQueueRouteNum(routeList: *const acltdtQueueRouteList) -> usize;
                fn acltdtGetQueueRouteParam(
                    route: *const acltdtQueueRoute,
                    type_: acltdtQueueRouteParamType,
                    len: usize,
                    paramRetSize: *mut usize,
                    param: *mut core::ffi::c_void,
                ) -> aclError;
                fn acltdtGetSliceInfoFromItem(
                    dataItem: *const acltdtDataItem,
                    sliceNum: *mut usize,
                    sliceId: *mut usize,
                ) -> aclError;
                fn acltdtGetTensorTypeFromItem(dataItem: *const acltdtDataItem) -> acltdtTensorType;
                fn acltdtGrantQueue(qid: u32, pid: i32, permission: u32, timeout: i32) -> aclError;
                fn acltdtQueryChannelSize(
                    handle: *const acltdtChannelHandle,
                    size: *mut usize,
                ) -> aclError;
                fn acltdtQueryQueueRoutes(
                    queryInfo: *const acltdtQueueRouteQueryInfo,
                    qRouteList: *mut acltdtQueueRouteList,
                ) -> aclError;
                fn acltdtReceiveTensor(
                    handle: *const acltdtChannelHandle,
                    dataset: *mut acltdtDataset,
                    timeout: i32,
                ) -> aclError;
                fn acltdtSendTensor(
                    handle: *const acltdtChannelHandle,
                    dataset: *const acltdtDataset,
                    timeout: i32,
                ) -> aclError;
                fn acltdtSetBufDataLen(buf: acltdtBuf, len: usize) -> aclError;
                fn acltdtSetBufUserData(
                    buf: acltdtBuf,
                    dataPtr: *const core::ffi::c_void,
                    size: usize,
                    offset: usize,
                ) -> aclError;
                fn acltdtSetQueueAttr(
                    attr: *mut acltdtQueueAttr,
                    type_: acltdtQueueAttrType,
                    len: usize,
                    param: *const core::ffi::c_void,
                ) -> aclError;
                fn acltdtSetQueueRouteQueryInfo(
                    param: *mut acltdtQueueRouteQueryInfo,
                    type_: acltdtQueueRouteQueryInfoParamType,
                    len: usize,
                    value: *const core::ffi::c_void,
                ) -> aclError;
                fn acltdtStopChannel(handle: *mut acltdtChannelHandle) -> aclError;
                fn acltdtUnbindQueueRoutes(qRouteList: *mut acltdtQueueRouteList) -> aclError;
            }
            variadic {
                fn aclAppLog(
                    logLevel: aclLogLevel,
                    func: *const core::ffi::c_char,
                    file: *const core::ffi::c_char,
                    line: u32,
                    fmt: *const core::ffi::c_char,
                    ...
                );
            }
        }
    };
}
