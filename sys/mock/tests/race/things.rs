//! What programs work with, and what they say about it.

use std::ffi::c_void;
use std::ptr::{null_mut, with_exposed_provenance_mut};

use ascend_npu_sys::{ACL_EVENT_SYNC, aclrtMemMallocPolicy, aclrtStream};

use crate::common::{check, is_idle, on};

pub const LENGTH: usize = 4096;
/// A device that no program works on.
const ELSEWHERE: i32 = 4095;

/// A range of memory.
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    pub start: usize,
    pub length: usize,
}

impl Bytes {
    pub fn pointer(self) -> *mut c_void {
        with_exposed_provenance_mut(self.start)
    }

    pub fn part(self, first: usize, length: usize) -> Self {
        Self { start: self.start + first, length }
    }

    pub fn half(self, which: usize) -> Self {
        self.part(which * self.length / 2, self.length / 2)
    }

    pub fn first_byte(self) -> Self {
        self.part(0, 1)
    }
}

/// Memory of the current device that nobody has written.
pub fn fresh(length: usize) -> Bytes {
    let mut memory = null_mut();
    let policy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
    check(acl!(aclrtMalloc(&mut memory, length, policy)));
    Bytes { start: memory.expose_provenance(), length }
}

/// Memory of the current device that holds zeros.
pub fn memory_of(length: usize) -> Bytes {
    let memory = fresh(length);
    check(acl!(aclrtMemset(memory.pointer(), length, 0, length)));
    memory
}

pub fn memory() -> Bytes {
    memory_of(LENGTH)
}

pub fn pinned() -> Bytes {
    let mut memory = null_mut();
    check(acl!(aclrtMallocHost(&mut memory, LENGTH)));
    Bytes { start: memory.expose_provenance(), length: LENGTH }
}

/// Memory of the program. It stays.
pub fn pageable() -> Bytes {
    let memory = Vec::leak(vec![0_u8; LENGTH]);
    Bytes { start: memory.as_mut_ptr().expose_provenance(), length: LENGTH }
}

#[derive(Clone, Copy, Debug)]
pub struct Stream {
    handle: usize,
    device: i32,
    number: i32,
}

/// A stream of the current device.
pub fn stream() -> Stream {
    let mut stream = null_mut();
    check(acl!(aclrtCreateStream(&mut stream)));
    known(stream)
}

/// The stream of the current device that there is always.
pub fn default_stream() -> Stream {
    known(null_mut())
}

fn known(stream: aclrtStream) -> Stream {
    let (mut number, mut device) = (-1, -1);
    check(acl!(aclrtStreamGetId(stream, &mut number)));
    check(acl!(aclrtGetDevice(&mut device)));
    Stream { handle: stream.expose_provenance(), device, number }
}

impl Stream {
    pub fn handle(self) -> aclrtStream {
        with_exposed_provenance_mut(self.handle)
    }

    pub fn operation(self, name: &str, file: &str, line: u32) -> Operation {
        Operation { name: name.to_owned(), stream: Some((self.device, self.number)), site: site(file, line) }
    }

    pub fn record(self, event: Event) {
        check(acl!(aclrtRecordEvent(event.handle(), self.handle())));
    }

    pub fn wait(self, event: Event) {
        check(acl!(aclrtStreamWaitEvent(self.handle(), event.handle())));
    }

    pub fn finish(self) {
        check(acl!(aclrtSynchronizeStream(self.handle())));
    }

    /// Asks for it until the device takes that for a wait. Where operations run late, what is queued now runs then.
    pub fn want(self) {
        for _ in 0..20 {
            let _ = is_idle(self.handle());
        }
    }

    /// Waits until it is done, by a thread that works on another device: this one does not know of it, and may not rely on it.
    pub fn finish_unseen(self) {
        let done = event();
        self.record(done);
        let wait = move || {
            on(ELSEWHERE);
            done.finish();
        };
        std::thread::spawn(wait).join().unwrap();
    }

