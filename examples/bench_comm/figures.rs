//! What came out, and how it crosses from one process to another.

use serde_json::{Value, json};

use crate::spread::Spread;

/// One size. Times are seconds of one operation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Of a rank's buffer.
    pub bytes: usize,
    /// Each operation's, as rank 0 has it: from the call until its stream is done.
    pub times: Vec<f64>,
    pub rounds: Vec<Round>,
    /// Elements of results that were compared, and how many of them were wrong, over the ranks of the first process.
    pub compared: usize,
    pub wrong: usize,
}

/// A round: operations, then the yardsticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Round {
    /// The median of its operations.
    pub time: f64,
    /// The copy of as many bytes.
    pub copy: f64,
    /// The bare loop.
    pub bare: Option<f64>,
}

/// Operations that do nothing, in seconds of one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Empty {
    /// Of many that are queued one behind the other.
    pub throughput: f64,
    /// Of one alone, from the call until the stream is done.
    pub latency: f64,
}

/// All that was measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    pub backend: String,
    pub soc: String,
    /// Of the yardsticks.
    pub threads: usize,
    pub empty: Empty,
    pub rows: Vec<Row>,
}

impl Row {
    /// Times of the operations; there is at least one.
    pub fn spread(&self) -> Option<Spread> {
        Spread::of(self.times.iter().copied())
    }

    /// The median over rounds of a ratio; `None` where it was not measured.
    pub fn ratio(&self, of: impl Fn(&Round) -> Option<f64>) -> Option<f64> {
        Spread::of(self.rounds.iter().filter_map(of)).map(|spread| spread.median())
    }

    /// The operation's time over the bare loop's, in the same round.
    pub fn over_bare(&self) -> Option<f64> {
        self.ratio(|round| Some(round.time / round.bare?))
    }

    /// The shortest operation over the shortest bare loop, wherever in the run they were: what is left when nothing else ran.
    pub fn over_bare_at_best(&self) -> Option<f64> {
        let bare = Spread::of(self.rounds.iter().filter_map(|round| round.bare))?;
        Some(self.spread()?.least() / bare.least())
    }

    /// The copy's time over the operation's, in the same round.
    pub fn share_of_copy(&self) -> Option<f64> {
        self.ratio(|round| Some(round.copy / round.time))
    }
}

impl Outcome {
    /// All of it, for `read`.
    pub fn write(&self) -> Value {
        let row = |row: &Row| {
            let rounds: Vec<Value> = row.rounds.iter().map(|r| json!([r.time, r.copy, r.bare])).collect();
            json!({ "bytes": row.bytes, "times": row.times, "rounds": rounds, "compared": row.compared, "wrong": row.wrong })
        };
        json!({
            "backend": self.backend,
            "soc": self.soc,
            "threads": self.threads,
            "empty": [self.empty.throughput, self.empty.latency],
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// What `write` gave.
    pub fn read(value: &Value) -> Option<Self> {
        let count = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let round = |value: &Value| {
            Some(Round { time: value.get(0)?.as_f64()?, copy: value.get(1)?.as_f64()?, bare: value.get(2)?.as_f64() })
        };
        let row = |value: &Value| {
            Some(Row {
                bytes: count(value.get("bytes")?)?,
                times: value.get("times")?.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?,
                rounds: value.get("rounds")?.as_array()?.iter().map(round).collect::<Option<_>>()?,
                compared: count(value.get("compared")?)?,
                wrong: count(value.get("wrong")?)?,
            })
        };
        Some(Self {
            backend: value.get("backend")?.as_str()?.to_owned(),
            soc: value.get("soc")?.as_str()?.to_owned(),
            threads: count(value.get("threads")?)?,
            empty: Empty {
                throughput: value.get("empty")?.get(0)?.as_f64()?,
                latency: value.get("empty")?.get(1)?.as_f64()?,
            },
            rows: value.get("rows")?.as_array()?.iter().map(row).collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn outcome() -> Outcome {
        let round = |time: f64| Round { time, copy: 0.25, bare: Some(0.5) };
        Outcome {
            backend: "mock".to_owned(),
            soc: "Ascend910B3".to_owned(),
            threads: 2,
            empty: Empty { throughput: 5e-7, latency: 8e-6 },
            rows: vec![Row {
                bytes: 1 << 20,
                times: vec![0.5, 1.0, 0.75],
                rounds: vec![round(0.5), round(1.0), round(0.75)],
                compared: 10,
                wrong: 0,
            }],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut outcome = outcome();
        assert_eq!(Outcome::read(&outcome.write()), Some(outcome.clone()));
        outcome.rows[0].rounds[1].bare = None;
        assert_eq!(Outcome::read(&outcome.write()), Some(outcome));
        assert_eq!(Outcome::read(&json!({ "rows": [] })), None);
    }

    #[test]
    fn ratios_are_those_of_the_same_round() {
        let row = &outcome().rows[0];
        assert_eq!((row.over_bare(), row.share_of_copy()), (Some(1.5), Some(0.25 / 0.75)));
        assert_eq!(row.over_bare_at_best(), Some(1.0));
    }
}
