//! Programs in a process and an environment of their own: this test binary again, with one of its ignored tests; and toolkits
//! for them, made at test time.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use ascend_npu_sys::{Acl, Function, Hccl};
use tempfile::TempDir;

/// Variables that would reach a program from whoever runs the tests.
const FOREIGN: [&str; 9] = [
    "ASCEND_HOME_PATH",
    "ASCEND_TOOLKIT_HOME",
    "ASCEND_NPU_LIBRARY",
    "ASCEND_NPU_BACKEND",
    "ASCEND_NPU_ENVIRONMENT",
    "ASCEND_NPU_KERNELS",
    "ASCEND_OPP_PATH",
    "ASCEND_RT_VISIBLE_DEVICES",
    "LD_LIBRARY_PATH",
];

/// The functions of a toolkit that do more than return 0. Calls that matter are written to a file.
const SPECIAL: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static void note(const char *call) {
    const char *path = getenv("MADE_LOG");
    FILE *file = path ? fopen(path, "a") : 0;
    if (file) { fprintf(file, "%s\n", call); fclose(file); }
}
static int number(const char *variable, int otherwise) {
    const char *text = getenv(variable);
    return text ? atoi(text) : otherwise;
}
int aclInit(const char *configuration) { note("aclInit"); return number("MADE_INIT", 0); }
int aclFinalize(void) { note("aclFinalize"); return 0; }
int aclrtGetVersion(int *major, int *minor, int *patch) { note("aclrtGetVersion"); *major = 1; *minor = 12; *patch = 3; return 0; }
int aclrtGetDeviceCount(uint32_t *count) { note("aclrtGetDeviceCount"); *count = number("MADE_DEVICES", 1); return 0; }
const char *aclrtGetSocName(void) { return "Ascend910B3"; }
const char *aclGetRecentErrMsg(void) { return 0; }
int aclrtGetCurrentContext(void **context) { *context = (void *)1; return 0; }
int aclrtCreateStreamWithConfig(void **stream, uint32_t priority, uint32_t flags) { *stream = (void *)2; return 0; }
int aclrtStreamQuery(void *stream, uint32_t *status) { *status = 77; return 0; }
int aclrtMalloc(void **address, size_t bytes, int policy) { *address = malloc(bytes); return 0; }
int aclrtMallocHost(void **address, size_t bytes) { *address = malloc(bytes); return 0; }
"#;

/// A directory with toolkits, and programs that see only those.
pub struct Place {
    root: TempDir,
}

impl Place {
    pub fn new() -> Self {
        Self { root: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.root.path().join(below)
    }

    /// Makes a toolkit with all required functions of ACL but `lacking`, and the `further` ones.
    pub fn install(&self, home: &str, lacking: &[&str], further: &[&str]) -> PathBuf {
        let has = required(Acl::FUNCTIONS, lacking).into_iter().chain(further.iter().copied());
        self.make(&format!("{home}/lib64/libascendcl.so"), has, lacking)
    }

    /// Adds HCCL to a toolkit: all required functions but `lacking`.
    pub fn install_hccl(&self, home: &str, lacking: &[&str]) -> PathBuf {
        let has = required(Hccl::FUNCTIONS, lacking);
        self.make(&format!("{home}/lib64/libhccl.so"), has.into_iter(), lacking)
    }

    fn make<'a>(&self, file: &str, functions: impl Iterator<Item = &'a str>, lacking: &[&str]) -> PathBuf {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let special = if file.ends_with("libascendcl.so") { without(SPECIAL, lacking) } else { String::new() };
        let mut source = special.clone();
        for name in functions.filter(|name| !special.contains(&format!("{name}("))) {
            writeln!(source, "long {name}(void) {{ return 0; }}").unwrap();
        }
        let text = path.with_extension("c");
        fs::write(&text, source).unwrap();
        let mut compiler = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
        assert!(compiler.args(["-shared", "-fPIC", "-w", "-o"]).arg(&path).arg(&text).status().unwrap().success());
        path
    }

    /// Runs an ignored test of this binary as a program.
    pub fn run(&self, program: &str, variables: &[(&str, &str)]) -> Ran {
        self.run_with(program, variables, Stdio::piped())
    }

    /// The same, where what it writes to stderr goes elsewhere.
    pub fn run_with(&self, program: &str, variables: &[(&str, &str)], stderr: Stdio) -> Ran {
        let mut command = Command::new(std::env::current_exe().unwrap());
        for variable in FOREIGN {
            command.env_remove(variable);
        }
        command.env("HOME", self.path("user")).env("MADE_LOG", self.path("log")).envs(variables.iter().copied());
        command.args(["--exact", program, "--ignored", "--nocapture"]).stdout(Stdio::piped()).stderr(stderr);
        let Output { status, stdout, stderr } = command.spawn().unwrap().wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran { good: status.success(), out: text(stdout), err: text(stderr) }
    }

    /// The calls of made toolkits, in order.
    pub fn log(&self) -> Vec<String> {
        fs::read_to_string(self.path("log")).unwrap_or_default().lines().map(str::to_owned).collect()
    }
}

/// What a program said.
#[derive(Debug)]
pub struct Ran {
    pub good: bool,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Asserts that the program ended well and printed a part.
    pub fn has(&self, part: &str) -> &Self {
        assert!(self.good, "{self:?}");
        assert!(self.out.contains(part), "`{part}` is not in\n{}\n{}", self.out, self.err);
        self
    }

    pub fn has_not(&self, part: &str) -> &Self {
        assert!(!self.out.contains(part), "`{part}` is in\n{}", self.out);
        self
    }
}

/// Whether this machine has a toolkit or a device of its own, which no variable can hide.
pub fn is_equipped() -> bool {
    Path::new("/usr/local/Ascend").exists() || Path::new("/dev/davinci_manager").exists()
}

fn required(functions: &'static [Function], lacking: &[&str]) -> Vec<&'static str> {
    let names = functions.iter().filter(|function| function.required).map(|function| function.name);
    names.filter(|name| !lacking.contains(name)).collect()
}

fn without(source: &str, functions: &[&str]) -> String {
    let kept = source.lines().filter(|line| !functions.iter().any(|name| line.contains(&format!(" {name}("))));
    kept.map(|line| format!("{line}\n")).collect()
}
