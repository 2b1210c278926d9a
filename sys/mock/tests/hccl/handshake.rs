//! Making communicators.

use std::ffi::CStr;
use std::ptr::null_mut;
use std::thread;

use ascend_npu_mock::control;
use ascend_npu_sys::{HcclResult, HcclRootInfo};

use crate::world::{acl, devices, fine, hccl, ok, root_info, root_info_on, text, threads, world};

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
    let bytes = info.internal.map(|byte| byte as u8);
    assert!(bytes.starts_with(b"127.0.0.1\0"), "they begin with the address of the root");
    assert!(bytes.iter().skip(96).all(|byte| *byte != 0), "all bytes are filled");
    for (size, rank) in [(0, 0), (2, 2), (1, 7)] {
        assert_eq!(init(device, size, &info, rank).0, HcclResult::HCCL_E_PARA);
    }
    for place in [0, 70, 84, 92, 4107] {
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
                assert!(text.contains("ASCEND_MOCK_CONNECT_TIMEOUT is the limit"), "{text}");
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

#[test]
fn when_one_rank_of_eight_fails_no_other_gets_a_handle() {
    let first = devices(8);
    let info = root_info_on(first);
    threads(8, |rank| {
        ok(call!(acl.aclrtSetDevice(first + rank as i32)));
        let mut comm = null_mut();
        // Rank 5 comes with another number of ranks.
        let size = if rank == 5 { 9 } else { 8 };
        let code = call!(hccl.HcclCommInitRootInfo(size, &info, rank as u32, &mut comm));
        assert_eq!((code, comm), (HcclResult::HCCL_E_PARA, null_mut()));
        let text = text();
        assert!(text.contains("names 9 ranks") || text.contains("names 8 ranks"), "{text}");
        assert_eq!(control::usage(first + rank as i32).communicators, 0);
    });
}
