//! A vendor's headers: where they are, and which names they declare.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::Result;

/// Headers that are read where a set has them.
const HEADERS: [&str; 13] = [
    "acl/acl.h",
    "acl/acl_base.h",
    "acl/acl_base_rt.h",
    "acl/acl_rt.h",
    "acl/acl_platform.h",
    "acl/acl_rt_allocator.h",
    "acl/acl_rt_memory.h",
    "acl/acl_rt_memory_soma.h",
    "acl/acl_prof.h",
    "acl/acl_tdt.h",
    "acl/acl_tdt_queue.h",
    "acl/acl_dump.h",
    "hccl/hccl.h",
];

/// Headers of other packages, which the above include: their functions are not ours to declare.
const OTHERS: [&str; 5] = ["acl_op.h", "acl_mdl.h", "acl_base_mdl.h", "acl_op_compiler.h", "acl_rt_api.h"];

/// A set of headers.
#[derive(Debug)]
pub struct Vendor {
    /// Directories for the compiler to search.
    pub include: Vec<PathBuf>,
    /// `#include` lines for all headers of the set.
    pub includes: String,
    /// Every word in the headers after preprocessing, with the names of macros.
    pub words: BTreeSet<String>,
    /// Functions they declare.
    pub functions: BTreeSet<String>,
}

impl Vendor {
    /// Finds the headers below a directory and reads their names with the C++ compiler.
    ///
    /// # Errors
    /// Without `acl/acl.h` below the directory, or without a C++ compiler.
    pub fn find(directory: &Path) -> Result<Self> {
        let root = directory.canonicalize().map_err(|error| format!("{}: {error}", directory.display()))?;
        let mut include = vec![root.clone()];
        for header in ["acl/acl.h", "hccl/hccl.h"] {
            include.extend(holder(&root, header, 8));
        }
        let there = |header: &str| include.iter().any(|directory| directory.join(header).is_file());
        if !there("acl/acl.h") {
            return Err(format!("{}: no acl/acl.h below it", root.display()).into());
        }
        let includes: String =
            HEADERS.iter().filter(|header| there(header)).map(|header| format!("#include \"{header}\"\n")).collect();
        let mut vendor = Self { include, includes, words: BTreeSet::new(), functions: BTreeSet::new() };
        vendor.read(&root)?;
        Ok(vendor)
    }

    /// Gives a source to the C++ compiler, which searches the set's directories.
    pub(crate) fn compile(&self, options: &[&str], source: &str) -> Result<Output> {
        let mut command = Command::new(std::env::var_os("CXX").unwrap_or_else(|| "c++".into()));
        for directory in &self.include {
            command.arg("-I").arg(directory);
        }
        command.args(["-std=c++17", "-w", "-x", "c++"]).args(options).arg("-");
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().map_err(|error| format!("no C++ compiler: {error}"))?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(source.as_bytes())?;
        }
        Ok(child.wait_with_output()?)
    }

    fn read(&mut self, root: &Path) -> Result<()> {
        let output = self.compile(&["-E", "-dD"], &self.includes)?;
        if !output.status.success() {
            return Err(format!("the headers do not preprocess: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        let text = String::from_utf8(output.stdout)?;
        let root = root.display().to_string();
        let (mut inside, mut others) = (false, false);
        let mut code = String::new();
        for line in text.lines() {
            if let Some(marker) = line.strip_prefix("# ") {
                let file = marker.split('"').nth(1).unwrap_or_default();
                inside = file.starts_with(&root);
                others = OTHERS.iter().any(|name| file.ends_with(&format!("/{name}")));
            } else if inside && let Some(macro_line) = line.strip_prefix("#define ") {
                self.words.extend(words(macro_line).next().map(str::to_owned));
            } else if inside && !line.starts_with('#') {
                self.words.extend(words(line).map(str::to_owned));
                if !others {
                    code.push_str(line);
                    code.push('\n');
                }
            }
        }
        self.functions = declared(&code);
        Ok(())
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

/// Names of functions: those outside braces other than `extern "C"`, before a `(`.
fn declared(code: &str) -> BTreeSet<String> {
    let code = code.replace("extern \"C\" {", " ");
    let mut outside = String::new();
    let mut depth = 0_usize;
    for letter in code.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(letter),
            _ => {}
        }
    }
    let called = outside.split(';').filter(|statement| !statement.trim_start().starts_with("typedef"));
    let names = called.flat_map(|statement| {
        statement.match_indices('(').filter_map(|(at, _)| {
            let before = statement.get(..at)?.trim_end();
            before.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
        })
    });
    names.filter(|name| name.starts_with("acl") || name.starts_with("Hccl")).map(str::to_owned).collect()
}

/// The directory below `root` in which the header lies under its own path.
fn holder(root: &Path, header: &str, depth: usize) -> Option<PathBuf> {
    if root.join(header).is_file() {
        return Some(root.to_owned());
    }
    let entries = fs::read_dir(root).ok()?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.iter().find_map(|folder| if depth == 0 { None } else { holder(folder, header, depth - 1) })
}
