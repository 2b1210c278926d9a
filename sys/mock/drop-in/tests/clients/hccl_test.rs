//! The vendor's test of collectives: eleven programs under MPI, one process a rank. Each prints a row for each size, with the
//! outcome of its own check.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::common::home;
use crate::tools::{Verdict, checkout, end, need, on_mock, run as run_to_end, which};

const PROGRAMS: [(&str, bool); 11] = [
    ("all_gather_test", false),
    ("all_gatherv_test", false),
    ("all_reduce_test", true),
    ("alltoall_test", false),
    ("alltoallv_test", false),
    ("alltoallvc_test", false),
    ("broadcast_test", false),
    ("reduce_scatter_test", true),
    ("reduce_scatterv_test", true),
    ("reduce_test", true),
    ("scatter_test", false),
];

const MOVED: [&str; 12] =
    ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "fp16", "fp32", "fp64", "bfp16"];
const REDUCED: [&str; 7] = ["int8", "int16", "int32", "int64", "fp16", "fp32", "bfp16"];
/// Sizes of a run: 1 KiB to 4 MiB, four times larger each.
const SIZES: usize = 7;

struct Run {
    ranks: u32,
    kind: &'static str,
    operation: Option<&'static str>,
    option: &'static [&'static str],
}

pub fn run(tell: &mut dyn FnMut(&str, Verdict)) {
    let found = need(&["make", "g++"])
        .and_then(|()| checkout("ASCEND_NPU_CLIENT_HCCL_TEST", "src/hccl_test"))
        .and_then(|(directory, copy)| Ok((mpi(directory.path())?, directory, copy)));
    let ((mpi, launcher), _directory, copy) = match found {
        Ok(found) => found,
        Err(other) => return tell("", other),
    };
    for (program, reduces) in PROGRAMS {
        let mut make = Command::new("make");
        make.current_dir(&copy).arg(program).arg(format!("ASCEND_DIR={}", home().display()));
        let built = run_to_end(make.arg(format!("MPI_HOME={}", mpi.display())), Duration::from_secs(300));
        if built.code != Some(0) {
            tell(program, Verdict::Failed(format!("does not build\n{}", end(&built.text))));
            continue;
        }
        // Where two processes do not even come together, all that follows waits out its time for nothing.
        if program == PROGRAMS[0].0 {
            let two = Run { ranks: 2, kind: "fp32", operation: None, option: &[] };
            let verdict = all(&launcher, &copy.join("bin").join(program), vec![two]);
            if !matches!(verdict, Verdict::Passed(_)) {
                return tell(&format!("{program}, and the others not tried"), verdict);
            }
        }
        tell(program, all(&launcher, &copy.join("bin").join(program), runs(reduces)));
        for option in [&["-z", "1"], &["-m", "1"], &["-t", "1"]] {
            let run = Run { ranks: 2, kind: "fp32", operation: None, option };
            tell(
                &format!("{program} {}", option.join(" ")),
                all(&launcher, &copy.join("bin").join(program), vec![run]),
            );
        }
    }
}

/// What a program is run with.
fn runs(reduces: bool) -> Vec<Run> {
    let run = |ranks, kind, operation| Run { ranks, kind, operation, option: &[] };
    let mut runs: Vec<Run> = [2, 4, 8].into_iter().map(|ranks| run(ranks, "fp32", None)).collect();
    let full = env::var("ASCEND_NPU_CLIENT_FULL").as_deref() == Ok("1");
    let kinds: &[&'static str] = match (full, reduces) {
        (false, _) => &["fp16", "int8"],
        (true, true) => &REDUCED,
        (true, false) => &MOVED,
    };
    for kind in kinds {
        if !reduces {
            runs.push(run(2, kind, None));
            continue;
        }
        for operation in ["sum", "prod", "max", "min"] {
            // The SoC has no product of these.
            if operation != "prod" || !["int16", "bfp16"].contains(kind) {
                runs.push(run(2, kind, Some(operation)));
            }
        }
    }
    runs
}

/// Runs a program in each way; the first that does not pass is the verdict.
fn all(launcher: &Path, program: &Path, runs: Vec<Run>) -> Verdict {
    let (mut rows, count) = (0, runs.len());
    for Run { ranks, kind, operation, option } in runs {
        let text = ranks.to_string();
        let mut command =
            on_mock(&["--devices", &text, "--hbm", "2GiB", "--connect-timeout", "30", "--exec-timeout", "60"]);
        command.arg(launcher).args(["-n", &text]).arg(program);
        command.args(["-b", "1K", "-e", "4M", "-f", "4", "-n", "3", "-w", "1", "-c", "1", "-p", &text, "-d", kind]);
        command.args(operation.into_iter().flat_map(|operation| ["-o", operation])).args(option);
        let what = format!("{ranks} ranks {kind} {} {}", operation.unwrap_or_default(), option.join(" "));
        match run_to_end(&mut command, Duration::from_secs(120)).verdict(checked) {
            Verdict::Passed(_) => rows += SIZES,
            Verdict::Failed(why) => return Verdict::Failed(format!("{what}: {why}")),
            other => return other,
        }
    }
    Verdict::Passed(format!("{count} runs, {rows} rows"))
}

/// Every size has a row, and every row says success, or that the program does not check that type and number of ranks.
fn checked(text: &str) -> Result<String, String> {
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split('|').map(str::trim).collect::<Vec<_>>())
        .filter(|cells| cells.len() == 4 && cells[0].parse::<u64>().is_ok())
        .collect();
    let unchecked = text.contains("No verification is performed");
    let good = |outcome: &str| outcome == "success" || outcome == "NULL" && unchecked;
    if text.contains("check result failed") || rows.iter().any(|row| !good(row[3])) {
        return Err("its check failed".to_owned());
    }
    if rows.len() != SIZES { Err(format!("{} of {SIZES} rows", rows.len())) } else { Ok(String::new()) }
}

/// A directory with `include` and `lib/libmpi.so` of MPICH, as the Makefile wants it, and the launcher.
fn mpi(directory: &Path) -> Result<(PathBuf, PathBuf), Verdict> {
    if let Some(home) = env::var_os("MPI_HOME").map(PathBuf::from) {
        return Ok((home.clone(), home.join("bin/mpirun")));
    }
    let missing = || Verdict::Skipped("MPICH is not installed, and MPI_HOME is not set".to_owned());
    let compiler = which("mpicc.mpich").or_else(|| which("mpicc")).ok_or_else(missing)?;
    let shown = Command::new(&compiler).arg("-show").output().map_err(|_| missing())?.stdout;
    let shown = String::from_utf8_lossy(&shown).into_owned();
    let of = |start: &str| shown.split_whitespace().find_map(|word| word.strip_prefix(start)).map(PathBuf::from);
    let (Some(include), true) = (of("-I"), shown.contains("-lmpich")) else { return Err(missing()) };
    let library = of("-L").unwrap_or_else(|| PathBuf::from("/usr/lib")).join("libmpich.so");
    let home = directory.join("mpi");
    fs::create_dir_all(home.join("lib")).unwrap();
    symlink(include, home.join("include")).unwrap();
    symlink(library, home.join("lib/libmpi.so")).unwrap();
    let launcher = which("mpirun.mpich").or_else(|| which("mpirun")).ok_or_else(missing)?;
    Ok((home, launcher))
}
