//! Drivers: what is loaded, who starts and ends it, what is said when something is missing or wrong.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]
#![allow(unsafe_code, clippy::undocumented_unsafe_blocks)] // Loads what is no image, which no toolkit runs.

mod absent;
#[path = "../common/mod.rs"]
mod common;
mod destructors;
mod environment;
mod errors;
mod faults;
mod kernels;
mod program;
mod shared;

use std::sync::{Mutex, MutexGuard, PoisonError};

use ascend_npu::Driver;
use ascend_npu_mock::control;

static TURN: Mutex<()> = Mutex::new(());

/// Tests of this binary that use the driver of this process count its calls and make them fail: one after another.
fn turn() -> Turn {
    Turn { _guard: TURN.lock().unwrap_or_else(PoisonError::into_inner) }
}

struct Turn {
    _guard: MutexGuard<'static, ()>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        control::forget_failures();
    }
}

/// What the driver of a program is, as one line.
fn told(outcome: ascend_npu::Result<Driver>) -> String {
    match outcome {
        Ok(driver) => format!("opened {:?} {}", driver.backend(), driver.toolkit().path().display()),
        Err(error) => format!("{:?}: {error}", error.kind()),
    }
}
