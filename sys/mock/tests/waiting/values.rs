//! Values in memory.

use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_sys::{
    ACL_STREAM_WAIT_VALUE_AND, ACL_STREAM_WAIT_VALUE_EQ, ACL_STREAM_WAIT_VALUE_GEQ, ACL_STREAM_WAIT_VALUE_NOR,
    aclError, aclrtMemMallocPolicy, aclrtMemcpyKind,
};

use crate::common::{ACL, check, count, counter, is_idle, launch, on, stream, synchronize};

/// One word of device memory.
pub fn word(value: u64) -> *mut c_void {
    let mut address = null_mut();
    check(unsafe { (ACL.aclrtMalloc)(&mut address, 64, aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST) });
    write_word(address, value);
    address
}

fn write_word(address: *mut c_void, value: u64) {
    let from = std::ptr::from_ref(&value).cast();
    check(unsafe { (ACL.aclrtMemcpy)(address, 8, from, 8, aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE) });
}

#[test]
fn a_stream_waits_for_a_value_that_another_writes() {
    on(17);
    let (waiting, writing, ran) = (stream(), stream(), counter());
    let wait = ACL.aclrtValueWait.unwrap();
    let write = ACL.aclrtValueWrite.unwrap();
    let cases = [
        (ACL_STREAM_WAIT_VALUE_GEQ, 7, 6, 8),
        (ACL_STREAM_WAIT_VALUE_EQ, 7, 8, 7),
        (ACL_STREAM_WAIT_VALUE_AND, 6, 9, 4),
        (ACL_STREAM_WAIT_VALUE_NOR, u64::MAX - 1, 1, 0),
    ];
    for (place, (flag, value, unmet, met)) in (1..).zip(cases) {
        let address = word(unmet);
        check(unsafe { wait(address, value, flag, waiting) });
        launch(waiting, ran);
        check(unsafe { write(address, unmet, 0, writing) });
        check(synchronize(writing));
        assert!(!is_idle(waiting), "case {place}");
        check(unsafe { write(address, met, 0, writing) });
        check(synchronize(waiting));
        assert_eq!(count(ran), place);
        // A copy does as well.
        write_word(address, unmet);
        check(unsafe { wait(address, value, flag, waiting) });
        write_word(address, met);
        check(synchronize(waiting));
    }
}

#[test]
fn values_that_are_none_are_refused() {
    on(18);
    let wait = ACL.aclrtValueWait.unwrap();
    let write = ACL.aclrtValueWrite.unwrap();
    let address = word(0);
    let mut here = 0_u64;
    let host = std::ptr::from_mut(&mut here).cast();
    assert_eq!(unsafe { wait(null_mut(), 0, 0, null_mut()) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { wait(host, 0, 0, null_mut()) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { wait(address, 0, 4, null_mut()) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { write(address, 0, 1, null_mut()) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { write(address.wrapping_byte_add(1), 0, 0, null_mut()) }, aclError::RT_ADDR_UNALIGNED);
}
