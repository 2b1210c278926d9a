//! Device memory across processes: ours as others reach it, and theirs as we do.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::RawFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::arena::{self, arena};
use super::ledger;
use super::origin::Part;
use super::reached;
use crate::process::{Identity, Mapping, Segment, Words};

/// What is mapped of another process at first: the memory of one device.
const FIRST_WINDOW: u64 = 64 << 30;
/// Views that are kept for another time, although no operation is in them.
const VIEWS: usize = 64;

/// The descriptor of this process's device memory, as other processes open it.
pub(crate) fn descriptor() -> Option<RawFd> {
    arena().map(|arena| arena.segment.descriptor())
}

/// From now on other processes reach memory of this one, which lies in its segment from `offset` on.
pub(super) fn reached(bytes: Range<u64>, offset: u64) {
    if let Some(arena) = arena() {
        reached::note(bytes, arena.segment.file(), offset, arena::BYTES);
    }
}

/// From now on this process reaches memory of another, which lies in its segment from `offset` on.
pub(super) fn reaches(bytes: Range<u64>, file: &File, offset: u64) {
    reached::note(bytes, file, offset, arena::BYTES);
}

/// Other processes may come to reach memory of this one: some, or any.
pub(super) fn admit(processes: Option<&[i32]>) {
    if let Some(arena) = arena() {
        reached::tell(arena.segment.file(), arena::BYTES, |holders| holders.admit_all(processes));
    }
}

/// Where an address of live device memory of this process lies in its segment.
pub(crate) fn export(address: u64) -> Option<u64> {
    ledger::read().at(address)?.region.offset_of(address)
}

/// The device memory of another process.
#[derive(Debug)]
pub(crate) struct Foreign {
    process: Identity,
    segment: Segment,
    /// Mapped ranges, all from the start of the segment; the last is the longest. All are kept, for operations may be in them.
    windows: Mutex<Vec<Arc<Window>>>,
    /// What is mapped of its other files; the newest is the last.
    views: Mutex<Vec<Arc<View>>>,
    mailbox: Mailbox,
}

/// A mapped range of another process's device memory, from its start.
#[derive(Debug)]
pub(crate) struct Window(Mapping);

/// Parts of files of another process, mapped one after the other, for as long as an operation has it.
#[derive(Debug)]
pub(crate) struct View {
    parts: Arc<[Part]>,
    mapping: Mapping,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Foreign {
    /// Opens it.
    pub(crate) fn open(process: Identity, descriptor: RawFd) -> io::Result<Self> {
        let segment = Segment::of_process(process.pid, descriptor)?;
        let mailbox = Mailbox::new(&segment)?;
        Ok(Self { process, segment, windows: Mutex::default(), views: Mutex::default(), mailbox })
    }

    /// A window that reaches to `end`.
    pub(crate) fn window(&self, end: u64) -> io::Result<Arc<Window>> {
        let mut windows = lock(&self.windows);
        if let Some(window) = windows.iter().find(|window| window.0.bytes() as u64 >= end) {
            return Ok(window.clone());
        }
        let size = self.segment.bytes()?;
        let bytes = end.checked_next_power_of_two().unwrap_or(end).max(FIRST_WINDOW).min(size);
        let bytes = if bytes < end { end } else { bytes };
        let length = usize::try_from(bytes).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let window = Arc::new(Window(self.segment.map(0, length)?));
        windows.push(window.clone());
        Ok(window)
    }

    /// A view of parts.
    pub(crate) fn view(&self, parts: &Arc<[Part]>) -> io::Result<Arc<View>> {
        let mut views = lock(&self.views);
        if let Some(view) = views.iter().find(|view| view.parts == *parts) {
            return Ok(view.clone());
        }
        let segments = parts.iter().map(|part| self.file(part)).collect::<io::Result<Vec<_>>>()?;
        let range = |(segment, part): (_, &Part)| {
            let bytes = usize::try_from(part.bytes).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
            Ok((segment, part.offset, bytes))
        };
        let ranges = segments.iter().zip(parts.iter()).map(range).collect::<io::Result<Vec<_>>>()?;
        let view = Arc::new(View { parts: parts.clone(), mapping: Mapping::of(&ranges)? });
        if views.len() >= VIEWS {
            // One that no operation has.
            let idle = views.iter().position(|view| Arc::strong_count(view) == 1);
            idle.map(|place| views.remove(place));
        }
        views.push(view.clone());
        Ok(view)
    }

    /// The file of a part, if the process still has it there.
    fn file(&self, part: &Part) -> io::Result<Segment> {
        let wrong = |text| io::Error::new(io::ErrorKind::InvalidData, text);
        let descriptor = RawFd::try_from(part.descriptor).map_err(|_| wrong("no descriptor"))?;
        let segment = Segment::of_process(self.process.pid, descriptor)?;
        if segment.inode()? != part.inode {
            return Err(wrong("the descriptor is of another file by now"));
        }
        Ok(segment)
    }

    pub(crate) fn mailbox(&self) -> &Mailbox {
        &self.mailbox
    }
}

impl Window {
    /// The address of `bytes` bytes at an offset; `None` when they do not lie inside.
    pub(crate) fn address(&self, offset: u64, bytes: usize) -> Option<usize> {
        address(&self.0, offset, bytes)
    }
}

impl View {
    /// As that of a window.
    pub(crate) fn address(&self, offset: u64, bytes: usize) -> Option<usize> {
        address(&self.mapping, offset, bytes)
    }
}

fn address(mapping: &Mapping, offset: u64, bytes: usize) -> Option<usize> {
    let offset = usize::try_from(offset).ok()?;
    let end = offset.checked_add(bytes)?;
    (end <= mapping.bytes()).then(|| mapping.base() + offset)
}

/// The bell of a process: others ring it when something has happened to an operation that they share.
#[derive(Debug)]
pub(crate) struct Mailbox(Words);

/// Behind the bell the process says something: how often that has changed, odd while it does; how many words; the words.
const CHANGES: usize = 512;
const LENGTH: usize = CHANGES + 1;
const SAID: usize = LENGTH + 1;
/// All words of a mailbox.
const MAILBOX: usize = 1 << 15;

/// How often it was rung.
const BELL: usize = 0;
/// Whether the process waits for it, so that a ring needs a system call.
const ASLEEP: usize = 8;

impl Mailbox {
    fn new(segment: &Segment) -> io::Result<Self> {
        Ok(Self(Words::new(segment, MAILBOX)?))
    }

