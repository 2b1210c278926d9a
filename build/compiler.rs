//! Which C++ compiler makes the host images.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use crate::command;

/// What compilers are called where nobody says which to take: the name that systems give to theirs, then two common ones, since
/// an installed compiler need not be the system's.
const NAMES: &[&str] = &["c++", "g++", "clang++"];

/// What the shim asks of a compiler (`kernels/host/include/kernel_operator.h` says why), and one exported symbol.
const FLAGS: &[&str] = &[
    "-shared",
    "-fPIC",
    "-fvisibility=hidden",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fno-strict-aliasing",
];

/// The first compiler that makes a shared object of a trivial program with our flags; else what each of them said.
pub fn find(out: &Path) -> Result<cc::Tool, String> {
    // One that is asked for is used or refused. Another architecture's has a name of its own, which only `cc` knows.
    let is_native = variable("HOST") == variable("TARGET");
    let names = if is_asked_for() || !is_native { &[] } else { NAMES };
    let chosen: Vec<_> = if names.is_empty() { vec![None] } else { names.iter().copied().map(Some).collect() };
    let mut refused = Vec::new();
    for name in chosen {
        match tried(name, out) {
            Ok(compiler) => return Ok(compiler),
            Err(reason) => refused.push(reason),
        }
    }
    Err(refused.join("; "))
}

/// Whether a variable that `cc` reads names the compiler. Has cargo watch them all.
fn is_asked_for() -> bool {
    let target = variable("TARGET").unwrap_or_default();
    let names = ["CXX", "HOST_CXX"].map(str::to_owned);
    let of_target = [format!("CXX_{target}"), format!("CXX_{}", target.replace(['-', '.'], "_"))];
    let mut is_asked_for = false;
    for name in names.into_iter().chain(of_target) {
        println!("cargo::rerun-if-env-changed={name}");
        is_asked_for |= variable(&name).is_some();
    }
    is_asked_for
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// A compiler that was seen to work: the one of this name, or the one that `cc` takes.
fn tried(name: Option<&str>, out: &Path) -> Result<cc::Tool, String> {
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).debug(false).warnings(false).cargo_warnings(false);
    if let Some(name) = name {
        build.compiler(name);
    }
    let compiler = build.try_get_compiler().map_err(|error| error.to_string())?;
    let source = out.join("probe.cpp");
    std::fs::write(&source, "#include <cmath>\nfloat probe(float x) { return std::sqrt(x); }\n")
        .map_err(|error| format!("cannot write {}: {error}", source.display()))?;
    command::run(&mut linking(&compiler, &source, &out.join("probe.so")))?;
    Ok(compiler)
}

/// The command that makes a shared object of a source.
pub fn linking(compiler: &cc::Tool, source: impl AsRef<OsStr>, file: &Path) -> Command {
    let mut command = compiler.to_command();
    command.args(FLAGS).arg(source.as_ref()).arg("-o").arg(file);
    command
}
