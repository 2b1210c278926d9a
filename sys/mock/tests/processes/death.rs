//! Processes that are killed: the others get the right code, and nothing is left.

use std::time::Duration;

use ascend_npu_mock::control::{self, Kind};
use ascend_npu_sys::{HcclResult, aclError};

use crate::job::{Job, Process, hear, part, say};
use crate::world::{
    Buffer, HCCL_INT32, RankTable, SUM, acl, fine, hccl, join, join_table, ok, parts, share_root, text, try_all_reduce,
};

/// Joins, and gives the codes of what came after.
fn codes(outcome: (HcclResult, aclError, String)) {
    let (code, end, text) = outcome;
    say(&format!("code {} {} {}", code.0, end.0, text.replace('\n', " ")));
}

fn rank_here() -> Option<usize> {
    part().map(|ranks| ranks[0])
}

const TIMEOUT: u32 = HcclResult::HCCL_E_TIMEOUT.0;
const LOST: i32 = aclError::RT_FFTS_PLUS_TIMEOUT.0;

#[test]
fn a_rank_that_never_comes_is_named_to_all_others() {
    if let Some(rank) = rank_here() {
        let info = share_root();
        if rank == 1 {
            // It was killed before it could come.
            hear();
            return;
        }
        let (code, text) = join(3, rank, &info).err().unwrap();
        return say(&format!("code {} {}", code.0, text.replace('\n', " ")));
    }
    let mut job = Job::start(&parts(4)[..3], &[("ASCEND_MOCK_CONNECT_TIMEOUT", "2")]);
    job.pass_root();
    job.children.remove(1).kill();
    for text in job.wait_for("code") {
        assert!(text.starts_with(&format!("code {TIMEOUT} ")) && text.contains("EI0015"), "{text}");
        assert!(text.contains("ranks [1] have not come"), "{text}");
    }
    job.finish();
}

#[test]
fn a_rank_that_dies_in_the_handshake_ends_it_for_all() {
    if let Some(rank) = rank_here() {
        let info = share_root();
        if rank == 2 {
            hear();
            return;
        }
        say("joins");
        let (code, text) = join(3, rank, &info).err().unwrap();
        return say(&format!("code {} {}", code.0, text.replace('\n', " ")));
    }
    let mut job = Job::start(&parts(4)[..3], &[]);
    job.pass_root();
    job.children[1].wait_for("joins");
    std::thread::sleep(Duration::from_millis(200));
    job.children.remove(1).kill();
    let text = job.children[0].wait_for("code");
    let died = HcclResult::HCCL_E_TCP_TRANSFER.0;
    let late = text.starts_with(&format!("code {died} ")) && text.contains("EI0015") && text.contains("rank 1");
    assert!(late, "{text}");
    job.tell("end");
    job.finish();
}

#[test]
fn a_root_that_dies_in_the_handshake_is_told_to_the_others() {
    if let Some(rank) = rank_here() {
        let info = share_root();
        if rank == 0 {
            hear();
            return;
        }
        say("joins");
        let (code, text) = join(2, rank, &info).err().unwrap();
        return say(&format!("code {} {}", code.0, text.replace('\n', " ")));
    }
    let mut job = Job::start(&parts(2), &[]);
    job.pass_root();
    job.children[1].wait_for("joins");
    std::thread::sleep(Duration::from_millis(200));
    job.children.remove(0).kill();
    let text = job.children[0].wait_for("code");
    assert!(text.contains("EI0015") && text.contains("root"), "{text}");
    job.finish();
}

#[test]
fn a_rank_that_dies_between_operations_fails_the_next_one() {
    if let Some(rank) = rank_here() {
        let rank = join(3, rank, &share_root()).unwrap_or_else(|(_, text)| panic!("{text}"));
        assert_eq!(try_all_reduce(&rank).1, aclError::SUCCESS);
        say("done");
        hear();
        codes(try_all_reduce(&rank));
        // And what comes after is refused at once.
        codes(try_all_reduce(&rank));
        fine(call!(hccl.HcclCommDestroy(rank.comm)));
        return;
    }
    let mut job = Job::start(&parts(4)[..3], &[]);
    job.pass_root();
    job.wait_for("done");
    job.children.remove(2).kill();
    job.tell("go");
    for text in job.wait_for("code") {
        assert!(text.starts_with(&format!("code 0 {LOST} ")) && text.contains("EI0002"), "{text}");
        assert!(text.contains("rank 2"), "{text}");
    }
    for text in job.wait_for("code") {
        assert!(text.starts_with(&format!("code {} ", HcclResult::HCCL_E_INTERNAL.0)), "{text}");
    }
    job.finish();
}

