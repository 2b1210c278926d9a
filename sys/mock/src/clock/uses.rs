//! Which links an operation uses, and how much of each.

use super::collective::{self, Collective};
use super::profile::{Fabric, Profile};
use crate::exec::Kind;

/// The whole of something.
pub(super) const MILLION: u64 = 1_000_000;

/// One direction of a link: from a device to a peer in a mesh, else between a device and the switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Link {
    Peer { level: usize, from: u32, to: u32 },
    Out { level: usize, device: u32 },
    In { level: usize, device: u32 },
}

/// A link that an operation uses, and the part of its capacity, in millionths, that it takes all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) link: Link,
    pub(super) part: u64,
}

/// What an operation uses that takes `time` nanoseconds when it has its links for itself.
pub(super) fn uses(profile: &Profile, collective: &Collective, time: u64) -> Vec<Use> {
    let mut uses = Vec::new();
    for (level, place) in profile.levels.iter().zip(0..) {
        let busy = collective::busy(profile, collective, level);
        let part = (busy.saturating_mul(MILLION) / time.max(1)).min(MILLION);
        if part > 0 {
            uses.extend(links(profile, collective, place).into_iter().map(|link| Use { link, part }));
        }
    }
    uses
}

/// The links of a level.
fn links(profile: &Profile, collective: &Collective, place: usize) -> Vec<Link> {
    let Some(level) = profile.levels.get(place) else { return Vec::new() };
    let devices = &collective.devices;
    let goes_one_way =
        matches!(collective.kind, Kind::Send | Kind::Receive | Kind::BatchSendReceive | Kind::CopyDeviceToDevice);
    if let (true, &[from, to]) = (goes_one_way, devices.as_slice()) {
        return match level.fabric {
            Fabric::Mesh => vec![Link::Peer { level: place, from, to }],
            Fabric::Switch | Fabric::Chosen => {
                vec![Link::Out { level: place, device: from }, Link::In { level: place, device: to }]
            }
        };
    }
    if level.fabric != Fabric::Mesh {
        return devices
            .iter()
            .flat_map(|&device| [Link::Out { level: place, device }, Link::In { level: place, device }])
            .collect();
    }
    let span = level.span.unwrap_or(u32::MAX);
    let mut sorted = devices.clone();
    sorted.sort_unstable();
    let meshes = sorted.chunk_by(|a, b| a / span == b / span);
    let pairs = meshes.flat_map(|mesh| mesh.iter().flat_map(move |&from| mesh.iter().map(move |&to| (from, to))));
    pairs.filter(|(from, to)| from != to).map(|(from, to)| Link::Peer { level: place, from, to }).collect()
}
