//! Cross-entropy of the next byte: `loss = ln Σⱼ exp(zⱼ) − z_target`, summed over the rows.
//!
//! Backward: `d_z = scale · (softmax(z) − [j = target])`.

/// The sum of the losses. Turns `logits` into the gradient of `scale` times that sum.
pub fn forward_backward(logits: &mut [f32], targets: impl Iterator<Item = u8>, classes: usize, scale: f32) -> f64 {
    let mut total = 0.0;
    for (row, target) in logits.chunks_exact_mut(classes).zip(targets) {
        // Subtracting the largest keeps the exponentials in range and changes nothing.
        let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let target_logit = row[usize::from(target)] - largest;
        let mut sum = 0.0;
        for z in row.iter_mut() {
            *z = (*z - largest).exp();
            sum += *z;
        }
        total += f64::from(sum).ln() - f64::from(target_logit);
        let normalise = scale / sum;
        for z in row.iter_mut() {
            *z *= normalise;
        }
        row[usize::from(target)] -= scale;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::super::reference::{self, assert_gradient, random};

    #[test]
    fn gradients_are_those_of_the_f64_reference() {
        let (classes, targets, scale) = (11, [4_u8, 0, 10], 0.5);
        let logits = random(1, classes * targets.len());
        let logits64 = reference::wide(&logits);
        let mut d_logits = logits.clone();
        let loss = super::forward_backward(&mut d_logits, targets.into_iter(), classes, scale);
        let expected = reference::cross_entropy(&logits64, &targets, classes);
        // A sum of 11 exponentials: two dozen roundings.
        assert!((loss - expected).abs() < 4.0 * f64::from(f32::EPSILON) * expected, "{loss} {expected}");
        assert_gradient("d_logits", &d_logits, &logits64, 4.0, |logits| {
            f64::from(scale) * reference::cross_entropy(logits, &targets, classes)
        });
    }

    #[test]
    fn huge_logits_stay_finite() {
        let mut logits = [1e30, 0.0];
        assert_eq!(super::forward_backward(&mut logits, [0_u8].into_iter(), 2, 1.0), 0.0);
        assert_eq!(logits, [0.0, 0.0]);
    }
}
