//! A notify: one bit. A record sets it; a wait takes it, so that one record is for one wait.
//!
//! It lives in this process until it is exported: then it moves into words that processes share, and waits for it are also
//! tried by the clock, because another process may set it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{
    ACL_NOTIFY_DEVICE_USE_ONLY, ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION, aclError, aclrtNotify, aclrtStream,
};
use once_cell::sync::{Lazy, OnceCell};

use crate::check::{self, Thing};
use crate::clock;
use crate::context;
use crate::device::{Device, soc};
use crate::exec::{Body, Condition, Kind, Sees, Task, scheduler};
use crate::flag::Flag;
use crate::report::{Failure, Outcome};
use crate::shared::Words;
use crate::stream::{Registry, of_current};
use crate::timeout;

static NOTIFIES: Lazy<Registry<Notify>> = Lazy::new(Registry::default);

/// The places of the shared words: the bit, with the time since when it is up, the number and device, and who may import.
const BIT: usize = 0;
const NUMBER: usize = 1;
const OPEN_TO_ALL: usize = 2;
const OPEN_TO: usize = 3;

pub(super) struct Notify {
    state: Arc<Bit>,
    device: Arc<Device>,
    number: u32,
    /// Made here, and not imported: it gives its number back.
    own: bool,
    importers: Mutex<BTreeSet<i32>>,
}

/// The bit, here or in shared words. Read and changed in the scheduler only, so that moving it loses nothing.
#[derive(Default)]
struct Bit {
    here: Flag,
    shared: Arc<OnceCell<Words>>,
}

impl Bit {
    /// A stream sets it.
    fn set(&self, queue: u64) {
        match self.shared.get() {
            Some(words) => {
                let up = up_since(if clock::models() { clock::stamp().0 } else { 0 });
                let was_up = words.at(BIT).compare_exchange(0, up, Ordering::AcqRel, Ordering::Acquire).is_err();
                check::raised(queue, self.here.key(), was_up);
            }
            None => self.here.raise(queue),
        }
    }

    /// Takes it down; if it was up, since when by the modelled clock, as far as another process told that.
    fn take(&self) -> Option<u64> {
        match self.shared.get() {
            Some(words) => words.at(BIT).swap(0, Ordering::AcqRel).checked_sub(up_since(0)),
            None => self.here.take().then_some(0),
        }
    }
}

/// The bit, up since a time.
fn up_since(time: u64) -> u64 {
    time + 1
}

impl Drop for Notify {
    fn drop(&mut self) {
        if self.state.shared.get().is_some() {
            scheduler().poll(self.key(), None, || {});
        }
        if self.own {
            self.device.notify_ids.give_back(self.number);
        }
    }
}

impl Notify {
    fn key(&self) -> usize {
        self.state.here.key()
    }

    fn importers(&self) -> MutexGuard<'_, BTreeSet<i32>> {
        self.importers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn share(&self) -> Outcome<&Words> {
        if let Some(words) = self.state.shared.get() {
            return Ok(words);
        }
        let words = Words::new()?;
        let place = u64::from(self.device.id.unsigned_abs()) << 32 | u64::from(self.number);
        words.at(NUMBER).store(place, Ordering::Release);
        scheduler().poll(self.key(), Some(&words), || {
            check::moved_to(self.key(), words.table());
            let up = up_since(clock::changed_at(self.key()));
            words.at(BIT).store(if self.state.here.is_up() { up } else { 0 }, Ordering::Release);
            // Set once: two threads that export at a time are told apart by the scheduler's lock.
            let _ = self.state.shared.set(words.clone());
        });
        self.state.shared.get().ok_or_else(unknown)
    }
}

fn find(notify: aclrtNotify) -> Outcome<Arc<Notify>> {
    if notify.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the notify is null"));
    }
    NOTIFIES.get(notify).ok_or_else(unknown)
}

fn unknown() -> Failure {
    Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: there is no such notify")
}

