//! The text to train on: a file, or the sources of this repository.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::files::read;

/// Where the sources of this repository are. Named, and not found: what else lies about where somebody works is not trained
/// on, and no tool is needed that tells the two apart.
const PLACES: [&str; 9] =
    ["CONTRIBUTING.md", "README.md", "build", "build.rs", "examples", "kernels", "src", "sys", "tests"];

/// What counts as text there.
const EXTENSIONS: [&str; 4] = ["cpp", "h", "md", "rs"];

/// Reads the text and checks that it has at least one sequence of `context` tokens and the next.
pub fn load(file: Option<&Path>, context: usize) -> Result<Vec<u8>> {
    let (text, name) = match file {
        Some(path) => (read("--text", path)?, format!("--text {}", path.display())),
        None => (read_sources(Path::new(env!("CARGO_MANIFEST_DIR")))?, "the repository's own sources".to_owned()),
    };
    if text.is_empty() {
        return Err(Error::input(format!("{name}: the file is empty; give a file with text in it")));
    }
    if text.len() <= context {
        let (found, longest) = (text.len(), text.len() - 1);
        return Err(Error::input(format!(
            "--context {context} needs a text of at least {} bytes, but {name} has {found}; \
             give a longer text or at most --context {longest}",
            context + 1
        )));
    }
    Ok(text)
}

/// All sources of the repository at `root`, one behind the other in the order of their paths, so that the text is the same everywhere.
fn read_sources(root: &Path) -> Result<Vec<u8>> {
    let mut files = Vec::new();
    for place in PLACES {
        let place = root.join(place);
        if place.is_dir() {
            collect(&place, &mut files);
        } else if place.is_file() {
            files.push(place);
        }
    }
    files.sort();
    let mut text = Vec::new();
    for file in files {
        text.extend(read("the sources of this repository", &file)?);
    }
    match text.is_empty() {
        true => Err(Error::input(format!("found no sources below {}; give a text with --text FILE", root.display()))),
        false => Ok(text),
    }
}

/// Leaves out what is hidden, built, or made by a generator. A directory that cannot be read has no text for us.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        // The kind of the entry itself: a link is neither file nor directory, so that no cycle is followed.
        let Ok(kind) = entry.file_type() else { continue };
        let skipped = name == "target" || name == "bindings" || name.as_encoded_bytes().starts_with(b".");
        let is_text = path.extension().is_some_and(|found| EXTENSIONS.iter().any(|extension| found == *extension));
        if kind.is_dir() && !skipped {
            collect(&path, files);
        } else if kind.is_file() && is_text {
            files.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::tests::Directory;

    fn message(path: &Path, context: usize) -> String {
        load(Some(path), context).map_or_else(|error| error.to_string(), |text| format!("{} bytes", text.len()))
    }

    #[test]
    fn bad_text_is_refused_with_what_to_change() {
        let directory = Directory::new("text");
        let path = directory.path("a.txt");
        let shown = path.display();
        let missing = message(&path, 4);
        assert!(missing.starts_with(&format!("--text {shown}: cannot read it (")), "{missing}");
        assert!(missing.ends_with("give a file that can be read"), "{missing}");
        fs::write(&path, "").unwrap();
        assert_eq!(message(&path, 4), format!("--text {shown}: the file is empty; give a file with text in it"));
        fs::write(&path, "abcd").unwrap();
        assert_eq!(
            message(&path, 4),
            format!(
                "--context 4 needs a text of at least 5 bytes, but --text {shown} has 4; \
                 give a longer text or at most --context 3"
            )
        );
        fs::write(&path, "abcde").unwrap();
        assert_eq!(message(&path, 4), "5 bytes");
    }

    #[test]
    fn sources_come_in_the_order_of_their_paths() {
        let directory = Directory::new("sources");
        for (name, text) in [
            ("tests/b.rs", "C"),
            ("src/x.md", "B"),
            ("README.md", "A"),
            ("src/a.bin", "no"),
            ("src/target/t.rs", "no"),
            ("src/.git/g.rs", "no"),
            (".git/g.rs", "no"),
        ] {
            let path = directory.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let text = read_sources(&directory.path("")).unwrap();
        assert_eq!(text, b"ABC");
        // Notes, a copy of another project, an environment of Python's.
        for name in ["notes.md", "scratch.rs", "other/src/lib.rs", "venv/lib/README.md"] {
            let path = directory.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "no").unwrap();
        }
        assert_eq!(read_sources(&directory.path("")).unwrap(), text, "what lies about does not belong to it");
    }

    #[test]
    fn places_are_those_of_the_repository() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for place in PLACES {
            assert!(root.join(place).exists(), "{place}");
        }
    }
}
