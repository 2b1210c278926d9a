//! `aclAppLog`: a line of the program's own, with the arguments of its format.
//!
//! Stable Rust cannot define a variadic C function. On the systems this crate runs on (x86-64 and AArch64 Linux) integers and
//! floating-point numbers travel in registers and stack slots of their own, in the same places whether a function is variadic
//! or not; so this takes as many of each as a line of a log may have, and hands all of them to `snprintf`, which takes what the
//! format names. Slots that the caller did not fill hold whatever lies there, and are not looked at.
#![allow(unsafe_code, non_snake_case)] // A C function with a C name.

use std::env;
use std::ffi::{CStr, c_char};

use ascend_npu_sys::aclLogLevel;
use once_cell::sync::Lazy;

/// Bytes of a line; a longer one is cut.
const LINE: usize = 1024;

/// The least level that is written: errors, unless the environment says else.
static LEAST: Lazy<u32> = Lazy::new(|| {
    let level = env::var("ASCEND_GLOBAL_LOG_LEVEL").ok().and_then(|level| level.parse().ok());
    level.filter(|&level| level <= 4).unwrap_or(3)
});

/// Whether lines go to the standard output; the vendor's library else writes files, which this one does not.
static PRINTS: Lazy<bool> = Lazy::new(|| {
    let on = |name| env::var(name).is_ok_and(|value| value == "1");
    on("ASCEND_SLOG_PRINT_TO_STDOUT") || on("ASCEND_LOG_PRINT_TO_STDOUT")
});

#[allow(clippy::too_many_arguments, reason = "one for each place an argument may lie in")]
pub(crate) unsafe extern "C" fn aclAppLog(
    level: aclLogLevel,
    function: *const c_char,
    file: *const c_char,
    line: u32,
    format: *const c_char,
    a: u64,
    b: u64,
    c: u64,
    p: f64,
    q: f64,
    r: f64,
    s: f64,
    t: f64,
    u: f64,
    v: f64,
    w: f64,
    d: u64,
    e: u64,
    f: u64,
    g: u64,
    h: u64,
) {
    if function.is_null() || file.is_null() || format.is_null() || level.0 < *LEAST || !*PRINTS {
        return;
    }
    let mut text: [c_char; LINE] = [0; LINE];
    let to = text.as_mut_ptr();
    // SAFETY: the buffer has `LINE` bytes; the caller vouches for its format and the arguments that it names.
    let wrote = unsafe { libc::snprintf(to, LINE, format, a, b, c, p, q, r, s, t, u, v, w, d, e, f, g, h) };
    if wrote < 0 {
        return;
    }
    // SAFETY: `snprintf` ends the text within the buffer.
    let text = unsafe { CStr::from_ptr(to) }.to_string_lossy().into_owned();
    // SAFETY: not null, so the caller gives C texts.
    let function = unsafe { CStr::from_ptr(function) }.to_string_lossy();
    // SAFETY: as above.
    let file = unsafe { CStr::from_ptr(file) }.to_string_lossy();
    let name = ["DEBUG", "INFO", "WARNING", "ERROR"].get(level.0 as usize).copied().unwrap_or("EVENT");
    println!("[{name}] APP({},{}): {function}:{file}:{line}: \"{text}\"", std::process::id(), crate::exec::thread());
}
