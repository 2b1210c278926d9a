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
    /// The type of `HcclAllGatherV`.
    pub type HcclAllGatherV = unsafe extern "C" fn(
        sendBuf: *mut core::ffi::c_void,
        sendCount: u64,
        recvBuf: *mut core::ffi::c_void,
        recvCounts: *const core::ffi::c_void,
        recvDispls: *const core::ffi::c_void,
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
    /// The type of `HcclAlltoAll`.
    pub type HcclAlltoAll = unsafe extern "C" fn(
        sendBuf: *const core::ffi::c_void,
        sendCount: u64,
        sendType: HcclDataType,
        recvBuf: *const core::ffi::c_void,
        recvCount: u64,
        recvType: HcclDataType,
        comm: HcclComm,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclAlltoAllV`.
    pub type HcclAlltoAllV = unsafe extern "C" fn(
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
    /// The type of `HcclAlltoAllVC`.
    pub type HcclAlltoAllVC = unsafe extern "C" fn(
        sendBuf: *const core::ffi::c_void,
        sendCountMatrix: *const core::ffi::c_void,
        sendType: HcclDataType,
        recvBuf: *const core::ffi::c_void,
        recvType: HcclDataType,
        comm: HcclComm,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclBarrier`.
    pub type HcclBarrier = unsafe extern "C" fn(
        comm: HcclComm,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclBatchGet`.
    pub type HcclBatchGet = unsafe extern "C" fn(
        comm: HcclComm,
        remoteRank: u32,
        desc: *mut HcclOneSideOpDesc,
        descNum: u32,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclBatchPut`.
    pub type HcclBatchPut = unsafe extern "C" fn(
        comm: HcclComm,
        remoteRank: u32,
        desc: *mut HcclOneSideOpDesc,
        descNum: u32,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclBatchSendRecv`.
    pub type HcclBatchSendRecv = unsafe extern "C" fn(
        sendRecvInfo: *mut HcclSendRecvItem,
        itemNum: u32,
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
    /// The type of `HcclCommActivateCommMemory`.
    pub type HcclCommActivateCommMemory = unsafe extern "C" fn(
        comm: HcclComm,
        virPtr: *mut core::ffi::c_void,
        size: usize,
        offset: usize,
        handle: aclrtDrvMemHandle,
        flags: u64,
    ) -> HcclResult;
    /// The type of `HcclCommDeactivateCommMemory`.
    pub type HcclCommDeactivateCommMemory = unsafe extern "C" fn(
        comm: HcclComm,
        virPtr: *mut core::ffi::c_void,
    ) -> HcclResult;
    /// The type of `HcclCommDeregister`.
    pub type HcclCommDeregister = unsafe extern "C" fn(
        comm: HcclComm,
        handle: *mut core::ffi::c_void,
    ) -> HcclResult;
    /// The type of `HcclCommDestroy`.
    pub type HcclCommDestroy = unsafe extern "C" fn(comm: HcclComm) -> HcclResult;
    /// The type of `HcclCommExchangeMem`.
    pub type HcclCommExchangeMem = unsafe extern "C" fn(
        comm: HcclComm,
        windowHandle: *mut core::ffi::c_void,
        peerRanks: *mut u32,
        peerRankNum: u32,
    ) -> HcclResult;
    /// The type of `HcclCommGetHandleWithName`.
    pub type HcclCommGetHandleWithName = unsafe extern "C" fn(
        commName: *const core::ffi::c_char,
        comm: *mut HcclComm,
    ) -> HcclResult;
    /// The type of `HcclCommInitAll`.
    pub type HcclCommInitAll = unsafe extern "C" fn(
        ndev: u32,
        devices: *mut i32,
        comms: *mut HcclComm,
    ) -> HcclResult;
    /// The type of `HcclCommInitClusterInfo`.
    pub type HcclCommInitClusterInfo = unsafe extern "C" fn(
        clusterInfo: *const core::ffi::c_char,
        rank: u32,
        comm: *mut HcclComm,
    ) -> HcclResult;
    /// The type of `HcclCommInitClusterInfoConfig`.
    pub type HcclCommInitClusterInfoConfig = unsafe extern "C" fn(
        clusterInfo: *const core::ffi::c_char,
        rank: u32,
        config: *mut HcclCommConfig,
        comm: *mut HcclComm,
    ) -> HcclResult;
    /// The type of `HcclCommInitRootInfo`.
    pub type HcclCommInitRootInfo = unsafe extern "C" fn(
        nRanks: u32,
        rootInfo: *const HcclRootInfo,
        rank: u32,
        comm: *mut HcclComm,
    ) -> HcclResult;
    /// The type of `HcclCommInitRootInfoConfig`.
    pub type HcclCommInitRootInfoConfig = unsafe extern "C" fn(
        nRanks: u32,
        rootInfo: *const HcclRootInfo,
        rank: u32,
        config: *const HcclCommConfig,
        comm: *mut HcclComm,
    ) -> HcclResult;
    /// The type of `HcclCommInitRootInfoScalable`.
    pub type HcclCommInitRootInfoScalable = unsafe extern "C" fn(
        nRanks: u32,
        nRoot: u32,
        rootInfoList: *const HcclRootInfo,
        rank: u32,
        nExtRoot: u32,
        config: *const HcclCommConfig,
        comm: *mut HcclComm,
    ) -> HcclResult;
    /// The type of `HcclCommRegCommStateCallback`.
    pub type HcclCommRegCommStateCallback = unsafe extern "C" fn(
        regName: *const core::ffi::c_char,
        cb: HcclCommStateCallback,
        args: *mut core::ffi::c_void,
    ) -> HcclResult;
    /// The type of `HcclCommRegister`.
    pub type HcclCommRegister = unsafe extern "C" fn(
        comm: HcclComm,
        addr: *mut core::ffi::c_void,
        size: u64,
        handle: *mut *mut core::ffi::c_void,
        flag: u32,
    ) -> HcclResult;
    /// The type of `HcclCommResume`.
    pub type HcclCommResume = unsafe extern "C" fn(comm: HcclComm) -> HcclResult;
    /// The type of `HcclCommSetMemoryRange`.
    pub type HcclCommSetMemoryRange = unsafe extern "C" fn(
        comm: HcclComm,
        baseVirPtr: *mut core::ffi::c_void,
        size: usize,
        alignment: usize,
        flags: u64,
    ) -> HcclResult;
    /// The type of `HcclCommSuspend`.
    pub type HcclCommSuspend = unsafe extern "C" fn(comm: HcclComm) -> HcclResult;
    /// The type of `HcclCommSymWinDeregister`.
    pub type HcclCommSymWinDeregister = unsafe extern "C" fn(
        winHandle: HcclCommSymWindow,
    ) -> HcclResult;
    /// The type of `HcclCommSymWinGet`.
    pub type HcclCommSymWinGet = unsafe extern "C" fn(
        comm: HcclComm,
        ptr: *mut core::ffi::c_void,
        size: usize,
        winHandle: *mut HcclCommSymWindow,
        offset: *mut usize,
    ) -> HcclResult;
    /// The type of `HcclCommSymWinRegister`.
    pub type HcclCommSymWinRegister = unsafe extern "C" fn(
        comm: HcclComm,
        addr: *mut core::ffi::c_void,
        size: u64,
        winHandle: *mut HcclCommSymWindow,
        flag: u32,
    ) -> HcclResult;
    /// The type of `HcclCommUnsetMemoryRange`.
    pub type HcclCommUnsetMemoryRange = unsafe extern "C" fn(
        comm: HcclComm,
        baseVirPtr: *mut core::ffi::c_void,
    ) -> HcclResult;
    /// The type of `HcclCommWorkingDevNicSet`.
    pub type HcclCommWorkingDevNicSet = unsafe extern "C" fn(
        comm: HcclComm,
        ranks: *mut u32,
        useBackup: *mut bool,
        nRanks: u32,
    ) -> HcclResult;
    /// The type of `HcclConfigGetInfo`.
    pub type HcclConfigGetInfo = unsafe extern "C" fn(
        comm: HcclComm,
        cfgType: HcclConfigType,
        infoLen: u32,
        info: *mut core::ffi::c_void,
    ) -> HcclResult;
    /// The type of `HcclCreateSubCommConfig`.
    pub type HcclCreateSubCommConfig = unsafe extern "C" fn(
        comm: *mut HcclComm,
        rankNum: u32,
        rankIds: *mut u32,
        subCommId: u64,
        subCommRankId: u32,
        config: *mut HcclCommConfig,
        subComm: *mut HcclComm,
    ) -> HcclResult;
    /// The type of `HcclDeregisterMem`.
    pub type HcclDeregisterMem = unsafe extern "C" fn(
        comm: HcclComm,
        desc: *mut HcclMemDesc,
    ) -> HcclResult;
    /// The type of `HcclDisableMemAccess`.
    pub type HcclDisableMemAccess = unsafe extern "C" fn(
        comm: HcclComm,
        remoteMemDesc: *mut HcclMemDesc,
    ) -> HcclResult;
    /// The type of `HcclEnableMemAccess`.
    pub type HcclEnableMemAccess = unsafe extern "C" fn(
        comm: HcclComm,
        remoteMemDesc: *mut HcclMemDesc,
        remoteMem: *mut HcclMem,
    ) -> HcclResult;
    /// The type of `HcclExchangeMemDesc`.
    pub type HcclExchangeMemDesc = unsafe extern "C" fn(
        comm: HcclComm,
        remoteRank: u32,
        local: *mut HcclMemDescs,
        timeout: core::ffi::c_int,
        remote: *mut HcclMemDescs,
        actualNum: *mut u32,
    ) -> HcclResult;
    /// The type of `HcclGetCommAsyncError`.
    pub type HcclGetCommAsyncError = unsafe extern "C" fn(
        comm: HcclComm,
        asyncError: *mut HcclResult,
    ) -> HcclResult;
    /// The type of `HcclGetCommConfig`.
    pub type HcclGetCommConfig = unsafe extern "C" fn(
        comm: HcclComm,
        config: HcclConfig,
        configValue: *mut HcclConfigValue,
    ) -> HcclResult;
    /// The type of `HcclGetCommConfigCapability`.
    pub type HcclGetCommConfigCapability = unsafe extern "C" fn() -> u32;
    /// The type of `HcclGetCommName`.
    pub type HcclGetCommName = unsafe extern "C" fn(
        comm: HcclComm,
        commName: *mut core::ffi::c_char,
    ) -> HcclResult;
    /// The type of `HcclGetConfig`.
    pub type HcclGetConfig = unsafe extern "C" fn(
        config: HcclConfig,
        configValue: *mut HcclConfigValue,
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
    /// The type of `HcclGetRootInfoScalable`.
    pub type HcclGetRootInfoScalable = unsafe extern "C" fn(
        rootInfo: *mut HcclRootInfo,
    ) -> HcclResult;
    /// The type of `HcclGroupEnd`.
    pub type HcclGroupEnd = unsafe extern "C" fn() -> HcclResult;
    /// The type of `HcclGroupStart`.
    pub type HcclGroupStart = unsafe extern "C" fn() -> HcclResult;
    /// The type of `HcclGroupStatusGet`.
    pub type HcclGroupStatusGet = unsafe extern "C" fn(
        isGroupEnabled: *mut bool,
    ) -> HcclResult;
    /// The type of `HcclRecv`.
    pub type HcclRecv = unsafe extern "C" fn(
        recvBuf: *mut core::ffi::c_void,
        count: u64,
        dataType: HcclDataType,
        srcRank: u32,
        comm: HcclComm,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclReduce`.
    pub type HcclReduce = unsafe extern "C" fn(
        sendBuf: *mut core::ffi::c_void,
        recvBuf: *mut core::ffi::c_void,
        count: u64,
        dataType: HcclDataType,
        op: HcclReduceOp,
        root: u32,
        comm: HcclComm,
        stream: aclrtStream,
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
    /// The type of `HcclReduceScatterV`.
    pub type HcclReduceScatterV = unsafe extern "C" fn(
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
    /// The type of `HcclRegisterMem`.
    pub type HcclRegisterMem = unsafe extern "C" fn(
        comm: HcclComm,
        remoteRank: u32,
        type_: core::ffi::c_int,
        addr: *mut core::ffi::c_void,
        size: u64,
        desc: *mut HcclMemDesc,
    ) -> HcclResult;
    /// The type of `HcclScatter`.
    pub type HcclScatter = unsafe extern "C" fn(
        sendBuf: *mut core::ffi::c_void,
        recvBuf: *mut core::ffi::c_void,
        recvCount: u64,
        dataType: HcclDataType,
        root: u32,
        comm: HcclComm,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclSend`.
    pub type HcclSend = unsafe extern "C" fn(
        sendBuf: *mut core::ffi::c_void,
        count: u64,
        dataType: HcclDataType,
        destRank: u32,
        comm: HcclComm,
        stream: aclrtStream,
    ) -> HcclResult;
    /// The type of `HcclSetCommConfig`.
    pub type HcclSetCommConfig = unsafe extern "C" fn(
        comm: HcclComm,
        config: HcclConfig,
        configValue: HcclConfigValue,
    ) -> HcclResult;
    /// The type of `HcclSetConfig`.
    pub type HcclSetConfig = unsafe extern "C" fn(
        config: HcclConfig,
        configValue: HcclConfigValue,
    ) -> HcclResult;
    /// The type of `HcclSymWinGetPeerPointer`.
    pub type HcclSymWinGetPeerPointer = unsafe extern "C" fn(
        winHandle: HcclCommSymWindow,
        offset: usize,
        peerRank: u32,
        ptr: *mut *mut core::ffi::c_void,
    ) -> HcclResult;
    /// The type of `aclAppLog`.
    pub type aclAppLog = unsafe extern "C" fn(
        logLevel: aclLogLevel,
        func: *const core::ffi::c_char,
        file: *const core::ffi::c_char,
        line: u32,
        fmt: *const core::ffi::c_char,
        ...
    );
    /// The type of `aclCreateDataBuffer`.
    pub type aclCreateDataBuffer = unsafe extern "C" fn(
        data: *mut core::ffi::c_void,
        size: usize,
    ) -> *mut aclDataBuffer;
    /// The type of `aclDataTypeSize`.
    pub type aclDataTypeSize = unsafe extern "C" fn(dataType: aclDataType) -> usize;
    /// The type of `aclDestroyDataBuffer`.
    pub type aclDestroyDataBuffer = unsafe extern "C" fn(
        dataBuffer: *const aclDataBuffer,
    ) -> aclError;
    /// The type of `aclFinalize`.
    pub type aclFinalize = unsafe extern "C" fn() -> aclError;
    /// The type of `aclFinalizeCallbackRegister`.
    pub type aclFinalizeCallbackRegister = unsafe extern "C" fn(
        type_: aclRegisterCallbackType,
        cbFunc: aclFinalizeCallbackFunc,
        userData: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclFinalizeCallbackUnRegister`.
    pub type aclFinalizeCallbackUnRegister = unsafe extern "C" fn(
        type_: aclRegisterCallbackType,
        cbFunc: aclFinalizeCallbackFunc,
    ) -> aclError;
    /// The type of `aclFinalizeReference`.
    pub type aclFinalizeReference = unsafe extern "C" fn(refCount: *mut u64) -> aclError;
    /// The type of `aclFloat16ToFloat`.
    pub type aclFloat16ToFloat = unsafe extern "C" fn(value: aclFloat16) -> f32;
    /// The type of `aclFloatToFloat16`.
    pub type aclFloatToFloat16 = unsafe extern "C" fn(value: f32) -> aclFloat16;
    /// The type of `aclGetCannAttribute`.
    pub type aclGetCannAttribute = unsafe extern "C" fn(
        cannAttr: aclCannAttr,
        value: *mut i32,
    ) -> aclError;
    /// The type of `aclGetCannAttributeList`.
    pub type aclGetCannAttributeList = unsafe extern "C" fn(
        cannAttrList: *mut *const aclCannAttr,
        num: *mut usize,
    ) -> aclError;
    /// The type of `aclGetDataBufferAddr`.
    pub type aclGetDataBufferAddr = unsafe extern "C" fn(
        dataBuffer: *const aclDataBuffer,
    ) -> *mut core::ffi::c_void;
    /// The type of `aclGetDataBufferSize`.
    pub type aclGetDataBufferSize = unsafe extern "C" fn(
        dataBuffer: *const aclDataBuffer,
    ) -> u32;
    /// The type of `aclGetDataBufferSizeV2`.
    pub type aclGetDataBufferSizeV2 = unsafe extern "C" fn(
        dataBuffer: *const aclDataBuffer,
    ) -> usize;
    /// The type of `aclGetDeviceCapability`.
    pub type aclGetDeviceCapability = unsafe extern "C" fn(
        deviceId: u32,
        deviceInfo: aclDeviceInfo,
        value: *mut i64,
    ) -> aclError;
    /// The type of `aclGetRecentErrMsg`.
    pub type aclGetRecentErrMsg = unsafe extern "C" fn() -> *const core::ffi::c_char;
    /// The type of `aclInit`.
    pub type aclInit = unsafe extern "C" fn(
        configPath: *const core::ffi::c_char,
    ) -> aclError;
    /// The type of `aclInitCallbackRegister`.
    pub type aclInitCallbackRegister = unsafe extern "C" fn(
        type_: aclRegisterCallbackType,
        cbFunc: aclInitCallbackFunc,
        userData: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclInitCallbackUnRegister`.
    pub type aclInitCallbackUnRegister = unsafe extern "C" fn(
        type_: aclRegisterCallbackType,
        cbFunc: aclInitCallbackFunc,
    ) -> aclError;
    /// The type of `aclUpdateDataBuffer`.
    pub type aclUpdateDataBuffer = unsafe extern "C" fn(
        dataBuffer: *mut aclDataBuffer,
        data: *mut core::ffi::c_void,
        size: usize,
    ) -> aclError;
    /// The type of `acldumpGetExceptionInfoPath`.
    pub type acldumpGetExceptionInfoPath = unsafe extern "C" fn(
        path: *mut core::ffi::c_char,
        maxLen: usize,
    ) -> aclError;
    /// The type of `acldumpGetPath`.
    pub type acldumpGetPath = unsafe extern "C" fn(
        dumpType: acldumpType,
    ) -> *const core::ffi::c_char;
    /// The type of `acldumpRegCallback`.
    pub type acldumpRegCallback = unsafe extern "C" fn(
        messageCallback: ::core::option::Option<
            unsafe extern "C" fn(chunk: *const acldumpChunk, length: i32) -> i32,
        >,
        flag: i32,
    ) -> aclError;
    /// The type of `acldumpSaveExceptionInfo`.
    pub type acldumpSaveExceptionInfo = unsafe extern "C" fn(
        fileName: *const core::ffi::c_char,
        userTag: *const core::ffi::c_char,
        tensors: *const acldumpTensorInfo,
        tensorCount: usize,
    ) -> aclError;
    /// The type of `acldumpUnregCallback`.
    pub type acldumpUnregCallback = unsafe extern "C" fn();
    /// The type of `aclmdlFinalizeDump`.
    pub type aclmdlFinalizeDump = unsafe extern "C" fn() -> aclError;
    /// The type of `aclmdlInitDump`.
    pub type aclmdlInitDump = unsafe extern "C" fn() -> aclError;
    /// The type of `aclmdlRIAbort`.
    pub type aclmdlRIAbort = unsafe extern "C" fn(modelRI: aclmdlRI) -> aclError;
    /// The type of `aclmdlRIAddCondTask`.
    pub type aclmdlRIAddCondTask = unsafe extern "C" fn(
        params: aclmdlRICondTaskParams,
        stream: aclrtStream,
        flags: u32,
    ) -> aclError;
    /// The type of `aclmdlRIBindStream`.
    pub type aclmdlRIBindStream = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        stream: aclrtStream,
        flag: u32,
    ) -> aclError;
    /// The type of `aclmdlRIBuildBegin`.
    pub type aclmdlRIBuildBegin = unsafe extern "C" fn(
        modelRI: *mut aclmdlRI,
        flag: u32,
    ) -> aclError;
    /// The type of `aclmdlRIBuildEnd`.
    pub type aclmdlRIBuildEnd = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        reserve: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclmdlRICaptureBegin`.
    pub type aclmdlRICaptureBegin = unsafe extern "C" fn(
        stream: aclrtStream,
        mode: aclmdlRICaptureMode,
    ) -> aclError;
    /// The type of `aclmdlRICaptureEnd`.
    pub type aclmdlRICaptureEnd = unsafe extern "C" fn(
        stream: aclrtStream,
        modelRI: *mut aclmdlRI,
    ) -> aclError;
    /// The type of `aclmdlRICaptureGetInfo`.
    pub type aclmdlRICaptureGetInfo = unsafe extern "C" fn(
        stream: aclrtStream,
        status: *mut aclmdlRICaptureStatus,
        modelRI: *mut aclmdlRI,
    ) -> aclError;
    /// The type of `aclmdlRICaptureTaskGrpBegin`.
    pub type aclmdlRICaptureTaskGrpBegin = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclmdlRICaptureTaskGrpEnd`.
    pub type aclmdlRICaptureTaskGrpEnd = unsafe extern "C" fn(
        stream: aclrtStream,
        handle: *mut aclrtTaskGrp,
    ) -> aclError;
    /// The type of `aclmdlRICaptureTaskUpdateBegin`.
    pub type aclmdlRICaptureTaskUpdateBegin = unsafe extern "C" fn(
        stream: aclrtStream,
        handle: aclrtTaskGrp,
    ) -> aclError;
    /// The type of `aclmdlRICaptureTaskUpdateEnd`.
    pub type aclmdlRICaptureTaskUpdateEnd = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclmdlRICaptureThreadExchangeMode`.
    pub type aclmdlRICaptureThreadExchangeMode = unsafe extern "C" fn(
        mode: *mut aclmdlRICaptureMode,
    ) -> aclError;
    /// The type of `aclmdlRICaptureToModelRIBegin`.
    pub type aclmdlRICaptureToModelRIBegin = unsafe extern "C" fn(
        stream: aclrtStream,
        modelRI: aclmdlRI,
        mode: aclmdlRICaptureMode,
    ) -> aclError;
    /// The type of `aclmdlRICondHandleCreate`.
    pub type aclmdlRICondHandleCreate = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        defaultLaunchValue: u32,
        flag: aclmdlRICondHandleFlag,
        handle: *mut aclmdlRICondHandle,
    ) -> aclError;
    /// The type of `aclmdlRICondHandleGetCondPtr`.
    pub type aclmdlRICondHandleGetCondPtr = unsafe extern "C" fn(
        handle: aclmdlRICondHandle,
        ptr: *mut *mut u64,
    ) -> aclError;
    /// The type of `aclmdlRIDebugJsonPrint`.
    pub type aclmdlRIDebugJsonPrint = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        path: *const core::ffi::c_char,
        flags: u32,
    ) -> aclError;
    /// The type of `aclmdlRIDebugPrint`.
    pub type aclmdlRIDebugPrint = unsafe extern "C" fn(modelRI: aclmdlRI) -> aclError;
    /// The type of `aclmdlRIDestroy`.
    pub type aclmdlRIDestroy = unsafe extern "C" fn(modelRI: aclmdlRI) -> aclError;
    /// The type of `aclmdlRIDestroyRegisterCallback`.
    pub type aclmdlRIDestroyRegisterCallback = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        func: aclrtCallback,
        userData: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclmdlRIDestroyUnregisterCallback`.
    pub type aclmdlRIDestroyUnregisterCallback = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        func: aclrtCallback,
    ) -> aclError;
    /// The type of `aclmdlRIEndTask`.
    pub type aclmdlRIEndTask = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclmdlRIExecute`.
    pub type aclmdlRIExecute = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        timeout: i32,
    ) -> aclError;
    /// The type of `aclmdlRIExecuteAsync`.
    pub type aclmdlRIExecuteAsync = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclmdlRIGetId`.
    pub type aclmdlRIGetId = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        modelRIId: *mut u32,
    ) -> aclError;
    /// The type of `aclmdlRIGetName`.
    pub type aclmdlRIGetName = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        maxLen: u32,
        name: *mut core::ffi::c_char,
    ) -> aclError;
    /// The type of `aclmdlRIGetStreams`.
    pub type aclmdlRIGetStreams = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        streams: *mut aclrtStream,
        numStreams: *mut u32,
    ) -> aclError;
    /// The type of `aclmdlRIGetTasksByStream`.
    pub type aclmdlRIGetTasksByStream = unsafe extern "C" fn(
        stream: aclrtStream,
        tasks: *mut aclmdlRITask,
        numTasks: *mut u32,
    ) -> aclError;
    /// The type of `aclmdlRIKernelTaskGetAttribute`.
    pub type aclmdlRIKernelTaskGetAttribute = unsafe extern "C" fn(
        task: aclmdlRITask,
        attrId: aclrtLaunchKernelAttrId,
        attrValue: *mut aclrtLaunchKernelAttrValue,
    ) -> aclError;
    /// The type of `aclmdlRISetName`.
    pub type aclmdlRISetName = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        name: *const core::ffi::c_char,
    ) -> aclError;
    /// The type of `aclmdlRITaskDisable`.
    pub type aclmdlRITaskDisable = unsafe extern "C" fn(task: aclmdlRITask) -> aclError;
    /// The type of `aclmdlRITaskGetParams`.
    pub type aclmdlRITaskGetParams = unsafe extern "C" fn(
        task: aclmdlRITask,
        params: *mut aclmdlRITaskParams,
    ) -> aclError;
    /// The type of `aclmdlRITaskGetSeqId`.
    pub type aclmdlRITaskGetSeqId = unsafe extern "C" fn(
        task: aclmdlRITask,
        id: *mut u32,
    ) -> aclError;
    /// The type of `aclmdlRITaskGetType`.
    pub type aclmdlRITaskGetType = unsafe extern "C" fn(
        task: aclmdlRITask,
        type_: *mut aclmdlRITaskType,
    ) -> aclError;
    /// The type of `aclmdlRITaskSetParams`.
    pub type aclmdlRITaskSetParams = unsafe extern "C" fn(
        task: aclmdlRITask,
        params: *mut aclmdlRITaskParams,
    ) -> aclError;
    /// The type of `aclmdlRIUnbindStream`.
    pub type aclmdlRIUnbindStream = unsafe extern "C" fn(
        modelRI: aclmdlRI,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclmdlRIUpdate`.
    pub type aclmdlRIUpdate = unsafe extern "C" fn(modelRI: aclmdlRI) -> aclError;
    /// The type of `aclmdlSetDump`.
    pub type aclmdlSetDump = unsafe extern "C" fn(
        dumpCfgPath: *const core::ffi::c_char,
    ) -> aclError;
    /// The type of `aclopStartDumpArgs`.
    pub type aclopStartDumpArgs = unsafe extern "C" fn(
        dumpType: u32,
        path: *const core::ffi::c_char,
    ) -> aclError;
    /// The type of `aclopStopDumpArgs`.
    pub type aclopStopDumpArgs = unsafe extern "C" fn(dumpType: u32) -> aclError;
    /// The type of `aclplatformGetDeviceInfo`.
    pub type aclplatformGetDeviceInfo = unsafe extern "C" fn(
        infoType: aclplatformDevInfo,
        value: *mut core::ffi::c_char,
        maxLen: u32,
    ) -> aclError;
    /// The type of `aclplatformGetInstructionInfo`.
    pub type aclplatformGetInstructionInfo = unsafe extern "C" fn(
        type_: aclplatformCoreType,
        instruction: *const core::ffi::c_char,
        value: *mut core::ffi::c_char,
        maxLen: u32,
    ) -> aclError;
    /// The type of `aclprofCreateConfig`.
    pub type aclprofCreateConfig = unsafe extern "C" fn(
        deviceIdList: *mut u32,
        deviceNums: u32,
        aicoreMetrics: aclprofAicoreMetrics,
        aicoreEvents: *const aclprofAicoreEvents,
        dataTypeConfig: u64,
    ) -> *mut aclprofConfig;
    /// The type of `aclprofCreateStamp`.
    pub type aclprofCreateStamp = unsafe extern "C" fn() -> *mut core::ffi::c_void;
    /// The type of `aclprofCreateStepInfo`.
    pub type aclprofCreateStepInfo = unsafe extern "C" fn() -> *mut aclprofStepInfo;
    /// The type of `aclprofCreateSubscribeConfig`.
    pub type aclprofCreateSubscribeConfig = unsafe extern "C" fn(
        timeInfoSwitch: i8,
        aicoreMetrics: aclprofAicoreMetrics,
        fd: *mut core::ffi::c_void,
    ) -> *mut aclprofSubscribeConfig;
    /// The type of `aclprofDestroyConfig`.
    pub type aclprofDestroyConfig = unsafe extern "C" fn(
        profilerConfig: *const aclprofConfig,
    ) -> aclError;
    /// The type of `aclprofDestroyStamp`.
    pub type aclprofDestroyStamp = unsafe extern "C" fn(stamp: *mut core::ffi::c_void);
    /// The type of `aclprofDestroyStepInfo`.
    pub type aclprofDestroyStepInfo = unsafe extern "C" fn(
        stepinfo: *mut aclprofStepInfo,
    );
    /// The type of `aclprofDestroySubscribeConfig`.
    pub type aclprofDestroySubscribeConfig = unsafe extern "C" fn(
        profSubscribeConfig: *const aclprofSubscribeConfig,
    ) -> aclError;
    /// The type of `aclprofFinalize`.
    pub type aclprofFinalize = unsafe extern "C" fn() -> aclError;
    /// The type of `aclprofGetModelId`.
    pub type aclprofGetModelId = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        index: u32,
    ) -> usize;
    /// The type of `aclprofGetOpAttriValue`.
    pub type aclprofGetOpAttriValue = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        index: u32,
        attri: aclprofSubscribeOpAttri,
    ) -> *const core::ffi::c_char;
    /// The type of `aclprofGetOpDescSize`.
    pub type aclprofGetOpDescSize = unsafe extern "C" fn(
        opDescSize: *mut usize,
    ) -> aclError;
    /// The type of `aclprofGetOpDuration`.
    pub type aclprofGetOpDuration = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        index: u32,
    ) -> u64;
    /// The type of `aclprofGetOpEnd`.
    pub type aclprofGetOpEnd = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        index: u32,
    ) -> u64;
    /// The type of `aclprofGetOpFlag`.
    pub type aclprofGetOpFlag = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        index: u32,
    ) -> aclprofSubscribeOpFlag;
    /// The type of `aclprofGetOpName`.
    pub type aclprofGetOpName = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        index: u32,
        opName: *mut core::ffi::c_char,
        opNameLen: usize,
    ) -> aclError;
    /// The type of `aclprofGetOpNameLen`.
    pub type aclprofGetOpNameLen = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        index: u32,
        opNameLen: *mut usize,
    ) -> aclError;
    /// The type of `aclprofGetOpNum`.
    pub type aclprofGetOpNum = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        opNumber: *mut u32,
    ) -> aclError;
    /// The type of `aclprofGetOpStart`.
    pub type aclprofGetOpStart = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        index: u32,
    ) -> u64;
    /// The type of `aclprofGetOpType`.
    pub type aclprofGetOpType = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        index: u32,
        opType: *mut core::ffi::c_char,
        opTypeLen: usize,
    ) -> aclError;
    /// The type of `aclprofGetOpTypeLen`.
    pub type aclprofGetOpTypeLen = unsafe extern "C" fn(
        opInfo: *const core::ffi::c_void,
        opInfoLen: usize,
        index: u32,
        opTypeLen: *mut usize,
    ) -> aclError;
    /// The type of `aclprofGetStepTimestamp`.
    pub type aclprofGetStepTimestamp = unsafe extern "C" fn(
        stepInfo: *mut aclprofStepInfo,
        tag: aclprofStepTag,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclprofInit`.
    pub type aclprofInit = unsafe extern "C" fn(
        profilerResultPath: *const core::ffi::c_char,
        length: usize,
    ) -> aclError;
    /// The type of `aclprofMark`.
    pub type aclprofMark = unsafe extern "C" fn(
        stamp: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclprofMarkEx`.
    pub type aclprofMarkEx = unsafe extern "C" fn(
        msg: *const core::ffi::c_char,
        msgLen: usize,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclprofModelSubscribe`.
    pub type aclprofModelSubscribe = unsafe extern "C" fn(
        modelId: u32,
        profSubscribeConfig: *const aclprofSubscribeConfig,
    ) -> aclError;
    /// The type of `aclprofModelUnSubscribe`.
    pub type aclprofModelUnSubscribe = unsafe extern "C" fn(modelId: u32) -> aclError;
    /// The type of `aclprofPop`.
    pub type aclprofPop = unsafe extern "C" fn() -> aclError;
    /// The type of `aclprofPush`.
    pub type aclprofPush = unsafe extern "C" fn(
        stamp: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclprofRangePop`.
    pub type aclprofRangePop = unsafe extern "C" fn() -> aclError;
    /// The type of `aclprofRangePushEx`.
    pub type aclprofRangePushEx = unsafe extern "C" fn(
        attr: *mut aclprofEventAttributes,
    ) -> aclError;
    /// The type of `aclprofRangeStart`.
    pub type aclprofRangeStart = unsafe extern "C" fn(
        stamp: *mut core::ffi::c_void,
        rangeId: *mut u32,
    ) -> aclError;
    /// The type of `aclprofRangeStop`.
    pub type aclprofRangeStop = unsafe extern "C" fn(rangeId: u32) -> aclError;
    /// The type of `aclprofSetConfig`.
    pub type aclprofSetConfig = unsafe extern "C" fn(
        configType: aclprofConfigType,
        config: *const core::ffi::c_char,
        configLength: usize,
    ) -> aclError;
    /// The type of `aclprofSetStampTraceMessage`.
    pub type aclprofSetStampTraceMessage = unsafe extern "C" fn(
        stamp: *mut core::ffi::c_void,
        msg: *const core::ffi::c_char,
        msgLen: u32,
    ) -> aclError;
    /// The type of `aclprofStart`.
    pub type aclprofStart = unsafe extern "C" fn(
        profilerConfig: *const aclprofConfig,
    ) -> aclError;
    /// The type of `aclprofStop`.
    pub type aclprofStop = unsafe extern "C" fn(
        profilerConfig: *const aclprofConfig,
    ) -> aclError;
    /// The type of `aclprofStr2Id`.
    pub type aclprofStr2Id = unsafe extern "C" fn(
        message: *const core::ffi::c_char,
    ) -> u64;
    /// The type of `aclrtActiveStream`.
    pub type aclrtActiveStream = unsafe extern "C" fn(
        activeStream: aclrtStream,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtAllocBuf`.
    pub type aclrtAllocBuf = unsafe extern "C" fn(
        buf: *mut aclrtMbuf,
        size: usize,
    ) -> aclError;
    /// The type of `aclrtAllocatorCreateDesc`.
    pub type aclrtAllocatorCreateDesc = unsafe extern "C" fn() -> aclrtAllocatorDesc;
    /// The type of `aclrtAllocatorDestroyDesc`.
    pub type aclrtAllocatorDestroyDesc = unsafe extern "C" fn(
        allocatorDesc: aclrtAllocatorDesc,
    ) -> aclError;
    /// The type of `aclrtAllocatorGetByStream`.
    pub type aclrtAllocatorGetByStream = unsafe extern "C" fn(
        stream: aclrtStream,
        allocatorDesc: *mut aclrtAllocatorDesc,
        allocator: *mut aclrtAllocator,
        allocFunc: *mut aclrtAllocatorAllocFunc,
        freeFunc: *mut aclrtAllocatorFreeFunc,
        allocAdviseFunc: *mut aclrtAllocatorAllocAdviseFunc,
        getAddrFromBlockFunc: *mut aclrtAllocatorGetAddrFromBlockFunc,
    ) -> aclError;
    /// The type of `aclrtAllocatorRegister`.
    pub type aclrtAllocatorRegister = unsafe extern "C" fn(
        stream: aclrtStream,
        allocatorDesc: aclrtAllocatorDesc,
    ) -> aclError;
    /// The type of `aclrtAllocatorSetAllocAdviseFuncToDesc`.
    pub type aclrtAllocatorSetAllocAdviseFuncToDesc = unsafe extern "C" fn(
        allocatorDesc: aclrtAllocatorDesc,
        func: aclrtAllocatorAllocAdviseFunc,
    ) -> aclError;
    /// The type of `aclrtAllocatorSetAllocFuncToDesc`.
    pub type aclrtAllocatorSetAllocFuncToDesc = unsafe extern "C" fn(
        allocatorDesc: aclrtAllocatorDesc,
        func: aclrtAllocatorAllocFunc,
    ) -> aclError;
    /// The type of `aclrtAllocatorSetFreeFuncToDesc`.
    pub type aclrtAllocatorSetFreeFuncToDesc = unsafe extern "C" fn(
        allocatorDesc: aclrtAllocatorDesc,
        func: aclrtAllocatorFreeFunc,
    ) -> aclError;
    /// The type of `aclrtAllocatorSetGetAddrFromBlockFuncToDesc`.
    pub type aclrtAllocatorSetGetAddrFromBlockFuncToDesc = unsafe extern "C" fn(
        allocatorDesc: aclrtAllocatorDesc,
        func: aclrtAllocatorGetAddrFromBlockFunc,
    ) -> aclError;
    /// The type of `aclrtAllocatorSetObjToDesc`.
    pub type aclrtAllocatorSetObjToDesc = unsafe extern "C" fn(
        allocatorDesc: aclrtAllocatorDesc,
        allocator: aclrtAllocator,
    ) -> aclError;
    /// The type of `aclrtAllocatorUnregister`.
    pub type aclrtAllocatorUnregister = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtAppendBufChain`.
    pub type aclrtAppendBufChain = unsafe extern "C" fn(
        headBuf: aclrtMbuf,
        buf: aclrtMbuf,
    ) -> aclError;
    /// The type of `aclrtBinaryGetDevAddress`.
    pub type aclrtBinaryGetDevAddress = unsafe extern "C" fn(
        binHandle: aclrtBinHandle,
        binAddr: *mut *mut core::ffi::c_void,
        binSize: *mut usize,
    ) -> aclError;
    /// The type of `aclrtBinaryGetFunction`.
    pub type aclrtBinaryGetFunction = unsafe extern "C" fn(
        binHandle: aclrtBinHandle,
        kernelName: *const core::ffi::c_char,
        funcHandle: *mut aclrtFuncHandle,
    ) -> aclError;
    /// The type of `aclrtBinaryGetFunctionByEntry`.
    pub type aclrtBinaryGetFunctionByEntry = unsafe extern "C" fn(
        binHandle: aclrtBinHandle,
        funcEntry: u64,
        funcHandle: *mut aclrtFuncHandle,
    ) -> aclError;
    /// The type of `aclrtBinaryGetGlobal`.
    pub type aclrtBinaryGetGlobal = unsafe extern "C" fn(
        binHandle: aclrtBinHandle,
        name: *const core::ffi::c_char,
        dptr: *mut *mut core::ffi::c_void,
        size: *mut usize,
    ) -> aclError;
    /// The type of `aclrtBinaryLoad`.
    pub type aclrtBinaryLoad = unsafe extern "C" fn(
        binary: aclrtBinary,
        binHandle: *mut aclrtBinHandle,
    ) -> aclError;
    /// The type of `aclrtBinaryLoadFromData`.
    pub type aclrtBinaryLoadFromData = unsafe extern "C" fn(
        data: *const core::ffi::c_void,
        length: usize,
        options: *const aclrtBinaryLoadOptions,
        binHandle: *mut aclrtBinHandle,
    ) -> aclError;
    /// The type of `aclrtBinaryLoadFromFile`.
    pub type aclrtBinaryLoadFromFile = unsafe extern "C" fn(
        binPath: *const core::ffi::c_char,
        options: *mut aclrtBinaryLoadOptions,
        binHandle: *mut aclrtBinHandle,
    ) -> aclError;
    /// The type of `aclrtBinarySetExceptionCallback`.
    pub type aclrtBinarySetExceptionCallback = unsafe extern "C" fn(
        binHandle: aclrtBinHandle,
        callback: aclrtOpExceptionCallback,
        userData: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtBinaryUnLoad`.
    pub type aclrtBinaryUnLoad = unsafe extern "C" fn(
        binHandle: aclrtBinHandle,
    ) -> aclError;
    /// The type of `aclrtCacheLastTaskExtendInfo`.
    pub type aclrtCacheLastTaskExtendInfo = unsafe extern "C" fn(
        extendInfoPtr: *const core::ffi::c_char,
        infoSize: usize,
    ) -> aclError;
    /// The type of `aclrtCacheLastTaskOpInfo`.
    pub type aclrtCacheLastTaskOpInfo = unsafe extern "C" fn(
        infoPtr: *const core::ffi::c_void,
        infoSize: usize,
    ) -> aclError;
    /// The type of `aclrtCheckArchCompatibility`.
    pub type aclrtCheckArchCompatibility = unsafe extern "C" fn(
        socVersion: *const core::ffi::c_char,
        canCompatible: *mut i32,
    ) -> aclError;
    /// The type of `aclrtCheckMemType`.
    pub type aclrtCheckMemType = unsafe extern "C" fn(
        addrList: *mut *mut core::ffi::c_void,
        size: u32,
        memType: u32,
        checkResult: *mut u32,
        reserve: u32,
    ) -> aclError;
    /// The type of `aclrtCmoAsync`.
    pub type aclrtCmoAsync = unsafe extern "C" fn(
        src: *mut core::ffi::c_void,
        size: usize,
        cmoType: aclrtCmoType,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtCmoAsyncWithBarrier`.
    pub type aclrtCmoAsyncWithBarrier = unsafe extern "C" fn(
        src: *mut core::ffi::c_void,
        size: usize,
        cmoType: aclrtCmoType,
        barrierId: u32,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtCmoAsyncWithDesc`.
    pub type aclrtCmoAsyncWithDesc = unsafe extern "C" fn(
        cmoDesc: *mut core::ffi::c_void,
        cmoType: aclrtCmoType,
        stream: aclrtStream,
        reserve: *const core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtCmoGetDescSize`.
    pub type aclrtCmoGetDescSize = unsafe extern "C" fn(size: *mut usize) -> aclError;
    /// The type of `aclrtCmoSetDesc`.
    pub type aclrtCmoSetDesc = unsafe extern "C" fn(
        cmoDesc: *mut core::ffi::c_void,
        src: *mut core::ffi::c_void,
        size: usize,
    ) -> aclError;
    /// The type of `aclrtCmoWaitBarrier`.
    pub type aclrtCmoWaitBarrier = unsafe extern "C" fn(
        taskInfo: *mut aclrtBarrierTaskInfo,
        stream: aclrtStream,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtCntNotifyCreate`.
    pub type aclrtCntNotifyCreate = unsafe extern "C" fn(
        cntNotify: *mut aclrtCntNotify,
        flag: u64,
    ) -> aclError;
    /// The type of `aclrtCntNotifyDestroy`.
    pub type aclrtCntNotifyDestroy = unsafe extern "C" fn(
        cntNotify: aclrtCntNotify,
    ) -> aclError;
    /// The type of `aclrtCntNotifyGetId`.
    pub type aclrtCntNotifyGetId = unsafe extern "C" fn(
        cntNotify: aclrtCntNotify,
        notifyId: *mut u32,
    ) -> aclError;
    /// The type of `aclrtCntNotifyRecord`.
    pub type aclrtCntNotifyRecord = unsafe extern "C" fn(
        cntNotify: aclrtCntNotify,
        stream: aclrtStream,
        info: *mut aclrtCntNotifyRecordInfo,
    ) -> aclError;
    /// The type of `aclrtCntNotifyReset`.
    pub type aclrtCntNotifyReset = unsafe extern "C" fn(
        cntNotify: aclrtCntNotify,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtCntNotifyWaitWithTimeout`.
    pub type aclrtCntNotifyWaitWithTimeout = unsafe extern "C" fn(
        cntNotify: aclrtCntNotify,
        stream: aclrtStream,
        info: *mut aclrtCntNotifyWaitInfo,
    ) -> aclError;
    /// The type of `aclrtCopyBufRef`.
    pub type aclrtCopyBufRef = unsafe extern "C" fn(
        buf: aclrtMbuf,
        newBuf: *mut aclrtMbuf,
    ) -> aclError;
    /// The type of `aclrtCreateBinary`.
    pub type aclrtCreateBinary = unsafe extern "C" fn(
        data: *const core::ffi::c_void,
        dataLen: usize,
    ) -> aclrtBinary;
    /// The type of `aclrtCreateContext`.
    pub type aclrtCreateContext = unsafe extern "C" fn(
        context: *mut aclrtContext,
        deviceId: i32,
    ) -> aclError;
    /// The type of `aclrtCreateEvent`.
    pub type aclrtCreateEvent = unsafe extern "C" fn(event: *mut aclrtEvent) -> aclError;
    /// The type of `aclrtCreateEventExWithFlag`.
    pub type aclrtCreateEventExWithFlag = unsafe extern "C" fn(
        event: *mut aclrtEvent,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtCreateEventWithFlag`.
    pub type aclrtCreateEventWithFlag = unsafe extern "C" fn(
        event: *mut aclrtEvent,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtCreateGroupInfo`.
    pub type aclrtCreateGroupInfo = unsafe extern "C" fn() -> *mut aclrtGroupInfo;
    /// The type of `aclrtCreateLabel`.
    pub type aclrtCreateLabel = unsafe extern "C" fn(label: *mut aclrtLabel) -> aclError;
    /// The type of `aclrtCreateLabelList`.
    pub type aclrtCreateLabelList = unsafe extern "C" fn(
        labels: *mut aclrtLabel,
        num: usize,
        labelList: *mut aclrtLabelList,
    ) -> aclError;
    /// The type of `aclrtCreateNotify`.
    pub type aclrtCreateNotify = unsafe extern "C" fn(
        notify: *mut aclrtNotify,
        flag: u64,
    ) -> aclError;
    /// The type of `aclrtCreateStream`.
    pub type aclrtCreateStream = unsafe extern "C" fn(
        stream: *mut aclrtStream,
    ) -> aclError;
    /// The type of `aclrtCreateStreamConfigHandle`.
    pub type aclrtCreateStreamConfigHandle = unsafe extern "C" fn() -> *mut aclrtStreamConfigHandle;
    /// The type of `aclrtCreateStreamV2`.
    pub type aclrtCreateStreamV2 = unsafe extern "C" fn(
        stream: *mut aclrtStream,
        handle: *const aclrtStreamConfigHandle,
    ) -> aclError;
    /// The type of `aclrtCreateStreamWithConfig`.
    pub type aclrtCreateStreamWithConfig = unsafe extern "C" fn(
        stream: *mut aclrtStream,
        priority: u32,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtCtxGetCurrentDefaultStream`.
    pub type aclrtCtxGetCurrentDefaultStream = unsafe extern "C" fn(
        stream: *mut aclrtStream,
    ) -> aclError;
    /// The type of `aclrtCtxGetFloatOverflowAddr`.
    pub type aclrtCtxGetFloatOverflowAddr = unsafe extern "C" fn(
        overflowAddr: *mut *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtCtxGetSysParamOpt`.
    pub type aclrtCtxGetSysParamOpt = unsafe extern "C" fn(
        opt: aclSysParamOpt,
        value: *mut i64,
    ) -> aclError;
    /// The type of `aclrtCtxSetSysParamOpt`.
    pub type aclrtCtxSetSysParamOpt = unsafe extern "C" fn(
        opt: aclSysParamOpt,
        value: i64,
    ) -> aclError;
    /// The type of `aclrtDestroyBinary`.
    pub type aclrtDestroyBinary = unsafe extern "C" fn(binary: aclrtBinary) -> aclError;
    /// The type of `aclrtDestroyContext`.
    pub type aclrtDestroyContext = unsafe extern "C" fn(
        context: aclrtContext,
    ) -> aclError;
    /// The type of `aclrtDestroyEvent`.
    pub type aclrtDestroyEvent = unsafe extern "C" fn(event: aclrtEvent) -> aclError;
    /// The type of `aclrtDestroyGroupInfo`.
    pub type aclrtDestroyGroupInfo = unsafe extern "C" fn(
        groupInfo: *mut aclrtGroupInfo,
    ) -> aclError;
    /// The type of `aclrtDestroyLabel`.
    pub type aclrtDestroyLabel = unsafe extern "C" fn(label: aclrtLabel) -> aclError;
    /// The type of `aclrtDestroyLabelList`.
    pub type aclrtDestroyLabelList = unsafe extern "C" fn(
        labelList: aclrtLabelList,
    ) -> aclError;
    /// The type of `aclrtDestroyNotify`.
    pub type aclrtDestroyNotify = unsafe extern "C" fn(notify: aclrtNotify) -> aclError;
    /// The type of `aclrtDestroyStream`.
    pub type aclrtDestroyStream = unsafe extern "C" fn(stream: aclrtStream) -> aclError;
    /// The type of `aclrtDestroyStreamConfigHandle`.
    pub type aclrtDestroyStreamConfigHandle = unsafe extern "C" fn(
        handle: *mut aclrtStreamConfigHandle,
    ) -> aclError;
    /// The type of `aclrtDestroyStreamForce`.
    pub type aclrtDestroyStreamForce = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtDeviceCanAccessPeer`.
    pub type aclrtDeviceCanAccessPeer = unsafe extern "C" fn(
        canAccessPeer: *mut i32,
        deviceId: i32,
        peerDeviceId: i32,
    ) -> aclError;
    /// The type of `aclrtDeviceDisablePeerAccess`.
    pub type aclrtDeviceDisablePeerAccess = unsafe extern "C" fn(
        peerDeviceId: i32,
    ) -> aclError;
    /// The type of `aclrtDeviceEnablePeerAccess`.
    pub type aclrtDeviceEnablePeerAccess = unsafe extern "C" fn(
        peerDeviceId: i32,
        flags: u32,
    ) -> aclError;
    /// The type of `aclrtDeviceGetBareTgid`.
    pub type aclrtDeviceGetBareTgid = unsafe extern "C" fn(pid: *mut i32) -> aclError;
    /// The type of `aclrtDeviceGetByPCIBusId`.
    pub type aclrtDeviceGetByPCIBusId = unsafe extern "C" fn(
        pciBusId: *const core::ffi::c_char,
        deviceId: *mut i32,
    ) -> aclError;
    /// The type of `aclrtDeviceGetHostAtomicCapabilities`.
    pub type aclrtDeviceGetHostAtomicCapabilities = unsafe extern "C" fn(
        capabilities: *mut u32,
        operations: *const aclrtAtomicOperation,
        count: u32,
        deviceId: i32,
    ) -> aclError;
    /// The type of `aclrtDeviceGetLimit`.
    pub type aclrtDeviceGetLimit = unsafe extern "C" fn(
        limit: aclrtDeviceLimit,
        value: *mut usize,
    ) -> aclError;
    /// The type of `aclrtDeviceGetP2PAtomicCapabilities`.
    pub type aclrtDeviceGetP2PAtomicCapabilities = unsafe extern "C" fn(
        capabilities: *mut u32,
        operations: *const aclrtAtomicOperation,
        count: u32,
        srcDeviceId: i32,
        dstDeviceId: i32,
    ) -> aclError;
    /// The type of `aclrtDeviceGetPCIBusId`.
    pub type aclrtDeviceGetPCIBusId = unsafe extern "C" fn(
        deviceId: i32,
        pciBusId: *mut core::ffi::c_char,
        len: i32,
    ) -> aclError;
    /// The type of `aclrtDeviceGetStreamPriorityRange`.
    pub type aclrtDeviceGetStreamPriorityRange = unsafe extern "C" fn(
        leastPriority: *mut i32,
        greatestPriority: *mut i32,
    ) -> aclError;
    /// The type of `aclrtDeviceGetUuid`.
    pub type aclrtDeviceGetUuid = unsafe extern "C" fn(
        deviceId: i32,
        uuid: *mut aclrtUuid,
    ) -> aclError;
    /// The type of `aclrtDeviceL2CacheFlush`.
    pub type aclrtDeviceL2CacheFlush = unsafe extern "C" fn(
        rsv: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtDevicePeerAccessStatus`.
    pub type aclrtDevicePeerAccessStatus = unsafe extern "C" fn(
        deviceId: i32,
        peerDeviceId: i32,
        status: *mut i32,
    ) -> aclError;
    /// The type of `aclrtDeviceSetLimit`.
    pub type aclrtDeviceSetLimit = unsafe extern "C" fn(
        limit: aclrtDeviceLimit,
        value: usize,
    ) -> aclError;
    /// The type of `aclrtDeviceTaskAbort`.
    pub type aclrtDeviceTaskAbort = unsafe extern "C" fn(
        deviceId: i32,
        timeout: u32,
    ) -> aclError;
    /// The type of `aclrtEventElapsedTime`.
    pub type aclrtEventElapsedTime = unsafe extern "C" fn(
        ms: *mut f32,
        startEvent: aclrtEvent,
        endEvent: aclrtEvent,
    ) -> aclError;
    /// The type of `aclrtEventGetTimestamp`.
    pub type aclrtEventGetTimestamp = unsafe extern "C" fn(
        event: aclrtEvent,
        timestamp: *mut u64,
    ) -> aclError;
    /// The type of `aclrtExceptionInfoCallbackRegister`.
    pub type aclrtExceptionInfoCallbackRegister = unsafe extern "C" fn(
        callback: aclrtExceptionInfoCallback,
    ) -> aclError;
    /// The type of `aclrtExceptionInfoCallbackUnregister`.
    pub type aclrtExceptionInfoCallbackUnregister = unsafe extern "C" fn(
        callback: aclrtExceptionInfoCallback,
    ) -> aclError;
    /// The type of `aclrtFree`.
    pub type aclrtFree = unsafe extern "C" fn(
        devPtr: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtFreeBuf`.
    pub type aclrtFreeBuf = unsafe extern "C" fn(buf: aclrtMbuf) -> aclError;
    /// The type of `aclrtFreeHost`.
    pub type aclrtFreeHost = unsafe extern "C" fn(
        hostPtr: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtFreeHostWithDevSync`.
    pub type aclrtFreeHostWithDevSync = unsafe extern "C" fn(
        hostPtr: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtFreePhysical`.
    pub type aclrtFreePhysical = unsafe extern "C" fn(
        handle: aclrtDrvMemHandle,
    ) -> aclError;
    /// The type of `aclrtFreeWithDevSync`.
    pub type aclrtFreeWithDevSync = unsafe extern "C" fn(
        devPtr: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtFunctionGetAvailDynUbufPerBlock`.
    pub type aclrtFunctionGetAvailDynUbufPerBlock = unsafe extern "C" fn(
        func: *mut core::ffi::c_void,
        flags: u32,
        dynamicUbufSize: *mut usize,
    ) -> aclError;
    /// The type of `aclrtFunctionGetBinary`.
    pub type aclrtFunctionGetBinary = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        binHandle: *mut aclrtBinHandle,
    ) -> aclError;
    /// The type of `aclrtFunctionGetParamCount`.
    pub type aclrtFunctionGetParamCount = unsafe extern "C" fn(
        func: *const core::ffi::c_void,
        paramCount: *mut usize,
    ) -> aclError;
    /// The type of `aclrtFunctionGetParamInfo`.
    pub type aclrtFunctionGetParamInfo = unsafe extern "C" fn(
        func: *const core::ffi::c_void,
        paramIndex: usize,
        paramOffset: *mut usize,
        paramSize: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetAllGroupInfo`.
    pub type aclrtGetAllGroupInfo = unsafe extern "C" fn(
        groupInfo: *mut aclrtGroupInfo,
    ) -> aclError;
    /// The type of `aclrtGetArgsFromExceptionInfo`.
    pub type aclrtGetArgsFromExceptionInfo = unsafe extern "C" fn(
        info: *const aclrtExceptionInfo,
        devArgsPtr: *mut *mut core::ffi::c_void,
        devArgsLen: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetBufChainNum`.
    pub type aclrtGetBufChainNum = unsafe extern "C" fn(
        headBuf: aclrtMbuf,
        num: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetBufData`.
    pub type aclrtGetBufData = unsafe extern "C" fn(
        buf: aclrtMbuf,
        dataPtr: *mut *mut core::ffi::c_void,
        size: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetBufDataLen`.
    pub type aclrtGetBufDataLen = unsafe extern "C" fn(
        buf: aclrtMbuf,
        len: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetBufFromChain`.
    pub type aclrtGetBufFromChain = unsafe extern "C" fn(
        headBuf: aclrtMbuf,
        index: u32,
        buf: *mut aclrtMbuf,
    ) -> aclError;
    /// The type of `aclrtGetBufUserData`.
    pub type aclrtGetBufUserData = unsafe extern "C" fn(
        buf: aclrtMbuf,
        dataPtr: *mut core::ffi::c_void,
        size: usize,
        offset: usize,
    ) -> aclError;
    /// The type of `aclrtGetCurrentContext`.
    pub type aclrtGetCurrentContext = unsafe extern "C" fn(
        context: *mut aclrtContext,
    ) -> aclError;
    /// The type of `aclrtGetDevice`.
    pub type aclrtGetDevice = unsafe extern "C" fn(deviceId: *mut i32) -> aclError;
    /// The type of `aclrtGetDeviceCapability`.
    pub type aclrtGetDeviceCapability = unsafe extern "C" fn(
        deviceId: i32,
        devFeatureType: aclrtDevFeatureType,
        value: *mut i32,
    ) -> aclError;
    /// The type of `aclrtGetDeviceCount`.
    pub type aclrtGetDeviceCount = unsafe extern "C" fn(count: *mut u32) -> aclError;
    /// The type of `aclrtGetDeviceIdFromExceptionInfo`.
    pub type aclrtGetDeviceIdFromExceptionInfo = unsafe extern "C" fn(
        info: *const aclrtExceptionInfo,
    ) -> u32;
    /// The type of `aclrtGetDeviceInfo`.
    pub type aclrtGetDeviceInfo = unsafe extern "C" fn(
        deviceId: u32,
        attr: aclrtDevAttr,
        value: *mut i64,
    ) -> aclError;
    /// The type of `aclrtGetDeviceResLimit`.
    pub type aclrtGetDeviceResLimit = unsafe extern "C" fn(
        deviceId: i32,
        type_: aclrtDevResLimitType,
        value: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetDeviceSatMode`.
    pub type aclrtGetDeviceSatMode = unsafe extern "C" fn(
        mode: *mut aclrtFloatOverflowMode,
    ) -> aclError;
    /// The type of `aclrtGetDeviceUtilizationRate`.
    pub type aclrtGetDeviceUtilizationRate = unsafe extern "C" fn(
        deviceId: i32,
        utilizationInfo: *mut aclrtUtilizationInfo,
    ) -> aclError;
    /// The type of `aclrtGetDevicesTopo`.
    pub type aclrtGetDevicesTopo = unsafe extern "C" fn(
        deviceId: u32,
        otherDeviceId: u32,
        value: *mut u64,
    ) -> aclError;
    /// The type of `aclrtGetErrorCodeFromExceptionInfo`.
    pub type aclrtGetErrorCodeFromExceptionInfo = unsafe extern "C" fn(
        info: *const aclrtExceptionInfo,
    ) -> u32;
    /// The type of `aclrtGetErrorVerbose`.
    pub type aclrtGetErrorVerbose = unsafe extern "C" fn(
        deviceId: i32,
        errorInfo: *mut aclrtErrorInfo,
    ) -> aclError;
    /// The type of `aclrtGetEventAvailNum`.
    pub type aclrtGetEventAvailNum = unsafe extern "C" fn(
        eventCount: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetEventId`.
    pub type aclrtGetEventId = unsafe extern "C" fn(
        event: aclrtEvent,
        eventId: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetFloatOverflowStatus`.
    pub type aclrtGetFloatOverflowStatus = unsafe extern "C" fn(
        outputAddr: *mut core::ffi::c_void,
        outputSize: u64,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtGetFuncBySymbol`.
    pub type aclrtGetFuncBySymbol = unsafe extern "C" fn(
        symbol: *const core::ffi::c_void,
        funcHandle: *mut aclrtFuncHandle,
    ) -> aclError;
    /// The type of `aclrtGetFuncHandleFromExceptionInfo`.
    pub type aclrtGetFuncHandleFromExceptionInfo = unsafe extern "C" fn(
        info: *const aclrtExceptionInfo,
        func: *mut aclrtFuncHandle,
    ) -> aclError;
    /// The type of `aclrtGetFunctionAddr`.
    pub type aclrtGetFunctionAddr = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        aicAddr: *mut *mut core::ffi::c_void,
        aivAddr: *mut *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtGetFunctionAttribute`.
    pub type aclrtGetFunctionAttribute = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        attrType: aclrtFuncAttribute,
        attrValue: *mut i64,
    ) -> aclError;
    /// The type of `aclrtGetFunctionName`.
    pub type aclrtGetFunctionName = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        maxLen: u32,
        name: *mut core::ffi::c_char,
    ) -> aclError;
    /// The type of `aclrtGetFunctionSize`.
    pub type aclrtGetFunctionSize = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        aicSize: *mut usize,
        aivSize: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetGroupCount`.
    pub type aclrtGetGroupCount = unsafe extern "C" fn(count: *mut u32) -> aclError;
    /// The type of `aclrtGetGroupInfoDetail`.
    pub type aclrtGetGroupInfoDetail = unsafe extern "C" fn(
        groupInfo: *const aclrtGroupInfo,
        groupIndex: i32,
        attr: aclrtGroupAttr,
        attrValue: *mut core::ffi::c_void,
        valueLen: usize,
        paramRetSize: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetHardwareSyncAddr`.
    pub type aclrtGetHardwareSyncAddr = unsafe extern "C" fn(
        addr: *mut *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtGetLastError`.
    pub type aclrtGetLastError = unsafe extern "C" fn(
        level: aclrtLastErrLevel,
    ) -> aclError;
    /// The type of `aclrtGetLogicDevIdByPhyDevId`.
    pub type aclrtGetLogicDevIdByPhyDevId = unsafe extern "C" fn(
        phyDevId: i32,
        logicDevId: *mut i32,
    ) -> aclError;
    /// The type of `aclrtGetLogicDevIdByUserDevId`.
    pub type aclrtGetLogicDevIdByUserDevId = unsafe extern "C" fn(
        userDevid: i32,
        logicDevId: *mut i32,
    ) -> aclError;
    /// The type of `aclrtGetMemInfo`.
    pub type aclrtGetMemInfo = unsafe extern "C" fn(
        attr: aclrtMemAttr,
        free: *mut usize,
        total: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetMemUceInfo`.
    pub type aclrtGetMemUceInfo = unsafe extern "C" fn(
        deviceId: i32,
        memUceInfoArray: *mut aclrtMemUceInfo,
        arraySize: usize,
        retSize: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetMemUsageInfo`.
    pub type aclrtGetMemUsageInfo = unsafe extern "C" fn(
        deviceId: i32,
        memUsageInfo: *mut aclrtMemUsageInfo,
        inputNum: usize,
        outputNum: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetMemcpyDescSize`.
    pub type aclrtGetMemcpyDescSize = unsafe extern "C" fn(
        kind: aclrtMemcpyKind,
        descSize: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetNotifyId`.
    pub type aclrtGetNotifyId = unsafe extern "C" fn(
        notify: aclrtNotify,
        notifyId: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetOpExecuteTimeout`.
    pub type aclrtGetOpExecuteTimeout = unsafe extern "C" fn(
        timeoutMs: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetOpTimeOutInterval`.
    pub type aclrtGetOpTimeOutInterval = unsafe extern "C" fn(
        interval: *mut u64,
    ) -> aclError;
    /// The type of `aclrtGetOverflowStatus`.
    pub type aclrtGetOverflowStatus = unsafe extern "C" fn(
        outputAddr: *mut core::ffi::c_void,
        outputSize: usize,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtGetPhyDevIdByLogicDevId`.
    pub type aclrtGetPhyDevIdByLogicDevId = unsafe extern "C" fn(
        logicDevId: i32,
        phyDevId: *mut i32,
    ) -> aclError;
    /// The type of `aclrtGetPhyDevIdByUserDevId`.
    pub type aclrtGetPhyDevIdByUserDevId = unsafe extern "C" fn(
        userDevId: i32,
        phyDevId: *mut i32,
    ) -> aclError;
    /// The type of `aclrtGetPrimaryCtxState`.
    pub type aclrtGetPrimaryCtxState = unsafe extern "C" fn(
        deviceId: i32,
        flags: *mut u32,
        active: *mut i32,
    ) -> aclError;
    /// The type of `aclrtGetResInCurrentThread`.
    pub type aclrtGetResInCurrentThread = unsafe extern "C" fn(
        type_: aclrtDevResLimitType,
        value: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetRunMode`.
    pub type aclrtGetRunMode = unsafe extern "C" fn(
        runMode: *mut aclrtRunMode,
    ) -> aclError;
    /// The type of `aclrtGetSocName`.
    pub type aclrtGetSocName = unsafe extern "C" fn() -> *const core::ffi::c_char;
    /// The type of `aclrtGetStreamAttribute`.
    pub type aclrtGetStreamAttribute = unsafe extern "C" fn(
        stream: aclrtStream,
        stmAttrType: aclrtStreamAttr,
        value: *mut aclrtStreamAttrValue,
    ) -> aclError;
    /// The type of `aclrtGetStreamAvailableNum`.
    pub type aclrtGetStreamAvailableNum = unsafe extern "C" fn(
        streamCount: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetStreamIdFromExceptionInfo`.
    pub type aclrtGetStreamIdFromExceptionInfo = unsafe extern "C" fn(
        info: *const aclrtExceptionInfo,
    ) -> u32;
    /// The type of `aclrtGetStreamOverflowSwitch`.
    pub type aclrtGetStreamOverflowSwitch = unsafe extern "C" fn(
        stream: aclrtStream,
        flag: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetStreamResLimit`.
    pub type aclrtGetStreamResLimit = unsafe extern "C" fn(
        stream: aclrtStream,
        type_: aclrtDevResLimitType,
        value: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetSymbolAddress`.
    pub type aclrtGetSymbolAddress = unsafe extern "C" fn(
        symbol: *const core::ffi::c_void,
        devPtr: *mut *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtGetSymbolSize`.
    pub type aclrtGetSymbolSize = unsafe extern "C" fn(
        symbol: *const core::ffi::c_void,
        size: *mut usize,
    ) -> aclError;
    /// The type of `aclrtGetSysParamOpt`.
    pub type aclrtGetSysParamOpt = unsafe extern "C" fn(
        opt: aclSysParamOpt,
        value: *mut i64,
    ) -> aclError;
    /// The type of `aclrtGetTaskIdFromExceptionInfo`.
    pub type aclrtGetTaskIdFromExceptionInfo = unsafe extern "C" fn(
        info: *const aclrtExceptionInfo,
    ) -> u32;
    /// The type of `aclrtGetThreadIdFromExceptionInfo`.
    pub type aclrtGetThreadIdFromExceptionInfo = unsafe extern "C" fn(
        info: *const aclrtExceptionInfo,
    ) -> u32;
    /// The type of `aclrtGetThreadLastTaskId`.
    pub type aclrtGetThreadLastTaskId = unsafe extern "C" fn(
        taskId: *mut u32,
    ) -> aclError;
    /// The type of `aclrtGetUserDevIdByLogicDevId`.
    pub type aclrtGetUserDevIdByLogicDevId = unsafe extern "C" fn(
        logicDevId: i32,
        userDevid: *mut i32,
    ) -> aclError;
    /// The type of `aclrtGetUserDevIdByPhyDevId`.
    pub type aclrtGetUserDevIdByPhyDevId = unsafe extern "C" fn(
        phyDevId: i32,
        userDevId: *mut i32,
    ) -> aclError;
    /// The type of `aclrtGetVersion`.
    pub type aclrtGetVersion = unsafe extern "C" fn(
        majorVersion: *mut i32,
        minorVersion: *mut i32,
        patchVersion: *mut i32,
    ) -> aclError;
    /// The type of `aclrtHostGetDevicePointer`.
    pub type aclrtHostGetDevicePointer = unsafe extern "C" fn(
        pHost: *mut core::ffi::c_void,
        pDevice: *mut *mut core::ffi::c_void,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtHostMemMapCapabilities`.
    pub type aclrtHostMemMapCapabilities = unsafe extern "C" fn(
        deviceId: u32,
        hacType: aclrtHacType,
        capabilities: *mut aclrtHostMemMapCapability,
    ) -> aclError;
    /// The type of `aclrtHostRegister`.
    pub type aclrtHostRegister = unsafe extern "C" fn(
        ptr: *mut core::ffi::c_void,
        size: u64,
        type_: aclrtHostRegisterType,
        devPtr: *mut *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtHostRegisterV2`.
    pub type aclrtHostRegisterV2 = unsafe extern "C" fn(
        ptr: *mut core::ffi::c_void,
        size: u64,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtHostUnregister`.
    pub type aclrtHostUnregister = unsafe extern "C" fn(
        ptr: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtIpcGetEventHandle`.
    pub type aclrtIpcGetEventHandle = unsafe extern "C" fn(
        event: aclrtEvent,
        handle: *mut aclrtIpcEventHandle,
    ) -> aclError;
    /// The type of `aclrtIpcMemClose`.
    pub type aclrtIpcMemClose = unsafe extern "C" fn(
        key: *const core::ffi::c_char,
    ) -> aclError;
    /// The type of `aclrtIpcMemGetExportKey`.
    pub type aclrtIpcMemGetExportKey = unsafe extern "C" fn(
        devPtr: *mut core::ffi::c_void,
        size: usize,
        key: *mut core::ffi::c_char,
        len: usize,
        flags: u64,
    ) -> aclError;
    /// The type of `aclrtIpcMemImportByKey`.
    pub type aclrtIpcMemImportByKey = unsafe extern "C" fn(
        devPtr: *mut *mut core::ffi::c_void,
        key: *const core::ffi::c_char,
        flags: u64,
    ) -> aclError;
    /// The type of `aclrtIpcMemImportPidInterServer`.
    pub type aclrtIpcMemImportPidInterServer = unsafe extern "C" fn(
        key: *const core::ffi::c_char,
        serverPids: *mut aclrtServerPid,
        num: usize,
    ) -> aclError;
    /// The type of `aclrtIpcMemSetAttr`.
    pub type aclrtIpcMemSetAttr = unsafe extern "C" fn(
        key: *const core::ffi::c_char,
        type_: aclrtIpcMemAttrType,
        attr: u64,
    ) -> aclError;
    /// The type of `aclrtIpcMemSetImportPid`.
    pub type aclrtIpcMemSetImportPid = unsafe extern "C" fn(
        key: *const core::ffi::c_char,
        pid: *mut i32,
        num: usize,
    ) -> aclError;
    /// The type of `aclrtIpcOpenEventHandle`.
    pub type aclrtIpcOpenEventHandle = unsafe extern "C" fn(
        handle: aclrtIpcEventHandle,
        event: *mut aclrtEvent,
    ) -> aclError;
    /// The type of `aclrtKernelArgsAppend`.
    pub type aclrtKernelArgsAppend = unsafe extern "C" fn(
        argsHandle: aclrtArgsHandle,
        param: *mut core::ffi::c_void,
        paramSize: usize,
        paramHandle: *mut aclrtParamHandle,
    ) -> aclError;
    /// The type of `aclrtKernelArgsAppendPlaceHolder`.
    pub type aclrtKernelArgsAppendPlaceHolder = unsafe extern "C" fn(
        argsHandle: aclrtArgsHandle,
        paramHandle: *mut aclrtParamHandle,
    ) -> aclError;
    /// The type of `aclrtKernelArgsFinalize`.
    pub type aclrtKernelArgsFinalize = unsafe extern "C" fn(
        argsHandle: aclrtArgsHandle,
    ) -> aclError;
    /// The type of `aclrtKernelArgsGetHandleMemSize`.
    pub type aclrtKernelArgsGetHandleMemSize = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        memSize: *mut usize,
    ) -> aclError;
    /// The type of `aclrtKernelArgsGetMemSize`.
    pub type aclrtKernelArgsGetMemSize = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        userArgsSize: usize,
        actualArgsSize: *mut usize,
    ) -> aclError;
    /// The type of `aclrtKernelArgsGetPlaceHolderBuffer`.
    pub type aclrtKernelArgsGetPlaceHolderBuffer = unsafe extern "C" fn(
        argsHandle: aclrtArgsHandle,
        paramHandle: aclrtParamHandle,
        dataSize: usize,
        bufferAddr: *mut *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtKernelArgsInit`.
    pub type aclrtKernelArgsInit = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        argsHandle: *mut aclrtArgsHandle,
    ) -> aclError;
    /// The type of `aclrtKernelArgsInitByUserMem`.
    pub type aclrtKernelArgsInitByUserMem = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        argsHandle: aclrtArgsHandle,
        userHostMem: *mut core::ffi::c_void,
        actualArgsSize: usize,
    ) -> aclError;
    /// The type of `aclrtKernelArgsParaUpdate`.
    pub type aclrtKernelArgsParaUpdate = unsafe extern "C" fn(
        argsHandle: aclrtArgsHandle,
        paramHandle: aclrtParamHandle,
        param: *mut core::ffi::c_void,
        paramSize: usize,
    ) -> aclError;
    /// The type of `aclrtLaunchCallback`.
    pub type aclrtLaunchCallback = unsafe extern "C" fn(
        fn_: aclrtCallback,
        userData: *mut core::ffi::c_void,
        blockType: aclrtCallbackBlockType,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtLaunchHostFunc`.
    pub type aclrtLaunchHostFunc = unsafe extern "C" fn(
        stream: aclrtStream,
        fn_: aclrtHostFunc,
        args: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtLaunchKernel`.
    pub type aclrtLaunchKernel = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        numBlocks: u32,
        argsData: *const core::ffi::c_void,
        argsSize: usize,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtLaunchKernelV2`.
    pub type aclrtLaunchKernelV2 = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        numBlocks: u32,
        argsData: *const core::ffi::c_void,
        argsSize: usize,
        cfg: *mut aclrtLaunchKernelCfg,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtLaunchKernelWithArgsArray`.
    pub type aclrtLaunchKernelWithArgsArray = unsafe extern "C" fn(
        func: *mut core::ffi::c_void,
        numBlocks: u32,
        stream: aclrtStream,
        cfg: *mut aclrtLaunchKernelCfg,
        args: *mut *mut core::ffi::c_void,
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
    /// The type of `aclrtLaunchKernelWithHostArgs`.
    pub type aclrtLaunchKernelWithHostArgs = unsafe extern "C" fn(
        funcHandle: aclrtFuncHandle,
        numBlocks: u32,
        stream: aclrtStream,
        cfg: *mut aclrtLaunchKernelCfg,
        hostArgs: *mut core::ffi::c_void,
        argsSize: usize,
        placeHolderArray: *mut aclrtPlaceHolderInfo,
        placeHolderNum: usize,
    ) -> aclError;
    /// The type of `aclrtLaunchSIMTKernelWithArgsArray`.
    pub type aclrtLaunchSIMTKernelWithArgsArray = unsafe extern "C" fn(
        func: *mut core::ffi::c_void,
        gridDim: dim3,
        blockDim: dim3,
        dynUbufSize: usize,
        stream: aclrtStream,
        cfg: *mut aclrtLaunchKernelCfg,
        args: *mut *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtLaunchSIMTKernelWithHostArgs`.
    pub type aclrtLaunchSIMTKernelWithHostArgs = unsafe extern "C" fn(
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
    /// The type of `aclrtMalloc`.
    pub type aclrtMalloc = unsafe extern "C" fn(
        devPtr: *mut *mut core::ffi::c_void,
        size: usize,
        policy: aclrtMemMallocPolicy,
    ) -> aclError;
    /// The type of `aclrtMallocAlign32`.
    pub type aclrtMallocAlign32 = unsafe extern "C" fn(
        devPtr: *mut *mut core::ffi::c_void,
        size: usize,
        policy: aclrtMemMallocPolicy,
    ) -> aclError;
    /// The type of `aclrtMallocCached`.
    pub type aclrtMallocCached = unsafe extern "C" fn(
        devPtr: *mut *mut core::ffi::c_void,
        size: usize,
        policy: aclrtMemMallocPolicy,
    ) -> aclError;
    /// The type of `aclrtMallocForTaskScheduler`.
    pub type aclrtMallocForTaskScheduler = unsafe extern "C" fn(
        devPtr: *mut *mut core::ffi::c_void,
        size: usize,
        policy: aclrtMemMallocPolicy,
        cfg: *mut aclrtMallocConfig,
    ) -> aclError;
    /// The type of `aclrtMallocHost`.
    pub type aclrtMallocHost = unsafe extern "C" fn(
        hostPtr: *mut *mut core::ffi::c_void,
        size: usize,
    ) -> aclError;
    /// The type of `aclrtMallocHostWithCfg`.
    pub type aclrtMallocHostWithCfg = unsafe extern "C" fn(
        ptr: *mut *mut core::ffi::c_void,
        size: u64,
        cfg: *mut aclrtMallocConfig,
    ) -> aclError;
    /// The type of `aclrtMallocPhysical`.
    pub type aclrtMallocPhysical = unsafe extern "C" fn(
        handle: *mut aclrtDrvMemHandle,
        size: usize,
        prop: *const aclrtPhysicalMemProp,
        flags: u64,
    ) -> aclError;
    /// The type of `aclrtMallocWithCfg`.
    pub type aclrtMallocWithCfg = unsafe extern "C" fn(
        devPtr: *mut *mut core::ffi::c_void,
        size: usize,
        policy: aclrtMemMallocPolicy,
        cfg: *mut aclrtMallocConfig,
    ) -> aclError;
    /// The type of `aclrtMapMem`.
    pub type aclrtMapMem = unsafe extern "C" fn(
        virPtr: *mut core::ffi::c_void,
        size: usize,
        offset: usize,
        handle: aclrtDrvMemHandle,
        flags: u64,
    ) -> aclError;
    /// The type of `aclrtMemAllocManaged`.
    pub type aclrtMemAllocManaged = unsafe extern "C" fn(
        ptr: *mut *mut core::ffi::c_void,
        size: u64,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtMemExportToShareableHandle`.
    pub type aclrtMemExportToShareableHandle = unsafe extern "C" fn(
        handle: aclrtDrvMemHandle,
        handleType: aclrtMemHandleType,
        flags: u64,
        shareableHandle: *mut u64,
    ) -> aclError;
    /// The type of `aclrtMemExportToShareableHandleV2`.
    pub type aclrtMemExportToShareableHandleV2 = unsafe extern "C" fn(
        handle: aclrtDrvMemHandle,
        flags: u64,
        shareType: aclrtMemSharedHandleType,
        shareableHandle: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtMemFlush`.
    pub type aclrtMemFlush = unsafe extern "C" fn(
        devPtr: *mut core::ffi::c_void,
        size: usize,
    ) -> aclError;
    /// The type of `aclrtMemGetAccess`.
    pub type aclrtMemGetAccess = unsafe extern "C" fn(
        virPtr: *mut core::ffi::c_void,
        location: *mut aclrtMemLocation,
        flag: *mut u64,
    ) -> aclError;
    /// The type of `aclrtMemGetAddressRange`.
    pub type aclrtMemGetAddressRange = unsafe extern "C" fn(
        ptr: *mut core::ffi::c_void,
        pbase: *mut *mut core::ffi::c_void,
        psize: *mut usize,
    ) -> aclError;
    /// The type of `aclrtMemGetAllocationGranularity`.
    pub type aclrtMemGetAllocationGranularity = unsafe extern "C" fn(
        prop: *mut aclrtPhysicalMemProp,
        option: aclrtMemGranularityOptions,
        granularity: *mut usize,
    ) -> aclError;
    /// The type of `aclrtMemGetAllocationPropertiesFromHandle`.
    pub type aclrtMemGetAllocationPropertiesFromHandle = unsafe extern "C" fn(
        handle: aclrtDrvMemHandle,
        prop: *mut aclrtPhysicalMemProp,
    ) -> aclError;
    /// The type of `aclrtMemImportFromShareableHandle`.
    pub type aclrtMemImportFromShareableHandle = unsafe extern "C" fn(
        shareableHandle: u64,
        deviceId: i32,
        handle: *mut aclrtDrvMemHandle,
    ) -> aclError;
    /// The type of `aclrtMemImportFromShareableHandleV2`.
    pub type aclrtMemImportFromShareableHandleV2 = unsafe extern "C" fn(
        shareableHandle: *mut core::ffi::c_void,
        shareType: aclrtMemSharedHandleType,
        flags: u64,
        handle: *mut aclrtDrvMemHandle,
    ) -> aclError;
    /// The type of `aclrtMemInvalidate`.
    pub type aclrtMemInvalidate = unsafe extern "C" fn(
        devPtr: *mut core::ffi::c_void,
        size: usize,
    ) -> aclError;
    /// The type of `aclrtMemManagedAdvise`.
    pub type aclrtMemManagedAdvise = unsafe extern "C" fn(
        ptr: *const core::ffi::c_void,
        size: u64,
        advise: aclrtMemManagedAdviseType,
        location: aclrtMemManagedLocation,
    ) -> aclError;
    /// The type of `aclrtMemManagedGetAttr`.
    pub type aclrtMemManagedGetAttr = unsafe extern "C" fn(
        attribute: aclrtMemManagedRangeAttribute,
        ptr: *const core::ffi::c_void,
        size: usize,
        data: *mut core::ffi::c_void,
        dataSize: usize,
    ) -> aclError;
    /// The type of `aclrtMemManagedGetAttrs`.
    pub type aclrtMemManagedGetAttrs = unsafe extern "C" fn(
        attributes: *mut aclrtMemManagedRangeAttribute,
        numAttributes: usize,
        ptr: *const core::ffi::c_void,
        size: usize,
        data: *mut *mut core::ffi::c_void,
        dataSizes: *mut usize,
    ) -> aclError;
    /// The type of `aclrtMemManagedPrefetchAsync`.
    pub type aclrtMemManagedPrefetchAsync = unsafe extern "C" fn(
        ptr: *const core::ffi::c_void,
        size: usize,
        location: aclrtMemManagedLocation,
        flags: u32,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtMemManagedPrefetchBatchAsync`.
    pub type aclrtMemManagedPrefetchBatchAsync = unsafe extern "C" fn(
        ptrs: *mut *const core::ffi::c_void,
        sizes: *mut usize,
        count: usize,
        prefetchLocs: *mut aclrtMemManagedLocation,
        prefetchLocIdxs: *mut usize,
        numPrefetchLocs: usize,
        flags: u64,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtMemMapNoAccess`.
    pub type aclrtMemMapNoAccess = unsafe extern "C" fn(
        virPtr: *mut core::ffi::c_void,
        size: usize,
        offset: usize,
        handle: aclrtDrvMemHandle,
        flags: u64,
    ) -> aclError;
    /// The type of `aclrtMemMapSelectedLink`.
    pub type aclrtMemMapSelectedLink = unsafe extern "C" fn(
        virPtrDst: *mut core::ffi::c_void,
        size: usize,
        virPtrSrc: *mut core::ffi::c_void,
        linkIdx: u32,
    ) -> aclError;
    /// The type of `aclrtMemMapSetLink`.
    pub type aclrtMemMapSetLink = unsafe extern "C" fn(
        handle: aclrtDrvMemHandle,
        adviceLink: aclrtMemLinkType,
    ) -> aclError;
    /// The type of `aclrtMemP2PMap`.
    pub type aclrtMemP2PMap = unsafe extern "C" fn(
        devPtr: *mut core::ffi::c_void,
        size: usize,
        dstDevId: i32,
        flags: u64,
    ) -> aclError;
    /// The type of `aclrtMemPoolCreate`.
    pub type aclrtMemPoolCreate = unsafe extern "C" fn(
        memPool: *mut aclrtMemPool,
        poolProps: *const aclrtMemPoolProps,
    ) -> aclError;
    /// The type of `aclrtMemPoolDestroy`.
    pub type aclrtMemPoolDestroy = unsafe extern "C" fn(
        memPool: aclrtMemPool,
    ) -> aclError;
    /// The type of `aclrtMemPoolFreeAsync`.
    pub type aclrtMemPoolFreeAsync = unsafe extern "C" fn(
        ptr: *mut core::ffi::c_void,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtMemPoolGetAttr`.
    pub type aclrtMemPoolGetAttr = unsafe extern "C" fn(
        memPool: aclrtMemPool,
        attr: aclrtMemPoolAttr,
        value: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtMemPoolMallocAsync`.
    pub type aclrtMemPoolMallocAsync = unsafe extern "C" fn(
        ptr: *mut *mut core::ffi::c_void,
        size: usize,
        memPool: aclrtMemPool,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtMemPoolSetAttr`.
    pub type aclrtMemPoolSetAttr = unsafe extern "C" fn(
        memPool: aclrtMemPool,
        attr: aclrtMemPoolAttr,
        value: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtMemPoolTrimTo`.
    pub type aclrtMemPoolTrimTo = unsafe extern "C" fn(
        memPool: aclrtMemPool,
        minBytesToKeep: usize,
    ) -> aclError;
    /// The type of `aclrtMemRetainAllocationHandle`.
    pub type aclrtMemRetainAllocationHandle = unsafe extern "C" fn(
        virPtr: *mut core::ffi::c_void,
        handle: *mut aclrtDrvMemHandle,
    ) -> aclError;
    /// The type of `aclrtMemSetAccess`.
    pub type aclrtMemSetAccess = unsafe extern "C" fn(
        virPtr: *mut core::ffi::c_void,
        size: usize,
        desc: *mut aclrtMemAccessDesc,
        count: usize,
    ) -> aclError;
    /// The type of `aclrtMemSetPidToShareableHandle`.
    pub type aclrtMemSetPidToShareableHandle = unsafe extern "C" fn(
        shareableHandle: u64,
        pid: *mut i32,
        pidNum: usize,
    ) -> aclError;
    /// The type of `aclrtMemSetPidToShareableHandleV2`.
    pub type aclrtMemSetPidToShareableHandleV2 = unsafe extern "C" fn(
        shareableHandle: *mut core::ffi::c_void,
        shareType: aclrtMemSharedHandleType,
        pid: *mut i32,
        pidNum: usize,
    ) -> aclError;
    /// The type of `aclrtMemUceRepair`.
    pub type aclrtMemUceRepair = unsafe extern "C" fn(
        deviceId: i32,
        memUceInfoArray: *mut aclrtMemUceInfo,
        arraySize: usize,
    ) -> aclError;
    /// The type of `aclrtMemcpy`.
    pub type aclrtMemcpy = unsafe extern "C" fn(
        dst: *mut core::ffi::c_void,
        destMax: usize,
        src: *const core::ffi::c_void,
        count: usize,
        kind: aclrtMemcpyKind,
    ) -> aclError;
    /// The type of `aclrtMemcpy2d`.
    pub type aclrtMemcpy2d = unsafe extern "C" fn(
        dst: *mut core::ffi::c_void,
        dpitch: usize,
        src: *const core::ffi::c_void,
        spitch: usize,
        width: usize,
        height: usize,
        kind: aclrtMemcpyKind,
    ) -> aclError;
    /// The type of `aclrtMemcpy2dAsync`.
    pub type aclrtMemcpy2dAsync = unsafe extern "C" fn(
        dst: *mut core::ffi::c_void,
        dpitch: usize,
        src: *const core::ffi::c_void,
        spitch: usize,
        width: usize,
        height: usize,
        kind: aclrtMemcpyKind,
        stream: aclrtStream,
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
    /// The type of `aclrtMemcpyAsyncWithCondition`.
    pub type aclrtMemcpyAsyncWithCondition = unsafe extern "C" fn(
        dst: *mut core::ffi::c_void,
        destMax: usize,
        src: *const core::ffi::c_void,
        count: usize,
        kind: aclrtMemcpyKind,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtMemcpyAsyncWithDesc`.
    pub type aclrtMemcpyAsyncWithDesc = unsafe extern "C" fn(
        desc: *mut core::ffi::c_void,
        kind: aclrtMemcpyKind,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtMemcpyAsyncWithOffset`.
    pub type aclrtMemcpyAsyncWithOffset = unsafe extern "C" fn(
        dst: *mut *mut core::ffi::c_void,
        destMax: usize,
        dstDataOffset: usize,
        src: *mut *const core::ffi::c_void,
        count: usize,
        srcDataOffset: usize,
        kind: aclrtMemcpyKind,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtMemcpyBatch`.
    pub type aclrtMemcpyBatch = unsafe extern "C" fn(
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
    /// The type of `aclrtMemcpyBatchAsync`.
    pub type aclrtMemcpyBatchAsync = unsafe extern "C" fn(
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
    /// The type of `aclrtMemcpyBatchAsyncV2`.
    pub type aclrtMemcpyBatchAsyncV2 = unsafe extern "C" fn(
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
    /// The type of `aclrtMemcpyBatchV2`.
    pub type aclrtMemcpyBatchV2 = unsafe extern "C" fn(
        dsts: *mut *mut core::ffi::c_void,
        destMaxs: *mut usize,
        srcs: *mut *mut core::ffi::c_void,
        sizes: *mut usize,
        numBatches: usize,
        attrs: *mut aclrtMemcpyBatchAttr,
        attrsIndexes: *mut usize,
        numAttrs: usize,
    ) -> aclError;
    /// The type of `aclrtMemcpyFromSymbol`.
    pub type aclrtMemcpyFromSymbol = unsafe extern "C" fn(
        dst: *mut core::ffi::c_void,
        dstMax: usize,
        symbol: *const core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: aclrtMemcpyKind,
    ) -> aclError;
    /// The type of `aclrtMemcpyFromSymbolAsync`.
    pub type aclrtMemcpyFromSymbolAsync = unsafe extern "C" fn(
        dst: *mut core::ffi::c_void,
        dstMax: usize,
        symbol: *const core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: aclrtMemcpyKind,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtMemcpyToSymbol`.
    pub type aclrtMemcpyToSymbol = unsafe extern "C" fn(
        symbol: *const core::ffi::c_void,
        src: *const core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: aclrtMemcpyKind,
    ) -> aclError;
    /// The type of `aclrtMemcpyToSymbolAsync`.
    pub type aclrtMemcpyToSymbolAsync = unsafe extern "C" fn(
        symbol: *const core::ffi::c_void,
        src: *const core::ffi::c_void,
        count: usize,
        offset: usize,
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
    /// The type of `aclrtMemsetD32`.
    pub type aclrtMemsetD32 = unsafe extern "C" fn(
        ptr: *mut core::ffi::c_void,
        memSize: usize,
        value: u32,
        N: usize,
    ) -> aclError;
    /// The type of `aclrtMemsetD32Async`.
    pub type aclrtMemsetD32Async = unsafe extern "C" fn(
        ptr: *mut core::ffi::c_void,
        memSize: usize,
        value: u32,
        N: usize,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtNotifyBatchReset`.
    pub type aclrtNotifyBatchReset = unsafe extern "C" fn(
        notifies: *mut aclrtNotify,
        num: usize,
    ) -> aclError;
    /// The type of `aclrtNotifyGetExportKey`.
    pub type aclrtNotifyGetExportKey = unsafe extern "C" fn(
        notify: aclrtNotify,
        key: *mut core::ffi::c_char,
        len: usize,
        flags: u64,
    ) -> aclError;
    /// The type of `aclrtNotifyImportByKey`.
    pub type aclrtNotifyImportByKey = unsafe extern "C" fn(
        notify: *mut aclrtNotify,
        key: *const core::ffi::c_char,
        flags: u64,
    ) -> aclError;
    /// The type of `aclrtNotifySetImportPid`.
    pub type aclrtNotifySetImportPid = unsafe extern "C" fn(
        notify: aclrtNotify,
        pid: *mut i32,
        num: usize,
    ) -> aclError;
    /// The type of `aclrtNotifySetImportPidInterServer`.
    pub type aclrtNotifySetImportPidInterServer = unsafe extern "C" fn(
        notify: aclrtNotify,
        serverPids: *mut aclrtServerPid,
        num: usize,
    ) -> aclError;
    /// The type of `aclrtNpuClearFloatOverFlowStatus`.
    pub type aclrtNpuClearFloatOverFlowStatus = unsafe extern "C" fn(
        checkMode: u32,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtNpuGetFloatOverFlowStatus`.
    pub type aclrtNpuGetFloatOverFlowStatus = unsafe extern "C" fn(
        outputAddr: *mut core::ffi::c_void,
        outputSize: u64,
        checkMode: u32,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtPeekAtLastError`.
    pub type aclrtPeekAtLastError = unsafe extern "C" fn(
        level: aclrtLastErrLevel,
    ) -> aclError;
    /// The type of `aclrtPersistentTaskClean`.
    pub type aclrtPersistentTaskClean = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtPointerGetAttributes`.
    pub type aclrtPointerGetAttributes = unsafe extern "C" fn(
        ptr: *const core::ffi::c_void,
        attributes: *mut aclrtPtrAttributes,
    ) -> aclError;
    /// The type of `aclrtProcessHostFunc`.
    pub type aclrtProcessHostFunc = unsafe extern "C" fn(timeout: i32) -> aclError;
    /// The type of `aclrtProcessReport`.
    pub type aclrtProcessReport = unsafe extern "C" fn(timeout: i32) -> aclError;
    /// The type of `aclrtProfTrace`.
    pub type aclrtProfTrace = unsafe extern "C" fn(
        userdata: *mut core::ffi::c_void,
        length: i32,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtQueryDeviceStatus`.
    pub type aclrtQueryDeviceStatus = unsafe extern "C" fn(
        deviceId: i32,
        deviceStatus: *mut aclrtDeviceStatus,
    ) -> aclError;
    /// The type of `aclrtQueryEvent`.
    pub type aclrtQueryEvent = unsafe extern "C" fn(
        event: aclrtEvent,
        status: *mut aclrtEventStatus,
    ) -> aclError;
    /// The type of `aclrtQueryEventStatus`.
    pub type aclrtQueryEventStatus = unsafe extern "C" fn(
        event: aclrtEvent,
        status: *mut aclrtEventRecordedStatus,
    ) -> aclError;
    /// The type of `aclrtQueryEventWaitStatus`.
    pub type aclrtQueryEventWaitStatus = unsafe extern "C" fn(
        event: aclrtEvent,
        status: *mut aclrtEventWaitStatus,
    ) -> aclError;
    /// The type of `aclrtRandomNumAsync`.
    pub type aclrtRandomNumAsync = unsafe extern "C" fn(
        taskInfo: *const aclrtRandomNumTaskInfo,
        stream: aclrtStream,
        reserve: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtRecordEvent`.
    pub type aclrtRecordEvent = unsafe extern "C" fn(
        event: aclrtEvent,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtRecordEventWithFlag`.
    pub type aclrtRecordEventWithFlag = unsafe extern "C" fn(
        event: aclrtEvent,
        stream: aclrtStream,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtRecordNotify`.
    pub type aclrtRecordNotify = unsafe extern "C" fn(
        notify: aclrtNotify,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtReduceAsync`.
    pub type aclrtReduceAsync = unsafe extern "C" fn(
        dst: *mut core::ffi::c_void,
        src: *const core::ffi::c_void,
        count: u64,
        kind: aclrtReduceKind,
        type_: aclDataType,
        stream: aclrtStream,
        reserve: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtRegDeviceStateCallback`.
    pub type aclrtRegDeviceStateCallback = unsafe extern "C" fn(
        regName: *const core::ffi::c_char,
        callback: aclrtDeviceStateCallback,
        args: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtRegStreamStateCallback`.
    pub type aclrtRegStreamStateCallback = unsafe extern "C" fn(
        regName: *const core::ffi::c_char,
        callback: aclrtStreamStateCallback,
        args: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtRegisterCpuFunc`.
    pub type aclrtRegisterCpuFunc = unsafe extern "C" fn(
        handle: aclrtBinHandle,
        funcName: *const core::ffi::c_char,
        kernelName: *const core::ffi::c_char,
        funcHandle: *mut aclrtFuncHandle,
    ) -> aclError;
    /// The type of `aclrtReleaseMemAddress`.
    pub type aclrtReleaseMemAddress = unsafe extern "C" fn(
        virPtr: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtRepairError`.
    pub type aclrtRepairError = unsafe extern "C" fn(
        deviceId: i32,
        errorInfo: *const aclrtErrorInfo,
    ) -> aclError;
    /// The type of `aclrtReserveMemAddress`.
    pub type aclrtReserveMemAddress = unsafe extern "C" fn(
        virPtr: *mut *mut core::ffi::c_void,
        size: usize,
        alignment: usize,
        expectPtr: *mut core::ffi::c_void,
        flags: u64,
    ) -> aclError;
    /// The type of `aclrtReserveMemAddressNoUCMemory`.
    pub type aclrtReserveMemAddressNoUCMemory = unsafe extern "C" fn(
        virPtr: *mut *mut core::ffi::c_void,
        size: usize,
        alignment: usize,
        expectPtr: *mut core::ffi::c_void,
        flags: u64,
    ) -> aclError;
    /// The type of `aclrtResetDevice`.
    pub type aclrtResetDevice = unsafe extern "C" fn(deviceId: i32) -> aclError;
    /// The type of `aclrtResetDeviceForce`.
    pub type aclrtResetDeviceForce = unsafe extern "C" fn(deviceId: i32) -> aclError;
    /// The type of `aclrtResetDeviceResLimit`.
    pub type aclrtResetDeviceResLimit = unsafe extern "C" fn(deviceId: i32) -> aclError;
    /// The type of `aclrtResetEvent`.
    pub type aclrtResetEvent = unsafe extern "C" fn(
        event: aclrtEvent,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtResetFloatOverflowStatus`.
    pub type aclrtResetFloatOverflowStatus = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtResetOverflowStatus`.
    pub type aclrtResetOverflowStatus = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtResetStreamResLimit`.
    pub type aclrtResetStreamResLimit = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtSetBufDataLen`.
    pub type aclrtSetBufDataLen = unsafe extern "C" fn(
        buf: aclrtMbuf,
        len: usize,
    ) -> aclError;
    /// The type of `aclrtSetBufUserData`.
    pub type aclrtSetBufUserData = unsafe extern "C" fn(
        buf: aclrtMbuf,
        dataPtr: *const core::ffi::c_void,
        size: usize,
        offset: usize,
    ) -> aclError;
    /// The type of `aclrtSetCurrentContext`.
    pub type aclrtSetCurrentContext = unsafe extern "C" fn(
        context: aclrtContext,
    ) -> aclError;
    /// The type of `aclrtSetDevice`.
    pub type aclrtSetDevice = unsafe extern "C" fn(deviceId: i32) -> aclError;
    /// The type of `aclrtSetDeviceResLimit`.
    pub type aclrtSetDeviceResLimit = unsafe extern "C" fn(
        deviceId: i32,
        type_: aclrtDevResLimitType,
        value: u32,
    ) -> aclError;
    /// The type of `aclrtSetDeviceSatMode`.
    pub type aclrtSetDeviceSatMode = unsafe extern "C" fn(
        mode: aclrtFloatOverflowMode,
    ) -> aclError;
    /// The type of `aclrtSetDeviceTaskAbortCallback`.
    pub type aclrtSetDeviceTaskAbortCallback = unsafe extern "C" fn(
        regName: *const core::ffi::c_char,
        callback: aclrtDeviceTaskAbortCallback,
        args: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtSetExceptionInfoCallback`.
    pub type aclrtSetExceptionInfoCallback = unsafe extern "C" fn(
        callback: aclrtExceptionInfoCallback,
    ) -> aclError;
    /// The type of `aclrtSetGroup`.
    pub type aclrtSetGroup = unsafe extern "C" fn(groupId: i32) -> aclError;
    /// The type of `aclrtSetLabel`.
    pub type aclrtSetLabel = unsafe extern "C" fn(
        label: aclrtLabel,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtSetMemcpyDesc`.
    pub type aclrtSetMemcpyDesc = unsafe extern "C" fn(
        desc: *mut core::ffi::c_void,
        kind: aclrtMemcpyKind,
        srcAddr: *mut core::ffi::c_void,
        dstAddr: *mut core::ffi::c_void,
        count: usize,
        config: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtSetOpExecuteTimeOut`.
    pub type aclrtSetOpExecuteTimeOut = unsafe extern "C" fn(timeout: u32) -> aclError;
    /// The type of `aclrtSetOpExecuteTimeOutV2`.
    pub type aclrtSetOpExecuteTimeOutV2 = unsafe extern "C" fn(
        timeout: u64,
        actualTimeout: *mut u64,
    ) -> aclError;
    /// The type of `aclrtSetOpExecuteTimeOutWithMs`.
    pub type aclrtSetOpExecuteTimeOutWithMs = unsafe extern "C" fn(
        timeout: u32,
    ) -> aclError;
    /// The type of `aclrtSetOpWaitTimeout`.
    pub type aclrtSetOpWaitTimeout = unsafe extern "C" fn(timeout: u32) -> aclError;
    /// The type of `aclrtSetStreamAttribute`.
    pub type aclrtSetStreamAttribute = unsafe extern "C" fn(
        stream: aclrtStream,
        stmAttrType: aclrtStreamAttr,
        value: *mut aclrtStreamAttrValue,
    ) -> aclError;
    /// The type of `aclrtSetStreamConfigOpt`.
    pub type aclrtSetStreamConfigOpt = unsafe extern "C" fn(
        handle: *mut aclrtStreamConfigHandle,
        attr: aclrtStreamConfigAttr,
        attrValue: *const core::ffi::c_void,
        valueSize: usize,
    ) -> aclError;
    /// The type of `aclrtSetStreamFailureMode`.
    pub type aclrtSetStreamFailureMode = unsafe extern "C" fn(
        stream: aclrtStream,
        mode: u64,
    ) -> aclError;
    /// The type of `aclrtSetStreamOverflowSwitch`.
    pub type aclrtSetStreamOverflowSwitch = unsafe extern "C" fn(
        stream: aclrtStream,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtSetStreamResLimit`.
    pub type aclrtSetStreamResLimit = unsafe extern "C" fn(
        stream: aclrtStream,
        type_: aclrtDevResLimitType,
        value: u32,
    ) -> aclError;
    /// The type of `aclrtSetSysParamOpt`.
    pub type aclrtSetSysParamOpt = unsafe extern "C" fn(
        opt: aclSysParamOpt,
        value: i64,
    ) -> aclError;
    /// The type of `aclrtSetTsDevice`.
    pub type aclrtSetTsDevice = unsafe extern "C" fn(tsId: aclrtTsId) -> aclError;
    /// The type of `aclrtSnapShotCallbackRegister`.
    pub type aclrtSnapShotCallbackRegister = unsafe extern "C" fn(
        stage: aclrtSnapShotStage,
        callback: aclrtSnapShotCallBack,
        args: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtSnapShotCallbackUnregister`.
    pub type aclrtSnapShotCallbackUnregister = unsafe extern "C" fn(
        stage: aclrtSnapShotStage,
        callback: aclrtSnapShotCallBack,
    ) -> aclError;
    /// The type of `aclrtSnapShotProcessBackup`.
    pub type aclrtSnapShotProcessBackup = unsafe extern "C" fn(
        pid: core::ffi::c_int,
        args: *mut aclrtSnapShotBackupArgs,
    ) -> aclError;
    /// The type of `aclrtSnapShotProcessLock`.
    pub type aclrtSnapShotProcessLock = unsafe extern "C" fn(
        pid: core::ffi::c_int,
        reserve: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtSnapShotProcessRestore`.
    pub type aclrtSnapShotProcessRestore = unsafe extern "C" fn(
        pid: core::ffi::c_int,
        args: *mut aclrtSnapShotRestoreArgs,
    ) -> aclError;
    /// The type of `aclrtSnapShotProcessUnlock`.
    pub type aclrtSnapShotProcessUnlock = unsafe extern "C" fn(
        pid: core::ffi::c_int,
        reserve: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtStreamAbort`.
    pub type aclrtStreamAbort = unsafe extern "C" fn(stream: aclrtStream) -> aclError;
    /// The type of `aclrtStreamGetFlags`.
    pub type aclrtStreamGetFlags = unsafe extern "C" fn(
        stream: aclrtStream,
        flags: *mut u32,
    ) -> aclError;
    /// The type of `aclrtStreamGetId`.
    pub type aclrtStreamGetId = unsafe extern "C" fn(
        stream: aclrtStream,
        streamId: *mut i32,
    ) -> aclError;
    /// The type of `aclrtStreamGetPriority`.
    pub type aclrtStreamGetPriority = unsafe extern "C" fn(
        stream: aclrtStream,
        priority: *mut u32,
    ) -> aclError;
    /// The type of `aclrtStreamQuery`.
    pub type aclrtStreamQuery = unsafe extern "C" fn(
        stream: aclrtStream,
        status: *mut aclrtStreamStatus,
    ) -> aclError;
    /// The type of `aclrtStreamStop`.
    pub type aclrtStreamStop = unsafe extern "C" fn(stream: aclrtStream) -> aclError;
    /// The type of `aclrtStreamWaitEvent`.
    pub type aclrtStreamWaitEvent = unsafe extern "C" fn(
        stream: aclrtStream,
        event: aclrtEvent,
    ) -> aclError;
    /// The type of `aclrtStreamWaitEventWithFlag`.
    pub type aclrtStreamWaitEventWithFlag = unsafe extern "C" fn(
        stream: aclrtStream,
        event: aclrtEvent,
        timeout: u32,
        flag: u32,
    ) -> aclError;
    /// The type of `aclrtStreamWaitEventWithTimeout`.
    pub type aclrtStreamWaitEventWithTimeout = unsafe extern "C" fn(
        stream: aclrtStream,
        event: aclrtEvent,
        timeout: i32,
    ) -> aclError;
    /// The type of `aclrtSubscribeHostFunc`.
    pub type aclrtSubscribeHostFunc = unsafe extern "C" fn(
        hostFuncThreadId: u64,
        exeStream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtSubscribeReport`.
    pub type aclrtSubscribeReport = unsafe extern "C" fn(
        threadId: u64,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtSwitchLabelByIndex`.
    pub type aclrtSwitchLabelByIndex = unsafe extern "C" fn(
        ptr: *mut core::ffi::c_void,
        maxValue: u32,
        labelList: aclrtLabelList,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtSwitchStream`.
    pub type aclrtSwitchStream = unsafe extern "C" fn(
        leftValue: *mut core::ffi::c_void,
        cond: aclrtCondition,
        rightValue: *mut core::ffi::c_void,
        dataType: aclrtCompareDataType,
        trueStream: aclrtStream,
        falseStream: aclrtStream,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtSynchronizeDevice`.
    pub type aclrtSynchronizeDevice = unsafe extern "C" fn() -> aclError;
    /// The type of `aclrtSynchronizeDeviceWithTimeout`.
    pub type aclrtSynchronizeDeviceWithTimeout = unsafe extern "C" fn(
        timeout: i32,
    ) -> aclError;
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
    /// The type of `aclrtTaskUpdateAsync`.
    pub type aclrtTaskUpdateAsync = unsafe extern "C" fn(
        taskStream: aclrtStream,
        taskId: u32,
        info: *mut aclrtTaskUpdateInfo,
        execStream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtUnSubscribeHostFunc`.
    pub type aclrtUnSubscribeHostFunc = unsafe extern "C" fn(
        hostFuncThreadId: u64,
        exeStream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtUnSubscribeReport`.
    pub type aclrtUnSubscribeReport = unsafe extern "C" fn(
        threadId: u64,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtUnmapMem`.
    pub type aclrtUnmapMem = unsafe extern "C" fn(
        virPtr: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `aclrtUnuseStreamResInCurrentThread`.
    pub type aclrtUnuseStreamResInCurrentThread = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtUseStreamResInCurrentThread`.
    pub type aclrtUseStreamResInCurrentThread = unsafe extern "C" fn(
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtValueWait`.
    pub type aclrtValueWait = unsafe extern "C" fn(
        devAddr: *mut core::ffi::c_void,
        value: u64,
        flag: u32,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtValueWrite`.
    pub type aclrtValueWrite = unsafe extern "C" fn(
        devAddr: *mut core::ffi::c_void,
        value: u64,
        flag: u32,
        stream: aclrtStream,
    ) -> aclError;
    /// The type of `aclrtWaitAndResetNotify`.
    pub type aclrtWaitAndResetNotify = unsafe extern "C" fn(
        notify: aclrtNotify,
        stream: aclrtStream,
        timeout: u32,
    ) -> aclError;
    /// The type of `aclsysGetCANNVersion`.
    pub type aclsysGetCANNVersion = unsafe extern "C" fn(
        name: aclCANNPackageName,
        version: *mut aclCANNPackageVersion,
    ) -> aclError;
    /// The type of `aclsysGetVersionNum`.
    pub type aclsysGetVersionNum = unsafe extern "C" fn(
        pkgName: *mut core::ffi::c_char,
        versionNum: *mut i32,
    ) -> aclError;
    /// The type of `aclsysGetVersionStr`.
    pub type aclsysGetVersionStr = unsafe extern "C" fn(
        pkgName: *mut core::ffi::c_char,
        versionStr: *mut core::ffi::c_char,
    ) -> aclError;
    /// The type of `acltdtAddDataItem`.
    pub type acltdtAddDataItem = unsafe extern "C" fn(
        dataset: *mut acltdtDataset,
        dataItem: *mut acltdtDataItem,
    ) -> aclError;
    /// The type of `acltdtAddQueueRoute`.
    pub type acltdtAddQueueRoute = unsafe extern "C" fn(
        routeList: *mut acltdtQueueRouteList,
        route: *const acltdtQueueRoute,
    ) -> aclError;
    /// The type of `acltdtAllocBuf`.
    pub type acltdtAllocBuf = unsafe extern "C" fn(
        size: usize,
        type_: u32,
        buf: *mut acltdtBuf,
    ) -> aclError;
    /// The type of `acltdtAppendBufChain`.
    pub type acltdtAppendBufChain = unsafe extern "C" fn(
        headBuf: acltdtBuf,
        buf: acltdtBuf,
    ) -> aclError;
    /// The type of `acltdtAttachQueue`.
    pub type acltdtAttachQueue = unsafe extern "C" fn(
        qid: u32,
        timeout: i32,
        permission: *mut u32,
    ) -> aclError;
    /// The type of `acltdtBindQueueRoutes`.
    pub type acltdtBindQueueRoutes = unsafe extern "C" fn(
        qRouteList: *mut acltdtQueueRouteList,
    ) -> aclError;
    /// The type of `acltdtCleanChannel`.
    pub type acltdtCleanChannel = unsafe extern "C" fn(
        handle: *mut acltdtChannelHandle,
    ) -> aclError;
    /// The type of `acltdtCopyBufRef`.
    pub type acltdtCopyBufRef = unsafe extern "C" fn(
        buf: acltdtBuf,
        newBuf: *mut acltdtBuf,
    ) -> aclError;
    /// The type of `acltdtCreateChannel`.
    pub type acltdtCreateChannel = unsafe extern "C" fn(
        deviceId: u32,
        name: *const core::ffi::c_char,
    ) -> *mut acltdtChannelHandle;
    /// The type of `acltdtCreateChannelWithCapacity`.
    pub type acltdtCreateChannelWithCapacity = unsafe extern "C" fn(
        deviceId: u32,
        name: *const core::ffi::c_char,
        capacity: usize,
    ) -> *mut acltdtChannelHandle;
    /// The type of `acltdtCreateDataItem`.
    pub type acltdtCreateDataItem = unsafe extern "C" fn(
        tdtType: acltdtTensorType,
        dims: *const i64,
        dimNum: usize,
        dataType: aclDataType,
        data: *mut core::ffi::c_void,
        size: usize,
    ) -> *mut acltdtDataItem;
    /// The type of `acltdtCreateDataset`.
    pub type acltdtCreateDataset = unsafe extern "C" fn() -> *mut acltdtDataset;
    /// The type of `acltdtCreateQueue`.
    pub type acltdtCreateQueue = unsafe extern "C" fn(
        attr: *const acltdtQueueAttr,
        qid: *mut u32,
    ) -> aclError;
    /// The type of `acltdtCreateQueueAttr`.
    pub type acltdtCreateQueueAttr = unsafe extern "C" fn() -> *mut acltdtQueueAttr;
    /// The type of `acltdtCreateQueueRoute`.
    pub type acltdtCreateQueueRoute = unsafe extern "C" fn(
        srcId: u32,
        dstId: u32,
    ) -> *mut acltdtQueueRoute;
    /// The type of `acltdtCreateQueueRouteList`.
    pub type acltdtCreateQueueRouteList = unsafe extern "C" fn() -> *mut acltdtQueueRouteList;
    /// The type of `acltdtCreateQueueRouteQueryInfo`.
    pub type acltdtCreateQueueRouteQueryInfo = unsafe extern "C" fn() -> *mut acltdtQueueRouteQueryInfo;
    /// The type of `acltdtDequeue`.
    pub type acltdtDequeue = unsafe extern "C" fn(
        qid: u32,
        buf: *mut acltdtBuf,
        timeout: i32,
    ) -> aclError;
    /// The type of `acltdtDequeueData`.
    pub type acltdtDequeueData = unsafe extern "C" fn(
        qid: u32,
        data: *mut core::ffi::c_void,
        dataSize: usize,
        retDataSize: *mut usize,
        userData: *mut core::ffi::c_void,
        userDataSize: usize,
        timeout: i32,
    ) -> aclError;
    /// The type of `acltdtDestroyChannel`.
    pub type acltdtDestroyChannel = unsafe extern "C" fn(
        handle: *mut acltdtChannelHandle,
    ) -> aclError;
    /// The type of `acltdtDestroyDataItem`.
    pub type acltdtDestroyDataItem = unsafe extern "C" fn(
        dataItem: *mut acltdtDataItem,
    ) -> aclError;
    /// The type of `acltdtDestroyDataset`.
    pub type acltdtDestroyDataset = unsafe extern "C" fn(
        dataset: *mut acltdtDataset,
    ) -> aclError;
    /// The type of `acltdtDestroyQueue`.
    pub type acltdtDestroyQueue = unsafe extern "C" fn(qid: u32) -> aclError;
    /// The type of `acltdtDestroyQueueAttr`.
    pub type acltdtDestroyQueueAttr = unsafe extern "C" fn(
        attr: *const acltdtQueueAttr,
    ) -> aclError;
    /// The type of `acltdtDestroyQueueRoute`.
    pub type acltdtDestroyQueueRoute = unsafe extern "C" fn(
        route: *const acltdtQueueRoute,
    ) -> aclError;
    /// The type of `acltdtDestroyQueueRouteList`.
    pub type acltdtDestroyQueueRouteList = unsafe extern "C" fn(
        routeList: *const acltdtQueueRouteList,
    ) -> aclError;
    /// The type of `acltdtDestroyQueueRouteQueryInfo`.
    pub type acltdtDestroyQueueRouteQueryInfo = unsafe extern "C" fn(
        info: *const acltdtQueueRouteQueryInfo,
    ) -> aclError;
    /// The type of `acltdtEnqueue`.
    pub type acltdtEnqueue = unsafe extern "C" fn(
        qid: u32,
        buf: acltdtBuf,
        timeout: i32,
    ) -> aclError;
    /// The type of `acltdtEnqueueData`.
    pub type acltdtEnqueueData = unsafe extern "C" fn(
        qid: u32,
        data: *const core::ffi::c_void,
        dataSize: usize,
        userData: *const core::ffi::c_void,
        userDataSize: usize,
        timeout: i32,
        rsv: u32,
    ) -> aclError;
    /// The type of `acltdtFreeBuf`.
    pub type acltdtFreeBuf = unsafe extern "C" fn(buf: acltdtBuf) -> aclError;
    /// The type of `acltdtGetBufChainNum`.
    pub type acltdtGetBufChainNum = unsafe extern "C" fn(
        headBuf: acltdtBuf,
        num: *mut u32,
    ) -> aclError;
    /// The type of `acltdtGetBufData`.
    pub type acltdtGetBufData = unsafe extern "C" fn(
        buf: acltdtBuf,
        dataPtr: *mut *mut core::ffi::c_void,
        size: *mut usize,
    ) -> aclError;
    /// The type of `acltdtGetBufDataLen`.
    pub type acltdtGetBufDataLen = unsafe extern "C" fn(
        buf: acltdtBuf,
        len: *mut usize,
    ) -> aclError;
    /// The type of `acltdtGetBufFromChain`.
    pub type acltdtGetBufFromChain = unsafe extern "C" fn(
        headBuf: acltdtBuf,
        index: u32,
        buf: *mut acltdtBuf,
    ) -> aclError;
    /// The type of `acltdtGetBufUserData`.
    pub type acltdtGetBufUserData = unsafe extern "C" fn(
        buf: acltdtBuf,
        dataPtr: *mut core::ffi::c_void,
        size: usize,
        offset: usize,
    ) -> aclError;
    /// The type of `acltdtGetDataAddrFromItem`.
    pub type acltdtGetDataAddrFromItem = unsafe extern "C" fn(
        dataItem: *const acltdtDataItem,
    ) -> *mut core::ffi::c_void;
    /// The type of `acltdtGetDataItem`.
    pub type acltdtGetDataItem = unsafe extern "C" fn(
        dataset: *const acltdtDataset,
        index: usize,
    ) -> *mut acltdtDataItem;
    /// The type of `acltdtGetDataSizeFromItem`.
    pub type acltdtGetDataSizeFromItem = unsafe extern "C" fn(
        dataItem: *const acltdtDataItem,
    ) -> usize;
    /// The type of `acltdtGetDataTypeFromItem`.
    pub type acltdtGetDataTypeFromItem = unsafe extern "C" fn(
        dataItem: *const acltdtDataItem,
    ) -> aclDataType;
    /// The type of `acltdtGetDatasetName`.
    pub type acltdtGetDatasetName = unsafe extern "C" fn(
        dataset: *const acltdtDataset,
    ) -> *const core::ffi::c_char;
    /// The type of `acltdtGetDatasetSize`.
    pub type acltdtGetDatasetSize = unsafe extern "C" fn(
        dataset: *const acltdtDataset,
    ) -> usize;
    /// The type of `acltdtGetDimNumFromItem`.
    pub type acltdtGetDimNumFromItem = unsafe extern "C" fn(
        dataItem: *const acltdtDataItem,
    ) -> usize;
    /// The type of `acltdtGetDimsFromItem`.
    pub type acltdtGetDimsFromItem = unsafe extern "C" fn(
        dataItem: *const acltdtDataItem,
        dims: *mut i64,
        dimNum: usize,
    ) -> aclError;
    /// The type of `acltdtGetQueueAttr`.
    pub type acltdtGetQueueAttr = unsafe extern "C" fn(
        attr: *const acltdtQueueAttr,
        type_: acltdtQueueAttrType,
        len: usize,
        paramRetSize: *mut usize,
        param: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `acltdtGetQueueRoute`.
    pub type acltdtGetQueueRoute = unsafe extern "C" fn(
        routeList: *const acltdtQueueRouteList,
        index: usize,
        route: *mut acltdtQueueRoute,
    ) -> aclError;
    /// The type of `acltdtGetQueueRouteNum`.
    pub type acltdtGetQueueRouteNum = unsafe extern "C" fn(
        routeList: *const acltdtQueueRouteList,
    ) -> usize;
    /// The type of `acltdtGetQueueRouteParam`.
    pub type acltdtGetQueueRouteParam = unsafe extern "C" fn(
        route: *const acltdtQueueRoute,
        type_: acltdtQueueRouteParamType,
        len: usize,
        paramRetSize: *mut usize,
        param: *mut core::ffi::c_void,
    ) -> aclError;
    /// The type of `acltdtGetSliceInfoFromItem`.
    pub type acltdtGetSliceInfoFromItem = unsafe extern "C" fn(
        dataItem: *const acltdtDataItem,
        sliceNum: *mut usize,
        sliceId: *mut usize,
    ) -> aclError;
    /// The type of `acltdtGetTensorTypeFromItem`.
    pub type acltdtGetTensorTypeFromItem = unsafe extern "C" fn(
        dataItem: *const acltdtDataItem,
    ) -> acltdtTensorType;
    /// The type of `acltdtGrantQueue`.
    pub type acltdtGrantQueue = unsafe extern "C" fn(
        qid: u32,
        pid: i32,
        permission: u32,
        timeout: i32,
    ) -> aclError;
    /// The type of `acltdtQueryChannelSize`.
    pub type acltdtQueryChannelSize = unsafe extern "C" fn(
        handle: *const acltdtChannelHandle,
        size: *mut usize,
    ) -> aclError;
    /// The type of `acltdtQueryQueueRoutes`.
    pub type acltdtQueryQueueRoutes = unsafe extern "C" fn(
        queryInfo: *const acltdtQueueRouteQueryInfo,
        qRouteList: *mut acltdtQueueRouteList,
    ) -> aclError;
    /// The type of `acltdtReceiveTensor`.
    pub type acltdtReceiveTensor = unsafe extern "C" fn(
        handle: *const acltdtChannelHandle,
        dataset: *mut acltdtDataset,
        timeout: i32,
    ) -> aclError;
    /// The type of `acltdtSendTensor`.
    pub type acltdtSendTensor = unsafe extern "C" fn(
        handle: *const acltdtChannelHandle,
        dataset: *const acltdtDataset,
        timeout: i32,
    ) -> aclError;
    /// The type of `acltdtSetBufDataLen`.
    pub type acltdtSetBufDataLen = unsafe extern "C" fn(
        buf: acltdtBuf,
        len: usize,
    ) -> aclError;
    /// The type of `acltdtSetBufUserData`.
    pub type acltdtSetBufUserData = unsafe extern "C" fn(
        buf: acltdtBuf,
        dataPtr: *const core::ffi::c_void,
        size: usize,
        offset: usize,
    ) -> aclError;
    /// The type of `acltdtSetQueueAttr`.
    pub type acltdtSetQueueAttr = unsafe extern "C" fn(
        attr: *mut acltdtQueueAttr,
        type_: acltdtQueueAttrType,
        len: usize,
        param: *const core::ffi::c_void,
    ) -> aclError;
    /// The type of `acltdtSetQueueRouteQueryInfo`.
    pub type acltdtSetQueueRouteQueryInfo = unsafe extern "C" fn(
        param: *mut acltdtQueueRouteQueryInfo,
        type_: acltdtQueueRouteQueryInfoParamType,
        len: usize,
        value: *const core::ffi::c_void,
    ) -> aclError;
    /// The type of `acltdtStopChannel`.
    pub type acltdtStopChannel = unsafe extern "C" fn(
        handle: *mut acltdtChannelHandle,
    ) -> aclError;
    /// The type of `acltdtUnbindQueueRoutes`.
    pub type acltdtUnbindQueueRoutes = unsafe extern "C" fn(
        qRouteList: *mut acltdtQueueRouteList,
    ) -> aclError;
}
/// What stands for a required function that a source of symbols does not have: it answers that it is not supported.
mod unsupported {
    use crate::types::*;
    pub unsafe extern "C" fn HcclAllGather(
        _: *mut core::ffi::c_void,
        _: *mut core::ffi::c_void,
        _: u64,
        _: HcclDataType,
        _: HcclComm,
        _: aclrtStream,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclAllReduce(
        _: *mut core::ffi::c_void,
        _: *mut core::ffi::c_void,
        _: u64,
        _: HcclDataType,
        _: HcclReduceOp,
        _: HcclComm,
        _: aclrtStream,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclAlltoAll(
        _: *const core::ffi::c_void,
        _: u64,
        _: HcclDataType,
        _: *const core::ffi::c_void,
        _: u64,
        _: HcclDataType,
        _: HcclComm,
        _: aclrtStream,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclAlltoAllV(
        _: *const core::ffi::c_void,
        _: *const core::ffi::c_void,
        _: *const core::ffi::c_void,
        _: HcclDataType,
        _: *const core::ffi::c_void,
        _: *const core::ffi::c_void,
        _: *const core::ffi::c_void,
        _: HcclDataType,
        _: HcclComm,
        _: aclrtStream,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclBroadcast(
        _: *mut core::ffi::c_void,
        _: u64,
        _: HcclDataType,
        _: u32,
        _: HcclComm,
        _: aclrtStream,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclCommDestroy(_: HcclComm) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclCommInitAll(
        _: u32,
        _: *mut i32,
        _: *mut HcclComm,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclCommInitClusterInfo(
        _: *const core::ffi::c_char,
        _: u32,
        _: *mut HcclComm,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclCommInitRootInfo(
        _: u32,
        _: *const HcclRootInfo,
        _: u32,
        _: *mut HcclComm,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclGetCommAsyncError(
        _: HcclComm,
        _: *mut HcclResult,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclGetCommName(
        _: HcclComm,
        _: *mut core::ffi::c_char,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclGetErrorString(
        _: HcclResult,
    ) -> *const core::ffi::c_char {
        core::ptr::null()
    }
    pub unsafe extern "C" fn HcclGetRankId(_: HcclComm, _: *mut u32) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclGetRankSize(_: HcclComm, _: *mut u32) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclGetRootInfo(_: *mut HcclRootInfo) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclRecv(
        _: *mut core::ffi::c_void,
        _: u64,
        _: HcclDataType,
        _: u32,
        _: HcclComm,
        _: aclrtStream,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclReduce(
        _: *mut core::ffi::c_void,
        _: *mut core::ffi::c_void,
        _: u64,
        _: HcclDataType,
        _: HcclReduceOp,
        _: u32,
        _: HcclComm,
        _: aclrtStream,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclReduceScatter(
        _: *mut core::ffi::c_void,
        _: *mut core::ffi::c_void,
        _: u64,
        _: HcclDataType,
        _: HcclReduceOp,
        _: HcclComm,
        _: aclrtStream,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclSend(
        _: *mut core::ffi::c_void,
        _: u64,
        _: HcclDataType,
        _: u32,
        _: HcclComm,
        _: aclrtStream,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub unsafe extern "C" fn HcclSetConfig(
        _: HcclConfig,
        _: HcclConfigValue,
    ) -> HcclResult {
        HcclResult::HCCL_E_NOT_SUPPORT
    }
    pub const aclAppLog: super::signature::aclAppLog = {
        unsafe extern "C" fn nothing() {}
        crate::load::variadic!(
            nothing, unsafe extern "C" fn (), super::signature::aclAppLog
        )
    };
    pub unsafe extern "C" fn aclCreateDataBuffer(
        _: *mut core::ffi::c_void,
        _: usize,
    ) -> *mut aclDataBuffer {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn aclDataTypeSize(_: aclDataType) -> usize {
        Default::default()
    }
    pub unsafe extern "C" fn aclDestroyDataBuffer(_: *const aclDataBuffer) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclFinalize() -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclFloat16ToFloat(_: aclFloat16) -> f32 {
        Default::default()
    }
    pub unsafe extern "C" fn aclFloatToFloat16(_: f32) -> aclFloat16 {
        0
    }
    pub unsafe extern "C" fn aclGetDataBufferAddr(
        _: *const aclDataBuffer,
    ) -> *mut core::ffi::c_void {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn aclGetDataBufferSize(_: *const aclDataBuffer) -> u32 {
        Default::default()
    }
    pub unsafe extern "C" fn aclGetDataBufferSizeV2(_: *const aclDataBuffer) -> usize {
        Default::default()
    }
    pub unsafe extern "C" fn aclGetRecentErrMsg() -> *const core::ffi::c_char {
        core::ptr::null()
    }
    pub unsafe extern "C" fn aclInit(_: *const core::ffi::c_char) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclUpdateDataBuffer(
        _: *mut aclDataBuffer,
        _: *mut core::ffi::c_void,
        _: usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclmdlFinalizeDump() -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclmdlInitDump() -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclmdlSetDump(_: *const core::ffi::c_char) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclopStartDumpArgs(
        _: u32,
        _: *const core::ffi::c_char,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclopStopDumpArgs(_: u32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofCreateConfig(
        _: *mut u32,
        _: u32,
        _: aclprofAicoreMetrics,
        _: *const aclprofAicoreEvents,
        _: u64,
    ) -> *mut aclprofConfig {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn aclprofCreateStamp() -> *mut core::ffi::c_void {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn aclprofCreateStepInfo() -> *mut aclprofStepInfo {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn aclprofCreateSubscribeConfig(
        _: i8,
        _: aclprofAicoreMetrics,
        _: *mut core::ffi::c_void,
    ) -> *mut aclprofSubscribeConfig {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn aclprofDestroyConfig(_: *const aclprofConfig) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofDestroyStamp(_: *mut core::ffi::c_void) {}
    pub unsafe extern "C" fn aclprofDestroyStepInfo(_: *mut aclprofStepInfo) {}
    pub unsafe extern "C" fn aclprofDestroySubscribeConfig(
        _: *const aclprofSubscribeConfig,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofFinalize() -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofGetModelId(
        _: *const core::ffi::c_void,
        _: usize,
        _: u32,
    ) -> usize {
        Default::default()
    }
    pub unsafe extern "C" fn aclprofGetOpDescSize(_: *mut usize) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofGetOpDuration(
        _: *const core::ffi::c_void,
        _: usize,
        _: u32,
    ) -> u64 {
        Default::default()
    }
    pub unsafe extern "C" fn aclprofGetOpEnd(
        _: *const core::ffi::c_void,
        _: usize,
        _: u32,
    ) -> u64 {
        Default::default()
    }
    pub unsafe extern "C" fn aclprofGetOpName(
        _: *const core::ffi::c_void,
        _: usize,
        _: u32,
        _: *mut core::ffi::c_char,
        _: usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofGetOpNameLen(
        _: *const core::ffi::c_void,
        _: usize,
        _: u32,
        _: *mut usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofGetOpNum(
        _: *const core::ffi::c_void,
        _: usize,
        _: *mut u32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofGetOpStart(
        _: *const core::ffi::c_void,
        _: usize,
        _: u32,
    ) -> u64 {
        Default::default()
    }
    pub unsafe extern "C" fn aclprofGetOpType(
        _: *const core::ffi::c_void,
        _: usize,
        _: u32,
        _: *mut core::ffi::c_char,
        _: usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofGetOpTypeLen(
        _: *const core::ffi::c_void,
        _: usize,
        _: u32,
        _: *mut usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofGetStepTimestamp(
        _: *mut aclprofStepInfo,
        _: aclprofStepTag,
        _: aclrtStream,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofInit(
        _: *const core::ffi::c_char,
        _: usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofMark(_: *mut core::ffi::c_void) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofModelSubscribe(
        _: u32,
        _: *const aclprofSubscribeConfig,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofModelUnSubscribe(_: u32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofPop() -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofPush(_: *mut core::ffi::c_void) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofRangeStart(
        _: *mut core::ffi::c_void,
        _: *mut u32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofRangeStop(_: u32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofSetConfig(
        _: aclprofConfigType,
        _: *const core::ffi::c_char,
        _: usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofSetStampTraceMessage(
        _: *mut core::ffi::c_void,
        _: *const core::ffi::c_char,
        _: u32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofStart(_: *const aclprofConfig) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclprofStop(_: *const aclprofConfig) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtCreateContext(
        _: *mut aclrtContext,
        _: i32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtCreateEvent(_: *mut aclrtEvent) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtCreateEventWithFlag(
        _: *mut aclrtEvent,
        _: u32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtCreateGroupInfo() -> *mut aclrtGroupInfo {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn aclrtCreateStream(_: *mut aclrtStream) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtCreateStreamWithConfig(
        _: *mut aclrtStream,
        _: u32,
        _: u32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtCtxSetSysParamOpt(
        _: aclSysParamOpt,
        _: i64,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtDestroyContext(_: aclrtContext) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtDestroyEvent(_: aclrtEvent) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtDestroyGroupInfo(_: *mut aclrtGroupInfo) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtDestroyStream(_: aclrtStream) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtDestroyStreamForce(_: aclrtStream) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtDeviceCanAccessPeer(
        _: *mut i32,
        _: i32,
        _: i32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtDeviceDisablePeerAccess(_: i32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtDeviceEnablePeerAccess(_: i32, _: u32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtEventElapsedTime(
        _: *mut f32,
        _: aclrtEvent,
        _: aclrtEvent,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtFree(_: *mut core::ffi::c_void) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtFreeHost(_: *mut core::ffi::c_void) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtFreePhysical(_: aclrtDrvMemHandle) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetAllGroupInfo(_: *mut aclrtGroupInfo) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetCurrentContext(_: *mut aclrtContext) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetDevice(_: *mut i32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetDeviceCount(_: *mut u32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetDeviceIdFromExceptionInfo(
        _: *const aclrtExceptionInfo,
    ) -> u32 {
        Default::default()
    }
    pub unsafe extern "C" fn aclrtGetDeviceUtilizationRate(
        _: i32,
        _: *mut aclrtUtilizationInfo,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetErrorCodeFromExceptionInfo(
        _: *const aclrtExceptionInfo,
    ) -> u32 {
        Default::default()
    }
    pub unsafe extern "C" fn aclrtGetGroupCount(_: *mut u32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetGroupInfoDetail(
        _: *const aclrtGroupInfo,
        _: i32,
        _: aclrtGroupAttr,
        _: *mut core::ffi::c_void,
        _: usize,
        _: *mut usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetMemInfo(
        _: aclrtMemAttr,
        _: *mut usize,
        _: *mut usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetOverflowStatus(
        _: *mut core::ffi::c_void,
        _: usize,
        _: aclrtStream,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetRunMode(_: *mut aclrtRunMode) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetSocName() -> *const core::ffi::c_char {
        core::ptr::null()
    }
    pub unsafe extern "C" fn aclrtGetStreamIdFromExceptionInfo(
        _: *const aclrtExceptionInfo,
    ) -> u32 {
        Default::default()
    }
    pub unsafe extern "C" fn aclrtGetStreamOverflowSwitch(
        _: aclrtStream,
        _: *mut u32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtGetTaskIdFromExceptionInfo(
        _: *const aclrtExceptionInfo,
    ) -> u32 {
        Default::default()
    }
    pub unsafe extern "C" fn aclrtGetThreadIdFromExceptionInfo(
        _: *const aclrtExceptionInfo,
    ) -> u32 {
        Default::default()
    }
    pub unsafe extern "C" fn aclrtGetVersion(
        _: *mut i32,
        _: *mut i32,
        _: *mut i32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtLaunchCallback(
        _: aclrtCallback,
        _: *mut core::ffi::c_void,
        _: aclrtCallbackBlockType,
        _: aclrtStream,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMalloc(
        _: *mut *mut core::ffi::c_void,
        _: usize,
        _: aclrtMemMallocPolicy,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMallocAlign32(
        _: *mut *mut core::ffi::c_void,
        _: usize,
        _: aclrtMemMallocPolicy,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMallocCached(
        _: *mut *mut core::ffi::c_void,
        _: usize,
        _: aclrtMemMallocPolicy,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMallocHost(
        _: *mut *mut core::ffi::c_void,
        _: usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMallocPhysical(
        _: *mut aclrtDrvMemHandle,
        _: usize,
        _: *const aclrtPhysicalMemProp,
        _: u64,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMapMem(
        _: *mut core::ffi::c_void,
        _: usize,
        _: usize,
        _: aclrtDrvMemHandle,
        _: u64,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMemFlush(
        _: *mut core::ffi::c_void,
        _: usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMemInvalidate(
        _: *mut core::ffi::c_void,
        _: usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMemcpy(
        _: *mut core::ffi::c_void,
        _: usize,
        _: *const core::ffi::c_void,
        _: usize,
        _: aclrtMemcpyKind,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMemcpy2d(
        _: *mut core::ffi::c_void,
        _: usize,
        _: *const core::ffi::c_void,
        _: usize,
        _: usize,
        _: usize,
        _: aclrtMemcpyKind,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMemcpy2dAsync(
        _: *mut core::ffi::c_void,
        _: usize,
        _: *const core::ffi::c_void,
        _: usize,
        _: usize,
        _: usize,
        _: aclrtMemcpyKind,
        _: aclrtStream,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMemcpyAsync(
        _: *mut core::ffi::c_void,
        _: usize,
        _: *const core::ffi::c_void,
        _: usize,
        _: aclrtMemcpyKind,
        _: aclrtStream,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMemset(
        _: *mut core::ffi::c_void,
        _: usize,
        _: i32,
        _: usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtMemsetAsync(
        _: *mut core::ffi::c_void,
        _: usize,
        _: i32,
        _: usize,
        _: aclrtStream,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtProcessReport(_: i32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtQueryDeviceStatus(
        _: i32,
        _: *mut aclrtDeviceStatus,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtQueryEvent(
        _: aclrtEvent,
        _: *mut aclrtEventStatus,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtQueryEventStatus(
        _: aclrtEvent,
        _: *mut aclrtEventRecordedStatus,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtQueryEventWaitStatus(
        _: aclrtEvent,
        _: *mut aclrtEventWaitStatus,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtRecordEvent(
        _: aclrtEvent,
        _: aclrtStream,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtReleaseMemAddress(
        _: *mut core::ffi::c_void,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtReserveMemAddress(
        _: *mut *mut core::ffi::c_void,
        _: usize,
        _: usize,
        _: *mut core::ffi::c_void,
        _: u64,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtResetDevice(_: i32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtResetEvent(_: aclrtEvent, _: aclrtStream) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtResetOverflowStatus(_: aclrtStream) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSetCurrentContext(_: aclrtContext) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSetDevice(_: i32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSetDeviceSatMode(
        _: aclrtFloatOverflowMode,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSetExceptionInfoCallback(
        _: aclrtExceptionInfoCallback,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSetGroup(_: i32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSetOpExecuteTimeOut(_: u32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSetOpWaitTimeout(_: u32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSetStreamFailureMode(
        _: aclrtStream,
        _: u64,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSetStreamOverflowSwitch(
        _: aclrtStream,
        _: u32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSetTsDevice(_: aclrtTsId) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtStreamQuery(
        _: aclrtStream,
        _: *mut aclrtStreamStatus,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtStreamWaitEvent(
        _: aclrtStream,
        _: aclrtEvent,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSubscribeReport(_: u64, _: aclrtStream) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSynchronizeDevice() -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSynchronizeEvent(_: aclrtEvent) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSynchronizeStream(_: aclrtStream) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtSynchronizeStreamWithTimeout(
        _: aclrtStream,
        _: i32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtUnSubscribeReport(_: u64, _: aclrtStream) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn aclrtUnmapMem(_: *mut core::ffi::c_void) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtAddDataItem(
        _: *mut acltdtDataset,
        _: *mut acltdtDataItem,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtAddQueueRoute(
        _: *mut acltdtQueueRouteList,
        _: *const acltdtQueueRoute,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtAllocBuf(
        _: usize,
        _: u32,
        _: *mut acltdtBuf,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtAttachQueue(_: u32, _: i32, _: *mut u32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtBindQueueRoutes(
        _: *mut acltdtQueueRouteList,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtCreateChannel(
        _: u32,
        _: *const core::ffi::c_char,
    ) -> *mut acltdtChannelHandle {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn acltdtCreateChannelWithCapacity(
        _: u32,
        _: *const core::ffi::c_char,
        _: usize,
    ) -> *mut acltdtChannelHandle {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn acltdtCreateDataItem(
        _: acltdtTensorType,
        _: *const i64,
        _: usize,
        _: aclDataType,
        _: *mut core::ffi::c_void,
        _: usize,
    ) -> *mut acltdtDataItem {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn acltdtCreateDataset() -> *mut acltdtDataset {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn acltdtCreateQueue(
        _: *const acltdtQueueAttr,
        _: *mut u32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtCreateQueueAttr() -> *mut acltdtQueueAttr {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn acltdtCreateQueueRoute(
        _: u32,
        _: u32,
    ) -> *mut acltdtQueueRoute {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn acltdtCreateQueueRouteList() -> *mut acltdtQueueRouteList {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn acltdtCreateQueueRouteQueryInfo() -> *mut acltdtQueueRouteQueryInfo {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn acltdtDequeue(
        _: u32,
        _: *mut acltdtBuf,
        _: i32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtDequeueData(
        _: u32,
        _: *mut core::ffi::c_void,
        _: usize,
        _: *mut usize,
        _: *mut core::ffi::c_void,
        _: usize,
        _: i32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtDestroyChannel(
        _: *mut acltdtChannelHandle,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtDestroyDataItem(_: *mut acltdtDataItem) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtDestroyDataset(_: *mut acltdtDataset) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtDestroyQueue(_: u32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtDestroyQueueAttr(
        _: *const acltdtQueueAttr,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtDestroyQueueRoute(
        _: *const acltdtQueueRoute,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtDestroyQueueRouteList(
        _: *const acltdtQueueRouteList,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtDestroyQueueRouteQueryInfo(
        _: *const acltdtQueueRouteQueryInfo,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtEnqueue(_: u32, _: acltdtBuf, _: i32) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtEnqueueData(
        _: u32,
        _: *const core::ffi::c_void,
        _: usize,
        _: *const core::ffi::c_void,
        _: usize,
        _: i32,
        _: u32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtFreeBuf(_: acltdtBuf) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtGetBufData(
        _: acltdtBuf,
        _: *mut *mut core::ffi::c_void,
        _: *mut usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtGetDataAddrFromItem(
        _: *const acltdtDataItem,
    ) -> *mut core::ffi::c_void {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn acltdtGetDataItem(
        _: *const acltdtDataset,
        _: usize,
    ) -> *mut acltdtDataItem {
        core::ptr::null_mut()
    }
    pub unsafe extern "C" fn acltdtGetDataSizeFromItem(
        _: *const acltdtDataItem,
    ) -> usize {
        Default::default()
    }
    pub unsafe extern "C" fn acltdtGetDataTypeFromItem(
        _: *const acltdtDataItem,
    ) -> aclDataType {
        aclDataType(0)
    }
    pub unsafe extern "C" fn acltdtGetDatasetName(
        _: *const acltdtDataset,
    ) -> *const core::ffi::c_char {
        core::ptr::null()
    }
    pub unsafe extern "C" fn acltdtGetDatasetSize(_: *const acltdtDataset) -> usize {
        Default::default()
    }
    pub unsafe extern "C" fn acltdtGetDimNumFromItem(_: *const acltdtDataItem) -> usize {
        Default::default()
    }
    pub unsafe extern "C" fn acltdtGetDimsFromItem(
        _: *const acltdtDataItem,
        _: *mut i64,
        _: usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtGetQueueAttr(
        _: *const acltdtQueueAttr,
        _: acltdtQueueAttrType,
        _: usize,
        _: *mut usize,
        _: *mut core::ffi::c_void,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtGetQueueRoute(
        _: *const acltdtQueueRouteList,
        _: usize,
        _: *mut acltdtQueueRoute,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtGetQueueRouteNum(
        _: *const acltdtQueueRouteList,
    ) -> usize {
        Default::default()
    }
    pub unsafe extern "C" fn acltdtGetQueueRouteParam(
        _: *const acltdtQueueRoute,
        _: acltdtQueueRouteParamType,
        _: usize,
        _: *mut usize,
        _: *mut core::ffi::c_void,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtGetTensorTypeFromItem(
        _: *const acltdtDataItem,
    ) -> acltdtTensorType {
        acltdtTensorType(0)
    }
    pub unsafe extern "C" fn acltdtGrantQueue(
        _: u32,
        _: i32,
        _: u32,
        _: i32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtQueryChannelSize(
        _: *const acltdtChannelHandle,
        _: *mut usize,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtQueryQueueRoutes(
        _: *const acltdtQueueRouteQueryInfo,
        _: *mut acltdtQueueRouteList,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtReceiveTensor(
        _: *const acltdtChannelHandle,
        _: *mut acltdtDataset,
        _: i32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtSendTensor(
        _: *const acltdtChannelHandle,
        _: *const acltdtDataset,
        _: i32,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtSetQueueAttr(
        _: *mut acltdtQueueAttr,
        _: acltdtQueueAttrType,
        _: usize,
        _: *const core::ffi::c_void,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtSetQueueRouteQueryInfo(
        _: *mut acltdtQueueRouteQueryInfo,
        _: acltdtQueueRouteQueryInfoParamType,
        _: usize,
        _: *const core::ffi::c_void,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtStopChannel(_: *mut acltdtChannelHandle) -> aclError {
        aclError::API_NOT_SUPPORT
    }
    pub unsafe extern "C" fn acltdtUnbindQueueRoutes(
        _: *mut acltdtQueueRouteList,
    ) -> aclError {
        aclError::API_NOT_SUPPORT
    }
}
/// The functions of the ACL runtime.
#[derive(Clone, Copy, Debug)]
pub struct Acl {
    /// Writes a line into the application's log.
    pub aclAppLog: signature::aclAppLog,
    /// Describes device memory of the caller; NULL when memory is short.
    pub aclCreateDataBuffer: signature::aclCreateDataBuffer,
    /// Bytes of one element; 0 for an unknown type.
    pub aclDataTypeSize: signature::aclDataTypeSize,
    /// Frees the description, not the memory.
    pub aclDestroyDataBuffer: signature::aclDestroyDataBuffer,
    /// Ends ACL for this process, whatever the count; nothing of ACL may be called afterwards. Blocks.
    pub aclFinalize: signature::aclFinalize,
    /// Registers a function that aclFinalize calls for one component. `None` where the library is older than the function.
    pub aclFinalizeCallbackRegister: Option<signature::aclFinalizeCallbackRegister>,
    /// Takes back aclFinalizeCallbackRegister. `None` where the library is older than the function.
    pub aclFinalizeCallbackUnRegister: Option<signature::aclFinalizeCallbackUnRegister>,
    /// Gives back one aclInit and ends ACL at zero; writes the count that is left. Blocks at zero. `None` where the library is older than the function.
    pub aclFinalizeReference: Option<signature::aclFinalizeReference>,
    /// The value of a half-precision number.
    pub aclFloat16ToFloat: signature::aclFloat16ToFloat,
    /// The nearest half-precision number.
    pub aclFloatToFloat16: signature::aclFloatToFloat16,
    /// Whether the toolkit and the device together have a feature: 1 or 0. `None` where the library is older than the function.
    pub aclGetCannAttribute: Option<signature::aclGetCannAttribute>,
    /// The features that aclGetCannAttribute may be asked for; the array belongs to the library. `None` where the library is older than the function.
    pub aclGetCannAttributeList: Option<signature::aclGetCannAttributeList>,
    /// The address a description tells.
    pub aclGetDataBufferAddr: signature::aclGetDataBufferAddr,
    /// Deprecated by aclGetDataBufferSizeV2: the size in 32 bits.
    pub aclGetDataBufferSize: signature::aclGetDataBufferSize,
    /// The size a description tells.
    pub aclGetDataBufferSizeV2: signature::aclGetDataBufferSizeV2,
    /// A quantity of a device: cores, vector cores or bytes of L2. `None` where the library is older than the function.
    pub aclGetDeviceCapability: Option<signature::aclGetDeviceCapability>,
    /// Takes and clears the newest error text of this thread; NULL when there is none. Dies with the thread's next call.
    pub aclGetRecentErrMsg: signature::aclGetRecentErrMsg,
    /// Starts ACL for this process, with a JSON configuration file or NULL. Counted: a second call returns 100002. Blocks.
    pub aclInit: signature::aclInit,
    /// Registers a function that aclInit calls for one component. `None` where the library is older than the function.
    pub aclInitCallbackRegister: Option<signature::aclInitCallbackRegister>,
    /// Takes back aclInitCallbackRegister. `None` where the library is older than the function.
    pub aclInitCallbackUnRegister: Option<signature::aclInitCallbackUnRegister>,
    /// Makes a description tell other memory.
    pub aclUpdateDataBuffer: signature::aclUpdateDataBuffer,
    /// The folder of the exception dump of the current device. `None` where the library is older than the function.
    pub acldumpGetExceptionInfoPath: Option<signature::acldumpGetExceptionInfoPath>,
    /// The folder that a kind of dump is written to; NULL when that kind is off. `None` where the library is older than the function.
    pub acldumpGetPath: Option<signature::acldumpGetPath>,
    /// Registers a function that receives dump data in chunks instead of files. `None` where the library is older than the function.
    pub acldumpRegCallback: Option<signature::acldumpRegCallback>,
    /// Writes tensors of the caller's choice beside the exception dump. Blocks. `None` where the library is older than the function.
    pub acldumpSaveExceptionInfo: Option<signature::acldumpSaveExceptionInfo>,
    /// Takes back acldumpRegCallback. `None` where the library is older than the function.
    pub acldumpUnregCallback: Option<signature::acldumpUnregCallback>,
    /// Ends the dump of tensors. Blocks.
    pub aclmdlFinalizeDump: signature::aclmdlFinalizeDump,
    /// Starts the dump of tensors.
    pub aclmdlInitDump: signature::aclmdlInitDump,
    /// Stops the execution of a graph. `None` where the library is older than the function.
    pub aclmdlRIAbort: Option<signature::aclmdlRIAbort>,
    /// Adds a conditional task to the graph that the stream is captured into. `None` where the library is older than the function.
    pub aclmdlRIAddCondTask: Option<signature::aclmdlRIAddCondTask>,
    /// Binds a stream whose work belongs to the graph. `None` where the library is older than the function.
    pub aclmdlRIBindStream: Option<signature::aclmdlRIBindStream>,
    /// Begins building a graph by hand; `flag` must be 0. `None` where the library is older than the function.
    pub aclmdlRIBuildBegin: Option<signature::aclmdlRIBuildBegin>,
    /// Ends building a graph; `reserve` must be NULL. `None` where the library is older than the function.
    pub aclmdlRIBuildEnd: Option<signature::aclmdlRIBuildEnd>,
    /// From now on the stream's work is recorded into a graph instead of executed. `None` where the library is older than the function.
    pub aclmdlRICaptureBegin: Option<signature::aclmdlRICaptureBegin>,
    /// Ends the capture; gives a graph that can be executed. `None` where the library is older than the function.
    pub aclmdlRICaptureEnd: Option<signature::aclmdlRICaptureEnd>,
    /// Whether the stream is being captured, and into which graph. `None` where the library is older than the function.
    pub aclmdlRICaptureGetInfo: Option<signature::aclmdlRICaptureGetInfo>,
    /// Begins a group of captured tasks that may be changed later. `None` where the library is older than the function.
    pub aclmdlRICaptureTaskGrpBegin: Option<signature::aclmdlRICaptureTaskGrpBegin>,
    /// Ends a group of captured tasks. `None` where the library is older than the function.
    pub aclmdlRICaptureTaskGrpEnd: Option<signature::aclmdlRICaptureTaskGrpEnd>,
    /// Begins changing a group: work queued on the stream replaces its tasks. `None` where the library is older than the function.
    pub aclmdlRICaptureTaskUpdateBegin: Option<
        signature::aclmdlRICaptureTaskUpdateBegin,
    >,
    /// Ends changing a group. `None` where the library is older than the function.
    pub aclmdlRICaptureTaskUpdateEnd: Option<signature::aclmdlRICaptureTaskUpdateEnd>,
    /// Swaps the capture mode of this thread with the given one. `None` where the library is older than the function.
    pub aclmdlRICaptureThreadExchangeMode: Option<
        signature::aclmdlRICaptureThreadExchangeMode,
    >,
    /// As aclmdlRICaptureBegin, into a graph that exists. `None` where the library is older than the function.
    pub aclmdlRICaptureToModelRIBegin: Option<signature::aclmdlRICaptureToModelRIBegin>,
    /// Creates the value that a conditional task of a graph reads. `None` where the library is older than the function.
    pub aclmdlRICondHandleCreate: Option<signature::aclmdlRICondHandleCreate>,
    /// The device address of that value. `None` where the library is older than the function.
    pub aclmdlRICondHandleGetCondPtr: Option<signature::aclmdlRICondHandleGetCondPtr>,
    /// Writes a graph as JSON into a file. Blocks. `None` where the library is older than the function.
    pub aclmdlRIDebugJsonPrint: Option<signature::aclmdlRIDebugJsonPrint>,
    /// Prints a graph into the log. `None` where the library is older than the function.
    pub aclmdlRIDebugPrint: Option<signature::aclmdlRIDebugPrint>,
    /// Destroys a graph; it must not be running. `None` where the library is older than the function.
    pub aclmdlRIDestroy: Option<signature::aclmdlRIDestroy>,
    /// Registers a function called when the graph is destroyed. `None` where the library is older than the function.
    pub aclmdlRIDestroyRegisterCallback: Option<
        signature::aclmdlRIDestroyRegisterCallback,
    >,
    /// Takes back aclmdlRIDestroyRegisterCallback. `None` where the library is older than the function.
    pub aclmdlRIDestroyUnregisterCallback: Option<
        signature::aclmdlRIDestroyUnregisterCallback,
    >,
    /// Marks the last task of a bound stream. `None` where the library is older than the function.
    pub aclmdlRIEndTask: Option<signature::aclmdlRIEndTask>,
    /// Executes a graph and waits at most `timeout` milliseconds, -1 for ever. Blocks. `None` where the library is older than the function.
    pub aclmdlRIExecute: Option<signature::aclmdlRIExecute>,
    /// Queues one execution of a graph. `None` where the library is older than the function.
    pub aclmdlRIExecuteAsync: Option<signature::aclmdlRIExecuteAsync>,
    /// The number of a graph, as logs name it. `None` where the library is older than the function.
    pub aclmdlRIGetId: Option<signature::aclmdlRIGetId>,
    /// The name of a graph. `None` where the library is older than the function.
    pub aclmdlRIGetName: Option<signature::aclmdlRIGetName>,
    /// The streams of a graph; `numStreams` is capacity in, count out. `None` where the library is older than the function.
    pub aclmdlRIGetStreams: Option<signature::aclmdlRIGetStreams>,
    /// The tasks of a stream of a graph; `numTasks` is capacity in, count out. `None` where the library is older than the function.
    pub aclmdlRIGetTasksByStream: Option<signature::aclmdlRIGetTasksByStream>,
    /// A launch attribute of a kernel task of a graph. `None` where the library is older than the function.
    pub aclmdlRIKernelTaskGetAttribute: Option<
        signature::aclmdlRIKernelTaskGetAttribute,
    >,
    /// Names a graph. `None` where the library is older than the function.
    pub aclmdlRISetName: Option<signature::aclmdlRISetName>,
    /// Leaves a task out of later executions. `None` where the library is older than the function.
    pub aclmdlRITaskDisable: Option<signature::aclmdlRITaskDisable>,
    /// The parameters of a task of a graph. `None` where the library is older than the function.
    pub aclmdlRITaskGetParams: Option<signature::aclmdlRITaskGetParams>,
    /// The place of a task in its stream. `None` where the library is older than the function.
    pub aclmdlRITaskGetSeqId: Option<signature::aclmdlRITaskGetSeqId>,
    /// The type of a task. `None` where the library is older than the function.
    pub aclmdlRITaskGetType: Option<signature::aclmdlRITaskGetType>,
    /// Changes the parameters of a task; aclmdlRIUpdate makes it count. `None` where the library is older than the function.
    pub aclmdlRITaskSetParams: Option<signature::aclmdlRITaskSetParams>,
    /// Takes back aclmdlRIBindStream. `None` where the library is older than the function.
    pub aclmdlRIUnbindStream: Option<signature::aclmdlRIUnbindStream>,
    /// Makes the changes of tasks count for later executions. `None` where the library is older than the function.
    pub aclmdlRIUpdate: Option<signature::aclmdlRIUpdate>,
    /// Sets what is dumped, from a JSON file.
    pub aclmdlSetDump: signature::aclmdlSetDump,
    /// Begins dumping the arguments of operators into a folder.
    pub aclopStartDumpArgs: signature::aclopStartDumpArgs,
    /// Takes back aclopStartDumpArgs.
    pub aclopStopDumpArgs: signature::aclopStopDumpArgs,
    /// One property of the platform as text, without opening a device. `None` where the library is older than the function.
    pub aclplatformGetDeviceInfo: Option<signature::aclplatformGetDeviceInfo>,
    /// What an instruction of a core type supports, as text. `None` where the library is older than the function.
    pub aclplatformGetInstructionInfo: Option<signature::aclplatformGetInstructionInfo>,
    /// A new configuration: devices, metrics and ACL_PROF_* bits; NULL when an argument is wrong.
    pub aclprofCreateConfig: signature::aclprofCreateConfig,
    /// A new stamp for marks and ranges; NULL when memory is short.
    pub aclprofCreateStamp: signature::aclprofCreateStamp,
    /// Memory for the marks of a step; NULL when memory is short.
    pub aclprofCreateStepInfo: signature::aclprofCreateStepInfo,
    /// A new configuration of a subscription; `fd` points at the pipe's descriptor.
    pub aclprofCreateSubscribeConfig: signature::aclprofCreateSubscribeConfig,
    /// Frees a configuration.
    pub aclprofDestroyConfig: signature::aclprofDestroyConfig,
    /// Frees a stamp.
    pub aclprofDestroyStamp: signature::aclprofDestroyStamp,
    /// Frees the marks of a step.
    pub aclprofDestroyStepInfo: signature::aclprofDestroyStepInfo,
    /// Frees a configuration of a subscription.
    pub aclprofDestroySubscribeConfig: signature::aclprofDestroySubscribeConfig,
    /// Ends profiling and writes what is left. Blocks.
    pub aclprofFinalize: signature::aclprofFinalize,
    /// The model of an entry.
    pub aclprofGetModelId: signature::aclprofGetModelId,
    /// An attribute of an entry as text. `None` where the library is older than the function.
    pub aclprofGetOpAttriValue: Option<signature::aclprofGetOpAttriValue>,
    /// Bytes of one operator's entry in the pipe.
    pub aclprofGetOpDescSize: signature::aclprofGetOpDescSize,
    /// Duration of an entry, in microseconds.
    pub aclprofGetOpDuration: signature::aclprofGetOpDuration,
    /// End of an entry, in microseconds.
    pub aclprofGetOpEnd: signature::aclprofGetOpEnd,
    /// Whether an entry is an operator, a subgraph or a thread of an operator. `None` where the library is older than the function.
    pub aclprofGetOpFlag: Option<signature::aclprofGetOpFlag>,
    /// Operator name of an entry.
    pub aclprofGetOpName: signature::aclprofGetOpName,
    /// Length of the operator name of an entry.
    pub aclprofGetOpNameLen: signature::aclprofGetOpNameLen,
    /// The number of entries in what was read.
    pub aclprofGetOpNum: signature::aclprofGetOpNum,
    /// Start of an entry, in microseconds.
    pub aclprofGetOpStart: signature::aclprofGetOpStart,
    /// Type name of an entry.
    pub aclprofGetOpType: signature::aclprofGetOpType,
    /// Length of the type name of an entry.
    pub aclprofGetOpTypeLen: signature::aclprofGetOpTypeLen,
    /// Queues a mark of a step's start or end.
    pub aclprofGetStepTimestamp: signature::aclprofGetStepTimestamp,
    /// Starts profiling into a folder that exists. Blocks.
    pub aclprofInit: signature::aclprofInit,
    /// Records one instant with a stamp.
    pub aclprofMark: signature::aclprofMark,
    /// Records one instant on the host and, queued, on the stream. `None` where the library is older than the function.
    pub aclprofMarkEx: Option<signature::aclprofMarkEx>,
    /// Begins writing what a model's operators did into a pipe.
    pub aclprofModelSubscribe: signature::aclprofModelSubscribe,
    /// Takes back aclprofModelSubscribe.
    pub aclprofModelUnSubscribe: signature::aclprofModelUnSubscribe,
    /// Closes the newest open range of this thread.
    pub aclprofPop: signature::aclprofPop,
    /// Opens a range on this thread.
    pub aclprofPush: signature::aclprofPush,
    /// Closes the newest range of aclprofRangePushEx on this thread. `None` where the library is older than the function.
    pub aclprofRangePop: Option<signature::aclprofRangePop>,
    /// Opens a range with attributes on this thread. `None` where the library is older than the function.
    pub aclprofRangePushEx: Option<signature::aclprofRangePushEx>,
    /// Opens a range that another thread may close.
    pub aclprofRangeStart: signature::aclprofRangeStart,
    /// Closes a range by the number aclprofRangeStart gave.
    pub aclprofRangeStop: signature::aclprofRangeStop,
    /// Sets one option of profiling from text, before aclprofStart.
    pub aclprofSetConfig: signature::aclprofSetConfig,
    /// Sets the text of a stamp.
    pub aclprofSetStampTraceMessage: signature::aclprofSetStampTraceMessage,
    /// Begins collecting what the configuration names. Blocks.
    pub aclprofStart: signature::aclprofStart,
    /// Stops collecting; the configuration must be the one of aclprofStart. Blocks.
    pub aclprofStop: signature::aclprofStop,
    /// A number for a text, for use in event attributes. `None` where the library is older than the function.
    pub aclprofStr2Id: Option<signature::aclprofStr2Id>,
    /// Queues the start of another stream. `None` where the library is older than the function.
    pub aclrtActiveStream: Option<signature::aclrtActiveStream>,
    /// Allocates a shared buffer. `None` where the library is older than the function.
    pub aclrtAllocBuf: Option<signature::aclrtAllocBuf>,
    /// A new description of an allocator of the caller; NULL when memory is short. `None` where the library is older than the function.
    pub aclrtAllocatorCreateDesc: Option<signature::aclrtAllocatorCreateDesc>,
    /// Frees the description of an allocator. `None` where the library is older than the function.
    pub aclrtAllocatorDestroyDesc: Option<signature::aclrtAllocatorDestroyDesc>,
    /// The allocator of a stream. `None` where the library is older than the function.
    pub aclrtAllocatorGetByStream: Option<signature::aclrtAllocatorGetByStream>,
    /// Makes the allocator that of a stream. `None` where the library is older than the function.
    pub aclrtAllocatorRegister: Option<signature::aclrtAllocatorRegister>,
    /// Sets the function that allocates near a wished address. `None` where the library is older than the function.
    pub aclrtAllocatorSetAllocAdviseFuncToDesc: Option<
        signature::aclrtAllocatorSetAllocAdviseFuncToDesc,
    >,
    /// Sets the function that allocates. `None` where the library is older than the function.
    pub aclrtAllocatorSetAllocFuncToDesc: Option<
        signature::aclrtAllocatorSetAllocFuncToDesc,
    >,
    /// Sets the function that frees. `None` where the library is older than the function.
    pub aclrtAllocatorSetFreeFuncToDesc: Option<
        signature::aclrtAllocatorSetFreeFuncToDesc,
    >,
    /// Sets the function that tells the address of a block. `None` where the library is older than the function.
    pub aclrtAllocatorSetGetAddrFromBlockFuncToDesc: Option<
        signature::aclrtAllocatorSetGetAddrFromBlockFuncToDesc,
    >,
    /// Sets the object that is passed to each function of the allocator. `None` where the library is older than the function.
    pub aclrtAllocatorSetObjToDesc: Option<signature::aclrtAllocatorSetObjToDesc>,
    /// Takes back aclrtAllocatorRegister. `None` where the library is older than the function.
    pub aclrtAllocatorUnregister: Option<signature::aclrtAllocatorUnregister>,
    /// Chains a shared buffer behind another. `None` where the library is older than the function.
    pub aclrtAppendBufChain: Option<signature::aclrtAppendBufChain>,
    /// Device address and size of a loaded image. `None` where the library is older than the function.
    pub aclrtBinaryGetDevAddress: Option<signature::aclrtBinaryGetDevAddress>,
    /// Finds a kernel of an image by name; 507027 when there is none. `None` where the library is older than the function.
    pub aclrtBinaryGetFunction: Option<signature::aclrtBinaryGetFunction>,
    /// Finds a kernel of an image by its entry number. `None` where the library is older than the function.
    pub aclrtBinaryGetFunctionByEntry: Option<signature::aclrtBinaryGetFunctionByEntry>,
    /// Device address and size of a variable of a loaded image. `None` where the library is older than the function.
    pub aclrtBinaryGetGlobal: Option<signature::aclrtBinaryGetGlobal>,
    /// Loads a described kernel image onto the current device. Blocks. `None` where the library is older than the function.
    pub aclrtBinaryLoad: Option<signature::aclrtBinaryLoad>,
    /// Loads a kernel image from host memory onto the current device. Blocks. `None` where the library is older than the function.
    pub aclrtBinaryLoadFromData: Option<signature::aclrtBinaryLoadFromData>,
    /// Loads a kernel image from a file onto the current device. Blocks. `None` where the library is older than the function.
    pub aclrtBinaryLoadFromFile: Option<signature::aclrtBinaryLoadFromFile>,
    /// Sets the function called when a kernel of this image fails. `None` where the library is older than the function.
    pub aclrtBinarySetExceptionCallback: Option<
        signature::aclrtBinarySetExceptionCallback,
    >,
    /// Unloads an image; none of its kernels may be queued or running. `None` where the library is older than the function.
    pub aclrtBinaryUnLoad: Option<signature::aclrtBinaryUnLoad>,
    /// Attaches further text to the task this thread queued last. `None` where the library is older than the function.
    pub aclrtCacheLastTaskExtendInfo: Option<signature::aclrtCacheLastTaskExtendInfo>,
    /// Attaches operator information to the task this thread queued last. `None` where the library is older than the function.
    pub aclrtCacheLastTaskOpInfo: Option<signature::aclrtCacheLastTaskOpInfo>,
    /// Whether code built for the named SoC runs on the current device: 1 or 0. `None` where the library is older than the function.
    pub aclrtCheckArchCompatibility: Option<signature::aclrtCheckArchCompatibility>,
    /// Whether all addresses of a list are of the wanted ACL_RT_MEM_TYPE_* kinds: 1 or 0. `None` where the library is older than the function.
    pub aclrtCheckMemType: Option<signature::aclrtCheckMemType>,
    /// Queues a cache operation over a range of device memory. `None` where the library is older than the function.
    pub aclrtCmoAsync: Option<signature::aclrtCmoAsync>,
    /// As aclrtCmoAsync, with a number that aclrtCmoWaitBarrier can wait for. `None` where the library is older than the function.
    pub aclrtCmoAsyncWithBarrier: Option<signature::aclrtCmoAsyncWithBarrier>,
    /// Queues the cache operation that a descriptor in device memory tells. `None` where the library is older than the function.
    pub aclrtCmoAsyncWithDesc: Option<signature::aclrtCmoAsyncWithDesc>,
    /// Bytes of a cache-operation descriptor in device memory. `None` where the library is older than the function.
    pub aclrtCmoGetDescSize: Option<signature::aclrtCmoGetDescSize>,
    /// Writes a cache-operation descriptor into device memory. Blocks. `None` where the library is older than the function.
    pub aclrtCmoSetDesc: Option<signature::aclrtCmoSetDesc>,
    /// Queues a wait for cache operations by their numbers. `None` where the library is older than the function.
    pub aclrtCmoWaitBarrier: Option<signature::aclrtCmoWaitBarrier>,
    /// Creates a counting notify: a 32-bit value that streams change and wait for. `None` where the library is older than the function.
    pub aclrtCntNotifyCreate: Option<signature::aclrtCntNotifyCreate>,
    /// Destroys a counting notify. `None` where the library is older than the function.
    pub aclrtCntNotifyDestroy: Option<signature::aclrtCntNotifyDestroy>,
    /// The number of a counting notify, as logs name it. `None` where the library is older than the function.
    pub aclrtCntNotifyGetId: Option<signature::aclrtCntNotifyGetId>,
    /// Queues a change of the value. `None` where the library is older than the function.
    pub aclrtCntNotifyRecord: Option<signature::aclrtCntNotifyRecord>,
    /// Queues setting the value to zero. `None` where the library is older than the function.
    pub aclrtCntNotifyReset: Option<signature::aclrtCntNotifyReset>,
    /// Queues a wait until the value meets a condition. `None` where the library is older than the function.
    pub aclrtCntNotifyWaitWithTimeout: Option<signature::aclrtCntNotifyWaitWithTimeout>,
    /// A further reference to a shared buffer. `None` where the library is older than the function.
    pub aclrtCopyBufRef: Option<signature::aclrtCopyBufRef>,
    /// Describes a kernel image in host memory; it must live until aclrtDestroyBinary. `None` where the library is older than the function.
    pub aclrtCreateBinary: Option<signature::aclrtCreateBinary>,
    /// Creates a context of its own on a device and makes it current on this thread.
    pub aclrtCreateContext: signature::aclrtCreateContext,
    /// Creates an event of the old kind: each record takes a new hardware event. Prefer aclrtCreateEventExWithFlag.
    pub aclrtCreateEvent: signature::aclrtCreateEvent,
    /// Creates an event that may be recorded again and again; a wait keeps the record it was queued after. `None` where the library is older than the function.
    pub aclrtCreateEventExWithFlag: Option<signature::aclrtCreateEventExWithFlag>,
    /// Creates an event that is a sticky flag: it must be reset between two records.
    pub aclrtCreateEventWithFlag: signature::aclrtCreateEventWithFlag,
    /// Memory for what aclrtGetAllGroupInfo tells; NULL when memory is short.
    pub aclrtCreateGroupInfo: signature::aclrtCreateGroupInfo,
    /// Creates a jump label. `None` where the library is older than the function.
    pub aclrtCreateLabel: Option<signature::aclrtCreateLabel>,
    /// Makes labels into a list to switch by. `None` where the library is older than the function.
    pub aclrtCreateLabelList: Option<signature::aclrtCreateLabelList>,
    /// Creates a notify: a flag between streams, also of other devices and processes. `None` where the library is older than the function.
    pub aclrtCreateNotify: Option<signature::aclrtCreateNotify>,
    /// Creates a stream in the current context.
    pub aclrtCreateStream: signature::aclrtCreateStream,
    /// A new set of stream options; NULL when memory is short. `None` where the library is older than the function.
    pub aclrtCreateStreamConfigHandle: Option<signature::aclrtCreateStreamConfigHandle>,
    /// Creates a stream with a set of options. `None` where the library is older than the function.
    pub aclrtCreateStreamV2: Option<signature::aclrtCreateStreamV2>,
    /// Creates a stream with a priority and ACL_STREAM_* flags.
    pub aclrtCreateStreamWithConfig: signature::aclrtCreateStreamWithConfig,
    /// The default stream of the current context; it is not ordered with other streams. `None` where the library is older than the function.
    pub aclrtCtxGetCurrentDefaultStream: Option<
        signature::aclrtCtxGetCurrentDefaultStream,
    >,
    /// The device address of the overflow status of the current context. `None` where the library is older than the function.
    pub aclrtCtxGetFloatOverflowAddr: Option<signature::aclrtCtxGetFloatOverflowAddr>,
    /// A system option of the current context. `None` where the library is older than the function.
    pub aclrtCtxGetSysParamOpt: Option<signature::aclrtCtxGetSysParamOpt>,
    /// Sets a system option of the current context.
    pub aclrtCtxSetSysParamOpt: signature::aclrtCtxSetSysParamOpt,
    /// Frees the description that aclrtCreateBinary made. `None` where the library is older than the function.
    pub aclrtDestroyBinary: Option<signature::aclrtDestroyBinary>,
    /// Destroys a context made by aclrtCreateContext. Blocks.
    pub aclrtDestroyContext: signature::aclrtDestroyContext,
    /// Destroys an event. Never blocks; queued waits and records stay valid.
    pub aclrtDestroyEvent: signature::aclrtDestroyEvent,
    /// Frees what aclrtCreateGroupInfo made.
    pub aclrtDestroyGroupInfo: signature::aclrtDestroyGroupInfo,
    /// Destroys a label. `None` where the library is older than the function.
    pub aclrtDestroyLabel: Option<signature::aclrtDestroyLabel>,
    /// Destroys a list of labels. `None` where the library is older than the function.
    pub aclrtDestroyLabelList: Option<signature::aclrtDestroyLabelList>,
    /// Destroys a notify; no work that uses it may be queued. `None` where the library is older than the function.
    pub aclrtDestroyNotify: Option<signature::aclrtDestroyNotify>,
    /// Waits for the stream's work, then destroys it. Blocks.
    pub aclrtDestroyStream: signature::aclrtDestroyStream,
    /// Frees a set of stream options. `None` where the library is older than the function.
    pub aclrtDestroyStreamConfigHandle: Option<
        signature::aclrtDestroyStreamConfigHandle,
    >,
    /// Destroys the stream and drops its unfinished work.
    pub aclrtDestroyStreamForce: signature::aclrtDestroyStreamForce,
    /// Whether one device can reach the memory of another: 1 or 0.
    pub aclrtDeviceCanAccessPeer: signature::aclrtDeviceCanAccessPeer,
    /// Takes back aclrtDeviceEnablePeerAccess.
    pub aclrtDeviceDisablePeerAccess: signature::aclrtDeviceDisablePeerAccess,
    /// Lets the current device use the memory of a peer; `flags` must be 0.
    pub aclrtDeviceEnablePeerAccess: signature::aclrtDeviceEnablePeerAccess,
    /// The process id as the machine outside any container sees it. `None` where the library is older than the function.
    pub aclrtDeviceGetBareTgid: Option<signature::aclrtDeviceGetBareTgid>,
    /// The device at a PCI address. `None` where the library is older than the function.
    pub aclrtDeviceGetByPCIBusId: Option<signature::aclrtDeviceGetByPCIBusId>,
    /// Which atomic operations a device can do on host memory; one mask per operation. `None` where the library is older than the function.
    pub aclrtDeviceGetHostAtomicCapabilities: Option<
        signature::aclrtDeviceGetHostAtomicCapabilities,
    >,
    /// A stack or print-buffer size of the current device. `None` where the library is older than the function.
    pub aclrtDeviceGetLimit: Option<signature::aclrtDeviceGetLimit>,
    /// Which atomic operations one device can do on another's memory; one mask per operation. `None` where the library is older than the function.
    pub aclrtDeviceGetP2PAtomicCapabilities: Option<
        signature::aclrtDeviceGetP2PAtomicCapabilities,
    >,
    /// The PCI address of a device as text. `None` where the library is older than the function.
    pub aclrtDeviceGetPCIBusId: Option<signature::aclrtDeviceGetPCIBusId>,
    /// The range of stream priorities of the current device; the greatest priority is the lower number. `None` where the library is older than the function.
    pub aclrtDeviceGetStreamPriorityRange: Option<
        signature::aclrtDeviceGetStreamPriorityRange,
    >,
    /// The 16 bytes that identify a device for good. `None` where the library is older than the function.
    pub aclrtDeviceGetUuid: Option<signature::aclrtDeviceGetUuid>,
    /// Writes the L2 cache of the current device back to memory; `rsv` must be NULL. Blocks. `None` where the library is older than the function.
    pub aclrtDeviceL2CacheFlush: Option<signature::aclrtDeviceL2CacheFlush>,
    /// Whether access from one device to another is enabled: 1 or 0. `None` where the library is older than the function.
    pub aclrtDevicePeerAccessStatus: Option<signature::aclrtDevicePeerAccessStatus>,
    /// Sets a stack or print-buffer size of the current device; before its first kernel. `None` where the library is older than the function.
    pub aclrtDeviceSetLimit: Option<signature::aclrtDeviceSetLimit>,
    /// Stops and drops all work of a device, waiting at most `timeout` milliseconds. Blocks. `None` where the library is older than the function.
    pub aclrtDeviceTaskAbort: Option<signature::aclrtDeviceTaskAbort>,
    /// Milliseconds between two passed records of events with ACL_EVENT_TIME_LINE.
    pub aclrtEventElapsedTime: signature::aclrtEventElapsedTime,
    /// The device counter at the newest passed record. `None` where the library is older than the function.
    pub aclrtEventGetTimestamp: Option<signature::aclrtEventGetTimestamp>,
    /// Adds a function that a runtime thread calls when a task fails. `None` where the library is older than the function.
    pub aclrtExceptionInfoCallbackRegister: Option<
        signature::aclrtExceptionInfoCallbackRegister,
    >,
    /// Takes back aclrtExceptionInfoCallbackRegister. `None` where the library is older than the function.
    pub aclrtExceptionInfoCallbackUnregister: Option<
        signature::aclrtExceptionInfoCallbackUnregister,
    >,
    /// Frees device memory at once, without waiting for work that uses it.
    pub aclrtFree: signature::aclrtFree,
    /// Frees a shared buffer, or one reference to it. `None` where the library is older than the function.
    pub aclrtFreeBuf: Option<signature::aclrtFreeBuf>,
    /// Frees pinned host memory at once, without waiting for work that uses it.
    pub aclrtFreeHost: signature::aclrtFreeHost,
    /// Waits for the device, then frees pinned host memory. Blocks. `None` where the library is older than the function.
    pub aclrtFreeHostWithDevSync: Option<signature::aclrtFreeHostWithDevSync>,
    /// Frees physical memory once nothing maps it.
    pub aclrtFreePhysical: signature::aclrtFreePhysical,
    /// Waits for the device, then frees device memory. Blocks. `None` where the library is older than the function.
    pub aclrtFreeWithDevSync: Option<signature::aclrtFreeWithDevSync>,
    /// Bytes of unified buffer that a block may still take at launch. `None` where the library is older than the function.
    pub aclrtFunctionGetAvailDynUbufPerBlock: Option<
        signature::aclrtFunctionGetAvailDynUbufPerBlock,
    >,
    /// The image a kernel belongs to. `None` where the library is older than the function.
    pub aclrtFunctionGetBinary: Option<signature::aclrtFunctionGetBinary>,
    /// The number of parameters of a kernel. `None` where the library is older than the function.
    pub aclrtFunctionGetParamCount: Option<signature::aclrtFunctionGetParamCount>,
    /// Offset and size of a parameter of a kernel. `None` where the library is older than the function.
    pub aclrtFunctionGetParamInfo: Option<signature::aclrtFunctionGetParamInfo>,
    /// Reads the description of all groups.
    pub aclrtGetAllGroupInfo: signature::aclrtGetAllGroupInfo,
    /// The device address and size of the failed kernel's arguments. Only inside the callback. `None` where the library is older than the function.
    pub aclrtGetArgsFromExceptionInfo: Option<signature::aclrtGetArgsFromExceptionInfo>,
    /// Number of buffers in a chain. `None` where the library is older than the function.
    pub aclrtGetBufChainNum: Option<signature::aclrtGetBufChainNum>,
    /// Address and capacity of a shared buffer. `None` where the library is older than the function.
    pub aclrtGetBufData: Option<signature::aclrtGetBufData>,
    /// How many bytes of a shared buffer count. `None` where the library is older than the function.
    pub aclrtGetBufDataLen: Option<signature::aclrtGetBufDataLen>,
    /// One buffer of a chain. `None` where the library is older than the function.
    pub aclrtGetBufFromChain: Option<signature::aclrtGetBufFromChain>,
    /// Reads from the private area of a shared buffer. `None` where the library is older than the function.
    pub aclrtGetBufUserData: Option<signature::aclrtGetBufUserData>,
    /// The current context of this thread.
    pub aclrtGetCurrentContext: signature::aclrtGetCurrentContext,
    /// The device of this thread's context; 107002 without one.
    pub aclrtGetDevice: signature::aclrtGetDevice,
    /// Whether a device supports a feature: 1 or 0. `None` where the library is older than the function.
    pub aclrtGetDeviceCapability: Option<signature::aclrtGetDeviceCapability>,
    /// Number of devices the process may use. Needs no context.
    pub aclrtGetDeviceCount: signature::aclrtGetDeviceCount,
    /// The device of the failed task. Only inside the callback.
    pub aclrtGetDeviceIdFromExceptionInfo: signature::aclrtGetDeviceIdFromExceptionInfo,
    /// One attribute of a device. `None` where the library is older than the function.
    pub aclrtGetDeviceInfo: Option<signature::aclrtGetDeviceInfo>,
    /// How many cores of a type a kernel of this device may use. `None` where the library is older than the function.
    pub aclrtGetDeviceResLimit: Option<signature::aclrtGetDeviceResLimit>,
    /// What overflow gives on the current device. `None` where the library is older than the function.
    pub aclrtGetDeviceSatMode: Option<signature::aclrtGetDeviceSatMode>,
    /// How busy a device is, in percent; -1 where it is not measured.
    pub aclrtGetDeviceUtilizationRate: signature::aclrtGetDeviceUtilizationRate,
    /// How two devices are connected: one ACL_RT_DEVS_TOPOLOGY_* bit. `None` where the library is older than the function.
    pub aclrtGetDevicesTopo: Option<signature::aclrtGetDevicesTopo>,
    /// The error code of the failed task. Only inside the callback.
    pub aclrtGetErrorCodeFromExceptionInfo: signature::aclrtGetErrorCodeFromExceptionInfo,
    /// What is wrong with a device, and whether it may be repaired. `None` where the library is older than the function.
    pub aclrtGetErrorVerbose: Option<signature::aclrtGetErrorVerbose>,
    /// How many more events the current device can have. `None` where the library is older than the function.
    pub aclrtGetEventAvailNum: Option<signature::aclrtGetEventAvailNum>,
    /// The number of an event, as logs name it. `None` where the library is older than the function.
    pub aclrtGetEventId: Option<signature::aclrtGetEventId>,
    /// Queues writing the overflow status to device memory. `None` where the library is older than the function.
    pub aclrtGetFloatOverflowStatus: Option<signature::aclrtGetFloatOverflowStatus>,
    /// The kernel that a host symbol stands for. `None` where the library is older than the function.
    pub aclrtGetFuncBySymbol: Option<signature::aclrtGetFuncBySymbol>,
    /// The kernel of the failed task. Only inside the callback. `None` where the library is older than the function.
    pub aclrtGetFuncHandleFromExceptionInfo: Option<
        signature::aclrtGetFuncHandleFromExceptionInfo,
    >,
    /// Device addresses of a kernel's cube and vector code. `None` where the library is older than the function.
    pub aclrtGetFunctionAddr: Option<signature::aclrtGetFunctionAddr>,
    /// An attribute of a kernel: type, ratio of cores or schedule mode. `None` where the library is older than the function.
    pub aclrtGetFunctionAttribute: Option<signature::aclrtGetFunctionAttribute>,
    /// The name of a kernel. `None` where the library is older than the function.
    pub aclrtGetFunctionName: Option<signature::aclrtGetFunctionName>,
    /// Bytes of a kernel's cube and vector code. `None` where the library is older than the function.
    pub aclrtGetFunctionSize: Option<signature::aclrtGetFunctionSize>,
    /// The number of groups of the current device.
    pub aclrtGetGroupCount: signature::aclrtGetGroupCount,
    /// One attribute of one group.
    pub aclrtGetGroupInfoDetail: signature::aclrtGetGroupInfoDetail,
    /// The device address that kernels use to synchronise cores. `None` where the library is older than the function.
    pub aclrtGetHardwareSyncAddr: Option<signature::aclrtGetHardwareSyncAddr>,
    /// The last error code of this thread; clears it. `None` where the library is older than the function.
    pub aclrtGetLastError: Option<signature::aclrtGetLastError>,
    /// The logical id of a physical device. `None` where the library is older than the function.
    pub aclrtGetLogicDevIdByPhyDevId: Option<signature::aclrtGetLogicDevIdByPhyDevId>,
    /// The logical id of a device as the user numbers it. `None` where the library is older than the function.
    pub aclrtGetLogicDevIdByUserDevId: Option<signature::aclrtGetLogicDevIdByUserDevId>,
    /// Free and total bytes of a kind of memory of the current device.
    pub aclrtGetMemInfo: signature::aclrtGetMemInfo,
    /// The device memory ranges with uncorrectable errors. `None` where the library is older than the function.
    pub aclrtGetMemUceInfo: Option<signature::aclrtGetMemUceInfo>,
    /// Bytes in use of a device, by component. `None` where the library is older than the function.
    pub aclrtGetMemUsageInfo: Option<signature::aclrtGetMemUsageInfo>,
    /// Bytes of a copy descriptor in device memory. `None` where the library is older than the function.
    pub aclrtGetMemcpyDescSize: Option<signature::aclrtGetMemcpyDescSize>,
    /// The number of a notify, as logs name it. `None` where the library is older than the function.
    pub aclrtGetNotifyId: Option<signature::aclrtGetNotifyId>,
    /// The limit of kernels of the process, in milliseconds. `None` where the library is older than the function.
    pub aclrtGetOpExecuteTimeout: Option<signature::aclrtGetOpExecuteTimeout>,
    /// The hardware's step of kernel limits, in microseconds. `None` where the library is older than the function.
    pub aclrtGetOpTimeOutInterval: Option<signature::aclrtGetOpTimeOutInterval>,
    /// Queues writing the overflow status, 64 bytes, to device memory.
    pub aclrtGetOverflowStatus: signature::aclrtGetOverflowStatus,
    /// The physical id of a logical device. `None` where the library is older than the function.
    pub aclrtGetPhyDevIdByLogicDevId: Option<signature::aclrtGetPhyDevIdByLogicDevId>,
    /// The physical id of a device as the user numbers it. `None` where the library is older than the function.
    pub aclrtGetPhyDevIdByUserDevId: Option<signature::aclrtGetPhyDevIdByUserDevId>,
    /// Whether the device's own context exists: 1 or 0. `None` where the library is older than the function.
    pub aclrtGetPrimaryCtxState: Option<signature::aclrtGetPrimaryCtxState>,
    /// How many cores of a type a kernel launched by this thread may use. `None` where the library is older than the function.
    pub aclrtGetResInCurrentThread: Option<signature::aclrtGetResInCurrentThread>,
    /// Whether the program runs on the host or on the device's own processor.
    pub aclrtGetRunMode: signature::aclrtGetRunMode,
    /// The SoC name of the devices, as `Ascend910B3`; NULL without a device.
    pub aclrtGetSocName: signature::aclrtGetSocName,
    /// An attribute of a stream. `None` where the library is older than the function.
    pub aclrtGetStreamAttribute: Option<signature::aclrtGetStreamAttribute>,
    /// How many more streams the current device can have. `None` where the library is older than the function.
    pub aclrtGetStreamAvailableNum: Option<signature::aclrtGetStreamAvailableNum>,
    /// The stream of the failed task. Only inside the callback.
    pub aclrtGetStreamIdFromExceptionInfo: signature::aclrtGetStreamIdFromExceptionInfo,
    /// Whether overflow detection of a stream is on.
    pub aclrtGetStreamOverflowSwitch: signature::aclrtGetStreamOverflowSwitch,
    /// How many cores of a type a kernel of this stream may use. `None` where the library is older than the function.
    pub aclrtGetStreamResLimit: Option<signature::aclrtGetStreamResLimit>,
    /// The device address of a device variable. `None` where the library is older than the function.
    pub aclrtGetSymbolAddress: Option<signature::aclrtGetSymbolAddress>,
    /// Bytes of a device variable. `None` where the library is older than the function.
    pub aclrtGetSymbolSize: Option<signature::aclrtGetSymbolSize>,
    /// A system option of the process. `None` where the library is older than the function.
    pub aclrtGetSysParamOpt: Option<signature::aclrtGetSysParamOpt>,
    /// The task that failed; 0xFFFFFFFF for a fault of the device. Only inside the callback.
    pub aclrtGetTaskIdFromExceptionInfo: signature::aclrtGetTaskIdFromExceptionInfo,
    /// The thread that queued the failed task. Only inside the callback.
    pub aclrtGetThreadIdFromExceptionInfo: signature::aclrtGetThreadIdFromExceptionInfo,
    /// The number of the task this thread queued last. `None` where the library is older than the function.
    pub aclrtGetThreadLastTaskId: Option<signature::aclrtGetThreadLastTaskId>,
    /// The user's number of a logical device. `None` where the library is older than the function.
    pub aclrtGetUserDevIdByLogicDevId: Option<signature::aclrtGetUserDevIdByLogicDevId>,
    /// The user's number of a physical device. `None` where the library is older than the function.
    pub aclrtGetUserDevIdByPhyDevId: Option<signature::aclrtGetUserDevIdByPhyDevId>,
    /// The version of the ACL interface, not of the toolkit.
    pub aclrtGetVersion: signature::aclrtGetVersion,
    /// The device's address of mapped host memory; for kernels, not for copies. `flag` must be 0. `None` where the library is older than the function.
    pub aclrtHostGetDevicePointer: Option<signature::aclrtHostGetDevicePointer>,
    /// Whether an engine of a device can use mapped host memory. `None` where the library is older than the function.
    pub aclrtHostMemMapCapabilities: Option<signature::aclrtHostMemMapCapabilities>,
    /// Maps host memory of the caller for the device and gives the device's address of it. `None` where the library is older than the function.
    pub aclrtHostRegister: Option<signature::aclrtHostRegister>,
    /// Pins host memory of the caller, or maps it for the device, by ACL_HOST_REG_* flags. `None` where the library is older than the function.
    pub aclrtHostRegisterV2: Option<signature::aclrtHostRegisterV2>,
    /// Takes back aclrtHostRegister or aclrtHostRegisterV2. `None` where the library is older than the function.
    pub aclrtHostUnregister: Option<signature::aclrtHostUnregister>,
    /// A handle by which other processes may use an event of flag ACL_EVENT_IPC. `None` where the library is older than the function.
    pub aclrtIpcGetEventHandle: Option<signature::aclrtIpcGetEventHandle>,
    /// Ends the use of a name, exported or imported. `None` where the library is older than the function.
    pub aclrtIpcMemClose: Option<signature::aclrtIpcMemClose>,
    /// A name, written to `key`, by which other processes may use this device memory. `None` where the library is older than the function.
    pub aclrtIpcMemGetExportKey: Option<signature::aclrtIpcMemGetExportKey>,
    /// Maps device memory that another process exported. `None` where the library is older than the function.
    pub aclrtIpcMemImportByKey: Option<signature::aclrtIpcMemImportByKey>,
    /// Lets processes of other servers import exported device memory. `None` where the library is older than the function.
    pub aclrtIpcMemImportPidInterServer: Option<
        signature::aclrtIpcMemImportPidInterServer,
    >,
    /// Sets an attribute of exported device memory: the link that importers use. `None` where the library is older than the function.
    pub aclrtIpcMemSetAttr: Option<signature::aclrtIpcMemSetAttr>,
    /// Lets the given processes import exported device memory. `None` where the library is older than the function.
    pub aclrtIpcMemSetImportPid: Option<signature::aclrtIpcMemSetImportPid>,
    /// Opens an event of another process. `None` where the library is older than the function.
    pub aclrtIpcOpenEventHandle: Option<signature::aclrtIpcOpenEventHandle>,
    /// Appends the next argument, copied at once. `None` where the library is older than the function.
    pub aclrtKernelArgsAppend: Option<signature::aclrtKernelArgsAppend>,
    /// Keeps a place in the argument list for the address of data that the launch copies along. `None` where the library is older than the function.
    pub aclrtKernelArgsAppendPlaceHolder: Option<
        signature::aclrtKernelArgsAppendPlaceHolder,
    >,
    /// Ends the argument list. `None` where the library is older than the function.
    pub aclrtKernelArgsFinalize: Option<signature::aclrtKernelArgsFinalize>,
    /// Bytes of host memory for the handle of an argument list. `None` where the library is older than the function.
    pub aclrtKernelArgsGetHandleMemSize: Option<
        signature::aclrtKernelArgsGetHandleMemSize,
    >,
    /// Bytes of host memory for an argument list of `userArgsSize` bytes. `None` where the library is older than the function.
    pub aclrtKernelArgsGetMemSize: Option<signature::aclrtKernelArgsGetMemSize>,
    /// Host memory for the data of a place; the caller fills it before the launch. `None` where the library is older than the function.
    pub aclrtKernelArgsGetPlaceHolderBuffer: Option<
        signature::aclrtKernelArgsGetPlaceHolderBuffer,
    >,
    /// Begins the argument list of a launch. `None` where the library is older than the function.
    pub aclrtKernelArgsInit: Option<signature::aclrtKernelArgsInit>,
    /// Begins an argument list in host memory of the caller. `None` where the library is older than the function.
    pub aclrtKernelArgsInitByUserMem: Option<signature::aclrtKernelArgsInitByUserMem>,
    /// Changes an argument that was appended before; aclrtKernelArgsFinalize must follow. `None` where the library is older than the function.
    pub aclrtKernelArgsParaUpdate: Option<signature::aclrtKernelArgsParaUpdate>,
    /// Queues a function for the subscribed thread; BLOCK holds later work of the stream until it returns.
    pub aclrtLaunchCallback: signature::aclrtLaunchCallback,
    /// Queues a host function on a thread of the runtime; later work of the stream waits for its return. `None` where the library is older than the function.
    pub aclrtLaunchHostFunc: Option<signature::aclrtLaunchHostFunc>,
    /// Queues a launch of `numBlocks` blocks with arguments that lie in device memory. `None` where the library is older than the function.
    pub aclrtLaunchKernel: Option<signature::aclrtLaunchKernel>,
    /// As aclrtLaunchKernel, with launch attributes. `None` where the library is older than the function.
    pub aclrtLaunchKernelV2: Option<signature::aclrtLaunchKernelV2>,
    /// Queues a launch of `numBlocks` blocks with one pointer an argument, each copied at once. `None` where the library is older than the function.
    pub aclrtLaunchKernelWithArgsArray: Option<
        signature::aclrtLaunchKernelWithArgsArray,
    >,
    /// Queues a launch of `numBlocks` blocks with an argument list; `reserve` must be NULL. `None` where the library is older than the function.
    pub aclrtLaunchKernelWithConfig: Option<signature::aclrtLaunchKernelWithConfig>,
    /// Queues a launch of `numBlocks` blocks with arguments in host memory, copied at once. `None` where the library is older than the function.
    pub aclrtLaunchKernelWithHostArgs: Option<signature::aclrtLaunchKernelWithHostArgs>,
    /// Queues a launch of a SIMT kernel over a grid, with one pointer an argument. `None` where the library is older than the function.
    pub aclrtLaunchSIMTKernelWithArgsArray: Option<
        signature::aclrtLaunchSIMTKernelWithArgsArray,
    >,
    /// Queues a launch of a SIMT kernel over a grid, with arguments in host memory, copied at once. `None` where the library is older than the function.
    pub aclrtLaunchSIMTKernelWithHostArgs: Option<
        signature::aclrtLaunchSIMTKernelWithHostArgs,
    >,
    /// Allocates device memory, 64-byte aligned, content undefined.
    pub aclrtMalloc: signature::aclrtMalloc,
    /// As aclrtMalloc without the 32 bytes of padding at the end.
    pub aclrtMallocAlign32: signature::aclrtMallocAlign32,
    /// As aclrtMalloc, cached on the device's own processor: aclrtMemFlush and aclrtMemInvalidate are then the caller's.
    pub aclrtMallocCached: signature::aclrtMallocCached,
    /// Allocates device memory that the task scheduler can read. `None` where the library is older than the function.
    pub aclrtMallocForTaskScheduler: Option<signature::aclrtMallocForTaskScheduler>,
    /// Allocates pinned host memory, 64-byte aligned.
    pub aclrtMallocHost: signature::aclrtMallocHost,
    /// As aclrtMallocHost, with attributes. `None` where the library is older than the function.
    pub aclrtMallocHostWithCfg: Option<signature::aclrtMallocHostWithCfg>,
    /// Allocates physical memory without an address; `size` a multiple of the granularity.
    pub aclrtMallocPhysical: signature::aclrtMallocPhysical,
    /// As aclrtMalloc, with attributes; policy bits may be or-ed here. `None` where the library is older than the function.
    pub aclrtMallocWithCfg: Option<signature::aclrtMallocWithCfg>,
    /// Maps physical memory at reserved addresses; `size` its whole size, `offset` and `flags` 0.
    pub aclrtMapMem: signature::aclrtMapMem,
    /// Allocates memory that host and devices use under one address; `flag` ACL_RT_MEM_ATTACH_GLOBAL. `None` where the library is older than the function.
    pub aclrtMemAllocManaged: Option<signature::aclrtMemAllocManaged>,
    /// A number by which other processes of this server may import physical memory. `None` where the library is older than the function.
    pub aclrtMemExportToShareableHandle: Option<
        signature::aclrtMemExportToShareableHandle,
    >,
    /// As aclrtMemExportToShareableHandle, for handles that may cross servers. `None` where the library is older than the function.
    pub aclrtMemExportToShareableHandleV2: Option<
        signature::aclrtMemExportToShareableHandleV2,
    >,
    /// Writes cached data of a range of aclrtMallocCached back to memory. Blocks.
    pub aclrtMemFlush: signature::aclrtMemFlush,
    /// How a location may use mapped addresses. `None` where the library is older than the function.
    pub aclrtMemGetAccess: Option<signature::aclrtMemGetAccess>,
    /// Start and size of the allocation that an address lies in. `None` where the library is older than the function.
    pub aclrtMemGetAddressRange: Option<signature::aclrtMemGetAddressRange>,
    /// The unit of sizes of physical memory. `None` where the library is older than the function.
    pub aclrtMemGetAllocationGranularity: Option<
        signature::aclrtMemGetAllocationGranularity,
    >,
    /// How physical memory was allocated. `None` where the library is older than the function.
    pub aclrtMemGetAllocationPropertiesFromHandle: Option<
        signature::aclrtMemGetAllocationPropertiesFromHandle,
    >,
    /// Imports physical memory that another process exported. `None` where the library is older than the function.
    pub aclrtMemImportFromShareableHandle: Option<
        signature::aclrtMemImportFromShareableHandle,
    >,
    /// Imports physical memory that aclrtMemExportToShareableHandleV2 exported. `None` where the library is older than the function.
    pub aclrtMemImportFromShareableHandleV2: Option<
        signature::aclrtMemImportFromShareableHandleV2,
    >,
    /// Drops cached data of a range of aclrtMallocCached. Blocks.
    pub aclrtMemInvalidate: signature::aclrtMemInvalidate,
    /// Tells how a range of managed memory will be used. `None` where the library is older than the function.
    pub aclrtMemManagedAdvise: Option<signature::aclrtMemManagedAdvise>,
    /// An attribute of a range of managed memory. `None` where the library is older than the function.
    pub aclrtMemManagedGetAttr: Option<signature::aclrtMemManagedGetAttr>,
    /// Several attributes of a range of managed memory. `None` where the library is older than the function.
    pub aclrtMemManagedGetAttrs: Option<signature::aclrtMemManagedGetAttrs>,
    /// Queues moving a range of managed memory to a location. `None` where the library is older than the function.
    pub aclrtMemManagedPrefetchAsync: Option<signature::aclrtMemManagedPrefetchAsync>,
    /// Queues moving many ranges of managed memory. `None` where the library is older than the function.
    pub aclrtMemManagedPrefetchBatchAsync: Option<
        signature::aclrtMemManagedPrefetchBatchAsync,
    >,
    /// As aclrtMapMem, with no access until aclrtMemSetAccess. `None` where the library is older than the function.
    pub aclrtMemMapNoAccess: Option<signature::aclrtMemMapNoAccess>,
    /// Maps device memory of a peer at addresses that use one given link. `None` where the library is older than the function.
    pub aclrtMemMapSelectedLink: Option<signature::aclrtMemMapSelectedLink>,
    /// Advises which link later mappings of physical memory use. `None` where the library is older than the function.
    pub aclrtMemMapSetLink: Option<signature::aclrtMemMapSetLink>,
    /// Maps device memory for a peer device at the same address. `None` where the library is older than the function.
    pub aclrtMemP2PMap: Option<signature::aclrtMemP2PMap>,
    /// Creates a pool from which memory is allocated in stream order. `None` where the library is older than the function.
    pub aclrtMemPoolCreate: Option<signature::aclrtMemPoolCreate>,
    /// Destroys a pool. `None` where the library is older than the function.
    pub aclrtMemPoolDestroy: Option<signature::aclrtMemPoolDestroy>,
    /// Frees memory once the work queued on the stream so far has passed. `None` where the library is older than the function.
    pub aclrtMemPoolFreeAsync: Option<signature::aclrtMemPoolFreeAsync>,
    /// An attribute of a pool. `None` where the library is older than the function.
    pub aclrtMemPoolGetAttr: Option<signature::aclrtMemPoolGetAttr>,
    /// Allocates memory that later work of the stream may use. `None` where the library is older than the function.
    pub aclrtMemPoolMallocAsync: Option<signature::aclrtMemPoolMallocAsync>,
    /// Sets an attribute of a pool. `None` where the library is older than the function.
    pub aclrtMemPoolSetAttr: Option<signature::aclrtMemPoolSetAttr>,
    /// Gives unused memory of a pool back to the device, all but `minBytesToKeep`. Blocks. `None` where the library is older than the function.
    pub aclrtMemPoolTrimTo: Option<signature::aclrtMemPoolTrimTo>,
    /// The physical memory mapped at an address; it must be freed once more. `None` where the library is older than the function.
    pub aclrtMemRetainAllocationHandle: Option<
        signature::aclrtMemRetainAllocationHandle,
    >,
    /// Sets which locations may use mapped addresses. `None` where the library is older than the function.
    pub aclrtMemSetAccess: Option<signature::aclrtMemSetAccess>,
    /// Lets the given processes import exported physical memory. `None` where the library is older than the function.
    pub aclrtMemSetPidToShareableHandle: Option<
        signature::aclrtMemSetPidToShareableHandle,
    >,
    /// As aclrtMemSetPidToShareableHandle, for handles of aclrtMemExportToShareableHandleV2. `None` where the library is older than the function.
    pub aclrtMemSetPidToShareableHandleV2: Option<
        signature::aclrtMemSetPidToShareableHandleV2,
    >,
    /// Repairs the given ranges, whose content is lost. Blocks. `None` where the library is older than the function.
    pub aclrtMemUceRepair: Option<signature::aclrtMemUceRepair>,
    /// Copies. Does not wait for any stream. Blocks.
    pub aclrtMemcpy: signature::aclrtMemcpy,
    /// Copies `height` rows of `width` bytes between pitched ranges. Blocks.
    pub aclrtMemcpy2d: signature::aclrtMemcpy2d,
    /// Queues a copy of `height` rows of `width` bytes between pitched ranges.
    pub aclrtMemcpy2dAsync: signature::aclrtMemcpy2dAsync,
    /// Queues a copy; pageable host memory makes it block.
    pub aclrtMemcpyAsync: signature::aclrtMemcpyAsync,
    /// Deprecated by aclrtMemcpyAsync, which it equals. `None` where the library is older than the function.
    pub aclrtMemcpyAsyncWithCondition: Option<signature::aclrtMemcpyAsyncWithCondition>,
    /// Queues the copy that a descriptor in device memory tells. `None` where the library is older than the function.
    pub aclrtMemcpyAsyncWithDesc: Option<signature::aclrtMemcpyAsyncWithDesc>,
    /// Queues a copy between addresses that are read from device memory when it runs. `None` where the library is older than the function.
    pub aclrtMemcpyAsyncWithOffset: Option<signature::aclrtMemcpyAsyncWithOffset>,
    /// Copies many ranges of one direction, in no order among them. Blocks. `None` where the library is older than the function.
    pub aclrtMemcpyBatch: Option<signature::aclrtMemcpyBatch>,
    /// Queues copies of many ranges of one direction, in no order among them. `None` where the library is older than the function.
    pub aclrtMemcpyBatchAsync: Option<signature::aclrtMemcpyBatchAsync>,
    /// As aclrtMemcpyBatchAsync without the index of the failure. `None` where the library is older than the function.
    pub aclrtMemcpyBatchAsyncV2: Option<signature::aclrtMemcpyBatchAsyncV2>,
    /// As aclrtMemcpyBatch without the index of the failure. Blocks. `None` where the library is older than the function.
    pub aclrtMemcpyBatchV2: Option<signature::aclrtMemcpyBatchV2>,
    /// Copies out of a device variable. Blocks. `None` where the library is older than the function.
    pub aclrtMemcpyFromSymbol: Option<signature::aclrtMemcpyFromSymbol>,
    /// Queues a copy out of a device variable. `None` where the library is older than the function.
    pub aclrtMemcpyFromSymbolAsync: Option<signature::aclrtMemcpyFromSymbolAsync>,
    /// Copies into a device variable. Blocks. `None` where the library is older than the function.
    pub aclrtMemcpyToSymbol: Option<signature::aclrtMemcpyToSymbol>,
    /// Queues a copy into a device variable. `None` where the library is older than the function.
    pub aclrtMemcpyToSymbolAsync: Option<signature::aclrtMemcpyToSymbolAsync>,
    /// Fills with a byte. Does not wait for any stream. Blocks.
    pub aclrtMemset: signature::aclrtMemset,
    /// Queues a fill with a byte.
    pub aclrtMemsetAsync: signature::aclrtMemsetAsync,
    /// Fills with a 32-bit value, `N` times. Blocks. `None` where the library is older than the function.
    pub aclrtMemsetD32: Option<signature::aclrtMemsetD32>,
    /// Queues a fill with a 32-bit value, `N` times. `None` where the library is older than the function.
    pub aclrtMemsetD32Async: Option<signature::aclrtMemsetD32Async>,
    /// Takes down many flags. Blocks. `None` where the library is older than the function.
    pub aclrtNotifyBatchReset: Option<signature::aclrtNotifyBatchReset>,
    /// A name, written to `key`, by which other processes may use a notify. `None` where the library is older than the function.
    pub aclrtNotifyGetExportKey: Option<signature::aclrtNotifyGetExportKey>,
    /// Opens a notify that another process exported. `None` where the library is older than the function.
    pub aclrtNotifyImportByKey: Option<signature::aclrtNotifyImportByKey>,
    /// Lets the given processes import an exported notify. `None` where the library is older than the function.
    pub aclrtNotifySetImportPid: Option<signature::aclrtNotifySetImportPid>,
    /// Lets processes of other servers import an exported notify. `None` where the library is older than the function.
    pub aclrtNotifySetImportPidInterServer: Option<
        signature::aclrtNotifySetImportPidInterServer,
    >,
    /// Queues clearing the overflow status of one check mode. `None` where the library is older than the function.
    pub aclrtNpuClearFloatOverFlowStatus: Option<
        signature::aclrtNpuClearFloatOverFlowStatus,
    >,
    /// Queues writing the overflow status of one check mode to device memory. `None` where the library is older than the function.
    pub aclrtNpuGetFloatOverFlowStatus: Option<
        signature::aclrtNpuGetFloatOverFlowStatus,
    >,
    /// The last error code of this thread; it stays set. `None` where the library is older than the function.
    pub aclrtPeekAtLastError: Option<signature::aclrtPeekAtLastError>,
    /// Drops the tasks of a persistent stream. `None` where the library is older than the function.
    pub aclrtPersistentTaskClean: Option<signature::aclrtPersistentTaskClean>,
    /// Where an address lies: host, device, neither known. `None` where the library is older than the function.
    pub aclrtPointerGetAttributes: Option<signature::aclrtPointerGetAttributes>,
    /// Runs host functions of the subscribed streams on this thread, at most `timeout` milliseconds. Blocks. `None` where the library is older than the function.
    pub aclrtProcessHostFunc: Option<signature::aclrtProcessHostFunc>,
    /// Runs callbacks of the subscribed streams on this thread, waiting at most `timeout` milliseconds, -1 for ever. Blocks.
    pub aclrtProcessReport: signature::aclrtProcessReport,
    /// Queues a mark of `length` bytes into the profile. `None` where the library is older than the function.
    pub aclrtProfTrace: Option<signature::aclrtProfTrace>,
    /// Whether a device is in order.
    pub aclrtQueryDeviceStatus: signature::aclrtQueryDeviceStatus,
    /// Deprecated by aclrtQueryEventStatus; note that complete is 0 here.
    pub aclrtQueryEvent: signature::aclrtQueryEvent,
    /// Whether the event's newest record has passed. Note that complete is 1 here. Never blocks.
    pub aclrtQueryEventStatus: signature::aclrtQueryEventStatus,
    /// Whether all waits for the event have passed; note that complete is 0 here. Never blocks.
    pub aclrtQueryEventWaitStatus: signature::aclrtQueryEventWaitStatus,
    /// Queues filling device memory with random numbers; `reserve` must be NULL. `None` where the library is older than the function.
    pub aclrtRandomNumAsync: Option<signature::aclrtRandomNumAsync>,
    /// Queues a record: the event stands for all work queued on the stream so far.
    pub aclrtRecordEvent: signature::aclrtRecordEvent,
    /// As aclrtRecordEvent, with an ACL_EVENT_RECORD_* flag for graph capture. `None` where the library is older than the function.
    pub aclrtRecordEventWithFlag: Option<signature::aclrtRecordEventWithFlag>,
    /// Queues setting the flag. `None` where the library is older than the function.
    pub aclrtRecordNotify: Option<signature::aclrtRecordNotify>,
    /// Queues `dst` = `dst` op `src` over `count` bytes of one device; `reserve` must be NULL. `None` where the library is older than the function.
    pub aclrtReduceAsync: Option<signature::aclrtReduceAsync>,
    /// Registers, under a name, a function called before and after a device is set or reset. `None` where the library is older than the function.
    pub aclrtRegDeviceStateCallback: Option<signature::aclrtRegDeviceStateCallback>,
    /// Registers, under a name, a function called after a stream is created and before it is destroyed. `None` where the library is older than the function.
    pub aclrtRegStreamStateCallback: Option<signature::aclrtRegStreamStateCallback>,
    /// Registers a function of an image for the device's own processor. `None` where the library is older than the function.
    pub aclrtRegisterCpuFunc: Option<signature::aclrtRegisterCpuFunc>,
    /// Gives reserved addresses back; nothing may be mapped there.
    pub aclrtReleaseMemAddress: signature::aclrtReleaseMemAddress,
    /// Repairs what aclrtGetErrorVerbose reported. Blocks. `None` where the library is older than the function.
    pub aclrtRepairError: Option<signature::aclrtRepairError>,
    /// Reserves virtual addresses without memory; `alignment` and `flags` 0, `expectPtr` NULL.
    pub aclrtReserveMemAddress: signature::aclrtReserveMemAddress,
    /// As aclrtReserveMemAddress, with all traffic through the L2 cache. `None` where the library is older than the function.
    pub aclrtReserveMemAddressNoUCMemory: Option<
        signature::aclrtReserveMemAddressNoUCMemory,
    >,
    /// Gives back one aclrtSetDevice; at zero the device's own context and streams are released. Blocks at zero.
    pub aclrtResetDevice: signature::aclrtResetDevice,
    /// Releases the device's own context and streams whatever the count. Blocks. `None` where the library is older than the function.
    pub aclrtResetDeviceForce: Option<signature::aclrtResetDeviceForce>,
    /// Lifts the limits of a device. `None` where the library is older than the function.
    pub aclrtResetDeviceResLimit: Option<signature::aclrtResetDeviceResLimit>,
    /// Queues a reset, for events of aclrtCreateEventWithFlag with ACL_EVENT_SYNC only.
    pub aclrtResetEvent: signature::aclrtResetEvent,
    /// Queues clearing the overflow status. `None` where the library is older than the function.
    pub aclrtResetFloatOverflowStatus: Option<signature::aclrtResetFloatOverflowStatus>,
    /// Queues clearing the overflow status.
    pub aclrtResetOverflowStatus: signature::aclrtResetOverflowStatus,
    /// Lifts the limits of a stream. `None` where the library is older than the function.
    pub aclrtResetStreamResLimit: Option<signature::aclrtResetStreamResLimit>,
    /// Sets how many bytes of a shared buffer count. `None` where the library is older than the function.
    pub aclrtSetBufDataLen: Option<signature::aclrtSetBufDataLen>,
    /// Writes to the private area of a shared buffer. `None` where the library is older than the function.
    pub aclrtSetBufUserData: Option<signature::aclrtSetBufUserData>,
    /// Makes a context, and its device, current on this thread.
    pub aclrtSetCurrentContext: signature::aclrtSetCurrentContext,
    /// Makes the device current on this thread, opening it at first use. Counted for the process. Blocks at first use.
    pub aclrtSetDevice: signature::aclrtSetDevice,
    /// Limits how many cores of a type a kernel of this device may use, for this process. `None` where the library is older than the function.
    pub aclrtSetDeviceResLimit: Option<signature::aclrtSetDeviceResLimit>,
    /// Sets what overflow gives, for streams created afterwards.
    pub aclrtSetDeviceSatMode: signature::aclrtSetDeviceSatMode,
    /// Registers, under a name, a function called before and after aclrtDeviceTaskAbort. `None` where the library is older than the function.
    pub aclrtSetDeviceTaskAbortCallback: Option<
        signature::aclrtSetDeviceTaskAbortCallback,
    >,
    /// Sets the process's one function that a runtime thread calls when a task fails; replaces an earlier one.
    pub aclrtSetExceptionInfoCallback: signature::aclrtSetExceptionInfoCallback,
    /// Chooses the group of compute units for this thread.
    pub aclrtSetGroup: signature::aclrtSetGroup,
    /// Queues the place of a label in a stream. `None` where the library is older than the function.
    pub aclrtSetLabel: Option<signature::aclrtSetLabel>,
    /// Writes a copy descriptor into device memory; `config` must be NULL. Blocks. `None` where the library is older than the function.
    pub aclrtSetMemcpyDesc: Option<signature::aclrtSetMemcpyDesc>,
    /// Limit in seconds of kernels of the process.
    pub aclrtSetOpExecuteTimeOut: signature::aclrtSetOpExecuteTimeOut,
    /// Limit in microseconds of kernels; writes the limit that the hardware's step makes of it. `None` where the library is older than the function.
    pub aclrtSetOpExecuteTimeOutV2: Option<signature::aclrtSetOpExecuteTimeOutV2>,
    /// Limit in milliseconds of kernels of the process. `None` where the library is older than the function.
    pub aclrtSetOpExecuteTimeOutWithMs: Option<
        signature::aclrtSetOpExecuteTimeOutWithMs,
    >,
    /// Limit in seconds of queued event waits of the process; 0 for none.
    pub aclrtSetOpWaitTimeout: signature::aclrtSetOpWaitTimeout,
    /// Sets an attribute of a stream; the failure mode applies to the whole context. `None` where the library is older than the function.
    pub aclrtSetStreamAttribute: Option<signature::aclrtSetStreamAttribute>,
    /// Sets one stream option from `valueSize` bytes. `None` where the library is older than the function.
    pub aclrtSetStreamConfigOpt: Option<signature::aclrtSetStreamConfigOpt>,
    /// What the context does after a device error: ACL_CONTINUE_ON_FAILURE or, one way, ACL_STOP_ON_FAILURE.
    pub aclrtSetStreamFailureMode: signature::aclrtSetStreamFailureMode,
    /// Turns overflow detection of a stream on or off, in saturation mode.
    pub aclrtSetStreamOverflowSwitch: signature::aclrtSetStreamOverflowSwitch,
    /// Limits how many cores of a type a kernel of this stream may use. `None` where the library is older than the function.
    pub aclrtSetStreamResLimit: Option<signature::aclrtSetStreamResLimit>,
    /// Sets a system option of the process. `None` where the library is older than the function.
    pub aclrtSetSysParamOpt: Option<signature::aclrtSetSysParamOpt>,
    /// Chooses the task scheduler that later calls of this thread use.
    pub aclrtSetTsDevice: signature::aclrtSetTsDevice,
    /// Registers a function called at a stage of a snapshot. `None` where the library is older than the function.
    pub aclrtSnapShotCallbackRegister: Option<signature::aclrtSnapShotCallbackRegister>,
    /// Takes back aclrtSnapShotCallbackRegister. `None` where the library is older than the function.
    pub aclrtSnapShotCallbackUnregister: Option<
        signature::aclrtSnapShotCallbackUnregister,
    >,
    /// Saves the device state of a held process. No arguments before letter h. Blocks. `None` where the library is older than the function.
    pub aclrtSnapShotProcessBackup: Option<signature::aclrtSnapShotProcessBackup>,
    /// Holds all further calls of a process. No arguments before letter h. Blocks. `None` where the library is older than the function.
    pub aclrtSnapShotProcessLock: Option<signature::aclrtSnapShotProcessLock>,
    /// Restores the device state of a held process. No arguments before letter h. Blocks. `None` where the library is older than the function.
    pub aclrtSnapShotProcessRestore: Option<signature::aclrtSnapShotProcessRestore>,
    /// Lets a held process go on. No arguments before letter h. `None` where the library is older than the function.
    pub aclrtSnapShotProcessUnlock: Option<signature::aclrtSnapShotProcessUnlock>,
    /// Stops the running task and drops the queued ones; a wait for the stream then returns 107023. `None` where the library is older than the function.
    pub aclrtStreamAbort: Option<signature::aclrtStreamAbort>,
    /// The flags the stream was created with. `None` where the library is older than the function.
    pub aclrtStreamGetFlags: Option<signature::aclrtStreamGetFlags>,
    /// The number of a stream, as logs and exception reports name it. `None` where the library is older than the function.
    pub aclrtStreamGetId: Option<signature::aclrtStreamGetId>,
    /// The priority the stream was created with. `None` where the library is older than the function.
    pub aclrtStreamGetPriority: Option<signature::aclrtStreamGetPriority>,
    /// Whether all work of the stream is done. Never blocks.
    pub aclrtStreamQuery: signature::aclrtStreamQuery,
    /// Stops the stream after the running task; queued ones stay queued. `None` where the library is older than the function.
    pub aclrtStreamStop: Option<signature::aclrtStreamStop>,
    /// Queues a wait: later work of the stream starts after the event's newest record.
    pub aclrtStreamWaitEvent: signature::aclrtStreamWaitEvent,
    /// As aclrtStreamWaitEvent, with a time limit and an ACL_EVENT_WAIT_* flag; EXTERNAL allows limit 0 only. `None` where the library is older than the function.
    pub aclrtStreamWaitEventWithFlag: Option<signature::aclrtStreamWaitEventWithFlag>,
    /// As aclrtStreamWaitEvent; the stream fails when the wait takes longer than `timeout` seconds, 0 for ever. `None` where the library is older than the function.
    pub aclrtStreamWaitEventWithTimeout: Option<
        signature::aclrtStreamWaitEventWithTimeout,
    >,
    /// Makes a thread the one that runs the host functions of a stream. `None` where the library is older than the function.
    pub aclrtSubscribeHostFunc: Option<signature::aclrtSubscribeHostFunc>,
    /// Makes a thread the one that runs the callbacks of a stream; one thread a stream.
    pub aclrtSubscribeReport: signature::aclrtSubscribeReport,
    /// Queues a jump to the label whose index lies in device memory. `None` where the library is older than the function.
    pub aclrtSwitchLabelByIndex: Option<signature::aclrtSwitchLabelByIndex>,
    /// Queues the start of one of two streams, by comparing two values in device memory. `None` where the library is older than the function.
    pub aclrtSwitchStream: Option<signature::aclrtSwitchStream>,
    /// Waits for all streams of the current context. Blocks.
    pub aclrtSynchronizeDevice: signature::aclrtSynchronizeDevice,
    /// As aclrtSynchronizeDevice for at most `timeout` milliseconds, -1 for ever; the work goes on after 507046. Blocks. `None` where the library is older than the function.
    pub aclrtSynchronizeDeviceWithTimeout: Option<
        signature::aclrtSynchronizeDeviceWithTimeout,
    >,
    /// Waits on the host for the event's newest record. Blocks.
    pub aclrtSynchronizeEvent: signature::aclrtSynchronizeEvent,
    /// As aclrtSynchronizeEvent for at most `timeout` milliseconds, -1 for ever; 507047 at expiry. Blocks. `None` where the library is older than the function.
    pub aclrtSynchronizeEventWithTimeout: Option<
        signature::aclrtSynchronizeEventWithTimeout,
    >,
    /// Waits for all work of the stream. Blocks.
    pub aclrtSynchronizeStream: signature::aclrtSynchronizeStream,
    /// As aclrtSynchronizeStream for at most `timeout` milliseconds, -1 for ever; the work goes on after 507046. Blocks.
    pub aclrtSynchronizeStreamWithTimeout: signature::aclrtSynchronizeStreamWithTimeout,
    /// Queues a change of a task that lies in another stream. `None` where the library is older than the function.
    pub aclrtTaskUpdateAsync: Option<signature::aclrtTaskUpdateAsync>,
    /// Takes back aclrtSubscribeHostFunc. `None` where the library is older than the function.
    pub aclrtUnSubscribeHostFunc: Option<signature::aclrtUnSubscribeHostFunc>,
    /// Takes back aclrtSubscribeReport.
    pub aclrtUnSubscribeReport: signature::aclrtUnSubscribeReport,
    /// Unmaps what aclrtMapMem mapped at this address, without waiting for work that uses it.
    pub aclrtUnmapMem: signature::aclrtUnmapMem,
    /// Takes back aclrtUseStreamResInCurrentThread. `None` where the library is older than the function.
    pub aclrtUnuseStreamResInCurrentThread: Option<
        signature::aclrtUnuseStreamResInCurrentThread,
    >,
    /// Makes the limits of a stream those of this thread. `None` where the library is older than the function.
    pub aclrtUseStreamResInCurrentThread: Option<
        signature::aclrtUseStreamResInCurrentThread,
    >,
    /// Queues a wait until a 64-bit value in device memory meets an ACL_STREAM_WAIT_VALUE_* condition. `None` where the library is older than the function.
    pub aclrtValueWait: Option<signature::aclrtValueWait>,
    /// Queues writing a 64-bit value to device memory. `None` where the library is older than the function.
    pub aclrtValueWrite: Option<signature::aclrtValueWrite>,
    /// Queues a wait for the flag, which it takes down; at most `timeout` seconds, 0 for ever. One record for one wait. `None` where the library is older than the function.
    pub aclrtWaitAndResetNotify: Option<signature::aclrtWaitAndResetNotify>,
    /// The version strings of an installed package. `None` where the library is older than the function.
    pub aclsysGetCANNVersion: Option<signature::aclsysGetCANNVersion>,
    /// The version of an installed package as one number that grows with the version. `None` where the library is older than the function.
    pub aclsysGetVersionNum: Option<signature::aclsysGetVersionNum>,
    /// The version of an installed package as text; the caller gives 128 bytes. `None` where the library is older than the function.
    pub aclsysGetVersionStr: Option<signature::aclsysGetVersionStr>,
    /// Adds an item to a set.
    pub acltdtAddDataItem: signature::acltdtAddDataItem,
    /// Adds a connection to a list.
    pub acltdtAddQueueRoute: signature::acltdtAddQueueRoute,
    /// Allocates a shared buffer.
    pub acltdtAllocBuf: signature::acltdtAllocBuf,
    /// Chains a shared buffer behind another. `None` where the library is older than the function.
    pub acltdtAppendBufChain: Option<signature::acltdtAppendBufChain>,
    /// Opens a queue of another process; writes the permissions.
    pub acltdtAttachQueue: signature::acltdtAttachQueue,
    /// Connects queues: what enters one goes on to the other.
    pub acltdtBindQueueRoutes: signature::acltdtBindQueueRoutes,
    /// Drops what is in a channel. `None` where the library is older than the function.
    pub acltdtCleanChannel: Option<signature::acltdtCleanChannel>,
    /// A further reference to a shared buffer. `None` where the library is older than the function.
    pub acltdtCopyBufRef: Option<signature::acltdtCopyBufRef>,
    /// Opens a channel between host and device by name; NULL when it fails.
    pub acltdtCreateChannel: signature::acltdtCreateChannel,
    /// As acltdtCreateChannel, for at most `capacity` sets.
    pub acltdtCreateChannelWithCapacity: signature::acltdtCreateChannelWithCapacity,
    /// A new item over data of the caller; NULL when an argument is wrong.
    pub acltdtCreateDataItem: signature::acltdtCreateDataItem,
    /// A new empty set of items; NULL when memory is short.
    pub acltdtCreateDataset: signature::acltdtCreateDataset,
    /// Creates a queue of shared buffers.
    pub acltdtCreateQueue: signature::acltdtCreateQueue,
    /// New attributes of a queue; NULL when memory is short.
    pub acltdtCreateQueueAttr: signature::acltdtCreateQueueAttr,
    /// A new connection of two queues; NULL when memory is short.
    pub acltdtCreateQueueRoute: signature::acltdtCreateQueueRoute,
    /// A new empty list of connections; NULL when memory is short.
    pub acltdtCreateQueueRouteList: signature::acltdtCreateQueueRouteList,
    /// A new question about connections; NULL when memory is short.
    pub acltdtCreateQueueRouteQueryInfo: signature::acltdtCreateQueueRouteQueryInfo,
    /// Takes a buffer from a queue; waits at most `timeout` milliseconds for one. Blocks.
    pub acltdtDequeue: signature::acltdtDequeue,
    /// Takes a buffer from a queue and copies its data out. Blocks.
    pub acltdtDequeueData: signature::acltdtDequeueData,
    /// Closes a channel.
    pub acltdtDestroyChannel: signature::acltdtDestroyChannel,
    /// Frees an item, not its data.
    pub acltdtDestroyDataItem: signature::acltdtDestroyDataItem,
    /// Frees a set, not its items.
    pub acltdtDestroyDataset: signature::acltdtDestroyDataset,
    /// Destroys a queue.
    pub acltdtDestroyQueue: signature::acltdtDestroyQueue,
    /// Frees attributes of a queue.
    pub acltdtDestroyQueueAttr: signature::acltdtDestroyQueueAttr,
    /// Frees a connection.
    pub acltdtDestroyQueueRoute: signature::acltdtDestroyQueueRoute,
    /// Frees a list of connections.
    pub acltdtDestroyQueueRouteList: signature::acltdtDestroyQueueRouteList,
    /// Frees a question about connections.
    pub acltdtDestroyQueueRouteQueryInfo: signature::acltdtDestroyQueueRouteQueryInfo,
    /// Adds a buffer to a queue, which takes it over; waits at most `timeout` milliseconds for room. Blocks.
    pub acltdtEnqueue: signature::acltdtEnqueue,
    /// Copies data into a new buffer and adds it to a queue. Blocks.
    pub acltdtEnqueueData: signature::acltdtEnqueueData,
    /// Frees a shared buffer, or one reference to it.
    pub acltdtFreeBuf: signature::acltdtFreeBuf,
    /// Number of buffers in a chain. `None` where the library is older than the function.
    pub acltdtGetBufChainNum: Option<signature::acltdtGetBufChainNum>,
    /// Address and capacity of a shared buffer.
    pub acltdtGetBufData: signature::acltdtGetBufData,
    /// How many bytes of a shared buffer count. `None` where the library is older than the function.
    pub acltdtGetBufDataLen: Option<signature::acltdtGetBufDataLen>,
    /// One buffer of a chain. `None` where the library is older than the function.
    pub acltdtGetBufFromChain: Option<signature::acltdtGetBufFromChain>,
    /// Reads from the private area of a shared buffer. `None` where the library is older than the function.
    pub acltdtGetBufUserData: Option<signature::acltdtGetBufUserData>,
    /// Address of an item's data.
    pub acltdtGetDataAddrFromItem: signature::acltdtGetDataAddrFromItem,
    /// An item of a set.
    pub acltdtGetDataItem: signature::acltdtGetDataItem,
    /// Bytes of an item's data.
    pub acltdtGetDataSizeFromItem: signature::acltdtGetDataSizeFromItem,
    /// Element type of an item.
    pub acltdtGetDataTypeFromItem: signature::acltdtGetDataTypeFromItem,
    /// Name of the channel a set came from.
    pub acltdtGetDatasetName: signature::acltdtGetDatasetName,
    /// Number of items of a set.
    pub acltdtGetDatasetSize: signature::acltdtGetDatasetSize,
    /// Number of dimensions of an item.
    pub acltdtGetDimNumFromItem: signature::acltdtGetDimNumFromItem,
    /// Dimensions of an item.
    pub acltdtGetDimsFromItem: signature::acltdtGetDimsFromItem,
    /// One attribute of a queue.
    pub acltdtGetQueueAttr: signature::acltdtGetQueueAttr,
    /// One connection of a list.
    pub acltdtGetQueueRoute: signature::acltdtGetQueueRoute,
    /// Number of connections of a list.
    pub acltdtGetQueueRouteNum: signature::acltdtGetQueueRouteNum,
    /// One end, or the state, of a connection.
    pub acltdtGetQueueRouteParam: signature::acltdtGetQueueRouteParam,
    /// Which part of a cut tensor an item is. `None` where the library is older than the function.
    pub acltdtGetSliceInfoFromItem: Option<signature::acltdtGetSliceInfoFromItem>,
    /// What an item is: a tensor, the end of the sequence or a fault.
    pub acltdtGetTensorTypeFromItem: signature::acltdtGetTensorTypeFromItem,
    /// Lets another process use a queue, by ACL_TDT_QUEUE_PERMISSION_* bits.
    pub acltdtGrantQueue: signature::acltdtGrantQueue,
    /// Number of sets in a channel.
    pub acltdtQueryChannelSize: signature::acltdtQueryChannelSize,
    /// The connections that match a question.
    pub acltdtQueryQueueRoutes: signature::acltdtQueryQueueRoutes,
    /// Receives a set; -1 waits for ever, 0 not at all. Blocks.
    pub acltdtReceiveTensor: signature::acltdtReceiveTensor,
    /// Sends a set; -1 waits for room for ever, 0 not at all. Blocks.
    pub acltdtSendTensor: signature::acltdtSendTensor,
    /// Sets how many bytes of a shared buffer count. `None` where the library is older than the function.
    pub acltdtSetBufDataLen: Option<signature::acltdtSetBufDataLen>,
    /// Writes to the private area of a shared buffer. `None` where the library is older than the function.
    pub acltdtSetBufUserData: Option<signature::acltdtSetBufUserData>,
    /// Sets one attribute of a queue.
    pub acltdtSetQueueAttr: signature::acltdtSetQueueAttr,
    /// Sets one part of a question about connections.
    pub acltdtSetQueueRouteQueryInfo: signature::acltdtSetQueueRouteQueryInfo,
    /// Stops a channel: waiting calls return.
    pub acltdtStopChannel: signature::acltdtStopChannel,
    /// Disconnects queues.
    pub acltdtUnbindQueueRoutes: signature::acltdtUnbindQueueRoutes,
}
impl Acl {
    /// Every function of the table, by name.
    pub const FUNCTIONS: &'static [Function] = &[
        Function {
            name: "aclAppLog",
            since: "a",
            required: true,
        },
        Function {
            name: "aclCreateDataBuffer",
            since: "a",
            required: true,
        },
        Function {
            name: "aclDataTypeSize",
            since: "a",
            required: true,
        },
        Function {
            name: "aclDestroyDataBuffer",
            since: "a",
            required: true,
        },
        Function {
            name: "aclFinalize",
            since: "a",
            required: true,
        },
        Function {
            name: "aclFinalizeCallbackRegister",
            since: "f",
            required: false,
        },
        Function {
            name: "aclFinalizeCallbackUnRegister",
            since: "f",
            required: false,
        },
        Function {
            name: "aclFinalizeReference",
            since: "f",
            required: false,
        },
        Function {
            name: "aclFloat16ToFloat",
            since: "a",
            required: true,
        },
        Function {
            name: "aclFloatToFloat16",
            since: "a",
            required: true,
        },
        Function {
            name: "aclGetCannAttribute",
            since: "c",
            required: false,
        },
        Function {
            name: "aclGetCannAttributeList",
            since: "c",
            required: false,
        },
        Function {
            name: "aclGetDataBufferAddr",
            since: "a",
            required: true,
        },
        Function {
            name: "aclGetDataBufferSize",
            since: "a",
            required: true,
        },
        Function {
            name: "aclGetDataBufferSizeV2",
            since: "a",
            required: true,
        },
        Function {
            name: "aclGetDeviceCapability",
            since: "c",
            required: false,
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
            name: "aclInitCallbackRegister",
            since: "f",
            required: false,
        },
        Function {
            name: "aclInitCallbackUnRegister",
            since: "f",
            required: false,
        },
        Function {
            name: "aclUpdateDataBuffer",
            since: "b",
            required: true,
        },
        Function {
            name: "acldumpGetExceptionInfoPath",
            since: "j",
            required: false,
        },
        Function {
            name: "acldumpGetPath",
            since: "g",
            required: false,
        },
        Function {
            name: "acldumpRegCallback",
            since: "f",
            required: false,
        },
        Function {
            name: "acldumpSaveExceptionInfo",
            since: "j",
            required: false,
        },
        Function {
            name: "acldumpUnregCallback",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlFinalizeDump",
            since: "a",
            required: true,
        },
        Function {
            name: "aclmdlInitDump",
            since: "a",
            required: true,
        },
        Function {
            name: "aclmdlRIAbort",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRIAddCondTask",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRIBindStream",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRIBuildBegin",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRIBuildEnd",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRICaptureBegin",
            since: "d",
            required: false,
        },
        Function {
            name: "aclmdlRICaptureEnd",
            since: "d",
            required: false,
        },
        Function {
            name: "aclmdlRICaptureGetInfo",
            since: "d",
            required: false,
        },
        Function {
            name: "aclmdlRICaptureTaskGrpBegin",
            since: "d",
            required: false,
        },
        Function {
            name: "aclmdlRICaptureTaskGrpEnd",
            since: "d",
            required: false,
        },
        Function {
            name: "aclmdlRICaptureTaskUpdateBegin",
            since: "d",
            required: false,
        },
        Function {
            name: "aclmdlRICaptureTaskUpdateEnd",
            since: "d",
            required: false,
        },
        Function {
            name: "aclmdlRICaptureThreadExchangeMode",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRICaptureToModelRIBegin",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRICondHandleCreate",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRICondHandleGetCondPtr",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRIDebugJsonPrint",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRIDebugPrint",
            since: "d",
            required: false,
        },
        Function {
            name: "aclmdlRIDestroy",
            since: "d",
            required: false,
        },
        Function {
            name: "aclmdlRIDestroyRegisterCallback",
            since: "g",
            required: false,
        },
        Function {
            name: "aclmdlRIDestroyUnregisterCallback",
            since: "g",
            required: false,
        },
        Function {
            name: "aclmdlRIEndTask",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRIExecute",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRIExecuteAsync",
            since: "d",
            required: false,
        },
        Function {
            name: "aclmdlRIGetId",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRIGetName",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRIGetStreams",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRIGetTasksByStream",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRIKernelTaskGetAttribute",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRISetName",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRITaskDisable",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRITaskGetParams",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRITaskGetSeqId",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRITaskGetType",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRITaskSetParams",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlRIUnbindStream",
            since: "f",
            required: false,
        },
        Function {
            name: "aclmdlRIUpdate",
            since: "h",
            required: false,
        },
        Function {
            name: "aclmdlSetDump",
            since: "a",
            required: true,
        },
        Function {
            name: "aclopStartDumpArgs",
            since: "b",
            required: true,
        },
        Function {
            name: "aclopStopDumpArgs",
            since: "b",
            required: true,
        },
        Function {
            name: "aclplatformGetDeviceInfo",
            since: "h",
            required: false,
        },
        Function {
            name: "aclplatformGetInstructionInfo",
            since: "h",
            required: false,
        },
        Function {
            name: "aclprofCreateConfig",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofCreateStamp",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofCreateStepInfo",
            since: "b",
            required: true,
        },
        Function {
            name: "aclprofCreateSubscribeConfig",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofDestroyConfig",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofDestroyStamp",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofDestroyStepInfo",
            since: "b",
            required: true,
        },
        Function {
            name: "aclprofDestroySubscribeConfig",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofFinalize",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetModelId",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetOpAttriValue",
            since: "f",
            required: false,
        },
        Function {
            name: "aclprofGetOpDescSize",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetOpDuration",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetOpEnd",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetOpFlag",
            since: "f",
            required: false,
        },
        Function {
            name: "aclprofGetOpName",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetOpNameLen",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetOpNum",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetOpStart",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetOpType",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetOpTypeLen",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofGetStepTimestamp",
            since: "b",
            required: true,
        },
        Function {
            name: "aclprofInit",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofMark",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofMarkEx",
            since: "c",
            required: false,
        },
        Function {
            name: "aclprofModelSubscribe",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofModelUnSubscribe",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofPop",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofPush",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofRangePop",
            since: "g",
            required: false,
        },
        Function {
            name: "aclprofRangePushEx",
            since: "g",
            required: false,
        },
        Function {
            name: "aclprofRangeStart",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofRangeStop",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofSetConfig",
            since: "b",
            required: true,
        },
        Function {
            name: "aclprofSetStampTraceMessage",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofStart",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofStop",
            since: "a",
            required: true,
        },
        Function {
            name: "aclprofStr2Id",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtActiveStream",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtAllocBuf",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtAllocatorCreateDesc",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtAllocatorDestroyDesc",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtAllocatorGetByStream",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtAllocatorRegister",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtAllocatorSetAllocAdviseFuncToDesc",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtAllocatorSetAllocFuncToDesc",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtAllocatorSetFreeFuncToDesc",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtAllocatorSetGetAddrFromBlockFuncToDesc",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtAllocatorSetObjToDesc",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtAllocatorUnregister",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtAppendBufChain",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtBinaryGetDevAddress",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtBinaryGetFunction",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtBinaryGetFunctionByEntry",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtBinaryGetGlobal",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtBinaryLoad",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtBinaryLoadFromData",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtBinaryLoadFromFile",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtBinarySetExceptionCallback",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtBinaryUnLoad",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCacheLastTaskExtendInfo",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtCacheLastTaskOpInfo",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCheckArchCompatibility",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCheckMemType",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCmoAsync",
            since: "c",
            required: false,
        },
        Function {
            name: "aclrtCmoAsyncWithBarrier",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCmoAsyncWithDesc",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCmoGetDescSize",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCmoSetDesc",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCmoWaitBarrier",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCntNotifyCreate",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCntNotifyDestroy",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCntNotifyGetId",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCntNotifyRecord",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCntNotifyReset",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCntNotifyWaitWithTimeout",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCopyBufRef",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCreateBinary",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCreateContext",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtCreateEvent",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtCreateEventExWithFlag",
            since: "c",
            required: false,
        },
        Function {
            name: "aclrtCreateEventWithFlag",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtCreateGroupInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtCreateLabel",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCreateLabelList",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCreateNotify",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCreateStream",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtCreateStreamConfigHandle",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCreateStreamV2",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCreateStreamWithConfig",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtCtxGetCurrentDefaultStream",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCtxGetFloatOverflowAddr",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCtxGetSysParamOpt",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtCtxSetSysParamOpt",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtDestroyBinary",
            since: "f",
            required: false,
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
            name: "aclrtDestroyGroupInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtDestroyLabel",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtDestroyLabelList",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtDestroyNotify",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtDestroyStream",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtDestroyStreamConfigHandle",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtDestroyStreamForce",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtDeviceCanAccessPeer",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtDeviceDisablePeerAccess",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtDeviceEnablePeerAccess",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtDeviceGetBareTgid",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtDeviceGetByPCIBusId",
            since: "j",
            required: false,
        },
        Function {
            name: "aclrtDeviceGetHostAtomicCapabilities",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtDeviceGetLimit",
            since: "i",
            required: false,
        },
        Function {
            name: "aclrtDeviceGetP2PAtomicCapabilities",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtDeviceGetPCIBusId",
            since: "j",
            required: false,
        },
        Function {
            name: "aclrtDeviceGetStreamPriorityRange",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtDeviceGetUuid",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtDeviceL2CacheFlush",
            since: "j",
            required: false,
        },
        Function {
            name: "aclrtDevicePeerAccessStatus",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtDeviceSetLimit",
            since: "i",
            required: false,
        },
        Function {
            name: "aclrtDeviceTaskAbort",
            since: "c",
            required: false,
        },
        Function {
            name: "aclrtEventElapsedTime",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtEventGetTimestamp",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtExceptionInfoCallbackRegister",
            since: "j",
            required: false,
        },
        Function {
            name: "aclrtExceptionInfoCallbackUnregister",
            since: "j",
            required: false,
        },
        Function {
            name: "aclrtFree",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtFreeBuf",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtFreeHost",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtFreeHostWithDevSync",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtFreePhysical",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtFreeWithDevSync",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtFunctionGetAvailDynUbufPerBlock",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtFunctionGetBinary",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtFunctionGetParamCount",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtFunctionGetParamInfo",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtGetAllGroupInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetArgsFromExceptionInfo",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtGetBufChainNum",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetBufData",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetBufDataLen",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetBufFromChain",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetBufUserData",
            since: "f",
            required: false,
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
            name: "aclrtGetDeviceCapability",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetDeviceCount",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetDeviceIdFromExceptionInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetDeviceInfo",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetDeviceResLimit",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtGetDeviceSatMode",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetDeviceUtilizationRate",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtGetDevicesTopo",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetErrorCodeFromExceptionInfo",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtGetErrorVerbose",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetEventAvailNum",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetEventId",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetFloatOverflowStatus",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetFuncBySymbol",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtGetFuncHandleFromExceptionInfo",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtGetFunctionAddr",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetFunctionAttribute",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetFunctionName",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetFunctionSize",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtGetGroupCount",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetGroupInfoDetail",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetHardwareSyncAddr",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetLastError",
            since: "c",
            required: false,
        },
        Function {
            name: "aclrtGetLogicDevIdByPhyDevId",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetLogicDevIdByUserDevId",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetMemInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetMemUceInfo",
            since: "c",
            required: false,
        },
        Function {
            name: "aclrtGetMemUsageInfo",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetMemcpyDescSize",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetNotifyId",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetOpExecuteTimeout",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetOpTimeOutInterval",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetOverflowStatus",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtGetPhyDevIdByLogicDevId",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetPhyDevIdByUserDevId",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtGetPrimaryCtxState",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetResInCurrentThread",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtGetRunMode",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetSocName",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtGetStreamAttribute",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetStreamAvailableNum",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetStreamIdFromExceptionInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetStreamOverflowSwitch",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtGetStreamResLimit",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtGetSymbolAddress",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtGetSymbolSize",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtGetSysParamOpt",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtGetTaskIdFromExceptionInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetThreadIdFromExceptionInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtGetThreadLastTaskId",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetUserDevIdByLogicDevId",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtGetUserDevIdByPhyDevId",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtGetVersion",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtHostGetDevicePointer",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtHostMemMapCapabilities",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtHostRegister",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtHostRegisterV2",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtHostUnregister",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtIpcGetEventHandle",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtIpcMemClose",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtIpcMemGetExportKey",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtIpcMemImportByKey",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtIpcMemImportPidInterServer",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtIpcMemSetAttr",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtIpcMemSetImportPid",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtIpcOpenEventHandle",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsAppend",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsAppendPlaceHolder",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsFinalize",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsGetHandleMemSize",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsGetMemSize",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsGetPlaceHolderBuffer",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsInit",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsInitByUserMem",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtKernelArgsParaUpdate",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtLaunchCallback",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtLaunchHostFunc",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtLaunchKernel",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtLaunchKernelV2",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtLaunchKernelWithArgsArray",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtLaunchKernelWithConfig",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtLaunchKernelWithHostArgs",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtLaunchSIMTKernelWithArgsArray",
            since: "i",
            required: false,
        },
        Function {
            name: "aclrtLaunchSIMTKernelWithHostArgs",
            since: "i",
            required: false,
        },
        Function {
            name: "aclrtMalloc",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMallocAlign32",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtMallocCached",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMallocForTaskScheduler",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMallocHost",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMallocHostWithCfg",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMallocPhysical",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtMallocWithCfg",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMapMem",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtMemAllocManaged",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtMemExportToShareableHandle",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemExportToShareableHandleV2",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemFlush",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMemGetAccess",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemGetAddressRange",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtMemGetAllocationGranularity",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemGetAllocationPropertiesFromHandle",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemImportFromShareableHandle",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemImportFromShareableHandleV2",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemInvalidate",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMemManagedAdvise",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemManagedGetAttr",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemManagedGetAttrs",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemManagedPrefetchAsync",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemManagedPrefetchBatchAsync",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemMapNoAccess",
            since: "i",
            required: false,
        },
        Function {
            name: "aclrtMemMapSelectedLink",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemMapSetLink",
            since: "j",
            required: false,
        },
        Function {
            name: "aclrtMemP2PMap",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtMemPoolCreate",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtMemPoolDestroy",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtMemPoolFreeAsync",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemPoolGetAttr",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtMemPoolMallocAsync",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemPoolSetAttr",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtMemPoolTrimTo",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemRetainAllocationHandle",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemSetAccess",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemSetPidToShareableHandle",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemSetPidToShareableHandleV2",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemUceRepair",
            since: "c",
            required: false,
        },
        Function {
            name: "aclrtMemcpy",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMemcpy2d",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtMemcpy2dAsync",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtMemcpyAsync",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtMemcpyAsyncWithCondition",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtMemcpyAsyncWithDesc",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemcpyAsyncWithOffset",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtMemcpyBatch",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtMemcpyBatchAsync",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtMemcpyBatchAsyncV2",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemcpyBatchV2",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemcpyFromSymbol",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemcpyFromSymbolAsync",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemcpyToSymbol",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemcpyToSymbolAsync",
            since: "h",
            required: false,
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
            name: "aclrtMemsetD32",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtMemsetD32Async",
            since: "h",
            required: false,
        },
        Function {
            name: "aclrtNotifyBatchReset",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtNotifyGetExportKey",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtNotifyImportByKey",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtNotifySetImportPid",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtNotifySetImportPidInterServer",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtNpuClearFloatOverFlowStatus",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtNpuGetFloatOverFlowStatus",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtPeekAtLastError",
            since: "c",
            required: false,
        },
        Function {
            name: "aclrtPersistentTaskClean",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtPointerGetAttributes",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtProcessHostFunc",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtProcessReport",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtProfTrace",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtQueryDeviceStatus",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtQueryEvent",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtQueryEventStatus",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtQueryEventWaitStatus",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtRandomNumAsync",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtRecordEvent",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtRecordEventWithFlag",
            since: "i",
            required: false,
        },
        Function {
            name: "aclrtRecordNotify",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtReduceAsync",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtRegDeviceStateCallback",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtRegStreamStateCallback",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtRegisterCpuFunc",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtReleaseMemAddress",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtRepairError",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtReserveMemAddress",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtReserveMemAddressNoUCMemory",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtResetDevice",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtResetDeviceForce",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtResetDeviceResLimit",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtResetEvent",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtResetFloatOverflowStatus",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtResetOverflowStatus",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtResetStreamResLimit",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtSetBufDataLen",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSetBufUserData",
            since: "f",
            required: false,
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
            name: "aclrtSetDeviceResLimit",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtSetDeviceSatMode",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtSetDeviceTaskAbortCallback",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSetExceptionInfoCallback",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSetGroup",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSetLabel",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSetMemcpyDesc",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSetOpExecuteTimeOut",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtSetOpExecuteTimeOutV2",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSetOpExecuteTimeOutWithMs",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSetOpWaitTimeout",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtSetStreamAttribute",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSetStreamConfigOpt",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSetStreamFailureMode",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtSetStreamOverflowSwitch",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtSetStreamResLimit",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtSetSysParamOpt",
            since: "d",
            required: false,
        },
        Function {
            name: "aclrtSetTsDevice",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSnapShotCallbackRegister",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtSnapShotCallbackUnregister",
            since: "g",
            required: false,
        },
        Function {
            name: "aclrtSnapShotProcessBackup",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSnapShotProcessLock",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSnapShotProcessRestore",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSnapShotProcessUnlock",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtStreamAbort",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtStreamGetFlags",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtStreamGetId",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtStreamGetPriority",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtStreamQuery",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtStreamStop",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtStreamWaitEvent",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtStreamWaitEventWithFlag",
            since: "i",
            required: false,
        },
        Function {
            name: "aclrtStreamWaitEventWithTimeout",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSubscribeHostFunc",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSubscribeReport",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSwitchLabelByIndex",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSwitchStream",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtSynchronizeDevice",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtSynchronizeDeviceWithTimeout",
            since: "f",
            required: false,
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
        Function {
            name: "aclrtTaskUpdateAsync",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtUnSubscribeHostFunc",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtUnSubscribeReport",
            since: "a",
            required: true,
        },
        Function {
            name: "aclrtUnmapMem",
            since: "b",
            required: true,
        },
        Function {
            name: "aclrtUnuseStreamResInCurrentThread",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtUseStreamResInCurrentThread",
            since: "e",
            required: false,
        },
        Function {
            name: "aclrtValueWait",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtValueWrite",
            since: "f",
            required: false,
        },
        Function {
            name: "aclrtWaitAndResetNotify",
            since: "f",
            required: false,
        },
        Function {
            name: "aclsysGetCANNVersion",
            since: "d",
            required: false,
        },
        Function {
            name: "aclsysGetVersionNum",
            since: "f",
            required: false,
        },
        Function {
            name: "aclsysGetVersionStr",
            since: "f",
            required: false,
        },
        Function {
            name: "acltdtAddDataItem",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtAddQueueRoute",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtAllocBuf",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtAppendBufChain",
            since: "d",
            required: false,
        },
        Function {
            name: "acltdtAttachQueue",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtBindQueueRoutes",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtCleanChannel",
            since: "d",
            required: false,
        },
        Function {
            name: "acltdtCopyBufRef",
            since: "d",
            required: false,
        },
        Function {
            name: "acltdtCreateChannel",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtCreateChannelWithCapacity",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtCreateDataItem",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtCreateDataset",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtCreateQueue",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtCreateQueueAttr",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtCreateQueueRoute",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtCreateQueueRouteList",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtCreateQueueRouteQueryInfo",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtDequeue",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtDequeueData",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtDestroyChannel",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtDestroyDataItem",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtDestroyDataset",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtDestroyQueue",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtDestroyQueueAttr",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtDestroyQueueRoute",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtDestroyQueueRouteList",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtDestroyQueueRouteQueryInfo",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtEnqueue",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtEnqueueData",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtFreeBuf",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetBufChainNum",
            since: "d",
            required: false,
        },
        Function {
            name: "acltdtGetBufData",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetBufDataLen",
            since: "d",
            required: false,
        },
        Function {
            name: "acltdtGetBufFromChain",
            since: "d",
            required: false,
        },
        Function {
            name: "acltdtGetBufUserData",
            since: "d",
            required: false,
        },
        Function {
            name: "acltdtGetDataAddrFromItem",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetDataItem",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetDataSizeFromItem",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetDataTypeFromItem",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetDatasetName",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetDatasetSize",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetDimNumFromItem",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetDimsFromItem",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetQueueAttr",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetQueueRoute",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetQueueRouteNum",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetQueueRouteParam",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGetSliceInfoFromItem",
            since: "d",
            required: false,
        },
        Function {
            name: "acltdtGetTensorTypeFromItem",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtGrantQueue",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtQueryChannelSize",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtQueryQueueRoutes",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtReceiveTensor",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtSendTensor",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtSetBufDataLen",
            since: "d",
            required: false,
        },
        Function {
            name: "acltdtSetBufUserData",
            since: "d",
            required: false,
        },
        Function {
            name: "acltdtSetQueueAttr",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtSetQueueRouteQueryInfo",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtStopChannel",
            since: "b",
            required: true,
        },
        Function {
            name: "acltdtUnbindQueueRoutes",
            since: "b",
            required: true,
        },
    ];
    /// Whether the library has the function of this name; `false` for a name that is not of the table.
    pub fn has(&self, name: &str) -> bool {
        match name {
            "aclFinalizeCallbackRegister" => self.aclFinalizeCallbackRegister.is_some(),
            "aclFinalizeCallbackUnRegister" => {
                self.aclFinalizeCallbackUnRegister.is_some()
            }
            "aclFinalizeReference" => self.aclFinalizeReference.is_some(),
            "aclGetCannAttribute" => self.aclGetCannAttribute.is_some(),
            "aclGetCannAttributeList" => self.aclGetCannAttributeList.is_some(),
            "aclGetDeviceCapability" => self.aclGetDeviceCapability.is_some(),
            "aclInitCallbackRegister" => self.aclInitCallbackRegister.is_some(),
            "aclInitCallbackUnRegister" => self.aclInitCallbackUnRegister.is_some(),
            "acldumpGetExceptionInfoPath" => self.acldumpGetExceptionInfoPath.is_some(),
            "acldumpGetPath" => self.acldumpGetPath.is_some(),
            "acldumpRegCallback" => self.acldumpRegCallback.is_some(),
            "acldumpSaveExceptionInfo" => self.acldumpSaveExceptionInfo.is_some(),
            "acldumpUnregCallback" => self.acldumpUnregCallback.is_some(),
            "aclmdlRIAbort" => self.aclmdlRIAbort.is_some(),
            "aclmdlRIAddCondTask" => self.aclmdlRIAddCondTask.is_some(),
            "aclmdlRIBindStream" => self.aclmdlRIBindStream.is_some(),
            "aclmdlRIBuildBegin" => self.aclmdlRIBuildBegin.is_some(),
            "aclmdlRIBuildEnd" => self.aclmdlRIBuildEnd.is_some(),
            "aclmdlRICaptureBegin" => self.aclmdlRICaptureBegin.is_some(),
            "aclmdlRICaptureEnd" => self.aclmdlRICaptureEnd.is_some(),
            "aclmdlRICaptureGetInfo" => self.aclmdlRICaptureGetInfo.is_some(),
            "aclmdlRICaptureTaskGrpBegin" => self.aclmdlRICaptureTaskGrpBegin.is_some(),
            "aclmdlRICaptureTaskGrpEnd" => self.aclmdlRICaptureTaskGrpEnd.is_some(),
            "aclmdlRICaptureTaskUpdateBegin" => {
                self.aclmdlRICaptureTaskUpdateBegin.is_some()
            }
            "aclmdlRICaptureTaskUpdateEnd" => self.aclmdlRICaptureTaskUpdateEnd.is_some(),
            "aclmdlRICaptureThreadExchangeMode" => {
                self.aclmdlRICaptureThreadExchangeMode.is_some()
            }
            "aclmdlRICaptureToModelRIBegin" => {
                self.aclmdlRICaptureToModelRIBegin.is_some()
            }
            "aclmdlRICondHandleCreate" => self.aclmdlRICondHandleCreate.is_some(),
            "aclmdlRICondHandleGetCondPtr" => self.aclmdlRICondHandleGetCondPtr.is_some(),
            "aclmdlRIDebugJsonPrint" => self.aclmdlRIDebugJsonPrint.is_some(),
            "aclmdlRIDebugPrint" => self.aclmdlRIDebugPrint.is_some(),
            "aclmdlRIDestroy" => self.aclmdlRIDestroy.is_some(),
            "aclmdlRIDestroyRegisterCallback" => {
                self.aclmdlRIDestroyRegisterCallback.is_some()
            }
            "aclmdlRIDestroyUnregisterCallback" => {
                self.aclmdlRIDestroyUnregisterCallback.is_some()
            }
            "aclmdlRIEndTask" => self.aclmdlRIEndTask.is_some(),
            "aclmdlRIExecute" => self.aclmdlRIExecute.is_some(),
            "aclmdlRIExecuteAsync" => self.aclmdlRIExecuteAsync.is_some(),
            "aclmdlRIGetId" => self.aclmdlRIGetId.is_some(),
            "aclmdlRIGetName" => self.aclmdlRIGetName.is_some(),
            "aclmdlRIGetStreams" => self.aclmdlRIGetStreams.is_some(),
            "aclmdlRIGetTasksByStream" => self.aclmdlRIGetTasksByStream.is_some(),
            "aclmdlRIKernelTaskGetAttribute" => {
                self.aclmdlRIKernelTaskGetAttribute.is_some()
            }
            "aclmdlRISetName" => self.aclmdlRISetName.is_some(),
            "aclmdlRITaskDisable" => self.aclmdlRITaskDisable.is_some(),
            "aclmdlRITaskGetParams" => self.aclmdlRITaskGetParams.is_some(),
            "aclmdlRITaskGetSeqId" => self.aclmdlRITaskGetSeqId.is_some(),
            "aclmdlRITaskGetType" => self.aclmdlRITaskGetType.is_some(),
            "aclmdlRITaskSetParams" => self.aclmdlRITaskSetParams.is_some(),
            "aclmdlRIUnbindStream" => self.aclmdlRIUnbindStream.is_some(),
            "aclmdlRIUpdate" => self.aclmdlRIUpdate.is_some(),
            "aclplatformGetDeviceInfo" => self.aclplatformGetDeviceInfo.is_some(),
            "aclplatformGetInstructionInfo" => {
                self.aclplatformGetInstructionInfo.is_some()
            }
            "aclprofGetOpAttriValue" => self.aclprofGetOpAttriValue.is_some(),
            "aclprofGetOpFlag" => self.aclprofGetOpFlag.is_some(),
            "aclprofMarkEx" => self.aclprofMarkEx.is_some(),
            "aclprofRangePop" => self.aclprofRangePop.is_some(),
            "aclprofRangePushEx" => self.aclprofRangePushEx.is_some(),
            "aclprofStr2Id" => self.aclprofStr2Id.is_some(),
            "aclrtActiveStream" => self.aclrtActiveStream.is_some(),
            "aclrtAllocBuf" => self.aclrtAllocBuf.is_some(),
            "aclrtAllocatorCreateDesc" => self.aclrtAllocatorCreateDesc.is_some(),
            "aclrtAllocatorDestroyDesc" => self.aclrtAllocatorDestroyDesc.is_some(),
            "aclrtAllocatorGetByStream" => self.aclrtAllocatorGetByStream.is_some(),
            "aclrtAllocatorRegister" => self.aclrtAllocatorRegister.is_some(),
            "aclrtAllocatorSetAllocAdviseFuncToDesc" => {
                self.aclrtAllocatorSetAllocAdviseFuncToDesc.is_some()
            }
            "aclrtAllocatorSetAllocFuncToDesc" => {
                self.aclrtAllocatorSetAllocFuncToDesc.is_some()
            }
            "aclrtAllocatorSetFreeFuncToDesc" => {
                self.aclrtAllocatorSetFreeFuncToDesc.is_some()
            }
            "aclrtAllocatorSetGetAddrFromBlockFuncToDesc" => {
                self.aclrtAllocatorSetGetAddrFromBlockFuncToDesc.is_some()
            }
            "aclrtAllocatorSetObjToDesc" => self.aclrtAllocatorSetObjToDesc.is_some(),
            "aclrtAllocatorUnregister" => self.aclrtAllocatorUnregister.is_some(),
            "aclrtAppendBufChain" => self.aclrtAppendBufChain.is_some(),
            "aclrtBinaryGetDevAddress" => self.aclrtBinaryGetDevAddress.is_some(),
            "aclrtBinaryGetFunction" => self.aclrtBinaryGetFunction.is_some(),
            "aclrtBinaryGetFunctionByEntry" => {
                self.aclrtBinaryGetFunctionByEntry.is_some()
            }
            "aclrtBinaryGetGlobal" => self.aclrtBinaryGetGlobal.is_some(),
            "aclrtBinaryLoad" => self.aclrtBinaryLoad.is_some(),
            "aclrtBinaryLoadFromData" => self.aclrtBinaryLoadFromData.is_some(),
            "aclrtBinaryLoadFromFile" => self.aclrtBinaryLoadFromFile.is_some(),
            "aclrtBinarySetExceptionCallback" => {
                self.aclrtBinarySetExceptionCallback.is_some()
            }
            "aclrtBinaryUnLoad" => self.aclrtBinaryUnLoad.is_some(),
            "aclrtCacheLastTaskExtendInfo" => self.aclrtCacheLastTaskExtendInfo.is_some(),
            "aclrtCacheLastTaskOpInfo" => self.aclrtCacheLastTaskOpInfo.is_some(),
            "aclrtCheckArchCompatibility" => self.aclrtCheckArchCompatibility.is_some(),
            "aclrtCheckMemType" => self.aclrtCheckMemType.is_some(),
            "aclrtCmoAsync" => self.aclrtCmoAsync.is_some(),
            "aclrtCmoAsyncWithBarrier" => self.aclrtCmoAsyncWithBarrier.is_some(),
            "aclrtCmoAsyncWithDesc" => self.aclrtCmoAsyncWithDesc.is_some(),
            "aclrtCmoGetDescSize" => self.aclrtCmoGetDescSize.is_some(),
            "aclrtCmoSetDesc" => self.aclrtCmoSetDesc.is_some(),
            "aclrtCmoWaitBarrier" => self.aclrtCmoWaitBarrier.is_some(),
            "aclrtCntNotifyCreate" => self.aclrtCntNotifyCreate.is_some(),
            "aclrtCntNotifyDestroy" => self.aclrtCntNotifyDestroy.is_some(),
            "aclrtCntNotifyGetId" => self.aclrtCntNotifyGetId.is_some(),
            "aclrtCntNotifyRecord" => self.aclrtCntNotifyRecord.is_some(),
            "aclrtCntNotifyReset" => self.aclrtCntNotifyReset.is_some(),
            "aclrtCntNotifyWaitWithTimeout" => {
                self.aclrtCntNotifyWaitWithTimeout.is_some()
            }
            "aclrtCopyBufRef" => self.aclrtCopyBufRef.is_some(),
            "aclrtCreateBinary" => self.aclrtCreateBinary.is_some(),
            "aclrtCreateEventExWithFlag" => self.aclrtCreateEventExWithFlag.is_some(),
            "aclrtCreateLabel" => self.aclrtCreateLabel.is_some(),
            "aclrtCreateLabelList" => self.aclrtCreateLabelList.is_some(),
            "aclrtCreateNotify" => self.aclrtCreateNotify.is_some(),
            "aclrtCreateStreamConfigHandle" => {
                self.aclrtCreateStreamConfigHandle.is_some()
            }
            "aclrtCreateStreamV2" => self.aclrtCreateStreamV2.is_some(),
            "aclrtCtxGetCurrentDefaultStream" => {
                self.aclrtCtxGetCurrentDefaultStream.is_some()
            }
            "aclrtCtxGetFloatOverflowAddr" => self.aclrtCtxGetFloatOverflowAddr.is_some(),
            "aclrtCtxGetSysParamOpt" => self.aclrtCtxGetSysParamOpt.is_some(),
            "aclrtDestroyBinary" => self.aclrtDestroyBinary.is_some(),
            "aclrtDestroyLabel" => self.aclrtDestroyLabel.is_some(),
            "aclrtDestroyLabelList" => self.aclrtDestroyLabelList.is_some(),
            "aclrtDestroyNotify" => self.aclrtDestroyNotify.is_some(),
            "aclrtDestroyStreamConfigHandle" => {
                self.aclrtDestroyStreamConfigHandle.is_some()
            }
            "aclrtDeviceGetBareTgid" => self.aclrtDeviceGetBareTgid.is_some(),
            "aclrtDeviceGetByPCIBusId" => self.aclrtDeviceGetByPCIBusId.is_some(),
            "aclrtDeviceGetHostAtomicCapabilities" => {
                self.aclrtDeviceGetHostAtomicCapabilities.is_some()
            }
            "aclrtDeviceGetLimit" => self.aclrtDeviceGetLimit.is_some(),
            "aclrtDeviceGetP2PAtomicCapabilities" => {
                self.aclrtDeviceGetP2PAtomicCapabilities.is_some()
            }
            "aclrtDeviceGetPCIBusId" => self.aclrtDeviceGetPCIBusId.is_some(),
            "aclrtDeviceGetStreamPriorityRange" => {
                self.aclrtDeviceGetStreamPriorityRange.is_some()
            }
            "aclrtDeviceGetUuid" => self.aclrtDeviceGetUuid.is_some(),
            "aclrtDeviceL2CacheFlush" => self.aclrtDeviceL2CacheFlush.is_some(),
            "aclrtDevicePeerAccessStatus" => self.aclrtDevicePeerAccessStatus.is_some(),
            "aclrtDeviceSetLimit" => self.aclrtDeviceSetLimit.is_some(),
            "aclrtDeviceTaskAbort" => self.aclrtDeviceTaskAbort.is_some(),
            "aclrtEventGetTimestamp" => self.aclrtEventGetTimestamp.is_some(),
            "aclrtExceptionInfoCallbackRegister" => {
                self.aclrtExceptionInfoCallbackRegister.is_some()
            }
            "aclrtExceptionInfoCallbackUnregister" => {
                self.aclrtExceptionInfoCallbackUnregister.is_some()
            }
            "aclrtFreeBuf" => self.aclrtFreeBuf.is_some(),
            "aclrtFreeHostWithDevSync" => self.aclrtFreeHostWithDevSync.is_some(),
            "aclrtFreeWithDevSync" => self.aclrtFreeWithDevSync.is_some(),
            "aclrtFunctionGetAvailDynUbufPerBlock" => {
                self.aclrtFunctionGetAvailDynUbufPerBlock.is_some()
            }
            "aclrtFunctionGetBinary" => self.aclrtFunctionGetBinary.is_some(),
            "aclrtFunctionGetParamCount" => self.aclrtFunctionGetParamCount.is_some(),
            "aclrtFunctionGetParamInfo" => self.aclrtFunctionGetParamInfo.is_some(),
            "aclrtGetArgsFromExceptionInfo" => {
                self.aclrtGetArgsFromExceptionInfo.is_some()
            }
            "aclrtGetBufChainNum" => self.aclrtGetBufChainNum.is_some(),
            "aclrtGetBufData" => self.aclrtGetBufData.is_some(),
            "aclrtGetBufDataLen" => self.aclrtGetBufDataLen.is_some(),
            "aclrtGetBufFromChain" => self.aclrtGetBufFromChain.is_some(),
            "aclrtGetBufUserData" => self.aclrtGetBufUserData.is_some(),
            "aclrtGetDeviceCapability" => self.aclrtGetDeviceCapability.is_some(),
            "aclrtGetDeviceInfo" => self.aclrtGetDeviceInfo.is_some(),
            "aclrtGetDeviceResLimit" => self.aclrtGetDeviceResLimit.is_some(),
            "aclrtGetDeviceSatMode" => self.aclrtGetDeviceSatMode.is_some(),
            "aclrtGetDevicesTopo" => self.aclrtGetDevicesTopo.is_some(),
            "aclrtGetErrorVerbose" => self.aclrtGetErrorVerbose.is_some(),
            "aclrtGetEventAvailNum" => self.aclrtGetEventAvailNum.is_some(),
            "aclrtGetEventId" => self.aclrtGetEventId.is_some(),
            "aclrtGetFloatOverflowStatus" => self.aclrtGetFloatOverflowStatus.is_some(),
            "aclrtGetFuncBySymbol" => self.aclrtGetFuncBySymbol.is_some(),
            "aclrtGetFuncHandleFromExceptionInfo" => {
                self.aclrtGetFuncHandleFromExceptionInfo.is_some()
            }
            "aclrtGetFunctionAddr" => self.aclrtGetFunctionAddr.is_some(),
            "aclrtGetFunctionAttribute" => self.aclrtGetFunctionAttribute.is_some(),
            "aclrtGetFunctionName" => self.aclrtGetFunctionName.is_some(),
            "aclrtGetFunctionSize" => self.aclrtGetFunctionSize.is_some(),
            "aclrtGetHardwareSyncAddr" => self.aclrtGetHardwareSyncAddr.is_some(),
            "aclrtGetLastError" => self.aclrtGetLastError.is_some(),
            "aclrtGetLogicDevIdByPhyDevId" => self.aclrtGetLogicDevIdByPhyDevId.is_some(),
            "aclrtGetLogicDevIdByUserDevId" => {
                self.aclrtGetLogicDevIdByUserDevId.is_some()
            }
            "aclrtGetMemUceInfo" => self.aclrtGetMemUceInfo.is_some(),
            "aclrtGetMemUsageInfo" => self.aclrtGetMemUsageInfo.is_some(),
            "aclrtGetMemcpyDescSize" => self.aclrtGetMemcpyDescSize.is_some(),
            "aclrtGetNotifyId" => self.aclrtGetNotifyId.is_some(),
            "aclrtGetOpExecuteTimeout" => self.aclrtGetOpExecuteTimeout.is_some(),
            "aclrtGetOpTimeOutInterval" => self.aclrtGetOpTimeOutInterval.is_some(),
            "aclrtGetPhyDevIdByLogicDevId" => self.aclrtGetPhyDevIdByLogicDevId.is_some(),
            "aclrtGetPhyDevIdByUserDevId" => self.aclrtGetPhyDevIdByUserDevId.is_some(),
            "aclrtGetPrimaryCtxState" => self.aclrtGetPrimaryCtxState.is_some(),
            "aclrtGetResInCurrentThread" => self.aclrtGetResInCurrentThread.is_some(),
            "aclrtGetStreamAttribute" => self.aclrtGetStreamAttribute.is_some(),
            "aclrtGetStreamAvailableNum" => self.aclrtGetStreamAvailableNum.is_some(),
            "aclrtGetStreamResLimit" => self.aclrtGetStreamResLimit.is_some(),
            "aclrtGetSymbolAddress" => self.aclrtGetSymbolAddress.is_some(),
            "aclrtGetSymbolSize" => self.aclrtGetSymbolSize.is_some(),
            "aclrtGetSysParamOpt" => self.aclrtGetSysParamOpt.is_some(),
            "aclrtGetThreadLastTaskId" => self.aclrtGetThreadLastTaskId.is_some(),
            "aclrtGetUserDevIdByLogicDevId" => {
                self.aclrtGetUserDevIdByLogicDevId.is_some()
            }
            "aclrtGetUserDevIdByPhyDevId" => self.aclrtGetUserDevIdByPhyDevId.is_some(),
            "aclrtHostGetDevicePointer" => self.aclrtHostGetDevicePointer.is_some(),
            "aclrtHostMemMapCapabilities" => self.aclrtHostMemMapCapabilities.is_some(),
            "aclrtHostRegister" => self.aclrtHostRegister.is_some(),
            "aclrtHostRegisterV2" => self.aclrtHostRegisterV2.is_some(),
            "aclrtHostUnregister" => self.aclrtHostUnregister.is_some(),
            "aclrtIpcGetEventHandle" => self.aclrtIpcGetEventHandle.is_some(),
            "aclrtIpcMemClose" => self.aclrtIpcMemClose.is_some(),
            "aclrtIpcMemGetExportKey" => self.aclrtIpcMemGetExportKey.is_some(),
            "aclrtIpcMemImportByKey" => self.aclrtIpcMemImportByKey.is_some(),
            "aclrtIpcMemImportPidInterServer" => {
                self.aclrtIpcMemImportPidInterServer.is_some()
            }
            "aclrtIpcMemSetAttr" => self.aclrtIpcMemSetAttr.is_some(),
            "aclrtIpcMemSetImportPid" => self.aclrtIpcMemSetImportPid.is_some(),
            "aclrtIpcOpenEventHandle" => self.aclrtIpcOpenEventHandle.is_some(),
            "aclrtKernelArgsAppend" => self.aclrtKernelArgsAppend.is_some(),
            "aclrtKernelArgsAppendPlaceHolder" => {
                self.aclrtKernelArgsAppendPlaceHolder.is_some()
            }
            "aclrtKernelArgsFinalize" => self.aclrtKernelArgsFinalize.is_some(),
            "aclrtKernelArgsGetHandleMemSize" => {
                self.aclrtKernelArgsGetHandleMemSize.is_some()
            }
            "aclrtKernelArgsGetMemSize" => self.aclrtKernelArgsGetMemSize.is_some(),
            "aclrtKernelArgsGetPlaceHolderBuffer" => {
                self.aclrtKernelArgsGetPlaceHolderBuffer.is_some()
            }
            "aclrtKernelArgsInit" => self.aclrtKernelArgsInit.is_some(),
            "aclrtKernelArgsInitByUserMem" => self.aclrtKernelArgsInitByUserMem.is_some(),
            "aclrtKernelArgsParaUpdate" => self.aclrtKernelArgsParaUpdate.is_some(),
            "aclrtLaunchHostFunc" => self.aclrtLaunchHostFunc.is_some(),
            "aclrtLaunchKernel" => self.aclrtLaunchKernel.is_some(),
            "aclrtLaunchKernelV2" => self.aclrtLaunchKernelV2.is_some(),
            "aclrtLaunchKernelWithArgsArray" => {
                self.aclrtLaunchKernelWithArgsArray.is_some()
            }
            "aclrtLaunchKernelWithConfig" => self.aclrtLaunchKernelWithConfig.is_some(),
            "aclrtLaunchKernelWithHostArgs" => {
                self.aclrtLaunchKernelWithHostArgs.is_some()
            }
            "aclrtLaunchSIMTKernelWithArgsArray" => {
                self.aclrtLaunchSIMTKernelWithArgsArray.is_some()
            }
            "aclrtLaunchSIMTKernelWithHostArgs" => {
                self.aclrtLaunchSIMTKernelWithHostArgs.is_some()
            }
            "aclrtMallocForTaskScheduler" => self.aclrtMallocForTaskScheduler.is_some(),
            "aclrtMallocHostWithCfg" => self.aclrtMallocHostWithCfg.is_some(),
            "aclrtMallocWithCfg" => self.aclrtMallocWithCfg.is_some(),
            "aclrtMemAllocManaged" => self.aclrtMemAllocManaged.is_some(),
            "aclrtMemExportToShareableHandle" => {
                self.aclrtMemExportToShareableHandle.is_some()
            }
            "aclrtMemExportToShareableHandleV2" => {
                self.aclrtMemExportToShareableHandleV2.is_some()
            }
            "aclrtMemGetAccess" => self.aclrtMemGetAccess.is_some(),
            "aclrtMemGetAddressRange" => self.aclrtMemGetAddressRange.is_some(),
            "aclrtMemGetAllocationGranularity" => {
                self.aclrtMemGetAllocationGranularity.is_some()
            }
            "aclrtMemGetAllocationPropertiesFromHandle" => {
                self.aclrtMemGetAllocationPropertiesFromHandle.is_some()
            }
            "aclrtMemImportFromShareableHandle" => {
                self.aclrtMemImportFromShareableHandle.is_some()
            }
            "aclrtMemImportFromShareableHandleV2" => {
                self.aclrtMemImportFromShareableHandleV2.is_some()
            }
            "aclrtMemManagedAdvise" => self.aclrtMemManagedAdvise.is_some(),
            "aclrtMemManagedGetAttr" => self.aclrtMemManagedGetAttr.is_some(),
            "aclrtMemManagedGetAttrs" => self.aclrtMemManagedGetAttrs.is_some(),
            "aclrtMemManagedPrefetchAsync" => self.aclrtMemManagedPrefetchAsync.is_some(),
            "aclrtMemManagedPrefetchBatchAsync" => {
                self.aclrtMemManagedPrefetchBatchAsync.is_some()
            }
            "aclrtMemMapNoAccess" => self.aclrtMemMapNoAccess.is_some(),
            "aclrtMemMapSelectedLink" => self.aclrtMemMapSelectedLink.is_some(),
            "aclrtMemMapSetLink" => self.aclrtMemMapSetLink.is_some(),
            "aclrtMemP2PMap" => self.aclrtMemP2PMap.is_some(),
            "aclrtMemPoolCreate" => self.aclrtMemPoolCreate.is_some(),
            "aclrtMemPoolDestroy" => self.aclrtMemPoolDestroy.is_some(),
            "aclrtMemPoolFreeAsync" => self.aclrtMemPoolFreeAsync.is_some(),
            "aclrtMemPoolGetAttr" => self.aclrtMemPoolGetAttr.is_some(),
            "aclrtMemPoolMallocAsync" => self.aclrtMemPoolMallocAsync.is_some(),
            "aclrtMemPoolSetAttr" => self.aclrtMemPoolSetAttr.is_some(),
            "aclrtMemPoolTrimTo" => self.aclrtMemPoolTrimTo.is_some(),
            "aclrtMemRetainAllocationHandle" => {
                self.aclrtMemRetainAllocationHandle.is_some()
            }
            "aclrtMemSetAccess" => self.aclrtMemSetAccess.is_some(),
            "aclrtMemSetPidToShareableHandle" => {
                self.aclrtMemSetPidToShareableHandle.is_some()
            }
            "aclrtMemSetPidToShareableHandleV2" => {
                self.aclrtMemSetPidToShareableHandleV2.is_some()
            }
            "aclrtMemUceRepair" => self.aclrtMemUceRepair.is_some(),
            "aclrtMemcpyAsyncWithCondition" => {
                self.aclrtMemcpyAsyncWithCondition.is_some()
            }
            "aclrtMemcpyAsyncWithDesc" => self.aclrtMemcpyAsyncWithDesc.is_some(),
            "aclrtMemcpyAsyncWithOffset" => self.aclrtMemcpyAsyncWithOffset.is_some(),
            "aclrtMemcpyBatch" => self.aclrtMemcpyBatch.is_some(),
            "aclrtMemcpyBatchAsync" => self.aclrtMemcpyBatchAsync.is_some(),
            "aclrtMemcpyBatchAsyncV2" => self.aclrtMemcpyBatchAsyncV2.is_some(),
            "aclrtMemcpyBatchV2" => self.aclrtMemcpyBatchV2.is_some(),
            "aclrtMemcpyFromSymbol" => self.aclrtMemcpyFromSymbol.is_some(),
            "aclrtMemcpyFromSymbolAsync" => self.aclrtMemcpyFromSymbolAsync.is_some(),
            "aclrtMemcpyToSymbol" => self.aclrtMemcpyToSymbol.is_some(),
            "aclrtMemcpyToSymbolAsync" => self.aclrtMemcpyToSymbolAsync.is_some(),
            "aclrtMemsetD32" => self.aclrtMemsetD32.is_some(),
            "aclrtMemsetD32Async" => self.aclrtMemsetD32Async.is_some(),
            "aclrtNotifyBatchReset" => self.aclrtNotifyBatchReset.is_some(),
            "aclrtNotifyGetExportKey" => self.aclrtNotifyGetExportKey.is_some(),
            "aclrtNotifyImportByKey" => self.aclrtNotifyImportByKey.is_some(),
            "aclrtNotifySetImportPid" => self.aclrtNotifySetImportPid.is_some(),
            "aclrtNotifySetImportPidInterServer" => {
                self.aclrtNotifySetImportPidInterServer.is_some()
            }
            "aclrtNpuClearFloatOverFlowStatus" => {
                self.aclrtNpuClearFloatOverFlowStatus.is_some()
            }
            "aclrtNpuGetFloatOverFlowStatus" => {
                self.aclrtNpuGetFloatOverFlowStatus.is_some()
            }
            "aclrtPeekAtLastError" => self.aclrtPeekAtLastError.is_some(),
            "aclrtPersistentTaskClean" => self.aclrtPersistentTaskClean.is_some(),
            "aclrtPointerGetAttributes" => self.aclrtPointerGetAttributes.is_some(),
            "aclrtProcessHostFunc" => self.aclrtProcessHostFunc.is_some(),
            "aclrtProfTrace" => self.aclrtProfTrace.is_some(),
            "aclrtRandomNumAsync" => self.aclrtRandomNumAsync.is_some(),
            "aclrtRecordEventWithFlag" => self.aclrtRecordEventWithFlag.is_some(),
            "aclrtRecordNotify" => self.aclrtRecordNotify.is_some(),
            "aclrtReduceAsync" => self.aclrtReduceAsync.is_some(),
            "aclrtRegDeviceStateCallback" => self.aclrtRegDeviceStateCallback.is_some(),
            "aclrtRegStreamStateCallback" => self.aclrtRegStreamStateCallback.is_some(),
            "aclrtRegisterCpuFunc" => self.aclrtRegisterCpuFunc.is_some(),
            "aclrtRepairError" => self.aclrtRepairError.is_some(),
            "aclrtReserveMemAddressNoUCMemory" => {
                self.aclrtReserveMemAddressNoUCMemory.is_some()
            }
            "aclrtResetDeviceForce" => self.aclrtResetDeviceForce.is_some(),
            "aclrtResetDeviceResLimit" => self.aclrtResetDeviceResLimit.is_some(),
            "aclrtResetFloatOverflowStatus" => {
                self.aclrtResetFloatOverflowStatus.is_some()
            }
            "aclrtResetStreamResLimit" => self.aclrtResetStreamResLimit.is_some(),
            "aclrtSetBufDataLen" => self.aclrtSetBufDataLen.is_some(),
            "aclrtSetBufUserData" => self.aclrtSetBufUserData.is_some(),
            "aclrtSetDeviceResLimit" => self.aclrtSetDeviceResLimit.is_some(),
            "aclrtSetDeviceTaskAbortCallback" => {
                self.aclrtSetDeviceTaskAbortCallback.is_some()
            }
            "aclrtSetLabel" => self.aclrtSetLabel.is_some(),
            "aclrtSetMemcpyDesc" => self.aclrtSetMemcpyDesc.is_some(),
            "aclrtSetOpExecuteTimeOutV2" => self.aclrtSetOpExecuteTimeOutV2.is_some(),
            "aclrtSetOpExecuteTimeOutWithMs" => {
                self.aclrtSetOpExecuteTimeOutWithMs.is_some()
            }
            "aclrtSetStreamAttribute" => self.aclrtSetStreamAttribute.is_some(),
            "aclrtSetStreamConfigOpt" => self.aclrtSetStreamConfigOpt.is_some(),
            "aclrtSetStreamResLimit" => self.aclrtSetStreamResLimit.is_some(),
            "aclrtSetSysParamOpt" => self.aclrtSetSysParamOpt.is_some(),
            "aclrtSnapShotCallbackRegister" => {
                self.aclrtSnapShotCallbackRegister.is_some()
            }
            "aclrtSnapShotCallbackUnregister" => {
                self.aclrtSnapShotCallbackUnregister.is_some()
            }
            "aclrtSnapShotProcessBackup" => self.aclrtSnapShotProcessBackup.is_some(),
            "aclrtSnapShotProcessLock" => self.aclrtSnapShotProcessLock.is_some(),
            "aclrtSnapShotProcessRestore" => self.aclrtSnapShotProcessRestore.is_some(),
            "aclrtSnapShotProcessUnlock" => self.aclrtSnapShotProcessUnlock.is_some(),
            "aclrtStreamAbort" => self.aclrtStreamAbort.is_some(),
            "aclrtStreamGetFlags" => self.aclrtStreamGetFlags.is_some(),
            "aclrtStreamGetId" => self.aclrtStreamGetId.is_some(),
            "aclrtStreamGetPriority" => self.aclrtStreamGetPriority.is_some(),
            "aclrtStreamStop" => self.aclrtStreamStop.is_some(),
            "aclrtStreamWaitEventWithFlag" => self.aclrtStreamWaitEventWithFlag.is_some(),
            "aclrtStreamWaitEventWithTimeout" => {
                self.aclrtStreamWaitEventWithTimeout.is_some()
            }
            "aclrtSubscribeHostFunc" => self.aclrtSubscribeHostFunc.is_some(),
            "aclrtSwitchLabelByIndex" => self.aclrtSwitchLabelByIndex.is_some(),
            "aclrtSwitchStream" => self.aclrtSwitchStream.is_some(),
            "aclrtSynchronizeDeviceWithTimeout" => {
                self.aclrtSynchronizeDeviceWithTimeout.is_some()
            }
            "aclrtSynchronizeEventWithTimeout" => {
                self.aclrtSynchronizeEventWithTimeout.is_some()
            }
            "aclrtTaskUpdateAsync" => self.aclrtTaskUpdateAsync.is_some(),
            "aclrtUnSubscribeHostFunc" => self.aclrtUnSubscribeHostFunc.is_some(),
            "aclrtUnuseStreamResInCurrentThread" => {
                self.aclrtUnuseStreamResInCurrentThread.is_some()
            }
            "aclrtUseStreamResInCurrentThread" => {
                self.aclrtUseStreamResInCurrentThread.is_some()
            }
            "aclrtValueWait" => self.aclrtValueWait.is_some(),
            "aclrtValueWrite" => self.aclrtValueWrite.is_some(),
            "aclrtWaitAndResetNotify" => self.aclrtWaitAndResetNotify.is_some(),
            "aclsysGetCANNVersion" => self.aclsysGetCANNVersion.is_some(),
            "aclsysGetVersionNum" => self.aclsysGetVersionNum.is_some(),
            "aclsysGetVersionStr" => self.aclsysGetVersionStr.is_some(),
            "acltdtAppendBufChain" => self.acltdtAppendBufChain.is_some(),
            "acltdtCleanChannel" => self.acltdtCleanChannel.is_some(),
            "acltdtCopyBufRef" => self.acltdtCopyBufRef.is_some(),
            "acltdtGetBufChainNum" => self.acltdtGetBufChainNum.is_some(),
            "acltdtGetBufDataLen" => self.acltdtGetBufDataLen.is_some(),
            "acltdtGetBufFromChain" => self.acltdtGetBufFromChain.is_some(),
            "acltdtGetBufUserData" => self.acltdtGetBufUserData.is_some(),
            "acltdtGetSliceInfoFromItem" => self.acltdtGetSliceInfoFromItem.is_some(),
            "acltdtSetBufDataLen" => self.acltdtSetBufDataLen.is_some(),
            "acltdtSetBufUserData" => self.acltdtSetBufUserData.is_some(),
            _ => {
                Self::FUNCTIONS
                    .iter()
                    .any(|function| function.required && function.name == name)
            }
        }
    }
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
            aclAppLog: crate::load::required!(
                symbols, "aclAppLog", signature::aclAppLog, unsupported::aclAppLog
            ),
            aclCreateDataBuffer: crate::load::required!(
                symbols, "aclCreateDataBuffer", signature::aclCreateDataBuffer,
                unsupported::aclCreateDataBuffer
            ),
            aclDataTypeSize: crate::load::required!(
                symbols, "aclDataTypeSize", signature::aclDataTypeSize,
                unsupported::aclDataTypeSize
            ),
            aclDestroyDataBuffer: crate::load::required!(
                symbols, "aclDestroyDataBuffer", signature::aclDestroyDataBuffer,
                unsupported::aclDestroyDataBuffer
            ),
            aclFinalize: crate::load::required!(
                symbols, "aclFinalize", signature::aclFinalize, unsupported::aclFinalize
            ),
            aclFinalizeCallbackRegister: crate::load::optional!(
                symbols, "aclFinalizeCallbackRegister",
                signature::aclFinalizeCallbackRegister
            ),
            aclFinalizeCallbackUnRegister: crate::load::optional!(
                symbols, "aclFinalizeCallbackUnRegister",
                signature::aclFinalizeCallbackUnRegister
            ),
            aclFinalizeReference: crate::load::optional!(
                symbols, "aclFinalizeReference", signature::aclFinalizeReference
            ),
            aclFloat16ToFloat: crate::load::required!(
                symbols, "aclFloat16ToFloat", signature::aclFloat16ToFloat,
                unsupported::aclFloat16ToFloat
            ),
            aclFloatToFloat16: crate::load::required!(
                symbols, "aclFloatToFloat16", signature::aclFloatToFloat16,
                unsupported::aclFloatToFloat16
            ),
            aclGetCannAttribute: crate::load::optional!(
                symbols, "aclGetCannAttribute", signature::aclGetCannAttribute
            ),
            aclGetCannAttributeList: crate::load::optional!(
                symbols, "aclGetCannAttributeList", signature::aclGetCannAttributeList
            ),
            aclGetDataBufferAddr: crate::load::required!(
                symbols, "aclGetDataBufferAddr", signature::aclGetDataBufferAddr,
                unsupported::aclGetDataBufferAddr
            ),
            aclGetDataBufferSize: crate::load::required!(
                symbols, "aclGetDataBufferSize", signature::aclGetDataBufferSize,
                unsupported::aclGetDataBufferSize
            ),
            aclGetDataBufferSizeV2: crate::load::required!(
                symbols, "aclGetDataBufferSizeV2", signature::aclGetDataBufferSizeV2,
                unsupported::aclGetDataBufferSizeV2
            ),
            aclGetDeviceCapability: crate::load::optional!(
                symbols, "aclGetDeviceCapability", signature::aclGetDeviceCapability
            ),
            aclGetRecentErrMsg: crate::load::required!(
                symbols, "aclGetRecentErrMsg", signature::aclGetRecentErrMsg,
                unsupported::aclGetRecentErrMsg
            ),
            aclInit: crate::load::required!(
                symbols, "aclInit", signature::aclInit, unsupported::aclInit
            ),
            aclInitCallbackRegister: crate::load::optional!(
                symbols, "aclInitCallbackRegister", signature::aclInitCallbackRegister
            ),
            aclInitCallbackUnRegister: crate::load::optional!(
                symbols, "aclInitCallbackUnRegister",
                signature::aclInitCallbackUnRegister
            ),
            aclUpdateDataBuffer: crate::load::required!(
                symbols, "aclUpdateDataBuffer", signature::aclUpdateDataBuffer,
                unsupported::aclUpdateDataBuffer
            ),
            acldumpGetExceptionInfoPath: crate::load::optional!(
                symbols, "acldumpGetExceptionInfoPath",
                signature::acldumpGetExceptionInfoPath
            ),
            acldumpGetPath: crate::load::optional!(
                symbols, "acldumpGetPath", signature::acldumpGetPath
            ),
            acldumpRegCallback: crate::load::optional!(
                symbols, "acldumpRegCallback", signature::acldumpRegCallback
            ),
            acldumpSaveExceptionInfo: crate::load::optional!(
                symbols, "acldumpSaveExceptionInfo", signature::acldumpSaveExceptionInfo
            ),
            acldumpUnregCallback: crate::load::optional!(
                symbols, "acldumpUnregCallback", signature::acldumpUnregCallback
            ),
            aclmdlFinalizeDump: crate::load::required!(
                symbols, "aclmdlFinalizeDump", signature::aclmdlFinalizeDump,
                unsupported::aclmdlFinalizeDump
            ),
            aclmdlInitDump: crate::load::required!(
                symbols, "aclmdlInitDump", signature::aclmdlInitDump,
                unsupported::aclmdlInitDump
            ),
            aclmdlRIAbort: crate::load::optional!(
                symbols, "aclmdlRIAbort", signature::aclmdlRIAbort
            ),
            aclmdlRIAddCondTask: crate::load::optional!(
                symbols, "aclmdlRIAddCondTask", signature::aclmdlRIAddCondTask
            ),
            aclmdlRIBindStream: crate::load::optional!(
                symbols, "aclmdlRIBindStream", signature::aclmdlRIBindStream
            ),
            aclmdlRIBuildBegin: crate::load::optional!(
                symbols, "aclmdlRIBuildBegin", signature::aclmdlRIBuildBegin
            ),
            aclmdlRIBuildEnd: crate::load::optional!(
                symbols, "aclmdlRIBuildEnd", signature::aclmdlRIBuildEnd
            ),
            aclmdlRICaptureBegin: crate::load::optional!(
                symbols, "aclmdlRICaptureBegin", signature::aclmdlRICaptureBegin
            ),
            aclmdlRICaptureEnd: crate::load::optional!(
                symbols, "aclmdlRICaptureEnd", signature::aclmdlRICaptureEnd
            ),
            aclmdlRICaptureGetInfo: crate::load::optional!(
                symbols, "aclmdlRICaptureGetInfo", signature::aclmdlRICaptureGetInfo
            ),
            aclmdlRICaptureTaskGrpBegin: crate::load::optional!(
                symbols, "aclmdlRICaptureTaskGrpBegin",
                signature::aclmdlRICaptureTaskGrpBegin
            ),
            aclmdlRICaptureTaskGrpEnd: crate::load::optional!(
                symbols, "aclmdlRICaptureTaskGrpEnd",
                signature::aclmdlRICaptureTaskGrpEnd
            ),
            aclmdlRICaptureTaskUpdateBegin: crate::load::optional!(
                symbols, "aclmdlRICaptureTaskUpdateBegin",
                signature::aclmdlRICaptureTaskUpdateBegin
            ),
            aclmdlRICaptureTaskUpdateEnd: crate::load::optional!(
                symbols, "aclmdlRICaptureTaskUpdateEnd",
                signature::aclmdlRICaptureTaskUpdateEnd
            ),
            aclmdlRICaptureThreadExchangeMode: crate::load::optional!(
                symbols, "aclmdlRICaptureThreadExchangeMode",
                signature::aclmdlRICaptureThreadExchangeMode
            ),
            aclmdlRICaptureToModelRIBegin: crate::load::optional!(
                symbols, "aclmdlRICaptureToModelRIBegin",
                signature::aclmdlRICaptureToModelRIBegin
            ),
            aclmdlRICondHandleCreate: crate::load::optional!(
                symbols, "aclmdlRICondHandleCreate", signature::aclmdlRICondHandleCreate
            ),
            aclmdlRICondHandleGetCondPtr: crate::load::optional!(
                symbols, "aclmdlRICondHandleGetCondPtr",
                signature::aclmdlRICondHandleGetCondPtr
            ),
            aclmdlRIDebugJsonPrint: crate::load::optional!(
                symbols, "aclmdlRIDebugJsonPrint", signature::aclmdlRIDebugJsonPrint
            ),
            aclmdlRIDebugPrint: crate::load::optional!(
                symbols, "aclmdlRIDebugPrint", signature::aclmdlRIDebugPrint
            ),
            aclmdlRIDestroy: crate::load::optional!(
                symbols, "aclmdlRIDestroy", signature::aclmdlRIDestroy
            ),
            aclmdlRIDestroyRegisterCallback: crate::load::optional!(
                symbols, "aclmdlRIDestroyRegisterCallback",
                signature::aclmdlRIDestroyRegisterCallback
            ),
            aclmdlRIDestroyUnregisterCallback: crate::load::optional!(
                symbols, "aclmdlRIDestroyUnregisterCallback",
                signature::aclmdlRIDestroyUnregisterCallback
            ),
            aclmdlRIEndTask: crate::load::optional!(
                symbols, "aclmdlRIEndTask", signature::aclmdlRIEndTask
            ),
            aclmdlRIExecute: crate::load::optional!(
                symbols, "aclmdlRIExecute", signature::aclmdlRIExecute
            ),
            aclmdlRIExecuteAsync: crate::load::optional!(
                symbols, "aclmdlRIExecuteAsync", signature::aclmdlRIExecuteAsync
            ),
            aclmdlRIGetId: crate::load::optional!(
                symbols, "aclmdlRIGetId", signature::aclmdlRIGetId
            ),
            aclmdlRIGetName: crate::load::optional!(
                symbols, "aclmdlRIGetName", signature::aclmdlRIGetName
            ),
            aclmdlRIGetStreams: crate::load::optional!(
                symbols, "aclmdlRIGetStreams", signature::aclmdlRIGetStreams
            ),
            aclmdlRIGetTasksByStream: crate::load::optional!(
                symbols, "aclmdlRIGetTasksByStream", signature::aclmdlRIGetTasksByStream
            ),
            aclmdlRIKernelTaskGetAttribute: crate::load::optional!(
                symbols, "aclmdlRIKernelTaskGetAttribute",
                signature::aclmdlRIKernelTaskGetAttribute
            ),
            aclmdlRISetName: crate::load::optional!(
                symbols, "aclmdlRISetName", signature::aclmdlRISetName
            ),
            aclmdlRITaskDisable: crate::load::optional!(
                symbols, "aclmdlRITaskDisable", signature::aclmdlRITaskDisable
            ),
            aclmdlRITaskGetParams: crate::load::optional!(
                symbols, "aclmdlRITaskGetParams", signature::aclmdlRITaskGetParams
            ),
            aclmdlRITaskGetSeqId: crate::load::optional!(
                symbols, "aclmdlRITaskGetSeqId", signature::aclmdlRITaskGetSeqId
            ),
            aclmdlRITaskGetType: crate::load::optional!(
                symbols, "aclmdlRITaskGetType", signature::aclmdlRITaskGetType
            ),
            aclmdlRITaskSetParams: crate::load::optional!(
                symbols, "aclmdlRITaskSetParams", signature::aclmdlRITaskSetParams
            ),
            aclmdlRIUnbindStream: crate::load::optional!(
                symbols, "aclmdlRIUnbindStream", signature::aclmdlRIUnbindStream
            ),
            aclmdlRIUpdate: crate::load::optional!(
                symbols, "aclmdlRIUpdate", signature::aclmdlRIUpdate
            ),
            aclmdlSetDump: crate::load::required!(
                symbols, "aclmdlSetDump", signature::aclmdlSetDump,
                unsupported::aclmdlSetDump
            ),
            aclopStartDumpArgs: crate::load::required!(
                symbols, "aclopStartDumpArgs", signature::aclopStartDumpArgs,
                unsupported::aclopStartDumpArgs
            ),
            aclopStopDumpArgs: crate::load::required!(
                symbols, "aclopStopDumpArgs", signature::aclopStopDumpArgs,
                unsupported::aclopStopDumpArgs
            ),
            aclplatformGetDeviceInfo: crate::load::optional!(
                symbols, "aclplatformGetDeviceInfo", signature::aclplatformGetDeviceInfo
            ),
            aclplatformGetInstructionInfo: crate::load::optional!(
                symbols, "aclplatformGetInstructionInfo",
                signature::aclplatformGetInstructionInfo
            ),
            aclprofCreateConfig: crate::load::required!(
                symbols, "aclprofCreateConfig", signature::aclprofCreateConfig,
                unsupported::aclprofCreateConfig
            ),
            aclprofCreateStamp: crate::load::required!(
                symbols, "aclprofCreateStamp", signature::aclprofCreateStamp,
                unsupported::aclprofCreateStamp
            ),
            aclprofCreateStepInfo: crate::load::required!(
                symbols, "aclprofCreateStepInfo", signature::aclprofCreateStepInfo,
                unsupported::aclprofCreateStepInfo
            ),
            aclprofCreateSubscribeConfig: crate::load::required!(
                symbols, "aclprofCreateSubscribeConfig",
                signature::aclprofCreateSubscribeConfig,
                unsupported::aclprofCreateSubscribeConfig
            ),
            aclprofDestroyConfig: crate::load::required!(
                symbols, "aclprofDestroyConfig", signature::aclprofDestroyConfig,
                unsupported::aclprofDestroyConfig
            ),
            aclprofDestroyStamp: crate::load::required!(
                symbols, "aclprofDestroyStamp", signature::aclprofDestroyStamp,
                unsupported::aclprofDestroyStamp
            ),
            aclprofDestroyStepInfo: crate::load::required!(
                symbols, "aclprofDestroyStepInfo", signature::aclprofDestroyStepInfo,
                unsupported::aclprofDestroyStepInfo
            ),
            aclprofDestroySubscribeConfig: crate::load::required!(
                symbols, "aclprofDestroySubscribeConfig",
                signature::aclprofDestroySubscribeConfig,
                unsupported::aclprofDestroySubscribeConfig
            ),
            aclprofFinalize: crate::load::required!(
                symbols, "aclprofFinalize", signature::aclprofFinalize,
                unsupported::aclprofFinalize
            ),
            aclprofGetModelId: crate::load::required!(
                symbols, "aclprofGetModelId", signature::aclprofGetModelId,
                unsupported::aclprofGetModelId
            ),
            aclprofGetOpAttriValue: crate::load::optional!(
                symbols, "aclprofGetOpAttriValue", signature::aclprofGetOpAttriValue
            ),
            aclprofGetOpDescSize: crate::load::required!(
                symbols, "aclprofGetOpDescSize", signature::aclprofGetOpDescSize,
                unsupported::aclprofGetOpDescSize
            ),
            aclprofGetOpDuration: crate::load::required!(
                symbols, "aclprofGetOpDuration", signature::aclprofGetOpDuration,
                unsupported::aclprofGetOpDuration
            ),
            aclprofGetOpEnd: crate::load::required!(
                symbols, "aclprofGetOpEnd", signature::aclprofGetOpEnd,
                unsupported::aclprofGetOpEnd
            ),
            aclprofGetOpFlag: crate::load::optional!(
                symbols, "aclprofGetOpFlag", signature::aclprofGetOpFlag
            ),
            aclprofGetOpName: crate::load::required!(
                symbols, "aclprofGetOpName", signature::aclprofGetOpName,
                unsupported::aclprofGetOpName
            ),
            aclprofGetOpNameLen: crate::load::required!(
                symbols, "aclprofGetOpNameLen", signature::aclprofGetOpNameLen,
                unsupported::aclprofGetOpNameLen
            ),
            aclprofGetOpNum: crate::load::required!(
                symbols, "aclprofGetOpNum", signature::aclprofGetOpNum,
                unsupported::aclprofGetOpNum
            ),
            aclprofGetOpStart: crate::load::required!(
                symbols, "aclprofGetOpStart", signature::aclprofGetOpStart,
                unsupported::aclprofGetOpStart
            ),
            aclprofGetOpType: crate::load::required!(
                symbols, "aclprofGetOpType", signature::aclprofGetOpType,
                unsupported::aclprofGetOpType
            ),
            aclprofGetOpTypeLen: crate::load::required!(
                symbols, "aclprofGetOpTypeLen", signature::aclprofGetOpTypeLen,
                unsupported::aclprofGetOpTypeLen
            ),
            aclprofGetStepTimestamp: crate::load::required!(
                symbols, "aclprofGetStepTimestamp", signature::aclprofGetStepTimestamp,
                unsupported::aclprofGetStepTimestamp
            ),
            aclprofInit: crate::load::required!(
                symbols, "aclprofInit", signature::aclprofInit, unsupported::aclprofInit
            ),
            aclprofMark: crate::load::required!(
                symbols, "aclprofMark", signature::aclprofMark, unsupported::aclprofMark
            ),
            aclprofMarkEx: crate::load::optional!(
                symbols, "aclprofMarkEx", signature::aclprofMarkEx
            ),
            aclprofModelSubscribe: crate::load::required!(
                symbols, "aclprofModelSubscribe", signature::aclprofModelSubscribe,
                unsupported::aclprofModelSubscribe
            ),
            aclprofModelUnSubscribe: crate::load::required!(
                symbols, "aclprofModelUnSubscribe", signature::aclprofModelUnSubscribe,
                unsupported::aclprofModelUnSubscribe
            ),
            aclprofPop: crate::load::required!(
                symbols, "aclprofPop", signature::aclprofPop, unsupported::aclprofPop
            ),
            aclprofPush: crate::load::required!(
                symbols, "aclprofPush", signature::aclprofPush, unsupported::aclprofPush
            ),
            aclprofRangePop: crate::load::optional!(
                symbols, "aclprofRangePop", signature::aclprofRangePop
            ),
            aclprofRangePushEx: crate::load::optional!(
                symbols, "aclprofRangePushEx", signature::aclprofRangePushEx
            ),
            aclprofRangeStart: crate::load::required!(
                symbols, "aclprofRangeStart", signature::aclprofRangeStart,
                unsupported::aclprofRangeStart
            ),
            aclprofRangeStop: crate::load::required!(
                symbols, "aclprofRangeStop", signature::aclprofRangeStop,
                unsupported::aclprofRangeStop
            ),
            aclprofSetConfig: crate::load::required!(
                symbols, "aclprofSetConfig", signature::aclprofSetConfig,
                unsupported::aclprofSetConfig
            ),
            aclprofSetStampTraceMessage: crate::load::required!(
                symbols, "aclprofSetStampTraceMessage",
                signature::aclprofSetStampTraceMessage,
                unsupported::aclprofSetStampTraceMessage
            ),
            aclprofStart: crate::load::required!(
                symbols, "aclprofStart", signature::aclprofStart,
                unsupported::aclprofStart
            ),
            aclprofStop: crate::load::required!(
                symbols, "aclprofStop", signature::aclprofStop, unsupported::aclprofStop
            ),
            aclprofStr2Id: crate::load::optional!(
                symbols, "aclprofStr2Id", signature::aclprofStr2Id
            ),
            aclrtActiveStream: crate::load::optional!(
                symbols, "aclrtActiveStream", signature::aclrtActiveStream
            ),
            aclrtAllocBuf: crate::load::optional!(
                symbols, "aclrtAllocBuf", signature::aclrtAllocBuf
            ),
            aclrtAllocatorCreateDesc: crate::load::optional!(
                symbols, "aclrtAllocatorCreateDesc", signature::aclrtAllocatorCreateDesc
            ),
            aclrtAllocatorDestroyDesc: crate::load::optional!(
                symbols, "aclrtAllocatorDestroyDesc",
                signature::aclrtAllocatorDestroyDesc
            ),
            aclrtAllocatorGetByStream: crate::load::optional!(
                symbols, "aclrtAllocatorGetByStream",
                signature::aclrtAllocatorGetByStream
            ),
            aclrtAllocatorRegister: crate::load::optional!(
                symbols, "aclrtAllocatorRegister", signature::aclrtAllocatorRegister
            ),
            aclrtAllocatorSetAllocAdviseFuncToDesc: crate::load::optional!(
                symbols, "aclrtAllocatorSetAllocAdviseFuncToDesc",
                signature::aclrtAllocatorSetAllocAdviseFuncToDesc
            ),
            aclrtAllocatorSetAllocFuncToDesc: crate::load::optional!(
                symbols, "aclrtAllocatorSetAllocFuncToDesc",
                signature::aclrtAllocatorSetAllocFuncToDesc
            ),
            aclrtAllocatorSetFreeFuncToDesc: crate::load::optional!(
                symbols, "aclrtAllocatorSetFreeFuncToDesc",
                signature::aclrtAllocatorSetFreeFuncToDesc
            ),
            aclrtAllocatorSetGetAddrFromBlockFuncToDesc: crate::load::optional!(
                symbols, "aclrtAllocatorSetGetAddrFromBlockFuncToDesc",
                signature::aclrtAllocatorSetGetAddrFromBlockFuncToDesc
            ),
            aclrtAllocatorSetObjToDesc: crate::load::optional!(
                symbols, "aclrtAllocatorSetObjToDesc",
                signature::aclrtAllocatorSetObjToDesc
            ),
            aclrtAllocatorUnregister: crate::load::optional!(
                symbols, "aclrtAllocatorUnregister", signature::aclrtAllocatorUnregister
            ),
            aclrtAppendBufChain: crate::load::optional!(
                symbols, "aclrtAppendBufChain", signature::aclrtAppendBufChain
            ),
            aclrtBinaryGetDevAddress: crate::load::optional!(
                symbols, "aclrtBinaryGetDevAddress", signature::aclrtBinaryGetDevAddress
            ),
            aclrtBinaryGetFunction: crate::load::optional!(
                symbols, "aclrtBinaryGetFunction", signature::aclrtBinaryGetFunction
            ),
            aclrtBinaryGetFunctionByEntry: crate::load::optional!(
                symbols, "aclrtBinaryGetFunctionByEntry",
                signature::aclrtBinaryGetFunctionByEntry
            ),
            aclrtBinaryGetGlobal: crate::load::optional!(
                symbols, "aclrtBinaryGetGlobal", signature::aclrtBinaryGetGlobal
            ),
            aclrtBinaryLoad: crate::load::optional!(
                symbols, "aclrtBinaryLoad", signature::aclrtBinaryLoad
            ),
            aclrtBinaryLoadFromData: crate::load::optional!(
                symbols, "aclrtBinaryLoadFromData", signature::aclrtBinaryLoadFromData
            ),
            aclrtBinaryLoadFromFile: crate::load::optional!(
                symbols, "aclrtBinaryLoadFromFile", signature::aclrtBinaryLoadFromFile
            ),
            aclrtBinarySetExceptionCallback: crate::load::optional!(
                symbols, "aclrtBinarySetExceptionCallback",
                signature::aclrtBinarySetExceptionCallback
            ),
            aclrtBinaryUnLoad: crate::load::optional!(
                symbols, "aclrtBinaryUnLoad", signature::aclrtBinaryUnLoad
            ),
            aclrtCacheLastTaskExtendInfo: crate::load::optional!(
                symbols, "aclrtCacheLastTaskExtendInfo",
                signature::aclrtCacheLastTaskExtendInfo
            ),
            aclrtCacheLastTaskOpInfo: crate::load::optional!(
                symbols, "aclrtCacheLastTaskOpInfo", signature::aclrtCacheLastTaskOpInfo
            ),
            aclrtCheckArchCompatibility: crate::load::optional!(
                symbols, "aclrtCheckArchCompatibility",
                signature::aclrtCheckArchCompatibility
            ),
            aclrtCheckMemType: crate::load::optional!(
                symbols, "aclrtCheckMemType", signature::aclrtCheckMemType
            ),
            aclrtCmoAsync: crate::load::optional!(
                symbols, "aclrtCmoAsync", signature::aclrtCmoAsync
            ),
            aclrtCmoAsyncWithBarrier: crate::load::optional!(
                symbols, "aclrtCmoAsyncWithBarrier", signature::aclrtCmoAsyncWithBarrier
            ),
            aclrtCmoAsyncWithDesc: crate::load::optional!(
                symbols, "aclrtCmoAsyncWithDesc", signature::aclrtCmoAsyncWithDesc
            ),
            aclrtCmoGetDescSize: crate::load::optional!(
                symbols, "aclrtCmoGetDescSize", signature::aclrtCmoGetDescSize
            ),
            aclrtCmoSetDesc: crate::load::optional!(
                symbols, "aclrtCmoSetDesc", signature::aclrtCmoSetDesc
            ),
            aclrtCmoWaitBarrier: crate::load::optional!(
                symbols, "aclrtCmoWaitBarrier", signature::aclrtCmoWaitBarrier
            ),
            aclrtCntNotifyCreate: crate::load::optional!(
                symbols, "aclrtCntNotifyCreate", signature::aclrtCntNotifyCreate
            ),
            aclrtCntNotifyDestroy: crate::load::optional!(
                symbols, "aclrtCntNotifyDestroy", signature::aclrtCntNotifyDestroy
            ),
            aclrtCntNotifyGetId: crate::load::optional!(
                symbols, "aclrtCntNotifyGetId", signature::aclrtCntNotifyGetId
            ),
            aclrtCntNotifyRecord: crate::load::optional!(
                symbols, "aclrtCntNotifyRecord", signature::aclrtCntNotifyRecord
            ),
            aclrtCntNotifyReset: crate::load::optional!(
                symbols, "aclrtCntNotifyReset", signature::aclrtCntNotifyReset
            ),
            aclrtCntNotifyWaitWithTimeout: crate::load::optional!(
                symbols, "aclrtCntNotifyWaitWithTimeout",
                signature::aclrtCntNotifyWaitWithTimeout
            ),
            aclrtCopyBufRef: crate::load::optional!(
                symbols, "aclrtCopyBufRef", signature::aclrtCopyBufRef
            ),
            aclrtCreateBinary: crate::load::optional!(
                symbols, "aclrtCreateBinary", signature::aclrtCreateBinary
            ),
            aclrtCreateContext: crate::load::required!(
                symbols, "aclrtCreateContext", signature::aclrtCreateContext,
                unsupported::aclrtCreateContext
            ),
            aclrtCreateEvent: crate::load::required!(
                symbols, "aclrtCreateEvent", signature::aclrtCreateEvent,
                unsupported::aclrtCreateEvent
            ),
            aclrtCreateEventExWithFlag: crate::load::optional!(
                symbols, "aclrtCreateEventExWithFlag",
                signature::aclrtCreateEventExWithFlag
            ),
            aclrtCreateEventWithFlag: crate::load::required!(
                symbols, "aclrtCreateEventWithFlag", signature::aclrtCreateEventWithFlag,
                unsupported::aclrtCreateEventWithFlag
            ),
            aclrtCreateGroupInfo: crate::load::required!(
                symbols, "aclrtCreateGroupInfo", signature::aclrtCreateGroupInfo,
                unsupported::aclrtCreateGroupInfo
            ),
            aclrtCreateLabel: crate::load::optional!(
                symbols, "aclrtCreateLabel", signature::aclrtCreateLabel
            ),
            aclrtCreateLabelList: crate::load::optional!(
                symbols, "aclrtCreateLabelList", signature::aclrtCreateLabelList
            ),
            aclrtCreateNotify: crate::load::optional!(
                symbols, "aclrtCreateNotify", signature::aclrtCreateNotify
            ),
            aclrtCreateStream: crate::load::required!(
                symbols, "aclrtCreateStream", signature::aclrtCreateStream,
                unsupported::aclrtCreateStream
            ),
            aclrtCreateStreamConfigHandle: crate::load::optional!(
                symbols, "aclrtCreateStreamConfigHandle",
                signature::aclrtCreateStreamConfigHandle
            ),
            aclrtCreateStreamV2: crate::load::optional!(
                symbols, "aclrtCreateStreamV2", signature::aclrtCreateStreamV2
            ),
            aclrtCreateStreamWithConfig: crate::load::required!(
                symbols, "aclrtCreateStreamWithConfig",
                signature::aclrtCreateStreamWithConfig,
                unsupported::aclrtCreateStreamWithConfig
            ),
            aclrtCtxGetCurrentDefaultStream: crate::load::optional!(
                symbols, "aclrtCtxGetCurrentDefaultStream",
                signature::aclrtCtxGetCurrentDefaultStream
            ),
            aclrtCtxGetFloatOverflowAddr: crate::load::optional!(
                symbols, "aclrtCtxGetFloatOverflowAddr",
                signature::aclrtCtxGetFloatOverflowAddr
            ),
            aclrtCtxGetSysParamOpt: crate::load::optional!(
                symbols, "aclrtCtxGetSysParamOpt", signature::aclrtCtxGetSysParamOpt
            ),
            aclrtCtxSetSysParamOpt: crate::load::required!(
                symbols, "aclrtCtxSetSysParamOpt", signature::aclrtCtxSetSysParamOpt,
                unsupported::aclrtCtxSetSysParamOpt
            ),
            aclrtDestroyBinary: crate::load::optional!(
                symbols, "aclrtDestroyBinary", signature::aclrtDestroyBinary
            ),
            aclrtDestroyContext: crate::load::required!(
                symbols, "aclrtDestroyContext", signature::aclrtDestroyContext,
                unsupported::aclrtDestroyContext
            ),
            aclrtDestroyEvent: crate::load::required!(
                symbols, "aclrtDestroyEvent", signature::aclrtDestroyEvent,
                unsupported::aclrtDestroyEvent
            ),
            aclrtDestroyGroupInfo: crate::load::required!(
                symbols, "aclrtDestroyGroupInfo", signature::aclrtDestroyGroupInfo,
                unsupported::aclrtDestroyGroupInfo
            ),
            aclrtDestroyLabel: crate::load::optional!(
                symbols, "aclrtDestroyLabel", signature::aclrtDestroyLabel
            ),
            aclrtDestroyLabelList: crate::load::optional!(
                symbols, "aclrtDestroyLabelList", signature::aclrtDestroyLabelList
            ),
            aclrtDestroyNotify: crate::load::optional!(
                symbols, "aclrtDestroyNotify", signature::aclrtDestroyNotify
            ),
            aclrtDestroyStream: crate::load::required!(
                symbols, "aclrtDestroyStream", signature::aclrtDestroyStream,
                unsupported::aclrtDestroyStream
            ),
            aclrtDestroyStreamConfigHandle: crate::load::optional!(
                symbols, "aclrtDestroyStreamConfigHandle",
                signature::aclrtDestroyStreamConfigHandle
            ),
            aclrtDestroyStreamForce: crate::load::required!(
                symbols, "aclrtDestroyStreamForce", signature::aclrtDestroyStreamForce,
                unsupported::aclrtDestroyStreamForce
            ),
            aclrtDeviceCanAccessPeer: crate::load::required!(
                symbols, "aclrtDeviceCanAccessPeer", signature::aclrtDeviceCanAccessPeer,
                unsupported::aclrtDeviceCanAccessPeer
            ),
            aclrtDeviceDisablePeerAccess: crate::load::required!(
                symbols, "aclrtDeviceDisablePeerAccess",
                signature::aclrtDeviceDisablePeerAccess,
                unsupported::aclrtDeviceDisablePeerAccess
            ),
            aclrtDeviceEnablePeerAccess: crate::load::required!(
                symbols, "aclrtDeviceEnablePeerAccess",
                signature::aclrtDeviceEnablePeerAccess,
                unsupported::aclrtDeviceEnablePeerAccess
            ),
            aclrtDeviceGetBareTgid: crate::load::optional!(
                symbols, "aclrtDeviceGetBareTgid", signature::aclrtDeviceGetBareTgid
            ),
            aclrtDeviceGetByPCIBusId: crate::load::optional!(
                symbols, "aclrtDeviceGetByPCIBusId", signature::aclrtDeviceGetByPCIBusId
            ),
            aclrtDeviceGetHostAtomicCapabilities: crate::load::optional!(
                symbols, "aclrtDeviceGetHostAtomicCapabilities",
                signature::aclrtDeviceGetHostAtomicCapabilities
            ),
            aclrtDeviceGetLimit: crate::load::optional!(
                symbols, "aclrtDeviceGetLimit", signature::aclrtDeviceGetLimit
            ),
            aclrtDeviceGetP2PAtomicCapabilities: crate::load::optional!(
                symbols, "aclrtDeviceGetP2PAtomicCapabilities",
                signature::aclrtDeviceGetP2PAtomicCapabilities
            ),
            aclrtDeviceGetPCIBusId: crate::load::optional!(
                symbols, "aclrtDeviceGetPCIBusId", signature::aclrtDeviceGetPCIBusId
            ),
            aclrtDeviceGetStreamPriorityRange: crate::load::optional!(
                symbols, "aclrtDeviceGetStreamPriorityRange",
                signature::aclrtDeviceGetStreamPriorityRange
            ),
            aclrtDeviceGetUuid: crate::load::optional!(
                symbols, "aclrtDeviceGetUuid", signature::aclrtDeviceGetUuid
            ),
            aclrtDeviceL2CacheFlush: crate::load::optional!(
                symbols, "aclrtDeviceL2CacheFlush", signature::aclrtDeviceL2CacheFlush
            ),
            aclrtDevicePeerAccessStatus: crate::load::optional!(
                symbols, "aclrtDevicePeerAccessStatus",
                signature::aclrtDevicePeerAccessStatus
            ),
            aclrtDeviceSetLimit: crate::load::optional!(
                symbols, "aclrtDeviceSetLimit", signature::aclrtDeviceSetLimit
            ),
            aclrtDeviceTaskAbort: crate::load::optional!(
                symbols, "aclrtDeviceTaskAbort", signature::aclrtDeviceTaskAbort
            ),
            aclrtEventElapsedTime: crate::load::required!(
                symbols, "aclrtEventElapsedTime", signature::aclrtEventElapsedTime,
                unsupported::aclrtEventElapsedTime
            ),
            aclrtEventGetTimestamp: crate::load::optional!(
                symbols, "aclrtEventGetTimestamp", signature::aclrtEventGetTimestamp
            ),
            aclrtExceptionInfoCallbackRegister: crate::load::optional!(
                symbols, "aclrtExceptionInfoCallbackRegister",
                signature::aclrtExceptionInfoCallbackRegister
            ),
            aclrtExceptionInfoCallbackUnregister: crate::load::optional!(
                symbols, "aclrtExceptionInfoCallbackUnregister",
                signature::aclrtExceptionInfoCallbackUnregister
            ),
            aclrtFree: crate::load::required!(
                symbols, "aclrtFree", signature::aclrtFree, unsupported::aclrtFree
            ),
            aclrtFreeBuf: crate::load::optional!(
                symbols, "aclrtFreeBuf", signature::aclrtFreeBuf
            ),
            aclrtFreeHost: crate::load::required!(
                symbols, "aclrtFreeHost", signature::aclrtFreeHost,
                unsupported::aclrtFreeHost
            ),
            aclrtFreeHostWithDevSync: crate::load::optional!(
                symbols, "aclrtFreeHostWithDevSync", signature::aclrtFreeHostWithDevSync
            ),
            aclrtFreePhysical: crate::load::required!(
                symbols, "aclrtFreePhysical", signature::aclrtFreePhysical,
                unsupported::aclrtFreePhysical
            ),
            aclrtFreeWithDevSync: crate::load::optional!(
                symbols, "aclrtFreeWithDevSync", signature::aclrtFreeWithDevSync
            ),
            aclrtFunctionGetAvailDynUbufPerBlock: crate::load::optional!(
                symbols, "aclrtFunctionGetAvailDynUbufPerBlock",
                signature::aclrtFunctionGetAvailDynUbufPerBlock
            ),
            aclrtFunctionGetBinary: crate::load::optional!(
                symbols, "aclrtFunctionGetBinary", signature::aclrtFunctionGetBinary
            ),
            aclrtFunctionGetParamCount: crate::load::optional!(
                symbols, "aclrtFunctionGetParamCount",
                signature::aclrtFunctionGetParamCount
            ),
            aclrtFunctionGetParamInfo: crate::load::optional!(
                symbols, "aclrtFunctionGetParamInfo",
                signature::aclrtFunctionGetParamInfo
            ),
            aclrtGetAllGroupInfo: crate::load::required!(
                symbols, "aclrtGetAllGroupInfo", signature::aclrtGetAllGroupInfo,
                unsupported::aclrtGetAllGroupInfo
            ),
            aclrtGetArgsFromExceptionInfo: crate::load::optional!(
                symbols, "aclrtGetArgsFromExceptionInfo",
                signature::aclrtGetArgsFromExceptionInfo
            ),
            aclrtGetBufChainNum: crate::load::optional!(
                symbols, "aclrtGetBufChainNum", signature::aclrtGetBufChainNum
            ),
            aclrtGetBufData: crate::load::optional!(
                symbols, "aclrtGetBufData", signature::aclrtGetBufData
            ),
            aclrtGetBufDataLen: crate::load::optional!(
                symbols, "aclrtGetBufDataLen", signature::aclrtGetBufDataLen
            ),
            aclrtGetBufFromChain: crate::load::optional!(
                symbols, "aclrtGetBufFromChain", signature::aclrtGetBufFromChain
            ),
            aclrtGetBufUserData: crate::load::optional!(
                symbols, "aclrtGetBufUserData", signature::aclrtGetBufUserData
            ),
            aclrtGetCurrentContext: crate::load::required!(
                symbols, "aclrtGetCurrentContext", signature::aclrtGetCurrentContext,
                unsupported::aclrtGetCurrentContext
            ),
            aclrtGetDevice: crate::load::required!(
                symbols, "aclrtGetDevice", signature::aclrtGetDevice,
                unsupported::aclrtGetDevice
            ),
            aclrtGetDeviceCapability: crate::load::optional!(
                symbols, "aclrtGetDeviceCapability", signature::aclrtGetDeviceCapability
            ),
            aclrtGetDeviceCount: crate::load::required!(
                symbols, "aclrtGetDeviceCount", signature::aclrtGetDeviceCount,
                unsupported::aclrtGetDeviceCount
            ),
            aclrtGetDeviceIdFromExceptionInfo: crate::load::required!(
                symbols, "aclrtGetDeviceIdFromExceptionInfo",
                signature::aclrtGetDeviceIdFromExceptionInfo,
                unsupported::aclrtGetDeviceIdFromExceptionInfo
            ),
            aclrtGetDeviceInfo: crate::load::optional!(
                symbols, "aclrtGetDeviceInfo", signature::aclrtGetDeviceInfo
            ),
            aclrtGetDeviceResLimit: crate::load::optional!(
                symbols, "aclrtGetDeviceResLimit", signature::aclrtGetDeviceResLimit
            ),
            aclrtGetDeviceSatMode: crate::load::optional!(
                symbols, "aclrtGetDeviceSatMode", signature::aclrtGetDeviceSatMode
            ),
            aclrtGetDeviceUtilizationRate: crate::load::required!(
                symbols, "aclrtGetDeviceUtilizationRate",
                signature::aclrtGetDeviceUtilizationRate,
                unsupported::aclrtGetDeviceUtilizationRate
            ),
            aclrtGetDevicesTopo: crate::load::optional!(
                symbols, "aclrtGetDevicesTopo", signature::aclrtGetDevicesTopo
            ),
            aclrtGetErrorCodeFromExceptionInfo: crate::load::required!(
                symbols, "aclrtGetErrorCodeFromExceptionInfo",
                signature::aclrtGetErrorCodeFromExceptionInfo,
                unsupported::aclrtGetErrorCodeFromExceptionInfo
            ),
            aclrtGetErrorVerbose: crate::load::optional!(
                symbols, "aclrtGetErrorVerbose", signature::aclrtGetErrorVerbose
            ),
            aclrtGetEventAvailNum: crate::load::optional!(
                symbols, "aclrtGetEventAvailNum", signature::aclrtGetEventAvailNum
            ),
            aclrtGetEventId: crate::load::optional!(
                symbols, "aclrtGetEventId", signature::aclrtGetEventId
            ),
            aclrtGetFloatOverflowStatus: crate::load::optional!(
                symbols, "aclrtGetFloatOverflowStatus",
                signature::aclrtGetFloatOverflowStatus
            ),
            aclrtGetFuncBySymbol: crate::load::optional!(
                symbols, "aclrtGetFuncBySymbol", signature::aclrtGetFuncBySymbol
            ),
            aclrtGetFuncHandleFromExceptionInfo: crate::load::optional!(
                symbols, "aclrtGetFuncHandleFromExceptionInfo",
                signature::aclrtGetFuncHandleFromExceptionInfo
            ),
            aclrtGetFunctionAddr: crate::load::optional!(
                symbols, "aclrtGetFunctionAddr", signature::aclrtGetFunctionAddr
            ),
            aclrtGetFunctionAttribute: crate::load::optional!(
                symbols, "aclrtGetFunctionAttribute",
                signature::aclrtGetFunctionAttribute
            ),
            aclrtGetFunctionName: crate::load::optional!(
                symbols, "aclrtGetFunctionName", signature::aclrtGetFunctionName
            ),
            aclrtGetFunctionSize: crate::load::optional!(
                symbols, "aclrtGetFunctionSize", signature::aclrtGetFunctionSize
            ),
            aclrtGetGroupCount: crate::load::required!(
                symbols, "aclrtGetGroupCount", signature::aclrtGetGroupCount,
                unsupported::aclrtGetGroupCount
            ),
            aclrtGetGroupInfoDetail: crate::load::required!(
                symbols, "aclrtGetGroupInfoDetail", signature::aclrtGetGroupInfoDetail,
                unsupported::aclrtGetGroupInfoDetail
            ),
            aclrtGetHardwareSyncAddr: crate::load::optional!(
                symbols, "aclrtGetHardwareSyncAddr", signature::aclrtGetHardwareSyncAddr
            ),
            aclrtGetLastError: crate::load::optional!(
                symbols, "aclrtGetLastError", signature::aclrtGetLastError
            ),
            aclrtGetLogicDevIdByPhyDevId: crate::load::optional!(
                symbols, "aclrtGetLogicDevIdByPhyDevId",
                signature::aclrtGetLogicDevIdByPhyDevId
            ),
            aclrtGetLogicDevIdByUserDevId: crate::load::optional!(
                symbols, "aclrtGetLogicDevIdByUserDevId",
                signature::aclrtGetLogicDevIdByUserDevId
            ),
            aclrtGetMemInfo: crate::load::required!(
                symbols, "aclrtGetMemInfo", signature::aclrtGetMemInfo,
                unsupported::aclrtGetMemInfo
            ),
            aclrtGetMemUceInfo: crate::load::optional!(
                symbols, "aclrtGetMemUceInfo", signature::aclrtGetMemUceInfo
            ),
            aclrtGetMemUsageInfo: crate::load::optional!(
                symbols, "aclrtGetMemUsageInfo", signature::aclrtGetMemUsageInfo
            ),
            aclrtGetMemcpyDescSize: crate::load::optional!(
                symbols, "aclrtGetMemcpyDescSize", signature::aclrtGetMemcpyDescSize
            ),
            aclrtGetNotifyId: crate::load::optional!(
                symbols, "aclrtGetNotifyId", signature::aclrtGetNotifyId
            ),
            aclrtGetOpExecuteTimeout: crate::load::optional!(
                symbols, "aclrtGetOpExecuteTimeout", signature::aclrtGetOpExecuteTimeout
            ),
            aclrtGetOpTimeOutInterval: crate::load::optional!(
                symbols, "aclrtGetOpTimeOutInterval",
                signature::aclrtGetOpTimeOutInterval
            ),
            aclrtGetOverflowStatus: crate::load::required!(
                symbols, "aclrtGetOverflowStatus", signature::aclrtGetOverflowStatus,
                unsupported::aclrtGetOverflowStatus
            ),
            aclrtGetPhyDevIdByLogicDevId: crate::load::optional!(
                symbols, "aclrtGetPhyDevIdByLogicDevId",
                signature::aclrtGetPhyDevIdByLogicDevId
            ),
            aclrtGetPhyDevIdByUserDevId: crate::load::optional!(
                symbols, "aclrtGetPhyDevIdByUserDevId",
                signature::aclrtGetPhyDevIdByUserDevId
            ),
            aclrtGetPrimaryCtxState: crate::load::optional!(
                symbols, "aclrtGetPrimaryCtxState", signature::aclrtGetPrimaryCtxState
            ),
            aclrtGetResInCurrentThread: crate::load::optional!(
                symbols, "aclrtGetResInCurrentThread",
                signature::aclrtGetResInCurrentThread
            ),
            aclrtGetRunMode: crate::load::required!(
                symbols, "aclrtGetRunMode", signature::aclrtGetRunMode,
                unsupported::aclrtGetRunMode
            ),
            aclrtGetSocName: crate::load::required!(
                symbols, "aclrtGetSocName", signature::aclrtGetSocName,
                unsupported::aclrtGetSocName
            ),
            aclrtGetStreamAttribute: crate::load::optional!(
                symbols, "aclrtGetStreamAttribute", signature::aclrtGetStreamAttribute
            ),
            aclrtGetStreamAvailableNum: crate::load::optional!(
                symbols, "aclrtGetStreamAvailableNum",
                signature::aclrtGetStreamAvailableNum
            ),
            aclrtGetStreamIdFromExceptionInfo: crate::load::required!(
                symbols, "aclrtGetStreamIdFromExceptionInfo",
                signature::aclrtGetStreamIdFromExceptionInfo,
                unsupported::aclrtGetStreamIdFromExceptionInfo
            ),
            aclrtGetStreamOverflowSwitch: crate::load::required!(
                symbols, "aclrtGetStreamOverflowSwitch",
                signature::aclrtGetStreamOverflowSwitch,
                unsupported::aclrtGetStreamOverflowSwitch
            ),
            aclrtGetStreamResLimit: crate::load::optional!(
                symbols, "aclrtGetStreamResLimit", signature::aclrtGetStreamResLimit
            ),
            aclrtGetSymbolAddress: crate::load::optional!(
                symbols, "aclrtGetSymbolAddress", signature::aclrtGetSymbolAddress
            ),
            aclrtGetSymbolSize: crate::load::optional!(
                symbols, "aclrtGetSymbolSize", signature::aclrtGetSymbolSize
            ),
            aclrtGetSysParamOpt: crate::load::optional!(
                symbols, "aclrtGetSysParamOpt", signature::aclrtGetSysParamOpt
            ),
            aclrtGetTaskIdFromExceptionInfo: crate::load::required!(
                symbols, "aclrtGetTaskIdFromExceptionInfo",
                signature::aclrtGetTaskIdFromExceptionInfo,
                unsupported::aclrtGetTaskIdFromExceptionInfo
            ),
            aclrtGetThreadIdFromExceptionInfo: crate::load::required!(
                symbols, "aclrtGetThreadIdFromExceptionInfo",
                signature::aclrtGetThreadIdFromExceptionInfo,
                unsupported::aclrtGetThreadIdFromExceptionInfo
            ),
            aclrtGetThreadLastTaskId: crate::load::optional!(
                symbols, "aclrtGetThreadLastTaskId", signature::aclrtGetThreadLastTaskId
            ),
            aclrtGetUserDevIdByLogicDevId: crate::load::optional!(
                symbols, "aclrtGetUserDevIdByLogicDevId",
                signature::aclrtGetUserDevIdByLogicDevId
            ),
            aclrtGetUserDevIdByPhyDevId: crate::load::optional!(
                symbols, "aclrtGetUserDevIdByPhyDevId",
                signature::aclrtGetUserDevIdByPhyDevId
            ),
            aclrtGetVersion: crate::load::required!(
                symbols, "aclrtGetVersion", signature::aclrtGetVersion,
                unsupported::aclrtGetVersion
            ),
            aclrtHostGetDevicePointer: crate::load::optional!(
                symbols, "aclrtHostGetDevicePointer",
                signature::aclrtHostGetDevicePointer
            ),
            aclrtHostMemMapCapabilities: crate::load::optional!(
                symbols, "aclrtHostMemMapCapabilities",
                signature::aclrtHostMemMapCapabilities
            ),
            aclrtHostRegister: crate::load::optional!(
                symbols, "aclrtHostRegister", signature::aclrtHostRegister
            ),
            aclrtHostRegisterV2: crate::load::optional!(
                symbols, "aclrtHostRegisterV2", signature::aclrtHostRegisterV2
            ),
            aclrtHostUnregister: crate::load::optional!(
                symbols, "aclrtHostUnregister", signature::aclrtHostUnregister
            ),
            aclrtIpcGetEventHandle: crate::load::optional!(
                symbols, "aclrtIpcGetEventHandle", signature::aclrtIpcGetEventHandle
            ),
            aclrtIpcMemClose: crate::load::optional!(
                symbols, "aclrtIpcMemClose", signature::aclrtIpcMemClose
            ),
            aclrtIpcMemGetExportKey: crate::load::optional!(
                symbols, "aclrtIpcMemGetExportKey", signature::aclrtIpcMemGetExportKey
            ),
            aclrtIpcMemImportByKey: crate::load::optional!(
                symbols, "aclrtIpcMemImportByKey", signature::aclrtIpcMemImportByKey
            ),
            aclrtIpcMemImportPidInterServer: crate::load::optional!(
                symbols, "aclrtIpcMemImportPidInterServer",
                signature::aclrtIpcMemImportPidInterServer
            ),
            aclrtIpcMemSetAttr: crate::load::optional!(
                symbols, "aclrtIpcMemSetAttr", signature::aclrtIpcMemSetAttr
            ),
            aclrtIpcMemSetImportPid: crate::load::optional!(
                symbols, "aclrtIpcMemSetImportPid", signature::aclrtIpcMemSetImportPid
            ),
            aclrtIpcOpenEventHandle: crate::load::optional!(
                symbols, "aclrtIpcOpenEventHandle", signature::aclrtIpcOpenEventHandle
            ),
            aclrtKernelArgsAppend: crate::load::optional!(
                symbols, "aclrtKernelArgsAppend", signature::aclrtKernelArgsAppend
            ),
            aclrtKernelArgsAppendPlaceHolder: crate::load::optional!(
                symbols, "aclrtKernelArgsAppendPlaceHolder",
                signature::aclrtKernelArgsAppendPlaceHolder
            ),
            aclrtKernelArgsFinalize: crate::load::optional!(
                symbols, "aclrtKernelArgsFinalize", signature::aclrtKernelArgsFinalize
            ),
            aclrtKernelArgsGetHandleMemSize: crate::load::optional!(
                symbols, "aclrtKernelArgsGetHandleMemSize",
                signature::aclrtKernelArgsGetHandleMemSize
            ),
            aclrtKernelArgsGetMemSize: crate::load::optional!(
                symbols, "aclrtKernelArgsGetMemSize",
                signature::aclrtKernelArgsGetMemSize
            ),
            aclrtKernelArgsGetPlaceHolderBuffer: crate::load::optional!(
                symbols, "aclrtKernelArgsGetPlaceHolderBuffer",
                signature::aclrtKernelArgsGetPlaceHolderBuffer
            ),
            aclrtKernelArgsInit: crate::load::optional!(
                symbols, "aclrtKernelArgsInit", signature::aclrtKernelArgsInit
            ),
            aclrtKernelArgsInitByUserMem: crate::load::optional!(
                symbols, "aclrtKernelArgsInitByUserMem",
                signature::aclrtKernelArgsInitByUserMem
            ),
            aclrtKernelArgsParaUpdate: crate::load::optional!(
                symbols, "aclrtKernelArgsParaUpdate",
                signature::aclrtKernelArgsParaUpdate
            ),
            aclrtLaunchCallback: crate::load::required!(
                symbols, "aclrtLaunchCallback", signature::aclrtLaunchCallback,
                unsupported::aclrtLaunchCallback
            ),
            aclrtLaunchHostFunc: crate::load::optional!(
                symbols, "aclrtLaunchHostFunc", signature::aclrtLaunchHostFunc
            ),
            aclrtLaunchKernel: crate::load::optional!(
                symbols, "aclrtLaunchKernel", signature::aclrtLaunchKernel
            ),
            aclrtLaunchKernelV2: crate::load::optional!(
                symbols, "aclrtLaunchKernelV2", signature::aclrtLaunchKernelV2
            ),
            aclrtLaunchKernelWithArgsArray: crate::load::optional!(
                symbols, "aclrtLaunchKernelWithArgsArray",
                signature::aclrtLaunchKernelWithArgsArray
            ),
            aclrtLaunchKernelWithConfig: crate::load::optional!(
                symbols, "aclrtLaunchKernelWithConfig",
                signature::aclrtLaunchKernelWithConfig
            ),
            aclrtLaunchKernelWithHostArgs: crate::load::optional!(
                symbols, "aclrtLaunchKernelWithHostArgs",
                signature::aclrtLaunchKernelWithHostArgs
            ),
            aclrtLaunchSIMTKernelWithArgsArray: crate::load::optional!(
                symbols, "aclrtLaunchSIMTKernelWithArgsArray",
                signature::aclrtLaunchSIMTKernelWithArgsArray
            ),
            aclrtLaunchSIMTKernelWithHostArgs: crate::load::optional!(
                symbols, "aclrtLaunchSIMTKernelWithHostArgs",
                signature::aclrtLaunchSIMTKernelWithHostArgs
            ),
            aclrtMalloc: crate::load::required!(
                symbols, "aclrtMalloc", signature::aclrtMalloc, unsupported::aclrtMalloc
            ),
            aclrtMallocAlign32: crate::load::required!(
                symbols, "aclrtMallocAlign32", signature::aclrtMallocAlign32,
                unsupported::aclrtMallocAlign32
            ),
            aclrtMallocCached: crate::load::required!(
                symbols, "aclrtMallocCached", signature::aclrtMallocCached,
                unsupported::aclrtMallocCached
            ),
            aclrtMallocForTaskScheduler: crate::load::optional!(
                symbols, "aclrtMallocForTaskScheduler",
                signature::aclrtMallocForTaskScheduler
            ),
            aclrtMallocHost: crate::load::required!(
                symbols, "aclrtMallocHost", signature::aclrtMallocHost,
                unsupported::aclrtMallocHost
            ),
            aclrtMallocHostWithCfg: crate::load::optional!(
                symbols, "aclrtMallocHostWithCfg", signature::aclrtMallocHostWithCfg
            ),
            aclrtMallocPhysical: crate::load::required!(
                symbols, "aclrtMallocPhysical", signature::aclrtMallocPhysical,
                unsupported::aclrtMallocPhysical
            ),
            aclrtMallocWithCfg: crate::load::optional!(
                symbols, "aclrtMallocWithCfg", signature::aclrtMallocWithCfg
            ),
            aclrtMapMem: crate::load::required!(
                symbols, "aclrtMapMem", signature::aclrtMapMem, unsupported::aclrtMapMem
            ),
            aclrtMemAllocManaged: crate::load::optional!(
                symbols, "aclrtMemAllocManaged", signature::aclrtMemAllocManaged
            ),
            aclrtMemExportToShareableHandle: crate::load::optional!(
                symbols, "aclrtMemExportToShareableHandle",
                signature::aclrtMemExportToShareableHandle
            ),
            aclrtMemExportToShareableHandleV2: crate::load::optional!(
                symbols, "aclrtMemExportToShareableHandleV2",
                signature::aclrtMemExportToShareableHandleV2
            ),
            aclrtMemFlush: crate::load::required!(
                symbols, "aclrtMemFlush", signature::aclrtMemFlush,
                unsupported::aclrtMemFlush
            ),
            aclrtMemGetAccess: crate::load::optional!(
                symbols, "aclrtMemGetAccess", signature::aclrtMemGetAccess
            ),
            aclrtMemGetAddressRange: crate::load::optional!(
                symbols, "aclrtMemGetAddressRange", signature::aclrtMemGetAddressRange
            ),
            aclrtMemGetAllocationGranularity: crate::load::optional!(
                symbols, "aclrtMemGetAllocationGranularity",
                signature::aclrtMemGetAllocationGranularity
            ),
            aclrtMemGetAllocationPropertiesFromHandle: crate::load::optional!(
                symbols, "aclrtMemGetAllocationPropertiesFromHandle",
                signature::aclrtMemGetAllocationPropertiesFromHandle
            ),
            aclrtMemImportFromShareableHandle: crate::load::optional!(
                symbols, "aclrtMemImportFromShareableHandle",
                signature::aclrtMemImportFromShareableHandle
            ),
            aclrtMemImportFromShareableHandleV2: crate::load::optional!(
                symbols, "aclrtMemImportFromShareableHandleV2",
                signature::aclrtMemImportFromShareableHandleV2
            ),
            aclrtMemInvalidate: crate::load::required!(
                symbols, "aclrtMemInvalidate", signature::aclrtMemInvalidate,
                unsupported::aclrtMemInvalidate
            ),
            aclrtMemManagedAdvise: crate::load::optional!(
                symbols, "aclrtMemManagedAdvise", signature::aclrtMemManagedAdvise
            ),
            aclrtMemManagedGetAttr: crate::load::optional!(
                symbols, "aclrtMemManagedGetAttr", signature::aclrtMemManagedGetAttr
            ),
            aclrtMemManagedGetAttrs: crate::load::optional!(
                symbols, "aclrtMemManagedGetAttrs", signature::aclrtMemManagedGetAttrs
            ),
            aclrtMemManagedPrefetchAsync: crate::load::optional!(
                symbols, "aclrtMemManagedPrefetchAsync",
                signature::aclrtMemManagedPrefetchAsync
            ),
            aclrtMemManagedPrefetchBatchAsync: crate::load::optional!(
                symbols, "aclrtMemManagedPrefetchBatchAsync",
                signature::aclrtMemManagedPrefetchBatchAsync
            ),
            aclrtMemMapNoAccess: crate::load::optional!(
                symbols, "aclrtMemMapNoAccess", signature::aclrtMemMapNoAccess
            ),
            aclrtMemMapSelectedLink: crate::load::optional!(
                symbols, "aclrtMemMapSelectedLink", signature::aclrtMemMapSelectedLink
            ),
            aclrtMemMapSetLink: crate::load::optional!(
                symbols, "aclrtMemMapSetLink", signature::aclrtMemMapSetLink
            ),
            aclrtMemP2PMap: crate::load::optional!(
                symbols, "aclrtMemP2PMap", signature::aclrtMemP2PMap
            ),
            aclrtMemPoolCreate: crate::load::optional!(
                symbols, "aclrtMemPoolCreate", signature::aclrtMemPoolCreate
            ),
            aclrtMemPoolDestroy: crate::load::optional!(
                symbols, "aclrtMemPoolDestroy", signature::aclrtMemPoolDestroy
            ),
            aclrtMemPoolFreeAsync: crate::load::optional!(
                symbols, "aclrtMemPoolFreeAsync", signature::aclrtMemPoolFreeAsync
            ),
            aclrtMemPoolGetAttr: crate::load::optional!(
                symbols, "aclrtMemPoolGetAttr", signature::aclrtMemPoolGetAttr
            ),
            aclrtMemPoolMallocAsync: crate::load::optional!(
                symbols, "aclrtMemPoolMallocAsync", signature::aclrtMemPoolMallocAsync
            ),
            aclrtMemPoolSetAttr: crate::load::optional!(
                symbols, "aclrtMemPoolSetAttr", signature::aclrtMemPoolSetAttr
            ),
            aclrtMemPoolTrimTo: crate::load::optional!(
                symbols, "aclrtMemPoolTrimTo", signature::aclrtMemPoolTrimTo
            ),
            aclrtMemRetainAllocationHandle: crate::load::optional!(
                symbols, "aclrtMemRetainAllocationHandle",
                signature::aclrtMemRetainAllocationHandle
            ),
            aclrtMemSetAccess: crate::load::optional!(
                symbols, "aclrtMemSetAccess", signature::aclrtMemSetAccess
            ),
            aclrtMemSetPidToShareableHandle: crate::load::optional!(
                symbols, "aclrtMemSetPidToShareableHandle",
                signature::aclrtMemSetPidToShareableHandle
            ),
            aclrtMemSetPidToShareableHandleV2: crate::load::optional!(
                symbols, "aclrtMemSetPidToShareableHandleV2",
                signature::aclrtMemSetPidToShareableHandleV2
            ),
            aclrtMemUceRepair: crate::load::optional!(
                symbols, "aclrtMemUceRepair", signature::aclrtMemUceRepair
            ),
            aclrtMemcpy: crate::load::required!(
                symbols, "aclrtMemcpy", signature::aclrtMemcpy, unsupported::aclrtMemcpy
            ),
            aclrtMemcpy2d: crate::load::required!(
                symbols, "aclrtMemcpy2d", signature::aclrtMemcpy2d,
                unsupported::aclrtMemcpy2d
            ),
            aclrtMemcpy2dAsync: crate::load::required!(
                symbols, "aclrtMemcpy2dAsync", signature::aclrtMemcpy2dAsync,
                unsupported::aclrtMemcpy2dAsync
            ),
            aclrtMemcpyAsync: crate::load::required!(
                symbols, "aclrtMemcpyAsync", signature::aclrtMemcpyAsync,
                unsupported::aclrtMemcpyAsync
            ),
            aclrtMemcpyAsyncWithCondition: crate::load::optional!(
                symbols, "aclrtMemcpyAsyncWithCondition",
                signature::aclrtMemcpyAsyncWithCondition
            ),
            aclrtMemcpyAsyncWithDesc: crate::load::optional!(
                symbols, "aclrtMemcpyAsyncWithDesc", signature::aclrtMemcpyAsyncWithDesc
            ),
            aclrtMemcpyAsyncWithOffset: crate::load::optional!(
                symbols, "aclrtMemcpyAsyncWithOffset",
                signature::aclrtMemcpyAsyncWithOffset
            ),
            aclrtMemcpyBatch: crate::load::optional!(
                symbols, "aclrtMemcpyBatch", signature::aclrtMemcpyBatch
            ),
            aclrtMemcpyBatchAsync: crate::load::optional!(
                symbols, "aclrtMemcpyBatchAsync", signature::aclrtMemcpyBatchAsync
            ),
            aclrtMemcpyBatchAsyncV2: crate::load::optional!(
                symbols, "aclrtMemcpyBatchAsyncV2", signature::aclrtMemcpyBatchAsyncV2
            ),
            aclrtMemcpyBatchV2: crate::load::optional!(
                symbols, "aclrtMemcpyBatchV2", signature::aclrtMemcpyBatchV2
            ),
            aclrtMemcpyFromSymbol: crate::load::optional!(
                symbols, "aclrtMemcpyFromSymbol", signature::aclrtMemcpyFromSymbol
            ),
            aclrtMemcpyFromSymbolAsync: crate::load::optional!(
                symbols, "aclrtMemcpyFromSymbolAsync",
                signature::aclrtMemcpyFromSymbolAsync
            ),
            aclrtMemcpyToSymbol: crate::load::optional!(
                symbols, "aclrtMemcpyToSymbol", signature::aclrtMemcpyToSymbol
            ),
            aclrtMemcpyToSymbolAsync: crate::load::optional!(
                symbols, "aclrtMemcpyToSymbolAsync", signature::aclrtMemcpyToSymbolAsync
            ),
            aclrtMemset: crate::load::required!(
                symbols, "aclrtMemset", signature::aclrtMemset, unsupported::aclrtMemset
            ),
            aclrtMemsetAsync: crate::load::required!(
                symbols, "aclrtMemsetAsync", signature::aclrtMemsetAsync,
                unsupported::aclrtMemsetAsync
            ),
            aclrtMemsetD32: crate::load::optional!(
                symbols, "aclrtMemsetD32", signature::aclrtMemsetD32
            ),
            aclrtMemsetD32Async: crate::load::optional!(
                symbols, "aclrtMemsetD32Async", signature::aclrtMemsetD32Async
            ),
            aclrtNotifyBatchReset: crate::load::optional!(
                symbols, "aclrtNotifyBatchReset", signature::aclrtNotifyBatchReset
            ),
            aclrtNotifyGetExportKey: crate::load::optional!(
                symbols, "aclrtNotifyGetExportKey", signature::aclrtNotifyGetExportKey
            ),
            aclrtNotifyImportByKey: crate::load::optional!(
                symbols, "aclrtNotifyImportByKey", signature::aclrtNotifyImportByKey
            ),
            aclrtNotifySetImportPid: crate::load::optional!(
                symbols, "aclrtNotifySetImportPid", signature::aclrtNotifySetImportPid
            ),
            aclrtNotifySetImportPidInterServer: crate::load::optional!(
                symbols, "aclrtNotifySetImportPidInterServer",
                signature::aclrtNotifySetImportPidInterServer
            ),
            aclrtNpuClearFloatOverFlowStatus: crate::load::optional!(
                symbols, "aclrtNpuClearFloatOverFlowStatus",
                signature::aclrtNpuClearFloatOverFlowStatus
            ),
            aclrtNpuGetFloatOverFlowStatus: crate::load::optional!(
                symbols, "aclrtNpuGetFloatOverFlowStatus",
                signature::aclrtNpuGetFloatOverFlowStatus
            ),
            aclrtPeekAtLastError: crate::load::optional!(
                symbols, "aclrtPeekAtLastError", signature::aclrtPeekAtLastError
            ),
            aclrtPersistentTaskClean: crate::load::optional!(
                symbols, "aclrtPersistentTaskClean", signature::aclrtPersistentTaskClean
            ),
            aclrtPointerGetAttributes: crate::load::optional!(
                symbols, "aclrtPointerGetAttributes",
                signature::aclrtPointerGetAttributes
            ),
            aclrtProcessHostFunc: crate::load::optional!(
                symbols, "aclrtProcessHostFunc", signature::aclrtProcessHostFunc
            ),
            aclrtProcessReport: crate::load::required!(
                symbols, "aclrtProcessReport", signature::aclrtProcessReport,
                unsupported::aclrtProcessReport
            ),
            aclrtProfTrace: crate::load::optional!(
                symbols, "aclrtProfTrace", signature::aclrtProfTrace
            ),
            aclrtQueryDeviceStatus: crate::load::required!(
                symbols, "aclrtQueryDeviceStatus", signature::aclrtQueryDeviceStatus,
                unsupported::aclrtQueryDeviceStatus
            ),
            aclrtQueryEvent: crate::load::required!(
                symbols, "aclrtQueryEvent", signature::aclrtQueryEvent,
                unsupported::aclrtQueryEvent
            ),
            aclrtQueryEventStatus: crate::load::required!(
                symbols, "aclrtQueryEventStatus", signature::aclrtQueryEventStatus,
                unsupported::aclrtQueryEventStatus
            ),
            aclrtQueryEventWaitStatus: crate::load::required!(
                symbols, "aclrtQueryEventWaitStatus",
                signature::aclrtQueryEventWaitStatus,
                unsupported::aclrtQueryEventWaitStatus
            ),
            aclrtRandomNumAsync: crate::load::optional!(
                symbols, "aclrtRandomNumAsync", signature::aclrtRandomNumAsync
            ),
            aclrtRecordEvent: crate::load::required!(
                symbols, "aclrtRecordEvent", signature::aclrtRecordEvent,
                unsupported::aclrtRecordEvent
            ),
            aclrtRecordEventWithFlag: crate::load::optional!(
                symbols, "aclrtRecordEventWithFlag", signature::aclrtRecordEventWithFlag
            ),
            aclrtRecordNotify: crate::load::optional!(
                symbols, "aclrtRecordNotify", signature::aclrtRecordNotify
            ),
            aclrtReduceAsync: crate::load::optional!(
                symbols, "aclrtReduceAsync", signature::aclrtReduceAsync
            ),
            aclrtRegDeviceStateCallback: crate::load::optional!(
                symbols, "aclrtRegDeviceStateCallback",
                signature::aclrtRegDeviceStateCallback
            ),
            aclrtRegStreamStateCallback: crate::load::optional!(
                symbols, "aclrtRegStreamStateCallback",
                signature::aclrtRegStreamStateCallback
            ),
            aclrtRegisterCpuFunc: crate::load::optional!(
                symbols, "aclrtRegisterCpuFunc", signature::aclrtRegisterCpuFunc
            ),
            aclrtReleaseMemAddress: crate::load::required!(
                symbols, "aclrtReleaseMemAddress", signature::aclrtReleaseMemAddress,
                unsupported::aclrtReleaseMemAddress
            ),
            aclrtRepairError: crate::load::optional!(
                symbols, "aclrtRepairError", signature::aclrtRepairError
            ),
            aclrtReserveMemAddress: crate::load::required!(
                symbols, "aclrtReserveMemAddress", signature::aclrtReserveMemAddress,
                unsupported::aclrtReserveMemAddress
            ),
            aclrtReserveMemAddressNoUCMemory: crate::load::optional!(
                symbols, "aclrtReserveMemAddressNoUCMemory",
                signature::aclrtReserveMemAddressNoUCMemory
            ),
            aclrtResetDevice: crate::load::required!(
                symbols, "aclrtResetDevice", signature::aclrtResetDevice,
                unsupported::aclrtResetDevice
            ),
            aclrtResetDeviceForce: crate::load::optional!(
                symbols, "aclrtResetDeviceForce", signature::aclrtResetDeviceForce
            ),
            aclrtResetDeviceResLimit: crate::load::optional!(
                symbols, "aclrtResetDeviceResLimit", signature::aclrtResetDeviceResLimit
            ),
            aclrtResetEvent: crate::load::required!(
                symbols, "aclrtResetEvent", signature::aclrtResetEvent,
                unsupported::aclrtResetEvent
            ),
            aclrtResetFloatOverflowStatus: crate::load::optional!(
                symbols, "aclrtResetFloatOverflowStatus",
                signature::aclrtResetFloatOverflowStatus
            ),
            aclrtResetOverflowStatus: crate::load::required!(
                symbols, "aclrtResetOverflowStatus", signature::aclrtResetOverflowStatus,
                unsupported::aclrtResetOverflowStatus
            ),
            aclrtResetStreamResLimit: crate::load::optional!(
                symbols, "aclrtResetStreamResLimit", signature::aclrtResetStreamResLimit
            ),
            aclrtSetBufDataLen: crate::load::optional!(
                symbols, "aclrtSetBufDataLen", signature::aclrtSetBufDataLen
            ),
            aclrtSetBufUserData: crate::load::optional!(
                symbols, "aclrtSetBufUserData", signature::aclrtSetBufUserData
            ),
            aclrtSetCurrentContext: crate::load::required!(
                symbols, "aclrtSetCurrentContext", signature::aclrtSetCurrentContext,
                unsupported::aclrtSetCurrentContext
            ),
            aclrtSetDevice: crate::load::required!(
                symbols, "aclrtSetDevice", signature::aclrtSetDevice,
                unsupported::aclrtSetDevice
            ),
            aclrtSetDeviceResLimit: crate::load::optional!(
                symbols, "aclrtSetDeviceResLimit", signature::aclrtSetDeviceResLimit
            ),
            aclrtSetDeviceSatMode: crate::load::required!(
                symbols, "aclrtSetDeviceSatMode", signature::aclrtSetDeviceSatMode,
                unsupported::aclrtSetDeviceSatMode
            ),
            aclrtSetDeviceTaskAbortCallback: crate::load::optional!(
                symbols, "aclrtSetDeviceTaskAbortCallback",
                signature::aclrtSetDeviceTaskAbortCallback
            ),
            aclrtSetExceptionInfoCallback: crate::load::required!(
                symbols, "aclrtSetExceptionInfoCallback",
                signature::aclrtSetExceptionInfoCallback,
                unsupported::aclrtSetExceptionInfoCallback
            ),
            aclrtSetGroup: crate::load::required!(
                symbols, "aclrtSetGroup", signature::aclrtSetGroup,
                unsupported::aclrtSetGroup
            ),
            aclrtSetLabel: crate::load::optional!(
                symbols, "aclrtSetLabel", signature::aclrtSetLabel
            ),
            aclrtSetMemcpyDesc: crate::load::optional!(
                symbols, "aclrtSetMemcpyDesc", signature::aclrtSetMemcpyDesc
            ),
            aclrtSetOpExecuteTimeOut: crate::load::required!(
                symbols, "aclrtSetOpExecuteTimeOut", signature::aclrtSetOpExecuteTimeOut,
                unsupported::aclrtSetOpExecuteTimeOut
            ),
            aclrtSetOpExecuteTimeOutV2: crate::load::optional!(
                symbols, "aclrtSetOpExecuteTimeOutV2",
                signature::aclrtSetOpExecuteTimeOutV2
            ),
            aclrtSetOpExecuteTimeOutWithMs: crate::load::optional!(
                symbols, "aclrtSetOpExecuteTimeOutWithMs",
                signature::aclrtSetOpExecuteTimeOutWithMs
            ),
            aclrtSetOpWaitTimeout: crate::load::required!(
                symbols, "aclrtSetOpWaitTimeout", signature::aclrtSetOpWaitTimeout,
                unsupported::aclrtSetOpWaitTimeout
            ),
            aclrtSetStreamAttribute: crate::load::optional!(
                symbols, "aclrtSetStreamAttribute", signature::aclrtSetStreamAttribute
            ),
            aclrtSetStreamConfigOpt: crate::load::optional!(
                symbols, "aclrtSetStreamConfigOpt", signature::aclrtSetStreamConfigOpt
            ),
            aclrtSetStreamFailureMode: crate::load::required!(
                symbols, "aclrtSetStreamFailureMode",
                signature::aclrtSetStreamFailureMode,
                unsupported::aclrtSetStreamFailureMode
            ),
            aclrtSetStreamOverflowSwitch: crate::load::required!(
                symbols, "aclrtSetStreamOverflowSwitch",
                signature::aclrtSetStreamOverflowSwitch,
                unsupported::aclrtSetStreamOverflowSwitch
            ),
            aclrtSetStreamResLimit: crate::load::optional!(
                symbols, "aclrtSetStreamResLimit", signature::aclrtSetStreamResLimit
            ),
            aclrtSetSysParamOpt: crate::load::optional!(
                symbols, "aclrtSetSysParamOpt", signature::aclrtSetSysParamOpt
            ),
            aclrtSetTsDevice: crate::load::required!(
                symbols, "aclrtSetTsDevice", signature::aclrtSetTsDevice,
                unsupported::aclrtSetTsDevice
            ),
            aclrtSnapShotCallbackRegister: crate::load::optional!(
                symbols, "aclrtSnapShotCallbackRegister",
                signature::aclrtSnapShotCallbackRegister
            ),
            aclrtSnapShotCallbackUnregister: crate::load::optional!(
                symbols, "aclrtSnapShotCallbackUnregister",
                signature::aclrtSnapShotCallbackUnregister
            ),
            aclrtSnapShotProcessBackup: crate::load::optional!(
                symbols, "aclrtSnapShotProcessBackup",
                signature::aclrtSnapShotProcessBackup
            ),
            aclrtSnapShotProcessLock: crate::load::optional!(
                symbols, "aclrtSnapShotProcessLock", signature::aclrtSnapShotProcessLock
            ),
            aclrtSnapShotProcessRestore: crate::load::optional!(
                symbols, "aclrtSnapShotProcessRestore",
                signature::aclrtSnapShotProcessRestore
            ),
            aclrtSnapShotProcessUnlock: crate::load::optional!(
                symbols, "aclrtSnapShotProcessUnlock",
                signature::aclrtSnapShotProcessUnlock
            ),
            aclrtStreamAbort: crate::load::optional!(
                symbols, "aclrtStreamAbort", signature::aclrtStreamAbort
            ),
            aclrtStreamGetFlags: crate::load::optional!(
                symbols, "aclrtStreamGetFlags", signature::aclrtStreamGetFlags
            ),
            aclrtStreamGetId: crate::load::optional!(
                symbols, "aclrtStreamGetId", signature::aclrtStreamGetId
            ),
            aclrtStreamGetPriority: crate::load::optional!(
                symbols, "aclrtStreamGetPriority", signature::aclrtStreamGetPriority
            ),
            aclrtStreamQuery: crate::load::required!(
                symbols, "aclrtStreamQuery", signature::aclrtStreamQuery,
                unsupported::aclrtStreamQuery
            ),
            aclrtStreamStop: crate::load::optional!(
                symbols, "aclrtStreamStop", signature::aclrtStreamStop
            ),
            aclrtStreamWaitEvent: crate::load::required!(
                symbols, "aclrtStreamWaitEvent", signature::aclrtStreamWaitEvent,
                unsupported::aclrtStreamWaitEvent
            ),
            aclrtStreamWaitEventWithFlag: crate::load::optional!(
                symbols, "aclrtStreamWaitEventWithFlag",
                signature::aclrtStreamWaitEventWithFlag
            ),
            aclrtStreamWaitEventWithTimeout: crate::load::optional!(
                symbols, "aclrtStreamWaitEventWithTimeout",
                signature::aclrtStreamWaitEventWithTimeout
            ),
            aclrtSubscribeHostFunc: crate::load::optional!(
                symbols, "aclrtSubscribeHostFunc", signature::aclrtSubscribeHostFunc
            ),
            aclrtSubscribeReport: crate::load::required!(
                symbols, "aclrtSubscribeReport", signature::aclrtSubscribeReport,
                unsupported::aclrtSubscribeReport
            ),
            aclrtSwitchLabelByIndex: crate::load::optional!(
                symbols, "aclrtSwitchLabelByIndex", signature::aclrtSwitchLabelByIndex
            ),
            aclrtSwitchStream: crate::load::optional!(
                symbols, "aclrtSwitchStream", signature::aclrtSwitchStream
            ),
            aclrtSynchronizeDevice: crate::load::required!(
                symbols, "aclrtSynchronizeDevice", signature::aclrtSynchronizeDevice,
                unsupported::aclrtSynchronizeDevice
            ),
            aclrtSynchronizeDeviceWithTimeout: crate::load::optional!(
                symbols, "aclrtSynchronizeDeviceWithTimeout",
                signature::aclrtSynchronizeDeviceWithTimeout
            ),
            aclrtSynchronizeEvent: crate::load::required!(
                symbols, "aclrtSynchronizeEvent", signature::aclrtSynchronizeEvent,
                unsupported::aclrtSynchronizeEvent
            ),
            aclrtSynchronizeEventWithTimeout: crate::load::optional!(
                symbols, "aclrtSynchronizeEventWithTimeout",
                signature::aclrtSynchronizeEventWithTimeout
            ),
            aclrtSynchronizeStream: crate::load::required!(
                symbols, "aclrtSynchronizeStream", signature::aclrtSynchronizeStream,
                unsupported::aclrtSynchronizeStream
            ),
            aclrtSynchronizeStreamWithTimeout: crate::load::required!(
                symbols, "aclrtSynchronizeStreamWithTimeout",
                signature::aclrtSynchronizeStreamWithTimeout,
                unsupported::aclrtSynchronizeStreamWithTimeout
            ),
            aclrtTaskUpdateAsync: crate::load::optional!(
                symbols, "aclrtTaskUpdateAsync", signature::aclrtTaskUpdateAsync
            ),
            aclrtUnSubscribeHostFunc: crate::load::optional!(
                symbols, "aclrtUnSubscribeHostFunc", signature::aclrtUnSubscribeHostFunc
            ),
            aclrtUnSubscribeReport: crate::load::required!(
                symbols, "aclrtUnSubscribeReport", signature::aclrtUnSubscribeReport,
                unsupported::aclrtUnSubscribeReport
            ),
            aclrtUnmapMem: crate::load::required!(
                symbols, "aclrtUnmapMem", signature::aclrtUnmapMem,
                unsupported::aclrtUnmapMem
            ),
            aclrtUnuseStreamResInCurrentThread: crate::load::optional!(
                symbols, "aclrtUnuseStreamResInCurrentThread",
                signature::aclrtUnuseStreamResInCurrentThread
            ),
            aclrtUseStreamResInCurrentThread: crate::load::optional!(
                symbols, "aclrtUseStreamResInCurrentThread",
                signature::aclrtUseStreamResInCurrentThread
            ),
            aclrtValueWait: crate::load::optional!(
                symbols, "aclrtValueWait", signature::aclrtValueWait
            ),
            aclrtValueWrite: crate::load::optional!(
                symbols, "aclrtValueWrite", signature::aclrtValueWrite
            ),
            aclrtWaitAndResetNotify: crate::load::optional!(
                symbols, "aclrtWaitAndResetNotify", signature::aclrtWaitAndResetNotify
            ),
            aclsysGetCANNVersion: crate::load::optional!(
                symbols, "aclsysGetCANNVersion", signature::aclsysGetCANNVersion
            ),
            aclsysGetVersionNum: crate::load::optional!(
                symbols, "aclsysGetVersionNum", signature::aclsysGetVersionNum
            ),
            aclsysGetVersionStr: crate::load::optional!(
                symbols, "aclsysGetVersionStr", signature::aclsysGetVersionStr
            ),
            acltdtAddDataItem: crate::load::required!(
                symbols, "acltdtAddDataItem", signature::acltdtAddDataItem,
                unsupported::acltdtAddDataItem
            ),
            acltdtAddQueueRoute: crate::load::required!(
                symbols, "acltdtAddQueueRoute", signature::acltdtAddQueueRoute,
                unsupported::acltdtAddQueueRoute
            ),
            acltdtAllocBuf: crate::load::required!(
                symbols, "acltdtAllocBuf", signature::acltdtAllocBuf,
                unsupported::acltdtAllocBuf
            ),
            acltdtAppendBufChain: crate::load::optional!(
                symbols, "acltdtAppendBufChain", signature::acltdtAppendBufChain
            ),
            acltdtAttachQueue: crate::load::required!(
                symbols, "acltdtAttachQueue", signature::acltdtAttachQueue,
                unsupported::acltdtAttachQueue
            ),
            acltdtBindQueueRoutes: crate::load::required!(
                symbols, "acltdtBindQueueRoutes", signature::acltdtBindQueueRoutes,
                unsupported::acltdtBindQueueRoutes
            ),
            acltdtCleanChannel: crate::load::optional!(
                symbols, "acltdtCleanChannel", signature::acltdtCleanChannel
            ),
            acltdtCopyBufRef: crate::load::optional!(
                symbols, "acltdtCopyBufRef", signature::acltdtCopyBufRef
            ),
            acltdtCreateChannel: crate::load::required!(
                symbols, "acltdtCreateChannel", signature::acltdtCreateChannel,
                unsupported::acltdtCreateChannel
            ),
            acltdtCreateChannelWithCapacity: crate::load::required!(
                symbols, "acltdtCreateChannelWithCapacity",
                signature::acltdtCreateChannelWithCapacity,
                unsupported::acltdtCreateChannelWithCapacity
            ),
            acltdtCreateDataItem: crate::load::required!(
                symbols, "acltdtCreateDataItem", signature::acltdtCreateDataItem,
                unsupported::acltdtCreateDataItem
            ),
            acltdtCreateDataset: crate::load::required!(
                symbols, "acltdtCreateDataset", signature::acltdtCreateDataset,
                unsupported::acltdtCreateDataset
            ),
            acltdtCreateQueue: crate::load::required!(
                symbols, "acltdtCreateQueue", signature::acltdtCreateQueue,
                unsupported::acltdtCreateQueue
            ),
            acltdtCreateQueueAttr: crate::load::required!(
                symbols, "acltdtCreateQueueAttr", signature::acltdtCreateQueueAttr,
                unsupported::acltdtCreateQueueAttr
            ),
            acltdtCreateQueueRoute: crate::load::required!(
                symbols, "acltdtCreateQueueRoute", signature::acltdtCreateQueueRoute,
                unsupported::acltdtCreateQueueRoute
            ),
            acltdtCreateQueueRouteList: crate::load::required!(
                symbols, "acltdtCreateQueueRouteList",
                signature::acltdtCreateQueueRouteList,
                unsupported::acltdtCreateQueueRouteList
            ),
            acltdtCreateQueueRouteQueryInfo: crate::load::required!(
                symbols, "acltdtCreateQueueRouteQueryInfo",
                signature::acltdtCreateQueueRouteQueryInfo,
                unsupported::acltdtCreateQueueRouteQueryInfo
            ),
            acltdtDequeue: crate::load::required!(
                symbols, "acltdtDequeue", signature::acltdtDequeue,
                unsupported::acltdtDequeue
            ),
            acltdtDequeueData: crate::load::required!(
                symbols, "acltdtDequeueData", signature::acltdtDequeueData,
                unsupported::acltdtDequeueData
            ),
            acltdtDestroyChannel: crate::load::required!(
                symbols, "acltdtDestroyChannel", signature::acltdtDestroyChannel,
                unsupported::acltdtDestroyChannel
            ),
            acltdtDestroyDataItem: crate::load::required!(
                symbols, "acltdtDestroyDataItem", signature::acltdtDestroyDataItem,
                unsupported::acltdtDestroyDataItem
            ),
            acltdtDestroyDataset: crate::load::required!(
                symbols, "acltdtDestroyDataset", signature::acltdtDestroyDataset,
                unsupported::acltdtDestroyDataset
            ),
            acltdtDestroyQueue: crate::load::required!(
                symbols, "acltdtDestroyQueue", signature::acltdtDestroyQueue,
                unsupported::acltdtDestroyQueue
            ),
            acltdtDestroyQueueAttr: crate::load::required!(
                symbols, "acltdtDestroyQueueAttr", signature::acltdtDestroyQueueAttr,
                unsupported::acltdtDestroyQueueAttr
            ),
            acltdtDestroyQueueRoute: crate::load::required!(
                symbols, "acltdtDestroyQueueRoute", signature::acltdtDestroyQueueRoute,
                unsupported::acltdtDestroyQueueRoute
            ),
            acltdtDestroyQueueRouteList: crate::load::required!(
                symbols, "acltdtDestroyQueueRouteList",
                signature::acltdtDestroyQueueRouteList,
                unsupported::acltdtDestroyQueueRouteList
            ),
            acltdtDestroyQueueRouteQueryInfo: crate::load::required!(
                symbols, "acltdtDestroyQueueRouteQueryInfo",
                signature::acltdtDestroyQueueRouteQueryInfo,
                unsupported::acltdtDestroyQueueRouteQueryInfo
            ),
            acltdtEnqueue: crate::load::required!(
                symbols, "acltdtEnqueue", signature::acltdtEnqueue,
                unsupported::acltdtEnqueue
            ),
            acltdtEnqueueData: crate::load::required!(
                symbols, "acltdtEnqueueData", signature::acltdtEnqueueData,
                unsupported::acltdtEnqueueData
            ),
            acltdtFreeBuf: crate::load::required!(
                symbols, "acltdtFreeBuf", signature::acltdtFreeBuf,
                unsupported::acltdtFreeBuf
            ),
            acltdtGetBufChainNum: crate::load::optional!(
                symbols, "acltdtGetBufChainNum", signature::acltdtGetBufChainNum
            ),
            acltdtGetBufData: crate::load::required!(
                symbols, "acltdtGetBufData", signature::acltdtGetBufData,
                unsupported::acltdtGetBufData
            ),
            acltdtGetBufDataLen: crate::load::optional!(
                symbols, "acltdtGetBufDataLen", signature::acltdtGetBufDataLen
            ),
            acltdtGetBufFromChain: crate::load::optional!(
                symbols, "acltdtGetBufFromChain", signature::acltdtGetBufFromChain
            ),
            acltdtGetBufUserData: crate::load::optional!(
                symbols, "acltdtGetBufUserData", signature::acltdtGetBufUserData
            ),
            acltdtGetDataAddrFromItem: crate::load::required!(
                symbols, "acltdtGetDataAddrFromItem",
                signature::acltdtGetDataAddrFromItem,
                unsupported::acltdtGetDataAddrFromItem
            ),
            acltdtGetDataItem: crate::load::required!(
                symbols, "acltdtGetDataItem", signature::acltdtGetDataItem,
                unsupported::acltdtGetDataItem
            ),
            acltdtGetDataSizeFromItem: crate::load::required!(
                symbols, "acltdtGetDataSizeFromItem",
                signature::acltdtGetDataSizeFromItem,
                unsupported::acltdtGetDataSizeFromItem
            ),
            acltdtGetDataTypeFromItem: crate::load::required!(
                symbols, "acltdtGetDataTypeFromItem",
                signature::acltdtGetDataTypeFromItem,
                unsupported::acltdtGetDataTypeFromItem
            ),
            acltdtGetDatasetName: crate::load::required!(
                symbols, "acltdtGetDatasetName", signature::acltdtGetDatasetName,
                unsupported::acltdtGetDatasetName
            ),
            acltdtGetDatasetSize: crate::load::required!(
                symbols, "acltdtGetDatasetSize", signature::acltdtGetDatasetSize,
                unsupported::acltdtGetDatasetSize
            ),
            acltdtGetDimNumFromItem: crate::load::required!(
                symbols, "acltdtGetDimNumFromItem", signature::acltdtGetDimNumFromItem,
                unsupported::acltdtGetDimNumFromItem
            ),
            acltdtGetDimsFromItem: crate::load::required!(
                symbols, "acltdtGetDimsFromItem", signature::acltdtGetDimsFromItem,
                unsupported::acltdtGetDimsFromItem
            ),
            acltdtGetQueueAttr: crate::load::required!(
                symbols, "acltdtGetQueueAttr", signature::acltdtGetQueueAttr,
                unsupported::acltdtGetQueueAttr
            ),
            acltdtGetQueueRoute: crate::load::required!(
                symbols, "acltdtGetQueueRoute", signature::acltdtGetQueueRoute,
                unsupported::acltdtGetQueueRoute
            ),
            acltdtGetQueueRouteNum: crate::load::required!(
                symbols, "acltdtGetQueueRouteNum", signature::acltdtGetQueueRouteNum,
                unsupported::acltdtGetQueueRouteNum
            ),
            acltdtGetQueueRouteParam: crate::load::required!(
                symbols, "acltdtGetQueueRouteParam", signature::acltdtGetQueueRouteParam,
                unsupported::acltdtGetQueueRouteParam
            ),
            acltdtGetSliceInfoFromItem: crate::load::optional!(
                symbols, "acltdtGetSliceInfoFromItem",
                signature::acltdtGetSliceInfoFromItem
            ),
            acltdtGetTensorTypeFromItem: crate::load::required!(
                symbols, "acltdtGetTensorTypeFromItem",
                signature::acltdtGetTensorTypeFromItem,
                unsupported::acltdtGetTensorTypeFromItem
            ),
            acltdtGrantQueue: crate::load::required!(
                symbols, "acltdtGrantQueue", signature::acltdtGrantQueue,
                unsupported::acltdtGrantQueue
            ),
            acltdtQueryChannelSize: crate::load::required!(
                symbols, "acltdtQueryChannelSize", signature::acltdtQueryChannelSize,
                unsupported::acltdtQueryChannelSize
            ),
            acltdtQueryQueueRoutes: crate::load::required!(
                symbols, "acltdtQueryQueueRoutes", signature::acltdtQueryQueueRoutes,
                unsupported::acltdtQueryQueueRoutes
            ),
            acltdtReceiveTensor: crate::load::required!(
                symbols, "acltdtReceiveTensor", signature::acltdtReceiveTensor,
                unsupported::acltdtReceiveTensor
            ),
            acltdtSendTensor: crate::load::required!(
                symbols, "acltdtSendTensor", signature::acltdtSendTensor,
                unsupported::acltdtSendTensor
            ),
            acltdtSetBufDataLen: crate::load::optional!(
                symbols, "acltdtSetBufDataLen", signature::acltdtSetBufDataLen
            ),
            acltdtSetBufUserData: crate::load::optional!(
                symbols, "acltdtSetBufUserData", signature::acltdtSetBufUserData
            ),
            acltdtSetQueueAttr: crate::load::required!(
                symbols, "acltdtSetQueueAttr", signature::acltdtSetQueueAttr,
                unsupported::acltdtSetQueueAttr
            ),
            acltdtSetQueueRouteQueryInfo: crate::load::required!(
                symbols, "acltdtSetQueueRouteQueryInfo",
                signature::acltdtSetQueueRouteQueryInfo,
                unsupported::acltdtSetQueueRouteQueryInfo
            ),
            acltdtStopChannel: crate::load::required!(
                symbols, "acltdtStopChannel", signature::acltdtStopChannel,
                unsupported::acltdtStopChannel
            ),
            acltdtUnbindQueueRoutes: crate::load::required!(
                symbols, "acltdtUnbindQueueRoutes", signature::acltdtUnbindQueueRoutes,
                unsupported::acltdtUnbindQueueRoutes
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
    /// Queues: as HcclAllGather with a count for each rank; count and offset arrays are 64-bit, in host memory. `None` where the library is older than the function.
    pub HcclAllGatherV: Option<signature::HcclAllGatherV>,
    /// Queues: every rank's `recvBuf` becomes the reduction of all `sendBuf`.
    pub HcclAllReduce: signature::HcclAllReduce,
    /// Queues: part r of `sendBuf` goes to rank r; counts are one peer's. `recvBuf` is written in spite of its type.
    pub HcclAlltoAll: signature::HcclAlltoAll,
    /// Queues: as HcclAlltoAll with a count and offset for each peer, in 64-bit arrays in host memory.
    pub HcclAlltoAllV: signature::HcclAlltoAllV,
    /// Queues: as HcclAlltoAll with a matrix of 64-bit counts, sender by receiver, in host memory. `None` where the library is older than the function.
    pub HcclAlltoAllVC: Option<signature::HcclAlltoAllVC>,
    /// Queues: the stream goes on when every rank's stream has come here; no time limit. `None` where the library is older than the function.
    pub HcclBarrier: Option<signature::HcclBarrier>,
    /// Queues reading from memory of another rank. `None` where the library is older than the function.
    pub HcclBatchGet: Option<signature::HcclBatchGet>,
    /// Queues writing to memory of another rank. `None` where the library is older than the function.
    pub HcclBatchPut: Option<signature::HcclBatchPut>,
    /// Queues: sends and receives that do not wait for each other; each must meet its peer's in the same batch. `None` where the library is older than the function.
    pub HcclBatchSendRecv: Option<signature::HcclBatchSendRecv>,
    /// Queues: every rank's `buf` becomes the root's.
    pub HcclBroadcast: signature::HcclBroadcast,
    /// Makes mapped memory in that range usable without copies; `offset` and `flags` must be 0. `None` where the library is older than the function.
    pub HcclCommActivateCommMemory: Option<signature::HcclCommActivateCommMemory>,
    /// Takes back HcclCommActivateCommMemory. `None` where the library is older than the function.
    pub HcclCommDeactivateCommMemory: Option<signature::HcclCommDeactivateCommMemory>,
    /// Takes back HcclCommRegister. `None` where the library is older than the function.
    pub HcclCommDeregister: Option<signature::HcclCommDeregister>,
    /// Destroys a communicator. Does not wait for queued work, which then faults.
    pub HcclCommDestroy: signature::HcclCommDestroy,
    /// Exchanges registered memory with peers. Blocks. `None` where the library is older than the function.
    pub HcclCommExchangeMem: Option<signature::HcclCommExchangeMem>,
    /// The communicator of a name. `None` where the library is older than the function.
    pub HcclCommGetHandleWithName: Option<signature::HcclCommGetHandleWithName>,
    /// Makes one communicator a device of this process, all at once; `comms[i]` is rank i. Blocks.
    pub HcclCommInitAll: signature::HcclCommInitAll,
    /// Joins the communicator that a rank table file describes; blocks until all ranks have come.
    pub HcclCommInitClusterInfo: signature::HcclCommInitClusterInfo,
    /// As HcclCommInitClusterInfo, with a configuration. `None` where the library is older than the function.
    pub HcclCommInitClusterInfoConfig: Option<signature::HcclCommInitClusterInfoConfig>,
    /// Joins a communicator; blocks until all ranks have come.
    pub HcclCommInitRootInfo: signature::HcclCommInitRootInfo,
    /// As HcclCommInitRootInfo, with a configuration; the same one on every rank. `None` where the library is older than the function.
    pub HcclCommInitRootInfoConfig: Option<signature::HcclCommInitRootInfoConfig>,
    /// As HcclCommInitRootInfoConfig, with several roots; blocks until all ranks have come. `None` where the library is older than the function.
    pub HcclCommInitRootInfoScalable: Option<signature::HcclCommInitRootInfoScalable>,
    /// Registers, under a name, a function called when a communicator is destroyed or resumed. `None` where the library is older than the function.
    pub HcclCommRegCommStateCallback: Option<signature::HcclCommRegCommStateCallback>,
    /// Registers device memory for one-sided access; `flag` must be 0. `None` where the library is older than the function.
    pub HcclCommRegister: Option<signature::HcclCommRegister>,
    /// Lets a stopped communicator go on. `None` where the library is older than the function.
    pub HcclCommResume: Option<signature::HcclCommResume>,
    /// Tells the reserved addresses that zero-copy buffers will lie in; `alignment` and `flags` must be 0. `None` where the library is older than the function.
    pub HcclCommSetMemoryRange: Option<signature::HcclCommSetMemoryRange>,
    /// Stops a communicator after aclrtDeviceTaskAbort; its calls return 22 from then on. `None` where the library is older than the function.
    pub HcclCommSuspend: Option<signature::HcclCommSuspend>,
    /// Takes back HcclCommSymWinRegister. `None` where the library is older than the function.
    pub HcclCommSymWinDeregister: Option<signature::HcclCommSymWinDeregister>,
    /// The window that an address lies in, and the offset there. `None` where the library is older than the function.
    pub HcclCommSymWinGet: Option<signature::HcclCommSymWinGet>,
    /// Registers device memory as a window that all ranks reach at one offset. `None` where the library is older than the function.
    pub HcclCommSymWinRegister: Option<signature::HcclCommSymWinRegister>,
    /// Takes back HcclCommSetMemoryRange. `None` where the library is older than the function.
    pub HcclCommUnsetMemoryRange: Option<signature::HcclCommUnsetMemoryRange>,
    /// Switches ranks between their main and backup network card. Blocks. `None` where the library is older than the function.
    pub HcclCommWorkingDevNicSet: Option<signature::HcclCommWorkingDevNicSet>,
    /// One kind of configuration of a communicator, written to `infoLen` bytes. `None` where the library is older than the function.
    pub HcclConfigGetInfo: Option<signature::HcclConfigGetInfo>,
    /// Makes a communicator of some ranks of another; the others pass NULL and 0xFFFFFFFF. Blocks. `None` where the library is older than the function.
    pub HcclCreateSubCommConfig: Option<signature::HcclCreateSubCommConfig>,
    /// Takes back HcclRegisterMem. `None` where the library is older than the function.
    pub HcclDeregisterMem: Option<signature::HcclDeregisterMem>,
    /// Takes back HcclEnableMemAccess. `None` where the library is older than the function.
    pub HcclDisableMemAccess: Option<signature::HcclDisableMemAccess>,
    /// Opens memory of another rank by its description. `None` where the library is older than the function.
    pub HcclEnableMemAccess: Option<signature::HcclEnableMemAccess>,
    /// Exchanges descriptions with one rank. Blocks. `None` where the library is older than the function.
    pub HcclExchangeMemDesc: Option<signature::HcclExchangeMemDesc>,
    /// Polls for an error that happened after the calls returned.
    pub HcclGetCommAsyncError: signature::HcclGetCommAsyncError,
    /// An option of a communicator. `None` where the library is older than the function.
    pub HcclGetCommConfig: Option<signature::HcclGetCommConfig>,
    /// The number of configuration features: one is there if its HCCL_COMM_CONFIG_* number is smaller. `None` where the library is older than the function.
    pub HcclGetCommConfigCapability: Option<signature::HcclGetCommConfigCapability>,
    /// Name of the communicator; the caller gives 128 bytes.
    pub HcclGetCommName: signature::HcclGetCommName,
    /// An option of the process. `None` where the library is older than the function.
    pub HcclGetConfig: Option<signature::HcclGetConfig>,
    /// The library's text for a code.
    pub HcclGetErrorString: signature::HcclGetErrorString,
    /// Own rank.
    pub HcclGetRankId: signature::HcclGetRankId,
    /// Number of ranks.
    pub HcclGetRankSize: signature::HcclGetRankSize,
    /// Makes the root information of a new communicator, good for one use; on the root rank only, which then listens.
    pub HcclGetRootInfo: signature::HcclGetRootInfo,
    /// As HcclGetRootInfo, for one of several roots. `None` where the library is older than the function.
    pub HcclGetRootInfoScalable: Option<signature::HcclGetRootInfoScalable>,
    /// Issues the calls of a group and waits for their streams; drops their codes. Blocks. `None` where the library is older than the function.
    pub HcclGroupEnd: Option<signature::HcclGroupEnd>,
    /// Opens a group, for the whole process: calls are kept back until HcclGroupEnd. `None` where the library is older than the function.
    pub HcclGroupStart: Option<signature::HcclGroupStart>,
    /// Whether a group is open. `None` where the library is older than the function.
    pub HcclGroupStatusGet: Option<signature::HcclGroupStatusGet>,
    /// Queues: receives from a rank into `buf`.
    pub HcclRecv: signature::HcclRecv,
    /// Queues: the root's `recvBuf` becomes the reduction of all `sendBuf`.
    pub HcclReduce: signature::HcclReduce,
    /// Queues: rank r's `recvBuf` becomes part r of the reduction; `recvCount` is one rank's.
    pub HcclReduceScatter: signature::HcclReduceScatter,
    /// Queues: as HcclReduceScatter with a count for each rank; count and offset arrays are 64-bit, in host memory. `None` where the library is older than the function.
    pub HcclReduceScatterV: Option<signature::HcclReduceScatterV>,
    /// Registers memory for one-sided access by one rank and writes its description. `None` where the library is older than the function.
    pub HcclRegisterMem: Option<signature::HcclRegisterMem>,
    /// Queues: rank r's `recvBuf` becomes part r of the root's `sendBuf`; `recvCount` is one rank's. `None` where the library is older than the function.
    pub HcclScatter: Option<signature::HcclScatter>,
    /// Queues: sends `buf` to a rank; the stream waits for the matching receive.
    pub HcclSend: signature::HcclSend,
    /// Sets an option of a communicator. `None` where the library is older than the function.
    pub HcclSetCommConfig: Option<signature::HcclSetCommConfig>,
    /// Sets an option of the process; without effect where the environment sets it.
    pub HcclSetConfig: signature::HcclSetConfig,
    /// The address of an offset of a window on a peer rank. `None` where the library is older than the function.
    pub HcclSymWinGetPeerPointer: Option<signature::HcclSymWinGetPeerPointer>,
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
            name: "HcclAllGatherV",
            since: "d",
            required: false,
        },
        Function {
            name: "HcclAllReduce",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclAlltoAll",
            since: "b",
            required: true,
        },
        Function {
            name: "HcclAlltoAllV",
            since: "b",
            required: true,
        },
        Function {
            name: "HcclAlltoAllVC",
            since: "f",
            required: false,
        },
        Function {
            name: "HcclBarrier",
            since: "f",
            required: false,
        },
        Function {
            name: "HcclBatchGet",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclBatchPut",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclBatchSendRecv",
            since: "c",
            required: false,
        },
        Function {
            name: "HcclBroadcast",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclCommActivateCommMemory",
            since: "d",
            required: false,
        },
        Function {
            name: "HcclCommDeactivateCommMemory",
            since: "d",
            required: false,
        },
        Function {
            name: "HcclCommDeregister",
            since: "f",
            required: false,
        },
        Function {
            name: "HcclCommDestroy",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclCommExchangeMem",
            since: "f",
            required: false,
        },
        Function {
            name: "HcclCommGetHandleWithName",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclCommInitAll",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclCommInitClusterInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclCommInitClusterInfoConfig",
            since: "c",
            required: false,
        },
        Function {
            name: "HcclCommInitRootInfo",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclCommInitRootInfoConfig",
            since: "c",
            required: false,
        },
        Function {
            name: "HcclCommInitRootInfoScalable",
            since: "j",
            required: false,
        },
        Function {
            name: "HcclCommRegCommStateCallback",
            since: "j",
            required: false,
        },
        Function {
            name: "HcclCommRegister",
            since: "f",
            required: false,
        },
        Function {
            name: "HcclCommResume",
            since: "c",
            required: false,
        },
        Function {
            name: "HcclCommSetMemoryRange",
            since: "d",
            required: false,
        },
        Function {
            name: "HcclCommSuspend",
            since: "f",
            required: false,
        },
        Function {
            name: "HcclCommSymWinDeregister",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclCommSymWinGet",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclCommSymWinRegister",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclCommUnsetMemoryRange",
            since: "d",
            required: false,
        },
        Function {
            name: "HcclCommWorkingDevNicSet",
            since: "e",
            required: false,
        },
        Function {
            name: "HcclConfigGetInfo",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclCreateSubCommConfig",
            since: "c",
            required: false,
        },
        Function {
            name: "HcclDeregisterMem",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclDisableMemAccess",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclEnableMemAccess",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclExchangeMemDesc",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclGetCommAsyncError",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclGetCommConfig",
            since: "f",
            required: false,
        },
        Function {
            name: "HcclGetCommConfigCapability",
            since: "c",
            required: false,
        },
        Function {
            name: "HcclGetCommName",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclGetConfig",
            since: "f",
            required: false,
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
            name: "HcclGetRootInfoScalable",
            since: "j",
            required: false,
        },
        Function {
            name: "HcclGroupEnd",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclGroupStart",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclGroupStatusGet",
            since: "j",
            required: false,
        },
        Function {
            name: "HcclRecv",
            since: "b",
            required: true,
        },
        Function {
            name: "HcclReduce",
            since: "b",
            required: true,
        },
        Function {
            name: "HcclReduceScatter",
            since: "a",
            required: true,
        },
        Function {
            name: "HcclReduceScatterV",
            since: "d",
            required: false,
        },
        Function {
            name: "HcclRegisterMem",
            since: "g",
            required: false,
        },
        Function {
            name: "HcclScatter",
            since: "c",
            required: false,
        },
        Function {
            name: "HcclSend",
            since: "b",
            required: true,
        },
        Function {
            name: "HcclSetCommConfig",
            since: "f",
            required: false,
        },
        Function {
            name: "HcclSetConfig",
            since: "b",
            required: true,
        },
        Function {
            name: "HcclSymWinGetPeerPointer",
            since: "g",
            required: false,
        },
    ];
    /// Whether the library has the function of this name; `false` for a name that is not of the table.
    pub fn has(&self, name: &str) -> bool {
        match name {
            "HcclAllGatherV" => self.HcclAllGatherV.is_some(),
            "HcclAlltoAllVC" => self.HcclAlltoAllVC.is_some(),
            "HcclBarrier" => self.HcclBarrier.is_some(),
            "HcclBatchGet" => self.HcclBatchGet.is_some(),
            "HcclBatchPut" => self.HcclBatchPut.is_some(),
            "HcclBatchSendRecv" => self.HcclBatchSendRecv.is_some(),
            "HcclCommActivateCommMemory" => self.HcclCommActivateCommMemory.is_some(),
            "HcclCommDeactivateCommMemory" => self.HcclCommDeactivateCommMemory.is_some(),
            "HcclCommDeregister" => self.HcclCommDeregister.is_some(),
            "HcclCommExchangeMem" => self.HcclCommExchangeMem.is_some(),
            "HcclCommGetHandleWithName" => self.HcclCommGetHandleWithName.is_some(),
            "HcclCommInitClusterInfoConfig" => {
                self.HcclCommInitClusterInfoConfig.is_some()
            }
            "HcclCommInitRootInfoConfig" => self.HcclCommInitRootInfoConfig.is_some(),
            "HcclCommInitRootInfoScalable" => self.HcclCommInitRootInfoScalable.is_some(),
            "HcclCommRegCommStateCallback" => self.HcclCommRegCommStateCallback.is_some(),
            "HcclCommRegister" => self.HcclCommRegister.is_some(),
            "HcclCommResume" => self.HcclCommResume.is_some(),
            "HcclCommSetMemoryRange" => self.HcclCommSetMemoryRange.is_some(),
            "HcclCommSuspend" => self.HcclCommSuspend.is_some(),
            "HcclCommSymWinDeregister" => self.HcclCommSymWinDeregister.is_some(),
            "HcclCommSymWinGet" => self.HcclCommSymWinGet.is_some(),
            "HcclCommSymWinRegister" => self.HcclCommSymWinRegister.is_some(),
            "HcclCommUnsetMemoryRange" => self.HcclCommUnsetMemoryRange.is_some(),
            "HcclCommWorkingDevNicSet" => self.HcclCommWorkingDevNicSet.is_some(),
            "HcclConfigGetInfo" => self.HcclConfigGetInfo.is_some(),
            "HcclCreateSubCommConfig" => self.HcclCreateSubCommConfig.is_some(),
            "HcclDeregisterMem" => self.HcclDeregisterMem.is_some(),
            "HcclDisableMemAccess" => self.HcclDisableMemAccess.is_some(),
            "HcclEnableMemAccess" => self.HcclEnableMemAccess.is_some(),
            "HcclExchangeMemDesc" => self.HcclExchangeMemDesc.is_some(),
            "HcclGetCommConfig" => self.HcclGetCommConfig.is_some(),
            "HcclGetCommConfigCapability" => self.HcclGetCommConfigCapability.is_some(),
            "HcclGetConfig" => self.HcclGetConfig.is_some(),
            "HcclGetRootInfoScalable" => self.HcclGetRootInfoScalable.is_some(),
            "HcclGroupEnd" => self.HcclGroupEnd.is_some(),
            "HcclGroupStart" => self.HcclGroupStart.is_some(),
            "HcclGroupStatusGet" => self.HcclGroupStatusGet.is_some(),
            "HcclReduceScatterV" => self.HcclReduceScatterV.is_some(),
            "HcclRegisterMem" => self.HcclRegisterMem.is_some(),
            "HcclScatter" => self.HcclScatter.is_some(),
            "HcclSetCommConfig" => self.HcclSetCommConfig.is_some(),
            "HcclSymWinGetPeerPointer" => self.HcclSymWinGetPeerPointer.is_some(),
            _ => {
                Self::FUNCTIONS
                    .iter()
                    .any(|function| function.required && function.name == name)
            }
        }
    }
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
                symbols, "HcclAllGather", signature::HcclAllGather,
                unsupported::HcclAllGather
            ),
            HcclAllGatherV: crate::load::optional!(
                symbols, "HcclAllGatherV", signature::HcclAllGatherV
            ),
            HcclAllReduce: crate::load::required!(
                symbols, "HcclAllReduce", signature::HcclAllReduce,
                unsupported::HcclAllReduce
            ),
            HcclAlltoAll: crate::load::required!(
                symbols, "HcclAlltoAll", signature::HcclAlltoAll,
                unsupported::HcclAlltoAll
            ),
            HcclAlltoAllV: crate::load::required!(
                symbols, "HcclAlltoAllV", signature::HcclAlltoAllV,
                unsupported::HcclAlltoAllV
            ),
            HcclAlltoAllVC: crate::load::optional!(
                symbols, "HcclAlltoAllVC", signature::HcclAlltoAllVC
            ),
            HcclBarrier: crate::load::optional!(
                symbols, "HcclBarrier", signature::HcclBarrier
            ),
            HcclBatchGet: crate::load::optional!(
                symbols, "HcclBatchGet", signature::HcclBatchGet
            ),
            HcclBatchPut: crate::load::optional!(
                symbols, "HcclBatchPut", signature::HcclBatchPut
            ),
            HcclBatchSendRecv: crate::load::optional!(
                symbols, "HcclBatchSendRecv", signature::HcclBatchSendRecv
            ),
            HcclBroadcast: crate::load::required!(
                symbols, "HcclBroadcast", signature::HcclBroadcast,
                unsupported::HcclBroadcast
            ),
            HcclCommActivateCommMemory: crate::load::optional!(
                symbols, "HcclCommActivateCommMemory",
                signature::HcclCommActivateCommMemory
            ),
            HcclCommDeactivateCommMemory: crate::load::optional!(
                symbols, "HcclCommDeactivateCommMemory",
                signature::HcclCommDeactivateCommMemory
            ),
            HcclCommDeregister: crate::load::optional!(
                symbols, "HcclCommDeregister", signature::HcclCommDeregister
            ),
            HcclCommDestroy: crate::load::required!(
                symbols, "HcclCommDestroy", signature::HcclCommDestroy,
                unsupported::HcclCommDestroy
            ),
            HcclCommExchangeMem: crate::load::optional!(
                symbols, "HcclCommExchangeMem", signature::HcclCommExchangeMem
            ),
            HcclCommGetHandleWithName: crate::load::optional!(
                symbols, "HcclCommGetHandleWithName",
                signature::HcclCommGetHandleWithName
            ),
            HcclCommInitAll: crate::load::required!(
                symbols, "HcclCommInitAll", signature::HcclCommInitAll,
                unsupported::HcclCommInitAll
            ),
            HcclCommInitClusterInfo: crate::load::required!(
                symbols, "HcclCommInitClusterInfo", signature::HcclCommInitClusterInfo,
                unsupported::HcclCommInitClusterInfo
            ),
            HcclCommInitClusterInfoConfig: crate::load::optional!(
                symbols, "HcclCommInitClusterInfoConfig",
                signature::HcclCommInitClusterInfoConfig
            ),
            HcclCommInitRootInfo: crate::load::required!(
                symbols, "HcclCommInitRootInfo", signature::HcclCommInitRootInfo,
                unsupported::HcclCommInitRootInfo
            ),
            HcclCommInitRootInfoConfig: crate::load::optional!(
                symbols, "HcclCommInitRootInfoConfig",
                signature::HcclCommInitRootInfoConfig
            ),
            HcclCommInitRootInfoScalable: crate::load::optional!(
                symbols, "HcclCommInitRootInfoScalable",
                signature::HcclCommInitRootInfoScalable
            ),
            HcclCommRegCommStateCallback: crate::load::optional!(
                symbols, "HcclCommRegCommStateCallback",
                signature::HcclCommRegCommStateCallback
            ),
            HcclCommRegister: crate::load::optional!(
                symbols, "HcclCommRegister", signature::HcclCommRegister
            ),
            HcclCommResume: crate::load::optional!(
                symbols, "HcclCommResume", signature::HcclCommResume
            ),
            HcclCommSetMemoryRange: crate::load::optional!(
                symbols, "HcclCommSetMemoryRange", signature::HcclCommSetMemoryRange
            ),
            HcclCommSuspend: crate::load::optional!(
                symbols, "HcclCommSuspend", signature::HcclCommSuspend
            ),
            HcclCommSymWinDeregister: crate::load::optional!(
                symbols, "HcclCommSymWinDeregister", signature::HcclCommSymWinDeregister
            ),
            HcclCommSymWinGet: crate::load::optional!(
                symbols, "HcclCommSymWinGet", signature::HcclCommSymWinGet
            ),
            HcclCommSymWinRegister: crate::load::optional!(
                symbols, "HcclCommSymWinRegister", signature::HcclCommSymWinRegister
            ),
            HcclCommUnsetMemoryRange: crate::load::optional!(
                symbols, "HcclCommUnsetMemoryRange", signature::HcclCommUnsetMemoryRange
            ),
            HcclCommWorkingDevNicSet: crate::load::optional!(
                symbols, "HcclCommWorkingDevNicSet", signature::HcclCommWorkingDevNicSet
            ),
            HcclConfigGetInfo: crate::load::optional!(
                symbols, "HcclConfigGetInfo", signature::HcclConfigGetInfo
            ),
            HcclCreateSubCommConfig: crate::load::optional!(
                symbols, "HcclCreateSubCommConfig", signature::HcclCreateSubCommConfig
            ),
            HcclDeregisterMem: crate::load::optional!(
                symbols, "HcclDeregisterMem", signature::HcclDeregisterMem
            ),
            HcclDisableMemAccess: crate::load::optional!(
                symbols, "HcclDisableMemAccess", signature::HcclDisableMemAccess
            ),
            HcclEnableMemAccess: crate::load::optional!(
                symbols, "HcclEnableMemAccess", signature::HcclEnableMemAccess
            ),
            HcclExchangeMemDesc: crate::load::optional!(
                symbols, "HcclExchangeMemDesc", signature::HcclExchangeMemDesc
            ),
            HcclGetCommAsyncError: crate::load::required!(
                symbols, "HcclGetCommAsyncError", signature::HcclGetCommAsyncError,
                unsupported::HcclGetCommAsyncError
            ),
            HcclGetCommConfig: crate::load::optional!(
                symbols, "HcclGetCommConfig", signature::HcclGetCommConfig
            ),
            HcclGetCommConfigCapability: crate::load::optional!(
                symbols, "HcclGetCommConfigCapability",
                signature::HcclGetCommConfigCapability
            ),
            HcclGetCommName: crate::load::required!(
                symbols, "HcclGetCommName", signature::HcclGetCommName,
                unsupported::HcclGetCommName
            ),
            HcclGetConfig: crate::load::optional!(
                symbols, "HcclGetConfig", signature::HcclGetConfig
            ),
            HcclGetErrorString: crate::load::required!(
                symbols, "HcclGetErrorString", signature::HcclGetErrorString,
                unsupported::HcclGetErrorString
            ),
            HcclGetRankId: crate::load::required!(
                symbols, "HcclGetRankId", signature::HcclGetRankId,
                unsupported::HcclGetRankId
            ),
            HcclGetRankSize: crate::load::required!(
                symbols, "HcclGetRankSize", signature::HcclGetRankSize,
                unsupported::HcclGetRankSize
            ),
            HcclGetRootInfo: crate::load::required!(
                symbols, "HcclGetRootInfo", signature::HcclGetRootInfo,
                unsupported::HcclGetRootInfo
            ),
            HcclGetRootInfoScalable: crate::load::optional!(
                symbols, "HcclGetRootInfoScalable", signature::HcclGetRootInfoScalable
            ),
            HcclGroupEnd: crate::load::optional!(
                symbols, "HcclGroupEnd", signature::HcclGroupEnd
            ),
            HcclGroupStart: crate::load::optional!(
                symbols, "HcclGroupStart", signature::HcclGroupStart
            ),
            HcclGroupStatusGet: crate::load::optional!(
                symbols, "HcclGroupStatusGet", signature::HcclGroupStatusGet
            ),
            HcclRecv: crate::load::required!(
                symbols, "HcclRecv", signature::HcclRecv, unsupported::HcclRecv
            ),
            HcclReduce: crate::load::required!(
                symbols, "HcclReduce", signature::HcclReduce, unsupported::HcclReduce
            ),
            HcclReduceScatter: crate::load::required!(
                symbols, "HcclReduceScatter", signature::HcclReduceScatter,
                unsupported::HcclReduceScatter
            ),
            HcclReduceScatterV: crate::load::optional!(
                symbols, "HcclReduceScatterV", signature::HcclReduceScatterV
            ),
            HcclRegisterMem: crate::load::optional!(
                symbols, "HcclRegisterMem", signature::HcclRegisterMem
            ),
            HcclScatter: crate::load::optional!(
                symbols, "HcclScatter", signature::HcclScatter
            ),
            HcclSend: crate::load::required!(
                symbols, "HcclSend", signature::HcclSend, unsupported::HcclSend
            ),
            HcclSetCommConfig: crate::load::optional!(
                symbols, "HcclSetCommConfig", signature::HcclSetCommConfig
            ),
            HcclSetConfig: crate::load::required!(
                symbols, "HcclSetConfig", signature::HcclSetConfig,
                unsupported::HcclSetConfig
            ),
            HcclSymWinGetPeerPointer: crate::load::optional!(
                symbols, "HcclSymWinGetPeerPointer", signature::HcclSymWinGetPeerPointer
            ),
        };
        symbols.finish().map(|()| table)
    }
}
