//! `adam` as something to measure: its buffers, its launches, and a look at its results.

use std::ops::Range;

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, CopyOut, Moment, NoCopy, Options, Rounding, Shard};
use ascend_npu::{DeviceBuffer, DeviceSliceMut, Stream, bf16, f16};

use crate::case::{self, Dtype, Moments};
use crate::check::Check;
use crate::error::Result;
use crate::fill::{fill, number};
use crate::reference::{self, Element, Step, Storage};
use crate::subject::{Number, Site, Subject, Turns, look};

/// Every launch is this step. Its number matters to the bias corrections only.
const STEP: Step = Step {
    optimizer: AdamW { beta1: 0.9, beta2: 0.999, eps: 1e-8, weight_decay: 0.01 },
    lr: 1e-3,
    number: 10,
    gradient_scale: 0.5,
};

/// Half the distance of neighbours at 1, as the share of a number that rounding to nearest may take.
const HALF_STEP_BF16: f64 = 1.0 / 256.0;
const HALF_STEP_FP16: f64 = 1.0 / 2048.0;

/// Half the smallest number of fp16.
const LEAST_FP16: f64 = 1.0 / (1_u64 << 25) as f64;

/// Loads the kernel and fills its buffers.
pub fn new(site: Site<'_>, types: case::Adam) -> Result<Box<dyn Subject>> {
    match types.gradient {
        Dtype::Fp32 => with_gradient::<f32>(site, types),
        Dtype::Fp16 => with_gradient::<f16>(site, types),
        Dtype::Bf16 => with_gradient::<bf16>(site, types),
    }
}

fn with_gradient<G: Number>(site: Site<'_>, types: case::Adam) -> Result<Box<dyn Subject>> {
    Ok(match (types.copy, types.moments) {
        (case::CopyOut::Fp16, Moments::Fp32) => Box::new(Bench::<G, f16, f32>::new(site, types)?),
        (case::CopyOut::Fp16, Moments::Bf16) => Box::new(Bench::<G, f16, bf16>::new(site, types)?),
        (_, Moments::Fp32) => Box::new(Bench::<G, bf16, f32>::new(site, types)?),
        (_, Moments::Bf16) => Box::new(Bench::<G, bf16, bf16>::new(site, types)?),
    })
}

struct Bench<G: Number, C: Number, M: Number> {
    adam: Adam,
    stream: Stream,
    turns: Turns,
    options: Options,
    storage: Storage,
    control: DeviceBuffer<ControlBlock>,
    gradient: DeviceBuffer<G>,
    master: DeviceBuffer<f32>,
    moments: [DeviceBuffer<M>; 2],
    /// With amsgrad.
    largest: Option<DeviceBuffer<M>>,
    /// `None` when no copy is written; `C` then means nothing.
    copy: Option<DeviceBuffer<C>>,
}

impl<G: Number, C: Number, M: Number> Bench<G, C, M> {
    fn new(site: Site<'_>, types: case::Adam) -> Result<Self> {
        let adam = Adam::load(site.device)?.with_blocks(site.blocks);
        let stream = site.device.stream()?;
        let control = ControlBlock::new(&STEP.optimizer, STEP.number.into(), STEP.gradient_scale);
        let control = stream.upload_blocking(&[control])?;
        // Not below 0, as the mean of squares.
        let squares = |kind: u64| -> Result<_> {
            let mut buffer = site.device.alloc(site.plan.elements())?;
            fill(&stream, &mut buffer, |place| M::of_f32(number(place, kind).powi(2)))?;
            Ok(buffer)
        };
        let mut first = site.device.alloc(site.plan.elements())?;
        fill(&stream, &mut first, |place| M::of_f32(0.1 * number(place, 2)))?;
        let moments = [first, squares(3)?];
        let largest = if types.amsgrad { Some(squares(4)?) } else { None };
        let copy = if types.copy == case::CopyOut::None { None } else { Some(site.zeros(&stream)?) };
        let (gradient, master) = (site.numbers(&stream, 0)?, site.numbers(&stream, 1)?);
        stream.synchronize()?;

        let rounding = if types.stochastic { Rounding::Stochastic { seed: 1 } } else { Rounding::Nearest };
        let options = Options { rounding, ..Options::default() };
        let turns = Turns::new(site.plan);
        let storage = storage(types);
        Ok(Self { adam, stream, turns, options, storage, control, gradient, master, moments, largest, copy })
    }

