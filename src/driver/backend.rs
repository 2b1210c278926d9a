//! Choosing and loading a backend.
//!
//! The software device stands in only where there is nothing to stand in for: no toolkit, or no device. Whatever else keeps a
//! toolkit from being used is an error, lest a long job be run on the wrong one.
#![allow(unsafe_code)] // Fills the tables.

use std::path::Path;
use std::sync::Once;

use ascend_npu_sys::{Library, LoadError};

use super::core::{self, DriverCore};
use super::environment;
use super::toolkit::Toolkit;
use crate::error::{Error, ErrorKind, Result};
use crate::remark::remark;

/// The environment variable that chooses the backend: `cann`, `mock` or `auto`.
pub const BACKEND_VARIABLE: &str = "ASCEND_NPU_BACKEND";

/// What the calls of this process reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// The installed CANN toolkit and its devices.
    Cann,
    /// The software device of `ascend-npu-mock`, in this process.
    Mock,
}

/// Why CANN is not used.
enum Refused {
    /// There is nothing: the software device may stand in.
    Absent(Error),
    /// There is something, but it does not work.
    Broken(Error),
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        let (Refused::Absent(error) | Refused::Broken(error)) = refused;
        error
    }
}

/// The change of backend is told once a process.
static NOTICE: Once = Once::new();

/// Loads the chosen backend, or the first that can be, without starting it.
pub(super) fn find() -> Result<Toolkit> {
    core::refuse_fork()?;
    environment::check("Toolkit::find")?;
    match choice() {
        Some(Backend::Cann) => Ok(load_cann()?),
        Some(Backend::Mock) => load_mock(),
        None => load_cann().or_else(|refused| stand_in(refused, load_mock)),
    }
}

/// Opens the chosen backend, or the first that can be.
pub(super) fn open() -> Result<DriverCore> {
    environment::check("Driver::open")?;
    match choice() {
        Some(Backend::Cann) => Ok(open_cann()?),
        Some(Backend::Mock) => open_mock(),
        None => open_cann().or_else(|refused| {
            let core = stand_in(refused, open_mock)?;
            NOTICE.call_once(|| remark("no CANN toolkit with a device here, running on the software device"));
            Ok(core)
        }),
    }
}

/// The backend that the variable, which was checked, names.
fn choice() -> Option<Backend> {
    match environment::value(BACKEND_VARIABLE).as_deref() {
        Some("cann") => Some(Backend::Cann),
        Some("mock") => Some(Backend::Mock),
        _ => None,
    }
}

/// Takes the software device where CANN is absent. Where both are, the reason is CANN's.
fn stand_in<T>(refused: Refused, mock: impl FnOnce() -> Result<T>) -> Result<T> {
    match refused {
        Refused::Absent(absent) => mock().map_err(|error| match error.kind() {
            ErrorKind::NoBackend => absent.with_hint(error.to_string()),
            _ => error,
        }),
        Refused::Broken(error) => {
            let advice = error.hint().unwrap_or("mend it").to_owned();
            Err(error.with_hint(format!("{advice}; or set {BACKEND_VARIABLE}=mock to run on the software device")))
        }
    }
}

fn load_cann() -> std::result::Result<Toolkit, Refused> {
    let unusable = |error: LoadError| {
        let told = Error::new(ErrorKind::NoBackend, "Driver::open", format!("CANN cannot be loaded: {error}"));
        if matches!(error, LoadError::NotFound { .. }) { Refused::Absent(told) } else { Refused::Broken(told) }
    };
    let library = Library::open().map_err(unusable)?;
    Toolkit::of_library(&library).map_err(Refused::Broken)
}

fn open_cann() -> std::result::Result<DriverCore, Refused> {
    let toolkit = load_cann()?;
    let path = toolkit.path().to_owned();
    let core = DriverCore::start(toolkit).map_err(|error| {
        // Without a device the toolkit does not start either, and its codes for that are those of other failures too.
        if error.kind() == ErrorKind::Forked || device_nodes(Path::new("/dev")) {
            Refused::Broken(error)
        } else {
            let found =
                format!("{} is loaded, but there is no device in /dev, and it does not start: {error}", path.display());
            Refused::Absent(Error::new(ErrorKind::NoBackend, "Driver::open", found))
        }
    })?;
    match core.device_count().map_err(Refused::Broken)? {
        0 => {
            let found = format!("{} is loaded, but it sees no device", path.display());
            Err(Refused::Absent(Error::new(ErrorKind::NoBackend, "Driver::open", found)))
        }
        _ => Ok(core),
    }
}

/// Whether there is the node of any device, `davinci0` or so, in a directory.
fn device_nodes(directory: &Path) -> bool {
    let names = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let number = |name: &str| name.strip_prefix("davinci").is_some_and(|rest| rest.parse::<u32>().is_ok());
    names.into_iter().any(|name| name.to_str().is_some_and(number))
}

fn open_mock() -> Result<DriverCore> {
    let toolkit = load_mock()?;
    let problems = mock_problems();
    if problems.is_empty() {
        return DriverCore::start(toolkit);
    }
    Err(Error::new(ErrorKind::Environment, "Driver::open", problems.join("; ")).with_hint("mend or unset them"))
}

/// What is wrong with the variables of the software device.
#[cfg(feature = "mock")]
fn mock_problems() -> Vec<String> {
    ascend_npu_mock::control::settings().problems()
}

#[cfg(not(feature = "mock"))]
fn mock_problems() -> Vec<String> {
    Vec::new()
}

#[cfg(feature = "mock")]
fn load_mock() -> Result<Toolkit> {
    use ascend_npu_sys::{Acl, Hccl, Origin, Symbols};
    let broken =
        |error: ascend_npu_sys::MissingSymbols| Error::new(ErrorKind::NoBackend, "Driver::open", error.to_string());
    let mut find = ascend_npu_mock::lookup;
    // SAFETY: the software device gives, for each name, a function of that name's C type; it is part of this program.
    let acl = unsafe { Acl::load(&mut Symbols::partial(&mut find)) }.map_err(broken)?;
    // SAFETY: as above.
    let hccl = unsafe { Hccl::load(&mut Symbols::partial(&mut find)) }.map_err(broken)?;
    let path = std::env::current_exe().unwrap_or_default();
    let origin = Origin { library: "the software device".to_owned(), path };
    Toolkit::new(Backend::Mock, acl, origin.clone(), Ok((hccl, origin)))
}

#[cfg(not(feature = "mock"))]
fn load_mock() -> Result<Toolkit> {
    Err(Error::new(ErrorKind::NoBackend, "Driver::open", "this program was built without the software device")
        .with_hint("build with the feature `mock`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::unwrap_used, reason = "a test may fail")]
    fn device_nodes_are_told_from_those_of_the_driver() {
        let directory = std::env::temp_dir().join(format!("ascend-npu-nodes-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join("davinci_manager"), "").unwrap();
        let manager_alone = device_nodes(&directory);
        std::fs::write(directory.join("davinci12"), "").unwrap();
        let with_device = device_nodes(&directory);
        std::fs::remove_dir_all(&directory).unwrap();
        assert!(!manager_alone && with_device && !device_nodes(&directory));
    }
}
