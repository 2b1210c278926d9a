//! What came out of a run.

use ascend_npu::Backend;

use crate::case::Case;
use crate::check::Check;
use crate::error::{Error, Result};
use crate::measure::Figures;
use crate::plan::Plan;
use crate::roofline::{Bound, Roofline};
use crate::spread::Spread;

/// All that came out of a run.
#[derive(Debug)]
pub struct Report {
    pub machine: Machine,
    pub rows: Vec<Row>,
}

/// What it ran on.
#[derive(Debug)]
pub struct Machine {
    pub backend: Backend,
    pub soc: String,
    /// Whether the times are those that the device is modelled to take.
    pub modelled: bool,
    pub roofline: Roofline,
    /// Of the plain pass.
    pub threads: usize,
    /// Bytes of the last-level cache, where they are known.
    pub cache: Option<usize>,
}

/// One case at one size.
#[derive(Debug)]
pub struct Row {
    pub case: Case,
    pub plan: Plan,
    pub blocks: u32,
    /// Seconds of a launch of next to no elements.
    pub floor: f64,
    pub figures: Figures,
    pub check: Check,
}

/// The share of the roofline.
#[derive(Clone, Debug)]
pub struct Share {
    pub median: f64,
    /// The interval that holds the median with 95 %.
    pub low: f64,
    pub high: f64,
    /// The best launch against the best pass: what is left when nothing else runs.
    pub at_best: f64,
}

impl Report {
    /// An error when any result was wrong.
    pub fn correctness(&self) -> Result<()> {
        let wrong: usize = self.rows.iter().map(|row| row.check.wrong).sum();
        let compared: usize = self.rows.iter().map(|row| row.check.compared).sum();
        match wrong {
            0 => Ok(()),
            _ => Err(Error::failed(format!("{wrong} of {compared} results compared are wrong"))),
        }
    }
}

impl Row {
    /// Bytes that a launch moves.
    pub fn bytes(&self) -> f64 {
        self.plan.len as f64 * self.case.bytes_moved() as f64
    }

    /// Elements of a second.
    pub fn elements_per_second(&self) -> f64 {
        self.plan.len as f64 / self.figures.launch.median()
    }

    /// Bytes a second, in units of 10⁹, of something that moves the row's bytes in `seconds`.
    pub fn gigabytes(&self, seconds: f64) -> f64 {
        self.bytes() / seconds / 1e9
    }

    /// `None` where the pass was not measured.
    pub fn share(&self, roofline: Roofline) -> Option<Share> {
        let launch = &self.figures.launch;
        match roofline {
            Roofline::Pass => {
                let share = self.figures.share.as_ref()?;
                let (low, high) = share.median_interval();
                let at_best = self.figures.pass.as_ref()?.least() / launch.least();
                Some(Share { median: share.median(), low, high, at_best })
            }
            Roofline::Hbm(rate) => {
                let (low, high) = launch.median_interval();
                let of = |seconds: f64| self.bytes() / seconds / rate;
                Some(Share { median: of(launch.median()), low: of(high), high: of(low), at_best: of(launch.least()) })
            }
        }
    }

    /// What keeps it from more.
    pub fn bound(&self, roofline: Roofline) -> Bound {
        let share = self.share(roofline).map_or(0.0, |share| share.median);
        Bound::of(share, self.floor / self.figures.launch.median())
    }

    /// What sets it apart from all other rows.
    pub fn key(&self) -> Key {
        let Self { case, plan: Plan { len, offset, .. }, blocks, .. } = self;
        Key { case: case.to_string(), elements: *len as u64, offset: *offset as u64, blocks: (*blocks).into() }
    }
}

/// What sets a row apart from all others.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Key {
    pub case: String,
    pub elements: u64,
    pub offset: u64,
    pub blocks: u64,
}

/// For messages.
impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { case, elements, offset, blocks } = self;
        write!(f, "{case}, {elements} elements at {offset}, {blocks} blocks")
    }
}

/// The name of a backend in the files.
pub fn backend(of: Backend) -> &'static str {
    match of {
        Backend::Mock => "mock",
        Backend::Cann => "cann",
    }
}

/// The median's place in a spread of times, for those who read files.
pub fn times(of: &Spread) -> [(&'static str, f64); 6] {
    let (low, high) = of.median_interval();
    [
        ("best", of.least()),
        ("p50", of.median()),
        ("p95", of.percentile(95)),
        ("p99", of.percentile(99)),
        ("p50_low", low),
        ("p50_high", high),
    ]
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::case::Case;

    /// A row of the first of all cases: 28 bytes an element.
    pub fn row(len: usize, launch: [f64; 3], pass: Option<f64>, wrong: usize) -> Row {
        let case = Case::all()[0];
        let figures = Figures {
            rounds: 3,
            launches: 2,
            launch: Spread::of(launch).unwrap(),
            pass: Spread::of(pass),
            share: Spread::of(launch.into_iter().filter_map(|launch| Some(pass? / launch))),
        };
        let named = if wrong == 0 { vec![] } else { vec!["w of element 7 is 1e0, not 2e0".to_owned()] };
        let check = Check { compared: 1024, wrong, worst: if wrong == 0 { 1.25 } else { 1e6 }, named };
        Row { case, plan: Plan::new(case, len, 0, Some(4), None).unwrap(), blocks: 40, floor: 1e-5, figures, check }
    }

    pub fn report(rows: Vec<Row>, roofline: Roofline) -> Report {
        let soc = "Ascend910B3".to_owned();
        let modelled = roofline != Roofline::Pass;
        Report {
            machine: Machine { backend: Backend::Mock, soc, modelled, roofline, threads: 2, cache: Some(300 << 20) },
            rows,
        }
    }

    #[test]
    fn wrong_results_fail_the_run() {
        let rows = vec![row(1000, [0.1; 3], Some(0.1), 0), row(2000, [0.1; 3], Some(0.1), 3)];
        let error = report(rows, Roofline::Pass).correctness().unwrap_err();
        assert_eq!(error.exit_code(), 1);
        assert_eq!(error.to_string(), "3 of 2048 results compared are wrong");
    }

    #[test]
    fn a_share_is_that_of_the_pass_or_of_the_devices_memory() {
        let row = row(100_000_000, [0.002, 0.004, 0.0025], Some(0.001), 0);
        let pass = row.share(Roofline::Pass).unwrap();
        assert_eq!((pass.low, pass.median, pass.high, pass.at_best), (0.25, 0.4, 0.5, 0.5));
        let hbm = row.share(Roofline::Hbm(1.6e12)).unwrap();
        assert_eq!((hbm.median, hbm.low), (0.7, 0.4375));
        assert_eq!(row.bound(Roofline::Hbm(1.6e12)), Bound::Compute);
        assert_eq!(row.bound(Roofline::Hbm(1.2e12)), Bound::Memory);
    }
}
