use ascend_npu::Result;
use ascend_npu::zero::Engine;

fn train(engine: &mut Engine<f32>) -> Result<()> {
    let parameters = engine.parameters(0)?;
    engine.step(0.1)?; //~ E0502
    println!("{}", parameters.len());
    engine.step(0.1).map(drop)
}

fn main() {
    let _ = train;
}
