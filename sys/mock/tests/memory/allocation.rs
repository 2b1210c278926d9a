//! Allocations: what they cost, their limits and their end.

use std::ptr::null_mut;
use std::thread;

use ascend_npu_mock::control::usage;
use ascend_npu_sys::{aclError, aclrtMemAttr};

use crate::calls::*;

#[test]
fn an_allocation_costs_its_padding_and_whole_pages() {
    on(0);
    let cost = |bytes, policy| {
        let before = usage(0).device_bytes;
        let address = try_malloc(bytes, policy).unwrap();
        assert_eq!(address.addr() % 64, 0);
        assert_eq!(usage(0).device_blocks, 1);
        let cost = usage(0).device_bytes - before;
        check(free(address));
        assert_eq!(usage(0).device_bytes, before);
        cost as usize
    };
    assert_eq!(cost(1, HUGE_FIRST), 4096);
    assert_eq!(cost(4096 - 32, HUGE_FIRST), 4096);
    assert_eq!(cost(4096, HUGE_FIRST), 8192);
    assert_eq!(cost(MIB, HUGE_FIRST), MIB + 4096);
    assert_eq!(cost(MIB + 1, HUGE_FIRST), 2 * MIB);
    assert_eq!(cost(2 * MIB, HUGE_FIRST), 4 * MIB);
    assert_eq!(cost(1, HUGE_ONLY), 2 * MIB);
    assert_eq!(cost(2 * MIB, NORMAL_ONLY), 2 * MIB + 4096);
}

#[test]
fn the_free_memory_of_the_current_device_is_told() {
    on(1);
    let info = |attribute| {
        let (mut free, mut total) = (7, 7);
        check(unsafe { (ACL.aclrtGetMemInfo)(attribute, &mut free, &mut total) });
        (free, total)
    };
    assert_eq!(info(aclrtMemAttr::ACL_HBM_MEM), (HBM, HBM));
    let address = malloc(3 * MIB);
    assert_eq!(info(aclrtMemAttr::ACL_HBM_MEM), (HBM - 4 * MIB, HBM));
    assert_eq!(info(aclrtMemAttr::ACL_DDR_MEM), (0, 0));
    check(free(address));
}

#[test]
fn out_of_memory_names_the_request_and_what_is_left() {
    on(2);
    let most = malloc(50 * MIB);
    assert_eq!(try_malloc(20 * MIB, HUGE_FIRST), Err(aclError::RT_MEMORY_ALLOCATION));
    let text = text();
    for part in ["device 2", &(20 * MIB).to_string(), &(12 * MIB).to_string(), &HBM.to_string(), "1 blocks live"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(try_malloc(usize::MAX, HUGE_FIRST), Err(aclError::RT_MEMORY_ALLOCATION));
    check(free(most));
    check(free(malloc(50 * MIB)));
}

#[test]
fn huge_pages_first_falls_back_and_huge_pages_only_does_not() {
    on(3);
    let most = malloc(60 * MIB);
    assert_eq!(usage(3).device_bytes as usize, 62 * MIB);
    // 2 MiB are left, which is no two huge pages.
    assert_eq!(try_malloc(2 * MIB - 16, HUGE_ONLY), Err(aclError::RT_MEMORY_ALLOCATION));
    let small = try_malloc(MIB + 4096, HUGE_FIRST).unwrap();
    assert_eq!(usage(3).device_bytes as usize, 64 * MIB);
    check(free(small));
    let some = try_malloc(4096, NORMAL_ONLY).unwrap();
    let rest = try_malloc(MIB + 4096, HUGE_FIRST).unwrap();
    assert_eq!(usage(3).device_bytes as usize, 62 * MIB + 8192 + MIB + 8192);
    for address in [most, some, rest] {
        check(free(address));
    }
}

#[test]
fn fresh_memory_is_poison() {
    on(4);
    let small = malloc(1000);
    assert!(download(small, 1000).iter().all(|&byte| byte == 0xA5));
    let large = malloc(3 * MIB);
    assert!(download(large, 4096).iter().all(|&byte| byte == 0xA5));
    check(free(small));
    check(free(large));
}

#[test]
fn only_the_start_of_a_live_allocation_can_be_freed_and_once() {
    let _few = FREED.read().unwrap();
    on(4);
    let (device, host, mut local) = (malloc(64), pinned(64), 0_u8);
    let refused = |code, part: &str| {
        assert_eq!(code, aclError::RT_PARAM_INVALID);
        let text = text();
        assert!(text.contains(part), "{part} in {text}");
    };
    refused(free(device.wrapping_byte_add(32)), "32 B inside the allocation of 64 B");
    refused(free(host), "which aclrtFreeHost frees");
    refused(free_host(device), "which aclrtFree frees");
    refused(free((&raw mut local).cast()), "no address that an allocation gave");
    check(free(device));
    check(free_host(host));
    refused(free(device), "was freed before");
    refused(free_host(host), "was freed before");
    assert_eq!(free(null_mut()), aclError::INVALID_PARAM);
    assert_eq!(free_host(null_mut()), aclError::INVALID_PARAM);
    text();
}

#[test]
fn empty_requests_and_null_results_are_refused() {
    on(4);
    let mut address = null_mut();
    assert_eq!(try_malloc(0, HUGE_FIRST), Err(aclError::INVALID_PARAM));
    assert_eq!(unsafe { (ACL.aclrtMalloc)(null_mut(), 64, HUGE_FIRST) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclrtMallocHost)(&mut address, 0) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclrtMallocHost)(null_mut(), 64) }, aclError::INVALID_PARAM);
}

#[test]
fn a_thread_without_a_device_has_no_memory() {
    begin();
    assert_eq!(try_malloc(64, HUGE_FIRST), Err(aclError::RT_CONTEXT_NULL));
    let (mut to, from) = ([0_u8; 4], [1_u8; 4]);
    let code = copy(to.as_mut_ptr().cast(), from.as_ptr().cast(), 4, ANY);
    assert_eq!(code, aclError::RT_CONTEXT_NULL);
}

#[test]
fn memory_outlives_a_reset_of_its_device() {
    on(5);
    let address = malloc(64);
    upload(address, &pattern(64));
    check(unsafe { (ACL.aclrtResetDevice)(5) });
    on(5);
    assert_eq!(download(address, 64), pattern(64));
    check(free(address));
}

#[test]
fn large_memory_is_gone_once_freed() {
    let _few = FREED.read().unwrap();
    on(6);
    let device = malloc(8 * MIB);
    check(free(device));
    let mut local = [0_u8; 16];
    assert_eq!(copy(local.as_mut_ptr().cast(), device, 16, TO_HOST), aclError::RT_PARAM_INVALID);
    assert!(text().contains("freed memory"));
}

#[test]
fn threads_allocate_and_free_at_once() {
    let _many = FREED.write().unwrap();
    on(15);
    thread::scope(|scope| {
        for thread in 0..4_usize {
            scope.spawn(move || {
                on(15);
                for round in 0..100_usize {
                    let bytes = 1 + (round * 7919 + thread * 104_729) % (3 * MIB);
                    let device = malloc(bytes);
                    let data = vec![thread as u8; bytes.min(4096)];
                    upload(device, &data);
                    assert_eq!(download(device, data.len()), data);
                    check(free(device));
                }
            });
        }
    });
    assert_eq!(usage(15).device_bytes, 0);
    assert_eq!(usage(15).device_blocks, 0);
}
