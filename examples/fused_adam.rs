//! Fused AdamW on buffers of one's own, with nothing else of this crate: `cargo run --release --example fused_adam`.

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, Options, Shard, Step};
use ascend_npu::{Driver, Result, bf16};

const PARAMETERS: usize = 1_000_003;

fn main() -> Result<()> {
    let device = Driver::open()?.device(0)?;
    let (stream, adam) = (device.stream()?, Adam::load(&device)?);
    let optimizer = AdamW { weight_decay: 0.0, ..AdamW::default() };

    // Master weights and moments in fp32, gradients and working weights in bf16.
    let mut master = stream.upload_blocking(&vec![1.0_f32; PARAMETERS])?;
    let mut moment1 = stream.upload_blocking(&vec![0.0_f32; PARAMETERS])?;
    let mut moment2 = stream.upload_blocking(&vec![0.0_f32; PARAMETERS])?;
    let mut weights = stream.upload_blocking(&vec![bf16::ONE; PARAMETERS])?;
    let gradient = stream.upload_blocking(&vec![bf16::ONE; PARAMETERS])?;

    for number in 1..=100 {
        let control = stream.upload_blocking(&[ControlBlock::new(&optimizer, number, 1.0)])?;
        let shard = Shard {
            gradient: gradient.as_slice(),
            master: master.as_mut_slice(),
            moment1: moment1.as_mut_slice(),
            moment2: moment2.as_mut_slice(),
            copy: weights.as_mut_slice(),
        };
        let (control, options) = (control.as_slice(), Options::default());
        Step { adam: &adam, optimizer: &optimizer, lr: 6e-4, control, options }.launch(&stream, shard)?;
    }
    let (master, weights) = (stream.download_blocking(&master)?, stream.download_blocking(&weights)?);
    if let (Some(master), Some(weight)) = (master.last(), weights.last()) {
        println!("after 100 steps of 6e-4 the weights are {master:.4}, in bf16 {weight}");
    }
    Ok(())
}
