//! Communicators and collectives of the software device, through its C functions.
//!
//! Tests share the process and so its settings; each has devices of its own, so that a failed context fails no other test.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // A test fails by a panic.

use std::ffi::{CStr, c_void};
use std::fmt::Debug;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Barrier, LazyLock};
use std::thread;
use std::time::Duration;

use ascend_npu_mock::control::{self, Settings};
use ascend_npu_sys::{
    Acl, Hccl, HcclComm, HcclDataType, HcclReduceOp, HcclResult, HcclRootInfo, Symbols, aclError, aclrtMemMallocPolicy,
    aclrtMemcpyKind, aclrtStream,
};
use half::{bf16, f16};

const F32: HcclDataType = HcclDataType::HCCL_DATA_TYPE_FP32;
const SUM: HcclReduceOp = HcclReduceOp::HCCL_REDUCE_SUM;
const OPS: [HcclReduceOp; 4] =
    [SUM, HcclReduceOp::HCCL_REDUCE_PROD, HcclReduceOp::HCCL_REDUCE_MAX, HcclReduceOp::HCCL_REDUCE_MIN];

static TABLES: LazyLock<(Acl, Hccl)> = LazyLock::new(|| {
    let mut settings = Settings::default();
    settings.devices = 400;
    settings.connect_timeout = Duration::from_secs(3);
    settings.exec_timeout = Some(Duration::from_secs(3));
    control::configure(settings).unwrap();
    let mut find = ascend_npu_mock::lookup;
    // SAFETY: the software device gives for each name the address of a function of the type in the bindings.
    let acl = unsafe { Acl::load(&mut Symbols::new(&mut find)) }.unwrap();
    // SAFETY: as above.
    let hccl = unsafe { Hccl::load(&mut Symbols::new(&mut find)) }.unwrap();
    (acl, hccl)
});

fn acl() -> &'static Acl {
    &TABLES.0
}

fn hccl() -> &'static Hccl {
    &TABLES.1
}

/// A call of the C table. Every pointer a test passes is valid, null or a handle, as the functions allow.
macro_rules! call {
    ($table:ident.$function:ident($($argument:expr),* $(,)?)) => {{
        // SAFETY: see the macro.
        unsafe { ($table().$function)($($argument),*) }
    }};
}

/// Devices that no other test uses; the first of them.
fn devices(number: usize) -> i32 {
    static NEXT: AtomicI32 = AtomicI32::new(0);
    NEXT.fetch_add(i32::try_from(number).unwrap(), Ordering::Relaxed)
}

fn text() -> String {
    let text = call!(acl.aclGetRecentErrMsg());
    // SAFETY: the text is null or a C string that lives until the thread's next call of this function.
    if text.is_null() { String::new() } else { unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned() }
}

fn ok(code: aclError) {
    assert_eq!(code, aclError::SUCCESS, "{}", text());
}

fn fine(code: HcclResult) {
    assert_eq!(code, HcclResult::HCCL_SUCCESS, "{}", text());
}

fn root_info() -> HcclRootInfo {
    let mut info = HcclRootInfo { internal: [0; 4108] };
    fine(call!(hccl.HcclGetRootInfo(&mut info)));
    info
}

fn root_info_on(device: i32) -> HcclRootInfo {
    thread::scope(|scope| {
        let made = scope.spawn(|| {
            ok(call!(acl.aclrtSetDevice(device)));
            root_info()
        });
        made.join().unwrap()
    })
}

/// A rank in its own thread: its device is current.
struct Rank {
    rank: usize,
    size: usize,
    device: i32,
    comm: HcclComm,
    stream: aclrtStream,
}

