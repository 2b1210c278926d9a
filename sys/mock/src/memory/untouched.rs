//! Addresses for the device memory of dry runs.
//!
//! They are of one mapping without any reservation, far larger than the memory of many devices. It costs address space, and a page
//! where something touches it after all: a value that one stream writes and another waits for.
#![allow(unsafe_code)] // Maps memory.

use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

use once_cell::sync::Lazy;

use super::space::Space;
use crate::remark::remark;

/// Bytes of the mapping: the memory of 1024 devices, and some for what is freed and remembered.
const BYTES: usize = 3 << 45;
/// Parts are multiples of this.
const UNIT: u64 = 512;

static PARTS: Lazy<Option<Mutex<Space>>> = Lazy::new(|| {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new private mapping, wherever the system puts it, touches nothing that exists.
    let memory = unsafe { libc::mmap(null_mut(), BYTES, protection, flags, -1, 0) };
    if memory == libc::MAP_FAILED {
        remark(format_args!(
            "a dry run needs {} TiB of addresses, which the system does not give: {}",
            BYTES >> 40,
            std::io::Error::last_os_error()
        ));
        return None;
    }
    // SAFETY: advice on the pages just mapped, which the system may refuse: a word must not cost a huge page.
    unsafe { libc::madvise(memory, BYTES, libc::MADV_NOHUGEPAGE) };
    let start = memory.expose_provenance() as u64;
    Some(Mutex::new(Space::new(start, start + BYTES as u64, UNIT)))
});

/// A part of the mapping. It goes to others when it is dropped.
pub(super) struct Untouched {
    start: u64,
    bytes: usize,
}

/// Takes a part; `None` when there is none so long.
pub(super) fn take(bytes: usize) -> Option<Untouched> {
    let space = PARTS.as_ref()?;
    let start = space.lock().unwrap_or_else(PoisonError::into_inner).take(bytes as u64)?;
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
        if let Some(space) = PARTS.as_ref() {
            space.lock().unwrap_or_else(PoisonError::into_inner).give_back(self.start, self.bytes as u64);
        }
    }
}
