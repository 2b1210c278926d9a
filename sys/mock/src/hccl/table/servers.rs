//! The versions 1.0 and 1.2.

use std::collections::{BTreeMap, BTreeSet};

use ascend_npu_sys::HcclResult;

use super::Row;
use super::field::Field;
use crate::hccl::check::Generation;
use crate::report::Outcome;

/// The longest server_id.
const ID_BYTES: usize = 64;
/// The longest text of other fields.
const TEXT_BYTES: usize = 127;

pub(super) fn rows(root: &Field, generation: Generation) -> Outcome<Vec<Row>> {
    let status = root.get("status")?;
    if status.text(TEXT_BYTES)? != "completed" {
        return Err(status.refuse(HcclResult::HCCL_E_UNAVAIL, "the table is ready when it is \"completed\""));
    }
    let version = root.get("version")?;
    let pods = match version.text(TEXT_BYTES)? {
        "1.0" => false,
        "1.2" => true,
        "2.0" => {
            return Err(version.refuse(HcclResult::HCCL_E_NOT_SUPPORT, "tables of 2.0 are for the Ascend 950"));
        }
        _ => return Err(version.wrong("1.0 and 1.2 are known")),
    };
    let list = root.get("server_list")?;
    let servers = list.list()?;
    root.get("server_count")?.count_of(&servers, "server_list")?;
    let alone = servers.len() == 1;
    let mut rows = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for server in &servers {
        let id = server.get("server_id")?;
        let name = id.text(ID_BYTES)?;
        if names.iter().any(|other| other == name) {
            return Err(id.wrong("another server has this server_id"));
        }
        names.push(name.to_owned());
        if let Some(ip) = server.find("host_ip") {
            ip.address()?;
        }
        for device in server.get("device")?.list()? {
            let mut row = row(&device, name, pods)?;
            // Inside one server the links need no network, but the first 910 asks for it.
            if row.ip.is_none() && (!alone || generation == Generation::First) {
                device.get("device_ip")?;
            }
            row.place.clone_from(&device.place);
            rows.push(row);
        }
    }
    if pods {
        let of = super_pods(root, &names)?;
        for row in &mut rows {
            row.pod = of.get(&row.server).cloned();
        }
    }
    Ok(rows)
}

fn row(device: &Field, server: &str, pods: bool) -> Outcome<Row> {
    let optional = |key: &str| device.find(key).map(|field| field.port()).transpose();
    let address = |key: &str| device.find(key).map(|field| field.address()).transpose();
    optional("host_port")?;
    let super_device = match device.find("super_device_id") {
        Some(id) => Some(id.text(TEXT_BYTES)?.to_owned()),
        None if pods => Some(device.get("super_device_id")?.text(TEXT_BYTES)?.to_owned()),
        None => None,
    };
    let backup_port = optional("backup_device_port")?;
    Ok(Row {
        rank: u32::try_from(device.get("rank_id")?.number(0..=i64::from(u32::MAX))?).unwrap_or(u32::MAX),
        server: server.to_owned(),
        device: device.get("device_id")?.number(0..=i64::from(i32::MAX))?,
        ip: address("device_ip")?,
        port: optional("device_port")?,
        backup: address("backup_device_ip")?.map(|ip| (ip, backup_port)),
        super_device,
        ..Row::default()
    })
}

/// The super pod of each server.
fn super_pods(root: &Field, servers: &[String]) -> Outcome<BTreeMap<String, String>> {
    let list = root.get("super_pod_list")?;
    let mut of = BTreeMap::new();
    let mut pods = BTreeSet::new();
    for pod in list.list()? {
        let id = pod.get("super_pod_id")?;
        let name = id.text(TEXT_BYTES)?;
        if !pods.insert(name.to_owned()) {
            return Err(id.wrong("another super pod has this super_pod_id"));
        }
        let mut places = Vec::new();
        for server in pod.get("server_list")?.list()? {
            let id = server.get("server_id")?;
            let server = id.text(ID_BYTES)?;
            let place = servers.iter().position(|other| other == server);
            places.push(place.ok_or_else(|| id.wrong("server_list of the table has no such server"))?);
            if of.insert(server.to_owned(), name.to_owned()).is_some() {
                return Err(id.wrong("the server is in a super pod already"));
            }
        }
        places.sort_unstable();
        if places.windows(2).any(|pair| matches!(pair, [low, high] if low + 1 != *high)) {
            return Err(id.wrong("the servers of a super pod must follow each other in server_list"));
        }
    }
    match servers.iter().find(|server| !of.contains_key(*server)) {
        Some(server) => Err(list.refuse(HcclResult::HCCL_E_PARA, &format!("server {server} is in none of them"))),
        None => Ok(of),
    }
}
