//! The course of an operation in one process: its streams come, the work is shared, the streams go on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ascend_npu_sys::aclError;

use super::bridge::{Bridge, PAUSE};
use super::message::Message;
use super::pending::Pending;
use super::progress;
use super::running::Running;
use super::slot::Phase;
use crate::exec::{Shared, Ticket, help};
use crate::hccl::group::{Group, Slot};
use crate::hccl::key::Key;
use crate::hccl::opening;
use crate::hccl::pieces::Side;
use crate::hccl::raw::Region;
use crate::hccl::shape::Call;
use crate::hccl::sync::lock;
use crate::report::{Failure, Outcome};

/// Work of fewer bytes is done before another process has come to help.
const HELPED: usize = 1 << 20;

impl Bridge {
    /// A stream of a rank of this process has come to an operation. It waits at most for `limit`.
    pub(in crate::hccl) fn arrive(
        self: &Arc<Self>,
        group: Arc<Group>,
        slot: Arc<Slot>,
        rank: u32,
        limit: Option<Duration>,
        ticket: Ticket,
    ) {
        let key = slot.calls.key;
        self.tell_known(key, &ticket);
        let held = slot.calls.of(rank).map(|call| opening::hold(&slot.calls, rank, &call)).transpose();
        let pending = {
            let mut all = lock(&self.pending);
            let pending = all.entry(key).or_insert_with(|| Arc::new(Pending::new(group, slot, limit))).clone();
            lock(&pending.tickets).push(ticket);
            pending
        };
        match held {
            Ok(held) => lock(&pending.holds).extend(held.into_iter().flat_map(|held| held.holds)),
            Err(failure) => self.say(key, failure),
        }
        self.slot(key).supersede();
        if self.slot(key).is_its_turn() {
            self.count_in(&pending);
        } else {
            lock(&self.early).push(pending);
            progress::look_soon();
        }
    }

    fn count_in(self: &Arc<Self>, pending: &Arc<Pending>) {
        let slot = self.slot(pending.key);
        if lock(&self.failures).contains_key(&pending.key) {
            slot.fail();
            self.ring_others();
        }
        if pending.slot.meeting.seats() > pending.members().len() {
            // The operation is to hang, as one whose calls differ does on a device.
            return;
        }
        for (start, time) in lock(&pending.tickets).iter().filter_map(Ticket::modelled) {
            slot.note_time(start, time);
        }
        match slot.arrive(pending.members().len()) {
            Phase::Gathering => {}
            Phase::Open => self.start(pending),
            Phase::Done | Phase::Failed => self.look(pending),
        }
    }

    /// The last stream has come, and it is one of this process.
    fn start(self: &Arc<Self>, pending: &Arc<Pending>) {
        let Some(running) = self.running(pending) else { return };
        if running.is_divided() {
            help(running.clone());
            if running.bytes() >= HELPED {
                self.ring_others();
            }
        }
        running.take_part();
    }

    /// The work of an open operation, planned once in each process.
    fn running(self: &Arc<Self>, pending: &Arc<Pending>) -> Option<Arc<Running>> {
        self.read();
        let mut running = lock(&pending.running);
        if let Some(running) = &*running {
            return Some(running.clone());
        }
        let calls = &pending.slot.calls;
        match opening::plan(calls, |rank, call| self.memory(pending, rank, call)) {
            Ok(plan) => {
                let new = Arc::new(Running::new(pending.clone(), self.clone(), plan));
                *running = Some(new.clone());
                Some(new)
            }
            Err(failure) => {
                drop(running);
                self.fail(pending, failure);
                None
            }
        }
    }

    /// The memory of a rank's buffers, mapped here.
    fn memory(&self, pending: &Pending, rank: u32, call: &Call) -> Outcome<(Region, Region)> {
        if self.is_here(rank) {
            // Looked at again; the holds of the arrival keep it in place.
            let held = opening::hold(&pending.slot.calls, rank, call)?;
            return Ok((held.send, held.recv));
        }
        let region = |side: &Side| Region::foreign(side.address, side.pieces.extent().unwrap_or(0));
        Ok((region(&call.send), region(&call.recv)))
    }

    /// Ends an operation badly for all ranks, unless it has ended.
    pub(super) fn fail(self: &Arc<Self>, pending: &Arc<Pending>, failure: Failure) {
        self.say(pending.key, failure);
        let slot = self.slot(pending.key);
        if slot.is_its_turn() {
            slot.fail();
        }
        self.ring_others();
        progress::look_soon();
        self.look(pending);
    }

    /// Notes a failure, and tells it to the other processes.
    fn say(&self, key: Key, failure: Failure) {
        self.note(key, failure.clone());
        self.tell(&Message::Fail { key, failure });
    }

