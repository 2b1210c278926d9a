//! Communicators of a rank table.
//!
//! Wraps `HcclCommInitClusterInfo`, `HcclCommInitClusterInfoConfig`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::communicator::Communicator;
use super::group::{Group, Key};
use super::make::{Joining, check_rank};
use super::options::CommunicatorOptions;
use super::rank_table;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::soc::Architecture;

/// The longest path that HCCL takes, in bytes, with its end.
const PATH_BYTES: usize = 4096;

impl Communicator {
    /// Joins, as `rank`, the communicator that a rank table file describes: ranks, their servers and devices, in JSON. Blocks until
    /// all ranks have come. The file is checked before any call; `device` must be the one that it gives to the rank.
    ///
    /// # Errors
    /// [`ErrorKind::Environment`](crate::ErrorKind::Environment) for a file that cannot be read or used, with the field and what it
    /// holds; [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a rank that it has not; else as
    /// [`with_options`](Self::with_options).
    #[doc(alias = "HcclCommInitClusterInfo")]
    #[doc(alias = "HcclCommInitClusterInfoConfig")]
    pub fn from_rank_table(
        device: &Device,
        path: impl AsRef<Path>,
        rank: u32,
        options: &CommunicatorOptions,
    ) -> Result<Self> {
        let (operation, path) = ("Communicator::from_rank_table", path.as_ref());
        let rows = rank_table::read(path, device.architecture() == Architecture::A1001)?;
        let size = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        check_rank(operation, size, rank)?;
        let name = CString::new(path.as_os_str().as_bytes())
            .map_err(|_| Error::invalid(operation, format!("the path {} has a zero byte", path.display())))?;
        if name.as_bytes_with_nul().len() > PATH_BYTES {
            let found = format!("the path has {} bytes, HCCL takes {}", name.as_bytes().len(), PATH_BYTES - 1);
            return Err(Error::invalid(operation, found).with_hint("use a shorter path"));
        }
        let core = &device.core;
        core.driver.check_process()?;
        let hccl = core.driver.hccl()?;
        // Links and dots lead several ways to one file.
        let key = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let group = Group::find(Key::Table(key), size, rank);
        let joining = Joining { operation, device, group, rank, options, keeper: None, parent: None };
        if options.is_default() {
            let init = hccl.HcclCommInitClusterInfo;
            // SAFETY: the path is a C string, and the out-pointer to a live local.
            return joining.join("HcclCommInitClusterInfo", |_, raw| unsafe { init(name.as_ptr(), rank, raw) });
        }
        let function = "HcclCommInitClusterInfoConfig";
        let init = core.driver.require(function, hccl.HcclCommInitClusterInfoConfig)?;
        // SAFETY: as above; the configuration is a live local of the size that it says.
        joining.join(function, |config, raw| unsafe { init(name.as_ptr(), rank, config, raw) })
    }
}
