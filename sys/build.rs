//! Makes the bindings afresh under the feature `buildtime-bindgen`; without it there is nothing to do.

#[cfg(feature = "buildtime-bindgen")]
#[path = "build/generate.rs"]
mod generate;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    #[cfg(feature = "buildtime-bindgen")]
    generate::main();
}
