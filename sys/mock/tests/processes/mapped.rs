//! Buffers in memory that is no plain allocation.

use std::ptr::null_mut;
use std::sync::atomic::Ordering;

use ascend_npu_sys::{
    aclrtMemAllocationType, aclrtMemHandleType, aclrtMemLocation, aclrtMemLocationType, aclrtMemPoolProps,
    aclrtMemcpyKind,
};

use crate::base::BUFFERS_ARE_MAPPED;
use crate::exchange::all_types_agree;
use crate::job::part;
use crate::world::{Buffer, HCCL_INT32, Mapped, PIECE, Rank, SUM, acl, fine, ok, world};

/// Of this process only: each runs one test.
fn map_buffers() {
    BUFFERS_ARE_MAPPED.store(part().is_some(), Ordering::Relaxed);
}

#[test]
fn exchanges_agree_across_the_pieces_of_mapped_memory() {
    map_buffers();
    all_types_agree(3);
}

/// Rounds of an all-gather in place: what lies at the rank's place before and at all places after.
fn gather_in_place(rank: &Rank, memory: *mut std::ffi::c_void, count: usize) {
    let value = |rank: usize, place: usize| (place * 5 + rank * 7001) as i32;
    let kind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
    let own: Vec<i32> = (0..count).map(|place| value(rank.rank, place)).collect();
    let at = memory.wrapping_byte_add(rank.rank * count * 4);
    ok(call!(acl.aclrtMemcpy(at, count * 4, own.as_ptr().cast(), count * 4, kind)));
    fine(rank.all_gather(at, memory, count, HCCL_INT32));
    ok(rank.sync());
    let mut found = vec![0_i32; count * rank.size];
    let bytes = found.len() * 4;
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
    ok(call!(acl.aclrtMemcpy(found.as_mut_ptr().cast(), bytes, memory, bytes, kind)));
    let wrong = (0..found.len()).find(|place| found[*place] != value(place / count, place % count));
    assert_eq!(wrong, None);
}

/// A buffer that grows and moves: pieces that were mapped elsewhere, or were others, before.
#[test]
fn what_is_mapped_anew_is_found_where_it_is_now() {
    world(2, |rank| {
        let large = PIECE / 8 + 12_345;
        for round in 0..3 {
            let memory = Mapped::new(3);
            gather_in_place(rank, memory.at(PIECE - 4096), large);
            // Within one piece.
            gather_in_place(rank, memory.at(2 * PIECE), 1001);
            // The addresses of a mapping may hold other memory the next time.
            let handles = memory.handles.clone();
            for piece in 0..3 {
                ok(call!(acl.aclrtUnmapMem(memory.at(piece * PIECE))));
            }
            for (piece, handle) in handles.iter().rev().enumerate() {
                ok(call!(acl.aclrtMapMem(memory.at(piece * PIECE), PIECE, 0, *handle, 0)));
            }
            gather_in_place(rank, memory.at(64 * round), large);
            let handles = handles.into_iter().rev().collect();
            Mapped { handles, base: memory.base }.release(PIECE);
        }
    });
}

/// More mappings than another process keeps.
#[test]
fn many_mappings_come_and_go() {
    map_buffers();
    world(2, |rank| {
        let buffers: Vec<Buffer> = (0..100).map(|place| Buffer::of(&[place; 1000])).collect();
        for _ in 0..2 {
            for buffer in &buffers {
                fine(rank.all_reduce(buffer.address, buffer.address, 1000, HCCL_INT32, SUM));
            }
        }
        ok(rank.sync());
        for (place, buffer) in (0..).zip(&buffers) {
            assert_eq!(buffer.read::<i32>(), [4 * place; 1000]);
        }
    });
}

#[test]
fn memory_of_a_pool_is_reached_from_other_processes() {
    world(2, |rank| {
        let mut pool = null_mut();
        let properties = aclrtMemPoolProps {
            allocType: aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED,
            handleType: aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE,
            location: aclrtMemLocation {
                id: rank.device as u32,
                type_: aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE,
            },
            maxSize: 8 * PIECE,
            reserved: [0; 32],
        };
        ok(call_new!(acl.aclrtMemPoolCreate(&mut pool, &properties)));
        for round in 0..3 {
            let mut memory = null_mut();
            let bytes = 4 * 2 * 30_011;
            ok(call_new!(acl.aclrtMemPoolMallocAsync(&mut memory, bytes, pool, rank.stream)));
            ok(rank.sync());
            gather_in_place(rank, memory, 30_011 - round);
            ok(call_new!(acl.aclrtMemPoolFreeAsync(memory, rank.stream)));
            ok(rank.sync());
        }
        ok(call_new!(acl.aclrtMemPoolDestroy(pool)));
    });
}
