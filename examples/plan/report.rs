//! The table and the file.

use std::fmt::Write;
use std::path::Path;

use ascend_npu::zero::Kind;
use ascend_npu::zero::plan::PARTS;
use serde_json::{Value, json};

use crate::cli::Job;
use crate::error::{Error, Result};
use crate::outcome::Outcome;
use crate::output;

/// A column for each stage.
pub fn text(job: &Job, outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    let mut line = |name: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>17}")).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", format!("{name:<16}{cells}").trim_end());
    };
    let row = |of: &dyn Fn(&Outcome) -> String| outcomes.iter().map(of).collect::<Vec<_>>();
    for (name, value) in about(job, outcomes) {
        line(&format!("{name:<18}{value}"), vec![]);
    }
    line("", vec![]);
    line("bytes a device", row(&|outcome| format!("stage {}", outcome.stage)));
    for kind in Kind::ALL {
        let of = |outcome: &Outcome| outcome.plan.rows.iter().find(|row| row.kind == kind).copied();
        if outcomes.iter().any(|outcome| of(outcome).is_some()) {
            let cell = |outcome: &Outcome| of(outcome).map_or("-".to_owned(), |row| row.bytes.to_string());
            let estimated = outcomes.iter().filter_map(of).any(|row| row.estimated);
            line(&format!("  {}{}", kind.name(), if estimated { " ~" } else { "" }), row(&cell));
        }
    }
    line("  padding, pages", row(&|outcome| padding(outcome).to_string()));
    line("all", row(&|outcome| outcome.plan.total().to_string()));
    line("", row(&|outcome| gib(outcome.plan.total())));
    if outcomes.iter().any(|outcome| outcome.plan.host > 0) {
        line("host memory", row(&|outcome| outcome.plan.host.to_string()));
    }
    line("", vec![]);
    line("bytes sent, step", vec![]);
    line("  reduce-scatter", row(&|outcome| outcome.plan.communication.reduce_scatter.to_string()));
    line("  all-gather", row(&|outcome| outcome.plan.communication.all_gather.to_string()));
    line("", vec![]);
    let mut sizes = PARTS.map(|part| part.memory).to_vec();
    sizes.sort_unstable();
    sizes.dedup();
    for memory in sizes {
        let fits = |outcome: &Outcome| if outcome.plan.total() <= memory { "yes" } else { "no" }.to_owned();
        line(&format!("fits {}", gib(memory)), row(&fits));
        let parts: Vec<_> = PARTS.iter().filter(|part| part.memory == memory).map(|part| part.soc).collect();
        for parts in parts.chunks(6) {
            line(&format!("  {}", parts.join(" ")), vec![]);
        }
    }
    for outcome in outcomes.iter().filter(|outcome| outcome.plan.total() > job.part.memory) {
        line("", vec![]);
        line(&format!("stage {} fits {} with", outcome.stage, job.part.soc), vec![]);
        match &outcome.change {
            Some(change) => {
                change.steps.iter().for_each(|step| line(&format!("  {step}"), vec![]));
                line(&format!("  {} then", gib(change.total)), vec![]);
            }
            None => line("  nothing that is known here", vec![]),
        }
    }
    text
}

fn about(job: &Job, outcomes: &[Outcome]) -> Vec<(&'static str, String)> {
    let mut about = Vec::new();
    if let (Some(Outcome { plan, .. }), Some(options)) = (outcomes.first(), job.options.first()) {
        let mut types: Vec<_> = plan.layout.buckets().iter().map(|bucket| bucket.dtype.name()).collect();
        types.sort_unstable();
        types.dedup();
        let counts = format!("{} parameters, {} trained", plan.parameters, plan.trainable);
        about.push(("model", format!("{}, {counts}, {}", job.model.name, types.join(" and "))));
        let batches = format!("{} of {} x {} tokens", options.setup.micro_batches, options.batch, options.sequence);
        about.push(("ranks", format!("{}, micro-batches of each: {batches}", options.world)));
    }
    about.push(("~", "an estimate; all else is what is allocated".to_owned()));
    about
}

/// What the device takes beyond what is asked for.
fn padding(outcome: &Outcome) -> u64 {
    outcome.plan.rows.iter().map(|row| row.taken - row.bytes).sum()
}

