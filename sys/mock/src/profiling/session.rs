//! Whether a program profiles, and what.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{aclError, aclprofAicoreMetrics, aclprofConfig, aclprofConfigType};
use once_cell::sync::Lazy;

use crate::device;
use crate::report::{Failure, Outcome};
use crate::stream::Registry;

const LONGEST_PATH: usize = 4096;

/// What a configuration asks for.
#[derive(Debug)]
pub(super) struct Configuration {
    devices: Vec<u32>,
    what: u64,
}

static CONFIGURATIONS: Lazy<Registry<Configuration>> = Lazy::new(Registry::default);

#[derive(Default)]
struct Session {
    is_open: bool,
    /// Devices that are collected from.
    running: BTreeSet<u32>,
    started: bool,
}

static SESSION: Lazy<Mutex<Session>> = Lazy::new(Mutex::default);

fn session() -> MutexGuard<'static, Session> {
    SESSION.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether marks are taken.
pub(super) fn is_open() -> bool {
    session().is_open
}

fn invalid(text: String) -> Failure {
    Failure::acl(aclError::INVALID_PARAM, format!("EK0001: {text}"))
}

pub(super) fn open(path: &str, length: usize) -> Outcome {
    if length == 0 || length >= LONGEST_PATH || path.len() != length {
        return Err(invalid(format!("the path has {} bytes and its length is given as {length}", path.len())));
    }
    let mut session = session();
    if session.is_open {
        return Err(Failure::acl(aclError::REPEAT_INITIALIZE, "EK0002: profiling is open already"));
    }
    let folder = Path::new(path);
    if !folder.is_dir() && std::fs::create_dir_all(folder).is_err() {
        let text = format!("EK0001: `{path}` is no folder and cannot be made");
        return Err(Failure::acl(aclError::INVALID_FILE, text));
    }
    session.is_open = true;
    Ok(())
}

/// Closing what is not open is nothing.
pub(super) fn close() -> Outcome {
    *session() = Session::default();
    Ok(())
}

/// A new configuration; `None` for wrong arguments.
pub(super) fn create(devices: &[u32], metrics: aclprofAicoreMetrics, what: u64) -> Option<*mut aclprofConfig> {
    let count = device::count();
    let distinct: BTreeSet<_> = devices.iter().collect();
    let known = metrics.0 <= aclprofAicoreMetrics::ACL_AICORE_MEMORY_ACCESS.0
        || metrics == aclprofAicoreMetrics::ACL_AICORE_NONE;
    if distinct.len() != devices.len() || devices.iter().any(|&device| device >= count) || !known {
        return None;
    }
    Some(CONFIGURATIONS.insert(Configuration { devices: devices.to_vec(), what }).cast())
}

pub(super) fn destroy(configuration: *const aclprofConfig) -> Outcome {
    let removed = CONFIGURATIONS.remove(configuration.cast_mut().cast());
    removed.map(drop).ok_or_else(|| invalid("there is no such configuration".to_owned()))
}

/// Starts collecting. A program that never opened profiling has opened it with this.
pub(super) fn start(configuration: *const aclprofConfig) -> Outcome {
    let configuration = find(configuration)?;
    let mut session = session();
    session.is_open = true;
    if let Some(device) = configuration.devices.iter().find(|device| session.running.contains(device)) {
        let text = format!("EK0002: device {device} is being profiled already");
        return Err(Failure::acl(aclError::PROF_ALREADY_RUN, text));
    }
    session.running.extend(&configuration.devices);
    session.started = true;
    Ok(())
}

pub(super) fn stop(configuration: *const aclprofConfig) -> Outcome {
    let configuration = find(configuration)?;
    let mut session = session();
    if !session.started || configuration.devices.iter().any(|device| !session.running.contains(device)) {
        let text = "EK0002: profiling was not started with this configuration";
        return Err(Failure::acl(aclError::PROF_NOT_RUN, text));
    }
    for device in &configuration.devices {
        session.running.remove(device);
    }
    session.started = !session.running.is_empty();
    Ok(())
}

fn find(configuration: *const aclprofConfig) -> Outcome<std::sync::Arc<Configuration>> {
    let found = CONFIGURATIONS.get(configuration.cast_mut().cast());
    let found = found.ok_or_else(|| invalid("there is no such configuration".to_owned()))?;
    if found.what == 0 {
        return Err(invalid("the configuration asks for nothing: its data types are 0".to_owned()));
    }
    Ok(found)
}

/// An option, set before the start.
pub(super) fn set(option: aclprofConfigType, text: &str, length: usize) -> Outcome {
    if text.is_empty() || text.len() != length {
        return Err(invalid(format!("the option has {} bytes and its length is given as {length}", text.len())));
    }
    if option.0 == 0 || option.0 > aclprofConfigType::ACL_PROF_PATH.0 {
        return Err(invalid(format!("option {} is not known", option.0)));
    }
    if !is_open() {
        return Err(Failure::acl(aclError::PROF_NOT_RUN, "EK0002: profiling is not open: call aclprofInit first"));
    }
    Ok(())
}
