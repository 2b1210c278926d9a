//! The watchdog.

use std::time::Duration;

use ascend_npu::{Error, ErrorKind, OnStall, Watchdog};

use crate::support::{ends, stuck, turn};

#[test]
fn the_watchdog_aborts_what_does_not_end_when_it_is_asked_to() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let [comm, other] = ends(4..6).try_into().unwrap();
    let buffer = stuck(&comm);
    let watchdog = Watchdog::start(Duration::from_millis(100), OnStall::Abort).unwrap();
    let error: Error = comm.stream().download_blocking(&buffer).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    let text = error.to_string();
    assert!(
        text.contains("aborted by the watchdog") && text.contains("rank 0 on device 4: HcclAllReduce (number 2"),
        "{text}"
    );
    drop(watchdog);
    assert!(other.abort_handle().is_aborted());
}

#[test]
fn a_watchdog_that_only_tells_ends_nothing() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let [comm, other] = ends(4..6).try_into().unwrap();
    let _watchdog = Watchdog::start(Duration::from_millis(20), OnStall::Tell).unwrap();
    let buffer = stuck(&comm);
    std::thread::sleep(Duration::from_millis(200));
    assert!(!comm.abort_handle().is_aborted());
    stuck(&other);
    assert_eq!(comm.stream().download_blocking(&buffer).unwrap(), [2.0; 10]);
}
