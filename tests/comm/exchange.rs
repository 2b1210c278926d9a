//! Collectives in which every rank has something for every other.

use ascend_npu::{Parts, Result, World};

use crate::support::{WORLDS, data};

#[test]
fn all_to_all_transposes() {
    for world in WORLDS {
        World::run(world, |rank| -> Result<()> {
            let (stream, ranks) = (rank.device().stream()?, world as usize);
            let source = stream.upload_blocking(&data(rank.rank(), 7 * ranks))?;
            let mut out = rank.device().alloc(7 * ranks)?;
            rank.communicator.all_to_all(&source, &mut out)?;
            let place = 7 * rank.rank() as usize;
            let expected = (0..world).flat_map(|from| data(from, 7 * ranks)[place..place + 7].to_vec());
            assert_eq!(stream.download_blocking(&out)?, expected.collect::<Vec<_>>());
            Ok(())
        })
        .unwrap();
    }
}

/// What `from` sends to `to`: none to the next rank.
fn count(from: usize, to: usize, world: usize) -> usize {
    if (from + 1) % world == to { 0 } else { 1 + from + 3 * to }
}

#[test]
fn all_to_all_v_takes_parts_of_any_length_from_any_place() {
    let world = 4;
    World::run(4, |rank| -> Result<()> {
        let (stream, me) = (rank.device().stream()?, rank.rank() as usize);
        let sent: Vec<usize> = (0..world).map(|to| count(me, to, world)).collect();
        let received: Vec<usize> = (0..world).map(|from| count(from, me, world)).collect();
        // The parts sent lie apart, in the other order.
        let offsets: Vec<usize> = (0..world).map(|to| 20 * (world - 1 - to)).collect();
        let source = stream.upload_blocking(&data(rank.rank(), 80))?;
        let mut out = rank.device().alloc(received.iter().sum())?;
        let received = Parts::packed(&received);
        rank.communicator.all_to_all_v(&source, &Parts::at(&sent, &offsets)?, &mut out, &received)?;
        let place = 20 * (world - 1 - me);
        let part = |from: usize| data(u32::try_from(from).unwrap(), 80)[place..place + count(from, me, world)].to_vec();
        assert_eq!(stream.download_blocking(&out)?, (0..world).flat_map(part).collect::<Vec<_>>());
        Ok(())
    })
    .unwrap();
}

#[test]
fn a_rank_with_nothing_to_exchange_takes_part_in_all_to_all_v() {
    World::run(3, |rank| -> Result<()> {
        let (stream, me) = (rank.device().stream()?, rank.rank() as usize);
        let between = |from: usize, to: usize| if from == 2 || to == 2 { 0 } else { 4 };
        let sent = Parts::packed(&[between(me, 0), between(me, 1), between(me, 2)]);
        let received = Parts::packed(&[between(0, me), between(1, me), between(2, me)]);
        let source = stream.upload_blocking(&data(rank.rank(), sent.total()))?;
        let mut out = rank.device().alloc::<f32>(received.total())?;
        rank.communicator.all_to_all_v(&source, &sent, &mut out, &received)?;
        let expected = (0..2).flat_map(|from| data(from, 8)[4 * me..][..4].to_vec());
        let expected = if me == 2 { Vec::new() } else { expected.collect() };
        assert_eq!(stream.download_blocking(&out)?, expected);
        Ok(())
    })
    .unwrap();
}

#[test]
fn all_to_all_vc_takes_one_matrix() {
    let world = 3;
    let matrix: Vec<usize> = (0..9).map(|pair| count(pair / 3, pair % 3, world)).collect();
    World::run(3, |rank| -> Result<()> {
        let (stream, me) = (rank.device().stream()?, rank.rank() as usize);
        let row = |from: usize| matrix[from * world..(from + 1) * world].iter().sum();
        let source = stream.upload_blocking(&data(rank.rank(), row(me)))?;
        let mut out = rank.device().alloc((0..world).map(|from| matrix[from * world + me]).sum())?;
        rank.communicator.all_to_all_vc(&source, &matrix, &mut out)?;
        let part = |from: usize| {
            let place: usize = matrix[from * world..from * world + me].iter().sum();
            data(u32::try_from(from).unwrap(), row(from))[place..][..matrix[from * world + me]].to_vec()
        };
        assert_eq!(stream.download_blocking(&out)?, (0..world).flat_map(part).collect::<Vec<_>>());
        // Nothing for anybody is no work.
        let empty = rank.device().alloc::<f32>(0)?;
        rank.communicator.all_to_all_vc(&empty, &[0; 9], &mut rank.device().alloc(0)?)
    })
    .unwrap();
}
