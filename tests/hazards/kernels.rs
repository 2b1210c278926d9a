//! What a launch reads and writes, and how long it holds that and its image.

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, NoCopy, Shard};
use ascend_npu::{Device, DeviceBuffer, DeviceSliceMut, Stream, f16};
use ascend_npu_mock::control;

use crate::{Held, LEN, Turn, assert_nothing_found, check_reader, check_writer, device, values};

/// What a launch needs besides the buffer that a test looks at.
struct Launcher {
    adam: Adam,
    control: DeviceBuffer<ControlBlock>,
}

impl Launcher {
    fn new(device: &Device) -> Self {
        let control = [ControlBlock::new(&AdamW::default(), 1, 1.0)];
        let control = device.stream().unwrap().upload_blocking(&control).unwrap();
        Self { adam: Adam::load(device).unwrap(), control }
    }

    fn filled(&self) -> DeviceBuffer<f32> {
        self.control.device().stream().unwrap().upload_blocking(&vec![1.0; LEN]).unwrap()
    }

    /// A launch in which `chosen` stands at a place among gradient, master and moments.
    fn launch(&self, stream: &Stream, place: usize, chosen: DeviceSliceMut<'_, f32>) {
        let mut others = [(); 4].map(|()| self.filled());
        let mut parts = others.each_mut().map(|buffer| buffer.as_mut_slice());
        parts[place] = chosen;
        let [gradient, master, moment1, moment2] = parts;
        let shard = Shard { gradient: gradient.into(), master, moment1, moment2, copy: NoCopy };
        self.adam.step(stream, &AdamW::default(), 0.1, self.control.as_slice(), shard).unwrap();
    }
}

#[test]
fn a_launch_reads_the_memory_given_to_read() {
    let _turn = Turn::take();
    let device = device(0);
    let launcher = Launcher::new(&device);
    check_reader(&device, &device.stream().unwrap(), |stream, buffer| {
        let mut others = [(); 3].map(|()| launcher.filled());
        let [master, moment1, moment2] = others.each_mut().map(|buffer| buffer.as_mut_slice());
        let shard = Shard { gradient: buffer.as_slice(), master, moment1, moment2, copy: NoCopy };
        launcher.adam.step(stream, &AdamW::default(), 0.1, launcher.control.as_slice(), shard).unwrap();
    });
}

#[test]
fn a_launch_writes_the_memory_given_to_write() {
    let _turn = Turn::take();
    let device = device(0);
    let launcher = Launcher::new(&device);
    for place in 1..4 {
        check_writer(&device, &device.stream().unwrap(), |stream, buffer| {
            launcher.launch(stream, place, buffer.as_mut_slice());
        });
    }
}

#[test]
fn adam_writes_its_copy() {
    let _turn = Turn::take();
    let device = device(0);
    let launcher = Launcher::new(&device);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let mut copy = device.alloc::<f16>(LEN).unwrap();
    let mut parts = [(); 4].map(|()| launcher.filled());
    other.fill_zero(&mut copy).unwrap();
    let [gradient, master, moment1, moment2] = parts.each_mut().map(|buffer| buffer.as_mut_slice());
    let shard = Shard { gradient: gradient.into(), master, moment1, moment2, copy: copy.as_mut_slice() };
    launcher.adam.step(&stream, &AdamW::default(), 0.1, launcher.control.as_slice(), shard).unwrap();
    other.fill_zero(&mut copy).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();
}

#[test]
fn adam_reads_its_control_block() {
    let _turn = Turn::take();
    let device = device(0);
    let mut launcher = Launcher::new(&device);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let block = || device.pinned_from(&[ControlBlock::new(&AdamW::default(), 2, 0.5)]).unwrap();
    drop(other.copy_to_device(block(), &mut launcher.control).unwrap());
    launcher.launch(&stream, 1, launcher.filled().as_mut_slice());
    drop(other.copy_to_device(block(), &mut launcher.control).unwrap());
    device.synchronize().unwrap();
    assert_nothing_found();
}

#[test]
fn memory_of_a_launch_lives_until_it_is_done() {
    let _turn = Turn::take();
    let device = device(1);
    let launcher = Launcher::new(&device);
    let stream = device.stream().unwrap();
    let before = control::usage(1).device_blocks;
    let held = Held::new(&stream);
    // Its other three buffers are dropped at once.
    launcher.launch(&stream, 1, launcher.filled().as_mut_slice());
    // The gate and the four buffers of the launch.
    assert_eq!(control::usage(1).device_blocks, before + 5, "freed under the launch");
    drop(held);
    stream.synchronize().unwrap();
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(control::usage(1).device_blocks, before, "never freed");
    assert_nothing_found();
}

#[test]
fn an_image_stays_loaded_until_its_launches_are_done() {
    let _turn = Turn::take();
    let device = device(1);
    let unloads = || control::calls("aclrtBinaryUnLoad");
    let launcher = Launcher::new(&device);
    let stream = device.stream().unwrap();
    let mut buffer = launcher.filled();
    let before = unloads();
    let held = Held::new(&stream);
    launcher.launch(&stream, 1, buffer.as_mut_slice());
    drop(launcher);
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(unloads(), before, "unloaded under a launch");
    drop(held);
    stream.synchronize().unwrap();
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(unloads(), before + 1, "never unloaded");
    assert_eq!(device.stream().unwrap().download_blocking(&buffer).unwrap().len(), values(LEN, 0).len());
}
