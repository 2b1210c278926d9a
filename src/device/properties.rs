//! What a device is.
//!
//! Wraps `aclrtGetDeviceInfo`, `aclrtDeviceGetUuid`, `aclrtDeviceGetPCIBusId`, `aclrtGetPhyDevIdByLogicDevId`,
//! `aclrtQueryDeviceStatus`, `aclrtGetDeviceUtilizationRate`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_char;

use ascend_npu_sys::{aclError, aclrtDevAttr, aclrtDeviceStatus, aclrtUtilizationInfo, aclrtUuid};

use super::core::DeviceCore;
use super::handle::Device;
use crate::error::Result;
use crate::soc::Architecture;

/// What a device is. `None` where this toolkit or this SoC does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceProperties {
    /// The id, from 0, among the devices this process may use.
    pub id: u32,
    /// The id among all devices of the machine.
    pub physical_id: Option<u32>,
    /// The SoC, as `Ascend910B3`.
    pub soc_name: Option<String>,
    /// What kernels are compiled for.
    pub architecture: Architecture,
    /// AI cores: on the 910A whole cores, on the 910B and 910C their cube parts.
    pub ai_cores: Option<u32>,
    /// Cores that multiply matrices.
    pub cube_cores: Option<u32>,
    /// Cores that run vector kernels, where they are cores of their own.
    pub vector_cores: Option<u32>,
    /// Cores of the device's own CPU that run operators.
    pub ai_cpu_cores: Option<u32>,
    /// Device memory, in bytes, with the system's own share.
    pub memory: Option<u64>,
    /// Second-level cache, in bytes.
    pub l2_cache: Option<u64>,
    /// Local memory of a vector core, in bytes.
    pub unified_buffer: Option<u64>,
    /// The chip of the machine: two devices of a 910C are on one.
    pub chip: Option<u32>,
    /// A number that no other device has.
    pub uuid: Option<[u8; 16]>,
    /// The address on the PCI bus, as `0000:c1:00.0`.
    pub pci_bus: Option<String>,
}

/// Whether a device answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceStatus {
    /// It works.
    Normal,
    /// Something is wrong with it: look at `npu-smi`.
    Abnormal,
    /// A state that a newer library knows.
    Other(u32),
}

/// How busy the parts of a device are, in percent. `None` for a part that this SoC does not measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utilization {
    /// The cube cores.
    pub cube: Option<u32>,
    /// The vector cores.
    pub vector: Option<u32>,
    /// The CPU of the device.
    pub ai_cpu: Option<u32>,
    /// The memory in use.
    pub memory: Option<u32>,
}

/// Room for the text of a PCI address.
const PCI_BUS_BYTES: usize = 32;

impl Device {
    /// What the device is.
    ///
    /// # Errors
    /// [`ErrorKind::Forked`](crate::ErrorKind::Forked) in a forked child. What the library does not tell is `None`.
    #[doc(alias = "aclrtGetDeviceInfo")]
    pub fn properties(&self) -> Result<DeviceProperties> {
        self.core.driver.check_process()?;
        let count = |attribute| self.core.known(attribute).and_then(|value| u32::try_from(value).ok());
        let bytes = |attribute| self.core.known(attribute).and_then(|value| u64::try_from(value).ok());
        Ok(DeviceProperties {
            id: self.id(),
            physical_id: self.core.physical_id(),
            soc_name: self.core.driver.soc.clone(),
            architecture: self.architecture(),
            ai_cores: count(aclrtDevAttr::ACL_DEV_ATTR_AICORE_CORE_NUM),
            cube_cores: count(aclrtDevAttr::ACL_DEV_ATTR_CUBE_CORE_NUM),
            vector_cores: count(aclrtDevAttr::ACL_DEV_ATTR_VECTOR_CORE_NUM).filter(|&cores| cores > 0),
            ai_cpu_cores: count(aclrtDevAttr::ACL_DEV_ATTR_AICPU_CORE_NUM),
            memory: bytes(aclrtDevAttr::ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE),
            l2_cache: bytes(aclrtDevAttr::ACL_DEV_ATTR_L2_CACHE_SIZE),
            unified_buffer: bytes(aclrtDevAttr::ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE),
            chip: count(aclrtDevAttr::ACL_DEV_ATTR_PHY_CHIP_ID),
            uuid: self.core.uuid(),
            pci_bus: self.core.pci_bus(),
        })
    }

    /// The SoC name, as `Ascend910B3`; `None` where the library does not know it.
    #[doc(alias = "aclrtGetSocName")]
    pub fn soc_name(&self) -> Option<&str> {
        self.core.driver.soc.as_deref()
    }

