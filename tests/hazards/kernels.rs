//! What a launch reads and writes, and how long it holds that and its image.

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, CopyOut, NoCopy, Shard};
use ascend_npu::{Device, DeviceBuffer, DeviceSliceMut, Stream, f16};
use ascend_npu_mock::control;

use crate::{Held, LEN, Turn, assert_nothing_found, check_reader, check_writer, device};

/// What a launch needs besides what a test looks at.
struct Launcher {
    adam: Adam,
    control: DeviceBuffer<ControlBlock>,
    others: [DeviceBuffer<f32>; 4],
    stream: Stream,
}

impl Launcher {
    fn new(device: &Device) -> Self {
        let stream = device.stream().unwrap();
        let others = [(); 4].map(|()| stream.upload_blocking(&vec![1.0; LEN]).unwrap());
        let control = stream.upload_blocking(&[block()]).unwrap();
        Self { adam: Adam::load(device).unwrap(), control, others, stream: device.stream().unwrap() }
    }

    /// A launch in which what a test looks at stands in the place of one of the others. Allocates nothing.
    fn launch<C: CopyOut>(&mut self, stream: &Stream, chosen: [Option<DeviceSliceMut<'_, f32>>; 4], copy: C) {
        let mut place = 0;
        let mut others = self.others.each_mut().map(|buffer| Some(buffer.as_mut_slice()));
        let [gradient, master, moment1, moment2] = chosen.map(|part| {
            let other = others[place].take().unwrap();
            place += 1;
            part.unwrap_or(other)
        });
        let shard = Shard { gradient: gradient.into(), master, moment1, moment2, copy };
        self.adam.step(stream, &AdamW::default(), 0.1, self.control.as_slice(), shard).unwrap();
    }
}

fn block() -> ControlBlock {
    ControlBlock::new(&AdamW::default(), 1, 1.0)
}

#[test]
fn a_launch_reads_the_memory_given_to_read() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let Launcher { adam, control, mut others, stream } = Launcher::new(&device);
    check_reader(&device, &stream, |stream, buffer: &DeviceBuffer<f32>| {
        let [_, master, moment1, moment2] = others.each_mut().map(|buffer| buffer.as_mut_slice());
        let shard = Shard { gradient: buffer.as_slice(), master, moment1, moment2, copy: NoCopy };
        adam.step(stream, &AdamW::default(), 0.1, control.as_slice(), shard).unwrap();
    });
}

#[test]
fn a_launch_writes_the_memory_given_to_write() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    for place in 1..4 {
        let mut launcher = Launcher::new(&device);
        check_writer(&device, &device.stream().unwrap(), |stream, buffer| {
            let mut chosen = [const { None }; 4];
            chosen[place] = Some(buffer.as_mut_slice());
            launcher.launch(stream, chosen, NoCopy);
        });
    }
}

#[test]
fn adam_writes_its_copy() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let mut launcher = Launcher::new(&device);
    check_writer::<f16>(&device, &device.stream().unwrap(), |stream, buffer| {
        launcher.launch(stream, [const { None }; 4], buffer.as_mut_slice());
    });
}

#[test]
fn adam_reads_its_control_block() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let mut launcher = Launcher::new(&device);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let blocks = [(); 2].map(|()| device.pinned_from(&[block()]).unwrap());
    for block in blocks {
        drop(other.copy_to_device(block, &mut launcher.control).unwrap());
        launcher.launch(&stream, [const { None }; 4], NoCopy);
    }
    device.synchronize().unwrap();
    assert_nothing_found();
}

#[test]
fn memory_of_a_launch_lives_until_it_is_done() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(1);
    let stream = device.stream().unwrap();
    let mut launcher = Launcher::new(&device);
    let held = Held::new(&stream);
    let before = control::usage(1).device_blocks;
    launcher.launch(&stream, [const { None }; 4], NoCopy);
    drop(launcher);
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(control::usage(1).device_blocks, before, "freed under the launch");
    stream.synchronize().unwrap();
    drop(device.alloc::<u8>(1).unwrap());
    // Four parts and the control block.
    assert_eq!(control::usage(1).device_blocks, before - 5, "never freed");
    drop(held);
    assert_nothing_found();
}

#[test]
fn an_image_stays_loaded_until_its_launches_are_done() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(1);
    let unloads = || control::calls("aclrtBinaryUnLoad");
    let mut launcher = Launcher::new(&device);
    let stream = device.stream().unwrap();
    let before = unloads();
    let held = Held::new(&stream);
    launcher.launch(&stream, [const { None }; 4], NoCopy);
    drop(launcher);
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(unloads(), before, "unloaded under a launch");
    stream.synchronize().unwrap();
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(unloads(), before + 1, "never unloaded");
    drop(held);
}
