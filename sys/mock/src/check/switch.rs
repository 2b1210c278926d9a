//! Which checks are on.

use std::str::FromStr;

use once_cell::sync::Lazy;

use crate::control::settings;

/// Which checks are on: `ASCEND_MOCK_CHECK`, see [`Checks::from_str`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checks {
    /// Touches of the same bytes that nothing orders.
    pub races: bool,
    /// Memory that is freed, foreign, too short or read before it is written.
    pub memory: bool,
    /// Collectives that do not fit together, or overlap.
    pub collectives: bool,
    /// What is never given back.
    pub leaks: bool,
    /// Waits in a circle.
    pub deadlock: bool,
    /// Host threads are ordered only by what they wait for on the device, and not by the order of their calls.
    pub threads: bool,
    /// Reads of memory that nobody wrote are errors and not warnings.
    pub uninitialised: bool,
}

impl Checks {
    /// All but the two that change the meaning of others.
    pub const ALL: Self = Self {
        races: true,
        memory: true,
        collectives: true,
        leaks: true,
        deadlock: true,
        threads: false,
        uninitialised: false,
    };
}

impl FromStr for Checks {
    type Err = String;

    /// `off`, `all`, or some of `races`, `memory`, `collectives`, `leaks` and `deadlock` with commas between; and with them
    /// `threads` and `uninitialised`, which are not part of `all`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut checks = Self::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "off" => checks = Self::default(),
                "all" => {
                    checks = Self { threads: checks.threads, uninitialised: checks.uninitialised, ..Self::ALL };
                }
                "races" => checks.races = true,
                "memory" => checks.memory = true,
                "collectives" => checks.collectives = true,
                "leaks" => checks.leaks = true,
                "deadlock" => checks.deadlock = true,
                "threads" => checks.threads = true,
                "uninitialised" => checks.uninitialised = true,
                other => {
                    return Err(format!(
                        "`{other}`, which is none of off, all, races, memory, collectives, leaks, deadlock, threads and uninitialised"
                    ));
                }
            }
        }
        Ok(checks)
    }
}

static CHECKS: Lazy<Checks> = Lazy::new(|| settings().checks);

/// Which checks are on.
pub(crate) fn checks() -> Checks {
    *CHECKS
}

/// Whether the program's touches of pinned memory are watched.
pub(crate) fn watches_pinned() -> bool {
    CHECKS.races
}

/// Whether touches of memory are followed.
pub(crate) fn follows() -> bool {
    CHECKS.races || CHECKS.memory
}

/// Whether deadlocks are looked for.
pub(crate) fn looks_for_deadlocks() -> bool {
    CHECKS.deadlock
}
