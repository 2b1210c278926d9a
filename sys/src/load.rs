//! Filling a table: a source of symbols, and what was missing.
#![allow(unsafe_code)] // The generated loaders turn addresses into function pointers through the macros below.

use core::ffi::c_void;
use core::ptr::NonNull;

/// One function of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// The C name.
    pub name: &'static str,
    /// The oldest header set that has it: `a` to `j`, oldest first.
    pub since: &'static str,
    /// Whether a library without it is refused.
    pub required: bool,
}

/// Required functions that a library does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the library lacks {}: it is older than the oldest supported toolkit (CANN 7.0), or it is not this library", names.join(", "))]
pub struct MissingSymbols {
    /// Their C names.
    pub names: Vec<&'static str>,
}

/// A source of symbols: a loaded library, or the software device.
pub struct Symbols<'a> {
    find: &'a mut dyn FnMut(&'static str) -> Option<NonNull<c_void>>,
    missing: Vec<&'static str>,
    partial: bool,
}

impl<'a> Symbols<'a> {
    /// A source that answers with the address of a name, or `None`.
    pub fn new(find: &'a mut dyn FnMut(&'static str) -> Option<NonNull<c_void>>) -> Self {
        Self { find, missing: Vec::new(), partial: false }
    }

    /// A source that need not have all required functions: one that it lacks answers, when called, that it is not supported,
    /// by code 200001 or 5, NULL or 0. For a software device; an installed toolkit that lacks one is not a toolkit.
    pub fn partial(find: &'a mut dyn FnMut(&'static str) -> Option<NonNull<c_void>>) -> Self {
        Self { find, missing: Vec::new(), partial: true }
    }

    pub(crate) fn find(&mut self, name: &'static str) -> Option<NonNull<c_void>> {
        (self.find)(name)
    }

    pub(crate) fn miss(&mut self, name: &'static str) {
        if !self.partial {
            self.missing.push(name);
        }
    }

    pub(crate) fn finish(&mut self) -> Result<(), MissingSymbols> {
        let names = core::mem::take(&mut self.missing);
        if names.is_empty() { Ok(()) } else { Err(MissingSymbols { names }) }
    }
}

macro_rules! optional {
    ($symbols:expr, $name:literal, $kind:ty) => {
        $symbols.find($name).map(|address| {
            // SAFETY: `load` requires that the address of this name is a function of exactly this C type.
            unsafe { core::mem::transmute::<core::ptr::NonNull<core::ffi::c_void>, $kind>(address) }
        })
    };
}

macro_rules! required {
    ($symbols:expr, $name:literal, $kind:ty, $unsupported:path) => {
        match crate::load::optional!($symbols, $name, $kind) {
            Some(function) => function,
            None => {
                $symbols.miss($name);
                $unsupported
            }
        }
    };
}

macro_rules! variadic {
    ($function:ident, $from:ty, $kind:ty) => {
        // SAFETY: Rust cannot define a variadic function. In C the caller puts the arguments and takes them away again, so
        // that a function that looks at none may stand for one.
        unsafe { core::mem::transmute::<$from, $kind>($function) }
    };
}

pub(crate) use {optional, required, variadic};
