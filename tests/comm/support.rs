//! What the tests of communicators share.

use crate::common::values;

/// What rank `rank` sends: multiples of 1/8 below 1, whose sums are exact.
pub fn data(rank: u32, len: usize) -> Vec<f32> {
    values(len, u64::from(rank) + 1).iter().map(|value| (value * 8.0).round() / 8.0).collect()
}

pub fn sum(world: u32, len: usize) -> Vec<f32> {
    let all: Vec<_> = (0..world).map(|rank| data(rank, len)).collect();
    (0..len).map(|place| all.iter().map(|of| of[place]).sum()).collect()
}

/// The numbers of worlds that most tests run.
pub const WORLDS: [u32; 4] = [1, 2, 3, 8];
