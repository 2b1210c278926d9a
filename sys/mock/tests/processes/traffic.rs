//! Many operations, large ones, and several communicators and jobs at once.

use crate::job::{Job, part};
use crate::world::{Buffer, HCCL_INT32, Rank, SUM, fine, hccl, ok, parts, run_ranks, world};

/// More operations in the streams than the processes share slots for, and no wait between them.
#[test]
fn operations_queue_up_without_a_host_wait() {
    world(4, |rank| {
        let buffer = Buffer::of(&[1_i32; 100]);
        for _ in 0..150 {
            fine(rank.all_reduce(buffer.address, buffer.address, 100, HCCL_INT32, SUM));
            fine(rank.broadcast(buffer.address, 100, HCCL_INT32, 2));
        }
        ok(rank.sync());
        assert_eq!(buffer.read::<i32>(), vec![4_i32.wrapping_pow(150); 100]);
    });
}

/// Enough for every process to help, and data that tells every place.
#[test]
fn large_operations_are_shared_and_whole() {
    world(4, |rank| {
        let count = 3 << 20;
        for round in 0..3 {
            let value = |rank: usize, place: usize| (place * 7 + rank * 1001 + round) as i32;
            let values: Vec<i32> = (0..count).map(|place| value(rank.rank, place)).collect();
            let (send, recv) = (Buffer::of(&values), Buffer::new(4 * count));
            fine(rank.all_reduce(send.address, recv.address, count, HCCL_INT32, SUM));
            ok(rank.sync());
            let found = recv.read::<i32>();
            let wrong = (0..count).find(|place| {
                found[*place] != (0..rank.size).fold(0_i32, |sum, other| sum.wrapping_add(value(other, *place)))
            });
            assert_eq!(wrong, None);
        }
    });
}

fn mixed(rank: &Rank) {
    let (send, recv) = (Buffer::of(&[rank.rank as i32; 5000]), Buffer::new(4 * 5000 * rank.size));
    for _ in 0..40 {
        fine(rank.all_gather(send.address, recv.address, 5000, HCCL_INT32));
        ok(rank.sync());
    }
    let found = recv.read::<i32>();
    assert!((0..rank.size).all(|other| found[other * 5000..][..5000] == [other as i32; 5000]));
}

#[test]
fn jobs_side_by_side_do_not_disturb_each_other() {
    if part().is_some() {
        return drop(run_ranks(2, mixed));
    }
    let mut jobs: Vec<Job> = (0..3).map(|_| Job::start(&parts(2), &[])).collect();
    jobs.iter_mut().for_each(Job::pass_root);
    jobs.into_iter().for_each(Job::finish);
}

#[test]
fn a_process_with_several_ranks_and_others_with_one_work_together() {
    if part().is_some() {
        return drop(run_ranks(5, mixed));
    }
    let mut job = Job::start(&[vec![0, 1, 4], vec![2], vec![3]], &[]);
    job.pass_root();
    job.finish();
}

#[test]
fn two_communicators_of_the_same_processes_work_at_once() {
    world(3, |rank| {
        // The ranks split: 0 and 1 are in different processes, 2 is in the process of 0.
        let mut comm = rank.comm;
        let mut ids = [0, 1];
        let mut sub = std::ptr::null_mut();
        let mut config = ascend_npu_sys::HcclCommConfig::new();
        let member = rank.rank < 2;
        let make = hccl().HcclCreateSubCommConfig.unwrap();
        let (ranks, id) = if member { (ids.as_mut_ptr(), 7) } else { (std::ptr::null_mut(), 0xFFFF_FFFF) };
        // SAFETY: the pointers are valid, or null as non-members give them.
        fine(unsafe { make(&mut comm, 2, ranks, id, rank.rank as u32, &mut config, &mut sub) });
        let buffer = Buffer::of(&[rank.rank as i32 + 1; 10]);
        let other = Buffer::of(&[rank.rank as i32 + 1; 10]);
        for _ in 0..5 {
            if member {
                let (recv, stream) = (buffer.address, rank.stream);
                fine(call!(hccl.HcclAllReduce(recv, recv, 10, HCCL_INT32, SUM, sub, stream)));
            }
            fine(rank.all_reduce(other.address, other.address, 10, HCCL_INT32, SUM));
        }
        ok(rank.sync());
        assert_eq!(other.read::<i32>(), [6 * 81; 10]);
        if member {
            assert_eq!(buffer.read::<i32>(), [3 * 16; 10]);
            fine(call!(hccl.HcclCommDestroy(sub)));
        }
    });
}
