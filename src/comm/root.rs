//! The root information by which the ranks of a new communicator find each other.
#![allow(unsafe_code)] // Calls into the C library.

use ascend_npu_sys::HcclRootInfo;

use crate::device::Device;
use crate::error::{Error, Result};

/// Where the ranks of one new communicator meet. Plain bytes, for use by one communicator only.
///
/// One rank makes it; every rank, the maker too, gives it to [`Communicator::new`](crate::Communicator::new).
#[derive(Clone)]
pub struct RootInfo {
    pub(super) raw: Box<HcclRootInfo>,
}

impl RootInfo {
    /// Makes the root information on a device, and starts to listen for ranks there.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceExhausted`](crate::ErrorKind::ResourceExhausted) when no port is free to listen on;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit has no HCCL, with the paths tried.
    #[doc(alias = "HcclGetRootInfo")]
    pub fn create(device: &Device) -> Result<Self> {
        let get = device.core.driver.hccl()?.HcclGetRootInfo;
        let _context = device.core.enter()?;
        let mut raw = Box::new(HcclRootInfo { internal: [0; 4108] });
        // SAFETY: the out-pointer is a live box of the right type.
        let code = unsafe { get(&mut *raw) };
        device.core.driver.check_hccl("HcclGetRootInfo", code).map_err(|error| error.on_device(device.core.id))?;
        Ok(Self { raw })
    }

    /// All of its bytes, to be sent to the other ranks.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytemuck::cast_slice(&self.raw.internal).to_vec()
    }

    /// The root information that another rank sent.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there are not exactly 4108 bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut raw = Box::new(HcclRootInfo { internal: [0; 4108] });
        if bytes.len() != raw.internal.len() {
            let found = format!("{} bytes were given, {} are needed", bytes.len(), raw.internal.len());
            return Err(Error::invalid("RootInfo::from_bytes", found));
        }
        raw.internal.copy_from_slice(bytemuck::cast_slice(bytes));
        Ok(Self { raw })
    }
}

impl std::fmt::Debug for RootInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RootInfo").finish_non_exhaustive()
    }
}
