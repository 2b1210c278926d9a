//! Every wait, every mark and every step of retirement, one test each. The checks of the software device tell a missing wait from
//! the order of the calls, however the operations happened to run: so each test fails when its wait is taken away, as the list of
//! `.ci/mutations` shows.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod collectives;
#[path = "../common/mod.rs"]
mod common;
mod copies;
mod kernels;
mod lives;
mod reported;
mod streams;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu::{Device, DeviceBuffer, Stream};
use ascend_npu_mock::control::{self, DelayRule, Kind, Settings};
use bytemuck::Pod;
use common::{device, values};

/// Findings, rules and counts are those of the process, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

/// The turn of a test.
struct Turn {
    _guard: MutexGuard<'static, ()>,
}

impl Turn {
    fn take() -> Self {
        let guard = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut settings = Settings::default();
        settings.checks = "races,memory,collectives,uninitialised".parse().unwrap();
        settings.buffer_mib = 1;
        // Set by the first test; the others find it so.
        let _ = control::configure(settings);
        control::take_findings();
        Self { _guard: guard }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        control::forget_failures();
    }
}

#[track_caller]
fn assert_nothing_found() {
    let findings = control::take_findings();
    let texts: Vec<_> = findings.iter().map(|finding| &finding.text).collect();
    assert!(findings.is_empty(), "the checks found {texts:#?}");
}

/// Long beside what a test queues meanwhile.
const HELD: Duration = Duration::from_millis(200);

/// While this lives, what is queued on `stream` behind it is not done.
struct Held {
    _rule: DelayRule,
    _gate: DeviceBuffer<f32>,
}

impl Held {
    fn new(stream: &Stream) -> Self {
        let mut gate = stream.device().alloc(1).unwrap();
        let rule = control::delay_operations(Kind::Fill, HELD);
        stream.fill_zero(&mut gate).unwrap();
        Self { _rule: rule, _gate: gate }
    }
}

const LEN: usize = 64;

/// A filled buffer, and a stream that nothing was queued on.
fn buffer_and_stream<T: Pod>(device: &Device) -> (DeviceBuffer<T>, Stream) {
    let buffer = device.stream().unwrap().upload_blocking(&[T::zeroed(); LEN]).unwrap();
    (buffer, device.stream().unwrap())
}

/// An operation that reads `LEN` elements: it comes after a write of another stream, and a write of another stream after it.
///
/// The operation must not allocate: an allocation may find out that the work before is done, and then no wait is needed.
fn check_reader<T: Pod>(device: &Device, stream: &Stream, read: impl FnOnce(&Stream, &DeviceBuffer<T>)) {
    let (mut buffer, other) = buffer_and_stream(device);
    other.fill_zero(&mut buffer).unwrap();
    read(stream, &buffer);
    other.fill_zero(&mut buffer).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();
}

/// An operation that writes `LEN` elements: it comes after reads and writes of other streams, and those after it.
///
/// As above, it must not allocate.
fn check_writer<T: Pod>(device: &Device, stream: &Stream, mut write: impl FnMut(&Stream, &mut DeviceBuffer<T>)) {
    let (mut buffer, other) = buffer_and_stream(device);
    let mut copy = device.alloc(LEN).unwrap();
    other.fill_zero(&mut buffer).unwrap();
    write(stream, &mut buffer);
    other.fill_zero(&mut buffer).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();

    let (mut buffer, other) = buffer_and_stream(device);
    other.copy(&buffer, &mut copy).unwrap();
    write(stream, &mut buffer);
    other.copy(&buffer, &mut copy).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();
}
