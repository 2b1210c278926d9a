//! The sequential model: every step is done at once, in the order of the program, on the host.
//!
//! A NaN stands for any value at all: what a collective leaves undefined, and what is computed from that.

use std::collections::HashMap;

use super::program::{Collective, Fate, Id, Part, Step, content};

/// What one rank holds.
#[derive(Clone, Default)]
struct Rank {
    buffers: HashMap<Id, Vec<f32>>,
    downloads: HashMap<Id, Vec<f32>>,
}

/// What a rank must find.
#[derive(Clone, Debug)]
pub struct Expected {
    /// What downloads give.
    pub downloads: HashMap<Id, Vec<f32>>,
    /// What buffers hold in the end.
    pub buffers: HashMap<Id, Vec<f32>>,
}

/// Whether a result is what the model says.
pub fn agrees(found: &[f32], expected: &[f32]) -> bool {
    found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| expected.is_nan() || found == expected)
}

/// Does all steps on all ranks.
pub fn run(steps: &[(bool, Step)], ranks: usize, with_kernels: bool) -> Vec<Expected> {
    let mut all = vec![Rank::default(); ranks];
    for (_, step) in steps {
        if let Step::Collective { which, from, to, root } = step {
            collective(&mut all, *which, from, to, *root);
            continue;
        }
        for (number, rank) in all.iter_mut().enumerate() {
            rank.step(step, number, with_kernels);
        }
    }
    all.into_iter().map(|rank| Expected { downloads: rank.downloads, buffers: rank.buffers }).collect()
}

impl Rank {
    fn read(&self, part: &Part) -> Vec<f32> {
        self.buffers[&part.buffer][part.range.clone()].to_vec()
    }

    fn write(&mut self, part: &Part, values: &[f32]) {
        self.buffers.get_mut(&part.buffer).unwrap()[part.range.clone()].copy_from_slice(values);
    }

    fn step(&mut self, step: &Step, rank: usize, with_kernels: bool) {
        match step {
            Step::Alloc { buffer, len, salt, .. } => drop(self.buffers.insert(*buffer, content(*len, *salt, rank))),
            Step::Split { buffer, into } => {
                let whole = self.buffers.remove(buffer).unwrap();
                let (first, second) = whole.split_at(into[0].1);
                self.buffers.extend([(into[0].0, first.to_vec()), (into[1].0, second.to_vec())]);
            }
            Step::Fill { to, .. } => self.write(to, &vec![0.0; to.range.len()]),
            Step::Copy { from, to, .. } => self.write(to, &self.read(from)),
            Step::CopyWithin { buffer, len, .. } => {
                self.buffers.get_mut(buffer).unwrap().copy_within(0..*len, *len);
            }
            Step::Upload { to, salt, .. } => self.write(to, &content(to.range.len(), *salt, rank)),
            Step::Download { from, pending, .. } => drop(self.downloads.insert(*pending, self.read(from))),
            Step::Adam { parts, scale, .. } if with_kernels => self.adam(parts, *scale),
            Step::AdamWithin { buffer, len, scale, .. } if with_kernels => {
                let part = |place| Part { buffer: *buffer, range: place * len..(place + 1) * len };
                self.adam(&[0, 1, 2, 3].map(part), *scale);
            }
            Step::DropBuffer { buffer } | Step::ForgetBuffer { buffer } => drop(self.buffers.remove(buffer)),
            Step::End { pending, fate: Fate::Drop | Fate::Forget } => drop(self.downloads.remove(pending)),
            _ => {}
        }
    }

    /// AdamW with both betas 0 and learning rate 1: what it computes is then exact, whatever the order of its operations.
    fn adam(&mut self, [gradient, master, moment1, moment2]: &[Part; 4], scale: f32) {
        let gradient = self.read(gradient);
        let old = [master, moment1, moment2].map(|part| self.read(part));
        for (place, g) in gradient.into_iter().enumerate() {
            let g = g * scale;
            let [w, m, v] = [0, 1, 2].map(|of: usize| old[of][place]);
            // The old moments are multiplied by 0, which keeps what is no number.
            let (m, v) = (0.0 * m + g, 0.0 * v + g * g);
            let w = w - m / (v.sqrt() + EPS);
            for (part, value) in [(master, w), (moment1, m), (moment2, v)] {
                self.buffers.get_mut(&part.buffer).unwrap()[part.range.start + place] = value;
            }
        }
    }
}

/// Nothing beside any gradient but 0, which it keeps from being divided by.
pub const EPS: f32 = 1e-30;

fn collective(ranks: &mut [Rank], which: Collective, from: &Part, to: &Part, root: usize) {
    let size = ranks.len();
    let sum = |sources: &[Vec<f32>]| -> Vec<f32> {
        let mut sum = sources[0].clone();
        for other in &sources[1..] {
            sum.iter_mut().zip(other).for_each(|(sum, value)| *sum += value);
        }
        sum
    };
    let read = |ranks: &[Rank], part: &Part| ranks.iter().map(|rank| rank.read(part)).collect::<Vec<_>>();
    let of_rank = |part: &Part, rank: usize| {
        let len = part.range.len() / size;
        let start = part.range.start + rank * len;
        Part { buffer: part.buffer, range: start..start + len }
    };
    match which {
        Collective::AllReduce | Collective::AllReduceInPlace => {
            let source = if which == Collective::AllReduce { from } else { to };
            let sum = sum(&read(ranks, source));
            ranks.iter_mut().for_each(|rank| rank.write(to, &sum));
        }
        Collective::AllGather => {
            let all = read(ranks, from).concat();
            ranks.iter_mut().for_each(|rank| rank.write(to, &all));
        }
        Collective::AllGatherInPlace => {
            let parts = ranks.iter().enumerate().map(|(number, rank)| rank.read(&of_rank(to, number)));
            let all: Vec<f32> = parts.flatten().collect();
            ranks.iter_mut().for_each(|rank| rank.write(to, &all));
        }
        Collective::ReduceScatter => {
            let sum = sum(&read(ranks, from));
            let len = to.range.len();
            for (number, rank) in ranks.iter_mut().enumerate() {
                rank.write(to, &sum[number * len..(number + 1) * len]);
            }
        }
        Collective::ReduceScatterInPlace => {
            let sum = sum(&read(ranks, to));
            for (number, rank) in ranks.iter_mut().enumerate() {
                let own = of_rank(to, number);
                rank.write(to, &vec![f32::NAN; to.range.len()]);
                let start = own.range.start - to.range.start;
                rank.write(&own, &sum[start..start + own.range.len()]);
            }
        }
        Collective::Broadcast => {
            let value = ranks[root].read(to);
            ranks.iter_mut().for_each(|rank| rank.write(to, &value));
        }
    }
}
