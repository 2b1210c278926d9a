// Made from sys/include by sys/build/generate.rs. Do not edit.

pub type __IncompleteArrayField<T> = [T; 0];
pub const ACL_ERROR_NONE: u32 = 0;
pub const ACL_SUCCESS: u32 = 0;
pub const ACL_RT_SUCCESS: u32 = 0;
pub const ACL_ERROR_INVALID_PARAM: u32 = 100000;
pub const ACL_ERROR_UNINITIALIZE: u32 = 100001;
pub const ACL_ERROR_REPEAT_INITIALIZE: u32 = 100002;
pub const ACL_ERROR_INVALID_FILE: u32 = 100003;
pub const ACL_ERROR_WRITE_FILE: u32 = 100004;
pub const ACL_ERROR_INVALID_FILE_SIZE: u32 = 100005;
pub const ACL_ERROR_PARSE_FILE: u32 = 100006;
pub const ACL_ERROR_FILE_MISSING_ATTR: u32 = 100007;
pub const ACL_ERROR_FILE_ATTR_INVALID: u32 = 100008;
pub const ACL_ERROR_INVALID_DUMP_CONFIG: u32 = 100009;
pub const ACL_ERROR_INVALID_PROFILING_CONFIG: u32 = 100010;
pub const ACL_ERROR_INVALID_MODEL_ID: u32 = 100011;
pub const ACL_ERROR_DESERIALIZE_MODEL: u32 = 100012;
pub const ACL_ERROR_PARSE_MODEL: u32 = 100013;
pub const ACL_ERROR_READ_MODEL_FAILURE: u32 = 100014;
pub const ACL_ERROR_MODEL_SIZE_INVALID: u32 = 100015;
pub const ACL_ERROR_MODEL_MISSING_ATTR: u32 = 100016;
pub const ACL_ERROR_MODEL_INPUT_NOT_MATCH: u32 = 100017;
pub const ACL_ERROR_MODEL_OUTPUT_NOT_MATCH: u32 = 100018;
pub const ACL_ERROR_MODEL_NOT_DYNAMIC: u32 = 100019;
pub const ACL_ERROR_OP_TYPE_NOT_MATCH: u32 = 100020;
pub const ACL_ERROR_OP_INPUT_NOT_MATCH: u32 = 100021;
pub const ACL_ERROR_OP_OUTPUT_NOT_MATCH: u32 = 100022;
pub const ACL_ERROR_OP_ATTR_NOT_MATCH: u32 = 100023;
pub const ACL_ERROR_OP_NOT_FOUND: u32 = 100024;
pub const ACL_ERROR_OP_LOAD_FAILED: u32 = 100025;
pub const ACL_ERROR_UNSUPPORTED_DATA_TYPE: u32 = 100026;
pub const ACL_ERROR_FORMAT_NOT_MATCH: u32 = 100027;
pub const ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED: u32 = 100028;
pub const ACL_ERROR_KERNEL_NOT_FOUND: u32 = 100029;
pub const ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED: u32 = 100030;
pub const ACL_ERROR_KERNEL_ALREADY_REGISTERED: u32 = 100031;
pub const ACL_ERROR_INVALID_QUEUE_ID: u32 = 100032;
pub const ACL_ERROR_REPEAT_SUBSCRIBE: u32 = 100033;
pub const ACL_ERROR_STREAM_NOT_SUBSCRIBE: u32 = 100034;
pub const ACL_ERROR_THREAD_NOT_SUBSCRIBE: u32 = 100035;
pub const ACL_ERROR_WAIT_CALLBACK_TIMEOUT: u32 = 100036;
pub const ACL_ERROR_REPEAT_FINALIZE: u32 = 100037;
pub const ACL_ERROR_NOT_STATIC_AIPP: u32 = 100038;
pub const ACL_ERROR_COMPILING_STUB_MODE: u32 = 100039;
pub const ACL_ERROR_GROUP_NOT_SET: u32 = 100040;
pub const ACL_ERROR_GROUP_NOT_CREATE: u32 = 100041;
pub const ACL_ERROR_PROF_ALREADY_RUN: u32 = 100042;
pub const ACL_ERROR_PROF_NOT_RUN: u32 = 100043;
pub const ACL_ERROR_DUMP_ALREADY_RUN: u32 = 100044;
pub const ACL_ERROR_DUMP_NOT_RUN: u32 = 100045;
pub const ACL_ERROR_RT_PARAM_INVALID: u32 = 107000;
pub const ACL_ERROR_RT_INVALID_DEVICEID: u32 = 107001;
pub const ACL_ERROR_RT_CONTEXT_NULL: u32 = 107002;
pub const ACL_ERROR_RT_STREAM_CONTEXT: u32 = 107003;
pub const ACL_ERROR_RT_MODEL_CONTEXT: u32 = 107004;
pub const ACL_ERROR_RT_STREAM_MODEL: u32 = 107005;
pub const ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID: u32 = 107006;
pub const ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL: u32 = 107007;
pub const ACL_ERROR_RT_ADDR_UNALIGNED: u32 = 107008;
pub const ACL_ERROR_RT_FILE_OPEN: u32 = 107009;
pub const ACL_ERROR_RT_FILE_WRITE: u32 = 107010;
pub const ACL_ERROR_RT_STREAM_SUBSCRIBE: u32 = 107011;
pub const ACL_ERROR_RT_THREAD_SUBSCRIBE: u32 = 107012;
pub const ACL_ERROR_RT_GROUP_NOT_SET: u32 = 107013;
pub const ACL_ERROR_RT_GROUP_NOT_CREATE: u32 = 107014;
pub const ACL_ERROR_RT_STREAM_NO_CB_REG: u32 = 107015;
pub const ACL_ERROR_RT_INVALID_MEMORY_TYPE: u32 = 107016;
pub const ACL_ERROR_RT_INVALID_HANDLE: u32 = 107017;
pub const ACL_ERROR_RT_INVALID_MALLOC_TYPE: u32 = 107018;
pub const ACL_ERROR_RT_WAIT_TIMEOUT: u32 = 107019;
pub const ACL_ERROR_RT_TASK_TIMEOUT: u32 = 107020;
pub const ACL_ERROR_RT_SYSPARAMOPT_NOT_SET: u32 = 107021;
pub const ACL_ERROR_RT_DEVICE_TASK_ABORT: u32 = 107022;
pub const ACL_ERROR_RT_STREAM_ABORT: u32 = 107023;
pub const ACL_ERROR_RT_CAPTURE_DEPENDENCY: u32 = 107024;
pub const ACL_ERROR_RT_STREAM_UNJOINED: u32 = 107025;
pub const ACL_ERROR_RT_MODEL_CAPTURED: u32 = 107026;
pub const ACL_ERROR_RT_STREAM_CAPTURED: u32 = 107027;
pub const ACL_ERROR_RT_EVENT_CAPTURED: u32 = 107028;
pub const ACL_ERROR_RT_STREAM_NOT_CAPTURED: u32 = 107029;
pub const ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT: u32 = 107030;
pub const ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT: u32 = 107031;
pub const ACL_ERROR_STREAM_CAPTURE_CONFLICT: u32 = 107032;
pub const ACL_ERROR_STREAM_TASK_GROUP_STATUS: u32 = 107033;
pub const ACL_ERROR_STREAM_TASK_GROUP_INTR: u32 = 107034;
pub const ACL_ERROR_RT_TASK_ABORT_STOP: u32 = 107035;
pub const ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED: u32 = 107036;
pub const ACL_ERROR_RT_MODEL_RUNNING: u32 = 107037;
pub const ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD: u32 = 107038;
pub const ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY: u32 = 107039;
pub const ACL_ERROR_RT_MODEL_UPDATE_FAILED: u32 = 107040;
pub const ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC: u32 = 107041;
pub const ACL_ERROR_RT_SYMBOL_NOT_FOUND: u32 = 107042;
pub const ACL_ERROR_RT_INVALID_SYMBOL: u32 = 107043;
pub const ACL_ERROR_RT_INVALID_DEVICE_FUNCTION: u32 = 107044;
pub const ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING: u32 = 107045;
pub const ACL_ERROR_GE_PARAM_INVALID: u32 = 145000;
pub const ACL_ERROR_GE_EXEC_NOT_INIT: u32 = 145001;
pub const ACL_ERROR_GE_EXEC_MODEL_PATH_INVALID: u32 = 145002;
pub const ACL_ERROR_GE_EXEC_MODEL_ID_INVALID: u32 = 145003;
pub const ACL_ERROR_GE_EXEC_MODEL_DATA_SIZE_INVALID: u32 = 145006;
pub const ACL_ERROR_GE_EXEC_MODEL_ADDR_INVALID: u32 = 145007;
pub const ACL_ERROR_GE_EXEC_MODEL_QUEUE_ID_INVALID: u32 = 145008;
pub const ACL_ERROR_GE_EXEC_LOAD_MODEL_REPEATED: u32 = 145009;
pub const ACL_ERROR_GE_DYNAMIC_INPUT_ADDR_INVALID: u32 = 145011;
pub const ACL_ERROR_GE_DYNAMIC_INPUT_LENGTH_INVALID: u32 = 145012;
pub const ACL_ERROR_GE_DYNAMIC_BATCH_SIZE_INVALID: u32 = 145013;
pub const ACL_ERROR_GE_AIPP_BATCH_EMPTY: u32 = 145014;
pub const ACL_ERROR_GE_AIPP_NOT_EXIST: u32 = 145015;
pub const ACL_ERROR_GE_AIPP_MODE_INVALID: u32 = 145016;
pub const ACL_ERROR_GE_OP_TASK_TYPE_INVALID: u32 = 145017;
pub const ACL_ERROR_GE_OP_KERNEL_TYPE_INVALID: u32 = 145018;
pub const ACL_ERROR_GE_PLGMGR_PATH_INVALID: u32 = 145019;
pub const ACL_ERROR_GE_FORMAT_INVALID: u32 = 145020;
pub const ACL_ERROR_GE_SHAPE_INVALID: u32 = 145021;
pub const ACL_ERROR_GE_DATATYPE_INVALID: u32 = 145022;
pub const ACL_ERROR_PROF_REPEAT_SUBSCRIBE: u32 = 148046;
pub const ACL_ERROR_PROF_API_CONFLICT: u32 = 148047;
pub const ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG: u32 = 148048;
pub const ACL_ERROR_INVALID_OPP_PATH: u32 = 148049;
pub const ACL_ERROR_OP_UNSUPPORTED_DYNAMIC: u32 = 148050;
pub const ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED: u32 = 148051;
pub const ACL_ERROR_UNSUPPORTED_JPEG: u32 = 148052;
pub const ACL_ERROR_INVALID_BUNDLE_MODEL_ID: u32 = 148053;
pub const ACL_ERROR_BAD_ALLOC: u32 = 200000;
pub const ACL_ERROR_API_NOT_SUPPORT: u32 = 200001;
pub const ACL_ERROR_INVALID_DEVICE: u32 = 200002;
pub const ACL_ERROR_MEMORY_ADDRESS_UNALIGNED: u32 = 200003;
pub const ACL_ERROR_RESOURCE_NOT_MATCH: u32 = 200004;
pub const ACL_ERROR_INVALID_RESOURCE_HANDLE: u32 = 200005;
pub const ACL_ERROR_FEATURE_UNSUPPORTED: u32 = 200006;
pub const ACL_ERROR_PROF_MODULES_UNSUPPORTED: u32 = 200007;
pub const ACL_ERROR_RT_FEATURE_NOT_SUPPORT: u32 = 207000;
pub const ACL_ERROR_RT_MEMORY_ALLOCATION: u32 = 207001;
pub const ACL_ERROR_RT_MEMORY_FREE: u32 = 207002;
pub const ACL_ERROR_RT_AICORE_OVER_FLOW: u32 = 207003;
pub const ACL_ERROR_RT_NO_DEVICE: u32 = 207004;
pub const ACL_ERROR_RT_RESOURCE_ALLOC_FAIL: u32 = 207005;
pub const ACL_ERROR_RT_NO_PERMISSION: u32 = 207006;
pub const ACL_ERROR_RT_NO_EVENT_RESOURCE: u32 = 207007;
pub const ACL_ERROR_RT_NO_STREAM_RESOURCE: u32 = 207008;
pub const ACL_ERROR_RT_NO_NOTIFY_RESOURCE: u32 = 207009;
pub const ACL_ERROR_RT_NO_MODEL_RESOURCE: u32 = 207010;
pub const ACL_ERROR_RT_NO_CDQ_RESOURCE: u32 = 207011;
pub const ACL_ERROR_RT_OVER_LIMIT: u32 = 207012;
pub const ACL_ERROR_RT_QUEUE_EMPTY: u32 = 207013;
pub const ACL_ERROR_RT_QUEUE_FULL: u32 = 207014;
pub const ACL_ERROR_RT_REPEATED_INIT: u32 = 207015;
pub const ACL_ERROR_RT_AIVEC_OVER_FLOW: u32 = 207016;
pub const ACL_ERROR_RT_OVER_FLOW: u32 = 207017;
pub const ACL_ERROR_RT_DEVICE_OOM: u32 = 207018;
pub const ACL_ERROR_RT_FEATURE_NOT_SUPPORT_UPDATE_OP: u32 = 207019;
pub const ACL_ERROR_RT_TIMEOUT: u32 = 207020;
pub const ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED: u32 = 207021;
pub const ACL_ERROR_GE_MEMORY_ALLOCATION: u32 = 245000;
pub const ACL_ERROR_GE_MEMORY_OPERATE_FAILED: u32 = 245001;
pub const ACL_ERROR_GE_DEVICE_MEMORY_OPERATE_FAILED: u32 = 245002;
pub const ACL_ERROR_STORAGE_OVER_LIMIT: u32 = 300000;
pub const ACL_ERROR_GE_SUBHEALTHY: u32 = 345102;
pub const ACL_ERROR_GE_USER_RAISE_EXCEPTION: u32 = 345103;
pub const ACL_ERROR_GE_DATA_NOT_ALIGNED: u32 = 345104;
pub const ACL_ERROR_INTERNAL_ERROR: u32 = 500000;
pub const ACL_ERROR_FAILURE: u32 = 500001;
pub const ACL_ERROR_GE_FAILURE: u32 = 500002;
pub const ACL_ERROR_RT_FAILURE: u32 = 500003;
pub const ACL_ERROR_DRV_FAILURE: u32 = 500004;
pub const ACL_ERROR_PROFILING_FAILURE: u32 = 500005;
pub const ACL_ERROR_RT_INTERNAL_ERROR: u32 = 507000;
pub const ACL_ERROR_RT_TS_ERROR: u32 = 507001;
pub const ACL_ERROR_RT_STREAM_TASK_FULL: u32 = 507002;
pub const ACL_ERROR_RT_STREAM_TASK_EMPTY: u32 = 507003;
pub const ACL_ERROR_RT_STREAM_NOT_COMPLETE: u32 = 507004;
pub const ACL_ERROR_RT_END_OF_SEQUENCE: u32 = 507005;
pub const ACL_ERROR_RT_EVENT_NOT_COMPLETE: u32 = 507006;
pub const ACL_ERROR_RT_CONTEXT_RELEASE_ERROR: u32 = 507007;
pub const ACL_ERROR_RT_SOC_VERSION: u32 = 507008;
pub const ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT: u32 = 507009;
pub const ACL_ERROR_RT_LOST_HEARTBEAT: u32 = 507010;
pub const ACL_ERROR_RT_MODEL_EXECUTE: u32 = 507011;
pub const ACL_ERROR_RT_REPORT_TIMEOUT: u32 = 507012;
pub const ACL_ERROR_RT_SYS_DMA: u32 = 507013;
pub const ACL_ERROR_RT_AICORE_TIMEOUT: u32 = 507014;
pub const ACL_ERROR_RT_AICORE_EXCEPTION: u32 = 507015;
pub const ACL_ERROR_RT_AICORE_TRAP_EXCEPTION: u32 = 507016;
pub const ACL_ERROR_RT_AICPU_TIMEOUT: u32 = 507017;
pub const ACL_ERROR_RT_AICPU_EXCEPTION: u32 = 507018;
pub const ACL_ERROR_RT_AICPU_DATADUMP_RSP_ERR: u32 = 507019;
pub const ACL_ERROR_RT_AICPU_MODEL_RSP_ERR: u32 = 507020;
pub const ACL_ERROR_RT_PROFILING_ERROR: u32 = 507021;
pub const ACL_ERROR_RT_IPC_ERROR: u32 = 507022;
pub const ACL_ERROR_RT_MODEL_ABORT_NORMAL: u32 = 507023;
pub const ACL_ERROR_RT_KERNEL_UNREGISTERING: u32 = 507024;
pub const ACL_ERROR_RT_RINGBUFFER_NOT_INIT: u32 = 507025;
pub const ACL_ERROR_RT_RINGBUFFER_NO_DATA: u32 = 507026;
pub const ACL_ERROR_RT_KERNEL_LOOKUP: u32 = 507027;
pub const ACL_ERROR_RT_KERNEL_DUPLICATE: u32 = 507028;
pub const ACL_ERROR_RT_DEBUG_REGISTER_FAIL: u32 = 507029;
pub const ACL_ERROR_RT_DEBUG_UNREGISTER_FAIL: u32 = 507030;
pub const ACL_ERROR_RT_LABEL_CONTEXT: u32 = 507031;
pub const ACL_ERROR_RT_PROGRAM_USE_OUT: u32 = 507032;
pub const ACL_ERROR_RT_DEV_SETUP_ERROR: u32 = 507033;
pub const ACL_ERROR_RT_VECTOR_CORE_TIMEOUT: u32 = 507034;
pub const ACL_ERROR_RT_VECTOR_CORE_EXCEPTION: u32 = 507035;
pub const ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION: u32 = 507036;
pub const ACL_ERROR_RT_CDQ_BATCH_ABNORMAL: u32 = 507037;
pub const ACL_ERROR_RT_DIE_MODE_CHANGE_ERROR: u32 = 507038;
pub const ACL_ERROR_RT_DIE_SET_ERROR: u32 = 507039;
pub const ACL_ERROR_RT_INVALID_DIEID: u32 = 507040;
pub const ACL_ERROR_RT_DIE_MODE_NOT_SET: u32 = 507041;
pub const ACL_ERROR_RT_AICORE_TRAP_READ_OVERFLOW: u32 = 507042;
pub const ACL_ERROR_RT_AICORE_TRAP_WRITE_OVERFLOW: u32 = 507043;
pub const ACL_ERROR_RT_VECTOR_CORE_TRAP_READ_OVERFLOW: u32 = 507044;
pub const ACL_ERROR_RT_VECTOR_CORE_TRAP_WRITE_OVERFLOW: u32 = 507045;
pub const ACL_ERROR_RT_STREAM_SYNC_TIMEOUT: u32 = 507046;
pub const ACL_ERROR_RT_EVENT_SYNC_TIMEOUT: u32 = 507047;
pub const ACL_ERROR_RT_FFTS_PLUS_TIMEOUT: u32 = 507048;
pub const ACL_ERROR_RT_FFTS_PLUS_EXCEPTION: u32 = 507049;
pub const ACL_ERROR_RT_FFTS_PLUS_TRAP_EXCEPTION: u32 = 507050;
pub const ACL_ERROR_RT_SEND_MSG: u32 = 507051;
pub const ACL_ERROR_RT_COPY_DATA: u32 = 507052;
pub const ACL_ERROR_RT_DEVICE_MEM_ERROR: u32 = 507053;
pub const ACL_ERROR_RT_HBM_MULTI_BIT_ECC_ERROR: u32 = 507054;
pub const ACL_ERROR_RT_SUSPECT_DEVICE_MEM_ERROR: u32 = 507055;
pub const ACL_ERROR_RT_LINK_ERROR: u32 = 507056;
pub const ACL_ERROR_RT_SUSPECT_REMOTE_ERROR: u32 = 507057;
pub const ACL_ERROR_RT_DRV_INTERNAL_ERROR: u32 = 507899;
pub const ACL_ERROR_RT_AICPU_INTERNAL_ERROR: u32 = 507900;
pub const ACL_ERROR_RT_SOCKET_CLOSE: u32 = 507901;
pub const ACL_ERROR_RT_AICPU_INFO_LOAD_RSP_ERR: u32 = 507902;
pub const ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED: u32 = 507903;
pub const ACL_ERROR_RT_COMM_OP_RETRY_FAIL: u32 = 507904;
pub const ACL_ERROR_SNAPSHOT_LOCK_TIMEOUT: u32 = 507905;
pub const ACL_ERROR_SNAPSHOT_LOCK_FAILED: u32 = 507906;
pub const ACL_ERROR_SNAPSHOT_UNLOCK_FAILED: u32 = 507907;
pub const ACL_ERROR_SNAPSHOT_BACKUP_FAILED: u32 = 507908;
pub const ACL_ERROR_SNAPSHOT_RESTORE_FAILED: u32 = 507909;
pub const ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED: u32 = 507910;
pub const ACL_ERROR_HOST_MEMORY_NOT_REGISTERED: u32 = 507911;
pub const ACL_ERROR_SNAPSHOT_CALLBACK_FAILED: u32 = 507912;
pub const ACL_ERROR_SNAPSHOT_REGISTER_CALLBACK_FAILED: u32 = 507913;
pub const ACL_ERROR_RT_L3_PORT_ERROR: u32 = 507914;
pub const ACL_ERROR_RT_CCU_TIMEOUT: u32 = 507915;
pub const ACL_ERROR_RT_CCU_EXCEPTION: u32 = 507916;
pub const ACL_ERROR_GE_INTERNAL_ERROR: u32 = 545000;
pub const ACL_ERROR_GE_LOAD_MODEL: u32 = 545001;
pub const ACL_ERROR_GE_EXEC_LOAD_MODEL_PARTITION_FAILED: u32 = 545002;
pub const ACL_ERROR_GE_EXEC_LOAD_WEIGHT_PARTITION_FAILED: u32 = 545003;
pub const ACL_ERROR_GE_EXEC_LOAD_TASK_PARTITION_FAILED: u32 = 545004;
pub const ACL_ERROR_GE_EXEC_LOAD_KERNEL_PARTITION_FAILED: u32 = 545005;
pub const ACL_ERROR_GE_EXEC_RELEASE_MODEL_DATA: u32 = 545006;
pub const ACL_ERROR_GE_COMMAND_HANDLE: u32 = 545007;
pub const ACL_ERROR_GE_GET_TENSOR_INFO: u32 = 545008;
pub const ACL_ERROR_GE_UNLOAD_MODEL: u32 = 545009;
pub const ACL_ERROR_GE_MODEL_EXECUTE_TIMEOUT: u32 = 545601;
pub const ACL_ERROR_GE_REDEPLOYING: u32 = 545602;
pub const ACL_RT_CMO_MAX_BARRIER_NUM: u32 = 6;
pub const ACL_DEV_FEATURE_SUPPORT: u32 = 1;
pub const ACL_DEV_FEATURE_NOT_SUPPORT: u32 = 0;
pub const ACL_HOST_DEVICE_CONNECT_TYPE_PCIE: u32 = 0;
pub const ACL_HOST_DEVICE_CONNECT_TYPE_HCCS: u32 = 1;
pub const ACL_HOST_DEVICE_CONNECT_TYPE_UB: u32 = 2;
pub const ACL_DEVICE_FORM_FACTOR_POD: u32 = 0;
pub const ACL_DEVICE_FORM_FACTOR_A_K: u32 = 1;
pub const ACL_DEVICE_FORM_FACTOR_A_X: u32 = 2;
pub const ACL_DEVICE_FORM_FACTOR_PCIE_CARD: u32 = 3;
pub const ACL_RT_DEVS_TOPOLOGY_HCCS: u32 = 1;
pub const ACL_RT_DEVS_TOPOLOGY_PIX: u32 = 2;
pub const ACL_RT_DEVS_TOPOLOGY_PIB: u32 = 4;
pub const ACL_RT_DEVS_TOPOLOGY_PHB: u32 = 8;
pub const ACL_RT_DEVS_TOPOLOGY_SYS: u32 = 16;
pub const ACL_RT_DEVS_TOPOLOGY_SIO: u32 = 32;
pub const ACL_RT_DEVS_TOPOLOGY_HCCS_SW: u32 = 64;
pub const ACL_DUMP_MAX_FILE_PATH_LENGTH: u32 = 4096;
pub const ACL_OP_DUMP_OP_AICORE_ARGS: u32 = 1;
pub const ACL_DUMP_MAX_SHAPE_NUM: u32 = 25;
pub const ACL_RT_BINARY_MAGIC_ELF_AICORE: u32 = 1129660997;
pub const ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE: u32 = 1094799942;
pub const ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE: u32 = 1095320387;
pub const ACL_RT_MAX_RECORD_PA_NUM_PER_DEV: u32 = 20;
pub const MAX_MEM_UCE_INFO_ARRAY_SIZE: u32 = 128;
pub const UCE_INFO_RESERVED_SIZE: u32 = 14;
pub const ACL_RT_MEM_UCE_INFO_MAX_NUM: u32 = 20;
pub const ACL_EVENT_SYNC: u32 = 1;
pub const ACL_EVENT_CAPTURE_STREAM_PROGRESS: u32 = 2;
pub const ACL_EVENT_TIME_LINE: u32 = 8;
pub const ACL_EVENT_DEVICE_USE_ONLY: u32 = 16;
pub const ACL_EVENT_EXTERNAL: u32 = 32;
pub const ACL_EVENT_IPC: u32 = 64;
pub const ACL_EVENT_RECORD_DEFAULT: u32 = 0;
pub const ACL_EVENT_RECORD_EXTERNAL: u32 = 1;
pub const ACL_EVENT_WAIT_DEFAULT: u32 = 0;
pub const ACL_EVENT_WAIT_EXTERNAL: u32 = 1;
pub const ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY: u32 = 0;
pub const ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE: u32 = 1;
pub const ACL_PKG_VERSION_MAX_SIZE: u32 = 128;
pub const ACL_PKG_VERSION_PARTS_MAX_SIZE: u32 = 64;
pub const ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT: u32 = 0;
pub const ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION: u32 = 1;
pub const ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT: u32 = 0;
pub const ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS: u32 = 1;
pub const ACL_IPC_EVENT_HANDLE_SIZE: u32 = 64;
pub const ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO: u32 = 0;
pub const ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS: u32 = 1;
pub const ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_ONE_PORT_PATH: u32 = 2;
pub const ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_MULTI_PORT_PATH: u32 = 3;
pub const ACL_RT_MEM_ATTACH_GLOBAL: u32 = 1;
pub const ACL_HOST_REG_MAPPED: u32 = 2;
pub const ACL_HOST_REG_IOMEMORY: u32 = 4;
pub const ACL_HOST_REG_READONLY: u32 = 8;
pub const ACL_HOST_REG_PINNED: u32 = 268435456;
pub const ACL_RT_MEM_TYPE_DEV: u32 = 2;
pub const ACL_RT_MEM_TYPE_DVPP: u32 = 8;
pub const ACL_RT_MEM_TYPE_RSVD: u32 = 16;
pub const ACL_STREAM_WAIT_VALUE_GEQ: u32 = 0;
pub const ACL_STREAM_WAIT_VALUE_EQ: u32 = 1;
pub const ACL_STREAM_WAIT_VALUE_AND: u32 = 2;
pub const ACL_STREAM_WAIT_VALUE_NOR: u32 = 3;
pub const ACL_NOTIFY_DEFAULT: u32 = 0;
pub const ACL_NOTIFY_DEVICE_USE_ONLY: u32 = 1;
pub const ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT: u32 = 0;
pub const ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION: u32 = 2;
pub const ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT: u32 = 0;
pub const ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS: u32 = 2;
pub const ACL_PROF_ACL_API: u32 = 1;
pub const ACL_PROF_TASK_TIME: u32 = 2;
pub const ACL_PROF_AICORE_METRICS: u32 = 4;
pub const ACL_PROF_AICPU: u32 = 8;
pub const ACL_PROF_L2CACHE: u32 = 16;
pub const ACL_PROF_HCCL_TRACE: u32 = 32;
pub const ACL_PROF_TRAINING_TRACE: u32 = 64;
pub const ACL_PROF_MSPROFTX: u32 = 128;
pub const ACL_PROF_RUNTIME_API: u32 = 256;
pub const ACL_PROF_GE_API_L0: u32 = 512;
pub const ACL_PROF_TASK_TIME_L0: u32 = 2048;
pub const ACL_PROF_TASK_MEMORY: u32 = 4096;
pub const ACL_PROF_GE_API_L1: u32 = 16777216;
pub const ACL_PROF_TASK_TIME_L2: u32 = 8192;
pub const ACL_PROF_OP_ATTR: u32 = 16384;
pub const ACL_PROF_TASK_TIME_L3: u32 = 32768;
pub const ACL_PROF_API_STATS: u64 = 17179869184;
pub const ACL_PROF_AICORE_SHAPE: u64 = 34359738368;
pub const ACL_PROF_MAX_OP_NAME_LEN: u32 = 257;
pub const ACL_PROF_MAX_OP_TYPE_LEN: u32 = 65;
pub const ACL_PROF_TENSOR_DATA_SHAPE_LEN: u32 = 8;
pub const ACL_PROF_EVENT_ATTR_VERSION: u32 = 1;
pub const ACL_STREAM_FAST_LAUNCH: u32 = 1;
pub const ACL_STREAM_FAST_SYNC: u32 = 2;
pub const ACL_STREAM_PERSISTENT: u32 = 4;
pub const ACL_STREAM_HUGE: u32 = 8;
pub const ACL_STREAM_CPU_SCHEDULE: u32 = 16;
pub const ACL_STREAM_DEVICE_USE_ONLY: u32 = 32;
pub const ACL_CONTINUE_ON_FAILURE: u32 = 0;
pub const ACL_STOP_ON_FAILURE: u32 = 1;
pub const ACL_TDT_QUEUE_PERMISSION_MANAGE: u32 = 1;
pub const ACL_TDT_QUEUE_PERMISSION_DEQUEUE: u32 = 2;
pub const ACL_TDT_QUEUE_PERMISSION_ENQUEUE: u32 = 4;
pub const ACL_TDT_QUEUE_ROUTE_UNBIND: u32 = 0;
pub const ACL_TDT_QUEUE_ROUTE_BIND: u32 = 1;
pub const ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL: u32 = 2;
pub const ACL_RT_VMM_EXPORT_FLAG_DEFAULT: u32 = 0;
pub const ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION: u32 = 1;
pub const ACL_RT_MEM_LINK_IDX_0: u32 = 0;
pub const ACL_RT_MEM_LINK_IDX_1: u32 = 1;
pub const HCCL_ROOT_INFO_BYTES: u32 = 4108;
pub const COMM_NAME_MAX_LENGTH: u32 = 128;
pub const BUFFER_NAME_MAX_LENGTH: u32 = 128;
pub const UDI_MAX_LENGTH: u32 = 128;
pub const HCCL_COMM_ALGO_MAX_LENGTH: u32 = 1600;
pub const HCCL_COMM_RETRY_ENABLE_MAX_LENGTH: u32 = 50;
pub const HCCL_COMM_RETRY_PARAMS_MAX_LENGTH: u32 = 128;
pub const HCCL_COMM_CONFIG_INFO_BYTES: u32 = 24;
pub const HCCL_COMM_CONFIG_MAGIC_WORD: u32 = 4042322160;
pub const HCCL_COMM_CONFIG_VERSION: u32 = 10;
pub const HCCL_COMM_DEFAULT_BUFFSIZE: u32 = 200;
pub const HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET: u32 = 4294967295;
pub const HCCL_COMM_DEFAULT_DETERMINISTIC: u32 = 0;
pub const HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET: u32 = 4294967295;
pub const HCCL_COMM_DEFAULT_OP_EXPANSION_MODE: u32 = 0;
pub const HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET: u32 = 4294967295;
pub const HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET: u32 = 4294967295;
pub const HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET: i32 = -1;
pub const HCCL_COMM_QOS_CONFIG_NOT_SET: u32 = 4294967295;
pub const HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE: u32 = 16;
/// What every call returns: 0, or one of the codes of `acl_codes.h`.
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclError(pub core::ffi::c_int);
/// Bits of a half-precision number.
pub type aclFloat16 = u16;
pub type aclrtContext = *mut core::ffi::c_void;
pub type aclrtStream = *mut core::ffi::c_void;
pub type aclrtEvent = *mut core::ffi::c_void;
pub type aclrtNotify = *mut core::ffi::c_void;
pub type aclrtCntNotify = *mut core::ffi::c_void;
pub type aclrtLabel = *mut core::ffi::c_void;
pub type aclrtLabelList = *mut core::ffi::c_void;
pub type aclrtMbuf = *mut core::ffi::c_void;
pub type aclrtTaskGrp = *mut core::ffi::c_void;
pub type aclmdlRI = *mut core::ffi::c_void;
pub type aclmdlRITask = *mut core::ffi::c_void;
pub type aclmdlRICondHandle = *mut core::ffi::c_void;
pub type aclrtBinary = *mut core::ffi::c_void;
pub type aclrtBinHandle = *mut core::ffi::c_void;
pub type aclrtFuncHandle = *mut core::ffi::c_void;
pub type aclrtArgsHandle = *mut core::ffi::c_void;
pub type aclrtParamHandle = *mut core::ffi::c_void;
pub type aclrtDrvMemHandle = *mut core::ffi::c_void;
pub type aclrtMemPool = *mut core::ffi::c_void;
pub type aclrtAllocator = *mut core::ffi::c_void;
pub type aclrtAllocatorDesc = *mut core::ffi::c_void;
pub type aclrtAllocatorBlock = *mut core::ffi::c_void;
pub type aclrtAllocatorAddr = *mut core::ffi::c_void;
/// A function of the caller, with its argument.
pub type aclrtCallback = ::core::option::Option<
    unsafe extern "C" fn(userData: *mut core::ffi::c_void),
