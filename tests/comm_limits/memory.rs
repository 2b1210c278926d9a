//! The memory that communicators take.

use ascend_npu::{Communicator, CommunicatorOptions, ErrorKind, Reduction, RootInfo};

use crate::common::device;
use crate::support::{on_threads, stuck, turn};

fn named(name: &str, mib: u32) -> Vec<Communicator> {
    let root = RootInfo::create(&device(0)).unwrap();
    let options = CommunicatorOptions::default().name(name).buffer_mib(mib);
    on_threads(vec![0, 1], |rank| Communicator::with_options(&device(rank), &root, 2, rank, &options).unwrap())
}

#[test]
fn out_of_memory_lists_the_communicators_and_their_sizes() {
    crate::common::needs!(Settings);
    let _turn = turn();
    // Of 2 GiB four of 401 MiB leave 444.
    let kept: Vec<_> = (0..4)
        .map(|number| {
            on_threads(named(&format!("group{number}"), 200), |comm| {
                stuck(&comm);
                comm
            })
        })
        .collect();
    let errors = on_threads(named("small", 300), |comm| {
        assert_eq!(comm.name(), "small");
        let mut buffer = comm.stream().upload_blocking(&[1.0_f32; 10]).unwrap();
        comm.all_reduce_in_place(&mut buffer, Reduction::Sum).unwrap_err()
    });
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::OutOfMemory);
        let text = error.to_string();
        assert!(text.contains("a communicator of 601 MiB was to begin"), "{text}");
        for number in 0..4 {
            assert!(text.contains(&format!("group{number} (401 MiB)")), "{text}");
        }
        assert!(text.contains("small (601 MiB), together 2205 MiB"), "{text}");
    }
    // One that asks for less has its place: the configuration counts, not the environment.
    on_threads(named("smaller", 10), |comm| stuck(&comm));
    drop(kept);
}
