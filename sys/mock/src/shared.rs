//! Words that processes share: what an event or a notify for other processes is made of.
//!
//! A process keeps its words in a file without a name. Another opens it through the first one's entry in `/proc`, so nothing is
//! left behind when processes end, however they end.
#![allow(unsafe_code)] // Maps memory and shares it.

use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::fd::{AsRawFd, FromRawFd};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use ascend_npu_sys::aclError;
use once_cell::sync::OnceCell;

use crate::check;
use crate::ids::Ids;
use crate::memory;
use crate::process::{HOLDER_WORDS, Holders, Identity};
use crate::report::{Failure, Outcome};

/// Words of a group: those that its owner uses, and a list of the processes that have it.
const GROUP: usize = 64;
const USED: usize = 32;
const GROUPS: u32 = 1 << 15;
const WORDS: usize = GROUPS as usize * GROUP;
/// Words behind these for each group: a table of what those know who wrote them, for the checks.
const TABLE: usize = 2048;
const BYTES: usize = (WORDS + GROUPS as usize * TABLE) * 8;

/// A mapped file of words.
struct Map {
    base: usize,
    file: File,
}

struct Own {
    map: Arc<Map>,
    free: Ids,
}

/// The first word of an event: how many records of it were queued.
pub(crate) const QUEUED: usize = 0;
/// Words of an event from here on: the numbers of its last records to pass, and when each did by the modelled clock.
const TIMES: usize = 8;
const RECORDS: u64 = (USED - TIMES) as u64 / 2;

static OWN: OnceCell<Own> = OnceCell::new();

/// A group of words. Those of this process are never given out again: another may still look at them.
#[derive(Clone)]
pub(crate) struct Words {
    map: Arc<Map>,
    process: u32,
    descriptor: i32,
    first: usize,
}

/// Words that may have been unmapped meanwhile.
#[derive(Clone)]
pub(crate) struct WeakWords {
    map: Weak<Map>,
    process: u32,
    descriptor: i32,
    first: usize,
}

impl WeakWords {
    pub(crate) fn upgrade(&self) -> Option<Words> {
        let &Self { ref map, process, descriptor, first } = self;
        Some(Words { map: map.upgrade()?, process, descriptor, first })
    }
}

impl Map {
    fn new(file: File) -> Outcome<Self> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping, wherever the system puts it, touches nothing that exists.
        let memory = unsafe { libc::mmap(null_mut(), BYTES, protection, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if memory == libc::MAP_FAILED {
            return Err(failed("mapped"));
        }
        Ok(Self { base: memory.expose_provenance(), file })
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        let memory = std::ptr::with_exposed_provenance_mut(self.base);
        // SAFETY: mapped by `new` with this length, and nothing refers to it any more.
        unsafe { libc::munmap(memory, BYTES) };
    }
}

fn failed(what: &str) -> Failure {
    let error = std::io::Error::last_os_error();
    let text = format!("EE9999: words to share with other processes cannot be {what}: {error}");
    Failure::acl(aclError::RT_DRV_INTERNAL_ERROR, text)
}

fn own() -> Outcome<&'static Own> {
    OWN.get_or_try_init(|| {
        // SAFETY: the name is a C text.
        let descriptor = unsafe { libc::memfd_create(c"ascend-mock-words".as_ptr(), libc::MFD_CLOEXEC) };
        if descriptor < 0 {
            return Err(failed("made"));
        }
        // SAFETY: the descriptor is new and belongs to nothing else.
        let file = unsafe { File::from_raw_fd(descriptor) };
        file.set_len(BYTES as u64).map_err(|_| failed("sized"))?;
        Ok(Own { map: Arc::new(Map::new(file)?), free: Ids::new(GROUPS) })
    })
}

impl Words {
    /// New words, all 0.
    pub(crate) fn new() -> Outcome<Self> {
        let own = own()?;
        let group = own.free.take().ok_or_else(|| {
            let text = "EE1023: this process has shared as many events and notifies as it can";
            Failure::acl(aclError::RT_RESOURCE_ALLOC_FAIL, text)
        })?;
        let (map, first) = (own.map.clone(), group as usize * GROUP);
        let words = Self { process: std::process::id(), descriptor: map.file.as_raw_fd(), map, first };
        words.enter();
        Ok(words)
    }

