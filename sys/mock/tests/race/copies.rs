//! Copies, fills and reductions of one device, on streams and by the host.

use ascend_npu_sys::{aclDataType, aclrtMemcpyBatchAttr, aclrtMemcpyKind, aclrtReduceKind};

use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        a_copy_reads_what_another_stream_writes,
        a_copy_writes_what_another_stream_reads,
        two_streams_write_the_same_bytes,
        a_second_reader_is_followed_by_a_write,
        views_of_one_buffer_overlap_by_a_byte,
        rows_of_two_images_overlap_by_a_column,
        a_sum_is_joined_into_what_another_stream_writes,
        a_batch_has_one_item_that_another_stream_writes,
        the_host_reads_before_the_stream_has_written,
        the_host_writes_what_a_stream_reads,
        the_host_copies_on_the_device_what_a_stream_writes,
    ],
    silent: [
        a_copy_waits_for_what_it_reads,
        a_copy_waits_for_the_reader_of_what_it_writes,
        two_writers_take_turns,
        a_write_waits_for_both_readers,
        two_readers_share,
        disjoint_views_of_one_buffer,
        rows_of_two_images_side_by_side,
        a_sum_is_joined_after_the_write,
        a_batch_of_items_beside_the_other_stream,
        the_host_reads_after_the_stream_has_written,
        the_host_writes_after_the_stream_has_read,
        one_stream_alone,
    ],
}

fn a_copy_reads_what_another_stream_writes(p: &Program) {
    let (first, second, shared, to) = (stream(), stream(), memory(), memory());
    let write = fill!(first, shared);
    let read = copy!(second, to, shared);
    p.race(write.writes(shared), read.reads(shared));
}

fn a_copy_waits_for_what_it_reads(_: &Program) {
    let (first, second, shared, to) = (stream(), stream(), memory(), memory());
    fill!(first, shared);
    second.follow(first);
    copy!(second, to, shared);
}

fn a_copy_writes_what_another_stream_reads(p: &Program) {
    let (first, second, shared, other) = (stream(), stream(), memory(), memory());
    let read = copy!(first, memory(), shared);
    let write = copy!(second, shared, other);
    p.race(read.reads(shared), write.writes(shared));
}

fn a_copy_waits_for_the_reader_of_what_it_writes(_: &Program) {
    let (first, second, shared, other) = (stream(), stream(), memory(), memory());
    copy!(first, memory(), shared);
    second.follow(first);
    copy!(second, shared, other);
}

fn two_streams_write_the_same_bytes(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let one = fill!(first, shared);
    let other = fill!(second, shared.half(1));
    p.race(one.writes(shared.half(1)), other.writes(shared.half(1)));
}

fn two_writers_take_turns(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    for _ in 0..3 {
        fill!(first, shared);
        second.follow(first);
        fill!(second, shared.half(1));
        first.follow(second);
    }
}

fn a_second_reader_is_followed_by_a_write(p: &Program) {
    let (first, second, writer, shared) = (stream(), stream(), stream(), memory());
    copy!(first, memory(), shared);
    let read = copy!(second, memory(), shared);
    writer.follow(first);
    let write = fill!(writer, shared);
    p.race(read.reads(shared), write.writes(shared));
}

fn a_write_waits_for_both_readers(_: &Program) {
    let (first, second, writer, shared) = (stream(), stream(), stream(), memory());
    copy!(first, memory(), shared);
    copy!(second, memory(), shared);
    writer.follow(first);
    writer.follow(second);
    fill!(writer, shared);
}

fn two_readers_share(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    for _ in 0..3 {
        copy!(first, memory(), shared);
        copy!(second, memory(), shared);
    }
    copy_now!(pageable(), shared);
}

fn views_of_one_buffer_overlap_by_a_byte(p: &Program) {
    let (first, second, buffer) = (stream(), stream(), memory());
    let one = fill!(first, buffer.part(0, 1001));
    let other = fill!(second, buffer.part(1000, 1000));
    p.race(one.writes(buffer.part(1000, 1)), other.writes(buffer.part(1000, 1)));
}

fn disjoint_views_of_one_buffer(_: &Program) {
    let (first, second, buffer) = (stream(), stream(), memory());
    fill!(first, buffer.part(0, 1000));
    fill!(second, buffer.part(1000, 1000));
    copy!(first, buffer.part(2000, 1000), buffer.part(0, 1000));
    copy!(second, buffer.part(3000, 1000), buffer.part(1000, 1000));
}

const ROWS: usize = 4;
const PITCH: usize = 100;

/// Copies `ROWS` rows of `width` bytes, `first` bytes from the left of an image.
#[collapse_debuginfo(yes)]
macro_rules! rows {
    ($stream:expr, $image:expr, $first:expr, $width:expr) => {{
        let (to, from, width) = ($image.part($first, LENGTH - $first), memory(), $width);
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
        let (to, from) = (to.pointer(), from.pointer());
        queue!($stream, aclrtMemcpy2dAsync(to, PITCH, from, width, width, ROWS, kind))
    }};
}

fn rows_of_two_images_overlap_by_a_column(p: &Program) {
    let (first, second, image) = (stream(), stream(), memory());
    let left = rows!(first, image, 0, 51);
    let right = rows!(second, image, 50, 50);
    // Told once, with the first row.
    p.race(left.writes(image.part(50, 1)), right.writes(image.part(50, 1)));
}

