//! The environment is looked at before anything is started, and all that is wrong in it is told at once.
//!
//! The libraries would stop at the first wrong variable, at some later call; or misread it, and hide devices or run with a
//! default. On the software device the same values are refused, so that what opens here opens on an NPU.

use ascend_npu_sys::environment::{self, Problem, Problems};

use super::backend::BACKEND_VARIABLE;
use crate::error::{Error, ErrorKind, Result};
use crate::remark::remark;

/// `warn` makes wrong variables of the vendor a remark on stderr instead of an error: for values that a toolkit newer than
/// this crate takes.
pub const ENVIRONMENT_VARIABLE: &str = "ASCEND_NPU_ENVIRONMENT";

/// Chooses the host images of kernels: `fast`, or `checked`, which refuses what the hardware would refuse. Unset, a toolkit gets
/// kernels for the NPU; set, it gets these too, which only the software device's drop-in library runs.
pub const KERNELS_VARIABLE: &str = "ASCEND_NPU_KERNELS";

/// Variables of this crate, and the words they take.
const OURS: [(&str, &[&str]); 3] = [
    (BACKEND_VARIABLE, &["cann", "mock", "auto"]),
    (ENVIRONMENT_VARIABLE, &["refuse", "warn"]),
    (KERNELS_VARIABLE, &["fast", "checked"]),
];

/// Refuses an environment in which anything is wrong.
pub(super) fn check(operation: &'static str) -> Result<()> {
    let mut problems: Vec<Problem> =
        OURS.into_iter().filter_map(|(variable, words)| unknown_word(variable, words)).collect();
    let own = problems.len();
    if let Err(Problems(vendors)) = environment::validate() {
        problems.extend(vendors);
    }
    if problems.is_empty() {
        return Ok(());
    }
    let text = Problems(problems).to_string();
    if own == 0 && value(ENVIRONMENT_VARIABLE).as_deref() == Some("warn") {
        remark(text);
        return Ok(());
    }
    Err(Error::new(ErrorKind::Environment, operation, text).with_hint(format!(
        "mend or unset them; where a newer toolkit takes such a value, set {ENVIRONMENT_VARIABLE}=warn"
    )))
}

/// The value of a variable; none where it is empty.
pub(crate) fn value(variable: &str) -> Option<String> {
    let value = std::env::var_os(variable).filter(|value| !value.is_empty())?;
    Some(value.to_string_lossy().into_owned())
}

fn unknown_word(variable: &'static str, words: &[&str]) -> Option<Problem> {
    let value = value(variable).filter(|value| !words.contains(&value.as_str()))?;
    Some(Problem { variable, value, expected: format!("one of {}", words.join(", ")) })
}
