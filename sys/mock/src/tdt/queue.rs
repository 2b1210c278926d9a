//! The queues of all devices.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ascend_npu_sys::aclError;
use once_cell::sync::Lazy;

use super::route::{Route, Status};
use crate::report::{Failure, Outcome};

/// Bytes of a queue's name, with its end.
pub(super) const NAME_ROOM: usize = 128;
/// The least that a queue can be made to hold.
const LEAST_DEPTH: u32 = 2;
/// What a queue holds by default.
const DEPTH: u32 = 8;
/// The most bytes that a program can add to a message.
pub(super) const USER_ROOM: usize = 96;

/// What a queue is made with. Without a name it has one of its own.
#[derive(Clone, Debug)]
pub(super) struct Attributes {
    pub(super) name: String,
    pub(super) depth: u32,
}

impl Default for Attributes {
    fn default() -> Self {
        Self { name: String::new(), depth: DEPTH }
    }
}

/// What is put into a queue at once.
#[derive(Clone)]
pub(super) struct Message {
    pub(super) content: Content,
    /// What the program adds to it.
    pub(super) user: Vec<u8>,
}

#[derive(Clone)]
pub(super) enum Content {
    Bytes(Arc<[u8]>),
    Tensors(Arc<[super::item::Tensor]>),
}

impl Content {
    /// Bytes that a reader needs room for.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Tensors(tensors) => tensors.iter().map(|tensor| tensor.data.len()).sum(),
        }
    }
}

struct Queue {
    name: String,
    depth: usize,
    messages: VecDeque<Message>,
    /// Where its messages go on to.
    targets: Vec<u32>,
}

/// By device and number.
type Key = (i32, u32);

#[derive(Default)]
struct Queues {
    live: HashMap<Key, Queue>,
    next: u32,
}

static QUEUES: Lazy<Mutex<Queues>> = Lazy::new(Mutex::default);
/// Told of each change.
static CHANGED: Condvar = Condvar::new();

fn queues() -> MutexGuard<'static, Queues> {
    QUEUES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refuse<T>(text: impl Into<String>) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {}", text.into())))
}

fn failed<T>(text: impl Into<String>) -> Outcome<T> {
    Err(Failure::acl(aclError::FAILURE, format!("EH9999: {}", text.into())))
}

/// How long a call waits: a negative time is for ever.
#[derive(Clone, Copy)]
pub(super) struct Patience(Option<Instant>);

impl Patience {
    pub(super) fn of(milliseconds: i32) -> Self {
        let limit = u64::try_from(milliseconds).ok().map(Duration::from_millis);
        Self(limit.and_then(|limit| Instant::now().checked_add(limit)))
    }

    /// Waits for a change; `None` once the time is over.
    fn wait<'a>(self, queues: MutexGuard<'a, Queues>) -> Option<MutexGuard<'a, Queues>> {
        let Some(end) = self.0 else { return Some(CHANGED.wait(queues).unwrap_or_else(PoisonError::into_inner)) };
        let left = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        Some(CHANGED.wait_timeout(queues, left).unwrap_or_else(PoisonError::into_inner).0)
    }
}

/// A new queue of a device; its number.
pub(super) fn create(device: i32, attributes: &Attributes) -> Outcome<u32> {
    let Attributes { name, depth } = attributes;
    if *depth < LEAST_DEPTH {
        return refuse(format!("a queue of depth {depth} is asked for: {LEAST_DEPTH} is the least"));
    }
    let mut queues = queues();
    if !name.is_empty() && queues.live.iter().any(|(key, queue)| key.0 == device && queue.name == *name) {
        return refuse(format!("device {device} has a queue named `{name}` already"));
    }
    let number = queues.next;
    queues.next += 1;
    let name = if name.is_empty() { format!("queue_{number}") } else { name.clone() };
    let depth = usize::try_from(*depth).unwrap_or(usize::MAX);
    queues.live.insert((device, number), Queue { name, depth, messages: VecDeque::new(), targets: Vec::new() });
    Ok(number)
}

/// Ends a queue. Those that wait at it are told that there is none.
///
/// # Errors
/// 107000 without such a queue, 500001 while a route begins or ends at it.
pub(super) fn destroy(device: i32, number: u32) -> Outcome {
    let mut queues = queues();
    queues.get((device, number))?;
    if queues.routes(device).iter().any(|route| route.from == number || route.to == number) {
        return failed(format!("queue {number} has routes: unbind them first"));
    }
    queues.live.remove(&(device, number));
    drop(queues);
    CHANGED.notify_all();
    Ok(())
}

/// Puts a message in.
///
/// # Errors
/// 107000 without such a queue, 207014 when it is full for too long.
pub(super) fn put(device: i32, number: u32, message: Message, patience: Patience) -> Outcome {
    let mut queues = queues();
    loop {
        let queue = queues.get((device, number))?;
        if queue.messages.len() < queue.depth {
            queue.messages.push_back(message);
            queues.forward(device);
            drop(queues);
            CHANGED.notify_all();
            return Ok(());
        }
        let depth = queue.depth;
        queues = patience.wait(queues).ok_or_else(|| {
            let text = format!("EE1023: queue {number} is full with {depth} messages");
            Failure::acl(aclError::RT_QUEUE_FULL, text)
        })?;
    }
}