>;
impl aclDataType {
    pub const ACL_DT_UNDEFINED: aclDataType = aclDataType(-1);
    pub const ACL_FLOAT: aclDataType = aclDataType(0);
    pub const ACL_FLOAT16: aclDataType = aclDataType(1);
    pub const ACL_INT8: aclDataType = aclDataType(2);
    pub const ACL_INT32: aclDataType = aclDataType(3);
    pub const ACL_UINT8: aclDataType = aclDataType(4);
    pub const ACL_INT16: aclDataType = aclDataType(6);
    pub const ACL_UINT16: aclDataType = aclDataType(7);
    pub const ACL_UINT32: aclDataType = aclDataType(8);
    pub const ACL_INT64: aclDataType = aclDataType(9);
    pub const ACL_UINT64: aclDataType = aclDataType(10);
    pub const ACL_DOUBLE: aclDataType = aclDataType(11);
    pub const ACL_BOOL: aclDataType = aclDataType(12);
    pub const ACL_STRING: aclDataType = aclDataType(13);
    pub const ACL_COMPLEX64: aclDataType = aclDataType(16);
    pub const ACL_COMPLEX128: aclDataType = aclDataType(17);
    pub const ACL_BF16: aclDataType = aclDataType(27);
    pub const ACL_INT4: aclDataType = aclDataType(29);
    pub const ACL_UINT1: aclDataType = aclDataType(30);
    pub const ACL_COMPLEX32: aclDataType = aclDataType(33);
    pub const ACL_HIFLOAT8: aclDataType = aclDataType(34);
    pub const ACL_FLOAT8_E5M2: aclDataType = aclDataType(35);
    pub const ACL_FLOAT8_E4M3FN: aclDataType = aclDataType(36);
    pub const ACL_FLOAT8_E8M0: aclDataType = aclDataType(37);
    pub const ACL_FLOAT6_E3M2: aclDataType = aclDataType(38);
    pub const ACL_FLOAT6_E2M3: aclDataType = aclDataType(39);
    pub const ACL_FLOAT4_E2M1: aclDataType = aclDataType(40);
    pub const ACL_FLOAT4_E1M2: aclDataType = aclDataType(41);
}
#[repr(transparent)]
/// Element types. Note that BF16 is 27 here and 11 in HcclDataType.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclDataType(pub core::ffi::c_int);
impl aclFormat {
    pub const ACL_FORMAT_UNDEFINED: aclFormat = aclFormat(-1);
    pub const ACL_FORMAT_NCHW: aclFormat = aclFormat(0);
    pub const ACL_FORMAT_NHWC: aclFormat = aclFormat(1);
    pub const ACL_FORMAT_ND: aclFormat = aclFormat(2);
    pub const ACL_FORMAT_NC1HWC0: aclFormat = aclFormat(3);
    pub const ACL_FORMAT_FRACTAL_Z: aclFormat = aclFormat(4);
    pub const ACL_FORMAT_NC1HWC0_C04: aclFormat = aclFormat(12);
    pub const ACL_FORMAT_HWCN: aclFormat = aclFormat(16);
    pub const ACL_FORMAT_NDHWC: aclFormat = aclFormat(27);
    pub const ACL_FORMAT_FRACTAL_NZ: aclFormat = aclFormat(29);
    pub const ACL_FORMAT_NCDHW: aclFormat = aclFormat(30);
    pub const ACL_FORMAT_NDC1HWC0: aclFormat = aclFormat(32);
    pub const ACL_FRACTAL_Z_3D: aclFormat = aclFormat(33);
    pub const ACL_FORMAT_NC: aclFormat = aclFormat(35);
    pub const ACL_FORMAT_NCL: aclFormat = aclFormat(47);
    pub const ACL_FORMAT_FRACTAL_NZ_C0_16: aclFormat = aclFormat(50);
    pub const ACL_FORMAT_FRACTAL_NZ_C0_32: aclFormat = aclFormat(51);
    pub const ACL_FORMAT_FRACTAL_NZ_C0_2: aclFormat = aclFormat(52);
    pub const ACL_FORMAT_FRACTAL_NZ_C0_4: aclFormat = aclFormat(53);
    pub const ACL_FORMAT_FRACTAL_NZ_C0_8: aclFormat = aclFormat(54);
}
#[repr(transparent)]
/// Orders of a tensor's dimensions in memory.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclFormat(pub core::ffi::c_int);
impl aclMemType {
    pub const ACL_MEMTYPE_DEVICE: aclMemType = aclMemType(0);
    pub const ACL_MEMTYPE_HOST: aclMemType = aclMemType(1);
    pub const ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT: aclMemType = aclMemType(2);
}
#[repr(transparent)]
/// Where an operator's tensor lies.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclMemType(pub core::ffi::c_uint);
impl aclrtMemLocationType {
    pub const ACL_MEM_LOCATION_TYPE_HOST: aclrtMemLocationType = aclrtMemLocationType(0);
    pub const ACL_MEM_LOCATION_TYPE_DEVICE: aclrtMemLocationType = aclrtMemLocationType(
        1,
    );
    pub const ACL_MEM_LOCATION_TYPE_UNREGISTERED: aclrtMemLocationType = aclrtMemLocationType(
        2,
    );
    pub const ACL_MEM_LOCATION_TYPE_MANAGED: aclrtMemLocationType = aclrtMemLocationType(
        3,
    );
    pub const ACL_MEM_LOCATION_TYPE_HOST_NUMA: aclrtMemLocationType = aclrtMemLocationType(
        4,
    );
}
#[repr(transparent)]
/// Where memory lies; UNREGISTERED is pageable host memory.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemLocationType(pub core::ffi::c_uint);
/// A device or host as the place of memory. Note that the id comes first.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemLocation {
    pub id: u32,
    pub type_: aclrtMemLocationType,
}
impl aclrtMemAttr {
    pub const ACL_DDR_MEM: aclrtMemAttr = aclrtMemAttr(0);
    pub const ACL_HBM_MEM: aclrtMemAttr = aclrtMemAttr(1);
    pub const ACL_DDR_MEM_HUGE: aclrtMemAttr = aclrtMemAttr(2);
    pub const ACL_DDR_MEM_NORMAL: aclrtMemAttr = aclrtMemAttr(3);
    pub const ACL_HBM_MEM_HUGE: aclrtMemAttr = aclrtMemAttr(4);
    pub const ACL_HBM_MEM_NORMAL: aclrtMemAttr = aclrtMemAttr(5);
    pub const ACL_DDR_MEM_P2P_HUGE: aclrtMemAttr = aclrtMemAttr(6);
    pub const ACL_DDR_MEM_P2P_NORMAL: aclrtMemAttr = aclrtMemAttr(7);
    pub const ACL_HBM_MEM_P2P_HUGE: aclrtMemAttr = aclrtMemAttr(8);
    pub const ACL_HBM_MEM_P2P_NORMAL: aclrtMemAttr = aclrtMemAttr(9);
    pub const ACL_HBM_MEM_HUGE1G: aclrtMemAttr = aclrtMemAttr(10);
    pub const ACL_HBM_MEM_P2P_HUGE1G: aclrtMemAttr = aclrtMemAttr(11);
    pub const ACL_MEM_NORMAL: aclrtMemAttr = aclrtMemAttr(12);
    pub const ACL_MEM_HUGE: aclrtMemAttr = aclrtMemAttr(13);
    pub const ACL_MEM_HUGE1G: aclrtMemAttr = aclrtMemAttr(14);
    pub const ACL_MEM_P2P_NORMAL: aclrtMemAttr = aclrtMemAttr(15);
    pub const ACL_MEM_P2P_HUGE: aclrtMemAttr = aclrtMemAttr(16);
    pub const ACL_MEM_P2P_HUGE1G: aclrtMemAttr = aclrtMemAttr(17);
}
#[repr(transparent)]
/// Kinds of memory.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemAttr(pub core::ffi::c_uint);
impl aclrtMemAllocationType {
    pub const ACL_MEM_ALLOCATION_TYPE_PINNED: aclrtMemAllocationType = aclrtMemAllocationType(
        0,
    );
}
#[repr(transparent)]
/// How physical memory is held.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemAllocationType(pub core::ffi::c_uint);
impl aclrtMemHandleType {
    pub const ACL_MEM_HANDLE_TYPE_NONE: aclrtMemHandleType = aclrtMemHandleType(0);
    pub const ACL_MEM_HANDLE_TYPE_POSIX: aclrtMemHandleType = aclrtMemHandleType(2);
}
#[repr(transparent)]
/// What physical memory may be exported as.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemHandleType(pub core::ffi::c_uint);
/// Allocates; returns the block.
pub type aclrtAllocatorAllocFunc = ::core::option::Option<
    unsafe extern "C" fn(
        allocator: aclrtAllocator,
        size: usize,
    ) -> *mut core::ffi::c_void,
