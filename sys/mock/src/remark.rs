//! Remarks on stderr.

use std::fmt::Display;
use std::io::{Write, stderr};

/// Writes a line for people. Where it cannot be written, as on a full disk, it is lost: the program's work goes on.
pub(crate) fn remark(text: impl Display) {
    // In one piece, so that lines of several threads do not mix.
    let _ = stderr().write_all(format!("ascend-mock: {text}\n").as_bytes());
}
