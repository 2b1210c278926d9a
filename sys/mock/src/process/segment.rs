//! Memory without a name that other processes can open: a file in memory, which they reach as `/proc/PID/fd/N`.
//!
//! It has no name in any file system, so that nothing is left of it once all processes that have it mapped are gone, however they
//! went. It is sealed against shrinking: whoever has mapped it can touch it without a fault.
#![allow(unsafe_code)] // System calls on files in memory and on mappings.

use std::ffi::CStr;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::os::unix::fs::MetadataExt;
use std::ptr::{null_mut, with_exposed_provenance_mut};

/// What mappings start on, so that the system can use huge pages in all of them alike.
pub(crate) const HUGE_PAGE: u64 = 2 << 20;

/// A file in memory, of this process or of another.
#[derive(Debug)]
pub(crate) struct Segment(File);

/// A range of a segment in the address space of this process.
#[derive(Debug)]
pub(crate) struct Mapping {
    base: usize,
    bytes: usize,
}

impl Segment {
    /// A new one. Its pages exist only where they are written.
    pub(crate) fn new(name: &CStr, bytes: u64) -> io::Result<Self> {
        // SAFETY: the name must be a C string, and the call returns a new descriptor or -1.
        let descriptor = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor is new, so that nobody else owns it.
        let file = unsafe { File::from_raw_fd(descriptor) };
        file.set_len(bytes)?;
        let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_SEAL;
        // SAFETY: this request takes an integer and touches no memory of the program.
        if unsafe { libc::fcntl(descriptor, libc::F_ADD_SEALS, seals) } < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Self(file))
    }

    /// Opens what another process has as its descriptor `descriptor`. Anything but a sealed file in memory is refused.
    pub(crate) fn of_process(pid: u32, descriptor: RawFd) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open(format!("/proc/{pid}/fd/{descriptor}"))?;
        // SAFETY: this request has no argument and touches no memory of the program.
        let seals = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) };
        if seals < 0 || seals & libc::F_SEAL_SHRINK == 0 {
            let text = format!("descriptor {descriptor} of process {pid} is no segment of a software device");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(Self(file))
    }

    /// A file in memory that this process has opened, sealed.
    pub(crate) fn of_file(file: &File) -> io::Result<Self> {
        Ok(Self(file.try_clone()?))
    }

    pub(crate) fn file(&self) -> &File {
        &self.0
    }

    pub(crate) fn descriptor(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    pub(crate) fn bytes(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    /// Which file it is.
    pub(crate) fn inode(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.ino())
    }

    /// Gives the pages of a range back; it then holds zeros.
    pub(crate) fn punch(&self, offset: u64, bytes: u64) -> io::Result<()> {
        let (offset, bytes) = (offset_of(offset)?, offset_of(bytes)?);
        let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
        // SAFETY: changes the content of the file, which is shared memory that others change too; no memory of Rust's own.
        if unsafe { libc::fallocate(self.descriptor(), mode, offset, bytes) } < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(())
    }

    /// Maps a range, which must lie inside, somewhere on a multiple of a huge page.
    pub(crate) fn map(&self, offset: u64, bytes: usize) -> io::Result<Mapping> {
        Mapping::of(&[(self, offset, bytes)])
    }

    /// Maps a range over pages that are reserved for it.
    fn map_at(&self, base: usize, offset: u64, bytes: usize) -> io::Result<()> {
        let inside = offset.checked_add(bytes as u64).is_some_and(|end| self.bytes().is_ok_and(|size| end <= size));
        if !inside || bytes == 0 {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{bytes} B at {offset} of a segment")));
        }
        let flags = libc::MAP_SHARED | libc::MAP_NORESERVE | libc::MAP_FIXED;
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let (base, offset) = (with_exposed_provenance_mut(base), offset_of(offset)?);
        // SAFETY: replaces pages that the caller has reserved just now, and that nothing uses.
        let mapped = unsafe { libc::mmap(base, bytes, protection, flags, self.descriptor(), offset) };
        if mapped == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: advice on pages mapped just above, whose content it does not change; the system may refuse it.
        unsafe { libc::madvise(base, bytes, libc::MADV_HUGEPAGE) };
        Ok(())
    }
}

impl Mapping {
    /// Maps ranges of segments, one after the other: each but the last is of whole pages.
    pub(crate) fn of(ranges: &[(&Segment, u64, usize)]) -> io::Result<Self> {
        let bytes = ranges.iter().try_fold(0_usize, |sum, (_, _, bytes)| sum.checked_add(*bytes));
        let mapping = Self::reserve(bytes.ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?)?;
        let mut base = mapping.base;
        for (segment, offset, bytes) in ranges {
            segment.map_at(base, *offset, *bytes)?;
            base += bytes;
        }
        Ok(mapping)
    }

    /// Address space without memory, on a multiple of a huge page.
    fn reserve(bytes: usize) -> io::Result<Self> {
        let huge = HUGE_PAGE as usize;
        let too_large = || io::Error::from(io::ErrorKind::OutOfMemory);
        let whole = bytes.checked_add(huge).ok_or_else(too_large)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new private mapping, wherever the system puts it, touches nothing that exists.
        let memory = unsafe { libc::mmap(null_mut(), whole, libc::PROT_NONE, flags, -1, 0) };
        if memory == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = memory.expose_provenance();
        let base = start.next_multiple_of(huge);
        let end = (base + bytes).next_multiple_of(4 << 10);
        unmap(start, base - start);
        unmap(end, (start + whole).saturating_sub(end));
        Ok(Self { base, bytes })
    }

    pub(crate) fn base(&self) -> usize {
        self.base
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Takes the memory away and keeps the address space, so that a stale address meets a hole.
    ///
    /// # Safety
    /// Nothing uses the memory any more.
    pub(crate) unsafe fn hollow(&self) {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        // SAFETY: replaces exactly the pages of this mapping, which nothing uses by this function's contract. Should it fail, they
        // stay as they are.
        unsafe { libc::mmap(with_exposed_provenance_mut(self.base), self.bytes, libc::PROT_NONE, flags, -1, 0) };
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        unmap(self.base, self.bytes);
    }
}

/// Unmaps pages of a mapping of this file that nothing uses.
fn unmap(start: usize, bytes: usize) {
    if bytes > 0 {
        // SAFETY: callers pass whole pages of a mapping that they own: its ends, or all of it once it is dropped.
        unsafe { libc::munmap(with_exposed_provenance_mut(start), bytes) };
    }
}

fn offset_of(value: u64) -> io::Result<libc::off_t> {
    libc::off_t::try_from(value).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))
}
