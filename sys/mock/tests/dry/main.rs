//! Dry runs: all that a program asks for is checked and takes its time, and nothing is done.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // A test fails by a panic.
#![allow(dead_code, reason = "the module is shared with the tests of the collectives")]

#[macro_use]
#[path = "../hccl/world.rs"]
mod world;

mod links;
mod timed;

use std::ffi::c_void;
use std::fs;
use std::ptr::null_mut;
use std::time::Duration;

use ascend_npu_mock::control::{
    self, Kind, Work, collective_time, modelled_now, operation_time, record_operations, take_operations,
};
use ascend_npu_sys::{HcclResult, aclError, aclrtMemcpyKind};

use world::{F32, Rank, SUM, acl, fine, ok, text, with_settings};

const SOC: &str = "Ascend910B3";
const GIB: usize = 1 << 30;
const MIB: usize = 1 << 20;

/// Ranks on one server.
fn ranks<R: Send>(work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    ranks_on(1, work)
}

/// Ranks on whole servers: all tests of this binary take as many devices as those have.
fn ranks_on<R: Send>(servers: usize, work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    with_settings(|settings| {
        settings.dry_run = true;
        settings.devices = 2048;
        // More ranks than cores come to each other.
        settings.connect_timeout = Duration::from_secs(60);
        settings.exec_timeout = Some(Duration::from_secs(60));
    });
    record_operations(true);
    world::world(8 * servers, work)
}

fn malloc(bytes: usize) -> Result<*mut c_void, aclError> {
    let mut memory = null_mut();
    let policy = ascend_npu_sys::aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
    match call!(acl.aclrtMalloc(&mut memory, bytes, policy)) {
        aclError::SUCCESS => Ok(memory),
        code => Err(code),
    }
}

fn fill(memory: *mut c_void, bytes: usize, rank: &Rank) {
    ok(call!(acl.aclrtMemsetAsync(memory, bytes, 7, bytes, rank.stream)));
}

/// When the operations of a kind of a rank began and ended.
fn ran(rank: &Rank, kind: Kind) -> Vec<(Duration, Duration)> {
    ok(rank.sync());
    let operations = take_operations(rank.device).into_iter().filter(|operation| operation.kind == kind);
    operations.map(|operation| operation.modelled.unwrap()).collect()
}

/// Bytes of this process that are in memory.
fn resident() -> usize {
    let table = fs::read_to_string("/proc/self/statm").unwrap();
    4096 * table.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap()
}

#[test]
fn the_memory_of_eight_devices_fits_into_any_machine_and_has_its_limit() {
    let before = resident();
    ranks(|rank| {
        let blocks: Vec<_> = (0..12).map(|_| malloc(5 * GIB).unwrap()).collect();
        for &block in &blocks {
            fill(block, 5 * GIB, rank);
        }
        fine(rank.all_reduce(blocks[0], blocks[1], 5 * GIB / 4, F32, SUM));
        let spans = ran(rank, Kind::Fill);
        let wanted = operation_time(SOC, Kind::Fill, 5 * GIB as u64, 5 * GIB as u64).unwrap();
        assert!(spans.len() == 12 && spans.iter().all(|(start, end)| *end - *start == wanted), "{spans:?}");
        // 64 GiB hold these, and the buffers of the communicator.
        assert_eq!(malloc(4 * GIB), Err(aclError::RT_MEMORY_ALLOCATION));
        assert_eq!(control::peak_memory(rank.device), control::usage(rank.device).device_bytes);
        assert!(control::peak_memory(rank.device) > 60 * GIB as u64);
        for block in blocks {
            ok(call!(acl.aclrtFree(block)));
        }
        malloc(60 * GIB).unwrap();
    });
    assert!(resident() < before + 256 * MIB, "{} B are in memory", resident());
}

#[test]
fn host_memory_stays_as_it_was_and_the_copies_take_their_time() {
    ranks(|_| {
        let (device, mut host) = (malloc(16 * MIB).unwrap(), vec![3_u8; 16 * MIB]);
        let (to, from) = (aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE, aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST);
        let start = modelled_now().unwrap();
        ok(call!(acl.aclrtMemcpy(device, 16 * MIB, host.as_ptr().cast(), 16 * MIB, to)));
        host.fill(4);
        ok(call!(acl.aclrtMemcpy(host.as_mut_ptr().cast(), 16 * MIB, device, 16 * MIB, from)));
        let copy = operation_time(SOC, Kind::CopyHostToDevice, 32 * MIB as u64, 32 * MIB as u64).unwrap();
        assert_eq!(modelled_now().unwrap() - start, 2 * copy);
        assert!(host.iter().all(|&byte| byte == 4));
        // Between host addresses no device takes part.
        let mut other = vec![0_u8; 16];
        let kind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_HOST;
        ok(call!(acl.aclrtMemcpy(other.as_mut_ptr().cast(), 16, host.as_ptr().cast(), 16, kind)));
        assert_eq!(other, [4; 16]);
    });
}

