//! Builds the kernel images that the crate carries inside, and writes the table of them.
//!
//! `OUT_DIR/images.rs` holds one static, `IMAGES`; the module that includes it defines what an `Image` is. Host images,
//! for the software device, are made when the feature `mock` is on; objects for the NPU when
//! `ASCEND_NPU_BUILD_KERNELS=1` asks for them, because that needs a CANN toolkit. Without a C++ compiler the table has
//! no host images and the build goes on. A kernel that does not compile fails the build.

#[path = "build/command.rs"]
mod command;
#[path = "build/compiler.rs"]
mod compiler;
#[path = "build/host.rs"]
mod host;
#[path = "build/npu.rs"]
mod npu;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The kernels: each is `kernels/<name>/<name>.cpp`, and `image.cpp` beside it lists the entries for the host.
const KERNELS: &[&str] = &["adam", "stats", "control", "accumulate", "cast", "scale", "fill"];

/// The values of `__NPU_ARCH__` that kernels are written for.
const ARCHITECTURES: &[u32] = &[2201, 1001];

/// One file that goes into the crate.
struct Image {
    kernel: &'static str,
    architecture: u32,
    build: &'static str,
    file: PathBuf,
}

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=kernels/host/include");
    println!("cargo::rerun-if-changed=kernels/common");
    for kernel in KERNELS {
        println!("cargo::rerun-if-changed=kernels/{kernel}");
    }
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: cargo runs this program")?);
    let mut images = Vec::new();
    if std::env::var_os("CARGO_FEATURE_MOCK").is_some() {
        images.extend(host::images(&out)?);
    }
    images.extend(npu::images(&out)?);
    write_table(&out.join("images.rs"), &images)
}

fn write_table(path: &Path, images: &[Image]) -> Result<(), String> {
    let mut text = String::from("pub(crate) static IMAGES: &[Image] = &[\n");
    for Image { kernel, architecture, build, file } in images {
        let file = file.display().to_string();
        let name = format!("kernel: {kernel:?}, architecture: {architecture}, build: {build:?}");
        let line = format!("    Image {{ {name}, bytes: include_bytes!({file:?}) }},\n");
        text.push_str(&line);
    }
    writeln!(text, "];").map_err(|error| error.to_string())?;
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
