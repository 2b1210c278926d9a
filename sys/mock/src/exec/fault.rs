//! Failed tasks, as programs that registered for them hear of them.
//!
//! The callbacks run on a thread of their own and before the failed task counts as ended: a program that waits for the stream
//! finds them done when its wait returns, and a callback that is slow holds no worker.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::scheduler::scheduler;
use super::state::State;
use crate::report::Failure;

/// A task that failed.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) device: i32,
    /// The stream's number on the device.
    pub(crate) stream: i32,
    /// The task's place on its stream, from 0.
    pub(crate) task: u64,
    /// The thread that queued it.
    pub(crate) thread: u32,
    pub(crate) code: i32,
    /// The kernel's name, or the C function's.
    pub(crate) name: String,
}

type Listener = Arc<dyn Fn(&Fault) + Send + Sync>;

static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);
static ANY: AtomicBool = AtomicBool::new(false);

/// Sets who hears of failed tasks.
pub(crate) fn listen(listener: Option<Listener>) {
    ANY.store(listener.is_some(), Ordering::Release);
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = listener;
}

/// The number of this thread, as the operating system has it.
pub(crate) fn thread() -> u32 {
    thread_local! {
        static NUMBER: Cell<u32> = const { Cell::new(0) };
    }
    if NUMBER.get() == 0 {
        NUMBER.set(number());
    }
    NUMBER.get()
}

thread_local! {
    static LAST: Cell<Option<u64>> = const { Cell::new(None) };
}

/// This thread queued a task of that place on its stream.
pub(super) fn note_queued(task: u64) {
    LAST.set(Some(task));
}

/// The place on its stream, from 0, of the task that this thread queued last.
pub(crate) fn last_queued() -> Option<u64> {
    LAST.get()
}

#[allow(unsafe_code, reason = "asks the operating system")]
fn number() -> u32 {
    // SAFETY: the call has no arguments and cannot fail.
    let number = unsafe { libc::syscall(libc::SYS_gettid) };
    u32::try_from(number).unwrap_or(0)
}

impl State {
    /// Tells of the failed head of a line, once; whether somebody is being told, who will end it afterwards.
    pub(super) fn tell(&mut self, id: u64, failure: &Failure) -> bool {
        if !ANY.load(Ordering::Acquire) {
            return false;
        }
        let Some(line) = self.lines.get_mut(&id) else { return false };
        let (device, stream, task) = (line.device, line.number, line.completed);
        let Some(current) = line.current.as_mut().filter(|current| !current.told) else { return false };
        current.told = true;
        let fault =
            Fault { device, stream, task, thread: current.thread, code: failure.code, name: current.name.to_string() };
        let failure = failure.clone();
        let tell = move || {
            let listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some(listener) = listener {
                listener(&fault);
            }
            let scheduler = scheduler();
            scheduler.finish(&mut scheduler.lock(), &[id], &Err(failure));
        };
        thread::Builder::new().name("ascend-mock-fault".to_owned()).spawn(tell).is_ok()
    }
}
