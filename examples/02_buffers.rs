//! Device memory: typed buffers, parts of them, and buffers that are split for good.
//!
//! `cargo run --example 02_buffers`
#![allow(
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "an example shows the short way"
)]

use ascend_npu::{DeviceBuffer, Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;

    // What `alloc` gives holds anything until something is queued that writes it.
    let mut buffer: DeviceBuffer<f32> = device.alloc(1000)?;
    stream.fill(&mut buffer, 1.0)?;

    // A part borrows the buffer only for the call that queues the work.
    stream.fill_zero(buffer.slice_mut(100..200)?)?;
    let sum: f32 = stream.download_blocking(&buffer)?.iter().sum();
    println!("{sum} of 1000 elements are 1");
    assert_eq!(sum, 900.0);

    // The buckets of a flat buffer: each is a buffer of its own from here on, so that work on one never waits for work on another.
    let mut buckets = buffer.split(&[600, 400])?;
    for (place, bucket) in buckets.iter_mut().enumerate() {
        stream.fill(bucket, place as f32)?;
    }
    let lengths: Vec<usize> = buckets.iter().map(DeviceBuffer::len).collect();
    println!("buckets of {lengths:?} elements");
    assert_eq!(stream.download_blocking(&buckets[1])?, [1.0; 400]);

    // A range that does not lie inside is an error, not a fault of the device.
    let error = buckets[0].slice(500..700).unwrap_err();
    println!("error: {error}");
    Ok(())
    // Memory that is dropped while work uses it is freed when that work is done.
}
