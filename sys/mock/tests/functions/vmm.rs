//! Virtual memory: reserved addresses, physical memory, mappings, and sharing with another process.

use std::ffi::c_void;
use std::process::{Command, Stdio};
use std::ptr::{null_mut, without_provenance_mut};

use ascend_npu_mock::control::usage;
use ascend_npu_sys::{
    aclError, aclrtDrvMemHandle, aclrtMemAccessDesc, aclrtMemAccessFlags, aclrtMemAllocationType, aclrtMemAttr,
    aclrtMemFabricHandle, aclrtMemGranularityOptions, aclrtMemHandleType, aclrtMemLocation, aclrtMemLocationType,
    aclrtMemSharedHandleType, aclrtPhysicalMemProp,
};

use crate::support::*;

const UNIT: usize = 2 * MIB;

fn place(kind: u32, id: u32) -> aclrtMemLocation {
    aclrtMemLocation { id, type_: aclrtMemLocationType(kind) }
}

fn property(device: u32) -> aclrtPhysicalMemProp {
    aclrtPhysicalMemProp {
        handleType: aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE,
        allocationType: aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED,
        memAttr: aclrtMemAttr::ACL_HBM_MEM_HUGE,
        location: place(1, device),
        reserve: 0,
    }
}

#[track_caller]
fn physical(device: u32, bytes: usize) -> aclrtDrvMemHandle {
    let mut handle = null_mut();
    check(call!(aclrtMallocPhysical(&mut handle, bytes, &property(device), 0)));
    handle
}

#[track_caller]
fn reserve(bytes: usize) -> *mut c_void {
    let mut base = null_mut();
    check(call!(aclrtReserveMemAddress(&mut base, bytes, 0, null_mut(), 0)));
    base
}

fn map(at: *mut c_void, bytes: usize, handle: aclrtDrvMemHandle) -> aclError {
    call!(aclrtMapMem(at, bytes, 0, handle, 0))
}

fn unmap(at: *mut c_void) -> aclError {
    call!(aclrtUnmapMem(at))
}

#[test]
fn mapped_memory_is_device_memory() {
    on(32);
    let (base, handle) = (reserve(2 * UNIT), physical(32, UNIT));
    let second = at(base, UNIT);
    check(map(second, UNIT, handle));
    let bytes = pattern(5000);
    upload(at(second, 100), &bytes);
    assert_eq!(download(at(second, 100), 5000), bytes);
    let mut found = unsafe { std::mem::zeroed() };
    check(call!(aclrtPointerGetAttributes(at(second, 7), &mut found)));
    assert_eq!((found.location.type_.0, found.location.id, found.pageSize as usize), (1, 32, UNIT));
    // Neither what is not mapped nor what lies past it can be touched.
    assert_ne!(copy(base, bytes.as_ptr().cast(), 8, TO_DEVICE), OK);
    assert_ne!(copy(base, bytes.as_ptr().cast(), 8, ANY), OK);
    assert_ne!(copy(at(second, UNIT - 4), bytes.as_ptr().cast(), 8, TO_DEVICE), OK);
    assert_ne!(free(second), OK);
    check(unmap(second));
    assert_ne!(copy(second, bytes.as_ptr().cast(), 8, ANY), OK);
    check(call!(aclrtFreePhysical(handle)));
    check(call!(aclrtReleaseMemAddress(base)));
    assert_eq!(usage(32).device_bytes, 0);
}

#[test]
fn what_was_written_stays_with_the_physical_memory() {
    on(33);
    let (one, other, handle) = (reserve(UNIT), reserve(UNIT), physical(33, UNIT));
    check(map(one, UNIT, handle));
    check(map(other, UNIT, handle));
    upload(one, &pattern(100));
    assert_eq!(download(other, 100), pattern(100), "two addresses of the same memory");
    check(unmap(one));
    check(unmap(other));
    check(map(one, UNIT, handle));
    assert_eq!(download(one, 100), pattern(100));
    let fresh = physical(33, UNIT);
    check(map(other, UNIT, fresh));
    assert_eq!(download(other, 4), [0xA5; 4]);
    for handle in [handle, fresh] {
        check(call!(aclrtFreePhysical(handle)));
    }
    check(unmap(one));
    check(unmap(other));
}

