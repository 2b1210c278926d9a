//! The two ways this program ends early: the user can mend it (exit code 2), or the run itself failed (exit code 1).

use std::fmt;

use ascend_npu::ErrorKind;

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// One line for the user: what was asked, what was found, what to change.
#[derive(Debug)]
pub enum Error {
    /// A flag, a file or the environment does not fit; found before the work starts.
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

    /// What the devices report before the work starts. Most of it is for the user to mend: a variable, the toolkit, how many
    /// devices there are and how much memory they have. The rest belongs to the run, as all that comes later does.
    pub fn at_start(error: &ascend_npu::Error) -> Self {
        let is_input = match error.kind() {
            ErrorKind::InvalidArgument
            | ErrorKind::NoBackend
            | ErrorKind::NoDevice
            | ErrorKind::OutOfMemory
            | ErrorKind::NotSupported
            | ErrorKind::Permission
            | ErrorKind::Environment => true,
            // A backend that does not start for reasons of its own, most often a variable that only it reads.
            ErrorKind::Library => error.operation() == "aclInit",
            _ => false,
        };
        let told = one_line(error);
        if is_input { Self::Input(told) } else { Self::Failed(told) }
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

/// The outcome of steps each of which is taken whatever becomes of the others: the failures, in one line.
pub fn all(outcomes: impl IntoIterator<Item = Result<()>>) -> Result<()> {
    let failures: Vec<Error> = outcomes.into_iter().filter_map(Result::err).collect();
    if failures.is_empty() {
        return Ok(());
    }
    let told = failures.iter().map(Error::to_string).collect::<Vec<_>>().join("; ");
    let has_failed = failures.iter().any(|failure| matches!(failure, Error::Failed(_)));
    Err(if has_failed { Error::Failed(told) } else { Error::Input(told) })
}

/// What the devices report belongs to the run.
impl From<ascend_npu::Error> for Error {
    fn from(error: ascend_npu::Error) -> Self {
        Self::failed(one_line(&error))
    }
}

/// The text of the vendor's library comes in lines of its own.
fn one_line(error: &ascend_npu::Error) -> String {
    let text = error.to_string();
    text.lines().map(str::trim).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use ascend_npu::Driver;

    use super::*;

    #[test]
    fn all_failures_are_told_in_one_line() {
        all([Ok(()), Ok(())]).unwrap();
        let error = all([Err(Error::failed("no table")), Ok(()), Err(Error::failed("no file"))]).unwrap_err();
        assert_eq!((error.exit_code(), error.to_string().as_str()), (1, "no table; no file"));
        assert_eq!(all([Err(Error::input("no"))]).unwrap_err().exit_code(), 2);
    }

    #[test]
    fn what_the_user_can_mend_before_the_start_is_input() {
        let driver = Driver::open().unwrap();
        let device = driver.device(0).unwrap();
        let errors = [driver.device(999).unwrap_err(), device.alloc::<f32>(1 << 40).unwrap_err()];
        assert_eq!(errors.each_ref().map(|error| error.kind()), [ErrorKind::NoDevice, ErrorKind::OutOfMemory]);
        for error in errors {
            let told = Error::at_start(&error);
            assert_eq!((told.exit_code(), told.to_string().lines().count()), (2, 1), "{told}");
            assert_eq!(Error::from(error).exit_code(), 1, "later, the same belongs to the run");
        }
    }
}
