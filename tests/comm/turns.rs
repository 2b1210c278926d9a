//! The order of the operations of one communicator.

use std::time::Duration;

use ascend_npu::{Reduction, Result, World};

/// Two buffers, filled on two streams that nothing orders, are reduced one after the other, by ranks of which each is late at other
/// times: the order of the calls is that of the operations on every rank.
#[test]
fn operations_take_the_order_of_their_calls_however_late_a_rank_is() {
    const ROUNDS: u32 = 1000;
    const RANKS: u32 = 4;
    World::run(RANKS, |rank| -> Result<()> {
        let device = rank.device().clone();
        let streams = [device.stream()?, device.stream()?];
        let mut buffers = [device.alloc::<f32>(64)?, device.alloc::<f32>(64)?];
        let mut late = rank.rank() + 1;
        let mut jitter = || {
            // A draw of a rank's own (xorshift of Marsaglia, 2003), one in four of a wait.
            late ^= late << 13;
            late ^= late >> 17;
            late ^= late << 5;
            match late % 4 {
                0 => std::thread::sleep(Duration::from_micros(u64::from(late >> 4) % 60)),
                1 => std::thread::yield_now(),
                _ => {}
            }
        };
        for round in 0..ROUNDS {
            for (number, buffer) in (0..).zip(&mut buffers) {
                let stream = &streams[(round + number) as usize % 2];
                let value = (rank.rank() + round * 2 + number) as f32;
                drop(stream.copy_to_device(device.pinned_from(&[value; 64])?, &mut *buffer)?);
                jitter();
                rank.communicator.all_reduce_in_place(&mut *buffer, Reduction::Sum)?;
                jitter();
            }
            for (number, buffer) in (0..).zip(&buffers) {
                let ranks = RANKS * (RANKS - 1) / 2;
                let sum = (ranks + RANKS * (round * 2 + number)) as f32;
                assert_eq!(streams[0].download_blocking(buffer)?, [sum; 64], "round {round}");
            }
        }
        Ok(())
    })
    .unwrap();
}
