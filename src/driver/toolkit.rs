//! What is loaded: the tables of C functions, and where they come from. Loading starts nothing.
#![allow(unsafe_code)] // Calls into the C library.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use ascend_npu_sys::{Acl, Capability, Hccl, Library, LoadError, MissingSymbol, Origin, aclError};

use super::backend::{self, Backend};
use crate::error::{Code, Error, Result};

/// A loaded toolkit, or the software device. Cloning is cheap.
///
/// It is not initialised, so it can tell what it is but reaches no device: that is what [`Driver`](crate::Driver) is for.
#[derive(Clone)]
pub struct Toolkit {
    loaded: Arc<Loaded>,
}

struct Loaded {
    backend: Backend,
    acl: Acl,
    origin: Origin,
    /// The table and where it comes from, or why there is none.
    hccl: std::result::Result<(Hccl, Origin), LoadError>,
    version: Version,
}

/// The version of the runtime's C interface.
///
/// Not that of the toolkit, and no measure of what it can do: it stands still over several releases. Ask
/// [`Toolkit::supports`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version {
    /// Changes that break.
    pub major: i32,
    /// Additions.
    pub minor: i32,
    /// Corrections.
    pub patch: i32,
}

impl Toolkit {
    /// Loads what [`Driver::open`](crate::Driver::open) would take, without initialising it: no device is looked at, and
    /// nothing is to be given back. So where no variable decides, an installed toolkit is given even where it has no device.
    ///
    /// # Errors
    /// [`ErrorKind::NoBackend`](crate::ErrorKind::NoBackend) when there is none; the text lists every path tried.
    /// [`ErrorKind::Environment`](crate::ErrorKind::Environment) when a variable is wrong.
    pub fn find() -> Result<Self> {
        backend::find()
    }

    /// What it is.
    pub fn backend(&self) -> Backend {
        self.loaded.backend
    }

    /// The file the runtime came from: of the software device, this program.
    pub fn path(&self) -> &Path {
        &self.loaded.origin.path
    }

    /// The version of the runtime's interface.
    #[doc(alias = "aclrtGetVersion")]
    pub fn version(&self) -> Version {
        self.loaded.version
    }

    /// Whether the toolkit has all functions of a capability. A device may still refuse it.
    pub fn supports(&self, capability: Capability) -> bool {
        let hccl = self.loaded.hccl.as_ref().ok().map(|(table, _)| table);
        capability.is_in(&self.loaded.acl, hccl)
    }

    pub(super) fn of_library(library: &Library) -> Result<Self> {
        let hccl = library.hccl().and_then(|table| Ok((*table, library.hccl_origin()?.clone())));
        Self::new(Backend::Cann, library.acl, library.origin().clone(), hccl)
    }

    pub(super) fn new(
        backend: Backend,
        acl: Acl,
        origin: Origin,
        hccl: std::result::Result<(Hccl, Origin), LoadError>,
    ) -> Result<Self> {
        let mut version = Version { major: 0, minor: 0, patch: 0 };
        // SAFETY: the call needs no initialisation; the out-pointers are to a live local.
        let code = unsafe { (acl.aclrtGetVersion)(&mut version.major, &mut version.minor, &mut version.patch) };
        if code != aclError::SUCCESS {
            return Err(Error::from_code("aclrtGetVersion", Code::Acl(code), None));
        }
        Ok(Self { loaded: Arc::new(Loaded { backend, acl, origin, hccl, version }) })
    }

    pub(super) fn acl(&self) -> &Acl {
        &self.loaded.acl
    }

    #[inline]
    pub(super) fn hccl(&self) -> std::result::Result<&Hccl, &LoadError> {
        self.loaded.hccl.as_ref().map(|(table, _)| table)
    }

    /// The error of a call to a function that a table does not have.
    pub(super) fn missing(&self, name: &'static str) -> Error {
        let origin = match &self.loaded.hccl {
            Ok((_, origin)) if name.starts_with("Hccl") => origin,
            _ => &self.loaded.origin,
        };
        let symbol = MissingSymbol { name, library: origin.library.clone(), path: origin.path.clone() };
        Error::missing(symbol).with_hint(match self.loaded.backend {
            Backend::Cann => "install a newer toolkit; `supports` tells beforehand",
            Backend::Mock => "the software device does not have it yet; `supports` tells beforehand",
        })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl fmt::Debug for Toolkit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Toolkit")
            .field("backend", &self.backend())
            .field("path", &self.path())
            .field("version", &self.version())
            .finish_non_exhaustive()
    }
}
