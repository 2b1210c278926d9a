//! Other ways to allocate, host memory that is registered, and what is known of an address.

use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use std::{mem, thread};

use ascend_npu_mock::control::usage;
use ascend_npu_sys::{
    ACL_HOST_REG_MAPPED, ACL_HOST_REG_PINNED, aclError, aclrtHostRegisterType, aclrtMallocAttrType,
    aclrtMallocAttrValue, aclrtMallocAttribute, aclrtMallocConfig, aclrtMemAttr, aclrtMemMallocPolicy,
    aclrtMemUsageInfo, aclrtPtrAttributes,
};

use crate::support::*;

const PAGE: usize = 4096;

/// Pageable memory that starts on a page.
struct Pages {
    base: *mut c_void,
    layout: std::alloc::Layout,
}

impl Pages {
    fn new(bytes: usize) -> Self {
        let layout = std::alloc::Layout::from_size_align(bytes, PAGE).unwrap();
        Self { base: unsafe { std::alloc::alloc_zeroed(layout) }.cast(), layout }
    }

    fn bytes(&mut self) -> &mut [u8] {
        unsafe { std::slice::from_raw_parts_mut(self.base.cast(), self.layout.size()) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        unsafe { std::alloc::dealloc(self.base.cast(), self.layout) };
    }
}

fn attributes(of: *const c_void) -> aclrtPtrAttributes {
    let mut attributes = unsafe { mem::zeroed::<aclrtPtrAttributes>() };
    check(call!(aclrtPointerGetAttributes(of, &mut attributes)));
    attributes
}

fn with(device: u32, act: impl FnOnce(*mut aclrtMallocConfig) -> aclError) -> aclError {
    let value = aclrtMallocAttrValue { deviceId: device };
    let mut attribute = aclrtMallocAttribute { attr: aclrtMallocAttrType::ACL_RT_MEM_ATTR_DEVICE_ID, value };
    act(&mut aclrtMallocConfig { attrs: &mut attribute, numAttrs: 1 })
}

#[test]
fn align32_takes_no_block_of_padding() {
    on(0);
    let mut address = null_mut();
    // One page exactly: with padding it would be two.
    check(unsafe { (ACL.aclrtMallocAlign32)(&mut address, PAGE, HUGE_FIRST) });
    assert_eq!(usage(0).device_bytes, PAGE as u64);
    check(free(address));
    check(unsafe { (ACL.aclrtMallocCached)(&mut address, PAGE, HUGE_FIRST) });
    assert_eq!(usage(0).device_bytes, 2 * PAGE as u64);
    check(free(address));
    for malloc in [ACL.aclrtMallocAlign32, ACL.aclrtMallocCached] {
        assert_eq!(unsafe { malloc(null_mut(), 32, HUGE_FIRST) }, aclError::INVALID_PARAM);
        assert_eq!(unsafe { malloc(&mut address, 0, HUGE_FIRST) }, aclError::INVALID_PARAM);
    }
}

#[test]
fn a_configuration_may_name_another_device() {
    on(1);
    let mut address = null_mut();
    check(with(2, |config| call!(aclrtMallocWithCfg(&mut address, MIB, HUGE_FIRST, config))));
    assert_eq!((usage(1).device_blocks, usage(2).device_blocks), (0, 1));
    let found = attributes(address);
    assert_eq!((found.location.type_.0, found.location.id), (1, 2));
    check(free(address));
    let nowhere = with(999, |config| call!(aclrtMallocWithCfg(&mut address, MIB, HUGE_FIRST, config)));
    assert_eq!(nowhere, aclError::RT_INVALID_DEVICEID);
    let mut broken = aclrtMallocConfig { attrs: null_mut(), numAttrs: 1 };
    assert_eq!(call!(aclrtMallocWithCfg(&mut address, MIB, HUGE_FIRST, &mut broken)), aclError::INVALID_PARAM);
    let odd = aclrtMemMallocPolicy(0x40);
    assert_eq!(call!(aclrtMallocWithCfg(&mut address, MIB, odd, null_mut())), aclError::RT_PARAM_INVALID);
    let read_only = aclrtMemMallocPolicy(0x10_0000);
    check(call!(aclrtMallocWithCfg(&mut address, MIB, read_only, null_mut())));
    check(free(address));
}

#[test]
fn the_attributes_of_an_address_tell_where_it_lies() {
    on(3);
    let (small, large) = (malloc(100), malloc(3 * MIB));
    let locked = pinned(64);
    let local = [0_u8; 16];
    assert_eq!(attributes(at(small, 99)).location.type_.0, 1);
    assert_eq!((attributes(small).pageSize, attributes(large).pageSize), (4 << 10, 2 << 20));
    assert_eq!(attributes(small).location.id, 3);
    assert_eq!(attributes(locked.as_ptr().cast()).location.type_.0, 0);
    assert_eq!(attributes(local.as_ptr().cast()).location.type_.0, 2);
    let mut found = unsafe { mem::zeroed() };
    assert_eq!(call!(aclrtPointerGetAttributes(null_mut(), &mut found)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtPointerGetAttributes(small, null_mut())), aclError::INVALID_PARAM);

    let (mut base, mut bytes) = (null_mut(), 0);
    check(call!(aclrtMemGetAddressRange(at(large, MIB), &mut base, &mut bytes)));
    assert_eq!((base, bytes), (large, 3 * MIB));
    check(call!(aclrtMemGetAddressRange(large, null_mut(), &mut bytes)));
    let both = call!(aclrtMemGetAddressRange(large, null_mut(), null_mut()));
    assert_eq!(both, aclError::RT_PARAM_INVALID);
    let host = call!(aclrtMemGetAddressRange(local.as_ptr().cast_mut().cast(), &mut base, &mut bytes));
    assert_eq!(host, aclError::RT_PARAM_INVALID);
    check(free(small));
    check(free(large));
}

#[test]
fn memory_is_counted_by_component_with_its_peak() {
    on(4);
    let first = malloc(8 * MIB);
    check(free(first));
    let second = malloc(4 * MIB);
    let mut rows = [unsafe { mem::zeroed::<aclrtMemUsageInfo>() }; 4];
    let mut given = 9;
    check(call!(aclrtGetMemUsageInfo(4, rows.as_mut_ptr(), rows.len(), &mut given)));
    let name = |row: &aclrtMemUsageInfo| unsafe { CStr::from_ptr(row.name.as_ptr()) }.to_str().unwrap().to_owned();
    let row = rows[..given].iter().find(|row| name(row) == "APP").unwrap();
    assert_eq!((row.curMemSize, row.memPeakSize), (6 << 20, 10 << 20));
    check(call!(aclrtGetMemUsageInfo(4, rows.as_mut_ptr(), 1, &mut given)));
    assert_eq!((given, name(&rows[0]).as_str()), (1, "APP"));
    let bad = call!(aclrtGetMemUsageInfo(999, rows.as_mut_ptr(), 1, &mut given));
    assert_eq!(bad, aclError::RT_INVALID_DEVICEID);
    assert_eq!(call!(aclrtGetMemUsageInfo(4, null_mut(), 1, &mut given)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtGetMemUsageInfo(4, rows.as_mut_ptr(), 0, &mut given)), aclError::RT_PARAM_INVALID);
    check(free(second));
}

#[test]
fn every_kind_of_memory_can_be_asked_for() {
    on(5);
    let info = |attribute| {
        let (mut free, mut total) = (1, 1);
        (unsafe { (ACL.aclrtGetMemInfo)(aclrtMemAttr(attribute), &mut free, &mut total) }, free, total)
    };
    for of_host in [0, 2, 3, 6, 7] {
        assert_eq!(info(of_host), (OK, 0, 0));
    }
    for hbm in [1, 4, 5, 8, 9, 12, 13, 15, 16] {
        assert_eq!(info(hbm), (OK, HBM, HBM));
    }
    // Less than a gigabyte has no page of a gigabyte.
    for giant in [10, 11, 14, 17] {
        assert_eq!(info(giant), (OK, 0, 0));
    }
    assert_eq!(info(18).0, aclError::RT_PARAM_INVALID);
}

#[test]
fn freeing_with_a_wait_waits_for_every_stream_of_the_device() {
    on(6);
    let (queue, target, source) = (stream(), malloc(MIB), pinned(MIB));
    source.copy_from_slice(&pattern(MIB));
    let source = source.as_ptr();
    let gate = Gate::close(queue);
    check(copy_async(target, source.cast(), MIB, TO_DEVICE, queue));
    let addresses = (target.addr(), source.addr());
    let freeing = thread::spawn(move || {
        on(6);
        let host = std::ptr::with_exposed_provenance_mut(addresses.1);
        let device = std::ptr::with_exposed_provenance_mut(addresses.0);
        (call!(aclrtFreeHostWithDevSync(host)), call!(aclrtFreeWithDevSync(device)))
    });
    gate.open();
    assert_eq!(freeing.join().unwrap(), (OK, OK));
    // Had the memory been freed first, the copy would have faulted.
    check(synchronize(queue));
    assert_eq!(call!(aclrtFreeWithDevSync(null_mut())), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtFreeHostWithDevSync(null_mut())), aclError::INVALID_PARAM);
}

