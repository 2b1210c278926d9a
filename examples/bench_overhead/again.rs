//! This program again, on a toolkit that does nothing.

use std::process::{Command, ExitCode};

use crate::command_line;
use crate::error::{Error, Result};
use crate::toolkit;

/// Set while the program runs on a made toolkit.
const MADE: &str = "BENCH_OVERHEAD_MADE";

/// Variables that would lead to another toolkit.
const FOREIGN: [&str; 3] = ["ASCEND_TOOLKIT_HOME", "ASCEND_NPU_LIBRARY", "LD_LIBRARY_PATH"];

/// Whether the toolkit is one that was made for this.
pub fn is_on_made_toolkit() -> bool {
    std::env::var_os(MADE).is_some()
}

/// Makes a toolkit and runs this program on it: the choice is that of the environment, which is read once.
pub fn run() -> ExitCode {
    match start() {
        Ok(code) => ExitCode::from(code),
        Err(error) => command_line::exit(Err(error)),
    }
}

fn start() -> Result<u8> {
    let failed = |error: std::io::Error| Error::failed(format!("no toolkit that does nothing could be made: {error}"));
    let home = tempfile::tempdir().map_err(failed)?;
    toolkit::make(home.path()).map_err(failed)?;
    let mut command = Command::new(std::env::current_exe().map_err(failed)?);
    command.args(std::env::args_os().skip(1));
    for variable in FOREIGN {
        command.env_remove(variable);
    }
    command.env("ASCEND_HOME_PATH", home.path()).env("ASCEND_NPU_BACKEND", "cann").env(MADE, "1");
    let status = command.status().map_err(failed)?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
