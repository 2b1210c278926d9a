//! A kernel on buffers of its own: what is timed, and what is checked.

use std::ops::Range;
use std::time::Duration;

use ascend_npu::kernel::Element;
use ascend_npu::zero::Working;
use ascend_npu::{Device, DeviceBuffer, Stream, bf16, f16};

use crate::case::{Case, Dtype};
use crate::check::Check;
use crate::error::Result;
use crate::fill::{fill, number};
use crate::map::{Accumulate, Cast, Fill, Scale};
use crate::measure::Work;
use crate::plan::Plan;
use crate::{adam, control, stats, tensors};

/// The results are looked at in this many places, from the first elements to the last,
const WINDOWS: usize = 64;
/// and this many elements at each.
const WINDOW: usize = 16;

/// A kernel on buffers of its own.
pub trait Subject {
    /// The stream of its launches.
    fn stream(&self) -> &Stream;

    /// Queues the next launch.
    fn launch(&mut self) -> Result<()>;

    /// Launches once and compares results with the reference.
    fn check(&mut self) -> Result<Check>;
}

impl<S: Subject + ?Sized> Work for S {
    fn round(&mut self, repeats: usize) -> Result<Duration> {
        let started = self.stream().record_timed()?;
        for _ in 0..repeats {
            self.launch()?;
        }
        Ok(self.stream().record_timed()?.elapsed_since(&started)?)
    }
}

/// A type of which a buffer can be filled and looked at.
pub trait Number: Working + Element {}

impl Number for f32 {}
impl Number for f16 {}
impl Number for bf16 {}

/// Loads the kernel and fills its buffers.
pub fn new(device: &Device, case: Case, plan: Plan, blocks: u32) -> Result<Box<dyn Subject>> {
    let site = Site { device, plan, blocks };
    Ok(match case {
        Case::Adam(types) => adam::new(site, types)?,
        Case::Stats(Dtype::Fp32) => Box::new(stats::Bench::<f32>::new(site)?),
        Case::Stats(Dtype::Fp16) => Box::new(stats::Bench::<f16>::new(site)?),
        Case::Stats(Dtype::Bf16) => Box::new(stats::Bench::<bf16>::new(site)?),
        Case::Control => Box::new(control::Bench::new(site)?),
        Case::ControlTensors => Box::new(tensors::Bench::new(site)?),
        Case::Accumulate(Dtype::Fp32) => Box::new(Accumulate::<f32>::new(site)?),
        Case::Accumulate(Dtype::Fp16) => Box::new(Accumulate::<f16>::new(site)?),
        Case::Accumulate(Dtype::Bf16) => Box::new(Accumulate::<bf16>::new(site)?),
        Case::Cast(Dtype::Fp32, Dtype::Fp16) => Box::new(Cast::<f32, f16>::new(site)?),
        Case::Cast(Dtype::Fp32, _) => Box::new(Cast::<f32, bf16>::new(site)?),
        Case::Cast(Dtype::Fp16, Dtype::Fp32) => Box::new(Cast::<f16, f32>::new(site)?),
        Case::Cast(Dtype::Fp16, _) => Box::new(Cast::<f16, bf16>::new(site)?),
        Case::Cast(Dtype::Bf16, Dtype::Fp32) => Box::new(Cast::<bf16, f32>::new(site)?),
        Case::Cast(Dtype::Bf16, _) => Box::new(Cast::<bf16, f16>::new(site)?),
        Case::Scale(Dtype::Fp32) => Box::new(Scale::<f32>::new(site)?),
        Case::Scale(Dtype::Fp16) => Box::new(Scale::<f16>::new(site)?),
        Case::Scale(Dtype::Bf16) => Box::new(Scale::<bf16>::new(site)?),
        Case::Fill(Dtype::Fp32) => Box::new(Fill::<f32>::new(site)?),
        Case::Fill(Dtype::Fp16) => Box::new(Fill::<f16>::new(site)?),
        Case::Fill(Dtype::Bf16) => Box::new(Fill::<bf16>::new(site)?),
    })
}