#[test]
fn pinned_memory_may_be_asked_for_with_a_configuration() {
    on(7);
    let mut address = null_mut();
    check(call!(aclrtMallocHostWithCfg(&mut address, 100, null_mut())));
    assert!(address.addr().is_multiple_of(64));
    check(unsafe { (ACL.aclrtFreeHost)(address) });
    assert_eq!(call!(aclrtMallocHostWithCfg(&mut address, 0, null_mut())), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtMallocHostWithCfg(null_mut(), 8, null_mut())), aclError::INVALID_PARAM);
}

#[test]
fn registered_memory_takes_part_in_copies_on_a_stream() {
    on(8);
    let (queue, device, mut pages) = (stream(), malloc(PAGE), Pages::new(PAGE));
    check(call!(aclrtHostRegisterV2(pages.base, PAGE as u64, ACL_HOST_REG_MAPPED | ACL_HOST_REG_PINNED)));
    assert_eq!(attributes(pages.base).location.type_.0, 0);
    let gate = Gate::close(queue);
    check(copy_async(device, pages.base, PAGE, TO_DEVICE, queue));
    // The copy is queued and has read nothing yet: pageable memory would have been waited for.
    pages.bytes().copy_from_slice(&pattern(PAGE));
    gate.open();
    check(synchronize(queue));
    assert_eq!(download(device, PAGE), pattern(PAGE));
    check(call!(aclrtHostUnregister(pages.base)));
    assert_eq!(attributes(pages.base).location.type_.0, 2);
    check(copy(pages.base, device, PAGE, TO_HOST));
    check(free(device));
}

