//! Running the blocks of a launch.
#![allow(unsafe_code)] // Calls the code of an image, and is called by it.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char, c_void};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::{Duration, Instant};

use ascend_npu_sys::aclError;

use super::image::{HostBlock, HostMemory};
use super::packed::Packed;
use super::registry::Function;
use crate::check;
use crate::clock::{self, Told, Work};
use crate::exec::{self, Touch};
use crate::memory::{self, Block, Hold};
use crate::report::{Failure, Outcome};

/// The longest text of a fault, with its NUL byte.
const MESSAGE: usize = 1024;

/// A launch as it was queued.
pub(super) struct Launch {
    /// Keeps the image loaded until the last block has run.
    pub(super) function: Arc<Function>,
    pub(super) arguments: Arguments,
    pub(super) blocks: u32,
    /// How long it may run.
    pub(super) timeout: Option<Duration>,
    /// Whether results of infinity become the largest finite value.
    pub(super) saturates: bool,
    /// Where an overflow is noted, when the stream checks for it.
    pub(super) overflow: Option<Arc<AtomicU32>>,
    /// What it takes, where that is known without running it.
    pub(super) told: Option<Told>,
}

/// Where the arguments of a launch are.
pub(super) enum Arguments {
    /// With the launch.
    Host(Packed),
    /// In device memory, which the program keeps until the kernel has run.
    Device { address: u64, bytes: usize },
}

/// Memory that a block has looked up. It stays in place until the block ends: a kernel may look an allocation up once and then
/// use it without asking again.
type Held = RefCell<Vec<(Block, Hold)>>;

/// What a block asks for memory.
struct Lookup<'a> {
    held: Held,
    /// The arguments, in which some point to data that came with them.
    arguments: &'a Arguments,
    /// What the block told that it touches.
    touches: RefCell<Vec<Touch>>,
    /// Where it last looked for memory and there was none.
    missed: Cell<Option<u64>>,
}

impl Arguments {
    /// The words of the arguments, without those that the program keeps in device memory.
    fn words(&self) -> Vec<u64> {
        match self {
            Self::Host(packed) => packed.words(),
            Self::Device { .. } => Vec::new(),
        }
    }

    /// What a launch with them takes, where its kernel does not run to tell it: what was told of the kernel, or it reads all that it
    /// has the address of.
    pub(super) fn told(&self, name: &str, blocks: u32) -> Option<Told> {
        clock::modelled(name, blocks, || self.words()).or_else(|| {
            clock::is_dry().then(|| {
                let reached = |address: u64| memory::hold(address).map_or(0, |(block, _)| block.end() - address);
                let bytes = self.words().into_iter().map(reached).sum();
                Told::Work(Work { moved: bytes, distinct: bytes, flops: 0 })
            })
        })
    }
}

impl Launch {
    /// Runs some blocks. All of them run, whatever happens to one, as cores do; the first fault counts.
    pub(super) fn run(&self, blocks: Range<u32>) -> Outcome {
        if let (0, Some(told), Some(queue)) = (blocks.start, self.told, exec::running()) {
            clock::worked(queue, told);
        }
        if clock::is_dry() {
            return Ok(());
        }
        let started = Instant::now();
        let outcomes = blocks.map(|block| self.run_block(block)).collect::<Vec<_>>();
        outcomes.into_iter().collect::<Outcome>()?;
        // A block that runs cannot be taken from its thread: the fault is told when it has ended.
        match self.timeout.filter(|&timeout| started.elapsed() > timeout) {
            None => Ok(()),
            Some(timeout) => {
                let old = crate::device::soc().arch == 1001;
                let code = if old { aclError::RT_AICORE_TIMEOUT } else { aclError::RT_VECTOR_CORE_TIMEOUT };
                let name = &self.function.kernel().name;
                Err(Failure::acl(code, format!("EZ9999: kernel `{name}` ran longer than its timeout of {timeout:?}")))
            }
        }
    }

