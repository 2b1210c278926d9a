//! Models by name, with their published sizes.

use super::model::Model;
use super::transformer::Transformer;
use crate::error::{Error, Result};
use crate::zero::layout::Dtype;

/// The names that [`Model::preset`] knows.
pub const PRESETS: [&str; 13] = [
    "llama-7b",
    "llama-13b",
    "llama-30b",
    "llama-65b",
    "llama-2-70b",
    "llama-3-8b",
    "llama-3-70b",
    "llama-3.1-405b",
    "llama-3.2-1b",
    "llama-3.2-3b",
    "mistral-7b",
    "qwen2-7b",
    "qwen2-72b",
];

/// Layers, hidden, intermediate, heads, heads of keys and values, vocabulary.
fn llama([layers, hidden, intermediate, heads, kv_heads, vocabulary]: [u64; 6]) -> Transformer {
    let head_dim = hidden / heads;
    Transformer { layers, hidden, intermediate, heads, kv_heads, head_dim, vocabulary, tied: false, qkv_bias: false }
}

impl Model {
    /// A model of [`PRESETS`], all parameters of one type.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for another name.
    pub fn preset(name: &str, dtype: Dtype) -> Result<Self> {
        let sizes = match name {
            "llama-7b" => llama([32, 4096, 11008, 32, 32, 32000]),
            "llama-13b" => llama([40, 5120, 13824, 40, 40, 32000]),
            "llama-30b" => llama([60, 6656, 17920, 52, 52, 32000]),
            "llama-65b" => llama([80, 8192, 22016, 64, 64, 32000]),
            "llama-2-70b" => llama([80, 8192, 28672, 64, 8, 32000]),
            "llama-3-8b" => llama([32, 4096, 14336, 32, 8, 128_256]),
            "llama-3-70b" => llama([80, 8192, 28672, 64, 8, 128_256]),
            "llama-3.1-405b" => llama([126, 16384, 53248, 128, 8, 128_256]),
            "llama-3.2-1b" => Transformer { tied: true, ..llama([16, 2048, 8192, 32, 8, 128_256]) },
            "llama-3.2-3b" => Transformer { tied: true, ..llama([28, 3072, 8192, 24, 8, 128_256]) },
            "mistral-7b" => llama([32, 4096, 14336, 32, 8, 32000]),
            "qwen2-7b" => Transformer { qkv_bias: true, ..llama([28, 3584, 18944, 28, 4, 152_064]) },
            "qwen2-72b" => Transformer { qkv_bias: true, ..llama([80, 8192, 29568, 64, 8, 152_064]) },
            _ => {
                return Err(Error::invalid("Model::preset", format!("no model is named {name:?}")).with_hint(format!(
                    "known are {}; or give a config.json or a safetensors file",
                    PRESETS.join(", ")
                )));
            }
        };
        sizes.model(name, dtype)
    }
}
