//! Compiling programs, and running them through the command.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The command, without the settings of whoever runs the tests.
pub fn ascend_mock() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ascend-mock"));
    for (name, _) in std::env::vars_os() {
        let name_text = name.to_string_lossy();
        if ["ASCEND_", "HCCL_"].iter().any(|start| name_text.starts_with(start)) || name == "LD_LIBRARY_PATH" {
            command.env_remove(name);
        }
    }
    command
}

/// What a command that succeeds prints.
pub fn printed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(status.success(), "{command:?}: {status}\n{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// The directory that is laid out as a toolkit.
pub fn home() -> PathBuf {
    PathBuf::from(printed(ascend_mock().arg("home")).trim_end())
}

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
