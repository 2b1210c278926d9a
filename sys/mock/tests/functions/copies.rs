//! Copies of rows and in batches, fills with words, reductions, and addresses that are wrong.

use std::ffi::c_void;
use std::ptr::{null_mut, without_provenance_mut};

use ascend_npu_sys::{
    aclDataType, aclError, aclrtCmoType, aclrtMemLocation, aclrtMemLocationType, aclrtMemcpyBatchAttr, aclrtReduceKind,
    aclrtStream,
};
use half::{bf16, f16};

use crate::support::*;

const HOST: aclrtMemLocation = aclrtMemLocation { id: 0, type_: aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_HOST };

fn device(id: u32) -> aclrtMemLocation {
    aclrtMemLocation { id, type_: aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE }
}

#[test]
fn rows_are_copied_and_what_lies_between_is_kept() {
    on(12);
    let (width, height, pitch, host_pitch) = (300, 7, 512, 333);
    let memory = malloc(pitch * height);
    check(unsafe { (ACL.aclrtMemset)(memory, pitch * height, 0xEE, pitch * height) });
    let source = pattern(host_pitch * height);
    check(call!(aclrtMemcpy2d(memory, pitch, source.as_ptr().cast(), host_pitch, width, height, TO_DEVICE)));
    let found = download(memory, pitch * height);
    for (row, (found, source)) in found.chunks(pitch).zip(source.chunks(host_pitch)).enumerate() {
        assert_eq!(found[..width], source[..width], "row {row}");
        assert!(found[width..].iter().all(|&byte| byte == 0xEE), "row {row}");
    }
    let mut back = vec![0x11; host_pitch * height];
    check(call!(aclrtMemcpy2d(back.as_mut_ptr().cast(), host_pitch, memory, pitch, width, height, ANY)));
    for (back, source) in back.chunks(host_pitch).zip(source.chunks(host_pitch)) {
        assert_eq!(back[..width], source[..width]);
        assert!(back[width..].iter().all(|&byte| byte == 0x11));
    }
    check(free(memory));
}

#[test]
fn rows_on_a_stream_take_their_turn() {
    on(13);
    let (width, height, pitch) = (64, 5, 128);
    let (queue, one, other) = (stream(), malloc(pitch * height), malloc(pitch * height));
    let host = pinned(width * height);
    let gate = Gate::close(queue);
    check(call!(aclrtMemcpy2dAsync(one, pitch, host.as_ptr().cast(), width, width, height, TO_DEVICE, queue)));
    check(call!(aclrtMemcpy2dAsync(other, pitch, one, pitch, width, height, ON_DEVICE, queue)));
    host.copy_from_slice(&pattern(width * height));
    gate.open();
    check(synchronize(queue));
    for (found, source) in download(other, pitch * height).chunks(pitch).zip(pattern(width * height).chunks(width)) {
        assert_eq!(found[..width], *source);
    }
    check(free(one));
    check(free(other));
}

#[test]
fn rows_are_checked() {
    on(14);
    let memory = malloc(4096);
    let mut host = vec![0_u8; 4096];
    let host = host.as_mut_ptr().cast::<c_void>();
    let copy = |to, to_pitch, from, from_pitch, width, height, kind| {
        call!(aclrtMemcpy2d(to, to_pitch, from, from_pitch, width, height, kind))
    };
    assert_eq!(copy(null_mut(), 1, null_mut(), 1, 0, 9, TO_DEVICE), OK);
    assert_eq!(copy(null_mut(), 64, host, 64, 64, 2, TO_DEVICE), aclError::INVALID_PARAM);
    assert_eq!(copy(memory, 32, host, 64, 64, 2, TO_DEVICE), aclError::INVALID_PARAM);
    assert_eq!(copy(memory, 64, host, 64, 64, 2, aclrtMemcpyKindOf(0)), aclError::INVALID_PARAM);
    assert_eq!(copy(memory, 64, host, 64, 64, 66, TO_DEVICE), aclError::RT_PARAM_INVALID);
    assert_eq!(copy(memory, 64, host, 64, 64, 6_000_000, TO_DEVICE), aclError::RT_PARAM_INVALID);
    assert_eq!(copy(memory, 64, at(memory, 2048), 64, 64, 2, ON_DEVICE), aclError::RT_FEATURE_NOT_SUPPORT);
    assert_eq!(copy(memory, 64, at(memory, 2048), 64, 64, 2, ANY), aclError::RT_PARAM_INVALID);
    check(free(memory));
}