fn rows_of_two_images_side_by_side(_: &Program) {
    let (first, second, image) = (stream(), stream(), memory());
    rows!(first, image, 0, 50);
    rows!(second, image, 50, 50);
}

#[collapse_debuginfo(yes)]
macro_rules! join {
    ($stream:expr, $to:expr, $from:expr) => {{
        let (to, from) = ($to, $from);
        let sum = aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM;
        let (to_address, from_address, bytes) = (to.pointer(), from.pointer(), to.length as u64);
        let stream = $stream;
        let code = acl!(aclrtReduceAsync(
            to_address,
            from_address,
            bytes,
            sum,
            aclDataType::ACL_FLOAT,
            stream.handle(),
            std::ptr::null_mut()
        ));
        crate::common::check(code);
        stream.operation("aclrtReduceAsync", file!(), line!())
    }};
}

fn a_sum_is_joined_into_what_another_stream_writes(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let write = fill!(first, shared);
    let sum = join!(second, shared, memory());
    p.race(write.writes(shared), sum.writes(shared));
}

fn a_sum_is_joined_after_the_write(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    fill!(first, shared);
    second.follow(first);
    join!(second, shared, memory());
}

/// Copies to several places at once.
#[collapse_debuginfo(yes)]
macro_rules! batch {
    ($stream:expr, $to:expr, $from:expr) => {{
        let (to, from): (&[Bytes], &[Bytes]) = (&$to, &$from);
        let mut targets: Vec<_> = to.iter().map(|bytes| bytes.pointer()).collect();
        let mut sources: Vec<_> = from.iter().map(|bytes| bytes.pointer()).collect();
        let mut sizes: Vec<usize> = to.iter().map(|bytes| bytes.length).collect();
        let mut limits = sizes.clone();
        let (mut attributes, mut starts, mut failed) = ([attribute()], [0_usize], 0_usize);
        let (stream, items) = ($stream, to.len());
        let code = acl!(aclrtMemcpyBatchAsync(
            targets.as_mut_ptr(),
            limits.as_mut_ptr(),
            sources.as_mut_ptr(),
            sizes.as_mut_ptr(),
            items,
            attributes.as_mut_ptr(),
            starts.as_mut_ptr(),
            1,
            &mut failed,
            stream.handle(),
        ));
        crate::common::check(code);
        stream.operation("aclrtMemcpyBatchAsync", file!(), line!())
    }};
}

/// From pinned memory to the current device.
fn attribute() -> aclrtMemcpyBatchAttr {
    use ascend_npu_sys::{aclrtMemLocation, aclrtMemLocationType};
    let mut device = 0;
    crate::common::check(acl!(aclrtGetDevice(&mut device)));
    let place = |id, type_| aclrtMemLocation { id, type_ };
    aclrtMemcpyBatchAttr {
        dstLoc: place(device as u32, aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE),
        srcLoc: place(0, aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_HOST),
        rsv: [0; 16],
    }
}

fn a_batch_has_one_item_that_another_stream_writes(p: &Program) {
    let (first, second, a, b) = (stream(), stream(), memory(), memory());
    let write = fill!(first, b.half(0));
    let batch = batch!(second, [a, b], [pinned(), pinned()]);
    p.race(write.writes(b.half(0)), batch.writes(b.half(0)));
}

fn a_batch_of_items_beside_the_other_stream(_: &Program) {
    let (first, second, a, b) = (stream(), stream(), memory(), memory());
    fill!(first, b.half(0));
    batch!(second, [a, b.half(1)], [pinned(), pinned().half(1)]);
}

fn the_host_reads_before_the_stream_has_written(p: &Program) {
    let (stream, shared) = (stream(), memory());
    let write = fill!(stream, shared);
    let read = copy_now!(pageable(), shared);
    p.race(write.writes(shared), read.reads(shared));
}

fn the_host_reads_after_the_stream_has_written(_: &Program) {
    let (stream, shared, seen) = (stream(), memory(), pageable());
    // The word is 0x01010101.
    fill!(stream, shared);
    stream.finish();
    copy_now!(seen, shared);
    assert_eq!(unsafe { seen.pointer().cast::<u8>().read() }, 1);
}

fn the_host_writes_what_a_stream_reads(p: &Program) {
    let (stream, shared) = (stream(), memory());
    let read = copy!(stream, memory(), shared);
    let write = fill_now!(shared);
    p.race(read.reads(shared), write.writes(shared));
}

fn the_host_writes_after_the_stream_has_read(_: &Program) {
    let (stream, shared) = (stream(), memory());
    copy!(stream, memory(), shared);
    stream.finish();
    fill_now!(shared);
    copy!(stream, memory(), shared);
}

fn the_host_copies_on_the_device_what_a_stream_writes(p: &Program) {
    let (stream, shared) = (stream(), memory());
    let write = fill!(stream, shared);
    let read = copy_now!(memory(), shared);
    p.race(write.writes(shared), read.reads(shared));
}

fn one_stream_alone(_: &Program) {
    let (stream, a, b) = (stream(), memory(), memory());
    for _ in 0..5 {
        fill!(stream, a);
        copy!(stream, b, a);
        copy!(stream, a, b);
    }
}