#[test]
fn a_rank_that_dies_before_its_first_call_fails_the_links() {
    if let Some(rank) = rank_here() {
        let rank = join(2, rank, &share_root()).unwrap_or_else(|(_, text)| panic!("{text}"));
        say("done");
        if rank.rank == 1 {
            hear();
            return;
        }
        codes(try_all_reduce(&rank));
        return;
    }
    let mut job = Job::start(&parts(2), &[]);
    job.pass_root();
    job.wait_for("done");
    job.children.remove(1).kill();
    let text = job.children[0].wait_for("code");
    assert!(text.starts_with(&format!("code {TIMEOUT} ")) && text.contains("EI0006"), "{text}");
    job.finish();
}

#[test]
fn a_rank_that_dies_inside_an_operation_fails_it_for_all() {
    if let Some(rank) = rank_here() {
        let rank = join(4, rank, &share_root()).unwrap_or_else(|(_, text)| panic!("{text}"));
        assert_eq!(try_all_reduce(&rank).1, aclError::SUCCESS);
        let _late = (rank.rank == 3).then(|| control::delay_operations(Kind::AllReduce, Duration::from_secs(600)));
        let buffer = Buffer::of(&[1_i32; 64]);
        fine(rank.all_reduce(buffer.address, buffer.address, 64, HCCL_INT32, SUM));
        say("queued");
        let end = rank.sync();
        codes((HcclResult::HCCL_SUCCESS, end, text()));
        return;
    }
    let mut job = Job::start(&parts(4), &[]);
    job.pass_root();
    job.wait_for("queued");
    job.children.remove(3).kill();
    for text in job.wait_for("code") {
        assert!(text.starts_with(&format!("code 0 {LOST} ")) && text.contains("the process of rank 3"), "{text}");
    }
    job.finish();
}

#[test]
fn a_rank_that_dies_in_the_middle_of_large_work_fails_it_for_all() {
    if let Some(rank) = rank_here() {
        let rank = join(3, rank, &share_root()).unwrap_or_else(|(_, text)| panic!("{text}"));
        let count = 2 << 20;
        let buffer = Buffer::new(4 * count);
        say("starts");
        loop {
            let code = rank.all_reduce(buffer.address, buffer.address, count, HCCL_INT32, SUM);
            let end = rank.sync();
            let text = text();
            if code != HcclResult::HCCL_SUCCESS || end != aclError::SUCCESS {
                drop(buffer);
                return codes((code, end, text));
            }
        }
    }
    for pause in [30, 120] {
        let mut job = Job::start(&parts(4)[..3], &[]);
        job.pass_root();
        job.wait_for("starts");
        std::thread::sleep(Duration::from_millis(pause));
        job.children.remove(1).kill();
        for text in job.wait_for("code") {
            // At the first call the links fail, later the stream; or the call that comes after the loss was noticed.
            let refused = text.starts_with(&format!("code {} 0 ", HcclResult::HCCL_E_INTERNAL.0));
            let noticed = refused && text.contains("is of no use any more");
            let lost = text.starts_with(&format!("code 0 {LOST} ")) || text.contains("EI0006") || noticed;
            assert!(lost && text.contains("rank 1"), "{text}");
        }
        job.finish();
    }
}

#[test]
fn a_rank_that_stays_away_is_a_timeout() {
    if let Some(rank) = rank_here() {
        let rank = join(2, rank, &share_root()).unwrap_or_else(|(_, text)| panic!("{text}"));
        assert_eq!(try_all_reduce(&rank).1, aclError::SUCCESS);
        if rank.rank == 0 {
            codes(try_all_reduce(&rank));
            say("over");
        }
        hear();
        if rank.rank == 1 {
            // Who comes later is late.
            codes(try_all_reduce(&rank));
        }
        return;
    }
    let mut job = Job::start(&parts(2), &[("ASCEND_MOCK_EXEC_TIMEOUT", "1")]);
    job.pass_root();
    let text = job.children[0].wait_for("code");
    assert!(text.starts_with(&format!("code 0 {LOST} ")) && text.contains("EI0002"), "{text}");
    assert!(text.contains("rank 1 has queued 1"), "{text}");
    job.tell("go");
    let text = job.children[1].wait_for("code");
    assert!(text.contains("EI0002"), "{text}");
    job.finish();
}

