//! A forked child of a process that has opened a driver: every call returns an error at once, and no destructor, nor the end of
//! the child, enters the library.
//!
//! Alone in its binary: a fork takes what other tests are just doing with it.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may fail")]
#![allow(unsafe_code)] // Forks.

mod common;

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::FromRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ascend_npu::kernel::Module;
use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, NoCopy, Shard};
use ascend_npu::{
    Communicator, CoreKind, Device, DeviceBuffer, Driver, Error, ErrorKind, Importers, OverflowMode, PoolOptions,
    PoolStatistics, Reduction, Result, RootInfo, Rows, Section, Stream, Toolkit, World,
};
use ascend_npu_mock::control::{self, Kind};
use ascend_npu_sys::{Acl, Hccl};
use common::{device, values};

/// A child that takes longer hangs.
const LIMIT: Duration = Duration::from_secs(20);
/// All calls of a child together; each is refused at once.
const AT_ONCE: Duration = Duration::from_secs(1);

static TURN: Mutex<()> = Mutex::new(());

/// Forks are one after another: a child must not have the pipe of another one.
fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How the child ends.
enum End {
    /// At once, without anything.
    Now,
    /// As a program does that returns from `main`: with what was registered for its exit.
    Exit,
}

/// Runs `act` in a forked child; what the child found wrong comes back as text.
fn in_child(end: &End, act: impl FnOnce() -> Vec<String>) -> Vec<String> {
    let mut ends = [0; 2];
    // SAFETY: the array has room for both ends of the pipe.
    assert_eq!(unsafe { libc::pipe(ends.as_mut_ptr()) }, 0);
    // SAFETY: the child allocates, which the C library allows after a fork, and otherwise runs only what is under test.
    let child = unsafe { libc::fork() };
    // SAFETY: both ends were just made, and each process has its own.
    let [mut reader, mut writer] = ends.map(|end| unsafe { File::from_raw_fd(end) });
    if child == 0 {
        let wrong = catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|_| vec!["panicked".to_owned()]);
        let _ = writer.write_all(wrong.join("\n").as_bytes());
        drop(writer);
        match end {
            // SAFETY: ends the child.
            End::Now => unsafe { libc::_exit(0) },
            End::Exit => std::process::exit(0),
        }
    }
    drop(writer);
    let ended = watch(child);
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    let mut wrong: Vec<_> = text.lines().map(str::to_owned).collect();
    if !ended {
        wrong.push("the child hung, or ended by a signal".to_owned());
    }
    wrong
}

/// Whether a child ends well within the limit. It is killed if it does not end.
fn watch(child: libc::pid_t) -> bool {
    let started = Instant::now();
    loop {
        let mut status = 0;
        // SAFETY: the child is ours, and `status` a live local.
        match unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) } {
            0 if started.elapsed() < LIMIT => thread::sleep(Duration::from_millis(5)),
            0 => {
                // SAFETY: the child is ours and still there.
                unsafe { libc::kill(child, libc::SIGKILL) };
                // SAFETY: as above.
                unsafe { libc::waitpid(child, &mut status, 0) };
                return false;
            }
            _ => return libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0,
        }
    }
}

/// Calls of any C function so far.
fn calls() -> u64 {
    Acl::FUNCTIONS.iter().chain(Hccl::FUNCTIONS).map(|function| control::calls(function.name)).sum()
}

/// Collects calls that are not refused as they should be.
#[derive(Default)]
struct Refusals {
    wrong: Vec<String>,
}

impl Refusals {
    fn expect<T>(&mut self, what: &str, outcome: Result<T>) {
        match outcome {
            Err(error) if error.kind() == ErrorKind::Forked => {}
            Err(error) => self.wrong.push(format!("{what}: {error}")),
            Ok(_) => self.wrong.push(format!("{what}: is not refused")),
        }
    }
}

