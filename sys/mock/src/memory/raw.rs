//! The bytes behind the ledger: mapping, poison, copies and fills by address.
//!
//! Device memory is shared by every worker and by kernels in C++, as the real one is shared by all cores. Two tasks that touch
//! the same bytes at once are a race of the program that runs on the device, and give what they give.
//!
//! A task holds a region while it touches it. A free in that time is noted at once, and the memory itself stays until the last
//! task is out: the program's mistake ends as a fault of the task and not as the death of the process.
#![allow(unsafe_code)] // Maps memory and touches it by address; every other file of this subject but `abi` is safe.

use std::alloc::Layout;
use std::ffi::c_void;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::arena::{self, Extent, Piece};
use super::origin::Part;
use super::untouched::{self, Untouched};
use crate::clock;
use crate::process::Mapping;

/// What never-written memory holds.
const FRESH: u8 = 0xA5;
/// What freed memory holds while it waits to be used again.
const FREED: u8 = 0x5A;
/// Of a larger region only the two ends are poisoned, so that gigabytes that are never touched cost nothing.
const POISON_WHOLE: usize = 1 << 20;
const POISON_END: usize = 64 << 10;
/// A larger region is mapped by itself, and goes back to the system when it is freed.
pub(super) const MAPPED_ABOVE: usize = 1 << 20;
const PAGE: usize = 4 << 10;
const HUGE_PAGE: usize = 2 << 20;
/// The alignment that the device promises.
const ALIGNMENT: usize = 64;

/// An address that a C caller gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address(usize);

/// The memory of one allocation.
pub(crate) struct Region {
    base: usize,
    bytes: usize,
    backing: Backing,
    state: Mutex<State>,
}

enum Backing {
    Mapped,
    Allocated(Layout),
    /// Memory that somebody else keeps: what it is, and what is called once nothing uses it any more.
    Lent(Lender, Mutex<Option<Box<dyn FnOnce() + Send>>>),
    /// An extent of the arena, which the state has until it is retired.
    Extent(Mapping),
    /// A part of a chunk of the arena.
    Piece(Piece),
    /// Addresses of a dry run, whose memory nothing touches but single words.
    Untouched {
        _part: Untouched,
    },
    /// Memory that is mapped twice: the program has this mapping, the device the one that begins here.
    Twice(usize),
}

/// What lent memory is.
pub(super) enum Lender {
    /// Memory that no other process can map.
    Program,
    /// Memory of a region.
    Region(Arc<Region>),
    /// A part of a file, and the address of its first byte.
    File(u64, Part),
}

#[derive(Default)]
struct State {
    holds: usize,
    freed: bool,
    extent: Option<Extent>,
}

/// Keeps a region's memory in place while a task touches it, even if it is freed meanwhile.
pub(crate) struct Hold {
    region: Arc<Region>,
    /// The regions that follow, for a range that lies in several.
    parts: Vec<Hold>,
    /// Others that are only kept in place.
    kept: Vec<Hold>,
}

/// Bytes that may be touched now.
pub(super) struct Span {
    start: usize,
    bytes: usize,
    hold: Option<Hold>,
}

impl Address {
    /// Takes the address that a C caller gave.
    ///
    /// # Safety
    /// If it is host memory that this crate did not allocate, it must stay valid, for the length that the call names and in the
    /// direction it implies, until the call returns.
    pub(super) unsafe fn given(pointer: *const c_void) -> Self {
        Self(pointer.expose_provenance())
    }

    /// An address that is used as device memory only, whoever gave it.
    pub(super) fn of_device(value: u64) -> Self {
        Self(value as usize)
    }

    pub(super) fn value(self) -> u64 {
        self.0 as u64
    }

    pub(super) fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The address `bytes` further on.
    pub(super) fn offset(self, bytes: usize) -> Self {
        Self(self.0.saturating_add(bytes))
    }

    /// Memory of the caller, for the length of the call that gave it.
    pub(super) fn span(self, bytes: usize) -> Span {
        Span { start: self.0, bytes, hold: None }
    }
}

impl Region {
    /// Poisoned memory of at least `bytes` bytes; `None` when the host has no more.
    pub(super) fn new(bytes: usize) -> Option<Arc<Self>> {
        let region = if bytes > MAPPED_ABOVE { Self::map(bytes)? } else { Self::allocate(bytes)? };
        region.poison(FRESH);
        Some(Arc::new(region))
    }

