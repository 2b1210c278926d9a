//! Host functions, callbacks and host threads.

use std::ffi::c_void;
use std::ptr::from_ref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use ascend_npu_sys::aclrtCallbackBlockType;

use crate::common::{check, on};
use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        a_host_function_of_one_stream_does_not_order_another,
        a_host_function_reads_what_another_stream_copies,
        a_thread_of_another_device_has_waited,
        work_is_queued_behind_a_callback_that_does_not_wait,
    ],
    silent: [
        a_host_function_comes_after_what_is_before_it,
        a_host_function_reads_what_its_stream_has_copied,
        a_host_function_tells_a_thread,
        a_callback_is_processed_by_a_thread,
        a_thread_goes_on_where_another_has_waited,
        a_thread_begins_after_all_that_was_done,
        a_stream_is_made_for_each_step,
        what_a_host_function_writes_is_copied_behind_it,
        a_callback_reads_and_writes_what_its_stream_copies,
    ],
}

/// A function on a stream, which it holds until it returns.
fn launch(stream: Stream, function: unsafe extern "C" fn(*mut c_void), argument: *mut c_void) {
    check(acl!(aclrtLaunchHostFunc(stream.handle(), Some(function), argument)));
}

unsafe extern "C" fn nothing(_: *mut c_void) {}

unsafe extern "C" fn send(to: *mut c_void) {
    unsafe { &*to.cast::<mpsc::Sender<()>>() }.send(()).unwrap();
}

unsafe extern "C" fn look(at: *mut c_void) {
    std::hint::black_box(crate::calls::load(at.cast())); // no tail call, which has no frame
}

fn a_host_function_of_one_stream_does_not_order_another(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let one = fill!(first, shared);
    launch(second, nothing, std::ptr::null_mut());
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn a_host_function_comes_after_what_is_before_it(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    fill!(first, shared);
    launch(first, nothing, std::ptr::null_mut());
    second.follow(first);
    fill!(second, shared);
}

fn a_host_function_reads_what_another_stream_copies(p: &Program) {
    let (first, second, from, host) = (stream(), stream(), memory(), pinned());
    let copy = copy!(first, host, from);
    launch(second, look, host.pointer());
    let read = Operation::of_host("an access of the program", file!(), LOOK);
    p.race(copy.writes(host), read.reads(host.first_byte()));
}

/// The line where `look` reads.
const LOOK: u32 = 47;

fn a_host_function_reads_what_its_stream_has_copied(_: &Program) {
    let (first, from, host) = (stream(), memory(), pinned());
    copy!(first, host, from);
    launch(first, look, host.pointer());
}

unsafe extern "C" fn write(to: *mut c_void) {
    crate::calls::store(to.cast());
    std::hint::black_box(to); // no tail call
}

fn what_a_host_function_writes_is_copied_behind_it(_: &Program) {
    let (first, to, host) = (stream(), memory(), pinned());
    copy!(first, host, to);
    launch(first, write, host.pointer());
    copy!(first, to, host);
    let second = stream();
    second.follow(first);
    copy!(second, host, to);
    launch(second, look, host.pointer());
}

fn a_callback_reads_and_writes_what_its_stream_copies(_: &Program) {
    let (first, to, host) = (stream(), memory(), pinned());
    processed(&[first], || {
        copy!(first, host, to);
        for function in [look, write] {
            let block = aclrtCallbackBlockType::ACL_CALLBACK_BLOCK;
            check(acl!(aclrtLaunchCallback(Some(function), host.pointer(), block, first.handle())));
        }
        copy!(first, to, host);
        first.finish();
    });
}

/// It goes on as the one before it, which all that use it have waited for.
fn a_stream_is_made_for_each_step(_: &Program) {
    let (lasting, shared, other) = (stream(), memory(), memory());
    for _ in 0..8 {
        let short = stream();
        short.follow(lasting);
        fill!(short, shared);
        copy!(short, other, shared);
        lasting.follow(short);
        copy!(lasting, shared, other);
        check(acl!(aclrtDestroyStream(short.handle())));
    }
}

fn a_host_function_tells_a_thread(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let (sender, told) = mpsc::channel::<()>();
    fill!(first, shared);
    launch(first, send, from_ref(&sender).cast_mut().cast());
    first.want();
    told.recv().unwrap();
    fill!(second, shared);
    first.finish();
}

/// A callback that does not hold its stream says nothing to another one.
fn work_is_queued_behind_a_callback_that_does_not_wait(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let one = fill!(first, shared);
    processed(&[second], || {
        check(acl!(aclrtLaunchCallback(
            Some(nothing),
            std::ptr::null_mut(),
            aclrtCallbackBlockType::ACL_CALLBACK_NO_BLOCK,
            second.handle(),
        )));
        second.finish();
    });
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn a_callback_is_processed_by_a_thread(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    processed(&[first], || {
        fill!(first, shared);
        check(acl!(aclrtLaunchCallback(
            Some(nothing),
            std::ptr::null_mut(),
            aclrtCallbackBlockType::ACL_CALLBACK_BLOCK,
            first.handle(),
        )));
        second.follow(first);
        fill!(second, shared);
        second.finish();
    });
}

/// Runs something beside a thread that processes the callbacks of streams.
fn processed(streams: &[Stream], act: impl FnOnce()) {
    let (is_over, (sender, ready)) = (AtomicBool::new(false), mpsc::channel());
    let mut device = 0;
    check(acl!(aclrtGetDevice(&mut device)));
    thread::scope(|scope| {
        let is_over = &is_over;
        scope.spawn(move || {
            on(device);
            sender.send(unsafe { libc::pthread_self() }).unwrap();
            while !is_over.load(Ordering::Acquire) {
                // It fails where nothing came in time.
                let _ = acl!(aclrtProcessReport(5));
            }
        });
        let thread = ready.recv().unwrap();
        streams.iter().for_each(|stream| check(acl!(aclrtSubscribeReport(thread, stream.handle()))));
        act();
        streams.iter().for_each(|stream| check(acl!(aclrtUnSubscribeReport(thread, stream.handle()))));
        is_over.store(true, Ordering::Release);
    });
}

fn a_thread_of_another_device_has_waited(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let one = fill!(first, shared);
    first.finish_unseen();
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn a_thread_goes_on_where_another_has_waited(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let device = p.current();
    thread::scope(|scope| {
        let (sender, go) = mpsc::channel();
        scope.spawn(move || {
            on(device);
            go.recv().unwrap();
            fill!(second, shared);
        });
        fill!(first, shared);
        first.finish();
        sender.send(()).unwrap();
    });
}

fn a_thread_begins_after_all_that_was_done(p: &Program) {
    let (stream, shared, host) = (stream(), memory(), pinned());
    fill!(stream, shared);
    copy!(stream, host, shared);
    stream.finish();
    thread::scope(|scope| {
        scope.spawn(|| {
            p.device();
            let (stream, memory) = (self::stream(), memory());
            copy!(stream, memory, host);
            stream.finish();
        });
    });
}
