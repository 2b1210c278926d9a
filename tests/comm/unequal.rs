//! Gathering and scattering of parts of unequal lengths.

use ascend_npu::{Parts, Reduction, Result, World};

use crate::support::{data, sum};

const COUNTS: [usize; 4] = [5, 0, 3, 9];

#[test]
fn all_gather_v_puts_each_part_in_its_place() {
    World::run(4, |rank| -> Result<()> {
        let (stream, me) = (rank.device().stream()?, rank.rank() as usize);
        // In another order than the ranks, with room between.
        let parts = Parts::at(&COUNTS, &[10, 30, 20, 0])?;
        let source = stream.upload_blocking(&data(rank.rank(), COUNTS[me]))?;
        let mut out = stream.upload_blocking(&[-1.0_f32; 40])?;
        rank.communicator.all_gather_v(&source, &mut out, &parts)?;
        let mut expected = vec![-1.0; 40];
        for (from, place) in [(0, 10), (2, 20), (3, 0)] {
            let len = COUNTS[from as usize];
            expected[place..place + len].copy_from_slice(&data(from, len));
        }
        assert_eq!(stream.download_blocking(&out)?, expected);
        Ok(())
    })
    .unwrap();
}

#[test]
fn reduce_scatter_v_reduces_each_part_for_its_rank() {
    World::run(4, |rank| -> Result<()> {
        let (stream, me) = (rank.device().stream()?, rank.rank() as usize);
        let source = stream.upload_blocking(&data(rank.rank(), 17))?;
        let mut out = rank.device().alloc(COUNTS[me])?;
        rank.communicator.reduce_scatter_v(&source, &Parts::packed(&COUNTS), &mut out, Reduction::Sum)?;
        let place: usize = COUNTS[..me].iter().sum();
        assert_eq!(stream.download_blocking(&out)?, sum(4, 17)[place..place + COUNTS[me]]);
        Ok(())
    })
    .unwrap();
}

#[test]
fn parts_that_are_all_empty_are_no_work() {
    World::run(2, |rank| -> Result<()> {
        let (none, parts) = (rank.device().alloc::<f32>(0)?, Parts::packed(&[0, 0]));
        let mut out = rank.device().alloc::<f32>(0)?;
        // Only one rank calls.
        if rank.rank() == 1 {
            rank.communicator.all_gather_v(&none, &mut out, &parts)?;
            rank.communicator.reduce_scatter_v(&none, &parts, &mut out, Reduction::Sum)?;
        }
        rank.communicator.stream().synchronize()
    })
    .unwrap();
}
