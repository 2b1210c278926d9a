use ascend_npu::kernel::Function;
use ascend_npu::{DeviceBuffer, Result};

fn begin(function: &Function, buffer: &mut DeviceBuffer<f32>) {
    let launch = function.launch(1).write(buffer.as_mut_slice());
    std::thread::scope(|scope| {
        scope.spawn(|| println!("a thread"));
        scope.spawn(move || drop(launch)); //~ E0277
    });
}

fn main() -> Result<()> {
    let _ = begin;
    Ok(())
}