fn aclrtMemcpyKindOf(kind: u32) -> ascend_npu_sys::aclrtMemcpyKind {
    ascend_npu_sys::aclrtMemcpyKind(kind)
}

/// A batch in the making.
#[derive(Default)]
struct Batch {
    to: Vec<*mut c_void>,
    limits: Vec<usize>,
    from: Vec<*mut c_void>,
    sizes: Vec<usize>,
    attributes: Vec<aclrtMemcpyBatchAttr>,
    starts: Vec<usize>,
}

impl Batch {
    fn item(&mut self, to: *mut c_void, from: *const c_void, bytes: usize) {
        self.to.push(to);
        self.from.push(from.cast_mut());
        self.limits.push(bytes);
        self.sizes.push(bytes);
    }

    fn between(&mut self, to: aclrtMemLocation, from: aclrtMemLocation) {
        self.starts.push(self.sizes.len());
        self.attributes.push(aclrtMemcpyBatchAttr { dstLoc: to, srcLoc: from, rsv: [0; 16] });
    }

    fn run(&mut self) -> (aclError, usize) {
        let mut failed = 77;
        let code = call!(aclrtMemcpyBatch(
            self.to.as_mut_ptr(),
            self.limits.as_mut_ptr(),
            self.from.as_mut_ptr(),
            self.sizes.as_mut_ptr(),
            self.sizes.len(),
            self.attributes.as_mut_ptr(),
            self.starts.as_mut_ptr(),
            self.starts.len(),
            &mut failed,
        ));
        (code, failed)
    }

    fn queue(&mut self, on: aclrtStream) -> (aclError, usize) {
        let mut failed = 77;
        let code = call!(aclrtMemcpyBatchAsync(
            self.to.as_mut_ptr(),
            self.limits.as_mut_ptr(),
            self.from.as_mut_ptr(),
            self.sizes.as_mut_ptr(),
            self.sizes.len(),
            self.attributes.as_mut_ptr(),
            self.starts.as_mut_ptr(),
            self.starts.len(),
            &mut failed,
            on,
        ));
        (code, failed)
    }
}

#[test]
fn a_batch_copies_every_item() {
    on(15);
    let (memory, bytes) = (malloc(6000), pattern(6000));
    let mut up = Batch::default();
    up.between(device(15), HOST);
    for start in (0..6000).step_by(1000) {
        up.item(at(memory, start), bytes[start..].as_ptr().cast(), 1000 - start / 10);
    }
    assert_eq!(up.run(), (OK, usize::MAX));
    let found = download(memory, 6000);
    for start in (0..6000).step_by(1000) {
        assert_eq!(found[start..start + 1000 - start / 10], bytes[start..start + 1000 - start / 10]);
    }
    let mut target = vec![0_u8; 2000];
    let mut both = Batch::default();
    both.between(device(15), HOST);
    both.item(memory, bytes[3000..].as_ptr().cast(), 500);
    both.between(HOST, device(15));
    both.item(target.as_mut_ptr().cast(), at(memory, 1000), 900);
    assert_eq!(both.run(), (OK, usize::MAX));
    assert_eq!(download(memory, 500), bytes[3000..3500]);
    assert_eq!(target[..900], bytes[1000..1900]);
    check(free(memory));
}

