//! The run: checks that everything is there, then measures size by size.

use ascend_npu::kernel::adam::Adam;
use ascend_npu::{Backend, Device};

use crate::cli::AdamOptions;
use crate::error::{Error, Result};
use crate::free_memory::free_memory;
use crate::measure::{Budget, measure};
use crate::plan::Plan;
use crate::progress::Progress;
use crate::report::{Machine, Report, Row};
use crate::types::Types;
use crate::{adam, fill, machine, output, pass, start};

/// Measures `adam`.
pub fn adam(options: &AdamOptions) -> Result<Report> {
    options.check()?;
    if let Some(path) = &options.json {
        output::check_writable("--json", path)?;
    }
    let types = options.types();
    let cache = machine::last_level_cache();
    let plans = plans(options, cache)?;
    let (driver, _) = start::open()?;
    let device = driver.device(0).map_err(|error| Error::at_start(&error))?;
    let soc = start::soc_name(&driver);
    if types.has_bf16() {
        start::check_bf16(&device, &soc, &format!("--gradient {} --copy {}", types.gradient, types.copy))?;
    }
    // Fails here, and not after minutes of filling buffers, when there is no image.
    Adam::load(&device).map_err(|error| Error::at_start(&error))?;
    let backend = driver.backend();
    check_memory(&plans, types, backend, device.memory()?.free as f64, free_memory())?;

    let blocks = match options.blocks {
        Some(blocks) => blocks,
        None => device.vector_cores()?,
    };
    let budget = Budget { rounds: options.rounds, seconds: options.seconds };
    let mut progress = Progress::new(plans.len());
    let mut rows = Vec::new();
    for &plan in &plans {
        rows.push(row(&device, backend, plan, types, blocks, budget, &progress)?);
        progress.next();
    }
    let machine = Machine { backend, soc, blocks, threads: machine::threads(), cache };
    Ok(Report { types, machine, rows })
}

fn row(
    device: &Device,
    backend: Backend,
    plan: Plan,
    types: Types,
    blocks: u32,
    budget: Budget,
    progress: &Progress,
) -> Result<Row> {
    let tell = |what: &str, share: f64| progress.tell(format!("{} parameters: {what}", plan.len), share);
    tell("filling buffers", 0.0);
    let mut subject = adam::new(device, plan, types, blocks)?;
    // Host memory says nothing about an NPU.
    let mut pass = match backend {
        Backend::Mock => Some(pass::new(device, plan, types)?),
        Backend::Cann => None,
    };
    tell("warming up", 0.0);
    let figures = measure(
        &mut *subject,
        match &mut pass {
            Some(pass) => Some(&mut **pass),
            None => None,
        },
        budget,
        |share| tell("measuring", share),
    )?;
    tell("checking results", 1.0);
    let check = subject.check()?;
    Ok(Row { plan, figures, check })
}

fn plans(options: &AdamOptions, cache: Option<usize>) -> Result<Vec<Plan>> {
    let types = options.types();
    let plan = |len| {
        Plan::new(len, types, options.sets, cache).ok_or_else(|| {
            Error::input(format!("--sizes {len}: no address counts so many bytes; give fewer or --sets 1"))
        })
    };
    options.sizes.iter().map(|size| plan(size.0)).collect()
}

/// Refuses, before anything is allocated, what does not fit.
fn check_memory(plans: &[Plan], types: Types, backend: Backend, device: f64, host: f64) -> Result<()> {
    let Some(plan) = plans.iter().max_by_key(|plan| plan.bytes(types)) else { return Ok(()) };
    let kernel = plan.bytes(types) as f64;
    let staging = 4.0 * fill::CHUNK as f64;
    // The software device lives in host memory, and so does the plain pass beside it.
    let on_host = if backend == Backend::Mock { 2.0 * kernel + staging } else { staging };
    for (place, needed, free) in [("device", kernel, device), ("host", on_host, host)] {
        if needed > free {
            return Err(Error::input(format!(
                "{} parameters, laid out {} times, need about {:.1} GB of {place} memory, {:.1} GB are free; \
                 give smaller --sizes or fewer --sets",
                plan.len,
                plan.sets,
                needed / 1e9,
                free / 1e9
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tests::adam as options;
    use crate::output::tests::Directory;
    use crate::report;

    #[test]
    fn a_tiny_run_measures_checks_and_writes() {
        let directory = Directory::new("bench");
        let path = directory.path("adam.json");
        let line = "--sizes 1,1003 --sets 2 --rounds 2 --blocks 3 --json";
        let report = adam(&options(&format!("{line} {}", path.display()))).unwrap();
        assert_eq!(directory.names().len(), 0, "nothing is written before the end");
        assert_eq!(report.rows.len(), 2);
        for row in &report.rows {
            assert_eq!((row.figures.rounds, row.check.wrong), (2, 0));
            assert!(row.figures.launch.least() > 0.0 && row.figures.share.is_some());
        }
        assert_eq!(report.rows[1].check.compared, 1003);
        report.correctness().unwrap();
        report::write_json(&path, &report).unwrap();
        assert!(report::text(&report).contains("1003"));
    }

    #[test]
    fn other_types_are_measured_too() {
        let report = adam(&options("--sizes 300 --sets 1 --rounds 1 --gradient fp32 --copy none")).unwrap();
        assert_eq!((report.types.bytes_moved(), report.rows[0].check.wrong), (28, 0));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_to_change() {
        let types = options("").types();
        let plans = plans(&options(""), Some(300 << 20)).unwrap();
        let check = |backend, device, host| check_memory(&plans, types, backend, device, host);
        check(Backend::Mock, 2e9, 4e9).unwrap();
        check(Backend::Cann, 2e9, 1e8).unwrap();
        let error = check(Backend::Mock, 2e9, 3e9).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert_eq!(
            error.to_string(),
            "100000000 parameters, laid out 1 times, need about 3.3 GB of host memory, 3.0 GB are free; \
             give smaller --sizes or fewer --sets"
        );
        let error = check(Backend::Cann, 1e9, 1e12).unwrap_err().to_string();
        assert!(error.contains("1.6 GB of device memory, 1.0 GB are free"), "{error}");
        let error = adam(&options("--sizes 1e15 --sets 1000000000")).unwrap_err();
        assert_eq!(error.exit_code(), 2);
    }

    #[test]
    fn unwritable_file_is_refused_at_once() {
        let error = adam(&options("--json /no/such/folder/a.json")).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert!(error.to_string().starts_with("--json /no/such/folder/a.json: cannot write there ("), "{error}");
    }
}
