//! SoC names and what follows from them.

use crate::device::Device;

/// What a kernel image is compiled for: the value of `__NPU_ARCH__`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Architecture {
    /// 1001: Ascend 910A, ProA, PremiumA, and the parts named plainly 910B or ProB. No bf16.
    A1001,
    /// 2201: Ascend 910B1 to 910B4, and 910C.
    A2201,
}

impl Architecture {
    /// The architecture of a SoC name as the runtime gives it; `None` for a name that is not of the 910 family.
    ///
    /// Note that `Ascend910B` without a digit is an older part than `Ascend910B1`.
    pub fn of_soc(name: &str) -> Option<Self> {
        let part = name.strip_prefix("Ascend910")?;
        let numbered = |prefix: &str| {
            part.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        };
        Some(if numbered("B") || numbered("_93") || part.starts_with('C') { Self::A2201 } else { Self::A1001 })
    }

    /// The number, as kernels see it.
    pub fn number(self) -> u32 {
        match self {
            Self::A1001 => 1001,
            Self::A2201 => 2201,
        }
    }
}

impl Device {
    /// The architecture of the device; the newer one where the name is unknown.
    pub fn architecture(&self) -> Architecture {
        self.core.driver.architecture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_after_the_b_tells_the_generations_apart() {
        for (name, number) in [
            ("Ascend910A", 1001),
            ("Ascend910B", 1001),
            ("Ascend910ProB", 1001),
            ("Ascend910PremiumA", 1001),
            ("Ascend910B1", 2201),
            ("Ascend910B2C", 2201),
            ("Ascend910B4-1", 2201),
            ("Ascend910_9391", 2201),
        ] {
            assert_eq!(Architecture::of_soc(name).map(Architecture::number), Some(number), "{name}");
        }
        assert_eq!(Architecture::of_soc("Ascend310P3"), None);
    }
}
