//! Files that the software device writes when the process ends.

use std::path::Path;

use crate::error::{Error, Result};
use crate::output;

/// Finds out, before any work is done, whether a file can be made. What is there already stays: the device would put the process's
/// number into the name, where nobody looks.
pub fn check_new(flag: &str, path: &Path) -> Result<()> {
    output::check_writable(flag, path)?;
    if path.symlink_metadata().is_ok() {
        let found = format!("{flag} {}: there is such a file; remove it or give a new name", path.display());
        return Err(Error::input(found));
    }
    Ok(())
}
