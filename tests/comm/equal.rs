//! Collectives of equal parts.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use ascend_npu::{DeviceBuffer, Parts, Rank, Reduction, Result, World, bf16, f16};
use ascend_npu_mock::control::{self, Kind};

use crate::support::{WORLDS, data, sum};

#[test]
fn all_reduce_gives_every_rank_the_sum() {
    for world in WORLDS {
        World::run(world, |rank| -> Result<()> {
            let stream = rank.device().stream()?;
            for len in [1, 1003] {
                let source = stream.upload_blocking(&data(rank.rank(), len))?;
                let mut out = rank.device().alloc(len)?;
                rank.communicator.all_reduce(&source, &mut out, Reduction::Sum)?;
                assert_eq!(stream.download_blocking(&out)?, sum(world, len));
                assert_eq!(stream.download_blocking(&source)?, data(rank.rank(), len), "the source is left alone");
                let mut both = source;
                rank.communicator.all_reduce_in_place(&mut both, Reduction::Sum)?;
                assert_eq!(stream.download_blocking(&both)?, sum(world, len));
            }
            Ok(())
        })
        .unwrap();
    }
}

#[test]
fn reductions_work_in_the_element_type() {
    World::run(3, |rank| -> Result<()> {
        let (comm, stream) = (&rank.communicator, rank.communicator.stream());
        let number = rank.rank();
        let mut half = stream.upload_blocking(&[f16::from_f32(number as f32 + 0.5)])?;
        comm.all_reduce_in_place(&mut half, Reduction::Product)?;
        assert_eq!(stream.download_blocking(&half)?, [f16::from_f32(0.5 * 1.5 * 2.5)]);
        // 256 + 1 rounds back to 256 in bf16, each time.
        let mut brain = stream.upload_blocking(&[bf16::from_f32(if number == 0 { 256.0 } else { 1.0 })])?;
        comm.all_reduce_in_place(&mut brain, Reduction::Sum)?;
        assert_eq!(stream.download_blocking(&brain)?, [bf16::from_f32(256.0)]);
        let mut integer = stream.upload_blocking(&[i32::try_from(number).unwrap_or(0) - 1])?;
        comm.all_reduce_in_place(&mut integer, Reduction::Min)?;
        assert_eq!(stream.download_blocking(&integer)?, [-1]);
        let mut wide = stream.upload_blocking(&[i64::from(number)])?;
        comm.all_reduce_in_place(&mut wide, Reduction::Max)?;
        assert_eq!(stream.download_blocking(&wide)?, [2]);
        Ok(())
    })
    .unwrap();
}

#[test]
fn all_gather_and_reduce_scatter_keep_the_ranks_in_order() {
    for world in WORLDS {
        World::run(world, |rank| -> Result<()> {
            let (comm, stream) = (&rank.communicator, rank.device().stream()?);
            let (number, len) = (rank.rank() as usize, 101);
            let whole = len * world as usize;
            let parts: Vec<f32> = (0..world).flat_map(|rank| data(rank, len)).collect();
            let mut out = rank.device().alloc(whole)?;
            comm.all_gather(&stream.upload_blocking(&data(rank.rank(), len))?, &mut out)?;
            assert_eq!(stream.download_blocking(&out)?, parts);

            let mut alone = vec![-1.0; whole];
            alone[number * len..(number + 1) * len].copy_from_slice(&data(rank.rank(), len));
            let mut in_place = stream.upload_blocking(&alone)?;
            comm.all_gather_in_place(&mut in_place)?;
            assert_eq!(stream.download_blocking(&in_place)?, parts);

            let source = stream.upload_blocking(&data(rank.rank(), whole))?;
            let mut part = rank.device().alloc(len)?;
            comm.reduce_scatter(&source, &mut part, Reduction::Sum)?;
            let expected = sum(world, whole)[number * len..(number + 1) * len].to_vec();
            assert_eq!(stream.download_blocking(&part)?, expected);
            let mut in_place = source;
            comm.reduce_scatter_in_place(&mut in_place, Reduction::Sum)?;
            assert_eq!(stream.download_blocking(in_place.slice(number * len..(number + 1) * len)?)?, expected);
            Ok(())
        })
        .unwrap();
    }
}

#[test]
fn broadcast_gives_the_roots_data_from_any_root() {
    for root in 0..3 {
        World::run(3, |rank| -> Result<()> {
            let mut buffer = rank.communicator.stream().upload_blocking(&data(rank.rank(), 77))?;
            rank.communicator.broadcast(&mut buffer, root)?;
            assert_eq!(rank.communicator.stream().download_blocking(&buffer)?, data(root, 77));
            Ok(())
        })
        .unwrap();
    }
}

#[test]
fn a_collective_waits_for_the_writers_and_readers_of_its_buffers() {
    let _late = [Kind::CopyDeviceToDevice, Kind::AllReduce]
        .map(|kind| control::delay_operations(kind, Duration::from_millis(30)));
    World::run(2, |rank| -> Result<()> {
        let (compute, other) = (rank.device().stream()?, rank.device().stream()?);
        let source = compute.upload_blocking(&data(rank.rank(), 500))?;
        let (mut buffer, mut copy) = (rank.device().alloc(500)?, rank.device().alloc(500)?);
        compute.copy(&source, &mut buffer)?;
        other.copy(&buffer, &mut copy)?;
        rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
        assert_eq!(compute.download_blocking(&buffer)?, sum(2, 500));
        assert_eq!(other.download_blocking(&copy)?, data(rank.rank(), 500), "read before the reduction");
        Ok(())
    })
    .unwrap();
}

