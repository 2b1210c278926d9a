use ascend_npu::{DeviceBuffer, Driver, Result, Stream};

fn clear(stream: &Stream, buffer: &DeviceBuffer<f32>) -> Result<()> {
    stream.fill_zero(buffer.slice_mut(0..1)?)?; //~ E0596
    println!("{} {}", stream.id(), buffer.len());
    Ok(())
}

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    clear(&device.stream()?, &device.alloc(10)?)
}
