//! The device that a SoC name stands for.

use crate::device::soc_named;

/// The SoC names that the software device knows.
pub const SOC_NAMES: &[&str] = &[
    "Ascend910A",
    "Ascend910ProA",
    "Ascend910PremiumA",
    "Ascend910B",
    "Ascend910ProB",
    "Ascend910B1",
    "Ascend910B2",
    "Ascend910B2C",
    "Ascend910B3",
    "Ascend910B4",
    "Ascend910B4-1",
    "Ascend910_9391",
    "Ascend910_9392",
    "Ascend910_9381",
    "Ascend910_9382",
    "Ascend910_9372",
    "Ascend910_9362",
    "Ascend910_9363",
];

/// What a device of a SoC has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Model {
    /// SoC name.
    pub soc: String,
    /// The architecture number that kernels are compiled for.
    pub npu_arch: u32,
    /// AI cores.
    pub ai_cores: u64,
    /// Vector cores; 0 where the AI cores run vector kernels themselves.
    pub vector_cores: u64,
    /// Bytes of second-level cache.
    pub l2_bytes: u64,
    /// Bytes of device memory.
    pub hbm_bytes: u64,
    /// Streams that one device can have.
    pub streams: u64,
}

/// The device of a SoC name; `None` for a name that is not in [`SOC_NAMES`].
pub fn model(soc: &str) -> Option<Model> {
    let soc = soc_named(soc)?;
    Some(Model {
        npu_arch: soc.arch,
        ai_cores: soc.ai_cores.unsigned_abs(),
        vector_cores: soc.vector_cores.unsigned_abs(),
        l2_bytes: soc.l2_bytes.unsigned_abs(),
        hbm_bytes: soc.hbm_bytes,
        streams: u64::try_from(soc.stream_limit).unwrap_or(u64::MAX),
        soc: soc.name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_model() {
        for name in SOC_NAMES {
            assert_eq!(model(name).map(|model| model.soc).as_deref(), Some(*name));
        }
        assert_eq!(model("Ascend310P3"), None);
    }
}
