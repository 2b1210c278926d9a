//! Touches of memory: what a touch meets there of others, and memory that is given out and taken back.

use std::ops::Range;
use std::sync::Arc;

use super::clock::{Clock, Moment};
use super::conflict::tell;
use super::finding::{Finding, Info};
use super::order::{Order, lock};
use super::pinned;
use super::shadow::Access;
use super::site::Site;
use super::switch::{checks, follows};
use super::turns;
use crate::exec::Touch;

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

impl Order {
    /// Enters touches of this process, which others may reach too; what is to be told of them.
    pub(super) fn touch(&mut self, touches: &[Touch], of: &Arc<Info>, moment: Moment, clock: &Clock) -> Vec<Finding> {
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
