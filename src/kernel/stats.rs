//! `stats`: what a step must know of the gradients before it may use them, in one read of them.
//!
//! Whether any is infinite or not a number, the sum of their squares, and the largest absolute value of each segment, such as a
//! tensor of the model. The sum neither overflows nor loses what is small, whatever the gradients are; its bits depend neither on
//! the number of blocks nor on the generation of the device, so that ranks that read the same blocks decide alike.
//!
//! In saturation mode, the only one of the 910A, no result is ever infinite: there an overflow is known from the
//! [`OverflowStatus`] of the device alone, and a pass without it is refused.
#![allow(unsafe_code)] // Launches a kernel, for whose arguments it vouches.

use bytemuck::{Pod, Zeroable};

use super::element::{Element, place};
use super::loaded::kernel_type;
use super::overflow::OverflowStatus;
use crate::buffer::{DeviceBuffer, DeviceSlice, DeviceSliceMut};
use crate::device::{Device, OverflowMode};
use crate::error::{Error, ErrorKind, Result};
use crate::stream::Stream;

/// As in kernels/stats/partial.h: chunks of a shard, and fp32 words of a slot.
const MOST_CHUNKS: usize = 240;
const SLOT_WORDS: usize = 8;

/// Numbers of fp32 in 32 bytes: what is written whole.
const BLOCK: usize = 8;

const OPERATION: &str = "stats::Pass";

/// The place of `stats_combine` among the entries.
const COMBINE: usize = 3;

/// What a pass says of a shard: 64 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct StatsBlock {
    /// Not 0: an element is infinite or not a number, or the device reports an overflow.
    pub non_finite: i32,
    /// The sum of squares is (`sum` + `sum_rest`) · 4^`exponent`.
    pub exponent: i32,
    /// See [`exponent`](Self::exponent).
    pub sum: f32,
    /// What `sum` lost to rounding.
    pub sum_rest: f32,
    /// The largest absolute value.
    pub largest: f32,
    /// The sum of squares as one number, infinite where fp32 has none as large.
    pub squares: f32,
    reserved: [u32; 10],
}

impl StatsBlock {
    /// The sum of squares.
    pub fn sum_of_squares(&self) -> f64 {
        (f64::from(self.sum) + f64::from(self.sum_rest)) * 4.0_f64.powi(self.exponent)
    }
}

/// Where the segments of a shard end: the first begins at 0, each other where the one before ends.
#[derive(Debug)]
pub struct Segments {
    ends: DeviceBuffer<u64>,
    last: u64,
}

impl Segments {
    /// Sends the ends to the device. Blocks until they are there.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when an end lies before the one before, or there are none.
    pub fn upload_blocking(stream: &Stream, ends: &[u64]) -> Result<Self> {
        if let Some(place) = ends.windows(2).position(|pair| matches!(pair, [first, second] if first > second)) {
            let found = format!("segment {} ends before segment {place}", place + 1);
            return Err(Error::invalid("Segments::upload_blocking", found).with_hint("give ends that do not fall"));
        }
        let Some(&last) = ends.last() else {
            return Err(Error::invalid("Segments::upload_blocking", "no segments were given")
                .with_hint("give at least one, or a pass without segments"));
        };
        Ok(Self { ends: stream.upload_blocking(ends)?, last })
    }

    /// Number of segments.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The length that a buffer for one number a segment must have: whole blocks of 8 are written.
    pub fn padded(&self) -> usize {
        self.count().next_multiple_of(BLOCK)
    }
}

/// Memory that a pass keeps its chunks in. One serves all passes of a stream, one after the other.
#[derive(Debug)]
pub struct Workspace {
    slots: DeviceBuffer<f32>,
}

impl Workspace {
    /// Allocates a workspace for passes over up to `segments` segments.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`] when the device has none left.
    pub fn new(device: &Device, segments: usize) -> Result<Self> {
        Ok(Self { slots: device.alloc(Self::words(segments))? })
    }

    /// The bytes of one for up to `segments` segments.
    pub fn bytes(segments: usize) -> usize {
        Self::words(segments).saturating_mul(size_of::<f32>())
    }

    fn words(segments: usize) -> usize {
        segments.saturating_add(2 * MOST_CHUNKS).saturating_mul(SLOT_WORDS)
    }
}

