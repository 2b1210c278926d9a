//! The plain pass: as many bytes as the kernel moves, read and written by all cores, with next to no arithmetic.
//!
//! Its buffers are pinned host memory, which the software device takes from the system as it takes device memory, in large
//! pages where there are some. Ordinary memory would be slower to walk through, and the kernel would look better than it is.
//!
//! Each set is cut into parts that the threads take in turn, as the software device deals out the blocks of a launch: a
//! thread that another program holds up does not hold up the rest. There is no pause between sets.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ascend_npu::{Device, PinnedBuffer};

use crate::case::{Access, Array, Case};
use crate::error::{Error, Result};
use crate::machine;
use crate::measure::Work;
use crate::plan::Plan;

/// Parts of a set for each thread.
const PARTS: usize = 4;
/// Parts begin at multiples of this many elements: whole cache lines in every type.
const ALIGNMENT: usize = 64;
/// Elements of one array that are passed over before the next array.
const LINE: usize = 256;
/// Bytes of what is counted: every element is some of these.
const WORD: usize = 2;

/// Buffers as large as the kernel's. What numbers the bytes stand for does not matter here.
pub struct Pass {
    plan: Plan,
    threads: usize,
    turn: usize,
    arrays: Vec<(Array, PinnedBuffer<u16>)>,
}

/// Of one array, what a thread goes through at once.
struct Piece<'a> {
    words: &'a mut [u16],
    /// Words of a line.
    line: usize,
    access: Access,
}

/// A piece of each array.
type Part<'a> = Mutex<Vec<Piece<'a>>>;

impl Pass {
    /// Makes the pass for a plan; its buffers are touched already.
    pub fn new(device: &Device, case: Case, plan: Plan) -> Result<Self> {
        let mut arrays = Vec::new();
        for array in case.arrays() {
            arrays.push((array, device.pinned(plan.elements() * array.bytes / WORD)?));
        }
        Ok(Self { plan, threads: machine::threads(), turn: 0, arrays })
    }

    /// All parts, set by set, and the number of parts of a set.
    fn parts(&mut self) -> (Vec<Part<'_>>, usize) {
        let Plan { len, sets, offset, .. } = self.plan;
        let stride = self.plan.stride();
        let size = len.div_ceil(PARTS * self.threads).next_multiple_of(ALIGNMENT);
        let of_a_set = len.div_ceil(size);
        let mut parts: Vec<Vec<Piece<'_>>> = (0..sets * of_a_set).map(|_| Vec::new()).collect();
        for (Array { bytes, access }, buffer) in &mut self.arrays {
            let words = *bytes / WORD;
            let sets = buffer.chunks_mut(stride * words);
            let pieces = sets.flat_map(|set| {
                let set = set.get_mut(offset * words..(offset + len) * words).unwrap_or_default();
                set.chunks_mut(size * words)
            });
            for (part, piece) in parts.iter_mut().zip(pieces) {
                part.push(Piece { words: piece, line: LINE * words, access: *access });
            }
        }
        (parts.into_iter().map(Mutex::new).collect(), of_a_set)
    }
}

impl Work for Pass {
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
                    pass_over(&mut part.lock().unwrap_or_else(PoisonError::into_inner));
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

/// Touches the pieces as the kernel touches its arrays, a line of each in turn: the compiler makes vector instructions of that,
/// and the memory sees few streams change places.
fn pass_over(pieces: &mut [Piece<'_>]) {
    let lines = pieces.iter().map(|piece| piece.words.len().div_ceil(piece.line)).max().unwrap_or(0);
    for line in 0..lines {
        for Piece { words, line: len, access } in &mut *pieces {
            let (start, end) = (line * *len, ((line + 1) * *len).min(words.len()));
            let words = words.get_mut(start..end).unwrap_or_default();
            match access {
                Access::Read => {
                    black_box(words.iter().fold(0, |sum, word| sum ^ word));
                }
                Access::Update => words.iter_mut().for_each(|word| *word = word.wrapping_add(1)),
                Access::Write => words.fill(black_box(7)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Dtype;

    #[test]
    fn every_element_of_each_set_is_passed_as_often_as_asked() {
        let device = ascend_npu::Driver::open().unwrap().device(0).unwrap();
        for (len, offset) in [(1, 0), (63, 1), (1000, 3), (4099, 0)] {
            let plan = Plan::new(Case::Scale(Dtype::Fp16), len, offset, Some(3), None).unwrap();
            let mut pass = Pass::new(&device, Case::Scale(Dtype::Fp16), plan).unwrap();
            // 5 passes over 3 sets: the third set was passed once; one more makes it twice.
            pass.round(5).unwrap();
            pass.round(1).unwrap();
            for place in 0..plan.elements() {
                let is_in_a_set = (offset..offset + len).contains(&(place % plan.stride()));
                assert_eq!(pass.arrays[0].1[place], if is_in_a_set { 2 } else { 0 }, "{place}");
            }
        }
    }

    #[test]
    fn what_is_written_is_written_and_what_is_read_stays() {
        let device = ascend_npu::Driver::open().unwrap().device(0).unwrap();
        let case = Case::Cast(Dtype::Fp32, Dtype::Fp16);
        let mut pass = Pass::new(&device, case, Plan::new(case, 1000, 0, Some(1), None).unwrap()).unwrap();
        assert!(pass.round(2).unwrap() > Duration::ZERO);
        let [(_, read), (_, written)] = &pass.arrays[..] else { panic!("two arrays") };
        assert!(read[..2000].iter().all(|&word| word == 0) && written[..1000].iter().all(|&word| word == 7));
    }
}
