//! Addresses for the device memory of dry runs.
//!
//! They are of mappings without any reservation, which together are far larger than any memory. They cost address space, and a page
//! where something touches one after all: a value that one stream writes and another waits for.
#![allow(unsafe_code)] // Maps memory.

use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::space::Space;
use crate::remark::remark;

/// Bytes of a mapping. The addresses of a process are 128 TiB, in few pieces: the memory of 1024 devices fits into mappings of this
/// length, and would not fit into a single one.
const CHUNK: usize = 1 << 40;
/// Parts are multiples of this.
const UNIT: u64 = 512;

/// What is free of each mapping.
static CHUNKS: Mutex<Vec<Space>> = Mutex::new(Vec::new());

fn chunks() -> MutexGuard<'static, Vec<Space>> {
    CHUNKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new mapping of at least so many bytes.
fn map(bytes: usize) -> Option<Space> {
    let bytes = bytes.checked_next_multiple_of(CHUNK)?;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new private mapping, wherever the system puts it, touches nothing that exists.
    let memory = unsafe { libc::mmap(null_mut(), bytes, protection, flags, -1, 0) };
    if memory == libc::MAP_FAILED {
        let error = std::io::Error::last_os_error();
        remark(format_args!("a dry run needs {bytes} B more of addresses, which the system does not give: {error}"));
        return None;
    }
    // SAFETY: advice on the pages just mapped, which the system may refuse: a word must not cost a huge page.
    unsafe { libc::madvise(memory, bytes, libc::MADV_NOHUGEPAGE) };
    let start = memory.expose_provenance() as u64;
    Some(Space::new(start, start + bytes as u64, UNIT))
}

/// A part of a mapping. It goes to others when it is dropped.
pub(super) struct Untouched {
    start: u64,
    bytes: usize,
}

/// Takes a part; `None` when there is none so long.
pub(super) fn take(bytes: usize) -> Option<Untouched> {
    let mut chunks = chunks();
    let start = match chunks.iter_mut().find_map(|space| space.take(bytes as u64)) {
        Some(start) => start,
        None => {
            let mut space = map(bytes)?;
            let start = space.take(bytes as u64)?;
            chunks.push(space);
            start
        }
    };
    Some(Untouched { start, bytes })
}

impl Untouched {
    pub(super) fn base(&self) -> usize {
        self.start as usize
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Untouched {
    fn drop(&mut self) {
        let mut chunks = chunks();
        if let Some(space) = chunks.iter_mut().find(|space| space.spans(self.start)) {
            space.give_back(self.start, self.bytes as u64);
        }
    }
}
