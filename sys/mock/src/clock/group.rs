//! Where the ranks of a communicator are: how many are joined by the links of each level.

use std::collections::{BTreeMap, BTreeSet};

use super::profile::{Level, Profile};

/// A level that has more than one member, the nearest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage<'a> {
    pub(super) level: &'a Level,
    pub(super) members: u32,
}

/// The levels of links that a group of devices uses. Where servers hold different numbers of them, the fullest counts.
pub(super) fn stages<'a>(profile: &'a Profile, devices: &[u32]) -> Vec<Stage<'a>> {
    let mut units: BTreeSet<u32> = devices.iter().copied().collect();
    let mut below = 1;
    let mut stages = Vec::new();
    for level in &profile.levels {
        let span = level.span.unwrap_or(u32::MAX);
        let mut inside: BTreeMap<u32, u32> = BTreeMap::new();
        for &unit in &units {
            *inside.entry(unit / (span / below).max(1)).or_default() += 1;
        }
        let members = inside.values().copied().max().unwrap_or(1);
        if members > 1 {
            stages.push(Stage { level, members });
        }
        units = inside.into_keys().collect();
        below = span;
    }
    stages
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by a panic.
mod tests {
    use super::super::profile::profile_of;
    use super::*;

    fn members(soc: &str, devices: impl IntoIterator<Item = u32>) -> Vec<(&'static str, u32)> {
        let devices: Vec<u32> = devices.into_iter().collect();
        let stages = stages(profile_of(soc).unwrap(), &devices);
        stages.iter().map(|stage| (stage.level.name.as_str(), stage.members)).collect()
    }

    #[test]
    fn ranks_are_joined_by_the_nearest_links_that_there_are() {
        assert_eq!(members("Ascend910B3", 0..8), [("server", 8)]);
        assert_eq!(members("Ascend910B3", 0..64), [("server", 8), ("network", 8)]);
        assert_eq!(members("Ascend910B3", [0, 8, 16]), [("network", 3)]);
        assert_eq!(members("Ascend910B3", [6, 7, 8]), [("server", 2), ("network", 2)]);
        assert_eq!(members("Ascend910A", 0..16), [("mesh", 4), ("server", 2), ("network", 2)]);
        let pods = [("package", 2), ("node", 8), ("pod", 48), ("network", 2)];
        assert_eq!(members("Ascend910_9391", 0..1536), pods);
        assert!(members("Ascend910B3", [5]).is_empty());
    }
}
