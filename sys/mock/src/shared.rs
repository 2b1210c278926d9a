//! Words that processes share: what an event or a notify for other processes is made of.
//!
//! A process keeps its words in a file without a name. Another opens it through the first one's entry in `/proc`, so nothing is
//! left behind when processes end, however they end.
#![allow(unsafe_code)] // Maps memory and shares it.

use std::fs::{File, OpenOptions};
use std::os::fd::{AsRawFd, FromRawFd};
use std::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use ascend_npu_sys::aclError;
use once_cell::sync::OnceCell;

use crate::check;
use crate::ids::Ids;
use crate::report::{Failure, Outcome};

const WORDS: u32 = 1 << 17;
/// Words behind these for each four of them: a table of what those know who wrote them, for the checks.
const TABLE: usize = 2048;
const BYTES: usize = (WORDS as usize + WORDS as usize / 4 * TABLE) * 8;

/// A mapped file of words.
struct Map {
    base: usize,
    file: File,
}

struct Own {
    map: Arc<Map>,
    free: Ids,
}

static OWN: OnceCell<Own> = OnceCell::new();

/// Consecutive words. Those of this process are never given out again: another may still look at them.
#[derive(Clone)]
pub(crate) struct Words {
    map: Arc<Map>,
    process: u32,
    descriptor: i32,
    first: usize,
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
        Ok(Own { map: Arc::new(Map::new(file)?), free: Ids::new(WORDS / 4) })
    })
}

impl Words {
    /// Four new words, all 0.
    pub(crate) fn new() -> Outcome<Self> {
        let own = own()?;
        let group = own.free.take().ok_or_else(|| {
            let text = "EE1023: this process has shared as many events and notifies as it can";
            Failure::acl(aclError::RT_RESOURCE_ALLOC_FAIL, text)
        })?;
        let (map, first) = (own.map.clone(), group as usize * 4);
        Ok(Self { process: std::process::id(), descriptor: map.file.as_raw_fd(), map, first })
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
        if first + 4 > WORDS as usize || !first.is_multiple_of(4) {
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
        Ok(Self { map, process, descriptor: descriptor.cast_signed(), first })
    }

    /// What those know who wrote them.
    pub(crate) fn table(&self) -> &[AtomicU64] {
        let address = self.map.base + 8 * (WORDS as usize + self.first / 4 * TABLE);
        let table = std::ptr::with_exposed_provenance(address);
        // SAFETY: aligned words within the map, which this keeps; all processes touch them atomically.
        unsafe { std::slice::from_raw_parts(table, check::TABLE_WORDS) }
    }

    /// One of the four.
    pub(crate) fn at(&self, place: usize) -> &AtomicU64 {
        let word = self.map.base + 8 * (self.first + place.min(3));
        // SAFETY: an aligned word within the map, which this keeps; all processes touch it atomically.
        unsafe { AtomicU64::from_ptr(std::ptr::with_exposed_provenance_mut(word)) }
    }
}