/// Runs every rank of a new communicator in a thread of its own; the ranks' results in order.
fn world<R: Send>(size: usize, work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    let first = devices(size);
    let info = root_info_on(first);
    let run = |rank: usize| {
        let device = first + i32::try_from(rank).unwrap();
        ok(call!(acl.aclrtSetDevice(device)));
        let (mut comm, mut stream) = (null_mut(), null_mut());
        ok(call!(acl.aclrtCreateStream(&mut stream)));
        fine(call!(hccl.HcclCommInitRootInfo(size as u32, &info, rank as u32, &mut comm)));
        let rank = Rank { rank, size, device, comm, stream };
        let result = work(&rank);
        call!(hccl.HcclCommDestroy(comm));
        call!(acl.aclrtDestroyStreamForce(stream));
        result
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..size).map(|rank| scope.spawn(move || run(rank))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

impl Rank {
    fn sync(&self) -> aclError {
        call!(acl.aclrtSynchronizeStream(self.stream))
    }

    fn all_reduce(
        &self,
        send: *mut c_void,
        recv: *mut c_void,
        count: usize,
        dtype: HcclDataType,
        op: HcclReduceOp,
    ) -> HcclResult {
        call!(hccl.HcclAllReduce(send, recv, count as u64, dtype, op, self.comm, self.stream))
    }

    fn all_gather(&self, send: *mut c_void, recv: *mut c_void, count: usize, dtype: HcclDataType) -> HcclResult {
        call!(hccl.HcclAllGather(send, recv, count as u64, dtype, self.comm, self.stream))
    }

    fn reduce_scatter(
        &self,
        send: *mut c_void,
        recv: *mut c_void,
        count: usize,
        dtype: HcclDataType,
        op: HcclReduceOp,
    ) -> HcclResult {
        call!(hccl.HcclReduceScatter(send, recv, count as u64, dtype, op, self.comm, self.stream))
    }

    fn broadcast(&self, buf: *mut c_void, count: usize, dtype: HcclDataType, root: usize) -> HcclResult {
        call!(hccl.HcclBroadcast(buf, count as u64, dtype, root as u32, self.comm, self.stream))
    }
}

/// Device memory of the current device.
struct Buffer {
    address: *mut c_void,
    bytes: usize,
}

impl Buffer {
    fn new(bytes: usize) -> Self {
        let mut address = null_mut();
        ok(call!(acl.aclrtMalloc(&mut address, bytes, aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST)));
        Self { address, bytes }
    }

    fn of<T: Copy>(values: &[T]) -> Self {
        let buffer = Self::new(size_of_val(values));
        let kind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
        ok(call!(acl.aclrtMemcpy(buffer.address, buffer.bytes, values.as_ptr().cast(), buffer.bytes, kind)));
        buffer
    }

    fn read<T: Copy + Default>(&self) -> Vec<T> {
        let mut values = vec![T::default(); self.bytes / size_of::<T>()];
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
        ok(call!(acl.aclrtMemcpy(values.as_mut_ptr().cast(), self.bytes, self.address, self.bytes, kind)));
        values
    }

    fn at(&self, bytes: usize) -> *mut c_void {
        self.address.wrapping_byte_add(bytes)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        call!(acl.aclrtFree(self.address));
    }
}

/// An element type, with a reference for each reduction that shares nothing with the device.
trait Number: Copy + Default + Debug + Send + Sync {
    const DTYPE: HcclDataType;
    fn of_bits(bits: u64) -> Self;
    fn small(value: i8) -> Self;
    fn reduce(op: HcclReduceOp, left: Self, right: Self) -> Self;
    fn same(self, other: Self) -> bool;
}

macro_rules! integers {
    ($($kind:ty: $dtype:ident;)*) => {$(
        impl Number for $kind {
            const DTYPE: HcclDataType = HcclDataType::$dtype;
            fn of_bits(bits: u64) -> Self { bits as Self }
            fn small(value: i8) -> Self { Self::from(value) }
            fn reduce(op: HcclReduceOp, left: Self, right: Self) -> Self {
                match op.0 {
                    0 => left.wrapping_add(right),
                    1 => left.wrapping_mul(right),
                    2 => left.max(right),
                    _ => left.min(right),
                }
            }
            fn same(self, other: Self) -> bool { self == other }
        }
    )*};
}

macro_rules! floats {
    ($($kind:ty: $dtype:ident, $bits:ty;)*) => {$(
        impl Number for $kind {
            const DTYPE: HcclDataType = HcclDataType::$dtype;
            fn of_bits(bits: u64) -> Self { Self::from_bits(bits as $bits) }
            fn small(value: i8) -> Self { Self::from(value) / Self::from(8_i8) }
            fn reduce(op: HcclReduceOp, left: Self, right: Self) -> Self {
                match op.0 {
                    0 => left + right,
                    1 => left * right,
                    _ if left.is_nan() => left,
                    _ if right.is_nan() => right,
                    2 => if right > left { right } else { left },
                    _ => if right < left { right } else { left },
                }
            }
            fn same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
            }
        }
    )*};
}

integers! { i8: HCCL_DATA_TYPE_INT8; i16: HCCL_DATA_TYPE_INT16; i32: HCCL_DATA_TYPE_INT32; i64: HCCL_DATA_TYPE_INT64; }
floats! { f16: HCCL_DATA_TYPE_FP16, u16; bf16: HCCL_DATA_TYPE_BFP16, u16; f32: HCCL_DATA_TYPE_FP32, u32; }

/// An element that depends on its rank and place: mostly small, one in four any bit pattern.
fn element<T: Number>(rank: usize, place: usize) -> T {
    let mixed = ((rank as u64) << 32 | place as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = mixed ^ mixed >> 32;
    if place % 4 == 3 { T::of_bits(bits) } else { T::small(bits as i8) }
}

fn elements<T: Number>(rank: usize, count: usize) -> Vec<T> {
    (0..count).map(|place| element(rank, place)).collect()
}

fn reference<T: Number>(op: HcclReduceOp, size: usize, place: usize) -> T {
    (1..size).fold(element(0, place), |left, rank| T::reduce(op, left, element(rank, place)))
}

fn assert_same<T: Number>(found: &[T], expected: impl Fn(usize) -> T, what: &str) {
    for (place, value) in found.iter().enumerate() {
        assert!(value.same(expected(place)), "{what}: {value:?} at {place}, {:?} expected", expected(place));
    }
}

fn all_reduce_agrees<T: Number>(rank: &Rank, count: usize, op: HcclReduceOp, in_place: bool) {
    let send = Buffer::of(&elements::<T>(rank.rank, count));
    let recv = Buffer::new(send.bytes);
    let to = if in_place { &send } else { &recv };
    fine(rank.all_reduce(send.address, to.address, count, T::DTYPE, op));
    ok(rank.sync());
    let what = format!("all-reduce {op:?} of {count}, {} ranks, in place {in_place}", rank.size);
    assert_same(&to.read::<T>(), |place| reference(op, rank.size, place), &what);
    if !in_place {
        assert_same(&send.read::<T>(), |place| element(rank.rank, place), "the input of an all-reduce");
    }
}

fn reduce_scatter_agrees<T: Number>(rank: &Rank, count: usize, op: HcclReduceOp, in_place: bool) {
    let send = Buffer::of(&elements::<T>(rank.rank, count * rank.size));
    let recv = Buffer::new(count * size_of::<T>());
    let first = count * rank.rank;
    let to = if in_place { send.at(first * size_of::<T>()) } else { recv.address };
    fine(rank.reduce_scatter(send.address, to, count, T::DTYPE, op));
    ok(rank.sync());
    let found = if in_place { send.read::<T>()[first..first + count].to_vec() } else { recv.read() };
    let what = format!("reduce-scatter {op:?} of {count}, {} ranks, in place {in_place}", rank.size);
    assert_same(&found, |place| reference(op, rank.size, first + place), &what);
}

fn all_gather_agrees<T: Number>(rank: &Rank, count: usize, in_place: bool) {
    let send = Buffer::of(&elements::<T>(rank.rank, count));
    let recv = Buffer::new(send.bytes * rank.size);
    let mut from = send.address;
    if in_place {
        from = recv.at(rank.rank * send.bytes);
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
        ok(call!(acl.aclrtMemcpy(from, send.bytes, send.address, send.bytes, kind)));
    }
    fine(rank.all_gather(from, recv.address, count, T::DTYPE));
    ok(rank.sync());
    let what = format!("all-gather of {count}, {} ranks, in place {in_place}", rank.size);
    assert_same(&recv.read::<T>(), |place| element(place / count, place % count), &what);
}

fn broadcast_agrees<T: Number>(rank: &Rank, count: usize, root: usize) {
    let buffer = Buffer::of(&elements::<T>(rank.rank, count));
    fine(rank.broadcast(buffer.address, count, T::DTYPE, root));
    ok(rank.sync());
    let what = format!("broadcast of {count} from {root}, {} ranks", rank.size);
    assert_same(&buffer.read::<T>(), |place| element(root, place), &what);
}

fn type_agrees<T: Number>(rank: &Rank) {
    let young = [HcclDataType::HCCL_DATA_TYPE_INT16, HcclDataType::HCCL_DATA_TYPE_BFP16].contains(&T::DTYPE);
    for in_place in [false, true] {
        for count in [1, 3, 1_023, 2_051] {
            for op in OPS {
                if !(young && op == HcclReduceOp::HCCL_REDUCE_PROD) {
                    all_reduce_agrees::<T>(rank, count, op, in_place);
                    reduce_scatter_agrees::<T>(rank, count, op, in_place);
                }
            }
            all_gather_agrees::<T>(rank, count, in_place);
        }
        // Large enough to be divided among the workers, and no multiple of anything.
        all_reduce_agrees::<T>(rank, 40_009, SUM, in_place);
        reduce_scatter_agrees::<T>(rank, 40_009, SUM, in_place);
        all_gather_agrees::<T>(rank, 80_021, in_place);
    }
    for root in 0..rank.size {
        broadcast_agrees::<T>(rank, 5, root);
        broadcast_agrees::<T>(rank, 80_021, root);
    }
}

fn all_types_agree(size: usize) {
    world(size, |rank| {
        type_agrees::<i8>(rank);
        type_agrees::<i16>(rank);
        type_agrees::<i32>(rank);
        type_agrees::<i64>(rank);
        type_agrees::<f16>(rank);
        type_agrees::<bf16>(rank);
        type_agrees::<f32>(rank);
    });
}

#[test]
fn every_type_and_reduction_agrees_with_the_reference_on_one_rank() {
    all_types_agree(1);
}

#[test]
fn every_type_and_reduction_agrees_with_the_reference_on_two_ranks() {
    all_types_agree(2);
}

#[test]
fn every_type_and_reduction_agrees_with_the_reference_on_three_ranks() {
    all_types_agree(3);
}

#[test]
fn every_type_and_reduction_agrees_with_the_reference_on_eight_ranks() {
    all_types_agree(8);
}

#[test]
fn types_that_are_only_moved_are_gathered_and_broadcast() {
    world(2, |rank| {
        let dtypes = [
            (HcclDataType::HCCL_DATA_TYPE_UINT8, 1),
            (HcclDataType::HCCL_DATA_TYPE_UINT16, 2),
            (HcclDataType::HCCL_DATA_TYPE_UINT32, 4),
            (HcclDataType::HCCL_DATA_TYPE_UINT64, 8),
            (HcclDataType::HCCL_DATA_TYPE_FP64, 8),
        ];
        for (dtype, bytes) in dtypes {
            let send = Buffer::of(&elements::<i8>(rank.rank, 7 * bytes));
            let recv = Buffer::new(14 * bytes);
            fine(rank.all_gather(send.address, recv.address, 7, dtype));
            fine(rank.broadcast(send.address, 7, dtype, 1));
            ok(rank.sync());
            assert_same(&recv.read::<i8>(), |place| element(place / (7 * bytes), place % (7 * bytes)), "all-gather");
            assert_same(&send.read::<i8>(), |place| element(1, place), "broadcast");
        }
    });
}

#[test]
fn operations_of_a_stream_run_in_order_without_a_host_wait() {
    world(4, |rank| {
        let buffer = Buffer::of(&[1_i32; 1000]);
        for _ in 0..20 {
            fine(rank.all_reduce(buffer.address, buffer.address, 1000, i32::DTYPE, SUM));
            fine(rank.broadcast(buffer.address, 1000, i32::DTYPE, 2));
        }
        ok(rank.sync());
        assert_eq!(buffer.read::<i32>(), vec![4_i32.wrapping_pow(20); 1000]);
    });
}

#[test]
fn a_communicator_knows_its_size_ranks_and_name() {
    let names = world(3, |rank| {
        let (mut size, mut id, mut name) = (0, 0, [0; 128]);
        fine(call!(hccl.HcclGetRankSize(rank.comm, &mut size)));
        fine(call!(hccl.HcclGetRankId(rank.comm, &mut id)));
        fine(call!(hccl.HcclGetCommName(rank.comm, name.as_mut_ptr())));
        let mut error = HcclResult::HCCL_E_REMOTE;
        fine(call!(hccl.HcclGetCommAsyncError(rank.comm, &mut error)));
        assert_eq!((size, id as usize, error), (3, rank.rank, HcclResult::HCCL_SUCCESS));
        // SAFETY: the call has written a C string.
        unsafe { CStr::from_ptr(name.as_ptr()) }.to_str().unwrap().to_owned()
    });
    assert!(names[0].contains('%') && names.iter().all(|name| *name == names[0]), "{names:?}");
}

#[test]
fn codes_have_the_librarys_texts() {
    let text = |code: u32| {
        let text = call!(hccl.HcclGetErrorString(HcclResult(code)));
        // SAFETY: the text is a C string that lives as long as the library.
        unsafe { CStr::from_ptr(text) }.to_str().unwrap()
    };
    assert_eq!(text(0), "no error");
    assert_eq!(text(9), "timeout");
    assert_eq!(text(24), "out of memory");
    assert_eq!(text(77), "unknown error");
}

#[test]
fn wrong_arguments_are_refused_with_a_text() {
    world(2, |rank| {
        let buffer = Buffer::new(4096);
        let (null, send, recv) = (null_mut(), buffer.address, buffer.at(2048));
        let refused = |code: HcclResult, expected: HcclResult, words: &str| {
            let text = text();
            assert_eq!(code, expected, "{text}");
            assert!(text.contains("EI0003") && text.contains(words), "{text}");
        };
        fine(call!(hccl.HcclAllReduce(null, null, 0, F32, SUM, null, null)));
        refused(rank.all_reduce(send, recv, 0x8_0000_0000, F32, SUM), HcclResult::HCCL_E_PARA, "34359738367");
        refused(rank.all_reduce(null, recv, 8, F32, SUM), HcclResult::HCCL_E_PTR, "sendBuf");
        refused(rank.all_gather(send, null, 8, F32), HcclResult::HCCL_E_PTR, "recvBuf");
        refused(call!(hccl.HcclBroadcast(send, 8, F32, 0, rank.comm, null)), HcclResult::HCCL_E_PTR, "stream");
        refused(call!(hccl.HcclBroadcast(send, 8, F32, 0, null, rank.stream)), HcclResult::HCCL_E_PTR, "comm");
        refused(rank.broadcast(send, 8, F32, 2), HcclResult::HCCL_E_PARA, "root 2");
        let stranger = 0xABC_usize as HcclComm;
        refused(call!(hccl.HcclBroadcast(send, 8, F32, 0, stranger, rank.stream)), HcclResult::HCCL_E_PARA, "no live");
        refused(call!(hccl.HcclCommDestroy(stranger)), HcclResult::HCCL_E_PARA, "no live");
        let unsupported = HcclResult::HCCL_E_NOT_SUPPORT;
        refused(rank.all_reduce(send, recv, 8, HcclDataType::HCCL_DATA_TYPE_UINT8, SUM), unsupported, "uint8");
        refused(rank.all_reduce(send, recv, 8, HcclDataType::HCCL_DATA_TYPE_FP64, SUM), unsupported, "fp64");
        refused(rank.all_reduce(send, recv, 8, i16::DTYPE, OPS[1]), unsupported, "prod of int16");
        refused(rank.reduce_scatter(send, recv, 8, bf16::DTYPE, OPS[1]), unsupported, "prod of bfp16");
        refused(rank.all_reduce(send, recv, 8, F32, HcclReduceOp(4)), unsupported, "reduction 4");
        refused(rank.all_gather(send, recv, 8, HcclDataType(255)), unsupported, "data type 255");
        refused(rank.all_reduce(buffer.at(2), recv, 8, F32, SUM), HcclResult::HCCL_E_PARA, "multiples of 4");
        refused(rank.all_reduce(send, recv, 1024, F32, SUM), HcclResult::HCCL_E_PARA, "past the end");
        let mut host = [0_f32; 8];
        refused(rank.broadcast(host.as_mut_ptr().cast(), 8, F32, 0), HcclResult::HCCL_E_PARA, "buf");
    });
}

#[test]
fn overlap_is_refused_unless_it_is_the_legal_slot() {
    world(2, |rank| {
        let buffer = Buffer::new(4096);
        let at = |elements: usize| buffer.at(4 * elements);
        let overlapping = |code: HcclResult| {
            let text = text();
            assert_eq!(code, HcclResult::HCCL_E_PARA, "{text}");
            assert!(text.contains("overlap"), "{text}");
        };
        overlapping(rank.all_reduce(at(0), at(4), 8, F32, SUM));
        overlapping(rank.all_reduce(at(4), at(0), 8, F32, SUM));
        let other = 1 - rank.rank;
        overlapping(rank.all_gather(at(8 * other), at(0), 8, F32));
        overlapping(rank.reduce_scatter(at(0), at(8 * other), 8, F32, SUM));
        overlapping(rank.reduce_scatter(at(4), at(0), 8, F32, SUM));
        // Side by side is no overlap.
        fine(rank.all_reduce(at(0), at(8), 8, F32, SUM));
        ok(rank.sync());
    });
}

#[test]
fn a_thread_on_another_device_is_refused() {
    world(2, |rank| {
        let other = devices(1);
        let buffer = Buffer::new(64);
        thread::scope(|scope| {
            let (comm, stream, address) = (rank.comm as usize, rank.stream as usize, buffer.address as usize);
            scope.spawn(move || {
                let go = || {
                    call!(hccl.HcclBroadcast(
                        address as *mut c_void,
                        4,
                        F32,
                        0,
                        comm as HcclComm,
                        stream as aclrtStream
                    ))
                };
                assert_eq!(go(), HcclResult::HCCL_E_RUNTIME);
                ok(call!(acl.aclrtSetDevice(other)));
                assert_eq!(go(), HcclResult::HCCL_E_PARA);
                let text = text();
                assert!(text.contains(&format!("on device {other}")), "{text}");
            });
        });
    });
}

#[test]
fn ranks_that_ask_for_different_things_all_fail() {
    for case in 0..4 {
        let texts = world(3, |rank| {
            let (send, recv) = (Buffer::of(&[0_i32; 64]), Buffer::new(256));
            // The second operation is matched by its number, not by what it is.
            fine(rank.all_reduce(send.address, recv.address, 4, i32::DTYPE, SUM));
            ok(rank.sync());
            let odd = rank.rank == 1;
            fine(match case {
                0 => rank.all_reduce(send.address, recv.address, if odd { 5 } else { 4 }, i32::DTYPE, SUM),
                1 => rank.all_reduce(send.address, recv.address, 4, if odd { F32 } else { i32::DTYPE }, SUM),
                2 => rank.broadcast(send.address, 4, i32::DTYPE, usize::from(odd)),
                _ if odd => rank.all_gather(send.address, recv.address, 4, i32::DTYPE),
                _ => rank.all_reduce(send.address, recv.address, 4, i32::DTYPE, SUM),
            });
            assert_eq!(rank.sync(), aclError::RT_MODEL_EXECUTE);
            let mut error = HcclResult::HCCL_SUCCESS;
            fine(call!(hccl.HcclGetCommAsyncError(rank.comm, &mut error)));
            assert_eq!(error, HcclResult::HCCL_E_INTERNAL);
            text()
        });
        let wanted = ["EI0005", "operation 1", "rank 0 asks for", "rank 1 asks for", "rank 2 asks for"];
        for text in &texts {
            assert!(wanted.iter().all(|words| text.contains(words)), "{text}");
        }
    }
}

#[test]
fn the_first_call_of_a_kind_times_out_when_a_rank_does_not_call() {
    let codes = world(3, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        let call = || rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM);
        if rank.rank == 2 {
            return String::new();
        }
        assert_eq!(call(), HcclResult::HCCL_E_TIMEOUT);
        let text = text();
        // Nothing was queued.
        ok(rank.sync());
        assert_eq!(buffer.read::<i32>(), [1; 8]);
        text
    });
    for text in &codes[..2] {
        assert!(text.contains("EI0006") && text.contains('2'), "{text}");
    }
}

