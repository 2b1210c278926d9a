//! The run: checks that everything is there, then measures case by case.

use ascend_npu::{Architecture, Backend, Device};

use crate::case::Case;
use crate::cli::{Common, Kernel};
use crate::error::{Error, Result};
use crate::free_memory::free_memory;
use crate::measure::{Budget, floor, measure};
use crate::pass::Pass;
use crate::plan::Plan;
use crate::progress::Progress;
use crate::report::{Machine, Report, Row};
use crate::roofline::{Roofline, is_modelled};
use crate::{fill, machine, start, subject};

/// Elements of a launch that does next to nothing: as few as the 910A takes.
const FEW: usize = 16;

/// One row to be measured.
#[derive(Clone, Copy, Debug)]
struct Job {
    case: Case,
    plan: Plan,
    blocks: u32,
}

/// Measures what was asked for.
pub fn run(kernel: &Kernel) -> Result<Report> {
    let common = kernel.common();
    common.check()?;
    let cache = machine::last_level_cache();
    let (driver, _) = start::open()?;
    let device = driver.device(0).map_err(|error| Error::at_start(&error))?;
    let soc = start::soc_name(&driver);
    let cases = cases(kernel, &device, &soc)?;
    let (backend, modelled) = (driver.backend(), is_modelled(driver.backend())?);
    let roofline = Roofline::of(backend, &soc, modelled)?;
    let jobs = jobs(&cases, common, cache, device.vector_cores()?)?;
    check_memory(&jobs, roofline, backend, device.memory()?.free as f64, free_memory())?;

    let budget =
        Budget { rounds: common.rounds, precision: common.precision / 100.0, seconds: common.seconds, modelled };
    let mut progress = Progress::new(jobs.len());
    let (mut rows, mut known) = (Vec::new(), None);
    for &job in &jobs {
        // Of all rows of a case there is one: it does not depend on the size.
        let floor = match known {
            Some((case, blocks, floor)) if (case, blocks) == (job.case, job.blocks) => floor,
            _ => launch_of_few(&device, job, modelled)?,
        };
        known = Some((job.case, job.blocks, floor));
        rows.push(row(&device, roofline, job, floor, budget, &progress)?);
        progress.next();
    }
    let machine = Machine { backend, soc, modelled, roofline, threads: machine::threads(), cache };
    Ok(Report { machine, rows })
}

/// Those that the device has, of all; and those that were asked for by name, or none.
fn cases(kernel: &Kernel, device: &Device, soc: &str) -> Result<Vec<Case>> {
    let mut cases = kernel.cases()?;
    if let Kernel::All(_) = kernel {
        let has_all = device.architecture() == Architecture::A2201;
        cases.retain(|case| has_all || !case.needs_2201());
    }
    for &case in &cases {
        if case.needs_2201() {
            start::check_bf16(device, soc, &case.to_string())?;
        }
        // Fails here, and not after minutes of filling buffers, when there is no image.
        subject::new(device, case, plan(case, FEW, 0, Some(1), None)?, 1)
            .map_err(|error| Error::input(error.to_string()))?;
    }
    Ok(cases)
}

fn launch_of_few(device: &Device, Job { case, blocks, .. }: Job, modelled: bool) -> Result<f64> {
    let plan = plan(case, FEW, 0, Some(1), None)?;
    floor(&mut *subject::new(device, case, plan, blocks)?, modelled)
}

fn row(device: &Device, roofline: Roofline, job: Job, floor: f64, budget: Budget, progress: &Progress) -> Result<Row> {
    let Job { case, plan, blocks } = job;
    let tell = |what: &str, share: f64| progress.tell(format!("{case}, {} elements: {what}", plan.len), share);
    tell("filling buffers", 0.0);
    let mut subject = subject::new(device, case, plan, blocks)?;
    // Host memory says nothing about an NPU.
    let mut pass = match roofline {
        Roofline::Pass => Some(Pass::new(device, case, plan)?),
        Roofline::Hbm(_) => None,
    };
    tell("warming up", 0.0);
    let figures = measure(&mut *subject, pass.as_mut(), budget, |share| tell("measuring", share))?;
    tell("checking results", 1.0);
    let check = subject.check()?;
    Ok(Row { case, plan, blocks, floor, figures, check })
}

