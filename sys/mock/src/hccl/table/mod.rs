//! Rank tables: which rank is on which device of which server.
//!
//! The versions 1.0 and 1.2, and the older form without a version that the first 910 knew. Every refusal names the file, the field
//! and what it holds.

mod check;
mod field;
mod legacy;
mod servers;

use std::fs;
use std::path::Path;

use ascend_npu_sys::HcclResult;
use serde_json::Value;

use super::check::Generation;
use crate::report::{Failure, Outcome};
use field::Field;

/// A rank table; `ranks` by rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) ranks: Vec<Row>,
}

/// A rank's row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) rank: u32,
    pub(super) server: String,
    /// The device's physical number on its server.
    pub(super) device: i64,
    ip: Option<String>,
    port: Option<u16>,
    backup: Option<(String, Option<u16>)>,
    super_device: Option<String>,
    pod: Option<String>,
    /// Where in the file it is.
    place: String,
}

impl Table {
    /// Whether the ranks of two servers interleave, which is slow.
    pub(super) fn interleaving(&self) -> Option<String> {
        let mut seen: Vec<&str> = Vec::new();
        for row in &self.ranks {
            match seen.iter().position(|server| *server == row.server) {
                None => seen.push(&row.server),
                Some(place) if place + 1 == seen.len() => {}
                Some(_) => {
                    let (rank, server) = (row.rank, &row.server);
                    return Some(format!(
                        "rank {rank} of server {server} comes after ranks of another server; this is slow"
                    ));
                }
            }
        }
        None
    }
}

/// Reads a rank table; the table and the text of the file.
pub(super) fn read(path: &str, generation: Generation) -> Outcome<(Table, String)> {
    let refuse = |code, what: &str| Failure::hccl(code, format!("EI0004: rank table {path} {what}"));
    let real = Path::new(path)
        .canonicalize()
        .map_err(|error| refuse(HcclResult::HCCL_E_PARA, &format!("is not a valid real path: {error}")))?;
    let text = fs::read_to_string(&real)
        .map_err(|error| refuse(HcclResult::HCCL_E_OPEN_FILE_FAILURE, &format!("cannot be read: {error}")))?;
    let value: Value = serde_json::from_str(&text)
        .map_err(|error| refuse(HcclResult::HCCL_E_PARA, &format!("is not JSON: {error}")))?;
    Ok((parse(path, &value, generation)?, text))
}

fn parse(path: &str, value: &Value, generation: Generation) -> Outcome<Table> {
    let root = Field::root(path, value);
    let mut rows = if value.get("group_list").is_some() && value.get("version").is_none() {
        legacy::rows(&root, generation)?
    } else {
        servers::rows(&root, generation)?
    };
    check::rows(&root, &mut rows, generation)?;
    Ok(Table { ranks: rows })
}

#[cfg(test)]
mod tests;
