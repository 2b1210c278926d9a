//! The first fault of a device, and the errors that come of it.

use std::sync::{Arc, Mutex, PoisonError};

use ascend_npu_sys::aclError;

use super::report::{self, Report};
use super::trail::FailedOperation;
use crate::device::DeviceCore;
use crate::driver::lock;
use crate::error::{Code, Error, ErrorKind};
use crate::stream::{Mark, StreamCore};

/// Names of unfinished operations that an error gives where the one that failed is not known.
const NAMED: usize = 4;

/// The first fault of a device, once there is one.
#[derive(Default)]
pub(crate) struct FirstFault {
    known: Mutex<Option<Known>>,
}

#[derive(Clone)]
struct Known {
    code: Code,
    native: Option<String>,
    operation: Option<FailedOperation>,
    /// What is known where the operation is not.
    otherwise: String,
}

impl FirstFault {
    /// Begins for a device that was just opened.
    pub(crate) fn of_opened(device: i32) -> Self {
        report::forget(device);
        Self::default()
    }

    /// Whether a call has met a fault.
    pub(crate) fn is_known(&self) -> bool {
        lock(&self.known).is_some()
    }

    /// The operation that failed first, where there is one and it is known.
    pub(crate) fn operation(&self) -> Option<FailedOperation> {
        lock(&self.known).as_ref().and_then(|known| known.operation)
    }
}

impl DeviceCore {
    /// Makes of an error what it tells when it comes of a fault of the device: the first fault, and the operation that failed.
    #[cold]
    pub(crate) fn explain(&self, error: Error) -> Error {
        let error = error.on_device(self.id);
        let Some(code) = error.code() else { return error };
        let report = report::first(self.id);
        let is_reported = report.is_some_and(|report| code == Code::Acl(report.code));
        let comes_of_fault = matches!(
            error.kind(),
            ErrorKind::DeviceFault | ErrorKind::DeviceLost | ErrorKind::Communication | ErrorKind::Aborted
        );
        if !comes_of_fault && !is_reported {
            return error;
        }
        // The first fault was kept, or is this one. What only breaks the connection is no fault of an operation.
        let mut known = lock(&self.fault.known);
        if known.is_none() && (report.is_some() || error.kind() == ErrorKind::DeviceFault) {
            drop(known);
            let first = self.find(code, error.native(), report);
            known = lock(&self.fault.known);
            known.get_or_insert(first);
        }
        match known.as_ref() {
            None => error,
            Some(first) => first.tell(error),
        }
    }

    /// The error of something that a fault of the device spoilt, if it had one that could: `None` when it had none, or the operation
    /// `mark` came before it.
    pub(crate) fn spoilt(&self, operation: &'static str, mark: Mark) -> Option<Error> {
        let known = lock(&self.fault.known).clone()?;
        if self.is_spared(mark) {
            return None;
        }
        let found = format!("it was to be written by operation {} of stream {}", mark.sequence, mark.stream);
        Some(known.tell(Error::from_code(operation, known.code, None).on_device(self.id)).with_found_too(found))
    }

    /// Whether an operation is known to have been done before the first fault: it stands before it on the same stream.
    pub(crate) fn is_spared(&self, mark: Mark) -> bool {
        self.fault.operation().is_some_and(|failed| failed.stream == mark.stream && failed.number > mark.sequence)
    }

    fn find(&self, code: Code, native: Option<&str>, report: Option<Report>) -> Known {
        let streams: Vec<Arc<StreamCore>> = {
            let all = self.driver.streams.read().unwrap_or_else(PoisonError::into_inner);
            all.values().filter(|stream| stream.is_on(self)).cloned().collect()
        };
        let operation = report.and_then(|report| {
            let stream = streams.iter().find(|stream| stream.number() == Some(report.stream))?;
            let (name, number) = stream.trail.of_task(report.task)?;
            Some(FailedOperation { name, number, stream: stream.id })
        });
        let code = match report {
            Some(report) if report.code != aclError::SUCCESS => Code::Acl(report.code),
            _ => code,
        };
        let otherwise = if operation.is_none() { unfinished(&streams) } else { String::new() };
        Known { code, native: native.map(str::to_owned), operation, otherwise }
    }
}

impl Known {
    /// An error as the consequence of this fault.
    fn tell(&self, error: Error) -> Error {
        let found = match &self.operation {
            Some(failed) => {
                format!(
                    "operation {} of stream {}, `{}`, failed on the device",
                    failed.number, failed.stream, failed.name
                )
            }
            None => self.otherwise.clone(),
        };
        error.caused_by(self.code, self.native.as_deref(), self.operation).with_found_too(found)
    }
}

/// What is not known to be done on the streams of a device.
fn unfinished(streams: &[Arc<StreamCore>]) -> String {
    let mut told = Vec::new();
    for stream in streams {
        let steps = stream.trail.after(stream.completed());
        let names: Vec<String> = steps.iter().take(NAMED).map(|(name, number)| format!("{number} `{name}`")).collect();
        let left = steps.len() - names.len();
        let more = if left > 0 { format!(" and {left} more") } else { String::new() };
        if !names.is_empty() {
            told.push(format!("{}{more} of stream {}", names.join(", "), stream.id));
        }
    }
    told.sort();
    if told.is_empty() { String::new() } else { format!("one of these operations failed: {}", told.join("; ")) }
}
