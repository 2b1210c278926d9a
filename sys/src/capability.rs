//! What a toolkit can do, told by the functions it has.
//!
//! Never by version numbers: releases are patched, and the version of the interface stands still from toolkit 9.0 on.

use crate::table::{Acl, Hccl};

macro_rules! capabilities {
    ($($(#[$doc:meta])* $name:ident: $($function:ident)*;)*) => {
        /// Something that not every toolkit can do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Capability {
            $($(#[$doc])* $name,)*
        }

        impl Capability {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The functions it needs.
            pub const fn functions(self) -> &'static [&'static str] {
                match self {
                    $(Self::$name => &[$(stringify!($function)),*],)*
                }
            }
        }
    };
}

capabilities! {
    /// Events that may be recorded again and again.
    ReusableEvents: aclrtCreateEventExWithFlag;
    /// Waiting for an event with a limit.
    EventTimeout: aclrtSynchronizeEventWithTimeout;
    /// Host functions in stream order, on a thread of the runtime.
    HostFunctions: aclrtLaunchHostFunc;
    /// Attributes of device errors and their repair.
    FaultRepair: aclrtGetErrorVerbose aclrtRepairError;
    /// Stopping a stream's work.
    StreamAbort: aclrtStreamAbort;
    /// Attributes of a device, such as its number of cores.
    DeviceAttributes: aclrtGetDeviceInfo;
    /// The version of an installed package as a number.
    PackageVersion: aclsysGetVersionNum;
    /// Where an address lies.
    PointerAttributes: aclrtPointerGetAttributes;
    /// Pinning host memory of the caller.
    HostRegistration: aclrtHostRegisterV2 aclrtHostUnregister;
    /// Loading kernel images from memory and launching them.
    KernelLaunch: aclrtBinaryLoadFromData aclrtBinaryUnLoad aclrtBinaryGetFunction aclrtKernelArgsInit aclrtKernelArgsAppend
        aclrtKernelArgsFinalize aclrtLaunchKernelWithConfig;
    /// Launching with arguments in host memory.
    HostArguments: aclrtLaunchKernelWithHostArgs;
    /// Reserved addresses and physical memory.
    VirtualMemory: aclrtReserveMemAddress aclrtReleaseMemAddress aclrtMallocPhysical aclrtFreePhysical aclrtMapMem aclrtUnmapMem
        aclrtMemGetAllocationGranularity;
    /// Pools from which memory is allocated in stream order.
    MemoryPools: aclrtMemPoolCreate aclrtMemPoolDestroy aclrtMemPoolMallocAsync aclrtMemPoolFreeAsync;
    /// Memory that host and devices share.
    ManagedMemory: aclrtMemAllocManaged aclrtMemManagedPrefetchAsync;
    /// Device memory of other processes.
    MemorySharing: aclrtIpcMemGetExportKey aclrtIpcMemImportByKey aclrtIpcMemClose;
    /// Events of other processes.
    EventSharing: aclrtIpcGetEventHandle aclrtIpcOpenEventHandle;
    /// Flags between streams of devices and processes.
    Notifies: aclrtCreateNotify aclrtDestroyNotify aclrtRecordNotify aclrtWaitAndResetNotify;
    /// Streams that write and wait for values in device memory.
    ValueWaits: aclrtValueWrite aclrtValueWait;
    /// Recording work into graphs.
    GraphCapture: aclmdlRICaptureBegin aclmdlRICaptureEnd aclmdlRIExecuteAsync aclmdlRIDestroy;
    /// Limiting the cores that kernels use.
    CoreLimits: aclrtSetStreamResLimit aclrtGetStreamResLimit aclrtResetStreamResLimit;
    /// Copies of many ranges in one call.
    BatchCopies: aclrtMemcpyBatchAsync;
    /// Collectives between devices.
    Collectives: HcclAllReduce HcclAllGather HcclReduceScatter HcclBroadcast;
    /// Configurations of single communicators.
    CommunicatorConfig: HcclCommInitRootInfoConfig HcclGetCommConfigCapability;
    /// Communicators of some ranks of another.
    SubCommunicators: HcclCreateSubCommConfig;
    /// Gathering shards of unequal lengths.
    UnequalAllGather: HcclAllGatherV;
    /// Reducing into shards of unequal lengths.
    UnequalReduceScatter: HcclReduceScatterV;
    /// Sends and receives that do not wait for each other.
    BatchSendReceive: HcclBatchSendRecv;
    /// Stopping a communicator and letting it go on.
    SuspendResume: HcclCommSuspend HcclCommResume;
    /// Collectives without copies into buffers of their own.
    ZeroCopy: HcclCommSetMemoryRange HcclCommUnsetMemoryRange HcclCommActivateCommMemory HcclCommDeactivateCommMemory;
    /// Windows of device memory that all ranks reach.
    SymmetricWindows: HcclCommSymWinRegister HcclCommSymWinDeregister HcclCommSymWinGet;
}

impl Capability {
    /// Whether these tables have all its functions.
    pub fn is_in(self, acl: &Acl, hccl: Option<&Hccl>) -> bool {
        self.functions().iter().all(|name| acl.has(name) || hccl.is_some_and(|hccl| hccl.has(name)))
    }
}
