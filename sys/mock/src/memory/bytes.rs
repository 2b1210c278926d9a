//! Bytes of any memory that a C caller names, on the device or on the host, read and written at once.
#![allow(unsafe_code)] // Takes the pointers of C callers.

use std::ffi::c_void;

use super::check::{Range, Side};
use super::raw::{self, Address};
use crate::check::touched_by_host;
use crate::exec::Touch;
use crate::report::Outcome;

/// The bytes at an address, on the device or on the host.
///
/// # Errors
/// 107000 when it is no memory of that length.
///
/// # Safety
/// Host memory that this crate did not allocate stays valid, and is not written, until the call returns.
pub(crate) unsafe fn read(from: *const c_void, bytes: usize, what: &str) -> Outcome<Vec<u8>> {
    // SAFETY: this function's contract says the same.
    let range = Range { address: unsafe { Address::given(from) }, bytes };
    let side = range.side(what)?;
    let read = raw::load(&range.take(side, what)?);
    tell(range, side, what, range.read());
    Ok(read)
}

/// Writes bytes to an address, on the device or on the host.
///
/// # Errors
/// 107000 when it is no memory of that length.
///
/// # Safety
/// Host memory that this crate did not allocate is valid for writes until the call returns.
pub(crate) unsafe fn write(to: *mut c_void, bytes: &[u8], what: &str) -> Outcome {
    // SAFETY: this function's contract says the same.
    let range = Range { address: unsafe { Address::given(to) }, bytes: bytes.len() };
    let side = range.side(what)?;
    raw::store(&range.take(side, what)?, bytes);
    tell(range, side, what, range.write());
    Ok(())
}

/// Tells the checks what the host touches.
fn tell(range: Range, side: Side, what: &str, touch: Touch) {
    if side != Side::Pageable {
        touched_by_host(what, range.device().unwrap_or_default(), [touch]);
    }
}

/// Whether an address is the device's.
///
/// # Errors
/// 107000 when it is no address of this process.
pub(crate) fn is_on_device(address: usize, what: &str) -> Outcome<bool> {
    Ok(Range { address: Address::of_device(address as u64), bytes: 1 }.side(what)? == Side::Device)
}

/// The bytes of device memory, for a task.
pub(super) fn of_device(address: Address, bytes: usize, what: &str) -> Outcome<Vec<u8>> {
    Ok(raw::load(&Range { address, bytes }.take(Side::Device, what)?))
}

/// The first bytes of device memory as a number of 4 bytes; for a task.
///
/// # Errors
/// 107000 when it is no device memory.
pub(crate) fn word_of_device(address: DeviceAddress) -> Outcome<u32> {
    let bytes = of_device(address.0, size_of::<u32>(), "index of a label")?;
    let mut word = [0; 4];
    word.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
    Ok(u32::from_ne_bytes(word))
}

/// An address that must lie in device memory, kept for a task.
#[derive(Clone, Copy)]
pub(crate) struct DeviceAddress(Address);

impl DeviceAddress {
    /// Takes the address that a C caller gave: it is looked up, and only device memory is touched.
    pub(crate) fn given(pointer: *const c_void) -> Self {
        Self(Address::of_device(pointer.expose_provenance() as u64))
    }

    /// What an operation touches that reads a number of 4 bytes there.
    pub(crate) fn word(self) -> Touch {
        Touch::read(self.0.value(), size_of::<u32>() as u64)
    }
}
