//! Rules for faults in `ASCEND_MOCK_FAULTS`: each in a program of its own, which finds what it would find on a device.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.
#![allow(dead_code, reason = "the module is shared with other binaries")]

#[macro_use]
#[path = "../hccl/world.rs"]
mod world;

use std::ffi::c_void;
use std::process::{Command, Output};
use std::ptr::{null, null_mut};
use std::sync::Barrier;
use std::time::{Duration, Instant};

use ascend_npu_mock::{control, lookup};
use ascend_npu_sys::{
    HcclResult, HcclRootInfo, aclError, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream, aclrtStreamStatus,
};

use world::{Buffer, F32, SUM, acl, fine, hccl, new_stream, ok, text, world};

fn run(program: &str, rules: &str) -> Output {
    let this = std::env::current_exe().unwrap();
    let mut command = Command::new(this);
    command.args(["--exact", program, "--ignored", "--nocapture"]).env("ASCEND_MOCK_FAULTS", rules);
    // Short: the tests wait for them in vain.
    command.env("ASCEND_MOCK_CONNECT_TIMEOUT", "2").env("ASCEND_MOCK_EXEC_TIMEOUT", "2");
    command.output().unwrap()
}

/// Ends well under the rules, and not without: it finds what the rule makes.
#[track_caller]
fn finds(program: &str, rules: &str) {
    let output = run(program, rules);
    assert!(output.status.success(), "{output:?}");
    assert!(!run(program, "").status.success(), "without the rule there is nothing to find");
}

fn malloc(bytes: usize) -> (aclError, *mut c_void) {
    let mut memory = null_mut();
    let code = call!(acl.aclrtMalloc(&mut memory, bytes, aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST));
    (code, memory)
}

fn is_done(stream: aclrtStream) -> bool {
    let mut status = aclrtStreamStatus::ACL_STREAM_STATUS_NOT_READY;
    ok(call!(acl.aclrtStreamQuery(stream, &mut status)));
    status == aclrtStreamStatus::ACL_STREAM_STATUS_COMPLETE
}

fn fill(memory: *mut c_void, stream: aclrtStream) {
    ok(call!(acl.aclrtMemsetAsync(memory, 64, 1, 64, stream)));
}

fn sync(stream: aclrtStream) -> aclError {
    call!(acl.aclrtSynchronizeStream(stream))
}

/// A pair: the test, and the program that it runs.
macro_rules! programs {
    ($($test:ident, $rules:expr, $program:ident $body:block)+) => {
        $(
            #[test]
            fn $test() {
                finds(stringify!($program), $rules);
            }

            #[test]
            #[ignore = "a process of another test"]
            fn $program() $body
        )+
    };
}