#[test]
fn the_younger_batch_calls_copy_alike_and_name_no_item() {
    on(74);
    let (queue, memory, host) = (stream(), malloc(4096), pinned(4096));
    let mut up = Batch::default();
    up.between(device(74), HOST);
    for start in (0..4096).step_by(512) {
        up.item(at(memory, start), host[start..].as_ptr().cast(), 512);
    }
    let whole = |batch: &mut Batch| {
        call!(aclrtMemcpyBatchV2(
            batch.to.as_mut_ptr(),
            batch.limits.as_mut_ptr(),
            batch.from.as_mut_ptr(),
            batch.sizes.as_mut_ptr(),
            batch.sizes.len(),
            batch.attributes.as_mut_ptr(),
            batch.starts.as_mut_ptr(),
            batch.starts.len(),
        ))
    };
    let queued = |batch: &mut Batch| {
        call!(aclrtMemcpyBatchAsyncV2(
            batch.to.as_mut_ptr(),
            batch.limits.as_mut_ptr(),
            batch.from.as_mut_ptr(),
            batch.sizes.as_mut_ptr(),
            batch.sizes.len(),
            batch.attributes.as_mut_ptr(),
            batch.starts.as_mut_ptr(),
            batch.starts.len(),
            queue,
        ))
    };
    host.fill(3);
    check(whole(&mut up));
    assert_eq!(download(memory, 4096), [3; 4096]);
    let gate = Gate::close(queue);
    check(queued(&mut up));
    host.copy_from_slice(&pattern(4096));
    gate.open();
    check(synchronize(queue));
    assert_eq!(download(memory, 4096), pattern(4096));
    up.item(at(memory, 4090), host.as_ptr().cast(), 64);
    assert_eq!(whole(&mut up), aclError::RT_PARAM_INVALID);
    assert_eq!(queued(&mut up), aclError::RT_PARAM_INVALID);
    check(free(memory));
}

#[test]
fn a_batch_on_a_stream_takes_its_turn() {
    on(16);
    let (queue, memory, host) = (stream(), malloc(4096), pinned(4096));
    let mut up = Batch::default();
    up.between(device(16), HOST);
    for start in (0..4096).step_by(512) {
        up.item(at(memory, start), host[start..].as_ptr().cast(), 512);
    }
    let gate = Gate::close(queue);
    assert_eq!(up.queue(queue), (OK, usize::MAX));
    host.copy_from_slice(&pattern(4096));
    gate.open();
    check(synchronize(queue));
    assert_eq!(download(memory, 4096), pattern(4096));
    check(free(memory));
}

#[test]
fn a_batch_tells_which_item_is_wrong() {
    on(17);
    let (memory, bytes) = (malloc(4096), pattern(64));
    let from = bytes.as_ptr().cast::<c_void>();
    let batch = |second: &dyn Fn(&mut Batch)| {
        let mut batch = Batch::default();
        batch.between(device(17), HOST);
        batch.item(memory, from, 64);
        second(&mut batch);
        batch
    };
    // On the wrong device, in the wrong place, from device to device, to no address.
    let wrong: [&dyn Fn(&mut Batch); 5] = [
        &|batch| batch.item(null_mut(), from, 64),
        &|batch| {
            batch.between(device(3), HOST);
            batch.item(memory, from, 64);
        },
        &|batch| {
            batch.between(HOST, device(17));
            batch.item(memory, from, 64);
        },
        &|batch| {
            batch.between(device(17), device(17));
            batch.item(at(memory, 64), memory, 64);
        },
        &|batch| batch.item(at(memory, 4090), from, 64),
    ];
    for (index, second) in wrong.into_iter().enumerate() {
        assert_eq!(batch(second).run(), (aclError::RT_PARAM_INVALID, 1), "{index}: {}", text());
        assert_eq!(batch(second).queue(null_mut()), (aclError::RT_PARAM_INVALID, 1), "{index}: {}", text());
    }
    // Wrong as a whole.
    let mut long = batch(&|_| ());
    long.limits[0] = 63;
    assert_eq!(long.run(), (aclError::INVALID_PARAM, usize::MAX));
    let mut reserved = batch(&|_| ());
    reserved.attributes[0].rsv[3] = 1;
    assert_eq!(reserved.run(), (aclError::INVALID_PARAM, usize::MAX));
    let mut late = batch(&|_| ());
    late.starts[0] = 1;
    assert_eq!(late.run(), (aclError::RT_PARAM_INVALID, usize::MAX));
    assert_eq!(Batch::default().run(), (aclError::INVALID_PARAM, usize::MAX));
    let mut none = Batch::default();
    none.item(null_mut(), null_mut(), 0);
    assert_eq!(none.run(), (OK, usize::MAX));
    check(free(memory));
}

