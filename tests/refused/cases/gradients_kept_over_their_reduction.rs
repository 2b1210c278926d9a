use ascend_npu::Result;
use ascend_npu::zero::Engine;

fn train(engine: &mut Engine<f32>) -> Result<()> {
    let gradients = engine.gradients(0)?;
    engine.reduce(0)?; //~ E0499
    println!("{}", gradients.len());
    engine.reduce(0)
}

fn main() {
    let _ = train;
}
