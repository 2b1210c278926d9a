//! The plain pass: as many bytes as the kernel moves, read and written by all cores, with next to no arithmetic.
//!
//! Its buffers are pinned host memory, which the software device takes from the system as it takes device memory, in large
//! pages where there are some. Ordinary memory would be slower to walk through, and the kernel would look better than it is.
//!
//! Each set is cut into parts that the threads take in turn, as the software device deals out the blocks of a launch: a
//! thread that another program holds up does not hold up the rest. There is no pause between sets.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ascend_npu::{Device, PinnedBuffer};
use bytemuck::Pod;

use crate::error::{Error, Result};
use crate::machine;
use crate::measure::Work;
use crate::plan::Plan;
use crate::types::{CopyOut, Gradient, Types};

/// Parts of a set for each thread.
const PARTS: usize = 4;
/// Parts begin at multiples of this many elements: whole cache lines in every type.
const ALIGNMENT: usize = 64;
/// Elements of one kind that are passed over before the next kind: a cache line or two of each.
const LINE: usize = 32;

/// Makes the pass for a plan; its buffers are touched already.
pub fn new(device: &Device, plan: Plan, types: Types) -> Result<Box<dyn Work>> {
    Ok(match types.gradient {
        Gradient::Fp32 => Box::new(Pass::<u32>::new(device, plan, types)?),
        Gradient::Fp16 | Gradient::Bf16 => Box::new(Pass::<u16>::new(device, plan, types)?),
    })
}

/// Buffers as large as the kernel's. `G` is as wide as a gradient; what numbers the bytes stand for does not matter here.
struct Pass<G: Pod> {
    plan: Plan,
    threads: usize,
    turn: usize,
    gradient: PinnedBuffer<G>,
    state: [PinnedBuffer<u32>; 3],
    /// Empty when the kernel writes no copy.
    copy: PinnedBuffer<u16>,
}

/// What a thread goes through at once.
struct Part<'a, G> {
    gradient: &'a [G],
    master: &'a mut [u32],
    moment1: &'a mut [u32],
    moment2: &'a mut [u32],
    copy: &'a mut [u16],
}

impl<G: Pod> Pass<G> {
    fn new(device: &Device, plan: Plan, types: Types) -> Result<Self> {
        let copied = if types.copy == CopyOut::None { 0 } else { plan.elements() };
        let part = || device.pinned(plan.elements());
        Ok(Self {
            plan,
            threads: machine::threads(),
            turn: 0,
            gradient: device.pinned(plan.elements())?,
            state: [part()?, part()?, part()?],
            copy: device.pinned(copied)?,
        })
    }

    /// All parts, set by set, and the number of parts of a set.
    fn parts(&mut self) -> (Vec<Mutex<Part<'_, G>>>, usize) {
        let Plan { len, .. } = self.plan;
        let stride = self.plan.stride();
        let size = len.div_ceil(PARTS * self.threads).next_multiple_of(ALIGNMENT);
        let [master, moment1, moment2] = &mut self.state;
        let mut copies = self.copy.chunks_mut(stride);
        let sets = (self.gradient.chunks(stride))
            .zip(master.chunks_mut(stride))
            .zip(moment1.chunks_mut(stride).zip(moment2.chunks_mut(stride)));
        let mut parts = Vec::new();
        for ((gradient, master), (moment1, moment2)) in sets {
            let mut copies = first(copies.next().unwrap_or_default(), len).chunks_mut(size);
            let gradient = gradient.get(..len).unwrap_or_default();
            let cuts = (gradient.chunks(size).zip(first(master, len).chunks_mut(size)))
                .zip(first(moment1, len).chunks_mut(size).zip(first(moment2, len).chunks_mut(size)));
            for ((gradient, master), (moment1, moment2)) in cuts {
                let copy = copies.next().unwrap_or_default();
                parts.push(Mutex::new(Part { gradient, master, moment1, moment2, copy }));
            }
        }
        (parts, len.div_ceil(size))
    }
}