#[test]
fn a_conditional_copy_refuses_pageable_memory() {
    on(18);
    let (memory, local, locked) = (malloc(64), [1_u8; 64], pinned(64));
    let copy =
        |from: *const u8| call!(aclrtMemcpyAsyncWithCondition(memory, 64, from.cast(), 64, TO_DEVICE, null_mut()));
    assert_eq!(copy(local.as_ptr()), aclError::RT_PARAM_INVALID);
    locked.fill(9);
    check(copy(locked.as_ptr()));
    check(synchronize(null_mut()));
    assert_eq!(download(memory, 64), [9; 64]);
    check(free(memory));
}

#[test]
fn words_fill_what_is_asked_and_no_more() {
    on(19);
    let memory = malloc(64);
    check(unsafe { (ACL.aclrtMemset)(memory, 64, 0, 64) });
    let value = 0x0403_0201;
    check(call!(aclrtMemsetD32(at(memory, 8), 16, value, 3)));
    let mut expected = [0_u8; 64];
    expected[8..20].copy_from_slice(&[1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]);
    assert_eq!(download(memory, 64), expected);
    let queue = stream();
    let gate = Gate::close(queue);
    check(call!(aclrtMemsetD32Async(memory, 64, 7, 16, queue)));
    assert_eq!(download(memory, 64), expected);
    gate.open();
    check(synchronize(queue));
    assert!(download(memory, 64).chunks(4).all(|word| word == [7, 0, 0, 0]));

    let mut local = [0_u32; 4];
    assert_eq!(call!(aclrtMemsetD32(null_mut(), 0, 1, 0)), OK);
    assert_eq!(call!(aclrtMemsetD32(null_mut(), 64, 1, 1)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtMemsetD32(at(memory, 2), 32, 1, 1)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtMemsetD32(memory, 15, 1, 4)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtMemsetD32(memory, 64, 1, usize::MAX)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclrtMemsetD32(local.as_mut_ptr().cast(), 16, 1, 4)), aclError::INVALID_PARAM);
    check(free(memory));
}

fn reduce<T: Copy>(on: i32, kind: aclrtReduceKind, element: aclDataType, left: &[T], right: &[T]) -> Vec<T> {
    let bytes = size_of_val(left);
    let raw = |values: &[T]| unsafe { std::slice::from_raw_parts(values.as_ptr().cast::<u8>(), bytes) }.to_vec();
    self::on(on);
    let (to, from, queue) = (malloc(bytes), malloc(bytes), stream());
    upload(to, &raw(left));
    upload(from, &raw(right));
    check(call!(aclrtReduceAsync(to, from, bytes as u64, kind, element, queue, null_mut())));
    check(synchronize(queue));
    let result = download(to, bytes);
    check(free(to));
    check(free(from));
    result.chunks(size_of::<T>()).map(|bytes| unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }).collect()
}

#[test]
fn a_reduction_joins_into_its_target() {
    use aclDataType as D;
    const SUM: aclrtReduceKind = aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM;
    const MAX: aclrtReduceKind = aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX;
    const MIN: aclrtReduceKind = aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN;
    let left: Vec<i32> = (0..77).map(|index| index * 31 % 53 - 20).collect();
    let right: Vec<i32> = (0..77).map(|index| index * 17 % 61 - 30).collect();
    let joined = |join: fn(i32, i32) -> i32| left.iter().zip(&right).map(|(&l, &r)| join(l, r)).collect::<Vec<_>>();
    let (sums, most, least) = (joined(|l, r| l + r), joined(i32::max), joined(i32::min));
    assert_eq!(reduce(20, SUM, D::ACL_INT32, &left, &right), sums);
    assert_eq!(reduce(20, MAX, D::ACL_INT32, &left, &right), most);
    assert_eq!(reduce(20, MIN, D::ACL_INT32, &left, &right), least);
    let bytes = |values: &[i32]| values.iter().map(|&value| value as i8).collect::<Vec<_>>();
    assert_eq!(reduce(20, SUM, D::ACL_INT8, &bytes(&left), &bytes(&right)), bytes(&sums));
    let shorts = |values: &[i32]| values.iter().map(|&value| value as i16).collect::<Vec<_>>();
    assert_eq!(reduce(20, MIN, D::ACL_INT16, &shorts(&left), &shorts(&right)), shorts(&least));
    // Small whole numbers are exact in all of these.
    let floats = |values: &[i32]| values.iter().map(|&value| value as f32).collect::<Vec<_>>();
    assert_eq!(reduce(20, SUM, D::ACL_FLOAT, &floats(&left), &floats(&right)), floats(&sums));
    let halves = |values: &[i32]| floats(values).into_iter().map(f16::from_f32).collect::<Vec<_>>();
    assert_eq!(reduce(20, MAX, D::ACL_FLOAT16, &halves(&left), &halves(&right)), halves(&most));
    let brains = |values: &[i32]| floats(values).into_iter().map(bf16::from_f32).collect::<Vec<_>>();
    assert_eq!(reduce(20, SUM, D::ACL_BF16, &brains(&left), &brains(&right)), brains(&sums));
}

