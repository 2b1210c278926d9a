//! The timeline of a run, for the viewers of Chrome and Perfetto.
//!
//! The software device keeps it and writes it when the process ends. On an NPU the vendor's profiler has it.

use std::path::Path;

use ascend_npu::Backend;

use crate::error::{Error, Result};

/// Asks the device for a timeline: before anything else is asked of it.
#[cfg(feature = "mock")]
pub fn ask(path: &Path) -> Result<()> {
    use ascend_npu_mock::control::{self, Settings};

    let mut settings = Settings::default();
    settings.timeline_file = Some(path.to_owned());
    control::configure(settings).map_err(|error| Error::failed(format!("--trace {}: {error}", path.display())))
}

#[cfg(not(feature = "mock"))]
pub fn ask(_path: &Path) -> Result<()> {
    check_backend(Backend::Cann)
}

/// Refuses devices that keep no timeline.
pub fn check_backend(backend: Backend) -> Result<()> {
    match backend {
        Backend::Mock => Ok(()),
        Backend::Cann => Err(Error::input(
            "--trace: only the software device writes a timeline; run the program under msprof, or set ASCEND_NPU_BACKEND=mock",
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::Cli;
    use crate::job::Job;
    use crate::output::tests::Directory;

    #[cfg(feature = "mock")]
    #[test]
    #[ignore = "run by the test below, in a process of its own"]
    fn trains_with_a_timeline() {
        let flags = std::env::var("TEST_FLAGS").unwrap();
        crate::run(&Cli::from_words(&flags.split(' ').collect::<Vec<_>>()).unwrap()).unwrap();
    }

    #[cfg(feature = "mock")]
    #[test]
    fn a_timeline_has_every_collective_and_kernel_of_the_run_on_every_device() {
        use std::collections::BTreeMap;

        let directory = Directory::new("trace");
        let path = directory.path("run.json");
        let model = "--world 2 --steps 3 --layers 2 --dim 8 --heads 2 --hidden 8 --context 8 --batch 4 --dtype bf16";
        let flags = format!("{model} --stage 3 --accumulate 2 --clip 1 --trace {}", path.display());
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args(["trace::tests::trains_with_a_timeline", "--exact", "--ignored"]);
        let output = command.env("ASCEND_NPU_BACKEND", "mock").env("TEST_FLAGS", flags).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));

        let trace: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let mut counts: BTreeMap<(u64, String), u64> = BTreeMap::new();
        for event in trace["traceEvents"].as_array().unwrap().iter().filter(|event| event["ph"] == "X") {
            assert!(event["dur"].as_f64().unwrap() >= 0.0, "{event}");
            *counts.entry((event["pid"].as_u64().unwrap(), event["name"].as_str().unwrap().to_owned())).or_default() +=
                1;
        }
        let of = |device: u64, name: &str| counts.get(&(device, name.to_owned())).copied().unwrap_or(0);
        // Two layers, two tables and a norm: five buckets, of three steps with two micro-batches.
        for device in [0, 1] {
            assert_eq!(of(device, "HcclReduceScatter"), 5 * 3 * 2, "{counts:?}");
            // The parameters before each step and at the end, and a number of each rank: once before, the loss and the norm of each step.
            assert_eq!(of(device, "HcclAllGather"), 5 * 4 + 1 + 3 + 3, "{counts:?}");
            assert_eq!(of(device, "control_decide"), 3, "{counts:?}");
        }
        assert_eq!(of(0, "adam_f32_bf16"), 5 * 3, "{counts:?}");
    }

    #[test]
    fn a_file_that_is_there_is_not_written_over() {
        let directory = Directory::new("traced");
        let path = directory.path("old.json");
        fs::write(&path, "old").unwrap();
        let refused = |path: &Path| {
            let error =
                Job::new(&Cli::from_words(&["--trace", path.to_str().unwrap()]).unwrap()).map(drop).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            error.to_string()
        };
        assert!(refused(&path).ends_with("there is such a file; remove it or give a new name"));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert!(refused(&directory.path("no/file")).contains("cannot write there"));
        assert!(check_backend(Backend::Cann).is_err() && check_backend(Backend::Mock).is_ok());
    }
}
