//! What the checks found: kept for the program, and written for people and for programs.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use once_cell::sync::Lazy;
use serde_json::{Value, json};

use super::site::Site;
use crate::control::{replay, settings};
use crate::exec::Kind;
use crate::remark::remark;

/// More of them are counted and not kept.
const MOST: usize = 1000;

/// Which check found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// Two touches of the same bytes that nothing orders, of which one writes.
    Race,
    /// Memory used that is freed, foreign, or too short.
    Memory,
    /// Memory read that nobody wrote.
    Uninitialised,
    /// Ranks that ask for different things, or operations of one communicator that overlap.
    Collective,
    /// Something never given back.
    Leak,
    /// Streams, ranks and host threads that wait for each other.
    Deadlock,
}

/// One finding.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// Which check found it.
    pub kind: FindingKind,
    /// Whether it is only a warning, which does not make a run fail.
    pub warning: bool,
    /// What was found, with all operations and places.
    pub text: String,
    /// The operations that it is about.
    pub operations: Vec<Operation>,
}

/// An operation of a finding.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Operation {
    /// Its process, if that is another one.
    pub process: Option<u32>,
    /// What it was; `None` for a call of the host.
    pub kind: Option<Kind>,
    /// The kernel's name, or that of the C function.
    pub name: String,
    /// Its device.
    pub device: i32,
    /// The number of its stream on the device; `None` for a call of the host.
    pub stream: Option<i32>,
    /// Its place on the stream, or among the calls of the host, from 0.
    pub number: u64,
    /// Whether it writes the bytes.
    pub writes: bool,
    /// The bytes that it is about: the first, and the one after the last.
    pub bytes: (u64, u64),
    /// Where the program asked for it.
    pub site: String,
    /// The places of the program that led there, the innermost first: `site` and its callers.
    pub callers: Vec<String>,
}

/// An operation as the checks keep it.
#[derive(Debug)]
pub(crate) struct Info {
    /// If it is of another process.
    pub(crate) process: Option<u32>,
    pub(crate) kind: Option<Kind>,
    pub(crate) name: String,
    pub(crate) device: i32,
    pub(crate) stream: Option<i32>,
    pub(crate) number: u64,
    pub(crate) site: Arc<Site>,
}

impl Info {
    pub(super) fn tell(&self, writes: bool, bytes: (u64, u64)) -> Operation {
        Operation {
            process: self.process,
            kind: self.kind,
            name: self.name.clone(),
            device: self.device,
            stream: self.stream,
            number: self.number,
            writes,
            bytes,
            site: self.site.to_string(),
            callers: self.site.callers(),
        }
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let does = if self.writes { "writes" } else { "reads" };
        let (start, end) = self.bytes;
        write!(f, "{} {does} {} B at {start:#x}, ", self.name, end - start)?;
        match self.stream {
            Some(stream) => write!(f, "operation {} of stream {stream} of device {}", self.number, self.device)?,
            None => write!(f, "call {} of the host", self.number)?,
        }
        if let Some(process) = self.process {
            write!(f, " of process {process}")?;
        }
        write!(f, ", asked for at {}", self.site)
    }
}

#[derive(Default)]
struct Findings {
    kept: Vec<Finding>,
    file: Option<File>,
}

static FINDINGS: Lazy<Mutex<Findings>> = Lazy::new(|| {
    let open = |path| {
        // Appended in one write each: several processes may share the file.
        OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .inspect_err(|error| remark(format_args!("findings cannot be written to {path:?}: {error}")))
            .ok()
    };
    Mutex::new(Findings { kept: Vec::new(), file: settings().report_file.as_ref().and_then(open) })
});

fn lock() -> MutexGuard<'static, Findings> {
    FINDINGS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the checks found so far in this process, the newest last.
pub fn findings() -> Vec<Finding> {
    super::order::tell_touched();
    lock().kept.clone()
}

/// Takes what the checks found so far. What is found once more is then told once more.
pub fn take_findings() -> Vec<Finding> {
    super::order::tell_touched();
    super::order::tell_again();
    std::mem::take(&mut lock().kept)
}

/// Takes what the checks found so far of a device.
pub fn take_findings_of(device: i32) -> Vec<Finding> {
    super::order::tell_touched();
    let mut findings = lock();
    let of_device = |finding: &Finding| finding.operations.iter().any(|operation| operation.device == device);
    let (taken, rest) = std::mem::take(&mut findings.kept).into_iter().partition(of_device);
    findings.kept = rest;
    taken
}

/// Enters a finding.
pub(super) fn enter(finding: Finding) {
    let word = if finding.warning { "warning" } else { "error" };
    remark(format_args!("{word}: {}; {}", finding.text, replay()));
    let mut findings = lock();
    let line = format!("{}\n", finding.json());
    if let Some(file) = &mut findings.file {
        // A full disk loses the line and not the program.
        let _ = file.write_all(line.as_bytes());
    }
    if findings.kept.len() < MOST {
        findings.kept.push(finding);
    }
}

impl Finding {
    fn json(&self) -> Value {
        json!({
            "kind": format!("{:?}", self.kind).to_lowercase(),
            "severity": if self.warning { "warning" } else { "error" },
            "process": std::process::id(),
            "replay": replay(),
            "text": self.text,
            "operations": self.operations.iter().map(Operation::json).collect::<Vec<_>>(),
        })
    }
}

impl Operation {
    fn json(&self) -> Value {
        json!({
            "process": self.process.unwrap_or_else(std::process::id),
            "kind": self.kind.map(|kind| format!("{kind:?}")),
            "name": self.name,
            "device": self.device,
            "stream": self.stream,
            "number": self.number,
            "access": if self.writes { "write" } else { "read" },
            "first": self.bytes.0,
            "end": self.bytes.1,
            "site": self.site,
            "callers": self.callers,
        })
    }
}
