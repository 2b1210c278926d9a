use ascend_npu::{Driver, Result, Section};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let mut flat = device.alloc_flat(&[Section::of::<f32>(10), Section::of::<f32>(10)])?;
    let first = flat.view_mut::<f32>(0)?;
    let second = flat.view_mut::<f32>(1)?; //~ E0499
    stream.fill_zero(first)?;
    Ok(())
}
