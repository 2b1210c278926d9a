//! Reserved addresses that a communicator is told of.

use std::ffi::c_void;
use std::ptr::{null_mut, without_provenance_mut};

use ascend_npu_sys::{HcclDataType, HcclResult, aclrtDrvMemHandle, aclrtMemcpyKind};

use crate::world::{Buffer, Mapped, PIECE, Rank, SUM, acl, fine, hccl, ok, text, world_a3};

const PARA: HcclResult = HcclResult::HCCL_E_PARA;
const PTR: HcclResult = HcclResult::HCCL_E_PTR;

fn set(rank: &Rank, base: *mut c_void, bytes: usize) -> HcclResult {
    call_new!(hccl.HcclCommSetMemoryRange(rank.comm, base, bytes, 0, 0))
}

fn unset(rank: &Rank, base: *mut c_void) -> HcclResult {
    call_new!(hccl.HcclCommUnsetMemoryRange(rank.comm, base))
}

fn activate(rank: &Rank, base: *mut c_void, bytes: usize, handle: aclrtDrvMemHandle) -> HcclResult {
    call_new!(hccl.HcclCommActivateCommMemory(rank.comm, base, bytes, 0, handle, 0))
}

fn deactivate(rank: &Rank, base: *mut c_void) -> HcclResult {
    call_new!(hccl.HcclCommDeactivateCommMemory(rank.comm, base))
}

#[test]
fn memory_is_active_within_a_range_until_it_is_taken_back() {
    world_a3(3, |rank| {
        let memory = Mapped::new(4);
        let (base, first) = (memory.base, memory.handles[0]);
        assert_eq!([unset(rank, base), activate(rank, base, PIECE, first), deactivate(rank, base)], [PARA; 3]);
        assert!(text().contains("HcclCommSetMemoryRange first"), "{}", text());
        assert_eq!(set(rank, null_mut(), PIECE), PTR);
        fine(set(rank, base, 3 * PIECE));
        assert_eq!(set(rank, base, 3 * PIECE), PARA, "it is set");
        assert_eq!(set(rank, memory.at(2 * PIECE), 2 * PIECE), PARA, "it overlaps");
        assert_eq!(set(rank, memory.at(3 * PIECE), 0), PARA);
        assert_eq!([unset(rank, null_mut()), deactivate(rank, null_mut())], [PTR; 2]);
        assert_eq!([activate(rank, null_mut(), PIECE, first), activate(rank, base, PIECE, null_mut())], [PTR; 2]);
        assert_eq!(activate(rank, memory.at(3 * PIECE), PIECE, memory.handles[3]), PARA, "it is not in the range");
        assert_eq!(activate(rank, memory.at(2 * PIECE), 2 * PIECE, memory.handles[2]), PARA, "it leaves the range");
        assert_eq!(activate(rank, base, PIECE, without_provenance_mut(64)), HcclResult::HCCL_E_RUNTIME);
        for piece in 0..3 {
            fine(activate(rank, memory.at(piece * PIECE), PIECE, memory.handles[piece]));
        }
        assert_eq!(activate(rank, base, PIECE, first), PARA, "it is active");
        assert_eq!(unset(rank, base), PARA, "something is active in it");
        assert_eq!(unset(rank, memory.at(PIECE)), PARA, "it is not the start");
        assert_eq!(deactivate(rank, memory.at(64)), PARA, "it is not the start");
        for piece in 0..3 {
            fine(deactivate(rank, memory.at(piece * PIECE)));
        }
        assert_eq!(deactivate(rank, base), PARA, "it is no longer active");
        fine(unset(rank, base));
        assert_eq!(unset(rank, base), PARA, "it is no longer set");
        // Later calls need no other rank.
        if rank.rank == 0 {
            fine(set(rank, base, 4 * PIECE));
        }
        memory.release(PIECE);
    });
}

#[test]
fn operations_work_in_active_memory_across_its_pieces() {
    world_a3(3, |rank| {
        let memory = Mapped::new(4);
        fine(set(rank, memory.base, 4 * PIECE));
        for piece in 0..4 {
            fine(activate(rank, memory.at(piece * PIECE), PIECE, memory.handles[piece]));
        }
        let count = PIECE / 4 + 1001;
        let value = |rank: usize, place: usize| (place * 3 + rank * 1_000_003) as i32;
        let values: Vec<i32> = (0..count).map(|place| value(rank.rank, place)).collect();
        let (send, recv) = (memory.at(64), Buffer::new(4 * count));
        let download = |from: *mut c_void| {
            let (mut found, kind) = (vec![0_i32; count], aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST);
            ok(call!(acl.aclrtMemcpy(found.as_mut_ptr().cast(), 4 * count, from, 4 * count, kind)));
            found
        };
        let kind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
        ok(call!(acl.aclrtMemcpy(send, 4 * count, values.as_ptr().cast(), 4 * count, kind)));
        let sum = |place: usize| (0..rank.size).map(|of| value(of, place)).fold(0_i32, i32::wrapping_add);
        let dtype = HcclDataType::HCCL_DATA_TYPE_INT32;
        // To memory that is not active: as ever.
        fine(rank.all_reduce(send, recv.address, count, dtype, SUM));
        ok(rank.sync());
        let found = recv.read::<i32>();
        assert_eq!((0..count).find(|place| found[*place] != sum(*place)), None);
        assert!(download(send) == values);
        // Within active memory: the send buffer is spoilt.
        let to = memory.at(PIECE + PIECE / 2);
        fine(rank.all_reduce(send, to, count, dtype, SUM));
        ok(rank.sync());
        let found = download(to);
        assert_eq!((0..count).find(|place| found[*place] != sum(*place)), None);
        assert_eq!(download(send).iter().zip(&values).filter(|(found, value)| found == value).count(), 0);
        (0..4).for_each(|piece| fine(deactivate(rank, memory.at(piece * PIECE))));
        fine(unset(rank, memory.base));
        memory.release(PIECE);
    });
}

#[test]
fn a_communicator_of_one_rank_takes_all() {
    world_a3(1, |rank| {
        let memory = Mapped::new(1);
        for _ in 0..2 {
            fine(set(rank, memory.base, PIECE));
            fine(activate(rank, memory.base, PIECE, memory.handles[0]));
        }
        fine(deactivate(rank, memory.base));
        fine(unset(rank, memory.base));
        memory.release(PIECE);
    });
}
