//! Opening the devices: what keeps a program from starting, and what the user can do about it.

use ascend_npu::{Architecture, Backend, Device, Driver};

use crate::error::{Error, Result};

/// Opens the backend; gives it only where it has a device.
pub fn open() -> Result<(Driver, u32)> {
    let driver = Driver::open().map_err(|error| Error::at_start(&error))?;
    let devices = driver.device_count().map_err(|error| Error::at_start(&error))?;
    check_devices(driver.backend(), devices)?;
    Ok((driver, devices))
}

fn check_devices(backend: Backend, devices: u32) -> Result<()> {
    match (devices, backend) {
        (0, Backend::Mock) => Err(Error::input(
            "the software device has no devices; set ASCEND_MOCK_DEVICES to 1 or more, or unset it for 8 devices",
        )),
        (0, Backend::Cann) => {
            Err(Error::input("CANN sees no device; look at ASCEND_RT_VISIBLE_DEVICES, or set ASCEND_NPU_BACKEND=mock"))
        }
        _ => Ok(()),
    }
}

/// Whether the device computes in bf16; `flags` asked for it.
pub fn check_bf16(device: &Device, soc: &str, flags: &str) -> Result<()> {
    match device.architecture() {
        Architecture::A2201 => Ok(()),
        _ => Err(Error::input(format!("{flags}: {soc} has no bf16; give fp32 or fp16"))),
    }
}

/// The name of the devices' SoC, for messages.
pub fn soc_name(driver: &Driver) -> String {
    driver.soc_name().unwrap_or_else(|| "unknown SoC".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_device_is_told_with_what_to_set() {
        check_devices(Backend::Mock, 1).unwrap();
        for (backend, variable) in [(Backend::Mock, "ASCEND_MOCK_DEVICES"), (Backend::Cann, "ASCEND_RT_VISIBLE")] {
            let error = check_devices(backend, 0).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert!(error.to_string().contains(variable), "{error}");
        }
    }
}
