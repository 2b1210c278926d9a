//! Where device memory lies: in one segment of the process, which other processes can map.
//!
//! A large allocation is an *extent* of the segment, mapped by itself; when it is freed its pages go back to the system, its place
//! in the segment to the next, and its addresses stay a hole. Small allocations are *pieces* of chunks. The segment is far larger
//! than any memory: its pages exist where they are written. Behind it is room for the board of the checks. Its first extent is the *mailbox* of the process, for messages about
//! operations that it shares with others.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use once_cell::sync::Lazy;

use super::space::Space;
use crate::check::BOARD_BYTES;
use crate::process::{HUGE_PAGE, Mapping, Segment};
use crate::remark::remark;

/// Bytes of the segment: more than the memory of all devices of a server.
pub(super) const BYTES: u64 = 1 << 45;
/// Bytes of a chunk: some of the largest pieces.
const CHUNK: u64 = 4 << 20;
/// Pieces are multiples of this.
const PIECE: u64 = 512;

static ARENA: Lazy<Option<Arena>> = Lazy::new(Arena::new);

/// The device memory of this process.
pub(super) struct Arena {
    pub(super) segment: Segment,
    space: Mutex<Space>,
    /// Chunks that small allocations are pieces of.
    chunks: Mutex<Vec<Arc<Chunk>>>,
}

/// A range of the segment. Its pages go back when it is dropped.
#[derive(Debug)]
pub(super) struct Extent {
    pub(super) offset: u64,
    bytes: u64,
}

struct Chunk {
    extent: Extent,
    mapping: Mapping,
    space: Mutex<Space>,
}

/// A part of a chunk.
pub(super) struct Piece {
    chunk: Arc<Chunk>,
    start: u64,
    bytes: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The arena; `None` where the system gives no memory that can be shared.
pub(super) fn arena() -> Option<&'static Arena> {
    ARENA.as_ref()
}

impl Arena {
    fn new() -> Option<Self> {
        let segment = Segment::new(c"ascend-mock-devices", BYTES + BOARD_BYTES)
            .inspect_err(|error| remark(format_args!("device memory cannot be shared with other processes: {error}")))
            .ok()?;
        let space = Mutex::new(Space::new(HUGE_PAGE, BYTES, HUGE_PAGE));
        Some(Self { segment, space, chunks: Mutex::default() })
    }

    /// A range of the segment, and where it is mapped.
    pub(super) fn extent(&self, bytes: usize) -> Option<(Extent, Mapping)> {
        let offset = lock(&self.space).take(bytes as u64)?;
        let extent = Extent { offset, bytes: bytes as u64 };
        let mapping = self.segment.map(offset, bytes).ok()?;
        Some((extent, mapping))
    }

    /// A part of a chunk, of at most a quarter of one.
    pub(super) fn piece(&self, bytes: usize) -> Option<Piece> {
        let mut chunks = lock(&self.chunks);
        let found = chunks.iter().find_map(|chunk| {
            let start = lock(&chunk.space).take(bytes as u64)?;
            Some(Piece { chunk: chunk.clone(), start, bytes })
        });
        if found.is_some() {
            return found;
        }
        let (extent, mapping) = self.extent(usize::try_from(CHUNK).ok()?)?;
        let mut space = Space::new(0, CHUNK, PIECE);
        let start = space.take(bytes as u64)?;
        let chunk = Arc::new(Chunk { extent, mapping, space: Mutex::new(space) });
        chunks.push(chunk.clone());
        Some(Piece { chunk, start, bytes })
    }
}

impl Drop for Extent {
    fn drop(&mut self) {
        let Some(arena) = arena() else { return };
        // Before the place is given to another: it must find nothing of this one, and its own pages must not be taken.
        if arena.segment.punch(self.offset, self.bytes.next_multiple_of(HUGE_PAGE)).is_ok() {
            lock(&arena.space).give_back(self.offset, self.bytes);
        }
    }
}

impl Piece {
    pub(super) fn base(&self) -> usize {
        // A start is below CHUNK.
        self.chunk.mapping.base() + self.start as usize
    }

    /// Where it lies in the segment.
    pub(super) fn offset(&self) -> u64 {
        self.chunk.extent.offset + self.start
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        let Some(arena) = arena() else { return };
        let mut chunks = lock(&arena.chunks);
        let mut space = lock(&self.chunk.space);
        space.give_back(self.start, self.bytes as u64);
        // One empty chunk stays, so that a program that allocates and frees one piece does not map and unmap.
        if space.left() == CHUNK && chunks.len() > 1 {
            chunks.retain(|chunk| !Arc::ptr_eq(chunk, &self.chunk));
        }
    }
}
