//! Profiles: what the times of a SoC are computed from.

use once_cell::sync::Lazy;
use serde::Deserialize;

/// What the times of a SoC are computed from: one file of `profiles/`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Profile {
    /// Where the numbers are from.
    #[serde(rename = "basis")]
    _basis: String,
    pub(super) hbm_gb_per_s: f64,
    /// Size of the second-level cache.
    pub(super) l2_mib: f64,
    /// Rate of the second-level cache, of all cores together.
    pub(super) l2_gb_per_s: f64,
    pub(super) vector: Vector,
    /// Cube units; their clock is that of the vector units.
    pub(super) cube_cores: f64,
    pub(super) host_link_gb_per_s: f64,
    /// What a call that queues an operation costs its host thread.
    pub(super) launch_us: f64,
    /// What each kernel costs besides its work.
    pub(super) kernel_us: f64,
    /// What each copy costs besides its bytes.
    pub(super) copy_us: f64,
    pub(super) record_us: f64,
    pub(super) wait_us: f64,
    pub(super) selector: Selector,
    /// The links between devices, the nearest first.
    pub(super) levels: Vec<Level>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Vector {
    pub(super) cores: f64,
    pub(super) ghz: f64,
    /// Elements of 4 bytes that a core takes in a cycle.
    pub(super) lanes: f64,
}

/// How the library chooses what a collective does between servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Selector {
    /// 910A.
    Older,
    /// 910B: servers that are a mesh.
    Mesh,
    /// 910C: nodes in super pods.
    Pods,
}

/// One level of links.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Level {
    pub(super) name: String,
    /// Devices that such links hold together; `None` for all.
    pub(super) span: Option<u32>,
    pub(super) fabric: Fabric,
    /// In one direction: of a link to one peer in a mesh, else of a device to all peers.
    pub(super) gb_per_s: f64,
    /// Time of a step.
    pub(super) alpha_us: f64,
    /// What the library takes the time of a step for when it chooses.
    pub(super) selection_alpha_us: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Fabric {
    /// A link to each peer; all peers at once.
    Mesh,
    /// One link to a switch; all peers in one step.
    Switch,
    /// One link to a switch; steps by a ring, a tree or by halving, as the library chooses.
    Chosen,
}

/// Part of a SoC's name, and the profile of what is called so.
const FILES: &[(&str, &str)] = &[
    ("Ascend910B1", include_str!("profiles/910B1.json")),
    ("Ascend910B2", include_str!("profiles/910B2.json")),
    ("Ascend910B3", include_str!("profiles/910B3.json")),
    ("Ascend910B4", include_str!("profiles/910B4.json")),
    ("Ascend910_93", include_str!("profiles/910C.json")),
    // All others, among them 910B without a digit, are of the first generation.
    ("Ascend910", include_str!("profiles/910A.json")),
];

static PROFILES: Lazy<Vec<(&str, Profile)>> = Lazy::new(|| {
    let read = |&(name, text): &(&'static str, &str)| match serde_json::from_str(text) {
        Ok(profile) => (name, profile),
        Err(error) => unreachable!("the profile of {name} is part of this crate, and tested: {error}"),
    };
    FILES.iter().map(read).collect()
});

/// The profile of a SoC by its name.
pub(super) fn profile_of(soc: &str) -> Option<&'static Profile> {
    PROFILES.iter().find(|(start, _)| soc.starts_with(start)).map(|(_, profile)| profile)
}

/// The profile of the SoC of all devices.
pub(super) fn profile() -> &'static Profile {
    static OWN: Lazy<&Profile> = Lazy::new(|| match profile_of(&crate::device::soc().name) {
        Some(profile) => profile,
        None => unreachable!("every SoC that can be modelled has a profile"),
    });
    &OWN
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by a panic.
mod tests {
    use super::*;

    #[test]
    fn every_soc_has_a_profile_that_agrees_with_its_cores_and_its_cache() {
        for name in crate::control::SOC_NAMES {
            let (profile, soc) = (profile_of(name).unwrap(), crate::device::soc_named(name).unwrap());
            let l2_mib = (soc.l2_bytes >> 20) as f64;
            // The larger variants of a part differ in it.
            assert!(profile.l2_mib <= l2_mib || *name == "Ascend910_9362" || *name == "Ascend910_9363", "{name}");
            assert!(profile.hbm_gb_per_s < profile.l2_gb_per_s, "{name}");
            assert!(profile.levels.split_last().is_some_and(|(last, inner)| {
                last.span.is_none() && inner.iter().map(|level| level.span.unwrap()).is_sorted()
            }));
            let numbers = [profile.host_link_gb_per_s, profile.launch_us, profile.kernel_us, profile.copy_us];
            assert!(numbers.iter().chain([&profile.record_us, &profile.wait_us]).all(|&number| number > 0.0));
        }
        assert_eq!(profile_of("Ascend910B").unwrap().selector, Selector::Older);
        assert_eq!(profile_of("Ascend910B4-1").unwrap().hbm_gb_per_s, 800.0);
        assert_eq!(profile_of("Ascend310P3"), None);
    }
}
