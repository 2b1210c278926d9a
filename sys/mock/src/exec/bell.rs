//! Bells: where threads wait for the state to change.
//!
//! A ring costs a system call only where somebody sleeps, and a thread that waits *looks* for a moment before it sleeps, when its
//! last wait was short: most of what an operation without work costs is falling asleep and being woken. One thread of a kind looks
//! at a time, and one that looked in vain sleeps at once the next time, so that a busy machine is not kept busier. With one core
//! nobody looks: what is looked for would have to run there.
//!
//! Rings are made, and waiters counted, under the lock of the state: none is lost.

use std::cell::Cell;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use once_cell::sync::Lazy;

/// How long a thread looks.
const LOOK: Duration = Duration::from_micros(20);
/// A sleep as short as this would have been better spent looking.
const SHORT: Duration = Duration::from_micros(60);
/// Looks between two at the clock.
const LOOKS: usize = 16;

/// Where threads of one kind wait.
///
/// It has cache lines of its own (two of them: processors fetch in pairs): who looks at it must not disturb who works with the state.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Bell {
    rung: AtomicU64,
    sleep: Condvar,
}

/// How many wait at a bell. Kept in the state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Waiters {
    pub(super) asleep: usize,
    /// These see a ring by themselves.
    pub(super) looking: usize,
}

static MAY_LOOK: Lazy<bool> = Lazy::new(|| thread::available_parallelism().is_ok_and(|cores| cores.get() > 1));

thread_local! {
    /// Whether looking is likely to pay.
    static HOPES: Cell<bool> = const { Cell::new(true) };
}

impl Bell {
    /// Rings for as many threads as there is something for: for those that look, and for sleepers where these are too few.
    pub(super) fn ring(&self, waiters: Waiters, threads: usize) {
        if threads == 0 {
            return;
        }
        self.rung.fetch_add(1, Ordering::Release);
        for _ in 0..threads.saturating_sub(waiters.looking).min(waiters.asleep) {
            self.sleep.notify_one();
        }
    }

    /// Rings for all.
    pub(super) fn ring_all(&self, waiters: Waiters) {
        self.rung.fetch_add(1, Ordering::Release);
        if waiters.asleep > 0 {
            self.sleep.notify_all();
        }
    }

    /// Waits for a ring after this call, at most for `limit`. May return earlier. `of` is where the waiters are counted.
    pub(super) fn wait<'a, S>(
        &self,
        lock: &'a Mutex<S>,
        mut state: MutexGuard<'a, S>,
        of: impl Fn(&mut S) -> &mut Waiters,
        limit: Option<Duration>,
    ) -> MutexGuard<'a, S> {
        let seen = self.rung.load(Ordering::Acquire);
        let may_look = HOPES.get() && *MAY_LOOK && limit.is_none_or(|limit| limit > LOOK);
        if may_look && of(&mut state).looking == 0 {
            of(&mut state).looking += 1;
            drop(state);
            self.look(seen);
            state = lock.lock().unwrap_or_else(PoisonError::into_inner);
            of(&mut state).looking -= 1;
            // Asked again under the lock: a ring that came after the last look is not slept through.
            let rung = self.rung.load(Ordering::Acquire) != seen;
            HOPES.set(rung);
            if rung {
                return state;
            }
        }
        let started = Instant::now();
        of(&mut state).asleep += 1;
        let limit = limit.map(|limit| limit.saturating_sub(if may_look { LOOK } else { Duration::ZERO }));
        state = match limit {
            None => self.sleep.wait(state).unwrap_or_else(PoisonError::into_inner),
            Some(limit) => self.sleep.wait_timeout(state, limit).unwrap_or_else(PoisonError::into_inner).0,
        };
        of(&mut state).asleep -= 1;
        HOPES.set(started.elapsed() < SHORT);
        state
    }

    /// Looks for a ring.
    fn look(&self, seen: u64) {
        let started = Instant::now();
        while started.elapsed() < LOOK {
            for _ in 0..LOOKS {
                if self.rung.load(Ordering::Acquire) != seen {
                    return;
                }
                spin_loop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[derive(Default)]
    struct Turns {
        turn: usize,
        waiters: Waiters,
    }

    #[test]
    fn no_ring_is_lost_whether_its_hearer_looks_or_sleeps() {
        let shared = Arc::new((Bell::default(), Mutex::new(Turns::default())));
        let threads: Vec<_> = (0..3)
            .map(|place| {
                let shared = shared.clone();
                thread::spawn(move || {
                    let (bell, lock) = &*shared;
                    let mut turns = lock.lock().unwrap_or_else(PoisonError::into_inner);
                    while turns.turn < 3000 {
                        if turns.turn % 3 == place {
                            turns.turn += 1;
                            bell.ring_all(turns.waiters);
                            if turns.turn.is_multiple_of(50) {
                                // Long enough for the others to fall asleep.
                                drop(turns);
                                thread::sleep(Duration::from_millis(1));
                                turns = lock.lock().unwrap_or_else(PoisonError::into_inner);
                            }
                        } else {
                            turns = bell.wait(lock, turns, |turns| &mut turns.waiters, None);
                        }
                    }
                })
            })
            .collect();
        assert!(threads.into_iter().all(|thread| thread.join().is_ok()));
        let turns = shared.1.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!((turns.waiters.asleep, turns.waiters.looking), (0, 0));
    }

    #[test]
    fn a_wait_ends_at_its_limit() {
        let (bell, lock) = (Bell::default(), Mutex::new(Waiters::default()));
        let waiters = lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(bell.wait(&lock, waiters, |waiters| waiters, Some(Duration::from_millis(2))));
    }
}
