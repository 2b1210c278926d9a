//! The memory of a pass, allocated once: what the forward pass keeps for the backward pass, and scratch.

use super::config::{Config, VOCABULARY};

/// What one layer keeps. A row for each token, unless said otherwise.
pub struct LayerActivations {
    /// The residual stream as it entered the layer.
    pub input: Vec<f32>,
    /// Of the norm before attention: result, and one factor a token.
    pub attention_norm: Vec<f32>,
    pub attention_inverse: Vec<f32>,
    /// Queries and keys after rotation.
    pub query: Vec<f32>,
    pub key: Vec<f32>,
    pub value: Vec<f32>,
    /// A square for each sequence and head.
    pub probabilities: Vec<f32>,
    pub attended: Vec<f32>,
    /// The residual stream between attention and feed-forward.
    pub middle: Vec<f32>,
    /// Of the norm before the feed-forward.
    pub mlp_norm: Vec<f32>,
    pub mlp_inverse: Vec<f32>,
    /// `hidden` columns each.
    pub gate: Vec<f32>,
    pub up: Vec<f32>,
    pub gated: Vec<f32>,
}

/// Room for gradients of activations, shared by all layers.
pub struct Scratch {
    /// Of the residual stream: the gradient that travels down through the layers.
    pub d_stream: Vec<f32>,
    /// Of what a norm gave or attention gave.
    pub d_branch: Vec<f32>,
    pub d_query: Vec<f32>,
    pub d_key: Vec<f32>,
    pub d_value: Vec<f32>,
    pub d_gated: Vec<f32>,
    /// One square.
    pub d_scores: Vec<f32>,
}

/// All of it, for a fixed number of sequences.
pub struct Workspace {
    pub layers: Vec<LayerActivations>,
    /// The residual stream, which every layer reads and adds to.
    pub stream: Vec<f32>,
    /// Of the norm before the head.
    pub norm: Vec<f32>,
    pub inverse: Vec<f32>,
    /// Scores of the next byte; then their gradient.
    pub logits: Vec<f32>,
    pub scratch: Scratch,
}

impl Workspace {
    /// Room for `sequences` sequences.
    pub fn new(config: &Config, sequences: usize) -> Self {
        let tokens = sequences * config.context;
        let square = config.context * config.context;
        let per_token = |columns: usize| vec![0.0; tokens * columns];
        let layer = || LayerActivations {
            input: per_token(config.dim),
            attention_norm: per_token(config.dim),
            attention_inverse: per_token(1),
            query: per_token(config.dim),
            key: per_token(config.dim),
            value: per_token(config.dim),
            probabilities: vec![0.0; sequences * config.heads * square],
            attended: per_token(config.dim),
            middle: per_token(config.dim),
            mlp_norm: per_token(config.dim),
            mlp_inverse: per_token(1),
            gate: per_token(config.hidden),
            up: per_token(config.hidden),
            gated: per_token(config.hidden),
        };
        Self {
            layers: (0..config.layers).map(|_| layer()).collect(),
            stream: per_token(config.dim),
            norm: per_token(config.dim),
            inverse: per_token(1),
            logits: per_token(VOCABULARY),
            scratch: Scratch {
                d_stream: per_token(config.dim),
                d_branch: per_token(config.dim),
                d_query: per_token(config.dim),
                d_key: per_token(config.dim),
                d_value: per_token(config.dim),
                d_gated: per_token(config.hidden),
                d_scores: vec![0.0; square],
            },
        }
    }
}
