//! `run`: the program in place of this command.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use ascend_npu_mock::control::{Schedule, Settings};

use crate::cli::{Device, Run};
use crate::layout;
use crate::output::Refusal;
use crate::watch;

/// Becomes the program: it keeps this process's id, so that signals reach it and its exit code is the command's. Returns only if
/// that fails; or, with checks or a schedule, when the program has ended.
pub(crate) fn run(run: &Run) -> Result<ExitCode, Refusal> {
    let [program, arguments @ ..] = run.program.as_slice() else {
        return Err(Refusal::new("a program is wanted after `--`"));
    };
    let home = layout::home()?;
    let mut path = home.join("lib64").into_os_string();
    // An empty entry would stand for the current directory.
    if let Some(rest) = env::var_os("LD_LIBRARY_PATH").filter(|rest| !rest.is_empty()) {
        path.push(":");
        path.push(rest);
    }
    let mut command = Command::new(program);
    command.args(arguments).env("LD_LIBRARY_PATH", path).envs(settings(run));
    // Build scripts ask where the toolkit is. An installed one has headers of more than ACL and HCCL: it stays.
    for (name, place) in layout::VARIABLES {
        if env::var_os(name).is_none() {
            command.env(name, home.join(place));
        }
    }
    if let Some(timeline) = &run.timeline {
        command.env("ASCEND_MOCK_TIMELINE", new_file(timeline)?);
    }
    let replay = replay(run);
    if let Some(checks) = &run.check {
        let report = watch::Report::open(run.report.as_deref())?;
        command.env("ASCEND_MOCK_CHECK", checks).env("ASCEND_MOCK_REPORT", report.path());
        return watch::run(command, Some(&report), replay.as_deref());
    }
    if replay.is_some() {
        return watch::run(command, None, replay.as_deref());
    }
    let error = command.exec();
    Err(Refusal::because(format!("cannot run {}", program.to_string_lossy()), error))
}

/// How to see a run again whose schedule was asked for, by an option or in the environment.
fn replay(run: &Run) -> Option<String> {
    let is_set = |name| env::var_os(name).is_some();
    let asks = run.seed.is_some() || run.schedule.is_some();
    if !asks && !["ASCEND_MOCK_SEED", "ASCEND_MOCK_SCHEDULE"].into_iter().any(is_set) {
        return None;
    }
    let mut settings = Settings::default();
    settings.seed = run.seed.unwrap_or(settings.seed);
    settings.workers = run.workers.map_or(settings.workers, |workers| workers as usize);
    match run.schedule.as_deref() {
        Some("late") => settings.schedule = Schedule::Late,
        Some(_) => settings.schedule = Schedule::Random,
        None => {}
    }
    Some(settings.replay())
}

/// The place of a file that the program makes. What is there is of another run, and goes.
fn new_file(path: &Path) -> Result<PathBuf, Refusal> {
    let fail = |error| Refusal::because(format!("--timeline {}: cannot write there", path.display()), error);
    // The program may work in another directory.
    File::create(path)
        .and_then(|_| path.canonicalize())
        .and_then(|path| fs::remove_file(&path).map(|()| path))
        .map_err(fail)
}

/// What the options set in the environment of the program.
fn settings(run: &Run) -> Vec<(String, OsString)> {
    let Device { devices, soc, hbm } = &run.device;
    let numbers = [
        ("DEVICES", devices.map(u64::from)),
        ("HBM", *hbm),
        ("SEED", run.seed),
        ("WORKERS", run.workers.map(u64::from)),
        ("CONNECT_TIMEOUT", run.connect_timeout),
        ("EXEC_TIMEOUT", run.exec_timeout),
        ("DRY_RUN", run.dry_run.then_some(1)),
        ("REPORT_REFUSED", run.report_refused.then_some(1)),
    ];
    let mut settings: Vec<(String, OsString)> = numbers
        .into_iter()
        .filter_map(|(name, number)| Some((format!("ASCEND_MOCK_{name}"), OsString::from(number?.to_string()))))
        .collect();
    settings.extend(soc.iter().map(|soc| ("ASCEND_MOCK_SOC".to_owned(), OsString::from(soc))));
    settings.extend(run.clock.iter().map(|clock| ("ASCEND_MOCK_CLOCK".to_owned(), OsString::from(clock))));
    settings.extend(run.schedule.iter().map(|name| ("ASCEND_MOCK_SCHEDULE".to_owned(), OsString::from(name))));
    for (name, rules) in [("ASCEND_MOCK_FAULTS", &run.fault), ("ASCEND_MOCK_KERNELS", &run.kernel)] {
        if !rules.is_empty() {
            settings.push((name.to_owned(), OsString::from(rules.join(";"))));
        }
    }
    settings.extend(run.set.iter().map(|(name, value)| (name.clone(), OsString::from(value))));
    settings
}
