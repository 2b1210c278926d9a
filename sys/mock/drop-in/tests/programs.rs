//! Programs in C, C++ and Python that know nothing of the software device run on it.
#![allow(unsafe_code)] // Reads a C structure that a program wrote.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what it did not expect")]

mod common;
#[path = "common/compile.rs"]
mod compile;

use std::process::Command;

use ascend_npu_sys::HcclCommConfig;
use common::{ascend_mock, home, printed};
use compile::{compile, programs};
use tempfile::tempdir;

macro_rules! names {
    (fixed { $(fn $name:ident($($arguments:tt)*) $(-> $returned:ty)?;)* } variadic {}) => {
        &[$(stringify!($name)),*]
    };
}

/// The functions of operators.
const OPERATORS: &[&str] = ascend_npu_mock::for_each_operator_function!(names);

#[test]
fn a_c_program_copies_in_order_over_two_streams() {
    let directory = tempdir().unwrap();
    let program = compile("device.c", directory.path(), &[]);
    let options = ["run", "--devices", "3", "--soc", "Ascend910A", "--hbm", "1GiB", "--"];
    assert_eq!(printed(ascend_mock().args(options).arg(program)), format!("3 devices Ascend910A {}\n", 1 << 30));
}

#[test]
fn a_cpp_program_reduces_over_threads() {
    let directory = tempdir().unwrap();
    let program = compile("ranks.cpp", directory.path(), &[]);
    for seed in ["1", "2", "3"] {
        let mut command = ascend_mock();
        command.args(["run", "--devices", "4", "--hbm", "1GiB", "--seed", seed, "--"]).arg(&program);
        assert_eq!(printed(&mut command), "4 ranks\n");
    }
}

#[test]
fn a_cpp_program_launches_a_kernel_of_a_host_image() {
    let directory = tempdir().unwrap();
    let program = compile("kernel.cpp", directory.path(), &[]);
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../../../kernels/host/include");
    let image = compile("image.c", directory.path(), &["-shared", "-fPIC", include]);
    printed(ascend_mock().args(["run", "--"]).arg(program).arg(image));
}

#[test]
fn what_is_not_supported_is_refused_by_name() {
    let directory = tempdir().unwrap();
    let program = compile("refused.c", directory.path(), &[]);
    let output = ascend_mock().args(["run", "--report-refused", "--"]).arg(program).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("ascend-mock: HcclGroupStart is not supported: code 5\n"), "{told}");
}

#[test]
fn a_library_bound_at_once_to_the_names_of_a_framework_loads_and_runs() {
    let directory = tempdir().unwrap();
    let names = ["-Wl,-z,now", "-lge_runner", "-lgraph", "-lacl_op_compiler", "-lnnopbase", "-lopapi"];
    let program = compile("operators.c", directory.path(), &names);
    let needed = printed(Command::new("readelf").arg("-d").arg(&program));
    assert!(needed.contains("[libascendcl.so]") && needed.contains("BIND_NOW"), "{needed}");
    printed(ascend_mock().args(["run", "--"]).arg(program));
}

#[test]
fn a_forked_child_is_refused_at_once_and_leaves_its_parent_alone() {
    let directory = tempdir().unwrap();
    let program = compile("forked.c", directory.path(), &["-pthread"]);
    let report = directory.path().join("findings");
    let timeline = directory.path().join("timeline.json");
    assert_eq!(printed(ascend_mock().args(["run", "--"]).arg(&program)), "20 children\n");
    // What is told at the end is told by the parent, and by the child that ran for itself.
    let mut command = ascend_mock();
    command.args(["run", "--check", "all", "--report"]).arg(&report).arg("--timeline").arg(&timeline);
    assert_eq!(printed(command.arg("--").arg(&program)), "20 children\n");
    assert_eq!(std::fs::read_to_string(report).unwrap_or_default(), "");
    let timelines = std::fs::read_dir(directory.path())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("timeline"));
    assert_eq!(timelines.count(), 2);
}

#[test]
fn a_log_line_has_any_number_of_arguments() {
    let directory = tempdir().unwrap();
    let program = compile("log.c", directory.path(), &[]);
    let mut command = ascend_mock();
    command.args(["run", "--"]).arg(program);
    command.env("ASCEND_SLOG_PRINT_TO_STDOUT", "1").env("ASCEND_GLOBAL_LOG_LEVEL", "1");
    let written = printed(&mut command);
    let ends: Vec<&str> = written.lines().filter_map(|line| line.split_once("): ")).map(|(_, end)| end).collect();
    let short = "f:file.c:2: \"nothing\"";
    let long = "g:file.c:3: \"1 two 3.5 4 5 6.25 7 8 9.125 10.0 11.0 12.0 13.0 14.0 15.0 sixteen\"";
    assert_eq!(ends, [short, long, short, long]);
}

#[test]
fn every_library_name_is_the_same_device() {
    let directory = tempdir().unwrap();
    let program = compile("open.c", directory.path(), &[]);
    let mut command = ascend_mock();
    command.args(["run", "--"]).arg(program);
    let mut names = 0;
    for entry in home().join("lib64").read_dir().unwrap() {
        command.arg(entry.unwrap().file_name());
        names += 1;
    }
    assert!(names >= 10, "only {names} libraries");
    printed(&mut command);
}

#[test]
fn a_python_program_copies_through_ctypes() {
    let mut command = ascend_mock();
    command.args(["run", "--soc", "Ascend910B4", "--", "python3"]).arg(programs().join("device.py"));
    assert_eq!(printed(&mut command), "Ascend910B4 internal error\n");
}

#[test]
fn the_inline_function_of_the_header_is_that_of_the_bindings() {
    let directory = tempdir().unwrap();
    let program = compile("configuration.cpp", directory.path(), &[]);
    let written = Command::new(program).env("LD_LIBRARY_PATH", home().join("lib64")).output().unwrap().stdout;
    assert_eq!(written.len(), size_of::<HcclCommConfig>());
    // SAFETY: as many bytes as the structure has, and any bytes are a value of its integers.
    let written = unsafe { written.as_ptr().cast::<HcclCommConfig>().read_unaligned() };
    assert!(written == HcclCommConfig::new(), "{written:?}");
}

#[test]
fn only_the_shared_object_exports_the_names_of_c() {
    let exported = |file: &std::path::Path| {
        let text = printed(Command::new("nm").args(["-D", "--defined-only"]).arg(file));
        text.lines().filter_map(|line| line.split(' ').nth(2)).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut names = exported(&home().join("lib64/libascendcl.so"));
    let mut expected: Vec<&str> =
        [ascend_npu_sys::Acl::FUNCTIONS, ascend_npu_sys::Hccl::FUNCTIONS].concat().iter().map(|of| of.name).collect();
    expected.extend(OPERATORS);
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
    let command = exported(env!("CARGO_BIN_EXE_ascend-mock").as_ref());
    assert!(!command.iter().any(|name| name.starts_with("acl") || name.starts_with("Hccl")), "{command:?}");
}
