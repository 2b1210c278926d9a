//! `info`: the device that is modelled.

use ascend_npu_mock::control::{Model, SOC_NAMES, Settings, model};
use serde_json::{Value, json};

use crate::cli::Info;
use crate::output::{Refusal, print, table};

pub(crate) fn info(info: &Info) -> Result<(), Refusal> {
    let models = if info.all { SOC_NAMES.iter().filter_map(|name| model(name)).collect() } else { vec![chosen(info)?] };
    let devices = info.device.devices.unwrap_or(Settings::default().devices);
    if info.json {
        let models: Vec<Value> = models.iter().map(value).collect();
        let all = if info.all { json!(models) } else { one(models, devices) };
        return print(&format!("{all:#}\n"));
    }
    let heads = ["SoC", "arch", "AI cores", "vector cores", "L2", "HBM", "streams"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(models.iter().map(row));
    let count = if info.all { String::new() } else { format!("{devices} devices, each:\n") };
    print(&format!("{count}{}", table(&rows)))
}

fn chosen(info: &Info) -> Result<Model, Refusal> {
    let settings = Settings::default();
    let name = info.device.soc.clone().unwrap_or(settings.soc);
    let mut model = model(&name).ok_or_else(|| {
        Refusal::new(format!("ASCEND_MOCK_SOC is `{name}`, which is not one of {}", SOC_NAMES.join(", ")))
    })?;
    model.hbm_bytes = info.device.hbm.or(settings.hbm_bytes).unwrap_or(model.hbm_bytes);
    Ok(model)
}

fn one(mut models: Vec<Value>, devices: u32) -> Value {
    let mut model = models.pop().unwrap_or_default();
    if let Some(fields) = model.as_object_mut() {
        fields.insert("devices".to_owned(), json!(devices));
    }
    model
}

fn value(model: &Model) -> Value {
    json!({
        "soc": model.soc,
        "npu_arch": model.npu_arch,
        "ai_cores": model.ai_cores,
        "vector_cores": model.vector_cores,
        "l2_bytes": model.l2_bytes,
        "hbm_bytes": model.hbm_bytes,
        "streams": model.streams,
    })
}

fn row(model: &Model) -> Vec<String> {
    vec![
        model.soc.clone(),
        model.npu_arch.to_string(),
        model.ai_cores.to_string(),
        if model.vector_cores == 0 { "-".to_owned() } else { model.vector_cores.to_string() },
        size(model.l2_bytes),
        size(model.hbm_bytes),
        model.streams.to_string(),
    ]
}

/// A number of bytes in the largest unit that it is a whole number of.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = units.into_iter().find(|(shift, _)| bytes != 0 && bytes.trailing_zeros() >= *shift);
    unit.map_or(format!("{bytes} B"), |(shift, unit)| format!("{} {unit}", bytes >> shift))
}
