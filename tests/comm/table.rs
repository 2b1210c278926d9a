//! Communicators of rank tables.

use std::path::{Path, PathBuf};

use ascend_npu::{Communicator, CommunicatorOptions, ErrorKind, Reduction};
use serde_json::{Value, json};

use crate::common::device;
use crate::support::{data, sum};

/// A table of devices of one server.
fn table(devices: &[u32]) -> Value {
    let devices: Vec<Value> = (0..)
        .zip(devices)
        .map(|(rank, device): (u32, _)| {
            json!({
                "device_id": device.to_string(),
                "device_ip": format!("192.168.100.{}", 10 + device),
                "rank_id": rank.to_string(),
            })
        })
        .collect();
    json!({
        "status": "completed",
        "version": "1.0",
        "server_count": "1",
        "server_list": [{ "server_id": "host0", "device": devices }],
    })
}

fn written(folder: &tempfile::TempDir, table: &str) -> PathBuf {
    let path = folder.path().join("table.json");
    std::fs::write(&path, table).unwrap();
    path
}

fn join(path: &Path, of: u32, rank: u32) -> ascend_npu::Result<Communicator> {
    Communicator::from_rank_table(&device(of), path, rank, &CommunicatorOptions::default())
}

#[test]
fn ranks_of_a_table_meet_on_its_devices() {
    crate::common::needs!(Addresses);
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, &table(&[6, 4, 5]).to_string());
    std::thread::scope(|scope| {
        for (rank, of) in (0..).zip([6, 4, 5]) {
            let path = &path;
            scope.spawn(move || {
                let comm = join(path, of, rank).unwrap();
                assert_eq!((comm.rank(), comm.size()), (rank, 3));
                let mut buffer = comm.stream().upload_blocking(&data(rank, 10)).unwrap();
                comm.all_reduce_in_place(&mut buffer, Reduction::Sum).unwrap();
                assert_eq!(comm.stream().download_blocking(&buffer).unwrap(), sum(3, 10));
            });
        }
    });
}

#[test]
fn what_is_wrong_in_a_table_is_told_with_its_place_before_any_call() {
    let folder = tempfile::tempdir().unwrap();
    let good = table(&[6, 4]);
    let refused = |text: &str, expected: &str| {
        let error = join(&written(&folder, text), 6, 0).unwrap_err();
        // Without a code: no call was made.
        assert_eq!((error.kind(), error.code()), (ErrorKind::Environment, None), "{error}");
        let text = error.to_string();
        assert!(text.contains("table.json") && text.contains(expected), "{expected}: {text}");
    };
    // A change of one place, and what is told.
    for (place, value, expected) in [
        ("/status", json!("initializing"), r#"status is "initializing"; a table is ready when it is "completed""#),
        ("/version", json!("2.0"), r#"version is "2.0"; "1.0" and "1.2" are for this family"#),
        ("/version", json!("1.2"), "server_list[0].device[0] has no field super_device_id"),
        ("/server_count", json!("2"), r#"server_count is "2"; server_list has 1 entries"#),
        ("/server_count", json!(1), "server_count is 1; a string is expected"),
        ("/server_list", json!([]), "server_list is []; a list with one entry or more"),
        ("/server_list/0/server_id", json!(""), r#"server_list[0].server_id is ""; it is empty"#),
        (
            "/server_list/0/device/1/rank_id",
            json!("0"),
            r#"server_list[0].device[0].rank_id and server_list[0].device[1].rank_id are both "0""#,
        ),
        ("/server_list/0/device/1/rank_id", json!("2"), r#"device[1].rank_id is "2", but there is no rank 1"#),
        ("/server_list/0/device/1/rank_id", json!("-1"), r#"device[1].rank_id is "-1"; a number from 0"#),
        ("/server_list/0/device/1/device_id", json!("6"), "device_id are both 6 of server host0"),
        ("/server_list/0/device/1/device_ip", json!("192.168.100.16"), "device_ip are both 192.168.100.16"),
        (
            "/server_list/0/device/1/device_ip",
            json!("localhost"),
            r#"device_ip is "localhost"; an IPv4 or IPv6 address"#,
        ),
        ("/server_list/0/device/1/device_ip", json!("::1"), "are of different families"),
    ] {
        let mut table = good.clone();
        *table.pointer_mut(place).unwrap() = value;
        refused(&table.to_string(), expected);
    }
    refused("{\"status\": ", "it is not JSON");
    refused("{}", "the table has no field status");
    let missing = join(&folder.path().join("none"), 6, 0).unwrap_err();
    assert!(missing.to_string().contains("none: it cannot be read"), "{missing}");
    let folder_itself = join(folder.path(), 6, 0).unwrap_err();
    assert!(folder_itself.to_string().contains("it cannot be read"), "{folder_itself}");
    // Devices of super pods need ids.
    let mut pods = good.clone();
    pods["version"] = json!("1.2");
    for device in pods["server_list"][0]["device"].as_array_mut().unwrap() {
        device["super_device_id"] = json!("");
    }
    refused(&pods.to_string(), "super_device_id is \"\"; it is empty");
    let path = written(&folder, &good.to_string());
    assert!(join(&path, 6, 2).unwrap_err().to_string().contains("rank 2 of 2 ranks was asked for"));
}

#[test]
fn a_device_that_is_not_the_rows_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, &table(&[6]).to_string());
    let error = join(&path, 5, 0).unwrap_err();
    assert!(error.to_string().contains("rank 0 of 1 could not join"), "{error}");
    // Nothing is left of the attempt.
    drop(join(&path, 6, 0).unwrap());
}
