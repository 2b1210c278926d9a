//! Bytes of a rank's model state, by kind.

/// Device bytes of a rank's model state, by kind, padding included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Memory {
    /// The working parameters.
    pub weights: u64,
    /// The gradients.
    pub gradients: u64,
    /// The fp32 master weights; 0 where the working parameters are fp32 themselves.
    pub master: u64,
    /// The first moments.
    pub moment1: u64,
    /// The second moments.
    pub moment2: u64,
}

impl Memory {
    /// All kinds together.
    pub fn total(&self) -> u64 {
        self.weights + self.gradients + self.master + self.moment1 + self.moment2
    }
}
