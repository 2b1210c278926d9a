//! What happens before what, and which touches of memory nothing orders.
//!
//! Every stream has a clock, and the host has one. An operation knows what its stream knew, what the host knew when it queued
//! the operation, and what the events, notifies and collectives that it waited for had reached. A touch of memory that an
//! operation does not know of, and that it touches too, is a race: on another day the two come in the other order, whatever
//! happened today. So one run finds the races of all its schedules, as far as it touches what they touch.
//!
//! A host thread knows what it waited for itself. Threads talk to each other by means that are not seen here, and those that work
//! on one device are taken to do so: what one of them has waited for is ordered before whatever another calls afterwards on that
//! device. A thread that begins knows all that was done by then. So the threads of different ranks are told apart, and those that
//! share the work of a device hand it on without a false alarm. With the check `threads` each is told apart from all others.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use once_cell::sync::Lazy;

use super::abroad::{self, Abroad};
use super::clock::{Actor, Clock, Moment};
use super::conflict::tell;
use super::finding::{Finding, Info};
use super::pinned;
use super::shadow::{Access, Shadow};
use super::site::Site;
use super::switch::{checks, follows};
use super::turns;
use crate::exec::{Kind, Touch};

/// What the host knew when it queued an operation, and where it did.
#[derive(Debug)]
pub(crate) struct Origin {
    clock: Clock,
    site: Arc<Site>,
}

/// An operation that begins.
pub(crate) struct Begun<'a> {
    pub(crate) queue: u64,
    pub(crate) device: i32,
    pub(crate) stream: i32,
    pub(crate) number: u64,
    pub(crate) kind: Kind,
    pub(crate) name: &'a str,
    pub(crate) touches: &'a [Touch],
}

#[derive(Default)]
pub(super) struct Stream {
    device: i32,
    pub(super) clock: Clock,
    /// The operation that runs, and its moment.
    current: Option<(Arc<Info>, Moment)>,
}

#[derive(Default)]
pub(super) struct Order {
    pub(super) streams: HashMap<u64, Stream>,
    /// What all host threads together know.
    pub(super) host: Clock,
    /// What each thread knows.
    threads: HashMap<u32, Clock>,
    /// What the threads that work on a device know together.
    devices: HashMap<i32, Clock>,
    /// What those had reached who changed what conditions look at, by its key.
    pub(super) changes: HashMap<usize, Clock>,
    /// What those certainly had reached who set a flag, by its key.
    pub(super) flags: HashMap<usize, Clock>,
    /// What other processes told that they know.
    pub(super) heard: Clock,
    /// Memory that other processes reach.
    pub(super) abroad: Abroad,
    shadow: Shadow<Info>,
    calls: u64,
    /// Found while the lock is held, to be told later.
    pub(super) touched: Vec<Finding>,
    /// Pairs of places that were told.
    pub(super) told: HashSet<(String, String)>,
}

static ORDER: Lazy<Mutex<Order>> = Lazy::new(Mutex::default);

pub(super) fn lock() -> MutexGuard<'static, Order> {
    ORDER.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Origin {
    /// The operation is queued, as the `number`th of its stream.
    pub(crate) fn note_queued(&self, begun: &Begun<'_>) {
        if !checks().races {
            return;
        }
        let touches = begun.touches.iter().filter(|touch| crate::memory::is_mapped_twice(touch.start));
        let touches: Vec<Touch> = touches.copied().collect();
        if !touches.is_empty() {
            pinned::queued(begun.queue, begun.number, &touches, &Arc::new(begun.info(self.site.clone())));
        }
    }

    /// Where it was.
    pub(crate) fn site(&self) -> Arc<Site> {
        self.site.clone()
    }
}

/// The host queues an operation: what it knows. `None` when nobody asks.
pub(crate) fn queued() -> Option<Box<Origin>> {
    if !follows() && !checks().deadlock {
        return None;
    }
    let site = Arc::new(Site::here());
    if !follows() {
        return Some(Box::new(Origin { clock: Clock::default(), site }));
    }
    if abroad::is_any() {
        // Others are told of it. Looked up here, since it takes long, and not where it begins.
        site.look_up();
    }
    let clock = with_host(hand_on);
    Some(Box::new(Origin { clock, site }))
}

/// What somebody hands to another who goes on from here: all that he knows, and nothing that he does later.
fn hand_on(clock: &mut Clock, actor: Actor) -> Clock {
    let known = clock.clone();
    clock.advance(actor);
    known
}

/// An operation begins, and touches what it told.
pub(crate) fn begin(begun: &Begun<'_>, origin: Option<Box<Origin>>) {
    let Some(origin) = origin.filter(|_| follows()) else { return };
    let mut order = lock();
    let info = Arc::new(begun.info(origin.site));
    let stream = order.streams.entry(begun.queue).or_default();
    stream.device = begun.device;
    stream.clock.join(&origin.clock);
    let moment = stream.clock.advance(Actor::Stream(begun.queue));
    stream.current = Some((info.clone(), moment));
    let clock = stream.clock.clone();
    pinned::begun(begun.queue, begun.number, moment);
    if begun.kind == Kind::ValueWrite
        && let Some(value) = begun.touches.first()
    {
        order.changes.entry(value.start as usize).or_default().join(&clock);
    }
    let found = order.touch(begun.touches, &info, moment, &clock);
    drop(order);
    tell(found);
}

