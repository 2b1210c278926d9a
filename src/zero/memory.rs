//! Bytes of a rank's model state, by kind.

/// Device bytes of a rank's model state, by kind, padding included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Memory {
    /// The working parameters.
    pub weights: u64,
    /// The gradients.
    pub gradients: u64,
    /// The sums of several micro-batches.
    pub accumulators: u64,
    /// The fp32 master weights; 0 where the working parameters are fp32 themselves.
    pub master: u64,
    /// The first moments.
    pub moment1: u64,
    /// The second moments.
    pub moment2: u64,
    /// Stages 2 and 3: gradients from the backward pass to their reduction. Added in order: what came from other ranks.
    pub buckets: u64,
    /// Stage 3: parameters from their gather to their last use.
    pub gathered: u64,
}

impl Memory {
    /// All kinds together.
    pub fn total(&self) -> u64 {
        let states = self.weights + self.master + self.moment1 + self.moment2;
        states + self.gradients + self.accumulators + self.buckets + self.gathered
    }

    /// What both have.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            weights: self.weights + other.weights,
            gradients: self.gradients + other.gradients,
            accumulators: self.accumulators + other.accumulators,
            master: self.master + other.master,
            moment1: self.moment1 + other.moment1,
            moment2: self.moment2 + other.moment2,
            buckets: self.buckets + other.buckets,
            gathered: self.gathered + other.gathered,
        }
    }
}
