//! The calls of the system that reserve and map pages.
#![allow(unsafe_code)] // Maps memory.

use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd};
use std::ptr::{null_mut, with_exposed_provenance_mut};

/// What addresses and lengths are multiples of.
pub(super) const HUGE: u64 = 2 << 20;
pub(super) const GIANT: u64 = 1 << 30;

/// Addresses that belong to nobody else, until this is dropped.
pub(in crate::memory) struct Addresses {
    pub(in crate::memory) base: u64,
    pub(super) bytes: u64,
}

impl Addresses {
    /// Reserves addresses, at `wanted` or anywhere on a multiple of `alignment`; `None` when they cannot be had.
    pub(in crate::memory) fn reserve(bytes: u64, wanted: Option<u64>, alignment: u64) -> Option<Self> {
        let whole = if wanted.is_some() { bytes } else { bytes.checked_add(alignment)? };
        let length = usize::try_from(whole).ok()?;
        let fixed = if wanted.is_some() { libc::MAP_FIXED_NOREPLACE } else { 0 };
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | fixed;
        let hint = wanted.map_or(null_mut(), |at| with_exposed_provenance_mut(at as usize));
        // SAFETY: a new mapping that replaces nothing: wherever the system puts it, or at an address where nothing is.
        let memory = unsafe { libc::mmap(hint, length, libc::PROT_NONE, flags, -1, 0) };
        if memory == libc::MAP_FAILED {
            return None;
        }
        let start = memory.expose_provenance() as u64;
        if wanted.is_some_and(|at| at != start) {
            // Systems that do not know the flag take the address as a wish.
            unmap(start, whole);
            return None;
        }
        let base = if wanted.is_some() { start } else { start.checked_next_multiple_of(alignment)? };
        unmap(start, base - start);
        unmap(base + bytes, start + whole - base - bytes);
        Some(Self { base, bytes })
    }

    /// Maps all of a file at an address inside; whether that went well.
    pub(super) fn map(&self, base: u64, bytes: u64, file: &File) -> bool {
        self.map_part(base, bytes, file, 0)
    }

    /// Maps a part of a file at an address inside; whether that went well.
    pub(in crate::memory) fn map_part(&self, base: u64, bytes: u64, file: &File, from: u64) -> bool {
        let Ok(from) = i64::try_from(from) else { return false };
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_FIXED | libc::MAP_NORESERVE;
        let at = with_exposed_provenance_mut(base as usize);
        // SAFETY: replaces pages of these addresses that hold nothing: the caller maps only where nothing is mapped.
        let memory = unsafe { libc::mmap(at, bytes as usize, protection, flags, file.as_raw_fd(), from) };
        memory != libc::MAP_FAILED
    }

    /// Takes away what is mapped at an address inside. The addresses stay reserved.
    pub(super) fn clear(&self, base: u64, bytes: u64) {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        let at = with_exposed_provenance_mut(base as usize);
        // SAFETY: replaces pages of these addresses that no task holds any more.
        unsafe { libc::mmap(at, bytes as usize, libc::PROT_NONE, flags, -1, 0) };
    }
}

impl Drop for Addresses {
    fn drop(&mut self) {
        unmap(self.base, self.bytes);
    }
}

fn unmap(base: u64, bytes: u64) {
    if bytes > 0 {
        // SAFETY: callers pass whole pages of a reservation of this file that nothing uses.
        unsafe { libc::munmap(with_exposed_provenance_mut(base as usize), bytes as usize) };
    }
}

/// A file without a name, of a length that stays: whoever has mapped it can touch it without a fault.
pub(in crate::memory) fn unnamed_file(bytes: u64) -> Option<File> {
    // SAFETY: the name is a C string; the call makes a new file and touches nothing else.
    let descriptor =
        unsafe { libc::memfd_create(c"ascend-memory".as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
    if descriptor < 0 {
        return None;
    }
    // SAFETY: the descriptor was just made and has no other owner.
    let file = unsafe { File::from_raw_fd(descriptor) };
    file.set_len(bytes).ok()?;
    // SAFETY: this request takes an integer and touches no memory of the program.
    let sealed = unsafe { libc::fcntl(descriptor, libc::F_ADD_SEALS, libc::F_SEAL_SHRINK | libc::F_SEAL_SEAL) };
    (sealed == 0).then_some(file)
}
