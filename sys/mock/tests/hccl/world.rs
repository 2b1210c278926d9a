//! The tables, and communicators with a thread for each rank.

use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::thread;
use std::time::Duration;

use ascend_npu_mock::control::{self, Settings};
use ascend_npu_sys::{
    Acl, Hccl, HcclComm, HcclCommConfig, HcclDataType, HcclReduceOp, HcclResult, HcclRootInfo, Symbols, aclError,
    aclrtDrvMemHandle, aclrtMemAllocationType, aclrtMemAttr, aclrtMemHandleType, aclrtMemLocation,
    aclrtMemLocationType, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtPhysicalMemProp, aclrtStream,
};

pub const F32: HcclDataType = HcclDataType::HCCL_DATA_TYPE_FP32;
pub const SUM: HcclReduceOp = HcclReduceOp::HCCL_REDUCE_SUM;
pub const OPS: [HcclReduceOp; 4] =
    [SUM, HcclReduceOp::HCCL_REDUCE_PROD, HcclReduceOp::HCCL_REDUCE_MAX, HcclReduceOp::HCCL_REDUCE_MIN];

/// What a test binary changes in the settings.
static CHANGE: OnceLock<fn(&mut Settings)> = OnceLock::new();

/// Changes the settings of the binary; every test of it asks for the same, before its first call.
pub fn with_settings(change: fn(&mut Settings)) {
    CHANGE.get_or_init(|| change);
}

pub static TABLES: LazyLock<(Acl, Hccl)> = LazyLock::new(|| {
    let mut settings = Settings::default();
    settings.devices = 400;
    // Unless they are asked for: here many tests wait for them in vain.
    if std::env::var_os("ASCEND_MOCK_CONNECT_TIMEOUT").is_none() {
        settings.connect_timeout = Duration::from_secs(4);
    }
    if std::env::var_os("ASCEND_MOCK_EXEC_TIMEOUT").is_none() {
        settings.exec_timeout = Some(Duration::from_secs(3));
    }
    if let Some(change) = CHANGE.get() {
        change(&mut settings);
    }
    control::configure(settings).unwrap();
    let mut find = ascend_npu_mock::lookup;
    // SAFETY: the software device gives for each name the address of a function of the type in the bindings.
    let acl = unsafe { Acl::load(&mut Symbols::partial(&mut find)) }.unwrap();
    // SAFETY: as above.
    let hccl = unsafe { Hccl::load(&mut Symbols::partial(&mut find)) }.unwrap();
    (acl, hccl)
});

pub fn acl() -> &'static Acl {
    &TABLES.0
}

pub fn hccl() -> &'static Hccl {
    &TABLES.1
}

/// A call of the C table. Every pointer a test passes is valid, null or a handle, as the functions allow.
macro_rules! call {
    ($table:ident.$function:ident($($argument:expr),* $(,)?)) => {{
        // SAFETY: see the macro.
        unsafe { ($table().$function)($($argument),*) }
    }};
}

/// A call of a function that older toolkits have not.
macro_rules! call_new {
    ($table:ident.$function:ident($($argument:expr),* $(,)?)) => {{
        let function = $table().$function.unwrap();
        // SAFETY: see `call`.
        unsafe { function($($argument),*) }
    }};
}

/// Devices that no other test uses; the first of them.
pub fn devices(number: usize) -> i32 {
    pub static NEXT: AtomicI32 = AtomicI32::new(0);
    NEXT.fetch_add(i32::try_from(number).unwrap(), Ordering::Relaxed)
}

pub fn text() -> String {
    let text = call!(acl.aclGetRecentErrMsg());
    // SAFETY: the text is null or a C string that lives until the thread's next call of this function.
    if text.is_null() { String::new() } else { unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned() }
}

pub fn ok(code: aclError) {
    assert_eq!(code, aclError::SUCCESS, "{}", text());
}

pub fn fine(code: HcclResult) {
    assert_eq!(code, HcclResult::HCCL_SUCCESS, "{}", text());
}

pub fn root_info() -> HcclRootInfo {
    let mut info = HcclRootInfo { internal: [0; 4108] };
    fine(call!(hccl.HcclGetRootInfo(&mut info)));
    info
}

pub fn root_info_on(device: i32) -> HcclRootInfo {
    thread::scope(|scope| {
        let made = scope.spawn(|| {
            ok(call!(acl.aclrtSetDevice(device)));
            root_info()
        });
        made.join().unwrap()
    })
}