pub fn gib(bytes: u64) -> String {
    let gib = bytes as f64 / f64::from(1 << 30);
    if gib.fract() == 0.0 { format!("{gib} GiB") } else { format!("{gib:.2} GiB") }
}

/// Writes the same figures to a file.
pub fn write_json(path: &Path, job: &Job, outcomes: &[Outcome]) -> Result<()> {
    let mut text = serde_json::to_vec_pretty(&figures(job, outcomes))
        .map_err(|error| Error::failed(format!("the figures cannot be written as JSON ({error})")))?;
    text.push(b'\n');
    output::write_whole("--json", path, &text)
}

fn figures(job: &Job, outcomes: &[Outcome]) -> Value {
    let stages = outcomes.iter().map(|Outcome { stage, plan, change }| {
        let rows = plan.rows.iter().map(|row| {
            let figures = json!({"bytes": row.bytes, "taken": row.taken, "estimated": row.estimated});
            (row.kind.name().to_owned(), figures)
        });
        let fits = PARTS.iter().map(|part| (part.soc.to_owned(), json!(plan.total() <= part.memory)));
        let change = change.as_ref().map(|change| json!({"steps": change.steps, "total": change.total}));
        json!({
            "stage": stage,
            "device_bytes": Value::Object(rows.collect()),
            "device_bytes_total": plan.total(),
            "host_bytes": plan.host,
            "sent_bytes_per_step": {
                "reduce_scatter": plan.communication.reduce_scatter,
                "all_gather": plan.communication.all_gather,
            },
            "fits": Value::Object(fits.collect()),
            "change": change,
        })
    });
    let first = outcomes.first().map(|outcome| &outcome.plan);
    json!({
        "model": job.model.name,
        "parameters": first.map_or(0, |plan| plan.parameters),
        "trainable": first.map_or(0, |plan| plan.trainable),
        "world": job.options.first().map_or(0, |options| options.world),
        "soc": job.part.soc,
        "stages": stages.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use crate::command_line::parse_words;
    use crate::outcome;

    fn planned(words: &[&str]) -> (Job, Vec<Outcome>) {
        let job = parse_words::<Cli>(words).unwrap().job().unwrap();
        let outcomes = outcome::of(&job).unwrap();
        (job, outcomes)
    }

    #[test]
    fn rows_of_the_table_add_up_to_all_of_it() {
        let (job, outcomes) = planned(&["--micro-batches", "4", "--reduce", "once", "--soc", "Ascend910B4"]);
        let text = text(&job, &outcomes);
        let (_, table) = text.split_once("bytes a device").unwrap();
        for column in 0..3 {
            let number = |line: &str| -> u64 {
                let cells: Vec<_> = line.split_whitespace().rev().take(3).collect();
                if cells[2 - column] == "-" { 0 } else { cells[2 - column].parse().unwrap() }
            };
            let rows = table.lines().skip(1).take_while(|line| line.starts_with("  "));
            let all = table.lines().find(|line| line.starts_with("all")).unwrap();
            assert_eq!(rows.map(number).sum::<u64>(), number(all));
        }
        assert!(text.contains("llama-7b, 6738415616 parameters, 6738415616 trained, bf16"), "{text}");
        assert!(text.contains("stage 1 fits Ascend910B4 with\n  stage 2\n") || text.contains("  stage 3\n"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 120 && line.trim_end() == line), "{text}");
    }

    #[test]
    fn the_file_has_every_figure() {
        let (job, outcomes) = planned(&["--model", "llama-3.2-1b", "--world", "2", "--stage", "1"]);
        let figures = figures(&job, &outcomes);
        assert_eq!((&figures["world"], &figures["parameters"]), (&json!(2), &json!(1_235_814_400_u64)));
        let stage = &figures["stages"][0];
        let rows = stage["device_bytes"].as_object().unwrap();
        let sum: u64 = rows.values().map(|row| row["taken"].as_u64().unwrap()).sum();
        assert_eq!(stage["device_bytes_total"], json!(sum));
        assert_eq!(rows["activations"]["estimated"], json!(true));
        assert_eq!(rows["parameters"]["estimated"], json!(false));
        assert_eq!(stage["fits"].as_object().unwrap().len(), PARTS.len());
        assert_eq!(stage["change"]["steps"], json!([]));
    }
}
