//! Communicators of a rank table: the ranks meet by what the table says, in whatever processes of the machine they are.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ascend_npu_sys::HcclResult;

use super::communicator::Options;
use super::group::Group;
use super::handshake::{Address, by_name};
use super::init::{self, Place};
use super::rendezvous::{self, Arrival};
use super::sync::lock;
use super::table::{self, Table};
use super::{check, environment, issue};
use crate::clock;
use crate::report::{Failure, Outcome};

/// The name of the communicator of a rank table.
const WORLD: &str = "hccl_world_group";

/// The handshakes of tables in this process, by what the table and its ranks ask for.
static OPEN: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

/// How often a rank looks whether the root is there.
const LOOK: Duration = Duration::from_millis(5);

/// The handshake of a table: ranks with the same name and table meet.
pub(super) struct Meeting {
    name: String,
    text: String,
}

impl Meeting {
    fn key(&self) -> String {
        format!("{}\n{}", self.name, self.text)
    }

    /// The number that all processes know it by, which is its address too.
    fn number(&self) -> u64 {
        // FNV-1a: the same in every process.
        let bytes = self.key().into_bytes();
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
    }

    fn address(&self) -> Address {
        Address::Name(format!("ascend-mock-table-{:016x}", self.number()))
    }

    /// Brings a rank to it. Rank 0 opens it; the others look for it, in their own process first.
    pub(super) fn join(&self, function: &str, arrival: Arrival, limit: Duration) -> Outcome<Arc<Group>> {
        if arrival.rank == 0 {
            self.open(function)?;
        }
        let deadline = Instant::now() + limit;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if let Some(id) = self.here() {
                return rendezvous::join(function, id, arrival, left);
            }
            let arrived = Arrival { name: arrival.name.clone(), ..arrival };
            let is_dry = clock::is_dry();
            // 0 stands for any process: the table is all that ranks know.
            if !is_dry
                && let Some(outcome) = rendezvous::join_elsewhere(&self.address(), 0, self.number(), arrived, left)?
            {
                return outcome;
            }
            if left.is_zero() {
                let dry = if is_dry { "; a dry run keeps all ranks in one process" } else { "" };
                let text = format!(
                    "EI0015: rank {} of communicator {} waited {limit:?} for rank 0 of its rank table, which has not come{dry}",
                    arrival.rank, self.name
                );
                return Err(Failure::hccl(HcclResult::HCCL_E_TIMEOUT, text));
            }
            thread::sleep(LOOK.min(left));
        }
    }

    /// The handshake in this process, if it is open here.
    fn here(&self) -> Option<u64> {
        lock(&OPEN).get(&self.key()).copied().filter(|id| rendezvous::is_open(*id))
    }

    fn open(&self, function: &str) -> Outcome {
        let mut open = lock(&OPEN);
        if open.get(&self.key()).is_some_and(|id| rendezvous::is_open(*id)) {
            return Ok(());
        }
        let Address::Name(address) = self.address() else { return Ok(()) };
        let listener = by_name(&address).map_err(|error| {
            let text = format!("EI0019: {function}: another job of this rank table is on this machine ({error})");
            Failure::hccl(HcclResult::HCCL_E_UNAVAIL, text)
        })?;
        rendezvous::open_numbered(self.number(), self.name.clone(), Some(Arc::new(listener)));
        open.insert(self.key(), self.number());
        Ok(())
    }
}

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
    let name = options.name.clone().unwrap_or_default();
    let meeting = Meeting { name, text };
    let size = u32::try_from(table.ranks.len()).unwrap_or(u32::MAX);
    init::join(function, &Place::Table(meeting), size, rank, device, &options)
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
    // A table names devices of the machine, and the process may see them under other numbers.
    let ids = crate::device::physical();
    let id = usize::try_from(device).ok().and_then(|place| ids.get(place)).map_or(-1, |id| i64::from(*id));
    if row.device != id {
        let text = format!(
            "EI0014: rank table {path} puts rank {rank} on device_id {} of server {}, but this thread's device is {id}",
            row.device, row.server
        );
        return Err(Failure::hccl(HcclResult::HCCL_E_UNAVAIL, text));
    }
    Ok(())
}
