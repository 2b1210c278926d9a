//! A model from the header of a safetensors file.

use std::io::Read;

use safetensors::tensor::Metadata;

use super::model::Model;
use crate::error::{Error, ErrorKind, Result};
use crate::zero::layout::{Dtype, Parameter};

/// The longest header that readers of the format take.
const LIMIT: u64 = 100_000_000;

impl Model {
    /// The model whose tensors a safetensors file has, in the file's order: `dtype`, or else each of its own. Only the header is read.
    ///
    /// Names tell the layers: what stands before and at the first number, as in `model.layers.7`; else all but the last word.
    ///
    /// # Errors
    /// [`ErrorKind::Environment`] when the file cannot be read; [`ErrorKind::InvalidArgument`] when it is no safetensors file, its
    /// header is longer than 100 MB, or it has a tensor of a type that is not trained in.
    pub fn from_safetensors(name: impl Into<String>, mut file: impl Read, dtype: Option<Dtype>) -> Result<Self> {
        let broken = |error: std::io::Error| {
            if error.kind() == std::io::ErrorKind::UnexpectedEof {
                return refuse("it ends within its header");
            }
            Error::new(ErrorKind::Environment, "Model::from_safetensors", format!("it cannot be read ({error})"))
        };
        let mut len = [0; 8];
        file.read_exact(&mut len).map_err(broken)?;
        let len = u64::from_le_bytes(len);
        if len > LIMIT {
            return Err(refuse(format!("its header would be {len} bytes long, {LIMIT} are the most"))
                .with_hint("this is no safetensors file"));
        }
        // Grows as it is read: the length is only what the file claims.
        let mut header = Vec::new();
        file.take(len).read_to_end(&mut header).map_err(broken)?;
        if (header.len() as u64) < len {
            return Err(refuse("it ends within its header"));
        }
        let metadata: Metadata = serde_json::from_slice(&header)
            .map_err(|error| refuse(format!("its header does not describe tensors ({error})")))?;
        let parameters = metadata.offset_keys().into_iter().filter_map(|key| {
            let info = metadata.info(&key)?;
            Some(parameter(key, info, dtype))
        });
        Ok(Self { name: name.into(), parameters: parameters.collect::<Result<_>>()?, transformer: None })
    }
}

fn refuse(found: impl Into<String>) -> Error {
    Error::invalid("Model::from_safetensors", found)
}

fn parameter(name: String, info: &safetensors::tensor::TensorInfo, dtype: Option<Dtype>) -> Result<Parameter> {
    let own = match info.dtype {
        safetensors::Dtype::F32 => Dtype::F32,
        safetensors::Dtype::F16 => Dtype::F16,
        safetensors::Dtype::BF16 => Dtype::Bf16,
        other => {
            return Err(refuse(format!("{name} is of type {other:?}"))
                .with_hint("F32, F16 and BF16 are trained; convert the file"));
        }
    };
    let shape: Vec<u64> = info.shape.iter().map(|&extent| extent as u64).collect();
    let layer = layer(&name).to_owned();
    Ok(Parameter::new(name, shape, dtype.unwrap_or(own)).in_layer(layer))
}

/// The layer that a name speaks of.
fn layer(name: &str) -> &str {
    let mut end = 0;
    for word in name.split('.') {
        end += word.len();
        if word.bytes().all(|byte| byte.is_ascii_digit()) && !word.is_empty() {
            return name.get(..end).unwrap_or(name);
        }
        end += 1;
    }
    name.rsplit_once('.').map_or(name, |(layer, _)| layer)
}

#[cfg(test)]
mod tests {
    use super::layer;

    #[test]
    fn a_name_tells_its_layer() {
        let names = ["model.layers.12.mlp.up_proj.weight", "h.0.attn.bias", "model.norm.weight", "lm_head.weight", "w"];
        assert_eq!(names.map(layer), ["model.layers.12", "h.0", "model.norm", "lm_head", "w"]);
    }
}
