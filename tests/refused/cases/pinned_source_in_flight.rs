use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let mut buffer = device.alloc::<f32>(10)?;
    let mut source = device.pinned(10)?;
    source[0] = 1.0;
    let pending = stream.copy_to_device(source, &mut buffer)?;
    source[0] = 2.0; //~ E0382
    drop(pending.wait()?);
    Ok(())
}
