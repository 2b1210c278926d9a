use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let buffer = device.alloc::<f32>(10)?;
    let pending = stream.copy_to_host(&buffer, device.pinned(10)?)?;
    println!("{}", pending[0]); //~ E0608
    println!("{}", pending.wait()?[0]);
    Ok(())
}
