//! What errors say, whole: one of each kind, compared with the file of expected texts. `UPDATE_EXPECT=1` writes that file anew.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
#![allow(unsafe_code, clippy::undocumented_unsafe_blocks)] // Imports what does not exist.

mod common;

use std::fmt::Write as _;
use std::str::FromStr;

use ascend_npu::kernel::Module;
use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, NoCopy, Shard};
use ascend_npu::{CoreKind, Driver, Error, Importers, IpcKey, OverflowMode, Part, PoolOptions, Rows, Section, bf16};
use ascend_npu_mock::control;
use ascend_npu_sys::aclError;
use common::device;
use expect_test::expect_file;

#[derive(Default)]
struct Texts {
    all: String,
}

impl Texts {
    fn add(&mut self, what: &str, error: &Error) {
        // Numbers of streams count through the process; here that is this test.
        writeln!(self.all, "## {what}\n{error:?}\n").unwrap();
    }

    fn failed<T>(&mut self, what: &str, outcome: Result<T, Error>) {
        self.add(what, &outcome.map(drop).unwrap_err());
    }
}

/// One test, so that streams have the same numbers each time.
#[test]
fn errors_say_what_was_asked_what_was_found_and_what_to_do() {
    common::needs!(Faults);
    let mut texts = Texts::default();
    let (here, there) = (device(0), device(1));
    let (stream, foreign) = (here.stream().unwrap(), there.stream().unwrap());
    let four = here.alloc::<f32>(4).unwrap();
    let mut five = here.alloc::<f32>(5).unwrap();
    let host = || here.pinned::<f32>(4).unwrap();

    texts.failed("a device that is not there", Driver::open().unwrap().device(99));
    texts.failed("lengths that differ", stream.copy(&four, &mut five));
    texts.failed("a slice outside", five.slice(3..9));
    texts.failed("memory of another device", foreign.fill_zero(&mut five));
    texts.failed("a copy on a stream of neither device", device(2).stream().unwrap().copy(&four, &mut five));
    texts.failed("lengths that do not add up", here.alloc::<f32>(4).unwrap().split(&[1, 2]));
    let rows = Rows { count: 2, width: 3, source_pitch: 2, destination_pitch: 3 };
    texts.failed("rows that overlap", stream.copy_rows(&four, &mut five, rows));
    texts.failed("rows outside", stream.copy_rows(&four, &mut five, Rows { source_pitch: 3, ..rows }));
    let part = |offset| Part { offset, part: four.as_slice() };
    texts.failed("a part outside", stream.copy_parts_to_host(vec![part(1)], host()));
    let double = here.pinned::<f32>(8).unwrap();
    texts.failed("parts that overlap", stream.copy_parts_to_host(vec![part(0), part(2)], double));
    texts.failed("more than an address can count", here.alloc::<f32>(usize::MAX));
    texts.failed("a priority that is not there", here.stream_with_priority(100));
    texts.failed("too many cores", here.set_core_limit(CoreKind::Vector, 1000));
    texts.failed("an overflow mode too late", here.set_overflow_mode(OverflowMode::Saturation));
    let flat = here.alloc_flat(&[Section::of::<bf16>(3), Section::of::<f32>(1)]).unwrap();
    texts.failed("a section of another type", flat.view::<f32>(0));
    texts.failed("a section that is not there", flat.view::<f32>(2));
    texts.failed("several sections as one", flat.into_typed::<f32>());
    texts.failed("an empty export", here.alloc::<f32>(0).unwrap().export(Importers::Any));
    let key = IpcKey::from_str("nothing").unwrap();
    texts.failed("a key of nothing", unsafe { here.import::<f32>(&key, 1) });
    texts.failed("a wait for another device's notify", stream.wait_and_reset(&there.notify().unwrap(), None));
    texts.failed("an image that is none", unsafe { Module::load(&here, b"no image") });
    texts.failed("a file that is not there", unsafe { Module::load_file(&here, "no/such/image") });
    texts.failed("a panic on the host", stream.run_on_host(|| panic!("no bread")).unwrap().wait());
    let inner = here.clone();
    let inside = stream.run_on_host(move || inner.synchronize()).unwrap().wait().unwrap();
    texts.failed("a device touched within a host call", inside);

    texts.failed("memory that runs out", here.alloc::<u8>(1 << 50));
    let pool = here.pool(PoolOptions { limit: Some(4 << 20) });
    let held = pool.alloc::<u8>(&stream, 3 << 20).unwrap();
    texts.failed("a pool at its limit", pool.alloc::<u8>(&stream, 100));
    drop(held);
    let host_limit = here.pinned::<u8>(1 << 50);
    texts.failed("pinned memory that runs out", host_limit);

    control::fail_call("aclrtMemcpyAsync", 0, 107_000);
    texts.failed("a call that is refused", stream.copy(&four, five.slice_mut(0..4).unwrap()));
    control::fail_call("aclrtSynchronizeStream", 0, -7);
    texts.failed("a code that nobody knows", stream.synchronize());
    control::fail_call("aclrtSynchronizeDevice", 0, 507_010);
    texts.failed("a device that is lost", here.synchronize());

    let third = device(3);
    let (stream, other) = (third.stream().unwrap(), third.stream().unwrap());
    let adam = Adam::load(&third).unwrap();
    let block = other.upload_blocking(&[ControlBlock::new(&AdamW::default(), 1, 1.0)]).unwrap();
    let gradient = other.upload_blocking(&[1.0_f32; 16]).unwrap();
    let [mut w, mut m, mut v] = [0.0_f32; 3].map(|value| other.upload_blocking(&[value; 16]).unwrap());
    let _fault = control::fail_kernel("adam_f32_none", 0, aclError::RT_AICORE_EXCEPTION);
    stream.fill_zero(&mut w).unwrap();
    let shard = Shard {
        gradient: gradient.as_slice(),
        master: w.as_mut_slice(),
        moment1: m.as_mut_slice(),
        moment2: v.as_mut_slice(),
        copy: NoCopy,
    };
    adam.step(&stream, &AdamW::default(), 0.1, block.as_slice(), shard).unwrap();
    texts.failed("a fault", stream.synchronize());
    texts.failed("the same fault met by another stream", other.fill_zero(&mut v));
    texts.failed("a buffer that the fault spoilt", m.check());

    expect_file!["texts.txt"].assert_eq(&texts.all);
}
