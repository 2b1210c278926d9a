//! The command `ascend-mock`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may stop at what it did not expect"
)]

mod common;
#[path = "common/compile.rs"]
mod compile;

use std::io::ErrorKind;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, thread};

use common::{ascend_mock, home, printed};
use compile::compile;
use serde_json::Value;
use tempfile::tempdir;

/// The exit code, and the only line on stderr.
fn refused(command: &mut Command) -> (Option<i32>, String) {
    let output = loop {
        match command.output() {
            // A child of another test, just forked, may still hold the program open that was copied here.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => thread::yield_now(),
            outcome => break outcome.unwrap(),
        }
    };
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    (output.status.code(), text)
}

#[test]
fn bad_input_is_one_line_and_code_2() {
    for (arguments, said) in [
        (vec![], "a command is wanted"),
        (vec!["fly"], "fly"),
        (vec!["run"], "PROGRAM"),
        (vec!["run", "--devices", "0", "--", "true"], "--devices"),
        (vec!["run", "--soc", "Ascend310P3", "--", "true"], "Ascend910B3"),
        (vec!["run", "--hbm", "many", "--", "true"], "--hbm"),
        (vec!["run", "--hbm", "99999999999GiB", "--", "true"], "--hbm"),
        (vec!["run", "--set", "PATH=/", "--", "true"], "ASCEND_MOCK_"),
        (vec!["run", "--check", "everything", "--", "true"], "races"),
        (vec!["run", "--check", "all", "--report", "/no/such/folder/file", "--", "true"], "/no/such/folder/file"),
        (vec!["run", "--report", "file", "--", "true"], "--check"),
        (vec!["run", "--", "/no/such/program"], "/no/such/program"),
        (vec!["info", "--all", "--soc", "Ascend910B3"], "--soc"),
        (vec!["symbols", "/no/such/program"], "/no/such/program"),
        (vec!["symbols", "/etc/passwd"], "/etc/passwd"),
    ] {
        let (code, text) = refused(ascend_mock().args(&arguments));
        assert_eq!(code, Some(2), "{arguments:?}: {text}");
        assert!(text.starts_with("ascend-mock: ") && text.contains(said), "{arguments:?}: {text}");
    }
    let (code, text) = refused(ascend_mock().arg("path").env("ASCEND_MOCK_LIBRARY", "/no/such.so"));
    assert!(code == Some(2) && text.contains("ASCEND_MOCK_LIBRARY"), "{text}");
}

#[test]
fn a_missing_library_says_how_to_build_it() {
    let directory = tempdir().unwrap();
    let alone = directory.path().join("ascend-mock");
    fs::copy(env!("CARGO_BIN_EXE_ascend-mock"), &alone).unwrap();
    let (code, text) = refused(Command::new(&alone).arg("path").env_remove("ASCEND_MOCK_LIBRARY"));
    assert!(code == Some(2) && text.contains("cargo build --release -p ascend-mock"), "{text}");
    // Given the library it works from anywhere.
    let library = home().join("lib64/libascendcl.so").canonicalize().unwrap();
    printed(Command::new(&alone).arg("path").env("ASCEND_MOCK_LIBRARY", library));
}

#[test]
fn the_program_gets_settings_and_its_exit_code_is_passed_on() {
    let mut command = ascend_mock();
    command.args(["run", "--devices", "5", "--hbm", "512MiB", "--set", "ASCEND_MOCK_ANYTHING=a b", "--", "sh", "-c"]);
    command.arg("echo $ASCEND_MOCK_DEVICES $ASCEND_MOCK_HBM $ASCEND_MOCK_ANYTHING $LD_LIBRARY_PATH; exit 7");
    let output = command.env("LD_LIBRARY_PATH", "/else").output().unwrap();
    assert_eq!(output.status.code(), Some(7));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, format!("5 536870912 a b {}:/else\n", home().join("lib64").display()));
}

#[test]
fn the_program_finds_the_packages_of_a_toolkit_and_its_own_stays() {
    let look = "echo $ASCEND_OPP_PATH; cd \"$ASCEND_HOME_PATH\" && ls -d compiler opp runtime";
    let mut command = ascend_mock();
    command.args(["run", "--", "sh", "-c", look]).env_remove("ASCEND_OPP_PATH").env_remove("ASCEND_HOME_PATH");
    assert_eq!(printed(&mut command), format!("{}\ncompiler\nopp\nruntime\n", home().join("opp").display()));
    let script = home().join("set_env.sh");
    let sourced = printed(Command::new("sh").arg("-c").arg(format!(". '{}'; echo $ASCEND_OPP_PATH", script.display())));
    assert_eq!(sourced, format!("{}\n", home().join("opp").display()));
    command.env("ASCEND_OPP_PATH", "/else");
    assert!(printed(&mut command).starts_with("/else\n"));
}

