//! The course of times: when operations begin and end, by the real clock or by the modelled one.
//!
//! Modelled times go along what orders operations, and along nothing else. An operation begins when the one before it on its
//! stream has ended, what it waits for has come and its call was made, and ends after the time that the profile gives it. Each
//! host thread has a time of its own, which grows by what its calls cost and joins that of whatever it waits for. So the times are
//! the same however the real threads are scheduled, as long as the program itself does not look at what it did not wait for.
//! Operations that use the same links share them, see `links`.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use once_cell::sync::Lazy;

use super::abroad;
use super::collective;
use super::cost;
use super::host;
use super::links::{self, Seat};
use super::merge::Merge;
use super::mode::{follows, models};
use super::profile::profile;
use super::work::Told;
use super::{Asked, Collective};
use crate::exec::{self, Kind, Record, Touch};

/// A moment on a stream, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) device: i32,
    pub(crate) queue: u64,
    /// When the operation began that stands there.
    pub(crate) start: u64,
    /// When whoever waits for it may go on.
    pub(crate) time: u64,
    /// It is the first stream of a collective.
    pub(crate) is_collective: bool,
}

/// An operation that begins.
pub(crate) struct Begun<'a> {
    pub(crate) queue: u64,
    pub(crate) kind: Kind,
    pub(crate) touches: &'a [Touch],
    pub(crate) collective: Option<&'a Asked>,
    pub(crate) call: Call,
    /// It stands for no operation of a device.
    pub(crate) is_free: bool,
}

/// The time of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Bytes read and written.
    pub(crate) bytes: u64,
    /// What it waited for.
    pub(crate) after: Option<Point>,
    /// It stands for no operation of a device.
    pub(crate) is_free: bool,
}

pub(super) struct Line {
    pub(super) device: i32,
    /// When its last operation ended.
    now: u64,
    pub(super) current: Option<Current>,
}

pub(super) struct Current {
    pub(super) kind: Kind,
    pub(super) start: u64,
    /// When all that it waits for has come.
    pub(super) ready: u64,
    moved: Merge,
    /// What it takes, where that was told.
    told: Option<Told>,
    pub(super) asked: Option<Asked>,
    /// The time of a collective, once its streams have met.
    pub(super) met: Option<u64>,
    is_free: bool,
    /// What it waited for.
    pub(super) after: Option<Point>,
    /// Its place among the operations of its device that use links.
    pub(super) seat: Option<Seat>,
}

#[derive(Default)]
pub(super) struct Course {
    pub(super) lines: HashMap<u64, Line>,
    /// Who changed last what conditions look at, by its key.
    changes: HashMap<usize, Point>,
}

static COURSE: Lazy<Mutex<Course>> = Lazy::new(Mutex::default);
/// The zero of real times.
static START: Lazy<Instant> = Lazy::new(Instant::now);

thread_local! {
    /// Where the record stands that is being passed.
    static PASSING: Cell<Option<Point>> = const { Cell::new(None) };
}

