//! The vendor's shared object, with the software device in it: every C function of ACL and HCCL under its own name, and those of
//! operators that frameworks are linked to.
//!
//! Each exported function is one jump through a table, which is filled when the object is loaded, from
//! [`ascend_npu_mock::lookup`]. A jump touches neither arguments nor results, so that one form fits all: it needs no prototype,
//! passes structures by value and variadic arguments through, and what it reaches has been checked against the bindings' types.
//! Calling through Rust functions instead would write each prototype again, and cannot pass variadic arguments on.
//!
//! Only this object exports the C names. A Rust program that links `ascend-npu-mock` has none of them, and can load CANN beside it.
#![allow(unsafe_code)] // Exports C functions.

use std::arch::naked_asm;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("the drop-in library is for x86-64 and aarch64, the machines that CANN is for");

/// Jumps to the function of a place in the table. The registers that it overwrites are those that a linker's own stub may.
#[cfg(target_arch = "x86_64")]
macro_rules! jump {
    ($place:expr) => {
        naked_asm!("jmp qword ptr [rip + {table} + {offset}]", table = sym TABLE, offset = const $place * 8)
    };
}

/// Jumps to the function of a place in the table. The registers that it overwrites are those that a linker's own stub may.
#[cfg(target_arch = "aarch64")]
macro_rules! jump {
    ($place:expr) => {
        naked_asm!(
            "adrp x16, {table} + {offset}",
            "ldr x16, [x16, #:lo12:{table} + {offset}]",
            "br x16",
            table = sym TABLE,
            offset = const $place * 8
        )
    };
}

macro_rules! exports {
    (
        fixed { $(fn $name:ident($($arguments:tt)*) $(-> $returned:ty)?;)* }
        variadic { $(fn $open:ident($($open_arguments:tt)*) $(-> $open_returned:ty)?;)* }
    ) => {
        exports! { @ $($name)* $($open)* }
    };
    (@ $($name:ident)*) => {
        #[allow(non_camel_case_types, reason = "named as the functions of C")]
        #[repr(usize)]
        enum Place { $($name,)* }

        pub(super) const NAMES: &[&str] = &[$(stringify!($name)),*];

        pub(super) static TABLE: [AtomicPtr<c_void>; NAMES.len()] =
            [const { AtomicPtr::new(null_mut()) }; NAMES.len()];

        $(
            #[allow(non_snake_case, reason = "the name in C")]
            #[unsafe(naked)]
            // SAFETY: the one object of a process with this name; `ascend-npu-mock` exports none.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name() {
                jump!(Place::$name as usize)
            }
        )*
    };
}

mod bindings {
    use super::*;
    ascend_npu_sys::for_each_function!(exports);
}

mod operators {
    use super::*;
    ascend_npu_mock::for_each_operator_function!(exports);
}

fn fill_table(table: &[AtomicPtr<c_void>], names: &[&str]) {
    for (place, name) in table.iter().zip(names) {
        let function = ascend_npu_mock::lookup(name).map_or(missing as *mut c_void, std::ptr::NonNull::as_ptr);
        place.store(function, Ordering::Release);
    }
}

/// What a program reaches that calls a function which a fault rule takes away: the loader would have ended it.
extern "C" fn missing() -> ! {
    eprintln!("ascend-mock: symbol lookup error: undefined symbol, by a rule `missing-symbol` of ASCEND_MOCK_FAULTS");
    std::process::exit(127)
}

extern "C" fn fill() {
    fill_table(&bindings::TABLE, bindings::NAMES);
    fill_table(&operators::TABLE, operators::NAMES);
}

/// Runs [`fill`] when the object is loaded, before any code that depends on it.
// SAFETY: the section holds pointers to functions that the loader calls with arguments that `fill` may ignore.
#[unsafe(link_section = ".init_array")]
#[used]
static FILL: extern "C" fn() = fill;
