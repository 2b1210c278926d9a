//! Cache operations on a stream: `aclrtCmoAsync`. They take their place in the order and change nothing that can be seen.

use std::sync::Arc;

use ascend_npu_sys::{aclError, aclrtCmoType, aclrtStream};

use super::check::{Range, Side};
use super::raw::Address;
use crate::exec::{Body, Kind, Task};
use crate::report::{Failure, Outcome};

const WHAT: &str = "range of a cache operation";

/// Queues a cache operation on device memory.
pub(super) fn operate_async(address: Address, bytes: usize, kind: aclrtCmoType, stream: aclrtStream) -> Outcome {
    if address.is_null() || bytes == 0 {
        let text = format!("EE1001: a cache operation on {bytes} B at {:#x}", address.value());
        return Err(Failure::acl(aclError::INVALID_PARAM, text));
    }
    let queue = crate::stream::of_current(stream)?;
    if kind.0 > aclrtCmoType::ACL_RT_CMO_TYPE_FLUSH.0 {
        let text = format!("EE1001: {} is no cache operation: 0 to 3 are", kind.0);
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    // The oldest part has no such engine; the others only fetch ahead.
    if crate::device::soc().arch == 1001 || kind != aclrtCmoType::ACL_RT_CMO_TYPE_PREFETCH {
        let text = format!("EE1001: {} has no cache operation {}", crate::device::soc().name, kind.0);
        return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
    }
    let range = Range { address, bytes };
    if range.side(WHAT)? != Side::Device {
        let text = format!("EE1001: {WHAT}, {bytes} B at {:#x}: it is not in device memory", address.value());
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    // Fetching freed memory ahead is no fault: it is a hint.
    let body = Body::Again(Arc::new(|| Ok(())));
    queue.submit(Task::new(Kind::Cache, "aclrtCmoAsync", body))
}