impl Begun<'_> {
    fn info(&self, site: Arc<Site>) -> Info {
        Info {
            process: None,
            kind: Some(self.kind),
            name: self.name.to_owned(),
            device: self.device,
            stream: Some(self.stream),
            number: self.number,
            site,
        }
    }
}

/// An operation that runs touches memory that it did not tell before.
pub(crate) fn touched(queue: u64, touches: &[Touch]) {
    if !follows() {
        return;
    }
    let mut order = lock();
    let Some(stream) = order.streams.get(&queue) else { return };
    let Some((info, moment)) = stream.current.clone() else { return };
    let clock = stream.clock.clone();
    let found = order.touch(touches, &info, moment, &clock);
    drop(order);
    tell(found);
}

/// The host touches device memory or pinned memory by a call that does so at once.
pub(crate) fn touched_by_host(name: &str, device: i32, touches: impl IntoIterator<Item = Touch>) {
    if !follows() {
        return;
    }
    let site = Arc::new(Site::here());
    let touches: Vec<Touch> = touches.into_iter().collect();
    let mut order = lock();
    order.calls += 1;
    let number = order.calls - 1;
    let (clock, moment) = order.with_host(|clock, actor| {
        let moment = clock.advance(actor);
        (clock.clone(), moment)
    });
    let info = Arc::new(Info { process: None, kind: None, name: name.to_owned(), device, stream: None, number, site });
    let mut found = order.touch(&touches, &info, moment, &clock);
    found.append(&mut order.touched);
    drop(order);
    tell(found);
}

/// The operation that this thread runs.
pub(super) fn running() -> Option<Arc<Info>> {
    let queue = crate::exec::running()?;
    Some(lock().streams.get(&queue)?.current.as_ref()?.0.clone())
}

/// The call that the host makes.
pub(super) fn calling() -> Arc<Info> {
    let site = Arc::new(Site::here());
    let device = current_device();
    Arc::new(Info { process: None, kind: None, name: "a call".to_owned(), device, stream: None, number: 0, site })
}

/// Does something for the calling thread, and tells what is found by that.
pub(super) fn with_host<R>(act: impl FnOnce(&mut Clock, Actor) -> R) -> R {
    let mut order = lock();
    let result = order.with_host(act);
    let touched = std::mem::take(&mut order.touched);
    drop(order);
    tell(touched);
    result
}

/// Tells what the program touched since the last call.
pub(super) fn tell_touched() {
    if follows() {
        with_host(|_, _| ());
    }
}

/// What a record of an event stands for.
pub(crate) fn reached(queue: u64) -> Option<Clock> {
    follows().then(|| lock().streams.get(&queue).map(|stream| stream.clock.clone())).flatten()
}

/// A stream has waited for what had reached this.
pub(crate) fn waited(queue: u64, reached: Option<&Clock>) {
    if let Some(reached) = reached {
        lock().streams.entry(queue).or_default().clock.join(reached);
    }
}

/// The host has waited for what had reached this.
pub(crate) fn host_waited(reached: Option<&Clock>) {
    if let Some(reached) = reached {
        with_host(|clock, _| clock.join(reached));
    }
}

/// The host has waited for all of a stream.
pub(crate) fn host_waited_for(queue: u64) {
    host_waited(reached(queue).as_ref());
}

/// The host begins to act for a stream: in a function of the program, by whatever thread.
pub(crate) fn host_begins(queue: u64) {
    if let Some(reached) = reached(queue) {
        let mut order = lock();
        let device = order.device_of(queue);
        // The thread may be one that the device has made for this: it knows nothing else.
        order.threads.entry(crate::exec::thread()).or_insert_with(|| reached.clone());
        order.with_host_on(device, |clock, _| clock.join(&reached));
    }
}

/// A stream goes on after what the host did for it.
pub(crate) fn host_acted(queue: u64) {
    if !follows() {
        return;
    }
    let mut order = lock();
    let device = order.device_of(queue);
    let known = order.with_host_on(device, hand_on);
    order.streams.entry(queue).or_default().clock.join(&known);
}

/// A stream changes what conditions of a key look at.
pub(crate) fn changed(queue: u64, key: usize) {
    if let Some(reached) = reached(queue) {
        lock().changes.entry(key).or_default().join(&reached);
    }
}

/// A stream sets a flag. Where it was up already, either stream may be the one that others do not wait for any more: they know what
/// both had reached.
pub(crate) fn raised(queue: u64, key: usize, was_up: bool) {
    let Some(reached) = reached(queue) else { return };
    let mut order = lock();
    match order.flags.get_mut(&key).filter(|_| was_up) {
        Some(known) => known.meet(&reached),
        None => drop(order.flags.insert(key, reached)),
    }
}

/// A flag is gone.
pub(crate) fn forgotten(key: usize) {
    if follows() {
        lock().flags.remove(&key);
    }
}

