//! Notifies, and what processes share: memory, and notifies that order their work on it.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
#![allow(unsafe_code)] // Imports memory.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use ascend_npu::{Driver, ErrorKind, Importers, IpcKey};
use ascend_npu_mock::control::{self, Kind};
use common::{device, values};

/// Long beside the time that a missing wait would need to show.
const LATE: Duration = Duration::from_millis(40);

#[test]
fn a_wait_holds_its_stream_until_the_notify_is_set() {
    let (first, second) = (device(0), device(1));
    let (waiting, setting) = (first.stream().unwrap(), second.stream().unwrap());
    let notify = first.notify().unwrap();
    let mut slow = second.alloc::<f32>(10).unwrap();
    let late = control::delay_operations(Kind::Fill, LATE);
    for _ in 0..2 {
        waiting.wait_and_reset(&notify, None).unwrap();
        assert!(!waiting.is_idle().unwrap());
        setting.fill_zero(&mut slow).unwrap();
        setting.set(&notify).unwrap();
        waiting.synchronize().unwrap();
        assert!(setting.is_idle().unwrap(), "the wait ended before the work that comes before the setting");
    }
    drop(late);
}

#[test]
fn a_notify_that_is_dropped_outlives_its_uses() {
    common::needs!(Calls);
    let device = device(2);
    let before = control::calls("aclrtDestroyNotify");
    let (waiting, setting) = (device.stream().unwrap(), device.stream().unwrap());
    let notify = device.notify().unwrap();
    let mut slow = device.alloc::<f32>(10).unwrap();
    let late = control::delay_operations(Kind::Fill, LATE);
    setting.fill_zero(&mut slow).unwrap();
    setting.set(&notify).unwrap();
    waiting.wait_and_reset(&notify, Some(Duration::from_secs(100))).unwrap();
    drop(notify);
    assert_eq!(control::calls("aclrtDestroyNotify"), before);
    waiting.synchronize().unwrap();
    assert!(setting.is_idle().unwrap());
    drop(late);
}

#[test]
fn a_wait_on_a_stream_of_another_device_is_refused() {
    let notify = device(3).notify().unwrap();
    let error = device(4).stream().unwrap().wait_and_reset(&notify, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("device 3"), "{error}");
}

#[test]
fn only_whole_buffers_are_exported() {
    let device = device(5);
    let parts = device.alloc::<f32>(10).unwrap().split(&[4, 6]).unwrap();
    for part in parts.into_iter().chain([device.alloc::<f32>(0).unwrap()]) {
        let error = part.export(Importers::Any).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    }
    let unknown = IpcKey::from_str("no such key").unwrap();
    // SAFETY: there is no such key, so nothing is imported.
    let error = unsafe { device.import::<f32>(&unknown, 1) }.map(drop).unwrap_err();
    assert!(error.to_string().starts_with("aclrtIpcMemImportByKey(no such key) on device 5"), "{error}");
    device.import_notify(&unknown).map(drop).unwrap_err();
    IpcKey::from_str("").unwrap_err();
    IpcKey::from_str(&"k".repeat(65)).unwrap_err();
}

struct Other {
    process: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Other {
    /// Another process: this binary again, with one of its ignored tests.
    fn start(program: &str) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", program, "--ignored", "--nocapture"]);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap());
        Self { process, lines }
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.process.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// What it says behind a word.
    fn hear(&mut self, word: &str) -> String {
        let mut line = String::new();
        while self.lines.read_line(&mut line).unwrap() > 0 {
            // The harness writes its own words before ours.
            if let Some((_, rest)) = line.split_once(&format!("{word}: ")) {
                return rest.trim().to_owned();
            }
            line.clear();
        }
        panic!("the other process ended without {word}");
    }
}

fn told() -> String {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    line.trim().to_owned()
}

#[test]
#[ignore = "the other process of a test"]
fn write_what_was_imported() {
    let driver = Driver::open().unwrap();
    println!("number: {}", driver.process_id().unwrap());
    let (memory, notify) = (IpcKey::from_str(&told()).unwrap(), IpcKey::from_str(&told()).unwrap());
    let device = driver.device(0).unwrap();
    let stream = device.stream().unwrap();
    let notify = device.import_notify(&notify).unwrap();
    let own = device.notify().unwrap();
    let error = stream.wait_and_reset(&notify, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    println!("key: {}", own.export(Importers::Any).unwrap());
    // SAFETY: the first process keeps its buffer exported until this one has ended, and orders its work by the two notifies.
    let mut shared = unsafe { device.import::<f32>(&memory, 1000) }.unwrap();
    stream.wait_and_reset(&own, Some(Duration::from_secs(60))).unwrap();
    let found = stream.copy_to_host(&shared, device.pinned(1000).unwrap()).unwrap();
    let data = device.pinned_from(&values(1000, 2)).unwrap();
    let sent = stream.copy_to_device(data, &mut shared).unwrap();
    stream.set(&notify).unwrap();
    assert_eq!(found.wait().unwrap()[..], values(1000, 1)[..]);
    sent.wait().unwrap();
    drop((shared, notify));
    println!("end: good");
    told();
}

#[test]
fn two_processes_write_one_buffer_in_turn() {
    let mut other = Other::start("write_what_was_imported");
    let device = device(6);
    let stream = device.stream().unwrap();
    let number: i32 = other.hear("number").parse().unwrap();
    let mut exported = device.alloc::<f32>(1000).unwrap().export(Importers::Processes(&[number])).unwrap();
    let notify = device.notify().unwrap();
    let key = notify.export(Importers::Processes(&[number])).unwrap();
    other.tell(&exported.key().to_string());
    other.tell(&key.to_string());
    let theirs = device.import_notify(&IpcKey::from_str(&other.hear("key")).unwrap()).unwrap();

    let late = control::delay_operations(Kind::CopyHostToDevice, LATE);
    let sent = stream.copy_to_device(device.pinned_from(&values(1000, 1)).unwrap(), exported.as_mut_slice()).unwrap();
    stream.set(&theirs).unwrap();
    stream.wait_and_reset(&notify, Some(Duration::from_secs(60))).unwrap();
    assert_eq!(stream.download_blocking(exported.buffer()).unwrap(), values(1000, 2));
    sent.wait().unwrap();
    assert_eq!(other.hear("end"), "good");
    drop((exported, late));
    other.tell("");
    assert!(other.process.wait().unwrap().success());
    assert!(device.take_deferred_errors().is_empty());
}
