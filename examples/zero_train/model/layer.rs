//! One layer: attention and feed-forward, each behind a norm, each adding to the residual stream.
//!
//! `x += Wo·attention(rope(Wq·n), rope(Wk·n), Wv·n)` with `n = norm(x)`, then
//! `x += Wd·swiglu(Wg·n, Wu·n)` with `n = norm(x)`.
//!
//! Backward goes through the same lines from the last to the first. The gradient of `x` passes each sum unchanged and
//! gets the gradient of the branch added.

use super::attention::{Attention, Gradients, Kept};
use super::config::Config;
use super::linear::{Into, Linear};
use super::parameters::LayerParameters;
use super::rope::Rope;
use super::workspace::{LayerActivations, Scratch};
use super::{rms_norm, swiglu};

/// The operations of a layer; all layers share them.
pub struct Layer {
    attention: Attention,
    rope: Rope,
    /// Wq, Wk, Wv and Wo.
    project: Linear,
    /// Wg and Wu.
    widen: Linear,
    /// Wd.
    narrow: Linear,
    dim: usize,
}

impl Layer {
    pub fn new(config: &Config) -> Self {
        let Config { dim, hidden, context, heads, .. } = *config;
        Self {
            attention: Attention { context, heads, head_dim: config.head_dim() },
            rope: Rope::new(context, config.head_dim()),
            project: Linear { inputs: dim, outputs: dim },
            widen: Linear { inputs: dim, outputs: hidden },
            narrow: Linear { inputs: hidden, outputs: dim },
            dim,
        }
    }

    /// Adds the layer's two branches to `stream`. `w` is the flat vector of parameters, `at` this layer's places in it.
    pub fn forward(&self, w: &[f32], at: &LayerParameters, keep: &mut LayerActivations, stream: &mut [f32]) {
        keep.input.copy_from_slice(stream);
        let norm = &mut keep.attention_norm;
        rms_norm::forward(&w[at.attention_norm.clone()], stream, norm, &mut keep.attention_inverse);
        self.project.forward(&w[at.query.clone()], norm, &mut keep.query, Into::Replace);
        self.project.forward(&w[at.key.clone()], norm, &mut keep.key, Into::Replace);
        self.project.forward(&w[at.value.clone()], norm, &mut keep.value, Into::Replace);
        self.rope.forward(&mut keep.query, self.dim);
        self.rope.forward(&mut keep.key, self.dim);
        self.attention.forward(&keep.query, &keep.key, &keep.value, &mut keep.probabilities, &mut keep.attended);
        self.project.forward(&w[at.output.clone()], &keep.attended, stream, Into::Add);

        keep.middle.copy_from_slice(stream);
        let norm = &mut keep.mlp_norm;
        rms_norm::forward(&w[at.mlp_norm.clone()], stream, norm, &mut keep.mlp_inverse);
        self.widen.forward(&w[at.gate.clone()], norm, &mut keep.gate, Into::Replace);
        self.widen.forward(&w[at.up.clone()], norm, &mut keep.up, Into::Replace);
        swiglu::forward(&keep.gate, &keep.up, &mut keep.gated);
        self.narrow.forward(&w[at.down.clone()], &keep.gated, stream, Into::Add);
    }

    /// Takes `scratch.d_stream` from the layer's output to its input; adds to the gradients `d_w` of the parameters.
    pub fn backward(
        &self,
        w: &[f32],
        at: &LayerParameters,
        kept: &mut LayerActivations,
        d: &mut Scratch,
        d_w: &mut [f32],
    ) {
        self.backward_mlp(w, at, kept, d, d_w);
        self.backward_attention(w, at, kept, d, d_w);
    }

    fn backward_mlp(
        &self,
        w: &[f32],
        at: &LayerParameters,
        kept: &mut LayerActivations,
        d: &mut Scratch,
        d_w: &mut [f32],
    ) {
        self.narrow.backward_weight(&kept.gated, &d.d_stream, &mut d_w[at.down.clone()]);
        self.narrow.backward_input(&w[at.down.clone()], &d.d_stream, &mut d.d_gated, Into::Replace);
        swiglu::backward(&mut kept.gate, &mut kept.up, &d.d_gated);
        let (d_gate, d_up) = (&kept.gate, &kept.up);
        self.widen.backward_weight(&kept.mlp_norm, d_gate, &mut d_w[at.gate.clone()]);
        self.widen.backward_weight(&kept.mlp_norm, d_up, &mut d_w[at.up.clone()]);
        self.widen.backward_input(&w[at.gate.clone()], d_gate, &mut d.d_branch, Into::Replace);
        self.widen.backward_input(&w[at.up.clone()], d_up, &mut d.d_branch, Into::Add);
        let (weight, d_weight) = (&w[at.mlp_norm.clone()], &mut d_w[at.mlp_norm.clone()]);
        rms_norm::backward(weight, &kept.middle, &kept.mlp_inverse, &mut d.d_branch, &mut d.d_stream, d_weight);
    }

    fn backward_attention(
        &self,
        w: &[f32],
        at: &LayerParameters,
        kept: &LayerActivations,
        d: &mut Scratch,
        d_w: &mut [f32],
    ) {
        self.project.backward_weight(&kept.attended, &d.d_stream, &mut d_w[at.output.clone()]);
        self.project.backward_input(&w[at.output.clone()], &d.d_stream, &mut d.d_branch, Into::Replace);
        let LayerActivations { query, key, value, probabilities, .. } = kept;
        let gradients = Gradients { query: &mut d.d_query, key: &mut d.d_key, value: &mut d.d_value };
        self.attention.backward(&Kept { query, key, value, probabilities }, &d.d_branch, &mut d.d_scores, gradients);
        self.rope.backward(&mut d.d_query, self.dim);
        self.rope.backward(&mut d.d_key, self.dim);
        self.project.backward_weight(&kept.attention_norm, &d.d_query, &mut d_w[at.query.clone()]);
        self.project.backward_weight(&kept.attention_norm, &d.d_key, &mut d_w[at.key.clone()]);
        self.project.backward_weight(&kept.attention_norm, &d.d_value, &mut d_w[at.value.clone()]);
        self.project.backward_input(&w[at.query.clone()], &d.d_query, &mut d.d_branch, Into::Replace);
        self.project.backward_input(&w[at.key.clone()], &d.d_key, &mut d.d_branch, Into::Add);
        self.project.backward_input(&w[at.value.clone()], &d.d_value, &mut d.d_branch, Into::Add);
        let (weight, d_weight) = (&w[at.attention_norm.clone()], &mut d_w[at.attention_norm.clone()]);
        rms_norm::backward(weight, &kept.input, &kept.attention_inverse, &mut d.d_branch, &mut d.d_stream, d_weight);
    }
}
