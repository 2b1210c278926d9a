//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Runs programs written for Huawei Ascend NPUs on a software device, unchanged
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs a program on the software device
    Run(Box<Run>),
    /// Prints the directory to put into LD_LIBRARY_PATH or to link with (-L)
    Path,
    /// Prints a directory laid out as an installed toolkit, for ASCEND_HOME_PATH: lib64, include, set_env.sh
    Home,
    /// Shows the device that is modelled
    Info(Info),
    /// Shows which C functions the software device does, refuses or has not
    Symbols(Symbols),
}

/// The device to model. What is left out is taken from the environment, then from the defaults.
#[derive(Args, Debug, Default)]
pub(crate) struct Device {
    /// Number of devices (ASCEND_MOCK_DEVICES)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) devices: Option<u32>,
    /// SoC name, as `ascend-mock info --all` lists them (ASCEND_MOCK_SOC)
    #[arg(long, value_name = "NAME", value_parser = soc)]
    pub(crate) soc: Option<String>,
    /// Memory of each device, e.g. 64GiB, 512MiB or a number of bytes (ASCEND_MOCK_HBM)
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) hbm: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) device: Device,
    /// What the order of ready streams is drawn from (ASCEND_MOCK_SEED)
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// When operations run: any that is ready, as the seed draws (random), or only what the program waits for (late)
    /// (ASCEND_MOCK_SCHEDULE)
    #[arg(long, value_name = "NAME", value_parser = ["random", "late"])]
    pub(crate) schedule: Option<String>,
    /// A fault at a place, such as "out-of-memory allocation=3", as the README lists them; may be given several times
    /// (ASCEND_MOCK_FAULTS)
    #[arg(long, value_name = "RULE", value_parser = fault)]
    pub(crate) fault: Vec<String>,
    /// Threads that run operations (ASCEND_MOCK_WORKERS)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) workers: Option<u32>,
    /// How long ranks wait for each other on the host (ASCEND_MOCK_CONNECT_TIMEOUT)
    #[arg(long, value_name = "SECONDS")]
    pub(crate) connect_timeout: Option<u64>,
    /// How long a collective waits on its stream, 0 for ever (ASCEND_MOCK_EXEC_TIMEOUT)
    #[arg(long, value_name = "SECONDS")]
    pub(crate) exec_timeout: Option<u64>,
    /// Looks for mistakes of the program: all, or some of races,memory,collectives,leaks,deadlock (ASCEND_MOCK_CHECK). Exits with
    /// 86 if any was found, else as the program does
    #[arg(long, value_name = "CHECKS", value_parser = checks)]
    pub(crate) check: Option<String>,
    /// Appends what the checks find to a file, one JSON object a line (ASCEND_MOCK_REPORT)
    #[arg(long, value_name = "FILE", requires = "check")]
    pub(crate) report: Option<PathBuf>,
    /// What the times of events and of the profiler are: real, or modelled and the same in every run (ASCEND_MOCK_CLOCK)
    #[arg(long, value_name = "real|model", value_parser = clock)]
    pub(crate) clock: Option<String>,
    /// Runs dry: by the modelled clock, with memory that is given and never touched, and operations that take time and do nothing
    /// else (ASCEND_MOCK_DRY_RUN)
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// What a kernel takes by the modelled clock, such as "adam bytes=28MiB", "matmul* flops=2e12" or "* time=5us"; the first that
    /// fits counts. A dry run takes others to read all that their arguments point to; may be given several times
    /// (ASCEND_MOCK_KERNELS)
    #[arg(long, value_name = "RULE", value_parser = kernel)]
    pub(crate) kernel: Vec<String>,
    /// Writes what ran on each stream, and when, to a file for the viewers of Chrome and Perfetto (ASCEND_MOCK_TIMELINE). Each
    /// further process of the program writes one with its number in the name
    #[arg(long, value_name = "FILE")]
    pub(crate) timeline: Option<PathBuf>,
    /// Any other setting, as ASCEND_MOCK_NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// Tells each call of a function that is not supported on stderr
    #[arg(long)]
    pub(crate) report_refused: bool,
    /// The program and its arguments, after `--`
    #[arg(required = true, trailing_var_arg = true, value_name = "PROGRAM ARGS")]
    pub(crate) program: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(crate) struct Info {
    #[command(flatten)]
    pub(crate) device: Device,
    /// Every SoC that can be modelled
    #[arg(long, conflicts_with_all = ["devices", "soc", "hbm"])]
    pub(crate) all: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Symbols {
    /// Programs or libraries: only the functions that they are linked to
    #[arg(value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,
    /// Only functions in this state
    #[arg(long, value_name = "STATE")]
    pub(crate) only: Option<crate::symbols::State>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn soc(name: &str) -> Result<String, String> {
    match ascend_npu_mock::control::model(name) {
        Some(_) => Ok(name.to_owned()),
        None => Err(format!("not one of {}", ascend_npu_mock::control::SOC_NAMES.join(", "))),
    }
}

fn checks(text: &str) -> Result<String, String> {
    text.parse::<ascend_npu_mock::control::Checks>().map(|_| text.to_owned())
}

fn clock(text: &str) -> Result<String, String> {
    text.parse::<ascend_npu_mock::control::Clock>().map(|_| text.to_owned())
}

fn fault(text: &str) -> Result<String, String> {
    ascend_npu_mock::control::check_fault(text).map(|()| text.to_owned())
}

fn kernel(text: &str) -> Result<String, String> {
    ascend_npu_mock::control::check_kernels(text).map(|()| text.to_owned())
}

fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let shift = match text.get(digits.len()..).unwrap_or_default() {
        "" | "B" => 0,
        "K" | "KiB" => 10,
        "M" | "MiB" => 20,
        "G" | "GiB" => 30,
        _ => return Err("a number with B, KiB, MiB or GiB is wanted".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "a whole number, with or without a unit, is wanted".to_owned())?;
    match number.checked_mul(1 << shift) {
        Some(bytes) if bytes >= 1 << 20 => Ok(bytes),
        _ => Err("between 1MiB and 2^64 bytes are wanted".to_owned()),
    }
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if name.starts_with("ASCEND_MOCK_") && !value.contains('\0') => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err("ASCEND_MOCK_NAME=VALUE is wanted".to_owned()),
    }
}

/// Prints help, or what is wrong with the command line in one line.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        eprintln!("ascend-mock: a command is wanted: run, path, home, info or symbols (see ascend-mock --help)");
        return ExitCode::from(2);
    }
    let text = error.to_string();
    let said = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    eprintln!("ascend-mock: {} (see ascend-mock --help)", said.trim_start_matches("error: "));
    ExitCode::from(2)
}