    /// Memory at an address that somebody else keeps, for as long as the region is in use: `returned` is called once it is freed
    /// and no task holds it.
    ///
    /// # Safety
    /// Until `returned` is called the memory stays mapped, readable and writable.
    pub(super) unsafe fn lent(
        base: u64,
        bytes: usize,
        lender: Lender,
        returned: impl FnOnce() + Send + 'static,
    ) -> Arc<Self> {
        let backing = Backing::Lent(lender, Mutex::new(Some(Box::new(returned))));
        Arc::new(Self { base: base as usize, bytes, backing, state: Mutex::default() })
    }

    /// Poisoned memory that other processes can reach, where the system has such.
    pub(super) fn for_device(bytes: usize) -> Option<Arc<Self>> {
        if clock::is_dry() {
            let part = untouched::take(bytes.max(ALIGNMENT))?;
            let (base, bytes) = (part.base(), part.bytes());
            let region = Self { base, bytes, backing: Backing::Untouched { _part: part }, state: Mutex::default() };
            return Some(Arc::new(region));
        }
        let Some(arena) = arena::arena() else { return Self::new(bytes) };
        let region = if bytes > MAPPED_ABOVE {
            let bytes = bytes.checked_next_multiple_of(PAGE)?;
            let (extent, mapping) = arena.extent(bytes)?;
            let state = Mutex::new(State { extent: Some(extent), ..State::default() });
            Self { base: mapping.base(), bytes, backing: Backing::Extent(mapping), state }
        } else {
            let bytes = bytes.max(ALIGNMENT);
            let piece = arena.piece(bytes)?;
            Self { base: piece.base(), bytes, backing: Backing::Piece(piece), state: Mutex::default() }
        };
        region.poison(FRESH);
        Some(Arc::new(region))
    }

    /// Where an address of it lies in the arena; `None` for other memory, and once it is freed.
    pub(super) fn offset_of(&self, address: u64) -> Option<u64> {
        let inside = address.checked_sub(self.base()).filter(|inside| *inside < self.bytes as u64)?;
        let state = self.state();
        let start = match &self.backing {
            Backing::Extent(_) => state.extent.as_ref()?.offset,
            Backing::Piece(piece) if !state.freed => piece.offset(),
            Backing::Lent(Lender::Region(region), _) if !state.freed => return region.offset_of(address),
            _ => return None,
        };
        Some(start + inside)
    }

    /// The part of a file that it lies in, and the address of that part's first byte; `None` for other memory, and once it is freed.
    pub(super) fn part(&self) -> Option<(u64, Part)> {
        let state = self.state();
        match &self.backing {
            Backing::Lent(Lender::File(base, part), _) if !state.freed => Some((*base, *part)),
            _ => None,
        }
    }

