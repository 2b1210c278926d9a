//! For the tests: ZeRO stage 1 in the memory of the host, as plain as can be.
//!
//! Each rank is a thread that updates its shard of the parameters from the gradients of all ranks, added in their
//! order.

use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};
use std::thread;

use half::{bf16, f16};

use crate::cli::Dtype;
use crate::data;
use crate::engine::{ADAMW, Engine};
use crate::error::{Error, Result};
use crate::job::Job;
use crate::train::{Training, train};

/// What the ranks share.
struct Meeting {
    barrier: Barrier,
    /// Of each rank.
    gradients: Vec<Mutex<Vec<f32>>>,
    losses: Vec<Mutex<f64>>,
    /// Of each shard.
    parameters: Vec<Mutex<Vec<f32>>>,
    dtype: Dtype,
}

/// One rank of it.
struct HostAdam<'a> {
    meeting: &'a Meeting,
    rank: usize,
    /// Of the rank's shard: first and second moment, steps done, and where it begins.
    m: Vec<f32>,
    v: Vec<f32>,
    steps: i32,
    start: usize,
}

/// Runs the job on threads; the result is that of rank 0.
pub fn run(job: &Job) -> Result<Training> {
    let len = job.initial.len();
    let shards: Vec<_> = (0..job.world).map(|rank| data::share(len, job.world, rank)).collect();
    let meeting = Meeting {
        barrier: Barrier::new(job.world),
        gradients: shards.iter().map(|_| Mutex::new(vec![0.0; len])).collect(),
        losses: shards.iter().map(|_| Mutex::new(0.0)).collect(),
        parameters: shards.iter().map(|shard| Mutex::new(job.initial[shard.clone()].to_vec())).collect(),
        dtype: job.dtype,
    };
    let rank = |(rank, shard): (usize, &std::ops::Range<usize>)| {
        let (m, v) = (vec![0.0; shard.len()], vec![0.0; shard.len()]);
        train(rank, job, &mut HostAdam { meeting: &meeting, rank, m, v, steps: 0, start: shard.start })
    };
    thread::scope(|scope| {
        let threads: Vec<_> = shards.iter().enumerate().map(|shard| scope.spawn(move || rank(shard))).collect();
        let results = threads.into_iter().map(|t| t.join().unwrap_or_else(|_| Err(Error::failed("a rank panicked"))));
        results.collect::<Result<Vec<_>>>().map(|mut results| results.swap_remove(0))
    })
}

impl Engine for HostAdam<'_> {
    fn read_parameters(&mut self, parameters: &mut [f32]) -> Result<()> {
        let mut rest = parameters;
        for shard in &self.meeting.parameters {
            let shard = lock(shard);
            let (now, later) = rest.split_at_mut(shard.len());
            rest = later;
            for (now, value) in now.iter_mut().zip(&*shard) {
                *now = self.meeting.rounded(*value);
            }
        }
        Ok(())
    }

    fn add_gradients(&mut self, gradients: &[f32]) -> Result<()> {
        lock(&self.meeting.gradients[self.rank]).copy_from_slice(gradients);
        Ok(())
    }

    fn step(&mut self, lr: f32) -> Result<()> {
        self.meeting.barrier.wait();
        self.steps += 1;
        let [beta1, beta2, eps, decay] =
            [ADAMW.beta1, ADAMW.beta2, ADAMW.eps, ADAMW.weight_decay].map(|value| value as f32);
        let (correction1, correction2) = (1.0 - beta1.powi(self.steps), 1.0 - beta2.powi(self.steps));
        let mut sum = vec![0.0; self.m.len()];
        for gradients in &self.meeting.gradients {
            for (sum, gradient) in sum.iter_mut().zip(&lock(gradients)[self.start..]) {
                *sum += self.meeting.rounded(*gradient);
            }
        }
        let world = self.meeting.gradients.len() as f32;
        let mut shard = lock(&self.meeting.parameters[self.rank]);
        for (((w, m), v), sum) in shard.iter_mut().zip(&mut self.m).zip(&mut self.v).zip(sum) {
            let g = sum / world;
            *m = beta1 * *m + (1.0 - beta1) * g;
            *v = beta2 * *v + (1.0 - beta2) * g * g;
            let update = *m / correction1 / ((*v / correction2).sqrt() + eps);
            *w = *w * (1.0 - lr * decay) - lr * update;
        }
        drop(shard);
        self.meeting.barrier.wait();
        Ok(())
    }

    fn all_reduce_loss(&mut self, loss: f64) -> Result<f64> {
        *lock(&self.meeting.losses[self.rank]) = loss;
        self.meeting.barrier.wait();
        let sum = self.meeting.losses.iter().map(|loss| *lock(loss)).sum();
        self.meeting.barrier.wait();
        Ok(sum)
    }
}

impl Meeting {
    /// What is left of a value on its way to or from a device.
    fn rounded(&self, value: f32) -> f32 {
        match self.dtype {
            Dtype::Fp32 => value,
            Dtype::Fp16 => f16::from_f32(value).to_f32(),
            Dtype::Bf16 => bf16::from_f32(value).to_f32(),
        }
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
