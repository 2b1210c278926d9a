//! What outlives a stream handle: the queue itself, how far it was filled, how far it is known to be done.
#![allow(unsafe_code)] // Calls into the C library.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};
use std::time::Duration;

use ascend_npu_sys::{aclError, aclrtStream, aclrtStreamStatus};

use super::clock::{Clock, Mark};
use crate::device::DeviceCore;
use crate::driver::lock;
use crate::error::Result;
use crate::event::PooledEvent;
use crate::fault::Trail;
use crate::notify::RawNotify;

/// Older records are dropped: a later one then stands in for them, at the price of waiting for more. As many as a step of a large
/// model has buckets on their way, of which each layer waits for its own.
const RECORDS_KEPT: usize = 256;

/// Ids are never used twice, so that a mark of a stream long gone cannot be taken for one of a new stream.
static NEXT_ID: AtomicU64 = AtomicU64::new(1);

pub(crate) struct StreamCore {
    pub(crate) id: u64,
    raw: RawStream,
    /// The device: not kept open, for its own list of streams would then keep it.
    device: Weak<DeviceCore>,
    device_id: i32,
    /// The library's number of the stream, where it tells.
    number: Option<i32>,
    /// What was queued last.
    pub(crate) trail: Trail,
    /// Operations queued so far. Grows after the call that queues, so what it counts is in the queue.
    submitted: AtomicU64,
    /// Operations known to be done.
    completed: AtomicU64,
    order: Mutex<Order>,
    /// Why the stream was stopped.
    pub(super) aborted: OnceLock<Arc<str>>,
}

/// How the stream stands to others.
#[derive(Default)]
struct Order {
    /// What has been waited for.
    waited: Clock,
    /// Points of the stream that others can wait for, oldest first.
    records: VecDeque<Arc<Record>>,
}

/// A recorded event: it stands for the operations up to `sequence`, and for what the stream had waited for by then.
pub(crate) struct Record {
    pub(crate) sequence: u64,
    pub(crate) event: PooledEvent,
    pub(crate) waited: Clock,
}

struct RawStream(aclrtStream);

// SAFETY: the ACL manual allows submission to, and queries of, a stream from any thread; it locks the stream itself.
unsafe impl Send for RawStream {}
// SAFETY: as above; the handle itself is never written.
unsafe impl Sync for RawStream {}

impl Order {
    fn recorded(&self, sequence: u64) -> Option<Arc<Record>> {
        // Most often it is about the newest, or about one that has none yet.
        if self.records.back().is_none_or(|newest| newest.sequence < sequence) {
            return None;
        }
        self.records.get(self.records.partition_point(|record| record.sequence < sequence)).cloned()
    }

    /// The oldest record, made one of `sequence`, when there are enough and nobody is about to wait for it: its event is recorded
    /// again, so that in the long run no record takes memory.
    fn take_unused(&mut self, sequence: u64) -> Option<Arc<Record>> {
        if self.records.len() < RECORDS_KEPT {
            return None;
        }
        let mut oldest = self.records.pop_front()?;
        let record = Arc::get_mut(&mut oldest)?;
        record.waited.clone_from(&self.waited);
        record.sequence = sequence;
        Some(oldest)
    }

    fn insert(&mut self, record: Arc<Record>) {
        // Mostly it is the newest.
        let is_newest = self.records.back().is_none_or(|newest| newest.sequence < record.sequence);
        let place = if is_newest {
            self.records.len()
        } else {
            self.records.partition_point(|other| other.sequence < record.sequence)
        };
        self.records.insert(place, record);
        while self.records.len() > RECORDS_KEPT {
            self.records.pop_front();
        }
    }
}

impl StreamCore {
    pub(crate) fn new(raw: aclrtStream, number: Option<i32>, device: &Arc<DeviceCore>) -> Self {
        Self {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            raw: RawStream(raw),
            device: Arc::downgrade(device),
            device_id: device.id,
            number,
            trail: Trail::default(),
            submitted: AtomicU64::new(0),
            completed: AtomicU64::new(0),
            order: Mutex::default(),
            aborted: OnceLock::new(),
        }
    }

    #[inline]
    pub(crate) fn raw(&self) -> aclrtStream {
        self.raw.0
    }