#[test]
fn every_call_in_a_child_is_refused_at_once_and_its_destructors_do_nothing() {
    common::needs!(Calls);
    let _turn = turn();
    let driver = Driver::open().unwrap();
    let device = device(0);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let adam = Adam::load(&device).unwrap();
    let communicator = Communicator::new(&device, &RootInfo::create(&device).unwrap(), 1, 0).unwrap();
    let root = RootInfo::create(&device).unwrap();
    let mut buffer = stream.upload_blocking(&values(1000, 1)).unwrap();
    let target = device.alloc::<f32>(1000).unwrap();
    let event = stream.record_timed().unwrap();
    // Work in flight, a recorded event in the pool, and memory that waits to be freed.
    let late = control::delay_operations(Kind::CopyDeviceToHost, Duration::from_millis(300));
    let pending = stream.copy_to_host(&buffer, device.pinned(1000).unwrap()).unwrap();
    other.fill_zero(&mut buffer).unwrap();
    drop(stream.upload_blocking(&values(10, 2)).unwrap());

    let state = State::new(&device).unwrap();

    let mut held =
        Some((driver, device, stream, other, adam, communicator, root, event, pending, buffer, target, state));
    let wrong = in_child(&End::Exit, || {
        let (
            driver,
            device,
            stream,
            other,
            adam,
            communicator,
            root,
            event,
            pending,
            mut buffer,
            mut target,
            mut state,
        ) = held.take().unwrap();
        let before = calls();
        let started = Instant::now();
        let mut refusals = Refusals::default();
        let mut expect = |what: &str, outcome: Result<()>| refusals.expect(what, outcome);
        expect("Driver::open", Driver::open().map(drop));
        expect("Toolkit::find", Toolkit::find().map(drop));
        expect("Driver::device_count", driver.device_count().map(drop));
        expect("Driver::device", driver.device(0).map(drop));
        expect("Driver::take_deferred_errors", first(driver.take_deferred_errors()));
        expect("Device::take_deferred_errors", first(device.take_deferred_errors()));
        expect("Device::vector_cores", device.vector_cores().map(drop));
        expect("Device::memory", device.memory().map(drop));
        expect("Device::synchronize", device.synchronize());
        expect("Device::alloc", device.alloc::<f32>(10).map(drop));
        expect("Device::pinned", device.pinned::<f32>(10).map(drop));
        expect("Device::pinned_from", device.pinned_from(&[1.0_f32]).map(drop));
        expect("Device::stream", device.stream().map(drop));
        expect("Stream::synchronize", stream.synchronize());
        expect("Stream::synchronize_within", stream.synchronize_within(LIMIT));
        expect("Stream::is_idle", stream.is_idle().map(drop));
        expect("Stream::record_timed", stream.record_timed().map(drop));
        expect("Stream::wait_for", stream.wait_for(&other));
        expect("Stream::fill_zero", stream.fill_zero(&mut target));
        expect("Stream::copy", stream.copy(&buffer, &mut target));
        expect("Stream::upload_blocking", stream.upload_blocking(&[1.0_f32]).map(drop));
        expect("Stream::download_blocking", stream.download_blocking(&buffer).map(drop));
        expect("TimedEvent::synchronize", event.synchronize());
        expect("TimedEvent::elapsed_since", event.elapsed_since(&event).map(drop));
        expect("Pending::is_ready", pending.is_ready().map(drop));
        expect("Pending::wait", pending.wait().map(drop));
        expect("Communicator::new", Communicator::new(&device, &root, 1, 0).map(drop));
        expect("Communicator::check", communicator.check());
        expect("RootInfo::create", RootInfo::create(&device).map(drop));
        expect("World::run", World::run(1, |_| Ok::<(), Error>(())).map(drop));
        expect("all_reduce", communicator.all_reduce(&buffer, &mut target, Reduction::Sum));
        expect("all_reduce_in_place", communicator.all_reduce_in_place(&mut buffer, Reduction::Sum));
        expect("all_gather", communicator.all_gather(&buffer, &mut target));
        expect("all_gather_in_place", communicator.all_gather_in_place(&mut buffer));
        expect("reduce_scatter", communicator.reduce_scatter(&buffer, &mut target, Reduction::Sum));
        expect("reduce_scatter_in_place", communicator.reduce_scatter_in_place(&mut buffer, Reduction::Sum));
        expect("broadcast", communicator.broadcast(&mut buffer, 0));
        expect("broadcast of nothing", communicator.broadcast(buffer.slice_mut(0..0).unwrap(), 0));
        expect("fill of nothing", stream.fill_zero(buffer.slice_mut(0..0).unwrap()));
        // SAFETY: a forked child loads nothing.
        expect("Module::load", unsafe { Module::load(&device, b"image") }.map(drop));
        expect("Adam::load", Adam::load(&device).map(drop));
        expect("Adam::step", state.step(&adam, &stream));
        if started.elapsed() > AT_ONCE {
            refusals.wrong.push(format!("the calls took {:?}", started.elapsed()));
        }
        drop((driver, device, stream, other, adam, communicator, root, event, buffer, target, state));
        let entered = calls() - before;
        if entered > 0 {
            refusals.wrong.push(format!("the library was entered {entered} times"));
        }
        refusals.wrong
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    drop(late);

    // The parent goes on as if nothing had been.
    let (driver, _, stream, _, _, communicator, _, _, pending, mut buffer, mut target, _) = held.take().unwrap();
    assert_eq!(pending.wait().unwrap()[..], values(1000, 1)[..]);
    communicator.all_reduce_in_place(&mut buffer, Reduction::Sum).unwrap();
    stream.copy(&buffer, &mut target).unwrap();
    assert_eq!(stream.download_blocking(&target).unwrap(), [0.0; 1000]);
    assert!(driver.take_deferred_errors().is_empty());
}

#[test]
fn pools_notifies_and_all_else_of_a_device_are_refused_in_a_child_too() {
    common::needs!(Calls);
    let _turn = turn();
    let driver = Driver::open().unwrap();
    let (device, peer) = (device(0), driver.device(1).unwrap());
    let stream = device.stream().unwrap();
    let buffer = stream.upload_blocking(&values(100, 1)).unwrap();
    let target = device.alloc::<f32>(100).unwrap();
    let pool = device.pool(PoolOptions::default());
    let pooled = pool.alloc::<f32>(&stream, 100).unwrap();
    let exported = device.alloc::<f32>(10).unwrap().export(Importers::Any).unwrap();
    let notify = device.notify().unwrap();
    let flat = device.alloc_flat(&[Section::of::<f32>(10)]).unwrap();
    let call = stream.run_on_host(|| 5).unwrap();
    let ready = stream.run_on_host(|| 6).unwrap();
    let event = stream.record_timed().unwrap();
    let range = driver.range("range");
    let key = exported.key().clone();

    let mut held = Some((buffer, target, pool, pooled, exported, notify, flat, call, ready, event, range));
    let wrong = in_child(&End::Exit, || {
        let (buffer, mut target, pool, pooled, exported, notify, flat, call, ready, event, range) =
            held.take().unwrap();
        let before = calls();
        let started = Instant::now();
        let mut refusals = Refusals::default();
        let mut expect = |what: &str, outcome: Result<()>| refusals.expect(what, outcome);
        let rows = Rows { count: 2, width: 2, source_pitch: 4, destination_pitch: 4 };
        expect("Driver::process_id", driver.process_id().map(drop));
        expect("Device::properties", device.properties().map(drop));
        expect("Device::status", device.status().map(drop));
        expect("Device::utilization", device.utilization().map(drop));
        expect("Device::can_access", device.can_access(&peer).map(drop));
        expect("Device::enable_access", device.enable_access(&peer));
        expect("Device::link_to", device.link_to(&peer).map(drop));
        expect("Device::core_limit", device.core_limit(CoreKind::Vector).map(drop));
        expect("Device::set_core_limit", device.set_core_limit(CoreKind::Vector, 1));
        expect("Device::reset_core_limits", device.reset_core_limits());
        expect("Device::streams_left", device.streams_left().map(drop));
        expect("Device::events_left", device.events_left().map(drop));
        expect("Device::overflow_mode", device.overflow_mode().map(drop));
        expect("Device::set_overflow_mode", device.set_overflow_mode(OverflowMode::InfNan));
        expect("Device::stream_priorities", device.stream_priorities().map(drop));
        expect("Device::stream_with_priority", device.stream_with_priority(0).map(drop));
        expect("Device::notify", device.notify().map(drop));
        expect("Device::import_notify", device.import_notify(&key).map(drop));
        // SAFETY: a forked child imports nothing.
        expect("Device::import", unsafe { device.import::<f32>(&key, 1) }.map(drop));
        expect("Device::alloc_flat", device.alloc_flat(&[Section::of::<f32>(1)]).map(drop));
        expect("Stream::priority", stream.priority().map(drop));
        expect("Stream::core_limit", stream.core_limit(CoreKind::Cube).map(drop));
        expect("Stream::set_core_limit", stream.set_core_limit(CoreKind::Cube, 1));
        expect("Stream::fill", stream.fill(&mut target, 1.5));
        expect("Stream::fill_bytes", stream.fill_bytes(&mut target, 1));
        expect("Stream::copy_rows", stream.copy_rows(&buffer, &mut target, rows));
        expect("Stream::set", stream.set(&notify));
        expect("Stream::wait_and_reset", stream.wait_and_reset(&notify, None));
        expect("Stream::run_on_host", stream.run_on_host(|| ()).map(drop));
        expect("Stream::mark", stream.mark("mark"));
        expect("Notify::export", notify.export(Importers::Any).map(drop));
        expect("MemoryPool::alloc", pool.alloc::<f32>(&stream, 1).map(drop));
        expect("MemoryPool::empty_cache", pool.empty_cache());
        expect("DeviceBuffer::check", buffer.check());
        expect("HostCall::is_ready", call.is_ready().map(drop));
        expect("HostCall::wait", call.wait().map(drop));
        expect("TimedEvent::is_ready", event.is_ready().map(drop));
        driver.mark("mark");
        drop(driver.range("another"));
        let statistics = pool.statistics();
        if statistics != PoolStatistics::default() {
            refusals.wrong.push(format!("a lock of the pool was taken: {statistics:?}"));
        }
        if started.elapsed() > AT_ONCE {
            refusals.wrong.push(format!("the calls took {:?}", started.elapsed()));
        }
        drop((buffer, target, pool, pooled, exported, notify, flat, ready, event, range));
        let entered = calls() - before;
        if entered > 0 {
            refusals.wrong.push(format!("the library was entered {entered} times"));
        }
        refusals.wrong
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    // The parent goes on as if nothing had been.
    let (_, _, pool, pooled, exported, notify, _, call, ready, _, _) = held.take().unwrap();
    assert_eq!((call.wait().unwrap(), ready.wait().unwrap()), (5, 6));
    stream.set(&notify).unwrap();
    stream.wait_and_reset(&notify, None).unwrap();
    stream.synchronize().unwrap();
    drop(pooled);
    assert_eq!(pool.statistics().blocks_cached, 1);
    drop(exported);
    assert!(device.take_deferred_errors().is_empty());
}

fn first(errors: Vec<Error>) -> Result<()> {
    errors.into_iter().next().map_or(Ok(()), Err)
}

/// What a step of the optimizer needs. The content does not matter.
struct State {
    control: DeviceBuffer<ControlBlock>,
    parts: [DeviceBuffer<f32>; 4],
}

impl State {
    fn new(device: &Device) -> Result<Self> {
        let part = || device.alloc(8);
        Ok(Self { control: device.alloc(1)?, parts: [part()?, part()?, part()?, part()?] })
    }

    fn step(&mut self, adam: &Adam, stream: &Stream) -> Result<()> {
        let [gradient, master, moment1, moment2] = &mut self.parts;
        let shard = Shard {
            gradient: gradient.as_slice(),
            master: master.as_mut_slice(),
            moment1: moment1.as_mut_slice(),
            moment2: moment2.as_mut_slice(),
            copy: NoCopy,
        };
        adam.step(stream, &AdamW::default(), 1e-3, self.control.as_slice(), shard)
    }
}

/// The program runs itself, for here a driver has been opened long ago.
#[test]
fn a_library_that_is_only_loaded_may_be_started_in_a_child() {
    let _turn = turn();
    let mut program = std::process::Command::new(std::env::current_exe().unwrap());
    program.env("ASCEND_NPU_BACKEND", "mock").args(["--exact", "load_fork_and_open", "--ignored", "--nocapture"]);
    let output = program.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
#[ignore = "run by a_library_that_is_only_loaded_may_be_started_in_a_child"]
fn load_fork_and_open() {
    Toolkit::find().unwrap();
    let wrong = in_child(&End::Now, || {
        let stream = Driver::open().and_then(|driver| driver.device(0)).and_then(|device| device.stream());
        let data = stream.and_then(|stream| stream.download_blocking(&stream.upload_blocking(&[1.0_f32, 2.0])?));
        if data.as_ref().is_ok_and(|data| *data == [1.0, 2.0]) { Vec::new() } else { vec![format!("{data:?}")] }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The child's start is not the parent's.
    assert!(Driver::open().is_ok());
    let wrong = in_child(&End::Now, || match Driver::open() {
        Err(error) if error.kind() == ErrorKind::Forked => Vec::new(),
        outcome => vec![format!("{outcome:?}")],
    });
    assert!(wrong.is_empty(), "even after the driver was dropped: {}", wrong.join("\n"));
}
