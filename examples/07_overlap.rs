//! Work that overlaps with communication: a bucket is worked on while the one before it travels.
//!
//! `cargo run --example 07_overlap`
#![allow(
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "an example shows the short way"
)]

use ascend_npu::{Rank, Reduction, Result, World};

const RANKS: u32 = 2;
const BUCKETS: usize = 4;
/// Elements of a bucket in all; each rank owns half.
const LEN: usize = 1 << 18;

/// Reduces every bucket, changes this rank's share of it, and gathers the shares. Nothing in here waits: each operation is queued,
/// and what must come first follows from the buffers.
fn step(rank: &Rank, buckets: &mut [ascend_npu::DeviceBuffer<f32>]) -> Result<()> {
    let compute = rank.device().stream()?;
    let share = LEN / RANKS as usize;
    let own = rank.rank() as usize * share;
    for bucket in buckets.iter_mut() {
        // On the communicator's stream.
        rank.communicator.reduce_scatter_in_place(&mut *bucket, Reduction::Sum)?;
    }
    for (place, bucket) in buckets.iter_mut().enumerate() {
        // On the compute stream: waits for the reduction of this bucket, while those of later ones still run.
        compute.fill(bucket.slice_mut(own..own + share)?, place as f32)?;
        // On the communicator's stream again, while the compute stream is at the next bucket.
        rank.communicator.all_gather_in_place(&mut *bucket)?;
    }
    Ok(())
}

fn main() -> Result<()> {
    let results = World::run(RANKS, |rank| -> Result<Vec<f32>> {
        let all = rank.communicator.stream().upload_blocking(&vec![1.0; BUCKETS * LEN])?;
        let mut buckets = all.split(&[LEN; BUCKETS])?;
        step(&rank, &mut buckets)?;
        let stream = rank.communicator.stream();
        buckets.iter().map(|bucket| Ok(stream.download_blocking(bucket)?[LEN - 1])).collect()
    })?;
    println!("the last element of each bucket: {:?}", results[0]);
    assert!(results.iter().all(|result| *result == [0.0, 1.0, 2.0, 3.0]));
    Ok(())
}
