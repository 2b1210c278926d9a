//! One ACL in a process, shared; none in a forked child.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop at what it did not expect")]
#![allow(unsafe_code)] // Calls a library made for the test, and forks.

use core::ffi::{c_char, c_int, c_void};
use core::ptr::NonNull;
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{Acl, Forked, Initialized, Process, Symbols, aclError};

static TURN: Mutex<()> = Mutex::new(());

thread_local! {
    static INITIALIZED: Cell<u32> = const { Cell::new(0) };
    static FINALIZED: Cell<u32> = const { Cell::new(0) };
    static ANSWER: Cell<i32> = const { Cell::new(0) };
}

extern "C" fn init(_: *const c_char) -> c_int {
    INITIALIZED.set(INITIALIZED.get() + 1);
    ANSWER.get()
}

extern "C" fn finalize() -> c_int {
    FINALIZED.set(FINALIZED.get() + 1);
    ANSWER.get()
}

extern "C" fn other() -> c_int {
    0
}

/// A library that counts its starts and ends. The shares of a process are global, so tests take turns.
fn library(answer: i32) -> (Acl, MutexGuard<'static, ()>) {
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    INITIALIZED.set(0);
    FINALIZED.set(0);
    ANSWER.set(answer);
    let mut find = |name: &'static str| {
        NonNull::new(match name {
            "aclInit" => init as *mut c_void,
            "aclFinalize" => finalize as *mut c_void,
            _ => other as *mut c_void,
        })
    };
    // SAFETY: only aclInit and aclFinalize are called, and these two have their types.
    (unsafe { Acl::load(&mut Symbols::new(&mut find)) }.unwrap(), turn)
}

fn share(acl: &Acl) -> Result<Initialized, aclError> {
    // SAFETY: the library is this program, and nothing is made with it.
    unsafe { Initialized::acquire(acl, None) }
}

#[test]
fn two_shares_are_one_init_and_the_second_outlives_the_first() {
    let (acl, _turn) = library(0);
    let first = share(&acl).unwrap();
    let second = share(&acl).unwrap();
    assert!(first.is_owner());
    drop(first);
    assert_eq!((INITIALIZED.get(), FINALIZED.get()), (1, 0));
    drop(second);
    assert_eq!((INITIALIZED.get(), FINALIZED.get()), (1, 1));
}

#[test]
fn init_finalize_init_works() {
    let (acl, _turn) = library(0);
    drop(share(&acl).unwrap());
    drop(share(&acl).unwrap());
    assert_eq!((INITIALIZED.get(), FINALIZED.get()), (2, 2));
}

#[test]
fn an_acl_that_somebody_else_initialised_is_never_finalised() {
    let (acl, _turn) = library(100_002);
    let shared = share(&acl).unwrap();
    assert!(!shared.is_owner());
    drop(shared);
    assert_eq!((INITIALIZED.get(), FINALIZED.get()), (1, 0));
}

#[test]
fn a_failed_finalize_is_told_to_whoever_asks() {
    let (acl, _turn) = library(0);
    let (first, last) = (share(&acl).unwrap(), share(&acl).unwrap());
    ANSWER.set(500_000);
    assert_eq!(first.release(), Ok(()), "not the last: nothing was called");
    assert_eq!(last.release(), Err(aclError::INTERNAL_ERROR));
    assert_eq!((INITIALIZED.get(), FINALIZED.get()), (1, 1));
}

#[test]
fn a_failed_init_is_told_and_may_be_tried_again() {
    let (acl, _turn) = library(507_008);
    assert_eq!(share(&acl).unwrap_err(), aclError::RT_SOC_VERSION);
    ANSWER.set(0);
    drop(share(&acl).unwrap());
    assert_eq!((INITIALIZED.get(), FINALIZED.get()), (2, 1));
}

unsafe extern "C" {
    fn fork() -> c_int;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn _exit(status: c_int) -> !;
}

/// Forks, runs `child` in the child, and gives its answer.
fn in_child(child: impl FnOnce() -> bool) -> bool {
    // SAFETY: the child only loads and adds to atomics and thread locals, takes a lock that this thread does not hold and
    // no other test holds (they take turns), and ends without running anything of the parent's.
    let process = unsafe { fork() };
    if process == 0 {
        let good = child();
        // SAFETY: ends the child at once.
        unsafe { _exit(c_int::from(!good)) };
    }
    let mut status = -1;
    // SAFETY: `status` is an integer of ours.
    let ended = unsafe { waitpid(process, &raw mut status, 0) };
    ended == process && status == 0
}

#[test]
fn a_forked_child_is_refused_and_tears_nothing_down() {
    let (acl, _turn) = library(0);
    let mark = Process::current();
    let shared = share(&acl).unwrap();
    assert_eq!(mark.check(), Ok(()));
    let mut shared = Some(shared);
    assert!(in_child(|| {
        let refused = mark.check() == Err(Forked);
        drop(shared.take());
        refused && FINALIZED.get() == 0
    }));
    assert_eq!(mark.check(), Ok(()), "the parent goes on");
    drop(shared);
    assert_eq!(FINALIZED.get(), 1);
}

#[test]
fn a_child_may_begin_anew_what_its_parent_did_not_begin() {
    let (acl, _turn) = library(0);
    let before = Process::current();
    assert!(in_child(|| {
        before.check().is_err() && Process::current().check().is_ok() && share(&acl).is_ok_and(|share| share.is_owner())
    }));
}
