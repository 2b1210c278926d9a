//! Communicators made with a configuration, and parts of communicators.

use std::ffi::c_char;
use std::ptr::null_mut;

use ascend_npu_mock::control;
use ascend_npu_sys::{HcclComm, HcclCommConfig, HcclResult};

use crate::number::Number;
use crate::world::{
    Buffer, F32, Rank, SUM, acl, devices, fine, hasty_world, hccl, ok, root_info, text, threads, world, world_of,
};

fn new() -> HcclCommConfig {
    HcclCommConfig::new()
}

/// A field of text.
fn field<const N: usize>(text: &str) -> [c_char; N] {
    let mut field = [0; N];
    for (to, from) in field.iter_mut().zip(text.bytes()) {
        *to = from as c_char;
    }
    field
}

/// Size and version of a configuration.
fn of(size: u64, version: u32, mut config: HcclCommConfig) -> HcclCommConfig {
    let bytes = size.to_le_bytes().into_iter().chain([0xf0; 4]).chain(version.to_le_bytes());
    for (to, from) in config.reserved.iter_mut().zip(bytes) {
        *to = from as c_char;
    }
    config
}

fn add(rank: &Rank) {
    let buffer = Buffer::of(&[1_i32; 8]);
    fine(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
    ok(rank.sync());
    assert_eq!(buffer.read::<i32>(), [rank.size as i32; 8]);
}

/// What the first operation of a communicator takes from the device, in MiB.
fn taken(config: HcclCommConfig) -> u64 {
    world_of(
        2,
        |_| config,
        |rank| {
            let before = control::usage(rank.device).device_bytes;
            add(rank);
            // The buffer of the operation itself is freed again.
            (control::usage(rank.device).device_bytes - before) >> 20
        },
    )[1]
}

#[test]
fn the_buffers_of_a_communicator_are_of_its_configuration() {
    assert_eq!(taken(new()), 401);
    assert_eq!(taken(HcclCommConfig { hcclBufferSize: 17, ..new() }), 35);
    // A version that has not the field yet, and a struct that ends before it.
    assert_eq!(taken(of(2240, 0, HcclCommConfig { hcclBufferSize: 17, ..new() })), 401);
    assert_eq!(taken(of(24, 10, HcclCommConfig { hcclBufferSize: 17, ..new() })), 401);
    // The struct of toolkit 8.0.
    assert_eq!(taken(of(160, 2, HcclCommConfig { hcclBufferSize: 17, ..new() })), 35);
}

/// Makes a communicator of one rank.
fn make(config: &HcclCommConfig) -> (HcclResult, HcclComm) {
    let mut comm = null_mut();
    let info = root_info();
    let code = call_new!(hccl.HcclCommInitRootInfoConfig(1, &info, 0, config, &mut comm));
    (code, comm)
}

#[test]
fn wrong_fields_are_refused_with_field_and_value() {
    let device = devices(1);
    ok(call!(acl.aclrtSetDevice(device)));
    let mut magic = new();
    magic.reserved[9] = 0;
    let para = HcclResult::HCCL_E_PARA;
    for (config, words) in [
        (magic, "magic"),
        (HcclCommConfig { hcclBufferSize: 0, ..new() }, "hcclBufferSize 0"),
        (HcclCommConfig { hcclDeterministic: 3, ..new() }, "HCCL_DETERMINISTIC 3"),
        (HcclCommConfig { hcclRdmaTrafficClass: 131, ..new() }, "hcclRdmaTrafficClass 131"),
        (HcclCommConfig { hcclRdmaServiceLevel: 8, ..new() }, "hcclRdmaServiceLevel 8"),
        (HcclCommConfig { aclGraphZeroCopyEnable: 2, ..new() }, "aclGraphZeroCopyEnable 2"),
        (HcclCommConfig { hcclExecTimeOut: -2, ..new() }, "hcclExecTimeOut -2"),
        (HcclCommConfig { hcclCommName: [b'x' as c_char; 128], ..new() }, "hcclCommName"),
        (HcclCommConfig { hcclBufferName: [b'x' as c_char; 128], ..new() }, "hcclBufferName"),
    ] {
        let (code, comm) = make(&config);
        let text = text();
        assert_eq!((code, comm), (para, null_mut()), "{words}");
        assert!(text.contains("EI0003") && text.contains(words), "{words}: {text}");
        // In a version that has not the field it is not looked at.
        if !words.contains("magic") {
            let (code, comm) = make(&of(2240, 0, config));
            fine(code);
            fine(call!(hccl.HcclCommDestroy(comm)));
        }
    }
    let info = root_info();
    let null = call_new!(hccl.HcclCommInitRootInfoConfig(1, &info, 0, std::ptr::null(), &mut null_mut()));
    assert_eq!(null, HcclResult::HCCL_E_PTR);
    assert_eq!(control::usage(device).communicators, 0);
}

#[test]
fn other_sizes_and_versions_are_taken_and_reported() {
    let device = devices(1);
    ok(call!(acl.aclrtSetDevice(device)));
    let (code, comm) = make(&of(2232, 11, new()));
    fine(code);
    fine(call!(hccl.HcclCommDestroy(comm)));
    let reports = control::reports();
    assert!(reports.iter().any(|text| text.contains("of 2232 bytes") && text.contains("2240")));
    assert!(reports.iter().any(|text| text.contains("of version 11")));
}

#[test]
fn a_name_is_unique_on_its_device_until_it_is_free_again() {
    let config = HcclCommConfig { hcclCommName: field("my group"), ..new() };
    world_of(
        2,
        |_| config,
        |rank| {
            assert_eq!(rank.name(), "my group");
            let (code, comm) = make(&config);
            assert_eq!((code, comm), (HcclResult::HCCL_E_PARA, null_mut()));
            let text = text();
            assert!(text.contains("my group") && text.contains("unique"), "{text}");
            fine(call!(hccl.HcclCommDestroy(rank.comm)));
            let (code, comm) = make(&config);
            fine(code);
            fine(call!(hccl.HcclCommDestroy(comm)));
        },
    );
}

#[test]
fn communicators_that_name_a_buffer_share_it() {
    let config = HcclCommConfig { hcclBufferName: field("shared"), hcclBufferSize: 10, ..new() };
    world_of(
        2,
        |_| config,
        |rank| {
            let before = control::usage(rank.device).device_bytes;
            add(rank);
            let sub = sub(rank.comm, &[0, 1], 1, rank.rank as u32, &config).1;
            let part = Rank { comm: sub, ..*rank };
            add(&part);
            let taken = || (control::usage(rank.device).device_bytes - before) >> 20;
            assert_eq!(taken(), 21);
            fine(call!(hccl.HcclCommDestroy(rank.comm)));
            assert_eq!(taken(), 21);
            fine(call!(hccl.HcclCommDestroy(sub)));
            assert_eq!(taken(), 0);
        },
    );
}

#[test]
fn ranks_with_buffers_of_different_sizes_are_told_so() {
    let config = |rank: usize| HcclCommConfig { hcclBufferSize: 10 + rank as u32, ..new() };
    world_of(2, config, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        let code = rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM);
        assert_eq!(code, HcclResult::HCCL_E_INTERNAL);
        let text = text();
        assert!(text.contains("EI0005") && text.contains("10 MiB") && text.contains("11 MiB"), "{text}");
    });
}

