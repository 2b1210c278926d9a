//! Memory that other processes reach: what they do to it, and what they wait for.
//!
//! Behind the memory, in the same file, lies a *board*. Whoever has the memory mapped and follows its order writes there each touch of
//! it, with all that was known then, and reads what the others wrote: each process enters every touch in its own shadow, so that each
//! finds a race that it takes part in. A touch is written before what its stream knows can reach anybody, so that whoever knows of it
//! finds it there.
//!
//! The host threads of the processes talk to each other by means that are not seen here, as those of one process do: what one of them
//! has waited for is taken to be known to the others when they call next. A table on the board tells that.

use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::clock::{Actor, Clock, Moment};
use super::far::{self, Known, TABLE_WORDS};
use super::finding::Info;
use super::switch::{checks, follows};
use super::told::{self, Told};
use crate::exec::Touch;
use crate::process::{Segment, Words};
use crate::remark::remark;

/// How far it is written, and how often the table was.
const HEAD: usize = 0;
const VERSION: usize = 8;
/// What the host threads have waited for.
const TABLE: usize = 16;
/// Words from here on are of no check.
pub(crate) const BOARD_FREE: usize = 2176;
/// Words before the ring.
pub(crate) const BOARD_HEAD: usize = 4096;
const RING: usize = BOARD_HEAD;
/// Words of the ring of touches. Who reads it too late misses the oldest, and may miss a race.
const RING_WORDS: usize = 1 << 20;
/// Bytes of a board, which is whole pages of zeros at first.
pub(crate) const BOARD_BYTES: u64 = (RING as u64 + RING_WORDS as u64) * 8;
/// A longer entry is left out.
const MOST: usize = RING_WORDS / 16;
/// Bits of an entry's first word that tell its length. The others tell its place, so that what an earlier lap left is seen.
const LENGTH_BITS: u32 = 20;

static ANY: AtomicBool = AtomicBool::new(false);

/// All boards of this process, and the memory before them.
#[derive(Default)]
pub(super) struct Abroad {
    boards: Vec<Board>,
    reached: Vec<Reached>,
    waited: Known,
}

/// Memory of this process that lies in a file which others have mapped too.
struct Reached {
    bytes: Range<u64>,
    file: u64,
    /// Where in the file its first byte lies.
    offset: u64,
}

struct Board {
    file: u64,
    words: Words,
    read: u64,
    /// Of the table, when it was read last.
    version: u64,
}

/// A touch by another process, as it is seen here.
pub(super) struct Foreign {
    pub(super) moment: Moment,
    pub(super) info: Arc<Info>,
    pub(super) clock: Clock,
    pub(super) touches: Vec<Touch>,
}

impl Abroad {
    pub(super) fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// From now on memory is reached from other processes. It lies in a file from `offset` on, and the board at `board`.
    fn add(&mut self, bytes: Range<u64>, file: &File, offset: u64, board: u64) -> std::io::Result<()> {
        let inode = file.metadata()?.ino();
        if !self.boards.iter().any(|board| board.file == inode) {
            let count = (BOARD_BYTES / 8) as usize;
            let words = Words::at(&Segment::of_file(file)?, board, count)?;
            self.boards.push(Board { file: inode, words, read: 0, version: 0 });
        }
        self.reached.push(Reached { bytes, file: inode, offset });
        Ok(())
    }

    /// Memory is taken back.
    pub(super) fn forget(&mut self, bytes: &Range<u64>) {
        self.reached.retain(|reached| reached.bytes.end <= bytes.start || bytes.end <= reached.bytes.start);
    }

    /// Writes touches on the boards of the memory that they touch.
    pub(super) fn tell(&self, touches: &[Touch], of: &Info, moment: Moment, clock: &Clock) {
        for board in &self.boards {
            let of_file = || self.reached.iter().filter(|reached| reached.file == board.file);
            let there = touches.iter().flat_map(|touch| of_file().filter_map(|reached| reached.there(touch)));
            let there: Vec<Touch> = there.collect();
            if !there.is_empty() {
                let told = Told { moment, info: of, clock, touches: &there };
                board.append(&told.words());
            }
        }
    }

    /// What other processes did since the last time.
    pub(super) fn news(&mut self) -> Vec<Foreign> {
        let mut news = Vec::new();
        for board in &mut self.boards {
            while let Some(words) = board.next() {
                let Some(mut told) = told::of_words(&words) else { continue };
                if !matches!(told.moment.actor, Actor::Far(_)) {
                    continue;
                }
                let here = self.reached.iter().filter(|reached| reached.file == board.file);
                let here = here.flat_map(|reached| told.touches.iter().filter_map(|touch| reached.here(touch)));
                told.touches = here.collect();
                if !told.touches.is_empty() {
                    news.push(told);
                }
            }
        }
        news
    }

