//! Many devices and streams in one process.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals; bad handles are what is tested"
)]

mod common;

use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_sys::{ACL_EVENT_SYNC, aclError, aclrtEvent, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream};
use common::{ACL, check, on, stream, synchronize};

const DEVICES: i32 = 64;
const BYTES: usize = 4 << 10;

fn device_memory() -> *mut c_void {
    let mut memory = null_mut();
    check(unsafe { (ACL.aclrtMalloc)(&mut memory, BYTES, aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST) });
    memory
}

fn host_memory() -> *mut c_void {
    let mut memory = null_mut();
    check(unsafe { (ACL.aclrtMallocHost)(&mut memory, BYTES) });
    memory
}

/// What is queued on `behind` from here on comes after what is queued on `ahead`.
fn order(ahead: aclrtStream, behind: aclrtStream) -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(&mut event, ACL_EVENT_SYNC) });
    check(unsafe { (ACL.aclrtRecordEvent)(event, ahead) });
    check(unsafe { (ACL.aclrtStreamWaitEvent)(behind, event) });
    event
}

fn copy(to: *mut c_void, from: *mut c_void, kind: aclrtMemcpyKind, stream: aclrtStream) {
    check(unsafe { (ACL.aclrtMemcpyAsync)(to, BYTES, from, BYTES, kind, stream) });
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

/// One device at work: three streams, each of which waits for the one before.
struct Chain {
    device: i32,
    streams: [aclrtStream; 3],
    memory: [*mut c_void; 3],
    events: [aclrtEvent; 2],
}

impl Chain {
    fn queue(device: i32) -> Self {
        on(device);
        let streams = [stream(), stream(), stream()];
        let memory = [device_memory(), device_memory(), host_memory()];
        check(unsafe { (ACL.aclrtMemsetAsync)(memory[0], BYTES, 3 * device + 1, BYTES, streams[0]) });
        let first = order(streams[0], streams[1]);
        copy(memory[1], memory[0], aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE, streams[1]);
        let second = order(streams[1], streams[2]);
        copy(memory[2], memory[1], aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST, streams[2]);
        Self { device, streams, memory, events: [first, second] }
    }

    fn end(self) {
        on(self.device);
        assert_eq!(synchronize(self.streams[2]), aclError::SUCCESS);
        let found = unsafe { std::slice::from_raw_parts(self.memory[2].cast::<u8>(), BYTES) };
        let wanted = (3 * self.device + 1) as u8;
        assert!(found.iter().all(|&byte| byte == wanted), "device {}: {:?}", self.device, &found[..8]);
        self.events.into_iter().for_each(|event| check(unsafe { (ACL.aclrtDestroyEvent)(event) }));
        self.streams.into_iter().for_each(|stream| check(unsafe { (ACL.aclrtDestroyStream)(stream) }));
        check(unsafe { (ACL.aclrtFree)(self.memory[0]) });
        check(unsafe { (ACL.aclrtFree)(self.memory[1]) });
        check(unsafe { (ACL.aclrtFreeHost)(self.memory[2]) });
    }
}

#[test]
fn three_streams_on_each_of_64_devices_work_at_once_on_a_few_threads() {
    on(0);
    for _ in 0..20 {
        let chains: Vec<Chain> = (0..DEVICES).map(Chain::queue).collect();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        assert!(threads() <= cores + 8, "{} threads for 192 streams on {cores} cores", threads());
        chains.into_iter().for_each(Chain::end);
    }
}
