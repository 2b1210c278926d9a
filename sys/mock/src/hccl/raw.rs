//! The collectives' access to device memory: the only place of this module that reads and writes it.
#![allow(unsafe_code)] // Buffers come as addresses through the C ABI.

use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};

use ascend_npu_sys::{HcclDataType, aclError};

use super::half_bits::{Bfp16, Fp16};
use super::pieces::Piece;
use super::reduce::{Element, Reduction, finish, take};
use super::stores::{Stores, copy};
use crate::memory::{self, Hold, check_device_range};
use crate::report::{Failure, Outcome};

/// A range of a device's memory that was found live when the operation opened, and whose hold keeps it in place until it ends.
///
/// Other tasks may touch the same bytes at once only by a race of the program that runs on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    address: usize,
    bytes: usize,
}

/// Elements that go through the running values at once: they fit the first-level cache beside the inputs.
const TILE: usize = 2048;

impl Region {
    /// The range, when it is live memory of the device now, and what keeps it in place.
    pub(super) fn hold(address: usize, bytes: usize, device: i32, what: &str) -> Outcome<(Self, Hold)> {
        check_device_range(with_exposed_provenance(address), bytes, Some(device), what)?;
        let freed = || {
            Failure::acl(aclError::RT_PARAM_INVALID, format!("{what}, {bytes} B at {address:#x}, was freed just now"))
        };
        let (_, hold) = memory::hold(address as u64).ok_or_else(freed)?;
        Ok((Self { address, bytes }, hold))
    }

    /// Memory of another process that is mapped here, as a window of it told; the window stays for as long as the communicator.
    pub(super) fn foreign(address: usize, bytes: usize) -> Self {
        Self { address, bytes }
    }

    /// A range of no bytes: where a rank has no buffer.
    pub(super) const EMPTY: Self = Self { address: 0, bytes: 0 };

    /// A range that is never touched.
    #[cfg(test)]
    pub(super) fn imagined(address: usize, bytes: usize) -> Self {
        Self { address, bytes }
    }

    /// A piece of it.
    pub(super) fn piece(self, piece: Piece) -> Self {
        if piece.bytes == 0 {
            return Self::EMPTY;
        }
        assert!(piece.first + piece.bytes <= self.bytes, "a piece lies inside its range");
        Self { address: self.address + piece.first, bytes: piece.bytes }
    }

    pub(super) fn bytes(self) -> usize {
        self.bytes
    }

    fn elements<T: Element>(&self, first: usize, count: usize) -> &[T] {
        let offset = first * size_of::<T>();
        assert!(offset + count * size_of::<T>() <= self.bytes, "a tile lies inside its range");
        let address = with_exposed_provenance::<T>(self.address + offset);
        // SAFETY: the range is in place (held since open), aligned for T (checked at the call) and inside (asserted); every pattern is
        // a T; nothing writes it during the loan, because outputs are written after all inputs of the tile are read.
        unsafe { std::slice::from_raw_parts(address, count) }
    }

    fn write<T: Element>(&self, stores: Stores, first: usize, from: &[T]) {
        let offset = first * size_of::<T>();
        assert!(offset + size_of_val(from) <= self.bytes, "a tile lies inside its range");
        let address = with_exposed_provenance_mut::<u8>(self.address + offset);
        // SAFETY: the range is in place and inside as above; `from` is a tile of ours and no device memory.
        unsafe { copy(stores, from.as_ptr().cast(), address, size_of_val(from)) };
    }
}

/// Leaves nothing of what was in a range.
pub(super) fn spoil(region: Region) {
    let target = with_exposed_provenance_mut::<u8>(region.address);
    // SAFETY: the range is in place; the operation that read it is over.
    unsafe { target.write_bytes(0xA5, region.bytes) };
}

/// Copies bytes `first` to `first + bytes` of `from` to each of `to`.
pub(super) fn spread(stores: Stores, from: Region, to: &[Region], first: usize, bytes: usize) {
    assert!(first + bytes <= from.bytes, "a chunk lies inside its range");
    for region in to {
        assert!(first + bytes <= region.bytes, "a chunk lies inside its range");
        let source = with_exposed_provenance::<u8>(from.address + first);
        let target = with_exposed_provenance_mut::<u8>(region.address + first);
        // SAFETY: both ranges are in place and hold the chunk; a call whose buffers overlap was refused, except in place, and then
        // the plan has left its own rank out of `to`.
        unsafe { copy(stores, source, target, bytes) };
    }
}

/// Elements `first` to `first + count` of all inputs, to be reduced in their order into all outputs.
pub(super) struct Combination<'a> {
    pub(super) reduction: Reduction,
    pub(super) stores: Stores,
    pub(super) inputs: &'a [Region],
    pub(super) outputs: &'a [Region],
    pub(super) first: usize,
    pub(super) count: usize,
}

impl Combination<'_> {
    /// Does it.
    pub(super) fn run(&self, dtype: HcclDataType) {
        match dtype {
            HcclDataType::HCCL_DATA_TYPE_INT8 => self.tiles::<i8>(),
            HcclDataType::HCCL_DATA_TYPE_INT16 => self.tiles::<i16>(),
            HcclDataType::HCCL_DATA_TYPE_INT32 => self.tiles::<i32>(),
            HcclDataType::HCCL_DATA_TYPE_INT64 => self.tiles::<i64>(),
            HcclDataType::HCCL_DATA_TYPE_FP16 => self.tiles::<Fp16>(),
            HcclDataType::HCCL_DATA_TYPE_BFP16 => self.tiles::<Bfp16>(),
            // The call's check lets no other type through.
            _ => self.tiles::<f32>(),
        }
    }

    /// The loop over tiles, for the widest vectors that this processor is asked for.
    fn tiles<T: Element>(&self) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            #[target_feature(enable = "avx2")]
            fn wide_tiles<T: Element>(combination: &Combination<'_>) {
                combination.plain_tiles::<T>();
            }
            // SAFETY: the processor has the feature, as just asked.
            return unsafe { wide_tiles::<T>(self) };
        }
        self.plain_tiles::<T>();
    }

    #[inline(always)]
    fn plain_tiles<T: Element>(&self) {
        let mut wide = [T::Wide::default(); TILE];
        let mut result = [T::default(); TILE];
        let mut inputs: Vec<&[T]> = Vec::with_capacity(self.inputs.len());
        for offset in (0..self.count).step_by(TILE) {
            let length = TILE.min(self.count - offset);
            let (Some(wide), Some(result)) = (wide.get_mut(..length), result.get_mut(..length)) else { return };
            inputs.clear();
            inputs.extend(self.inputs.iter().map(|input| input.elements::<T>(self.first + offset, length)));
            take(self.reduction, wide, &inputs);
            // The loans end here: what is written now may be the same memory.
            inputs.clear();
            finish(result, wide);
            for output in self.outputs {
                output.write(self.stores, self.first + offset, result);
            }
        }
    }
}
