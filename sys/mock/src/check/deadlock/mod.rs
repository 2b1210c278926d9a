//! Deadlocks: waits in a circle, found while they last.
//!
//! A thread looks a few times a second at all that waits: heads of streams, and host threads. Whoever waits needs things, and each
//! can be brought by somebody: by a queued operation, or by a host thread that is free to call. Whoever cannot get what it needs,
//! because all who could bring it wait too, will wait for ever. What two looks in a row find unchanged is told, and given up, so
//! that the program goes on with an error.
//!
//! - A record is brought by the stream that it is queued on. A change of a flag, a notify or a value in memory is brought by any
//!   stream that one is queued on, or by a host thread that works with those devices; where none is queued, by any thread of the
//!   process. A rank comes to a collective by the stream that it is queued on, or else by a thread that works with its device.
//! - A host thread that waits for the device without a limit of its own is seen. So is one that sleeps elsewhere without one, in a
//!   lock or for another thread: it can be woken by any other. All other threads are taken to be free.
//! - Other processes that look too say what will never come from them (see `across`): ranks to collectives and transfers, records of
//!   events, changes of notifies and values. One that does not look may bring all that it has.
//! - The limits of collectives are not taken for a way out, which are there for this case; those that a program sets for a wait are.

mod across;
mod find;
mod said;
mod tell;
mod threads;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use self::across::Across;
use self::find::Look;
pub(crate) use self::said::holds;
use self::said::{Others, Said};
use self::threads::Threads;
use super::switch::looks_for_deadlocks;
use crate::exec::{Node, scheduler};
use crate::hccl;
use crate::remark::remark;

/// How often the thread looks.
const PERIOD: Duration = Duration::from_millis(120);

/// The threads that work with each device.
static USERS: Mutex<Option<HashMap<i32, HashSet<u32>>>> = Mutex::new(None);

thread_local! {
    /// The device that this thread was noted for last.
    static NOTED: Cell<Option<i32>> = const { Cell::new(None) };
}

/// Starts to look for deadlocks, if that is asked for.
pub(crate) fn look() {
    if !looks_for_deadlocks() {
        return;
    }
    let builder = thread::Builder::new().name(format!("{}deadlock", threads::OWN));
    if let Err(error) = builder.spawn(look_on) {
        remark(format_args!("deadlocks are not looked for, since no thread can be started: {error}"));
    }
}

/// This thread works with a device.
pub(crate) fn note_thread(device: i32) {
    if looks_for_deadlocks() && NOTED.replace(Some(device)) != Some(device) {
        let mut users = USERS.lock().unwrap_or_else(PoisonError::into_inner);
        users.get_or_insert_default().entry(device).or_default().insert(crate::exec::thread());
    }
}

fn look_on() {
    let mut before = HashSet::new();
    let (mut across, mut others) = (Across::default(), Others::default());
    loop {
        thread::sleep(PERIOD);
        before = look_once(&before, &mut across, &others.said());
    }
}

/// Looks once; who is stuck now. `before` is who was at the last look, and `said` what other processes say.
fn look_once(before: &HashSet<Node>, across: &mut Across, said: &[Said]) -> HashSet<Node> {
    let uncalled = hccl::uncalled();
    let changes = said.iter().flat_map(|said| &said.awaits).copied().collect();
    let Some(scene) = scheduler().scene(!uncalled.is_empty(), &changes) else {
        across.rest();
        return HashSet::new();
    };
    let users = USERS.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default();
    let mut look = Look::new(&scene, Threads::now(&scene), users);
    let stuck = look.stuck(look.all());
    // Looked at one after the other, threads may seem to wait for each other that only took turns. Who was stuck at both looks, and
    // at the same operation, was so in between.
    let lasting = look.stuck(stuck.intersection(before).copied().collect());
    match look.circle(&lasting) {
        Some(circle) => {
            let why = tell::tell(&look, &circle);
            scheduler().give_up(&tell::to_give_up(&look, &circle), &why);
            // Of the rest, what hung on this goes on now.
            HashSet::new()
        }
        None => {
            across.look(&mut look, &uncalled, said);
            stuck
        }
    }
}
