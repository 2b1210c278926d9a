use ascend_npu::{Driver, Result, Section};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let flat = device.alloc_flat(&[Section::of::<f32>(10)])?;
    let parts = flat.split()?;
    println!("{}", flat.bytes()); //~ E0382
    println!("{}", parts.len());
    Ok(())
}
