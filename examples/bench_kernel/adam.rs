//! `adam` as something to measure: its buffers, its launches, and a look at its results.

use std::ops::Range;
use std::time::Duration;

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, CopyOut, NoCopy, Shard};
use ascend_npu::zero::Working;
use ascend_npu::{Device, DeviceBuffer, DeviceSliceMut, Stream, bf16, f16};

use crate::error::Result;
use crate::fill::{fill, number};
use crate::measure::Work;
use crate::plan::Plan;
use crate::reference::{Check, Element, Step};
use crate::types::{self, Types};

/// Every launch is this step. Its number matters to the bias corrections only.
const STEP: Step = Step {
    optimizer: AdamW { beta1: 0.9, beta2: 0.999, eps: 1e-8, weight_decay: 0.01 },
    lr: 1e-3,
    number: 10,
    gradient_scale: 0.5,
};

/// The results are looked at in this many places, from the first elements to the last,
const WINDOWS: usize = 64;
/// and this many elements at each.
const WINDOW: usize = 16;

/// The kernel on buffers of its own.
pub trait Subject: Work {
    /// Runs one step and compares a sample of its results with the reference.
    fn check(&mut self) -> Result<Check>;
}

/// Loads the kernel and fills its buffers.
pub fn new(device: &Device, plan: Plan, types: Types, blocks: u32) -> Result<Box<dyn Subject>> {
    use types::{CopyOut as To, Gradient as From};
    Ok(match (types.gradient, types.copy) {
        (From::Fp32, To::None | To::Bf16) => Box::new(Bench::<f32, bf16>::new(device, plan, types, blocks)?),
        (From::Fp32, To::Fp16) => Box::new(Bench::<f32, f16>::new(device, plan, types, blocks)?),
        (From::Fp16, To::None | To::Bf16) => Box::new(Bench::<f16, bf16>::new(device, plan, types, blocks)?),
        (From::Fp16, To::Fp16) => Box::new(Bench::<f16, f16>::new(device, plan, types, blocks)?),
        (From::Bf16, To::None | To::Bf16) => Box::new(Bench::<bf16, bf16>::new(device, plan, types, blocks)?),
        (From::Bf16, To::Fp16) => Box::new(Bench::<bf16, f16>::new(device, plan, types, blocks)?),
    })
}

struct Bench<G: Working, C: Working> {
    adam: Adam,
    stream: Stream,
    plan: Plan,
    turn: usize,
    control: DeviceBuffer<ControlBlock>,
    gradient: DeviceBuffer<G>,
    /// w, m, v.
    state: [DeviceBuffer<f32>; 3],
    /// `None` when no copy is written; `C` then means nothing.
    copy: Option<DeviceBuffer<C>>,
}

