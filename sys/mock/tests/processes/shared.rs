//! Events, notifies and values that processes without a communicator share.

use std::ffi::{CString, c_char, c_void};
use std::ptr::null_mut;

use ascend_npu_sys::{
    ACL_EVENT_IPC, ACL_STREAM_WAIT_VALUE_EQ, aclrtEvent, aclrtIpcEventHandle, aclrtNotify, aclrtStream,
};

use crate::job::exchange;
use crate::world::{Buffer, acl, ok};

pub const BYTES: usize = 4096;

fn string(bytes: &[c_char]) -> String {
    bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| byte as u8 as char).collect()
}

/// Each process tells the name of what it has and opens what the others have; what all have.
fn share<T: Copy>(rank: usize, own: T, name: &[c_char], open: impl Fn(&str) -> T) -> Vec<T> {
    let names = exchange(&string(name));
    names.iter().enumerate().map(|(place, name)| if place == rank { own } else { open(name) }).collect()
}

/// Each process has an event, with which it does something before the others know of it; the events of all.
pub fn events(rank: usize, first: impl FnOnce(aclrtEvent)) -> Vec<aclrtEvent> {
    let mut own: aclrtEvent = null_mut();
    ok(call_new!(acl.aclrtCreateEventExWithFlag(&mut own, ACL_EVENT_IPC)));
    let mut handle = aclrtIpcEventHandle { reserved: [0; 64] };
    ok(call_new!(acl.aclrtIpcGetEventHandle(own, &mut handle)));
    first(own);
    share(rank, own, &handle.reserved, |name| {
        let (mut handle, mut event) = (aclrtIpcEventHandle { reserved: [0; 64] }, null_mut());
        for (to, from) in handle.reserved.iter_mut().zip(name.bytes()) {
            *to = from as c_char;
        }
        ok(call_new!(acl.aclrtIpcOpenEventHandle(handle, &mut event)));
        event
    })
}

/// Each process has a notify, which the others may import, or all; the notifies of all.
pub fn notifies(rank: usize, is_open: bool) -> Vec<aclrtNotify> {
    let processes = exchange(&std::process::id().to_string());
    let (own, key) = new_notify(is_open);
    if !is_open {
        let others = processes.iter().enumerate().filter(|(place, _)| *place != rank);
        let mut others: Vec<i32> = others.map(|(_, id)| id.parse().unwrap()).collect();
        ok(call_new!(acl.aclrtNotifySetImportPid(own, others.as_mut_ptr(), others.len())));
    }
    share(rank, own, &key, import_notify)
}

/// A notify and its key.
pub fn new_notify(is_open: bool) -> (aclrtNotify, [c_char; 65]) {
    let (mut notify, mut key) = (null_mut(), [0; 65]);
    ok(call_new!(acl.aclrtCreateNotify(&mut notify, 0)));
    ok(call_new!(acl.aclrtNotifyGetExportKey(notify, key.as_mut_ptr(), key.len(), if is_open { 2 } else { 0 })));
    (notify, key)
}

pub fn key_text(key: &[c_char]) -> String {
    string(key)
}

pub fn import_notify(key: &str) -> aclrtNotify {
    let (key, mut notify) = (CString::new(key).unwrap(), null_mut());
    ok(call_new!(acl.aclrtNotifyImportByKey(&mut notify, key.as_ptr(), 0)));
    notify
}

/// A stream waits for a notify.
pub fn wait(notify: aclrtNotify, stream: aclrtStream) {
    ok(call_new!(acl.aclrtWaitAndResetNotify(notify, stream, 0)));
}

pub fn record(notify: aclrtNotify, stream: aclrtStream) {
    ok(call_new!(acl.aclrtRecordNotify(notify, stream)));
}

/// A word of device memory, 0.
pub fn word() -> *mut c_void {
    let memory = Buffer::new(BYTES);
    ok(call!(acl.aclrtMemset(memory.address, BYTES, 0, BYTES)));
    let address = memory.address;
    std::mem::forget(memory);
    address
}

/// Each process has a word that all others import; the words of all.
pub fn words(rank: usize) -> Vec<*mut c_void> {
    let (own, mut key) = (word(), [0; 65]);
    ok(call_new!(acl.aclrtIpcMemGetExportKey(own, BYTES, key.as_mut_ptr(), key.len(), 1)));
    share(rank, own, &key, |key| {
        let (key, mut memory) = (CString::new(key).unwrap(), null_mut());
        ok(call_new!(acl.aclrtIpcMemImportByKey(&mut memory, key.as_ptr(), 0)));
        memory
    })
}

/// A stream waits until a word is 1.
pub fn wait_value(word: *mut c_void, stream: aclrtStream) {
    ok(call_new!(acl.aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_EQ, stream)));
}

pub fn write_value(word: *mut c_void, stream: aclrtStream) {
    ok(call_new!(acl.aclrtValueWrite(word, 1, 0, stream)));
}
