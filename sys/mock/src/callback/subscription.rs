//! Threads of the program that run the callbacks of streams.
//!
//! A stream has one thread, a thread serves streams of one device. When a callback's turn comes it is put into the thread's
//! box, and the stream stops there if the callback is to block it: the ticket in the box lets it go on. Nothing waits for the
//! thread but the stream.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ascend_npu_sys::aclError;
use once_cell::sync::Lazy;

use super::call::Call;
use crate::exec::{Body, Kind, Queue, Task, Ticket, scheduler};
use crate::report::{Failure, Outcome};

/// The two sets of calls that name a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Family {
    Report,
    HostFunction,
}

struct Mailbox {
    device: i32,
    streams: usize,
    waiting: VecDeque<(Call, Option<Ticket>)>,
}

#[derive(Default)]
struct Subscriptions {
    /// The thread of a stream.
    threads: HashMap<(Family, u64), u64>,
    boxes: HashMap<(Family, u64), Mailbox>,
    /// Streams whose callbacks the runtime's own threads run.
    own: HashMap<u64, ()>,
}

static SUBSCRIPTIONS: Lazy<Mutex<Subscriptions>> = Lazy::new(Mutex::default);
static ARRIVED: Condvar = Condvar::new();

fn all() -> MutexGuard<'static, Subscriptions> {
    SUBSCRIPTIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stream_fault(text: String) -> Failure {
    Failure::acl(aclError::RT_STREAM_SUBSCRIBE, format!("EE1016: {text}"))
}

fn thread_fault(text: String) -> Failure {
    Failure::acl(aclError::RT_THREAD_SUBSCRIBE, format!("EE1016: {text}"))
}

/// A stream's callbacks run on one kind of thread.
fn not_own(all: &Subscriptions, queue: &Queue) -> Outcome {
    if !all.own.contains_key(&queue.id) {
        return Ok(());
    }
    Err(stream_fault(format!("stream {} has host functions of aclrtLaunchHostFunc", queue.number)))
}

pub(super) fn subscribe(family: Family, thread: u64, queue: &Queue) -> Outcome {
    let mut all = all();
    if family == Family::Report {
        not_own(&all, queue)?;
    }
    if all.threads.contains_key(&(family, queue.id)) {
        return Err(stream_fault(format!("stream {} has its callback thread already", queue.number)));
    }
    let mailbox = all.boxes.entry((family, thread)).or_insert_with(|| Mailbox {
        device: queue.device,
        streams: 0,
        waiting: VecDeque::new(),
    });
    if mailbox.device != queue.device {
        let text = format!("the thread serves streams of device {}, not of {}", mailbox.device, queue.device);
        return Err(thread_fault(text));
    }
    mailbox.streams += 1;
    all.threads.insert((family, queue.id), thread);
    Ok(())
}

pub(super) fn unsubscribe(family: Family, thread: u64, queue: &Queue) -> Outcome {
    let mut all = all();
    match all.threads.get(&(family, queue.id)) {
        None => return Err(stream_fault(format!("stream {} has no callback thread", queue.number))),
        Some(&other) if other != thread => {
            let text = format!("thread {thread} is not that of stream {}, which is {other}", queue.number);
            return Err(thread_fault(text));
        }
        Some(_) => {}
    }
    let left = leave(&mut all, family, queue.id);
    drop(all);
    // What was never run lets its streams go on, outside the lock.
    drop(left);
    ARRIVED.notify_all();
    Ok(())
}

fn leave(all: &mut Subscriptions, family: Family, queue: u64) -> Option<Mailbox> {
    let thread = all.threads.remove(&(family, queue))?;
    let mailbox = all.boxes.get_mut(&(family, thread))?;
    mailbox.streams -= 1;
    if mailbox.streams > 0 {
        return None;
    }
    all.boxes.remove(&(family, thread))
}

/// A stream ends.
pub(crate) fn forget(queue: u64) {
    let mut all = all();
    all.own.remove(&queue);
    let left = (leave(&mut all, Family::Report, queue), leave(&mut all, Family::HostFunction, queue));
    drop(all);
    drop(left);
}

/// Queues a callback for the stream's thread.
pub(super) fn launch(queue: &Queue, call: Call, blocks: bool) -> Outcome {
    let thread = {
        let all = all();
        not_own(&all, queue)?;
        all.threads.get(&(Family::Report, queue.id)).copied().ok_or_else(|| {
            let text =
                format!("EE1018: stream {} has no callback thread: call aclrtSubscribeReport first", queue.number);
            Failure::acl(aclError::RT_STREAM_NO_CB_REG, text)
        })?
    };
    let body = to(Family::Report, thread, call, blocks);
    queue.submit(Task::new(Kind::Callback, "aclrtLaunchCallback", body))
}

/// Queues a host function: for the stream's thread if it has one, else for one of the runtime.
pub(super) fn launch_host_function(queue: &Queue, call: Call) -> Outcome {
    let thread = {
        let mut all = all();
        let thread = all.threads.get(&(Family::HostFunction, queue.id)).copied();
        if thread.is_none() && all.threads.contains_key(&(Family::Report, queue.id)) {
            let text = format!("stream {} has a callback thread of aclrtSubscribeReport", queue.number);
            return Err(stream_fault(text));
        }
        if thread.is_none() {
            all.own.insert(queue.id, ());
        }
        thread
    };
    let body = match thread {
        Some(thread) => to(Family::HostFunction, thread, call, true),
        None => Body::Host(Arc::new(move || call.run())),
    };
    queue.submit(Task::new(Kind::HostFunction, "aclrtLaunchHostFunc", body))
}

fn to(family: Family, thread: u64, call: Call, blocks: bool) -> Body {
    let start = move |ticket: Ticket| {
        ticket.tell_host();
        let ticket = if blocks { Some(ticket) } else { None };
        // Without its thread a callback is dropped, and the stream goes on.
        let dropped = match all().boxes.get_mut(&(family, thread)) {
            Some(mailbox) => {
                mailbox.waiting.push_back((call, ticket));
                None
            }
            None => Some(ticket),
        };
        drop(dropped);
        ARRIVED.notify_all();
    };
    Body::Hand(None, Box::new(start))
}

/// Runs what is in this thread's box, after waiting for something at most for `timeout`.
pub(super) fn process(family: Family, thread: u64, timeout: Option<Duration>) -> Outcome {
    let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let served: Vec<u64> = {
        let all = all();
        let of_thread = all.threads.iter().filter(|((of, _), number)| *of == family && **number == thread);
        of_thread.map(|((_, queue), _)| *queue).collect()
    };
    scheduler().want_queues(served);
    let mut all = all();
    let batch = loop {
        let Some(mailbox) = all.boxes.get_mut(&(family, thread)) else {
            return Err(thread_fault("this thread serves no stream".to_owned()));
        };
        if !mailbox.waiting.is_empty() {
            break std::mem::take(&mut mailbox.waiting);
        }
        all = match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
            None => ARRIVED.wait(all).unwrap_or_else(PoisonError::into_inner),
            Some(Duration::ZERO) => {
                let text = "EE1002: no callback came within the timeout";
                return Err(Failure::acl(aclError::RT_REPORT_TIMEOUT, text));
            }
            Some(left) => ARRIVED.wait_timeout(all, left).unwrap_or_else(PoisonError::into_inner).0,
        };
    };
    drop(all);
    for (call, ticket) in batch {
        ticket.iter().for_each(Ticket::begin);
        call.run();
        if let Some(ticket) = ticket {
            ticket.close(&Ok(()));
        }
    }
    Ok(())
}
