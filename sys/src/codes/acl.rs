//! Codes of ACL, without their prefix `ACL_ERROR_`.

use crate::codes::kind::codes;
use crate::codes::{Code, CodeKind};
use crate::types::aclError;

codes! { aclError,
    Success "": 0 SUCCESS;

    // 100000: wrong calls, found by the outer layer.
    InvalidArgument "a pointer is NULL, a size is 0, or a kind is not known": 100000 INVALID_PARAM;
    NotInitialized "call aclInit first": 100001 UNINITIALIZE;
    Remark "another part of the process has initialised ACL: go on, and leave aclFinalize to it": 100002 REPEAT_INITIALIZE;
    Remark "ACL has been finalised already": 100037 REPEAT_FINALIZE;
    File "the file does not exist or cannot be read": 100003 INVALID_FILE;
    File "the file cannot be written": 100004 WRITE_FILE;
    File "the file is too large or empty": 100005 INVALID_FILE_SIZE;
    File "the file is not valid JSON": 100006 PARSE_FILE;
    File "a key is missing from the file, or has a wrong value": 100007 FILE_MISSING_ATTR, 100008 FILE_ATTR_INVALID;
    File "the JSON configuration of the dump is wrong": 100009 INVALID_DUMP_CONFIG;
    File "the JSON configuration of the profiler is wrong": 100010 INVALID_PROFILING_CONFIG;
    InvalidArgument "no model of this id is loaded": 100011 INVALID_MODEL_ID;
    File "the model file is damaged, or of another version": 100012 DESERIALIZE_MODEL, 100013 PARSE_MODEL,
        100014 READ_MODEL_FAILURE, 100015 MODEL_SIZE_INVALID, 100016 MODEL_MISSING_ATTR;
    InvalidArgument "compare the tensors with those the model was made for":
        100017 MODEL_INPUT_NOT_MATCH, 100018 MODEL_OUTPUT_NOT_MATCH, 100019 MODEL_NOT_DYNAMIC;
    InvalidArgument "compare type, tensors and attributes with those the operator was compiled for":
        100020 OP_TYPE_NOT_MATCH, 100021 OP_INPUT_NOT_MATCH, 100022 OP_OUTPUT_NOT_MATCH, 100023 OP_ATTR_NOT_MATCH;
    InvalidArgument "the operator has not been compiled or loaded": 100024 OP_NOT_FOUND, 100025 OP_LOAD_FAILED;
    NotSupported "use another element type": 100026 UNSUPPORTED_DATA_TYPE;
    InvalidArgument "the order of dimensions is not the operator's": 100027 FORMAT_NOT_MATCH;
    InvalidArgument "register each operator's selector and kernel once, before using it":
        100028 BIN_SELECTOR_NOT_REGISTERED, 100029 KERNEL_NOT_FOUND, 100030 BIN_SELECTOR_ALREADY_REGISTERED,
        100031 KERNEL_ALREADY_REGISTERED;
    InvalidArgument "the queue has been destroyed or was never created": 100032 INVALID_QUEUE_ID;
    InvalidArgument "a stream has one callback thread: unsubscribe it first": 100033 REPEAT_SUBSCRIBE;
    InvalidArgument "subscribe a thread to the stream before launching callbacks":
        100034 STREAM_NOT_SUBSCRIBE, 100035 THREAD_NOT_SUBSCRIBE;
    Timeout "no callback came in time": 100036 WAIT_CALLBACK_TIMEOUT;
    NotSupported "the model has no fixed image preprocessing": 100038 NOT_STATIC_AIPP;
    NotInitialized "a library made for linking only was loaded: take devlib and stub directories off LD_LIBRARY_PATH":
        100039 COMPILING_STUB_MODE;
    InvalidArgument "set a group with aclrtSetGroup first": 100040 GROUP_NOT_SET, 100041 GROUP_NOT_CREATE;
    InvalidArgument "start and stop the profiler in turn": 100042 PROF_ALREADY_RUN, 100043 PROF_NOT_RUN;
    InvalidArgument "start and stop the dump in turn": 100044 DUMP_ALREADY_RUN, 100045 DUMP_NOT_RUN;

    // 107000: wrong calls, found by the runtime.
    InvalidArgument "compare the sizes and handles of the call with its buffers; the library's text names the argument":
        107000 RT_PARAM_INVALID;
    InvalidArgument "compare with the number of devices; ASCEND_RT_VISIBLE_DEVICES hides and renumbers them":
        107001 RT_INVALID_DEVICEID;
    NotInitialized "this thread has no device: call aclrtSetDevice on it": 107002 RT_CONTEXT_NULL;
    InvalidArgument "the stream or event is of another device or context: make its context current first": 107003 RT_STREAM_CONTEXT;
    InvalidArgument "the model is of another context, or not bound to this stream": 107004 RT_MODEL_CONTEXT, 107005 RT_STREAM_MODEL;
    InvalidArgument "the event has not passed yet, or was created without ACL_EVENT_TIME_LINE": 107006 RT_EVENT_TIMESTAMP_INVALID;
    InvalidArgument "the end was recorded before the start": 107007 RT_EVENT_TIMESTAMP_REVERSAL;
    InvalidArgument "align the address as the call demands": 107008 RT_ADDR_UNALIGNED;
    File "the file cannot be opened": 107009 RT_FILE_OPEN;
    File "the file cannot be written": 107010 RT_FILE_WRITE;
    InvalidArgument "a stream has one callback thread: unsubscribe it first": 107011 RT_STREAM_SUBSCRIBE;
    InvalidArgument "subscribe this thread before it waits for callbacks": 107012 RT_THREAD_SUBSCRIBE;
    InvalidArgument "set a group with aclrtSetGroup first": 107013 RT_GROUP_NOT_SET, 107014 RT_GROUP_NOT_CREATE;
    InvalidArgument "subscribe a thread to the stream before launching callbacks": 107015 RT_STREAM_NO_CB_REG;
    InvalidArgument "this kind of memory cannot be used here": 107016 RT_INVALID_MEMORY_TYPE, 107018 RT_INVALID_MALLOC_TYPE;
    InvalidArgument "the handle has been destroyed, or is of another kind": 107017 RT_INVALID_HANDLE;
    Timeout "the work goes on: wait again, and keep its buffers": 107019 RT_WAIT_TIMEOUT;
    Timeout "a peer may not have come to its collective: compare what each rank did last": 107020 RT_TASK_TIMEOUT;
    InvalidArgument "set the option before reading it": 107021 RT_SYSPARAMOPT_NOT_SET;
    Aborted "the device's work is being stopped: go on as after a fault": 107022 RT_DEVICE_TASK_ABORT;
    Aborted "the stream was stopped: destroy it and make its results again": 107023 RT_STREAM_ABORT;
    Aborted "the task was stopped by aclrtDeviceTaskAbort": 107035 RT_TASK_ABORT_STOP;
    Capture "join every captured stream to the first one with events before ending": 107024 RT_CAPTURE_DEPENDENCY,
        107025 RT_STREAM_UNJOINED, 107036 RT_STREAM_CAPTURE_UNMATCHED;
    Capture "the graph, stream or event is part of a capture: wait for or query another, or end the capture first":
        107026 RT_MODEL_CAPTURED, 107027 RT_STREAM_CAPTURED, 107028 RT_EVENT_CAPTURED, 107045 RT_SUB_ACLGRAPH_IS_CAPTURING;
    Capture "begin a capture on the stream first": 107029 RT_STREAM_NOT_CAPTURED;
    Capture "this call ends a capture in this mode: make it before, or use the relaxed mode":
        107030 RT_CAPTURE_MODE_NOT_SUPPORT, 107041 RT_CAPTURE_MODE_BLOCK_ASYNC;
    Capture "the default stream cannot be captured": 107031 RT_STREAM_CAPTURE_IMPLICIT;
    Capture "two captures may not meet in one stream": 107032 STREAM_CAPTURE_CONFLICT;
    Capture "open and close task groups in turn, on one stream": 107033 STREAM_TASK_GROUP_STATUS, 107034 STREAM_TASK_GROUP_INTR;
    Busy "the graph is running: wait for it": 107037 RT_MODEL_RUNNING;
    Capture "end the capture on the thread that began it": 107038 RT_STREAM_CAPTURE_WRONG_THREAD;
    InvalidArgument "the array is too short; the needed length has been written": 107039 RT_INSUFFICIENT_INPUT_ARRAY;
    InvalidArgument "the graph's tasks cannot be changed this way": 107040 RT_MODEL_UPDATE_FAILED;
    InvalidArgument "no device variable or kernel is registered for the symbol":
        107042 RT_SYMBOL_NOT_FOUND, 107043 RT_INVALID_SYMBOL, 107044 RT_INVALID_DEVICE_FUNCTION;

    // 145000: from the graph engine.
    InvalidArgument "the graph engine refused an argument; its text names it": 145000 GE_PARAM_INVALID,
        145003 GE_EXEC_MODEL_ID_INVALID, 145006 GE_EXEC_MODEL_DATA_SIZE_INVALID, 145007 GE_EXEC_MODEL_ADDR_INVALID,
        145008 GE_EXEC_MODEL_QUEUE_ID_INVALID, 145009 GE_EXEC_LOAD_MODEL_REPEATED, 145011 GE_DYNAMIC_INPUT_ADDR_INVALID,
        145012 GE_DYNAMIC_INPUT_LENGTH_INVALID, 145013 GE_DYNAMIC_BATCH_SIZE_INVALID, 145014 GE_AIPP_BATCH_EMPTY,
        145015 GE_AIPP_NOT_EXIST, 145016 GE_AIPP_MODE_INVALID, 145017 GE_OP_TASK_TYPE_INVALID,
        145018 GE_OP_KERNEL_TYPE_INVALID, 145020 GE_FORMAT_INVALID, 145021 GE_SHAPE_INVALID, 145022 GE_DATATYPE_INVALID;
    NotInitialized "the graph engine has not been started": 145001 GE_EXEC_NOT_INIT;
    File "the path of the model or plug-in is wrong": 145002 GE_EXEC_MODEL_PATH_INVALID, 145019 GE_PLGMGR_PATH_INVALID;

    // 148000: from the profiler and other parts.
    InvalidArgument "a model is subscribed once; subscriptions and sessions of the profiler exclude each other":
        148046 PROF_REPEAT_SUBSCRIBE, 148047 PROF_API_CONFLICT;
    File "the configured length of the operator queue is wrong": 148048 INVALID_MAX_OPQUEUE_NUM_CONFIG;
    File "ASCEND_OPP_PATH does not name the operators of the toolkit: source its set_env.sh": 148049 INVALID_OPP_PATH;
    NotSupported "the operator needs fixed shapes": 148050 OP_UNSUPPORTED_DYNAMIC;
    Busy "free what still uses the resource first": 148051 RELATIVE_RESOURCE_NOT_CLEARED;
    NotSupported "the picture's coding is not supported": 148052 UNSUPPORTED_JPEG;
    InvalidArgument "no bundle of models of this id is loaded": 148053 INVALID_BUNDLE_MODEL_ID;

    // 200000 and 207000: what is short, or cannot be done.
    OutOfMemory "host memory is short": 200000 BAD_ALLOC;
    NotSupported "this toolkit does not have the function on this device": 200001 API_NOT_SUPPORT;
    InvalidArgument "the device is not in use": 200002 INVALID_DEVICE;
    InvalidArgument "align the address as the call demands": 200003 MEMORY_ADDRESS_UNALIGNED;
    InvalidArgument "the handle has been destroyed, or is of another kind or device": 200004 RESOURCE_NOT_MATCH,
        200005 INVALID_RESOURCE_HANDLE;
    NotSupported "this device cannot do it": 200006 FEATURE_UNSUPPORTED, 200007 PROF_MODULES_UNSUPPORTED;
    NotSupported "the chip, its driver or the toolkit is too old for it": 207000 RT_FEATURE_NOT_SUPPORT,
        207019 RT_FEATURE_NOT_SUPPORT_UPDATE_OP, 207021 RT_LINK_TYPE_NOT_SUPPORTED;
    OutOfMemory "free cached memory and try again; each communicator takes twice HCCL_BUFFSIZE": 207001 RT_MEMORY_ALLOCATION;
    OutOfMemory "device memory is used up: free some, or look for other processes on the device": 207018 RT_DEVICE_OOM;
    InvalidArgument "the address was not allocated, or was freed before": 207002 RT_MEMORY_FREE;
    Remark "a number overflowed; the work is done": 207003 RT_AICORE_OVER_FLOW, 207016 RT_AIVEC_OVER_FLOW, 207017 RT_OVER_FLOW;
    DeviceLost "no device node in /dev: is the driver loaded, and is the device given to this container?": 207004 RT_NO_DEVICE;
    Permission "the user must be of the group HwHiAiUser": 207006 RT_NO_PERMISSION;
    Exhausted "streams, events or other handles leak, or other processes hold them": 207005 RT_RESOURCE_ALLOC_FAIL,
        207012 RT_OVER_LIMIT;
    Exhausted "events are used up on the device: use reusable ones, and destroy them": 207007 RT_NO_EVENT_RESOURCE;
    Exhausted "streams are used up on the device; every communicator takes some": 207008 RT_NO_STREAM_RESOURCE;
    Exhausted "notifies are used up on the device; every communicator takes some": 207009 RT_NO_NOTIFY_RESOURCE;
    Exhausted "models, graphs or queues are used up on the device": 207010 RT_NO_MODEL_RESOURCE, 207011 RT_NO_CDQ_RESOURCE;
    Busy "the queue is empty": 207013 RT_QUEUE_EMPTY;
    Busy "the queue is full": 207014 RT_QUEUE_FULL;
    Remark "it has been initialised already": 207015 RT_REPEATED_INIT;
    Timeout "the driver did not answer in time": 207020 RT_TIMEOUT;
    OutOfMemory "the graph engine found too little memory": 245000 GE_MEMORY_ALLOCATION;
    Internal "the graph engine could not use its memory": 245001 GE_MEMORY_OPERATE_FAILED, 245002 GE_DEVICE_MEMORY_OPERATE_FAILED;
    Exhausted "the disk or its quota is full": 300000 STORAGE_OVER_LIMIT;
    Remark "the graph engine works with fewer parts than it has": 345102 GE_SUBHEALTHY;
    Internal "a function of the caller raised an error in the graph engine": 345103 GE_USER_RAISE_EXCEPTION;
    InvalidArgument "the parts of the data do not belong together": 345104 GE_DATA_NOT_ALIGNED;

    // 500000: failures within the library.
    Internal "read the library's text, and its log of this process": 500000 INTERNAL_ERROR, 500001 FAILURE, 500002 GE_FAILURE,
        500003 RT_FAILURE, 500005 PROFILING_FAILURE;
    DeviceLost "the driver failed: compare its version with the toolkit's, and look at npu-smi and dmesg": 500004 DRV_FAILURE;

    // 507000: failures of the device.
    Internal "read the library's text, and its log of this process": 507000 RT_INTERNAL_ERROR;
    DeviceLost "the device's scheduler failed; with virtual memory and HCCL, try plain allocations": 507001 RT_TS_ERROR;
    Exhausted "too much work is queued on the stream: wait for some": 507002 RT_STREAM_TASK_FULL;
    Remark "nothing is queued on the stream": 507003 RT_STREAM_TASK_EMPTY;
    Busy "work is still running": 507004 RT_STREAM_NOT_COMPLETE, 507006 RT_EVENT_NOT_COMPLETE;
    Remark "the data is at its end": 507005 RT_END_OF_SEQUENCE;
    Remark "the model was stopped as asked": 507023 RT_MODEL_ABORT_NORMAL;
    DeviceLost "the context could not be released: reset the device": 507007 RT_CONTEXT_RELEASE_ERROR;
    DeviceLost "the SoC is not known: no driver, or a library made for linking only": 507008 RT_SOC_VERSION;
    NotSupported "the device does not know this kind of task": 507009 RT_TASK_TYPE_NOT_SUPPORT;
    DeviceLost "the device does not answer any more: look at npu-smi": 507010 RT_LOST_HEARTBEAT;
    KernelFault "a task within a graph or collective failed; the library's text names the first one": 507011 RT_MODEL_EXECUTE;
    Timeout "no callback came in time": 507012 RT_REPORT_TIMEOUT;
    KernelFault "a copy met a wrong address: a freed buffer, or a peer whose access is not enabled": 507013 RT_SYS_DMA;
    Timeout "a kernel ran into its limit: it hangs, or a peer never came to its collective":
        507014 RT_AICORE_TIMEOUT, 507017 RT_AICPU_TIMEOUT, 507034 RT_VECTOR_CORE_TIMEOUT, 507915 RT_CCU_TIMEOUT;
    Timeout "a collective waited for a peer until HCCL_EXEC_TIMEOUT: compare what each rank did last": 507048 RT_FFTS_PLUS_TIMEOUT;
    KernelFault "a kernel read or wrote outside its buffers, used freed memory or a misaligned address":
        507015 RT_AICORE_EXCEPTION, 507016 RT_AICORE_TRAP_EXCEPTION, 507035 RT_VECTOR_CORE_EXCEPTION,
        507036 RT_VECTOR_CORE_TRAP_EXCEPTION, 507050 RT_FFTS_PLUS_TRAP_EXCEPTION;
    KernelFault "a collective's copy failed: its communicator or buffers were freed, or a link broke":
        507049 RT_FFTS_PLUS_EXCEPTION, 507916 RT_CCU_EXCEPTION;
    KernelFault "an operator on the device's own processor refused its input":
        507018 RT_AICPU_EXCEPTION, 507019 RT_AICPU_DATADUMP_RSP_ERR, 507020 RT_AICPU_MODEL_RSP_ERR,
        507900 RT_AICPU_INTERNAL_ERROR, 507902 RT_AICPU_INFO_LOAD_RSP_ERR;
    Internal "the profiler failed": 507021 RT_PROFILING_ERROR;
    Communication "the other process has ended, or did not allow this one": 507022 RT_IPC_ERROR;
    InvalidArgument "a kernel of this image is being unloaded": 507024 RT_KERNEL_UNREGISTERING;
    Internal "the device's log buffer is not there or empty": 507025 RT_RINGBUFFER_NOT_INIT, 507026 RT_RINGBUFFER_NO_DATA;
    InvalidArgument "no such kernel in the image: is the name right, and is the image built for this SoC?": 507027 RT_KERNEL_LOOKUP;
    InvalidArgument "the kernel is registered already": 507028 RT_KERNEL_DUPLICATE;
    Internal "the debugger could not be attached or detached": 507029 RT_DEBUG_REGISTER_FAIL, 507030 RT_DEBUG_UNREGISTER_FAIL;
    InvalidArgument "the label is of another context": 507031 RT_LABEL_CONTEXT;
    Exhausted "too many kernel images are loaded": 507032 RT_PROGRAM_USE_OUT;
    DeviceLost "the device could not be opened: another container holds it, its memory is full, or driver and toolkit differ":
        507033 RT_DEV_SETUP_ERROR;
    Internal "a batch of the command queue failed": 507037 RT_CDQ_BATCH_ABNORMAL;
    InvalidArgument "set the mode of the dies before using them, and only once": 507038 RT_DIE_MODE_CHANGE_ERROR,
        507039 RT_DIE_SET_ERROR, 507040 RT_INVALID_DIEID, 507041 RT_DIE_MODE_NOT_SET;
    KernelFault "a kernel built with memory checks read outside its buffers": 507042 RT_AICORE_TRAP_READ_OVERFLOW,
        507044 RT_VECTOR_CORE_TRAP_READ_OVERFLOW;
    KernelFault "a kernel built with memory checks wrote outside its buffers": 507043 RT_AICORE_TRAP_WRITE_OVERFLOW,
        507045 RT_VECTOR_CORE_TRAP_WRITE_OVERFLOW;
    Timeout "the work goes on: wait again, and keep its buffers": 507046 RT_STREAM_SYNC_TIMEOUT, 507047 RT_EVENT_SYNC_TIMEOUT;
    DeviceLost "the host cannot talk to the device": 507051 RT_SEND_MSG, 507052 RT_COPY_DATA, 507901 RT_SOCKET_CLOSE;
    DeviceLost "device memory has an uncorrectable error: repair the ranges of aclrtGetMemUceInfo and load a checkpoint":
        507053 RT_DEVICE_MEM_ERROR, 507055 RT_SUSPECT_DEVICE_MEM_ERROR;
    DeviceLost "device memory has errors beyond repair: replace the card": 507054 RT_HBM_MULTI_BIT_ECC_ERROR;
    Communication "a link or a peer failed: look at the rank with the earliest error, and make communicators afresh":
        507056 RT_LINK_ERROR, 507057 RT_SUSPECT_REMOTE_ERROR, 507904 RT_COMM_OP_RETRY_FAIL, 507914 RT_L3_PORT_ERROR;
    DeviceLost "the driver refused: look at npu-smi, dmesg and the container's devices, and compare versions":
        507899 RT_DRV_INTERNAL_ERROR;
    Capture "a call that is not allowed ended the capture: begin it again without that call": 507903 RT_STREAM_CAPTURE_INVALIDATED;
    Timeout "other threads did not leave the library in time": 507905 SNAPSHOT_LOCK_TIMEOUT;
    Internal "the snapshot failed; the library's text tells where": 507906 SNAPSHOT_LOCK_FAILED, 507907 SNAPSHOT_UNLOCK_FAILED,
        507908 SNAPSHOT_BACKUP_FAILED, 507909 SNAPSHOT_RESTORE_FAILED, 507912 SNAPSHOT_CALLBACK_FAILED,
        507913 SNAPSHOT_REGISTER_CALLBACK_FAILED;
    InvalidArgument "the host memory is registered already": 507910 HOST_MEMORY_ALREADY_REGISTERED;
    InvalidArgument "the host memory is not registered": 507911 HOST_MEMORY_NOT_REGISTERED;

    // 545000: failures within the graph engine.
    Internal "the graph engine failed; its text tells more": 545000 GE_INTERNAL_ERROR, 545001 GE_LOAD_MODEL,
        545002 GE_EXEC_LOAD_MODEL_PARTITION_FAILED, 545003 GE_EXEC_LOAD_WEIGHT_PARTITION_FAILED,
        545004 GE_EXEC_LOAD_TASK_PARTITION_FAILED, 545005 GE_EXEC_LOAD_KERNEL_PARTITION_FAILED,
        545006 GE_EXEC_RELEASE_MODEL_DATA, 545007 GE_COMMAND_HANDLE, 545008 GE_GET_TENSOR_INFO, 545009 GE_UNLOAD_MODEL;
    Timeout "the model ran into its limit": 545601 GE_MODEL_EXECUTE_TIMEOUT;
    Busy "the model is being moved to other devices": 545602 GE_REDEPLOYING;
}

impl aclError {
    /// Another name of [`aclError::RT_SYS_DMA`].
    pub const RT_SYS_DMA_ERROR: Self = Self::RT_SYS_DMA;

    /// What is known of the code; `None` for an unlisted one.
    pub fn describe(self) -> Option<&'static Code> {
        CODES.iter().find(|code| code.code == self.0)
    }

    /// What the code means for the caller; [`CodeKind::Unknown`] for an unlisted one.
    pub fn kind(self) -> CodeKind {
        self.describe().map_or(CodeKind::Unknown, |code| code.kind)
    }
}

/// The vendor's name of an ACL code, without its prefix `ACL_ERROR_`; `None` for an unlisted code.
pub fn acl_code_name(code: aclError) -> Option<&'static str> {
    code.describe().map(|code| code.name)
}