#[test]
fn after_a_timed_out_first_call_all_ranks_can_try_again() {
    let barrier = Barrier::new(2);
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        let call = || rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM);
        if rank.rank == 0 {
            assert_eq!(call(), HcclResult::HCCL_E_TIMEOUT);
        }
        barrier.wait();
        fine(call());
        ok(rank.sync());
        assert_eq!(buffer.read::<i32>(), [2; 8]);
        barrier.wait();
    });
}

#[test]
fn a_stream_times_out_when_a_rank_skips_an_operation() {
    let texts = world(3, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        let call = || fine(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
        call();
        ok(rank.sync());
        if rank.rank == 1 {
            return String::new();
        }
        // The links are there: the call returns, and the stream waits.
        call();
        assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
        text()
    });
    for text in [&texts[0], &texts[2]] {
        assert!(
            text.contains("EI0002") && text.contains("operation 1") && text.contains("rank 1 has queued 1"),
            "{text}"
        );
    }
}

#[test]
fn a_rank_that_comes_after_the_timeout_fails_too() {
    let barrier = Barrier::new(2);
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        let call = || fine(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
        call();
        ok(rank.sync());
        if rank.rank == 0 {
            call();
            assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
            barrier.wait();
        } else {
            barrier.wait();
            call();
            assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
            assert_eq!(buffer.read::<i32>(), [2; 8]);
        }
        barrier.wait();
    });
}

