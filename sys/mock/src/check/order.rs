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
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use once_cell::sync::Lazy;

use super::abroad::Abroad;
use super::clock::{Actor, Clock, Moment};
use super::conflict::tell;
use super::finding::{Finding, Info};
use super::pinned;
use super::shadow::Shadow;
use super::switch::{checks, follows};

#[derive(Default)]
pub(super) struct Stream {
    pub(super) device: i32,
    pub(super) clock: Clock,
    /// Who it is in clocks, from its first operation on.
    actor: Option<Actor>,
    /// The operation that runs, and its moment.
    pub(super) current: Option<(Arc<Info>, Moment)>,
}

#[derive(Default)]
pub(super) struct Order {
    pub(super) streams: HashMap<u64, Stream>,
    /// The last moments of streams that are gone.
    ended: Vec<Moment>,
    /// What all host threads together know.
    pub(super) host: Clock,
    /// What each thread knows.
    threads: HashMap<u32, Clock>,
    /// What the threads that work on a device know together.
    devices: HashMap<i32, Clock>,
    /// What those had reached who wrote a value that conditions look at, by its address.
    pub(super) changes: HashMap<usize, Clock>,
    /// What those certainly had reached who set a flag, by its key.
    pub(super) flags: HashMap<usize, Clock>,
    /// What other processes told that they know.
    pub(super) heard: Clock,
    /// Memory that other processes reach.
    pub(super) abroad: Abroad,
    pub(super) shadow: Shadow<Info>,
    /// So many calls of the host touched memory.
    pub(super) calls: u64,
    /// Found while the lock is held, to be told later.
    pub(super) touched: Vec<Finding>,
    /// Pairs of places that were told.
    pub(super) told: HashSet<(String, String)>,
}

static ORDER: Lazy<Mutex<Order>> = Lazy::new(Mutex::default);

pub(super) fn lock() -> MutexGuard<'static, Order> {
    ORDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What somebody hands to another who goes on from here: all that he knows, and nothing that he does later.
pub(super) fn hand_on(clock: &mut Clock, actor: Actor) -> Clock {
    let known = clock.clone();
    clock.advance(actor);
    known
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
        let mut order = lock();
        if let Some(Stream { current: Some((_, last)), .. }) = order.streams.remove(&queue) {
            order.ended.push(last);
        }
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
    pub(super) fn with_host<R>(&mut self, act: impl FnOnce(&mut Clock, Actor) -> R) -> R {
        self.with_host_on(current_device(), act)
    }

    /// Who a stream is, whose next operation was queued by somebody who knew this. A new stream goes on as one that was known to be
    /// at its end, so that clocks do not grow with all streams that ever were.
    pub(super) fn actor_of(&mut self, queue: u64, known: &Clock) -> Actor {
        let Self { streams, ended, .. } = self;
        *streams.entry(queue).or_default().actor.get_or_insert_with(|| {
            let at_its_end = ended.iter().rposition(|last| known.includes(*last));
            at_its_end.map_or(Actor::Stream(queue), |place| ended.swap_remove(place).actor)
        })
    }

    fn device_of(&self, queue: u64) -> i32 {
        self.streams.get(&queue).map_or(-1, |stream| stream.device)
    }

    fn with_host_on<R>(&mut self, device: i32, act: impl FnOnce(&mut Clock, Actor) -> R) -> R {
        // What the program touched before this call, it touched without the wait that the call may be.
        self.tell_pinned();
        let told = self.listen_to_hosts();
        let result = self.with_thread(device, told, act);
        self.tell_hosts();
        result
    }

    /// What the program touched of pinned memory by itself.
    pub(super) fn tell_pinned(&mut self) {
        let Self { threads, host, touched, .. } = self;
        touched.extend(pinned::told(|thread| {
            threads.entry(thread).or_insert_with(|| host.clone()).advance(Actor::Host(thread))
        }));
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
}

pub(super) fn current_device() -> i32 {
    crate::context::current().map_or(-1, |context| context.device.id)
}
