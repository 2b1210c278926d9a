//! Memory that several processes have: where it lies in its file, and which of them have it.
//!
//! In the same file stands a *head*, words in which they tell each other what concerns all of its memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::shared;
use crate::check;
use crate::process::{HOLDER_WORDS, Holders, Identity, Segment, Words};
use crate::remark::remark;

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
        ANY.store(true, Ordering::Release);
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
    if !ANY.load(Ordering::Acquire) {
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
    if !ANY.load(Ordering::Acquire) {
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

    fn enter(&self) {
        self.holders().enter(Identity::own(), shared::descriptor().unwrap_or(-1));
    }
}
