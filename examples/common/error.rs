//! The two ways this program ends early: the user can mend it (exit code 2), or the run itself failed (exit code 1).

use std::fmt;

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// One line for the user: what was asked, what was found, what to change.
#[derive(Debug)]
pub enum Error {
    /// A flag or a file does not fit; found before the work starts.
    Input(String),
    /// The work broke, or its results are wrong.
    Failed(String),
}

impl Error {
    /// A fault of a flag or a file.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// A fault of the run.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }

    /// What the process returns to the shell; clap, too, takes 2 for a bad command line.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) => 2,
            Self::Failed(_) => 1,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Input(message) | Self::Failed(message)) = self;
        f.write_str(message)
    }
}

impl std::error::Error for Error {}

/// What the devices report belongs to the run.
impl From<ascend_npu::Error> for Error {
    fn from(error: ascend_npu::Error) -> Self {
        Self::failed(error.to_string())
    }
}
