//! RMSNorm (Zhang and Sennrich 2019): `y = w · x·r` with `r = 1/√(mean(x²) + ε)`, for each row by itself.
//!
//! Backward, with `g = w·d_y`: `d_x = r·(g − x · r²/dim · Σ g·x)` and `d_w = Σ over rows of d_y · x·r`.

use super::vector::dot;

/// The ε of Llama 2 and 3.
pub const EPSILON: f32 = 1e-5;

/// Fills `y`, and keeps each row's `r` in `inverse` for the backward pass.
pub fn forward(weight: &[f32], x: &[f32], y: &mut [f32], inverse: &mut [f32]) {
    let dim = weight.len();
    for ((x, y), inverse) in x.chunks_exact(dim).zip(y.chunks_exact_mut(dim)).zip(inverse) {
        let r = 1.0 / (dot(x, x) / dim as f32 + EPSILON).sqrt();
        for ((y, x), w) in y.iter_mut().zip(x).zip(weight) {
            *y = w * (x * r);
        }
        *inverse = r;
    }
}

/// Adds to `d_x`, which already holds the gradient that passes the norm by along the residual stream, and to
/// `d_weight`. Turns `d_y` into `w·d_y` on the way.
pub fn backward(weight: &[f32], x: &[f32], inverse: &[f32], d_y: &mut [f32], d_x: &mut [f32], d_weight: &mut [f32]) {
    let dim = weight.len();
    let rows = x.chunks_exact(dim).zip(inverse).zip(d_y.chunks_exact_mut(dim)).zip(d_x.chunks_exact_mut(dim));
    for (((x, &r), d_y), d_x) in rows {
        for ((d_w, d_y), x) in d_weight.iter_mut().zip(&*d_y).zip(x) {
            *d_w += d_y * (x * r);
        }
        for (d_y, w) in d_y.iter_mut().zip(weight) {
            *d_y *= w;
        }
        let pull = dot(d_y, x) * r * r / dim as f32;
        for ((d_x, g), x) in d_x.iter_mut().zip(&*d_y).zip(x) {
            *d_x += r * (g - x * pull);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference::{self, assert_close, assert_gradient, random};

    #[test]
    fn gradients_are_those_of_the_f64_reference() {
        let (rows, dim) = (3, 19);
        let (x, w, d_y) = (random(1, rows * dim), random(2, dim), random(3, rows * dim));
        let (mut y, mut inverse) = (vec![0.0; x.len()], vec![0.0; rows]);
        super::forward(&w, &x, &mut y, &mut inverse);
        let (x64, w64) = (reference::wide(&x), reference::wide(&w));
        // A mean of 19 squares, a root and three products: two dozen roundings.
        assert_close("y", &y, &reference::rms_norm(&w64, &x64), 4.0);

        let (mut d_x, mut d_w) = (vec![0.0; x.len()], vec![0.0; dim]);
        super::backward(&w, &x, &inverse, &mut d_y.clone(), &mut d_x, &mut d_w);
        // Twice as many.
        assert_gradient("d_x", &d_x, &x64, 4.0, |x| reference::weighted(&reference::rms_norm(&w64, x), &d_y));
        assert_gradient("d_w", &d_w, &w64, 4.0, |w| reference::weighted(&reference::rms_norm(w, &x64), &d_y));
    }

    #[test]
    fn zero_row_stays_finite() {
        let (mut y, mut inverse) = ([1.0; 4], [0.0]);
        super::forward(&[1.0; 4], &[0.0; 4], &mut y, &mut inverse);
        assert_eq!(y, [0.0; 4]);
        assert!(inverse[0].is_finite());
    }
}
