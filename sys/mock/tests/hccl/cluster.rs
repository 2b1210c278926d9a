//! Communicators of a rank table, and roots that cannot listen.

use std::ffi::CString;
use std::fs;
use std::path::PathBuf;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

use ascend_npu_mock::control;
use ascend_npu_sys::{HcclComm, HcclCommConfig, HcclResult};

use crate::number::Number;
use crate::world::{Buffer, Rank, SUM, acl, devices, fine, hccl, new_stream, ok, text, threads};

/// A file of this test, removed at the end.
struct File(PathBuf);

impl File {
    fn new(text: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ranks-{}-{number}.json", std::process::id()));
        fs::write(&path, text).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        fs::remove_file(&self.0).unwrap();
    }
}

/// A table of one server whose rank i is on device `first + i`.
fn table(first: i32, size: i32) -> String {
    let device = |rank: i32| format!(r#"{{"device_id": "{}", "rank_id": "{rank}"}}"#, first + rank);
    let devices: Vec<String> = (0..size).map(device).collect();
    format!(
        r#"{{"status": "completed", "version": "1.0", "server_count": "1",
            "server_list": [{{"server_id": "here", "device": [{}]}}]}}"#,
        devices.join(", ")
    )
}

fn init(path: &str, rank: u32) -> (HcclResult, HcclComm) {
    let path = CString::new(path).unwrap();
    let mut comm = null_mut();
    let code = call!(hccl.HcclCommInitClusterInfo(path.as_ptr(), rank, &mut comm));
    (code, comm)
}

#[test]
fn the_ranks_of_a_table_meet_and_each_joins_once() {
    let first = devices(4);
    let file = File::new(&table(first, 4));
    for _ in 0..2 {
        threads(4, |rank| {
            let device = first + rank as i32;
            ok(call!(acl.aclrtSetDevice(device)));
            let (code, comm) = init(file.path(), rank as u32);
            fine(code);
            let rank = Rank { rank, size: 4, device, comm, stream: new_stream() };
            assert_eq!(rank.name(), "hccl_world_group");
            let (code, again) = init(file.path(), rank.rank as u32);
            assert_eq!((code, again), (HcclResult::HCCL_E_PARA, null_mut()));
            assert!(text().contains("hccl_world_group"));
            let buffer = Buffer::of(&[1_i32; 8]);
            fine(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
            ok(rank.sync());
            assert_eq!(buffer.read::<i32>(), [4; 8]);
            // All have tried to join again before the first leaves.
            fine(rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM));
            ok(rank.sync());
            fine(call!(hccl.HcclCommDestroy(comm)));
        });
    }
}

#[test]
fn a_table_takes_a_configuration() {
    let first = devices(2);
    let file = File::new(&table(first, 2));
    threads(2, |rank| {
        ok(call!(acl.aclrtSetDevice(first + rank as i32)));
        let path = CString::new(file.path()).unwrap();
        let mut config = HcclCommConfig::new();
        config.hcclCommName[0] = b'T' as core::ffi::c_char;
        let (number, mut comm) = (rank as u32, null_mut());
        fine(call_new!(hccl.HcclCommInitClusterInfoConfig(path.as_ptr(), number, &mut config, &mut comm)));
        let rank = Rank { rank, size: 2, device: 0, comm, stream: null_mut() };
        assert_eq!(rank.name(), "T");
        fine(call!(hccl.HcclCommDestroy(comm)));
    });
}

#[test]
fn a_bad_table_is_told_with_file_field_and_value() {
    let device = devices(1);
    ok(call!(acl.aclrtSetDevice(device)));
    let good = table(device, 2);
    let bad = |text: &str, rank: u32, code: HcclResult, words: &[&str]| {
        let file = File::new(text);
        let (found, comm) = init(file.path(), rank);
        let text = crate::world::text();
        assert_eq!((found, comm), (code, null_mut()), "{text}");
        assert!(text.contains(file.path()) && words.iter().all(|word| text.contains(word)), "{words:?}: {text}");
    };
    let (para, unavailable) = (HcclResult::HCCL_E_PARA, HcclResult::HCCL_E_UNAVAIL);
    bad("{", 0, para, &["not JSON", "line 1"]);
    bad("[]", 0, HcclResult::HCCL_E_NOT_FOUND, &["status"]);
    bad(&good.replace("completed", "initializing"), 0, unavailable, &["status", "initializing"]);
    bad(&good.replace(r#""rank_id": "1""#, r#""rank_id": "0""#), 0, para, &["rank_id", "\"0\""]);
    bad(&good.replace(r#""rank_id": "1""#, r#""rank_id": "2""#), 0, unavailable, &["rank_id", "no rank 1"]);
    bad(&good, 2, para, &["ranks 0 to 1", "rank 2"]);
    bad(&good, 1, unavailable, &["EI0014", "rank 1", &format!("device is {device}")]);
    // The field with its name: small numbers stand elsewhere in the table too.
    let field = |device: i32| format!(r#""device_id": "{device}""#);
    bad(&good.replace(&field(device + 1), &field(device)), 0, para, &["device_id", "here"]);
    bad(&good.replace(r#""version": "1.0""#, r#""version": 1.0"#), 0, para, &["version", "1.0", "string"]);

    let (code, comm) = init("/no/such/table.json", 0);
    assert_eq!((code, comm), (para, null_mut()));
    let text = crate::world::text();
    assert!(text.contains("/no/such/table.json") && text.contains("not a valid real path"), "{text}");
    let (code, _) = init(std::env::temp_dir().to_str().unwrap(), 0);
    assert_eq!(code, HcclResult::HCCL_E_OPEN_FILE_FAILURE);
    assert_eq!(init(&"x".repeat(4096), 0).0, para);
    let mut comm = null_mut();
    let null = call!(hccl.HcclCommInitClusterInfo(std::ptr::null(), 0, &mut comm));
    assert_eq!(null, HcclResult::HCCL_E_PTR);
    assert_eq!(control::usage(device).communicators, 0);
}

#[test]
fn a_rank_of_a_table_that_stays_away_is_named_and_can_come_later() {
    let first = devices(2);
    let file = File::new(&table(first, 2));
    ok(call!(acl.aclrtSetDevice(first)));
    let (code, comm) = init(file.path(), 0);
    assert_eq!((code, comm), (HcclResult::HCCL_E_TIMEOUT, null_mut()));
    let text = text();
    assert!(text.contains("EI0015") && text.contains("[1]"), "{text}");
    threads(2, |rank| {
        ok(call!(acl.aclrtSetDevice(first + rank as i32)));
        let (code, comm) = init(file.path(), rank as u32);
        fine(code);
        fine(call!(hccl.HcclCommDestroy(comm)));
    });
}
