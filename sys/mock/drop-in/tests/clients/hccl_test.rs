//! The vendor's test of collectives: eleven programs under MPI, one process a rank. Each prints a row for each size, with the
//! outcome of its own check. Not all types and numbers of ranks are checked by it: then it says so, and the rows say `NULL`.

use std::env;
use std::fmt;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::common::home;
use crate::tools::{Verdict, checkout, end, need, on_mock, run as run_to_end, which};

/// The programs: none, or what they reduce.
const PROGRAMS: [(&str, Option<Reduces>); 11] = [
    ("all_gather_test", None),
    ("all_gatherv_test", None),
    ("all_reduce_test", Some(ALL)),
    ("alltoall_test", None),
    ("alltoallv_test", None),
    ("alltoallvc_test", None),
    ("broadcast_test", None),
    ("reduce_scatter_test", Some(ALL)),
    ("reduce_scatterv_test", Some(UNEQUAL)),
    ("reduce_test", Some(ALL)),
    ("scatter_test", None),
];

/// The types and the reductions of a program.
#[derive(Clone, Copy)]
struct Reduces {
    kinds: &'static [&'static str],
    operations: &'static [&'static str],
}

const MOVED: [&str; 12] =
    ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "fp16", "fp32", "fp64", "bfp16"];
const ALL: Reduces = Reduces {
    kinds: &["int8", "int16", "int32", "int64", "fp16", "fp32", "bfp16"],
    operations: &["sum", "prod", "max", "min"],
};
/// HcclReduceScatterV has no product, and int64 on A3 only.
const UNEQUAL: Reduces =
    Reduces { kinds: &["int8", "int16", "int32", "fp16", "fp32", "bfp16"], operations: &["sum", "max", "min"] };
/// Sizes of a run: 1 KiB to 4 MiB, four times larger each.
const SIZES: usize = 7;

/// Options of the programs, and the software device that they are for.
const OPTIONS: [(&[&str], &[&str]); 5] = [
    // The root is not the first rank.
    (&["-r", "1"], &[]),
    // An event that a stream waits for before it is recorded.
    (&["-t", "1"], &[]),
    // A number of the job in the communicator's configuration.
    (&["-s", "1"], &[]),
    // Memory that operations use without a copy, and symmetric windows: of A3 only.
    (&["-z", "1"], &["--soc", "Ascend910_9391"]),
    (&["-m", "1"], &["--soc", "Ascend910_9391", "--hbm", "32GiB"]),
];

struct Run {
    ranks: u32,
    kind: &'static str,
    operation: Option<&'static str>,
    option: &'static [&'static str],
    device: &'static [&'static str],
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
        for run in runs(reduces) {
            tell(&format!("{program} {run}"), one(&launcher, &copy.join("bin").join(program), &run));
        }
    }
}

/// What a program is run with.
fn runs(reduces: Option<Reduces>) -> Vec<Run> {
    let run = |ranks, kind, operation| Run { ranks, kind, operation, option: &[], device: &[] };
    let full = env::var("ASCEND_NPU_CLIENT_FULL").as_deref() == Ok("1");
    let kinds = match reduces {
        _ if !full => &["fp16", "int8"],
        Some(reduces) => reduces.kinds,
        None => &MOVED,
    };
    let mut runs = Vec::new();
    for ranks in [2, 4, 8] {
        if !full {
            runs.push(run(ranks, "fp32", None));
        }
        for kind in kinds.iter().filter(|_| full || ranks == 2) {
            let Some(reduces) = reduces else {
                runs.push(run(ranks, kind, None));
                continue;
            };
            // The SoC has no product of these.
            let young = ["int16", "bfp16"].contains(kind);
            let operations = reduces.operations.iter().filter(|operation| !young || **operation != "prod");
            runs.extend(operations.map(|operation| run(ranks, kind, Some(operation))));
        }
    }
    runs.extend(OPTIONS.map(|(option, device)| Run { option, device, ..run(2, "fp32", None) }));
    runs
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ranks, kind, operation, option, .. } = self;
        write!(f, "{ranks} ranks {kind}")?;
        operation.iter().chain(*option).try_for_each(|word| write!(f, " {word}"))
    }
}

fn one(launcher: &Path, program: &Path, run: &Run) -> Verdict {
    let Run { ranks, kind, operation, option, device } = run;
    let ranks = ranks.to_string();
    let mut options = vec!["--devices", &ranks, "--connect-timeout", "30", "--exec-timeout", "60"];
    options.extend(*device);
    if !device.contains(&"--hbm") {
        options.extend(["--hbm", "2GiB"]);
    }
    let mut command = on_mock(&options);
    command.arg(launcher).args(["-n", &ranks]).arg(program);
    command.args(["-b", "1K", "-e", "4M", "-f", "4", "-n", "3", "-w", "1", "-c", "1", "-p", &ranks, "-d", kind]);
    command.args(operation.iter().flat_map(|operation| ["-o", operation])).args(*option);
    run_to_end(&mut command, Duration::from_secs(120)).verdict(checked)
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
    let (Some(first), Some(last), SIZES) = (rows.first(), rows.last(), rows.len()) else {
        return Err(format!("{} of {SIZES} rows", rows.len()));
    };
    let found = rows.iter().filter(|row| row[3] == "success").count();
    Ok(format!("{SIZES} rows, {} to {} B, {found} of them success", first[0], last[0]))
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
