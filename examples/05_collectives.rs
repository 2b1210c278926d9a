//! Collectives: four ranks, one thread and one device each.
//!
//! `cargo run --example 05_collectives`
#![allow(
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "an example shows the short way"
)]

use ascend_npu::{Rank, Reduction, Result, World};

const RANKS: u32 = 4;

/// What every rank does. All ranks ask for the same collectives in the same order.
fn body(rank: Rank) -> Result<Vec<f32>> {
    let communicator = &rank.communicator;
    let stream = rank.device().stream()?;

    // Each rank's gradients: 8 elements, to be summed over the ranks, of which each keeps its share of 2.
    let gradients = stream.upload_blocking(&[rank.rank() as f32 + 1.0; 8])?;
    let mut shard = rank.device().alloc::<f32>(2)?;
    communicator.reduce_scatter(&gradients, &mut shard, Reduction::Sum)?;

    // Work on the share, on a stream of its own: it waits for the collective, and the next collective for it.
    if rank.rank() == 3 {
        stream.fill(&mut shard, -1.0)?;
    }
    let mut all = rank.device().alloc::<f32>(8)?;
    communicator.all_gather(&shard, &mut all)?;
    stream.download_blocking(&all)
}

fn main() -> Result<()> {
    let results = World::run(RANKS, body)?;
    println!("rank 0 has {:?}", results[0]);
    // 1 + 2 + 3 + 4, and the share that rank 3 has overwritten.
    assert!(results.iter().all(|result| *result == [10., 10., 10., 10., 10., 10., -1., -1.]));
    Ok(())
}
