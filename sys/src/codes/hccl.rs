//! Codes of HCCL, without their prefix `HCCL_`.

use crate::codes::kind::codes;
use crate::codes::{Code, CodeKind};
use crate::types::HcclResult;

codes! { HcclResult,
    Success "": 0 SUCCESS;
    InvalidArgument "a rank, root, count, name or configuration is wrong; at init, a variable HCCL_* may be":
        1 E_PARA;
    InvalidArgument "a stream, buffer or communicator is NULL; the default stream is not allowed": 2 E_PTR;
    OutOfMemory "each communicator takes twice HCCL_BUFFSIZE of device memory at its first operation": 3 E_MEMORY, 24 E_OOM;
    Internal "read the device's and the process's log": 4 E_INTERNAL;
    NotSupported "this SoC does not reduce or send this element type with this operation": 5 E_NOT_SUPPORT;
    Communication "a key of the rank table is missing; at a first operation, a link was not made": 6 E_NOT_FOUND;
    Exhausted "a port is taken or a device differs from the rank table: set HCCL_HOST_SOCKET_PORT_RANGE and \
               HCCL_NPU_SOCKET_PORT_RANGE, and give each rank its own device": 7 E_UNAVAIL;
    Internal "the operating system refused a file or socket": 8 E_SYSCALL;
    Timeout "a rank did not come to init or to a first operation within HCCL_CONNECT_TIMEOUT (on the software device, \
             ASCEND_MOCK_CONNECT_TIMEOUT): one thread or process a rank, and all ranks must call alike": 9 E_TIMEOUT;
    File "the rank table cannot be opened": 10 E_OPEN_FILE_FAILURE;
    Communication "the host's network: set HCCL_SOCKET_IFNAME or HCCL_IF_IP to the card the ranks share": 11 E_TCP_CONNECT;
    Communication "the device's network: look at its link and address with hccn_tool": 12 E_ROCE_CONNECT;
    Communication "a peer ended during set-up: look at the rank with the earliest error": 13 E_TCP_TRANSFER, 14 E_ROCE_TRANSFER;
    Internal "a call of the runtime failed: its text names it": 15 E_RUNTIME, 18 E_CCE;
    DeviceLost "a call of the driver failed: compare its version with the toolkit's": 16 E_DRV;
    Internal "the profiler failed": 17 E_PROFILING;
    Communication "the device's network failed: look at its links": 19 E_NETWORK;
    Busy "another thread is inside a call of the communicator: try again when it has left": 20 E_AGAIN;
    Communication "a peer died or a link broke: the communicator is of no use any more": 21 E_REMOTE;
    Aborted "the communicator is stopped: resume it, or make it afresh": 22 E_SUSPENDING;
    Communication "the operation could not be tried again: make the communicator afresh": 23 E_OPRETRY_FAIL;
    Internal "the error is in the status of the request": 1041 E_IN_STATUS;
}

impl HcclResult {
    /// What is known of the code; `None` for an unlisted one.
    pub fn describe(self) -> Option<&'static Code> {
        CODES.iter().find(|code| u32::try_from(code.code).is_ok_and(|code| code == self.0))
    }

    /// What the code means for the caller; [`CodeKind::Unknown`] for an unlisted one.
    pub fn kind(self) -> CodeKind {
        self.describe().map_or(CodeKind::Unknown, |code| code.kind)
    }
}

/// The vendor's name of an HCCL code, without its prefix `HCCL_`; `None` for an unlisted code.
pub fn hccl_code_name(code: HcclResult) -> Option<&'static str> {
    code.describe().map(|code| code.name)
}
