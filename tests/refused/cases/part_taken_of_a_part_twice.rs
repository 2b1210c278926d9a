use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let mut buffer = device.alloc::<f32>(10)?;
    let part = buffer.as_mut_slice();
    stream.fill_zero(part.slice(0..6)?)?;
    stream.fill_zero(part.slice(4..10)?)?; //~ E0382
    Ok(())
}