#[test]
fn physical_memory_is_charged_until_no_handle_and_no_mapping_knows_it() {
    on(34);
    let (base, handle) = (reserve(UNIT), physical(34, UNIT));
    let charged = || usage(34).device_bytes;
    assert_eq!(charged(), UNIT as u64);
    check(map(base, UNIT, handle));
    let mut same = null_mut();
    check(call!(aclrtMemRetainAllocationHandle(base, &mut same)));
    check(call!(aclrtFreePhysical(handle)));
    assert_eq!(call!(aclrtFreePhysical(handle)), aclError::RT_PARAM_INVALID);
    assert_eq!(charged(), UNIT as u64);
    check(unmap(base));
    assert_eq!(charged(), UNIT as u64);
    check(call!(aclrtFreePhysical(same)));
    assert_eq!(charged(), 0);
    let mut none = null_mut();
    let much = call!(aclrtMallocPhysical(&mut none, HBM + UNIT, &property(34), 0));
    assert_eq!(much, aclError::RT_MEMORY_ALLOCATION);
    assert!(text().contains("free"));
    assert_eq!(charged(), 0);
    check(call!(aclrtReleaseMemAddress(base)));
}

#[test]
fn memory_unmapped_under_a_queued_copy_is_a_fault_of_the_stream() {
    on(35);
    let (base, handle, queue, host) = (reserve(UNIT), physical(35, UNIT), stream(), pinned(64));
    check(map(base, UNIT, handle));
    let gate = Gate::close(queue);
    check(copy_async(base, host.as_ptr().cast(), 64, TO_DEVICE, queue));
    check(unmap(base));
    gate.open();
    assert_eq!(synchronize(queue), aclError::RT_SYS_DMA_ERROR);
    check(map(base, UNIT, handle));
    check(copy_async(base, host.as_ptr().cast(), 64, TO_DEVICE, queue));
    check(synchronize(queue));
    check(unmap(base));
    check(call!(aclrtFreePhysical(handle)));
    check(call!(aclrtReleaseMemAddress(base)));
}

#[test]
fn a_mapping_is_checked() {
    on(36);
    let (base, handle) = (reserve(2 * UNIT), physical(36, UNIT));
    assert_eq!(map(null_mut(), UNIT, handle), aclError::INVALID_PARAM);
    assert_eq!(map(base, UNIT, null_mut()), aclError::INVALID_PARAM);
    assert_eq!(map(base, 0, handle), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtMapMem(base, UNIT, 0, handle, 1)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtMapMem(base, UNIT, UNIT, handle, 0)), aclError::RT_PARAM_INVALID);
    assert_eq!(map(base, 2 * UNIT, handle), aclError::RT_PARAM_INVALID);
    assert_eq!(map(at(base, 4096), UNIT, handle), aclError::RT_PARAM_INVALID);
    assert_eq!(map(at(base, 2 * UNIT), UNIT, handle), aclError::RT_PARAM_INVALID);
    assert_eq!(map(malloc(UNIT), UNIT, handle), aclError::RT_PARAM_INVALID);
    assert_eq!(map(base, UNIT, without_provenance_mut(0x1000)), aclError::RT_PARAM_INVALID);
    check(map(base, UNIT, handle));
    assert_eq!(map(base, UNIT, handle), aclError::RT_PARAM_INVALID);
    let elsewhere = physical(37, UNIT);
    assert_eq!(map(at(base, UNIT), UNIT, elsewhere), aclError::RT_PARAM_INVALID, "of another device");
    check(call!(aclrtFreePhysical(elsewhere)));
    assert_eq!(unmap(at(base, 64)), aclError::RT_PARAM_INVALID);
    assert_eq!(unmap(null_mut()), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtReleaseMemAddress(base)), aclError::RT_PARAM_INVALID, "still mapped");
    check(unmap(base));
    assert_eq!(unmap(base), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtReleaseMemAddress(at(base, UNIT))), aclError::RT_PARAM_INVALID);
    check(call!(aclrtReleaseMemAddress(base)));
    assert_eq!(call!(aclrtReleaseMemAddress(base)), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtReleaseMemAddress(null_mut())), aclError::INVALID_PARAM);
    check(call!(aclrtFreePhysical(handle)));
}