    /// What windows of the buffers hold.
    fn look(&self, windows: &[Range<usize>]) -> Result<Vec<Element>> {
        let stream = &self.stream;
        let [first, second] = &self.moments;
        let (gradient, master) = (look(stream, &self.gradient, windows)?, look(stream, &self.master, windows)?);
        let (first, second) = (look(stream, first, windows)?, look(stream, second, windows)?);
        let largest = self.largest.as_ref().map(|largest| look(stream, largest, windows)).transpose()?;
        let copy = self.copy.as_ref().map(|copy| look(stream, copy, windows)).transpose()?;
        let (mut largest, mut copy) = (largest.map(Vec::into_iter), copy.map(Vec::into_iter));
        let parts = gradient.into_iter().zip(master).zip(first.into_iter().zip(second));
        let element = |((g, w), (m, v))| {
            let (largest, copy) = (largest.as_mut().and_then(Iterator::next), copy.as_mut().and_then(Iterator::next));
            Element { g, w, m, v, largest, copy }
        };
        Ok(parts.map(element).collect())
    }
}

/// To nearest the result is half a step away at most, up or down by chance a whole one.
fn storage(types: case::Adam) -> Storage {
    let steps = if types.stochastic { 2.0 } else { 1.0 };
    Storage {
        moments: if types.moments == Moments::Bf16 { steps * HALF_STEP_BF16 } else { 0.0 },
        copy: steps * if types.copy == case::CopyOut::Fp16 { HALF_STEP_FP16 } else { HALF_STEP_BF16 },
        copy_least: if types.copy == case::CopyOut::Fp16 { steps * LEAST_FP16 } else { 0.0 },
    }
}

impl<G: Number, C: Number, M: Number + Moment> Subject for Bench<G, C, M>
where
    for<'a> DeviceSliceMut<'a, C>: CopyOut,
{
    fn stream(&self) -> &Stream {
        &self.stream
    }

    fn launch(&mut self) -> Result<()> {
        let set = self.turns.take();
        let gradient = self.gradient.slice(set.clone())?;
        let master = self.master.slice_mut(set.clone())?;
        let [moment1, moment2] = &mut self.moments;
        let (moment1, moment2) = (moment1.slice_mut(set.clone())?, moment2.slice_mut(set.clone())?);
        let largest = self.largest.as_mut().map(|largest| largest.slice_mut(set.clone())).transpose()?;
        let step = ascend_npu::kernel::adam::Step {
            adam: &self.adam,
            optimizer: &STEP.optimizer,
            lr: STEP.lr,
            control: self.control.as_slice(),
            options: self.options,
        };
        match &mut self.copy {
            Some(copy) => {
                let shard = Shard { gradient, master, moment1, moment2, copy: copy.slice_mut(set)? };
                match largest {
                    Some(largest) => step.launch_amsgrad(&self.stream, shard, largest)?,
                    None => step.launch(&self.stream, shard)?,
                }
            }
            None => {
                let shard = Shard { gradient, master, moment1, moment2, copy: NoCopy };
                match largest {
                    Some(largest) => step.launch_amsgrad(&self.stream, shard, largest)?,
                    None => step.launch(&self.stream, shard)?,
                }
            }
        }
        Ok(())
    }

    fn check(&mut self) -> Result<Check> {
        let windows = self.turns.windows();
        let before = self.look(&windows)?;
        self.launch()?;
        let after = self.look(&windows)?;
        let mut check = Check::default();
        for (place, (before, after)) in windows.into_iter().flatten().zip(before.into_iter().zip(after)) {
            reference::compare(&mut check, place, before, after, &STEP, self.storage);
        }
        Ok(check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Case, CopyOut as To};
    use crate::plan::Plan;
    use crate::subject;

    #[test]
    fn every_variant_is_stepped_rightly() {
        let device = ascend_npu::Driver::open().unwrap().device(0).unwrap();
        for (gradient, copy) in
            Dtype::ALL.into_iter().flat_map(|from| [To::None, To::Fp16, To::Bf16].map(|to| (from, to)))
        {
            for (moments, amsgrad, stochastic) in
                [(Moments::Fp32, false, false), (Moments::Fp32, true, true), (Moments::Bf16, true, false)]
            {
                let case = Case::Adam(case::Adam { gradient, copy, moments, amsgrad, stochastic });
                let plan = Plan::new(case, 5003, 0, Some(2), None).unwrap();
                let mut subject = subject::new(&device, case, plan, 3).unwrap();
                subject.launch().unwrap();
                let check = subject.check().unwrap();
                assert_eq!((check.compared, check.wrong), (1024, 0), "{case}: {:?}", check.named);
            }
        }
    }
}
