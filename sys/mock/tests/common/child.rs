//! Tests that run in a process of their own, started by others.

use std::env;
use std::process::{Child, Command, Stdio};

/// Starts an ignored test of this binary, by its path.
pub fn begin(test: &str, environment: &[(&str, &str)]) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args([test, "--exact", "--ignored", "--nocapture"]).envs(environment.iter().copied());
    command.stdout(Stdio::piped()).spawn().unwrap()
}

/// Waits for it: it has run, for a path that names no test runs none and ends well, and passed.
pub fn end(child: Child) {
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("1 passed"), "{told}");
}
