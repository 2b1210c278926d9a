//! Queueing a launch.

use std::sync::Arc;

use ascend_npu_sys::{aclError, aclrtFuncHandle, aclrtPlaceHolderInfo, aclrtStream};

use super::config::Config;
use super::packed::{Packed, SLOT, check_bytes};
use super::registry::{self, Function};
use super::run::{Arguments, Launch};
use crate::clock;
use crate::exec::{Body, Kind, Task};
use crate::memory;
use crate::report::{Failure, Outcome};

/// The device counts blocks in 16 bits.
const BLOCK_LIMIT: u32 = u16::MAX as u32;
/// Blocks share a part of the task so that taking parts costs little; this many parts for each worker keep them evenly busy.
const PARTS_PER_WORKER: usize = 4;

/// A launch as it is asked for.
pub(super) struct Wish {
    pub(super) function: aclrtFuncHandle,
    pub(super) blocks: u32,
    pub(super) stream: aclrtStream,
    pub(super) config: Config,
}

/// Queues a launch with the arguments that `arguments` gives for its function.
pub(super) fn launch(wish: &Wish, arguments: impl FnOnce(&Arc<Function>) -> Outcome<Arguments>) -> Outcome {
    let function = registry::get(wish.function)?;
    let (name, blocks) = (function.kernel().name.clone(), wish.blocks);
    let refuse = |text: String| Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")));
    if blocks == 0 || blocks > BLOCK_LIMIT {
        return refuse(format!("kernel `{name}` is launched with {blocks} blocks: 1 to {BLOCK_LIMIT} can be"));
    }
    let device = crate::context::current()?.device.id;
    if device != function.image.device {
        let loaded = function.image.device;
        return refuse(format!("kernel `{name}` was loaded onto device {loaded} and is launched on device {device}"));
    }
    let soc = crate::device::soc();
    let cores = soc.vector_cores.max(soc.ai_cores);
    if wish.config.batch && i64::from(blocks) > cores {
        return refuse(format!("kernel `{name}` is to start {blocks} blocks at once: {} has {cores} cores", soc.name));
    }
    let stream = crate::stream::find(wish.stream)?;
    let queue = &stream.queue;
    let arguments = arguments(&function)?;
    let workers = crate::control::settings().workers;
    let parts = if clock::is_dry() { 1 } else { blocks };
    let parts = parts.min(u32::try_from(workers.saturating_mul(PARTS_PER_WORKER)).unwrap_or(u32::MAX));
    if let Some(fault) = crate::control::kernel_fault(&name) {
        let body = Body::Again(Arc::new(move || Err(fault.clone())));
        return queue.submit(Task::new(Kind::Kernel, name, body));
    }
    let traits = *stream.traits();
    let checks = traits.saturates && (traits.checks_overflow || crate::overflow::only_saturates());
    let overflow = checks.then(|| stream.device.overflow.clone());
    let (timeout, saturates) = (wish.config.timeout, traits.saturates);
    let told = arguments.told(&name, blocks);
    let launch = Launch { function, arguments, blocks, timeout, saturates, overflow, told };
    let run = move |part| launch.run((start(part, parts, blocks))..(start(part + 1, parts, blocks)));
    queue.submit(Task::new(Kind::Kernel, name, Body::Parallel { parts, run: Arc::new(run) }))
}

/// Arguments that lie in device memory, where the kernel reads them when it runs.
pub(super) fn device_arguments(
    function: &Function,
    address: *const std::ffi::c_void,
    bytes: usize,
) -> Outcome<Arguments> {
    let kernel = function.kernel();
    check_bytes(kernel, bytes)?;
    if !address.addr().is_multiple_of(SLOT) {
        let text =
            format!("EE1001: the arguments of kernel `{}` lie at {address:p}, no multiple of {SLOT}", kernel.name);
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let what = format!("the arguments of kernel `{}`", kernel.name);
    memory::check_device_range(address, bytes, Some(function.image.device), &what)?;
    Ok(Arguments::Device { address: address.addr() as u64, bytes })
}

/// Arguments that the program packed itself, with the places of addresses of data among them.
pub(super) fn host_arguments(
    function: &Function,
    bytes: &[u8],
    holders: &[aclrtPlaceHolderInfo],
) -> Outcome<Arguments> {
    let kernel = function.kernel();
    check_bytes(kernel, bytes.len())?;
    let mut packed = Packed::default();
    packed.push(bytes);
    packed.end_of_arguments();
    for (index, holder) in holders.iter().enumerate() {
        let (argument, data) = (holder.addrOffset as usize, holder.dataOffset as usize);
        if argument + SLOT > bytes.len() || data >= bytes.len() {
            let text = format!(
                "EE1001: place holder {index} of kernel `{}` puts the address of the data at {data} B to {argument} B: {} B were given",
                kernel.name,
                bytes.len()
            );
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        packed.refer(argument, data);
    }
    packed.fix();
    Ok(Arguments::Host(packed))
}

/// The first block of a part, such that parts differ by one block at most.
fn start(part: u32, parts: u32, blocks: u32) -> u32 {
    let start = u64::from(part) * u64::from(blocks) / u64::from(parts);
    u32::try_from(start).unwrap_or(blocks)
}
