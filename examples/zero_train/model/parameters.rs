//! The parameters: one flat vector, and the list of the tensors that lie in it one behind the other.
//!
//! Names and shapes are those of Llama in Hugging Face `transformers`, matrices as `[outputs, inputs]`, so that files
//! can go both ways.

use std::ops::Range;

use super::config::{Config, VOCABULARY};
use crate::random::Stream;

/// One tensor of the flat vector.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterSpec {
    /// Name in a file of weights.
    pub name: String,
    /// Rows and columns, or the length.
    pub shape: Vec<usize>,
}

impl ParameterSpec {
    /// Elements of the tensor.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Where the tensors of one layer lie.
#[derive(Debug)]
pub struct LayerParameters {
    pub query: Range<usize>,
    pub key: Range<usize>,
    pub value: Range<usize>,
    pub output: Range<usize>,
    pub gate: Range<usize>,
    pub up: Range<usize>,
    pub down: Range<usize>,
    pub attention_norm: Range<usize>,
    pub mlp_norm: Range<usize>,
}

/// Where every tensor lies, and what it is called.
#[derive(Debug)]
pub struct Parameters {
    /// All tensors, in flat order.
    pub specs: Vec<ParameterSpec>,
    pub embedding: Range<usize>,
    pub layers: Vec<LayerParameters>,
    pub norm: Range<usize>,
    /// The same place as `embedding` when the two are tied.
    pub head: Range<usize>,
}

impl Parameters {
    /// Lays out the model. The only place that knows the order.
    pub fn new(config: &Config) -> Self {
        let mut list = List::default();
        let (dim, hidden) = (config.dim, config.hidden);
        let embedding = list.push("model.embed_tokens.weight".into(), &[VOCABULARY, dim]);
        let layers = (0..config.layers)
            .map(|layer| {
                let mut push =
                    |name: &str, shape: &[usize]| list.push(format!("model.layers.{layer}.{name}.weight"), shape);
                LayerParameters {
                    query: push("self_attn.q_proj", &[dim, dim]),
                    key: push("self_attn.k_proj", &[dim, dim]),
                    value: push("self_attn.v_proj", &[dim, dim]),
                    output: push("self_attn.o_proj", &[dim, dim]),
                    gate: push("mlp.gate_proj", &[hidden, dim]),
                    up: push("mlp.up_proj", &[hidden, dim]),
                    down: push("mlp.down_proj", &[dim, hidden]),
                    attention_norm: push("input_layernorm", &[dim]),
                    mlp_norm: push("post_attention_layernorm", &[dim]),
                }
            })
            .collect();
        let norm = list.push("model.norm.weight".into(), &[dim]);
        let head = match config.tied {
            true => embedding.clone(),
            false => list.push("lm_head.weight".into(), &[VOCABULARY, dim]),
        };
        Self { specs: list.specs, embedding, layers, norm, head }
    }

    /// Elements of the flat vector.
    pub fn len(&self) -> usize {
        self.specs.iter().map(ParameterSpec::len).sum()
    }

    /// First values: norms are one, matrices normal with deviation 0.02 (GPT-2); the two matrices of a layer that write
    /// into the residual stream are smaller by √(2·layers), so that the stream's variance does not grow with depth.
    pub fn initial_values(&self, seed: u64) -> Vec<f32> {
        let residual = 1.0 / (2.0 * self.layers.len() as f64).sqrt();
        let mut values = Vec::with_capacity(self.len());
        for (place, spec) in self.specs.iter().enumerate() {
            let writes_residual = spec.name.ends_with("o_proj.weight") || spec.name.ends_with("down_proj.weight");
            let deviation = 0.02 * if writes_residual { residual } else { 1.0 };
            let stream = Stream::new(seed, place as u64);
            match spec.shape.len() {
                1 => values.resize(values.len() + spec.len(), 1.0),
                _ => values.extend((0..spec.len() as u64).map(|i| (deviation * stream.normal(i)) as f32)),
            }
        }
        values
    }
}

/// The tensors so far.
#[derive(Default)]
struct List {
    specs: Vec<ParameterSpec>,
    end: usize,
}

impl List {
    fn push(&mut self, name: String, shape: &[usize]) -> Range<usize> {
        let spec = ParameterSpec { name, shape: shape.to_vec() };
        let start = self.end;
        self.end += spec.len();
        self.specs.push(spec);
        start..self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: Config = Config { layers: 2, dim: 8, heads: 2, hidden: 32, context: 4, tied: false };

    #[test]
    fn names_are_those_of_hugging_face() {
        let names: Vec<_> =
            Parameters::new(&Config { layers: 1, ..CONFIG }).specs.into_iter().map(|s| s.name).collect();
        let expected = [
            "model.embed_tokens.weight",
            "model.layers.0.self_attn.q_proj.weight",
            "model.layers.0.self_attn.k_proj.weight",
            "model.layers.0.self_attn.v_proj.weight",
            "model.layers.0.self_attn.o_proj.weight",
            "model.layers.0.mlp.gate_proj.weight",
            "model.layers.0.mlp.up_proj.weight",
            "model.layers.0.mlp.down_proj.weight",
            "model.layers.0.input_layernorm.weight",
            "model.layers.0.post_attention_layernorm.weight",
            "model.norm.weight",
            "lm_head.weight",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn tied_head_is_the_embedding() {
        let tied = Parameters::new(&Config { tied: true, ..CONFIG });
        assert_eq!(tied.head, tied.embedding);
        assert!(tied.specs.iter().all(|spec| spec.name != "lm_head.weight"));
        assert_eq!(tied.len() + VOCABULARY * CONFIG.dim, Parameters::new(&CONFIG).len());
    }

    #[test]
    fn initial_values_depend_on_the_seed_only() {
        let parameters = Parameters::new(&CONFIG);
        let values = parameters.initial_values(1);
        assert_eq!(values.len(), parameters.len());
        assert_eq!(values, parameters.initial_values(1));
        assert_ne!(values, parameters.initial_values(2));
        assert!(values[parameters.norm.clone()].iter().all(|&value| value == 1.0));
    }
}
