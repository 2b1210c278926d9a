//! Modelled times, as tests and planners ask for them.

use std::time::Duration;

use super::collective::{self, Collective};
use super::cost::{self, Traffic};
use super::profile::profile_of;
use crate::exec::Kind;

/// How long an operation that is no collective is modelled to take on a device of a SoC, once it has begun. It reads and writes
/// `moved` bytes, each as often as it is touched, of `distinct` ones. `None` for a SoC that is not known.
pub fn operation_time(soc: &str, kind: Kind, moved: u64, distinct: u64) -> Option<Duration> {
    let profile = profile_of(soc)?;
    Some(Duration::from_nanos(cost::duration(profile, kind, Traffic { moved, distinct })))
}

/// How long a collective is modelled to take on devices 0 to `ranks` - 1 of a SoC, once all have come: the algorithm is that which
/// the library would choose, with a buffer of 200 MiB. `bytes` is the whole buffer: of an all-reduce, a broadcast and a reduction
/// what each rank has, of the others what all ranks have together. `None` for a SoC that is not known.
pub fn collective_time(soc: &str, kind: Kind, bytes: u64, ranks: u32) -> Option<Duration> {
    let collective = Collective { kind, bytes, devices: (0..ranks).collect(), deterministic: false, buffer: 200 << 20 };
    Some(Duration::from_nanos(collective::duration(profile_of(soc)?, &collective)))
}
