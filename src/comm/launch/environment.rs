//! What a launcher tells its processes.

use crate::driver::environment::value;
use crate::error::{Error, ErrorKind, Result};

/// The place of this process in a job of one process a rank, as usual launchers tell it by the environment variables `RANK`,
/// `WORLD_SIZE`, `LOCAL_RANK`, `MASTER_ADDR` and `MASTER_PORT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// This process's rank, from 0.
    pub rank: u32,
    /// Number of ranks.
    pub size: u32,
    /// Its place among the ranks of its machine: the device that it uses.
    pub local_rank: u32,
    /// Where rank 0 listens: a name or an address.
    pub address: String,
    /// The port there.
    pub port: u16,
}

/// A launcher that keeps `MASTER_PORT` for itself says so by this variable: rank 0 then listens at the next port.
const PORT_IS_TAKEN: &str = "TORCHELASTIC_USE_AGENT_STORE";

impl Launch {
    /// Reads the variables.
    ///
    /// # Errors
    /// [`ErrorKind::Environment`] that names every variable that is missing or wrong.
    pub fn from_environment() -> Result<Self> {
        Self::read(&|variable| value(variable))
    }

    fn read(value: &dyn Fn(&str) -> Option<String>) -> Result<Self> {
        let mut problems = Vec::new();
        let mut number = |variable: &str, least: u32, most: u32| {
            let text = value(variable);
            let number = text.as_deref().and_then(|text| text.trim().parse().ok());
            number.filter(|number| (least..=most).contains(number)).unwrap_or_else(|| {
                problems.push(match text {
                    None => format!("{variable} is not set"),
                    Some(text) if most == u32::MAX => format!("{variable} is {text:?}, not a number from {least}"),
                    Some(text) => format!("{variable} is {text:?}, not a number from {least} to {most}"),
                });
                least
            })
        };
        let (rank, size) = (number("RANK", 0, u32::MAX), number("WORLD_SIZE", 1, u32::MAX));
        let local_rank = number("LOCAL_RANK", 0, u32::MAX);
        let port = number("MASTER_PORT", 1, u32::from(u16::MAX));
        let address = value("MASTER_ADDR").unwrap_or_else(|| {
            problems.push("MASTER_ADDR is not set".to_owned());
            String::new()
        });
        if problems.is_empty() && rank >= size {
            problems.push(format!("RANK is {rank}, but WORLD_SIZE is {size}; ranks count from 0"));
        }
        let next = value(PORT_IS_TAKEN).is_some_and(|text| text.eq_ignore_ascii_case("true") || text == "1");
        let port = u16::try_from(port + u32::from(next)).unwrap_or_else(|_| {
            problems.push(format!("MASTER_PORT is {port}, and {PORT_IS_TAKEN} asks for the next port: there is none"));
            0
        });
        if problems.is_empty() {
            return Ok(Self { rank, size, local_rank, address, port });
        }
        Err(Error::new(ErrorKind::Environment, "Launch::from_environment", problems.join("; ")).with_hint(
            "start one process a rank with a launcher that sets them, or run all ranks in one process with World::run",
        ))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    const GOOD: [(&str, &str); 5] =
        [("RANK", "3"), ("WORLD_SIZE", "8"), ("LOCAL_RANK", "1"), ("MASTER_ADDR", "host"), ("MASTER_PORT", "29500")];

    fn read(change: &[(&str, Option<&str>)]) -> Result<Launch> {
        Launch::read(&|variable| {
            let changed = change.iter().find(|(name, _)| *name == variable).map(|(_, value)| *value);
            let good = || GOOD.iter().find(|(name, _)| *name == variable).map(|(_, value)| *value);
            changed.unwrap_or_else(good).map(str::to_owned)
        })
    }

    #[test]
    fn all_that_is_wrong_is_told_together() {
        let launch = read(&[]).unwrap();
        let expected = Launch { rank: 3, size: 8, local_rank: 1, address: "host".to_owned(), port: 29_500 };
        assert_eq!(launch, expected);
        let text = read(&[
            ("RANK", Some("x")),
            ("WORLD_SIZE", Some("0")),
            ("MASTER_PORT", Some("70000")),
            ("MASTER_ADDR", None),
        ])
        .unwrap_err()
        .to_string();
        for part in [
            "RANK is \"x\", not a number from 0",
            "WORLD_SIZE is \"0\", not a number from 1",
            "MASTER_PORT is \"70000\", not a number from 1 to 65535",
            "MASTER_ADDR is not set",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(read(&[("RANK", Some("8"))]).unwrap_err().to_string().contains("RANK is 8, but WORLD_SIZE is 8"));
    }

    #[test]
    fn where_the_launcher_has_the_port_the_next_one_is_taken() {
        assert_eq!(read(&[(PORT_IS_TAKEN, Some("True"))]).unwrap().port, 29_501);
        assert_eq!(read(&[(PORT_IS_TAKEN, Some("False"))]).unwrap().port, 29_500);
        read(&[(PORT_IS_TAKEN, Some("True")), ("MASTER_PORT", Some("65535"))]).unwrap_err();
    }
}
