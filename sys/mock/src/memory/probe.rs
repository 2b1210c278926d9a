//! Whether pageable memory is there at all.
#![allow(unsafe_code)] // Asks the system to read memory that may not be there.

use std::ptr::with_exposed_provenance_mut;

/// Whether the first and the last byte of a range can be read. An address that a program made up is then refused, and does not
/// end the process. The memory between the two is the program's word.
pub(super) fn is_readable(first: u64, last: u64) -> bool {
    let mut bytes = [0_u8; 2];
    let [ref mut low, ref mut high] = bytes;
    let local = [part(std::ptr::from_mut(low).cast()), part(std::ptr::from_mut(high).cast())];
    let remote = [part(with_exposed_provenance_mut(first as usize)), part(with_exposed_provenance_mut(last as usize))];
    let own = i32::try_from(std::process::id()).unwrap_or(0);
    // SAFETY: the local parts are two live bytes; the system checks the remote ones, which it may find missing.
    let read = unsafe { libc::process_vm_readv(own, local.as_ptr(), 2, remote.as_ptr(), 2, 0) };
    // Where the system does not allow the question at all, the program is believed.
    read == 2 || (read < 0 && std::io::Error::last_os_error().raw_os_error() != Some(libc::EFAULT))
}

fn part(base: *mut libc::c_void) -> libc::iovec {
    libc::iovec { iov_base: base, iov_len: 1 }
}