    /// The text by which another process opens them.
    pub(crate) fn name(&self) -> String {
        format!("{}:{}:{}", self.process, self.descriptor, self.first)
    }

    /// The words of a name.
    pub(crate) fn open(name: &str) -> Outcome<Self> {
        let unknown = || {
            let text = format!("EE1001: `{name}` names nothing that a live process shares");
            Failure::acl(aclError::RT_PARAM_INVALID, text)
        };
        let mut parts = name.split(':').map(|part| part.parse::<u32>().ok());
        let mut next = || parts.next().flatten().ok_or_else(unknown);
        let (process, descriptor, first) = (next()?, next()?, next()? as usize);
        if first >= WORDS || !first.is_multiple_of(GROUP) {
            return Err(unknown());
        }
        let map = if process == std::process::id() {
            OWN.get().ok_or_else(unknown)?.map.clone()
        } else {
            let path = format!("/proc/{process}/fd/{descriptor}");
            let file = OpenOptions::new().read(true).write(true).open(path).map_err(|_| unknown())?;
            let sized = file.metadata().is_ok_and(|file| file.len() == BYTES as u64);
            Arc::new(Map::new(if sized { file } else { return Err(unknown()) })?)
        };
        let words = Self { map, process, descriptor: descriptor.cast_signed(), first };
        words.enter();
        Ok(words)
    }

    /// A number that all processes give these words.
    pub(crate) fn id(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.process, self.descriptor, self.first).hash(&mut hasher);
        hasher.finish()
    }

    /// Who has them.
    pub(crate) fn holders(&self) -> Holders<'_> {
        Holders::new(self.slice(self.first + USED, HOLDER_WORDS))
    }

    fn enter(&self) {
        self.holders().enter(Identity::own(), memory::shared::descriptor().unwrap_or(-1));
        check::holds(self);
    }

    /// A hold that does not keep them mapped.
    pub(crate) fn downgrade(&self) -> WeakWords {
        let Self { map, process, descriptor, first } = self;
        WeakWords { map: Arc::downgrade(map), process: *process, descriptor: *descriptor, first: *first }
    }

    /// What those know who wrote them.
    pub(crate) fn table(&self) -> &[AtomicU64] {
        self.slice(WORDS + self.first / GROUP * TABLE, check::TABLE_WORDS)
    }

    /// One of the first words, which are the owner's.
    pub(crate) fn at(&self, place: usize) -> &AtomicU64 {
        let word = self.map.base + 8 * (self.first + place.min(USED - 1));
        // SAFETY: an aligned word within the map, which this keeps; all processes touch it atomically.
        unsafe { AtomicU64::from_ptr(std::ptr::with_exposed_provenance_mut(word)) }
    }

    /// Tells when the record of a number passes. Told before it is said that it has passed.
    pub(crate) fn tell_time_of(&self, number: u64, time: u64) {
        let place = Self::place_of(number);
        self.at(place + 1).store(time, Ordering::Release);
        self.at(place).store(number, Ordering::Release);
    }

    /// When the record of a number has passed; the earliest of later ones where it is that long ago, and 0 where nobody told.
    pub(crate) fn time_of(&self, number: u64) -> u64 {
        let told = |number: u64| {
            let place = Self::place_of(number);
            (self.at(place).load(Ordering::Acquire), self.at(place + 1).load(Ordering::Acquire))
        };
        let later = (number..number + RECORDS).map(told).filter(|(known, _)| *known >= number);
        later.min().map_or(0, |(_, time)| time)
    }

    fn place_of(number: u64) -> usize {
        TIMES + usize::try_from(number % RECORDS).unwrap_or(0) * 2
    }

    /// Words of the group, or of its table.
    fn slice(&self, first: usize, count: usize) -> &[AtomicU64] {
        let address = std::ptr::with_exposed_provenance(self.map.base + 8 * first);
        // SAFETY: aligned words within the map, which this keeps: a group is one of `GROUPS`, and its list and its table lie in its
        // share. All processes touch them atomically.
        unsafe { std::slice::from_raw_parts(address, count) }
    }
}
