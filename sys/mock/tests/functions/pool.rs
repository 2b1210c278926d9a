//! Memory pools: allocation and release in the order of a stream.

use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_mock::control::usage;
use ascend_npu_sys::{
    aclError, aclrtMemAllocationType, aclrtMemHandleType, aclrtMemLocation, aclrtMemLocationType, aclrtMemPool,
    aclrtMemPoolAttr, aclrtMemPoolProps, aclrtStream,
};

use crate::support::*;

const UNIT: usize = 2 * MIB;

fn properties(device: u32, bytes: usize) -> aclrtMemPoolProps {
    aclrtMemPoolProps {
        allocType: aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED,
        handleType: aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE,
        location: aclrtMemLocation { id: device, type_: aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE },
        maxSize: bytes,
        reserved: [0; 32],
    }
}

#[track_caller]
fn pool(device: u32, bytes: usize) -> aclrtMemPool {
    let mut pool = null_mut();
    check(call!(aclrtMemPoolCreate(&mut pool, &properties(device, bytes))));
    pool
}

#[track_caller]
fn take(pool: aclrtMemPool, bytes: usize, on: aclrtStream) -> *mut c_void {
    let mut address = null_mut();
    check(call!(aclrtMemPoolMallocAsync(&mut address, bytes, pool, on)));
    address
}

fn give(address: *mut c_void, on: aclrtStream) -> aclError {
    call!(aclrtMemPoolFreeAsync(address, on))
}

#[track_caller]
fn get(pool: aclrtMemPool, attribute: u32) -> u64 {
    let mut value = 0_u64;
    check(call!(aclrtMemPoolGetAttr(pool, aclrtMemPoolAttr(attribute), (&raw mut value).cast())));
    value
}

fn set(pool: aclrtMemPool, attribute: u32, mut value: u64) -> aclError {
    call!(aclrtMemPoolSetAttr(pool, aclrtMemPoolAttr(attribute), (&raw mut value).cast()))
}

#[test]
fn memory_of_a_pool_lives_from_its_allocation_to_its_release_on_the_stream() {
    on(46);
    let (pool, queue, host) = (pool(46, 0), stream(), pinned(1000));
    host.copy_from_slice(&pattern(1000));
    let gate = Gate::close(queue);
    let memory = take(pool, 1000, queue);
    check(copy_async(memory, host.as_ptr().cast(), 1000, TO_DEVICE, queue));
    check(copy_async(host.as_mut_ptr().cast(), memory, 500, TO_HOST, queue));
    check(give(memory, queue));
    // Its turn has not come: what was queued before finds the memory.
    gate.open();
    check(synchronize(queue));
    assert_eq!(host[..500], pattern(500));
    assert_ne!(copy(memory, host.as_ptr().cast(), 8, TO_DEVICE), OK, "released");
    assert_eq!(give(memory, queue), aclError::RT_PARAM_INVALID);
    assert_eq!(usage(46).device_bytes, 0, "the threshold is 0");
    check(call!(aclrtMemPoolDestroy(pool)));
}

#[test]
fn a_copy_after_the_release_is_a_fault_of_the_stream() {
    on(47);
    let (pool, queue, host) = (pool(47, 0), stream(), pinned(64));
    let memory = take(pool, 64, queue);
    let gate = Gate::close(queue);
    check(give(memory, queue));
    let queued = copy_async(memory, host.as_ptr().cast(), 64, TO_DEVICE, queue);
    gate.open();
    if queued == OK {
        assert_eq!(synchronize(queue), aclError::RT_SYS_DMA_ERROR);
    }
    check(call!(aclrtMemPoolDestroy(pool)));
}

#[test]
fn released_memory_is_reused_in_the_order_of_its_stream() {
    on(48);
    let (pool, queue, other, host) = (pool(48, 0), stream(), stream(), pinned(UNIT));
    check(set(pool, 4, UNIT as u64));
    let gate = Gate::close(queue);
    let first = take(pool, UNIT, queue);
    check(copy_async(first, host.as_ptr().cast(), UNIT, TO_DEVICE, queue));
    check(give(first, queue));
    let elsewhere = take(pool, 100, other);
    assert_ne!(elsewhere, first, "on another stream it is still in use");
    let second = take(pool, 100, queue);
    assert_eq!(second, first);
    check(copy_async(second, host.as_ptr().cast(), 100, TO_DEVICE, queue));
    gate.open();
    check(synchronize(queue));
    // The release of the first time does not end the second.
    assert_eq!(copy(second, host.as_ptr().cast(), 100, TO_DEVICE), OK);
    check(give(second, queue));
    check(synchronize(queue));
    assert_eq!(get(pool, 5), 2 * UNIT as u64, "one is in use, and one is what the threshold keeps");
    assert_ne!(take(pool, 100, other), first, "reuse between streams is off at first");
    check(set(pool, 2, 1));
    assert_eq!(take(pool, 100, other), first, "its release has passed");
    check(call!(aclrtMemPoolDestroy(pool)));
    assert_eq!(usage(48).device_bytes, 0);
}

