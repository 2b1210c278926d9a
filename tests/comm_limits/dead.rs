//! Ranks that are dead: the others are told within the limits, and go on with what does not need it.

use std::time::Instant;

use ascend_npu::{ErrorKind, Reduction};
use ascend_npu_mock::control;

use crate::support::{EXEC, SOON, ends, on_threads, stuck, turn};

#[test]
fn a_dead_rank_fails_the_others_within_the_limit_with_its_name() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let others = ends(4..8);
    let comms = ends(0..4);
    let name = comms[0].name().to_owned();
    control::fault(&format!("dead-rank rank=3 communicator={name}")).unwrap();
    let started = Instant::now();
    let comms = on_threads(comms, |comm| {
        let mut buffer = comm.stream().upload_blocking(&[1.0_f32; 40]).unwrap();
        // Whether the call fails or the wait for it, after the limit of the one or the other.
        let first = comm.all_reduce_in_place(&mut buffer, Reduction::Sum);
        let error = first.and_then(|()| comm.stream().download_blocking(&buffer).map(drop)).unwrap_err();
        if comm.rank() != 3 {
            assert!(error.to_string().contains("rank 3"), "{error}");
        }
        // Later calls fail at once: nothing waits for a limit again.
        let again = Instant::now();
        comm.all_reduce_in_place(&mut buffer, Reduction::Sum).and_then(|()| comm.stream().synchronize()).unwrap_err();
        assert!(again.elapsed() < EXEC, "a second wait");
        comm
    });
    assert!(started.elapsed() < SOON);
    drop(comms);
    assert!(started.elapsed() < SOON, "the ends go at once");
    control::forget_faults();
    // Those of other devices work.
    on_threads(others, |comm| {
        let buffer = stuck(&comm);
        assert_eq!(comm.stream().download_blocking(&buffer).unwrap(), [4.0; 10]);
    });
}

#[test]
fn a_rank_that_dies_in_a_gather_of_eight_fails_all_others_within_the_limit() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let comms = ends(0..8);
    control::fault(&format!("dead-rank rank=3 communicator={}", comms[0].name())).unwrap();
    let started = Instant::now();
    let comms = on_threads(comms, |comm| {
        let part = comm.stream().upload_blocking(&[1.0_f32; 5]).unwrap();
        let mut all = comm.device().alloc::<f32>(40).unwrap();
        let first = comm.all_gather(&part, &mut all);
        let error = first.and_then(|()| comm.stream().download_blocking(&all).map(drop)).unwrap_err();
        if comm.rank() != 3 {
            let text = error.to_string();
            assert!(text.contains("rank 3") && text.contains("HcclAllGather"), "{text}");
            let again = Instant::now();
            comm.all_gather(&part, &mut all).and_then(|()| comm.stream().synchronize()).unwrap_err();
            assert!(again.elapsed() < EXEC, "a second wait");
        }
        comm
    });
    drop(comms);
    assert!(started.elapsed() < SOON);
    control::forget_faults();
}

#[test]
fn a_link_that_fails_is_an_asynchronous_error_that_names_the_communicator() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let comms = ends(4..6);
    comms[0].check().unwrap();
    assert!(control::cut_link(comms[0].name(), 1));
    for comm in &comms {
        let error = comm.check().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Communication);
        assert!(error.to_string().contains(comm.name()), "{error}");
    }
}