/// Where a subject is to be made, and how large.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    pub device: &'a Device,
    pub plan: Plan,
    pub blocks: u32,
}

impl Site<'_> {
    /// A buffer for all sets, filled with numbers in [-1, 1) that differ from those of other `kind`s.
    pub fn numbers<T: Number>(&self, stream: &Stream, kind: u64) -> Result<DeviceBuffer<T>> {
        let mut buffer = self.device.alloc(self.plan.elements())?;
        fill(stream, &mut buffer, |place| T::of_f32(number(place, kind)))?;
        Ok(buffer)
    }

    /// A buffer for all sets, touched, so that no launch pays for what the system does at the first touch.
    pub fn zeros<T: Number>(&self, stream: &Stream) -> Result<DeviceBuffer<T>> {
        let mut buffer = self.device.alloc(self.plan.elements())?;
        stream.fill_zero(&mut buffer)?;
        Ok(buffer)
    }
}

/// The sets of a subject, which its launches take in turn.
#[derive(Clone, Copy)]
pub struct Turns {
    plan: Plan,
    turn: usize,
}

impl Turns {
    pub fn new(plan: Plan) -> Self {
        Self { plan, turn: 0 }
    }

    /// The elements of the next launch, which it takes.
    pub fn take(&mut self) -> Range<usize> {
        let set = self.next();
        self.turn = (self.turn + 1) % self.plan.sets;
        set
    }

    /// The elements of the next launch.
    pub fn next(&self) -> Range<usize> {
        let start = self.plan.start(self.turn);
        start..start + self.plan.len
    }

    /// Where to look at the next launch's elements: everywhere, or in windows from the first to the last.
    pub fn windows(&self) -> Vec<Range<usize>> {
        let Range { start, .. } = self.next();
        windows(self.plan.len).into_iter().map(|window| start + window.start..start + window.end).collect()
    }
}

/// What windows of a buffer hold, as fp32, which holds every number of the narrower types.
pub fn look<T: Number>(stream: &Stream, buffer: &DeviceBuffer<T>, windows: &[Range<usize>]) -> Result<Vec<f32>> {
    let mut numbers = Vec::new();
    for window in windows {
        let window = stream.download_blocking(buffer.slice(window.clone())?)?;
        numbers.extend(window.into_iter().map(Working::to_f32));
    }
    Ok(numbers)
}

fn windows(len: usize) -> Vec<Range<usize>> {
    if len <= WINDOWS * WINDOW {
        return std::iter::once(0..len).collect();
    }
    // In 128 bits: the product may not fit into 64.
    let start = |place: usize| (place as u128 * (len - WINDOW) as u128 / (WINDOWS as u128 - 1)) as usize;
    (0..WINDOWS).map(|place| start(place)..start(place) + WINDOW).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_reach_from_end_to_end() {
        for len in [1, 5, 1024] {
            assert!(windows(len).into_iter().flatten().eq(0..len), "{len}");
        }
        for len in [1025, 1_000_003, usize::MAX] {
            let windows = windows(len);
            assert_eq!((windows[0].start, windows[63].end), (0, len));
            assert!(windows.windows(2).all(|pair| pair[0].end <= pair[1].start), "{len}");
        }
    }

    #[test]
    fn every_case_computes_what_it_should_aligned_and_not() {
        let device = ascend_npu::Driver::open().unwrap().device(0).unwrap();
        for case in Case::all() {
            for offset in [0, 3] {
                let plan = Plan::new(case, 5003, offset, Some(2), None).unwrap();
                let mut subject = new(&device, case, plan, 3).unwrap();
                assert!(subject.round(3).unwrap() > Duration::ZERO);
                let check = subject.check().unwrap();
                assert_eq!(check.wrong, 0, "{case}: {:?}", check.named);
                assert!(check.compared > 0, "{case}");
            }
        }
    }
}
