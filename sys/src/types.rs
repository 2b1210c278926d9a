//! The C types and constants of ACL and HCCL.
//!
//! Codes and enumerations are newtypes over their integer with associated constants, so that a value of a newer library
//! passes through unchanged.
#![allow(missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals)]

#[cfg(feature = "buildtime-bindgen")]
include!(concat!(env!("OUT_DIR"), "/types.rs"));
#[cfg(not(feature = "buildtime-bindgen"))]
include!("bindings/types.rs");