#[test]
fn a_buffer_that_is_freed_before_the_operation_runs_is_a_fault_on_all_ranks() {
    let barrier = Barrier::new(2);
    world(2, |rank| {
        let (first, second) = (Buffer::of(&[1_i32; 8]), Buffer::of(&[1_i32; 8]));
        let call = |buffer: &Buffer| fine(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
        call(&first);
        ok(rank.sync());
        if rank.rank == 0 {
            call(&second);
            drop(second);
            barrier.wait();
        } else {
            barrier.wait();
            call(&second);
        }
        assert_eq!(rank.sync(), aclError::RT_SYS_DMA_ERROR);
        let text = text();
        assert!(text.contains("EI0012") && text.contains("rank 0"), "{text}");
        barrier.wait();
    });
}

#[test]
fn destroying_a_communicator_with_work_in_its_stream_is_a_fault() {
    let barrier = Barrier::new(2);
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        let call = || fine(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
        call();
        ok(rank.sync());
        if rank.rank == 0 {
            call();
            fine(call!(hccl.HcclCommDestroy(rank.comm)));
            barrier.wait();
        } else {
            barrier.wait();
            call();
        }
        assert_eq!(rank.sync(), aclError::RT_SYS_DMA_ERROR);
        let text = text();
        assert!(text.contains("EI0012") && text.contains("[0]"), "{text}");
        barrier.wait();
    });
}

