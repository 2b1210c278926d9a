//! Transfers between two ranks.

use std::time::Duration;

use ascend_npu::{Result, World, f16};
use ascend_npu_mock::control::{self, Kind};

use crate::support::data;

#[test]
fn sends_and_receives_of_a_pair_meet_in_order() {
    World::run(3, |rank| -> Result<()> {
        let (comm, stream) = (&rank.communicator, rank.device().stream()?);
        // Around the ring: if all sent first, all would wait for ever.
        let (next, last) = ((rank.rank() + 1) % 3, (rank.rank() + 2) % 3);
        let mut got = rank.device().alloc::<f32>(9)?.split(&[4, 5])?;
        let send = || -> Result<()> {
            comm.send(&stream.upload_blocking(&data(rank.rank(), 4))?, next)?;
            comm.send(&stream.upload_blocking(&data(rank.rank() + 10, 5))?, next)
        };
        if rank.rank() > 0 {
            send()?;
        }
        for part in &mut got {
            comm.receive(part, last)?;
        }
        if rank.rank() == 0 {
            send()?;
        }
        assert_eq!(stream.download_blocking(&got[0])?, data(last, 4));
        assert_eq!(stream.download_blocking(&got[1])?, data(last + 10, 5));
        Ok(())
    })
    .unwrap();
}

#[test]
fn ranks_that_all_send_first_exchange_in_a_batch() {
    World::run(4, |rank| -> Result<()> {
        let (comm, stream, me) = (&rank.communicator, rank.device().stream()?, rank.rank());
        let floats: Vec<_> = (0..4).map(|to| stream.upload_blocking(&data(10 * me + to, 6))).collect::<Result<_>>()?;
        let half = stream.upload_blocking(&[f16::from_f32(me as f32)])?;
        let mut got: Vec<_> = (0..4).map(|_| rank.device().alloc::<f32>(6)).collect::<Result<_>>()?;
        let mut got_half = rank.device().alloc::<f16>(1)?;
        // The half goes first to the next rank, so it comes first from the last.
        let mut batch = comm.batch().send(&half, (me + 1) % 4)?.receive(&mut got_half, (me + 3) % 4)?;
        for (to, part) in (0..).zip(&floats) {
            batch = batch.send(part, to)?;
        }
        for (from, part) in (0..).zip(&mut got) {
            batch = batch.receive(part, from)?;
        }
        batch.queue()?;
        for (from, part) in (0..).zip(&got) {
            assert_eq!(stream.download_blocking(part)?, data(10 * from + me, 6));
        }
        assert_eq!(stream.download_blocking(&got_half)?, [f16::from_f32(((me + 3) % 4) as f32)]);
        comm.batch().queue()
    })
    .unwrap();
}

#[test]
fn ranks_that_ask_for_different_things_are_told_what_each_asked_for() {
    let error = World::run(2, |rank| -> Result<()> {
        let mut buffer = rank.device().alloc::<f32>(4 + rank.rank() as usize)?;
        rank.communicator.broadcast(&mut buffer, 1)
    });
    let text = error.unwrap_err().to_string();
    assert!(
        text.contains("rank 0 of 2 asked for 4 x fp32, root 1") || text.contains("rank 1 of 2 asked for 5 x fp32"),
        "{text}"
    );
}

#[test]
fn buffers_dropped_behind_a_batch_outlive_it() {
    let _late = control::delay_operations(Kind::BatchSendReceive, Duration::from_millis(30));
    World::run(2, |rank| -> Result<()> {
        let (comm, stream) = (&rank.communicator, rank.device().stream()?);
        let other = 1 - rank.rank();
        let mut got = rank.device().alloc::<f32>(1000)?;
        let source = stream.upload_blocking(&data(rank.rank(), 1000))?;
        comm.batch().send(&source, other)?.receive(&mut got, other)?.queue()?;
        drop(source);
        // Would take the memory, if it were free.
        let _other = stream.upload_blocking(&[-1.0_f32; 1000])?;
        assert_eq!(stream.download_blocking(&got)?, data(other, 1000));
        Ok(())
    })
    .unwrap();
}