#[test]
fn a_full_device_lists_the_communicators_that_hold_its_memory() {
    world_of(
        2,
        |_| HcclCommConfig { hcclBufferSize: 100, ..new() },
        |rank| {
            add(rank);
            let _fill = Buffer::new((64 << 30) - (500 << 20));
            let (code, comm) = sub(rank.comm, &[0, 1], 5, rank.rank as u32, &new());
            fine(code);
            let buffer = Buffer::of(&[1_i32; 8]);
            let part = Rank { comm, ..*rank };
            let code = part.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM);
            assert_eq!(code, HcclResult::HCCL_E_OOM);
            let text = text();
            assert!(text.contains("EI0007") && text.contains("401 MiB"), "{text}");
            assert!(text.contains(&format!("{}: 201 MiB", rank.name())), "{text}");
            fine(call!(hccl.HcclCommDestroy(comm)));
        },
    );
}

fn sub(parent: HcclComm, ranks: &[u32], id: u64, rank: u32, config: &HcclCommConfig) -> (HcclResult, HcclComm) {
    let (mut parent, mut ranks, mut config, mut comm) = (parent, ranks.to_vec(), *config, null_mut());
    let number = ranks.len() as u32;
    let code = call_new!(hccl.HcclCreateSubCommConfig(
        &mut parent,
        number,
        ranks.as_mut_ptr(),
        id,
        rank,
        &mut config,
        &mut comm
    ));
    (code, comm)
}

#[test]
fn parts_of_a_communicator_work_beside_each_other() {
    world(6, |rank| {
        let even: Vec<u32> = vec![0, 2, 4];
        let odd: Vec<u32> = vec![1, 3, 5];
        let (ranks, id) = if rank.rank % 2 == 0 { (even, 7) } else { (odd, 8) };
        let own = (rank.rank / 2) as u32;
        for _ in 0..3 {
            let (code, comm) = sub(rank.comm, &ranks, id, own, &new());
            fine(code);
            let part = Rank { rank: own as usize, size: 3, comm, ..*rank };
            assert_eq!(part.name(), format!("{}_sub_{id}", rank.name()));
            let buffer = Buffer::of(&[rank.rank as i32; 8]);
            fine(part.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
            // The whole works on.
            add(rank);
            ok(part.sync());
            assert_eq!(buffer.read::<i32>(), [ranks.iter().sum::<u32>() as i32; 8]);
            // A part of a part is not made.
            let (code, none) = sub(comm, &[0, 1], 1, own.min(1), &new());
            assert_eq!((code, none), (HcclResult::HCCL_E_NOT_SUPPORT, null_mut()));
            fine(call!(hccl.HcclCommDestroy(comm)));
        }
    });
}

#[test]
fn rank_0_of_a_part_works_on_the_device_that_it_has_in_the_whole() {
    world(8, |rank| {
        if rank.rank < 4 {
            let (mut parent, mut config, mut none) = (rank.comm, new(), null_mut());
            let outside = u64::from(u32::MAX);
            fine(call_new!(hccl.HcclCreateSubCommConfig(
                &mut parent,
                4,
                null_mut(),
                outside,
                0,
                &mut config,
                &mut none
            )));
            assert!(none.is_null());
            return;
        }
        let own = rank.rank - 4;
        let (code, comm) = sub(rank.comm, &[4, 5, 6, 7], 3, own as u32, &new());
        fine(code);
        let part = Rank { rank: own, size: 4, comm, ..*rank };
        let buffer = Buffer::of(&[rank.rank as i32; 8]);
        let call = || part.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM);
        // The device whose number is that of the rank in the part is another one.
        ok(call!(acl.aclrtSetDevice(rank.device - 4)));
        assert_eq!(call(), HcclResult::HCCL_E_PARA);
        let text = text();
        assert!(text.contains(&format!("on device {}", rank.device - 4)), "{text}");
        ok(call!(acl.aclrtSetDevice(rank.device)));
        fine(call());
        ok(part.sync());
        assert_eq!(buffer.read::<i32>(), [22; 8]);
        fine(call!(hccl.HcclCommDestroy(comm)));
    });
}

