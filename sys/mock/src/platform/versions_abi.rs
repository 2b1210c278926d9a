//! The C functions of versions.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::c_char;

use ascend_npu_sys::{ACL_PKG_VERSION_MAX_SIZE, aclCANNPackageName, aclCANNPackageVersion, aclError};

use super::versions;
use crate::out::{text, write, write_text};
use crate::report::finish;

pub(crate) unsafe extern "C" fn aclrtGetVersion(major: *mut i32, minor: *mut i32, patch: *mut i32) -> aclError {
    // SAFETY: the caller gives pointers to integers, or null, which `write` refuses.
    let major = unsafe { write(major, || Ok(1)) };
    // SAFETY: as above.
    let minor = unsafe { write(minor, || Ok(17)) };
    // SAFETY: as above.
    let patch = unsafe { write(patch, || Ok(0)) };
    finish("aclrtGetVersion", major.and(minor).and(patch))
}

pub(crate) unsafe extern "C" fn aclsysGetCANNVersion(
    package: aclCANNPackageName,
    version: *mut aclCANNPackageVersion,
) -> aclError {
    let look = || {
        let (whole, [major, minor, release, patch]) = versions::parts(&versions::of(versions::folder(package)?)?);
        Ok(aclCANNPackageVersion {
            version: padded(&whole),
            majorVersion: padded(&major),
            minorVersion: padded(&minor),
            releaseVersion: padded(&release),
            patchVersion: padded(&patch),
            reserved: [0; 128],
        })
    };
    // SAFETY: the caller gives a pointer to a version, or null, which `write` refuses.
    finish("aclsysGetCANNVersion", unsafe { write(version, look) })
}

/// A C text, cut where it is too long, with zeros behind.
fn padded<const N: usize>(text: &str) -> [c_char; N] {
    let mut padded = [0; N];
    for (to, from) in padded.iter_mut().take(N - 1).zip(text.bytes()) {
        *to = c_char::from_ne_bytes([from]);
    }
    padded
}

pub(crate) unsafe extern "C" fn aclsysGetVersionStr(package: *mut c_char, version: *mut c_char) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `text` refuses.
    let package = unsafe { text(package, "the name of the package") };
    let look = || versions::of(&package?);
    // SAFETY: the caller gives as many bytes as the interface asks for, or null, which `write_text` refuses.
    finish("aclsysGetVersionStr", unsafe { write_text(version, ACL_PKG_VERSION_MAX_SIZE as usize, look) })
}

pub(crate) unsafe extern "C" fn aclsysGetVersionNum(package: *mut c_char, number: *mut i32) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `text` refuses.
    let package = unsafe { text(package, "the name of the package") };
    let look = || versions::number(&versions::of(&package?)?);
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclsysGetVersionNum", unsafe { write(number, look) })
}
