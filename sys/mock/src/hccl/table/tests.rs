//! Tables that are good, and each fault of one.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.

use serde_json::{Value, json};

use super::{Generation, parse};

fn device(rank: u32, id: u32) -> Value {
    json!({"device_id": id.to_string(), "device_ip": format!("10.0.{id}.{rank}"), "rank_id": rank.to_string()})
}

fn two_servers() -> Value {
    json!({
        "status": "completed", "version": "1.0", "server_count": "2",
        "server_list": [
            {"server_id": "one", "device": [device(0, 0), device(1, 1)]},
            {"server_id": "two", "device": [device(3, 1), device(2, 0)]},
        ]
    })
}

fn super_pod() -> Value {
    let mut table = two_servers();
    table["version"] = json!("1.2");
    for server in 0..2 {
        for device in 0..2 {
            table["server_list"][server]["device"][device]["super_device_id"] =
                json!((10 * server + device).to_string());
        }
    }
    table["super_pod_list"] =
        json!([{"super_pod_id": "pod", "server_list": [{"server_id": "one"}, {"server_id": "two"}]}]);
    table
}

/// The code and the text of the refusal; 0 when there is none.
fn answer(table: &Value, generation: Generation) -> (i32, String) {
    parse("the.json", table, generation).map_or_else(|failure| (failure.code, failure.text), |_| (0, String::new()))
}

#[test]
fn ranks_are_sorted_whatever_the_order_of_the_file() {
    let table = parse("the.json", &two_servers(), Generation::B).unwrap();
    let rows: Vec<_> = table.ranks.iter().map(|row| (row.rank, row.server.as_str(), row.device)).collect();
    assert_eq!(rows, [(0, "one", 0), (1, "one", 1), (2, "two", 0), (3, "two", 1)]);
    assert_eq!(table.interleaving(), None);
    assert_eq!(answer(&super_pod(), Generation::C), (0, String::new()));
}

#[test]
fn every_fault_is_told_with_file_field_and_value() {
    type Change = fn(&mut Value);
    let faults: [(Change, i32, &[&str]); 21] = [
        (|table| table["status"] = json!("initializing"), 7, &["status", "initializing"]),
        (|table| table["version"] = json!("3.0"), 1, &["version", "3.0"]),
        (|table| table["version"] = json!("2.0"), 5, &["version", "2.0"]),
        (|table| table["server_count"] = json!("3"), 1, &["server_count", "\"3\"", "2 entries"]),
        (|table| table["server_count"] = json!(2), 1, &["server_count", "string"]),
        (|table| table["server_list"] = json!([]), 1, &["server_list"]),
        (|table| table["server_list"][1]["server_id"] = json!("one"), 1, &["server_list[1].server_id", "one"]),
        (|table| table["server_list"][1]["server_id"] = json!(""), 1, &["server_list[1].server_id"]),
        (|table| drop(table.as_object_mut().unwrap().remove("version")), 6, &["version"]),
        (
            |table| drop(table["server_list"][0]["device"][1].as_object_mut().unwrap().remove("rank_id")),
            6,
            &["server_list[0].device[1]", "rank_id"],
        ),
        (|table| table["server_list"][0]["device"][1]["rank_id"] = json!("x1"), 1, &["device[1].rank_id", "x1"]),
        (|table| table["server_list"][0]["device"][1]["rank_id"] = json!("0"), 1, &["rank_id", "\"0\""]),
        (|table| table["server_list"][0]["device"][1]["rank_id"] = json!("7"), 7, &["rank_id", "no rank 1"]),
        (|table| table["server_list"][0]["device"][1]["device_id"] = json!("0"), 1, &["device_id", "0 of server one"]),
        (|table| table["server_list"][0]["device"][1]["device_id"] = json!("-1"), 1, &["device_id", "-1"]),
        (|table| table["server_list"][0]["device"][1]["device_ip"] = json!("10.0.0"), 1, &["device_ip", "10.0.0"]),
        (|table| table["server_list"][0]["device"][1]["device_ip"] = json!("10.0.0.0"), 1, &["device_ip", "10.0.0.0"]),
        (|table| table["server_list"][0]["device"][1]["device_ip"] = json!("fe80::1"), 1, &["fe80::1", "families"]),
        (|table| table["server_list"][0]["device"][1]["device_port"] = json!("65536"), 1, &["device_port", "65536"]),
        (
            |table| drop(table["server_list"][0]["device"][1].as_object_mut().unwrap().remove("device_ip")),
            6,
            &["device[1]", "device_ip"],
        ),
        (|table| table["server_list"][0]["host_ip"] = json!("host"), 1, &["host_ip", "host"]),
    ];
    for (change, code, words) in faults {
        let mut table = two_servers();
        change(&mut table);
        let (found, text) = answer(&table, Generation::B);
        assert_eq!(found, code, "{text}");
        assert!(text.contains("the.json") && words.iter().all(|word| text.contains(word)), "{words:?}: {text}");
    }
}

