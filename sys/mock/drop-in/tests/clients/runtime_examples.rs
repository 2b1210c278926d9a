//! The vendor's examples of the runtime that need no compiler for device kernels and no operator libraries, by their own scripts.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common::home;
use crate::tools::{Verdict, checkout, having, name, need, on_mock, run as run_to_end};

/// What the build of an example with kernels or operators names.
const BEYOND: [&str; 4] = ["ascendc_library", "ascendc_fatbin_library", "libopapi", "libc_sec"];

pub fn run(tell: &mut dyn FnMut(&str, Verdict)) {
    let found =
        need(&["cmake", "make", "g++"]).and_then(|()| checkout("ASCEND_NPU_CLIENT_RUNTIME_EXAMPLES", "example"));
    let (directory, copy) = match found {
        Ok(found) => found,
        Err(other) => return tell("", other),
    };
    // Some include the build rules of kernels and use none.
    fs::write(directory.path().join("ascendc.cmake"), "").unwrap();
    let (with, without): (Vec<_>, Vec<_>) = having(&copy, "CMakeLists.txt").into_iter().partition(|example| {
        let text = fs::read_to_string(example.join("CMakeLists.txt")).unwrap();
        BEYOND.iter().any(|word| text.contains(word))
    });
    for example in without.iter().filter(|example| example.join("run.sh").is_file()) {
        tell(&name(example, &copy), one(example, directory.path()));
    }
    if !with.is_empty() {
        tell("", Verdict::Skipped(format!("{} more need device kernels or operator libraries", with.len())));
    }
}

fn one(example: &Path, rules: &Path) -> Verdict {
    let mut command = on_mock(&["--devices", "2", "--soc", "Ascend910B3", "--hbm", "2GiB"]);
    command.args(["bash", "run.sh"]).current_dir(example).env("ASCEND_INSTALL_PATH", home());
    command.env("SOC_VERSION", "Ascend910B3").env("ASCENDC_CMAKE_DIR", rules);
    run_to_end(&mut command, Duration::from_secs(120)).verdict(|text| {
        if text.contains("[FAILURE]") {
            Err("it says that it failed".to_owned())
        } else {
            Ok("its own script".to_owned())
        }
    })
}
