//! The sizes of a Llama, its parameters and its activations.

use super::model::Model;
use crate::error::{Error, Result};
use crate::zero::layout::{Dtype, Parameter};

/// More layers than any model has: above it a slip of the finger is told at once.
const LAYERS_LIMIT: u64 = 100_000;

/// The sizes of a model of the Llama family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transformer {
    /// Layers of attention and feed-forward.
    pub layers: u64,
    /// Width of the residual stream.
    pub hidden: u64,
    /// Inner width of the feed-forward.
    pub intermediate: u64,
    /// Heads of the queries.
    pub heads: u64,
    /// Heads of keys and values.
    pub kv_heads: u64,
    /// Width of a head.
    pub head_dim: u64,
    /// Tokens of the vocabulary.
    pub vocabulary: u64,
    /// Whether the table of the tokens is that of the output too.
    pub tied: bool,
    /// Whether queries, keys and values have a bias.
    pub qkv_bias: bool,
}

impl Transformer {
    /// The model of these sizes, with parameters named as in Hugging Face `transformers`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a size of 0, or heads that do not divide.
    pub fn model(self, name: impl Into<String>, dtype: Dtype) -> Result<Model> {
        self.check()?;
        Ok(Model { name: name.into(), parameters: self.parameters(dtype), transformer: Some(self) })
    }

    fn check(&self) -> Result<()> {
        let refuse = |found: String, hint: &str| Err(Error::invalid("Transformer", found).with_hint(hint.to_owned()));
        for (name, size) in [
            ("layers", self.layers),
            ("hidden", self.hidden),
            ("intermediate", self.intermediate),
            ("heads", self.heads),
            ("kv_heads", self.kv_heads),
            ("head_dim", self.head_dim),
            ("vocabulary", self.vocabulary),
        ] {
            if size == 0 || size > 1 << 40 {
                return refuse(format!("{name} is {size}"), "it must be at least 1 and at most 2^40");
            }
        }
        if self.layers > LAYERS_LIMIT {
            return refuse(format!("layers is {}", self.layers), "it must be at most 100000");
        }
        if !self.heads.is_multiple_of(self.kv_heads) {
            let found = format!("{} heads cannot share {} heads of keys and values", self.heads, self.kv_heads);
            return refuse(found, "the heads must be a multiple");
        }
        if self.heads.checked_mul(self.head_dim).is_none_or(|width| width > 1 << 40) {
            return refuse(format!("{} heads of {}", self.heads, self.head_dim), "both together must be at most 2^40");
        }
        Ok(())
    }

    fn parameters(&self, dtype: Dtype) -> Vec<Parameter> {
        let &Self { hidden, intermediate, vocabulary, .. } = self;
        let (queries, keys) = (self.heads * self.head_dim, self.kv_heads * self.head_dim);
        let table = "model.embed_tokens.weight";
        let mut all = vec![Parameter::new(table, [vocabulary, hidden], dtype).in_layer("model.embed_tokens")];
        for number in 0..self.layers {
            let layer = format!("model.layers.{number}");
            let mut push = |name: &str, shape: &[u64]| {
                all.push(Parameter::new(format!("{layer}.{name}"), shape, dtype).in_layer(&layer));
            };
            for (name, width) in [("q_proj", queries), ("k_proj", keys), ("v_proj", keys)] {
                push(&format!("self_attn.{name}.weight"), &[width, hidden]);
                if self.qkv_bias {
                    push(&format!("self_attn.{name}.bias"), &[width]);
                }
            }
            push("self_attn.o_proj.weight", &[hidden, queries]);
            push("mlp.gate_proj.weight", &[intermediate, hidden]);
            push("mlp.up_proj.weight", &[intermediate, hidden]);
            push("mlp.down_proj.weight", &[hidden, intermediate]);
            push("input_layernorm.weight", &[hidden]);
            push("post_attention_layernorm.weight", &[hidden]);
        }
        all.push(Parameter::new("model.norm.weight", [hidden], dtype).in_layer("lm_head"));
        let head = "lm_head.weight";
        let head = match self.tied {
            true => Parameter::tied(head, table),
            false => Parameter::new(head, [vocabulary, hidden], dtype),
        };
        all.push(head.in_layer("lm_head"));
        all
    }

    /// An estimate of the bytes that the activations of so many tokens take, with `width` bytes a number. `None` above 64 bits.
    ///
    /// Of each layer: what enters it, the two norms, queries, keys, values, what attention gives, the stream between the halves, and
    /// three of the feed-forward. Attention itself is taken to keep no table of scores. With `checkpointing` only what enters each
    /// layer stays, and one layer has all of it. The head has the last norm, its result, the scores in fp32 and their gradient.
    pub fn activations(&self, tokens: u64, width: u64, checkpointing: bool) -> Option<u64> {
        let (queries, keys) = (self.heads.checked_mul(self.head_dim)?, self.kv_heads.checked_mul(self.head_dim)?);
        let sum = |parts: &[(u64, u64)]| {
            parts.iter().try_fold(0_u64, |sum, &(count, size)| sum.checked_add(count.checked_mul(size)?))
        };
        let layer = sum(&[(4, self.hidden), (2, queries), (2, keys), (3, self.intermediate)])?;
        let layers = match checkpointing {
            true => sum(&[(self.layers, self.hidden), (1, layer)])?,
            false => self.layers.checked_mul(layer)?,
        };
        let head = sum(&[(2, self.hidden), (1, self.vocabulary)])?;
        let scores = 4_u64.checked_mul(self.vocabulary)?;
        tokens.checked_mul(sum(&[(width, layers), (width, head), (1, scores)])?)
    }
}
