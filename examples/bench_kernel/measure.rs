//! How work is timed.
//!
//! The kernel is timed on the device: events are recorded before and after a batch of launches. A batch, a *round*, holds
//! enough launches to take [`ROUND`] at least, so that neither the launch nor the clock counts. Rounds of the kernel and of
//! the plain pass alternate. What else the machine does then hits both, and the share that is reported, the median over
//! neighbouring rounds, hardly moves even where the times do.
//!
//! There are no more rounds than it takes to know the median: measuring ends when the interval that holds it with 95 % is
//! narrow, whatever the machine's noise makes of single rounds.

use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::spread::Spread;

/// A round takes at least this long.
const ROUND: Duration = Duration::from_millis(20);
/// Where the clock is modelled, one round is as the next, and only the ends of a round count beside its launches.
const MODELLED_ROUND: Duration = Duration::from_micros(500);
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
    /// Else until the median is known to this share of itself,
    pub precision: f64,
    /// or as many as fit into so many seconds.
    pub seconds: f64,
    /// Whether times are modelled.
    pub modelled: bool,
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
    kernel: &mut (impl Work + ?Sized),
    mut pass: Option<&mut (impl Work + ?Sized)>,
    budget: Budget,
    tell: impl Fn(f64),
) -> Result<Figures> {
    let round = if budget.modelled { MODELLED_ROUND } else { ROUND };
    let launches = warm_up(kernel, round)?;
    let passes = match &mut pass {
        Some(pass) => warm_up(*pass, round)?,
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
            None if rounds.len() < LEAST_ROUNDS => (false, spent),
            None => (spent >= 1.0 || is_known(&rounds, budget.precision), spent),
        };
        tell(share);
        if done {
            return Figures::of(&rounds, launches);
        }
    }
}

/// The time of one launch of next to no elements.
pub fn floor(kernel: &mut (impl Work + ?Sized), modelled: bool) -> Result<f64> {
    let budget = Budget { rounds: Some(LEAST_ROUNDS), precision: 0.0, seconds: 1.0, modelled };
    Ok(measure(kernel, None::<&mut crate::pass::Pass>, budget, |_| ())?.launch.median())
}

/// Whether the median of what is reported, the share where there is one, is known well enough.
fn is_known(rounds: &[Round], precision: f64) -> bool {
    let reported = rounds.iter().map(|round| round.pass.map_or(round.launch, |pass| pass / round.launch));
    Spread::of(reported).is_some_and(|spread| {
        let (low, high) = spread.median_interval();
        high - low <= 2.0 * precision * spread.median()
    })
}

/// Repeats the work until a round is long enough; gives the repeats of such a round.
fn warm_up(work: &mut (impl Work + ?Sized), round: Duration) -> Result<usize> {
    // The first launch pays for what is done once, such as reading the code: it tells little about the next.
    let (mut repeats, mut time) = (1, work.round(1)?.min(round));
    loop {
        let wanted = MARGIN * round.as_secs_f64() * repeats as f64 / time.as_secs_f64().max(1e-9);
        if time < round {
            repeats = (wanted.ceil() as usize).clamp(repeats, repeats.saturating_mul(100));
        }
        time = work.round(repeats)?;
        if time >= round {
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
            let repeats = warm_up(&mut work, ROUND).unwrap();
            assert!(each * repeats as u32 >= ROUND, "{each:?} {repeats}");
            assert!(repeats == 1 || each * (repeats as u32) <= 3 * ROUND, "{each:?} {repeats}");
            assert!(work.rounds.len() >= 2, "one round is no warm-up");
        }
        let mut instant = clockwork(Duration::ZERO);
        instant.rounds.push(0);
        assert!(warm_up(&mut Fast(&mut instant), ROUND).is_ok(), "a clock that stands still for a while does no harm");
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
        let budget = Budget { rounds: Some(7), ..BUDGET };
        let figures = measure(&mut kernel, Some(&mut pass), budget, |_| ()).unwrap();
        assert_eq!((figures.rounds, figures.launches), (7, 1));
        assert_eq!((figures.launch.median(), figures.share.unwrap().median()), (0.05, 0.5));
        assert_eq!(figures.pass.unwrap().median(), 0.025);
    }

    const BUDGET: Budget = Budget { rounds: None, precision: 0.01, seconds: 1e9, modelled: false };

    #[test]
    fn time_ends_the_rounds_but_not_before_there_are_some() {
        let mut kernel = clockwork(Duration::from_millis(50));
        let budget = Budget { precision: 0.0, seconds: 1e-9, ..BUDGET };
        let figures = measure(&mut kernel, None::<&mut Clockwork>, budget, |_| ()).unwrap();
        assert_eq!(figures.rounds, LEAST_ROUNDS);
        assert!(figures.pass.is_none() && figures.share.is_none());
    }

    /// Every other round takes half as long again, or every tenth.
    struct Noisy {
        every: usize,
        rounds: usize,
    }

    impl Work for Noisy {
        fn round(&mut self, repeats: usize) -> Result<Duration> {
            self.rounds += 1;
            let slow = if self.rounds.is_multiple_of(self.every) { 3 } else { 2 };
            Ok(Duration::from_millis(20) * slow * repeats as u32)
        }
    }

    #[test]
    fn rounds_end_when_the_median_is_known_and_noise_makes_them_more() {
        let rounds = |every: usize| {
            let budget = Budget { rounds: None, seconds: 0.05, ..BUDGET };
            measure(&mut Noisy { every, rounds: 0 }, None::<&mut Clockwork>, budget, |_| ()).unwrap().rounds
        };
        assert_eq!(rounds(usize::MAX), LEAST_ROUNDS);
        let (few, many) = (rounds(10), rounds(2));
        assert!((LEAST_ROUNDS..100).contains(&few), "{few}");
        assert!(many > 10 * few, "only time ends what has two medians: {many}, {few}");
    }

    #[test]
    fn a_modelled_round_is_short() {
        let mut kernel = clockwork(Duration::from_micros(100));
        let budget = Budget { rounds: Some(1), modelled: true, ..BUDGET };
        assert!(measure(&mut kernel, None::<&mut Clockwork>, budget, |_| ()).unwrap().launches <= 15);
    }
}
