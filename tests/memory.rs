//! Pools, and buffers of several element types.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod common;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ascend_npu::{DeviceBuffer, ElementType, ErrorKind, MemoryPool, PoolOptions, Section, Stream, bf16, f16};
use ascend_npu_mock::control::{self, Kind};
use common::{device, values};

/// Long beside the time that a missing wait would need to show.
const LATE: Duration = Duration::from_millis(40);

/// Rules and counts are those of the process, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn count(functions: &[&str]) -> u64 {
    functions.iter().map(|function| control::calls(function)).sum()
}

fn filled(pool: &MemoryPool, stream: &Stream, len: usize, value: f32) -> DeviceBuffer<f32> {
    let mut buffer = pool.alloc(stream, len).unwrap();
    stream.fill(&mut buffer, value).unwrap();
    buffer
}

#[test]
fn a_step_that_is_repeated_takes_no_more_memory_of_the_device() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let stream = device.stream().unwrap();
    let pool = device.pool(PoolOptions::default());
    let step = |value: f32| {
        let a = filled(&pool, &stream, 1000, value);
        let mut b = pool.alloc::<f32>(&stream, 3_000_000).unwrap();
        stream.copy(&a, b.slice_mut(0..1000).unwrap()).unwrap();
        drop(a);
        let c = pool.alloc::<f32>(&stream, 1000).unwrap();
        drop(c);
        stream.download_blocking(b.slice(0..1000).unwrap()).unwrap()
    };
    assert_eq!(step(1.0), vec![1.0; 1000]);
    let before = count(&["aclrtMalloc", "aclrtFree"]);
    let events = count(&["aclrtRecordEvent", "aclrtStreamWaitEvent"]);
    for round in 0..50 {
        assert_eq!(step(round as f32), vec![round as f32; 1000]);
    }
    assert_eq!(count(&["aclrtMalloc", "aclrtFree"]), before);
    assert_eq!(count(&["aclrtRecordEvent", "aclrtStreamWaitEvent"]), events, "one stream makes no events");
    let statistics = pool.statistics();
    // The third buffer of a step is the first one's block.
    assert_eq!((statistics.allocated, statistics.reused), (2, 151), "{statistics:?}");
    assert_eq!((statistics.in_use, statistics.blocks_cached), (0, 2), "{statistics:?}");
    assert_eq!(statistics.peak_in_use, 4096 + (12 << 20), "{statistics:?}");
}

/// The block is used again while late work of its former owner reads it: the new owner's write must wait.
#[test]
fn memory_is_used_again_behind_its_last_use() {
    let _turn = turn();
    let device = device(1);
    let (first, second) = (device.stream().unwrap(), device.stream().unwrap());
    // The limit leaves room for one block, so that it must be used again at once.
    let pool = device.pool(PoolOptions { limit: Some(4096) });
    let (mut gate, mut copy) = (device.alloc::<f32>(1).unwrap(), device.alloc::<f32>(1000).unwrap());
    let data = values(1000, 1);
    for stream in [&first, &second] {
        let mut old = pool.alloc(&first, 1000).unwrap();
        first.copy_to_device(device.pinned_from(&data).unwrap(), &mut old).unwrap().wait().unwrap();
        let late = control::delay_operations(Kind::Fill, LATE);
        first.fill_zero(&mut gate).unwrap();
        first.copy(&old, &mut copy).unwrap();
        drop(old);
        let new = filled(&pool, stream, 1000, 9.0);
        assert_eq!(pool.statistics().blocks_in_use, 1);
        assert_eq!(first.download_blocking(&copy).unwrap(), data);
        assert_eq!(stream.download_blocking(&new).unwrap(), vec![9.0; 1000]);
        drop(late);
    }
    assert_eq!(pool.statistics().allocated, 1);
}

