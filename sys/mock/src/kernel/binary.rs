//! Images that were given and are not loaded yet: `aclrtCreateBinary`.

use ascend_npu_sys::{aclError, aclrtBinHandle, aclrtBinary};
use once_cell::sync::Lazy;

use super::{load, registry};
use crate::report::{Failure, Outcome};
use crate::stream::Registry;

static BINARIES: Lazy<Registry<Vec<u8>>> = Lazy::new(Registry::default);

/// Keeps an image.
pub(super) fn create(bytes: &[u8]) -> aclrtBinary {
    BINARIES.insert(bytes.to_vec())
}

/// Lets an image go. What was loaded from it stays.
pub(super) fn destroy(binary: aclrtBinary) -> Outcome {
    if binary.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the image is null"));
    }
    BINARIES.remove(binary).map(drop).ok_or_else(unknown)
}

/// Loads an image onto the current device.
pub(super) fn load(binary: aclrtBinary) -> Outcome<aclrtBinHandle> {
    if binary.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the image is null"));
    }
    let bytes = BINARIES.get(binary).ok_or_else(unknown)?;
    load::load(&bytes, crate::context::current()?.device.id).map(registry::add)
}

fn unknown() -> Failure {
    Failure::acl(aclError::RT_INVALID_HANDLE, "EE1001: there is no such image")
}
