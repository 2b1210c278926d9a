//! Files that are there whole or not at all: written beside their place under another name, then renamed.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::process;

use crate::error::{Error, Result};

/// As many links as Linux follows.
const LINKS_LIMIT: usize = 40;

/// Finds out, before any work is done, whether `path` can be written; leaves nothing behind. `flag` is for the message.
pub fn check_writable(flag: &str, path: &Path) -> Result<()> {
    probe(path).map_err(|error| {
        Error::input(format!(
            "{flag} {}: cannot write there ({error}); give a path in a folder that exists and is writable",
            path.display()
        ))
    })
}

/// Writes all of `bytes`, or leaves what was there.
pub fn write_whole(flag: &str, path: &Path, bytes: &[u8]) -> Result<()> {
    write(path, bytes)
        .map_err(|error| Error::failed(format!("{flag} {}: could not write it ({error})", path.display())))
}

fn probe(path: &Path) -> io::Result<()> {
    let place = resolve(path)?;
    let aside = match fs::metadata(&place) {
        Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // To open a pipe waits for its reader, and to close it again ends that one's reading.
        Ok(found) if found.file_type().is_fifo() => return Ok(()),
        // `/dev/full` refuses even no bytes at all.
        Ok(found) if !found.is_file() => return write_into(&place, b""),
        Ok(_) => {
            OpenOptions::new().append(true).open(&place)?;
            beside(&place)?
        }
        Err(_) => beside(&place)?,
    };
    File::create(&aside)?;
    fs::remove_file(aside)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let place = resolve(path)?;
    if fs::metadata(&place).is_ok_and(|found| !found.is_file()) {
        return write_into(&place, bytes);
    }
    let aside = beside(&place)?;
    let written = write_synced(&aside, bytes).and_then(|()| fs::rename(&aside, place));
    if written.is_err() {
        // The first error is the one to tell; that the left-over cannot be removed either adds nothing.
        let _ = fs::remove_file(aside);
    }
    written
}

/// Into a terminal, a pipe or a device, none of which is ever replaced.
fn write_into(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).open(place)?;
    // The loop of `write_all` would not ask the system about no bytes.
    if bytes.is_empty() { file.write(bytes).map(drop) } else { file.write_all(bytes) }
}

/// Syncs before the rename: else a power cut could leave the new name with none of the bytes.
fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The name to write under before the file is whole.
fn beside(place: &Path) -> io::Result<PathBuf> {
    let mut name = OsString::from(".");
    name.push(place.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
    name.push(format!(".{}.part", process::id()));
    Ok(place.with_file_name(name))
}

/// The place that a path stands for, links followed, also where nothing is there yet.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => return fs::canonicalize(path),
        // A pipe of the shell's has no other name than this.
        Ok(_) => return Ok(path.to_owned()),
        Err(_) => (),
    }
    let mut place = path.to_owned();
    for _ in 0..LINKS_LIMIT {
        match fs::read_link(&place) {
            // Of a target from the root `join` takes the target alone.
            Ok(target) => place = folder(&place).join(target),
            Err(_) => {
                let name = place.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
                return Ok(fs::canonicalize(folder(&place))?.join(name));
            }
        }
    }
    Err(io::Error::other("too many links"))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
pub mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// A folder for one test, gone with the value.
    pub struct Directory(PathBuf);

    impl Directory {
        pub fn new(name: &str) -> Self {
            static COUNT: AtomicUsize = AtomicUsize::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("zero_train-{name}-{}-{count}", process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        pub fn path(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }

        /// Makes a named pipe.
        pub fn pipe(&self, name: &str) -> PathBuf {
            let path = self.path(name);
            assert!(process::Command::new("mkfifo").arg(&path).status().unwrap().success());
            path
        }

        pub fn names(&self) -> Vec<OsString> {
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name()).collect()
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn check_leaves_nothing_and_write_leaves_one_file() {
        let directory = Directory::new("output");
        let path = directory.path("a.json");
        check_writable("--json", &path).unwrap();
        assert!(directory.names().is_empty());
        write_whole("--json", &path, b"old").unwrap();
        check_writable("--json", &path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write_whole("--json", &path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(directory.names(), ["a.json"]);
    }

    #[test]
    fn bad_path_is_refused_with_what_to_change() {
        let directory = Directory::new("bad-output");
        let path = directory.path("no/such/folder/a.json");
        let message = check_writable("--json", &path).unwrap_err().to_string();
        assert!(message.starts_with(&format!("--json {}: cannot write there (", path.display())), "{message}");
        assert!(message.ends_with("give a path in a folder that exists and is writable"), "{message}");
        assert!(check_writable("--json", &directory.path("")).is_err(), "a folder is no file");
        assert!(check_writable("--json", Path::new("")).is_err(), "an empty path is no file");
    }

    #[test]
    fn links_are_followed_and_devices_are_not_replaced() {
        let directory = Directory::new("link");
        let (file, link) = (directory.path("file"), directory.path("link"));
        fs::write(&file, b"old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole("--out", &link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");

        let (later, link) = (directory.path("later"), directory.path("link-to-later"));
        std::os::unix::fs::symlink("later", &link).unwrap();
        check_writable("--out", &link).unwrap();
        write_whole("--out", &link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "a link to nothing is followed too");
        assert_eq!(fs::read(&later).unwrap(), b"new");

        let (one, other) = (directory.path("one"), directory.path("other"));
        std::os::unix::fs::symlink(&one, &other).unwrap();
        std::os::unix::fs::symlink(&other, &one).unwrap();
        assert!(check_writable("--out", &one).is_err(), "a circle of links is no file");

        write_whole("--out", Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_device_that_takes_nothing_is_refused_at_once_and_a_pipe_is_not_waited_for() {
        let message = check_writable("--out", Path::new("/dev/full")).unwrap_err().to_string();
        assert!(message.starts_with("--out /dev/full: cannot write there (No space left"), "{message}");
        check_writable("--out", Path::new("/dev/null")).unwrap();

        let directory = Directory::new("pipe");
        let pipe = directory.pipe("pipe");
        check_writable("--out", &pipe).unwrap();
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        write_whole("--out", &pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
    }
}
