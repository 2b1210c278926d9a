//! The parts, and the memory of each.

/// A part of the 910 family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its SoC name.
    pub soc: &'static str,
    /// Bytes of memory of a device: on the 910C of one of its two dies.
    pub memory: u64,
}

const fn part(soc: &'static str, gibibytes: u64) -> Part {
    Part { soc, memory: gibibytes << 30 }
}

/// The parts that the planner knows.
pub const PARTS: [Part; 18] = [
    part("Ascend910A", 32),
    part("Ascend910ProA", 32),
    part("Ascend910PremiumA", 32),
    part("Ascend910B", 32),
    part("Ascend910ProB", 32),
    part("Ascend910B1", 64),
    part("Ascend910B2", 64),
    part("Ascend910B2C", 64),
    part("Ascend910B3", 64),
    part("Ascend910B4", 32),
    part("Ascend910B4-1", 32),
    part("Ascend910_9391", 64),
    part("Ascend910_9392", 64),
    part("Ascend910_9381", 64),
    part("Ascend910_9382", 64),
    part("Ascend910_9372", 64),
    part("Ascend910_9362", 64),
    part("Ascend910_9363", 32),
];
