//! Models from files: what is read, and what is refused.

use std::io::Cursor;

use ascend_npu::ErrorKind;
use ascend_npu::zero::plan::{Model, Transformer};
use ascend_npu::zero::{Dtype, Stage};

use crate::{bare, planned};

const MISTRAL: &str = r#"{
    "architectures": ["MistralForCausalLM"], "model_type": "mistral", "hidden_size": 4096, "intermediate_size": 14336,
    "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8, "vocab_size": 32000,
    "tie_word_embeddings": false, "torch_dtype": "bfloat16"
}"#;

fn count(model: &Model) -> u64 {
    planned(model, &bare(1, Stage::One)).parameters
}

#[test]
fn a_config_is_the_model_that_it_describes() {
    let model = Model::from_config(MISTRAL, None).unwrap();
    let preset = Model::preset("mistral-7b", Dtype::Bf16).unwrap();
    assert_eq!(
        (&model.parameters, model.transformer, model.name.as_str()),
        (&preset.parameters, preset.transformer, "mistral")
    );
    let wide = Model::from_config(MISTRAL, Some(Dtype::F32)).unwrap();
    assert_eq!(wide.parameters, preset.with_dtype(Dtype::F32).parameters);

    // Without heads of keys and values of their own, with a table for both ends, a width of heads, and biases.
    let other = MISTRAL
        .replace("mistral", "qwen2")
        .replace(r#""num_key_value_heads": 8,"#, r#""head_dim": 64,"#)
        .replace("false", "true");
    let sizes = Model::from_config(&other, None).unwrap().transformer.unwrap();
    let Transformer { kv_heads, head_dim, tied, qkv_bias, .. } = sizes;
    assert_eq!((kv_heads, head_dim, tied, qkv_bias), (32, 64, true, true));
    let (attention, feed) = (2048 * 4096 * 4 + 3 * 2048, 3 * 4096 * 14336);
    assert_eq!(count(&Model::from_config(&other, None).unwrap()), 32 * (attention + feed + 8192) + 32001 * 4096);
}

#[test]
fn configs_that_cannot_be_used_say_which_field_is_at_fault() {
    let message = |from: &str, to: &str| {
        assert!(MISTRAL.contains(from), "{from}");
        let error = Model::from_config(&MISTRAL.replace(from, to), None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        error.to_string()
    };
    let cases = [
        (r#""hidden_size": 4096,"#, "", "has no field hidden_size; give the config.json of a Llama, Mistral or Qwen2"),
        (r#""model_type": "mistral","#, "", "has no field model_type"),
        (r#""torch_dtype": "bfloat16""#, r#""x": 0"#, "has no field torch_dtype"),
        ("bfloat16", "int8", "torch_dtype is \"int8\"; known are float32, float16 and bfloat16"),
        (r#""mistral""#, r#""gpt2""#, "model_type is \"gpt2\"; known are llama, mistral, qwen2; of other models give"),
        ("4096", "\"4096\"", "hidden_size is \"4096\"; it must be a whole number above 0"),
        ("4096", "-1", "hidden_size is -1; it must be"),
        ("4096", "4.5", "hidden_size is 4.5; it must be"),
        ("4096", "0", "hidden_size is 0; it must be"),
        (
            "4096",
            "4097",
            "hidden_size 4097 does not divide by num_attention_heads 32; such a model has a field head_dim",
        ),
        (r#""num_attention_heads": 32"#, r#""num_attention_heads": 0"#, "num_attention_heads is 0"),
        (
            r#""num_key_value_heads": 8"#,
            r#""num_key_value_heads": 5"#,
            "32 heads cannot share 5 heads of keys and values",
        ),
        ("14336", "1000000000000000", "intermediate is 1000000000000000; it must be at least 1 and at most 2^40"),
        (
            r#""num_hidden_layers": 32"#,
            r#""num_hidden_layers": 1000000"#,
            "layers is 1000000; it must be at most 100000",
        ),
        ("false", "1", "tie_word_embeddings is 1; it must be true or false"),
        (
            r#""vocab_size""#,
            r#""mlp_bias": true, "vocab_size""#,
            "mlp_bias is true; of such a model give a safetensors file",
        ),
        ("}", "", "it is not JSON ("),
    ];
    for (from, to, wanted) in cases {
        let found = message(from, to);
        assert!(found.contains(wanted), "{from} -> {to}: {found}");
    }
    let list = Model::from_config("[]", None).unwrap_err().to_string();
    assert_eq!(list, "Model::from_config: it is no JSON object");
}

/// A safetensors file, without the tensors behind its header.
fn file(header: &str) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes(), header.as_bytes()].concat()
}

const HEADER: &str = r#"{
    "__metadata__": {"format": "pt"},
    "h.1.w": {"dtype": "BF16", "shape": [3, 4], "data_offsets": [20, 44]},
    "h.0.w": {"dtype": "F32", "shape": [5], "data_offsets": [0, 20]},
    "empty": {"dtype": "F16", "shape": [0, 7], "data_offsets": [44, 44]}
}"#;

#[test]
fn a_safetensors_header_is_the_model_whose_tensors_it_lists() {
    let model = Model::from_safetensors("m", Cursor::new(file(HEADER)), None).unwrap();
    let plan = planned(&model, &bare(1, Stage::Three));
    let tensors: Vec<_> =
        plan.layout.tensors().iter().map(|tensor| (tensor.name.as_str(), tensor.dtype, tensor.shape.clone())).collect();
    let wanted =
        [("h.0.w", Dtype::F32, vec![5]), ("h.1.w", Dtype::Bf16, vec![3, 4]), ("empty", Dtype::F16, vec![0, 7])];
    assert_eq!(tensors, wanted);
    let layers: Vec<_> = plan.layout.layers().iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!((layers, model.transformer), (vec!["h.0", "h.1", "empty"], None));
    let half = Model::from_safetensors("m", Cursor::new(file(HEADER)), Some(Dtype::F16)).unwrap();
    assert_eq!(half.parameters, model.with_dtype(Dtype::F16).parameters);
}

#[test]
fn files_without_a_usable_header_are_refused() {
    let message = |bytes: Vec<u8>| Model::from_safetensors("m", Cursor::new(bytes), None).unwrap_err().to_string();
    let whole = file(HEADER);
    for len in [0, 7, 8, whole.len() - 1] {
        assert_eq!(message(whole[..len].to_vec()), "Model::from_safetensors: it ends within its header", "{len}");
    }
    let long = message([&100_000_001_u64.to_le_bytes()[..], &[b' '; 100]].concat());
    assert!(long.contains("its header would be 100000001 bytes long, 100000000 are the most"), "{long}");
    // A length that is within the limit, and no more than claimed.
    assert_eq!(message(99_999_999_u64.to_le_bytes().to_vec()), "Model::from_safetensors: it ends within its header");
    for broken in ["", "[]", "{\"w\": 5}", &HEADER.replace("BF16", "X"), &HEADER.replace("[20, 44]", "[24, 48]")] {
        let found = message(file(broken));
        assert!(
            found.starts_with("Model::from_safetensors: its header does not describe tensors ("),
            "{broken}: {found}"
        );
    }
    let found = message(file(r#"{"w": {"dtype": "I8", "shape": [4], "data_offsets": [0, 4]}}"#));
    let wanted = "Model::from_safetensors: w is of type I8; F32, F16 and BF16 are trained; convert the file";
    assert_eq!(found, wanted);
}

#[test]
fn sizes_that_are_none_are_refused() {
    let sizes = Model::preset("llama-7b", Dtype::Bf16).unwrap().transformer.unwrap();
    let message = |sizes: Transformer| sizes.model("m", Dtype::Bf16).unwrap_err().to_string();
    let none = message(Transformer { vocabulary: 0, ..sizes });
    assert_eq!(none, "Transformer: vocabulary is 0; it must be at least 1 and at most 2^40");
    let wide = message(Transformer { heads: 1 << 30, kv_heads: 1, head_dim: 1 << 30, ..sizes });
    assert_eq!(wide, "Transformer: 1073741824 heads of 1073741824; both together must be at most 2^40");
}