/// A stream goes on because a condition of a key holds.
pub(crate) fn found(queue: u64, key: usize) {
    if follows() {
        let mut order = lock();
        // The value may have been written by another process.
        let heard = order.listen();
        order.touched.extend(heard);
        let known = order.flags.get(&key).or_else(|| order.changes.get(&key)).cloned();
        if let Some(known) = known {
            order.streams.entry(queue).or_default().clock.join(&known);
        }
    }
}

/// Streams have met in a collective: each knows from here on what all knew.
pub(crate) fn met(queues: &[u64]) {
    if !follows() || queues.len() < 2 {
        return;
    }
    let mut order = lock();
    let mut all = Clock::default();
    for stream in queues.iter().filter_map(|queue| order.streams.get(queue)) {
        all.join(&stream.clock);
    }
    for queue in queues {
        order.streams.entry(*queue).or_default().clock.join(&all);
    }
}

/// A stream is gone.
pub(crate) fn ended(queue: u64) {
    if follows() {
        pinned::dropped(queue, true);
        lock().streams.remove(&queue);
    }
}

/// Memory is given out. `written` where what it holds is not to be asked about.
pub(crate) fn given(bytes: Range<u64>, written: bool) {
    if follows() {
        lock().shadow.give(bytes, written);
    }
}

/// Memory is taken back.
pub(crate) fn taken(bytes: Range<u64>) {
    if follows() {
        pinned::taken(&bytes);
        let mut order = lock();
        let heard = order.listen();
        order.touched.extend(heard);
        order.abroad.forget(&bytes);
        order.shadow.forget(bytes);
    }
}

/// An operation may have written anything there.
pub(crate) fn trusted(bytes: Range<u64>) {
    if follows() {
        lock().shadow.trust(bytes);
    }
}

/// Whether two places, in whichever order, were not told before.
pub(super) fn is_new_pair(first: &Info, second: &Info) -> bool {
    lock().is_new(first, Some(second))
}

/// Forgets which races were told, so that the same ones are told again.
pub(super) fn tell_again() {
    lock().told.clear();
}

impl Order {
    /// Does something for the calling thread, which works on its current device.
    fn with_host<R>(&mut self, act: impl FnOnce(&mut Clock, Actor) -> R) -> R {
        self.with_host_on(current_device(), act)
    }

    fn device_of(&self, queue: u64) -> i32 {
        self.streams.get(&queue).map_or(-1, |stream| stream.device)
    }

    fn with_host_on<R>(&mut self, device: i32, act: impl FnOnce(&mut Clock, Actor) -> R) -> R {
        // What the program touched before this call, it touched without the wait that the call may be.
        self.touched.extend(pinned::told());
        let told = self.listen_to_hosts();
        let result = self.with_thread(device, told, act);
        self.tell_hosts();
        result
    }

    fn with_thread<R>(&mut self, device: i32, told: Option<Clock>, act: impl FnOnce(&mut Clock, Actor) -> R) -> R {
        let thread = crate::exec::thread();
        let clock = self.threads.entry(thread).or_insert_with(|| self.host.clone());
        if checks().threads {
            let result = act(clock, Actor::Host(thread));
            pinned::known(clock);
            self.host.join(clock);
            return result;
        }
        let together = self.devices.entry(device).or_default();
        clock.join(together);
        told.into_iter().for_each(|told| clock.join(&told));
        let result = act(clock, Actor::Host(thread));
        pinned::known(clock);
        together.join(clock);
        self.host.join(clock);
        result
    }

    /// Enters touches of this process, which others may reach too; what is to be told of them.
    fn touch(&mut self, touches: &[Touch], of: &Arc<Info>, moment: Moment, clock: &Clock) -> Vec<Finding> {
        if self.abroad.is_empty() {
            return self.enter(touches, of, moment, clock);
        }
        let mut found = self.listen();
        found.extend(self.enter(touches, of, moment, clock));
        self.abroad.tell(touches, of, moment, clock);
        // Of two who touch at once, one finds the touch of the other.
        found.extend(self.listen());
        found
    }

    /// Enters touches; what is to be told of them.
    pub(super) fn enter(&mut self, touches: &[Touch], of: &Arc<Info>, moment: Moment, clock: &Clock) -> Vec<Finding> {
        let (mut found, mut conflicts) = (Vec::new(), Vec::new());
        for touch in touches {
            let access = Access { moment, writes: touch.writes, of: of.clone() };
            let met = self.shadow.touch(turns::entered(touch), &access, clock);
            if checks().races {
                conflicts.extend(met.conflicts.into_iter().map(|conflict| (conflict, touch.writes)));
            }
            if checks().memory && of.process.is_none() {
                found.extend(met.unwritten.and_then(|unwritten| self.unwritten(unwritten, of)));
            }
        }
        // Who reads and writes the same bytes meets another twice: told is the write.
        conflicts.sort_by_key(|(conflict, writes)| (!writes, !conflict.earlier.writes));
        found.extend(conflicts.iter().filter_map(|(conflict, writes)| self.race(conflict, of, *writes)));
        found
    }
}

fn current_device() -> i32 {
    crate::context::current().map_or(-1, |context| context.device.id)
}
