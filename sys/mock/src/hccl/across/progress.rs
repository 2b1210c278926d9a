//! The thread that follows what other processes do.

use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::{Duration, Instant};

use once_cell::sync::Lazy;

use super::bridge::Bridge;
use crate::hccl::sync::lock;
use crate::memory::shared::Mailbox;
use crate::remark::remark;

static BRIDGES: Lazy<Mutex<Vec<Weak<Bridge>>>> = Lazy::new(|| {
    let started = thread::Builder::new().name("ascend-mock-peers".to_owned()).spawn(follow);
    if let Err(error) = started {
        remark(format_args!("the thread that follows other processes cannot be started: {error}"));
    }
    Mutex::default()
});

/// From now on a communicator is followed, until it is dropped.
pub(super) fn add(bridge: &Arc<Bridge>) {
    lock(&BRIDGES).push(Arc::downgrade(bridge));
}

/// Looks at everything soon, on the thread that follows.
pub(super) fn look_soon() {
    if let Some(mailbox) = Mailbox::own() {
        mailbox.ring();
    }
}

/// The communicators with other processes.
pub(super) fn bridges() -> Vec<Arc<Bridge>> {
    lock(&BRIDGES).iter().filter_map(Weak::upgrade).collect()
}

/// Another process has ended.
pub(super) fn somebody_has_gone() {
    look_soon();
}

fn follow() {
    let Some(mailbox) = Mailbox::own() else { return };
    loop {
        let seen = mailbox.rung();
        let bridges: Vec<Arc<Bridge>> = {
            let mut bridges = lock(&BRIDGES);
            bridges.retain(|bridge| bridge.strong_count() > 0);
            bridges.iter().filter_map(Weak::upgrade).collect()
        };
        // Deadlines are kept about as well as this.
        let idle = (!bridges.is_empty()).then(|| Instant::now() + Duration::from_millis(100));
        let next = bridges.iter().filter_map(|bridge| bridge.follow()).chain(idle).min();
        drop(bridges);
        let limit = next.map(|at| at.saturating_duration_since(Instant::now()));
        if limit != Some(Duration::ZERO) {
            mailbox.wait(seen, limit);
        }
    }
}
