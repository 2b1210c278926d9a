//! The JSON file of `aclInit`.

use std::fs;
use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::aclError;
use serde_json::Value;

use crate::device;
use crate::report::{self, Failure, Outcome};

/// What a configuration says that the software device heeds. Other keys are accepted and have no effect.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Configuration {
    pub(super) text: String,
    default_device: Option<i32>,
    /// Error texts are of the process, not of each thread.
    texts_of_process: bool,
}

static DEFAULT_DEVICE: Mutex<Option<i32>> = Mutex::new(None);

/// The device that threads without a context use.
pub(crate) fn default_device() -> Option<i32> {
    *DEFAULT_DEVICE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn set_default_device(device: Option<i32>) {
    *DEFAULT_DEVICE.lock().unwrap_or_else(PoisonError::into_inner) = device;
}

/// Reads a file; no path, or an empty one, is an empty configuration.
///
/// # Errors
/// 100003 for a file that cannot be read, 100006 for one that is not JSON, 100000 for a value that is not known.
pub(super) fn read(path: Option<&str>) -> Outcome<Configuration> {
    let Some(path) = path.filter(|path| !path.is_empty()) else { return Ok(Configuration::default()) };
    let text = fs::read_to_string(path).map_err(|error| {
        Failure::acl(aclError::INVALID_FILE, format!("EH0002: configuration `{path}` cannot be read: {error}"))
    })?;
    parse(path, text)
}

fn parse(path: &str, text: String) -> Outcome<Configuration> {
    let broken = |why: String| Failure::acl(aclError::PARSE_FILE, format!("EH0002: configuration `{path}`: {why}"));
    let json: Value = serde_json::from_str(&text).map_err(|error| broken(error.to_string()))?;
    if !json.is_object() {
        return Err(broken("it is no JSON object".to_owned()));
    }
    let texts_of_process = match json.get("err_msg_mode").map(Value::as_str) {
        None | Some(Some("0")) => false,
        Some(Some("1")) => true,
        _ => {
            let text = format!("EH0001: `err_msg_mode` of `{path}` is \"0\" for each thread or \"1\" for the process");
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
    };
    let default_device = match json.get("defaultDevice").and_then(|section| section.get("default_device")) {
        None => None,
        Some(value) => Some(number(value).ok_or_else(|| {
            let text = format!("EH0001: `default_device` of `{path}` is {value}, which is no device");
            Failure::acl(aclError::FAILURE, text)
        })?),
    };
    Ok(Configuration { text, default_device, texts_of_process })
}

/// Devices are written as numbers or as texts of numbers.
fn number(value: &Value) -> Option<i32> {
    let number = match value {
        Value::String(text) => text.parse().ok()?,
        other => other.as_i64()?,
    };
    i32::try_from(number).ok().filter(|&number| number >= 0)
}

impl Configuration {
    pub(super) fn apply(&self) -> Outcome {
        if let Some(device) = self.default_device {
            device::device(device)?;
        }
        set_default_device(self.default_device);
        report::share_texts(self.texts_of_process);
        Ok(())
    }
}

pub(super) fn take_back() {
    set_default_device(None);
    report::share_texts(false);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> i32 {
        parse("a.json", text.to_owned()).map_or_else(|failure| failure.code, |_| 0)
    }

    #[test]
    fn what_is_not_known_is_ignored_and_what_is_wrong_is_refused() {
        assert_eq!(code(r#"{"dump": {"dump_mode": "all"}}"#), 0);
        assert_eq!(code("{"), aclError::PARSE_FILE.0);
        assert_eq!(code(r#"{"err_msg_mode": "2"}"#), aclError::INVALID_PARAM.0);
        assert_eq!(code(r#"{"defaultDevice": {"default_device": "x"}}"#), aclError::FAILURE.0);
        let read = parse("a.json", r#"{"defaultDevice": {"default_device": "3"}, "err_msg_mode": "1"}"#.to_owned());
        let (device, shared) = read.map_or((None, false), |read| (read.default_device, read.texts_of_process));
        assert_eq!((device, shared), (Some(3), true));
    }
}
