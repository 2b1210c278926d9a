//! Settings, read once: from [`configure`], else from the environment.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use std::{env, thread};

use once_cell::sync::OnceCell;

use super::SOC_NAMES;
use super::schedules::replay_of;
use crate::check::Checks;
use crate::clock::Clock;
use crate::device::soc_named;
use crate::exec::Mode;

static SETTINGS: OnceCell<Settings> = OnceCell::new();

/// How the software device is made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Number of devices: `ASCEND_MOCK_DEVICES`, 8.
    pub devices: u32,
    /// SoC name: `ASCEND_MOCK_SOC`, `Ascend910B3`.
    pub soc: String,
    /// Bytes of device memory instead of the SoC's own: `ASCEND_MOCK_HBM`.
    pub hbm_bytes: Option<u64>,
    /// Threads that run operations: `ASCEND_MOCK_WORKERS`, the number of cores.
    pub workers: usize,
    /// What the order of ready streams is drawn from: `ASCEND_MOCK_SEED`, 1.
    pub seed: u64,
    /// When operations run: `ASCEND_MOCK_SCHEDULE`, `random` or `late`; `random`.
    pub schedule: Schedule,
    /// How long ranks wait for each other on the host: `ASCEND_MOCK_CONNECT_TIMEOUT` in seconds, 10. This stands for the library's
    /// default of 120 s; where `HCCL_CONNECT_TIMEOUT` asks for another time, that is scaled alike.
    pub connect_timeout: Duration,
    /// How long a collective waits on its stream: `ASCEND_MOCK_EXEC_TIMEOUT` in seconds, 120; 0 is for ever. This stands for the
    /// library's default of 1836 s; where `HCCL_EXEC_TIMEOUT` or a communicator asks for another time, that is scaled alike.
    pub exec_timeout: Option<Duration>,
    /// Half of a communicator's buffer in MiB: `HCCL_BUFFSIZE`, 200.
    pub buffer_mib: u64,
    /// Whether each call that is not supported is told on stderr: `ASCEND_MOCK_REPORT_REFUSED` is 1; 0.
    pub report_refused: bool,
    /// The order of reductions: `ASCEND_MOCK_REDUCTION_ORDER`, `rank`, `ring` or `random`; `rank`.
    pub reduction_order: ReductionOrder,
    /// Whether ranks that ask for different things wait until the timeout, as on a real device, instead of failing with a text:
    /// `ASCEND_MOCK_MISMATCH_HANGS`, 0 or 1; 0. At the first use of a kind of operation they fail in any case.
    pub mismatch_hangs: bool,
    /// Which checks are on: `ASCEND_MOCK_CHECK`, as [`Checks::from_str`] reads it; none.
    pub checks: Checks,
    /// Where findings of the checks are appended, one JSON object a line: `ASCEND_MOCK_REPORT`.
    pub report_file: Option<PathBuf>,
    /// What times are: `ASCEND_MOCK_CLOCK`, `real` or `model`; `real`.
    pub clock: Clock,
    /// Whether the run is dry: memory is given and never touched, and operations take modelled time and do nothing else. The clock
    /// is then the modelled one. `ASCEND_MOCK_DRY_RUN` is 1; 0.
    pub dry_run: bool,
    /// Where the timeline of the run is written, for the viewers of Chrome and Perfetto: `ASCEND_MOCK_TIMELINE`. A file that is there
    /// stays: then the number of the process is put into the name.
    pub timeline_file: Option<PathBuf>,
    /// Rules for faults, see `control/grammar.rs`: `ASCEND_MOCK_FAULTS`, the rules or `@` and the path of a file of them; none.
    pub faults: String,
    /// Rules for what kernels take by the modelled clock, see `control/kernels.rs`: `ASCEND_MOCK_KERNELS`, the rules or `@` and the path
    /// of a file of them; none.
    pub kernels: String,
    /// What could not be read.
    unread: Vec<String>,
}

/// When operations run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Schedule {
    /// Which ready stream goes next is drawn from the seed. With one worker the seed decides alone: operations run one at a time,
    /// a drawn number of them at each call of the program.
    #[default]
    Random,
    /// An operation runs only when the program waits for it, directly or through others, or after a second in which nothing ran.
    Late,
}

/// The order in which a collective reduces the ranks' data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReductionOrder {
    /// Rank 0 first.
    #[default]
    Rank,
    /// Each chunk starts at the rank after the one where its result ends.
    Ring,
    /// Drawn from the seed for each operation, as the additions of a 910B without HCCL_DETERMINISTIC come in any order. Deterministic
    /// communicators, and devices whose order is fixed, reduce by rank.
    Random,
}

/// The software device runs already, with other settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadyStarted;

impl std::fmt::Display for AlreadyStarted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the software device runs already: configure it before its first call")
    }
}

impl std::error::Error for AlreadyStarted {}

