//! Weights in files: safetensors with the names of Hugging Face, one tensor for each parameter.
//!
//! Written as F32; read from F32, F16 or BF16. A file must have exactly the model's tensors: one too many means as
//! surely as one too few that the flags do not describe the model in the file.

use std::path::Path;

use half::{bf16, f16};
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};

use crate::error::{Error, Result};
use crate::model::ParameterSpec;
use crate::{files, output};

/// Reads the file into a flat vector in the order of `specs`.
pub fn load(path: &Path, specs: &[ParameterSpec]) -> Result<Vec<f32>> {
    let refuse = |what: String| Error::input(format!("--weights {}: {what}", path.display()));
    let bytes = files::read("--weights", path)?;
    let file = SafeTensors::deserialize(&bytes)
        .map_err(|error| refuse(format!("not a whole safetensors file ({error}); give another one")))?;
    if let Some(name) = file.names().into_iter().filter(|name| specs.iter().all(|spec| spec.name != *name)).min() {
        return Err(refuse(format!("has {name:?}, which this model lacks; set --layers and --tied as the file needs")));
    }
    let mut values = Vec::with_capacity(specs.iter().map(ParameterSpec::len).sum());
    for spec in specs {
        let name = &spec.name;
        let tensor = file
            .tensor(name)
            .map_err(|_| refuse(format!("has no {name:?}; set --layers and --tied as the file needs")))?;
        if tensor.shape() != spec.shape {
            return Err(refuse(format!(
                "{name:?} has shape {:?}, this model needs {:?}; set --dim and --hidden as the file needs",
                tensor.shape(),
                spec.shape
            )));
        }
        let start = values.len();
        match tensor.dtype() {
            Dtype::F32 => extend(&mut values, tensor.data(), f32::from_le_bytes),
            Dtype::F16 => extend(&mut values, tensor.data(), |bytes| f16::from_le_bytes(bytes).to_f32()),
            Dtype::BF16 => extend(&mut values, tensor.data(), |bytes| bf16::from_le_bytes(bytes).to_f32()),
            other => {
                return Err(refuse(format!("{name:?} has dtype {other:?}; convert the file to F32, F16 or BF16")));
            }
        }
        if !values[start..].iter().all(|value| value.is_finite()) {
            return Err(refuse(format!("{name:?} holds values that are not finite; give another file")));
        }
    }
    Ok(values)
}

fn extend<const BYTES: usize>(values: &mut Vec<f32>, data: &[u8], read: impl Fn([u8; BYTES]) -> f32) {
    values.extend(data.as_chunks().0.iter().map(|&bytes| read(bytes)));
}

/// Writes the flat vector `values`.
pub fn save(path: &Path, specs: &[ParameterSpec], values: &[f32]) -> Result<()> {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let failed = |error| Error::failed(format!("--out {}: could not make the file ({error})", path.display()));
    let mut rest = bytes.as_slice();
    let mut tensors = Vec::with_capacity(specs.len());
    for spec in specs {
        let (data, after) = rest.split_at(spec.len() * size_of::<f32>());
        rest = after;
        tensors.push((&spec.name, TensorView::new(Dtype::F32, spec.shape.clone(), data).map_err(failed)?));
    }
    // Readers of Hugging Face ask for this entry.
    let metadata = [("format".to_owned(), "pt".to_owned())].into();
    output::write_whole("--out", path, &serialize(tensors, Some(metadata)).map_err(failed)?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::model::{Config, Parameters};
    use crate::output::tests::Directory;

    fn specs(tied: bool) -> Vec<ParameterSpec> {
        Parameters::new(&Config { layers: 1, dim: 4, heads: 2, hidden: 16, context: 4, tied }).specs
    }

    fn values(specs: &[ParameterSpec]) -> Vec<f32> {
        (0..specs.iter().map(ParameterSpec::len).sum()).map(|i: usize| i as f32 / 7.0).collect()
    }

    /// What the error says after the path.
    fn message(path: &Path, specs: &[ParameterSpec]) -> String {
        let error = load(path, specs).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        error.to_string().strip_prefix(&format!("--weights {}: ", path.display())).unwrap().to_owned()
    }

    #[test]
    fn round_trip_keeps_every_bit() {
        let directory = Directory::new("weights");
        let path = directory.path("w.safetensors");
        for tied in [false, true] {
            let specs = specs(tied);
            save(&path, &specs, &values(&specs)).unwrap();
            assert_eq!(load(&path, &specs).unwrap(), values(&specs));
        }
        assert_eq!(directory.names(), ["w.safetensors"]);
    }

    #[test]
    fn narrow_types_are_widened() {
        let directory = Directory::new("narrow");
        let path = directory.path("w.safetensors");
        let specs = [ParameterSpec { name: "w".into(), shape: vec![2] }];
        let narrow = [
            (Dtype::F16, [f16::from_f32(0.5).to_le_bytes(), f16::from_f32(-3.0).to_le_bytes()].concat()),
            (Dtype::BF16, [bf16::from_f32(0.5).to_le_bytes(), bf16::from_f32(-3.0).to_le_bytes()].concat()),
        ];
        for (dtype, bytes) in narrow {
            let tensor = TensorView::new(dtype, vec![2], &bytes).unwrap();
            fs::write(&path, serialize([("w", tensor)], None).unwrap()).unwrap();
            assert_eq!(load(&path, &specs).unwrap(), [0.5, -3.0]);
        }
        let tensor = TensorView::new(Dtype::I16, vec![2], &[0; 4]).unwrap();
        fs::write(&path, serialize([("w", tensor)], None).unwrap()).unwrap();
        assert_eq!(message(&path, &specs), r#""w" has dtype I16; convert the file to F32, F16 or BF16"#);
    }

    #[test]
    fn file_that_does_not_fit_is_refused_with_what_to_change() {
        let directory = Directory::new("mismatch");
        let path = directory.path("w.safetensors");
        let (tied, untied) = (specs(true), specs(false));
        assert!(message(&path, &tied).starts_with("cannot read it ("));

        save(&path, &tied, &values(&tied)).unwrap();
        let lacks = r#"has no "lm_head.weight"; set --layers and --tied as the file needs"#;
        assert_eq!(message(&path, &untied), lacks);
        let mut wider = tied.clone();
        wider[5].shape = vec![24, 4];
        let shape = r#""model.layers.0.mlp.gate_proj.weight" has shape [16, 4], this model needs [24, 4]; "#;
        assert_eq!(message(&path, &wider), format!("{shape}set --dim and --hidden as the file needs"));

        save(&path, &untied, &values(&untied)).unwrap();
        let has = r#"has "lm_head.weight", which this model lacks; set --layers and --tied as the file needs"#;
        assert_eq!(message(&path, &tied), has);

        save(&path, &tied, &vec![f32::NAN; values(&tied).len()]).unwrap();
        let not_finite = r#""model.embed_tokens.weight" holds values that are not finite; give another file"#;
        assert_eq!(message(&path, &tied), not_finite);

        save(&path, &untied, &values(&untied)).unwrap();
        let whole = fs::read(&path).unwrap();
        for len in [0, 7, 100, whole.len() - 1] {
            fs::write(&path, &whole[..len]).unwrap();
            let damaged = message(&path, &untied);
            assert!(
                damaged.starts_with("not a whole safetensors file (") && damaged.ends_with("give another one"),
                "{damaged}"
            );
            assert!(!damaged.contains('\n'), "{damaged}");
        }
    }
}