    /// Number of cores that run vector kernels: the number of blocks that run at once.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtGetDeviceInfo")]
    pub fn vector_cores(&self) -> Result<u32> {
        let vector = self.core.attribute(aclrtDevAttr::ACL_DEV_ATTR_VECTOR_CORE_NUM)?;
        // The 910A has no separate vector cores: its AI cores run vector kernels.
        let cores =
            if vector > 0 { vector } else { self.core.attribute(aclrtDevAttr::ACL_DEV_ATTR_AICORE_CORE_NUM)? };
        Ok(u32::try_from(cores).unwrap_or(1).max(1))
    }

    /// Whether the device answers.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtQueryDeviceStatus")]
    pub fn status(&self) -> Result<DeviceStatus> {
        self.core.driver.check_process()?;
        let mut status = aclrtDeviceStatus::ACL_RT_DEVICE_STATUS_END;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { (self.core.driver.acl.aclrtQueryDeviceStatus)(self.core.id, &mut status) };
        self.core.check("aclrtQueryDeviceStatus", code)?;
        Ok(match status {
            aclrtDeviceStatus::ACL_RT_DEVICE_STATUS_NORMAL => DeviceStatus::Normal,
            aclrtDeviceStatus::ACL_RT_DEVICE_STATUS_ABNORMAL => DeviceStatus::Abnormal,
            other => DeviceStatus::Other(other.0),
        })
    }

    /// How busy the device is.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) on a SoC that does not measure it.
    #[doc(alias = "aclrtGetDeviceUtilizationRate")]
    pub fn utilization(&self) -> Result<Utilization> {
        self.core.driver.check_process()?;
        let mut found = aclrtUtilizationInfo {
            cubeUtilization: -1,
            vectorUtilization: -1,
            aicpuUtilization: -1,
            memoryUtilization: -1,
            utilizationExtend: std::ptr::null_mut(),
        };
        // SAFETY: the out-pointer is a live local, whose extension is null, as the call demands.
        let code = unsafe { (self.core.driver.acl.aclrtGetDeviceUtilizationRate)(self.core.id, &mut found) };
        self.core.check("aclrtGetDeviceUtilizationRate", code)?;
        let percent = |value: i32| u32::try_from(value).ok();
        Ok(Utilization {
            cube: percent(found.cubeUtilization),
            vector: percent(found.vectorUtilization),
            ai_cpu: percent(found.aicpuUtilization),
            memory: percent(found.memoryUtilization),
        })
    }
}

impl DeviceCore {
    pub(super) fn attribute(&self, attribute: aclrtDevAttr) -> Result<i64> {
        self.driver.check_process()?;
        let get = self.driver.require("aclrtGetDeviceInfo", self.driver.acl.aclrtGetDeviceInfo)?;
        let mut value = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { get(self.id.unsigned_abs(), attribute, &mut value) };
        self.check("aclrtGetDeviceInfo", code)?;
        Ok(value)
    }

    /// An attribute, where this SoC has it.
    fn known(&self, attribute: aclrtDevAttr) -> Option<i64> {
        self.attribute(attribute).ok()
    }

    /// Whether a call told something. Where it did not, its text must not turn up in the next error.
    fn told(&self, code: aclError) -> Option<()> {
        if code != aclError::SUCCESS {
            self.driver.forget_text();
        }
        (code == aclError::SUCCESS).then_some(())
    }

    fn physical_id(&self) -> Option<u32> {
        let get = self.driver.acl.aclrtGetPhyDevIdByLogicDevId?;
        let mut id = -1;
        // SAFETY: the out-pointer is a live local.
        self.told(unsafe { get(self.id, &mut id) })?;
        u32::try_from(id).ok()
    }

    fn uuid(&self) -> Option<[u8; 16]> {
        let get = self.driver.acl.aclrtDeviceGetUuid?;
        let mut uuid = aclrtUuid { bytes: [0; 16] };
        // SAFETY: the out-pointer is a live local.
        self.told(unsafe { get(self.id, &mut uuid) })?;
        Some(uuid.bytes.map(|byte| byte.to_ne_bytes()[0]))
    }

    fn pci_bus(&self) -> Option<String> {
        let get = self.driver.acl.aclrtDeviceGetPCIBusId?;
        let mut text: [c_char; PCI_BUS_BYTES] = [0; PCI_BUS_BYTES];
        // SAFETY: the out-pointer is to a live array of as many bytes as are given.
        self.told(unsafe { get(self.id, text.as_mut_ptr(), PCI_BUS_BYTES as i32) })?;
        let bytes = text.iter().map(|byte| byte.to_ne_bytes()[0]).take_while(|&byte| byte != 0).collect();
        String::from_utf8(bytes).ok()
    }
}
