//! Arguments as a kernel reads them.

use std::sync::atomic::{AtomicU64, Ordering};

use ascend_npu_sys::aclError;

use super::image::Kernel;
use crate::report::{Failure, Outcome};

/// Each argument starts on a multiple of this.
pub(super) const SLOT: usize = size_of::<u64>();

/// The arguments of a launch, and behind them the data that some of them point to.
#[derive(Default)]
pub(super) struct Packed {
    /// Shared with the blocks, which may write to the data behind the arguments.
    words: Vec<AtomicU64>,
    /// Words of the arguments alone.
    arguments: usize,
    /// Bytes from the start at which an address of a place behind the arguments goes, and that place.
    references: Vec<(usize, usize)>,
}

impl Packed {
    /// Appends bytes, to the end of their last word.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.words.extend(bytes.chunks(SLOT).map(|chunk| {
            let mut word = [0; SLOT];
            word.iter_mut().zip(chunk).for_each(|(to, from)| *to = *from);
            AtomicU64::new(u64::from_ne_bytes(word))
        }));
    }

    /// All that was appended so far are arguments; what follows is data.
    pub(super) fn end_of_arguments(&mut self) {
        self.arguments = self.words.len();
    }

    /// Makes the argument at a place hold the address of another place.
    pub(super) fn refer(&mut self, argument: usize, place: usize) {
        self.references.push((argument, place));
    }

    /// Writes the addresses. Nothing may be appended after that: the words would move.
    pub(super) fn fix(&mut self) {
        let base = self.base();
        for (argument, place) in std::mem::take(&mut self.references) {
            let address = (base + place as u64).to_ne_bytes();
            self.write(argument, &address);
        }
    }

    /// Writes bytes at any place, also across words.
    fn write(&self, start: usize, bytes: &[u8]) {
        for (place, &byte) in (start..).zip(bytes) {
            if let Some(word) = self.words.get(place / SLOT) {
                let mut all = word.load(Ordering::Relaxed).to_ne_bytes();
                if let Some(to) = all.get_mut(place % SLOT) {
                    *to = byte;
                }
                word.store(u64::from_ne_bytes(all), Ordering::Relaxed);
            }
        }
    }

    /// The address of the arguments.
    pub(super) fn base(&self) -> u64 {
        self.words.as_ptr().expose_provenance() as u64
    }

    /// Bytes of all.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * SLOT
    }

    /// The words of the arguments.
    pub(super) fn words(&self) -> Vec<u64> {
        self.words.iter().take(self.arguments).map(|word| word.load(Ordering::Relaxed)).collect()
    }

    /// Bytes of the arguments.
    pub(super) fn argument_bytes(&self) -> usize {
        self.arguments * SLOT
    }
}

/// The bytes that the arguments of a kernel take, without what follows the last.
pub(super) fn least_bytes(kernel: &Kernel) -> usize {
    let Some((last, others)) = kernel.params.split_last() else { return 0 };
    others.iter().map(|size| size.next_multiple_of(SLOT)).sum::<usize>() + last
}

/// Checks the length of arguments that the program packed itself.
pub(super) fn check_bytes(kernel: &Kernel, given: usize) -> Outcome {
    let least = least_bytes(kernel);
    if given >= least && given > 0 && u32::try_from(given).is_ok() {
        return Ok(());
    }
    let (name, count) = (&kernel.name, kernel.params.len());
    let text = format!("EE1001: kernel `{name}` takes {count} arguments of {least} B in all, {given} B were given");
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}
