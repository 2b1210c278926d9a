//! Worlds whose ranks are processes, or threads of several processes.

use std::cell::Cell;
use std::ffi::CString;
use std::path::PathBuf;
use std::ptr::null_mut;
use std::{env, fs, thread};

use ascend_npu_sys::{HcclComm, HcclResult, HcclRootInfo};

pub use crate::base::*;
use crate::job::{Job, hear, part, say};

/// The ranks of each process: for 3 ranks one process has two threads, else each rank is a process.
pub fn parts(size: usize) -> Vec<Vec<usize>> {
    if size == 3 { vec![vec![0, 2], vec![1]] } else { (0..size).map(|rank| vec![rank]).collect() }
}

/// In the process that runs the tests: runs the calling test in a job of `size` ranks, as far as this world. In a process of the job:
/// runs its ranks, if this is the world of the job.
pub fn world<R: Send>(size: usize, work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    world_with(size, &[], work)
}

/// As [`world`], on A3.
pub fn world_a3<R: Send>(size: usize, work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    world_with(size, &[("ASCEND_MOCK_SOC", A3)], work)
}

/// As [`world`], with environment variables.
pub fn world_with<R: Send>(size: usize, variables: &[(&str, &str)], work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    thread_local! {
        static WORLDS: Cell<usize> = const { Cell::new(0) };
    }
    let number = WORLDS.replace(WORLDS.get() + 1).to_string();
    if part().is_some() {
        let wanted = std::env::var("TEST_WORLD").is_ok_and(|wanted| wanted == number);
        return if wanted { run_ranks(size, work) } else { Vec::new() };
    }
    let variables: Vec<_> = variables.iter().copied().chain([("TEST_WORLD", number.as_str())]).collect();
    let mut job = Job::start(&parts(size), &variables);
    job.pass_root();
    job.wait_for("ran");
    job.finish();
    Vec::new()
}

/// The root information, which the process of rank 0 makes and the others hear.
pub fn share_root() -> HcclRootInfo {
    if part().unwrap().contains(&0) {
        let info = root_info_on(0);
        let bytes = info.internal.iter().map(|byte| format!("{:02x}", *byte as u8));
        say(&format!("root {}", bytes.collect::<String>()));
        return info;
    }
    root_of(&hear())
}

/// The root information of a line.
pub fn root_of(line: &str) -> HcclRootInfo {
    let text = line.strip_prefix("root ").unwrap();
    let byte = |place: usize| u8::from_str_radix(&text[2 * place..2 * place + 2], 16).unwrap();
    HcclRootInfo { internal: std::array::from_fn(|place| byte(place) as _) }
}

/// Makes a rank of this process, on the device of its number.
pub fn join(size: usize, rank: usize, info: &HcclRootInfo) -> Result<Rank, (HcclResult, String)> {
    let device = i32::try_from(rank).unwrap();
    ok(call!(acl.aclrtSetDevice(device)));
    let (mut comm, mut stream) = (null_mut(), null_mut());
    ok(call!(acl.aclrtCreateStream(&mut stream)));
    let code = call!(hccl.HcclCommInitRootInfo(size as u32, info, rank as u32, &mut comm));
    if code == HcclResult::HCCL_SUCCESS { Ok(Rank { rank, size, device, comm, stream }) } else { Err((code, text())) }
}

/// Runs every rank of this process in a thread of its own.
pub fn run_ranks<R: Send>(size: usize, work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    let info = share_root();
    let run = |rank: usize| {
        let rank = join(size, rank, &info).unwrap_or_else(|(code, text)| panic!("{code:?}: {text}"));
        let result = work(&rank);
        call!(hccl.HcclCommDestroy(rank.comm));
        call!(acl.aclrtDestroyStreamForce(rank.stream));
        result
    };
    thread::scope(|scope| {
        let threads: Vec<_> = part().unwrap().into_iter().map(|rank| scope.spawn(move || run(rank))).collect();
        let results = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        say("ran");
        results
    })
}

/// A rank table in a file, removed at the end: all ranks on one server, each on a device of the machine.
pub struct RankTable(PathBuf);

impl RankTable {
    pub fn new(name: &str, devices: &[i32]) -> Self {
        let row = |(rank, device): (usize, &i32)| format!(r#"{{"device_id": "{device}", "rank_id": "{rank}"}}"#);
        let rows: Vec<String> = devices.iter().enumerate().map(row).collect();
        let text = format!(
            r#"{{"status": "completed", "version": "1.0", "server_count": "1",
                "server_list": [{{"server_id": "here", "device": [{}]}}]}}"#,
            rows.join(", ")
        );
        let path = env::temp_dir().join(format!("rank-table-{name}-{}.json", std::process::id()));
        fs::write(&path, text).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// Joins as a rank, on the current device.
    pub fn join(&self, rank: usize) -> (HcclResult, HcclComm) {
        join_table(self.path(), rank)
    }
}

impl Drop for RankTable {
    fn drop(&mut self) {
        fs::remove_file(&self.0).unwrap();
    }
}

pub fn join_table(path: &str, rank: usize) -> (HcclResult, HcclComm) {
    let (path, mut comm) = (CString::new(path).unwrap(), null_mut());
    (call!(hccl.HcclCommInitClusterInfo(path.as_ptr(), rank as u32, &mut comm)), comm)
}

/// An all-reduce in place whose result tells the ranks that took part; the code of its stream.
pub fn try_all_reduce(rank: &Rank) -> (HcclResult, ascend_npu_sys::aclError, String) {
    let buffer = Buffer::of(&[1_i32 << rank.rank; 64]);
    let code = rank.all_reduce(buffer.address, buffer.address, 64, HCCL_INT32, SUM);
    if code != HcclResult::HCCL_SUCCESS {
        return (code, ascend_npu_sys::aclError::SUCCESS, text());
    }
    let end = rank.sync();
    if end == ascend_npu_sys::aclError::SUCCESS {
        assert_eq!(buffer.read::<i32>(), [(1 << rank.size) - 1; 64]);
    }
    (code, end, text())
}

pub const HCCL_INT32: ascend_npu_sys::HcclDataType = ascend_npu_sys::HcclDataType::HCCL_DATA_TYPE_INT32;