    pub(crate) fn is_on(&self, device: &DeviceCore) -> bool {
        self.device_id == device.id
    }

    /// The device, unless it is being closed.
    pub(crate) fn device(&self) -> Option<Arc<DeviceCore>> {
        self.device.upgrade()
    }

    #[inline]
    pub(crate) fn submitted(&self) -> u64 {
        self.submitted.load(Ordering::Acquire)
    }

    /// Counts the operation that was just queued. Only the stream's handle queues, and it is on one thread.
    #[inline]
    pub(crate) fn count(&self) -> Mark {
        let sequence = self.submitted.load(Ordering::Relaxed) + 1;
        self.submitted.store(sequence, Ordering::Release);
        Mark { stream: self.id, sequence }
    }

    /// Remembers by name the operation that was just queued; `is_queued` is false when that failed.
    #[inline]
    pub(crate) fn leave_trail(&self, device: &DeviceCore, name: &'static str, number: u64, is_queued: bool) {
        let mut task = 0;
        let task = device.driver.acl.aclrtGetThreadLastTaskId.filter(|_| is_queued).and_then(|ask| {
            // SAFETY: the out-pointer is a live local.
            let code = unsafe { ask(&mut task) };
            (code == aclError::SUCCESS).then_some(task)
        });
        self.trail.push(name, number, task);
    }

    /// The library's number of the stream.
    pub(crate) fn number(&self) -> Option<i32> {
        self.number
    }

    /// The last operation that is known to be done.
    #[inline]
    pub(crate) fn completed(&self) -> u64 {
        self.completed.load(Ordering::Acquire)
    }

    #[inline]
    pub(crate) fn is_done(&self, sequence: u64) -> bool {
        self.completed() >= sequence
    }

    pub(crate) fn complete(&self, sequence: u64) {
        self.completed.fetch_max(sequence, Ordering::AcqRel);
    }

    /// Whether the stream has already waited for an operation of another one.
    pub(crate) fn has_waited_for(&self, mark: Mark) -> bool {
        lock(&self.order).waited.covers(mark)
    }

    /// Notes that the stream waited for an operation of another one, which had `waited` for others by then. Of streams that are
    /// not `live` nothing is kept: what a record knew of them is old, and clocks would grow with every stream there ever was.
    pub(crate) fn note_wait(&self, mark: Mark, waited: &Clock, live: impl Fn(u64) -> bool) {
        let mut order = lock(&self.order);
        order.waited.join(waited);
        order.waited.advance(mark);
        order.waited.retain(live);
    }

    pub(crate) fn forget(&self, stream: u64) {
        lock(&self.order).waited.forget(stream);
    }

    /// The earliest recorded point at or after an operation, if there is one.
    fn recorded(&self, sequence: u64) -> Option<Arc<Record>> {
        lock(&self.order).recorded(sequence)
    }

    /// The earliest point at or after an operation that can be waited for; records one where there is none.
    ///
    /// The device's context must be current.
    pub(crate) fn record_covering(&self, device: &DeviceCore, sequence: u64) -> Result<Arc<Record>> {
        let order = lock(&self.order);
        if let Some(record) = order.recorded(sequence) {
            return Ok(record);
        }
        let record = self.record(device, order)?;
        lock(&self.order).insert(record.clone());
        Ok(record)
    }

    /// Records the last operation, unless it is recorded.
    ///
    /// The device's context must be current.
    pub(crate) fn record_last(&self, device: &DeviceCore) -> Result<()> {
        let order = lock(&self.order);
        if order.records.back().is_some_and(|record| record.sequence >= self.submitted()) {
            return Ok(());
        }
        let record = self.record(device, order)?;
        lock(&self.order).insert(record);
        Ok(())
    }

