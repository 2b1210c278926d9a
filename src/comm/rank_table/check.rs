//! What rows must be like together.

use std::collections::BTreeMap;

use super::Row;
use super::field::Field;
use crate::error::Result;

/// Sorts the rows by rank and checks them.
pub(super) fn rows(root: &Field<'_>, rows: &mut [Row], older: bool) -> Result<()> {
    rows.sort_by_key(|row| row.rank);
    let problem = ranks(rows).or_else(|| twice(rows)).or_else(|| families(rows));
    let problem = problem.or_else(|| older.then(|| first_generation(rows)).flatten());
    problem.map_or(Ok(()), |problem| Err(root.wrong_table(&problem)))
}

/// Ranks count from 0, each once.
fn ranks(rows: &[Row]) -> Option<String> {
    if let Some((one, other)) = rows.iter().zip(rows.iter().skip(1)).find(|(one, other)| one.rank == other.rank) {
        return Some(format!("{}.rank_id and {}.rank_id are both \"{}\"", one.place, other.place, one.rank));
    }
    let (place, row) = (0..).zip(rows).find(|(place, row)| row.rank != *place)?;
    Some(format!("{}.rank_id is \"{}\", but there is no rank {place}; ranks count from 0", row.place, row.rank))
}

/// What no two rows have alike.
fn twice(rows: &[Row]) -> Option<String> {
    let mut seen: BTreeMap<(&str, String), &Row> = BTreeMap::new();
    for row in rows {
        let keys = [
            Some(("device_id", format!("{} of server {}", row.device, row.server))),
            row.address.clone().map(|address| ("device_ip", address)),
            row.super_device.clone().map(|id| ("super_device_id", id)),
        ];
        for (field, value) in keys.into_iter().flatten() {
            // Ids of devices repeat between super pods; servers tell these apart.
            let value = if field == "super_device_id" { format!("{value} of server {}", row.server) } else { value };
            if let Some(other) = seen.insert((field, value.clone()), row) {
                return Some(format!("{}.{field} and {}.{field} are both {value}", other.place, row.place));
            }
        }
    }
    None
}

/// All addresses are of one family.
fn families(rows: &[Row]) -> Option<String> {
    let addresses = || rows.iter().filter_map(|row| row.address.as_ref().map(|address| (address, &row.place)));
    let (first, place) = addresses().next()?;
    let (other, there) = addresses().find(|(other, _)| other.contains(':') != first.contains(':'))?;
    Some(format!("{place}.device_ip {first} and {there}.device_ip {other} are of different families"))
}

/// The 910A wants servers alike, of 1, 2, 4 or 8 devices that are numbered below 8.
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
        return Some(format!("server {first} has {number} devices, server {server} {other}; all need the same number"));
    }
    let allowed = matches!(number, 1 | 2 | 4 | 8);
    (!allowed).then(|| format!("server {first} has {number} devices; 1, 2, 4 and 8 are allowed"))
}
