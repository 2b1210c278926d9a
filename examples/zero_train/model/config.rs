//! The shape of the model.

/// One token is one byte.
pub const VOCABULARY: usize = 256;

/// The sizes from which everything else follows. The fields have passed the checks of `cli` before they get here.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Blocks of attention and feed-forward.
    pub layers: usize,
    /// Length of the vector that stands for a token.
    pub dim: usize,
    /// Attention heads; `dim` is a multiple, with an even quotient.
    pub heads: usize,
    /// Inner width of the feed-forward.
    pub hidden: usize,
    /// Tokens in a sequence.
    pub context: usize,
    /// Whether the embedding is the output matrix, too.
    pub tied: bool,
}

impl Config {
    /// Elements of one head's slice of a token's vector.
    pub fn head_dim(&self) -> usize {
        self.dim / self.heads
    }

    /// The feed-forward width Llama takes: three matrices of 8/3·dim have the parameters of two of 4·dim; rounded up
    /// to whole cache lines.
    pub fn usual_hidden(dim: usize) -> usize {
        (dim.saturating_mul(8) / 3).next_multiple_of(16)
    }

    /// About how many elements the parameters have; in floating point, because nobody has checked the sizes yet.
    pub fn parameter_count(&self) -> f64 {
        let (dim, hidden) = (self.dim as f64, self.hidden as f64);
        let tables = if self.tied { 1.0 } else { 2.0 };
        self.layers as f64 * dim * (4.0 * dim + 3.0 * hidden) + tables * VOCABULARY as f64 * dim
    }

    /// About how many elements the activations of some sequences have.
    pub fn activation_count(&self, sequences: usize) -> f64 {
        let (dim, hidden, context) = (self.dim as f64, self.hidden as f64, self.context as f64);
        let layer = 8.0 * dim + 3.0 * hidden + self.heads as f64 * context;
        let shared = 8.0 * dim + hidden + VOCABULARY as f64;
        sequences as f64 * context * (self.layers as f64 * layer + shared) + context * context
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::Parameters;
    use super::*;

    #[test]
    fn estimate_is_near_the_count() {
        for tied in [false, true] {
            let config = Config { layers: 3, dim: 64, heads: 2, hidden: 176, context: 8, tied };
            let count = Parameters::new(&config).len() as f64;
            assert!((config.parameter_count() / count - 1.0).abs() < 0.01, "{count}");
        }
    }
}
