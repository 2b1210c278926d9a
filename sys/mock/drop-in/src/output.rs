//! Errors that are one line, and output that may be cut off.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Why the command could not do it: one line.
#[derive(Debug)]
pub(crate) struct Refusal(String);

impl Refusal {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// What could not be done, and the system's reason.
    pub(crate) fn because(what: impl Display, reason: impl Display) -> Self {
        Self(format!("{what}: {reason}"))
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Prints; a reader that has seen enough is no error.
pub(crate) fn print(text: &str) -> Result<(), Refusal> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Refusal::because("cannot write", error)),
        _ => Ok(()),
    }
}

/// Rows in columns, the first row over them.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}", width = *width)).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}