#[test]
fn memory_is_registered_once_and_unregistered_once() {
    on(9);
    let pages = Pages::new(4 * PAGE);
    let second = at(pages.base, PAGE);
    check(call!(aclrtHostRegisterV2(second, 2 * PAGE as u64, ACL_HOST_REG_PINNED)));
    let whole = call!(aclrtHostRegisterV2(pages.base, 4 * PAGE as u64, ACL_HOST_REG_PINNED));
    assert_eq!(whole, aclError::HOST_MEMORY_ALREADY_REGISTERED);
    let inside = call!(aclrtHostRegisterV2(at(second, PAGE), 1, ACL_HOST_REG_PINNED));
    assert_eq!(inside, aclError::HOST_MEMORY_ALREADY_REGISTERED);
    check(call!(aclrtHostRegisterV2(pages.base, PAGE as u64, ACL_HOST_REG_PINNED)));
    assert_eq!(call!(aclrtHostUnregister(at(second, PAGE))), aclError::HOST_MEMORY_NOT_REGISTERED);
    check(call!(aclrtHostUnregister(second)));
    check(call!(aclrtHostUnregister(pages.base)));
    assert_eq!(call!(aclrtHostUnregister(second)), aclError::HOST_MEMORY_NOT_REGISTERED);
    let locked = pinned(PAGE);
    let again = call!(aclrtHostRegisterV2(locked.as_mut_ptr().cast(), PAGE as u64, ACL_HOST_REG_PINNED));
    assert_ne!(again, OK);
}

#[test]
fn registration_checks_its_arguments() {
    on(10);
    let (pages, device) = (Pages::new(PAGE), malloc(2 * PAGE));
    let register = |at, size, flags| call!(aclrtHostRegisterV2(at, size, flags));
    assert_eq!(register(null_mut(), 8, 2), aclError::INVALID_PARAM);
    assert_eq!(register(pages.base, 0, 2), aclError::INVALID_PARAM);
    for flags in [0, 1, 0x10, 0x3] {
        assert_eq!(register(pages.base, 8, flags), aclError::RT_PARAM_INVALID);
    }
    assert_eq!(register(at(pages.base, 64), 8, 2), aclError::RT_PARAM_INVALID);
    assert_eq!(register(pages.base, u64::MAX, 2), aclError::RT_PARAM_INVALID);
    assert_ne!(register(device, 8, 2), OK);
    let mut pointer = null_mut();
    let kind = aclrtHostRegisterType(2);
    let refused = call!(aclrtHostRegister(pages.base, 8, kind, &mut pointer));
    assert_eq!(refused, aclError::RT_FEATURE_NOT_SUPPORT);
    assert_eq!(call!(aclrtHostUnregister(null_mut())), aclError::INVALID_PARAM);
    check(free(device));
}

#[test]
fn only_mapped_memory_has_a_device_pointer() {
    on(11);
    let pages = Pages::new(PAGE);
    let mut pointer = null_mut();
    let mut get = |flag| call!(aclrtHostGetDevicePointer(at(pages.base, 8), &mut pointer, flag));
    assert_eq!(get(0), aclError::RT_PARAM_INVALID);
    check(call!(aclrtHostRegisterV2(pages.base, PAGE as u64, ACL_HOST_REG_PINNED)));
    assert_eq!(get(0), aclError::RT_PARAM_INVALID);
    check(call!(aclrtHostUnregister(pages.base)));
    let mut mapped = null_mut();
    check(call!(aclrtHostRegister(
        pages.base,
        PAGE as u64,
        aclrtHostRegisterType::ACL_HOST_REGISTER_MAPPED,
        &mut mapped
    )));
    check(get(0));
    assert_eq!(get(1), aclError::INVALID_PARAM);
    assert_eq!(pointer, at(mapped, 8));
    check(call!(aclrtHostUnregister(pages.base)));
}
