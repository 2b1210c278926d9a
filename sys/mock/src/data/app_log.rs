//! `aclAppLog`: a line of the program's own, the one function of the interface with any number of arguments.
//!
//! Stable Rust cannot define such a function. What its callers do is fixed all the same: each argument is in a register or on
//! the stack. The function here saves those registers, makes the `va_list` that describes both, as a C compiler does at the start
//! of such a function, and hands it to one with fixed arguments. (To take a number of integers and of floating-point numbers
//! instead does not do: once the registers are used up, the stack has both kinds in the order of the call.)
#![allow(unsafe_code, non_snake_case)] // A C function with a C name, in assembly.

use std::arch::naked_asm;
use std::env;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::io::{Write, stdout};

use ascend_npu_sys::aclLogLevel;
use once_cell::sync::Lazy;

use crate::control;

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

#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn aclAppLog() {
    naked_asm!(
        // 176 bytes of saved registers, 24 of va_list; the stack is aligned again.
        "sub rsp, 216",
        "mov [rsp], rdi",
        "mov [rsp + 8], rsi",
        "mov [rsp + 16], rdx",
        "mov [rsp + 24], rcx",
        "mov [rsp + 32], r8",
        "mov [rsp + 40], r9",
        // The caller says in al whether there are any of these.
        "test al, al",
        "je 2f",
        "movaps [rsp + 48], xmm0",
        "movaps [rsp + 64], xmm1",
        "movaps [rsp + 80], xmm2",
        "movaps [rsp + 96], xmm3",
        "movaps [rsp + 112], xmm4",
        "movaps [rsp + 128], xmm5",
        "movaps [rsp + 144], xmm6",
        "movaps [rsp + 160], xmm7",
        "2:",
        // Five general registers are taken, no other; what is on the stack begins above the return address.
        "mov dword ptr [rsp + 176], 40",
        "mov dword ptr [rsp + 180], 48",
        "lea rax, [rsp + 224]",
        "mov [rsp + 184], rax",
        "mov [rsp + 192], rsp",
        "lea r9, [rsp + 176]",
        "call {write}",
        "add rsp, 216",
        "ret",
        write = sym write,
    )
}

#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn aclAppLog() {
    naked_asm!(
        // The frame record, 64 bytes of general registers, 128 of vector registers, 32 of va_list.
        "sub sp, sp, #240",
        "stp x29, x30, [sp]",
        "mov x29, sp",
        "stp x0, x1, [sp, #16]",
        "stp x2, x3, [sp, #32]",
        "stp x4, x5, [sp, #48]",
        "stp x6, x7, [sp, #64]",
        "stp q0, q1, [sp, #80]",
        "stp q2, q3, [sp, #112]",
        "stp q4, q5, [sp, #144]",
        "stp q6, q7, [sp, #176]",
        // Where the stack's arguments begin, where the saved registers end, and how far before that the unread ones begin:
        // three general registers, eight others.
        "add x9, sp, #240",
        "str x9, [sp, #208]",
        "add x9, sp, #80",
        "str x9, [sp, #216]",
        "add x9, sp, #208",
        "str x9, [sp, #224]",
        "mov w9, #-24",
        "str w9, [sp, #232]",
        "mov w9, #-128",
        "str w9, [sp, #236]",
        "add x5, sp, #208",
        "bl {write}",
        "ldp x29, x30, [sp]",
        "add sp, sp, #240",
        "ret",
        write = sym write,
    )
}

unsafe extern "C" {
    /// Of C; the last argument is a `va_list`, which both architectures pass as a pointer.
    fn vsnprintf(to: *mut c_char, bytes: usize, format: *const c_char, arguments: *mut c_void) -> c_int;
}

unsafe extern "C" fn write(
    level: aclLogLevel,
    function: *const c_char,
    file: *const c_char,
    line: u32,
    format: *const c_char,
    arguments: *mut c_void,
) {
    let _ = control::intercept("aclAppLog");
    if function.is_null() || file.is_null() || format.is_null() || level.0 < *LEAST || !*PRINTS {
        return;
    }
    let mut text = [0_u8; LINE];
    // SAFETY: the buffer has `LINE` bytes; the caller vouches for its format and the arguments that it names.
    unsafe { vsnprintf(text.as_mut_ptr().cast(), LINE, format, arguments) };
    let text = CStr::from_bytes_until_nul(&text).map(CStr::to_string_lossy).unwrap_or_default();
    // SAFETY: not null, so the caller gives C texts.
    let function = unsafe { CStr::from_ptr(function) }.to_string_lossy();
    // SAFETY: as above.
    let file = unsafe { CStr::from_ptr(file) }.to_string_lossy();
    let name = ["DEBUG", "INFO", "WARNING", "ERROR"].get(level.0 as usize).copied().unwrap_or("EVENT");
    let (process, thread) = (std::process::id(), crate::exec::thread());
    // A line that cannot be written is lost.
    let _ = writeln!(stdout(), "[{name}] APP({process},{thread}): {function}:{file}:{line}: \"{text}\"");
}
