//! Which process another one is, and whether it lives.
#![allow(unsafe_code)] // System calls on descriptors of processes.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::sync::Arc;

/// A process: its number may be used again after its end, with another start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Identity {
    pub(crate) pid: u32,
    /// When it started, in ticks since the machine did.
    pub(crate) start: u64,
}

impl Identity {
    /// This process.
    pub(crate) fn own() -> Self {
        let pid = std::process::id();
        Self { pid, start: start_of(pid).unwrap_or(0) }
    }

    /// The process that has a number now.
    pub(crate) fn of(pid: u32) -> Option<Self> {
        Some(Self { pid, start: start_of(pid)? })
    }

    /// Whether a process of this number and start is there.
    pub(crate) fn is_there(self) -> bool {
        start_of(self.pid) == Some(self.start)
    }
}

/// The start of a process: the 22nd field of its line, counted behind its name, which may hold anything but a last parenthesis.
fn start_of(pid: u32) -> Option<u64> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    line.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()
}

/// A hold on the life of a process: tells when it has ended.
#[derive(Debug)]
pub(crate) struct Life(File);

impl Life {
    /// Of a process that is there now.
    pub(crate) fn of(identity: Identity) -> io::Result<Self> {
        // SAFETY: the call takes two integers, and returns a new descriptor or -1.
        let descriptor = unsafe { libc::syscall(libc::SYS_pidfd_open, identity.pid, 0) };
        let descriptor = RawFd::try_from(descriptor).unwrap_or(-1);
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor is new, so that nobody else owns it.
        let life = Self(unsafe { File::from_raw_fd(descriptor) });
        // Asked for after the descriptor was made: then it is of this process and of no later one of the same number.
        if identity.is_there() { Ok(life) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    /// Waits until one of some processes has ended or there is something to read from `bell`; which have ended, and whether
    /// there is.
    pub(crate) fn wait_any(lives: &[Arc<Self>], bell: &impl AsRawFd) -> (Vec<bool>, bool) {
        let entry = |descriptor: RawFd| libc::pollfd { fd: descriptor, events: libc::POLLIN, revents: 0 };
        let descriptors = lives.iter().map(|life| life.0.as_raw_fd());
        let mut entries: Vec<_> = descriptors.chain([bell.as_raw_fd()]).map(entry).collect();
        let count = libc::nfds_t::try_from(entries.len()).unwrap_or(0);
        // SAFETY: the call reads and writes `count` entries, which the vector has; their descriptors are open.
        unsafe { libc::poll(entries.as_mut_ptr(), count, -1) };
        let rung = entries.pop().is_some_and(|bell| bell.revents != 0);
        (entries.iter().map(|entry| entry.revents != 0).collect(), rung)
    }
}
