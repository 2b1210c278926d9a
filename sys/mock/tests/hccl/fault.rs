//! Ranks that disagree, stay away or leave, and memory that is not there.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use ascend_npu_mock::control;
use ascend_npu_sys::{HcclComm, HcclResult, aclError, aclrtStream};

use crate::number::Number;
use crate::world::{Buffer, F32, OPS, Rank, SUM, acl, fine, hasty_world, hccl, ok, text, world};

fn async_error(rank: &Rank) -> HcclResult {
    let mut error = HcclResult::HCCL_SUCCESS;
    fine(call!(hccl.HcclGetCommAsyncError(rank.comm, &mut error)));
    error
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
                2 => rank.all_reduce(send.address, recv.address, 4, i32::DTYPE, if odd { OPS[2] } else { SUM }),
                _ if odd => rank.all_gather(send.address, recv.address, 4, i32::DTYPE),
                _ => rank.all_reduce(send.address, recv.address, 4, i32::DTYPE, SUM),
            });
            assert_eq!(rank.sync(), aclError::RT_MODEL_EXECUTE);
            assert_eq!(async_error(rank), HcclResult::HCCL_E_INTERNAL);
            text()
        });
        let wanted = ["EI0005", "operation 1", "rank 0 asks for", "rank 1 asks for", "rank 2 asks for"];
        for text in &texts {
            assert!(wanted.iter().all(|words| text.contains(words)), "{text}");
        }
    }
}

#[test]
fn at_the_first_use_of_a_kind_the_call_itself_tells_that_ranks_differ() {
    world(3, |rank| {
        let (send, recv) = (Buffer::of(&[1_i32; 64]), Buffer::new(256));
        let root = usize::from(rank.rank == 1);
        assert_eq!(rank.broadcast(send.address, 4, i32::DTYPE, root), HcclResult::HCCL_E_INTERNAL);
        let text = text();
        assert!(text.contains("EI0005") && text.contains("root 0") && text.contains("root 1"), "{text}");
        assert_eq!(async_error(rank), HcclResult::HCCL_E_INTERNAL);
        // Nothing was queued, so that the ranks are still in step.
        fine(rank.all_reduce(send.address, recv.address, 4, i32::DTYPE, SUM));
        ok(rank.sync());
        assert_eq!(recv.read::<i32>()[..4], [3; 4]);
    });
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
        assert!(text.contains("ASCEND_MOCK_CONNECT_TIMEOUT is the limit"), "{text}");
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
    let texts = hasty_world(3, |rank| {
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
fn the_deadline_of_an_operation_ends_with_it() {
    world(2, |rank| {
        let buffer = Buffer::of(&[0_i32; 8]);
        let call = |wait: Duration| {
            if rank.rank == 1 {
                thread::sleep(wait);
            }
            fine(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
            ok(rank.sync());
        };
        // Many operations that are done at once, then some that wait for a slow rank when the limit of those has passed.
        for _ in 0..3_000 {
            call(Duration::ZERO);
        }
        for _ in 0..8 {
            call(Duration::from_millis(500));
        }
    });
}

#[test]
fn a_rank_that_comes_after_the_timeout_fails_too() {
    let barrier = Barrier::new(2);
    hasty_world(2, |rank| {
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
                // The thread is inside once the call has taken its buffers, and stays until the timeout, for the other rank never
                // calls.
                while control::usage(rank.device).device_bytes < 401 << 20 {
                    thread::yield_now();
                }
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