#[test]
fn a_block_in_use_elsewhere_is_left_while_there_is_other_memory() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(2);
    let (first, second) = (device.stream().unwrap(), device.stream().unwrap());
    let pool = device.pool(PoolOptions::default());
    let late = control::delay_operations(Kind::Fill, LATE);
    let mut old = pool.alloc::<f32>(&first, 1000).unwrap();
    first.fill_zero(&mut old).unwrap();
    drop(old);
    let waits = control::calls("aclrtStreamWaitEvent");
    let other = pool.alloc::<f32>(&second, 1000).unwrap();
    assert_eq!(pool.statistics().allocated, 2);
    drop(late);
    // Once the work is done the block serves any stream, and the device is asked for that.
    let (started, mut held) = (Instant::now(), vec![other]);
    while pool.statistics().reused == 0 {
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", pool.statistics());
        held.push(pool.alloc::<f32>(&second, 1000).unwrap());
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(control::calls("aclrtStreamWaitEvent"), waits);
}

#[test]
fn the_limit_is_an_error_that_tells_what_the_pool_has() {
    let _turn = turn();
    let device = device(3);
    let stream = device.stream().unwrap();
    let pool = device.pool(PoolOptions { limit: Some(10 << 20) });
    let held = pool.alloc::<u8>(&stream, 4 << 20).unwrap();
    drop(pool.alloc::<u8>(&stream, 100).unwrap());
    let error = pool.alloc::<u8>(&stream, 8 << 20).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    let text = error.to_string();
    let told = "MemoryPool::alloc on device 3: the limit of the pool is reached; 8388608 bytes were asked of a pool; \
                4194304 bytes in 1 blocks are in use, 0 in 0 are cached, at most 4194816 were in use, the limit is 10485760; ";
    assert!(text.starts_with(told), "{text}");
    drop(held);
    // Cached blocks of other sizes make room.
    let large = pool.alloc::<u8>(&stream, 10 << 20).unwrap();
    assert_eq!((large.len(), pool.statistics().reserved()), (10 << 20, 10 << 20));
}

#[test]
fn cached_memory_goes_back_to_the_device_when_asked_and_with_the_pool() {
    common::needs!(Usage);
    let _turn = turn();
    let before = control::usage(4).device_blocks;
    let device = device(4);
    let stream = device.stream().unwrap();
    let pool = device.pool(PoolOptions::default());
    let (a, b) = (filled(&pool, &stream, 100, 1.0), filled(&pool, &stream, 1000, 2.0));
    stream.synchronize().unwrap();
    drop(a);
    assert_eq!(control::usage(4).device_blocks, before + 2);
    pool.empty_cache().unwrap();
    assert_eq!((control::usage(4).device_blocks, pool.statistics().cached), (before + 1, 0));
    // A buffer keeps its pool.
    drop(pool);
    assert_eq!(stream.download_blocking(&b).unwrap(), vec![2.0; 1000]);
    drop(b);
    assert_eq!(control::usage(4).device_blocks, before);
}

#[test]
fn memory_that_a_pool_frees_outlives_its_uses() {
    common::needs!(Usage);
    let _turn = turn();
    let before = control::usage(4).device_blocks;
    let device = device(4);
    let stream = device.stream().unwrap();
    let late = control::delay_operations(Kind::Fill, LATE);
    for give_up in [|pool: MemoryPool| pool.empty_cache().unwrap(), drop] {
        let pool = device.pool(PoolOptions::default());
        drop(filled(&pool, &stream, 1000, 1.0));
        give_up(pool);
        assert_eq!(control::usage(4).device_blocks, before + 1, "freed under the fill");
        stream.synchronize().unwrap();
        // The next allocation finds what is done, and gives it back.
        drop(device.alloc::<u8>(1).unwrap());
        assert_eq!(control::usage(4).device_blocks, before);
    }
    drop(late);
}

#[test]
fn threads_share_a_pool_within_its_limit() {
    let _turn = turn();
    let device = device(5);
    let pool = device.pool(PoolOptions { limit: Some(64 << 10) });
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (pool, device) = (pool.clone(), device.clone());
            scope.spawn(move || {
                let stream = device.stream().unwrap();
                for round in 0..50 {
                    let value = (thread * 100 + round) as f32;
                    let buffer = filled(&pool, &stream, 1000, value);
                    assert_eq!(stream.download_blocking(&buffer).unwrap(), vec![value; 1000]);
                }
            });
        }
    });
    let statistics = pool.statistics();
    assert!(statistics.in_use == 0 && statistics.peak_reserved <= 64 << 10, "{statistics:?}");
}

