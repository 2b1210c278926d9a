//! Random numbers without state: a number depends only on (seed, stream, counter), so any rank can make any of them,
//! in any order, and gets the same.
//!
//! This is SplitMix64 (Steele, Lea, Flood 2014) used as a hash of the counter.

/// One sequence of random numbers out of the many that a seed gives.
#[derive(Clone, Copy, Debug)]
pub struct Stream(u64);

impl Stream {
    /// Streams of one seed with different names are independent.
    pub fn new(seed: u64, name: u64) -> Self {
        Self(mix(mix(seed) ^ name))
    }

    /// The number at `counter`: all 64 bits.
    pub fn bits(self, counter: u64) -> u64 {
        mix(self.0.wrapping_add(counter.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// Uniform in `0..bound`, for a `bound` of at least one (Lemire's multiplication; the bias is below `bound`/2⁶⁴).
    pub fn below(self, counter: u64, bound: usize) -> usize {
        ((u128::from(self.bits(counter)) * bound as u128) >> 64) as usize
    }

    /// Uniform in (0, 1]: never zero, so that its logarithm is finite.
    fn unit(self, counter: u64) -> f64 {
        ((self.bits(counter) >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// Standard normal (Box and Muller 1958).
    pub fn normal(self, counter: u64) -> f64 {
        let radius = (-2.0 * self.unit(2 * counter).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit(2 * counter + 1)).cos()
    }
}

fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Stream;

    #[test]
    fn normal_numbers_have_mean_zero_and_variance_one() {
        let draws = 100_000_u32;
        let stream = Stream::new(1, 2);
        let values: Vec<f64> = (0..u64::from(draws)).map(|counter| stream.normal(counter)).collect();
        let mean = values.iter().sum::<f64>() / f64::from(draws);
        let variance = values.iter().map(|value| value * value).sum::<f64>() / f64::from(draws);
        // The standard errors are 1/√draws and √(2/draws): four of them.
        assert!(mean.abs() < 4.0 / f64::from(draws).sqrt(), "mean {mean}");
        assert!((variance - 1.0).abs() < 4.0 * (2.0 / f64::from(draws)).sqrt(), "variance {variance}");
    }

    #[test]
    fn streams_and_seeds_differ() {
        let numbers = |seed, name| -> Vec<u64> { (0..8).map(|c| Stream::new(seed, name).bits(c)).collect() };
        assert_eq!(numbers(1, 1), numbers(1, 1));
        assert_ne!(numbers(1, 1), numbers(1, 2));
        assert_ne!(numbers(1, 1), numbers(2, 1));
    }

    #[test]
    fn below_stays_below_and_reaches_all() {
        let mut seen = [0_usize; 7];
        for counter in 0..700 {
            seen[Stream::new(0, 0).below(counter, 7)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }
}