#[test]
fn a_pool_may_make_a_stream_wait_for_a_release() {
    on(49);
    let (pool, one, other) = (pool(49, UNIT), stream(), stream());
    let (up, down) = (pinned(1000), pinned(1000));
    up.copy_from_slice(&pattern(1000));
    let memory = take(pool, 1000, one);
    let gate = Gate::close(one);
    check(copy_async(memory, up.as_ptr().cast(), 1000, TO_DEVICE, one));
    check(copy_async(down.as_mut_ptr().cast(), memory, 1000, TO_HOST, one));
    check(give(memory, one));
    let mut again = null_mut();
    let full = call!(aclrtMemPoolMallocAsync(&mut again, 1000, pool, other));
    assert_eq!(full, aclError::RT_INTERNAL_ERROR, "the pool has one block");
    check(set(pool, 3, 1));
    let again = take(pool, 1000, other);
    assert_eq!(again, memory);
    let zeros = pinned(1000);
    zeros.fill(0);
    check(copy_async(again, zeros.as_ptr().cast(), 1000, TO_DEVICE, other));
    gate.open();
    check(synchronize(other));
    check(synchronize(one));
    assert_eq!(*down, pattern(1000), "the other stream waited");
    assert_eq!(download(again, 1000), [0; 1000]);
    check(call!(aclrtMemPoolDestroy(pool)));
}

#[test]
fn a_pool_counts_what_it_has_and_gives_back_what_it_is_told() {
    on(50);
    let (pool, queue) = (pool(50, 0), stream());
    check(set(pool, 4, 8 * UNIT as u64));
    let blocks = [1, UNIT, UNIT + 1].map(|bytes| take(pool, bytes, queue));
    assert_eq!((get(pool, 5), get(pool, 7)), (4 * UNIT as u64, 4 * UNIT as u64));
    assert_eq!(usage(50).device_bytes, 4 * UNIT as u64);
    check(give(blocks[2], queue));
    check(synchronize(queue));
    assert_eq!((get(pool, 5), get(pool, 6)), (4 * UNIT as u64, 4 * UNIT as u64));
    assert_eq!((get(pool, 7), get(pool, 8)), (2 * UNIT as u64, 4 * UNIT as u64));
    check(set(pool, 8, 0));
    assert_eq!(get(pool, 8), 0);
    check(call!(aclrtMemPoolTrimTo(pool, 0)));
    assert_eq!(get(pool, 5), 2 * UNIT as u64, "what is in use stays");
    assert_eq!(set(pool, 5, 0), aclError::RT_PARAM_INVALID);
    assert_eq!(set(pool, 6, 1), aclError::RT_INTERNAL_ERROR);
    assert_eq!(set(pool, 4, HBM as u64 + 1), aclError::RT_INTERNAL_ERROR);
    assert_eq!(set(pool, 9, 0), aclError::RT_INTERNAL_ERROR);
    assert_ne!(free(blocks[0]), OK, "aclrtFree leaves it alone");
    check(call!(aclrtMemPoolDestroy(pool)));
    assert_eq!(usage(50).device_bytes, 0);
    assert_eq!(set(pool, 4, 0), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtMemPoolDestroy(pool)), aclError::RT_INTERNAL_ERROR);
}

#[test]
fn pools_are_checked_and_take_allocations_of_the_device_back() {
    on(51);
    let mut made = null_mut();
    let mut make = |change: &dyn Fn(&mut aclrtMemPoolProps)| {
        let mut wanted = properties(51, UNIT);
        change(&mut wanted);
        call!(aclrtMemPoolCreate(&mut made, &wanted))
    };
    assert_eq!(make(&|wrong| wrong.allocType = aclrtMemAllocationType(1)), aclError::INVALID_PARAM);
    assert_eq!(make(&|wrong| wrong.location.type_ = aclrtMemLocationType(0)), aclError::INVALID_PARAM);
    assert_eq!(make(&|wrong| wrong.reserved[9] = 1), aclError::INVALID_PARAM);
    assert_eq!(make(&|wrong| wrong.location.id = 999), aclError::RT_INVALID_DEVICEID);
    assert_eq!(make(&|wrong| wrong.maxSize = HBM + 1), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtMemPoolCreate(null_mut(), &properties(51, 0))), aclError::INVALID_PARAM);
    let (pool, queue) = (pool(51, 0), stream());
    let mut address = null_mut();
    assert_eq!(call!(aclrtMemPoolMallocAsync(&mut address, 8, pool, null_mut())), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtMemPoolMallocAsync(&mut address, 8, null_mut(), queue)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtMemPoolMallocAsync(&mut address, 8, queue, queue)), aclError::RT_INTERNAL_ERROR);
    check(call!(aclrtMemPoolMallocAsync(&mut address, 0, pool, queue)));
    assert!(address.is_null());
    assert_eq!(give(null_mut(), queue), aclError::INVALID_PARAM);
    let (memory, host) = (malloc(64), pinned(64));
    assert_eq!(give(at(memory, 8), queue), aclError::RT_PARAM_INVALID);
    let gate = Gate::close(queue);
    check(copy_async(memory, host.as_ptr().cast(), 64, TO_DEVICE, queue));
    check(give(memory, queue));
    gate.open();
    check(synchronize(queue));
    assert_eq!(usage(51).device_bytes, 0);
    assert_ne!(free(memory), OK);
    check(call!(aclrtMemPoolDestroy(pool)));
}
