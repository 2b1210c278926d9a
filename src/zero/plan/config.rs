//! A model from the `config.json` that stands beside its weights.

use serde_json::{Map, Value};

use super::model::Model;
use super::transformer::Transformer;
use crate::error::{Error, Result};
use crate::zero::layout::Dtype;

/// Architectures whose parameters are those of a Llama, and whether queries, keys and values have a bias there.
const KNOWN: [(&str, bool); 3] = [("llama", false), ("mistral", false), ("qwen2", true)];

impl Model {
    /// The model that the text of a `config.json` describes, all parameters of one type: `dtype`, or else the file's own.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a text that is not JSON, an architecture whose
    /// parameters are not known here, a field that is missing or no number, and sizes that do not divide.
    pub fn from_config(text: &str, dtype: Option<Dtype>) -> Result<Self> {
        let value = serde_json::from_str(text).map_err(|error| refuse(format!("it is not JSON ({error})")))?;
        let Value::Object(fields) = value else { return Err(refuse("it is no JSON object".to_owned())) };
        let kind = fields.get("model_type").and_then(Value::as_str).ok_or_else(|| missing("model_type"))?;
        let Some(&(_, biased)) = KNOWN.iter().find(|(known, _)| *known == kind) else {
            let known = KNOWN.map(|(name, _)| name).join(", ");
            let hint = format!("known are {known}; of other models give a safetensors file");
            return Err(refuse(format!("model_type is {kind:?}")).with_hint(hint));
        };
        let (hidden, heads) = (size(&fields, "hidden_size")?, size(&fields, "num_attention_heads")?);
        let head_dim = match fields.get("head_dim") {
            None | Some(Value::Null) if heads > 0 && !hidden.is_multiple_of(heads) => {
                let found = format!("hidden_size {hidden} does not divide by num_attention_heads {heads}");
                return Err(refuse(found).with_hint("such a model has a field head_dim"));
            }
            None | Some(Value::Null) => hidden.checked_div(heads).unwrap_or(0),
            Some(_) => size(&fields, "head_dim")?,
        };
        let kv_heads = match fields.get("num_key_value_heads") {
            None | Some(Value::Null) => heads,
            Some(_) => size(&fields, "num_key_value_heads")?,
        };
        // Of Llamas some have a bias in the feed-forward, or behind attention: such are counted by their weights.
        for field in ["attention_bias", "mlp_bias"] {
            if flag(&fields, field)? == Some(true) {
                return Err(refuse(format!("{field} is true")).with_hint("of such a model give a safetensors file"));
            }
        }
        let sizes = Transformer {
            layers: size(&fields, "num_hidden_layers")?,
            hidden,
            intermediate: size(&fields, "intermediate_size")?,
            heads,
            kv_heads,
            head_dim,
            vocabulary: size(&fields, "vocab_size")?,
            tied: flag(&fields, "tie_word_embeddings")?.unwrap_or(false),
            qkv_bias: biased,
        };
        let dtype = match dtype {
            Some(dtype) => dtype,
            None => own_dtype(&fields)?,
        };
        let name = fields.get("_name_or_path").and_then(Value::as_str).filter(|name| !name.is_empty()).unwrap_or(kind);
        sizes.model(name, dtype)
    }
}

fn refuse(found: String) -> Error {
    Error::invalid("Model::from_config", found)
}

fn missing(field: &str) -> Error {
    refuse(format!("it has no field {field}")).with_hint("give the config.json of a Llama, Mistral or Qwen2")
}

fn size(fields: &Map<String, Value>, field: &str) -> Result<u64> {
    let value = fields.get(field).ok_or_else(|| missing(field))?;
    let number = value.as_u64().filter(|&number| number > 0);
    number.ok_or_else(|| refuse(format!("{field} is {value}")).with_hint("it must be a whole number above 0"))
}

fn flag(fields: &Map<String, Value>, field: &str) -> Result<Option<bool>> {
    match fields.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(value)) => Ok(Some(*value)),
        Some(value) => Err(refuse(format!("{field} is {value}")).with_hint("it must be true or false")),
    }
}

fn own_dtype(fields: &Map<String, Value>) -> Result<Dtype> {
    let value = fields.get("torch_dtype").or_else(|| fields.get("dtype")).ok_or_else(|| missing("torch_dtype"))?;
    match value.as_str() {
        Some("float32") => Ok(Dtype::F32),
        Some("float16") => Ok(Dtype::F16),
        Some("bfloat16") => Ok(Dtype::Bf16),
        _ => Err(refuse(format!("torch_dtype is {value}"))
            .with_hint("known are float32, float16 and bfloat16; or say the type that it is trained in")),
    }
}
