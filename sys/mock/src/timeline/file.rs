//! The file of the timeline.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, Once, PoisonError};

use super::collect::{collected, is_on};
use super::trace::trace;
use crate::clock;
use crate::control::settings;
use crate::process::at_end;
use crate::remark::remark;

/// The process that has a file, and the file: a child that was forked has one of its own.
static OWN: Mutex<Option<(u32, PathBuf)>> = Mutex::new(None);

/// Writes the timeline so far, as one JSON object in the trace event format.
///
/// # Errors
/// As writing a file; and when no timeline is kept, because the settings name no file for it.
pub fn write_timeline(path: &Path) -> io::Result<()> {
    if !is_on() {
        let text = "no timeline is kept: set `timeline_file`, or ASCEND_MOCK_TIMELINE, before the first call";
        return Err(io::Error::new(io::ErrorKind::Unsupported, text));
    }
    // Waits for none: what runs now is not in it.
    let trace = trace(&collected(), clock::models());
    let mut file = BufWriter::new(File::create(path)?);
    serde_json::to_writer(&mut file, &trace)?;
    file.flush()
}

/// The end of the program, or of the runtime: writes the file of the settings.
pub(crate) fn finish() {
    let Some(wanted) = settings().timeline_file.as_deref() else { return };
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    let path = match own.take().filter(|(of, _)| *of == process) {
        Some((_, path)) => Ok(path),
        None => claim(wanted),
    };
    match path.and_then(|path| write_timeline(&path).map(|()| path)) {
        Ok(path) => *own = Some((process, path)),
        Err(error) => remark(format_args!("the timeline cannot be written to {}: {error}", wanted.display())),
    }
}

/// The file that was asked for, if it is not there yet. Else one with the number of this process in its name: several processes
/// of one program write a file each, and none is written over.
fn claim(wanted: &Path) -> io::Result<PathBuf> {
    let free = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path).map(drop);
    match free(wanted) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let mut name = wanted.file_stem().unwrap_or_default().to_owned();
            name.push(format!("-{}", process::id()));
            if let Some(extension) = wanted.extension() {
                name.push(".");
                name.push(extension);
            }
            Ok(wanted.with_file_name(name))
        }
        outcome => outcome.map(|()| wanted.to_owned()),
    }
}

pub(super) fn write_at_exit() {
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| at_end(finish));
}
