//! The yardsticks: what this machine's cores do with as many bytes when nothing but the loop is there.
//!
//! The *copy* moves half of the bytes that an operation must read and write, from one stretch of memory to another: what is read
//! and written together is as much. The *bare loop* is the sum itself: it reads a tile of each input, adds them in vectors, and
//! writes the tile of the sum, which is in the first-level cache, to each output.
//!
//! Each thread has its share of the elements and repeats the work on it without waiting for the others. All memory is pinned host
//! memory, which the software device takes from the system as it takes device memory. Both yardsticks are written in two ways,
//! with ordinary stores and with stores past the cache; the faster one at a size is the yardstick there.

use std::thread;
use std::time::{Duration, Instant};

use ascend_npu::{Device, PinnedBuffer};

use crate::error::{Error, Result};
use crate::job::Job;
use crate::stores::{Stores, settle};

/// Elements of a tile.
const TILE: usize = 2048;
/// A round takes at least this long.
const ROUND: Duration = Duration::from_millis(20);

/// Memory of the yardsticks, and how they are done.
pub struct Bare {
    threads: usize,
    from: PinnedBuffer<f32>,
    to: PinnedBuffer<f32>,
    /// Elements of a buffer of the bare loop; 0 where it is not measured.
    buffer: usize,
    copy: Way,
    sum: Way,
}

/// How a yardstick is done best.
#[derive(Clone, Copy)]
struct Way {
    stores: Stores,
    repeats: usize,
}

#[derive(Clone, Copy)]
enum Work {
    Copy,
    Sum,
}

impl Bare {
    /// The yardsticks of a job at a size. Warms them up.
    pub fn new(device: &Device, job: &Job, bytes: usize) -> Result<Self> {
        let traffic = job.collective.traffic(bytes, job.ranks as usize);
        let elements = (traffic / 2).div_ceil(4).max(1);
        let buffer = if job.has_bare_sum() { bytes / 4 } else { 0 };
        let way = Way { stores: Stores::Ordinary, repeats: 1 };
        let mut bare = Self {
            threads: threads(),
            from: device.pinned(elements)?,
            to: device.pinned(elements)?,
            buffer,
            copy: way,
            sum: way,
        };
        bare.from.fill(1.0);
        bare.to.fill(0.0);
        bare.copy = bare.best(Work::Copy)?;
        if buffer > 0 {
            bare.sum = bare.best(Work::Sum)?;
        }
        Ok(bare)
    }

    /// Seconds of one copy, the mean of a round.
    pub fn copy(&mut self) -> Result<f64> {
        self.run(Work::Copy, self.copy)
    }

    /// Seconds of one sum, the mean of a round; `None` where there is no such loop.
    pub fn sum(&mut self) -> Result<Option<f64>> {
        if self.buffer == 0 { Ok(None) } else { self.run(Work::Sum, self.sum).map(Some) }
    }

    /// The faster way, in rounds that are long enough.
    fn best(&mut self, work: Work) -> Result<Way> {
        let mut best: Option<(f64, Way)> = None;
        for stores in [Stores::Ordinary, Stores::PastTheCache] {
            let mut way = Way { stores, repeats: 1 };
            let mut time = self.run(work, way)?;
            for _ in 0..3 {
                way.repeats = (ROUND.as_secs_f64() / time.max(1e-9)).ceil().clamp(1.0, 1e6) as usize;
                time = time.min(self.run(work, way)?);
            }
            if best.is_none_or(|(least, _)| time < least) {
                best = Some((time, way));
            }
        }
        best.map(|(_, way)| way).ok_or_else(|| Error::failed("no way of the yardstick was tried"))
    }

    fn run(&mut self, work: Work, way: Way) -> Result<f64> {
        let share = |elements: usize| elements.div_ceil(self.threads).next_multiple_of(16).max(16);
        let started = Instant::now();
        match work {
            Work::Copy => {
                let size = share(self.from.len());
                let shares = self.to.chunks_mut(size).zip(self.from.chunks(size));
                together(shares.map(|(to, from)| move || repeat(way, || copy(way.stores, to, from))))?;
            }
            Work::Sum => {
                let size = share(self.buffer);
                let mut inputs: Vec<Vec<&[f32]>> = Vec::new();
                let mut outputs: Vec<Vec<&mut [f32]>> = Vec::new();
                for input in self.from.chunks_exact(self.buffer) {
                    spread(&mut inputs, input.chunks(size));
                }
                for output in self.to.chunks_exact_mut(self.buffer) {
                    spread(&mut outputs, output.chunks_mut(size));
                }
                let shares = inputs.into_iter().zip(outputs);
                together(
                    shares.map(|(inputs, mut outputs)| move || repeat(way, || sum(way.stores, &inputs, &mut outputs))),
                )?;
            }
        }
        Ok(started.elapsed().as_secs_f64() / way.repeats as f64)
    }
}

