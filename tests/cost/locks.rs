//! No lock is held while the library is at work: a call that blocks holds up nobody but its own thread.

use std::collections::BTreeSet;
use std::ffi::{CStr, c_char, c_void};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::{Bench, run_on_nothing};

/// For a thread that would wait for ever.
const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn a_call_that_blocks_holds_up_no_other_thread() {
    run_on_nothing("locks::block_every_call");
}

/// A function that blocks when it is next called.
struct Trap {
    function: String,
    /// Tells that it was called.
    arrived: Sender<()>,
    /// What it then waits for.
    release: Receiver<()>,
}

static TRAP: Mutex<Option<Trap>> = Mutex::new(None);
static SEEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

extern "C" fn hook(name: *const c_char) {
    // SAFETY: the made library gives string literals.
    let name = unsafe { CStr::from_ptr(name) }.to_str().unwrap_or_default();
    SEEN.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
    let mut trap = TRAP.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(sprung) = trap.take_if(|trap| trap.function == name) {
        drop(trap);
        sprung.arrived.send(()).unwrap();
        sprung.release.recv_timeout(LIMIT).unwrap();
    }
}

/// Sets the hook of both made libraries, which are loaded.
fn set_hook() {
    let home = std::env::var("ASCEND_HOME_PATH").unwrap();
    for name in ["libascendcl.so", "libhccl.so"] {
        let path = std::ffi::CString::new(format!("{home}/lib64/{name}")).unwrap();
        // SAFETY: the path is a C string, and the library was loaded by the driver: it has no code that runs now.
        let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
        assert!(!library.is_null(), "{name} is not loaded");
        // SAFETY: the library is loaded; the name is a C string.
        let place = unsafe { libc::dlsym(library, c"made_hook".as_ptr()) };
        assert!(!place.is_null());
        // SAFETY: the library declares it as a pointer to such a function, and no other thread calls it yet.
        unsafe { place.cast::<*const c_void>().write(hook as *const c_void) };
    }
}

fn round(bench: &mut Bench) {
    bench.work().unwrap();
    bench.make().unwrap();
}

#[test]
#[ignore = "a program of another test"]
fn block_every_call() {
    let (mut blocked, mut other) = (Bench::new(0).unwrap(), Bench::new(0).unwrap());
    set_hook();
    // What one round drops, the next gives back.
    (0..3).for_each(|_| round(&mut blocked));
    let names = SEEN.lock().unwrap().clone();
    let expected = [
        "HcclAllGather",
        "HcclAllReduce",
        "HcclBroadcast",
        "aclrtDestroyStream",
        "aclrtFree",
        "aclrtFreeHost",
        "aclrtLaunchKernelWithConfig",
        "aclrtMalloc",
        "aclrtMallocHost",
        "aclrtMemcpyAsync",
        "aclrtMemsetAsync",
        "aclrtRecordEvent",
        "aclrtStreamQuery",
        "aclrtStreamWaitEvent",
        "aclrtSynchronizeStream",
    ];
    assert!(expected.iter().all(|name| names.contains(*name)), "{names:?}");
    for name in names {
        let (arrived, has_arrived) = channel();
        let (release, released) = channel();
        *TRAP.lock().unwrap() = Some(Trap { function: name.clone(), arrived, release: released });
        std::thread::scope(|scope| {
            scope.spawn(|| round(&mut blocked));
            has_arrived.recv_timeout(LIMIT).unwrap();
            let (end, has_ended) = channel();
            let other = &mut other;
            scope.spawn(move || {
                round(other);
                round(other);
                end.send(()).unwrap();
            });
            let outcome = has_ended.recv_timeout(LIMIT);
            release.send(()).unwrap();
            assert!(outcome.is_ok(), "{name} blocks, and another thread waits for it");
        });
    }
}
