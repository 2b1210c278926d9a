//! Memory of every kind in collectives: mapped, of a pool, imported by key.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::Barrier;

use ascend_npu_sys::{
    ACL_EVENT_SYNC, aclError, aclrtMemAllocationType, aclrtMemAttr, aclrtMemHandleType, aclrtMemLocation,
    aclrtMemLocationType, aclrtMemPoolProps, aclrtMemcpyKind, aclrtPhysicalMemProp,
};

use crate::number::Number;
use crate::world::{Buffer, Rank, SUM, acl, fine, ok, text, world};

const UNIT: usize = 2 << 20;
const COUNT: usize = 1000;
const BYTES: usize = 4 * COUNT;

fn here(rank: &Rank) -> aclrtMemLocation {
    let type_ = aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE;
    aclrtMemLocation { id: rank.device.unsigned_abs(), type_ }
}

/// Reserved addresses of which two units are mapped, each to memory of its own.
fn mapped(rank: &Rank) -> *mut c_void {
    let mut base = null_mut();
    ok(call!(acl.aclrtReserveMemAddress(&mut base, 2 * UNIT, 0, null_mut(), 0)));
    let property = aclrtPhysicalMemProp {
        handleType: aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE,
        allocationType: aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED,
        memAttr: aclrtMemAttr::ACL_HBM_MEM_HUGE,
        location: here(rank),
        reserve: 0,
    };
    for place in 0..2 {
        let mut handle = null_mut();
        ok(call!(acl.aclrtMallocPhysical(&mut handle, UNIT, &property, 0)));
        ok(call!(acl.aclrtMapMem(base.wrapping_byte_add(place * UNIT), UNIT, 0, handle, 0)));
    }
    base
}

/// Memory that is there as soon as the stream comes to it.
fn pooled(rank: &Rank, bytes: usize) -> *mut c_void {
    let properties = aclrtMemPoolProps {
        allocType: aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED,
        handleType: aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE,
        location: here(rank),
        maxSize: 0,
        reserved: [0; 32],
    };
    let (mut pool, mut address) = (null_mut(), null_mut());
    ok(call_new!(acl.aclrtMemPoolCreate(&mut pool, &properties)));
    ok(call_new!(acl.aclrtMemPoolMallocAsync(&mut address, bytes, pool, rank.stream)));
    address
}

fn imported(memory: *mut c_void, bytes: usize) -> *mut c_void {
    let (mut key, mut address) = ([0; 65], null_mut());
    ok(call_new!(acl.aclrtIpcMemGetExportKey(memory, bytes, key.as_mut_ptr(), key.len(), 1)));
    ok(call_new!(acl.aclrtIpcMemImportByKey(&mut address, key.as_ptr(), 0)));
    address
}

fn write(to: *mut c_void, values: &[i32]) {
    let (from, kind) = (values.as_ptr().cast(), aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE);
    ok(call!(acl.aclrtMemcpy(to, size_of_val(values), from, size_of_val(values), kind)));
}

fn read(from: *mut c_void, count: usize) -> Vec<i32> {
    let mut values = vec![0_i32; count];
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
    ok(call!(acl.aclrtMemcpy(values.as_mut_ptr().cast(), 4 * count, from, 4 * count, kind)));
    values
}

fn values(rank: usize) -> Vec<i32> {
    (0..COUNT).map(|place| (place * 3 + rank * 7001) as i32).collect()
}

#[test]
fn memory_of_every_kind_is_reduced_and_gathered() {
    world(3, |rank| {
        let (base, whole) = (mapped(rank), Buffer::new(BYTES * rank.size));
        // Its middle lies where one mapping ends and the next begins.
        let across = base.wrapping_byte_add(UNIT - BYTES / 2);
        let key = Buffer::new(BYTES * rank.size);
        let places = [
            (whole.address, across),
            (across, pooled(rank, BYTES * rank.size)),
            (pooled(rank, BYTES), imported(key.address, key.bytes)),
            (imported(whole.address, BYTES), whole.address),
        ];
        ok(rank.sync());
        for (place, (send, recv)) in places.into_iter().enumerate() {
            write(send, &values(rank.rank));
            fine(rank.all_reduce(send, recv, COUNT, i32::DTYPE, SUM));
            ok(rank.sync());
            let sums: Vec<i32> = (0..COUNT).map(|at| (0..rank.size).map(|of| values(of)[at]).sum()).collect();
            assert_eq!(read(recv, COUNT), sums, "{place}");
            // In place at the last, where sending and receiving memory are the same.
            write(if place == 3 { recv.wrapping_byte_add(rank.rank * BYTES) } else { send }, &values(rank.rank));
            let from = if place == 3 { recv.wrapping_byte_add(rank.rank * BYTES) } else { send };
            fine(rank.all_gather(from, recv, COUNT, i32::DTYPE));
            ok(rank.sync());
            let all: Vec<i32> = (0..rank.size).flat_map(values).collect();
            assert_eq!(read(recv, COUNT * rank.size), all, "{place}");
        }
    });
}

#[test]
fn memory_that_is_unmapped_or_released_before_the_operation_runs_is_a_fault_on_all_ranks() {
    let meet = Barrier::new(2);
    for pool in [false, true] {
        world(2, |rank| {
            let (base, buffer) = (mapped(rank), Buffer::new(BYTES));
            let taken = pooled(rank, BYTES);
            fine(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
            ok(rank.sync());
            let send = if pool { taken } else { base };
            let call = || fine(rank.all_reduce(send, buffer.address, COUNT, i32::DTYPE, SUM));
            if rank.rank == 1 {
                meet.wait();
                call();
            } else {
                // Nothing of the stream runs before the event.
                let mut event = null_mut();
                ok(call!(acl.aclrtCreateEventWithFlag(&mut event, ACL_EVENT_SYNC)));
                ok(call!(acl.aclrtStreamWaitEvent(rank.stream, event)));
                if pool {
                    ok(call_new!(acl.aclrtMemPoolFreeAsync(taken, rank.stream)));
                }
                call();
                if !pool {
                    ok(call!(acl.aclrtUnmapMem(base)));
                }
                ok(call!(acl.aclrtRecordEvent(event, null_mut())));
                meet.wait();
            }
            assert_eq!(rank.sync(), aclError::RT_SYS_DMA_ERROR);
            let text = text();
            assert!(text.contains("EI0012") && text.contains("rank 0"), "{text}");
            meet.wait();
        });
    }
}
