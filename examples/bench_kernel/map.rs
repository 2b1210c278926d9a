//! The kernels that work place by place: accumulate, cast, scale, fill. Their results must be exact.

use ascend_npu::kernel::accumulate::{self, Add};
use ascend_npu::kernel::cast::{self, CastTo, Convert};
use ascend_npu::kernel::fill::{self, Set, Value};
use ascend_npu::kernel::scale::{self, Multiply};
use ascend_npu::{DeviceBuffer, Stream};

use crate::check::Check;
use crate::error::Result;
use crate::subject::{Number, Site, Subject, Turns, look};

/// Repeated as often as is measured, neither overflows nor loses digits of all it is multiplied to.
const FACTOR: f32 = -1.0;
/// Exact in every type.
const VALUE: f32 = -2.5;
/// Sums grow by it, and stay far below the largest number.
const WEIGHT: f32 = 0.25;

/// `accumulate`.
pub struct Accumulate<S: Number> {
    kernel: accumulate::Accumulate,
    stream: Stream,
    turns: Turns,
    target: DeviceBuffer<f32>,
    source: DeviceBuffer<S>,
}

impl<S: Number> Accumulate<S> {
    pub fn new(site: Site<'_>) -> Result<Self> {
        let stream = site.device.stream()?;
        let (target, source) = (site.numbers(&stream, 0)?, site.numbers(&stream, 1)?);
        let kernel = accumulate::Accumulate::load(site.device)?.with_blocks(site.blocks);
        Ok(Self { kernel, stream, turns: Turns::new(site.plan), target, source })
    }
}

impl<S: Number> Subject for Accumulate<S> {
    fn stream(&self) -> &Stream {
        &self.stream
    }

    fn launch(&mut self) -> Result<()> {
        let set = self.turns.take();
        let (target, source) = (self.target.slice_mut(set.clone())?, self.source.slice(set)?);
        Ok(Add { kernel: &self.kernel, factor: WEIGHT }.launch(&self.stream, target, source)?)
    }

    fn check(&mut self) -> Result<Check> {
        let windows = self.turns.windows();
        let (before, added) =
            (look(&self.stream, &self.target, &windows)?, look(&self.stream, &self.source, &windows)?);
        self.launch()?;
        let after = look(&self.stream, &self.target, &windows)?;
        let should = before.into_iter().zip(added).map(|(before, added)| before + added * WEIGHT);
        Ok(compare("the sum", after, should))
    }
}

/// `cast`.
pub struct Cast<S: Number, T: Number> {
    kernel: cast::Cast,
    stream: Stream,
    turns: Turns,
    source: DeviceBuffer<S>,
    target: DeviceBuffer<T>,
}

impl<S: Number, T: Number> Cast<S, T> {
    pub fn new(site: Site<'_>) -> Result<Self> {
        let stream = site.device.stream()?;
        let (source, target) = (site.numbers(&stream, 0)?, site.zeros(&stream)?);
        let kernel = cast::Cast::load(site.device)?.with_blocks(site.blocks);
        Ok(Self { kernel, stream, turns: Turns::new(site.plan), source, target })
    }
}

impl<S: Number + CastTo<T>, T: Number> Subject for Cast<S, T> {
    fn stream(&self) -> &Stream {
        &self.stream
    }

    fn launch(&mut self) -> Result<()> {
        let set = self.turns.take();
        let (target, source) = (self.target.slice_mut(set.clone())?, self.source.slice(set)?);
        Ok(Convert { kernel: &self.kernel }.launch(&self.stream, target, source)?)
    }

    fn check(&mut self) -> Result<Check> {
        let windows = self.turns.windows();
        self.stream.fill_zero(&mut self.target)?;
        self.launch()?;
        let source = look(&self.stream, &self.source, &windows)?;
        let target = look(&self.stream, &self.target, &windows)?;
        Ok(compare("the result", target, source.into_iter().map(|number| T::of_f32(number).to_f32())))
    }
}

/// `scale`.
pub struct Scale<T: Number> {
    kernel: scale::Scale,
    stream: Stream,
    turns: Turns,
    data: DeviceBuffer<T>,
}

impl<T: Number> Scale<T> {
    pub fn new(site: Site<'_>) -> Result<Self> {
        let stream = site.device.stream()?;
        let data = site.numbers(&stream, 0)?;
        let kernel = scale::Scale::load(site.device)?.with_blocks(site.blocks);
        Ok(Self { kernel, stream, turns: Turns::new(site.plan), data })
    }
}

impl<T: Number> Subject for Scale<T> {
    fn stream(&self) -> &Stream {
        &self.stream
    }

    fn launch(&mut self) -> Result<()> {
        let set = self.turns.take();
        Ok(Multiply { kernel: &self.kernel, factor: FACTOR }.launch(&self.stream, self.data.slice_mut(set)?)?)
    }

    fn check(&mut self) -> Result<Check> {
        let windows = self.turns.windows();
        let before = look(&self.stream, &self.data, &windows)?;
        self.launch()?;
        let after = look(&self.stream, &self.data, &windows)?;
        Ok(compare("the product", after, before.into_iter().map(|number| number * FACTOR)))
    }
}

/// `fill`.
pub struct Fill<T: Number> {
    kernel: fill::Fill,
    stream: Stream,
    turns: Turns,
    data: DeviceBuffer<T>,
}

impl<T: Number> Fill<T> {
    pub fn new(site: Site<'_>) -> Result<Self> {
        let stream = site.device.stream()?;
        let data = site.numbers(&stream, 0)?;
        let kernel = fill::Fill::load(site.device)?.with_blocks(site.blocks);
        Ok(Self { kernel, stream, turns: Turns::new(site.plan), data })
    }
}

impl<T: Number + Value> Subject for Fill<T> {
    fn stream(&self) -> &Stream {
        &self.stream
    }

    fn launch(&mut self) -> Result<()> {
        let (set, value) = (self.turns.take(), T::of_f32(VALUE));
        Ok(Set { kernel: &self.kernel, value }.launch(&self.stream, self.data.slice_mut(set)?)?)
    }

    fn check(&mut self) -> Result<Check> {
        let windows = self.turns.windows();
        self.stream.fill_zero(&mut self.data)?;
        self.launch()?;
        let data = look(&self.stream, &self.data, &windows)?;
        let should = vec![VALUE; data.len()];
        Ok(compare("the value", data, should))
    }
}

fn compare(name: &'static str, is: Vec<f32>, should: impl IntoIterator<Item = f32>) -> Check {
    let mut check = Check::default();
    for (place, (is, should)) in is.into_iter().zip(should).enumerate() {
        check.exact(place, name, is, should);
    }
    check
}
