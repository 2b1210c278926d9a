//! Devices that reach each other's memory.
//!
//! Access is of a device, not of a stream, and goes one way. It is enabled when it is first needed: by a copy between the two, or
//! when a stream of one waits for a stream of the other. It stays enabled, for nobody can know who else relies on it.
//!
//! Wraps `aclrtDeviceCanAccessPeer`, `aclrtDeviceEnablePeerAccess`, `aclrtDevicePeerAccessStatus`, `aclrtGetDevicesTopo`.
#![allow(unsafe_code)] // Calls into the C library.

use super::core::DeviceCore;
use super::handle::Device;
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};

/// How two devices are connected, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Link {
    /// Two dies of one package.
    Sio,
    /// A direct link of the HCCS fabric.
    Hccs,
    /// The HCCS fabric by way of a switch.
    HccsSwitch,
    /// One PCIe switch.
    PcieSwitch,
    /// Several PCIe switches.
    PcieSwitches,
    /// One host bridge of a CPU.
    HostBridge,
    /// Between the CPUs of the machine.
    System,
    /// A connection that a newer library knows.
    Other(u64),
}

impl Link {
    /// The best of the connections that the bits name.
    fn of(bits: u64) -> Self {
        const KINDS: [(u64, Link); 7] = [
            (0x20, Link::Sio),
            (0x01, Link::Hccs),
            (0x40, Link::HccsSwitch),
            (0x02, Link::PcieSwitch),
            (0x04, Link::PcieSwitches),
            (0x08, Link::HostBridge),
            (0x10, Link::System),
        ];
        KINDS.into_iter().find(|(bit, _)| bits & bit != 0).map_or(Self::Other(bits), |(_, link)| link)
    }
}

impl Device {
    /// Whether this device can be let at the memory of another. Of itself it always is.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtDeviceCanAccessPeer")]
    pub fn can_access(&self, peer: &Device) -> Result<bool> {
        self.core.can_access(peer.core.id)
    }

    /// Lets this device at the memory of another. Copies do it by themselves; kernels that read a peer's memory need it.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`] when the two are not connected.
    #[doc(alias = "aclrtDeviceEnablePeerAccess")]
    pub fn enable_access(&self, peer: &Device) -> Result<()> {
        self.core.enable_access(&peer.core)
    }

    /// How this device is connected to another.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`] where the toolkit does not tell.
    #[doc(alias = "aclrtGetDevicesTopo")]
    pub fn link_to(&self, peer: &Device) -> Result<Link> {
        let driver = &self.core.driver;
        driver.check_process()?;
        let get = driver.require("aclrtGetDevicesTopo", driver.acl.aclrtGetDevicesTopo)?;
        let mut bits = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { get(self.id(), peer.id(), &mut bits) };
        self.core.check("aclrtGetDevicesTopo", code)?;
        Ok(Link::of(bits))
    }
}

impl DeviceCore {
    fn can_access(&self, peer: i32) -> Result<bool> {
        self.driver.check_process()?;
        if peer == self.id {
            return Ok(true);
        }
        let mut can = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { (self.driver.acl.aclrtDeviceCanAccessPeer)(&mut can, self.id, peer) };
        self.check("aclrtDeviceCanAccessPeer", code)?;
        Ok(can != 0)
    }

    /// Lets the device at a peer's memory, once.
    pub(crate) fn enable_access(&self, peer: &Self) -> Result<()> {
        if peer.id == self.id || lock(&self.peers).contains(&peer.id) {
            return self.driver.check_process();
        }
        if !self.can_access(peer.id)? {
            let found = format!("device {} cannot reach the memory of device {}", self.id, peer.id);
            return Err(Error::new(ErrorKind::NotSupported, "aclrtDeviceCanAccessPeer", found)
                .on_device(self.id)
                .with_hint("copy by way of the host"));
        }
        let _context = self.enter()?;
        // Another part of the program may have enabled it already; some libraries refuse to do it twice.
        if !self.has_access(peer.id) {
            // SAFETY: the call has no preconditions; it acts on the current device.
            let code = unsafe { (self.driver.acl.aclrtDeviceEnablePeerAccess)(peer.id, 0) };
            self.check("aclrtDeviceEnablePeerAccess", code)
                .map_err(|error| error.with_found_too(format!("access to device {} was asked for", peer.id)))?;
        }
        lock(&self.peers).push(peer.id);
        Ok(())
    }

    /// Whether access is known to be enabled.
    fn has_access(&self, peer: i32) -> bool {
        let Some(get) = self.driver.acl.aclrtDevicePeerAccessStatus else { return false };
        let mut status = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { get(self.id, peer, &mut status) };
        self.check("aclrtDevicePeerAccessStatus", code).is_ok() && status == 1
    }
}
