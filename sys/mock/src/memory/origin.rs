//! Where device memory lies, as other processes can map it.
//!
//! What `aclrtMalloc` and the pools give lies in the segment of the process. What is mapped at reserved addresses, and what was
//! imported, lies in files of its own; a range across such mappings lies in several.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;

use super::check::covering;
use super::ledger;

/// Parts that a range can lie in: more would not fit a message.
const MOST_PARTS: usize = 1024;

/// A part of a file in memory, in whole pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The descriptor of the process whose memory it is.
    pub(crate) descriptor: u32,
    /// Which file it is: the descriptor may have become that of another.
    pub(crate) inode: u64,
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
}

/// Where a range of device memory lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// From a byte of the segment of the process.
    Segment(u64),
    /// From a byte of parts that follow each other.
    Parts { first: u64, parts: Arc<[Part]> },
}

impl Part {
    /// `None` when the system does not tell which file it is.
    pub(super) fn new(file: &File, offset: u64, bytes: u64) -> Option<Self> {
        let descriptor = u32::try_from(file.as_raw_fd()).ok()?;
        Some(Self { descriptor, inode: file.metadata().ok()?.ino(), offset, bytes })
    }
}

impl Spot {
    /// The spot `bytes` further on.
    pub(crate) fn further(&self, bytes: u64) -> Option<Self> {
        Some(match self {
            Self::Segment(first) => Self::Segment(first.checked_add(bytes)?),
            Self::Parts { first, parts } => Self::Parts { first: first.checked_add(bytes)?, parts: parts.clone() },
        })
    }
}

/// Where live device memory of this process lies; `None` for memory that no other process can map.
pub(crate) fn spot(address: u64, bytes: u64) -> Option<Spot> {
    let ledger = ledger::read();
    let (entry, rest) = covering(&ledger, address, bytes)?;
    if rest.is_empty()
        && let Some(offset) = entry.region.offset_of(address)
    {
        return Some(Spot::Segment(offset));
    }
    if rest.len() >= MOST_PARTS {
        return None;
    }
    let (base, _) = entry.region.part()?;
    let parts = [entry].into_iter().chain(rest).map(|entry| Some(entry.region.part()?.1));
    Some(Spot::Parts { first: address.checked_sub(base)?, parts: parts.collect::<Option<_>>()? })
}
