//! Objects for the NPU, made by the compiler of a CANN toolkit.
//!
//! Only when `ASCEND_NPU_BUILD_KERNELS=1` asks for it, and then a missing toolkit is an error: someone who asks wants
//! them. The toolkit in use compiles for 2201 only; 1001 needs a much older one and is left out.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Image, KERNELS, command};

const ASKED: &str = "ASCEND_NPU_BUILD_KERNELS";
const HOME: &str = "ASCEND_HOME_PATH";
const COMPILER: &str = "bisheng";
const LINKER: &str = "ld.lld";

/// Where a toolkit keeps its compiler, below its home.
const FOLDERS: &[&str] = &["bin", "compiler/ccec_compiler/bin", "tools/bisheng_compiler/bin"];

/// Compiles and links every kernel, or gives none when nobody asked.
pub fn images(out: &Path) -> Result<Vec<Image>, String> {
    println!("cargo::rerun-if-env-changed={ASKED}");
    if std::env::var_os(ASKED).is_none_or(|value| value != "1") {
        return Ok(Vec::new());
    }
    for name in [HOME, "PATH"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let compiler = find(COMPILER)?;
    let linker = find(LINKER)?;
    let mut images = Vec::new();
    for &kernel in KERNELS {
        let source = Path::new("kernels").join(kernel).join(kernel).with_extension("cpp");
        let object = out.join(format!("{kernel}_2201_npu_parts.o"));
        let file = out.join(format!("{kernel}_2201_npu.o"));
        command::run(
            Command::new(&compiler)
                .args(["-c", "-O2", "-std=c++17", "--npu-arch=dav-2201", "--asc-aicore-lang"])
                .arg(source)
                .arg("-o")
                .arg(&object),
        )?;
        command::run(
            Command::new(&linker).args(["-m", "aicorelinux", "-Ttext=0", "-static"]).arg(&object).arg("-o").arg(&file),
        )?;
        images.push(Image { kernel, architecture: 2201, build: "npu", file });
    }
    Ok(images)
}

fn find(program: &str) -> Result<PathBuf, String> {
    let home = std::env::var_os(HOME).map(PathBuf::from);
    let below_home = home.iter().flat_map(|home| FOLDERS.iter().map(move |folder| home.join(folder)));
    let path = std::env::var_os("PATH").unwrap_or_default();
    below_home
        .chain(std::env::split_paths(&path))
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
        .ok_or_else(|| format!("{ASKED}=1, but {program} is neither below {HOME} nor in PATH"))
}
