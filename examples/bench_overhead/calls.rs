//! Rows about single calls.
//!
//! `black_box` stands around every argument and answer, and hides the table, so that no call is left out, moved out of its loop
//! or made direct because the compiler has seen through it.
#![allow(unsafe_code)] // Calls C functions.

use std::ffi::c_void;
use std::hint::black_box;
use std::ptr::{self, NonNull};
use std::time::{Duration, Instant};

use ascend_npu::Driver;
use ascend_npu_sys::{Acl, Library, Process, Symbols, aclError, aclrtStream};

use crate::error::{Error, Result};
use crate::measure::Pair;

/// What every function of a table is here: it takes what aclrtSynchronizeStream takes, and does nothing.
#[inline(never)]
extern "C" fn nothing(stream: aclrtStream) -> aclError {
    black_box(stream);
    aclError::SUCCESS
}

/// A table whose functions all do nothing.
fn table() -> Result<Box<Acl>> {
    let mut find = |_: &'static str| NonNull::new(nothing as *mut c_void);
    // SAFETY: of this table only aclrtSynchronizeStream is called, and `nothing` has its type.
    let table = unsafe { Acl::load(&mut Symbols::new(&mut find)) };
    table.map(Box::new).map_err(|missing| Error::failed(missing.to_string()))
}

fn timed(act: impl FnOnce()) -> Duration {
    let start = Instant::now();
    act();
    start.elapsed()
}

/// A direct call, and one through the table.
pub struct TableCall {
    table: Box<Acl>,
}

impl TableCall {
    pub fn new() -> Result<Self> {
        Ok(Self { table: table()? })
    }
}

impl Pair for TableCall {
    fn without(&mut self, calls: usize) -> Result<Duration> {
        Ok(timed(|| {
            for _ in 0..calls {
                black_box(nothing(black_box(ptr::null_mut())));
            }
        }))
    }

    fn with(&mut self, calls: usize) -> Result<Duration> {
        let table = black_box(&*self.table);
        Ok(timed(|| through(table, calls)))
    }
}

fn through(table: &Acl, calls: usize) {
    for _ in 0..calls {
        // SAFETY: the function is `nothing`.
        black_box(unsafe { (table.aclrtSynchronizeStream)(black_box(ptr::null_mut())) });
    }
}

/// A call through the table, and one that first makes sure that this is no forked child.
pub struct ForkCheck {
    table: Box<Acl>,
    process: Process,
}

impl ForkCheck {
    pub fn new() -> Result<Self> {
        Ok(Self { table: table()?, process: Process::current() })
    }
}

impl Pair for ForkCheck {
    fn without(&mut self, calls: usize) -> Result<Duration> {
        let table = black_box(&*self.table);
        Ok(timed(|| through(table, calls)))
    }

    fn with(&mut self, calls: usize) -> Result<Duration> {
        let (table, process) = (black_box(&*self.table), black_box(&self.process));
        let start = Instant::now();
        for _ in 0..calls {
            process.check().map_err(|forked| Error::failed(forked.to_string()))?;
            // SAFETY: the function is `nothing`.
            black_box(unsafe { (table.aclrtSynchronizeStream)(black_box(ptr::null_mut())) });
        }
        Ok(start.elapsed())
    }
}

/// A call that does something, through the table and by way of the driver.
pub struct CheckedCall {
    table: Box<Acl>,
    driver: Driver,
}

impl CheckedCall {
    pub fn new() -> Result<Self> {
        let driver = Driver::open().map_err(|error| Error::at_start(&error))?;
        let table = Library::open().map_err(|error| Error::input(error.to_string()))?.acl;
        Ok(Self { table: Box::new(table), driver })
    }
}

impl Pair for CheckedCall {
    fn without(&mut self, calls: usize) -> Result<Duration> {
        let table = black_box(&*self.table);
        Ok(timed(|| {
            for _ in 0..calls {
                let mut count = 0;
                // SAFETY: the out-pointer is a live local.
                black_box(unsafe { (table.aclrtGetDeviceCount)(&mut count) });
                black_box(count);
            }
        }))
    }

    fn with(&mut self, calls: usize) -> Result<Duration> {
        let driver = black_box(&self.driver);
        let start = Instant::now();
        for _ in 0..calls {
            black_box(driver.device_count()?);
        }
        Ok(start.elapsed())
    }
}
