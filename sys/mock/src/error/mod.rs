//! What a program can ask and do about errors: last codes, callbacks of failed tasks, aborting, repair.

pub(crate) mod abi;
mod exception;
pub(crate) mod exception_abi;
mod repair;
pub(crate) mod repair_abi;
