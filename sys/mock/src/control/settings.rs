//! Settings, read once: from [`configure`], else from the environment.

use std::str::FromStr;
use std::time::Duration;
use std::{env, thread};

use once_cell::sync::OnceCell;

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
    /// How long ranks wait for each other on the host: `ASCEND_MOCK_CONNECT_TIMEOUT` in seconds, 10.
    pub connect_timeout: Duration,
    /// How long a collective waits on its stream: `ASCEND_MOCK_EXEC_TIMEOUT` in seconds, 120; 0 is for ever.
    pub exec_timeout: Option<Duration>,
    /// Half of a communicator's buffer in MiB: `HCCL_BUFFSIZE`, 200.
    pub buffer_mib: u64,
    /// Whether each call that is not supported is told on stderr: `ASCEND_MOCK_REPORT_REFUSED` is 1; 0.
    pub report_refused: bool,
    /// What is wrong with the environment; `aclInit` then fails and tells.
    pub(crate) problems: Vec<String>,
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
            connect_timeout: Duration::from_secs(connect),
            exec_timeout: (exec != 0).then(|| Duration::from_secs(exec)),
            buffer_mib: read("HCCL_BUFFSIZE", 200, &mut problems),
            report_refused: read::<u8>("ASCEND_MOCK_REPORT_REFUSED", 0, &mut problems) != 0,
            problems,
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

pub(crate) fn settings() -> &'static Settings {
    SETTINGS.get_or_init(Settings::default)
}
