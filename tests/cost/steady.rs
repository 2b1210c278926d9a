//! Nothing grows, however long a program runs.

use ascend_npu::{Driver, Reduction, Result, World};
use ascend_npu_mock::control;

use crate::counting::held;

/// What a device holds, and the process.
fn usage(device: u32) -> (control::Usage, i64) {
    (control::usage(i32::try_from(device).unwrap()), held())
}

#[test]
fn steps_keep_streams_events_and_memory_constant() {
    crate::common::needs!(Usage);
    let device = Driver::open().unwrap().device(5).unwrap();
    let streams = [device.stream().unwrap(), device.stream().unwrap()];
    let mut weights = device.alloc::<f32>(64).unwrap();
    let mut kept = device.alloc::<f32>(64).unwrap();
    streams[0].fill_zero(&mut weights).unwrap();
    let mut step = |number: usize| -> Result<()> {
        let (stream, other) = (&streams[number % 2], &streams[(number + 1) % 2]);
        let mut scratch = device.alloc::<f32>(64)?;
        drop(stream.copy_to_device(device.pinned(64)?, &mut scratch)?);
        other.copy(&scratch, &mut weights)?;
        drop(scratch);
        stream.copy(&weights, &mut kept)?;
        if number.is_multiple_of(10) {
            let short = device.stream()?;
            short.copy(&kept, &mut weights)?;
            drop(short.record_timed()?);
        }
        if number.is_multiple_of(50) {
            // Nor does the device fall behind without limit.
            drop(other.copy_to_host(&kept, device.pinned(64)?)?.wait()?);
            device.synchronize()?;
        }
        Ok(())
    };
    // At rest: all work is done, and an allocation has freed what was dropped.
    let mut at_rest = |from: usize, to: usize| {
        (from..to).for_each(|number| step(number).unwrap());
        device.synchronize().unwrap();
        drop(device.alloc::<u8>(1).unwrap());
        drop(device.alloc::<u8>(1).unwrap());
        usage(5)
    };
    let (early, early_bytes) = at_rest(0, 1000);
    let mut bytes = vec![early_bytes];
    let mut late = None;
    for from in [1000, 4000, 7000] {
        let (counts, held) = at_rest(from, from + 3000);
        bytes.push(held);
        late = Some(counts);
    }
    let late = late.unwrap();
    // Events wait in the pool to be used again: as many as were ever in use at once.
    assert_eq!((early.streams, early.device_blocks), (late.streams, late.device_blocks), "{early:?} {late:?}");
    assert!(late.events <= early.events.max(3 * 257), "{early:?} {late:?}");
    assert_eq!(early.pinned_blocks, late.pinned_blocks, "{early:?} {late:?}");
    // The device's own lists breathe, but a leak grows in each third: one word a step by 24 kB.
    let least = bytes.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap();
    assert!(least < 20 << 10, "{bytes:?} bytes after 1000, 4000, 7000 and 10 000 steps");
}

#[test]
fn collectives_keep_events_and_memory_constant() {
    crate::common::needs!(Usage);
    World::run(2, |rank| -> Result<()> {
        let stream = rank.device().stream()?;
        let mut buffer = stream.upload_blocking(&[1.0_f32; 64])?;
        let mut events = Vec::new();
        for _ in 0..2 {
            for _ in 0..500 {
                rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Max)?;
                stream.fill_zero(buffer.slice_mut(0..1)?)?;
            }
            stream.synchronize()?;
            rank.communicator.stream().synchronize()?;
            events.push(usage(rank.device().id()).0.events);
        }
        assert_eq!(events[0], events[1]);
        Ok(())
    })
    .unwrap();
}
