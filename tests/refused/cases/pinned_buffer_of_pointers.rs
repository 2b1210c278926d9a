use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    drop(device.pinned::<u64>(10)?);
    drop(device.pinned::<*const u8>(10)?); //~ E0277
    Ok(())
}