pub(super) fn create(flag: u64) -> Outcome<aclrtNotify> {
    let device = context::current()?.device.clone();
    if flag & !u64::from(ACL_NOTIFY_DEVICE_USE_ONLY) != 0 {
        let text = format!("EE1001: notify flag {flag:#x} is neither 0 nor {ACL_NOTIFY_DEVICE_USE_ONLY}");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let number = device.notify_ids.take().ok_or_else(|| {
        let text = format!("EE1023: device {} has no notify left of its {}", device.id, soc().notify_limit);
        Failure::acl(aclError::RT_NO_NOTIFY_RESOURCE, text)
    })?;
    let id = device.id;
    let notify = Notify { state: Arc::default(), device, number, own: true, importers: Mutex::default() };
    let handle = NOTIFIES.insert(notify);
    check::made(Thing::Notify, handle.addr() as u64, id, 0);
    Ok(handle)
}

/// Queued records and waits hold their own end of it.
pub(super) fn destroy(notify: aclrtNotify) -> Outcome {
    find(notify)?;
    context::current()?;
    check::gone(Thing::Notify, notify.addr() as u64);
    NOTIFIES.remove(notify).map(drop).ok_or_else(unknown)
}

pub(super) fn record(notify: aclrtNotify, stream: aclrtStream) -> Outcome {
    let notify = find(notify)?;
    let queue = of_current(stream)?;
    let (state, id) = (notify.state.clone(), queue.id);
    let change = move || {
        state.shared.get().into_iter().for_each(|words| check::told_in(id, words.table()));
        state.set(id);
    };
    let body = Body::Change { key: notify.key(), change: Box::new(change) };
    queue.submit(Task::new(Kind::NotifyRecord, "aclrtRecordNotify", body))
}

pub(super) fn wait(notify: aclrtNotify, stream: aclrtStream, seconds: u32) -> Outcome {
    let notify = find(notify)?;
    let queue = of_current(stream)?;
    if queue.device != notify.device.id {
        let text = format!(
            "EE1012: the notify is of device {}: only streams of it can wait, not one of device {}",
            notify.device.id, queue.device
        );
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let (state, words, time) = (notify.state.clone(), notify.state.shared.clone(), Arc::new(AtomicU64::new(0)));
    let since = time.clone();
    let take = move || state.take().inspect(|up| since.store(*up, Ordering::Relaxed)).is_some();
    let condition = Condition {
        key: Some(notify.key()),
        holds: Box::new(take),
        limit: timeout::limit(seconds, &format!("notify {}", notify.number)),
        sees: Sees::Told { key: notify.key(), words, time },
    };
    queue.submit(Task::new(Kind::NotifyWait, "aclrtWaitAndResetNotify", Body::until(condition)))
}

pub(super) fn number(notify: aclrtNotify) -> Outcome<u32> {
    Ok(find(notify)?.number)
}

/// Takes many down at once.
pub(super) fn reset(notifies: &[aclrtNotify]) -> Outcome {
    let found = notifies.iter().map(|&notify| find(notify)).collect::<Outcome<Vec<_>>>()?;
    for notify in found {
        scheduler().wake(notify.key(), || {
            notify.state.take();
        });
    }
    Ok(())
}

/// The text by which processes import it.
pub(super) fn export(notify: aclrtNotify, flags: u64) -> Outcome<String> {
    let notify = find(notify)?;
    let open = u64::from(ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION);
    if flags != 0 && flags != open {
        let text = format!("EE1001: export flag {flags:#x} is neither 0 nor {open:#x}");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let words = notify.share()?;
    if flags == open {
        words.at(OPEN_TO_ALL).store(1, Ordering::Release);
        words.holders().open();
    }
    Ok(words.name())
}

/// Lets processes import it.
pub(super) fn admit(notify: aclrtNotify, processes: &[i32]) -> Outcome {
    let notify = find(notify)?;
    let Some(words) = notify.state.shared.get() else {
        let text = "EE1018: the notify is not exported: get its key first";
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    };
    words.holders().admit_all(Some(processes));
    let mut importers = notify.importers();
    importers.extend(processes);
    // One word tells of one process; more of them are not told apart.
    match importers.len() {
        1 => store_first(words.at(OPEN_TO), &importers),
        _ => words.at(OPEN_TO_ALL).store(1, Ordering::Release),
    }
    Ok(())
}

fn store_first(word: &AtomicU64, importers: &BTreeSet<i32>) {
    let process = importers.first().map_or(0, |process| u64::from(process.unsigned_abs()));
    word.store(process, Ordering::Release);
}

/// A notify that another process exported.
pub(super) fn import(key: &str) -> Outcome<aclrtNotify> {
    context::current()?;
    let words = Words::open(key)?;
    let place = words.at(NUMBER).load(Ordering::Acquire);
    let (device, number) = (i32::try_from(place >> 32).unwrap_or(-1), u32::try_from(place & 0xFFFF_FFFF).unwrap_or(0));
    let admitted = words.at(OPEN_TO_ALL).load(Ordering::Acquire) == 1
        || words.at(OPEN_TO).load(Ordering::Acquire) == u64::from(std::process::id());
    if !admitted {
        let text =
            "EE1001: this process may not import the notify: its owner must name it with aclrtNotifySetImportPid";
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let device = crate::device::device(device)?;
    let state = Arc::new(Bit::default());
    scheduler().poll(state.here.key(), Some(&words), || {
        let _ = state.shared.set(words.clone());
    });
    Ok(NOTIFIES.insert(Notify { state, device, number, own: false, importers: Mutex::default() }))
}
