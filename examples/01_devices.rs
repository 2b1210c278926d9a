//! The devices that this process may use, and what they are.
//!
//! `cargo run --example 01_devices`
#![allow(clippy::print_stdout, reason = "an example prints")]

use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let driver = Driver::open()?;
    let toolkit = driver.toolkit();
    println!("{:?} {}, {} devices", driver.backend(), toolkit.version(), driver.device_count()?);

    for id in 0..driver.device_count()? {
        // A device is a handle that any thread may clone and use: no thread "sets" one.
        let device = driver.device(id)?;
        let properties = device.properties()?;
        let memory = device.memory()?;
        println!(
            "device {id}: {}, {} vector cores, {:.1} of {:.1} GiB free",
            properties.soc_name.as_deref().unwrap_or("unknown"),
            device.vector_cores()?,
            gib(memory.free),
            gib(memory.total),
        );
    }

    let (first, last) = (driver.device(0)?, driver.device(driver.device_count()? - 1)?);
    println!("device 0 can read the memory of the last one: {}", first.can_access(&last)?);
    Ok(())
}

fn gib(bytes: usize) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}
