//! What the memory of a device can do at most, and what keeps a launch from it.

use std::env;

use ascend_npu::Backend;

use crate::error::{Error, Result};

/// Memory rates in units of 10⁹ bytes a second by the start of a SoC's name, as published.
const HBM: [(&str, f64); 7] = [
    ("Ascend910B1", 1600.0),
    ("Ascend910B2", 1600.0),
    ("Ascend910B3", 1600.0),
    ("Ascend910B4", 800.0),
    // Of one die.
    ("Ascend910_93", 1600.0),
    // All others, among them 910B without a digit, are of the first generation.
    ("Ascend910", 1200.0),
    ("", 0.0),
];

/// From this share of the roofline on, the memory is what bounds a kernel.
const MEMORY_BOUND: f64 = 0.75;
/// From this share of the time on, it is the launch.
const LAUNCH_BOUND: f64 = 0.5;

/// Against what speeds are held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Roofline {
    /// The published rate of the device's memory, in bytes a second.
    Hbm(f64),
    /// A plain pass on this machine, measured in turn with the kernel.
    Pass,
}

/// What bounds a kernel.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Bound {
    Memory,
    Launch,
    Compute,
}

/// Whether the times of the software device are those that a real one is modelled to take.
pub fn is_modelled(backend: Backend) -> Result<bool> {
    let value = |name: &str| env::var(name).unwrap_or_default();
    if backend != Backend::Mock {
        return Ok(false);
    }
    if !["", "0"].contains(&value("ASCEND_MOCK_DRY_RUN").trim()) {
        return Err(Error::input(
            "ASCEND_MOCK_DRY_RUN: a dry run computes nothing that could be checked; unset it, and set ASCEND_MOCK_CLOCK=model \
             for modelled times",
        ));
    }
    Ok(value("ASCEND_MOCK_CLOCK").trim() == "model")
}

impl Roofline {
    /// That of a SoC whose times are real or modelled, or of this machine.
    pub fn of(backend: Backend, soc: &str, modelled: bool) -> Result<Self> {
        if backend == Backend::Mock && !modelled {
            return Ok(Self::Pass);
        }
        match HBM.iter().find(|(start, _)| soc.starts_with(start)) {
            Some((_, rate)) if *rate > 0.0 => Ok(Self::Hbm(rate * 1e9)),
            _ => Err(Error::input(format!("the memory of {soc} is not known here; use an Ascend 910"))),
        }
    }
}

impl Bound {
    /// By the share of the roofline, and the time of a launch of nothing over that of the launch.
    pub fn of(share: f64, launch: f64) -> Self {
        match () {
            () if share >= MEMORY_BOUND => Self::Memory,
            () if launch >= LAUNCH_BOUND => Self::Launch,
            () => Self::Compute,
        }
    }

    /// One word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Launch => "launch",
            Self::Compute => "compute",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_held_against_its_own_memory_and_the_software_device_against_this_machine() {
        let of = |soc: &str| Roofline::of(Backend::Cann, soc, false).unwrap();
        assert_eq!(of("Ascend910B3"), Roofline::Hbm(1.6e12));
        assert_eq!(of("Ascend910B4-1"), Roofline::Hbm(8e11));
        assert_eq!(of("Ascend910B"), Roofline::Hbm(1.2e12));
        assert_eq!(of("Ascend910_9391"), Roofline::Hbm(1.6e12));
        assert_eq!(Roofline::of(Backend::Mock, "Ascend910B3", true).unwrap(), of("Ascend910B3"));
        assert_eq!(Roofline::of(Backend::Mock, "Ascend910B3", false).unwrap(), Roofline::Pass);
        assert_eq!(Roofline::of(Backend::Cann, "Ascend310P3", false).unwrap_err().exit_code(), 2);
    }

    #[test]
    fn what_is_near_the_memory_is_bound_by_it_and_what_is_short_by_its_launch() {
        assert_eq!(Bound::of(0.9, 0.1), Bound::Memory);
        assert_eq!(Bound::of(0.2, 0.9), Bound::Launch);
        assert_eq!(Bound::of(0.2, 0.1), Bound::Compute);
    }
}
