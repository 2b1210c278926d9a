//! Files that are read, and files that must not be the same.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::cli::Cli;
use crate::error::{Error, Result};
use crate::output;

/// Reads a whole file. Only a file has an end for sure: a pipe may never be written to, and a device may go on for ever.
pub fn read(flag: &str, path: &Path) -> Result<Vec<u8>> {
    let refuse = |what: &str| {
        Error::input(format!("{flag} {}: cannot read it ({what}); give a file that can be read", path.display()))
    };
    let found = fs::metadata(path).map_err(|error| refuse(&error.to_string()))?;
    if !found.is_file() {
        return Err(refuse(if found.is_dir() { "it is a folder" } else { "it is no regular file" }));
    }
    fs::read(path).map_err(|error| refuse(&error.to_string()))
}

/// Refuses flags of which one would overwrite what another reads or writes. Weights may be trained further in their place.
pub fn check_distinct(cli: &Cli) -> Result<()> {
    let Cli { text, weights, out, json, trace, .. } = cli;
    for [(first, one), (second, other)] in [
        [("--out", out), ("--json", json)],
        [("--text", text), ("--out", out)],
        [("--text", text), ("--json", json)],
        [("--weights", weights), ("--json", json)],
        [("--out", out), ("--trace", trace)],
        [("--json", json), ("--trace", trace)],
    ] {
        if let (Some(one), Some(other)) = (one, other)
            && is_same(one, other)
        {
            return Err(Error::input(format!("{first} and {second} name the same file; give two names")));
        }
    }
    Ok(())
}

/// Whether two paths lead to one file, by links of either kind or other spelling, also where it is still to be made.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        (Err(_), Err(_)) => match (output::resolve(one), output::resolve(other)) {
            (Ok(one), Ok(other)) => one == other,
            _ => one == other,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::output::tests::Directory;

    #[test]
    fn one_file_under_two_names_is_refused() {
        let directory = Directory::new("same");
        let path = |name: &str| directory.path(name).to_str().unwrap().to_owned();
        fs::create_dir(path("folder")).unwrap();
        symlink("folder", path("way")).unwrap();
        symlink("new", path("to-new")).unwrap();
        fs::write(path("old"), "old").unwrap();
        symlink("old", path("to-old")).unwrap();
        fs::hard_link(path("old"), path("also-old")).unwrap();
        fs::write(path("old-too"), "old").unwrap();

        let told = |flags: [&str; 2], names: [&str; 2]| {
            let words = [flags[0], &path(names[0]), flags[1], &path(names[1])].map(str::to_owned);
            let words: Vec<_> = words.iter().map(String::as_str).collect();
            check_distinct(&Cli::from_words(&words).unwrap()).map_err(|error| (error.exit_code(), error.to_string()))
        };
        let same = [
            ["new", "new"],
            ["new", "./new"],
            ["new", "folder/../new"],
            ["new", "to-new"],
            ["folder/new", "way/new"],
            ["no/such/folder", "no/such/folder"],
            ["old", "./old"],
            ["old", "to-old"],
            ["old", "also-old"],
        ];
        for names in same {
            let expected = "--out and --json name the same file; give two names".to_owned();
            assert_eq!(told(["--out", "--json"], names), Err((2, expected)), "{names:?}");
        }
        for names in [["new", "newer"], ["folder/new", "new"], ["old", "new"], ["old", "old-too"]] {
            assert_eq!(told(["--out", "--json"], names), Ok(()), "{names:?}");
        }
        for flags in [["--text", "--out"], ["--text", "--json"], ["--weights", "--json"], ["--json", "--trace"]] {
            assert!(told(flags, ["old", "to-old"]).is_err(), "{flags:?}");
        }
        assert_eq!(told(["--weights", "--out"], ["old", "old"]), Ok(()), "training goes on in the same file");
    }

    #[test]
    fn only_a_file_is_read() {
        let directory = Directory::new("read");
        let told = |path: &Path| read("--text", path).unwrap_err().to_string();
        let pipe = directory.pipe("pipe");
        symlink("pipe", directory.path("to-pipe")).unwrap();
        for path in [&pipe, &directory.path("to-pipe"), Path::new("/dev/zero")] {
            let expected = format!(
                "--text {}: cannot read it (it is no regular file); give a file that can be read",
                path.display()
            );
            assert_eq!(told(path), expected);
        }
        assert!(told(&directory.path("")).contains("it is a folder"));
        fs::write(directory.path("file"), "text").unwrap();
        symlink("file", directory.path("to-file")).unwrap();
        assert_eq!(read("--text", &directory.path("to-file")).unwrap(), b"text");
    }
}