#[test]
fn destroy_knows_null_stale_and_busy_handles() {
    fine(call!(hccl.HcclCommDestroy(null_mut())));
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        if rank.rank == 0 {
            thread::scope(|scope| {
                let comm = rank.comm as usize;
                let inside = scope.spawn({
                    let (device, stream, address) = (rank.device, rank.stream as usize, buffer.address as usize);
                    move || {
                        ok(call!(acl.aclrtSetDevice(device)));
                        let (buf, stream) = (address as *mut c_void, stream as aclrtStream);
                        call!(hccl.HcclBroadcast(buf, 8, F32, 0, comm as HcclComm, stream))
                    }
                });
                // The other rank never calls, so the thread stays inside until the timeout; before it is in, and after it is out,
                // destroy would succeed.
                thread::sleep(Duration::from_millis(300));
                assert_eq!(call!(hccl.HcclCommDestroy(rank.comm)), HcclResult::HCCL_E_AGAIN);
                assert_eq!(inside.join().unwrap(), HcclResult::HCCL_E_TIMEOUT);
            });
            fine(call!(hccl.HcclCommDestroy(rank.comm)));
            assert_eq!(call!(hccl.HcclCommDestroy(rank.comm)), HcclResult::HCCL_E_PARA);
            assert_eq!(rank.broadcast(buffer.address, 8, F32, 0), HcclResult::HCCL_E_PARA);
        }
    });
}