    /// Poisoned memory that the program and the device have a mapping of each.
    pub(super) fn twice(bytes: usize) -> Option<Arc<Self>> {
        let bytes = bytes.checked_next_multiple_of(PAGE)?;
        // SAFETY: the name is a C text; the call makes a file without a path.
        let file = unsafe { libc::memfd_create(c"ascend-mock-pinned".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return None;
        }
        // SAFETY: the descriptor is open, and owned by nobody else.
        let file = std::fs::File::from(unsafe { OwnedFd::from_raw_fd(file) });
        file.set_len(bytes as u64).ok()?;
        let (base, other) = (map_file(&file, bytes)?, map_file(&file, bytes)?);
        let region = Self { base, bytes, backing: Backing::Twice(other), state: Mutex::default() };
        region.poison(FRESH);
        Some(Arc::new(region))
    }

    /// Whether the device has a mapping of its own.
    pub(super) fn is_twice(&self) -> bool {
        matches!(self.backing, Backing::Twice(_))
    }

    /// What is added to an address of the program for the one where this crate touches the memory.
    fn shift(&self) -> usize {
        match self.backing {
            Backing::Twice(other) => other.wrapping_sub(self.base),
            _ => 0,
        }
    }

    fn allocate(bytes: usize) -> Option<Self> {
        let layout = Layout::from_size_align(bytes.max(ALIGNMENT), ALIGNMENT).ok()?;
        // SAFETY: the layout must not be empty: it has at least `ALIGNMENT` bytes.
        let memory = unsafe { std::alloc::alloc(layout) };
        let base = memory.expose_provenance();
        (base != 0).then(|| Self {
            base,
            bytes: layout.size(),
            backing: Backing::Allocated(layout),
            state: Mutex::default(),
        })
    }

    fn map(bytes: usize) -> Option<Self> {
        let bytes = bytes.checked_next_multiple_of(PAGE)?;
        let whole = bytes.checked_add(HUGE_PAGE)?;
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new private mapping, wherever the system puts it, touches nothing that exists.
        let memory = unsafe { libc::mmap(null_mut(), whole, protection, flags, -1, 0) };
        if memory == libc::MAP_FAILED {
            return None;
        }
        let start = memory.expose_provenance();
        let base = start.checked_next_multiple_of(HUGE_PAGE)?;
        unmap(start, base - start);
        unmap(base + bytes, start + whole - base - bytes);
        // SAFETY: advice on pages mapped just above, whose content it does not change; the system may refuse it.
        unsafe { libc::madvise(with_exposed_provenance_mut(base), bytes, libc::MADV_HUGEPAGE) };
        Some(Self { base, bytes, backing: Backing::Mapped, state: Mutex::default() })
    }

    pub(super) fn base(&self) -> u64 {
        self.base as u64
    }

    /// What the host spends on it at most.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the memory in place; `None` once it is freed.
    pub(super) fn hold(self: &Arc<Self>) -> Option<Hold> {
        let mut state = self.state();
        if state.freed {
            return None;
        }
        state.holds += 1;
        Some(Hold { region: self.clone(), parts: Vec::new(), kept: Vec::new() })
    }

    /// Marks it freed. The content goes now, or when the last task that holds it is done.
    pub(super) fn free(&self) {
        let mut state = self.state();
        state.freed = true;
        if state.holds == 0 {
            self.retire(&mut state);
        }
    }

    /// Takes the content. The address stays taken for as long as the region does, so that a stale address meets a hole and not
    /// the next allocation.
    fn retire(&self, state: &mut State) {
        match &self.backing {
            Backing::Lent(_, returned) => give_back(returned),
            Backing::Untouched { .. } => {}
            Backing::Allocated(_) | Backing::Piece(_) | Backing::Twice(_) => self.poison(FREED),
            Backing::Extent(mapping) => {
                // SAFETY: the memory must not be in use: it is freed, and no task holds it.
                unsafe { mapping.hollow() };
                state.extent = None;
            }
            Backing::Mapped => {
                let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
                let base = with_exposed_provenance_mut(self.base);
                // SAFETY: replaces exactly the region's own pages, which are freed and which no task holds. Should it fail, the
                // pages stay as they are.
                unsafe { libc::mmap(base, self.bytes, libc::PROT_NONE, flags, -1, 0) };
            }
        }
    }

    fn poison(&self, value: u8) {
        let end = if self.bytes > POISON_WHOLE { POISON_END } else { self.bytes };
        let base = self.base.wrapping_add(self.shift());
        for start in [base, base + self.bytes - end] {
            // SAFETY: the range lies in the region, is mapped for writing, and belongs to nobody: it is fresh, or freed.
            unsafe { with_exposed_provenance_mut::<u8>(start).write_bytes(value, end) };
        }
    }
}

/// Tells the owner of lent memory, once.
fn give_back(returned: &Mutex<Option<Box<dyn FnOnce() + Send>>>) {
    let returned = returned.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(returned) = returned {
        returned();
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        match &self.backing {
            Backing::Lent(_, returned) => give_back(returned),
            // These go with what they hold.
            Backing::Extent(_) | Backing::Piece(_) | Backing::Untouched { .. } => {}
            Backing::Mapped => unmap(self.base, self.bytes),
            Backing::Twice(other) => {
                unmap(self.base, self.bytes);
                unmap(*other, self.bytes);
            }
            Backing::Allocated(layout) => {
                // SAFETY: allocated with this layout, and given back once, with the region.
                unsafe { std::alloc::dealloc(with_exposed_provenance_mut(self.base), *layout) };
            }
        }
    }
}

fn map_file(file: &std::fs::File, bytes: usize) -> Option<usize> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping of a file of this crate, wherever the system puts it, touches nothing that exists.
    let memory = unsafe { libc::mmap(null_mut(), bytes, protection, libc::MAP_SHARED, file.as_raw_fd(), 0) };
    (memory != libc::MAP_FAILED).then(|| memory.expose_provenance())
}

/// Unmaps pages that belong to a region and that nothing uses.
fn unmap(start: usize, bytes: usize) {
    if bytes > 0 {
        // SAFETY: callers pass whole pages of a mapping of this file: its trimmed ends, or a region that is dropped.
        unsafe { libc::munmap(with_exposed_provenance_mut(start), bytes) };
    }
}

