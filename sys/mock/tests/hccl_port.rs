//! A host on which the root's ports are another job's. One test: ports are of the whole process.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.
#![allow(dead_code, reason = "the module is shared with other binaries")]

#[macro_use]
#[path = "hccl/world.rs"]
mod world;

use std::ptr::null_mut;

use ascend_npu_mock::control;
use ascend_npu_sys::{HcclResult, HcclRootInfo};

use world::{acl, fine, hccl, ok, text, threads};

#[test]
fn a_root_that_cannot_listen_says_where_and_what_to_set() {
    let mut info = HcclRootInfo { internal: [0; 4108] };
    ok(call!(acl.aclrtSetDevice(0)));
    {
        let _taken = control::take_ports(60_000..=60_031);
        assert_eq!(call!(hccl.HcclGetRootInfo(&mut info)), HcclResult::HCCL_E_UNAVAIL);
        let text = text();
        let words = ["EI0019", "127.0.0.1", "60000 to 60031", "HCCL_IF_BASE_PORT", "HCCL_HOST_SOCKET_PORT_RANGE"];
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
        // The other ranks have got nothing that leads them anywhere.
        threads(2, |rank| {
            ok(call!(acl.aclrtSetDevice(1 + rank as i32)));
            let mut comm = null_mut();
            let code = call!(hccl.HcclCommInitRootInfo(3, &info, 1 + rank as u32, &mut comm));
            assert_eq!((code, comm), (HcclResult::HCCL_E_PARA, null_mut()));
        });
        // Some ports are free: the first of them does.
    }
    let _taken = control::take_ports(60_000..=60_003);
    fine(call!(hccl.HcclGetRootInfo(&mut info)));
    let mut comm = null_mut();
    fine(call!(hccl.HcclCommInitRootInfo(1, &info, 0, &mut comm)));
    let mut name = [0; 128];
    fine(call!(hccl.HcclGetCommName(comm, name.as_mut_ptr())));
    let name: Vec<u8> = name.iter().map(|byte| *byte as u8).take_while(|byte| *byte != 0).collect();
    assert!(String::from_utf8(name).unwrap().contains("_60004_"));
    fine(call!(hccl.HcclCommDestroy(comm)));
}