>;
/// Frees a block.
pub type aclrtAllocatorFreeFunc = ::core::option::Option<
    unsafe extern "C" fn(allocator: aclrtAllocator, block: aclrtAllocatorBlock),
>;
/// Allocates near an address; returns the block.
pub type aclrtAllocatorAllocAdviseFunc = ::core::option::Option<
    unsafe extern "C" fn(
        allocator: aclrtAllocator,
        size: usize,
        addr: aclrtAllocatorAddr,
    ) -> *mut core::ffi::c_void,
>;
/// The address of a block.
pub type aclrtAllocatorGetAddrFromBlockFunc = ::core::option::Option<
    unsafe extern "C" fn(block: aclrtAllocatorBlock) -> *mut core::ffi::c_void,
>;
impl aclrtCmoType {
    pub const ACL_RT_CMO_TYPE_PREFETCH: aclrtCmoType = aclrtCmoType(0);
    pub const ACL_RT_CMO_TYPE_WRITEBACK: aclrtCmoType = aclrtCmoType(1);
    pub const ACL_RT_CMO_TYPE_INVALID: aclrtCmoType = aclrtCmoType(2);
    pub const ACL_RT_CMO_TYPE_FLUSH: aclrtCmoType = aclrtCmoType(3);
}
#[repr(transparent)]
/// Cache operations.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtCmoType(pub core::ffi::c_uint);
/// A cache operation by its number.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtBarrierCmoInfo {
    pub cmoType: aclrtCmoType,
    pub barrierId: u32,
}
/// The cache operations to wait for; the first `barrierNum` count.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtBarrierTaskInfo {
    pub barrierNum: usize,
    pub cmoInfo: [aclrtBarrierCmoInfo; 6usize],
}
impl aclrtCallbackBlockType {
    pub const ACL_CALLBACK_NO_BLOCK: aclrtCallbackBlockType = aclrtCallbackBlockType(0);
    pub const ACL_CALLBACK_BLOCK: aclrtCallbackBlockType = aclrtCallbackBlockType(1);
}
#[repr(transparent)]
/// Whether later work of the stream waits for the callback.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtCallbackBlockType(pub core::ffi::c_uint);
/// A function queued on a stream. It must not call ACL.
pub type aclrtHostFunc = ::core::option::Option<
    unsafe extern "C" fn(args: *mut core::ffi::c_void),
>;
impl aclSysParamOpt {
    pub const ACL_OPT_DETERMINISTIC: aclSysParamOpt = aclSysParamOpt(0);
    pub const ACL_OPT_ENABLE_DEBUG_KERNEL: aclSysParamOpt = aclSysParamOpt(1);
    pub const ACL_OPT_STRONG_CONSISTENCY: aclSysParamOpt = aclSysParamOpt(2);
    pub const ACL_OPT_ENABLE_KERNEL_EARLY_START: aclSysParamOpt = aclSysParamOpt(3);
}
#[repr(transparent)]
/// System options. Of DETERMINISTIC: 0 off, 1 on, 2 strong, 3 the same for any batch.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclSysParamOpt(pub core::ffi::c_uint);
impl aclrtMemcpyKind {
    pub const ACL_MEMCPY_HOST_TO_HOST: aclrtMemcpyKind = aclrtMemcpyKind(0);
    pub const ACL_MEMCPY_HOST_TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind(1);
    pub const ACL_MEMCPY_DEVICE_TO_HOST: aclrtMemcpyKind = aclrtMemcpyKind(2);
    pub const ACL_MEMCPY_DEVICE_TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind(3);
    pub const ACL_MEMCPY_DEFAULT: aclrtMemcpyKind = aclrtMemcpyKind(4);
    pub const ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind(5);
    pub const ACL_MEMCPY_INNER_DEVICE_TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind(6);
    pub const ACL_MEMCPY_INTER_DEVICE_TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind(7);
}
#[repr(transparent)]
/// Direction of a copy; a hint, save for the last three, which plain copies refuse.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemcpyKind(pub core::ffi::c_uint);
impl aclrtReduceKind {
    pub const ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM: aclrtReduceKind = aclrtReduceKind(10);
    pub const ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX: aclrtReduceKind = aclrtReduceKind(11);
    pub const ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN: aclrtReduceKind = aclrtReduceKind(12);
    pub const ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL: aclrtReduceKind = aclrtReduceKind(13);
}
#[repr(transparent)]
/// Operations of aclrtReduceAsync.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtReduceKind(pub core::ffi::c_uint);
/// Where the ranges of a batch lie.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemcpyBatchAttr {
    pub dstLoc: aclrtMemLocation,
    pub srcLoc: aclrtMemLocation,
    pub rsv: [u8; 16usize],
}
/// Device memory of the caller, described.
#[repr(C)]
#[derive(Debug)]
pub struct aclDataBuffer {
    _unused: [u8; 0],
}
impl aclLogLevel {
    pub const ACL_DEBUG: aclLogLevel = aclLogLevel(0);
    pub const ACL_INFO: aclLogLevel = aclLogLevel(1);
    pub const ACL_WARNING: aclLogLevel = aclLogLevel(2);
    pub const ACL_ERROR: aclLogLevel = aclLogLevel(3);
}
#[repr(transparent)]
/// Levels of the log.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclLogLevel(pub core::ffi::c_uint);
impl aclrtRunMode {
    pub const ACL_DEVICE: aclrtRunMode = aclrtRunMode(0);
    pub const ACL_HOST: aclrtRunMode = aclrtRunMode(1);
}
#[repr(transparent)]
/// Where the program runs.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtRunMode(pub core::ffi::c_uint);
impl aclrtDevAttr {
    pub const ACL_DEV_ATTR_AICPU_CORE_NUM: aclrtDevAttr = aclrtDevAttr(1);
    pub const ACL_DEV_ATTR_AICORE_CORE_NUM: aclrtDevAttr = aclrtDevAttr(101);
    pub const ACL_DEV_ATTR_CUBE_CORE_NUM: aclrtDevAttr = aclrtDevAttr(102);
    pub const ACL_DEV_ATTR_VECTOR_CORE_NUM: aclrtDevAttr = aclrtDevAttr(201);
    pub const ACL_DEV_ATTR_WARP_SIZE: aclrtDevAttr = aclrtDevAttr(202);
    pub const ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE: aclrtDevAttr = aclrtDevAttr(203);
    pub const ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE: aclrtDevAttr = aclrtDevAttr(204);
    pub const ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE: aclrtDevAttr = aclrtDevAttr(204);
    pub const ACL_DEV_ATTR_MAX_GRID_DIM_X: aclrtDevAttr = aclrtDevAttr(205);
    pub const ACL_DEV_ATTR_MAX_GRID_DIM_Y: aclrtDevAttr = aclrtDevAttr(206);
    pub const ACL_DEV_ATTR_MAX_GRID_DIM_Z: aclrtDevAttr = aclrtDevAttr(207);
    pub const ACL_DEV_ATTR_MAX_BLOCK_PER_GRID: aclrtDevAttr = aclrtDevAttr(208);
    pub const ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK: aclrtDevAttr = aclrtDevAttr(209);
    pub const ACL_DEV_ATTR_MAX_BLOCK_DIM_X: aclrtDevAttr = aclrtDevAttr(210);
    pub const ACL_DEV_ATTR_MAX_BLOCK_DIM_Y: aclrtDevAttr = aclrtDevAttr(211);
    pub const ACL_DEV_ATTR_MAX_BLOCK_DIM_Z: aclrtDevAttr = aclrtDevAttr(212);
    pub const ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE: aclrtDevAttr = aclrtDevAttr(301);
    pub const ACL_DEV_ATTR_L2_CACHE_SIZE: aclrtDevAttr = aclrtDevAttr(302);
    pub const ACL_DEV_ATTR_SMP_ID: aclrtDevAttr = aclrtDevAttr(401);
    pub const ACL_DEV_ATTR_PHY_CHIP_ID: aclrtDevAttr = aclrtDevAttr(402);
    pub const ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID: aclrtDevAttr = aclrtDevAttr(403);
    pub const ACL_DEV_ATTR_SUPER_POD_DEVICE_ID: aclrtDevAttr = aclrtDevAttr(403);
    pub const ACL_DEV_ATTR_SUPER_POD_SERVER_ID: aclrtDevAttr = aclrtDevAttr(404);
    pub const ACL_DEV_ATTR_SUPER_POD_ID: aclrtDevAttr = aclrtDevAttr(405);
    pub const ACL_DEV_ATTR_CUST_OP_PRIVILEGE: aclrtDevAttr = aclrtDevAttr(406);
    pub const ACL_DEV_ATTR_MAINBOARD_ID: aclrtDevAttr = aclrtDevAttr(407);
    pub const ACL_DEV_ATTR_HD_CONNECT_TYPE: aclrtDevAttr = aclrtDevAttr(408);
    pub const ACL_DEV_ATTR_DEVICE_FORM_FACTOR: aclrtDevAttr = aclrtDevAttr(409);
    pub const ACL_DEV_ATTR_IS_VIRTUAL: aclrtDevAttr = aclrtDevAttr(501);
    pub const ACL_DEV_ATTR_NPU_ARCH: aclrtDevAttr = aclrtDevAttr(601);
}
#[repr(transparent)]
/// Attributes of a device. Sizes are bytes.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtDevAttr(pub core::ffi::c_uint);
impl aclDeviceInfo {
    pub const ACL_DEVICE_INFO_UNDEFINED: aclDeviceInfo = aclDeviceInfo(-1);
    pub const ACL_DEVICE_INFO_AI_CORE_NUM: aclDeviceInfo = aclDeviceInfo(0);
    pub const ACL_DEVICE_INFO_VECTOR_CORE_NUM: aclDeviceInfo = aclDeviceInfo(1);
    pub const ACL_DEVICE_INFO_L2_SIZE: aclDeviceInfo = aclDeviceInfo(2);
}
#[repr(transparent)]
/// Quantities of a device.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclDeviceInfo(pub core::ffi::c_int);
impl aclrtDevFeatureType {
    pub const ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV: aclrtDevFeatureType = aclrtDevFeatureType(
        1,
    );
    pub const ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV: aclrtDevFeatureType = aclrtDevFeatureType(
        21,
    );
}
#[repr(transparent)]
/// Features of a device.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtDevFeatureType(pub core::ffi::c_uint);
impl aclrtDeviceStatus {
    pub const ACL_RT_DEVICE_STATUS_NORMAL: aclrtDeviceStatus = aclrtDeviceStatus(0);
    pub const ACL_RT_DEVICE_STATUS_ABNORMAL: aclrtDeviceStatus = aclrtDeviceStatus(1);
    pub const ACL_RT_DEVICE_STATUS_END: aclrtDeviceStatus = aclrtDeviceStatus(65535);
}
#[repr(transparent)]
/// Whether a device is in order.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtDeviceStatus(pub core::ffi::c_uint);
impl aclrtTsId {
    pub const ACL_TS_ID_AICORE: aclrtTsId = aclrtTsId(0);
    pub const ACL_TS_ID_AIVECTOR: aclrtTsId = aclrtTsId(1);
    pub const ACL_TS_ID_RESERVED: aclrtTsId = aclrtTsId(2);
}
#[repr(transparent)]
/// Task schedulers.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtTsId(pub core::ffi::c_uint);
impl aclrtDeviceLimit {
    pub const ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE: aclrtDeviceLimit = aclrtDeviceLimit(0);
    pub const ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE: aclrtDeviceLimit = aclrtDeviceLimit(
        1,
    );
    pub const ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE: aclrtDeviceLimit = aclrtDeviceLimit(2);
    pub const ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE: aclrtDeviceLimit = aclrtDeviceLimit(
        3,
    );
    pub const ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE: aclrtDeviceLimit = aclrtDeviceLimit(
        4,
    );
}
#[repr(transparent)]
/// Sizes that can be set for a device, in bytes.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtDeviceLimit(pub core::ffi::c_uint);
/// Reserved; pass NULL.
#[repr(C)]
#[derive(Debug)]
pub struct aclrtUtilizationExtendInfo {
    _unused: [u8; 0],
}
/// How busy a device is, in percent.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtUtilizationInfo {
    pub cubeUtilization: i32,
    pub vectorUtilization: i32,
    pub aicpuUtilization: i32,
    pub memoryUtilization: i32,
    pub utilizationExtend: *mut aclrtUtilizationExtendInfo,
}
/// What identifies a device for good.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtUuid {
    pub bytes: [core::ffi::c_char; 16usize],
}
impl aclrtDeviceState {
    pub const ACL_RT_DEVICE_STATE_SET_PRE: aclrtDeviceState = aclrtDeviceState(0);
    pub const ACL_RT_DEVICE_STATE_SET_POST: aclrtDeviceState = aclrtDeviceState(1);
    pub const ACL_RT_DEVICE_STATE_RESET_PRE: aclrtDeviceState = aclrtDeviceState(2);
    pub const ACL_RT_DEVICE_STATE_RESET_POST: aclrtDeviceState = aclrtDeviceState(3);
}
#[repr(transparent)]
/// Moments in the life of a device.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtDeviceState(pub core::ffi::c_uint);
/// Called at the moments of a device.
pub type aclrtDeviceStateCallback = ::core::option::Option<
    unsafe extern "C" fn(
        deviceId: i32,
        state: aclrtDeviceState,
        args: *mut core::ffi::c_void,
    ),