#[test]
fn a_reduction_is_checked() {
    on(21);
    let (memory, local) = (malloc(256), [0_u8; 64]);
    let source = at(memory, 128);
    let reduce = |to, from: *const c_void, bytes, kind, element| {
        call!(aclrtReduceAsync(to, from, bytes, aclrtReduceKind(kind), aclDataType(element), null_mut(), null_mut()))
    };
    assert_eq!(reduce(memory, null_mut(), 64, 10, 0), aclError::INVALID_PARAM);
    assert_eq!(reduce(memory, source, 0, 10, 0), aclError::RT_PARAM_INVALID);
    assert_eq!(reduce(memory, source, 63, 10, 0), aclError::RT_PARAM_INVALID);
    assert_eq!(reduce(memory, source, 64, 9, 0), aclError::RT_PARAM_INVALID);
    assert_eq!(reduce(memory, source, 64, 10, 9), aclError::INVALID_PARAM);
    assert_eq!(reduce(memory, source, 64, 10, 4), aclError::RT_FEATURE_NOT_SUPPORT);
    assert_eq!(reduce(memory, local.as_ptr().cast(), 64, 10, 0), aclError::RT_PARAM_INVALID);
    check(free(memory));
}

#[test]
fn addresses_that_nobody_has_are_refused() {
    on(22);
    let memory = malloc(64);
    for wild in [0x1000_usize, 0xdead_beef_0000, usize::MAX - 7, 1] {
        let wild = without_provenance_mut::<c_void>(wild);
        assert_ne!(copy(memory, wild, 8, TO_DEVICE), OK);
        assert_ne!(copy(memory, wild, 8, ANY), OK);
        assert_ne!(copy(wild, memory, 8, TO_HOST), OK);
        assert_ne!(copy_async(memory, wild, 8, TO_DEVICE, null_mut()), OK);
        assert_ne!(call!(aclrtMemcpy2d(memory, 8, wild, 8, 8, 2, TO_DEVICE)), OK);
        assert_ne!(free(wild), OK);
        assert_ne!(call!(aclrtHostUnregister(wild)), OK);
    }
    check(synchronize(null_mut()));
    check(free(memory));
}

#[test]
fn fetching_ahead_takes_its_place_on_the_stream() {
    on(23);
    let (memory, local) = (malloc(4096), [0_u8; 8]);
    let cache = |at, bytes, kind| unsafe { (ACL.aclrtCmoAsync.unwrap())(at, bytes, aclrtCmoType(kind), null_mut()) };
    check(cache(memory, 4096, 0));
    check(synchronize(null_mut()));
    assert_eq!(cache(null_mut(), 1, 0), aclError::INVALID_PARAM);
    assert_eq!(cache(memory, 0, 0), aclError::INVALID_PARAM);
    assert_eq!(cache(memory, 64, 4), aclError::RT_PARAM_INVALID);
    assert_eq!(cache(memory, 8192, 0), aclError::RT_PARAM_INVALID);
    assert_eq!(cache(local.as_ptr().cast_mut().cast(), 8, 0), aclError::RT_PARAM_INVALID);
    check(free(memory));
}