#[test]
fn nothing_is_left_when_all_are_killed() {
    if let Some(rank) = rank_here() {
        let rank = join(3, rank, &share_root()).unwrap_or_else(|(_, text)| panic!("{text}"));
        assert_eq!(try_all_reduce(&rank).1, aclError::SUCCESS);
        ok(call!(acl.aclrtSetDevice(rank.device)));
        say("done");
        loop {
            try_all_reduce(&rank);
        }
    }
    let base = "61200";
    let ports = || (61_200..61_232).filter(|port| std::net::TcpListener::bind(("127.0.0.1", *port)).is_err()).count();
    // One job is killed at work, one with its root listening.
    let mut job = Job::start(&parts(4)[..3], &[("HCCL_IF_BASE_PORT", base)]);
    job.pass_root();
    job.wait_for("done");
    let other = Job::start(&[vec![0]], &[("HCCL_IF_BASE_PORT", base)]);
    other.wait_for("root");
    let processes: Vec<u32> = job.children.iter().chain(&other.children).map(|child| child.id()).collect();
    // What the jobs have: memory in files without a name, and a port.
    assert!(job.children.iter().all(|child| segments(child.id()).len() > 1), "{:?}", segments(processes[0]));
    assert_eq!(ports(), 1);
    for child in job.children.into_iter().chain(other.children) {
        child.kill();
    }
    assert_eq!(ports(), 0);
    // A name would outlive them.
    assert_eq!(named(&processes), Vec::<String>::new());
}

/// The shared memory of a process: the files that it has open, and no folder has.
fn segments(process: u32) -> Vec<String> {
    let open = std::fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    let files = open.filter_map(|entry| std::fs::read_link(entry.path()).ok());
    let names = files.map(|path| path.to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("/memfd:") && name.contains("ascend")).collect()
}

/// What bears the number of one of some processes, where shared memory and sockets have names.
fn named(processes: &[u32]) -> Vec<String> {
    let folders =
        ["/dev/shm", "/tmp", "/var/tmp", "/run"].into_iter().filter_map(|folder| std::fs::read_dir(folder).ok());
    let files = folders.flatten().flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let sockets = std::fs::read_to_string("/proc/net/unix").unwrap_or_default();
    let all = files.chain(sockets.lines().map(str::to_owned)).filter(|name| name.contains("ascend"));
    let of_them = |name: &String| processes.iter().any(|id| name.contains(&id.to_string()));
    all.filter(of_them).collect()
}

#[test]
fn a_job_of_a_rank_table_starts_again_after_all_of_it_were_killed() {
    if let Some(rank) = rank_here() {
        ok(call!(acl.aclrtSetDevice(rank as i32)));
        let (code, comm) = join_table(&std::env::var("TEST_TABLE").unwrap(), rank);
        say(&format!("code {} {}", code.0, text().replace('\n', " ")));
        if code == HcclResult::HCCL_SUCCESS {
            hear();
            fine(call!(hccl.HcclCommDestroy(comm)));
        }
        return;
    }
    let table = RankTable::new("again", &[0, 1]);
    let variables = [("TEST_TABLE", table.path())];
    let start = || Job::start(&parts(2), &variables);
    let good = |code: &String| code.starts_with("code 0");
    // Killed when they have met, and when the first waits for the second.
    let met = start();
    assert!(met.wait_for("code").iter().all(good));
    met.children.into_iter().for_each(Process::kill);
    let first = Job::start(&[vec![0]], &variables);
    let listens = |id: u32| {
        let list = std::fs::read_to_string(format!("/proc/{id}/net/unix")).unwrap_or_default();
        list.contains("@ascend-mock-table-")
    };
    let deadline = std::time::Instant::now() + Duration::from_secs(60);
    while !listens(first.children[0].id()) {
        assert!(std::time::Instant::now() < deadline, "rank 0 never listened");
        std::thread::sleep(Duration::from_millis(5));
    }
    first.children.into_iter().for_each(Process::kill);
    let mut again = start();
    let codes = again.wait_for("code");
    assert!(codes.iter().all(good), "{codes:?}");
    again.tell("end");
    again.finish();
}