/// A rank in its own thread: its device is current.
pub struct Rank {
    pub rank: usize,
    pub size: usize,
    pub device: i32,
    pub comm: HcclComm,
    pub stream: aclrtStream,
}

/// Runs every rank of a new communicator in a thread of its own; the ranks' results in order.
pub fn world<R: Send>(size: usize, work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    world_of(size, |_| HcclCommConfig::new(), work)
}

/// As [`world`], with streams that wait for a second at most.
pub fn hasty_world<R: Send>(size: usize, work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    // A third of the library's default, which the settings make 3 s long.
    let config = |_| HcclCommConfig { hcclExecTimeOut: 612, ..HcclCommConfig::new() };
    world_of(size, config, work)
}

/// As [`world`], on A3.
pub fn world_a3<R: Send>(size: usize, work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    with_settings(|settings| settings.soc = A3.to_owned());
    world(size, work)
}

pub const A3: &str = "Ascend910_9391";

/// As [`world`], with a configuration of each rank.
pub fn world_of<R: Send>(
    size: usize,
    config: impl Fn(usize) -> HcclCommConfig + Sync,
    work: impl Fn(&Rank) -> R + Sync,
) -> Vec<R> {
    let first = devices(size);
    let info = root_info_on(first);
    threads(size, |rank| {
        let device = first + i32::try_from(rank).unwrap();
        ok(call!(acl.aclrtSetDevice(device)));
        let (mut comm, mut stream) = (null_mut(), null_mut());
        ok(call!(acl.aclrtCreateStream(&mut stream)));
        fine(call_new!(hccl.HcclCommInitRootInfoConfig(size as u32, &info, rank as u32, &config(rank), &mut comm)));
        let rank = Rank { rank, size, device, comm, stream };
        let result = work(&rank);
        call!(hccl.HcclCommDestroy(comm));
        call!(acl.aclrtDestroyStreamForce(stream));
        result
    })
}

