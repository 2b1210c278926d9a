//! The root information by which the ranks of a new communicator find each other.
#![allow(unsafe_code)] // Calls into the C library.

use ascend_npu_sys::{HcclResult, HcclRootInfo};

use crate::device::Device;
use crate::driver::environment;
use crate::error::{Code, Error, Result};

/// Where HCCL listens unless it is told otherwise: the first port, and how many.
const BASE_PORT: u32 = 60_000;
const PORTS: u32 = 32;

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
        let outcome = device.core.driver.check_hccl("HcclGetRootInfo", code);
        outcome.map_err(|error| explain(error).on_device(device.core.id))?;
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

/// Says where the root was to listen, when it cannot: as a rule another job on the host has the ports.
fn explain(error: Error) -> Error {
    let refused = [HcclResult::HCCL_E_UNAVAIL, HcclResult::HCCL_E_TCP_CONNECT].map(Code::Hccl);
    if !error.code().is_some_and(|code| refused.contains(&code)) {
        return error;
    }
    let value = |variable| environment::value(variable).map(|value| format!("{variable}={value}"));
    let address = value("HCCL_IF_IP").or_else(|| value("HCCL_SOCKET_IFNAME"));
    let address = address.unwrap_or_else(|| "the host's first network card".to_owned());
    let base = environment::value("HCCL_IF_BASE_PORT").and_then(|base| base.trim().parse::<u32>().ok());
    let base = base.unwrap_or(BASE_PORT);
    let ports = value("HCCL_HOST_SOCKET_PORT_RANGE")
        .unwrap_or_else(|| format!("ports {base} to {} (HCCL_IF_BASE_PORT)", base + PORTS - 1));
    error.with_found(format!("no port was free to listen on at {address}: {ports}")).with_hint(
        "another job on this host may have them: set HCCL_IF_BASE_PORT or HCCL_HOST_SOCKET_PORT_RANGE to free ones",
    )
}

impl std::fmt::Debug for RootInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RootInfo").finish_non_exhaustive()
    }
}
