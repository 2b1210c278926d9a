use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let buffer = device.alloc::<f32>(10)?;
    let pending = device.stream()?.copy_to_host(&buffer, device.pinned(10)?)?;
    drop(pending.wait()?);
    pending.is_ready()?; //~ E0382
    Ok(())
}
