use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    drop(device.alloc::<u8>(10)?);
    drop(device.alloc::<bool>(10)?); //~ E0277
    Ok(())
}
