use ascend_npu::kernel::Function;
use ascend_npu::{DeviceBuffer, Result};

fn begin(function: &Function, buffer: &mut DeviceBuffer<f32>) -> Result<()> {
    let launch = function.launch(1).write(buffer.slice_mut(0..6)?);
    let launch = launch.write(buffer.slice_mut(4..10)?); //~ E0499
    drop(launch);
    Ok(())
}

fn main() -> Result<()> {
    let _ = begin;
    Ok(())
}