impl Hold {
    /// Whether the memory was not freed meanwhile.
    pub(crate) fn is_live(&self) -> bool {
        !self.region.state().freed && self.parts.iter().all(Self::is_live)
    }

    /// With the regions that follow, each of which begins where the one before ends.
    pub(super) fn joined(self, parts: Vec<Self>) -> Self {
        let mut hold = self;
        hold.parts = parts;
        hold
    }

    /// With others that are to be kept in place too.
    pub(super) fn keeping(self, kept: Vec<Self>) -> Self {
        let mut hold = self;
        hold.kept = kept;
        hold
    }

    /// `bytes` bytes at an address of the region; `None` when they are not all inside.
    pub(super) fn span(self, address: Address, bytes: usize) -> Option<Span> {
        let last = self.parts.last().map_or(&self.region, |part| &part.region);
        let inside = address.0 >= self.region.base && address.0.checked_add(bytes)? <= last.base + last.bytes;
        let start = address.0.wrapping_add(self.region.shift());
        inside.then_some(Span { start, bytes, hold: Some(self) })
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut state = self.region.state();
        state.holds -= 1;
        if state.freed && state.holds == 0 {
            self.region.retire(&mut state);
        }
    }
}

impl Span {
    /// Whether the memory was not freed since the span was taken.
    pub(super) fn is_live(&self) -> bool {
        self.hold.as_ref().is_none_or(Hold::is_live)
    }
}

/// Copies as many bytes as both have. They may overlap.
pub(super) fn copy(to: &Span, from: &Span) {
    let source = with_exposed_provenance_mut::<u8>(from.start);
    let target = with_exposed_provenance_mut::<u8>(to.start);
    // SAFETY: both ranges must be valid: a span lies in a region that it holds, or its C caller vouched for it.
    unsafe { std::ptr::copy(source, target, to.bytes.min(from.bytes)) };
}

/// The bytes.
pub(super) fn load(from: &Span) -> Vec<u8> {
    let mut bytes = vec![0; from.bytes];
    let source = with_exposed_provenance_mut::<u8>(from.start);
    // SAFETY: the range must be valid: a span lies in a region that it holds, or its C caller vouched for it. The list is as
    // long, and new.
    unsafe { std::ptr::copy(source, bytes.as_mut_ptr(), from.bytes) };
    bytes
}

/// Writes bytes from the start, as many as both have.
pub(super) fn store(to: &Span, bytes: &[u8]) {
    let target = with_exposed_provenance_mut::<u8>(to.start);
    // SAFETY: the range must be valid for writing: a span lies in a region that it holds, or its C caller vouched for it.
    unsafe { std::ptr::copy(bytes.as_ptr(), target, to.bytes.min(bytes.len())) };
}

/// Sets every byte.
pub(super) fn fill(to: &Span, value: u8) {
    // SAFETY: the range must be valid for writing: a span lies in a region that it holds, or its C caller vouched for it.
    unsafe { with_exposed_provenance_mut::<u8>(to.start).write_bytes(value, to.bytes) };
}

/// Sets every word of four bytes.
pub(super) fn fill_words(to: &Span, value: u32) {
    let start = with_exposed_provenance_mut::<u32>(to.start);
    for index in 0..to.bytes / size_of::<u32>() {
        // SAFETY: the word lies in the span, which must be valid for writing, as above; it need not be aligned.
        unsafe { start.wrapping_add(index).write_unaligned(value) };
    }
}

/// Joins elements of two ranges into the first: as many as both have.
pub(super) fn join<T: Copy>(to: &Span, from: &Span, join: impl Fn(T, T) -> T) {
    let target = with_exposed_provenance_mut::<T>(to.start);
    let source = with_exposed_provenance_mut::<T>(from.start);
    for index in 0..to.bytes.min(from.bytes) / size_of::<T>() {
        // SAFETY: the element lies in the span, which must be valid, as above; it need not be aligned. `T` is a number, of which
        // every bit pattern is a value.
        let left = unsafe { target.wrapping_add(index).read_unaligned() };
        // SAFETY: as above.
        let right = unsafe { source.wrapping_add(index).read_unaligned() };
        // SAFETY: as above.
        unsafe { target.wrapping_add(index).write_unaligned(join(left, right)) };
    }
}