impl Default for Settings {
    /// The settings of the environment.
    fn default() -> Self {
        let mut problems = Vec::new();
        let faults = super::plan::of_environment(super::plan::VARIABLE, &mut problems);
        let kernels = super::plan::of_environment("ASCEND_MOCK_KERNELS", &mut problems);
        let exec = read("ASCEND_MOCK_EXEC_TIMEOUT", 120, &mut problems);
        let connect = read("ASCEND_MOCK_CONNECT_TIMEOUT", 10, &mut problems);
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let hbm = read("ASCEND_MOCK_HBM", 0, &mut problems);
        Self {
            devices: read("ASCEND_MOCK_DEVICES", 8, &mut problems),
            soc: env::var("ASCEND_MOCK_SOC").unwrap_or_else(|_| "Ascend910B3".to_owned()),
            hbm_bytes: (hbm != 0).then_some(hbm),
            workers: read("ASCEND_MOCK_WORKERS", cores, &mut problems).max(1),
            seed: read("ASCEND_MOCK_SEED", 1, &mut problems),
            schedule: schedule(&mut problems),
            connect_timeout: Duration::from_secs(connect),
            exec_timeout: (exec != 0).then(|| Duration::from_secs(exec)),
            report_refused: read::<u8>("ASCEND_MOCK_REPORT_REFUSED", 0, &mut problems) != 0,
            // A wrong value is told by the first call of HCCL.
            buffer_mib: read("HCCL_BUFFSIZE", 200, &mut Vec::new()),
            reduction_order: reduction_order(&mut problems),
            mismatch_hangs: read("ASCEND_MOCK_MISMATCH_HANGS", 0, &mut problems) != 0,
            checks: checks(&mut problems),
            report_file: env::var_os("ASCEND_MOCK_REPORT").filter(|path| !path.is_empty()).map(PathBuf::from),
            clock: clock(&mut problems),
            dry_run: read::<u8>("ASCEND_MOCK_DRY_RUN", 0, &mut problems) != 0,
            timeline_file: env::var_os("ASCEND_MOCK_TIMELINE").filter(|path| !path.is_empty()).map(PathBuf::from),
            faults,
            kernels,
            unread: problems,
        }
    }
}

impl Settings {
    pub(crate) fn mode(&self) -> Mode {
        match self.schedule {
            Schedule::Late => Mode::Late,
            Schedule::Random if self.workers == 1 => Mode::Steps,
            Schedule::Random => Mode::Free,
        }
    }

    /// How to see a run with these settings again.
    pub fn replay(&self) -> String {
        replay_of(self.seed, self.mode())
    }

    /// Everything that is wrong with them; `aclInit` then fails and tells.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = self.unread.clone();
        problems.extend(super::plan::problems(&self.faults));
        problems.extend(super::kernels::problems(&self.kernels));
        if soc_named(&self.soc).is_none() {
            let known = SOC_NAMES.join(", ");
            problems.push(format!("ASCEND_MOCK_SOC is `{}`, which is none of {known}", self.soc));
        }
        problems
    }
}

fn schedule(problems: &mut Vec<String>) -> Schedule {
    let name = "ASCEND_MOCK_SCHEDULE";
    match env::var(name).ok().as_deref().map(str::trim) {
        None | Some("random") => Schedule::Random,
        Some("late") => Schedule::Late,
        Some(other) => {
            problems.push(format!("{name} is `{other}`, which is neither random nor late"));
            Schedule::Random
        }
    }
}

fn checks(problems: &mut Vec<String>) -> Checks {
    let name = "ASCEND_MOCK_CHECK";
    let text = env::var(name).unwrap_or_default();
    text.parse().unwrap_or_else(|problem| {
        problems.push(format!("{name} holds {problem}"));
        Checks::default()
    })
}

fn clock(problems: &mut Vec<String>) -> Clock {
    let name = "ASCEND_MOCK_CLOCK";
    let Ok(text) = env::var(name) else { return Clock::default() };
    text.parse().unwrap_or_else(|problem| {
        problems.push(format!("{name} is {problem}"));
        Clock::default()
    })
}

fn reduction_order(problems: &mut Vec<String>) -> ReductionOrder {
    let name = "ASCEND_MOCK_REDUCTION_ORDER";
    match env::var(name).ok().as_deref().map(str::trim) {
        None | Some("rank") => ReductionOrder::Rank,
        Some("ring") => ReductionOrder::Ring,
        Some("random") => ReductionOrder::Random,
        Some(other) => {
            problems.push(format!("{name} is `{other}`, which is none of rank, ring and random"));
            ReductionOrder::Rank
        }
    }
}

fn read<T: FromStr>(name: &str, default: T, problems: &mut Vec<String>) -> T {
    let Ok(text) = env::var(name) else { return default };
    text.trim().parse().unwrap_or_else(|_| {
        problems.push(format!("{name} is `{text}`, which is not a whole number"));
        default
    })
}

/// Sets the settings, before the first call of the software device.
///
/// # Errors
/// [`AlreadyStarted`] after that.
pub fn configure(settings: Settings) -> Result<(), AlreadyStarted> {
    SETTINGS.set(settings).map_err(|_| AlreadyStarted)
}

/// The settings, which from now on stay as they are.
pub fn settings() -> &'static Settings {
    SETTINGS.get_or_init(Settings::default)
}
