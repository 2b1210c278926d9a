//! Callbacks of streams.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use ascend_npu_sys::{aclError, aclrtCallbackBlockType};

use crate::common::{ACL, add_one, argument, check, count, counter, is_idle, on, refused, stream, synchronize, until};

/// A thread that runs callbacks until told to end; its number.
struct Serving {
    thread: Option<thread::JoinHandle<Vec<aclError>>>,
    number: u64,
    ended: &'static AtomicU32,
}

fn serve() -> Serving {
    let (tell, told) = std::sync::mpsc::channel();
    let ended = counter();
    let thread = thread::spawn(move || {
        tell.send(unsafe { libc_pthread_self() }).unwrap();
        let mut codes = Vec::new();
        while count(ended) == 0 {
            codes.push(unsafe { (ACL.aclrtProcessReport)(20) });
        }
        codes
    });
    Serving { thread: Some(thread), number: told.recv().unwrap(), ended }
}

unsafe extern "C" {
    #[link_name = "pthread_self"]
    fn libc_pthread_self() -> u64;
}

impl Serving {
    fn end(mut self) -> Vec<aclError> {
        self.ended.store(1, Ordering::Release);
        self.thread.take().unwrap().join().unwrap()
    }
}

const BLOCK: aclrtCallbackBlockType = aclrtCallbackBlockType::ACL_CALLBACK_BLOCK;
const NO_BLOCK: aclrtCallbackBlockType = aclrtCallbackBlockType::ACL_CALLBACK_NO_BLOCK;

#[test]
fn callbacks_run_on_the_subscribed_thread_in_order() {
    on(22);
    let (stream, ran) = (stream(), counter());
    let serving = serve();
    let launch = |block| unsafe { (ACL.aclrtLaunchCallback)(Some(add_one), argument(ran), block, stream) };
    refused(launch(BLOCK), aclError::RT_STREAM_NO_CB_REG, "has no callback thread");
    check(unsafe { (ACL.aclrtSubscribeReport)(serving.number, stream) });
    refused(
        unsafe { (ACL.aclrtSubscribeReport)(serving.number, stream) },
        aclError::RT_STREAM_SUBSCRIBE,
        "has its callback thread already",
    );
    for block in [BLOCK, NO_BLOCK, BLOCK] {
        check(launch(block));
    }
    check(synchronize(stream));
    assert_eq!(count(ran), 3, "the last one blocked the stream until it had run");
    assert_eq!(launch(aclrtCallbackBlockType(7)), aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclrtUnSubscribeReport)(serving.number + 1, stream) }, aclError::RT_THREAD_SUBSCRIBE);
    check(unsafe { (ACL.aclrtUnSubscribeReport)(serving.number, stream) });
    assert_eq!(unsafe { (ACL.aclrtUnSubscribeReport)(serving.number, stream) }, aclError::RT_STREAM_SUBSCRIBE);
    let codes = serving.end();
    assert!(codes.iter().all(|code| {
        [aclError::SUCCESS, aclError::RT_REPORT_TIMEOUT, aclError::RT_THREAD_SUBSCRIBE].contains(code)
    }));
    assert!(codes.contains(&aclError::SUCCESS));
}

#[test]
fn a_blocking_callback_holds_its_stream_and_another_kind_does_not() {
    on(23);
    let (blocked, free) = (stream(), stream());
    let (ran, after) = (counter(), counter());
    let me = unsafe { libc_pthread_self() };
    for stream in [blocked, free] {
        check(unsafe { (ACL.aclrtSubscribeReport)(me, stream) });
    }
    check(unsafe { (ACL.aclrtLaunchCallback)(Some(add_one), argument(ran), BLOCK, blocked) });
    check(unsafe { (ACL.aclrtLaunchCallback)(Some(add_one), argument(ran), NO_BLOCK, free) });
    check(synchronize(free));
    assert!(!is_idle(blocked));
    until(|| {
        let code = unsafe { (ACL.aclrtProcessReport)(20) };
        assert!(code == aclError::SUCCESS || code == aclError::RT_REPORT_TIMEOUT);
        count(ran) == 2
    });
    check(synchronize(blocked));
    for refused in [0, -2] {
        assert_eq!(unsafe { (ACL.aclrtProcessReport)(refused) }, aclError::INVALID_PARAM);
    }
    // The two kinds of callbacks are not mixed on a stream.
    let host = ACL.aclrtLaunchHostFunc.unwrap();
    assert_eq!(unsafe { host(blocked, Some(add_one), argument(after)) }, aclError::RT_STREAM_SUBSCRIBE);
    on(24);
    assert_eq!(unsafe { (ACL.aclrtSubscribeReport)(me, stream()) }, aclError::RT_THREAD_SUBSCRIBE);
    on(23);
    for stream in [blocked, free] {
        check(unsafe { (ACL.aclrtDestroyStream)(stream) });
    }
    assert_eq!(unsafe { (ACL.aclrtProcessReport)(20) }, aclError::RT_THREAD_SUBSCRIBE);
    assert_eq!(count(after), 0);
}

#[test]
fn a_stream_whose_callback_nobody_runs_can_be_destroyed() {
    on(25);
    let (stream, ran) = (stream(), counter());
    let me = unsafe { libc_pthread_self() };
    check(unsafe { (ACL.aclrtSubscribeReport)(me, stream) });
    check(unsafe { (ACL.aclrtLaunchCallback)(Some(add_one), argument(ran), BLOCK, stream) });
    check(unsafe { (ACL.aclrtDestroyStreamForce)(stream) });
    assert_eq!(count(ran), 0);
}
