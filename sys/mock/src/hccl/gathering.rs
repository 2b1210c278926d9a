//! What the ranks of a communicator tell each other on the host, outside of its operations: each says some words, and waits until
//! all have. The n-th time of one rank belongs to the n-th time of every other.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use ascend_npu_sys::HcclResult;

use super::across::Bridge;
use super::sync::lock;
use crate::report::{Failure, Outcome};

/// How often one that waits looks whether the others live.
const LOOK: Duration = Duration::from_millis(20);

/// What a rank says.
pub(super) type Words = [u64; 2];

/// The gatherings of a communicator.
#[derive(Default)]
pub(super) struct Gatherings {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// How often each rank of this process has come.
    times: BTreeMap<u32, u64>,
    /// What was said in those that some rank of this process has not left.
    open: BTreeMap<u64, Open>,
}

#[derive(Default)]
struct Open {
    said: BTreeMap<u32, Words>,
    /// Ranks of this process that have left.
    left: usize,
}

/// A rank that comes.
pub(super) struct Comer<'a> {
    pub(super) function: &'a str,
    pub(super) communicator: &'a str,
    pub(super) rank: u32,
    pub(super) size: u32,
    pub(super) words: Words,
    pub(super) limit: Duration,
}

impl Gatherings {
    /// Says a rank's words and waits for those of the others; all of them by rank.
    pub(super) fn come(&self, comer: &Comer<'_>, bridge: Option<&Arc<Bridge>>) -> Outcome<Vec<Words>> {
        let Comer { rank, size, words, limit, .. } = *comer;
        let number = {
            let mut state = lock(&self.state);
            let times = state.times.entry(rank).or_default();
            let number = *times;
            *times += 1;
            state.open.entry(number).or_default().said.insert(rank, words);
            number
        };
        self.changed.notify_all();
        if let Some(bridge) = bridge {
            bridge.tell_words(rank, number, words);
        }
        let here = (0..size).filter(|rank| bridge.is_none_or(|bridge| bridge.is_here(*rank))).count();
        let deadline = Instant::now() + limit;
        loop {
            if let Some(bridge) = bridge {
                bridge.read();
            }
            let mut state = lock(&self.state);
            let open = state.open.entry(number).or_default();
            let missing: Vec<u32> = (0..size).filter(|rank| !open.said.contains_key(rank)).collect();
            let left = deadline.saturating_duration_since(Instant::now());
            let gone = bridge.filter(|_| !missing.is_empty()).and_then(|bridge| bridge.gone(&missing));
            if !missing.is_empty() && !left.is_zero() && gone.is_none() {
                drop(self.changed.wait_timeout(state, left.min(LOOK)));
                continue;
            }
            let said = open.said.values().copied().collect();
            open.left += 1;
            if open.left == here {
                state.open.remove(&number);
            }
            return if missing.is_empty() { Ok(said) } else { Err(comer.alone(&missing, gone)) };
        }
    }

    /// Notes what a rank of another process says.
    pub(super) fn said(&self, rank: u32, number: u64, words: Words) {
        lock(&self.state).open.entry(number).or_default().said.insert(rank, words);
        self.changed.notify_all();
    }
}

impl Comer<'_> {
    fn alone(&self, missing: &[u32], gone: Option<String>) -> Failure {
        let Self { function, communicator, rank, limit, .. } = self;
        let cause = gone.unwrap_or_else(|| format!("waited {limit:?}, and ranks {missing:?} have not called it"));
        let text = format!("EI0006: {function} on rank {rank} of communicator {communicator}: {cause}");
        Failure::hccl(HcclResult::HCCL_E_TIMEOUT, text)
    }
}