#[test]
fn addresses_can_be_asked_for_inside_a_window() {
    on(38);
    let mut base = null_mut();
    let mut ask = |size, alignment, wanted: usize, flags| {
        let code = call!(aclrtReserveMemAddress(&mut base, size, alignment, without_provenance_mut(wanted), flags));
        (code, base)
    };
    let wanted = 0x1200_0000_0000;
    let (code, found) = ask(UNIT, 0, wanted, 1);
    check(code);
    assert_eq!(found.addr(), wanted);
    assert_eq!(ask(UNIT, 0, wanted, 0).0, aclError::RT_MEMORY_ALLOCATION, "taken");
    assert_eq!(ask(UNIT, 0, wanted + 4096, 0).0, aclError::RT_PARAM_INVALID);
    assert_eq!(ask(UNIT, 0, 0x1000_0000, 0).0, aclError::RT_PARAM_INVALID);
    assert_eq!(ask(UNIT, 4096, 0, 0).0, aclError::RT_PARAM_INVALID);
    assert_eq!(ask(UNIT, 0, 0, 2).0, aclError::INVALID_PARAM);
    assert_eq!(ask(0, 0, 0, 0).0, aclError::INVALID_PARAM);
    check(call!(aclrtReleaseMemAddress(found)));
}

#[test]
fn sizes_come_in_units_of_the_pages() {
    on(39);
    let ask = |property: &mut aclrtPhysicalMemProp, option| {
        let mut unit = 0;
        (call!(aclrtMemGetAllocationGranularity(property, aclrtMemGranularityOptions(option), &mut unit)), unit)
    };
    let with = |attribute, kind| aclrtPhysicalMemProp {
        memAttr: aclrtMemAttr(attribute),
        location: place(kind, if kind == 1 { 39 } else { 0 }),
        ..property(39)
    };
    for attribute in [4, 5, 12, 13, 15, 16] {
        assert_eq!(ask(&mut with(attribute, 1), 0), (OK, UNIT));
        assert_eq!(ask(&mut with(attribute, 1), 1), (OK, UNIT));
    }
    assert_eq!(ask(&mut with(10, 1), 0), (OK, 1 << 30));
    assert_eq!(ask(&mut with(3, 0), 0), (OK, UNIT));
    assert_eq!(ask(&mut with(3, 1), 0).0, aclError::INVALID_PARAM);
    assert_eq!(ask(&mut with(1, 1), 0).0, aclError::INVALID_PARAM);
    assert_eq!(ask(&mut with(4, 2), 0).0, aclError::INVALID_PARAM);
    assert_eq!(ask(&mut with(4, 1), 2).0, aclError::RT_PARAM_INVALID);
    assert_eq!(ask(&mut property(999), 0).0, aclError::RT_INVALID_DEVICEID);
    // A size that is no multiple is rounded up, and the mapping has that size.
    let (base, handle) = (reserve(UNIT), physical(39, 1000));
    check(map(base, UNIT, handle));
    let mut known = property(0);
    check(call!(aclrtMemGetAllocationPropertiesFromHandle(handle, &mut known)));
    assert_eq!(known, property(39));
    check(unmap(base));
    check(call!(aclrtFreePhysical(handle)));
    let mut handle = null_mut();
    let mut wrong = |change: &dyn Fn(&mut aclrtPhysicalMemProp), flags| {
        let mut property = property(39);
        change(&mut property);
        call!(aclrtMallocPhysical(&mut handle, UNIT, &property, flags))
    };
    assert_eq!(wrong(&|_| (), 1), aclError::INVALID_PARAM);
    assert_eq!(wrong(&|wrong| wrong.handleType = aclrtMemHandleType(2), 0), aclError::INVALID_PARAM);
    assert_eq!(wrong(&|wrong| wrong.allocationType = aclrtMemAllocationType(1), 0), aclError::INVALID_PARAM);
    assert_eq!(wrong(&|wrong| wrong.location = place(3, 0), 0), aclError::INVALID_PARAM);
}

#[test]
fn host_memory_can_be_mapped_too() {
    on(40);
    let mut handle = null_mut();
    let host = aclrtPhysicalMemProp { memAttr: aclrtMemAttr(3), location: place(0, 0), ..property(0) };
    check(call!(aclrtMallocPhysical(&mut handle, UNIT, &host, 0)));
    let (base, device, queue) = (reserve(UNIT), malloc(100), stream());
    check(map(base, UNIT, handle));
    unsafe { std::slice::from_raw_parts_mut(base.cast::<u8>(), 100) }.copy_from_slice(&pattern(100));
    check(copy_async(device, base, 100, TO_DEVICE, queue));
    check(synchronize(queue));
    assert_eq!(download(device, 100), pattern(100));
    check(unmap(base));
    check(call!(aclrtFreePhysical(handle)));
    check(call!(aclrtReleaseMemAddress(base)));
    check(free(device));
}