#[test]
fn a_pool_serves_streams_of_its_device_only() {
    let _turn = turn();
    let pool = device(0).pool(PoolOptions::default());
    let error = pool.alloc::<f32>(&device(1).stream().unwrap(), 10).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("a stream of device 1 was given"), "{error}");
}

#[test]
fn sections_of_a_flat_buffer_keep_their_types_and_places() {
    let _turn = turn();
    let device = device(6);
    let stream = device.stream().unwrap();
    let sections = [Section::of::<bf16>(17), Section::of::<f32>(5), Section::of::<f16>(9), Section::of::<u64>(0)];
    let mut flat = device.alloc_flat(&sections).unwrap();
    assert_eq!(flat.sections().collect::<Vec<_>>(), sections);
    let places: Vec<_> = (0..5).map(|section| flat.offset(section)).collect();
    // 34 bytes, then 20, then 18: each at a multiple of 32.
    assert_eq!(places, [Some(0), Some(64), Some(96), Some(128), None]);
    assert_eq!(flat.bytes(), 128);
    stream.fill_zero(flat.as_bytes_mut()).unwrap();
    stream.fill(flat.view_mut::<bf16>(0).unwrap(), bf16::from_f32(1.5)).unwrap();
    stream.fill(flat.view_mut::<f32>(1).unwrap(), 2.5).unwrap();
    stream.fill(flat.view_mut::<f16>(2).unwrap(), f16::from_f32(3.5)).unwrap();
    assert_eq!(stream.download_blocking(flat.view::<bf16>(0).unwrap()).unwrap(), [bf16::from_f32(1.5); 17]);
    assert_eq!(stream.download_blocking(flat.view::<f32>(1).unwrap()).unwrap(), [2.5; 5]);
    assert_eq!(flat.view::<u64>(3).unwrap().len(), 0);
    let bytes = stream.download_blocking(flat.as_bytes()).unwrap();
    assert!(bytes[34..64].iter().chain(&bytes[84..96]).chain(&bytes[114..]).all(|&byte| byte == 0), "{bytes:?}");

    let error = flat.view::<f32>(0).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "FlatBuffer::view: section 0 holds bf16, fp32 was asked for");
    let error = flat.view_mut::<f32>(7).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "FlatBuffer::view_mut: section 7 was asked for, of 4");
    assert_eq!((ElementType::Bf16.bytes(), ElementType::I64.name()), (2, "int64"));
    let error = flat.into_typed::<f32>().map(drop).unwrap_err();
    assert!(error.to_string().contains("the buffer has 4 sections"), "{error}");
}

#[test]
fn split_sections_are_ordered_on_their_own_and_become_buffers() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(7);
    let (first, second) = (device.stream().unwrap(), device.stream().unwrap());
    let flat = device.alloc_flat(&[Section::of::<bf16>(3), Section::of::<f32>(100)]).unwrap();
    let mut parts = flat.split().unwrap().into_iter();
    let (mut halves, rest) = (parts.next().unwrap(), parts.next().unwrap());
    let mut singles = rest.into_typed::<f32>().unwrap();
    assert_eq!((halves.bytes(), singles.len()), (32, 100));
    let late = control::delay_operations(Kind::Fill, LATE);
    let waits = control::calls("aclrtStreamWaitEvent");
    first.fill_zero(halves.view_mut::<bf16>(0).unwrap()).unwrap();
    second.fill_zero(&mut singles).unwrap();
    assert_eq!(control::calls("aclrtStreamWaitEvent"), waits);
    second.fill(&mut singles, 4.0).unwrap();
    first.fill_zero(halves.as_bytes_mut()).unwrap();
    assert_eq!(first.download_blocking(&singles).unwrap(), [4.0; 100]);
    drop(late);
    assert!(device.alloc_flat(&[]).unwrap().split().unwrap().is_empty());
    let error = device.alloc_flat(&[Section::of::<f32>(usize::MAX)]).unwrap_err();
    assert!(error.to_string().contains("elements of fp32 do not fit an address"), "{error}");
}
