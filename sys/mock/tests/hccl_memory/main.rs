//! Memory that the library is told of: for operations without a copy, and as symmetric windows. These are of A3 only.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.
#![allow(dead_code, reason = "the module is shared with the tests of other settings")]

#[macro_use]
#[path = "../hccl/world.rs"]
mod world;
mod ranges;
mod windows;

use std::ptr::null_mut;

use ascend_npu_sys::{HcclCommConfig, HcclResult};

use world::{A3, Mapped, hccl, text, with_settings, world_a3, world_of};

#[test]
fn ranks_that_do_not_all_come_are_told_who_is_missing() {
    world_a3(3, |rank| {
        let memory = Mapped::new(1);
        let mut window = null_mut();
        if rank.rank == 1 {
            return;
        }
        let code = call_new!(hccl.HcclCommSymWinRegister(rank.comm, memory.base, 4096, &mut window, 1));
        assert_eq!((code, window), (HcclResult::HCCL_E_TIMEOUT, null_mut()));
        let text = text();
        assert!(text.contains("EI0006") && text.contains("ranks [1] have not called it"), "{text}");
    });
}

#[test]
fn windows_lie_in_a_heap_of_the_size_that_the_configuration_gives() {
    with_settings(|settings| settings.soc = A3.to_owned());
    let register = |gib: u64, bytes: usize| {
        let config = move |_| HcclCommConfig { hcclSymWinMaxMemSizePerRank: gib, ..HcclCommConfig::new() };
        world_of(2, config, |rank| {
            let memory = Mapped::of(1, bytes);
            let mut window = null_mut();
            let code = call_new!(hccl.HcclCommSymWinRegister(rank.comm, memory.base, bytes as u64, &mut window, 1));
            memory.release(bytes);
            code
        })
    };
    assert_eq!(register(1, 1 << 30), [HcclResult::HCCL_SUCCESS; 2]);
    assert_eq!(register(1, (1 << 30) + (2 << 20)), [HcclResult::HCCL_E_MEMORY; 2]);
    assert_eq!(register(0, 2 << 20), [HcclResult::HCCL_E_PARA; 2]);
    assert_eq!(register(65, 2 << 20), [HcclResult::HCCL_E_PARA; 2], "more than the device has");
}
