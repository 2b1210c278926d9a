//! Host images: shared objects for the software device, made from the kernels' own source.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use crate::{ARCHITECTURES, Image, KERNELS, command};

/// Name of a build, and whether it checks.
const BUILDS: &[(&str, bool)] = &[("fast", false), ("checked", true)];

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

/// Compiles every kernel for every architecture in both builds, or warns and gives none when there is no compiler.
pub fn images(out: &Path) -> Result<Vec<Image>, String> {
    let compiler = match compiler(out) {
        Ok(compiler) => compiler,
        Err(reason) => {
            let reason = reason.replace('\n', " ");
            println!(
                "cargo::warning=no usable C++ compiler, so the software device has no kernels to launch: {reason}"
            );
            return Ok(Vec::new());
        }
    };
    let mut images = Vec::new();
    let mut commands = Vec::new();
    for &kernel in KERNELS {
        for &architecture in ARCHITECTURES {
            for &(build, checked) in BUILDS {
                let file = out.join(format!("{kernel}_{architecture}_{build}.so"));
                let mut command = linking(&compiler, Path::new("kernels").join(kernel).join("image.cpp"), &file);
                command.arg("-Ikernels/host/include").arg(format!("-D__NPU_ARCH__={architecture}"));
                command.arg(format!("-DASCEND_HOST_CHECKED={}", u8::from(checked)));
                commands.push(command);
                images.push(Image { kernel, architecture, build, file });
            }
        }
    }
    command::run_all(commands)?;
    Ok(images)
}

/// A compiler that makes a shared object of a trivial program with our flags.
fn compiler(out: &Path) -> Result<cc::Tool, String> {
    let compiler = cc::Build::new()
        .cpp(true)
        .std("c++17")
        .opt_level(3)
        .debug(false)
        .warnings(false)
        .try_get_compiler()
        .map_err(|error| error.to_string())?;
    let source = out.join("probe.cpp");
    std::fs::write(&source, "#include <cmath>\nfloat probe(float x) { return std::sqrt(x); }\n")
        .map_err(|error| format!("cannot write {}: {error}", source.display()))?;
    command::run(&mut linking(&compiler, &source, &out.join("probe.so")))?;
    Ok(compiler)
}

fn linking(compiler: &cc::Tool, source: impl AsRef<OsStr>, file: &Path) -> Command {
    let mut command = compiler.to_command();
    command.args(FLAGS).arg(source.as_ref()).arg("-o").arg(file);
    command
}