>;
impl aclrtAtomicOperation {
    pub const ACL_RT_ATOMIC_OPERATION_INTEGER_ADD: aclrtAtomicOperation = aclrtAtomicOperation(
        0,
    );
    pub const ACL_RT_ATOMIC_OPERATION_INTEGER_MIN: aclrtAtomicOperation = aclrtAtomicOperation(
        1,
    );
    pub const ACL_RT_ATOMIC_OPERATION_INTEGER_MAX: aclrtAtomicOperation = aclrtAtomicOperation(
        2,
    );
    pub const ACL_RT_ATOMIC_OPERATION_INTEGER_INCREMENT: aclrtAtomicOperation = aclrtAtomicOperation(
        3,
    );
    pub const ACL_RT_ATOMIC_OPERATION_INTEGER_DECREMENT: aclrtAtomicOperation = aclrtAtomicOperation(
        4,
    );
    pub const ACL_RT_ATOMIC_OPERATION_AND: aclrtAtomicOperation = aclrtAtomicOperation(
        5,
    );
    pub const ACL_RT_ATOMIC_OPERATION_OR: aclrtAtomicOperation = aclrtAtomicOperation(6);
    pub const ACL_RT_ATOMIC_OPERATION_XOR: aclrtAtomicOperation = aclrtAtomicOperation(
        7,
    );
    pub const ACL_RT_ATOMIC_OPERATION_EXCHANGE: aclrtAtomicOperation = aclrtAtomicOperation(
        8,
    );
    pub const ACL_RT_ATOMIC_OPERATION_CAS: aclrtAtomicOperation = aclrtAtomicOperation(
        9,
    );
    pub const ACL_RT_ATOMIC_OPERATION_FLOAT_ADD: aclrtAtomicOperation = aclrtAtomicOperation(
        10,
    );
    pub const ACL_RT_ATOMIC_OPERATION_FLOAT_MIN: aclrtAtomicOperation = aclrtAtomicOperation(
        11,
    );
    pub const ACL_RT_ATOMIC_OPERATION_FLOAT_MAX: aclrtAtomicOperation = aclrtAtomicOperation(
        12,
    );
    pub const ACL_RT_ATOMIC_OPERATION_DMA_ADD: aclrtAtomicOperation = aclrtAtomicOperation(
        30,
    );
    pub const ACL_RT_ATOMIC_OPERATION_DMA_MIN: aclrtAtomicOperation = aclrtAtomicOperation(
        31,
    );
    pub const ACL_RT_ATOMIC_OPERATION_DMA_MAX: aclrtAtomicOperation = aclrtAtomicOperation(
        32,
    );
    pub const ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD: aclrtAtomicOperation = aclrtAtomicOperation(
        40,
    );
    pub const ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MIN: aclrtAtomicOperation = aclrtAtomicOperation(
        41,
    );
    pub const ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MAX: aclrtAtomicOperation = aclrtAtomicOperation(
        42,
    );
    pub const ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_CAS: aclrtAtomicOperation = aclrtAtomicOperation(
        43,
    );
    pub const ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH: aclrtAtomicOperation = aclrtAtomicOperation(
        44,
    );
}
#[repr(transparent)]
/// Atomic operations.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtAtomicOperation(pub core::ffi::c_uint);
impl aclrtAtomicOperationCapability {
    pub const ACL_RT_ATOMIC_CAPABILITY_SIGNED: aclrtAtomicOperationCapability = aclrtAtomicOperationCapability(
        1,
    );
    pub const ACL_RT_ATOMIC_CAPABILITY_UNSIGNED: aclrtAtomicOperationCapability = aclrtAtomicOperationCapability(
        2,
    );
    pub const ACL_RT_ATOMIC_CAPABILITY_REDUCATION: aclrtAtomicOperationCapability = aclrtAtomicOperationCapability(
        4,
    );
    pub const ACL_RT_ATOMIC_CAPABILITY_REDUCTION: aclrtAtomicOperationCapability = aclrtAtomicOperationCapability(
        4,
    );
    pub const ACL_RT_ATOMIC_CAPABILITY_SCALAR8: aclrtAtomicOperationCapability = aclrtAtomicOperationCapability(
        8,
    );
    pub const ACL_RT_ATOMIC_CAPABILITY_SCALAR16: aclrtAtomicOperationCapability = aclrtAtomicOperationCapability(
        16,
    );
    pub const ACL_RT_ATOMIC_CAPABILITY_SCALAR32: aclrtAtomicOperationCapability = aclrtAtomicOperationCapability(
        32,
    );
    pub const ACL_RT_ATOMIC_CAPABILITY_SCALAR64: aclrtAtomicOperationCapability = aclrtAtomicOperationCapability(
        64,
    );
    pub const ACL_RT_ATOMIC_CAPABILITY_SCALAR128: aclrtAtomicOperationCapability = aclrtAtomicOperationCapability(
        128,
    );
    pub const ACL_RT_ATOMIC_CAPABILITY_VECTOR32X4: aclrtAtomicOperationCapability = aclrtAtomicOperationCapability(
        256,
    );
}
#[repr(transparent)]
/// Bits of what an atomic operation can do.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtAtomicOperationCapability(pub core::ffi::c_uint);
impl acldumpType {
    pub const AIC_ERR_BRIEF_DUMP: acldumpType = acldumpType(1);
    pub const AIC_ERR_NORM_DUMP: acldumpType = acldumpType(2);
    pub const AIC_ERR_DETAIL_DUMP: acldumpType = acldumpType(3);
    pub const DATA_DUMP: acldumpType = acldumpType(4);
    pub const OVERFLOW_DUMP: acldumpType = acldumpType(5);
}
#[repr(transparent)]
/// Kinds of dumps.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acldumpType(pub core::ffi::c_uint);
impl acldumpTensorType {
    pub const ACL_DUMP_TENSOR_INPUT: acldumpTensorType = acldumpTensorType(0);
    pub const ACL_DUMP_TENSOR_OUTPUT: acldumpTensorType = acldumpTensorType(1);
    pub const ACL_DUMP_TENSOR_WORKSPACE: acldumpTensorType = acldumpTensorType(2);
}
#[repr(transparent)]
/// Roles of a tensor.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acldumpTensorType(pub core::ffi::c_uint);
impl acldumpTensorAddressType {
    pub const ACL_DUMP_ADDR_PTR: acldumpTensorAddressType = acldumpTensorAddressType(0);
    pub const ACL_DUMP_ADDR_PTR_PTR: acldumpTensorAddressType = acldumpTensorAddressType(
        1,
    );
    pub const ACL_DUMP_ADDR_RAW: acldumpTensorAddressType = acldumpTensorAddressType(2);
}
#[repr(transparent)]
/// Whether an address is the data's, or points to it.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acldumpTensorAddressType(pub core::ffi::c_uint);
impl acldumpTensorPlacement {
    pub const ACL_DUMP_PLACEMENT_DEVICE: acldumpTensorPlacement = acldumpTensorPlacement(
        0,
    );
    pub const ACL_DUMP_PLACEMENT_HOST: acldumpTensorPlacement = acldumpTensorPlacement(
        1,
    );
    pub const ACL_DUMP_PLACEMENT_END: acldumpTensorPlacement = acldumpTensorPlacement(2);
}
#[repr(transparent)]
/// Where a tensor lies.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acldumpTensorPlacement(pub core::ffi::c_uint);
/// A tensor to dump.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acldumpTensorInfo {
    pub type_: acldumpTensorType,
    pub tensorSize: usize,
    pub format: i32,
    pub dataType: i32,
    pub tensorAddr: *mut i64,
    pub addrType: acldumpTensorAddressType,
    pub placement: acldumpTensorPlacement,
    pub argsOffset: u32,
    pub shapeNum: u32,
    pub originShapeNum: u32,
    pub shape: [u64; 25usize],
    pub originShape: [u64; 25usize],
}
/// A part of dump data, `bufLen` bytes in `dataBuf`.
#[repr(C)]
#[derive(Debug)]
pub struct acldumpChunk {
    pub fileName: [core::ffi::c_char; 4096usize],
    pub bufLen: u32,
    pub isLastChunk: u32,
    pub offset: i64,
    pub flag: i32,
    pub dataBuf: __IncompleteArrayField<u8>,
}
impl aclrtBinaryLoadOptionType {
    pub const ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD: aclrtBinaryLoadOptionType = aclrtBinaryLoadOptionType(
        1,
    );
    pub const ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC: aclrtBinaryLoadOptionType = aclrtBinaryLoadOptionType(
        2,
    );
    pub const ACL_RT_BINARY_LOAD_OPT_MAGIC: aclrtBinaryLoadOptionType = aclrtBinaryLoadOptionType(
        2,
    );
    pub const ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE: aclrtBinaryLoadOptionType = aclrtBinaryLoadOptionType(
        3,
    );
}
#[repr(transparent)]
/// Options of loading an image.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtBinaryLoadOptionType(pub core::ffi::c_uint);
/// The value of an option of loading an image.
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclrtBinaryLoadOptionValue {
    pub isLazyLoad: u32,
    pub magic: u32,
    pub cpuKernelMode: i32,
    pub rsv: [u32; 4usize],
}
/// An option of loading an image with its value.
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclrtBinaryLoadOption {
    pub type_: aclrtBinaryLoadOptionType,
    pub value: aclrtBinaryLoadOptionValue,
}
/// The options of loading an image.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtBinaryLoadOptions {
    pub options: *mut aclrtBinaryLoadOption,
    pub numOpt: usize,
}
impl aclrtEngineType {
    pub const ACL_RT_ENGINE_TYPE_AIC: aclrtEngineType = aclrtEngineType(0);
    pub const ACL_RT_ENGINE_TYPE_AIV: aclrtEngineType = aclrtEngineType(1);
}
#[repr(transparent)]
/// Cores that a kernel may be launched on.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtEngineType(pub core::ffi::c_uint);
/// A limit in microseconds, in halves.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtTimeoutUs {
    pub timeoutLow: u32,
    pub timeoutHigh: u32,
}
impl aclrtLaunchKernelAttrId {
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        1,
    );
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_LOCAL_MEMORY_SIZE: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        2,
    );
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        2,
    );
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        3,
    );
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        4,
    );
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        5,
    );
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        6,
    );
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        7,
    );
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        8,
    );
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        9,
    );
}
#[repr(transparent)]
/// Attributes of a launch. TIMEOUT is seconds and excludes TIMEOUT_US.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtLaunchKernelAttrId(pub core::ffi::c_uint);
/// The value of an attribute of a launch.
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclrtLaunchKernelAttrValue {
    pub schemMode: u8,
    pub localMemorySize: u32,
    pub dynUBufSize: u32,
    pub engineType: aclrtEngineType,
    pub blockDimOffset: u32,
    pub isBlockTaskPrefetch: u8,
    pub isDataDump: u8,
    pub timeout: u16,
    pub timeoutUs: aclrtTimeoutUs,
    pub enableProfiling: u8,
    pub rsv: [u32; 4usize],
}
/// An attribute of a launch with its value.
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclrtLaunchKernelAttr {
    pub id: aclrtLaunchKernelAttrId,
    pub value: aclrtLaunchKernelAttrValue,
}
/// The attributes of a launch.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtLaunchKernelCfg {
    pub attrs: *mut aclrtLaunchKernelAttr,
    pub numAttrs: usize,
}
/// Where in the arguments the address of copied data goes, and where that data begins; in bytes.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtPlaceHolderInfo {
    pub addrOffset: u32,
    pub dataOffset: u32,
}
impl aclrtFuncAttribute {
    pub const ACL_FUNC_ATTR_KERNEL_TYPE: aclrtFuncAttribute = aclrtFuncAttribute(1);
    pub const ACL_FUNC_ATTR_KERNEL_RATIO: aclrtFuncAttribute = aclrtFuncAttribute(2);
    pub const ACL_FUNC_ATTR_KERNEL_SCHED_MODE: aclrtFuncAttribute = aclrtFuncAttribute(
        3,
    );
}
#[repr(transparent)]
/// Attributes of a kernel.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtFuncAttribute(pub core::ffi::c_uint);
impl aclrtKernelType {
    pub const ACL_KERNEL_TYPE_AICORE: aclrtKernelType = aclrtKernelType(0);
    pub const ACL_KERNEL_TYPE_CUBE: aclrtKernelType = aclrtKernelType(1);
    pub const ACL_KERNEL_TYPE_VECTOR: aclrtKernelType = aclrtKernelType(2);
    pub const ACL_KERNEL_TYPE_MIX: aclrtKernelType = aclrtKernelType(3);
    pub const ACL_KERNEL_TYPE_AICPU: aclrtKernelType = aclrtKernelType(100);
}
#[repr(transparent)]
/// Types of kernels.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtKernelType(pub core::ffi::c_uint);
/// Extent in three dimensions.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}
impl aclrtLastErrLevel {
    pub const ACL_RT_THREAD_LEVEL: aclrtLastErrLevel = aclrtLastErrLevel(0);
}
#[repr(transparent)]
/// Whose last error.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtLastErrLevel(pub core::ffi::c_uint);
#[repr(C)]
#[derive(Debug)]
pub struct rtExceptionInfo {
    _unused: [u8; 0],
}
/// What is known of a failed task; lives only inside the callback.
pub type aclrtExceptionInfo = rtExceptionInfo;
/// Called by a thread of the runtime when a task fails.
pub type aclrtExceptionInfoCallback = ::core::option::Option<
    unsafe extern "C" fn(exceptionInfo: *mut aclrtExceptionInfo),
>;
/// Called by a thread of the runtime when a kernel of one image fails.
pub type aclrtOpExceptionCallback = ::core::option::Option<
    unsafe extern "C" fn(
        exceptionInfo: *mut aclrtExceptionInfo,
        userData: *mut core::ffi::c_void,
    ),
>;
/// A range of device memory with an uncorrectable error; `reserved` must be 0.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemUceInfo {
    pub addr: *mut core::ffi::c_void,
    pub len: usize,
    pub reserved: [usize; 14usize],
}
/// Ranges with uncorrectable errors; the first `arraySize` count.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemUceInfoArray {
    pub arraySize: usize,
    pub memUceInfoArray: [aclrtMemUceInfo; 20usize],
}
impl aclrtErrorType {
    pub const ACL_RT_NO_ERROR: aclrtErrorType = aclrtErrorType(0);
    pub const ACL_RT_ERROR_MEMORY: aclrtErrorType = aclrtErrorType(1);
    pub const ACL_RT_ERROR_L2: aclrtErrorType = aclrtErrorType(2);
    pub const ACL_RT_ERROR_AICORE: aclrtErrorType = aclrtErrorType(3);
    pub const ACL_RT_ERROR_LINK: aclrtErrorType = aclrtErrorType(4);
    pub const ACL_RT_ERROR_L3_PORT: aclrtErrorType = aclrtErrorType(5);
    pub const ACL_RT_ERROR_OTHERS: aclrtErrorType = aclrtErrorType(65535);
}
#[repr(transparent)]
/// What is wrong with a device.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtErrorType(pub core::ffi::c_uint);
impl aclrtAicoreErrorType {
    pub const ACL_RT_AICORE_ERROR_UNKNOWN: aclrtAicoreErrorType = aclrtAicoreErrorType(
        0,
    );
    pub const ACL_RT_AICORE_ERROR_SW: aclrtAicoreErrorType = aclrtAicoreErrorType(1);
    pub const ACL_RT_AICORE_ERROR_HW_LOCAL: aclrtAicoreErrorType = aclrtAicoreErrorType(
        2,
    );
}
#[repr(transparent)]
/// What is wrong with a core.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtAicoreErrorType(pub core::ffi::c_uint);
/// Detail of a fault, by its type.
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclrtErrorInfoDetail {
    pub uceInfo: aclrtMemUceInfoArray,
    pub aicoreErrType: aclrtAicoreErrorType,
}
/// A fault of a device.
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclrtErrorInfo {
    pub tryRepair: u8,
    pub hasDetail: u8,
    pub reserved: [u8; 2usize],
    pub errorType: aclrtErrorType,
    pub detail: aclrtErrorInfoDetail,
}
impl aclrtDeviceTaskAbortStage {
    pub const ACL_RT_DEVICE_TASK_ABORT_PRE: aclrtDeviceTaskAbortStage = aclrtDeviceTaskAbortStage(
        0,
    );
    pub const ACL_RT_DEVICE_TASK_ABORT_POST: aclrtDeviceTaskAbortStage = aclrtDeviceTaskAbortStage(
        1,
    );
}
#[repr(transparent)]
/// When a callback of aclrtDeviceTaskAbort runs.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtDeviceTaskAbortStage(pub core::ffi::c_uint);
/// Called before and after aclrtDeviceTaskAbort; returns 0 for success.
pub type aclrtDeviceTaskAbortCallback = ::core::option::Option<
    unsafe extern "C" fn(
        deviceId: i32,
        stage: aclrtDeviceTaskAbortStage,
        timeout: u32,
        args: *mut core::ffi::c_void,
    ) -> i32,
