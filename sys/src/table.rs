//! The tables of C functions.
//!
//! A function of the oldest supported toolkit is a plain pointer; a younger one is an `Option`.
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
#![allow(unsafe_code)] // The loaders turn addresses into function pointers.

use crate::load::{Function, MissingSymbols, Symbols};

#[cfg(feature = "buildtime-bindgen")]
include!(concat!(env!("OUT_DIR"), "/functions.rs"));
#[cfg(not(feature = "buildtime-bindgen"))]
include!("bindings/functions.rs");
#[cfg(feature = "buildtime-bindgen")]
include!(concat!(env!("OUT_DIR"), "/table.rs"));
#[cfg(not(feature = "buildtime-bindgen"))]
include!("bindings/table.rs");
