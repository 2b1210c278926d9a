// Made from sys/include by sys/build/generate.rs. Do not edit.

pub const ACL_RT_BINARY_MAGIC_ELF_AICORE: u32 = 1129660997;
pub const ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE: u32 = 1094799942;
pub const ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE: u32 = 1095320387;
pub const ACL_STREAM_FAST_LAUNCH: u32 = 1;
pub const ACL_STREAM_FAST_SYNC: u32 = 2;
pub const ACL_CONTINUE_ON_FAILURE: u32 = 0;
pub const ACL_STOP_ON_FAILURE: u32 = 1;
pub const ACL_EVENT_SYNC: u32 = 1;
pub const ACL_EVENT_TIME_LINE: u32 = 8;
pub const HCCL_ROOT_INFO_BYTES: u32 = 4108;
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclError(pub core::ffi::c_int);
pub type aclrtContext = *mut core::ffi::c_void;
pub type aclrtStream = *mut core::ffi::c_void;
pub type aclrtEvent = *mut core::ffi::c_void;
pub type aclrtBinHandle = *mut core::ffi::c_void;
pub type aclrtFuncHandle = *mut core::ffi::c_void;
pub type aclrtArgsHandle = *mut core::ffi::c_void;
pub type aclrtParamHandle = *mut core::ffi::c_void;
impl aclrtDevAttr {
    pub const ACL_DEV_ATTR_AICPU_CORE_NUM: aclrtDevAttr = aclrtDevAttr(1);
    pub const ACL_DEV_ATTR_AICORE_CORE_NUM: aclrtDevAttr = aclrtDevAttr(101);
    pub const ACL_DEV_ATTR_CUBE_CORE_NUM: aclrtDevAttr = aclrtDevAttr(102);
    pub const ACL_DEV_ATTR_VECTOR_CORE_NUM: aclrtDevAttr = aclrtDevAttr(201);
    pub const ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE: aclrtDevAttr = aclrtDevAttr(301);
    pub const ACL_DEV_ATTR_L2_CACHE_SIZE: aclrtDevAttr = aclrtDevAttr(302);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtDevAttr(pub core::ffi::c_uint);
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
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtFloatOverflowMode(pub core::ffi::c_uint);
impl aclrtBinaryLoadOptionType {
    pub const ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD: aclrtBinaryLoadOptionType = aclrtBinaryLoadOptionType(
        1,
    );
    pub const ACL_RT_BINARY_LOAD_OPT_MAGIC: aclrtBinaryLoadOptionType = aclrtBinaryLoadOptionType(
        2,
    );
    pub const ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE: aclrtBinaryLoadOptionType = aclrtBinaryLoadOptionType(
        3,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtBinaryLoadOptionType(pub core::ffi::c_uint);
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclrtBinaryLoadOptionValue {
    pub isLazyLoad: u32,
    pub magic: u32,
    pub cpuKernelMode: i32,
    pub rsv: [u32; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclrtBinaryLoadOption {
    pub type_: aclrtBinaryLoadOptionType,
    pub value: aclrtBinaryLoadOptionValue,
}
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtBinaryLoadOptions {
    pub options: *mut aclrtBinaryLoadOption,
    pub numOpt: usize,
}
impl aclrtLaunchKernelAttrId {
    pub const ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE: aclrtLaunchKernelAttrId = aclrtLaunchKernelAttrId(
        1,
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
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtLaunchKernelAttrId(pub core::ffi::c_uint);
#[repr(C)]
#[derive(Copy, Clone)]
pub union aclrtLaunchKernelAttrValue {
    pub schemMode: u8,
    pub dynUBufSize: u32,
    pub blockDimOffset: u32,
    pub isBlockTaskPrefetch: u8,
    pub isDataDump: u8,
    pub timeout: u16,
    pub rsv: [u32; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct aclrtLaunchKernelAttr {
    pub id: aclrtLaunchKernelAttrId,
    pub value: aclrtLaunchKernelAttrValue,
}
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtLaunchKernelCfg {
    pub attrs: *mut aclrtLaunchKernelAttr,
    pub numAttrs: usize,
}
impl aclrtMemMallocPolicy {
    pub const ACL_MEM_MALLOC_HUGE_FIRST: aclrtMemMallocPolicy = aclrtMemMallocPolicy(0);
    pub const ACL_MEM_MALLOC_HUGE_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy(1);
    pub const ACL_MEM_MALLOC_NORMAL_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy(2);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemMallocPolicy(pub core::ffi::c_uint);
impl aclrtMemAttr {
    pub const ACL_DDR_MEM: aclrtMemAttr = aclrtMemAttr(0);
    pub const ACL_HBM_MEM: aclrtMemAttr = aclrtMemAttr(1);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemAttr(pub core::ffi::c_uint);
impl aclrtMemcpyKind {
    pub const ACL_MEMCPY_HOST_TO_HOST: aclrtMemcpyKind = aclrtMemcpyKind(0);
    pub const ACL_MEMCPY_HOST_TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind(1);
    pub const ACL_MEMCPY_DEVICE_TO_HOST: aclrtMemcpyKind = aclrtMemcpyKind(2);
    pub const ACL_MEMCPY_DEVICE_TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind(3);
    pub const ACL_MEMCPY_DEFAULT: aclrtMemcpyKind = aclrtMemcpyKind(4);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtMemcpyKind(pub core::ffi::c_uint);
impl aclrtStreamStatus {
    pub const ACL_STREAM_STATUS_COMPLETE: aclrtStreamStatus = aclrtStreamStatus(0);
    pub const ACL_STREAM_STATUS_NOT_READY: aclrtStreamStatus = aclrtStreamStatus(1);
    pub const ACL_STREAM_STATUS_RESERVED: aclrtStreamStatus = aclrtStreamStatus(65535);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtStreamStatus(pub core::ffi::c_uint);
impl aclrtEventRecordedStatus {
    pub const ACL_EVENT_RECORDED_STATUS_NOT_READY: aclrtEventRecordedStatus = aclrtEventRecordedStatus(
        0,
    );
    pub const ACL_EVENT_RECORDED_STATUS_COMPLETE: aclrtEventRecordedStatus = aclrtEventRecordedStatus(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct aclrtEventRecordedStatus(pub core::ffi::c_uint);
pub type aclrtHostFunc = ::core::option::Option<
    unsafe extern "C" fn(args: *mut core::ffi::c_void),
>;
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
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclResult(pub core::ffi::c_uint);
impl HcclReduceOp {
    pub const HCCL_REDUCE_SUM: HcclReduceOp = HcclReduceOp(0);
    pub const HCCL_REDUCE_PROD: HcclReduceOp = HcclReduceOp(1);
    pub const HCCL_REDUCE_MAX: HcclReduceOp = HcclReduceOp(2);
    pub const HCCL_REDUCE_MIN: HcclReduceOp = HcclReduceOp(3);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclReduceOp(pub core::ffi::c_uint);
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
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclDataType(pub core::ffi::c_uint);
pub type HcclComm = *mut core::ffi::c_void;
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct HcclRootInfo {
    pub internal: [core::ffi::c_char; 4108usize],
}
