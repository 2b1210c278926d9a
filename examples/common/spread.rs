//! Best, median and tail of repeated measurements.

/// A sorted, non-empty set of numbers.
#[derive(Clone, Debug)]
pub struct Spread {
    sorted: Vec<f64>,
}

impl Spread {
    /// Takes the numbers in any order; `None` without any.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        (!sorted.is_empty()).then_some(Self { sorted })
    }

    /// The smallest.
    pub fn least(&self) -> f64 {
        self.percentile(0)
    }

    /// The median.
    pub fn median(&self) -> f64 {
        self.percentile(50)
    }

    /// What holds the median of all that could be measured, with 95 %, whatever the numbers are spread like: from one of them to
    /// another, by their ranks.
    #[allow(dead_code, reason = "not every example asks how well a median is known")]
    pub fn median_interval(&self) -> (f64, f64) {
        let len = self.sorted.len();
        let away = 0.98 * (len as f64).sqrt();
        let low = (len as f64 / 2.0 - away).floor().max(0.0) as usize;
        let at = |place: usize| self.sorted.get(place).copied().unwrap_or(f64::NAN);
        (at(low), at(len - 1 - low.min(len - 1)))
    }

    /// The smallest number that `percent` of 100 numbers do not exceed: always one that was measured.
    pub fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.sorted.len() * percent.min(100)).div_ceil(100).max(1);
        self.sorted.get(rank - 1).copied().unwrap_or(f64::NAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_by_nearest_rank() {
        let spread = Spread::of([5.0, 1.0, 4.0, 2.0, 3.0]).unwrap();
        assert_eq!(
            [0, 20, 21, 50, 75, 95, 100].map(|percent| spread.percentile(percent)),
            [1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 5.0]
        );
        assert_eq!((spread.least(), spread.median()), (1.0, 3.0));
        let hundred = Spread::of((1..=100).rev().map(f64::from)).unwrap();
        assert_eq!((hundred.median(), hundred.percentile(95)), (50.0, 95.0));
        assert_eq!(Spread::of([7.0]).unwrap().percentile(95), 7.0);
        assert!(Spread::of([]).is_none());
        assert_eq!(hundred.median_interval(), (41.0, 60.0));
        assert_eq!(spread.median_interval(), (1.0, 5.0), "few numbers tell little");
    }
}