#[test]
fn the_first_operation_takes_the_buffers_and_destroy_gives_them_back() {
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        let before = control::usage(rank.device);
        assert_eq!(before.communicators, 1);
        for _ in 0..2 {
            fine(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
            ok(rank.sync());
            let taken = control::usage(rank.device).device_bytes - before.device_bytes;
            assert_eq!(taken, 401 << 20);
        }
        fine(call!(hccl.HcclCommDestroy(rank.comm)));
        let after = control::usage(rank.device);
        assert_eq!((after.device_bytes, after.communicators), (before.device_bytes, 0));
    });
}

#[test]
fn a_full_device_has_no_room_for_the_buffers() {
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        // Memory that is never touched costs the host nothing.
        let _fill = Buffer::new((64 << 30) - (200 << 20));
        assert_eq!(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM), HcclResult::HCCL_E_OOM);
        let text = text();
        assert!(text.contains("EI0007") && text.contains("401 MiB"), "{text}");
    });
}

fn init(device: i32, size: u32, info: &HcclRootInfo, rank: u32) -> (HcclResult, String) {
    ok(call!(acl.aclrtSetDevice(device)));
    let mut comm = null_mut();
    let code = call!(hccl.HcclCommInitRootInfo(size, info, rank, &mut comm));
    let text = text();
    call!(hccl.HcclCommDestroy(comm));
    (code, text)
}

