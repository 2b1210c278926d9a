//! A program on the device, through the crate.

use std::collections::HashMap;

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, NoCopy, Shard};
use ascend_npu::{
    Communicator, Device, DeviceBuffer, DeviceSliceMut, ErrorKind, MemoryPool, Pending, PinnedBuffer, PoolOptions,
    Reduction, Result, Stream,
};

use super::model::{EPS, Expected, agrees};
use super::program::{Collective, Fate, Id, Part, Step, content};

const OPTIMIZER: AdamW = AdamW { beta1: 0.0, beta2: 0.0, eps: EPS as f64, weight_decay: 0.0 };

/// Bytes of a pool: eight blocks.
const POOL: usize = 4096;

/// What a program holds.
pub struct Machine<'a> {
    devices: Vec<Device>,
    /// One of each device, too small for all of a long program: so blocks are used again while they are in use.
    pools: Vec<MemoryPool>,
    adam: Vec<Option<Adam>>,
    streams: HashMap<Id, Stream>,
    buffers: HashMap<Id, DeviceBuffer<f32>>,
    pendings: HashMap<Id, Pending<PinnedBuffer<f32>>>,
    communicator: Option<Communicator>,
    rank: usize,
    expected: &'a Expected,
}

/// Takes a buffer out of those that are named, so that it can be used together with another.
struct Taken(Id, DeviceBuffer<f32>);

impl<'a> Machine<'a> {
    pub fn new(
        devices: Vec<Device>,
        communicator: Option<Communicator>,
        rank: usize,
        expected: &'a Expected,
        with_kernels: bool,
    ) -> Self {
        let adam = devices.iter().map(|device| with_kernels.then(|| Adam::load(device).unwrap())).collect();
        let pools = devices.iter().map(|device| device.pool(PoolOptions { limit: Some(POOL) })).collect();
        let (streams, buffers, pendings) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { devices, pools, adam, streams, buffers, pendings, communicator, rank, expected }
    }

    pub fn run(&mut self, steps: &[(bool, Step)]) {
        for (aside, step) in steps {
            let outcome = if *aside {
                let machine = &mut *self;
                std::thread::scope(|scope| scope.spawn(move || machine.step(step)).join().unwrap())
            } else {
                self.step(step)
            };
            outcome.unwrap_or_else(|error| panic!("{step:?}: {error}"));
        }
        self.end();
    }

    /// Waits for all that is still in flight, and reads all buffers.
    fn end(&mut self) {
        let mut pendings: Vec<_> = self.pendings.drain().collect();
        pendings.sort_unstable_by_key(|(id, _)| *id);
        for (id, pending) in pendings {
            check(self.expected, id, &pending.wait().unwrap());
        }
        for (id, buffer) in &self.buffers {
            // A stream that nothing was queued on: it must wait for whatever the buffer needs.
            let stream = buffer.device().stream().unwrap();
            let (found, expected) = (stream.download_blocking(buffer).unwrap(), &self.expected.buffers[id]);
            assert!(agrees(&found, expected), "buffer {id} holds {found:?} in the end, not {expected:?}");
        }
    }

    fn take(&mut self, buffer: Id) -> Taken {
        Taken(buffer, self.buffers.remove(&buffer).unwrap())
    }

    fn give_back(&mut self, taken: Taken) {
        self.buffers.insert(taken.0, taken.1);
    }

    fn step(&mut self, step: &Step) -> Result<()> {
        match step {
            Step::Stream { stream, device } => {
                self.streams.insert(*stream, self.devices[*device].stream()?);
            }
            Step::Alloc { buffer, stream, len, salt, pooled } => {
                let stream = &self.streams[stream];
                let mut made = if *pooled { self.pooled(stream, *len)? } else { stream.device().alloc(*len)? };
                let data = stream.device().pinned_from(&content(*len, *salt, self.rank))?;
                drop(stream.copy_to_device(data, &mut made)?);
                self.buffers.insert(*buffer, made);
            }
            Step::Split { buffer, into } => {
                let parts = self.take(*buffer).1.split(&into.map(|(_, len)| len))?;
                self.buffers.extend(into.iter().map(|(id, _)| *id).zip(parts));
            }
            Step::Fill { stream, to } => {
                let part = self.buffers.get_mut(&to.buffer).unwrap().slice_mut(to.range.clone())?;
                self.streams[stream].fill_zero(part)?;
            }
            Step::Copy { stream, from, to } => {
                let mut taken = self.take(to.buffer);
                let source = self.buffers[&from.buffer].slice(from.range.clone())?;
                self.streams[stream].copy(source, taken.1.slice_mut(to.range.clone())?)?;
                self.give_back(taken);
            }
            Step::CopyWithin { stream, buffer, len } => {
                let part = self.buffers.get_mut(buffer).unwrap().slice_mut(0..2 * len)?;
                let (source, destination) = part.split_at(*len)?;
                self.streams[stream].copy(source, destination)?;
            }
            Step::Upload { stream, to, salt, pending } => {
                let part = self.buffers.get_mut(&to.buffer).unwrap().slice_mut(to.range.clone())?;
                let data = part.device().pinned_from(&content(to.range.len(), *salt, self.rank))?;
                self.pendings.insert(*pending, self.streams[stream].copy_to_device(data, part)?);
            }
            Step::Download { stream, from, pending } => {
                let part = self.buffers[&from.buffer].slice(from.range.clone())?;
                let space = part.device().pinned(from.range.len())?;
                self.pendings.insert(*pending, self.streams[stream].copy_to_host(part, space)?);
            }
            Step::Adam { stream, parts, scale } => self.adam(*stream, parts, *scale)?,
            Step::AdamWithin { stream, buffer, len, scale } => {
                let taken = self.buffers.get_mut(buffer).unwrap().slice_mut(0..4 * len)?;
                let (gradient, rest) = taken.split_at(*len)?;
                let (master, rest) = rest.split_at(*len)?;
                let (moment1, moment2) = rest.split_at(*len)?;
                launch(&self.adam, &self.devices, &self.streams[stream], [gradient, master, moment1, moment2], *scale)?;
            }
            Step::Collective { which, from, to, root } => self.collective(*which, from, to, *root)?,
            Step::Poll { pending } => drop(self.pendings[pending].is_ready()?),
            Step::End { pending, fate } => self.end_pending(*pending, *fate)?,
            Step::WaitFor { stream, other } => self.streams[stream].wait_for(&self.streams[other])?,
            Step::Synchronize { stream } => self.streams[stream].synchronize()?,
            Step::IsIdle { stream } => drop(self.streams[stream].is_idle()?),
            Step::Time { stream } => drop(self.streams[stream].record_timed()?),
            Step::DropBuffer { buffer } => drop(self.take(*buffer)),
            Step::ForgetBuffer { buffer } => std::mem::forget(self.take(*buffer)),
            Step::DropStream { stream } => drop(self.streams.remove(stream)),
            Step::ForgetStream { stream } => std::mem::forget(self.streams.remove(stream)),
        }
        Ok(())
    }