    /// That of another process, which has its device memory under a descriptor.
    pub(crate) fn of_process(pid: u32, descriptor: RawFd) -> io::Result<Self> {
        Self::new(&Segment::of_process(pid, descriptor)?)
    }

    /// That of this process.
    pub(crate) fn own() -> Option<&'static Self> {
        static OWN: once_cell::sync::Lazy<Option<Mailbox>> =
            once_cell::sync::Lazy::new(|| Mailbox::new(&arena::arena()?.segment).ok());
        OWN.as_ref()
    }

    /// Says words to all who have it mapped, in place of what was said before. Nothing if they are too many. One thread at a time.
    pub(crate) fn say(&self, words: &[u64]) {
        use std::sync::atomic::Ordering::SeqCst;
        let words = if words.len() > MAILBOX - SAID { &[] } else { words };
        self.0.word(CHANGES).fetch_add(1, SeqCst);
        self.0.word(LENGTH).store(words.len() as u64, SeqCst);
        for (place, word) in (SAID..).zip(words) {
            self.0.word(place).store(*word, SeqCst);
        }
        self.0.word(CHANGES).fetch_add(1, SeqCst);
    }

    /// What is said; `None` while it changes.
    pub(crate) fn said(&self) -> Option<Vec<u64>> {
        use std::sync::atomic::Ordering::SeqCst;
        let changes = || self.0.word(CHANGES).load(SeqCst);
        let before = changes();
        let length = usize::try_from(self.0.word(LENGTH).load(SeqCst)).unwrap_or(0).min(MAILBOX - SAID);
        let words = (SAID..SAID + length).map(|place| self.0.word(place).load(SeqCst)).collect();
        (before.is_multiple_of(2) && before == changes()).then_some(words)
    }

    pub(crate) fn ring(&self) {
        use std::sync::atomic::Ordering::SeqCst;
        self.0.word(BELL).fetch_add(1, SeqCst);
        // After the count: a sleeper that was not seen here sees the count.
        if self.0.word(ASLEEP).load(SeqCst) != 0 {
            self.0.wake(BELL);
        }
    }

    #[cfg(test)]
    pub(crate) fn address(&self) -> u64 {
        std::ptr::from_ref(self.0.word(BELL)).addr() as u64
    }

    pub(crate) fn rung(&self) -> u64 {
        self.0.word(BELL).load(std::sync::atomic::Ordering::SeqCst)
    }

    /// Waits for a ring after those `seen`, at most for `limit`.
    pub(crate) fn wait(&self, seen: u64, limit: Option<Duration>) {
        use std::sync::atomic::Ordering::SeqCst;
        self.0.word(ASLEEP).store(1, SeqCst);
        self.0.wait(BELL, seen, limit);
        self.0.word(ASLEEP).store(0, SeqCst);
    }
}
