//! Errors: what they tell, and where faults of the device appear.
//!
//! `cargo run --example 06_errors`
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "an example shows the short way")]

use ascend_npu::{Driver, ErrorKind, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;

    // A wrong argument is found before anything is queued.
    let short = device.alloc::<f32>(10)?;
    let mut long = device.alloc::<f32>(20)?;
    let error = stream.copy(&short, &mut long).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    println!("wrong lengths:  {error}\n");

    // A limit of the device is found by the call: the error has the library's code, its own text, and what to do.
    let error = device.alloc::<u8>(1 << 50).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    println!("too much:       {error}");
    println!("  operation     {}", error.operation());
    println!("  code          {:?}", error.code());
    println!("  what to do    {}\n", error.hint().unwrap_or("-"));

    // A fault of queued work appears at a later call that waits, or at the next one on that device. What went wrong in `Drop`
    // is kept and told here.
    stream.synchronize()?;
    println!("deferred:       {} errors", device.take_deferred_errors().len());

    // The kind is for programs, the text for people.
    match device.alloc::<u8>(1 << 50) {
        Err(error) if error.kind() == ErrorKind::OutOfMemory => println!("falling back to less"),
        other => drop(other?),
    }
    Ok(())
}