>;
impl aclrtEventStatus {
    pub const ACL_EVENT_STATUS_COMPLETE: aclrtEventStatus = aclrtEventStatus(0);
    pub const ACL_EVENT_STATUS_NOT_READY: aclrtEventStatus = aclrtEventStatus(1);
    pub const ACL_EVENT_STATUS_RESERVED: aclrtEventStatus = aclrtEventStatus(2);
}
#[repr(transparent)]
/// State of an event as aclrtQueryEvent tells it: complete is 0.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtEventStatus(pub core::ffi::c_uint);
impl aclrtEventRecordedStatus {
    pub const ACL_EVENT_RECORDED_STATUS_NOT_READY: aclrtEventRecordedStatus = aclrtEventRecordedStatus(
        0,
    );
    pub const ACL_EVENT_RECORDED_STATUS_COMPLETE: aclrtEventRecordedStatus = aclrtEventRecordedStatus(
        1,
    );
}
#[repr(transparent)]
/// State of an event's newest record: complete is 1.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtEventRecordedStatus(pub core::ffi::c_uint);
impl aclrtEventWaitStatus {
    pub const ACL_EVENT_WAIT_STATUS_COMPLETE: aclrtEventWaitStatus = aclrtEventWaitStatus(
        0,
    );
    pub const ACL_EVENT_WAIT_STATUS_NOT_READY: aclrtEventWaitStatus = aclrtEventWaitStatus(
        1,
    );
    pub const ACL_EVENT_WAIT_STATUS_RESERVED: aclrtEventWaitStatus = aclrtEventWaitStatus(
        65535,
    );
}
#[repr(transparent)]
/// State of the waits for an event: complete is 0.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtEventWaitStatus(pub core::ffi::c_uint);
impl aclrtRandomNumFuncType {
    pub const ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK: aclrtRandomNumFuncType = aclrtRandomNumFuncType(
        0,
    );
    pub const ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS: aclrtRandomNumFuncType = aclrtRandomNumFuncType(
        1,
    );
    pub const ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS: aclrtRandomNumFuncType = aclrtRandomNumFuncType(
        2,
    );
    pub const ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS: aclrtRandomNumFuncType = aclrtRandomNumFuncType(
        3,
    );
}
#[repr(transparent)]
/// Distributions.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtRandomNumFuncType(pub core::ffi::c_uint);
/// A parameter: its bytes, or the device address of it.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtRandomParaInfo {
    pub isAddr: u8,
    pub valueOrAddr: [u8; 8usize],
    pub size: u8,
    pub rsv: [u8; 6usize],
}
/// Parameters of a drop-out mask.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtDropoutBitmaskInfo {
    pub dropoutRation: aclrtRandomParaInfo,
}
/// Parameters of a uniform distribution.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtUniformDisInfo {
    pub min: aclrtRandomParaInfo,
    pub max: aclrtRandomParaInfo,
}
/// Parameters of a normal distribution.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtNormalDisInfo {
    pub mean: aclrtRandomParaInfo,
    pub stddev: aclrtRandomParaInfo,
}
/// A distribution with its parameters.
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclrtRandomNumFuncParaInfo {
    pub funcType: aclrtRandomNumFuncType,
    pub paramInfo: aclrtRandomNumFuncParaInfo__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclrtRandomNumFuncParaInfo__bindgen_ty_1 {
    pub dropoutBitmaskInfo: aclrtDropoutBitmaskInfo,
    pub uniformDisInfo: aclrtUniformDisInfo,
    pub normalDisInfo: aclrtNormalDisInfo,
}
/// What to fill, and how.
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclrtRandomNumTaskInfo {
    pub dataType: aclDataType,
    pub randomNumFuncParaInfo: aclrtRandomNumFuncParaInfo,
    pub randomParaAddr: *mut core::ffi::c_void,
    pub randomResultAddr: *mut core::ffi::c_void,
    pub randomCounterAddr: *mut core::ffi::c_void,
    pub randomSeed: aclrtRandomParaInfo,
    pub randomNum: aclrtRandomParaInfo,
    pub rsv: [u8; 8usize],
}
impl aclmdlRICaptureMode {
    pub const ACL_MODEL_RI_CAPTURE_MODE_GLOBAL: aclmdlRICaptureMode = aclmdlRICaptureMode(
        0,
    );
    pub const ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL: aclmdlRICaptureMode = aclmdlRICaptureMode(
        1,
    );
    pub const ACL_MODEL_RI_CAPTURE_MODE_RELAXED: aclmdlRICaptureMode = aclmdlRICaptureMode(
        2,
    );
}
#[repr(transparent)]
/// Which calls of which threads end a capture.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRICaptureMode(pub core::ffi::c_uint);
impl aclmdlRICaptureStatus {
    pub const ACL_MODEL_RI_CAPTURE_STATUS_NONE: aclmdlRICaptureStatus = aclmdlRICaptureStatus(
        0,
    );
    pub const ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE: aclmdlRICaptureStatus = aclmdlRICaptureStatus(
        1,
    );
    pub const ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED: aclmdlRICaptureStatus = aclmdlRICaptureStatus(
        2,
    );
}
#[repr(transparent)]
/// State of a capture.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRICaptureStatus(pub core::ffi::c_uint);
impl aclmdlRITaskType {
    pub const ACL_MODEL_RI_TASK_DEFAULT: aclmdlRITaskType = aclmdlRITaskType(0);
    pub const ACL_MODEL_RI_TASK_KERNEL: aclmdlRITaskType = aclmdlRITaskType(1);
    pub const ACL_MODEL_RI_TASK_EVENT_RECORD: aclmdlRITaskType = aclmdlRITaskType(2);
    pub const ACL_MODEL_RI_TASK_EVENT_WAIT: aclmdlRITaskType = aclmdlRITaskType(3);
    pub const ACL_MODEL_RI_TASK_EVENT_RESET: aclmdlRITaskType = aclmdlRITaskType(4);
    pub const ACL_MODEL_RI_TASK_VALUE_WRITE: aclmdlRITaskType = aclmdlRITaskType(5);
    pub const ACL_MODEL_RI_TASK_VALUE_WAIT: aclmdlRITaskType = aclmdlRITaskType(6);
}
#[repr(transparent)]
/// Types of tasks of a graph.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRITaskType(pub core::ffi::c_uint);
/// A kernel task.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRIKernelTaskParams {
    pub funcHandle: aclrtFuncHandle,
    pub cfg: *mut aclrtLaunchKernelCfg,
    pub args: *mut core::ffi::c_void,
    pub isHostArgs: u32,
    pub argsSize: usize,
    pub numBlocks: u32,
    pub rsv: [u32; 10usize],
}
/// An event record.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRIEventRecordTaskParams {
    pub event: aclrtEvent,
    pub eventFlag: u32,
    pub recordFlag: u32,
}
/// An event wait.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRIEventWaitTaskParams {
    pub event: aclrtEvent,
    pub eventFlag: u32,
    pub waitFlag: u32,
}
/// An event reset.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRIEventResetTaskParams {
    pub event: aclrtEvent,
    pub eventFlag: u32,
    pub resetFlag: u32,
}
/// A value write.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRIValueWriteTaskParams {
    pub devAddr: *mut core::ffi::c_void,
    pub value: u64,
}
/// A value wait.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRIValueWaitTaskParams {
    pub devAddr: *mut core::ffi::c_void,
    pub value: u64,
    pub flag: u32,
}
/// A task of a graph, by its type.
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclmdlRITaskParams {
    pub type_: aclmdlRITaskType,
    pub rsv0: [u32; 3usize],
    pub taskGrp: aclrtTaskGrp,
    pub opInfoPtr: *mut core::ffi::c_void,
    pub opInfoSize: usize,
    pub rsv1: [u8; 32usize],
    pub __bindgen_anon_1: aclmdlRITaskParams__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclmdlRITaskParams__bindgen_ty_1 {
    pub rsv2: [u8; 128usize],
    pub kernelTaskParams: aclmdlRIKernelTaskParams,
    pub eventRecordTaskParams: aclmdlRIEventRecordTaskParams,
    pub eventWaitTaskParams: aclmdlRIEventWaitTaskParams,
    pub eventResetTaskParams: aclmdlRIEventResetTaskParams,
    pub valueWriteTaskParams: aclmdlRIValueWriteTaskParams,
    pub valueWaitTaskParams: aclmdlRIValueWaitTaskParams,
}
impl aclmdlRICondHandleFlag {
    pub const ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT: aclmdlRICondHandleFlag = aclmdlRICondHandleFlag(
        1,
    );
}
#[repr(transparent)]
/// What a condition's value is at each execution.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRICondHandleFlag(pub core::ffi::c_uint);
impl aclmdlRICondTaskType {
    pub const ACL_MODEL_RI_COND_TYPE_IF: aclmdlRICondTaskType = aclmdlRICondTaskType(0);
    pub const ACL_MODEL_RI_COND_TYPE_WHILE: aclmdlRICondTaskType = aclmdlRICondTaskType(
        1,
    );
    pub const ACL_MODEL_RI_COND_TYPE_SWITCH: aclmdlRICondTaskType = aclmdlRICondTaskType(
        2,
    );
}
#[repr(transparent)]
/// Kinds of conditional tasks.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRICondTaskType(pub core::ffi::c_uint);
/// A conditional task and the graphs it may run.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclmdlRICondTaskParams {
    pub handle: aclmdlRICondHandle,
    pub type_: aclmdlRICondTaskType,
    pub size: u32,
    pub modelRIArray: *mut aclmdlRI,
}
impl aclrtUpdateTaskAttrId {
    pub const ACL_RT_UPDATE_RANDOM_TASK: aclrtUpdateTaskAttrId = aclrtUpdateTaskAttrId(
        1,
    );
    pub const ACL_RT_UPDATE_AIC_AIV_TASK: aclrtUpdateTaskAttrId = aclrtUpdateTaskAttrId(
        2,
    );
}
#[repr(transparent)]
/// Kinds of changes of a task.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtUpdateTaskAttrId(pub core::ffi::c_uint);
/// A change of a random-number task.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtRandomTaskUpdateAttr {
    pub srcAddr: *mut core::ffi::c_void,
    pub size: usize,
    pub rsv: [u32; 4usize],
}
/// A change of a kernel task.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtAicAivTaskUpdateAttr {
    pub binHandle: *mut core::ffi::c_void,
    pub funcEntryAddr: *mut core::ffi::c_void,
    pub blockDimAddr: *mut core::ffi::c_void,
    pub rsv: [u32; 4usize],
}
/// A change of a task, by its kind.
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclrtUpdateTaskAttrVal {
    pub randomTaskAttr: aclrtRandomTaskUpdateAttr,
    pub aicAivTaskAttr: aclrtAicAivTaskUpdateAttr,
}
/// A change of a task.
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclrtTaskUpdateInfo {
    pub id: aclrtUpdateTaskAttrId,
    pub val: aclrtUpdateTaskAttrVal,
}
#[repr(C)]
#[derive(Debug)]
pub struct tagRtGroupInfo {
    _unused: [u8; 0],
}
/// The description of all groups.
pub type aclrtGroupInfo = tagRtGroupInfo;
impl aclrtGroupAttr {
    pub const ACL_GROUP_AICORE_INT: aclrtGroupAttr = aclrtGroupAttr(0);
    pub const ACL_GROUP_AIV_INT: aclrtGroupAttr = aclrtGroupAttr(1);
    pub const ACL_GROUP_AIC_INT: aclrtGroupAttr = aclrtGroupAttr(2);
    pub const ACL_GROUP_SDMANUM_INT: aclrtGroupAttr = aclrtGroupAttr(3);
    pub const ACL_GROUP_ASQNUM_INT: aclrtGroupAttr = aclrtGroupAttr(4);
    pub const ACL_GROUP_GROUPID_INT: aclrtGroupAttr = aclrtGroupAttr(5);
}
#[repr(transparent)]
/// Attributes of a group.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtGroupAttr(pub core::ffi::c_uint);
impl aclRegisterCallbackType {
    pub const ACL_REG_TYPE_ACL_MODEL: aclRegisterCallbackType = aclRegisterCallbackType(
        0,
    );
    pub const ACL_REG_TYPE_ACL_OP_EXECUTOR: aclRegisterCallbackType = aclRegisterCallbackType(
        1,
    );
    pub const ACL_REG_TYPE_ACL_OP_CBLAS: aclRegisterCallbackType = aclRegisterCallbackType(
        2,
    );
    pub const ACL_REG_TYPE_ACL_OP_COMPILER: aclRegisterCallbackType = aclRegisterCallbackType(
        3,
    );
    pub const ACL_REG_TYPE_ACL_TDT_CHANNEL: aclRegisterCallbackType = aclRegisterCallbackType(
        4,
    );
    pub const ACL_REG_TYPE_ACL_TDT_QUEUE: aclRegisterCallbackType = aclRegisterCallbackType(
        5,
    );
    pub const ACL_REG_TYPE_ACL_DVPP: aclRegisterCallbackType = aclRegisterCallbackType(
        6,
    );
    pub const ACL_REG_TYPE_ACL_RETR: aclRegisterCallbackType = aclRegisterCallbackType(
        7,
    );
    pub const ACL_REG_TYPE_OTHER: aclRegisterCallbackType = aclRegisterCallbackType(
        65535,
    );
}
#[repr(transparent)]
/// Components that aclInit and aclFinalize call.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclRegisterCallbackType(pub core::ffi::c_uint);
/// Called by aclInit with the text of its configuration.
pub type aclInitCallbackFunc = ::core::option::Option<
    unsafe extern "C" fn(
        configStr: *const core::ffi::c_char,
        len: usize,
        userData: *mut core::ffi::c_void,
    ) -> aclError,
>;
/// Called by aclFinalize.
pub type aclFinalizeCallbackFunc = ::core::option::Option<
    unsafe extern "C" fn(userData: *mut core::ffi::c_void) -> aclError,
