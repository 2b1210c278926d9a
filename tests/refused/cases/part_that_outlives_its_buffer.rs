use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let buffer = device.alloc::<f32>(10)?;
    let part = buffer.slice(0..5)?;
    println!("{}", part.len());
    drop(buffer); //~ E0505
    println!("{}", part.len());
    Ok(())
}
