//! The program beside this command, which counts what the checks found, and tells under which schedule the program failed.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::thread;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tempfile::TempPath;

use crate::output::Refusal;

/// The exit code of a run in which the checks found something.
const FOUND: u8 = 86;

/// Where the program's findings go.
pub(crate) struct Report {
    path: PathBuf,
    /// What stood in the file before.
    before: u64,
    _temporary: Option<TempPath>,
}

impl Report {
    /// Opens the file that was given, or one for this run.
    pub(crate) fn open(given: Option<&Path>) -> Result<Self, Refusal> {
        let Some(path) = given else {
            let made = tempfile::NamedTempFile::new()
                .map_err(|error| Refusal::because("cannot make a file for findings".to_owned(), error))?;
            let temporary = made.into_temp_path();
            return Ok(Self { path: temporary.to_path_buf(), before: 0, _temporary: Some(temporary) });
        };
        let fail = |error| Refusal::because(format!("--report {}: cannot write there", path.display()), error);
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(fail)?;
        let before = file.metadata().map_err(fail)?.len();
        // The program may work in another directory.
        Ok(Self { path: path.canonicalize().map_err(fail)?, before, _temporary: None })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How many findings of this run are errors, and how many are warnings.
    fn count(&self) -> Result<(usize, usize), Refusal> {
        let read = || {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(self.before))?;
            let mut text = String::new();
            file.read_to_string(&mut text).map(|_| text)
        };
        let text = read().map_err(|error| Refusal::because(format!("cannot read {}", self.path.display()), error))?;
        let warns = |finding: &Value| finding.get("severity").and_then(Value::as_str) == Some("warning");
        let is_warning = |line: &str| serde_json::from_str(line).is_ok_and(|finding| warns(&finding));
        let warnings = text.lines().filter(|line| is_warning(line)).count();
        Ok((text.lines().count() - warnings, warnings))
    }
}

/// Runs the program to its end, and tells what was found; and, where it failed, `replay`: how to see that again. The exit code is 86
/// if anything but warnings was found, else that of the program.
pub(crate) fn run(mut command: Command, report: Option<&Report>, replay: Option<&str>) -> Result<ExitCode, Refusal> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().map_err(|error| Refusal::because(format!("cannot run {name}"), error))?;
    forward_signals(&child)?;
    let status = child.wait().map_err(|error| Refusal::because(format!("cannot wait for {name}"), error))?;
    let (errors, warnings) = report.map_or(Ok((0, 0)), Report::count)?;
    if errors + warnings > 0 {
        eprintln!("ascend-mock: the checks found {errors} errors and {warnings} warnings");
    }
    if let Some(replay) = replay.filter(|_| !status.success()) {
        eprintln!("ascend-mock: the program ended with {status}, {replay}");
    }
    Ok(if errors > 0 { ExitCode::from(FOUND) } else { ExitCode::from(code(status)) })
}

/// As a shell tells it.
fn code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code & 0xff).unwrap_or(1)
}

/// Whoever ends this command means the program.
fn forward_signals(child: &Child) -> Result<(), Refusal> {
    let fail = |error| Refusal::because("cannot watch for signals".to_owned(), error);
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM]).map_err(fail)?;
    let Ok(id) = i32::try_from(child.id()) else { return Ok(()) };
    let forward = move || {
        for signal in signals.forever() {
            if let Ok(signal) = Signal::try_from(signal) {
                // One that has ended needs none.
                let _ = kill(Pid::from_raw(id), signal);
            }
        }
    };
    thread::Builder::new().spawn(forward).map(drop).map_err(fail)
}
