//! `adam` in f64, and how far a result of the kernel is from it.

use ascend_npu::kernel::adam::AdamW;

/// What the results may differ by, in units of the fp32 epsilon of the largest term of their sums: about six operations that
/// round by half an epsilon each, and coefficients that are rounded too.
pub const TOLERANCE: f64 = 4.0;
/// Elements that are named when they are wrong; the others are only counted.
const NAMED: usize = 3;

/// A step: what is the same for all elements.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub optimizer: AdamW,
    pub lr: f64,
    /// From 1.
    pub number: u32,
    pub gradient_scale: f64,
}

/// One element before or after a step. The copy is there when the kernel writes one.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    pub g: f32,
    pub w: f32,
    pub m: f32,
    pub v: f32,
    pub copy: Option<f32>,
}

/// The outcome of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// Elements compared.
    pub compared: usize,
    /// Of which so many are wrong.
    pub wrong: usize,
    /// The largest distance of w, m or v from the reference, in units as those of [`TOLERANCE`].
    pub worst: f64,
    /// The first wrong ones.
    pub named: Vec<String>,
}

impl Check {
    /// Compares one element. `rounded` rounds to the type of the copy.
    pub fn compare(&mut self, place: usize, before: Element, after: Element, step: &Step, rounded: fn(f32) -> f32) {
        self.compared += 1;
        let mut wrong = None;
        for ((name, is), (should, size)) in
            [("w", after.w), ("m", after.m), ("v", after.v)].into_iter().zip(expected(before, step))
        {
            let distance = distance(is.into(), should, size);
            self.worst = self.worst.max(distance);
            if distance.is_nan() || distance > TOLERANCE {
                wrong.get_or_insert_with(|| format!("{name} of parameter {place} is {is:e}, not {should:e}"));
            }
        }
        if let Some(copy) = after.copy.filter(|copy| copy.to_bits() != rounded(after.w).to_bits()) {
            let should = rounded(after.w);
            wrong.get_or_insert_with(|| format!("the copy of parameter {place} is {copy:e}, not {should:e}"));
        }
        if let Some(wrong) = wrong {
            self.wrong += 1;
            if self.named.len() < NAMED {
                self.named.push(wrong);
            }
        }
    }
}

/// w, m and v after a step, as `torch.optim.AdamW` computes them, each with the largest term of its sums.
fn expected(before: Element, step: &Step) -> [(f64, f64); 3] {
    let Step { optimizer: AdamW { beta1, beta2, eps, weight_decay }, lr, number, gradient_scale } = *step;
    let [g, w, m, v] = [before.g, before.w, before.m, before.v].map(f64::from);
    let g = g * gradient_scale;
    let (m_old, m_new) = (beta1 * m, (1.0 - beta1) * g);
    let (m, m_size) = (m_old + m_new, m_old.abs().max(m_new.abs()));
    let v = beta2 * v + (1.0 - beta2) * g * g;
    let correction = |beta: f64| 1.0 - beta.powf(number.into());
    let denominator = v.sqrt() / correction(beta2).sqrt() + eps;
    let update = lr / correction(beta1) * m / denominator;
    let decayed = w * (1.0 - lr * weight_decay);
    // The update is off by as much as m is, which may be the small difference of large terms.
    let update_size = if m == 0.0 { 0.0 } else { (update * m_size / m).abs() };
    [(decayed - update, decayed.abs().max(update_size)), (m, m_size), (v, v)]
}

/// Distance in units of epsilon · size.
fn distance(is: f64, should: f64, size: f64) -> f64 {
    let distance = (is - should).abs();
    if distance == 0.0 { 0.0 } else { distance / (f64::from(f32::EPSILON) * size) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Step = Step {
        optimizer: AdamW { beta1: 0.5, beta2: 0.75, eps: 0.0, weight_decay: 0.5 },
        lr: 0.25,
        number: 1,
        gradient_scale: 2.0,
    };
    const BEFORE: Element = Element { g: 1.0, w: 8.0, m: 0.0, v: 0.0, copy: Some(0.0) };

    /// At the first step the update is lr · g/|g|.
    const AFTER: Element = Element { g: 1.0, w: 8.0 * 0.875 - 0.25, m: 1.0, v: 1.0, copy: Some(6.75) };

    fn check(after: Element) -> Check {
        let mut check = Check::default();
        check.compare(7, BEFORE, after, &STEP, |value| value);
        check
    }

    #[test]
    fn the_right_step_is_right() {
        let check = check(AFTER);
        assert_eq!((check.compared, check.wrong, check.worst), (1, 0, 0.0));
        assert!(check.named.is_empty());
    }

    #[test]
    fn each_result_is_looked_at() {
        let nudge = |value: f32, ulps: u32| f32::from_bits(value.to_bits() + ulps);
        assert_eq!(check(Element { m: nudge(1.0, 4), ..AFTER }).wrong, 0);
        assert_eq!(check(Element { m: nudge(1.0, 5), ..AFTER }).named, ["m of parameter 7 is 1.0000006e0, not 1e0"]);
        assert_eq!(check(Element { v: nudge(1.0, 5), ..AFTER }).worst, 5.0);
        for wrong in [
            Element { w: 6.7501, copy: Some(6.7501), ..AFTER },
            Element { v: f32::NAN, ..AFTER },
            Element { copy: Some(6.75 + 0.03125), ..AFTER },
            BEFORE,
        ] {
            assert_eq!(check(wrong).wrong, 1, "{wrong:?}");
        }
    }

    #[test]
    fn only_a_few_are_named() {
        let mut check = Check::default();
        for place in 0..10 {
            check.compare(place, BEFORE, BEFORE, &STEP, |value| value);
        }
        assert_eq!((check.compared, check.wrong, check.named.len()), (10, 10, NAMED));
    }
}