#[test]
fn options_of_the_program_are_its_own() {
    assert_eq!(printed(ascend_mock().args(["run", "--", "echo", "--devices", "x", "--", "-h"])), "--devices x -- -h\n");
}

#[test]
fn signals_reach_the_program() {
    let mut command = ascend_mock();
    command.args(["run", "--", "sh", "-c", "echo $$; exec sleep 60"]).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line.trim_end(), child.id().to_string());
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9));
}

#[test]
fn the_directory_is_made_whole_by_many_at_once() {
    let directory = tempdir().unwrap();
    // A copy of its own, so that nothing has been made there.
    let library = directory.path().join("libascendcl.so");
    fs::copy(home().join("lib64/libascendcl.so"), &library).unwrap();
    let made: Vec<String> = thread::scope(|scope| {
        let one = || {
            let path = printed(ascend_mock().arg("path").env("ASCEND_MOCK_LIBRARY", &library));
            let path = path.trim_end().to_owned();
            assert!(Path::new(&path).join("libhccl.so").canonicalize().is_ok(), "{path}");
            assert!(Path::new(&path).join("../include/acl/acl.h").exists(), "{path}");
            path
        };
        (0..12).map(|_| scope.spawn(one)).collect::<Vec<_>>().into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(made.iter().all(|path| *path == made[0]));
    let left = Command::new("find").arg(&made[0]).args(["-name", ".*"]).output().unwrap().stdout;
    assert_eq!(String::from_utf8(left).unwrap(), "", "files in the making were left behind");
}

#[test]
fn a_directory_that_cannot_be_written_is_replaced_by_one_in_the_cache() {
    let directory = tempdir().unwrap();
    let library = directory.path().join("libascendcl.so");
    fs::copy(home().join("lib64/libascendcl.so"), &library).unwrap();
    // A file where the directory should be: works for root too, whom permissions do not stop.
    fs::write(directory.path().join("ascend-mock-home"), "").unwrap();
    let cache = directory.path().join("cache");
    let mut command = ascend_mock();
    let path = printed(command.arg("path").env("ASCEND_MOCK_LIBRARY", &library).env("XDG_CACHE_HOME", &cache));
    assert!(Path::new(path.trim_end()).starts_with(&cache), "{path}");
}

#[test]
fn the_device_is_shown_as_a_table_and_as_json() {
    let text = printed(ascend_mock().args(["info", "--soc", "Ascend910B4", "--devices", "2"]));
    assert!(text.contains("2 devices") && text.contains("Ascend910B4") && text.contains("32 GiB"), "{text}");
    let json: Value = serde_json::from_str(&printed(ascend_mock().args(["info", "--hbm", "1GiB", "--json"]))).unwrap();
    assert_eq!((&json["soc"], &json["devices"]), (&Value::from("Ascend910B3"), &Value::from(8)));
    assert_eq!((&json["hbm_bytes"], &json["npu_arch"]), (&Value::from(1 << 30), &Value::from(2201)));
    let all: Value = serde_json::from_str(&printed(ascend_mock().args(["info", "--all", "--json"]))).unwrap();
    assert!(all.as_array().unwrap().len() >= 10);
}

#[test]
fn functions_are_listed_with_what_becomes_of_them() {
    let all: Value = serde_json::from_str(&printed(ascend_mock().args(["symbols", "--json"]))).unwrap();
    let state =
        |name: &str| all["symbols"].as_array().unwrap().iter().find(|of| of["name"] == name).unwrap()["state"].clone();
    assert_eq!((state("aclrtMalloc"), state("aclrtActiveStream")), ("implemented".into(), "refused".into()));
    let counts = &all["counts"];
    let count = |state: &str| counts[state].as_u64().unwrap();
    assert_eq!((state("aclnnCast"), state("aclopCompileAndExecute")), ("implemented".into(), "refused".into()));
    assert_eq!(count("implemented") + count("refused"), 573 + 54);
    assert_eq!(count("absent"), 0);

    let directory = tempdir().unwrap();
    let program = compile("ranks.cpp", directory.path(), &[]);
    let text = printed(ascend_mock().arg("symbols").arg(program));
    assert!(text.contains("HcclAllReduce") && !text.contains("HcclBroadcast"), "{text}");
    assert!(text.ends_with(" implemented, 0 refused, 0 absent\n"), "{text}");
}
