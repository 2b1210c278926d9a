use ascend_npu::{Driver, Result, Section};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let flat = device.alloc_flat(&[Section::of::<f32>(10)])?;
    let view = flat.view::<f32>(0)?;
    drop(flat); //~ E0505
    println!("{}", view.len());
    Ok(())
}
