//! Making communicators of several processes, and refusals.

use ascend_npu_sys::{HcclConfig, HcclConfigValue, HcclResult, HcclRootInfo, aclError};

use crate::job::{Job, part, say};
use crate::world::{
    Buffer, HCCL_INT32, RankTable, SUM, acl, fine, hccl, join, ok, parts, run_ranks, share_root, text, threads,
    try_all_reduce, world,
};

#[test]
fn a_taken_port_is_told_and_the_next_one_is_used() {
    if part().is_some() {
        ok(call!(acl.aclrtSetDevice(0)));
        let mut info = ascend_npu_sys::HcclRootInfo { internal: [0; 4108] };
        let code = call!(hccl.HcclGetRootInfo(&mut info));
        return say(&format!("code {} {}", code.0, text().replace('\n', " ")));
    }
    let base = 62_300;
    let variables = [("HCCL_IF_BASE_PORT", "62300")];
    // All but the last.
    let taken: Vec<_> = (base..base + 31).map(|port| std::net::TcpListener::bind(("127.0.0.1", port))).collect();
    let mut job = Job::start(&[vec![0]], &variables);
    assert!(job.children[0].wait_for("code").starts_with("code 0 "));
    job.tell("end");
    job.finish();
    let last = std::net::TcpListener::bind(("127.0.0.1", base + 31));
    let job = Job::start(&[vec![0]], &variables);
    let text = job.children[0].wait_for("code");
    let unavailable = format!("code {} ", HcclResult::HCCL_E_UNAVAIL.0);
    assert!(text.starts_with(&unavailable) && text.contains("EI0019") && text.contains("62300 to 62331"), "{text}");
    job.finish();
    drop((taken, last));
}

#[test]
fn a_used_root_information_is_refused_elsewhere_too() {
    if let Some(ranks) = part() {
        let info = share_root();
        let rank = join(2, ranks[0], &info).unwrap_or_else(|(_, text)| panic!("{text}"));
        assert_eq!(try_all_reduce(&rank).1, aclError::SUCCESS);
        let (code, text) = join(2, ranks[0], &info).err().unwrap();
        return say(&format!("code {} {}", code.0, text.replace('\n', " ")));
    }
    let mut job = Job::start(&parts(2), &[]);
    job.pass_root();
    let texts = job.wait_for("code");
    assert!(texts.iter().all(|text| text.contains("one rootInfo") || text.contains("already made")), "{texts:?}");
    job.finish();
}

#[test]
fn ranks_that_ask_for_different_things_all_hear_what_everyone_asked() {
    world(3, |rank| {
        let buffer = Buffer::of(&[1_i32; 64]);
        assert_eq!(try_all_reduce(rank).1, aclError::SUCCESS);
        let count = if rank.rank == 1 { 5 } else { 4 };
        fine(rank.all_reduce(buffer.address, buffer.address, count, HCCL_INT32, SUM));
        assert_eq!(rank.sync(), aclError::RT_MODEL_EXECUTE);
        let text = text();
        let wanted = ["EI0005", "rank 0 asks for", "rank 1 asks for", "rank 2 asks for"];
        assert!(wanted.iter().all(|words| text.contains(words)), "{text}");
    });
}

#[test]
fn a_buffer_that_is_freed_before_the_stream_comes_to_it_is_a_fault_on_all_ranks() {
    world(2, |rank| {
        let (first, second) = (Buffer::of(&[1_i32; 8]), Buffer::of(&[1_i32; 8]));
        let call = |buffer: &Buffer| fine(rank.all_reduce(buffer.address, buffer.address, 8, HCCL_INT32, SUM));
        call(&first);
        ok(rank.sync());
        if rank.rank == 0 {
            // Its stream comes to it only when the buffer is gone.
            let _late = ascend_npu_mock::control::delay_operations(
                ascend_npu_mock::control::Kind::AllReduce,
                std::time::Duration::from_millis(300),
            );
            call(&second);
            drop(second);
            assert_eq!(rank.sync(), aclError::RT_SYS_DMA_ERROR);
        } else {
            call(&second);
            assert_eq!(rank.sync(), aclError::RT_SYS_DMA_ERROR);
        }
        let text = text();
        assert!(text.contains("EI0012") && text.contains("rank 0"), "{text}");
    });
}

