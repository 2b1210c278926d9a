//! The figures of a run: a table for people, a JSON file for programs.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use serde_json::json;

use crate::cli::Cli;
use crate::error::{self, Error, Result};
use crate::job::Job;
use crate::train::Training;
use crate::{output, weights};

/// Device memory of one kind on one rank.
pub struct Memory {
    /// weights, gradients, master, m, v, communication.
    pub kind: &'static str,
    /// Bytes counted on the device.
    pub measured: u64,
    /// Bytes by the formula.
    pub formula: u64,
    /// The formula, Ψ being the parameters and N the ranks.
    pub rule: &'static str,
}

/// Writes the files that are asked for, each whatever becomes of the other: hours may have been spent on them.
pub fn write_files(cli: &Cli, job: &Job, training: &Training, memory: &[Memory]) -> Result<()> {
    let weights =
        cli.out.as_deref().map_or(Ok(()), |path| weights::save(path, &job.parameters.specs, &training.parameters));
    let figures = cli.json.as_deref().map_or(Ok(()), |path| write_json(path, job, training, memory));
    error::all([weights, figures])
}

/// The table, a line each.
pub fn table(job: &Job, training: &Training, memory: &[Memory]) -> String {
    let [first, last] = first_and_last(training);
    let parameters = job.parameters.len();
    let mut table = String::new();
    let mut line = |left: &str, right: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{left:<14} {right}");
    };
    line("model", format!("{parameters} parameters, {} bytes of text, ZeRO stage {}", job.text.len(), job.stage));
    line("loss", format!("{first:.4} first, {last:.4} last ({:.0} %)", 100.0 * last / first));
    line(
        "speed",
        format!(
            "{:.0} tokens/s ({} steps of {} tokens over {} ranks in {:.1} s)",
            tokens_per_second(job, training),
            job.steps,
            job.tokens_per_step(),
            job.world,
            training.seconds
        ),
    );
    line("", String::new());
    line("memory of rank", format!("{:>14} {:>14}   formula, bytes", "measured", "formula"));
    for row in memory {
        line(row.kind, format!("{:>14} {:>14}   {}", row.measured, row.formula, row.rule));
    }
    let sum = |count: fn(&Memory) -> u64| memory.iter().map(count).sum::<u64>();
    line("all", format!("{:>14} {:>14}", sum(|row| row.measured), sum(|row| row.formula)));
    // The empty line, too, was padded.
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Writes the same figures to a file.
pub fn write_json(path: &Path, job: &Job, training: &Training, memory: &[Memory]) -> Result<()> {
    let [first, last] = first_and_last(training);
    let by_kind: BTreeMap<_, _> = memory.iter().map(|row| (row.kind, row.measured)).collect();
    let figures = json!({
        "loss_first": first,
        "loss_last": last,
        "losses": training.losses,
        "tokens_per_second": tokens_per_second(job, training),
        "world": job.world,
        "stage": job.stage,
        "parameters": job.parameters.len(),
        "memory_per_rank": by_kind,
    });
    let failed = |error| Error::failed(format!("--json {}: could not make the file ({error})", path.display()));
    let mut bytes = serde_json::to_vec_pretty(&figures).map_err(failed)?;
    bytes.push(b'\n');
    output::write_whole("--json", path, &bytes)
}

/// There is at least one step.
fn first_and_last(training: &Training) -> [f64; 2] {
    [training.losses.first(), training.losses.last()].map(|loss| loss.copied().unwrap_or(f64::NAN))
}

fn tokens_per_second(job: &Job, training: &Training) -> f64 {
    job.steps as f64 * job.tokens_per_step() as f64 / training.seconds
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Value;

    use super::*;
    use crate::output::tests::Directory;

    fn run() -> (Job, Training, [Memory; 2]) {
        let line = "--world 2 --steps 2 --layers 1 --dim 8 --heads 2 --hidden 8 --context 8 --batch 4";
        let words: Vec<_> = line.split(' ').collect();
        let job = Job::new(&Cli::from_words(&words).unwrap()).unwrap();
        let job = Job { text: vec![0; 1000], ..job };
        let training = Training { losses: vec![4.0, 1.0], seconds: 0.5, parameters: vec![] };
        let memory = [
            Memory { kind: "weights", measured: 9152, formula: 9136, rule: "2 Ψ" },
            Memory { kind: "m", measured: 9216, formula: 9136, rule: "4 Ψ/N" },
        ];
        (job, training, memory)
    }

    #[test]
    fn table_is_aligned() {
        let (job, training, memory) = run();
        let expected = "\
model          4568 parameters, 1000 bytes of text, ZeRO stage 1
loss           4.0000 first, 1.0000 last (25 %)
speed          128 tokens/s (2 steps of 32 tokens over 2 ranks in 0.5 s)

memory of rank       measured        formula   formula, bytes
weights                  9152           9136   2 Ψ
m                        9216           9136   4 Ψ/N
all                     18368          18272
";
        assert_eq!(table(&job, &training, &memory), expected);
    }

    #[test]
    fn a_file_that_fails_keeps_no_other_from_being_written() {
        let directory = Directory::new("files");
        let (job, mut training, memory) = run();
        training.parameters = job.initial.clone();
        let path = |name: &str| directory.path(name).to_str().unwrap().to_owned();
        let (out, json) = (path("gone/out"), path("json"));
        let cli = Cli::from_words(&["--out", &out, "--json", &json]).unwrap();
        let error = write_files(&cli, &job, &training, &memory).unwrap_err();
        assert_eq!((error.exit_code(), directory.names()), (1, vec!["json".into()]));
        assert!(error.to_string().starts_with(&format!("--out {out}: could not write it (")), "{error}");
    }

    #[test]
    fn json_has_the_figures() {
        let directory = Directory::new("json");
        let path = directory.path("run.json");
        let (job, training, memory) = run();
        write_json(&path, &job, &training, &memory).unwrap();
        let figures: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let expected = json!({
            "loss_first": 4.0,
            "loss_last": 1.0,
            "losses": [4.0, 1.0],
            "tokens_per_second": 128.0,
            "world": 2,
            "stage": 1,
            "parameters": 4568,
            "memory_per_rank": {"weights": 9152, "m": 9216},
        });
        assert_eq!(figures, expected);
    }
}
