//! Host images: shared objects for the software device, made from the kernels' own source.

use std::path::Path;

use crate::{ARCHITECTURES, Image, KERNELS, command, compiler};

/// Name of a build, and whether it checks.
const BUILDS: &[(&str, bool)] = &[("fast", false), ("checked", true)];

/// Compiles every kernel for every architecture in both builds, or warns and gives none when there is no compiler.
pub fn images(out: &Path) -> Result<Vec<Image>, String> {
    let compiler = match compiler::find(out) {
        Ok(compiler) => compiler,
        Err(reason) => {
            let reason = reason.replace('\n', " ");
            println!(
                "cargo::warning=no usable C++ compiler, so the software device has no kernels to launch: {reason}"
            );
            // One may be there at the next build. A file that is never there has cargo look each time.
            println!("cargo::rerun-if-changed={}", out.join("no-compiler").display());
            return Ok(Vec::new());
        }
    };
    let mut images = Vec::new();
    let mut commands = Vec::new();
    for &kernel in KERNELS {
        for &architecture in ARCHITECTURES {
            for &(build, checked) in BUILDS {
                let file = out.join(format!("{kernel}_{architecture}_{build}.so"));
                let source = Path::new("kernels").join(kernel).join("image.cpp");
                let mut command = compiler::linking(&compiler, source, &file);
                command.arg("-Ikernels/host/include").arg(format!("-D__NPU_ARCH__={architecture}"));
                command.arg(format!("-DASCEND_HOST_CHECKED={}", u8::from(checked)));
                if checked {
                    // It is asked for its checks, and compiles in half the time.
                    command.arg("-O1");
                }
                commands.push(command);
                images.push(Image { kernel, architecture, build, file });
            }
        }
    }
    command::run_all(commands)?;
    Ok(images)
}
