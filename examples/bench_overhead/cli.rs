//! The command line, and the checks of what stands on it.

use std::path::PathBuf;

use clap::Parser;

use crate::error::{Error, Result};
use crate::output;

/// Measures what this crate adds to a call of the vendor's libraries.
#[derive(Clone, Debug, Parser)]
#[command(name = "bench_overhead")]
pub struct Cli {
    /// Rounds of each row
    #[arg(long, default_value_t = 301)]
    pub rounds: usize,
    /// Where to write the figures
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Fail when a limit is missed
    #[arg(long)]
    pub check: bool,
}

impl Cli {
    /// Checks everything that can be wrong, before anything is measured.
    pub fn check(&self) -> Result<()> {
        if self.rounds == 0 {
            return Err(Error::input("--rounds 0: nothing would be measured; give 1 or more"));
        }
        self.json.as_ref().map_or(Ok(()), |path| output::check_writable("--json", path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::parse_words;

    #[test]
    fn what_cannot_be_done_is_refused_first() {
        assert_eq!(parse_words::<Cli>(&[]).unwrap().rounds, 301);
        let told = |words: &[&str]| parse_words::<Cli>(words).and_then(|cli| cli.check()).unwrap_err().to_string();
        assert!(told(&["--rounds", "0"]).starts_with("--rounds 0: nothing"));
        assert!(told(&["--json", "/no/such/folder/a.json"]).starts_with("--json /no/such/folder/a.json: cannot"));
    }
}