>;
impl aclCANNPackageName {
    pub const ACL_PKG_NAME_CANN: aclCANNPackageName = aclCANNPackageName(0);
    pub const ACL_PKG_NAME_RUNTIME: aclCANNPackageName = aclCANNPackageName(1);
    pub const ACL_PKG_NAME_COMPILER: aclCANNPackageName = aclCANNPackageName(2);
    pub const ACL_PKG_NAME_HCCL: aclCANNPackageName = aclCANNPackageName(3);
    pub const ACL_PKG_NAME_TOOLKIT: aclCANNPackageName = aclCANNPackageName(4);
    pub const ACL_PKG_NAME_OPP: aclCANNPackageName = aclCANNPackageName(5);
    pub const ACL_PKG_NAME_OPP_KERNEL: aclCANNPackageName = aclCANNPackageName(6);
    pub const ACL_PKG_NAME_DRIVER: aclCANNPackageName = aclCANNPackageName(7);
}
#[repr(transparent)]
/// Packages of a toolkit.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclCANNPackageName(pub core::ffi::c_uint);
/// The version of a package, whole and in parts.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclCANNPackageVersion {
    pub version: [core::ffi::c_char; 128usize],
    pub majorVersion: [core::ffi::c_char; 64usize],
    pub minorVersion: [core::ffi::c_char; 64usize],
    pub releaseVersion: [core::ffi::c_char; 64usize],
    pub patchVersion: [core::ffi::c_char; 64usize],
    pub reserved: [core::ffi::c_char; 128usize],
}
impl aclrtIpcMemAttrType {
    pub const ACL_RT_IPC_MEM_ATTR_ACCESS_LINK: aclrtIpcMemAttrType = aclrtIpcMemAttrType(
        0,
    );
}
#[repr(transparent)]
/// Attributes of exported memory.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtIpcMemAttrType(pub core::ffi::c_uint);
/// A handle of an event for other processes.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtIpcEventHandle {
    pub reserved: [core::ffi::c_char; 64usize],
}
/// Processes of a server.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtServerPid {
    pub sdid: u32,
    pub pid: *mut i32,
    pub num: usize,
}
impl aclrtCondition {
    pub const ACL_RT_EQUAL: aclrtCondition = aclrtCondition(0);
    pub const ACL_RT_NOT_EQUAL: aclrtCondition = aclrtCondition(1);
    pub const ACL_RT_GREATER: aclrtCondition = aclrtCondition(2);
    pub const ACL_RT_GREATER_OR_EQUAL: aclrtCondition = aclrtCondition(3);
    pub const ACL_RT_LESS: aclrtCondition = aclrtCondition(4);
    pub const ACL_RT_LESS_OR_EQUAL: aclrtCondition = aclrtCondition(5);
}
#[repr(transparent)]
/// How two values are compared.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtCondition(pub core::ffi::c_uint);
impl aclrtCompareDataType {
    pub const ACL_RT_SWITCH_INT32: aclrtCompareDataType = aclrtCompareDataType(0);
    pub const ACL_RT_SWITCH_INT64: aclrtCompareDataType = aclrtCompareDataType(1);
}
#[repr(transparent)]
/// Types of compared values.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtCompareDataType(pub core::ffi::c_uint);
impl aclrtDevResLimitType {
    pub const ACL_RT_DEV_RES_CUBE_CORE: aclrtDevResLimitType = aclrtDevResLimitType(0);
    pub const ACL_RT_DEV_RES_VECTOR_CORE: aclrtDevResLimitType = aclrtDevResLimitType(1);
}
#[repr(transparent)]
/// Types of cores that can be limited.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtDevResLimitType(pub core::ffi::c_uint);
impl aclrtMemManagedAdviseType {
    pub const ACL_MEM_ADVISE_SET_READ_MOSTLY: aclrtMemManagedAdviseType = aclrtMemManagedAdviseType(
        0,
    );
    pub const ACL_MEM_ADVISE_UNSET_READ_MOSTLY: aclrtMemManagedAdviseType = aclrtMemManagedAdviseType(
        1,
    );
    pub const ACL_MEM_ADVISE_SET_PREFERRED_LOCATION: aclrtMemManagedAdviseType = aclrtMemManagedAdviseType(
        2,
    );
    pub const ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION: aclrtMemManagedAdviseType = aclrtMemManagedAdviseType(
        3,
    );
    pub const ACL_MEM_ADVISE_SET_ACCESSED_BY: aclrtMemManagedAdviseType = aclrtMemManagedAdviseType(
        4,
    );
    pub const ACL_MEM_ADVISE_UNSET_ACCESSED_BY: aclrtMemManagedAdviseType = aclrtMemManagedAdviseType(
        5,
    );
}
#[repr(transparent)]
/// Advice on how managed memory is used.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemManagedAdviseType(pub core::ffi::c_uint);
impl aclrtMemManagedLocationType {
    pub const ACL_MEM_LOCATIONTYPE_INVALID: aclrtMemManagedLocationType = aclrtMemManagedLocationType(
        0,
    );
    pub const ACL_MEM_LOCATIONTYPE_DEVICE: aclrtMemManagedLocationType = aclrtMemManagedLocationType(
        1,
    );
    pub const ACL_MEM_LOCATIONTYPE_HOST: aclrtMemManagedLocationType = aclrtMemManagedLocationType(
        2,
    );
    pub const ACL_MEM_LOCATIONTYPE_HOST_NUMA: aclrtMemManagedLocationType = aclrtMemManagedLocationType(
        3,
    );
    pub const ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT: aclrtMemManagedLocationType = aclrtMemManagedLocationType(
        4,
    );
}
#[repr(transparent)]
/// Where managed memory may lie.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemManagedLocationType(pub core::ffi::c_uint);
/// A place of managed memory. Note that the type comes first here.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemManagedLocation {
    pub type_: aclrtMemManagedLocationType,
    pub id: i32,
}
impl aclrtMemManagedRangeAttribute {
    pub const ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY: aclrtMemManagedRangeAttribute = aclrtMemManagedRangeAttribute(
        1,
    );
    pub const ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION: aclrtMemManagedRangeAttribute = aclrtMemManagedRangeAttribute(
        2,
    );
    pub const ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY: aclrtMemManagedRangeAttribute = aclrtMemManagedRangeAttribute(
        3,
    );
    pub const ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE: aclrtMemManagedRangeAttribute = aclrtMemManagedRangeAttribute(
        4,
    );
    pub const ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID: aclrtMemManagedRangeAttribute = aclrtMemManagedRangeAttribute(
        5,
    );
    pub const ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION: aclrtMemManagedRangeAttribute = aclrtMemManagedRangeAttribute(
        6,
    );
    pub const ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE: aclrtMemManagedRangeAttribute = aclrtMemManagedRangeAttribute(
        7,
    );
    pub const ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID: aclrtMemManagedRangeAttribute = aclrtMemManagedRangeAttribute(
        8,
    );
}
#[repr(transparent)]
/// Attributes of a range of managed memory.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemManagedRangeAttribute(pub core::ffi::c_uint);
impl aclrtMemMallocPolicy {
    pub const ACL_MEM_MALLOC_HUGE_FIRST: aclrtMemMallocPolicy = aclrtMemMallocPolicy(0);
    pub const ACL_MEM_MALLOC_HUGE_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy(1);
    pub const ACL_MEM_MALLOC_NORMAL_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy(2);
    pub const ACL_MEM_MALLOC_HUGE_FIRST_P2P: aclrtMemMallocPolicy = aclrtMemMallocPolicy(
        3,
    );
    pub const ACL_MEM_MALLOC_HUGE_ONLY_P2P: aclrtMemMallocPolicy = aclrtMemMallocPolicy(
        4,
    );
    pub const ACL_MEM_MALLOC_NORMAL_ONLY_P2P: aclrtMemMallocPolicy = aclrtMemMallocPolicy(
        5,
    );
    pub const ACL_MEM_MALLOC_HUGE1G_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy(6);
    pub const ACL_MEM_MALLOC_HUGE1G_ONLY_P2P: aclrtMemMallocPolicy = aclrtMemMallocPolicy(
        7,
    );
    pub const ACL_MEM_TYPE_LOW_BAND_WIDTH: aclrtMemMallocPolicy = aclrtMemMallocPolicy(
        256,
    );
    pub const ACL_MEM_TYPE_HIGH_BAND_WIDTH: aclrtMemMallocPolicy = aclrtMemMallocPolicy(
        4096,
    );
    pub const ACL_MEM_ACCESS_USER_SPACE_READONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy(
        1048576,
    );
}
#[repr(transparent)]
/// How memory is allocated: pages, reach of peers. The last three may be or-ed in aclrtMallocWithCfg only.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemMallocPolicy(pub core::ffi::c_uint);
impl aclrtMallocAttrType {
    pub const ACL_RT_MEM_ATTR_RSV: aclrtMallocAttrType = aclrtMallocAttrType(0);
    pub const ACL_RT_MEM_ATTR_MODULE_ID: aclrtMallocAttrType = aclrtMallocAttrType(1);
    pub const ACL_RT_MEM_ATTR_DEVICE_ID: aclrtMallocAttrType = aclrtMallocAttrType(2);
    pub const ACL_RT_MEM_ATTR_VA_FLAG: aclrtMallocAttrType = aclrtMallocAttrType(3);
}
#[repr(transparent)]
/// Attributes of an allocation.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMallocAttrType(pub core::ffi::c_uint);
/// The value of an attribute of an allocation.
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclrtMallocAttrValue {
    pub moduleId: u16,
    pub deviceId: u32,
    pub vaFlag: u32,
    pub rsv: [u8; 8usize],
}
/// An attribute of an allocation with its value.
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclrtMallocAttribute {
    pub attr: aclrtMallocAttrType,
    pub value: aclrtMallocAttrValue,
}
/// The attributes of an allocation.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMallocConfig {
    pub attrs: *mut aclrtMallocAttribute,
    pub numAttrs: usize,
}
/// Where an address lies.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtPtrAttributes {
    pub location: aclrtMemLocation,
    pub pageSize: u32,
    pub rsv: [u32; 4usize],
}
/// Bytes that a component uses.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemUsageInfo {
    pub name: [core::ffi::c_char; 32usize],
    pub curMemSize: u64,
    pub memPeakSize: u64,
    pub reserved: [usize; 8usize],
}
impl aclrtHostRegisterType {
    pub const ACL_HOST_REGISTER_MAPPED: aclrtHostRegisterType = aclrtHostRegisterType(0);
    pub const ACL_HOST_REGISTER_IOMEMORY: aclrtHostRegisterType = aclrtHostRegisterType(
        4,
    );
    pub const ACL_HOST_REGISTER_READONLY: aclrtHostRegisterType = aclrtHostRegisterType(
        8,
    );
}
#[repr(transparent)]
/// How host memory is mapped for a device.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtHostRegisterType(pub core::ffi::c_uint);
impl aclrtHacType {
    pub const ACL_RT_HAC_TYPE_STARS: aclrtHacType = aclrtHacType(0);
    pub const ACL_RT_HAC_TYPE_AICPU: aclrtHacType = aclrtHacType(1);
    pub const ACL_RT_HAC_TYPE_AIC: aclrtHacType = aclrtHacType(2);
    pub const ACL_RT_HAC_TYPE_AIV: aclrtHacType = aclrtHacType(3);
    pub const ACL_RT_HAC_TYPE_PCIEDMA: aclrtHacType = aclrtHacType(4);
    pub const ACL_RT_HAC_TYPE_RDMA: aclrtHacType = aclrtHacType(5);
    pub const ACL_RT_HAC_TYPE_SDMA: aclrtHacType = aclrtHacType(6);
    pub const ACL_RT_HAC_TYPE_DVPP: aclrtHacType = aclrtHacType(7);
    pub const ACL_RT_HAC_TYPE_UDMA: aclrtHacType = aclrtHacType(8);
    pub const ACL_RT_HAC_TYPE_CCU: aclrtHacType = aclrtHacType(9);
}
#[repr(transparent)]
/// Engines of a device.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtHacType(pub core::ffi::c_uint);
impl aclrtHostMemMapCapability {
    pub const ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED: aclrtHostMemMapCapability = aclrtHostMemMapCapability(
        0,
    );
    pub const ACL_RT_HOST_MEM_MAP_SUPPORTED: aclrtHostMemMapCapability = aclrtHostMemMapCapability(
        1,
    );
}
#[repr(transparent)]
/// Whether an engine can use mapped host memory.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtHostMemMapCapability(pub core::ffi::c_uint);
impl aclrtMemPgType {
    pub const NORMAL_PAGE_TYPE: aclrtMemPgType = aclrtMemPgType(0);
    pub const HUGE_PAGE_TYPE: aclrtMemPgType = aclrtMemPgType(1);
    pub const HUGE1G_PAGE_TYPE: aclrtMemPgType = aclrtMemPgType(2);
}
#[repr(transparent)]
/// Sizes of pages.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemPgType(pub core::ffi::c_uint);
impl aclrtMemType {
    pub const HBM_TYPE: aclrtMemType = aclrtMemType(0);
    pub const DDR_TYPE: aclrtMemType = aclrtMemType(1);
    pub const P2P_HBM_TYPE: aclrtMemType = aclrtMemType(2);
    pub const P2P_DDR_TYPE: aclrtMemType = aclrtMemType(3);
}
#[repr(transparent)]
/// Kinds of device memory.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemType(pub core::ffi::c_uint);
/// How page size and kind of memory make an aclrtMemAttr.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct MemAttrMapping {
    pub pgType: u32,
    pub memType: u32,
    pub isHostAlloc: bool,
    pub memAttr: aclrtMemAttr,
}
impl aclrtCntNotifyRecordMode {
    pub const ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE: aclrtCntNotifyRecordMode = aclrtCntNotifyRecordMode(
        0,
    );
    pub const ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE: aclrtCntNotifyRecordMode = aclrtCntNotifyRecordMode(
        1,
    );
    pub const ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE: aclrtCntNotifyRecordMode = aclrtCntNotifyRecordMode(
        2,
    );
    pub const ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE: aclrtCntNotifyRecordMode = aclrtCntNotifyRecordMode(
        4,
    );
}
#[repr(transparent)]
/// How a record changes the value.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtCntNotifyRecordMode(pub core::ffi::c_uint);
/// A change of the value.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtCntNotifyRecordInfo {
    pub mode: aclrtCntNotifyRecordMode,
    pub value: u32,
}
impl aclrtCntNotifyWaitMode {
    pub const ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE: aclrtCntNotifyWaitMode = aclrtCntNotifyWaitMode(
        0,
    );
    pub const ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE: aclrtCntNotifyWaitMode = aclrtCntNotifyWaitMode(
        1,
    );
    pub const ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE: aclrtCntNotifyWaitMode = aclrtCntNotifyWaitMode(
        2,
    );
    pub const ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE: aclrtCntNotifyWaitMode = aclrtCntNotifyWaitMode(
        3,
    );
    pub const ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE: aclrtCntNotifyWaitMode = aclrtCntNotifyWaitMode(
        4,
    );
}
#[repr(transparent)]
/// How a wait compares the value.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtCntNotifyWaitMode(pub core::ffi::c_uint);
/// A wait for the value; `timeout` in seconds, `isClear` 1 to set it to zero afterwards.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtCntNotifyWaitInfo {
    pub mode: aclrtCntNotifyWaitMode,
    pub value: u32,
    pub timeout: u32,
    pub isClear: u8,
    pub rsv: [u8; 3usize],
}
impl aclrtFloatOverflowMode {
    pub const ACL_RT_OVERFLOW_MODE_SATURATION: aclrtFloatOverflowMode = aclrtFloatOverflowMode(
        0,
    );
    pub const ACL_RT_OVERFLOW_MODE_INFNAN: aclrtFloatOverflowMode = aclrtFloatOverflowMode(
        1,
    );
    pub const ACL_RT_OVERFLOW_MODE_UNDEF: aclrtFloatOverflowMode = aclrtFloatOverflowMode(
        2,
    );
}
#[repr(transparent)]
/// What overflow gives: the largest number, or infinity and not-a-number.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtFloatOverflowMode(pub core::ffi::c_uint);
impl aclCannAttr {
    pub const ACL_CANN_ATTR_UNDEFINED: aclCannAttr = aclCannAttr(-1);
    pub const ACL_CANN_ATTR_INF_NAN: aclCannAttr = aclCannAttr(0);
    pub const ACL_CANN_ATTR_BF16: aclCannAttr = aclCannAttr(1);
    pub const ACL_CANN_ATTR_JIT_COMPILE: aclCannAttr = aclCannAttr(2);
}
#[repr(transparent)]
/// Features of the toolkit and device together.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclCannAttr(pub core::ffi::c_int);
impl aclplatformDevInfo {
    pub const ACL_PLATFORM_AICORE_CNT: aclplatformDevInfo = aclplatformDevInfo(0);
    pub const ACL_PLATFORM_AICORE_UB_SIZE: aclplatformDevInfo = aclplatformDevInfo(1);
    pub const ACL_PLATFORM_CUBE_CORE_CNT: aclplatformDevInfo = aclplatformDevInfo(2);
    pub const ACL_PLATFORM_VECTOR_CORE_CNT: aclplatformDevInfo = aclplatformDevInfo(3);
    pub const ACL_PLATFORM_L2_SIZE: aclplatformDevInfo = aclplatformDevInfo(4);
    pub const ACL_PLATFORM_MEMORY_SIZE: aclplatformDevInfo = aclplatformDevInfo(5);
    pub const ACL_PLATFORM_CUBE_FREQ: aclplatformDevInfo = aclplatformDevInfo(6);
    pub const ACL_PLATFORM_VEC_FREQ: aclplatformDevInfo = aclplatformDevInfo(7);
    pub const ACL_PLATFORM_BT_SIZE: aclplatformDevInfo = aclplatformDevInfo(8);
    pub const ACL_PLATFORM_L0_A_SIZE: aclplatformDevInfo = aclplatformDevInfo(9);
    pub const ACL_PLATFORM_L0_B_SIZE: aclplatformDevInfo = aclplatformDevInfo(10);
    pub const ACL_PLATFORM_L0_C_SIZE: aclplatformDevInfo = aclplatformDevInfo(11);
    pub const ACL_PLATFORM_L1_SIZE: aclplatformDevInfo = aclplatformDevInfo(12);
    pub const ACL_PLATFORM_SOC_VERSION: aclplatformDevInfo = aclplatformDevInfo(13);
    pub const ACL_PLATFORM_AIC_VERSION: aclplatformDevInfo = aclplatformDevInfo(14);
    pub const ACL_PLATFORM_NPU_ARCH: aclplatformDevInfo = aclplatformDevInfo(15);
    pub const ACL_PLATFORM_MEMORY_TYPE: aclplatformDevInfo = aclplatformDevInfo(16);
}
#[repr(transparent)]
/// Properties of the platform.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclplatformDevInfo(pub core::ffi::c_uint);
impl aclplatformCoreType {
    pub const ACL_PLATFORM_CORE_TYPE_AI_CORE: aclplatformCoreType = aclplatformCoreType(
        0,
    );
    pub const ACL_PLATFORM_CORE_TYPE_VECTOR_CORE: aclplatformCoreType = aclplatformCoreType(
        1,
    );
}
#[repr(transparent)]
/// Types of cores.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclplatformCoreType(pub core::ffi::c_uint);
impl aclplatformNpuArch {
    pub const DAV_1001: aclplatformNpuArch = aclplatformNpuArch(1001);
    pub const DAV_2002: aclplatformNpuArch = aclplatformNpuArch(2002);
    pub const DAV_2102: aclplatformNpuArch = aclplatformNpuArch(2102);
    pub const DAV_2201: aclplatformNpuArch = aclplatformNpuArch(2201);
    pub const DAV_3002: aclplatformNpuArch = aclplatformNpuArch(3002);
    pub const DAV_3003: aclplatformNpuArch = aclplatformNpuArch(3003);
    pub const DAV_3004: aclplatformNpuArch = aclplatformNpuArch(3004);
    pub const DAV_3102: aclplatformNpuArch = aclplatformNpuArch(3102);
    pub const DAV_3113: aclplatformNpuArch = aclplatformNpuArch(3113);
    pub const DAV_3505: aclplatformNpuArch = aclplatformNpuArch(3505);
    pub const DAV_3510: aclplatformNpuArch = aclplatformNpuArch(3510);
    pub const DAV_5102: aclplatformNpuArch = aclplatformNpuArch(5102);
    pub const DAV_5162: aclplatformNpuArch = aclplatformNpuArch(5162);
    pub const DAV_RESV: aclplatformNpuArch = aclplatformNpuArch(65535);
}
#[repr(transparent)]
/// Architectures of cores.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclplatformNpuArch(pub core::ffi::c_uint);
impl aclplatformLocalMemType {
    pub const L0_A: aclplatformLocalMemType = aclplatformLocalMemType(0);
    pub const L0_B: aclplatformLocalMemType = aclplatformLocalMemType(1);
    pub const L0_C: aclplatformLocalMemType = aclplatformLocalMemType(2);
    pub const L1: aclplatformLocalMemType = aclplatformLocalMemType(3);
    pub const L2: aclplatformLocalMemType = aclplatformLocalMemType(4);
    pub const UB: aclplatformLocalMemType = aclplatformLocalMemType(5);
    pub const HBM: aclplatformLocalMemType = aclplatformLocalMemType(6);
}
#[repr(transparent)]
/// Memories of a core.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclplatformLocalMemType(pub core::ffi::c_uint);
impl aclrtMemPoolAttr {
    pub const ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES: aclrtMemPoolAttr = aclrtMemPoolAttr(
        1,
    );
    pub const ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC: aclrtMemPoolAttr = aclrtMemPoolAttr(
        2,
    );
    pub const ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES: aclrtMemPoolAttr = aclrtMemPoolAttr(
        3,
    );
    pub const ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD: aclrtMemPoolAttr = aclrtMemPoolAttr(
        4,
    );
    pub const ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT: aclrtMemPoolAttr = aclrtMemPoolAttr(
        5,
    );
    pub const ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH: aclrtMemPoolAttr = aclrtMemPoolAttr(
        6,
    );
    pub const ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT: aclrtMemPoolAttr = aclrtMemPoolAttr(
        7,
    );
    pub const ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH: aclrtMemPoolAttr = aclrtMemPoolAttr(8);
}
#[repr(transparent)]
/// Attributes of a pool: flags are 32-bit, sizes are 64-bit bytes.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemPoolAttr(pub core::ffi::c_uint);
/// How a pool is made; `maxSize` 0 lets the runtime choose, `reserved` must be 0.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemPoolProps {
    pub allocType: aclrtMemAllocationType,
    pub handleType: aclrtMemHandleType,
    pub location: aclrtMemLocation,
    pub maxSize: usize,
    pub reserved: [core::ffi::c_uchar; 32usize],
}
impl aclprofAicoreMetrics {
    pub const ACL_AICORE_ARITHMETIC_UTILIZATION: aclprofAicoreMetrics = aclprofAicoreMetrics(
        0,
    );
    pub const ACL_AICORE_PIPE_UTILIZATION: aclprofAicoreMetrics = aclprofAicoreMetrics(
        1,
    );
    pub const ACL_AICORE_MEMORY_BANDWIDTH: aclprofAicoreMetrics = aclprofAicoreMetrics(
        2,
    );
    pub const ACL_AICORE_L0B_AND_WIDTH: aclprofAicoreMetrics = aclprofAicoreMetrics(3);
    pub const ACL_AICORE_RESOURCE_CONFLICT_RATIO: aclprofAicoreMetrics = aclprofAicoreMetrics(
        4,
    );
    pub const ACL_AICORE_MEMORY_UB: aclprofAicoreMetrics = aclprofAicoreMetrics(5);
    pub const ACL_AICORE_L2_CACHE: aclprofAicoreMetrics = aclprofAicoreMetrics(6);
    pub const ACL_AICORE_PIPE_EXECUTE_UTILIZATION: aclprofAicoreMetrics = aclprofAicoreMetrics(
        7,
    );
    pub const ACL_AICORE_MEMORY_ACCESS: aclprofAicoreMetrics = aclprofAicoreMetrics(8);
    pub const ACL_AICORE_NONE: aclprofAicoreMetrics = aclprofAicoreMetrics(255);
}
#[repr(transparent)]
/// What is counted in cores.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclprofAicoreMetrics(pub core::ffi::c_uint);
impl aclprofConfigType {
    pub const ACL_PROF_ARGS_MIN: aclprofConfigType = aclprofConfigType(0);
    pub const ACL_PROF_STORAGE_LIMIT: aclprofConfigType = aclprofConfigType(1);
    pub const ACL_PROF_SYS_HARDWARE_MEM_FREQ: aclprofConfigType = aclprofConfigType(3);
    pub const ACL_PROF_LLC_MODE: aclprofConfigType = aclprofConfigType(4);
    pub const ACL_PROF_SYS_IO_FREQ: aclprofConfigType = aclprofConfigType(5);
    pub const ACL_PROF_SYS_INTERCONNECTION_FREQ: aclprofConfigType = aclprofConfigType(
        6,
    );
    pub const ACL_PROF_DVPP_FREQ: aclprofConfigType = aclprofConfigType(7);
    pub const ACL_PROF_HOST_SYS: aclprofConfigType = aclprofConfigType(8);
    pub const ACL_PROF_HOST_SYS_USAGE: aclprofConfigType = aclprofConfigType(9);
    pub const ACL_PROF_HOST_SYS_USAGE_FREQ: aclprofConfigType = aclprofConfigType(10);
    pub const ACL_PROF_LOW_POWER_FREQ: aclprofConfigType = aclprofConfigType(11);
    pub const ACL_PROF_SYS_MEM_SERVICEFLOW: aclprofConfigType = aclprofConfigType(12);
    pub const ACL_PROF_SYS_CPU_FREQ: aclprofConfigType = aclprofConfigType(13);
    pub const ACL_PROF_OPTYPE: aclprofConfigType = aclprofConfigType(14);
    pub const ACL_PROF_NTS_METRICS: aclprofConfigType = aclprofConfigType(15);
    pub const ACL_PROF_PATH: aclprofConfigType = aclprofConfigType(16);
}
#[repr(transparent)]
/// Options of profiling.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclprofConfigType(pub core::ffi::c_uint);
/// A configuration of profiling.
#[repr(C)]
#[derive(Debug)]
pub struct aclprofConfig {
    _unused: [u8; 0],
}
/// Reserved.
#[repr(C)]
#[derive(Debug)]
pub struct aclprofStopConfig {
    _unused: [u8; 0],
}
/// Reserved; pass NULL.
#[repr(C)]
#[derive(Debug)]
pub struct aclprofAicoreEvents {
    _unused: [u8; 0],
}
/// A configuration of a subscription.
#[repr(C)]
#[derive(Debug)]
pub struct aclprofSubscribeConfig {
    _unused: [u8; 0],
}
/// The marks of a step.
#[repr(C)]
#[derive(Debug)]
pub struct aclprofStepInfo {
    _unused: [u8; 0],
}
impl aclprofStepTag {
    pub const ACL_STEP_START: aclprofStepTag = aclprofStepTag(0);
    pub const ACL_STEP_END: aclprofStepTag = aclprofStepTag(1);
}
#[repr(transparent)]
/// Ends of a step.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclprofStepTag(pub core::ffi::c_uint);
impl aclprofSubscribeOpFlag {
    pub const ACL_SUBSCRIBE_OP: aclprofSubscribeOpFlag = aclprofSubscribeOpFlag(0);
    pub const ACL_SUBSCRIBE_SUBGRAPH: aclprofSubscribeOpFlag = aclprofSubscribeOpFlag(1);
    pub const ACL_SUBSCRIBE_OP_THREAD: aclprofSubscribeOpFlag = aclprofSubscribeOpFlag(
        2,
    );
    pub const ACL_SUBSCRIBE_NONE: aclprofSubscribeOpFlag = aclprofSubscribeOpFlag(255);
}
#[repr(transparent)]
/// What an entry is.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclprofSubscribeOpFlag(pub core::ffi::c_uint);
impl aclprofSubscribeOpAttri {
    pub const ACL_SUBSCRIBE_ATTRI_THREADID: aclprofSubscribeOpAttri = aclprofSubscribeOpAttri(
        0,
    );
    pub const ACL_SUBSCRIBE_ATTRI_NONE: aclprofSubscribeOpAttri = aclprofSubscribeOpAttri(
        1,
    );
}
#[repr(transparent)]
/// Attributes of an entry.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclprofSubscribeOpAttri(pub core::ffi::c_uint);
impl aclprofMessageType {
    pub const ACL_PROF_MESSAGE_TYPE_TENSOR_INFO: aclprofMessageType = aclprofMessageType(
        0,
    );
}
#[repr(transparent)]
/// What an event's message is.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclprofMessageType(pub core::ffi::c_uint);
/// A tensor of an event.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclprofTensor {
    pub type_: u32,
    pub format: u32,
    pub dataType: u32,
    pub shapeDim: u32,
    pub shape: [u32; 8usize],
}
/// The tensors of an operator, as an event's message.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclprofTensorInfo {
    pub opNameId: u64,
    pub opTypeId: u64,
    pub resv: u32,
    pub tensorNum: u32,
    pub kernelType: u32,
    pub blockNums: u32,
    pub stream: *mut core::ffi::c_void,
    pub tensors: *mut aclprofTensor,
}
/// Attributes of an event; `version` 1, `size` the bytes of this.
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclprofEventAttributes {
    pub version: u16,
    pub size: u16,
    pub messageType: u32,
    pub message: aclprofEventAttributes__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclprofEventAttributes__bindgen_ty_1 {
    pub tensorInfo: *mut aclprofTensorInfo,
}
impl aclrtProcessState {
    pub const ACL_RT_PROCESS_STATE_RUNNING: aclrtProcessState = aclrtProcessState(0);
    pub const ACL_RT_PROCESS_STATE_LOCKED: aclrtProcessState = aclrtProcessState(1);
}
#[repr(transparent)]
/// State of a process.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtProcessState(pub core::ffi::c_uint);
impl aclrtSnapShotStage {
    pub const ACL_RT_SNAPSHOT_LOCK_PRE: aclrtSnapShotStage = aclrtSnapShotStage(0);
    pub const ACL_RT_SNAPSHOT_BACKUP_PRE: aclrtSnapShotStage = aclrtSnapShotStage(1);
    pub const ACL_RT_SNAPSHOT_BACKUP_POST: aclrtSnapShotStage = aclrtSnapShotStage(2);
    pub const ACL_RT_SNAPSHOT_RESTORE_PRE: aclrtSnapShotStage = aclrtSnapShotStage(3);
    pub const ACL_RT_SNAPSHOT_RESTORE_POST: aclrtSnapShotStage = aclrtSnapShotStage(4);
    pub const ACL_RT_SNAPSHOT_UNLOCK_POST: aclrtSnapShotStage = aclrtSnapShotStage(5);
}
#[repr(transparent)]
/// Stages of a snapshot.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtSnapShotStage(pub core::ffi::c_uint);
/// Called at a stage of a snapshot; returns 0 for success.
pub type aclrtSnapShotCallBack = ::core::option::Option<
    unsafe extern "C" fn(deviceId: i32, args: *mut core::ffi::c_void) -> u32,
>;
/// How a process is saved; `reserved` must be 0.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtSnapShotBackupArgs {
    pub backupFlags: u32,
    pub reserved: [core::ffi::c_char; 60usize],
}
/// How a process is restored; `reserved` must be 0.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtSnapShotRestoreArgs {
    pub restoreFlags: u32,
    pub reserved: [core::ffi::c_char; 60usize],
}
impl aclrtStreamStatus {
    pub const ACL_STREAM_STATUS_COMPLETE: aclrtStreamStatus = aclrtStreamStatus(0);
    pub const ACL_STREAM_STATUS_NOT_READY: aclrtStreamStatus = aclrtStreamStatus(1);
    pub const ACL_STREAM_STATUS_RESERVED: aclrtStreamStatus = aclrtStreamStatus(65535);
}
#[repr(transparent)]
/// Whether a stream's work is done.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtStreamStatus(pub core::ffi::c_uint);
impl aclrtStreamConfigAttr {
    pub const ACL_RT_STREAM_WORK_ADDR_PTR: aclrtStreamConfigAttr = aclrtStreamConfigAttr(
        0,
    );
    pub const ACL_RT_STREAM_WORK_SIZE: aclrtStreamConfigAttr = aclrtStreamConfigAttr(1);
    pub const ACL_RT_STREAM_FLAG: aclrtStreamConfigAttr = aclrtStreamConfigAttr(2);
    pub const ACL_RT_STREAM_PRIORITY: aclrtStreamConfigAttr = aclrtStreamConfigAttr(3);
}
#[repr(transparent)]
/// Options of a new stream.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtStreamConfigAttr(pub core::ffi::c_uint);
/// Options of a new stream. Treat as opaque.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtStreamConfigHandle {
    pub workptr: *mut core::ffi::c_void,
    pub workSize: usize,
    pub flag: usize,
    pub priority: u32,
}
impl aclrtStreamAttr {
    pub const ACL_STREAM_ATTR_FAILURE_MODE: aclrtStreamAttr = aclrtStreamAttr(1);
    pub const ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK: aclrtStreamAttr = aclrtStreamAttr(2);
    pub const ACL_STREAM_ATTR_USER_CUSTOM_TAG: aclrtStreamAttr = aclrtStreamAttr(3);
    pub const ACL_STREAM_ATTR_CACHE_OP_INFO: aclrtStreamAttr = aclrtStreamAttr(4);
    pub const ACL_STREAM_ATTR_PRIORITY: aclrtStreamAttr = aclrtStreamAttr(5);
}
#[repr(transparent)]
/// Attributes of a stream.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtStreamAttr(pub core::ffi::c_uint);
/// The value of an attribute of a stream.
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclrtStreamAttrValue {
    pub failureMode: u64,
    pub overflowSwitch: u32,
    pub userCustomTag: u32,
    pub cacheOpInfoSwitch: u32,
    pub streamPriority: u32,
    pub reserve: [u32; 4usize],
}
impl aclrtStreamState {
    pub const ACL_RT_STREAM_STATE_CREATE_POST: aclrtStreamState = aclrtStreamState(1);
    pub const ACL_RT_STREAM_STATE_DESTROY_PRE: aclrtStreamState = aclrtStreamState(2);
}
#[repr(transparent)]
/// Moments in the life of a stream.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtStreamState(pub core::ffi::c_uint);
/// Called at the moments of a stream.
pub type aclrtStreamStateCallback = ::core::option::Option<
    unsafe extern "C" fn(
        stm: aclrtStream,
        state: aclrtStreamState,
        args: *mut core::ffi::c_void,
    ),
