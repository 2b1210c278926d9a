//! Streams that wait: how many, their abort and their stop.

use std::ptr::null_mut;
use std::thread;

use ascend_npu_sys::{ACL_EVENT_SYNC, ACL_STREAM_WAIT_VALUE_EQ, aclError};

use crate::common::{ACL, HELD, check, count, counter, launch, on, stream, synchronize, text, until};
use crate::events::{flagged, record};
use crate::notifies::{notify, wait_for};
use crate::values::word;

#[test]
fn more_waiting_streams_than_any_machine_has_workers_hold_none() {
    on(19);
    let (address, ran) = (word(0), counter());
    let event = flagged(ACL_EVENT_SYNC);
    let streams: Vec<_> = (0..300).map(|_| stream()).collect();
    for (place, &stream) in streams.iter().enumerate() {
        match place % 2 {
            0 => check(unsafe { (ACL.aclrtStreamWaitEvent)(stream, event) }),
            _ => check(unsafe { ACL.aclrtValueWait.unwrap()(address, 1, ACL_STREAM_WAIT_VALUE_EQ, stream) }),
        }
        launch(stream, ran);
    }
    let free = stream();
    check(synchronize(free));
    assert_eq!(count(ran), 0);
    record(event, free);
    check(unsafe { ACL.aclrtValueWrite.unwrap()(address, 1, 0, free) });
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    assert_eq!(count(ran), 300);
}

#[test]
fn a_stream_that_waits_can_be_aborted_and_used_again() {
    on(20);
    let (waiting, ran) = (stream(), counter());
    wait_for(notify(), waiting, 0);
    launch(waiting, ran);
    let address = waiting.addr();
    let blocked = thread::spawn(move || {
        on(20);
        let code = synchronize(std::ptr::without_provenance_mut(address));
        (code, text())
    });
    // The thread may come to its wait after the abort: then there is nothing to tell it.
    thread::sleep(HELD);
    check(unsafe { ACL.aclrtStreamAbort.unwrap()(waiting) });
    let (code, text) = blocked.join().unwrap();
    assert!(code == aclError::RT_STREAM_ABORT || code == aclError::SUCCESS, "{code:?} {text}");
    assert_eq!(count(ran), 0, "what was queued is dropped");
    launch(waiting, ran);
    check(synchronize(waiting));
    assert_eq!(count(ran), 1);
}

#[test]
fn stopping_ends_what_waits_and_keeps_what_is_queued() {
    on(21);
    let (waiting, ran) = (stream(), counter());
    wait_for(notify(), waiting, 0);
    launch(waiting, ran);
    let queued = stream();
    check(synchronize(queued));
    until(|| {
        check(unsafe { ACL.aclrtStreamStop.unwrap()(waiting) });
        count(ran) == 1
    });
    check(synchronize(waiting));
    assert_eq!(unsafe { ACL.aclrtStreamStop.unwrap()(null_mut()) }, aclError::RT_PARAM_INVALID);
}
