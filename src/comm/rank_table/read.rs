//! The versions 1.0 and 1.2, and the older form without a version, of the 910A.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Row;
use super::check;
use super::field::{Field, wrong_file};
use crate::error::Result;

/// Reads and checks a table; its rows by rank. `older` is for the 910A.
pub(in crate::comm) fn read(path: &Path, older: bool) -> Result<Vec<Row>> {
    let file = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| wrong_file(&file, &format!("it cannot be read: {error}")))?;
    let value: Value =
        serde_json::from_str(&text).map_err(|error| wrong_file(&file, &format!("it is not JSON: {error}")))?;
    let root = Field::root(&file, &value);
    let mut rows = match (root.find("group_list"), root.find("version")) {
        (Some(groups), None) => of_groups(&root, &groups)?,
        _ => of_servers(&root, older)?,
    };
    check::rows(&root, &mut rows, older)?;
    Ok(rows)
}

fn check_status(root: &Field<'_>) -> Result<()> {
    let status = root.get("status")?;
    if status.text()? == "completed" { Ok(()) } else { Err(status.wrong("a table is ready when it is \"completed\"")) }
}

fn of_servers(root: &Field<'_>, older: bool) -> Result<Vec<Row>> {
    check_status(root)?;
    let version = root.get("version")?;
    let has_pods = match version.text()? {
        "1.0" => false,
        "1.2" => true,
        _ => return Err(version.wrong("\"1.0\" and \"1.2\" are for this family of devices")),
    };
    let servers = root.get("server_list")?.list()?;
    root.get("server_count")?.counts(servers.len(), "server_list")?;
    let (mut rows, mut names) = (Vec::new(), Vec::new());
    for server in &servers {
        let id = server.get("server_id")?;
        let name = id.text()?;
        if names.contains(&name) {
            return Err(id.wrong("another server has this server_id"));
        }
        names.push(name);
        for device in server.get("device")?.list()? {
            // Inside one server of the newer parts no network is needed.
            let needs_address = older || servers.len() > 1;
            rows.push(row(&device, name, needs_address, has_pods)?);
        }
    }
    if has_pods {
        check_pods(root, &names)?;
    }
    Ok(rows)
}

fn row(device: &Field<'_>, server: &str, needs_address: bool, has_pods: bool) -> Result<Row> {
    for port in ["device_port", "host_port", "backup_device_port"].into_iter().filter_map(|key| device.find(key)) {
        port.number(1..=65_535)?;
    }
    if let Some(backup) = device.find("backup_device_ip") {
        backup.address()?;
    }
    let address = if needs_address { Some(device.get("device_ip")?) } else { device.find("device_ip") };
    let super_device = if has_pods { Some(device.get("super_device_id")?) } else { device.find("super_device_id") };
    Ok(Row {
        rank: device.get("rank_id")?.number(0..=u32::MAX)?,
        server: server.to_owned(),
        device: device.get("device_id")?.number(0..=i32::MAX.unsigned_abs())?,
        address: address.map(|field| field.address()).transpose()?,
        super_device: super_device.map(|field| field.text().map(str::to_owned)).transpose()?,
        place: device.place.clone(),
    })
}

fn check_pods(root: &Field<'_>, servers: &[&str]) -> Result<()> {
    let mut seen = Vec::new();
    for pod in root.get("super_pod_list")?.list()? {
        pod.get("super_pod_id")?.text()?;
        for server in pod.get("server_list")?.list()? {
            let id = server.get("server_id")?;
            let name = id.text()?;
            if !servers.contains(&name) {
                return Err(id.wrong("the table's server_list has no such server"));
            }
            if seen.contains(&name) {
                return Err(id.wrong("the server is in a super pod already"));
            }
            seen.push(name);
        }
    }
    match servers.iter().find(|server| !seen.contains(server)) {
        Some(server) => Err(root.wrong_table(&format!("server {server} is in no super pod"))),
        None => Ok(()),
    }
}

/// The form of the 910A: the order of the devices gives the ranks.
fn of_groups(root: &Field<'_>, groups: &Field<'_>) -> Result<Vec<Row>> {
    check_status(root)?;
    let groups = groups.list()?;
    root.get("group_count")?.counts(groups.len(), "group_list")?;
    let mut rows = Vec::new();
    for group in &groups {
        let instances = group.get("instance_list")?.list()?;
        group.get("instance_count")?.counts(instances.len(), "instance_list")?;
        let before = rows.len();
        for instance in &instances {
            let server = instance.get("server_id")?.text()?;
            for device in instance.get("devices")?.list()? {
                rows.push(Row {
                    rank: u32::try_from(rows.len()).unwrap_or(u32::MAX),
                    server: server.to_owned(),
                    device: device.get("device_id")?.number(0..=i32::MAX.unsigned_abs())?,
                    address: Some(device.get("device_ip")?.address()?),
                    super_device: None,
                    place: device.place.clone(),
                });
            }
        }
        group.get("device_count")?.counts(rows.len() - before, "the group's lists of devices")?;
    }
    Ok(rows)
}
