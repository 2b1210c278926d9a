//! Calls that are refused.

use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use std::thread;

use ascend_npu_sys::{HcclComm, HcclDataType, HcclReduceOp, HcclResult, aclError, aclmdlRICaptureMode, aclrtStream};
use half::bf16;

use crate::number::Number;
use crate::world::{Buffer, F32, Mapped, OPS, PIECE, SUM, acl, devices, fine, hccl, new_stream, ok, text, world};

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
fn no_collective_is_a_part_of_a_graph() {
    world(2, |rank| {
        let (buffer, other) = (Buffer::new(4096), new_stream());
        let (send, recv) = (buffer.address, buffer.at(2048));
        let mode = aclmdlRICaptureMode::ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL;
        let refused = |code: HcclResult| {
            let text = text();
            assert_eq!(code, HcclResult::HCCL_E_NOT_SUPPORT, "{text}");
            assert!(text.contains("cannot be a part of a graph"), "{text}");
        };
        ok(call_new!(acl.aclmdlRICaptureBegin(rank.stream, mode)));
        refused(rank.all_reduce(send, recv, 8, F32, SUM));
        refused(call_new!(hccl.HcclBarrier(rank.comm, rank.stream)));
        // The capture would miss it: it gives no graph.
        let mut graph = null_mut();
        let ended = call_new!(acl.aclmdlRICaptureEnd(rank.stream, &mut graph));
        assert_eq!(ended, aclError::RT_STREAM_CAPTURE_INVALIDATED);
        // Neither rank waits for the other's: the next call of both is the first of both.
        fine(call!(hccl.HcclAllReduce(send, recv, 8, F32, SUM, rank.comm, other)));
        ok(call!(acl.aclrtSynchronizeStream(other)));
        fine(rank.all_reduce(send, recv, 8, F32, SUM));
        ok(call!(acl.aclrtSynchronizeStream(rank.stream)));
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
fn memory_for_operations_without_a_copy_and_windows_are_of_a3_only() {
    world(2, |rank| {
        let memory = Mapped::new(1);
        let (base, handle, mut window) = (memory.base, memory.handles[0], null_mut());
        let code = call_new!(hccl.HcclCommSetMemoryRange(rank.comm, base, PIECE, 0, 0));
        assert!(code == HcclResult::HCCL_E_NOT_SUPPORT && text().contains("A3"), "{}", text());
        let code = call_new!(hccl.HcclCommActivateCommMemory(rank.comm, base, PIECE, 0, handle, 0));
        assert_eq!(code, HcclResult::HCCL_E_PARA);
        let code = call_new!(hccl.HcclCommSymWinRegister(rank.comm, base, 8, &mut window, 1));
        assert!(code == HcclResult::HCCL_E_NOT_SUPPORT && text().contains("A3"), "{}", text());
        let code = call_new!(hccl.HcclCommSymWinGet(rank.comm, base, 8, &mut window, &mut 0));
        assert_eq!((code, window), (HcclResult::HCCL_E_PTR, null_mut()));
        memory.release(PIECE);
    });
}
