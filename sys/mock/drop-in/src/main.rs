//! `ascend-mock`: runs programs written for Ascend NPUs on the software device, and says what it is.

mod cli;
mod hardware;
mod layout;
mod output;
mod program;
mod symbols;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return cli::refuse(&error),
    };
    let done = match cli.command {
        Command::Run(run) => program::run(&run),
        Command::Path => layout::library_path().and_then(|path| output::print(&format!("{}\n", path.display()))),
        Command::Home => layout::home().and_then(|path| output::print(&format!("{}\n", path.display()))),
        Command::Info(info) => hardware::info(&info),
        Command::Symbols(symbols) => symbols::list(&symbols),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ascend-mock: {error}");
            ExitCode::from(2)
        }
    }
}