    /// Ends an operation here if it has ended, or helps with it.
    pub(super) fn look(self: &Arc<Self>, pending: &Arc<Pending>) {
        let slot = self.slot(pending.key);
        if slot.is_superseded() {
            let text = format!("EI0002: {} was given up when the communicator resumed", pending.slot.calls.named());
            return self.close(pending, Some(Failure::acl(aclError::RT_FFTS_PLUS_TIMEOUT, text)), false);
        }
        if !slot.is_its_turn() {
            return;
        }
        match slot.phase() {
            Phase::Gathering => {}
            Phase::Open => {
                if lock(&pending.running).is_none()
                    && slot.active() < self.cores
                    && let Some(running) = self.running(pending)
                {
                    help(running);
                }
            }
            Phase::Done => self.close(pending, None, true),
            // The memory is given back only when no thread that lives is in it.
            Phase::Failed if slot.busy(|process| !self.is_gone(process)) > 0 => {}
            Phase::Failed => {
                self.read();
                let noted = lock(&self.failures).get(&pending.key).map(|(failure, _)| failure.clone());
                self.close(pending, Some(noted.unwrap_or_else(|| self.lost(pending))), true);
            }
        }
    }

    /// The fault of an operation whose ranks are not all there any more.
    fn lost(&self, pending: &Pending) -> Failure {
        let cause = self.gone(pending.members()).unwrap_or_else(|| "another process gave it up".to_owned());
        let text = format!("EI0002: {} cannot be done: {cause}", pending.slot.calls.named());
        let failure = Failure::acl(aclError::RT_FFTS_PLUS_TIMEOUT, text);
        pending.group.roster.give_up(pending.key.epoch, &failure);
        failure
    }

    /// Lets the streams of this process go on. `counted` when the slot is still theirs.
    fn close(&self, pending: &Arc<Pending>, failure: Option<Failure>, counted: bool) {
        let tickets = {
            let mut all = lock(&self.pending);
            if !all.get(&pending.key).is_some_and(|known| Arc::ptr_eq(known, pending)) {
                return;
            }
            all.remove(&pending.key);
            std::mem::take(&mut *lock(&pending.tickets))
        };
        *lock(&pending.running) = None;
        let ranks = tickets.len() as u64;
        if failure.is_some() {
            self.forget(pending.key, ranks);
        }
        let outcome = match failure {
            Some(failure) => Err(failure),
            None if pending.is_whole() => Ok(()),
            None => Err(opening::lost(&pending.slot.calls)),
        };
        if outcome.is_ok() {
            opening::spoil(&pending.slot.calls);
        }
        lock(&pending.holds).clear();
        pending.slot.calls.end(outcome.as_ref().err().cloned());
        if counted {
            // Before the slot goes to the next operation.
            let (start, time) = self.slot(pending.key).time();
            tickets.iter().for_each(|ticket| ticket.met(start, time));
            self.slot(pending.key).depart(ranks, pending.members().len() as u64);
        }
        let known = self.take_known(pending).filter(|_| outcome.is_ok());
        for ticket in tickets {
            ticket.meet(&outcome, known.as_ref());
        }
    }

    /// Forgets a failure once all ranks of this process know it.
    fn forget(&self, key: Key, ranks: u64) {
        let mut failures = lock(&self.failures);
        if let Some((_, left)) = failures.get_mut(&key) {
            *left = left.saturating_sub(ranks);
            if *left == 0 {
                failures.remove(&key);
            }
        }
    }

    /// What the thread that follows does; when it wants to look again, whatever happens.
    pub(super) fn follow(self: &Arc<Self>) -> Option<Instant> {
        self.read();
        let again = Instant::now() + PAUSE;
        let mut waits = self.retry();
        let all: Vec<Arc<Pending>> = lock(&self.pending).values().cloned().collect();
        for pending in all {
            let slot = self.slot(pending.key);
            let active = slot.is_its_turn() && matches!(slot.phase(), Phase::Gathering | Phase::Open);
            match active.then(|| self.hopeless(&pending)).flatten() {
                Some(failure) => self.fail(&pending, failure),
                None => self.look(&pending),
            }
            // Until no thread is in the memory any more.
            waits |= slot.is_its_turn() && slot.phase() == Phase::Failed;
        }
        if self.peers.iter().flatten().any(|peer| peer.is_gone())
            && let Some(group) = self.group.upgrade()
        {
            group.wake();
        }
        waits.then_some(again)
    }

    /// Counts the streams in whose turn has come; whether some are left.
    fn retry(self: &Arc<Self>) -> bool {
        let early = std::mem::take(&mut *lock(&self.early));
        for pending in early {
            self.slot(pending.key).supersede();
            if self.slot(pending.key).is_its_turn() {
                self.count_in(&pending);
            } else if let Some(failure) = self.hopeless(&pending) {
                self.say(pending.key, failure.clone());
                self.close(&pending, Some(failure), false);
            } else {
                lock(&self.early).push(pending);
            }
        }
        !lock(&self.early).is_empty()
    }

    /// Why an operation that has not ended never will.
    fn hopeless(&self, pending: &Pending) -> Option<Failure> {
        if self.gone(pending.members()).is_some() {
            return Some(self.lost(pending));
        }
        let slot = self.slot(pending.key);
        let gathers = !slot.is_its_turn() || slot.phase() == Phase::Gathering;
        let late = gathers && pending.deadline.is_some_and(|at| at <= Instant::now());
        late.then(|| pending.slot.calls.late(pending.limit, None))
    }
}