impl<G: Working, C: Working> Bench<G, C>
where
    for<'a> DeviceSliceMut<'a, C>: CopyOut,
{
    fn new(device: &Device, plan: Plan, types: Types, blocks: u32) -> Result<Self> {
        let adam = Adam::load(device)?.with_blocks(blocks);
        let stream = device.stream()?;
        let control = ControlBlock::new(&STEP.optimizer, STEP.number.into(), STEP.gradient_scale);
        let control = stream.upload_blocking(&[control])?;

        let len = plan.elements();
        let mut gradient = device.alloc(len)?;
        fill(&stream, &mut gradient, |place| G::of_f32(number(place, 0)))?;
        let mut state = [device.alloc(len)?, device.alloc(len)?, device.alloc(len)?];
        let [master, moment1, moment2] = &mut state;
        fill(&stream, master, |place| number(place, 1))?;
        fill(&stream, moment1, |place| 0.1 * number(place, 2))?;
        // Not below 0, as the mean of squares.
        fill(&stream, moment2, |place| number(place, 3).powi(2))?;
        let copy = match types.copy {
            types::CopyOut::None => None,
            types::CopyOut::Fp16 | types::CopyOut::Bf16 => {
                // Touched here, so that no launch pays for what the system does at the first touch.
                let mut copy = device.alloc(len)?;
                stream.fill_zero(&mut copy)?;
                Some(copy)
            }
        };
        stream.synchronize()?;
        Ok(Self { adam, stream, plan, turn: 0, control, gradient, state, copy })
    }

    /// The elements of the next launch.
    fn next(&self) -> Range<usize> {
        let start = self.plan.start(self.turn);
        start..start + self.plan.len
    }

    fn launch(&mut self) -> Result<()> {
        let range = self.next();
        let gradient = self.gradient.slice(range.clone())?;
        let [master, moment1, moment2] = &mut self.state;
        let master = master.slice_mut(range.clone())?;
        let moment1 = moment1.slice_mut(range.clone())?;
        let moment2 = moment2.slice_mut(range.clone())?;
        let (stream, control) = (&self.stream, self.control.as_slice());
        match &mut self.copy {
            Some(copy) => {
                let shard = Shard { gradient, master, moment1, moment2, copy: copy.slice_mut(range)? };
                self.adam.step(stream, &STEP.optimizer, STEP.lr, control, shard)?;
            }
            None => {
                let shard = Shard { gradient, master, moment1, moment2, copy: NoCopy };
                self.adam.step(stream, &STEP.optimizer, STEP.lr, control, shard)?;
            }
        }
        self.turn = (self.turn + 1) % self.plan.sets;
        Ok(())
    }

    /// What a window of the buffers holds.
    fn look(&self, window: Range<usize>) -> Result<Vec<Element>> {
        let of = |buffer: &DeviceBuffer<f32>| self.stream.download_blocking(buffer.slice(window.clone())?);
        let gradient = self.stream.download_blocking(self.gradient.slice(window.clone())?)?;
        let [master, moment1, moment2] = &self.state;
        let (master, moment1, moment2) = (of(master)?, of(moment1)?, of(moment2)?);
        let copy = match &self.copy {
            Some(copy) => self.stream.download_blocking(copy.slice(window.clone())?)?,
            None => Vec::new(),
        };
        let mut copies = copy.into_iter().map(C::to_f32);
        let parts = gradient.into_iter().zip(master).zip(moment1.into_iter().zip(moment2));
        Ok(parts.map(|((g, w), (m, v))| Element { g: g.to_f32(), w, m, v, copy: copies.next() }).collect())
    }
}

impl<G: Working, C: Working> Work for Bench<G, C>
where
    for<'a> DeviceSliceMut<'a, C>: CopyOut,
{
    fn round(&mut self, repeats: usize) -> Result<Duration> {
        let started = self.stream.record_timed()?;
        for _ in 0..repeats {
            self.launch()?;
        }
        Ok(self.stream.record_timed()?.elapsed_since(&started)?)
    }
}

impl<G: Working, C: Working> Subject for Bench<G, C>
where
    for<'a> DeviceSliceMut<'a, C>: CopyOut,
{
    fn check(&mut self) -> Result<Check> {
        let set = self.next().start;
        let windows = windows(self.plan.len);
        let look = |bench: &Self| -> Result<Vec<_>> {
            windows.iter().map(|window| bench.look(set + window.start..set + window.end)).collect()
        };
        let before = look(self)?;
        self.launch()?;
        let after = look(self)?;
        let mut check = Check::default();
        let places = windows.iter().cloned().flatten();
        let pairs = before.into_iter().flatten().zip(after.into_iter().flatten());
        for (place, (before, after)) in places.zip(pairs) {
            check.compare(place, before, after, &STEP, |value| C::of_f32(value).to_f32());
        }
        Ok(check)
    }
}

/// Where to look at `len` elements: everywhere, or in windows from the first to the last.
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
    fn every_pair_of_types_is_stepped_rightly() {
        use types::{CopyOut as To, Gradient as From};
        let device = ascend_npu::Driver::open().unwrap().device(0).unwrap();
        for gradient in [From::Fp32, From::Fp16, From::Bf16] {
            for copy in [To::None, To::Fp16, To::Bf16] {
                let types = Types { gradient, copy };
                let plan = Plan::new(5003, types, Some(2), None).unwrap();
                let mut subject = new(&device, plan, types, 3).unwrap();
                assert!(subject.round(3).unwrap() > Duration::ZERO);
                let check = subject.check().unwrap();
                assert_eq!((check.compared, check.wrong), (1024, 0), "{types:?}: {:?}", check.named);
            }
        }
    }
}
