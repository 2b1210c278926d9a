//! The vendor's examples of the runtime that need no compiler for device kernels and no operator libraries, by their own scripts.
//!
//! Their exit codes say little, so what they print is read: see `printed`.

mod printed;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common::home;
use crate::tools::{Verdict, checkout, having, name, need, on_mock, run as run_to_end};

/// What the build rules of an example name, and what it needs then.
const BEYOND: [(&str, &str); 4] = [
    ("ascendc_library", "kernels for the device's cores, built by the vendor's compiler"),
    ("ascendc_fatbin_library", "kernels for the device's cores, built by the vendor's compiler"),
    ("libopapi", "the vendor's operator library"),
    ("libc_sec", "a library and headers inside the vendor's toolkit (`securec.h`, `aprof_pub.h`)"),
];

pub fn run(tell: &mut dyn FnMut(&str, Verdict)) {
    let found =
        need(&["cmake", "make", "g++"]).and_then(|()| checkout("ASCEND_NPU_CLIENT_RUNTIME_EXAMPLES", "example"));
    let (directory, copy) = match found {
        Ok(found) => found,
        Err(other) => return tell("", other),
    };
    // Some include the build rules of kernels and use none.
    fs::write(directory.path().join("ascendc.cmake"), "").unwrap();
    let mut skipped: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for example in having(&copy, "CMakeLists.txt") {
        let name = name(&example, &copy);
        let rules = fs::read_to_string(example.join("CMakeLists.txt")).unwrap();
        match BEYOND.iter().find(|(word, _)| rules.contains(word)) {
            Some((_, reason)) => skipped.entry(reason).or_default().push(name),
            None => tell(&name, one(&name, &example, directory.path())),
        }
    }
    for (reason, names) in skipped {
        tell("", Verdict::Skipped(format!("{} need {reason}: {}", names.len(), names.join(" "))));
    }
}

fn one(name: &str, example: &Path, rules: &Path) -> Verdict {
    let mut command = on_mock(&["--devices", "2", "--soc", "Ascend910B3", "--hbm", "2GiB"]);
    command.args(["bash", "run.sh"]).current_dir(example).env("ASCEND_INSTALL_PATH", home());
    command.env("SOC_VERSION", "Ascend910B3").env("ASCENDC_CMAKE_DIR", rules);
    run_to_end(&mut command, Duration::from_secs(300)).verdict(|text| printed::judge(name, text))
}