    /// A buffer of the pool; of the device, where all of the pool is in use.
    fn pooled(&self, stream: &Stream, len: usize) -> Result<DeviceBuffer<f32>> {
        let of_stream = |pool: &&MemoryPool| pool.device().id() == stream.device().id();
        match self.pools.iter().find(of_stream).unwrap().alloc(stream, len) {
            Err(error) if error.kind() == ErrorKind::OutOfMemory => stream.device().alloc(len),
            outcome => outcome,
        }
    }

    fn end_pending(&mut self, id: Id, fate: Fate) -> Result<()> {
        let pending = self.pendings.remove(&id).unwrap();
        match fate {
            Fate::Wait => check(self.expected, id, &pending.wait()?),
            Fate::Drop => drop(pending),
            Fate::Forget => std::mem::forget(pending),
            Fate::Keep => {}
        }
        Ok(())
    }

    fn adam(&mut self, stream: Id, parts: &[Part; 4], scale: f32) -> Result<()> {
        let mut taken = parts.clone().map(|part| self.take(part.buffer));
        let [a, b, c, d] = &mut taken;
        let [gradient, master, moment1, moment2] = [(a, 0), (b, 1), (c, 2), (d, 3)]
            .map(|(taken, place)| taken.1.slice_mut(parts[place].range.clone()).unwrap());
        let stream = &self.streams[&stream];
        launch(&self.adam, &self.devices, stream, [gradient, master, moment1, moment2], scale)?;
        taken.into_iter().for_each(|taken| self.give_back(taken));
        Ok(())
    }

    fn collective(&mut self, which: Collective, from: &Part, to: &Part, root: usize) -> Result<()> {
        let mut taken = self.take(to.buffer);
        let communicator = self.communicator.as_ref().unwrap();
        let part = taken.1.slice_mut(to.range.clone())?;
        let source = || self.buffers[&from.buffer].slice(from.range.clone());
        match which {
            Collective::AllReduce => communicator.all_reduce(source()?, part, Reduction::Sum)?,
            Collective::AllReduceInPlace => communicator.all_reduce_in_place(part, Reduction::Sum)?,
            Collective::AllGather => communicator.all_gather(source()?, part)?,
            Collective::AllGatherInPlace => communicator.all_gather_in_place(part)?,
            Collective::ReduceScatter => communicator.reduce_scatter(source()?, part, Reduction::Sum)?,
            Collective::ReduceScatterInPlace => communicator.reduce_scatter_in_place(part, Reduction::Sum)?,
            Collective::Broadcast => communicator.broadcast(part, u32::try_from(root).unwrap())?,
        }
        self.give_back(taken);
        Ok(())
    }
}

fn check(expected: &Expected, id: Id, found: &[f32]) {
    // Uploads give back what was sent, and the model has nothing about them.
    if let Some(expected) = expected.downloads.get(&id) {
        assert!(agrees(found, expected), "download {id} gave {found:?}, not {expected:?}");
    }
}

fn launch(
    adam: &[Option<Adam>],
    devices: &[Device],
    stream: &Stream,
    [gradient, master, moment1, moment2]: [DeviceSliceMut<'_, f32>; 4],
    scale: f32,
) -> Result<()> {
    let place = devices.iter().position(|device| device.id() == stream.device().id()).unwrap();
    let Some(adam) = &adam[place] else { return Ok(()) };
    let mut control = stream.device().alloc(1)?;
    let block = stream.device().pinned_from(&[ControlBlock::new(&OPTIMIZER, 1, f64::from(scale))])?;
    drop(stream.copy_to_device(block, &mut control)?);
    let shard = Shard { gradient: gradient.into(), master, moment1, moment2, copy: NoCopy };
    adam.step(stream, &OPTIMIZER, 1.0, control.as_slice(), shard)
}
