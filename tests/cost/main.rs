//! What the crate costs: no memory in the long run, nothing that grows, and no lock while the library is at work.
//!
//! Its own binary, for its allocator counts.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
#![allow(unsafe_code)] // Loads an image that is none, launches kernels of it, and sets the hook of a made library.

mod allocations;
#[path = "../common/mod.rs"]
mod common;
mod counting;
mod locks;
mod steady;
#[path = "../../examples/bench_overhead/toolkit.rs"]
mod toolkit;

use std::process::Command;

use ascend_npu::kernel::{Function, Module};
use ascend_npu::{
    Communicator, Device, DeviceBuffer, Driver, Pending, PinnedBuffer, Reduction, Result, RootInfo, Stream,
};

/// Runs an ignored test of this binary as a program, on a toolkit that does nothing.
fn run_on_nothing(program: &str) {
    let place = tempfile::tempdir().unwrap();
    toolkit::make(place.path()).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", program, "--ignored", "--nocapture", "--test-threads=1"]);
    for variable in ["ASCEND_TOOLKIT_HOME", "ASCEND_NPU_LIBRARY", "LD_LIBRARY_PATH"] {
        command.env_remove(variable);
    }
    let command = command.env("ASCEND_HOME_PATH", place.path()).env("ASCEND_NPU_BACKEND", "cann");
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stdout).contains("1 passed"), "{}", text(&output.stdout));
}

const LEN: usize = 256;

/// One thread's own things, and one round of everything that they can do.
struct Bench {
    device: Device,
    streams: [Stream; 2],
    communicator: Communicator,
    buffers: [DeviceBuffer<f32>; 4],
    function: Function,
    /// Taken while it is in flight.
    pinned: Option<PinnedBuffer<f32>>,
}

impl Bench {
    fn new(device: u32) -> Result<Self> {
        let device = Driver::open()?.device(device)?;
        // SAFETY: the toolkit does nothing with it.
        let module = unsafe { Module::load(&device, b"no image") }?;
        Ok(Self {
            streams: [device.stream()?, device.stream()?],
            communicator: Communicator::new(&device, &RootInfo::create(&device)?, 1, 0)?,
            buffers: [device.alloc(LEN)?, device.alloc(LEN)?, device.alloc(LEN)?, device.alloc(LEN)?],
            function: module.function("kernel")?,
            pinned: Some(device.pinned(LEN)?),
            device,
        })
    }

    /// Launches, copies, fills and collectives, on several streams that wait for each other.
    fn work(&mut self) -> Result<()> {
        let [first, second] = &self.streams;
        let [a, b, c, d] = &mut self.buffers;
        for stream in [first, second, self.communicator.stream()] {
            let launch = self.function.launch(8).read(a.as_slice()).write(b.as_mut_slice());
            let launch = launch.write(c.as_mut_slice()).value(1.0_f32).value(7_u64).null();
            // SAFETY: the kernel does nothing.
            unsafe { launch.queue(stream) }?;
            stream.fill_zero(&mut *b)?;
            stream.copy(&*a, &mut *d)?;
        }
        self.communicator.all_reduce_in_place(&mut *a, Reduction::Sum)?;
        self.communicator.all_gather(&*b, &mut *c)?;
        self.communicator.broadcast(&mut *d, 0)?;
        second.wait_for(first)?;
        let pinned = self.pinned.take().into_iter();
        for host in pinned {
            let pending: Pending<_> = first.copy_to_device(host, &mut *a)?;
            let host = pending.wait()?;
            let pending = second.copy_to_host(&*a, host)?;
            first.fill_zero(&mut *a)?;
            pending.is_ready()?;
            self.pinned = Some(pending.wait()?);
        }
        first.is_idle()?;
        second.synchronize()
    }

    /// What takes and gives back.
    fn make(&mut self) -> Result<()> {
        let stream = self.device.stream()?;
        let mut buffer = self.device.alloc::<f32>(LEN)?;
        drop(stream.copy_to_device(self.device.pinned(LEN)?, &mut buffer)?);
        let event = stream.record_timed()?;
        event.synchronize()?;
        drop(buffer.split(&[LEN / 2, LEN / 2])?);
        drop((stream, event));
        self.device.memory()?;
        self.device.synchronize()
    }
}
