use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let mut buffer = device.alloc::<f32>(10)?;
    stream.fill_zero(&mut buffer)?;
    stream.copy(&buffer, &mut buffer)?; //~ E0502
    Ok(())
}