#[test]
fn a_communicator_dropped_with_work_lets_it_finish() {
    let _late = control::delay_operations(Kind::AllGather, Duration::from_millis(30));
    World::run(2, |rank| -> Result<()> {
        let stream = rank.device().stream()?;
        let source = stream.upload_blocking(&data(rank.rank(), 50))?;
        let mut out = rank.device().alloc(100)?;
        let Rank { communicator } = rank;
        communicator.all_gather(&source, &mut out)?;
        drop((communicator, source));
        let parts: Vec<f32> = (0..2).flat_map(|rank| data(rank, 50)).collect();
        assert_eq!(stream.download_blocking(&out)?, parts);
        assert!(stream.device().take_deferred_errors().is_empty());
        Ok(())
    })
    .unwrap();
}

#[test]
fn nothing_to_send_is_no_work_and_no_meeting() {
    World::run(2, |rank| -> Result<()> {
        let mut empty = rank.device().alloc::<f32>(0)?;
        // Only one rank calls: with elements it would wait for the other for ever.
        if rank.rank() == 0 {
            rank.communicator.all_reduce_in_place(&mut empty, Reduction::Sum)?;
        }
        rank.communicator.stream().synchronize()
    })
    .unwrap();
}

#[test]
fn reduce_gives_the_sum_to_the_root_alone() {
    for root in 0..3 {
        World::run(3, |rank| -> Result<()> {
            let stream = rank.device().stream()?;
            let source = stream.upload_blocking(&data(rank.rank(), 77))?;
            let mut out = rank.device().alloc(77)?;
            rank.communicator.reduce(&source, &mut out, Reduction::Sum, root)?;
            let mut both = stream.upload_blocking(&data(rank.rank(), 77))?;
            rank.communicator.reduce_in_place(&mut both, Reduction::Max, root)?;
            assert_eq!(stream.download_blocking(&source)?, data(rank.rank(), 77), "the source is left alone");
            if rank.rank() == root {
                assert_eq!(stream.download_blocking(&out)?, sum(3, 77));
                let max = |place: usize| (0..3).map(|rank| data(rank, 77)[place]).fold(f32::MIN, f32::max);
                assert_eq!(stream.download_blocking(&both)?, (0..77).map(max).collect::<Vec<_>>());
            }
            Ok(())
        })
        .unwrap();
    }
}

#[test]
fn scatter_gives_each_rank_its_part_of_the_roots() {
    for (world, root) in [(1, 0), (3, 0), (3, 2), (8, 5)] {
        World::run(world, |rank| -> Result<()> {
            let (comm, stream, number) = (&rank.communicator, rank.device().stream()?, rank.rank() as usize);
            let whole = data(root, 13 * world as usize);
            let mine = &whole[13 * number..13 * (number + 1)];
            let source = stream.upload_blocking(&data(rank.rank(), whole.len()))?;
            let mut part = rank.device().alloc(13)?;
            let given = (rank.rank() == root).then(|| source.as_slice());
            comm.scatter(given, &mut part, root)?;
            assert_eq!(stream.download_blocking(&part)?, mine);
            // What another rank gives is not looked at, not even its length.
            comm.scatter(
                Some(if rank.rank() == root { source.as_slice() } else { part.as_slice() }),
                &mut rank.device().alloc(13)?,
                root,
            )?;

            let mut in_place = source;
            comm.scatter_in_place(&mut in_place, root)?;
            assert_eq!(stream.download_blocking(in_place.slice(13 * number..13 * (number + 1))?)?, mine);
            if rank.rank() == root {
                assert_eq!(stream.download_blocking(&in_place)?, whole, "the root's parts stay");
            }
            Ok(())
        })
        .unwrap();
    }
}

#[test]
fn nobody_passes_a_barrier_before_all_have_come() {
    let arrived = AtomicU32::new(0);
    World::run(4, |rank| -> Result<()> {
        for round in 1..=3 {
            std::thread::sleep(Duration::from_millis(u64::from(rank.rank()) * 5));
            arrived.fetch_add(1, Ordering::SeqCst);
            rank.communicator.barrier_within(Duration::from_secs(60))?;
            assert!(arrived.load(Ordering::SeqCst) >= 4 * round);
            rank.communicator.barrier()?;
            rank.communicator.stream().synchronize()?;
        }
        Ok(())
    })
    .unwrap();
}

#[test]
fn one_rank_alone_copies() {
    World::run(1, |rank| -> Result<()> {
        let (comm, stream) = (&rank.communicator, rank.device().stream()?);
        let source = stream.upload_blocking(&data(0, 50))?;
        let download = |out: &DeviceBuffer<f32>| stream.download_blocking(out);
        let fresh = || stream.upload_blocking(&[-1.0_f32; 50]);
        let (mut a, mut b, mut c, mut d) = (fresh()?, fresh()?, fresh()?, fresh()?);
        comm.all_gather(&source, &mut a)?;
        comm.reduce_scatter(&source, &mut b, Reduction::Sum)?;
        comm.reduce(&source, &mut c, Reduction::Max, 0)?;
        comm.all_to_all(&source, &mut d)?;
        for out in [&a, &b, &c, &d] {
            assert_eq!(download(out)?, data(0, 50));
        }
        let (mut a, mut b, parts) = (fresh()?, fresh()?, Parts::packed(&[50]));
        comm.all_gather_v(&source, &mut a, &parts)?;
        comm.reduce_scatter_v(&source, &parts, &mut b, Reduction::Sum)?;
        comm.batch().send(&a, 0)?.receive(&mut c, 0)?.queue()?;
        comm.all_gather_in_place(&mut a)?;
        comm.reduce_scatter_in_place(&mut b, Reduction::Sum)?;
        comm.broadcast(&mut b, 0)?;
        for out in [&a, &b, &c] {
            assert_eq!(download(out)?, data(0, 50));
        }
        comm.barrier_within(Duration::from_secs(60))
    })
    .unwrap();
}
