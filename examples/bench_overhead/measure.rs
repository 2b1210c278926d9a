//! How calls are timed.
//!
//! A call takes less than a clock can see, so batches are timed. In each *round* a batch without this crate and a batch with it
//! follow each other, in turn the one or the other first. What else the machine does then hits both alike, and the median over
//! rounds of their difference, and of their ratio, hardly moves even where the times do.

use std::time::Duration;

use crate::error::{Error, Result};
use crate::spread::Spread;

/// A batch takes at least this long: long for the clock, short beside a change of the processor's speed.
const BATCH: Duration = Duration::from_millis(1);
/// No batch needs more calls.
const CALLS_LIMIT: usize = 1 << 26;

/// Two ways to the same work.
pub trait Pair {
    /// Does it `calls` times without this crate; gives the time of all.
    fn without(&mut self, calls: usize) -> Result<Duration>;

    /// Does it `calls` times with this crate.
    fn with(&mut self, calls: usize) -> Result<Duration>;
}

/// What a call may cost more.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub nanoseconds: f64,
}

impl Limit {
    /// What queueing an operation that uses so many buffers may cost.
    pub fn of_work(buffers: u32) -> Self {
        Self { nanoseconds: 20.0 + 5.0 * f64::from(buffers) }
    }

    pub fn is_met(self, figures: &Figures) -> bool {
        figures.more.median() <= self.nanoseconds
    }
}

/// Figures of all rounds. Times are nanoseconds of one call.
#[derive(Debug)]
pub struct Figures {
    pub rounds: usize,
    /// Calls of a batch.
    pub calls: usize,
    pub without: Spread,
    pub with: Spread,
    /// The difference of neighbouring batches.
    pub more: Spread,
    /// The ratio of neighbouring batches.
    pub ratio: Spread,
}

/// Warms both up, then times them in turn.
pub fn measure(pair: &mut dyn Pair, rounds: usize) -> Result<Figures> {
    let calls = warm_up(pair)?;
    let nanoseconds = |time: Duration| time.as_secs_f64() * 1e9 / calls as f64;
    let mut times = Vec::with_capacity(rounds);
    for round in 0..rounds {
        let (without, with) = if round % 2 == 0 {
            let without = pair.without(calls)?;
            (without, pair.with(calls)?)
        } else {
            let with = pair.with(calls)?;
            (pair.without(calls)?, with)
        };
        times.push((nanoseconds(without), nanoseconds(with)));
    }
    Figures::of(&times, calls)
}

/// Repeats the work until a batch is long enough; gives the calls of such a batch.
fn warm_up(pair: &mut dyn Pair) -> Result<usize> {
    let mut calls = 64;
    loop {
        let least = pair.without(calls)?.min(pair.with(calls)?);
        if least >= BATCH || calls >= CALLS_LIMIT {
            return Ok(calls);
        }
        calls *= 2;
    }
}

impl Figures {
    /// The difference of the shortest batches, wherever in the run they were: what is left when nothing else runs.
    pub fn more_at_best(&self) -> f64 {
        self.with.least() - self.without.least()
    }

    /// Sums up rounds, each without and with.
    pub fn of(rounds: &[(f64, f64)], calls: usize) -> Result<Self> {
        let spread = |of: fn(&(f64, f64)) -> f64| {
            Spread::of(rounds.iter().map(of)).ok_or_else(|| Error::failed("nothing was measured"))
        };
        Ok(Self {
            rounds: rounds.len(),
            calls,
            without: spread(|round| round.0)?,
            with: spread(|round| round.1)?,
            more: spread(|round| round.1 - round.0)?,
            ratio: spread(|round| round.1 / round.0)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes fixed times, on a machine that is slow in every third batch.
    struct Clockwork {
        batches: usize,
        order: String,
    }

    impl Clockwork {
        fn batch(&mut self, name: char, calls: usize, nanoseconds: u64) -> Result<Duration> {
            self.batches += 1;
            self.order.push(name);
            let slow = if self.batches.is_multiple_of(3) { 2 } else { 1 };
            Ok(Duration::from_nanos(calls as u64 * nanoseconds * slow))
        }
    }

    impl Pair for Clockwork {
        fn without(&mut self, calls: usize) -> Result<Duration> {
            self.batch('-', calls, 10)
        }

        fn with(&mut self, calls: usize) -> Result<Duration> {
            self.batch('+', calls, 11)
        }
    }

    #[test]
    fn batches_are_long_enough_and_their_order_changes() {
        let mut pair = Clockwork { batches: 0, order: String::new() };
        let figures = measure(&mut pair, 4).unwrap();
        assert!(Duration::from_nanos(10 * figures.calls as u64) >= BATCH, "{}", figures.calls);
        assert!(pair.order.ends_with("-++--++-"), "{}", pair.order);
    }

    #[test]
    fn the_median_is_that_of_neighbours() {
        let figures = Figures::of(&[(10.0, 11.0), (20.0, 22.0), (10.0, 11.5)], 64).unwrap();
        assert_eq!((figures.more.median(), figures.ratio.median()), (1.5, 1.1));
        assert!(Limit { nanoseconds: 1.5 }.is_met(&figures) && !Limit { nanoseconds: 1.4 }.is_met(&figures));
        assert!(Figures::of(&[], 64).is_err());
    }
}
