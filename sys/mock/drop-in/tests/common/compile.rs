//! Compiling the tests' programs.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{home, printed};

/// Where the sources of the tests' programs are.
pub fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// Compiles one source with all warnings, linked to the software device as to the vendor's libraries.
pub fn compile(source: &str, into: &Path, options: &[&str]) -> PathBuf {
    let home = home();
    let (compiler, standard) = if source.ends_with(".c") { ("cc", "-std=c11") } else { ("c++", "-std=c++17") };
    let program = into.join(source.split('.').next().unwrap());
    let mut command = Command::new(compiler);
    command.args([standard, "-D_DEFAULT_SOURCE", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread"]);
    command.arg("-I").arg(home.join("include")).arg(programs().join(source)).arg("-o").arg(&program);
    command.args(options).arg("-L").arg(home.join("lib64"));
    command.args(["-Wl,--no-as-needed", "-lascendcl", "-lhccl", "-ldl"]);
    printed(&mut command);
    program
}
