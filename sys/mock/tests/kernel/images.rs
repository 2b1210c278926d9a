//! Images and handles.

use std::ptr::{null, null_mut};

use ascend_npu_sys::aclError;

use crate::calls::*;

#[test]
fn what_is_no_image_is_refused_with_the_reason() {
    on(0);
    let refuse = |bytes: &[u8], parts: &[&str]| match try_load(bytes) {
        Ok(_) => panic!("loaded"),
        Err(code) => refused(code, aclError::RT_PARAM_INVALID, parts),
    };
    refuse(b"#!/bin/sh", &["9 B", "no ELF file"]);
    refuse(b"\x7fEL", &["no ELF file"]);
    refuse(&IMAGE[..200], &["cannot be loaded"]);
    refuse(&compile(&["-DNO_TABLE"]), &["ascend_host_image"]);
    refuse(&compile(&["-DABI=3"]), &["version 3", "takes 2"]);
    refuse(&compile(&["-DARCH=1001"]), &["architecture 1001", "Ascend910B3", "2201"]);
    let mut image = null_mut();
    let load = ACL.aclrtBinaryLoadFromData.unwrap();
    assert_eq!(unsafe { load(null(), 8, null(), &mut image) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { load(IMAGE.as_ptr().cast(), IMAGE.len(), null(), null_mut()) }, aclError::INVALID_PARAM);
}

#[test]
fn an_unknown_kernel_is_refused_with_the_names_there_are() {
    on(0);
    let image = load();
    let code = try_function(image, "adam").unwrap_err();
    refused(code, aclError::RT_KERNEL_LOOKUP, &["`adam`", "mark, pack, fault"]);
    assert_eq!(function(image, "mark"), function(image, "mark"));
    check(unload(image));
}

#[test]
fn wrong_handles_are_refused_and_never_followed() {
    on(0);
    let (image, stream) = (load(), stream());
    let mark = function(image, "mark");
    let list = begin(mark);
    for wrong in [null_mut(), stream, std::ptr::without_provenance_mut(1)] {
        let null = wrong.is_null();
        let handle = if null { aclError::INVALID_PARAM } else { aclError::RT_INVALID_HANDLE };
        let param = if null { aclError::INVALID_PARAM } else { aclError::RT_PARAM_INVALID };
        refused(unload(wrong), handle, &["image"]);
        refused(try_function(wrong, "mark").unwrap_err(), handle, &["image"]);
        refused(unsafe { ACL.aclrtKernelArgsInit.unwrap()(wrong, &mut null_mut()) }, handle, &["function"]);
        refused(try_append(wrong, &[0; 8]).unwrap_err(), handle, &["argument list"]);
        refused(finalize(wrong), handle, &["argument list"]);
        refused(launch(wrong, 1, stream, list), handle, &["function"]);
        refused(launch(mark, 1, stream, wrong), handle, &["argument list"]);
        refused(update(list, wrong, &[0; 8]), param, &["no argument"]);
    }
    check(unload(image));
    refused(unload(image), aclError::RT_INVALID_HANDLE, &["image"]);
    refused(launch(mark, 1, stream, list), aclError::RT_INVALID_HANDLE, &["function"]);
}

#[test]
fn two_loads_of_one_image_share_no_state() {
    on(3);
    let (stream, out) = (stream(), zeros(4));
    let count = |image| {
        run(function(image, "tally"), 1, stream, &[&bytes_of(out)]);
        check(synchronize(stream));
        number(out)
    };
    let (one, two) = (load(), load());
    assert_eq!((count(one), count(one), count(two)), (1, 2, 1));
    check(unload(one));
    let three = load();
    assert_eq!((count(three), count(two)), (1, 2));
    check(unload(two));
    check(unload(three));
    // An image that the system never unloads, as one with certain C++ statics is.
    let staying = compile(&["-Wl,-z,nodelete"]);
    for _ in 0..3 {
        let image = try_load(&staying).unwrap();
        assert_eq!(count(image), 1);
        check(unload(image));
    }
    free(out);
}

#[test]
fn an_image_belongs_to_the_device_it_was_loaded_onto() {
    on(3);
    let image = load();
    let silent = function(image, "silent");
    on(4);
    let stream = stream();
    let list = begin(silent);
    check(finalize(list));
    refused(launch(silent, 1, stream, list), aclError::RT_PARAM_INVALID, &["device 3", "device 4"]);
    check(unload(image));
}
