//! The outcome of comparing results with a reference.

/// What is named when it is wrong; the others are only counted.
const NAMED: usize = 3;

/// What was compared, and how far off it was.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// Elements compared.
    pub compared: usize,
    /// Of which so many are wrong.
    pub wrong: usize,
    /// The largest distance of a result from the reference, in units of the fp32 epsilon of the largest term of its sum.
    pub worst: f64,
    /// The first wrong ones.
    pub named: Vec<String>,
}

/// A result and what it should be.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    pub is: f64,
    pub should: f64,
    /// The largest term of its sum.
    pub size: f64,
    /// What rounding to the type it is stored in may add.
    pub rounding: f64,
}

impl Pair {
    /// Distance in units of epsilon · size.
    fn distance(self) -> f64 {
        let Self { is, should, size, rounding } = self;
        // Equal infinities are no distance apart, and what is not a number is far from everything.
        let distance = if is == should { 0.0 } else { (is - should).abs() - rounding };
        if distance <= 0.0 { 0.0 } else { distance / (f64::from(f32::EPSILON) * size) }
    }
}

impl Check {
    /// Compares the results of one element, which have names; each may be `tolerance` away.
    pub fn compare(&mut self, place: usize, tolerance: f64, pairs: impl IntoIterator<Item = (&'static str, Pair)>) {
        self.compared += 1;
        let mut wrong = None;
        for (name, pair) in pairs {
            let distance = pair.distance();
            self.worst = if distance.is_nan() { f64::INFINITY } else { self.worst.max(distance) };
            if distance.is_nan() || distance > tolerance {
                let Pair { is, should, .. } = pair;
                wrong.get_or_insert_with(|| format!("{name} of element {place} is {is:e}, not {should:e}"));
            }
        }
        self.count(wrong);
    }

    /// Compares the result of one element, which must be exact.
    pub fn exact(&mut self, place: usize, name: &'static str, is: f32, should: f32) {
        let pair = Pair { is: is.into(), should: should.into(), size: should.abs().into(), rounding: 0.0 };
        self.compare(place, 0.0, [(name, pair)]);
    }

    fn count(&mut self, wrong: Option<String>) {
        if let Some(wrong) = wrong {
            self.wrong += 1;
            if self.named.len() < NAMED {
                self.named.push(wrong);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_in_epsilons_of_the_size_and_rounding_is_free() {
        let epsilon = f64::from(f32::EPSILON);
        let check = |is: f64, size: f64, rounding: f64| {
            let mut check = Check::default();
            check.compare(7, 4.0, [("w", Pair { is, should: 1.0, size, rounding })]);
            (check.wrong, check.worst)
        };
        assert_eq!(check(1.0 + 4.0 * epsilon, 1.0, 0.0), (0, 4.0));
        assert_eq!(check(1.0 + 5.0 * epsilon, 1.0, 0.0), (1, 5.0));
        assert_eq!(check(1.0 + 8.0 * epsilon, 4.0, 0.0), (0, 2.0));
        assert_eq!(check(1.0 + 5.0 * epsilon, 1.0, epsilon), (0, 4.0));
        assert_eq!(check(f64::NAN, 1.0, 0.0), (1, f64::INFINITY));
    }

    #[test]
    fn only_a_few_are_named() {
        let mut check = Check::default();
        for place in 0..10 {
            check.exact(place, "the sum", 1.0, 2.0);
        }
        check.exact(10, "the sum", 2.0, 2.0);
        assert_eq!((check.compared, check.wrong, check.named.len()), (11, 10, NAMED));
        assert_eq!(check.named[0], "the sum of element 0 is 1e0, not 2e0");
    }
}