#[test]
fn a_part_checks_who_takes_part() {
    world(3, |rank| {
        let own = rank.rank as u32;
        let refused = |(code, comm): (HcclResult, HcclComm), expected: HcclResult, words: &str| {
            let text = text();
            assert_eq!((code, comm), (expected, null_mut()), "{text}");
            assert!(text.contains("EI0003") && text.contains(words), "{text}");
        };
        let para = HcclResult::HCCL_E_PARA;
        refused(sub(rank.comm, &[], 1, 0, &new()), para, "rankNum 0");
        refused(sub(rank.comm, &[0, 1, 2], 1, 3, &new()), para, "subCommRankId 3");
        refused(sub(rank.comm, &[0, 2, 1], 1, own, &new()), para, "ascend");
        refused(sub(rank.comm, &[0, 1, 3], 1, own, &new()), para, "3");
        refused(sub(rank.comm, &[0, 1, 2], 1, (own + 1) % 3, &new()), para, &format!("this is rank {own}"));
        refused(sub(rank.comm, &[0, 1, 2], 0xFFFF_FFFF, own, &new()), para, "subCommId");
        let (mut parent, mut config, mut comm) = (rank.comm, new(), null_mut());
        let function = hccl().HcclCreateSubCommConfig.unwrap();
        // SAFETY: as in `call`.
        fine(unsafe { function(&mut parent, 0, null_mut(), 0xFFFF_FFFF, 0, &mut config, &mut comm) });
        assert!(comm.is_null());
        // SAFETY: as in `call`.
        let code = unsafe { function(&mut parent, 3, [0, 1, 2].as_mut_ptr(), 1, own, null_mut(), &mut comm) };
        refused((code, comm), HcclResult::HCCL_E_PTR, "config");
    });
}

#[test]
fn members_that_name_different_ranks_are_refused() {
    let made = std::sync::Barrier::new(3);
    world(3, |rank| {
        if rank.rank == 2 {
            made.wait();
            let (code, comm) = sub(rank.comm, &[1, 2], 4, 1, &new());
            assert_eq!((code, comm), (HcclResult::HCCL_E_PARA, null_mut()));
            let text = text();
            assert!(text.contains("[0, 1, 2]") && text.contains("[1, 2]"), "{text}");
        } else {
            let (code, comm) = sub(rank.comm, &[0, 1, 2], 4, rank.rank as u32, &new());
            fine(code);
            made.wait();
            fine(call!(hccl.HcclCommDestroy(comm)));
        }
    });
}

#[test]
fn a_communicator_may_wait_shorter_than_the_others() {
    let left = std::sync::Barrier::new(2);
    hasty_world(2, |rank| {
        add(rank);
        if rank.rank == 0 {
            let buffer = Buffer::of(&[1.0_f32; 8]);
            fine(rank.all_reduce(buffer.address, buffer.address, 8, F32, SUM));
            assert_ne!(rank.sync(), ascend_npu_sys::aclError::SUCCESS);
            let text = text();
            assert!(text.contains("waited 1s"), "{text}");
        }
        left.wait();
    });
}

#[test]
fn ranks_that_want_different_names_get_none() {
    let first = devices(2);
    ok(call!(acl.aclrtSetDevice(first)));
    let info = root_info();
    threads(2, |rank| {
        ok(call!(acl.aclrtSetDevice(first + rank as i32)));
        let config = HcclCommConfig { hcclCommName: field(["left", "right"][rank]), ..new() };
        let mut comm = null_mut();
        let code = call_new!(hccl.HcclCommInitRootInfoConfig(2, &info, rank as u32, &config, &mut comm));
        assert_eq!((code, comm), (HcclResult::HCCL_E_PARA, null_mut()));
        let text = text();
        assert!(text.contains("left") && text.contains("right"), "{text}");
    });
}
