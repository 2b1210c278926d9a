//! Which clock there is, and whether times are followed at all.

use std::str::FromStr;

use once_cell::sync::Lazy;

use crate::control::settings;
use crate::timeline;

/// What times are: `ASCEND_MOCK_CLOCK`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Clock {
    /// What the software device takes.
    #[default]
    Real,
    /// What a real device is modelled to take, the same in every run.
    Model,
}

impl FromStr for Clock {
    type Err = String;

    /// `real` or `model`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "real" => Ok(Self::Real),
            "model" => Ok(Self::Model),
            other => Err(format!("`{other}`, which is none of real and model")),
        }
    }
}

static MODELS: Lazy<bool> = Lazy::new(|| settings().clock == Clock::Model || settings().dry_run);
static DRY: Lazy<bool> = Lazy::new(|| settings().dry_run);

/// Whether times are modelled.
pub(crate) fn models() -> bool {
    *MODELS
}

/// Whether operations take time and do nothing else.
pub(crate) fn is_dry() -> bool {
    *DRY
}

/// Whether the times of operations are followed.
pub(crate) fn follows() -> bool {
    models() || timeline::is_on()
}
