//! The shared object's own name, and that it stays loaded.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Whatever name of the vendor's a program is linked with, it then asks for this one.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libascendcl.so");
    // The threads of the device outlive a dlclose.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
