//! Files that are there whole or not at all: written beside their place under another name, then renamed.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::error::{Error, Result};

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
    if path.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    if path.exists() {
        OpenOptions::new().append(true).open(path)?;
    }
    match Target::of(path)? {
        Target::Device => Ok(()),
        Target::File { aside, .. } => {
            File::create(&aside)?;
            fs::remove_file(aside)
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match Target::of(path)? {
        Target::Device => OpenOptions::new().append(true).open(path)?.write_all(bytes),
        Target::File { place, aside } => {
            let written = write_synced(&aside, bytes).and_then(|()| fs::rename(&aside, place));
            if written.is_err() {
                // The first error is the one to tell; that the left-over cannot be removed either adds nothing.
                let _ = fs::remove_file(aside);
            }
            written
        }
    }
}

/// Syncs before the rename: else a power cut could leave the new name with none of the bytes.
fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// What a path stands for.
enum Target {
    /// A terminal, a pipe, `/dev/null`: to be written into, never to be replaced.
    Device,
    /// The file itself, links followed, and the name beside it to write under.
    File { place: PathBuf, aside: PathBuf },
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        let place = match fs::metadata(path) {
            Ok(found) if !found.is_file() => return Ok(Self::Device),
            Ok(_) => fs::canonicalize(path)?,
            Err(_) => path.to_owned(),
        };
        let name = place.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let mut aside = OsString::from(".");
        aside.push(name);
        aside.push(format!(".{}.part", process::id()));
        Ok(Self::File { aside: place.with_file_name(aside), place })
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

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_are_not_replaced() {
        let directory = Directory::new("link");
        let (file, link) = (directory.path("file"), directory.path("link"));
        fs::write(&file, b"old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole("--out", &link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");

        write_whole("--out", Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
