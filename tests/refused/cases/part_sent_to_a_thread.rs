use ascend_npu::{Driver, Result};

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let (stream, mut buffer) = (device.stream()?, device.alloc::<f32>(10)?);
    let (left, right) = buffer.as_mut_slice().split_at(5)?;
    std::thread::scope(|scope| {
        scope.spawn(|| println!("a thread"));
        scope.spawn(move || right.len()); //~ E0277
    });
    stream.fill_zero(left)?;
    Ok(())
}