#[test]
fn what_is_wrong_is_refused_as_ever() {
    ranks(|rank| {
        let memory = malloc(MIB).unwrap();
        assert_ne!(call!(acl.aclrtMemsetAsync(memory, 2 * MIB, 0, 2 * MIB, rank.stream)), aclError::SUCCESS);
        let past = rank.all_reduce(memory, memory, 2 * MIB, F32, SUM);
        assert_eq!(past, HcclResult::HCCL_E_PARA, "{}", text());
        fine(rank.all_reduce(memory, memory, 64, F32, SUM));
        ok(rank.sync());
        // Ranks that ask for different things.
        let count = if rank.rank == 5 { 32 } else { 64 };
        fine(rank.all_reduce(memory, memory, count, F32, SUM));
        assert_eq!(rank.sync(), aclError::RT_MODEL_EXECUTE, "{}", text());
        assert!(text().contains("rank 5 asks for HcclAllReduce of 32 x fp32"), "{}", text());
        ok(call!(acl.aclrtFree(memory)));
        assert_ne!(call!(acl.aclrtMemsetAsync(memory, 64, 0, 64, rank.stream)), aclError::SUCCESS);
    });
}

#[test]
fn collectives_take_their_time_once_all_ranks_have_come() {
    let spans = ranks(|rank| {
        let memory = malloc(256 * MIB).unwrap();
        // One rank is late.
        for _ in 0..if rank.rank == 2 { 20 } else { 0 } {
            fill(memory, 256 * MIB, rank);
        }
        fine(rank.all_reduce(memory, memory, 64 * MIB, F32, SUM));
        (ran(rank, Kind::AllReduce)[0], modelled_now().unwrap())
    });
    let wanted = collective_time(SOC, Kind::AllReduce, 256 * MIB as u64, 8).unwrap();
    let (start, end) = spans[0].0;
    assert!(end - start == wanted && spans.iter().all(|(span, now)| *span == (start, end) && *now == end), "{spans:?}");
    assert!(start >= 20 * operation_time(SOC, Kind::Fill, 256 * MIB as u64, 0).unwrap());
}

#[test]
fn values_that_streams_write_are_seen_by_streams_that_wait_for_them() {
    ranks(|rank| {
        let (flag, memory, other) = (malloc(64).unwrap(), malloc(256 * MIB).unwrap(), world::new_stream());
        ok(call_new!(acl.aclrtValueWait(flag, 5, 0, other)));
        ok(call!(acl.aclrtMemsetAsync(memory, MIB, 0, MIB, other)));
        fill(memory, 256 * MIB, rank);
        ok(call_new!(acl.aclrtValueWrite(flag, 6, 0, rank.stream)));
        ok(call!(acl.aclrtSynchronizeStream(other)));
        let fills = ran(rank, Kind::Fill);
        let (long, short) = (fills.iter().max_by_key(|(start, end)| *end - *start).unwrap(), fills.last().unwrap());
        assert!(short.0 >= long.1, "{fills:?}");
    });
}

#[test]
fn work_that_is_told_takes_the_time_of_the_unit_that_has_most_to_do() {
    ranks(|rank| {
        let time = |work| {
            control::queue_work(rank.stream, "layer", work).unwrap();
            let (start, end) = ran(rank, Kind::Kernel)[0];
            (end - start).as_secs_f64()
        };
        // At 294.9 TFLOPS, at 1.6 TB/s and, again and again, at 3.96 TB/s; 2 us of each are the kernel's start.
        let near = |found: f64, wanted: f64| assert!((found / (wanted + 2e-6) - 1.0).abs() < 1e-3, "{found} {wanted}");
        near(time(Work { flops: 294_912_000_000, ..Work::default() }), 1e-3);
        near(time(Work { moved: 1_600_000_000, distinct: 1_600_000_000, flops: 294_912_000_000 }), 1e-3);
        near(time(Work { moved: 3_200_000_000, distinct: 1_600_000_000, flops: 294_912_000_000 }), 2e-3);
        near(time(Work { moved: 3_960_000_000, distinct: 1 << 20, flops: 0 }), 1e-3);
    });
    let refused = control::queue_work(null_mut(), "layer", Work::default());
    assert!(refused.is_err(), "a thread without a device has no stream");
}
