//! The first use of each operation: ranks of this process meet before they go into the library, which would not let them go.

use super::call::{Call, Kind};
use crate::comm::Communicator;
use crate::comm::group::Station;
use crate::comm::limit::connect_limit;
use crate::error::Result;

impl Communicator {
    /// Waits for ranks of this process at the first use of an operation.
    #[inline]
    pub(super) fn come_to(&self, call: &Call<'_>) -> Result<()> {
        match (call.kind, call.peer) {
            (Kind::Send, Some(to)) => self.come_to_pairs(&[(false, self.rank(), to)]),
            (Kind::Receive, Some(from)) => self.come_to_pairs(&[(false, from, self.rank())]),
            // It comes to the pairs of its items.
            (Kind::Batch, _) => Ok(()),
            (kind, _) if self.met.get() & bit(kind) != 0 => Ok(()),
            (kind, _) => self.come_to_first(kind),
        }
    }

    #[cold]
    fn come_to_first(&self, kind: Kind) -> Result<()> {
        let ranks: Vec<u32> = (0..self.size()).collect();
        self.meet(Station::First(kind.function()), &ranks)?;
        self.met.set(self.met.get() | bit(kind));
        Ok(())
    }

    /// Waits for the other ranks of pairs, at the first transfers between them: whether in a batch, from, to.
    pub(super) fn come_to_pairs(&self, pairs: &[(bool, u32, u32)]) -> Result<()> {
        let known = self.met_pairs.borrow();
        let stations = pairs.iter().filter(|(_, from, to)| from != to);
        let stations = stations.map(|&(batch, from, to)| (Station::Pair { batch, from, to }, from, to));
        let new: Vec<_> = stations.filter(|(station, ..)| !known.contains(station)).collect();
        drop(known);
        // All are come to before the first is waited for.
        for &(station, ..) in &new {
            self.group().come(self.rank(), station);
        }
        for (station, from, to) in new {
            self.meet(station, &[from, to])?;
            self.met_pairs.borrow_mut().push(station);
        }
        Ok(())
    }

    fn meet(&self, station: Station, ranks: &[u32]) -> Result<()> {
        let core = &self.device().core;
        core.driver.check_process()?;
        if self.size() == 1 || !self.group().is_whole() {
            return Ok(());
        }
        let met = self.group().meet(self.rank(), station, ranks, connect_limit(&core.driver));
        met.map_err(|error| error.on_device(core.id).on_stream(self.stream.id()))
    }
}

fn bit(kind: Kind) -> u32 {
    1 << kind as u8
}
