//! The C functions of values in device memory: a stream writes one, a stream waits for one.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::c_void;

use ascend_npu_sys::{
    ACL_STREAM_WAIT_VALUE_AND, ACL_STREAM_WAIT_VALUE_EQ, ACL_STREAM_WAIT_VALUE_GEQ, ACL_STREAM_WAIT_VALUE_NOR,
    aclError, aclrtStream,
};

use crate::exec::{Body, Condition, Kind, Sees, Task, Touch};
use crate::report::{Failure, Outcome, finish};
use crate::stream::of_current;
use crate::{memory, timeout, word};

pub(crate) unsafe extern "C" fn aclrtValueWrite(
    address: *mut c_void,
    value: u64,
    flag: u32,
    stream: aclrtStream,
) -> aclError {
    let write = || {
        let address = check(address)?;
        if flag != 0 {
            return Err(refused(format!("flag {flag} is reserved: it must be 0")));
        }
        let body = Body::Run(Box::new(move || word::store(address, value, "the value")));
        let task = Task::new(Kind::ValueWrite, "aclrtValueWrite", body);
        of_current(stream)?.submit(task.touching([Touch::write(address, size_of::<u64>() as u64)]))
    };
    finish("aclrtValueWrite", write())
}

pub(crate) unsafe extern "C" fn aclrtValueWait(
    address: *mut c_void,
    value: u64,
    flag: u32,
    stream: aclrtStream,
) -> aclError {
    let wait = || {
        let address = check(address)?;
        let compare: fn(u64, u64) -> bool = match flag {
            // Signed difference, so that counters may wrap.
            ACL_STREAM_WAIT_VALUE_GEQ => |found, value| found.wrapping_sub(value).cast_signed() >= 0,
            ACL_STREAM_WAIT_VALUE_EQ => |found, value| found == value,
            ACL_STREAM_WAIT_VALUE_AND => |found, value| found & value != 0,
            ACL_STREAM_WAIT_VALUE_NOR => |found, value| !(found | value) != 0,
            other => return Err(refused(format!("wait flag {other} is not within 0 to 3"))),
        };
        let condition = Condition {
            key: None,
            // A value whose memory is freed is never met; the limit of waits ends that.
            holds: Box::new(move || word::load(address).is_some_and(|found| compare(found, value))),
            limit: timeout::of_wait(0, "a value in memory"),
            sees: Sees::Changes(address as usize),
        };
        let body = Body::until(condition);
        of_current(stream)?.submit(Task::new(Kind::ValueWait, "aclrtValueWait", body))
    };
    finish("aclrtValueWait", wait())
}

/// A word of device memory, of whichever device.
fn check(address: *mut c_void) -> Outcome<u64> {
    if address.is_null() {
        return Err(refused("the address of the value is null".to_owned()));
    }
    memory::check_device_range(address, 8, None, "the value")?;
    let address = address.addr() as u64;
    if !address.is_multiple_of(8) {
        let text = format!("EE1001: the value at {address:#x} is not aligned to 8 bytes");
        return Err(Failure::acl(aclError::RT_ADDR_UNALIGNED, text));
    }
    Ok(address)
}

fn refused(text: String) -> Failure {
    Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}"))
}
