//! Communicators and collectives.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::cast_precision_loss,
    reason = "a test may fail"
)]

mod common;

use std::time::Duration;

use ascend_npu::{Communicator, Error, ErrorKind, Rank, Reduction, Result, RootInfo, World, bf16, f16};
use ascend_npu_mock::control::{self, Kind};
use common::{device, values};

/// What rank `rank` sends: multiples of 1/8 below 1, whose sums are exact.
fn data(rank: u32, len: usize) -> Vec<f32> {
    values(len, u64::from(rank) + 1).iter().map(|value| (value * 8.0).round() / 8.0).collect()
}

fn sum(world: u32, len: usize) -> Vec<f32> {
    let all: Vec<_> = (0..world).map(|rank| data(rank, len)).collect();
    (0..len).map(|place| all.iter().map(|of| of[place]).sum()).collect()
}

const WORLDS: [u32; 4] = [1, 2, 3, 8];

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
fn arguments_that_do_not_fit_are_refused() {
    World::run(2, |rank| -> Result<()> {
        let comm = &rank.communicator;
        let (three, mut four) = (rank.device().alloc::<f32>(3)?, rank.device().alloc::<f32>(4)?);
        let mut five = rank.device().alloc::<f32>(5)?;
        let text = |error: Error| error.to_string();
        let number = rank.rank();
        assert_eq!(
            text(comm.all_reduce(&three, &mut four, Reduction::Sum).unwrap_err()),
            format!("all_reduce on device {number}: the source has 3 elements, the destination 4")
        );
        assert_eq!(
            text(comm.all_gather(&three, &mut four).unwrap_err()),
            format!("all_gather on device {number}: 4 elements are not 2 parts of 3; pad to a multiple of the ranks")
        );
        assert!(
            text(comm.reduce_scatter_in_place(&mut five, Reduction::Sum).unwrap_err())
                .contains("5 elements are not 2 parts of 2")
        );
        assert!(text(comm.broadcast(&mut five, 2).unwrap_err()).contains("root 2 is not one of 2 ranks"));
        let mut brain = rank.device().alloc::<bf16>(4)?;
        let error = comm.all_reduce_in_place(&mut brain, Reduction::Product).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotSupported);
        Ok(())
    })
    .unwrap();
}

#[test]
fn worlds_that_cannot_be_are_refused() {
    let run = |size| World::run(size, |_| -> Result<()> { Ok(()) }).unwrap_err();
    assert_eq!(run(0).to_string(), "World::run: 0 ranks were asked for; ask for 1 or more");
    assert_eq!(run(99).kind(), ErrorKind::NoDevice);
    assert!(run(99).to_string().contains("99 ranks were asked for, but this process sees 8 devices"));
}

#[test]
fn a_rank_that_panics_is_an_error_that_names_it() {
    let error = World::run(2, |rank| -> Result<()> {
        if rank.rank() == 1 {
            panic!("as the test wants");
        }
        Ok(())
    });
    assert_eq!(error.unwrap_err().to_string(), "World::run: rank 1 panicked: as the test wants");
}

#[test]
fn an_error_of_a_rank_is_the_worlds() {
    let error =
        World::run(3, |rank| if rank.rank() == 2 { rank.device().alloc::<u8>(1 << 50).map(drop) } else { Ok(()) });
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.device()), (ErrorKind::OutOfMemory, Some(2)));
}

#[test]
fn root_information_travels_as_bytes() {
    let root = RootInfo::create(&device(0)).unwrap();
    let bytes = root.to_bytes();
    assert_eq!(bytes.len(), 4108);
    let comm = Communicator::new(&device(0), &RootInfo::from_bytes(&bytes).unwrap(), 1, 0).unwrap();
    assert_eq!((comm.rank(), comm.size()), (0, 1));
    assert!(comm.check().is_ok());
    assert!(
        RootInfo::from_bytes(&bytes[1..]).unwrap_err().to_string().contains("4107 bytes were given, 4108 are needed")
    );
    let error = Communicator::new(&device(0), &root, 2, 2).unwrap_err();
    assert!(error.to_string().contains("rank 2 of 2 ranks was asked for"));
}