programs! {
    an_allocation_fails_by_its_number_and_the_next_does_not, "out-of-memory allocation=2 device=1",
    program_that_allocates {
        for device in [0, 1] {
            ok(call!(acl.aclrtSetDevice(device)));
            let codes: Vec<aclError> = (0..5).map(|_| malloc(4096).0).collect();
            let mut wanted = [aclError::SUCCESS; 5];
            if device == 1 {
                wanted[2] = aclError::RT_MEMORY_ALLOCATION;
                let text = text();
                assert!(text.contains("EL0004") && text.contains("fault rule"), "{text}");
            }
            assert_eq!(codes, wanted);
        }
    }

    allocations_fail_above_a_limit_until_memory_is_given_back, "out-of-memory above=8MiB",
    program_that_fills_a_device {
        ok(call!(acl.aclrtSetDevice(0)));
        let (code, memory) = malloc(6 << 20);
        ok(code);
        assert_eq!(malloc(6 << 20).0, aclError::RT_MEMORY_ALLOCATION);
        ok(call!(acl.aclrtFree(memory)));
        ok(malloc(6 << 20).0);
    }

    an_operation_faults_by_its_number, "operation-fault operation=1 kind=Fill device=0",
    program_that_fills_thrice {
        ok(call!(acl.aclrtSetDevice(0)));
        let (stream, buffer) = (new_stream(), Buffer::of(&[0_u8; 64]));
        fill(buffer.address, stream);
        ok(sync(stream));
        fill(buffer.address, stream);
        assert_eq!(sync(stream), aclError::RT_AICORE_EXCEPTION);
        fill(buffer.address, stream);
        ok(sync(stream));
    }

    an_operation_gives_the_code_that_the_rule_names,
    "operation-fault operation=0 kind=CopyDeviceToDevice code=507013 # the DMA",
    program_that_copies {
        ok(call!(acl.aclrtSetDevice(0)));
        let (stream, from, to) = (new_stream(), Buffer::of(&[1_u8; 64]), Buffer::of(&[0_u8; 64]));
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
        ok(call!(acl.aclrtMemcpyAsync(to.address, 64, from.address, 64, kind, stream)));
        assert_eq!(sync(stream), aclError::RT_SYS_DMA_ERROR);
        assert_eq!(to.read::<u8>(), [0; 64]);
    }

    a_slow_stream_is_behind_the_others, "slow by=1s device=0 stream=1",
    program_with_a_slow_stream {
        ok(call!(acl.aclrtSetDevice(0)));
        let (streams, buffer) = ([new_stream(), new_stream()], Buffer::of(&[0_u8; 128]));
        // Those of the program follow the default one.
        let slow = streams.map(|stream| {
            let mut number = -1;
            ok(call_new!(acl.aclrtStreamGetId(stream, &mut number)));
            number == 1
        });
        let (slow, fast) = if slow[0] { (streams[0], streams[1]) } else { (streams[1], streams[0]) };
        fill(buffer.address, slow);
        fill(buffer.at(64), fast);
        ok(sync(fast));
        assert!(!is_done(slow));
        ok(sync(slow));
    }

    a_slow_link_holds_collectives_up_and_nothing_else, "slow-link by=1s device=1",
    program_with_a_slow_link {
        let queued = Barrier::new(2);
        world(2, |rank| {
            let (other, buffer) = (new_stream(), Buffer::of(&[1.0_f32; 32]));
            fine(rank.all_reduce(buffer.address, buffer.address, 16, F32, SUM));
            queued.wait();
            // By the end of these the collective would be done.
            for _ in 0..200 {
                fill(buffer.at(64), other);
                ok(sync(other));
            }
            assert!(!is_done(rank.stream));
            ok(rank.sync());
            assert_eq!(buffer.read::<f32>()[..16], [2.0; 16]);
        });
    }

    the_others_wait_for_a_dead_rank_in_vain, "dead-rank rank=1 operation=1",
    program_with_a_dead_rank {
        let codes = world(2, |rank| {
            let buffer = Buffer::of(&[1.0_f32; 16]);
            let call = || fine(rank.all_reduce(buffer.address, buffer.address, 16, F32, SUM));
            call();
            ok(rank.sync());
            call();
            let code = rank.sync();
            assert_eq!(buffer.read::<f32>(), [2.0; 16]);
            code
        });
        assert_eq!(codes, [aclError::RT_FFTS_PLUS_TIMEOUT; 2]);
    }

    a_rank_that_is_dead_from_the_start_is_a_timeout_of_the_first_call, "dead-rank rank=1",
    program_with_a_rank_dead_from_the_start {
        let codes = world(2, |rank| {
            let buffer = Buffer::of(&[1.0_f32; 16]);
            rank.all_reduce(buffer.address, buffer.address, 16, F32, SUM)
        });
        assert_eq!(codes, [HcclResult::HCCL_E_TIMEOUT, HcclResult::HCCL_SUCCESS]);
    }

    a_link_that_fails_is_told_by_calls_and_by_the_asynchronous_error, "link-error rank=0 operation=1",
    program_with_a_link_that_fails {
        world(2, |rank| {
            let buffer = Buffer::of(&[1.0_f32; 16]);
            let call = || rank.all_reduce(buffer.address, buffer.address, 16, F32, SUM);
            let error = || {
                let mut error = HcclResult::HCCL_SUCCESS;
                fine(call!(hccl.HcclGetCommAsyncError(rank.comm, &mut error)));
                error
            };
            fine(call());
            ok(rank.sync());
            if rank.rank == 0 {
                assert_eq!(call(), HcclResult::HCCL_E_REMOTE);
                let text = text();
                assert!(text.contains("EI0013"), "{text}");
            }
            // It comes, or the test fails.
            let deadline = Instant::now() + Duration::from_secs(10);
            while error() == HcclResult::HCCL_SUCCESS {
                assert!(Instant::now() < deadline, "no error came");
            }
            assert_eq!((error(), call()), (HcclResult::HCCL_E_REMOTE, HcclResult::HCCL_E_REMOTE));
        });
    }

    a_root_finds_its_ports_in_use, "port-in-use ports=60000-60031",
    program_that_is_a_root {
        ok(call!(acl.aclrtSetDevice(0)));
        let mut info = HcclRootInfo { internal: [0; 4108] };
        assert_eq!(call!(hccl.HcclGetRootInfo(&mut info)), HcclResult::HCCL_E_UNAVAIL);
        let text = text();
        assert!(text.contains("EI0019") && text.contains("60000 to 60031"), "{text}");
    }

    a_function_that_is_missing_is_not_found, "missing-symbol name=aclrtStreamGetId; missing-symbol name=HcclScatter",
    program_that_looks_functions_up {
        for (name, is_there) in [("aclrtStreamGetId", false), ("HcclScatter", false), ("HcclReduce", true)] {
            assert_eq!(lookup(name).is_some(), is_there, "{name}");
        }
        assert!(acl().aclrtStreamGetId.is_none());
    }

    destroying_calls_fail_once_or_always,
    "call-fails function=aclrtDestroyStream call=1\ncall-fails function=aclrtFree call=all code=107002; call-fails function=HcclCommDestroy",
    program_that_destroys {
        ok(call!(acl.aclrtSetDevice(0)));
        let codes = [(); 3].map(|()| call!(acl.aclrtDestroyStream(new_stream())));
        assert_eq!(codes, [aclError::SUCCESS, aclError::RT_INTERNAL_ERROR, aclError::SUCCESS]);
        let memory = malloc(64).1;
        assert_eq!([(); 2].map(|()| call!(acl.aclrtFree(memory))), [aclError::RT_CONTEXT_NULL; 2]);
        assert_eq!(call!(hccl.HcclCommDestroy(null_mut())), HcclResult::HCCL_E_INTERNAL);
    }

    wrong_rules_are_all_told_by_the_start,
    "out-of-memory; call-fails function=aclrtFree; slow by=fast",
    program_that_starts {
        assert_eq!(call!(acl.aclInit(null())), aclError::INTERNAL_ERROR);
        let text = text();
        for part in ["`out-of-memory`", "allocation=N or above=SIZE", "`slow by=fast`", "no time"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(!text.contains("aclrtFree"), "{text}");
        // None of them holds.
        ok(call!(acl.aclrtSetDevice(0)));
        ok(call!(acl.aclrtFree(malloc(64).1)));
    }

    a_file_that_cannot_be_read_is_told_by_the_start, "@/nowhere/rules",
    program_that_starts_with_a_file {
        assert_eq!(call!(acl.aclInit(null())), aclError::INTERNAL_ERROR);
        let text = text();
        assert!(text.contains("/nowhere/rules"), "{text}");
    }
}

#[test]
fn rules_are_read_from_a_file() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "# The third one.\nout-of-memory allocation=2 device=1\n").unwrap();
    let output = run("program_that_allocates", &format!("@{}", file.path().display()));
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn rules_are_given_by_the_program_and_taken_back() {
    // A device that no other test of this process uses.
    let device = world::devices(1);
    ok(call!(acl.aclrtSetDevice(device)));
    let problem = control::fault("out-of-memory allocation=0; nonsense").unwrap_err();
    assert!(problem.contains("nonsense"), "{problem}");
    ok(malloc(64).0);
    control::fault(&format!("out-of-memory above=1KiB device={device}")).unwrap();
    assert_eq!(malloc(4096).0, aclError::RT_MEMORY_ALLOCATION);
    control::forget_faults();
    ok(malloc(4096).0);
}
