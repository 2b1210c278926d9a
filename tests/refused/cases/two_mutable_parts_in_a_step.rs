use ascend_npu::kernel::adam::{NoCopy, Shard};
use ascend_npu::{DeviceBuffer, Result};

fn shard<'a>(g: &'a DeviceBuffer<f32>, w: &'a mut DeviceBuffer<f32>, m: &'a mut DeviceBuffer<f32>) {
    let (moment1, moment2) = m.as_mut_slice().split_at(5).unwrap();
    let mut shard =
        Shard { gradient: g.as_slice(), master: w.as_mut_slice(), moment1, moment2, copy: NoCopy };
    shard.moment2 = w.as_mut_slice(); //~ E0499
    println!("{}", shard.master.len());
}

fn main() -> Result<()> {
    let _ = shard;
    Ok(())
}
