//! Queueing a launch.

use std::sync::Arc;

use ascend_npu_sys::{aclError, aclrtArgsHandle, aclrtFuncHandle, aclrtStream};

use super::args;
use super::registry;
use super::run::Launch;
use crate::exec::{Body, Kind, Task};
use crate::report::{Failure, Outcome};

/// The device counts blocks in 16 bits.
const BLOCK_LIMIT: u32 = u16::MAX as u32;
/// Blocks share a part of the task so that taking parts costs little; this many parts for each worker keep them evenly busy.
const PARTS_PER_WORKER: usize = 4;

/// Queues a launch of `blocks` blocks with the argument list of this thread.
pub(super) fn launch(function: aclrtFuncHandle, blocks: u32, stream: aclrtStream, list: aclrtArgsHandle) -> Outcome {
    let function = registry::get(function)?;
    let name = function.kernel().name.clone();
    let refuse = |text: String| Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")));
    if blocks == 0 || blocks > BLOCK_LIMIT {
        return refuse(format!("kernel `{name}` is launched with {blocks} blocks: 1 to {BLOCK_LIMIT} can be"));
    }
    let device = crate::context::current()?.device.id;
    if device != function.image.device {
        let loaded = function.image.device;
        return refuse(format!("kernel `{name}` was loaded onto device {loaded} and is launched on device {device}"));
    }
    let queue = crate::stream::of_current(stream)?;
    let args = args::packed(list, &function)?;
    let workers = crate::control::settings().workers;
    let parts = blocks.min(u32::try_from(workers.saturating_mul(PARTS_PER_WORKER)).unwrap_or(u32::MAX));
    if let Some(fault) = crate::control::kernel_fault(&name) {
        let body = Body::Run(Box::new(move || Err(fault)));
        return queue.submit(Task { kind: Kind::Kernel, name, body });
    }
    let launch = Launch { function, args, blocks };
    let run = move |part| launch.run((start(part, parts, blocks))..(start(part + 1, parts, blocks)));
    queue.submit(Task { kind: Kind::Kernel, name, body: Body::Parallel { parts, run: Arc::new(run) } })
}

/// The first block of a part, such that parts differ by one block at most.
fn start(part: u32, parts: u32, blocks: u32) -> u32 {
    let start = u64::from(part) * u64::from(blocks) / u64::from(parts);
    u32::try_from(start).unwrap_or(blocks)
}
