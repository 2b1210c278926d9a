//! Running the command.

use std::path::PathBuf;
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
