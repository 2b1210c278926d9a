//! Streams: work that runs in order, and work of several streams that is ordered by the buffers it uses.
//!
//! `cargo run --example 03_streams`
#![allow(clippy::print_stdout, reason = "an example prints")]

use ascend_npu::{Driver, Result};

const LEN: usize = 1 << 20;

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let (first, second) = (device.stream()?, device.stream()?);

    let mut source = device.alloc::<f32>(LEN)?;
    let mut copy = device.alloc::<f32>(LEN)?;

    let start = second.record_timed()?;
    // All of these return at once. The copy waits for the fill on the other stream, because it reads what that writes; the second
    // fill waits for the copy, because it writes what that reads.
    first.fill(&mut source, 1.0)?;
    second.copy(&source, &mut copy)?;
    first.fill(&mut source, 2.0)?;
    let end = second.record_timed()?;

    // This waits for the copy, and for nothing else.
    assert_eq!(second.download_blocking(&copy)?, vec![1.0; LEN]);
    println!("the copy holds what the first fill wrote");
    println!("the second stream took {:?}, its wait included", end.elapsed_since(&start)?);

    // Where no buffer says it, for example before work of another library, a stream can wait for all of another so far.
    second.wait_for(&first)?;
    second.synchronize()?;
    assert!(first.is_idle()?);
    Ok(())
}
