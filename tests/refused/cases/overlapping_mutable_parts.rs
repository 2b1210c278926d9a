use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let stream = device.stream()?;
    let mut buffer = device.alloc::<f32>(10)?;
    let part = buffer.slice_mut(0..6)?;
    let other = buffer.slice_mut(4..10)?; //~ E0499
    stream.fill_zero(part)?;
    #[cfg(any())]
    drop(other);
    Ok(())
}
