//! `adam` in f64, and how far a result of the kernel is from it.

use ascend_npu::kernel::adam::AdamW;

use crate::check::{Check, Pair};

/// What the results may differ by, in units of the fp32 epsilon of the largest term of their sums: about six operations that
/// round by half an epsilon each, and coefficients that are rounded too.
pub const TOLERANCE: f64 = 4.0;

/// A step: what is the same for all elements.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub optimizer: AdamW,
    pub lr: f64,
    /// From 1.
    pub number: u32,
    pub gradient_scale: f64,
}

/// How an element is stored: shares of a number, and what is below them, that a rounding may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Storage {
    /// Of the moments.
    pub moments: f64,
    /// Of the copy.
    pub copy: f64,
    /// The smallest step of the copy's type.
    pub copy_least: f64,
}

/// One element before or after a step. What the kernel does not write is `None`.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    pub g: f32,
    pub w: f32,
    pub m: f32,
    pub v: f32,
    /// The largest v so far.
    pub largest: Option<f32>,
    pub copy: Option<f32>,
}

/// Compares one element with a step of `torch.optim.AdamW`.
pub fn compare(check: &mut Check, place: usize, before: Element, after: Element, step: &Step, storage: Storage) {
    let Step { optimizer: AdamW { beta1, beta2, eps, weight_decay }, lr, number, gradient_scale } = *step;
    let [g, w, m, v] = [before.g, before.w, before.m, before.v].map(f64::from);
    let g = g * gradient_scale;
    let (m_old, m_new) = (beta1 * m, (1.0 - beta1) * g);
    let (m, m_size) = (m_old + m_new, m_old.abs().max(m_new.abs()));
    let v = beta2 * v + (1.0 - beta2) * g * g;
    let largest = before.largest.map(|largest| f64::from(largest).max(v));
    let correction = |beta: f64| 1.0 - beta.powf(number.into());
    let denominator = largest.unwrap_or(v).sqrt() / correction(beta2).sqrt() + eps;
    let update = lr / correction(beta1) * m / denominator;
    let decayed = w * (1.0 - lr * weight_decay);
    // The update is off by as much as m is, which may be the small difference of large terms.
    let update_size = if m == 0.0 { 0.0 } else { (update * m_size / m).abs() };

    let pair = |is: f32, should: f64, size: f64, rounding: f64| Pair { is: is.into(), should, size, rounding };
    let moment = |is: f32, should: f64, size: f64| pair(is, should, size, storage.moments * should.abs());
    let mut pairs = vec![
        ("w", pair(after.w, decayed - update, decayed.abs().max(update_size), 0.0)),
        ("m", moment(after.m, m, m_size)),
        ("v", moment(after.v, v, v)),
    ];
    if let (Some(is), Some(should)) = (after.largest, largest) {
        pairs.push(("the largest v", moment(is, should, should)));
    }
    if let Some(copy) = after.copy {
        let w = f64::from(after.w);
        // Of the weight that was written, and no further from it than its type is wide.
        pairs.push(("the copy", pair(copy, w, 0.0, (storage.copy * w.abs()).max(storage.copy_least))));
    }
    check.compare(place, TOLERANCE, pairs);
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
    const BEFORE: Element = Element { g: 1.0, w: 8.0, m: 0.0, v: 0.0, largest: None, copy: Some(0.0) };

    /// At the first step the update is lr · g/|g|.
    const AFTER: Element = Element { g: 1.0, w: 8.0 * 0.875 - 0.25, m: 1.0, v: 1.0, largest: None, copy: Some(6.75) };
    const FP32: Storage = Storage { moments: 0.0, copy: 0.0, copy_least: 0.0 };

    fn check(before: Element, after: Element, storage: Storage) -> Check {
        let mut check = Check::default();
        compare(&mut check, 7, before, after, &STEP, storage);
        check
    }

    #[test]
    fn the_right_step_is_right() {
        let check = check(BEFORE, AFTER, FP32);
        assert_eq!((check.compared, check.wrong, check.worst), (1, 0, 0.0));
        assert!(check.named.is_empty());
    }

    #[test]
    fn each_result_is_looked_at() {
        let nudge = |value: f32, ulps: u32| f32::from_bits(value.to_bits() + ulps);
        assert_eq!(check(BEFORE, Element { m: nudge(1.0, 4), ..AFTER }, FP32).wrong, 0);
        let named = check(BEFORE, Element { m: nudge(1.0, 5), ..AFTER }, FP32).named;
        assert_eq!(named, ["m of element 7 is 1.0000005960464478e0, not 1e0"]);
        assert_eq!(check(BEFORE, Element { v: nudge(1.0, 5), ..AFTER }, FP32).worst, 5.0);
        for wrong in [
            Element { w: 6.7501, copy: Some(6.7501), ..AFTER },
            Element { v: f32::NAN, ..AFTER },
            Element { copy: Some(6.75 + 0.03125), ..AFTER },
            BEFORE,
        ] {
            assert_eq!(check(BEFORE, wrong, FP32).wrong, 1, "{wrong:?}");
        }
    }

    #[test]
    fn the_largest_second_moment_divides_where_it_is_kept() {
        let before = Element { largest: Some(4.0), ..BEFORE };
        // √4 in fp64 over √0.25 is 4, not √1 over it, 2: half the update.
        let after = Element { w: 7.0 - 0.125, copy: Some(6.875), largest: Some(4.0), ..AFTER };
        assert_eq!(check(before, after, FP32).wrong, 0);
        assert_eq!(check(before, Element { largest: Some(1.0), ..after }, FP32).wrong, 1);
    }

    #[test]
    fn what_is_stored_in_16_bits_may_be_rounded_and_no_more() {
        let storage = Storage { moments: 1.0 / 256.0, copy: 1.0 / 256.0, copy_least: 0.0 };
        let off = |by: f32| Element { m: 1.0 + by, copy: Some(6.75 * (1.0 + by)), ..AFTER };
        assert_eq!(check(BEFORE, off(1.0 / 256.0), storage).wrong, 0);
        assert_eq!(check(BEFORE, off(1.0 / 200.0), storage).wrong, 1);
    }
}
