//! Standard output. `print!` panics where it is full; the table of a run is no reason for that.

use std::io::{self, Write};

use crate::error::{Error, Result};

/// Prints `text`.
pub fn print(text: &str) -> Result<()> {
    let mut output = io::stdout().lock();
    checked(output.write_all(text.as_bytes()).and_then(|()| output.flush()))
}

/// The outcome of printing. A reader that has gone, as `head` does, wants no more: that is no fault.
pub fn checked(printed: io::Result<()>) -> Result<()> {
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::failed(format!("could not write to the standard output ({error})")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_output_is_told_and_a_reader_that_has_gone_is_not() {
        let (reader, mut gone) = io::pipe().unwrap();
        drop(reader);
        checked(gone.write_all(b"table")).unwrap();
        checked(Ok(())).unwrap();

        let mut full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let error = checked(full.write_all(b"table")).unwrap_err();
        assert_eq!(error.exit_code(), 1);
        assert!(error.to_string().starts_with("could not write to the standard output (No space left"), "{error}");
    }
}
