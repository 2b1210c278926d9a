//! Running the blocks of a launch.
#![allow(unsafe_code)] // Calls the code of an image, and is called by it.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::ops::Range;
use std::sync::Arc;

use ascend_npu_sys::aclError;

use super::image::{HostBlock, HostMemory};
use super::registry::Function;
use crate::memory::{self, Block, Hold};
use crate::report::{Failure, Outcome};

/// The longest text of a fault, with its NUL byte.
const MESSAGE: usize = 1024;

/// A launch as it was queued.
pub(super) struct Launch {
    /// Keeps the image loaded until the last block has run.
    pub(super) function: Arc<Function>,
    /// The packed arguments: words, because each starts on a multiple of 8 bytes.
    pub(super) args: Vec<u64>,
    pub(super) blocks: u32,
}

/// Memory that a block has looked up. It stays in place until the block ends: a kernel may look an allocation up once and then
/// use it without asking again.
type Held = RefCell<Vec<(Block, Hold)>>;

impl Launch {
    /// Runs some blocks. All of them run, whatever happens to one, as cores do; the first fault counts.
    pub(super) fn run(&self, blocks: Range<u32>) -> Outcome {
        let outcomes = blocks.map(|block| self.run_block(block)).collect::<Vec<_>>();
        outcomes.into_iter().collect()
    }

    fn run_block(&self, index: u32) -> Outcome {
        let mut message: [c_char; MESSAGE] = [0; MESSAGE];
        let held = Held::default();
        let block = HostBlock {
            args: self.args.as_ptr().cast(),
            args_bytes: size_of_val(self.args.as_slice()) as u64,
            block: index,
            block_count: self.blocks,
            memory: HostMemory { context: (&raw const held).cast(), find },
            message: message.as_mut_ptr(),
            message_bytes: MESSAGE as u64,
        };
        let kernel = self.function.kernel();
        // SAFETY: the function is loaded while `self.function` lives, and takes a block whose addresses stay valid during the call.
        let code = unsafe { (kernel.run)(&block) };
        if code != 0 {
            // A kernel that filled the buffer to its end must not make the text run over it.
            message[MESSAGE - 1] = 0;
            return Err(self.fault(code, index, &text(&message)));
        }
        let freed = held.borrow().iter().find(|(_, hold)| !hold.is_live()).map(|(block, _)| *block);
        freed.map_or(Ok(()), |Block { device, base, requested, .. }| {
            let text = format!(
                "the allocation of {requested} B at {base:#x} on device {device} was freed while it was in use"
            );
            Err(self.fault(aclError::RT_VECTOR_CORE_EXCEPTION.0, index, &text))
        })
    }

    fn fault(&self, code: i32, index: u32, text: &str) -> Failure {
        let name = &self.function.kernel().name;
        // Images may name kernel and block themselves.
        if text.starts_with(&format!("kernel {name}")) {
            return Failure::acl(aclError(code), text);
        }
        let text = if text.is_empty() { "no reason given" } else { text };
        Failure::acl(aclError(code), format!("kernel {name}, block {index} of {}: {text}", self.blocks))
    }
}

fn text(message: &[c_char; MESSAGE]) -> String {
    // SAFETY: the last byte is NUL, so the text ends in the buffer.
    unsafe { CStr::from_ptr(message.as_ptr()) }.to_string_lossy().into_owned()
}

/// What `AscendHostMemory::find` is for a block.
///
/// # Safety
/// `context` is that of the block, used on the block's thread; `base` and `bytes` are valid for a write.
unsafe extern "C" fn find(context: *const c_void, address: u64, base: *mut u64, bytes: *mut u64) -> i32 {
    // SAFETY: the context that `run_block` passes, which lives until the block ends.
    let held = unsafe { &*context.cast::<Held>() };
    let Some((block, hold)) = memory::hold(address) else {
        return 0;
    };
    let mut held = held.borrow_mut();
    if !held.iter().any(|(known, _)| known.base == block.base) {
        held.push((block, hold));
    }
    // SAFETY: valid for a write by this function's contract.
    unsafe { base.write(block.base) };
    // SAFETY: as above.
    unsafe { bytes.write(block.bytes) };
    1
}
