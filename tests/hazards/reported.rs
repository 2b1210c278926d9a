//! What went wrong for others, with other libraries.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, NoCopy, Shard};
use ascend_npu::{DeviceBuffer, Reduction, Result, World};
use ascend_npu_mock::control::{self, Kind};

use crate::{HELD, LEN, Turn, assert_nothing_found, device, values};

/// The reduction of a bucket waited for one of the streams that had filled it.
#[test]
fn a_bucket_that_three_streams_fill_is_reduced_whole() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let late = control::delay_operations(Kind::CopyDeviceToDevice, HELD);
    World::run(2, |rank| -> Result<()> {
        let (device, number) = (rank.device(), rank.rank());
        let streams = [device.stream()?, device.stream()?, device.stream()?];
        let sources = [1_u64, 2, 3].map(|salt| streams[0].upload_blocking(&values(LEN, salt)).unwrap());
        let mut bucket = device.alloc::<f32>(4 * LEN)?;
        streams[2].fill_zero(&mut bucket)?;
        for (place, (stream, source)) in streams.iter().zip(&sources).enumerate() {
            stream.copy(source, bucket.slice_mut(place * LEN..(place + 1) * LEN)?)?;
        }
        rank.communicator.reduce_scatter_in_place(&mut bucket, Reduction::Sum)?;
        let half = number as usize * 2 * LEN;
        let found = streams[1].download_blocking(bucket.slice(half..half + 2 * LEN)?)?;
        let zero = vec![0.0; LEN];
        let both = |of: Vec<f32>| of.iter().map(|value| 2.0 * value).collect::<Vec<_>>();
        let expected =
            if number == 0 { [both(values(LEN, 1)), both(values(LEN, 2))] } else { [both(values(LEN, 3)), zero] };
        assert_eq!(found, expected.concat());
        Ok(())
    })
    .unwrap();
    drop(late);
    assert_nothing_found();
}

struct State {
    adam: Adam,
    control: DeviceBuffer<ControlBlock>,
    parts: [DeviceBuffer<f32>; 4],
}

const STEP: AdamW = AdamW { beta1: 0.0, beta2: 0.0, eps: 0.0, weight_decay: 0.0 };

impl State {
    /// All gradients are 3, all weights 10.
    fn new(stream: &ascend_npu::Stream) -> Self {
        let parts = [3.0, 10.0, 0.0, 0.0].map(|value| stream.upload_blocking(&[value; LEN]).unwrap());
        let control = stream.upload_blocking(&[ControlBlock::new(&STEP, 1, 1.0)]).unwrap();
        Self { adam: Adam::load(stream.device()).unwrap(), control, parts }
    }

    /// Makes all weights 9: a step of length 1 against the gradient's sign.
    fn step(&mut self, stream: &ascend_npu::Stream) {
        let [gradient, master, moment1, moment2] = self.parts.each_mut().map(|buffer| buffer.as_mut_slice());
        let shard = Shard { gradient: gradient.into(), master, moment1, moment2, copy: NoCopy };
        self.adam.step(stream, &STEP, 1.0, self.control.as_slice(), shard).unwrap();
    }
}

/// A synchronous copy to the host does not wait for the program's streams.
#[test]
fn a_blocking_read_comes_after_a_kernel_that_is_late() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(2);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let mut state = State::new(&stream);
    let late = control::delay_operations(Kind::Kernel, HELD);
    state.step(&stream);
    assert_eq!(other.download_blocking(&state.parts[1]).unwrap(), [9.0; LEN]);
    drop(late);
    assert_nothing_found();
}

/// Memory that was dropped under a launch was given to the next who asked.
#[test]
fn memory_that_is_asked_for_under_a_launch_is_other_memory() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(2);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let mut state = State::new(&stream);
    let late = control::delay_operations(Kind::Kernel, HELD);
    state.step(&stream);
    let State { parts: [gradient, master, moment1, moment2], adam, control } = state;
    let copy = stream.copy_to_host(&master, device.pinned(LEN).unwrap()).unwrap();
    drop((adam, control, gradient, master, moment1, moment2));
    let again: Vec<_> = (0..8).map(|_| other.upload_blocking(&[5.0_f32; LEN]).unwrap()).collect();
    assert_eq!(copy.wait().unwrap()[..], [9.0; LEN]);
    assert!(again.iter().all(|buffer| other.download_blocking(buffer).unwrap() == [5.0; LEN]));
    drop(late);
    assert_nothing_found();
}

#[test]
fn handles_of_two_devices_are_dropped_in_every_order() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let held = || [control::usage(3), control::usage(4)];
    let before = held();
    for order in 0..24 {
        let (first, second) = (device(3), device(4));
        let stream = first.stream().unwrap();
        let mut buffer = stream.upload_blocking(&values(LEN, 1)).unwrap();
        stream.fill_zero(&mut buffer).unwrap();
        let mut handles: Vec<Box<dyn std::any::Any>> =
            vec![Box::new(first), Box::new(second), Box::new(stream), Box::new(buffer)];
        let mut place = order;
        while !handles.is_empty() {
            let count = handles.len();
            drop(handles.remove(place % count));
            place /= count;
        }
    }
    assert_eq!(held(), before);
    assert_nothing_found();
}

/// The destructor freed what the queued operation worked in, or waited for ever.
#[test]
fn a_communicator_that_a_panic_drops_waits_for_its_collectives() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let late = control::delay_operations(Kind::AllGather, HELD);
    World::run(2, |rank| -> Result<()> {
        let device = rank.device().clone();
        let mut buffer = device.stream()?.upload_blocking(&values(2 * LEN, u64::from(rank.rank())))?;
        let communicator = rank.communicator;
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let communicator = communicator;
            communicator.all_gather_in_place(&mut buffer).unwrap();
            panic!("in the middle of it");
        }));
        assert!(outcome.is_err());
        let gathered = device.stream()?.download_blocking(&buffer)?;
        let [low, high] = [0, 1].map(|rank| values(2 * LEN, rank));
        assert_eq!(gathered, [&low[..LEN], &high[LEN..]].concat());
        assert!(device.take_deferred_errors().is_empty());
        Ok(())
    })
    .unwrap();
    drop(late);
    assert_nothing_found();
}

/// Whatever is forgotten while it is in use only costs its memory.
#[test]
fn what_is_forgotten_in_flight_is_still_in_order() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(6);
    let [stream, forgotten, reader] = [(); 3].map(|()| device.stream().unwrap());
    let data = values(LEN, 7);
    let source = stream.upload_blocking(&data).unwrap();
    let (mut buffer, mut lost) = (device.alloc::<f32>(LEN).unwrap(), device.alloc::<f32>(LEN).unwrap());
    let late = control::delay_operations(Kind::CopyDeviceToDevice, HELD);
    forgotten.copy(&source, &mut lost).unwrap();
    forgotten.copy(&lost, &mut buffer).unwrap();
    std::mem::forget(stream.copy_to_host(&buffer, device.pinned(LEN).unwrap()).unwrap());
    std::mem::forget((forgotten, lost));
    stream.fill_zero(buffer.slice_mut(0..LEN / 2).unwrap()).unwrap();
    let found = reader.download_blocking(&buffer).unwrap();
    assert_eq!(found, [&[0.0; LEN / 2][..], &data[LEN / 2..]].concat());
    drop(late);
    device.synchronize().unwrap();
    assert_nothing_found();
}