/// Takes the oldest message out, if `fits` says so of it: else it stays.
///
/// # Errors
/// 107000 without such a queue, 207013 when it is empty for too long, and what `fits` says.
pub(super) fn take(
    device: i32,
    number: u32,
    patience: Patience,
    mut fits: impl FnMut(&Message) -> Outcome,
) -> Outcome<Message> {
    let mut queues = queues();
    loop {
        let queue = queues.get((device, number))?;
        if let Some(oldest) = queue.messages.front() {
            fits(oldest)?;
        }
        if let Some(message) = queue.messages.pop_front() {
            queues.forward(device);
            drop(queues);
            CHANGED.notify_all();
            return Ok(message);
        }
        queues = patience
            .wait(queues)
            .ok_or_else(|| Failure::acl(aclError::RT_QUEUE_EMPTY, format!("EE1023: queue {number} is empty")))?;
    }
}

/// How many messages a queue holds.
pub(super) fn size(device: i32, number: u32) -> Outcome<usize> {
    Ok(queues().get((device, number))?.messages.len())
}

/// Takes all messages out of a queue.
pub(super) fn clear(device: i32, number: u32) -> Outcome {
    queues().get((device, number))?.messages.clear();
    CHANGED.notify_all();
    Ok(())
}

/// Binds routes; each is told what became of it.
///
/// # Errors
/// 500001 unless all are bound.
pub(super) fn bind(device: i32, routes: &mut [Route]) -> Outcome {
    let mut queues = queues();
    let mut wrong = Ok(());
    for route in routes {
        let bound = queues.bind(device, route);
        route.status = if bound.is_ok() { Status::Bound } else { Status::Abnormal };
        wrong = wrong.and(bound);
    }
    queues.forward(device);
    drop(queues);
    CHANGED.notify_all();
    wrong
}

/// Takes routes away; each is told what became of it.
///
/// # Errors
/// 500001 unless all were bound.
pub(super) fn unbind(device: i32, routes: &mut [Route]) -> Outcome {
    let mut queues = queues();
    let mut wrong = Ok(());
    for route in routes {
        let targets = queues.live.get_mut(&(device, route.from)).map(|queue| &mut queue.targets);
        let found = targets.and_then(|targets| {
            let place = targets.iter().position(|target| *target == route.to)?;
            Some(targets.swap_remove(place))
        });
        if found.is_some() {
            route.status = Status::Unbound;
        } else {
            wrong = wrong.and(failed(format!("there is no route from queue {} to {}", route.from, route.to)));
        }
    }
    wrong
}

/// The routes of a device.
pub(super) fn routes(device: i32) -> Vec<Route> {
    queues().routes(device)
}

impl Queues {
    fn get(&mut self, key: Key) -> Outcome<&mut Queue> {
        match self.live.get_mut(&key) {
            Some(found) => Ok(found),
            None => refuse(format!("device {} has no queue {}", key.0, key.1)),
        }
    }

    fn routes(&self, device: i32) -> Vec<Route> {
        let here = self.live.iter().filter(|(key, _)| key.0 == device);
        let mut routes: Vec<Route> = here
            .flat_map(|(key, queue)| queue.targets.iter().map(|&to| Route { from: key.1, to, status: Status::Bound }))
            .collect();
        routes.sort_by_key(|route| (route.from, route.to));
        routes
    }

    fn bind(&mut self, device: i32, route: &Route) -> Outcome {
        for end in [route.from, route.to] {
            if !self.live.contains_key(&(device, end)) {
                return failed(format!("device {device} has no queue {end}"));
            }
        }
        if self.leads(device, route.to, route.from) {
            return failed(format!("a route from queue {} to {} closes a circle", route.from, route.to));
        }
        let targets = &mut self.get((device, route.from))?.targets;
        if targets.contains(&route.to) {
            return failed(format!("there is a route from queue {} to {} already", route.from, route.to));
        }
        targets.push(route.to);
        Ok(())
    }

    /// Whether routes lead from a queue to another, or both are one.
    fn leads(&self, device: i32, from: u32, to: u32) -> bool {
        from == to
            || self
                .live
                .get(&(device, from))
                .is_some_and(|queue| queue.targets.iter().any(|next| self.leads(device, *next, to)))
    }

    /// Moves messages along the routes, as far as there is room in all targets.
    fn forward(&mut self, device: i32) {
        while let Some((message, targets)) = self.movable(device) {
            for target in targets {
                if let Some(queue) = self.live.get_mut(&(device, target)) {
                    queue.messages.push_back(message.clone());
                }
            }
        }
    }

    /// The next message that can move, taken out, and where it goes.
    fn movable(&mut self, device: i32) -> Option<(Message, Vec<u32>)> {
        let has_room =
            |number: &u32| self.live.get(&(device, *number)).is_some_and(|queue| queue.messages.len() < queue.depth);
        let (key, targets) = self.live.iter().find_map(|(key, queue)| {
            let moves = key.0 == device && !queue.messages.is_empty() && !queue.targets.is_empty();
            (moves && queue.targets.iter().all(has_room)).then(|| (*key, queue.targets.clone()))
        })?;
        let message = self.live.get_mut(&key)?.messages.pop_front()?;
        Some((message, targets))
    }
}
