//! Communicators of a rank table: the ranks that are in this process meet by what the table says.

use std::collections::BTreeMap;
use std::sync::Mutex;

use ascend_npu_sys::HcclResult;

use super::communicator::Options;
use super::sync::lock;
use super::table::{self, Table};
use super::{check, environment, init, issue, rendezvous};
use crate::report::{Failure, Outcome};

/// The name of the communicator of a rank table.
const WORLD: &str = "hccl_world_group";

/// The handshakes of tables, by what the table and its ranks ask for.
static OPEN: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

/// Joins the communicator of a rank table; the new handle.
pub(super) fn join(function: &str, path: &str, rank: u32, options: &Options) -> Outcome<usize> {
    environment::check()?;
    let device = issue::current_device(function)?;
    let soc = crate::device::soc();
    let (table, text) = table::read(path, check::generation(soc))?;
    check_rank(&table, path, rank, device)?;
    if let Some(note) = table.interleaving() {
        crate::control::report(format!("{function}, rank table {path}: {note}"));
    }
    let options = Options { name: Some(options.name.clone().unwrap_or_else(|| WORLD.to_owned())), ..options.clone() };
    let id = {
        let mut open = lock(&OPEN);
        let name = options.name.clone().unwrap_or_default();
        let id = open.entry(format!("{name}\n{text}")).or_insert_with(|| rendezvous::open_named(|_| name.clone()));
        if !rendezvous::is_open(*id) {
            *id = rendezvous::open_named(|_| name);
        }
        *id
    };
    let size = u32::try_from(table.ranks.len()).unwrap_or(u32::MAX);
    init::join(function, id, size, rank, device, &options)
}

/// Compares the table with the caller.
fn check_rank(table: &Table, path: &str, rank: u32, device: i32) -> Outcome {
    let Some(row) = table.ranks.get(rank as usize) else {
        let text = format!(
            "EI0004: rank table {path} has ranks 0 to {}, and this process is to be rank {rank}",
            table.ranks.len().saturating_sub(1)
        );
        return Err(Failure::hccl(HcclResult::HCCL_E_PARA, text));
    };
    if row.device != i64::from(device) {
        let text = format!(
            "EI0014: rank table {path} puts rank {rank} on device_id {} of server {}, but this thread's device is {device}",
            row.device, row.server
        );
        return Err(Failure::hccl(HcclResult::HCCL_E_UNAVAIL, text));
    }
    Ok(())
}
