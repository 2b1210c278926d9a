//! Toolkits made at test time: shared objects that have the functions a test wants, each returning a number.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ascend_npu_sys::{Acl, Function, Hccl, Search};
use tempfile::TempDir;

/// A directory with toolkits in it.
pub struct Toolkits {
    root: TempDir,
}

impl Toolkits {
    pub fn new() -> Self {
        Self { root: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.root.path().join(below)
    }

    /// Makes a shared object whose functions return 0.
    pub fn make(&self, file: &str, functions: &[&str]) -> PathBuf {
        self.make_returning(file, functions, 0)
    }

    /// Makes a shared object whose functions return `code`.
    pub fn make_returning(&self, file: &str, functions: &[&str], code: i32) -> PathBuf {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let source: String = functions.iter().map(|name| format!("long {name}(void) {{ return {code}; }}\n")).collect();
        let source_file = path.with_extension("c");
        fs::write(&source_file, source).unwrap();
        let mut compiler = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
        let status = compiler.args(["-shared", "-fPIC", "-w", "-o"]).arg(&path).arg(&source_file).status().unwrap();
        assert!(status.success(), "the C compiler makes a shared object");
        fs::remove_file(source_file).unwrap();
        path
    }

    /// Makes a toolkit with all required functions and the given further ones.
    pub fn install(&self, directory: &str, further: &[&str]) -> PathBuf {
        self.make(&format!("{directory}/libascendcl.so"), &[required(Acl::FUNCTIONS), further.to_vec()].concat())
    }

    /// A search that looks nowhere yet.
    pub fn search(&self) -> Search {
        Search { variables: vec!["ASCEND_HOME_PATH is not set".to_owned()], ..Search::default() }
    }
}

/// The required functions of a table.
pub fn required(functions: &'static [Function]) -> Vec<&'static str> {
    functions.iter().filter(|function| function.required).map(|function| function.name).collect()
}

/// The required functions of HCCL.
pub fn hccl() -> Vec<&'static str> {
    required(Hccl::FUNCTIONS)
}

/// Whether two paths are of one file.
pub fn same(a: &Path, b: &Path) -> bool {
    a.canonicalize().unwrap() == b.canonicalize().unwrap()
}
