//! A step of ZeRO: layers are gathered for their passes, gradients reduced while the backward pass goes on.
//!
//! `cargo run --example 08_zero`
//!
//! `Stage::Three` keeps parameters, gradients and the optimizer's state in shards; with another stage the same program runs.

use ascend_npu::zero::{Dtype, Engine, EngineOptions, Layout, LayoutOptions, Parameter, Stage};
use ascend_npu::{Rank, Result, World, bf16};

fn train(rank: Rank) -> Result<()> {
    let tensor = |name: &str, len, layer: &str| Parameter::new(name, [len], Dtype::Bf16).in_layer(layer);
    let model = [tensor("embed", 4096, "0"), tensor("up", 1000, "1"), tensor("down", 1000, "1")];
    let layout = Layout::new(model, rank.size(), LayoutOptions { by_layer: true, ..LayoutOptions::default() })?;
    let options = EngineOptions { max_norm: Some(1.0), ..EngineOptions::of(Stage::Three) };
    let mut engine = Engine::<bf16>::new(rank, layout, options)?;
    for _step in 0..3 {
        for layer in 0..2 {
            let pass = engine.forward(layer)?; // Gathers the layer, and the next one behind it.
            let _weights = pass.tensor(layer)?; // For kernels on pass.compute().
        }
        for layer in (0..2).rev() {
            let mut pass = engine.backward(layer)?;
            let (stream, view) = pass.view(layer)?;
            if let Some(gradients) = view.gradients {
                stream.fill(gradients, bf16::from_f32(0.5))?;
            }
            engine.reduce_layer(layer)?; // While the backward pass goes on.
        }
        let report = engine.step(1e-3)?.wait()?; // Only who wants the report waits.
        assert_eq!(report.clip < 1.0, report.norm > Some(1.0));
    }
    Ok(())
}

fn main() -> Result<()> {
    World::run(4, train).map(drop)
}
