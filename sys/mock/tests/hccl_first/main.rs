//! What the first Ascend 910 has not.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.
#![allow(dead_code, reason = "the module is shared with the tests of the newer devices")]

#[macro_use]
#[path = "../hccl/world.rs"]
mod world;

use std::ptr::null_mut;

use ascend_npu_sys::{HcclCommConfig, HcclDataType, HcclReduceOp, HcclResult};

use world::{Buffer, F32, OPS, SUM, acl, devices, fine, hccl, ok, text, world};

fn first() {
    world::with_settings(|settings| settings.soc = "Ascend910A".to_owned());
}

const NO: HcclResult = HcclResult::HCCL_E_NOT_SUPPORT;

#[test]
fn operations_of_unequal_counts_are_absent_but_one() {
    first();
    world(2, |rank| {
        let buffer = Buffer::of(&[1.0_f32; 64]);
        let (send, recv) = (buffer.address, buffer.at(128));
        let (counts, at) = ([1_u64; 4], [0_u64, 1]);
        let (counts, at) = (counts.as_ptr().cast(), at.as_ptr().cast());
        let (comm, stream) = (rank.comm, rank.stream);
        let refused = |code: HcclResult, function: &str| {
            let text = text();
            assert_eq!(code, NO, "{text}");
            assert!(text.contains("Ascend910A has no") && text.contains(function), "{text}");
        };
        refused(call_new!(hccl.HcclAllGatherV(send, 1, recv, counts, at, F32, comm, stream)), "HcclAllGatherV");
        let scattered = call_new!(hccl.HcclReduceScatterV(send, counts, at, recv, 1, F32, SUM, comm, stream));
        refused(scattered, "HcclReduceScatterV");
        refused(call_new!(hccl.HcclAlltoAllVC(send, counts, F32, recv, F32, comm, stream)), "HcclAlltoAllVC");
        fine(call!(hccl.HcclAlltoAllV(send, counts, at, F32, recv, counts, at, F32, comm, stream)));
        ok(rank.sync());
    });
}

#[test]
fn bfp16_and_int16_reductions_are_absent() {
    first();
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 64]);
        let (send, recv) = (buffer.address, buffer.at(128));
        let (int16, bfp16) = (HcclDataType::HCCL_DATA_TYPE_INT16, HcclDataType::HCCL_DATA_TYPE_BFP16);
        for dtype in [int16, bfp16] {
            assert_eq!(rank.all_reduce(send, recv, 2, dtype, SUM), NO);
            assert_eq!(rank.reduce(send, recv, 2, dtype, SUM, 0), NO);
            assert_eq!(rank.reduce_scatter(send, recv, 2, dtype, SUM), NO);
        }
        assert_eq!(rank.all_gather(send, recv, 2, bfp16), NO);
        assert_eq!(rank.broadcast(send, 2, bfp16, 0), NO);
        assert_eq!(rank.scatter(send, recv, 2, bfp16, 0), NO);
        assert_eq!(rank.all_to_all(send, recv, 2, bfp16), NO);
        assert_eq!(rank.send(send, 2, bfp16, 1 - rank.rank), NO);
        assert_eq!(rank.receive(send, 2, bfp16, 1 - rank.rank), NO);
        fine(rank.all_gather(send, recv, 2, int16));
        for op in OPS {
            fine(rank.all_reduce(send, recv, 2, HcclDataType::HCCL_DATA_TYPE_INT64, op));
        }
        assert_eq!(rank.all_reduce(send, recv, 2, F32, HcclReduceOp(4)), NO);
        ok(rank.sync());
    });
}

#[test]
fn strict_determinism_is_absent() {
    first();
    ok(call!(acl.aclrtSetDevice(devices(1))));
    let value = ascend_npu_sys::HcclConfigValue { value: 2 };
    assert_eq!(call!(hccl.HcclSetConfig(ascend_npu_sys::HcclConfig::HCCL_DETERMINISTIC, value)), NO);
    let info = world::root_info();
    let (config, mut comm) = (HcclCommConfig { hcclDeterministic: 2, ..HcclCommConfig::new() }, null_mut());
    assert_eq!(call_new!(hccl.HcclCommInitRootInfoConfig(1, &info, 0, &config, &mut comm)), NO);
}
