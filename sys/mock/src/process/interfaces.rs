//! The network interfaces of this host.
#![allow(unsafe_code)] // Reads the system's list of interfaces.

use std::ffi::CStr;
use std::net::{IpAddr, Ipv4Addr};
use std::ptr::null_mut;

/// The interfaces with an address of the fourth version of the protocol: names and addresses.
pub(crate) fn all() -> Vec<(String, IpAddr)> {
    let mut found = Vec::new();
    let mut list = null_mut();
    // SAFETY: the call writes a list to the pointer, or fails.
    if unsafe { libc::getifaddrs(&raw mut list) } != 0 {
        return found;
    }
    let mut next = list;
    // SAFETY: an entry of the list, which is freed only below, or null.
    while let Some(entry) = unsafe { next.as_ref() } {
        next = entry.ifa_next;
        // SAFETY: an entry has an address or null, and every address begins with its family.
        let family = unsafe { entry.ifa_addr.as_ref() }.map(|address| i32::from(address.sa_family));
        if family == Some(libc::AF_INET) {
            // SAFETY: an address of this family is a `sockaddr_in`.
            let address = unsafe { entry.ifa_addr.cast::<libc::sockaddr_in>().read_unaligned() };
            // SAFETY: every entry has a name.
            let name = unsafe { CStr::from_ptr(entry.ifa_name) };
            let ip = Ipv4Addr::from(u32::from_be(address.sin_addr.s_addr));
            found.push((name.to_string_lossy().into_owned(), ip.into()));
        }
    }
    // SAFETY: the list that the call gave, of which nothing is kept.
    unsafe { libc::freeifaddrs(list) };
    found
}
