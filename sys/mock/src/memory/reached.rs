//! Memory that several processes have: where it lies in its file, and which of them have it.
//!
//! In the same file stands a *head*, words in which they tell each other what concerns all of its memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::shared;
use crate::check;
use crate::process::{HOLDER_WORDS, Holders, Identity, Segment, Words};
use crate::remark::remark;

/// Where the times of values stand in a head, two words each: the place of the value, counted from 1, and the time.
const TIMES: usize = check::BOARD_FREE + HOLDER_WORDS;
/// Places that are looked at for one value.
const NEAR: usize = 8;

static ANY: AtomicBool = AtomicBool::new(false);
static REACHED: Mutex<Option<Reached>> = Mutex::new(None);

#[derive(Default)]
struct Reached {
    ranges: Vec<Place>,
    heads: HashMap<u64, Arc<Head>>,
}

/// Where memory of this process lies.
struct Place {
    bytes: Range<u64>,
    file: u64,
    /// Where in the file its first byte lies.
    offset: u64,
}

/// The words of a file.
pub(crate) struct Head(Words);

/// A byte of memory that several processes have.
pub(crate) struct Spot {
    /// Which file it is in, and where.
    pub(crate) file: u64,
    pub(crate) offset: u64,
    pub(crate) head: Arc<Head>,
}

fn lock() -> MutexGuard<'static, Option<Reached>> {
    REACHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Other processes have memory of this one too from now on. It lies in a file from `offset` on, and the board of that at `board`.
pub(super) fn note(bytes: Range<u64>, file: &File, offset: u64, board: u64) {
    check::reached_abroad(bytes.clone(), file, offset, board);
    let add = || {
        let inode = file.metadata()?.ino();
        let mut reached = lock();
        let reached = reached.get_or_insert_default();
        if let Entry::Vacant(place) = reached.heads.entry(inode) {
            let head = Head::of(file, board)?;
            head.enter();
            place.insert(Arc::new(head));
        }
        reached.ranges.push(Place { bytes, file: inode, offset });
        ANY.store(true, Release);
        io::Result::Ok(())
    };
    if let Err(error) = add() {
        remark(format_args!("that other processes have memory of this one cannot be told: {error}"));
    }
}

/// Does something with the head of a file, whose board is at `board`: processes may come to have its memory.
pub(super) fn tell(file: &File, board: u64, act: impl FnOnce(Holders<'_>)) {
    match Head::of(file, board) {
        Ok(head) => {
            head.enter();
            act(head.holders());
        }
        Err(error) => remark(format_args!("that processes share memory cannot be told: {error}")),
    }
}

/// Memory is taken back.
pub(super) fn forget(bytes: &Range<u64>) {
    if !ANY.load(Acquire) {
        return;
    }
    let mut gone = Vec::new();
    if let Some(reached) = lock().as_mut() {
        reached.ranges.retain(|place| place.bytes.end <= bytes.start || bytes.end <= place.bytes.start);
        let Reached { ranges, heads } = reached;
        gone.extend(heads.extract_if(|file, _| !ranges.iter().any(|place| place.file == *file)));
    }
}

/// Where a byte lies, if other processes have it too.
pub(crate) fn at(address: u64) -> Option<Spot> {
    if !ANY.load(Acquire) {
        return None;
    }
    let reached = lock();
    let reached = reached.as_ref()?;
    let place = reached.ranges.iter().find(|place| place.bytes.contains(&address))?;
    let head = reached.heads.get(&place.file)?.clone();
    Some(Spot { file: place.file, offset: address - place.bytes.start + place.offset, head })
}

/// Where this process has a byte of a file.
pub(crate) fn addresses(file: u64, offset: u64) -> Vec<u64> {
    let reached = lock();
    let places = reached.iter().flat_map(|reached| &reached.ranges).filter(|place| place.file == file);
    let address = |place: &Place| {
        let inside = offset.checked_sub(place.offset)?;
        (inside < place.bytes.end - place.bytes.start).then_some(place.bytes.start + inside)
    };
    places.filter_map(address).collect()
}

/// The heads of all memory that this process shares.
pub(crate) fn heads() -> Vec<Arc<Head>> {
    lock().iter().flat_map(|reached| reached.heads.values().cloned()).collect()
}

impl Head {
    fn of(file: &File, board: u64) -> io::Result<Self> {
        Ok(Self(Words::at(&Segment::of_file(file)?, board, check::BOARD_HEAD)?))
    }

    /// Who has memory of the file.
    pub(crate) fn holders(&self) -> Holders<'_> {
        Holders::new(self.0.slice(check::BOARD_FREE, HOLDER_WORDS))
    }

    /// Tells when a value at a place in the file is written, by the modelled clock.
    pub(crate) fn tell_time(&self, offset: u64, time: u64) {
        let (value, first) = (offset + 1, self.place_of(offset));
        let is_its = |[known, _]: &&[AtomicU64; 2]| {
            let there = known.compare_exchange(0, value, AcqRel, Acquire).unwrap_or_else(|there| there);
            there == 0 || there == value
        };
        let places = self.times();
        // Where others have taken all near places, one of them is forgotten.
        let place = places.iter().skip(first).take(NEAR).find(is_its).or_else(|| places.get(first));
        if let Some([known, at]) = place {
            at.store(time, Release);
            known.store(value, Release);
        }
    }

    /// When a value was written last; 0 if nobody has told that.
    pub(crate) fn time(&self, offset: u64) -> u64 {
        let near = self.times().iter().skip(self.place_of(offset)).take(NEAR);
        let mut of_it = near.filter(|[known, _]| known.load(Acquire) == offset + 1);
        of_it.next().map_or(0, |[_, at]| at.load(Acquire))
    }

    fn times(&self) -> &[[AtomicU64; 2]] {
        self.0.slice(TIMES, check::BOARD_HEAD - TIMES).as_chunks().0
    }

    fn place_of(&self, offset: u64) -> usize {
        let room = (self.times().len() - NEAR) as u64;
        usize::try_from((offset / 8).wrapping_mul(0x9E37_79B9_7F4A_7C15) % room).unwrap_or(0)
    }

    fn enter(&self) {
        self.holders().enter(Identity::own(), shared::descriptor().unwrap_or(-1));
    }
}