/// Runs something for each rank in a thread of its own; the results in order.
pub fn threads<R: Send>(size: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..size).map(|rank| scope.spawn(move || work(rank))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

pub fn new_stream() -> aclrtStream {
    let mut stream = null_mut();
    ok(call!(acl.aclrtCreateStream(&mut stream)));
    stream
}

impl Rank {
    pub fn sync(&self) -> aclError {
        call!(acl.aclrtSynchronizeStream(self.stream))
    }

    pub fn all_reduce(
        &self,
        send: *mut c_void,
        recv: *mut c_void,
        count: usize,
        dtype: HcclDataType,
        op: HcclReduceOp,
    ) -> HcclResult {
        call!(hccl.HcclAllReduce(send, recv, count as u64, dtype, op, self.comm, self.stream))
    }

    pub fn all_gather(&self, send: *mut c_void, recv: *mut c_void, count: usize, dtype: HcclDataType) -> HcclResult {
        call!(hccl.HcclAllGather(send, recv, count as u64, dtype, self.comm, self.stream))
    }

    pub fn reduce_scatter(
        &self,
        send: *mut c_void,
        recv: *mut c_void,
        count: usize,
        dtype: HcclDataType,
        op: HcclReduceOp,
    ) -> HcclResult {
        call!(hccl.HcclReduceScatter(send, recv, count as u64, dtype, op, self.comm, self.stream))
    }

    pub fn broadcast(&self, buf: *mut c_void, count: usize, dtype: HcclDataType, root: usize) -> HcclResult {
        call!(hccl.HcclBroadcast(buf, count as u64, dtype, root as u32, self.comm, self.stream))
    }

    pub fn reduce(
        &self,
        send: *mut c_void,
        recv: *mut c_void,
        count: usize,
        dtype: HcclDataType,
        op: HcclReduceOp,
        root: usize,
    ) -> HcclResult {
        call!(hccl.HcclReduce(send, recv, count as u64, dtype, op, root as u32, self.comm, self.stream))
    }

    pub fn scatter(
        &self,
        send: *mut c_void,
        recv: *mut c_void,
        count: usize,
        dtype: HcclDataType,
        root: usize,
    ) -> HcclResult {
        call_new!(hccl.HcclScatter(send, recv, count as u64, dtype, root as u32, self.comm, self.stream))
    }

    pub fn all_to_all(&self, send: *mut c_void, recv: *mut c_void, count: usize, dtype: HcclDataType) -> HcclResult {
        let count = count as u64;
        call!(hccl.HcclAlltoAll(send, count, dtype, recv, count, dtype, self.comm, self.stream))
    }

    pub fn send(&self, buf: *mut c_void, count: usize, dtype: HcclDataType, to: usize) -> HcclResult {
        call!(hccl.HcclSend(buf, count as u64, dtype, to as u32, self.comm, self.stream))
    }

    pub fn receive(&self, buf: *mut c_void, count: usize, dtype: HcclDataType, from: usize) -> HcclResult {
        call!(hccl.HcclRecv(buf, count as u64, dtype, from as u32, self.comm, self.stream))
    }

    pub fn name(&self) -> String {
        let mut name = [0; 128];
        fine(call!(hccl.HcclGetCommName(self.comm, name.as_mut_ptr())));
        // SAFETY: the call has written a C string.
        unsafe { CStr::from_ptr(name.as_ptr()) }.to_str().unwrap().to_owned()
    }
}

/// Bytes of the pieces that physical memory is mapped in.
pub const PIECE: usize = 2 << 20;

/// Physical memory of the current device, mapped piece by piece at reserved addresses.
pub struct Mapped {
    pub base: *mut c_void,
    pub handles: Vec<aclrtDrvMemHandle>,
}

impl Mapped {
    pub fn new(pieces: usize) -> Self {
        Self::of(pieces, PIECE)
    }

    pub fn of(pieces: usize, bytes: usize) -> Self {
        let (mut base, mut device) = (null_mut(), 0);
        ok(call!(acl.aclrtGetDevice(&mut device)));
        ok(call!(acl.aclrtReserveMemAddress(&mut base, pieces * bytes, 0, null_mut(), 0)));
        let property = aclrtPhysicalMemProp {
            handleType: aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE,
            allocationType: aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED,
            memAttr: aclrtMemAttr::ACL_HBM_MEM_HUGE,
            location: aclrtMemLocation { id: device as u32, type_: aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE },
            reserve: 0,
        };
        let mut handles = vec![null_mut(); pieces];
        // From the last to the first: what follows in addresses does not in memory.
        for (piece, handle) in handles.iter_mut().enumerate().rev() {
            ok(call!(acl.aclrtMallocPhysical(handle, bytes, &property, 0)));
            ok(call!(acl.aclrtMapMem(base.wrapping_byte_add(piece * bytes), bytes, 0, *handle, 0)));
        }
        Self { base, handles }
    }

    pub fn at(&self, bytes: usize) -> *mut c_void {
        self.base.wrapping_byte_add(bytes)
    }

    /// Gives it back; `bytes` are those of a piece.
    pub fn release(self, bytes: usize) {
        for (piece, handle) in self.handles.iter().enumerate() {
            ok(call!(acl.aclrtUnmapMem(self.at(piece * bytes))));
            ok(call!(acl.aclrtFreePhysical(*handle)));
        }
        ok(call!(acl.aclrtReleaseMemAddress(self.base)));
    }
}

/// Whether buffers are mapped, across the border of two pieces, instead of allocated.
pub static BUFFERS_ARE_MAPPED: AtomicBool = AtomicBool::new(false);

/// Device memory of the current device.
pub struct Buffer {
    pub address: *mut c_void,
    pub bytes: usize,
    mapped: Option<Mapped>,
}

impl Buffer {
    pub fn new(bytes: usize) -> Self {
        if BUFFERS_ARE_MAPPED.load(Ordering::Relaxed) {
            let before = (bytes / 2).next_multiple_of(64).min(PIECE);
            let mapped = Mapped::new(1 + bytes.div_ceil(PIECE));
            return Self { address: mapped.at(PIECE - before), bytes, mapped: Some(mapped) };
        }
        let mut address = null_mut();
        ok(call!(acl.aclrtMalloc(&mut address, bytes, aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST)));
        Self { address, bytes, mapped: None }
    }

    pub fn of<T: Copy>(values: &[T]) -> Self {
        let buffer = Self::new(size_of_val(values));
        let kind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
        ok(call!(acl.aclrtMemcpy(buffer.address, buffer.bytes, values.as_ptr().cast(), buffer.bytes, kind)));
        buffer
    }

    pub fn read<T: Copy + Default>(&self) -> Vec<T> {
        let mut values = vec![T::default(); self.bytes / size_of::<T>()];
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
        ok(call!(acl.aclrtMemcpy(values.as_mut_ptr().cast(), self.bytes, self.address, self.bytes, kind)));
        values
    }

    pub fn at(&self, bytes: usize) -> *mut c_void {
        self.address.wrapping_byte_add(bytes)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        match self.mapped.take() {
            Some(mapped) => mapped.release(PIECE),
            None => drop(call!(acl.aclrtFree(self.address))),
        }
    }
}