    /// Reads what the host threads of other processes have waited for.
    pub(super) fn ask_hosts(&mut self) {
        for board in &mut self.boards {
            let version = board.words.word(VERSION).load(Acquire);
            if board.version != version {
                board.version = version;
                let told = far::read(board.table());
                self.waited.clock.join(&told.clock);
                self.waited.more |= told.more;
            }
        }
    }

    /// What those have waited for, as far as it was read.
    pub(super) fn waited_for(&self) -> &Known {
        &self.waited
    }

    /// Tells what host threads of this process have waited for.
    pub(super) fn tell_waited_for(&self, clock: &Clock) {
        for board in &self.boards {
            far::put(board.table(), clock);
            board.words.word(VERSION).fetch_add(1, AcqRel);
        }
    }
}

/// Whether any memory is reached from other processes.
pub(super) fn is_any() -> bool {
    ANY.load(Relaxed)
}

/// From now on memory is reached from other processes. It lies in a file from `offset` on, and behind that memory, at `board`, is room
/// for the board.
pub(crate) fn reached_abroad(bytes: Range<u64>, file: &File, offset: u64, board: u64) {
    let mut alone = Abroad::default();
    let with = |abroad: &mut Abroad| {
        if let Err(error) = abroad.add(bytes.clone(), file, offset, board) {
            remark(format_args!("what other processes do to memory that they share is not followed: {error}"));
        }
    };
    if follows() {
        ANY.store(true, Relaxed);
        super::outside::with_abroad(with);
    } else {
        with(&mut alone);
        // The others cannot know what the threads of this process wait for.
        for board in &alone.boards {
            far::put_more(board.table());
            board.words.word(VERSION).fetch_add(1, AcqRel);
        }
    }
}

/// Whether what host threads have waited for is taken to be known to those of other processes.
pub(super) fn threads_talk() -> bool {
    !checks().threads
}

impl Reached {
    /// A touch of this process as one of the file.
    fn there(&self, touch: &Touch) -> Option<Touch> {
        let start = touch.start.max(self.bytes.start);
        let end = touch.start.saturating_add(touch.bytes).min(self.bytes.end);
        let offset = start.checked_sub(self.bytes.start)? + self.offset;
        (start < end).then(|| Touch { start: offset, bytes: end - start, writes: touch.writes })
    }

    /// A touch of the file as one of this process.
    fn here(&self, touch: &Touch) -> Option<Touch> {
        let start = touch.start.max(self.offset);
        let end = touch.start.saturating_add(touch.bytes).min(self.offset + (self.bytes.end - self.bytes.start));
        let address = start.checked_sub(self.offset)? + self.bytes.start;
        (start < end).then(|| Touch { start: address, bytes: end - start, writes: touch.writes })
    }
}

impl Board {
    fn table(&self) -> &[AtomicU64] {
        self.words.slice(TABLE, TABLE_WORDS)
    }

    fn word(&self, place: u64) -> &AtomicU64 {
        self.words.word(RING + usize::try_from(place % RING_WORDS as u64).unwrap_or(0))
    }

    fn append(&self, entry: &[u64]) {
        if entry.len() >= MOST {
            return;
        }
        let length = entry.len() as u64 + 1;
        let place = self.words.word(HEAD).fetch_add(length, AcqRel);
        for (at, word) in (place + 1..).zip(entry) {
            self.word(at).store(*word, Relaxed);
        }
        self.word(place).store(place << LENGTH_BITS | length, Release);
    }

    /// The next entry that this process has not read.
    fn next(&mut self) -> Option<Vec<u64>> {
        let room = (RING_WORDS - MOST) as u64;
        let head = || self.words.word(HEAD).load(Acquire);
        let is_lost = |head: u64| head.wrapping_sub(self.read) > room;
        let written = head();
        if is_lost(written) {
            self.read = written;
            return None;
        }
        if self.read == written {
            return None;
        }
        let first = self.word(self.read).load(Acquire);
        let length = first & ((1 << LENGTH_BITS) - 1);
        if first >> LENGTH_BITS != self.read & (u64::MAX >> LENGTH_BITS) || length == 0 {
            // It is being written.
            return None;
        }
        let entry: Vec<u64> = (1..length.min(MOST as u64)).map(|at| self.word(self.read + at).load(Acquire)).collect();
        if is_lost(head()) {
            // Others have written over it meanwhile.
            self.read = head();
            return None;
        }
        self.read += length;
        Some(entry)
    }
}