#[test]
fn faults_of_super_pods_are_told_too() {
    type Change = fn(&mut Value);
    let faults: [(Change, i32, &[&str]); 6] = [
        (|table| table["server_list"][0]["device"][1]["super_device_id"] = json!(""), 1, &["super_device_id"]),
        (|table| table["server_list"][0]["device"][1]["super_device_id"] = json!("0"), 1, &["super_device_id", "pod"]),
        (
            |table| table["super_pod_list"][0]["server_list"][1]["server_id"] = json!("three"),
            1,
            &["server_id", "three"],
        ),
        (
            |table| table["super_pod_list"][0]["server_list"] = json!([{"server_id": "one"}]),
            1,
            &["super_pod_list", "two"],
        ),
        (|table| drop(table.as_object_mut().unwrap().remove("super_pod_list")), 6, &["super_pod_list"]),
        (
            |table| {
                table["server_list"][0]["device"][1]["backup_device_ip"] =
                    table["server_list"][0]["device"][0]["device_ip"].clone()
            },
            1,
            &["backup_device_port", "16666"],
        ),
    ];
    for (change, code, words) in faults {
        let mut table = super_pod();
        change(&mut table);
        let (found, text) = answer(&table, Generation::C);
        assert_eq!(found, code, "{text}");
        assert!(words.iter().all(|word| text.contains(word)), "{words:?}: {text}");
    }
    // Servers of a pod that do not follow each other.
    let mut table = super_pod();
    table["server_count"] = json!("3");
    let mut third = table["server_list"][1].clone();
    third["server_id"] = json!("three");
    for (device, rank) in [(0, 4), (1, 5)] {
        third["device"][device]["rank_id"] = json!(rank.to_string());
        third["device"][device]["device_ip"] = json!(format!("10.9.0.{rank}"));
    }
    table["server_list"].as_array_mut().unwrap().push(third);
    table["super_pod_list"] = json!([
        {"super_pod_id": "a", "server_list": [{"server_id": "one"}, {"server_id": "three"}]},
        {"super_pod_id": "b", "server_list": [{"server_id": "two"}]},
    ]);
    let (code, text) = answer(&table, Generation::C);
    assert!(code == 1 && text.contains("follow each other"), "{text}");
}

#[test]
fn the_first_910_wants_full_servers_and_knows_the_old_form() {
    assert_eq!(answer(&two_servers(), Generation::First).0, 0);
    let mut table = two_servers();
    table["server_list"][1]["device"][0]["device_id"] = json!("8");
    assert!(answer(&table, Generation::First).1.contains("0 to 7"));
    assert_eq!(answer(&table, Generation::B).0, 0);
    let mut table = two_servers();
    let last = table["server_list"][1]["device"].as_array_mut().unwrap().remove(0);
    table["server_list"][0]["device"].as_array_mut().unwrap().push(last);
    table["server_list"][0]["device"][2]["device_id"] = json!("2");
    let (code, text) = answer(&table, Generation::First);
    assert!(code == 1 && text.contains("same number"), "{text}");
    let old = json!({
        "status": "completed", "group_count": "1",
        "group_list": [{"group_name": "g", "instance_count": "1", "device_count": "2", "instance_list": [
            {"pod_name": "p", "server_id": "one", "devices": [
                {"device_id": "4", "device_ip": "10.0.0.4"}, {"device_id": "5", "device_ip": "10.0.0.5"}
            ]}
        ]}]
    });
    let table = parse("the.json", &old, Generation::First).unwrap();
    assert_eq!(table.ranks.iter().map(|row| (row.rank, row.device)).collect::<Vec<_>>(), [(0, 4), (1, 5)]);
    assert_eq!(answer(&old, Generation::B).0, 5);
}
