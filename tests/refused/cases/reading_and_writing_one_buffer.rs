use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let mut buffer = device.alloc::<f32>(10)?;
    let source = buffer.slice(0..5)?;
    stream.fill_zero(&mut buffer)?; //~ E0502
    println!("{}", source.len());
    Ok(())
}