#[test]
fn a_handshake_refuses_wrong_ranks_and_foreign_bytes() {
    let device = devices(1);
    ok(call!(acl.aclrtSetDevice(device)));
    let info = root_info();
    assert!(info.internal.iter().skip(32).all(|byte| *byte != 0), "all bytes are filled");
    for (size, rank) in [(0, 0), (2, 2), (1, 7)] {
        assert_eq!(init(device, size, &info, rank).0, HcclResult::HCCL_E_PARA);
    }
    for place in [0, 20, 28, 4107] {
        let mut garbage = info;
        garbage.internal[place] ^= 2;
        assert_eq!(init(device, 1, &garbage, 0).0, HcclResult::HCCL_E_PARA);
    }
    // None of these has used it up; once used it is refused.
    assert_eq!(init(device, 1, &info, 0).0, HcclResult::HCCL_SUCCESS);
    let (code, text) = init(device, 1, &info, 0);
    assert_eq!(code, HcclResult::HCCL_E_PARA);
    assert!(text.contains("already made"), "{text}");
}

#[test]
fn a_handshake_without_all_ranks_times_out_and_names_the_missing() {
    let first = devices(4);
    let info = root_info_on(first);
    thread::scope(|scope| {
        for rank in [0, 2] {
            let info = &info;
            scope.spawn(move || {
                let (code, text) = init(first + rank as i32, 4, info, rank);
                assert_eq!(code, HcclResult::HCCL_E_TIMEOUT);
                assert!(text.contains("EI0015") && text.contains("[1, 3]"), "{text}");
            });
        }
    });
    assert_eq!(init(first + 1, 4, &info, 1).0, HcclResult::HCCL_E_TIMEOUT);
}

