use ascend_npu::Result;
use ascend_npu::zero::Stage1;

fn train(engine: &mut Stage1<f32>) -> Result<()> {
    let parameters = engine.parameters(0)?;
    engine.step(0.1, 1.0)?; //~ E0502
    println!("{}", parameters.len());
    engine.step(0.1, 1.0)
}

fn main() {
    let _ = train;
}
