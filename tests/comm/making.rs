//! The ways to a communicator.

use ascend_npu::{Communicator, CommunicatorOptions, Device, ErrorKind, Reduction, Result, World};

use crate::common::device;
use crate::support::{data, sum};

#[test]
fn all_ends_of_one_process_are_made_at_once() {
    // In another order than the devices'.
    let devices: Vec<Device> = [3, 1, 2].map(device).into();
    let ends = Communicator::all(&devices).unwrap();
    std::thread::scope(|scope| {
        for (rank, (comm, device)) in (0..).zip(ends.into_iter().zip(&devices)) {
            assert_eq!((comm.rank(), comm.size(), comm.device().id()), (rank, 3, device.id()));
            scope.spawn(move || {
                let mut buffer = comm.stream().upload_blocking(&data(rank, 20)).unwrap();
                comm.all_reduce_in_place(&mut buffer, Reduction::Sum).unwrap();
                assert_eq!(comm.stream().download_blocking(&buffer).unwrap(), sum(3, 20));
            });
        }
    });
    let refused = |devices: &[Device]| Communicator::all(devices).unwrap_err().to_string();
    assert!(refused(&[]).contains("no device was given"));
    assert!(
        refused(&[device(1), device(2), device(1)]).contains("device 1 was given twice, the second time for rank 2")
    );
}

#[test]
fn ranks_of_a_sub_communicator_keep_their_devices() {
    World::run(8, |rank| -> Result<()> {
        let me = rank.rank();
        let options = CommunicatorOptions::default();
        let low = rank.communicator.sub_communicator(&[1, 3], &options)?;
        let high = rank.communicator.sub_communicator(&[4, 5, 6, 7], &options)?;
        assert_eq!((low.is_some(), high.is_some()), (me == 1 || me == 3, me >= 4));
        if let Some(comm) = &high {
            assert_eq!((comm.rank(), comm.size(), comm.device().id()), (me - 4, 4, me));
        }
        for (comm, members) in [(low, [1, 3].as_slice()), (high, &[4, 5, 6, 7])] {
            let Some(comm) = comm else { continue };
            let stream = comm.device().stream()?;
            let mut out = comm.device().alloc(5 * members.len())?;
            comm.all_gather(&stream.upload_blocking(&data(me, 5))?, &mut out)?;
            let expected: Vec<f32> = members.iter().flat_map(|member| data(*member, 5)).collect();
            assert_eq!(stream.download_blocking(&out)?, expected);
        }
        // The whole goes on beside its parts.
        rank.communicator.barrier_within(std::time::Duration::from_secs(60))
    })
    .unwrap();
}

#[test]
fn two_sub_communicators_of_the_same_ranks_are_two() {
    World::run(2, |rank| -> Result<()> {
        let options = CommunicatorOptions::default();
        let parts: Vec<_> = (0..3)
            .map(|_| rank.communicator.sub_communicator(&[0, 1], &options).map(Option::unwrap))
            .collect::<Result<_>>()?;
        assert!(parts[0].name() != parts[1].name() && parts[1].name() != parts[2].name());
        let named = rank.communicator.sub_communicator(&[0, 1], &options.name("a part"))?.unwrap();
        assert_eq!(named.name(), "a part");
        // The whole goes first; its end waits for the parts.
        drop(rank);
        for comm in parts.iter().chain([&named]).rev() {
            let mut buffer = comm.stream().upload_blocking(&[1.0_f32])?;
            comm.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
            assert_eq!(comm.stream().download_blocking(&buffer)?, [2.0]);
        }
        Ok(())
    })
    .unwrap();
}

#[test]
fn parts_that_cannot_be_are_refused() {
    World::run(2, |rank| -> Result<()> {
        let (comm, options) = (&rank.communicator, CommunicatorOptions::default());
        let refused = |ranks: &[u32]| comm.sub_communicator(ranks, &options).unwrap_err().to_string();
        assert!(refused(&[]).contains("a part of no ranks was asked for"));
        assert!(refused(&[0, 2]).contains("rank 2 is not one of 2 ranks"));
        assert!(refused(&[1, 0]).contains("the ranks [1, 0] do not ascend, each once"));
        assert!(refused(&[1, 1]).contains("do not ascend"));
        let part = comm.sub_communicator(&[0, 1], &options)?.unwrap();
        assert_eq!(part.sub_communicator(&[0], &options).unwrap_err().kind(), ErrorKind::NotSupported);
        Ok(())
    })
    .unwrap();
}

#[test]
fn a_rank_that_fails_ends_what_others_wait_for_in_sub_communicators() {
    let error = World::run(3, |rank| -> Result<()> {
        let options = CommunicatorOptions::default();
        let part = rank.communicator.sub_communicator(&[0, 1], &options)?;
        match part {
            Some(part) if part.rank() == 0 => {
                let mut buffer = part.stream().upload_blocking(&[1.0_f32])?;
                part.all_reduce_in_place(&mut buffer, Reduction::Sum)
            }
            // Rank 1 keeps its end, and waits elsewhere.
            Some(_part) => rank.communicator.barrier_within(std::time::Duration::from_secs(600)),
            None => rank.device().alloc::<u8>(1 << 50).map(drop),
        }
    });
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.device()), (ErrorKind::OutOfMemory, Some(2)), "{error}");
}
