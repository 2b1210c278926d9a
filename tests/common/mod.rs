//! What several test binaries share.
#![allow(dead_code, reason = "each binary uses its own part")]

use ascend_npu::{Device, Driver};

/// A device by its id. Tests that look at a device's memory take one of their own.
pub fn device(id: u32) -> Device {
    Driver::open().unwrap().device(id).unwrap()
}

/// Values that differ from place to place, so that a shifted or swapped part is seen.
pub fn values(len: usize, salt: u64) -> Vec<f32> {
    (0..len as u64)
        .map(|place| unit(place.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt.wrapping_mul(0xd1b5_4a32_d192_ed03)))
        .collect()
}

/// A number in [-1, 1) from the bits of a counter (the finaliser of SplitMix64).
fn unit(mut bits: u64) -> f32 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
}