impl<G: Pod + Into<u32> + Sync> Work for Pass<G> {
    fn round(&mut self, repeats: usize) -> Result<Duration> {
        let (threads, first_set, sets) = (self.threads, self.turn, self.plan.sets);
        self.turn = (self.turn + repeats) % sets;
        let (parts, of_a_set) = self.parts();
        let (next, end) = (AtomicUsize::new(0), of_a_set * repeats);
        let barrier = Barrier::new(threads);
        let walk = || {
            barrier.wait();
            let started = Instant::now();
            loop {
                let turn = next.fetch_add(1, Ordering::Relaxed);
                if turn >= end {
                    return (started, Instant::now());
                }
                let set = (first_set + turn / of_a_set) % sets;
                if let Some(part) = parts.get(set * of_a_set + turn % of_a_set) {
                    part.lock().unwrap_or_else(PoisonError::into_inner).run();
                }
            }
        };
        let times = thread::scope(|scope| {
            let walkers: Vec<_> = (0..threads).map(|_| scope.spawn(walk)).collect();
            walkers.into_iter().map(thread::ScopedJoinHandle::join).collect::<thread::Result<Vec<_>>>()
        });
        let times = times.map_err(|_| Error::failed("a thread of the plain pass panicked"))?;
        let started = times.iter().map(|&(started, _)| started).min();
        let ended = times.iter().map(|&(_, ended)| ended).max();
        Ok(started.zip(ended).map_or(Duration::ZERO, |(started, ended)| ended - started))
    }
}

impl<G: Copy + Into<u32>> Part<'_, G> {
    /// Reads and writes what `adam` does, a line at a time: the compiler makes vector instructions of that, and the memory sees
    /// few streams change places. Of the plain ways to write it this was the fastest on the machine it was tried on.
    fn run(&mut self) {
        let (gradient, gradient_rest) = self.gradient.as_chunks::<LINE>();
        let (master, master_rest) = self.master.as_chunks_mut::<LINE>();
        let (moment1, moment1_rest) = self.moment1.as_chunks_mut::<LINE>();
        let (moment2, moment2_rest) = self.moment2.as_chunks_mut::<LINE>();
        let (copy, copy_rest) = self.copy.as_chunks_mut::<LINE>();
        let lines = gradient.iter().zip(master).zip(moment1.iter_mut().zip(moment2));
        if copy.is_empty() {
            for ((gradient, master), (moment1, moment2)) in lines {
                pass_over(gradient, master, moment1, moment2, &mut []);
            }
        } else {
            for (((gradient, master), (moment1, moment2)), copy) in lines.zip(copy) {
                pass_over(gradient, master, moment1, moment2, copy);
            }
        }
        pass_over(gradient_rest, master_rest, moment1_rest, moment2_rest, copy_rest);
    }
}

/// Reads g, reads and writes w, m and v, and writes the copy if there is room for one.
#[inline(always)]
fn pass_over<G: Copy + Into<u32>>(g: &[G], w: &mut [u32], m: &mut [u32], v: &mut [u32], copy: &mut [u16]) {
    for w in &mut *w {
        *w = w.wrapping_add(1);
    }
    for (m, &g) in m.iter_mut().zip(g) {
        *m = m.wrapping_add(g.into());
    }
    for v in v {
        *v = v.wrapping_add(1);
    }
    for (copy, &w) in copy.iter_mut().zip(&*w) {
        *copy = w as u16;
    }
}

/// The first `len` elements, or all if there are fewer.
fn first<T>(slice: &mut [T], len: usize) -> &mut [T] {
    let len = len.min(slice.len());
    slice.split_at_mut(len).0
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: Types = Types { gradient: Gradient::Bf16, copy: CopyOut::Bf16 };

    #[test]
    fn every_element_of_each_set_is_passed_as_often_as_asked() {
        let device = ascend_npu::Driver::open().unwrap().device(0).unwrap();
        for (len, copy) in [(1, CopyOut::Fp16), (63, CopyOut::None), (1000, CopyOut::Fp16), (4099, CopyOut::None)] {
            let types = Types { copy, ..TYPES };
            let plan = Plan::new(len, types, Some(3), None).unwrap();
            let mut pass = Pass::<u16>::new(&device, plan, types).unwrap();
            pass.gradient.fill(2);
            // 5 passes over 3 sets: the third set was passed once; one more makes it twice, and 2 of each.
            pass.round(5).unwrap();
            pass.round(1).unwrap();
            let [master, moment1, moment2] = &pass.state;
            for place in 0..plan.elements() {
                let times = if place % plan.stride() < len { 2 } else { 0 };
                assert_eq!([master[place], moment1[place], moment2[place]], [times, 2 * times, times], "{place}");
                if copy != CopyOut::None {
                    assert_eq!(u32::from(pass.copy[place]), times, "{place}");
                }
            }
        }
    }

    #[test]
    fn a_pass_takes_time_and_more_passes_take_more() {
        let device = ascend_npu::Driver::open().unwrap().device(0).unwrap();
        let plan = Plan::new(100_000, TYPES, Some(1), None).unwrap();
        let mut pass = new(&device, plan, TYPES).unwrap();
        assert!(pass.round(1).unwrap() > Duration::ZERO);
    }
}