#[test]
fn names_are_those_of_the_root() {
    if part().is_some() {
        let names = run_ranks(2, |rank| {
            let mut name = [0; 128];
            fine(call!(hccl.HcclGetCommName(rank.comm, name.as_mut_ptr())));
            // SAFETY: the call has written a C string.
            unsafe { std::ffi::CStr::from_ptr(name.as_ptr()) }.to_str().unwrap().to_owned()
        });
        return say(&format!("name {}", names[0]));
    }
    let mut job = Job::start(&parts(2), &[]);
    job.pass_root();
    let names = job.wait_for("name");
    assert!(names[0] == names[1] && names[0].contains("127.0.0.1%lo_"), "{names:?}");
    job.finish();
}

#[test]
fn a_rank_table_names_the_devices_of_the_machine_and_not_those_that_the_process_sees() {
    if part().is_none() {
        let job = Job::start(&[vec![0]], &[("ASCEND_RT_VISIBLE_DEVICES", "4,6")]);
        job.wait_for("made");
        return job.finish();
    }
    // Devices 4 and 6 of the machine are 0 and 1 here.
    let (right, wrong) = (RankTable::new("right", &[4, 6]), RankTable::new("wrong", &[0, 1]));
    let codes = threads(2, |rank| {
        ok(call!(acl.aclrtSetDevice(rank as i32)));
        let (code, _) = wrong.join(rank);
        assert_eq!(code, HcclResult::HCCL_E_UNAVAIL);
        let text = text();
        let words = format!("device_id {rank} of server here, but this thread's device is {}", [4, 6][rank]);
        assert!(text.contains("EI0014") && text.contains(&words), "{text}");
        let (code, comm) = right.join(rank);
        fine(code);
        fine(call!(hccl.HcclCommDestroy(comm)));
        code
    });
    assert_eq!(codes, [HcclResult::HCCL_SUCCESS; 2]);
    say("made");
}

#[test]
fn determinism_that_the_environment_asks_for_is_not_changed_by_a_call() {
    if part().is_none() {
        let job = Job::start(&[vec![0]], &[("HCCL_DETERMINISTIC", "true")]);
        job.wait_for("kept");
        return job.finish();
    }
    let (what, mut value) = (HcclConfig::HCCL_DETERMINISTIC, HcclConfigValue { value: 0 });
    fine(call!(hccl.HcclSetConfig(what, value)));
    fine(call_new!(hccl.HcclGetConfig(what, &mut value)));
    // SAFETY: the call has written the only field.
    assert_eq!(unsafe { value.value }, 1);
    say("kept");
}

#[test]
fn wrong_variables_are_told_by_the_first_call_of_all_together() {
    if part().is_none() {
        let job = Job::start(&[vec![0]], &[("HCCL_CONNECT_TIMEOUT", "5"), ("HCCL_RDMA_TC", "131")]);
        job.wait_for("told");
        return job.finish();
    }
    ok(call!(acl.aclrtSetDevice(0)));
    let mut info = HcclRootInfo { internal: [0; 4108] };
    assert_eq!(call!(hccl.HcclGetRootInfo(&mut info)), HcclResult::HCCL_E_PARA);
    let told = text();
    for words in ["EI0001", "Value 5 for environment variable HCCL_CONNECT_TIMEOUT", "HCCL_RDMA_TC"] {
        assert!(told.contains(words), "{told}");
    }
    let (mut comm, mut device) = (std::ptr::null_mut(), 0);
    assert_eq!(call!(hccl.HcclCommInitAll(1, &mut device, &mut comm)), HcclResult::HCCL_E_PARA);
    assert!(comm.is_null());
    say("told");
}