>;
impl acltdtTensorType {
    pub const ACL_TENSOR_DATA_UNDEFINED: acltdtTensorType = acltdtTensorType(-1);
    pub const ACL_TENSOR_DATA_TENSOR: acltdtTensorType = acltdtTensorType(0);
    pub const ACL_TENSOR_DATA_END_OF_SEQUENCE: acltdtTensorType = acltdtTensorType(1);
    pub const ACL_TENSOR_DATA_ABNORMAL: acltdtTensorType = acltdtTensorType(2);
    pub const ACL_TENSOR_DATA_SLICE_TENSOR: acltdtTensorType = acltdtTensorType(3);
    pub const ACL_TENSOR_DATA_END_TENSOR: acltdtTensorType = acltdtTensorType(4);
}
#[repr(transparent)]
/// What an item is.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acltdtTensorType(pub core::ffi::c_int);
/// A tensor of a set.
#[repr(C)]
#[derive(Debug)]
pub struct acltdtDataItem {
    _unused: [u8; 0],
}
/// A set of tensors.
#[repr(C)]
#[derive(Debug)]
pub struct acltdtDataset {
    _unused: [u8; 0],
}
/// A channel.
#[repr(C)]
#[derive(Debug)]
pub struct acltdtChannelHandle {
    _unused: [u8; 0],
}
/// A shared buffer.
pub type acltdtBuf = *mut core::ffi::c_void;
#[repr(C)]
#[derive(Debug)]
pub struct tagMemQueueAttr {
    _unused: [u8; 0],
}
/// Attributes of a queue.
pub type acltdtQueueAttr = tagMemQueueAttr;
/// A connection of two queues.
#[repr(C)]
#[derive(Debug)]
pub struct acltdtQueueRoute {
    _unused: [u8; 0],
}
/// A list of connections.
#[repr(C)]
#[derive(Debug)]
pub struct acltdtQueueRouteList {
    _unused: [u8; 0],
}
/// A question about connections.
#[repr(C)]
#[derive(Debug)]
pub struct acltdtQueueRouteQueryInfo {
    _unused: [u8; 0],
}
impl acltdtQueueAttrType {
    pub const ACL_TDT_QUEUE_NAME_PTR: acltdtQueueAttrType = acltdtQueueAttrType(0);
    pub const ACL_TDT_QUEUE_DEPTH_UINT32: acltdtQueueAttrType = acltdtQueueAttrType(1);
}
#[repr(transparent)]
/// Attributes of a queue.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acltdtQueueAttrType(pub core::ffi::c_uint);
impl acltdtQueueRouteParamType {
    pub const ACL_TDT_QUEUE_ROUTE_SRC_UINT32: acltdtQueueRouteParamType = acltdtQueueRouteParamType(
        0,
    );
    pub const ACL_TDT_QUEUE_ROUTE_DST_UINT32: acltdtQueueRouteParamType = acltdtQueueRouteParamType(
        1,
    );
    pub const ACL_TDT_QUEUE_ROUTE_STATUS_INT32: acltdtQueueRouteParamType = acltdtQueueRouteParamType(
        2,
    );
}
#[repr(transparent)]
/// Parts of a connection.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acltdtQueueRouteParamType(pub core::ffi::c_uint);
impl acltdtQueueRouteQueryMode {
    pub const ACL_TDT_QUEUE_ROUTE_QUERY_SRC: acltdtQueueRouteQueryMode = acltdtQueueRouteQueryMode(
        0,
    );
    pub const ACL_TDT_QUEUE_ROUTE_QUERY_DST: acltdtQueueRouteQueryMode = acltdtQueueRouteQueryMode(
        1,
    );
    pub const ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST: acltdtQueueRouteQueryMode = acltdtQueueRouteQueryMode(
        2,
    );
    pub const ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL: acltdtQueueRouteQueryMode = acltdtQueueRouteQueryMode(
        100,
    );
}
#[repr(transparent)]
/// Which connections are asked for.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acltdtQueueRouteQueryMode(pub core::ffi::c_uint);
impl acltdtQueueRouteQueryInfoParamType {
    pub const ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM: acltdtQueueRouteQueryInfoParamType = acltdtQueueRouteQueryInfoParamType(
        0,
    );
    pub const ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32: acltdtQueueRouteQueryInfoParamType = acltdtQueueRouteQueryInfoParamType(
        1,
    );
    pub const ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32: acltdtQueueRouteQueryInfoParamType = acltdtQueueRouteQueryInfoParamType(
        2,
    );
}
#[repr(transparent)]
/// Parts of a question about connections.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acltdtQueueRouteQueryInfoParamType(pub core::ffi::c_uint);
impl acltdtAllocBufType {
    pub const ACL_TDT_NORMAL_MEM: acltdtAllocBufType = acltdtAllocBufType(0);
    pub const ACL_TDT_DVPP_MEM: acltdtAllocBufType = acltdtAllocBufType(1);
}
#[repr(transparent)]
/// Memory of a shared buffer.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct acltdtAllocBufType(pub core::ffi::c_uint);
/// How physical memory is allocated; `reserve` must be 0.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtPhysicalMemProp {
    pub handleType: aclrtMemHandleType,
    pub allocationType: aclrtMemAllocationType,
    pub memAttr: aclrtMemAttr,
    pub location: aclrtMemLocation,
    pub reserve: u64,
}
impl aclrtMemSharedHandleType {
    pub const ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT: aclrtMemSharedHandleType = aclrtMemSharedHandleType(
        1,
    );
    pub const ACL_MEM_SHARE_HANDLE_TYPE_FABRIC: aclrtMemSharedHandleType = aclrtMemSharedHandleType(
        2,
    );
}
#[repr(transparent)]
/// How far a shareable handle reaches: this server, or others.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemSharedHandleType(pub core::ffi::c_uint);
/// A handle that reaches other servers.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemFabricHandle {
    pub data: [u8; 128usize],
}
impl aclrtMemGranularityOptions {
    pub const ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM: aclrtMemGranularityOptions = aclrtMemGranularityOptions(
        0,
    );
    pub const ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED: aclrtMemGranularityOptions = aclrtMemGranularityOptions(
        1,
    );
    pub const ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF: aclrtMemGranularityOptions = aclrtMemGranularityOptions(
        65535,
    );
}
#[repr(transparent)]
/// Which unit of sizes is asked for.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemGranularityOptions(pub core::ffi::c_uint);
impl aclrtMemAccessFlags {
    pub const ACL_RT_MEM_ACCESS_FLAGS_NONE: aclrtMemAccessFlags = aclrtMemAccessFlags(0);
    pub const ACL_RT_MEM_ACCESS_FLAGS_READ: aclrtMemAccessFlags = aclrtMemAccessFlags(1);
    pub const ACL_RT_MEM_ACCESS_FLAGS_READWRITE: aclrtMemAccessFlags = aclrtMemAccessFlags(
        3,
    );
}
#[repr(transparent)]
/// How memory may be used.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemAccessFlags(pub core::ffi::c_uint);
/// How a location may use memory.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemAccessDesc {
    pub flags: aclrtMemAccessFlags,
    pub location: aclrtMemLocation,
    pub rsv: [u8; 12usize],
}
impl aclrtMemLinkType {
    pub const ACL_RT_MEM_ACCESS_LINK_SIO: aclrtMemLinkType = aclrtMemLinkType(0);
    pub const ACL_RT_MEM_ACCESS_LINK_HCCS: aclrtMemLinkType = aclrtMemLinkType(1);
    pub const ACL_RT_MEM_ACCESS_UB_ONE_PORT_PATH: aclrtMemLinkType = aclrtMemLinkType(2);
    pub const ACL_RT_MEM_ACCESS_UB_MULTI_PORT_PATH: aclrtMemLinkType = aclrtMemLinkType(
        3,
    );
}
#[repr(transparent)]
/// Links between devices.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemLinkType(pub core::ffi::c_uint);
impl HcclResult {
    pub const HCCL_SUCCESS: HcclResult = HcclResult(0);
    pub const HCCL_E_PARA: HcclResult = HcclResult(1);
    pub const HCCL_E_PTR: HcclResult = HcclResult(2);
    pub const HCCL_E_MEMORY: HcclResult = HcclResult(3);
    pub const HCCL_E_INTERNAL: HcclResult = HcclResult(4);
    pub const HCCL_E_NOT_SUPPORT: HcclResult = HcclResult(5);
    pub const HCCL_E_NOT_FOUND: HcclResult = HcclResult(6);
    pub const HCCL_E_UNAVAIL: HcclResult = HcclResult(7);
    pub const HCCL_E_SYSCALL: HcclResult = HcclResult(8);
    pub const HCCL_E_TIMEOUT: HcclResult = HcclResult(9);
    pub const HCCL_E_OPEN_FILE_FAILURE: HcclResult = HcclResult(10);
    pub const HCCL_E_TCP_CONNECT: HcclResult = HcclResult(11);
    pub const HCCL_E_ROCE_CONNECT: HcclResult = HcclResult(12);
    pub const HCCL_E_TCP_TRANSFER: HcclResult = HcclResult(13);
    pub const HCCL_E_ROCE_TRANSFER: HcclResult = HcclResult(14);
    pub const HCCL_E_RUNTIME: HcclResult = HcclResult(15);
    pub const HCCL_E_DRV: HcclResult = HcclResult(16);
    pub const HCCL_E_PROFILING: HcclResult = HcclResult(17);
    pub const HCCL_E_CCE: HcclResult = HcclResult(18);
    pub const HCCL_E_NETWORK: HcclResult = HcclResult(19);
    pub const HCCL_E_AGAIN: HcclResult = HcclResult(20);
    pub const HCCL_E_REMOTE: HcclResult = HcclResult(21);
    pub const HCCL_E_SUSPENDING: HcclResult = HcclResult(22);
    pub const HCCL_E_OPRETRY_FAIL: HcclResult = HcclResult(23);
    pub const HCCL_E_OOM: HcclResult = HcclResult(24);
    pub const HCCL_E_IN_STATUS: HcclResult = HcclResult(1041);
}
#[repr(transparent)]
/// What every call returns.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclResult(pub core::ffi::c_uint);
impl HcclDataType {
    pub const HCCL_DATA_TYPE_INT8: HcclDataType = HcclDataType(0);
    pub const HCCL_DATA_TYPE_INT16: HcclDataType = HcclDataType(1);
    pub const HCCL_DATA_TYPE_INT32: HcclDataType = HcclDataType(2);
    pub const HCCL_DATA_TYPE_FP16: HcclDataType = HcclDataType(3);
    pub const HCCL_DATA_TYPE_FP32: HcclDataType = HcclDataType(4);
    pub const HCCL_DATA_TYPE_INT64: HcclDataType = HcclDataType(5);
    pub const HCCL_DATA_TYPE_UINT64: HcclDataType = HcclDataType(6);
    pub const HCCL_DATA_TYPE_UINT8: HcclDataType = HcclDataType(7);
    pub const HCCL_DATA_TYPE_UINT16: HcclDataType = HcclDataType(8);
    pub const HCCL_DATA_TYPE_UINT32: HcclDataType = HcclDataType(9);
    pub const HCCL_DATA_TYPE_FP64: HcclDataType = HcclDataType(10);
    pub const HCCL_DATA_TYPE_BFP16: HcclDataType = HcclDataType(11);
    pub const HCCL_DATA_TYPE_INT128: HcclDataType = HcclDataType(12);
    pub const HCCL_DATA_TYPE_HIF8: HcclDataType = HcclDataType(14);
    pub const HCCL_DATA_TYPE_FP8E4M3: HcclDataType = HcclDataType(15);
    pub const HCCL_DATA_TYPE_FP8E5M2: HcclDataType = HcclDataType(16);
    pub const HCCL_DATA_TYPE_FP8E8M0: HcclDataType = HcclDataType(17);
    pub const HCCL_DATA_TYPE_RESERVED: HcclDataType = HcclDataType(255);
}
#[repr(transparent)]
/// Element types. Note that BFP16 is 11 here and 27 in aclDataType.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclDataType(pub core::ffi::c_uint);
impl HcclReduceOp {
    pub const HCCL_REDUCE_SUM: HcclReduceOp = HcclReduceOp(0);
    pub const HCCL_REDUCE_PROD: HcclReduceOp = HcclReduceOp(1);
    pub const HCCL_REDUCE_MAX: HcclReduceOp = HcclReduceOp(2);
    pub const HCCL_REDUCE_MIN: HcclReduceOp = HcclReduceOp(3);
    pub const HCCL_REDUCE_RESERVED: HcclReduceOp = HcclReduceOp(255);
}
#[repr(transparent)]
/// Reductions; there is no average.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclReduceOp(pub core::ffi::c_uint);
impl HcclCMDType {
    pub const HCCL_CMD_INVALID: HcclCMDType = HcclCMDType(0);
    pub const HCCL_CMD_BROADCAST: HcclCMDType = HcclCMDType(1);
    pub const HCCL_CMD_ALLREDUCE: HcclCMDType = HcclCMDType(2);
    pub const HCCL_CMD_REDUCE: HcclCMDType = HcclCMDType(3);
    pub const HCCL_CMD_SEND: HcclCMDType = HcclCMDType(4);
    pub const HCCL_CMD_RECEIVE: HcclCMDType = HcclCMDType(5);
    pub const HCCL_CMD_ALLGATHER: HcclCMDType = HcclCMDType(6);
    pub const HCCL_CMD_REDUCE_SCATTER: HcclCMDType = HcclCMDType(7);
    pub const HCCL_CMD_ALLTOALLV: HcclCMDType = HcclCMDType(8);
    pub const HCCL_CMD_ALLTOALLVC: HcclCMDType = HcclCMDType(9);
    pub const HCCL_CMD_ALLTOALL: HcclCMDType = HcclCMDType(10);
    pub const HCCL_CMD_GATHER: HcclCMDType = HcclCMDType(11);
    pub const HCCL_CMD_SCATTER: HcclCMDType = HcclCMDType(12);
    pub const HCCL_CMD_BATCH_SEND_RECV: HcclCMDType = HcclCMDType(13);
    pub const HCCL_CMD_BATCH_PUT: HcclCMDType = HcclCMDType(14);
    pub const HCCL_CMD_BATCH_GET: HcclCMDType = HcclCMDType(15);
    pub const HCCL_CMD_ALLGATHER_V: HcclCMDType = HcclCMDType(16);
    pub const HCCL_CMD_REDUCE_SCATTER_V: HcclCMDType = HcclCMDType(17);
    pub const HCCL_CMD_BATCH_WRITE: HcclCMDType = HcclCMDType(18);
    pub const HCCL_CMD_HALF_ALLTOALLV: HcclCMDType = HcclCMDType(20);
    pub const HCCL_CMD_ALL: HcclCMDType = HcclCMDType(21);
    pub const HCCL_CMD_FINALIZE: HcclCMDType = HcclCMDType(100);
    pub const HCCL_CMD_INTER_GROUP_SYNC: HcclCMDType = HcclCMDType(101);
    pub const HCCL_CMD_INIT: HcclCMDType = HcclCMDType(102);
    pub const HCCL_CMD_BARRIER: HcclCMDType = HcclCMDType(103);
}
#[repr(transparent)]
/// Operations, as logs number them.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclCMDType(pub core::ffi::c_uint);
/// A communicator.
pub type HcclComm = *mut core::ffi::c_void;
/// What the root gives to all ranks, every byte of it.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclRootInfo {
    pub internal: [core::ffi::c_char; 4108usize],
}
/** Configuration of a communicator. `reserved` begins with size (8 bytes), magic and version (4 each), 8 bytes of 0.
 Libraries read the shorter of their size and this one; from toolkit to toolkit it only grew.*/
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclCommConfig {
    pub reserved: [core::ffi::c_char; 24usize],
    pub hcclBufferSize: u32,
    pub hcclDeterministic: u32,
    pub hcclCommName: [core::ffi::c_char; 128usize],
    pub hcclUdi: [core::ffi::c_char; 128usize],
    pub hcclOpExpansionMode: u32,
    pub hcclRdmaTrafficClass: u32,
    pub hcclRdmaServiceLevel: u32,
    pub hcclWorldRankID: u32,
    pub hcclJobID: u64,
    pub aclGraphZeroCopyEnable: u8,
    pub hcclExecTimeOut: i32,
    pub hcclAlgo: [core::ffi::c_char; 1600usize],
    pub hcclRetryEnable: [core::ffi::c_char; 50usize],
    pub hcclRetryParams: [core::ffi::c_char; 128usize],
    pub hcclBufferName: [core::ffi::c_char; 128usize],
    pub hcclQos: u32,
    pub hcclSymWinMaxMemSizePerRank: u64,
}
impl HcclCommConfigCapability {
    pub const HCCL_COMM_CONFIG_BUFFER_SIZE: HcclCommConfigCapability = HcclCommConfigCapability(
        0,
    );
    pub const HCCL_COMM_CONFIG_DETERMINISTIC: HcclCommConfigCapability = HcclCommConfigCapability(
        1,
    );
    pub const HCCL_COMM_CONFIG_COMM_NAME: HcclCommConfigCapability = HcclCommConfigCapability(
        2,
    );
    pub const HCCL_COMM_CONFIG_OP_EXPANSION_MODE: HcclCommConfigCapability = HcclCommConfigCapability(
        3,
    );
    pub const HCCL_COMM_CONFIG_SUPPORT_INIT_BY_ENV: HcclCommConfigCapability = HcclCommConfigCapability(
        4,
    );
    pub const HCCL_COMM_CONFIG_WORLD_RANKID: HcclCommConfigCapability = HcclCommConfigCapability(
        5,
    );
    pub const HCCL_COMM_CONFIG_JOBID: HcclCommConfigCapability = HcclCommConfigCapability(
        6,
    );
    pub const HCCL_COMM_CONFIG_ACLGRAPH_ZEROCOPY_ENABLE: HcclCommConfigCapability = HcclCommConfigCapability(
        7,
    );
    pub const HCCL_COMM_CONFIG_EXEC_TIMEOUT: HcclCommConfigCapability = HcclCommConfigCapability(
        8,
    );
    pub const HCCL_COMM_CONFIG_ALGO: HcclCommConfigCapability = HcclCommConfigCapability(
        9,
    );
    pub const HCCL_COMM_CONFIG_RETRY: HcclCommConfigCapability = HcclCommConfigCapability(
        10,
    );
    pub const HCCL_COMM_CONFIG_BUFFER_NAME: HcclCommConfigCapability = HcclCommConfigCapability(
        11,
    );
}
#[repr(transparent)]
/// Features of a configuration, for HcclGetCommConfigCapability.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclCommConfigCapability(pub core::ffi::c_uint);
impl HcclConfig {
    pub const HCCL_DETERMINISTIC: HcclConfig = HcclConfig(0);
}
#[repr(transparent)]
/// Options of the process. Of DETERMINISTIC: 0 off, 1 on, 2 strict.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclConfig(pub core::ffi::c_uint);
/// The value of an option.
#[repr(C)]
#[derive(Copy, Clone)]
pub union HcclConfigValue {
    pub value: i32,
}
impl HcclConfigType {
    pub const HCCL_CONFIG_TYPE_INVALID: HcclConfigType = HcclConfigType(-1);
    pub const HCCL_CONFIG_TYPE_OP_EXPANSION_MODE: HcclConfigType = HcclConfigType(0);
}
#[repr(transparent)]
/// Kinds of configuration that can be asked for.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclConfigType(pub core::ffi::c_int);
impl HcclOpExpansionMode {
    pub const HCCL_OP_EXPANSION_MODE_INVALID: HcclOpExpansionMode = HcclOpExpansionMode(
        -1,
    );
    pub const HCCL_OP_EXPANSION_MODE_AI_CPU: HcclOpExpansionMode = HcclOpExpansionMode(
        0,
    );
    pub const HCCL_OP_EXPANSION_MODE_AIV: HcclOpExpansionMode = HcclOpExpansionMode(1);
    pub const HCCL_OP_EXPANSION_MODE_HOST: HcclOpExpansionMode = HcclOpExpansionMode(2);
    pub const HCCL_OP_EXPANSION_MODE_HOST_TS: HcclOpExpansionMode = HcclOpExpansionMode(
        3,
    );
    pub const HCCL_OP_EXPANSION_MODE_CCU_MS: HcclOpExpansionMode = HcclOpExpansionMode(
        4,
    );
    pub const HCCL_OP_EXPANSION_MODE_CCU_SCHED: HcclOpExpansionMode = HcclOpExpansionMode(
        5,
    );
    pub const HCCL_OP_EXPANSION_AIV_ONLY: HcclOpExpansionMode = HcclOpExpansionMode(6);
}
#[repr(transparent)]
/// Where operations are expanded, as HcclConfigGetInfo tells it; HcclCommConfig numbers them otherwise.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclOpExpansionMode(pub core::ffi::c_int);
/// What HcclConfigGetInfo writes for OP_EXPANSION_MODE.
pub use self::HcclOpExpansionMode as HcclConfigTypeOpExpansionMode;
impl HcclCommStatus {
    pub const HCCL_COMM_STATUS_READY: HcclCommStatus = HcclCommStatus(0);
    pub const HCCL_COMM_STATUS_SUSPENDING: HcclCommStatus = HcclCommStatus(1);
    pub const HCCL_COMM_STATUS_INVALID: HcclCommStatus = HcclCommStatus(254);
    pub const HCCL_COMM_STATUS_RESERVED: HcclCommStatus = HcclCommStatus(255);
}
#[repr(transparent)]
/// State of a communicator.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclCommStatus(pub core::ffi::c_uint);
impl HcclCommStatePhase {
    pub const HCCL_COMM_STATE_PHASE_INVALID: HcclCommStatePhase = HcclCommStatePhase(-1);
    pub const HCCL_COMM_STATE_PHASE_DESTROY_PRE: HcclCommStatePhase = HcclCommStatePhase(
        0,
    );
    pub const HCCL_COMM_STATE_PHASE_DESTROY_POST: HcclCommStatePhase = HcclCommStatePhase(
        1,
    );
    pub const HCCL_COMM_STATE_PHASE_RESUME_PRE: HcclCommStatePhase = HcclCommStatePhase(
        2,
    );
    pub const HCCL_COMM_STATE_PHASE_RESUME_POST: HcclCommStatePhase = HcclCommStatePhase(
        3,
    );
}
#[repr(transparent)]
/// Moments in the life of a communicator.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclCommStatePhase(pub core::ffi::c_int);
/// Called at the moments of a communicator.
pub type HcclCommStateCallback = ::core::option::Option<
    unsafe extern "C" fn(
        comm: HcclComm,
        state: HcclCommStatePhase,
        args: *mut core::ffi::c_void,
    ) -> HcclResult,
