//! How work is timed.
//!
//! The kernel is timed on the device: events are recorded before and after a batch of launches. A batch, a *round*, holds
//! enough launches to take [`ROUND`] at least, so that neither the launch nor the clock counts. Rounds of the kernel and of
//! the plain pass alternate. What else the machine does then hits both, and the share that is reported, the median over
//! neighbouring rounds, hardly moves even where the times do.

use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::spread::Spread;

/// A round takes at least this long.
const ROUND: Duration = Duration::from_millis(20);
/// A round is planned to take this many times as long, since the rounds it is planned by may have been slow ones.
const MARGIN: f64 = 1.5;
/// Of each kind, whatever the time.
const LEAST_ROUNDS: usize = 5;

/// Something that can be repeated and timed.
pub trait Work {
    /// Does it `repeats` times; gives the time of all.
    fn round(&mut self, repeats: usize) -> Result<Duration>;
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// So many rounds of each kind.
    pub rounds: Option<usize>,
    /// Else as many as fit into so many seconds.
    pub seconds: f64,
}

/// Seconds of one launch and of one pass, each the mean over a round.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    pub launch: f64,
    pub pass: Option<f64>,
}

/// Figures of all rounds.
#[derive(Debug)]
pub struct Figures {
    pub rounds: usize,
    /// Launches of a round.
    pub launches: usize,
    /// Seconds of a launch.
    pub launch: Spread,
    /// Seconds of a pass.
    pub pass: Option<Spread>,
    /// Time of a pass over time of a launch, in neighbouring rounds.
    pub share: Option<Spread>,
}

/// Warms both up, then times them in turn. `tell` hears what share of it is done.
pub fn measure(
    kernel: &mut dyn Work,
    mut pass: Option<&mut (dyn Work + '_)>,
    budget: Budget,
    tell: impl Fn(f64),
) -> Result<Figures> {
    let launches = warm_up(kernel)?;
    let passes = match &mut pass {
        Some(pass) => warm_up(*pass)?,
        None => 0,
    };
    let mut rounds = Vec::new();
    let started = Instant::now();
    loop {
        let launch = kernel.round(launches)?.as_secs_f64() / launches as f64;
        let pass = match &mut pass {
            Some(pass) => Some(pass.round(passes)?.as_secs_f64() / passes as f64),
            None => None,
        };
        rounds.push(Round { launch, pass });
        let spent = started.elapsed().as_secs_f64() / budget.seconds;
        let (done, share) = match budget.rounds {
            Some(limit) => (rounds.len() >= limit, rounds.len() as f64 / limit as f64),
            None => (rounds.len() >= LEAST_ROUNDS && spent >= 1.0, spent),
        };
        tell(share);
        if done {
            return Figures::of(&rounds, launches);
        }
    }
}

/// Repeats the work until a round is long enough; gives the repeats of such a round.
fn warm_up(work: &mut dyn Work) -> Result<usize> {
    // The first launch pays for what is done once, such as reading the code: it tells little about the next.
    let (mut repeats, mut time) = (1, work.round(1)?.min(ROUND));
    loop {
        let wanted = MARGIN * ROUND.as_secs_f64() * repeats as f64 / time.as_secs_f64().max(1e-9);
        if time < ROUND {
            repeats = (wanted.ceil() as usize).clamp(repeats, repeats.saturating_mul(100));
        }
        time = work.round(repeats)?;
        if time >= ROUND {
            return Ok(repeats);
        }
    }
}

impl Figures {
    /// Sums up; there is at least one round.
    fn of(rounds: &[Round], launches: usize) -> Result<Self> {
        let none = || Error::failed("nothing was measured");
        Ok(Self {
            rounds: rounds.len(),
            launches,
            launch: Spread::of(rounds.iter().map(|round| round.launch)).ok_or_else(none)?,
            pass: Spread::of(rounds.iter().filter_map(|round| round.pass)),
            share: Spread::of(rounds.iter().filter_map(|round| Some(round.pass? / round.launch))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a fixed time each, after a slow start, and counts.
    struct Clockwork {
        each: Duration,
        rounds: Vec<usize>,
    }

    impl Work for Clockwork {
        fn round(&mut self, repeats: usize) -> Result<Duration> {
            let slow = if self.rounds.is_empty() { 5 } else { 1 };
            self.rounds.push(repeats);
            Ok(self.each * slow * repeats as u32)
        }
    }

    fn clockwork(each: Duration) -> Clockwork {
        Clockwork { each, rounds: Vec::new() }
    }

    #[test]
    fn a_round_is_long_enough() {
        for micros in [1, 100, 4_999, 19_999, 20_000, 1_000_000] {
            let each = Duration::from_micros(micros);
            let mut work = clockwork(each);
            let repeats = warm_up(&mut work).unwrap();
            assert!(each * repeats as u32 >= ROUND, "{each:?} {repeats}");
            assert!(repeats == 1 || each * (repeats as u32) <= 3 * ROUND, "{each:?} {repeats}");
            assert!(work.rounds.len() >= 2, "one round is no warm-up");
        }
        let mut instant = clockwork(Duration::ZERO);
        instant.rounds.push(0);
        assert!(warm_up(&mut Fast(&mut instant)).is_ok(), "a clock that stands still for a while does no harm");
    }

    /// Below the clock's resolution until it is repeated often.
    struct Fast<'a>(&'a mut Clockwork);

    impl Work for Fast<'_> {
        fn round(&mut self, repeats: usize) -> Result<Duration> {
            self.0.round(repeats)?;
            Ok(if repeats < 10_000 { Duration::ZERO } else { ROUND })
        }
    }

    #[test]
    fn kernel_and_pass_alternate_and_are_compared() {
        let (mut kernel, mut pass) = (clockwork(Duration::from_millis(50)), clockwork(Duration::from_millis(25)));
        let budget = Budget { rounds: Some(7), seconds: 1e9 };
        let figures = measure(&mut kernel, Some(&mut pass), budget, |_| ()).unwrap();
        assert_eq!((figures.rounds, figures.launches), (7, 1));
        assert_eq!((figures.launch.median(), figures.share.unwrap().median()), (0.05, 0.5));
        assert_eq!(figures.pass.unwrap().median(), 0.025);
    }

    #[test]
    fn time_ends_the_rounds_but_not_before_there_are_some() {
        let mut kernel = clockwork(Duration::from_millis(50));
        let figures = measure(&mut kernel, None, Budget { rounds: None, seconds: 1e-9 }, |_| ()).unwrap();
        assert_eq!(figures.rounds, LEAST_ROUNDS);
        assert!(figures.pass.is_none() && figures.share.is_none());
    }
}
