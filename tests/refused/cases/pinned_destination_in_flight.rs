use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let buffer = device.alloc::<f32>(10)?;
    let space = device.pinned(10)?;
    let pending = stream.copy_to_host(&buffer, space)?;
    println!("{}", space.len()); //~ E0382
    drop(pending.wait()?);
    Ok(())
}