kernel_type! {
    /// The kernel, loaded onto a device.
    Stats = "stats", &["stats_f32", "stats_f16", "stats_bf16", "stats_combine"]
}

/// The largest absolute value of each segment.
#[derive(Debug)]
pub struct Largest<'a> {
    /// The segments. The last one ends at the end of the shard or before.
    pub segments: &'a Segments,
    /// One number a segment, and 0 up to [`Segments::padded`]. Written.
    pub values: DeviceSliceMut<'a, f32>,
}

/// A pass over the gradients of a shard.
#[derive(Debug)]
pub struct Pass<'a, G: Element> {
    /// The kernel.
    pub kernel: &'a Stats,
    /// Its memory.
    pub workspace: &'a mut Workspace,
    /// The gradients. Read.
    pub gradient: DeviceSlice<'a, G>,
    /// Where the largest values of segments go, if anybody wants them.
    pub largest: Option<Largest<'a>>,
    /// The status of the device, read after the gradients were computed. Needed where results saturate.
    pub overflow: Option<&'a OverflowStatus>,
}

impl<G: Element> Pass<'_, G> {
    /// Queues the pass. What it finds goes into `result`, one block.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when a buffer has another length than it must; [`ErrorKind::NotSupported`] on the 910A for
    /// bf16, and without `overflow` on a device in saturation mode.
    pub fn launch(self, stream: &Stream, result: DeviceSliceMut<'_, StatsBlock>) -> Result<()> {
        let Self { kernel: Stats { loaded }, workspace, gradient, largest, overflow } = self;
        if result.len() != 1 {
            let found = format!("{} blocks were given for the result", result.len());
            return Err(Error::invalid(OPERATION, found).with_hint("give 1"));
        }
        if overflow.is_none() && stream.device().overflow_mode()? == OverflowMode::Saturation {
            let found = "the device saturates, so that no result is infinite, and no overflow status was given";
            return Err(Error::new(ErrorKind::NotSupported, OPERATION, found).with_hint(
                "give the status, or set OverflowMode::InfNan before the first stream where the device has it",
            ));
        }
        let count = largest.as_ref().map_or(0, |largest| largest.segments.count());
        check_segments(largest.as_ref(), gradient.len(), workspace)?;
        let (ends, values) = match largest {
            Some(Largest { segments, values }) => (Some(segments.ends.as_slice()), Some(values)),
            None => (None, None),
        };
        let (len, segments) = (gradient.len() as u64, count as u64);

        let pass = loaded.function(place::<G>())?;
        let launch = pass.launch(loaded.blocks()).read(gradient).read_or_null(ends);
        let launch = launch.write(workspace.slots.as_mut_slice()).value(len).value(segments);
        // SAFETY: these are the kernel's parameters in its order (kernels/stats/stats.cpp). It reads `count` gradients and
        // `segments` ends, which are the lengths of both, and writes slots that the workspace was seen to have room for.
        unsafe { launch.queue(stream) }?;

        let combine = loaded.function(COMBINE)?;
        let launch = combine.launch(1).write(result).write_or_null(values);
        let launch = launch.read(workspace.slots.as_slice()).read_or_null(ends).value(segments).value(len);
        let launch = launch.read_or_null(overflow.map(OverflowStatus::words));
        // SAFETY: as above. It writes one block of 64 bytes and whole blocks of numbers, one for each segment, for which the length
        // was checked; the status has 64 bytes.
        unsafe { launch.queue(stream) }
    }
}

fn check_segments(largest: Option<&Largest<'_>>, len: usize, workspace: &Workspace) -> Result<()> {
    let count = largest.map_or(0, |largest| largest.segments.count());
    if workspace.slots.len() < Workspace::words(count) {
        let found = format!("the workspace is for fewer than {count} segments");
        return Err(Error::invalid(OPERATION, found).with_hint("make a larger one"));
    }
    let Some(Largest { segments, values }) = largest else { return Ok(()) };
    if segments.last > len as u64 {
        let found = format!("the last segment ends at {}, the gradients at {len}", segments.last);
        return Err(Error::invalid(OPERATION, found).with_hint("give the segments of this shard"));
    }
    if values.len() != segments.padded() {
        let found = format!("{} numbers were given for {count} segments", values.len());
        return Err(
            Error::invalid(OPERATION, found).with_hint(format!("give {}, whole blocks of 8", segments.padded()))
        );
    }
    Ok(())
}
