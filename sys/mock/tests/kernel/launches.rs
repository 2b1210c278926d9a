//! Launches and their arguments.

use std::ffi::c_void;
use std::sync::{Mutex, mpsc};
use std::thread;

use ascend_npu_sys::aclError;

use crate::calls::*;

#[test]
fn every_block_runs_once() {
    on(0);
    let (image, stream, marks) = (load(), stream(), zeros(4 * 1000));
    let mark = function(image, "mark");
    for blocks in [1, 2, 3, 40, 1000] {
        run(mark, blocks, stream, &[&bytes_of(marks)]);
    }
    check(synchronize(stream));
    for block in 0..1000_usize {
        let runs = [1, 2, 3, 40, 1000].iter().filter(|&&blocks| block < blocks).count();
        assert_eq!(number(marks.wrapping_byte_add(4 * block)) as usize, runs, "block {block}");
    }
    free(marks);
    check(unload(image));
}

#[test]
fn each_argument_starts_on_eight_bytes() {
    on(0);
    let (image, stream, out) = (load(), stream(), zeros(64));
    let text = *b"twelve bytes";
    run(function(image, "pack"), 1, stream, &[&[7], &0x1234_u16.to_ne_bytes(), &text, &bytes_of(out)]);
    check(synchronize(stream));
    let packed: [u8; 40] = download(out);
    assert_eq!(packed[..8], [7, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(packed[8..10], 0x1234_u16.to_ne_bytes());
    assert_eq!(packed[16..28], text);
    assert_eq!(packed[32..40], bytes_of(out));
    free(out);
    check(unload(image));
}

#[test]
fn arguments_have_the_number_and_the_sizes_of_the_parameters() {
    on(0);
    let (image, stream) = (load(), stream());
    let look = function(image, "look");
    let invalid = aclError::RT_PARAM_INVALID;
    let list = begin(look);
    refused(try_append(list, &[0; 4]).unwrap_err(), invalid, &["argument 0", "`look`", "8 B", "4 B"]);
    let first = append(list, &[0; 8]);
    refused(finalize(list), invalid, &["takes 2 arguments, 1"]);
    refused(launch(look, 1, stream, list), invalid, &["not final"]);
    append(list, &[0; 8]);
    refused(try_append(list, &[0; 8]).unwrap_err(), invalid, &["takes 2 arguments"]);
    refused(update(list, first, &[0; 4]), invalid, &["argument 0"]);
    check(finalize(list));
    refused(try_append(list, &[0; 8]).unwrap_err(), aclError::RT_FEATURE_NOT_SUPPORT, &["final"]);
    refused(launch(look, 0, stream, list), aclError::INVALID_PARAM, &["0 blocks"]);
    refused(launch(function(image, "mark"), 1, stream, list), invalid, &["`mark`", "`look`"]);
    check(unload(image));
}

#[test]
fn a_changed_argument_counts_once_the_list_is_final_again() {
    on(0);
    let (image, stream, one, two) = (load(), stream(), zeros(4), zeros(4));
    let mark = function(image, "mark");
    let list = begin(mark);
    let param = append(list, &bytes_of(one));
    check(finalize(list));
    check(launch(mark, 1, stream, list));
    check(update(list, param, &bytes_of(two)));
    refused(launch(mark, 1, stream, list), aclError::RT_PARAM_INVALID, &["not final"]);
    check(finalize(list));
    check(launch(mark, 1, stream, list));
    check(launch(mark, 1, stream, list));
    check(synchronize(stream));
    assert_eq!((number(one), number(two)), (1, 2));
    [one, two].into_iter().for_each(free);
    check(unload(image));
}

#[test]
fn a_thread_has_one_argument_list() {
    on(0);
    let image = load();
    let mark = function(image, "mark");
    let list = begin(mark);
    assert_eq!(begin(mark), list);
    let (list, mark) = (list.addr(), mark.addr());
    let other = thread::spawn(move || {
        on(0);
        refused(finalize(std::ptr::without_provenance_mut(list)), aclError::RT_INVALID_HANDLE, &["this thread"]);
        assert_ne!(begin(std::ptr::without_provenance_mut(mark)).addr(), list);
    });
    other.join().unwrap();
    check(unload(image));
}

#[test]
fn a_queued_launch_outlives_its_image() {
    unsafe extern "C" fn wait(signal: *mut c_void) {
        let signal = unsafe { &*signal.cast::<Mutex<mpsc::Receiver<()>>>() };
        signal.lock().unwrap().recv().unwrap();
    }
    on(5);
    let (image, stream, out) = (load(), stream(), zeros(4));
    let (go, signal) = mpsc::channel();
    let signal = Box::new(Mutex::new(signal));
    let argument = (&raw const *signal).cast_mut().cast();
    check(unsafe { ACL.aclrtLaunchHostFunc.unwrap()(stream, Some(wait), argument) });
    run(function(image, "tally"), 1, stream, &[&bytes_of(out)]);
    check(unload(image));
    assert_eq!(number(out), 0);
    go.send(()).unwrap();
    check(synchronize(stream));
    assert_eq!(number(out), 1);
    free(out);
}
