//! The root information: 4108 bytes that carry the number of a rendezvous.
//!
//! All bytes are filled and all are covered by a check, so that a transport that cuts or changes them is found.

use ascend_npu_sys::HcclRootInfo;

const BYTES: usize = ascend_npu_sys::HCCL_ROOT_INFO_BYTES as usize;
const MAGIC: &[u8; 16] = b"software-ascend1";
const ID: std::ops::Range<usize> = 16..24;
const CHECK: std::ops::Range<usize> = 24..32;

/// The root information of a rendezvous.
pub(super) fn encode(id: u64) -> HcclRootInfo {
    let mut bytes = filler(id);
    put(&mut bytes, 0..MAGIC.len(), MAGIC);
    put(&mut bytes, ID, &id.to_le_bytes());
    let check = digest(&bytes);
    put(&mut bytes, CHECK, &check.to_le_bytes());
    HcclRootInfo { internal: bytes.map(u8::cast_signed).map(|byte| byte as core::ffi::c_char) }
}

/// The number of the rendezvous; `None` for bytes that [`encode`] did not make.
pub(super) fn decode(info: &HcclRootInfo) -> Option<u64> {
    let bytes = info.internal.map(|byte| byte as u8);
    let check = u64::from_le_bytes(bytes.get(CHECK)?.try_into().ok()?);
    let id = u64::from_le_bytes(bytes.get(ID)?.try_into().ok()?);
    (bytes.starts_with(MAGIC) && check == digest(&bytes)).then_some(id)
}

/// Bytes without zeros, different for each rendezvous.
fn filler(id: u64) -> [u8; BYTES] {
    let mut state = id | 1;
    std::array::from_fn(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8 | 1
    })
}

fn put(bytes: &mut [u8], range: std::ops::Range<usize>, from: &[u8]) {
    if let Some(place) = bytes.get_mut(range) {
        place.copy_from_slice(from);
    }
}

/// FNV-1a of all bytes but the check itself.
fn digest(bytes: &[u8]) -> u64 {
    let covered = bytes.iter().enumerate().filter(|(index, _)| !CHECK.contains(index));
    covered.fold(0xcbf2_9ce4_8422_2325, |hash, (_, byte)| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
