//! Symmetric windows.

use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_sys::{HcclCommSymWindow, HcclDataType, HcclResult};

use crate::world::{Buffer, Mapped, PIECE, Rank, SUM, fine, hccl, ok, text, world_a3};

const PARA: HcclResult = HcclResult::HCCL_E_PARA;
const PTR: HcclResult = HcclResult::HCCL_E_PTR;

fn register(rank: &Rank, address: *mut c_void, bytes: usize, flag: u32) -> (HcclResult, HcclCommSymWindow) {
    let mut window = null_mut();
    let code = call_new!(hccl.HcclCommSymWinRegister(rank.comm, address, bytes as u64, &mut window, flag));
    (code, window)
}

fn window(rank: &Rank, address: *mut c_void, bytes: usize) -> HcclCommSymWindow {
    let (code, window) = register(rank, address, bytes, 1);
    fine(code);
    window
}

fn find(rank: &Rank, address: *mut c_void, bytes: usize) -> (HcclResult, HcclCommSymWindow, usize) {
    let (mut window, mut offset) = (null_mut(), 0);
    let code = call_new!(hccl.HcclCommSymWinGet(rank.comm, address, bytes, &mut window, &mut offset));
    (code, window, offset)
}

fn deregister(window: HcclCommSymWindow) -> HcclResult {
    call_new!(hccl.HcclCommSymWinDeregister(window))
}

#[test]
fn a_window_is_the_mapping_that_its_range_lies_in() {
    world_a3(3, |rank| {
        let memory = Mapped::new(2);
        let first = window(rank, memory.at(4096), 100);
        let second = window(rank, memory.at(PIECE), PIECE);
        assert!(!first.is_null() && first != second);
        assert_eq!(find(rank, memory.at(PIECE - 8), 8), (HcclResult::HCCL_SUCCESS, first, PIECE - 8));
        assert_eq!(find(rank, memory.at(PIECE + 40), 8), (HcclResult::HCCL_SUCCESS, second, 40));
        assert_eq!(find(rank, memory.at(PIECE - 8), 9).0, HcclResult::HCCL_E_NOT_FOUND);
        // Operations know nothing of windows.
        let buffer = Buffer::of(&[1_i32 << rank.rank; 64]);
        let dtype = HcclDataType::HCCL_DATA_TYPE_INT32;
        fine(rank.all_reduce(buffer.address, memory.at(PIECE - 128), 64, dtype, SUM));
        fine(rank.all_reduce(memory.at(PIECE - 128), buffer.address, 64, dtype, SUM));
        ok(rank.sync());
        assert_eq!(buffer.read::<i32>(), [21; 64]);
        // One more of the same memory, which another rank may not have any more.
        let again = window(rank, memory.base, PIECE);
        fine(deregister(first));
        assert_eq!(deregister(first), PARA);
        assert_eq!(find(rank, memory.at(40), 8), (HcclResult::HCCL_SUCCESS, again, 40));
        // The program may let the memory go before.
        memory.release(PIECE);
        fine(deregister(again));
        fine(deregister(second));
    });
}

#[test]
fn windows_need_mapped_memory_a_size_and_the_flag_of_collectives() {
    world_a3(2, |rank| {
        let (memory, buffer) = (Mapped::new(2), Buffer::new(4096));
        let mut window = null_mut();
        assert_eq!(call_new!(hccl.HcclCommSymWinRegister(null_mut(), memory.base, 8, &mut window, 1)), PTR);
        assert_eq!(call_new!(hccl.HcclCommSymWinRegister(rank.comm, memory.base, 8, null_mut(), 1)), PTR);
        assert_eq!(register(rank, null_mut(), 8, 1).0, PTR);
        assert_eq!(register(rank, memory.base, 0, 1).0, PARA);
        assert_eq!([register(rank, memory.base, 8, 0).0, register(rank, memory.base, 8, 2).0], [PARA; 2]);
        assert_eq!(register(rank, buffer.address, 8, 1).0, PARA, "it is not mapped");
        assert_eq!(register(rank, memory.at(PIECE - 8), 16, 1).0, PARA, "it is in two mappings");
        assert_eq!(find(rank, memory.base, 0).0, PARA);
        assert_eq!(find(rank, null_mut(), 8).0, PTR);
        assert_eq!(call_new!(hccl.HcclCommSymWinGet(rank.comm, memory.base, 8, &mut window, null_mut())), PTR);
        assert_eq!(find(rank, memory.base, 8).0, HcclResult::HCCL_E_NOT_FOUND);
        assert_eq!([deregister(null_mut()), deregister(memory.base)], [PTR, PARA]);
        memory.release(PIECE);
    });
}

#[test]
fn ranks_whose_windows_differ_are_told_which() {
    world_a3(3, |rank| {
        let memory = Mapped::of(1, if rank.rank == 1 { 2 * PIECE } else { PIECE });
        let (code, _) = register(rank, memory.base, 8, 1);
        assert_eq!(code, HcclResult::HCCL_E_INTERNAL);
        let (text, other) = (text(), if rank.rank == 1 { "rank 0 has" } else { "rank 1 has" });
        assert!(text.contains("EI0005") && text.contains(other), "{text}");
        // It takes no place of the heap.
        let small = Mapped::new(1);
        fine(deregister(window(rank, small.base, PIECE)));
        small.release(PIECE);
        memory.release(if rank.rank == 1 { 2 * PIECE } else { PIECE });
    });
}

#[test]
fn windows_end_with_their_communicator() {
    let windows = world_a3(2, |rank| {
        let memory = Mapped::new(1);
        let window = window(rank, memory.base, 8);
        memory.release(PIECE);
        window.addr()
    });
    for window in windows {
        assert_eq!(deregister(std::ptr::without_provenance_mut(window)), PARA);
    }
}