>;
/// A connection.
pub type HcclConn = *mut core::ffi::c_void;
/// A window.
pub type HcclCommSymWindow = *mut core::ffi::c_void;
/// Memory of another rank.
#[repr(C)]
#[derive(Debug)]
pub struct HcclMem {
    _unused: [u8; 0],
}
/// A description of memory, for another rank.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclMemDesc {
    pub desc: [core::ffi::c_char; 512usize],
}
/// Descriptions of memory.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclMemDescs {
    pub array: *mut HcclMemDesc,
    pub arrayLength: u32,
}
/// One range to write or read; `count` is elements.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclOneSideOpDesc {
    pub localAddr: *mut core::ffi::c_void,
    pub remoteAddr: *mut core::ffi::c_void,
    pub count: u64,
    pub dataType: HcclDataType,
}
impl HcclSendRecvType {
    pub const HCCL_SEND: HcclSendRecvType = HcclSendRecvType(0);
    pub const HCCL_RECV: HcclSendRecvType = HcclSendRecvType(1);
    pub const HCCL_SEND_RECV_RESERVED: HcclSendRecvType = HcclSendRecvType(2);
}
#[repr(transparent)]
/// Direction of an item.
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclSendRecvType(pub core::ffi::c_uint);
/// A send or receive of a batch.
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclSendRecvItem {
    pub sendRecvType: HcclSendRecvType,
    pub buf: *mut core::ffi::c_void,
    pub count: u64,
    pub dataType: HcclDataType,
    pub remoteRank: u32,
}
