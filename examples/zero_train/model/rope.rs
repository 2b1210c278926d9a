//! Rotary position embedding (Su et al. 2021): queries and keys are turned by an angle that grows with the position,
//! so that their product depends on the distance between them only.
//!
//! Elements `i` and `i + head_dim/2` of a head are one plane (the pairing of Hugging Face), turned at position `p` by
//! `p·10000^(−2i/head_dim)`. The transpose of a rotation is the rotation back: backward is forward by minus the angle.

/// The base of the angles.
pub const THETA: f64 = 10_000.0;

/// Cosines and sines of all positions.
pub struct Rope {
    half: usize,
    cos: Vec<f32>,
    sin: Vec<f32>,
}

impl Rope {
    /// Tables of `context` rows of `head_dim/2` angles.
    pub fn new(context: usize, head_dim: usize) -> Self {
        let half = head_dim / 2;
        let angles = || (0..context).flat_map(|position| (0..half).map(move |pair| angle(position, pair, half)));
        Self { half, cos: angles().map(|a| a.cos() as f32).collect(), sin: angles().map(|a| a.sin() as f32).collect() }
    }

    /// Turns every head of every row of `x`, whose rows are whole sequences of `dim` columns.
    pub fn forward(&self, x: &mut [f32], dim: usize) {
        self.turn(x, dim, 1.0);
    }

    /// Turns the gradient back.
    pub fn backward(&self, d_x: &mut [f32], dim: usize) {
        self.turn(d_x, dim, -1.0);
    }

    fn turn(&self, x: &mut [f32], dim: usize, direction: f32) {
        let positions = self.cos.chunks_exact(self.half).zip(self.sin.chunks_exact(self.half)).cycle();
        for (row, (cos, sin)) in x.chunks_exact_mut(dim).zip(positions) {
            for head in row.chunks_exact_mut(2 * self.half) {
                let (first, second) = head.split_at_mut(self.half);
                for (((a, b), cos), sin) in first.iter_mut().zip(second).zip(cos).zip(sin) {
                    let sin = direction * sin;
                    (*a, *b) = (*a * cos - *b * sin, *b * cos + *a * sin);
                }
            }
        }
    }
}

/// In f64: at position 1000 an f32 angle would be off by 1e-4 already.
pub fn angle(position: usize, pair: usize, half: usize) -> f64 {
    position as f64 * THETA.powf(-(pair as f64) / half as f64)
}

#[cfg(test)]
mod tests {
    use super::super::reference::{self, assert_close, assert_gradient, random};
    use super::*;

    #[test]
    fn gradients_are_those_of_the_f64_reference() {
        // Two sequences of 5, 3 heads of 4.
        let (context, dim, head_dim) = (5, 12, 4);
        let rope = Rope::new(context, head_dim);
        let (x, d_y) = (random(1, 2 * context * dim), random(2, 2 * context * dim));
        let mut y = x.clone();
        rope.forward(&mut y, dim);
        let x64 = reference::wide(&x);
        // Two products and a sum, and the rounding of the table.
        assert_close("y", &y, &reference::rope(&x64, context, dim, head_dim), 4.0);

        let mut d_x = d_y.clone();
        rope.backward(&mut d_x, dim);
        let loss = |x: &[f64]| reference::weighted(&reference::rope(x, context, dim, head_dim), &d_y);
        assert_gradient("d_x", &d_x, &x64, 4.0, loss);
    }

    #[test]
    fn products_depend_on_the_distance_only() {
        let rope = Rope::new(9, 8);
        let (mut queries, mut keys) = (random(1, 8).repeat(9), random(2, 8).repeat(9));
        rope.forward(&mut queries, 8);
        rope.forward(&mut keys, 8);
        let product = |q: usize, k: usize| super::super::vector::dot(&queries[q * 8..][..8], &keys[k * 8..][..8]);
        // Eight products of numbers below one, of factors rounded twice.
        assert!((product(3, 1) - product(8, 6)).abs() < 32.0 * f32::EPSILON);
        assert!((product(3, 1) - product(8, 5)).abs() > 1e-3);
    }
}
