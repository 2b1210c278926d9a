//! The figures, as text and as JSON.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::Job;
use crate::error::{Error, Result};
use crate::rank::Outcome;
use crate::{output, process};

/// A run and what it gave.
pub struct Report<'a> {
    pub job: &'a Job,
    pub outcome: Outcome,
}

impl Report<'_> {
    pub fn text(&self) -> String {
        let (job, Outcome { times, device_bytes, planned_bytes, capacity, buckets, real }) = (self.job, &self.outcome);
        let ms = |time: Duration| format!("{:9.2} ms", time.as_secs_f64() * 1e3);
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        let mut text = String::new();
        let model = format!("{} parameters, {} tokens a rank", job.model.parameters(), job.model.tokens());
        let rows = [
            ("model", model),
            ("devices", format!("{} x {}, ZeRO stage {}, {buckets} buckets", job.world, job.soc, job.stage.number())),
            ("step", format!("{}, {:.0} tokens/s", ms(times.step), self.tokens_a_second())),
            ("  forward", ms(times.forward)),
            ("  backward", ms(times.backward)),
            ("  optimizer", ms(times.optimizer)),
            ("  reduce-scatter", ms(times.reduce)),
            ("  all-gather", ms(times.gather)),
            ("  exposed", format!("{}, of collectives beside which no kernel runs", ms(times.exposed))),
            (
                "  hidden",
                format!(
                    "{:9.1} % of communication; at most {:.1} % can be",
                    100.0 * times.hidden(),
                    100.0 * times.bound()
                ),
            ),
            ("memory", format!("{:9.2} GiB of {:.0} GiB, the most of any device", gib(*device_bytes), gib(*capacity))),
            ("  bytes", format!("{device_bytes} measured, {planned_bytes} planned")),
            ("this machine", format!("{:9.2} s, {:.2} GiB at most", real.as_secs_f64(), gib(process::peak_memory()))),
        ];
        for (name, value) in rows {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{name:<17}{value}");
        }
        text
    }

    fn tokens_a_second(&self) -> f64 {
        let tokens = self.job.model.tokens() as f64 * f64::from(self.job.world);
        tokens / self.outcome.times.step.as_secs_f64()
    }

    pub fn write_json(&self, path: &Path) -> Result<()> {
        let (job, Outcome { times, device_bytes, planned_bytes, capacity, buckets, real }) = (self.job, &self.outcome);
        let seconds = |time: Duration| time.as_secs_f64();
        let figures = json!({
            "world": job.world,
            "soc": job.soc,
            "stage": job.stage.number(),
            "parameters": job.model.parameters(),
            "tokens_per_rank": job.model.tokens(),
            "buckets": buckets,
            "efficiency": job.efficiency,
            "modelled_seconds": {
                "step": seconds(times.step),
                "forward": seconds(times.forward),
                "backward": seconds(times.backward),
                "optimizer": seconds(times.optimizer),
                "reduce_scatter": seconds(times.reduce),
                "all_gather": seconds(times.gather),
                "exposed": seconds(times.exposed),
                "kernels": seconds(times.kernels),
                "communication": seconds(times.communication),
            },
            "collectives": times.collectives,
            "hidden": times.hidden(),
            "hidden_at_most": times.bound(),
            "tokens_per_second": self.tokens_a_second(),
            "device_bytes_peak": device_bytes,
            "device_bytes_planned": planned_bytes,
            "device_bytes_capacity": capacity,
            "real_seconds": seconds(*real),
            "process_bytes_peak": process::peak_memory(),
        });
        write(path, &figures)
    }
}

/// Writes figures where `--json` says.
pub fn write(path: &Path, figures: &Value) -> Result<()> {
    let text = serde_json::to_vec_pretty(figures)
        .map_err(|error| Error::failed(format!("the figures cannot be written as JSON ({error})")))?;
    output::write_whole("--json", path, &text)
}
