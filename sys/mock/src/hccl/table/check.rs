//! What rows must be like together.

use std::collections::BTreeMap;

use ascend_npu_sys::HcclResult;

use super::Row;
use super::field::Field;
use crate::hccl::check::Generation;
use crate::report::Outcome;

/// The port of a device where the table gives none.
const DEFAULT_PORT: u16 = 16_666;

/// Sorts the rows by rank and checks them.
pub(super) fn rows(root: &Field, rows: &mut [Row], generation: Generation) -> Outcome {
    rows.sort_by_key(|row| row.rank);
    let rows = &*rows;
    let para = |why: String| Err(root.refuse_table(HcclResult::HCCL_E_PARA, &why));
    for (place, row) in rows.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|before| rows.get(before));
        if let Some(other) = before.filter(|other| other.rank == row.rank) {
            return para(format!("{}.rank_id and {}.rank_id are both \"{}\"", other.place, row.place, row.rank));
        }
        if u32::try_from(place) != Ok(row.rank) {
            let why = format!(
                "{}.rank_id is \"{}\", but there is no rank {place}; ranks count from 0 without a gap",
                row.place, row.rank
            );
            return Err(root.refuse_table(HcclResult::HCCL_E_UNAVAIL, &why));
        }
    }
    // What no two rows may have alike.
    let mut seen: BTreeMap<(&str, String), &Row> = BTreeMap::new();
    for row in rows {
        let pod = row.pod.as_deref().unwrap_or_default();
        let keys = [
            Some(("device_id", format!("{} of server {}", row.device, row.server))),
            row.ip.as_ref().map(|ip| ("device_ip", ip.clone())),
            row.super_device.as_ref().map(|id| ("super_device_id", format!("{id} of super pod {pod:?}"))),
        ];
        for (field, value) in keys.into_iter().flatten() {
            if let Some(other) = seen.insert((field, value.clone()), row) {
                return para(format!("{}.{field} and {}.{field} are both {value}", other.place, row.place));
            }
        }
    }
    families(rows).map_or(Ok(()), para)?;
    backups(rows).map_or(Ok(()), para)?;
    if generation == Generation::First { first_generation(rows).map_or(Ok(()), para) } else { Ok(()) }
}

/// All addresses are of one family.
fn families(rows: &[Row]) -> Option<String> {
    let addresses = || rows.iter().filter_map(|row| row.ip.as_ref().map(|ip| (ip, &row.place)));
    let is_v6 = |ip: &str| ip.contains(':');
    let (first, place) = addresses().next()?;
    let (other, there) = addresses().find(|(ip, _)| is_v6(ip) != is_v6(first))?;
    Some(format!("{place}.device_ip {first} and {there}.device_ip {other} are of different families"))
}

/// A backup link ends at another device's network card, at another port than that device's own.
fn backups(rows: &[Row]) -> Option<String> {
    rows.iter().find_map(|row| {
        let (ip, port) = row.backup.as_ref()?;
        let main = rows.iter().find(|other| other.ip.as_ref() == Some(ip))?;
        let (port, own) = (port.unwrap_or(DEFAULT_PORT), main.port.unwrap_or(DEFAULT_PORT));
        (port == own).then(|| {
            format!(
                "{}.backup_device_port {port} of {ip} is also {}.device_port; they must differ",
                row.place, main.place
            )
        })
    })
}

/// What the first 910 asks for: full servers alike, of 1, 2, 4 or 8 devices that are numbered below 8.
fn first_generation(rows: &[Row]) -> Option<String> {
    if let Some(row) = rows.iter().find(|row| row.device > 7) {
        return Some(format!("{}.device_id is \"{}\"; a server has devices 0 to 7", row.place, row.device));
    }
    let mut devices: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        *devices.entry(&row.server).or_default() += 1;
    }
    let (first, number) = devices.first_key_value()?;
    if let Some((server, other)) = devices.iter().find(|(_, other)| *other != number) {
        return Some(format!(
            "server {first} has {number} devices and server {server} {other}; all need the same number"
        ));
    }
    (!matches!(number, 1 | 2 | 4 | 8))
        .then(|| format!("server {first} has {number} devices; 1, 2, 4 and 8 are allowed"))
}