#[test]
fn a_rank_or_device_that_comes_twice_fails_the_handshake_for_all() {
    for (ranks, offsets, words) in [([0, 0], [0, 1], "come twice"), ([0, 1], [0, 0], "both on device")] {
        let first = devices(2);
        let info = root_info_on(first);
        thread::scope(|scope| {
            for (rank, offset) in ranks.into_iter().zip(offsets) {
                let info = &info;
                scope.spawn(move || {
                    let (code, text) = init(first + offset, 3, info, rank);
                    assert_eq!(code, HcclResult::HCCL_E_PARA);
                    assert!(text.contains(words), "{text}");
                });
            }
        });
    }
}

#[test]
fn init_all_makes_one_rank_for_each_device() {
    let first = devices(3);
    let mut list = [first + 2, first, first + 1];
    let mut comms = [null_mut(); 3];
    fine(call!(hccl.HcclCommInitAll(3, list.as_mut_ptr(), comms.as_mut_ptr())));
    for (rank, (comm, device)) in comms.into_iter().zip(list).enumerate() {
        let mut id = 9;
        fine(call!(hccl.HcclGetRankId(comm, &mut id)));
        assert_eq!((id as usize, control::usage(device).communicators), (rank, 1));
        fine(call!(hccl.HcclCommDestroy(comm)));
    }
    let refused = |number: u32, list: &mut [i32]| {
        let mut comms = [null_mut(); 3];
        let code = call!(hccl.HcclCommInitAll(number, list.as_mut_ptr(), comms.as_mut_ptr()));
        assert!(comms.iter().all(|comm| comm.is_null()));
        (code, text())
    };
    assert_eq!(refused(0, &mut list).0, HcclResult::HCCL_E_PARA);
    assert_eq!(refused(401, &mut list).0, HcclResult::HCCL_E_PARA);
    let (code, text) = refused(2, &mut [first, first]);
    assert!(code == HcclResult::HCCL_E_PARA && text.contains("twice"), "{text}");
    let (code, text) = refused(2, &mut [first, -1]);
    assert!(code == HcclResult::HCCL_E_PARA && text.contains("device -1"), "{text}");
}
