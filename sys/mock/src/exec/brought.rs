//! What processes bring each other besides ranks of collectives: records of events, and changes of notifies and of values in memory.
//!
//! All processes that have such a thing may bring it. So a wait for it is in vain only when none of them will: this one by what is
//! queued here, the others as they say (see `check::deadlock`). A process that nobody knows of yet may still come to have it, unless
//! its owner has said who may. It is not expected to bring what another has queued already.

use std::sync::Arc;

use super::condition::Sees;
use super::parked::{Bringing, Hosts, Need, What};
use super::seat::{Arrival, Changed};
use super::state::State;
use crate::memory::reached::{self, Spot};
use crate::process::{Held, Holders};
use crate::shared::{QUEUED, Words};

/// Something that this process and others can bring.
#[derive(Clone, Debug)]
pub(crate) struct Brought {
    pub(crate) what: Arc<str>,
    /// What the others are asked about.
    pub(crate) changed: Option<Changed>,
    /// Each way in which another process can bring it.
    pub(crate) ways: Vec<Arrival>,
}

/// Something that others wait for, and how this process could bring it.
pub(crate) struct Brings {
    pub(crate) changed: Changed,
    pub(crate) need: Need,
}

impl Bringing {
    /// The record of this number of an event that processes share. A later one is as good.
    pub(super) fn passed(&self, words: &Words, number: u64) -> Need {
        let newest = words.at(QUEUED).load(std::sync::atomic::Ordering::Acquire);
        let records = (number..=newest).map(|number| Arrival::record(words, number));
        let (here, elsewhere): (Vec<_>, Vec<_>) = records.partition(|record| self.arrivals.contains_key(record));
        let by = here.iter().filter_map(|record| self.arrivals.get(record).cloned()).collect();
        let what = "the record of an event that processes share".into();
        Need { by, hosts: Hosts::None, what: What::Brought(Brought { what, changed: None, ways: elsewhere }) }
    }

    /// What a condition needs that looks at what other processes may change too; `None` where it is for this process alone.
    pub(super) fn shared(&self, key: Option<usize>, sees: &Sees, device: Option<i32>) -> Option<Need> {
        match (key, sees) {
            (_, Sees::Passed(words, number)) => Some(self.passed(words, *number)),
            (Some(key), Sees::Told { words, .. }) => {
                let words = words.get()?;
                let need = Self::change(self.keys.get(&key).cloned().unwrap_or_default(), device);
                let what = "a record of a notify that processes share".into();
                Some(need.or_elsewhere(what, Changed::notify(words.id()), words.holders()))
            }
            (None, Sees::Changes(value)) => {
                let value = *value as u64;
                let Spot { file, offset, head } = reached::at(value)?;
                let need = Self::change(self.writers_of(value), device);
                let what = format!("a change of the value at {value:#x}, which processes share").into();
                Some(need.or_elsewhere(what, Changed::value(file, offset), head.holders()))
            }
            _ => None,
        }
    }

    /// How this process could change something that others wait for.
    pub(super) fn brings(&self, state: &State, changed: Changed) -> Brings {
        let by = match changed.words {
            0 => {
                let values = reached::addresses(changed.file, changed.offset);
                values.into_iter().flat_map(|value| self.writers_of(value)).collect()
            }
            words => {
                let keys = state.conditions.shared(words);
                keys.filter_map(|key| self.keys.get(&key)).flatten().cloned().collect()
            }
        };
        Brings { changed, need: Self::change(by, None) }
    }
}

impl Need {
    /// With what other processes can do.
    fn or_elsewhere(self, what: Arc<str>, changed: Changed, holders: Holders<'_>) -> Self {
        let Held { by, is_open } = holders.but(std::process::id());
        let unknown = (is_open && self.by.is_empty()).then(|| changed.by_unknown());
        let ways = by.iter().map(|holder| changed.by(holder.pid)).chain(unknown).collect();
        Self { what: What::Brought(Brought { what, changed: Some(changed), ways }), ..self }
    }
}

impl What {
    /// What of other processes would do.
    pub(crate) fn ways(&self) -> &[Arrival] {
        match self {
            Self::Arrival(arrival, _) => std::slice::from_ref(arrival),
            Self::Brought(brought) => &brought.ways,
            _ => &[],
        }
    }

    /// What the others are asked about.
    pub(crate) fn changed(&self) -> Option<Changed> {
        match self {
            Self::Brought(brought) => brought.changed,
            _ => None,
        }
    }
}