#[test]
fn access_is_kept_with_the_mapping() {
    on(41);
    let (base, handle) = (reserve(UNIT), physical(41, UNIT));
    let flags = aclrtMemAccessFlags::ACL_RT_MEM_ACCESS_FLAGS_READWRITE;
    let one = |location, flags| aclrtMemAccessDesc { flags, location, rsv: [0; 12] };
    let set = |size, location, flags| call!(aclrtMemSetAccess(base, size, &mut one(location, flags), 1));
    let get = |mut location| {
        let mut flags = 9;
        (call!(aclrtMemGetAccess(base, &mut location, &mut flags)), flags)
    };
    assert_eq!(set(UNIT, place(1, 41), flags), aclError::RT_PARAM_INVALID, "nothing is mapped");
    check(map(base, UNIT, handle));
    assert_eq!(get(place(1, 41)), (OK, 3));
    assert_eq!(get(place(1, 42)), (OK, 0));
    check(set(UNIT, place(1, 42), flags));
    assert_eq!(get(place(1, 42)), (OK, 3));
    assert_eq!(set(4096, place(1, 42), flags), aclError::RT_PARAM_INVALID);
    assert_eq!(set(UNIT, place(1, 999), flags), aclError::RT_INVALID_DEVICEID);
    assert_eq!(set(UNIT, place(2, 0), flags), aclError::RT_PARAM_INVALID);
    assert_eq!(set(UNIT, place(1, 42), aclrtMemAccessFlags(1)), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtMemSetAccess(base, UNIT, null_mut(), 1)), aclError::RT_PARAM_INVALID);
    check(unmap(base));
    check(map(base, UNIT, handle));
    assert_eq!(get(place(1, 42)), (OK, 0), "a new mapping");
    check(unmap(base));
    check(call!(aclrtFreePhysical(handle)));
    check(call!(aclrtReleaseMemAddress(base)));
}

fn export(handle: aclrtDrvMemHandle, flags: u64) -> (aclError, u64) {
    let mut shared = 0;
    let none = aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE;
    (call!(aclrtMemExportToShareableHandle(handle, none, flags, &mut shared)), shared)
}

fn import(shared: u64, device: i32) -> (aclError, aclrtDrvMemHandle) {
    let mut handle = null_mut();
    (call!(aclrtMemImportFromShareableHandle(shared, device, &mut handle)), handle)
}

const CHILD: &str = "ASCEND_MOCK_TEST_CHILD_SHARES";

/// Runs a test of this binary in a process of its own.
fn child(test: &str, words: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(CHILD, words).stdout(Stdio::null());
    command
}

/// The other process of the tests below; by itself it does nothing.
#[test]
fn child_shares_memory() {
    let Ok(words) = std::env::var(CHILD) else { return };
    let mut words = words.split(' ');
    let (open, listed): (u64, u64) = (words.next().unwrap().parse().unwrap(), words.next().unwrap().parse().unwrap());
    on(1);
    let base = reserve(2 * UNIT);
    assert_eq!(import(listed, 1).0, aclError::RT_PARAM_INVALID, "{}", text());
    let (code, handle) = import(open, 1);
    check(code);
    check(map(base, UNIT, handle));
    assert_eq!(download(base, 1000), pattern(1000));
    upload(at(base, 1000), &pattern(77));
    assert_eq!(export(handle, 0).0, aclError::RT_PARAM_INVALID, "it was imported");
    let own = physical(1, UNIT);
    assert_eq!(map(at(base, UNIT), UNIT, own), aclError::RT_PARAM_INVALID, "one is imported, the other not");
    let mut fabric = aclrtMemFabricHandle { data: [0; 128] };
    fabric.data[..8].copy_from_slice(&open.to_ne_bytes());
    let mut again = null_mut();
    let kind = aclrtMemSharedHandleType::ACL_MEM_SHARE_HANDLE_TYPE_FABRIC;
    check(call!(aclrtMemImportFromShareableHandleV2((&raw mut fabric).cast(), kind, 0, &mut again)));
    check(call!(aclrtFreePhysical(again)));
    // It ends without giving anything back.
}