    /// Queues a record of all that was queued so far. The lock is given up while the library is called.
    fn record<'a>(&'a self, device: &DeviceCore, mut order: MutexGuard<'a, Order>) -> Result<Arc<Record>> {
        // Both are read before the record is queued: what they count is then certainly before it.
        let record = if let Some(record) = order.take_unused(self.submitted()) {
            drop(order);
            record
        } else {
            drop(order);
            let event = device.events.take(device)?;
            let order = lock(&self.order);
            Arc::new(Record { sequence: self.submitted(), event, waited: order.waited.clone() })
        };
        // SAFETY: event and stream are alive and of this device, whose context is current.
        let code = unsafe { (device.driver.acl.aclrtRecordEvent)(record.event.raw(), self.raw.0) };
        device.check("aclrtRecordEvent", code).map_err(|error| error.on_stream(self.id))?;
        Ok(record)
    }

    /// Has a notify of another device set when all work queued so far is done. Tells which operation is the last of that, and
    /// what the stream had waited for by then.
    pub(crate) fn notify(&self, owner: &DeviceCore, notify: RawNotify) -> Result<(u64, Clock)> {
        let record = owner.driver.require("aclrtRecordNotify", owner.driver.acl.aclrtRecordNotify)?;
        let _context = owner.enter()?;
        // Read before the record is queued: what they count is then certainly before it.
        let waited = lock(&self.order).waited.clone();
        let sequence = self.submitted();
        // SAFETY: the stream is alive and of the device whose context is current; the notify may be of any device.
        let code = unsafe { record(notify.0, self.raw.0) };
        owner.check("aclrtRecordNotify", code).map_err(|error| error.on_stream(self.id))?;
        Ok((sequence, waited))
    }

    /// Asks the device whether an operation is done, without blocking.
    ///
    /// The device's context must be current.
    pub(crate) fn poll(&self, device: &DeviceCore, sequence: u64) -> Result<bool> {
        self.ask(device, sequence).or_else(|error| self.spared(device, sequence).then_some(true).ok_or(error))
    }

    /// Whether an operation was done before the device's first fault: then that is nothing to it.
    fn spared(&self, device: &DeviceCore, sequence: u64) -> bool {
        let is_spared = device.is_spared(Mark { stream: self.id, sequence });
        if is_spared {
            self.complete(sequence);
        }
        is_spared
    }

    fn ask(&self, device: &DeviceCore, sequence: u64) -> Result<bool> {
        if self.is_done(sequence) {
            return Ok(true);
        }
        self.check_going(device, "aclrtStreamQuery")?;
        if let Some(record) = self.recorded(sequence)
            && record.event.has_passed(device)?
        {
            // An event of work that was dropped after a fault may count as passed: only the stream tells.
            self.query(device)?;
            self.check_going(device, "aclrtStreamQuery")?;
            self.complete(record.sequence);
            return Ok(true);
        }
        // Read before the query: what it counts was in the queue that the query then saw empty.
        let submitted = self.submitted();
        if self.query(device)? {
            self.check_going(device, "aclrtStreamQuery")?;
            self.complete(submitted);
        }
        Ok(self.is_done(sequence))
    }

    /// Notes what is done by now.
    pub(super) fn note_done(&self, device: &DeviceCore) -> Result<()> {
        self.poll(device, self.submitted())?;
        let records = lock(&self.order).records.clone();
        for record in records {
            self.poll(device, record.sequence)?;
        }
        Ok(())
    }

    /// Whether the queue is empty. Fails with the first fault of the context.
    fn query(&self, device: &DeviceCore) -> Result<bool> {
        let mut status = aclrtStreamStatus::ACL_STREAM_STATUS_NOT_READY;
        // SAFETY: whoever holds `self` keeps the stream from being destroyed; the out-pointer is a live local.
        let code = unsafe { (device.driver.acl.aclrtStreamQuery)(self.raw.0, &mut status) };
        device.check("aclrtStreamQuery", code).map_err(|error| error.on_stream(self.id))?;
        Ok(status == aclrtStreamStatus::ACL_STREAM_STATUS_COMPLETE)
    }

    /// Blocks until an operation is done: by the stream when it is the last, else by an event.
    ///
    /// The device's context must be current.
    pub(crate) fn wait(&self, device: &DeviceCore, sequence: u64) -> Result<()> {
        self.block(device, sequence).or_else(|error| self.spared(device, sequence).then_some(()).ok_or(error))
    }

    fn block(&self, device: &DeviceCore, sequence: u64) -> Result<()> {
        if self.is_done(sequence) {
            return Ok(());
        }
        self.check_going(device, "aclrtSynchronizeEvent")?;
        if !device.stops_streams() {
            return self.watch(device, sequence);
        }
        if self.submitted() == sequence && self.recorded(sequence).is_none() {
            return self.synchronize(device);
        }
        let record = self.record_covering(device, sequence)?;
        let waited = record.event.synchronize(device);
        self.check_going(device, "aclrtSynchronizeEvent")?;
        waited.map_err(|error| error.on_stream(self.id))?;
        self.query(device)?;
        // Work that is stopped lets events pass.
        self.check_going(device, "aclrtSynchronizeEvent")?;
        self.complete(record.sequence);
        Ok(())
    }

    /// Blocks until all work queued so far is done.
    ///
    /// The device's context must be current.
    pub(crate) fn synchronize(&self, device: &DeviceCore) -> Result<()> {
        let submitted = self.submitted();
        self.check_reached(device, submitted, "aclrtSynchronizeStream")?;
        if !device.stops_streams() {
            return self.watch_all(device);
        }
        // SAFETY: whoever holds `self` keeps the stream from being destroyed.
        let code = unsafe { (device.driver.acl.aclrtSynchronizeStream)(self.raw.0) };
        self.check_reached(device, submitted, "aclrtSynchronizeStream")?;
        device.check("aclrtSynchronizeStream", code).map_err(|error| error.on_stream(self.id))?;
        self.complete(submitted);
        Ok(())
    }

    /// Blocks until all work queued so far is done, but no longer than `limit`. The work goes on after that.
    ///
    /// The device's context must be current.
    pub(crate) fn synchronize_within(&self, device: &DeviceCore, limit: Duration) -> Result<()> {
        let submitted = self.submitted();
        self.check_reached(device, submitted, "aclrtSynchronizeStreamWithTimeout")?;
        // 0 would be refused and -1 would mean for ever.
        let milliseconds = i32::try_from(limit.as_millis()).unwrap_or(i32::MAX).max(1);
        // SAFETY: whoever holds `self` keeps the stream from being destroyed.
        let code = unsafe { (device.driver.acl.aclrtSynchronizeStreamWithTimeout)(self.raw.0, milliseconds) };
        self.check_reached(device, submitted, "aclrtSynchronizeStreamWithTimeout")?;
        device.check("aclrtSynchronizeStreamWithTimeout", code).map_err(|error| error.on_stream(self.id))?;
        self.complete(submitted);
        Ok(())
    }

    /// Destroys the queue. Its device's context must be current.
    pub(crate) fn destroy(self, device: &DeviceCore) -> Result<()> {
        lock(&self.order).records.clear();
        // SAFETY: nobody else holds the stream, for it is owned here, so nobody uses it again.
        let code = unsafe { (device.driver.acl.aclrtDestroyStream)(self.raw.0) };
        device.check("aclrtDestroyStream", code).map_err(|error| error.on_stream(self.id))
    }
}

#[cfg(all(test, feature = "mock"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;
    use crate::driver::Driver;

    #[test]
    fn a_record_that_somebody_holds_is_not_recorded_again() {
        let device = Driver::open().unwrap().device(3).unwrap();
        let _context = device.core.enter().unwrap();
        let record = |sequence| {
            let event = device.core.events.take(&device.core).unwrap();
            Arc::new(Record { sequence, event, waited: Clock::default() })
        };
        let mut order = Order::default();
        order.waited.advance(Mark { stream: 7, sequence: 3 });
        let kept = RECORDS_KEPT as u64;
        (1..=kept + 8).for_each(|sequence| order.insert(record(sequence)));
        assert_eq!(order.records.len(), RECORDS_KEPT, "the oldest are given back");
        let held = order.recorded(9).unwrap();
        assert!(order.take_unused(100).is_none());
        assert!(order.take_unused(100).is_none(), "there is room for another");
        order.insert(record(kept + 9));
        let again = order.take_unused(100).unwrap();
        assert!(again.sequence == 100 && again.waited.covers(Mark { stream: 7, sequence: 3 }));
        assert_eq!((held.sequence, order.recorded(1).unwrap().sequence), (9, 11));
    }
}
