use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let mut buffer = device.alloc::<f32>(10)?;
    let part = buffer.slice_mut(0..5)?;
    let parts = buffer.split(&[5, 5])?; //~ E0505
    println!("{}", part.len());
    #[cfg(any())]
    drop(parts);
    Ok(())
}