#[test]
fn another_process_maps_the_same_memory() {
    if std::env::var(CHILD).is_ok() {
        return;
    }
    on(43);
    let (base, open, listed) = (reserve(UNIT), physical(43, UNIT), physical(43, UNIT));
    check(map(base, UNIT, open));
    upload(base, &pattern(1000));
    let (code, shared_open) = export(open, 1);
    check(code);
    assert_eq!(export(open, 1).0, aclError::RT_PARAM_INVALID, "it is exported already");
    let (code, shared_listed) = export(listed, 0);
    check(code);
    check(call!(aclrtMemSetPidToShareableHandle(shared_listed, &mut 1, 1)));
    let ran = child("vmm::child_shares_memory", &format!("{shared_open} {shared_listed}")).status().unwrap();
    assert!(ran.success());
    assert_eq!(download(at(base, 1000), 77), pattern(77));
    assert_eq!(import(shared_open, 43).0, aclError::RT_PARAM_INVALID, "in the process that exported it");
    assert_eq!(import(12345 << 32 | 3, 43).0, aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtMemSetPidToShareableHandle(77, &mut 1, 1)), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtMemSetPidToShareableHandle(shared_open, null_mut(), 1)), aclError::INVALID_PARAM);
    let mut out = 0_u64;
    let kind = aclrtMemSharedHandleType(3);
    let wrong = call!(aclrtMemExportToShareableHandleV2(listed, 0, kind, (&raw mut out).cast()));
    assert_eq!(wrong, aclError::RT_PARAM_INVALID);
    check(unmap(base));
    for handle in [open, listed] {
        check(call!(aclrtFreePhysical(handle)));
    }
    check(call!(aclrtReleaseMemAddress(base)));
}

#[test]
fn a_range_may_lie_across_mappings_that_follow_each_other() {
    on(64);
    let (base, queue) = (reserve(4 * UNIT), stream());
    let handles = [physical(64, UNIT), physical(64, 2 * UNIT)];
    check(map(at(base, UNIT), 2 * UNIT, handles[1]));
    let bytes = pattern(UNIT + 100);
    assert_ne!(copy(at(base, UNIT - 50), bytes.as_ptr().cast(), 100, TO_DEVICE), OK, "the first is not mapped");
    check(map(base, UNIT, handles[0]));
    upload(at(base, UNIT - 50), &bytes);
    assert_eq!(download(at(base, UNIT - 50), bytes.len()), bytes);
    assert_ne!(copy(at(base, 2 * UNIT), bytes.as_ptr().cast(), UNIT + 1, TO_DEVICE), OK, "past the last");
    check(unsafe { (ACL.aclrtMemsetAsync)(base, 3 * UNIT, 6, 3 * UNIT, queue) });
    check(synchronize(queue));
    // Unmapping one leaves the other alone, and what is queued on both faults.
    let host = pinned(100);
    let gate = Gate::close(queue);
    check(copy_async(at(base, UNIT - 50), host.as_ptr().cast(), 100, TO_DEVICE, queue));
    check(unmap(base));
    gate.open();
    assert_eq!(synchronize(queue), aclError::RT_SYS_DMA_ERROR);
    assert_eq!(download(at(base, UNIT), 3), [6; 3]);
    check(unmap(at(base, UNIT)));
    for handle in handles {
        check(call!(aclrtFreePhysical(handle)));
    }
    check(call!(aclrtReleaseMemAddress(base)));
}

/// What was device memory once is anybody's after its addresses are given back.
#[test]
fn released_addresses_can_become_host_memory() {
    on(65);
    let device = reserve(UNIT);
    let handle = physical(65, UNIT);
    check(map(device, UNIT, handle));
    // Another thread may be faster to get the addresses.
    let copied = (0..20).any(|_| {
        let (base, handle) = (reserve(UNIT), physical(65, UNIT));
        check(map(base, UNIT, handle));
        check(unmap(base));
        check(call!(aclrtFreePhysical(handle)));
        check(call!(aclrtReleaseMemAddress(base)));
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
        // SAFETY: a new mapping that replaces nothing.
        let host = unsafe { libc::mmap(base, UNIT, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if host == libc::MAP_FAILED {
            return false;
        }
        check(copy(device, host, UNIT, TO_DEVICE));
        // SAFETY: mapped just above, and used by nothing any more.
        assert_eq!(unsafe { libc::munmap(host, UNIT) }, 0);
        true
    });
    assert!(copied);
    check(unmap(device));
    check(call!(aclrtFreePhysical(handle)));
    check(call!(aclrtReleaseMemAddress(device)));
}
