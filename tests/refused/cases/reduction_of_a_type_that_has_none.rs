use ascend_npu::{Communicator, DeviceBuffer, Reduction, Result};

#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Pair([f32; 2]);

fn reduce(of: &Communicator, numbers: &mut DeviceBuffer<f32>, pairs: &mut DeviceBuffer<Pair>) -> Result<()> {
    println!("{}", pairs.len());
    of.all_reduce_in_place(&mut *numbers, Reduction::Sum)?;
    of.all_reduce_in_place(&mut *pairs, Reduction::Sum)?; //~ E0277
    Ok(())
}

fn main() {
    let _ = reduce;
}
