//! Dumps of what operators read and write. There are no operators here, so a dump is set up, checked, and stays empty.

pub(crate) mod abi;

use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::aclError;

use crate::report::{Failure, Outcome};

/// Whether a dump is going on.
static ON: Mutex<bool> = Mutex::new(false);

fn switch(to: bool) -> Outcome {
    let mut on = ON.lock().unwrap_or_else(PoisonError::into_inner);
    if *on == to {
        let (code, text) = match to {
            true => (aclError::DUMP_ALREADY_RUN, "EE1018: a dump is going on already: call aclmdlFinalizeDump first"),
            false => (aclError::DUMP_NOT_RUN, "EE1018: no dump is going on: call aclmdlInitDump first"),
        };
        return Err(Failure::acl(code, text));
    }
    *on = to;
    Ok(())
}

/// Reads the configuration of a dump, which must say where to.
fn configure(path: &str) -> Outcome {
    if !*ON.lock().unwrap_or_else(PoisonError::into_inner) {
        let text = "EE1018: no dump is going on: call aclmdlInitDump first";
        return Err(Failure::acl(aclError::DUMP_NOT_RUN, text));
    }
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::acl(aclError::INVALID_FILE, format!("EE1001: the configuration {path} cannot be read: {error}"))
    })?;
    let value: serde_json::Value = serde_json::from_str(&text).map_err(|error| {
        Failure::acl(aclError::PARSE_FILE, format!("EE1001: the configuration {path} is not JSON: {error}"))
    })?;
    let Some(dump) = value.get("dump") else {
        // Other parts of the file are read by aclInit.
        return Ok(());
    };
    let debug = dump.get("dump_debug").and_then(|value| value.as_str()) == Some("on");
    let scene = dump.get("dump_scene").is_some();
    let place = dump.get("dump_path").and_then(|value| value.as_str());
    if place.is_none_or(str::is_empty) && !scene && !debug {
        let text = format!("EE1001: the configuration {path} has no `dump_path`");
        return Err(Failure::acl(aclError::INVALID_DUMP_CONFIG, text));
    }
    Ok(())
}
