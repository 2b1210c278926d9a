//! The root information: 4108 bytes that say where the root of a new communicator is.
//!
//! They begin with the root's address as a C string, as the library's do: programs read it. All bytes are filled and all are covered
//! by a check, so that a transport that cuts or changes them is found.

use std::net::SocketAddr;

use ascend_npu_sys::HcclRootInfo;

const BYTES: usize = ascend_npu_sys::HCCL_ROOT_INFO_BYTES as usize;
const MAGIC: &[u8; 16] = b"software-ascend2";
/// The longest address, with its end, has 46 bytes.
const MAGIC_AT: usize = 64;
const ID: std::ops::Range<usize> = 80..88;
const CHECK: std::ops::Range<usize> = 88..96;
/// The text: the root's process and its address, ended by a line feed.
const TEXT: usize = 96;

/// Where the root of a new communicator is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Root {
    /// The number of the handshake in its process.
    pub(super) id: u64,
    /// The number of its process.
    pub(super) process: u64,
    /// Where that listens.
    pub(super) address: SocketAddr,
}

/// The root information.
pub(super) fn encode(root: &Root) -> HcclRootInfo {
    let mut bytes = filler(root.id ^ root.process);
    put(&mut bytes, 0, format!("{}\0", root.address.ip()).as_bytes());
    put(&mut bytes, MAGIC_AT, MAGIC);
    put(&mut bytes, ID.start, &root.id.to_le_bytes());
    put(&mut bytes, TEXT, format!("{:016x} {}\n", root.process, root.address).as_bytes());
    let check = digest(&bytes);
    put(&mut bytes, CHECK.start, &check.to_le_bytes());
    HcclRootInfo { internal: bytes.map(u8::cast_signed).map(|byte| byte as core::ffi::c_char) }
}

/// What a root information says; `None` for bytes that [`encode`] did not make.
pub(super) fn decode(info: &HcclRootInfo) -> Option<Root> {
    let bytes = info.internal.map(|byte| byte as u8);
    let check = u64::from_le_bytes(bytes.get(CHECK)?.try_into().ok()?);
    let id = u64::from_le_bytes(bytes.get(ID)?.try_into().ok()?);
    if !bytes.get(MAGIC_AT..)?.starts_with(MAGIC) || check != digest(&bytes) {
        return None;
    }
    let text = bytes.get(TEXT..)?.split(|byte| *byte == b'\n').next()?;
    let (process, address) = std::str::from_utf8(text).ok()?.split_once(' ')?;
    Some(Root { id, process: u64::from_str_radix(process, 16).ok()?, address: address.parse().ok()? })
}

/// Bytes without zeros, different for each rendezvous.
fn filler(id: u64) -> [u8; BYTES] {
    let mut state = id | 1;
    std::array::from_fn(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8 | 1
    })
}

fn put(bytes: &mut [u8], first: usize, from: &[u8]) {
    if let Some(place) = bytes.get_mut(first..first + from.len()) {
        place.copy_from_slice(from);
    }
}

/// FNV-1a of all bytes but the check itself.
fn digest(bytes: &[u8]) -> u64 {
    let covered = bytes.iter().enumerate().filter(|(index, _)| !CHECK.contains(index));
    covered.fold(0xcbf2_9ce4_8422_2325, |hash, (_, byte)| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
