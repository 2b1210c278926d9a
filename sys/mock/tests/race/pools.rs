//! Memory that is allocated and released in the order of a stream.

use std::ffi::c_void;
use std::ptr::{null_mut, with_exposed_provenance_mut};

use ascend_npu_sys::{
    aclrtMemAllocationType, aclrtMemHandleType, aclrtMemLocation, aclrtMemLocationType, aclrtMemPool, aclrtMemPoolProps,
};

use crate::common::check;
use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        memory_of_a_pool_is_released_while_another_stream_reads_it,
        memory_of_a_pool_is_written_by_two_streams,
        an_allocation_is_released_on_a_stream_that_does_not_wait_for_its_reader,
    ],
    silent: [
        memory_of_a_pool_on_its_own_stream,
        memory_of_a_pool_is_released_after_the_other_stream_has_read_it,
        memory_of_a_pool_that_is_given_out_again_on_its_stream,
        memory_of_a_pool_that_goes_to_another_stream,
        an_allocation_is_released_in_its_turn,
    ],
}

#[derive(Clone, Copy)]
struct Pool(usize);

fn pool() -> Pool {
    let mut device = 0;
    check(acl!(aclrtGetDevice(&mut device)));
    let properties = aclrtMemPoolProps {
        allocType: aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED,
        handleType: aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE,
        location: aclrtMemLocation { id: device as u32, type_: aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE },
        maxSize: 64 << 20,
        reserved: [0; 32],
    };
    let mut pool: aclrtMemPool = null_mut();
    check(acl!(aclrtMemPoolCreate(&mut pool, &properties)));
    Pool(pool.expose_provenance())
}

impl Pool {
    fn take(self, stream: Stream) -> Bytes {
        let mut memory: *mut c_void = null_mut();
        let pool = with_exposed_provenance_mut(self.0);
        check(acl!(aclrtMemPoolMallocAsync(&mut memory, LENGTH, pool, stream.handle())));
        Bytes { start: memory.expose_provenance(), length: LENGTH }
    }
}

/// Releases memory on a stream.
#[collapse_debuginfo(yes)]
macro_rules! release {
    ($stream:expr, $memory:expr) => {{
        let memory: Bytes = $memory;
        queue!($stream, aclrtMemPoolFreeAsync(memory.pointer()))
    }};
}

fn memory_of_a_pool_is_released_while_another_stream_reads_it(p: &Program) {
    let (first, second, pool) = (stream(), stream(), pool());
    let shared = pool.take(first);
    fill!(first, shared);
    second.follow(first);
    let read = copy!(second, memory(), shared);
    second.finish_unseen();
    let release = release!(first, shared);
    p.race(read.reads(shared), release.writes(shared));
}

fn memory_of_a_pool_is_released_after_the_other_stream_has_read_it(_: &Program) {
    let (first, second, pool) = (stream(), stream(), pool());
    let shared = pool.take(first);
    fill!(first, shared);
    second.follow(first);
    copy!(second, memory(), shared);
    first.follow(second);
    release!(first, shared);
}

fn memory_of_a_pool_is_written_by_two_streams(p: &Program) {
    let (first, second, pool) = (stream(), stream(), pool());
    let shared = pool.take(first);
    let one = fill!(first, shared);
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn memory_of_a_pool_on_its_own_stream(_: &Program) {
    let (stream, pool) = (stream(), pool());
    for _ in 0..3 {
        let shared = pool.take(stream);
        fill!(stream, shared);
        copy!(stream, memory(), shared);
        release!(stream, shared);
    }
}

fn memory_of_a_pool_that_is_given_out_again_on_its_stream(_: &Program) {
    let (stream, pool) = (stream(), pool());
    let first = pool.take(stream);
    fill!(stream, first);
    release!(stream, first);
    let second = pool.take(stream);
    fill!(stream, second);
    copy!(stream, memory(), second);
    release!(stream, second);
}

fn memory_of_a_pool_that_goes_to_another_stream(_: &Program) {
    let (first, second, pool) = (stream(), stream(), pool());
    let shared = pool.take(first);
    fill!(first, shared);
    release!(first, shared);
    second.follow(first);
    let again = pool.take(second);
    fill!(second, again);
    release!(second, again);
}

fn an_allocation_is_released_on_a_stream_that_does_not_wait_for_its_reader(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let read = copy!(first, memory(), shared);
    first.finish_unseen();
    let release = release!(second, shared);
    p.race(read.reads(shared), release.writes(shared));
}

fn an_allocation_is_released_in_its_turn(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    copy!(first, memory(), shared);
    second.follow(first);
    release!(second, shared);
}
