//! Whether anything is slower than it was: this run against the file of an earlier one.
//!
//! Held against each other are the intervals in which the medians lie, and not single times: what is slower by noise alone is
//! no regression. On the software device these are shares of the plain pass, which a machine that is busy slows down too.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::error::{Error, Result};
use crate::files::json;
use crate::report::{Key, Report};

/// An earlier run.
#[derive(Debug)]
pub struct Earlier {
    name: String,
    figures: Value,
}

/// What the comparison found.
#[derive(Debug, Default, PartialEq)]
pub struct Comparison {
    /// Rows that both have.
    pub compared: usize,
    /// What is slower.
    pub regressions: Vec<String>,
}

impl Earlier {
    /// Reads the file of an earlier run.
    pub fn read(path: &Path) -> Result<Self> {
        let name = format!("--compare {}", path.display());
        let bytes = fs::read(path).map_err(|error| Error::input(format!("{name}: cannot read it ({error})")))?;
        let figures: Value = serde_json::from_slice(&bytes)
            .map_err(|error| Error::input(format!("{name}: is no file of --json ({error})")))?;
        if field(&figures, "rows").as_array().is_none_or(Vec::is_empty) {
            return Err(Error::input(format!("{name}: has no rows; give a file that --json wrote")));
        }
        Ok(Self { name, figures })
    }

    /// Compares a run with it; `tolerance` is the share by which it may be slower beyond what is noise.
    ///
    /// Fails where the two were of different devices, or have no row in common.
    pub fn against(&self, report: &Report, tolerance: f64) -> Result<Comparison> {
        let now = json(report);
        for name in ["backend", "soc", "clock", "roofline"] {
            let (earlier, now) = (field(&self.figures, name), field(&now, name));
            if earlier != now {
                let file = &self.name;
                return Err(Error::input(format!("{file}: is of {name} {earlier}, not {now}; give one of the same")));
            }
        }
        let rows = |of: &'_ Value| field(of, "rows").as_array().cloned().unwrap_or_default();
        let earlier = rows(&self.figures);
        let mut comparison = Comparison::default();
        for (row, key) in rows(&now).iter().zip(report.rows.iter().map(|row| row.key())) {
            let Some(before) = earlier.iter().find(|before| is_of(before, &key)) else { continue };
            let (Some(was), Some(is)) = (interval(before), interval(row)) else {
                return Err(Error::input(format!(
                    "{}: has no share of {key}; give a file that --json wrote",
                    self.name
                )));
            };
            comparison.compared += 1;
            if is.high < was.low * (1.0 - tolerance) {
                let (was, is) = (100.0 * was.median, 100.0 * is.median);
                comparison.regressions.push(format!("{key}: {is:.1} % of the roof, not {was:.1} %"));
            }
        }
        if comparison.compared == 0 {
            return Err(Error::input(format!("{}: has none of these rows; measure what it measured", self.name)));
        }
        Ok(comparison)
    }
}

impl Comparison {
    /// For the table.
    pub fn text(&self) -> String {
        let mut text = format!("{:<9}{} rows with the earlier run's: ", "compared", self.compared);
        match &self.regressions[..] {
            [] => text += "none is slower\n",
            slower => {
                text += &format!("{} SLOWER\n", slower.len());
                for slower in slower {
                    text += &format!("{:<9}{slower}\n", "");
                }
            }
        }
        text
    }

    /// An error when anything is slower.
    pub fn verdict(&self) -> Result<()> {
        match self.regressions.len() {
            0 => Ok(()),
            slower => Err(Error::failed(format!("{slower} of {} rows are slower than they were", self.compared))),
        }
    }
}

/// A field of an object; null where there is none.
fn field<'a>(of: &'a Value, name: &str) -> &'a Value {
    of.get(name).unwrap_or(&Value::Null)
}

struct Interval {
    low: f64,
    median: f64,
    high: f64,
}

fn interval(row: &Value) -> Option<Interval> {
    let number = |name: &str| field(field(row, "share"), name).as_f64();
    Some(Interval { low: number("p50_low")?, median: number("p50")?, high: number("p50_high")? })
}

fn is_of(row: &Value, key: &Key) -> bool {
    let number = |name: &str| field(row, name).as_u64();
    field(row, "case").as_str() == Some(&key.case)
        && number("elements") == Some(key.elements)
        && number("offset") == Some(key.offset)
        && number("blocks") == Some(key.blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{report, row};
    use crate::roofline::Roofline;

    fn earlier(launch: [f64; 3]) -> Earlier {
        let figures = json(&report(vec![row(1000, launch, Some(0.05), 0)], Roofline::Pass));
        Earlier { name: "--compare a.json".to_owned(), figures }
    }

    fn now(launch: [f64; 3]) -> Report {
        report(vec![row(1000, launch, Some(0.05), 0), row(2000, launch, Some(0.05), 0)], Roofline::Pass)
    }

    #[test]
    fn what_is_slower_by_more_than_the_tolerance_is_a_regression() {
        let against = |launch| earlier([0.1; 3]).against(&now([launch; 3]), 0.05).unwrap();
        for fast in [0.05, 0.1, 0.104] {
            assert_eq!(against(fast), Comparison { compared: 1, regressions: vec![] });
        }
        let slower = against(0.2);
        assert_eq!(
            slower.regressions,
            ["adam bf16>bf16, 1000 elements at 0, 40 blocks: 25.0 % of the roof, not 50.0 %"]
        );
        let error = slower.verdict().unwrap_err();
        assert_eq!((error.exit_code(), error.to_string().as_str()), (1, "1 of 1 rows are slower than they were"));
        assert!(slower.text().starts_with("compared 1 rows with the earlier run's: 1 SLOWER\n         adam"));
    }

    #[test]
    fn what_noise_explains_is_none() {
        let noisy = now([0.09, 0.2, 0.21]);
        let comparison = earlier([0.1; 3]).against(&noisy, 0.05).unwrap();
        assert_eq!(comparison.regressions, [""; 0]);
        comparison.verdict().unwrap();
    }

    #[test]
    fn runs_that_have_nothing_in_common_are_not_compared() {
        let other = report(vec![row(1000, [0.1; 3], Some(0.05), 0)], Roofline::Hbm(1e12));
        let error = earlier([0.1; 3]).against(&other, 0.05).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert_eq!(error.to_string(), "--compare a.json: is of clock \"real\", not \"model\"; give one of the same");
        let other = report(vec![row(5, [0.1; 3], Some(0.05), 0)], Roofline::Pass);
        assert!(earlier([0.1; 3]).against(&other, 0.05).unwrap_err().to_string().contains("has none of these rows"));
    }
}
