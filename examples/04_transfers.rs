//! Copies between host and device while the program goes on: pinned memory, and values that are still on their way.
//!
//! `cargo run --example 04_transfers`
#![allow(clippy::print_stdout, reason = "an example prints")]

use ascend_npu::{Driver, Result};

const LEN: usize = 1 << 20;

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let mut buffer = device.alloc::<u32>(LEN)?;

    // Only pinned memory takes part in copies that are queued: the device reads it while the program runs on.
    let batch: Vec<u32> = (0..LEN as u32).collect();
    let sent = stream.copy_to_device(device.pinned_from(&batch)?, &mut buffer)?;
    let received = stream.copy_to_host(&buffer, device.pinned::<u32>(LEN)?)?;
    println!("queued; the copy back is ready: {}", received.is_ready()?);

    // The buffers are inside the pending values, and waiting is the only way to them. So nobody can change what has not left yet,
    // nor read what has not come yet.
    let received = received.wait()?;
    assert_eq!(received[..], batch[..]);

    // The first buffer is free again for the next batch.
    let mut next = sent.wait()?;
    next.fill(7);
    let _sent = stream.copy_to_device(next, &mut buffer)?;
    assert_eq!(stream.download_blocking(&buffer)?, vec![7; LEN]);
    println!("{} elements went out and back, and then {} more out", batch.len(), buffer.len());
    Ok(())
}
