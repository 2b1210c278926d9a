use ascend_npu::{DeviceSlice, Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let kept = device.alloc::<f32>(10)?;
    let mut part: DeviceSlice<'_, f32> = kept.as_slice();
    {
        let short = device.alloc::<f32>(10)?;
        println!("{}", short.len());
        part = short.as_slice(); //~ E0597
    }
    println!("{}", part.len());
    part = kept.as_slice();
    println!("{}", part.len());
    Ok(())
}