    /// From here on it comes after all that was queued on another.
    pub fn follow(self, other: Stream) {
        let done = event();
        other.record(done);
        self.wait(done);
    }
}

/// Waits for all work of the current device.
pub fn finish_device() {
    check(acl!(aclrtSynchronizeDevice()));
}

#[derive(Clone, Copy, Debug)]
pub struct Event(usize);

pub fn event() -> Event {
    let mut event = null_mut();
    check(acl!(aclrtCreateEventExWithFlag(&mut event, ACL_EVENT_SYNC)));
    Event(event.expose_provenance())
}

/// An event that is a flag: it may be waited for before it is recorded.
pub fn flag() -> Event {
    let mut event = null_mut();
    check(acl!(aclrtCreateEventWithFlag(&mut event, ACL_EVENT_SYNC)));
    Event(event.expose_provenance())
}

/// An event of the oldest kind.
pub fn plain_event() -> Event {
    let mut event = null_mut();
    check(acl!(aclrtCreateEvent(&mut event)));
    Event(event.expose_provenance())
}

/// An event that other processes could open too.
pub fn shared_event() -> Event {
    let mut event = null_mut();
    check(acl!(aclrtCreateEventExWithFlag(&mut event, ascend_npu_sys::ACL_EVENT_IPC)));
    Event(event.expose_provenance())
}

impl Event {
    pub fn handle(self) -> *mut c_void {
        with_exposed_provenance_mut(self.0)
    }

    pub fn finish(self) {
        check(acl!(aclrtSynchronizeEvent(self.handle())));
    }
}

#[derive(Clone, Copy)]
pub struct Notify(usize);

impl Notify {
    /// A notify that streams of the current device can wait for.
    pub fn new() -> Self {
        let mut notify = null_mut();
        check(acl!(aclrtCreateNotify(&mut notify, 0)));
        Self(notify.expose_provenance())
    }

    fn handle(self) -> *mut c_void {
        with_exposed_provenance_mut(self.0)
    }

    pub fn record(self, stream: Stream) {
        check(acl!(aclrtRecordNotify(self.handle(), stream.handle())));
    }

    pub fn wait(self, stream: Stream) {
        check(acl!(aclrtWaitAndResetNotify(self.handle(), stream.handle(), 0)));
    }
}

/// An operation of a program.
#[derive(Clone, Debug)]
pub struct Operation {
    pub name: String,
    /// The device and the number of its stream; `None` for a call of the host.
    stream: Option<(i32, i32)>,
    site: String,
}

/// An operation, and bytes that it touches: half of what is to be found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    pub name: String,
    pub stream: Option<(i32, i32)>,
    pub writes: bool,
    pub bytes: (u64, u64),
    pub site: String,
}

impl Operation {
    pub fn of_host(name: &str, file: &str, line: u32) -> Self {
        Self { name: name.to_owned(), stream: None, site: site(file, line) }
    }

    /// The same, by the name that the device has for it.
    pub fn called(&self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self.clone() }
    }

    /// The call of it, as a finding that is about calls names it.
    pub fn of_no_stream(&self, name: &str) -> Self {
        Self { stream: None, ..self.called(name) }
    }

    pub fn reads(&self, bytes: Bytes) -> Touch {
        self.touch(bytes, false)
    }

    pub fn writes(&self, bytes: Bytes) -> Touch {
        self.touch(bytes, true)
    }

    fn touch(&self, bytes: Bytes, writes: bool) -> Touch {
        let Self { name, stream, site } = self.clone();
        Touch { name, stream, writes, bytes: (bytes.start as u64, (bytes.start + bytes.length) as u64), site }
    }
}

fn site(file: &str, line: u32) -> String {
    format!("{}:{line}", short(file))
}

/// The path of a source from the folder of the corpus on.
pub fn short(path: &str) -> &str {
    path.rsplit_once("tests/race/").map_or(path, |(_, file)| file)
}