/// Threads that can run at once.
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Gives each thread the next share.
fn spread<T>(threads: &mut Vec<Vec<T>>, shares: impl Iterator<Item = T>) {
    for (place, share) in shares.enumerate() {
        match threads.get_mut(place) {
            Some(thread) => thread.push(share),
            None => threads.push(vec![share]),
        }
    }
}

/// Runs each share in a thread of its own, the last in this one.
fn together(shares: impl Iterator<Item = impl FnOnce() + Send>) -> Result<()> {
    let mut shares: Vec<_> = shares.collect();
    let last = shares.pop();
    thread::scope(|scope| {
        let others: Vec<_> = shares.into_iter().map(|share| scope.spawn(share)).collect();
        if let Some(last) = last {
            last();
        }
        others.into_iter().try_for_each(|other| other.join().map_err(|_| Error::failed("the yardstick panicked")))
    })
}

fn repeat(way: Way, mut work: impl FnMut()) {
    for _ in 0..way.repeats {
        work();
    }
    settle();
}

fn copy(stores: Stores, to: &mut [f32], from: &[f32]) {
    stores.copy(to, from);
}

/// Adds the inputs, in their order, into each output. All are equally long.
fn sum(stores: Stores, inputs: &[&[f32]], outputs: &mut [&mut [f32]]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return wide::sum(stores, inputs, outputs);
    }
    tiles(stores, inputs, outputs);
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "calls a function for processors that have vectors of 256 bits")]
mod wide {
    use super::{Stores, tiles};

    #[target_feature(enable = "avx2")]
    fn wide(stores: Stores, inputs: &[&[f32]], outputs: &mut [&mut [f32]]) {
        tiles(stores, inputs, outputs);
    }

    pub fn sum(stores: Stores, inputs: &[&[f32]], outputs: &mut [&mut [f32]]) {
        // SAFETY: the caller has found that the processor has the feature.
        unsafe { wide(stores, inputs, outputs) };
    }
}

#[inline(always)]
fn tiles(stores: Stores, inputs: &[&[f32]], outputs: &mut [&mut [f32]]) {
    let length = inputs.first().map_or(0, |input| input.len());
    let mut tile = [0.0_f32; TILE];
    for first in (0..length).step_by(TILE) {
        let end = length.min(first + TILE);
        let Some(tile) = tile.get_mut(..end - first) else { return };
        tile.fill(0.0);
        let (fours, rest) = inputs.as_chunks::<4>();
        for four in fours {
            let [a, b, c, d] = four.map(|input| input.get(first..end).unwrap_or_default());
            for ((((sum, a), b), c), d) in tile.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                *sum = *sum + a + b + c + d;
            }
        }
        for input in rest {
            for (sum, element) in tile.iter_mut().zip(input.get(first..end).unwrap_or_default()) {
                *sum += element;
            }
        }
        for output in outputs.iter_mut() {
            if let Some(output) = output.get_mut(first..end) {
                stores.copy(output, tile);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_output_is_the_sum_of_all_inputs() {
        for ranks in [1, 2, 3, 8, 9] {
            let input = |rank: usize| (0..5000).map(|place| (place % 7 + rank) as f32).collect::<Vec<_>>();
            let inputs: Vec<Vec<f32>> = (0..ranks).map(input).collect();
            let inputs: Vec<&[f32]> = inputs.iter().map(Vec::as_slice).collect();
            for stores in [Stores::Ordinary, Stores::PastTheCache] {
                let mut memory = vec![vec![0.0_f32; 5000]; ranks];
                let mut outputs: Vec<&mut [f32]> = memory.iter_mut().map(Vec::as_mut_slice).collect();
                sum(stores, &inputs, &mut outputs);
                settle();
                for (place, element) in memory.iter().flat_map(|output| output.iter().enumerate()) {
                    assert_eq!(*element, (ranks * (place % 7) + ranks * (ranks - 1) / 2) as f32);
                }
            }
        }
    }

    #[test]
    fn shares_are_dealt_by_place() {
        let mut threads = Vec::new();
        spread(&mut threads, [1, 2].into_iter());
        spread(&mut threads, [3, 4].into_iter());
        assert_eq!(threads, [[1, 3], [2, 4]]);
    }
}