    fn run_block(&self, index: u32) -> Outcome {
        let mut message: [c_char; MESSAGE] = [0; MESSAGE];
        let lookup = Lookup {
            held: Held::default(),
            arguments: &self.arguments,
            touches: RefCell::default(),
            missed: Cell::new(None),
        };
        let follows = Touch::are_told();
        let (address, bytes) = match &self.arguments {
            Arguments::Host(packed) => (packed.base(), packed.argument_bytes()),
            Arguments::Device { address, bytes } => {
                let hold = memory::hold(*address).filter(|(block, _)| block.covers(*address, *bytes as u64));
                let Some(hold) = hold else {
                    let text = format!("the arguments, {bytes} B at {address:#x}, are in no live device memory");
                    return Err(self.fault(aclError::RT_VECTOR_CORE_EXCEPTION.0, index, &text));
                };
                lookup.held.borrow_mut().push(hold);
                (*address, *bytes)
            }
        };
        let block = HostBlock {
            // An address that was exposed when the arguments, or the memory that holds them, were made.
            args: std::ptr::with_exposed_provenance(address as usize),
            args_bytes: bytes as u64,
            block: index,
            block_count: self.blocks,
            memory: HostMemory { context: (&raw const lookup).cast(), find, touch: follows.then_some(touch) },
            message: message.as_mut_ptr(),
            message_bytes: MESSAGE as u64,
            saturates: u32::from(self.saturates),
            overflow: self.overflow.as_ref().map_or(std::ptr::null(), Arc::as_ptr),
        };
        let kernel = self.function.kernel();
        // SAFETY: the function is loaded while `self.function` lives, and takes a block whose addresses stay valid during the call;
        // `overflow` is null or in an `Arc` of this launch.
        let code = unsafe { (kernel.run)(&block) };
        if follows {
            self.tell(&lookup);
        }
        if code != 0 {
            // A kernel that filled the buffer to its end must not make the text run over it.
            message[MESSAGE - 1] = 0;
            let mut text = text(&message);
            if let Some(address) = lookup.missed.get().filter(|_| text.is_empty()) {
                text = format!("it looked for memory at {address:#x}: {}", memory::why_not_there(address));
            }
            if [aclError::RT_VECTOR_CORE_EXCEPTION.0, aclError::RT_AICORE_EXCEPTION.0].contains(&code) {
                check::misused(lookup.missed.get().unwrap_or(0), 0, &self.reason(index, &text));
            }
            return Err(self.fault(code, index, &text));
        }
        let freed = lookup.held.borrow().iter().find(|(_, hold)| !hold.is_live()).map(|(block, _)| *block);
        freed.map_or(Ok(()), |Block { device, base, requested, .. }| {
            let text = format!(
                "the allocation of {requested} B at {base:#x} on device {device} was freed while it was in use"
            );
            Err(self.fault(aclError::RT_VECTOR_CORE_EXCEPTION.0, index, &text))
        })
    }

    /// Tells the checks what a block touched.
    fn tell(&self, lookup: &Lookup<'_>) {
        if let Some(queue) = exec::running() {
            check::touched(queue, &lookup.touches.borrow());
            clock::touched(queue, &lookup.touches.borrow());
        }
        if !self.function.image.touches {
            // It may have written anything where it looked.
            lookup.held.borrow().iter().for_each(|(block, _)| check::trusted(block.base..block.end()));
        }
    }

    fn fault(&self, code: i32, index: u32, text: &str) -> Failure {
        Failure::acl(aclError(code), self.reason(index, text))
    }

    fn reason(&self, index: u32, text: &str) -> String {
        let name = &self.function.kernel().name;
        // Images may name kernel and block themselves.
        if text.starts_with(&format!("kernel {name}")) {
            return text.to_owned();
        }
        let text = if text.is_empty() { "no reason given" } else { text };
        format!("kernel {name}, block {index} of {}: {text}", self.blocks)
    }
}

fn text(message: &[c_char; MESSAGE]) -> String {
    // SAFETY: the last byte is NUL, so the text ends in the buffer.
    unsafe { CStr::from_ptr(message.as_ptr()) }.to_string_lossy().into_owned()
}

/// What `AscendHostMemory::touch` is for a block.
///
/// # Safety
/// `context` is that of the block, used on the block's thread.
unsafe extern "C" fn touch(context: *const c_void, address: u64, bytes: u64, writes: i32) {
    // SAFETY: the context that `run_block` passes, which lives until the block ends.
    let lookup = unsafe { &*context.cast::<Lookup<'_>>() };
    lookup.touches.borrow_mut().push(Touch { start: address, bytes, writes: writes != 0 });
}

/// What `AscendHostMemory::find` is for a block.
///
/// # Safety
/// `context` is that of the block, used on the block's thread; `base` and `bytes` are valid for a write.
unsafe extern "C" fn find(context: *const c_void, address: u64, base: *mut u64, bytes: *mut u64) -> i32 {
    // SAFETY: the context that `run_block` passes, which lives until the block ends.
    let lookup = unsafe { &*context.cast::<Lookup<'_>>() };
    let found = match lookup.arguments {
        Arguments::Host(packed) if (packed.base()..packed.base() + packed.bytes() as u64).contains(&address) => {
            (packed.base(), packed.bytes() as u64)
        }
        _ => {
            let Some((block, hold)) = memory::hold(address) else {
                lookup.missed.set(Some(address));
                return 0;
            };
            let mut held = lookup.held.borrow_mut();
            if !held.iter().any(|(known, _)| known.base == block.base) {
                held.push((block, hold));
            }
            (block.base, block.bytes)
        }
    };
    // SAFETY: valid for a write by this function's contract.
    unsafe { base.write(found.0) };
    // SAFETY: as above.
    unsafe { bytes.write(found.1) };
    1
}