fn jobs(cases: &[Case], common: &Common, cache: Option<usize>, cores: u32) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for &case in cases {
        let sizes: Vec<usize> = match &common.sizes {
            Some(sizes) => sizes.iter().map(|size| size.0).collect(),
            None => case.usual_sizes().to_vec(),
        };
        // A decision is made in one block; the scales of tensors have as many as the device has cores.
        let blocks = match &common.blocks {
            _ if case == Case::Control => vec![1],
            _ if case == Case::ControlTensors => vec![cores],
            Some(blocks) => blocks.clone(),
            None => vec![cores],
        };
        for blocks in blocks {
            for &offset in &common.offsets {
                for &len in &sizes {
                    jobs.push(Job { case, plan: plan(case, len, offset, common.sets, cache)?, blocks });
                }
            }
        }
    }
    Ok(jobs)
}

fn plan(case: Case, len: usize, offset: usize, sets: Option<usize>, cache: Option<usize>) -> Result<Plan> {
    Plan::new(case, len, offset, sets, cache)
        .ok_or_else(|| Error::input(format!("--sizes {len}: no address counts so many bytes; give fewer or --sets 1")))
}

/// Refuses, before anything is allocated, what does not fit.
fn check_memory(jobs: &[Job], roofline: Roofline, backend: Backend, device: f64, host: f64) -> Result<()> {
    let Some(plan) = jobs.iter().map(|job| job.plan).max_by_key(Plan::bytes) else { return Ok(()) };
    let kernel = plan.bytes() as f64;
    let staging = 4.0 * fill::CHUNK as f64;
    // The software device lives in host memory, and so does the plain pass beside it.
    let on_host = match (backend, roofline) {
        (Backend::Cann, _) => staging,
        (Backend::Mock, Roofline::Hbm(_)) => kernel + staging,
        (Backend::Mock, Roofline::Pass) => 2.0 * kernel + staging,
    };
    for (place, needed, free) in [("device", kernel, device), ("host", on_host, host)] {
        if needed > free {
            return Err(Error::input(format!(
                "{} elements, laid out {} times, need about {:.1} GB of {place} memory, {:.1} GB are free; \
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
    use crate::cli::tests::kernel;
    use crate::table;

    #[test]
    fn a_tiny_run_measures_and_checks() {
        let report = run(&kernel("adam --sizes 16,1003 --offsets 0,1 --sets 2 --rounds 2 --blocks 2,3")).unwrap();
        assert_eq!(report.rows.len(), 8);
        for row in &report.rows {
            assert_eq!((row.figures.rounds, row.check.wrong), (2, 0));
            assert!(row.figures.launch.least() > 0.0 && row.figures.share.is_some() && row.floor > 0.0);
        }
        assert_eq!(report.rows[1].check.compared, 1003);
        report.correctness().unwrap();
        assert!(table::text(&report).contains("1003"));
    }

    #[test]
    fn every_kernel_is_measured_at_sizes_of_its_own() {
        let report = run(&kernel("all --sets 1 --rounds 1 --sizes 300")).unwrap();
        assert_eq!(report.rows.len(), Case::all().len());
        report.correctness().unwrap();
        let jobs = jobs(&Case::all(), kernel("all").common(), None, 40).unwrap();
        assert!(jobs.iter().all(|job| (job.blocks == 1) == (job.case == Case::Control)));
        assert!(jobs.iter().any(|job| job.case == Case::Control && job.plan.len == 8));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_to_change() {
        let kernel = kernel("adam");
        let jobs = jobs(&kernel.cases().unwrap(), kernel.common(), Some(300 << 20), 40).unwrap();
        let check = |backend, roofline, device, host| check_memory(&jobs, roofline, backend, device, host);
        check(Backend::Mock, Roofline::Pass, 2e9, 4e9).unwrap();
        check(Backend::Mock, Roofline::Hbm(1.0), 2e9, 2e9).unwrap();
        check(Backend::Cann, Roofline::Hbm(1.0), 2e9, 1e8).unwrap();
        let error = check(Backend::Mock, Roofline::Pass, 2e9, 3e9).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert_eq!(
            error.to_string(),
            "100000000 elements, laid out 1 times, need about 3.3 GB of host memory, 3.0 GB are free; \
             give smaller --sizes or fewer --sets"
        );
        let error = check(Backend::Cann, Roofline::Hbm(1.0), 1e9, 1e12).unwrap_err().to_string();
        assert!(error.contains("1.6 GB of device memory, 1.0 GB are free"), "{error}");
    }
}
