//! The command line of a program, and the end of one: one line for the user, and an exit code.

use std::io::{self, Write};
use std::process::{self, ExitCode};

use clap::Parser;

use crate::error::{Error, Result};
use crate::stdout;

/// Reads the command line of this process. Prints help and ends it where help is asked for.
pub fn parse<C: Parser>() -> Result<C> {
    C::try_parse().or_else(|error| {
        if error.use_stderr() {
            return Err(Error::input(one_line(&error)));
        }
        stdout::checked(error.print().and_then(|()| io::stdout().flush()))?;
        process::exit(0)
    })
}

/// Reads a command line that has no program name in front.
#[cfg(test)]
pub fn parse_words<C: Parser>(words: &[&str]) -> Result<C> {
    let words = ["program"].iter().chain(words);
    C::try_parse_from(words).map_err(|error| Error::input(one_line(&error)))
}

/// Tells the user what went wrong, and the shell.
pub fn exit(outcome: Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where this cannot be written either, the exit code is all that can be said.
            let _ = writeln!(io::stderr(), "error: {error}");
            error.exit_code().into()
        }
    }
}

/// clap says what is wrong, then, after an empty line, how to go on at length; the first part is enough.
fn one_line(error: &clap::Error) -> String {
    // clap would print its whole help.
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "the command line does not say what to do; see --help".to_owned();
    }
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    let words: Vec<&str> = first.split_whitespace().collect();
    format!("{}; see --help", words.join(" "))
}