pub(super) fn lock() -> MutexGuard<'static, Course> {
    COURSE.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn real() -> u64 {
    u64::try_from(START.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// The time of this thread: of an operation, where it runs one.
pub(crate) fn now() -> u64 {
    if !models() {
        return real();
    }
    let of_operation =
        exec::running().and_then(|queue| lock().lines.get(&queue)?.current.as_ref().map(Current::begins));
    of_operation.unwrap_or_else(host::time)
}

/// The modelled time of this thread: what its calls have cost, and what it waited for. `None` where the clock is real.
pub fn modelled_now() -> Option<Duration> {
    models().then(|| Duration::from_nanos(now()))
}

/// A call that queues an operation.
#[derive(Debug, Default)]
pub(crate) struct Call {
    /// The time of the thread that makes it.
    at: u64,
    /// Its place among those of its device that use links.
    seat: Option<Seat>,
}

/// The host queues an operation on a queue of a device; streams that meet for it have the same `meeting`.
pub(crate) fn called(queue: u64, device: i32, is_free: bool, asked: Option<&Asked>, meeting: Option<usize>) -> Call {
    if !models() {
        return Call::default();
    }
    // An operation that queues others has its time already.
    if !is_free && exec::running().is_none() {
        host::call();
    }
    let seat = asked.filter(|asked| asked.ranks > 1).map(|asked| links::call(queue, device, asked, meeting));
    Call { at: now(), seat }
}

/// A stream is made.
pub(crate) fn made(queue: u64, device: i32) {
    if follows() {
        let now = now();
        lock().lines.insert(queue, Line { device, now, current: None });
    }
}

/// A stream is gone.
pub(crate) fn ended(queue: u64) {
    if follows() {
        lock().lines.remove(&queue);
    }
}

/// An operation begins.
pub(crate) fn begin(begun: Begun<'_>) {
    if !follows() {
        return;
    }
    let mut course = lock();
    let Some(line) = course.lines.get_mut(&begun.queue) else { return };
    let start = line.now.max(if models() { begun.call.at } else { real() });
    let mut moved = Merge::default();
    moved.add(begun.touches);
    line.current = Some(Current {
        kind: begun.kind,
        start,
        ready: start,
        moved,
        told: None,
        asked: begun.collective.cloned(),
        met: None,
        is_free: begun.is_free,
        after: None,
        seat: begun.call.seat,
    });
    if begun.kind == Kind::ValueWrite
        && let (Some(value), Some(point)) = (begun.touches.first(), course.point(begun.queue))
    {
        course.changes.insert(value.start as usize, point);
        drop(course);
        abroad::tell_value(value.start, point.time);
    }
}

/// An operation that runs touches memory that it did not tell before.
pub(crate) fn touched(queue: u64, touches: &[Touch]) {
    if !follows() {
        return;
    }
    let mut course = lock();
    if let Some(current) = course.lines.get_mut(&queue).and_then(|line| line.current.as_mut()) {
        current.moved.add(touches);
    }
}

/// A kernel that runs takes what was told of it.
pub(crate) fn worked(queue: u64, told: Told) {
    if models()
        && let Some(current) = lock().lines.get_mut(&queue).and_then(|line| line.current.as_mut())
    {
        current.told = Some(told);
    }
}

/// Passes the record of an operation, which keeps its time.
pub(crate) fn passing<R>(queue: u64, pass: impl FnOnce() -> R) -> R {
    if !follows() {
        return pass();
    }
    let before = PASSING.replace(lock().point(queue));
    let result = pass();
    PASSING.set(before);
    result
}

/// A record passes: the time that it keeps, and where it stands.
pub(crate) fn stamp() -> (u64, Option<Point>) {
    let point = PASSING.get();
    let time = if models() { point.map_or_else(host::time, |point| point.time) } else { real() };
    (time, point.map(|point| Point { time, ..point }))
}

/// A stream has waited for a record.
pub(crate) fn waited(queue: u64, record: &Record) {
    if follows() {
        lock().wait(queue, record.point());
    }
}

/// A stream changes what conditions of a key look at.
pub(crate) fn changed(queue: u64, key: usize) {
    if !follows() {
        return;
    }
    let mut course = lock();
    if let Some(point) = course.point(queue) {
        course.changes.insert(key, point);
    }
}

/// When a stream changed last what conditions of a key look at.
pub(crate) fn changed_at(key: usize) -> u64 {
    if models() { lock().changes.get(&key).map_or(0, |point| point.time) } else { 0 }
}

/// A stream goes on because a condition of a key holds.
pub(crate) fn found(queue: u64, key: usize) {
    if follows() {
        let told = abroad::told_value(key as u64);
        let mut course = lock();
        let changed = course.changes.get(&key).copied();
        course.wait(queue, changed);
        course.wait_until(queue, told);
    }
}

/// A stream goes on because of what another process did at a time.
pub(crate) fn found_at(queue: u64, time: u64) {
    if models() {
        lock().wait_until(queue, time);
    }
}

/// The operation of a stream has ended: when it began and when it ended, where times are followed.
pub(crate) fn end(queue: u64) -> Option<Span> {
    if !follows() {
        return None;
    }
    let mut course = lock();
    let line = course.lines.get_mut(&queue)?;
    let current = line.current.take()?;
    line.now = if models() { current.ends() } else { real().max(current.start) };
    let Current { start, moved, after, is_free, .. } = current;
    Some(Span { start, end: line.now, bytes: moved.moved(), after, is_free })
}

/// The host asks for a record that has passed: whether it has at the modelled time of the host, too.
pub(crate) fn host_sees(record: &Record) -> bool {
    !models() || host::sees(record.stamp().unwrap_or(0))
}

/// The host asks for a stream whose work is done: whether it is at the modelled time of the host, too.
pub(crate) fn host_sees_idle(queue: u64) -> bool {
    !models() || lock().lines.get(&queue).is_none_or(|line| host::sees(line.now))
}

/// The host has waited for a record.
pub(crate) fn host_waited(record: &Record) {
    if models() {
        host::join(record.stamp().unwrap_or(0));
    }
}

/// The host asks for what another process did at a time: whether that is past at the modelled time of the host, too.
pub(crate) fn host_sees_at(time: u64) -> bool {
    !models() || host::sees(time)
}

/// The host has waited for what another process did at a time.
pub(crate) fn host_waited_until(time: u64) {
    if models() {
        host::join(time);
    }
}

/// The host has waited for all of a stream.
pub(crate) fn host_waited_for(queue: u64) {
    if models()
        && let Some(line) = lock().lines.get(&queue)
    {
        host::join(line.now);
    }
}

/// A thread begins to act for an operation.
pub(crate) fn host_acts(queue: u64) {
    if models()
        && let Some(current) = lock().lines.get(&queue).and_then(|line| line.current.as_ref())
    {
        host::join(current.begins());
    }
}

/// An operation goes on after what this thread did for it.
pub(crate) fn host_acted(queue: u64) {
    if models()
        && let Some(current) = lock().lines.get_mut(&queue).and_then(|line| line.current.as_mut())
    {
        current.ready = current.ready.max(host::time());
    }
}

impl Current {
    /// When its own time begins.
    pub(super) fn begins(&self) -> u64 {
        self.start.max(self.ready)
    }

    fn ends(&self) -> u64 {
        self.begins() + self.duration()
    }

    pub(super) fn duration(&self) -> u64 {
        if self.is_free {
            return 0;
        }
        match (&self.asked, self.met) {
            (_, Some(time)) => time,
            (Some(asked), None) => {
                collective::duration(profile(), &Collective::new(self.kind, asked, asked.physical()))
            }
            (None, None) => match self.told {
                Some(Told::Work(work)) => cost::kernel_duration(profile(), work),
                Some(Told::Time(time)) => time,
                None => cost::duration(profile(), self.kind, self.moved.traffic()),
            },
        }
    }
}

impl Asked {
    /// The numbers of its devices in their machine.
    pub(super) fn physical(&self) -> Vec<u32> {
        if self.devices.is_empty() {
            // Ranks of other processes are taken to be on the devices of their numbers.
            return (0..self.ranks).collect();
        }
        self.devices.iter().map(|&device| physical(device)).collect()
    }
}

impl Course {
    /// Where the operation of a stream stands.
    fn point(&self, queue: u64) -> Option<Point> {
        let Line { device, current, .. } = self.lines.get(&queue)?;
        let current = current.as_ref()?;
        let time = if models() { current.ends() } else { real() };
        Some(Point { device: *device, queue, start: current.begins(), time, is_collective: false })
    }

    fn wait(&mut self, queue: u64, after: Option<Point>) {
        let (Some(line), Some(after)) = (self.lines.get_mut(&queue), after) else { return };
        if let Some(current) = &mut line.current {
            if models() {
                current.ready = current.ready.max(after.time);
            }
            current.after = Some(after);
        }
    }

    /// A stream goes on after what happened at a time by the modelled clock.
    fn wait_until(&mut self, queue: u64, time: u64) {
        if let Some(current) = self.lines.get_mut(&queue).and_then(|line| line.current.as_mut()) {
            current.ready = current.ready.max(time);
        }
    }
}

/// The number of a device in its machine.
pub(super) fn physical(device: i32) -> u32 {
    static PHYSICAL: Lazy<Vec<i32>> = Lazy::new(crate::device::physical);
    let known = usize::try_from(device).ok().and_then(|place| PHYSICAL.get(place)).copied();
    known.unwrap_or(device).unsigned_abs()
}
