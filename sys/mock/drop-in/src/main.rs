//! `ascend-mock`: runs programs written for Ascend NPUs on the software device, and says what it is.

mod cli;
mod hardware;
mod layout;
mod output;
mod program;
mod symbols;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};
use crate::output::Refusal;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return cli::refuse(&error),
    };
    let done = match cli.command {
        Command::Run(run) => return program::run(&run).unwrap_or_else(|error| fail(&error)),
        Command::Path => layout::library_path().and_then(|path| output::print(&format!("{}\n", path.display()))),
        Command::Home => layout::home().and_then(|path| output::print(&format!("{}\n", path.display()))),
        Command::Info(info) => hardware::info(&info),
        Command::Symbols(symbols) => symbols::list(&symbols),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

fn fail(error: &Refusal) -> ExitCode {
    eprintln!("ascend-mock: {error}");
    ExitCode::from(2)
}
