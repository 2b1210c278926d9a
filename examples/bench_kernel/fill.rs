//! Device buffers full of numbers that differ from place to place.

use ascend_npu::{DeviceBuffer, Stream};
use bytemuck::Pod;

use crate::error::Result;

/// Elements that go to the device at a time.
pub const CHUNK: usize = 16 << 20;

/// Fills a buffer through pinned memory, with a function of the place; blocks until it has arrived.
pub fn fill<T: Pod>(stream: &Stream, buffer: &mut DeviceBuffer<T>, value: impl Fn(u64) -> T) -> Result<()> {
    let len = buffer.len();
    let mut staging = stream.device().pinned::<T>(CHUNK.min(len))?;
    let mut start = 0;
    while start < len {
        let end = (start + CHUNK).min(len);
        if staging.len() != end - start {
            staging = stream.device().pinned(end - start)?;
        }
        for (place, slot) in (start as u64..).zip(staging.iter_mut()) {
            *slot = value(place);
        }
        staging = stream.copy_to_device(staging, buffer.slice_mut(start..end)?)?.wait()?;
        start = end;
    }
    Ok(())
}

/// A number in [-1, 1) that depends on the place, and on which buffer it is for.
pub fn number(place: u64, buffer: u64) -> f32 {
    // The finaliser of SplitMix64 over a counter.
    let mut bits = place.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ buffer.wrapping_mul(0xd1b5_4a32_d192_ed03);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_gets_its_number_in_chunks_and_in_the_rest() {
        let stream = ascend_npu::Driver::open().unwrap().device(0).unwrap().stream().unwrap();
        for len in [1, 1000, CHUNK + 3] {
            let mut buffer = stream.device().alloc::<u32>(len).unwrap();
            fill(&stream, &mut buffer, |place| place as u32 ^ 0xffff).unwrap();
            let filled = stream.download_blocking(&buffer).unwrap();
            assert!(filled.iter().enumerate().all(|(place, &value)| value == place as u32 ^ 0xffff), "{len}");
        }
    }

    #[test]
    fn numbers_differ_and_spread() {
        let numbers: Vec<_> = (0..1000).map(|place| number(place, 1)).collect();
        assert!(numbers.iter().all(|number| (-1.0..1.0).contains(number)));
        let mean = numbers.iter().sum::<f32>() / 1000.0;
        // The standard error of the mean is 0.577 / √1000 = 0.018.
        assert!(mean.abs() < 0.07, "{mean}");
        assert!((0..1000).all(|place| number(place, 1) != number(place, 2)));
    }
}
