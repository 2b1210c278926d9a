//! Causal attention: for each head, `P = softmax(q·kᵀ/√head_dim)`, where a row sees its own position and those before
//! it, and `y = P·v`.
//!
//! Backward: `d_v = Pᵀ·d_y`, `d_P = d_y·vᵀ`, then through the softmax `d_S = P ∘ (d_P − rowsum(P ∘ d_P))`, and
//! `d_q = d_S·k/√head_dim`, `d_k = d_Sᵀ·q/√head_dim`.
//!
//! `q`, `k`, `v`, `y` have a row of all heads for each token, as the linear maps around them want it: a head is a block
//! of columns, which the matrix product reads and writes in place. `P` is kept for the backward pass: a square of
//! `context²` elements for each sequence and head.

use std::ops::Range;

use super::gemm::{Matrix, MatrixMut, gemm};
use super::vector::dot;

/// The shape.
#[derive(Clone, Copy)]
pub struct Attention {
    pub context: usize,
    pub heads: usize,
    pub head_dim: usize,
}

impl Attention {
    /// Fills `y` and `probabilities`.
    pub fn forward(&self, query: &[f32], key: &[f32], value: &[f32], probabilities: &mut [f32], y: &mut [f32]) {
        let blocks = probabilities.chunks_exact_mut(self.context * self.context).zip(self.blocks(query.len()));
        for (p, block) in blocks {
            let (q, k, v) = (self.read(query, &block), self.read(key, &block), self.read(value, &block));
            gemm(self.scale(), q, k.t(), 0.0, self.square_mut(p));
            for (position, row) in p.chunks_exact_mut(self.context).enumerate() {
                let (seen, future) = row.split_at_mut(position + 1);
                softmax(seen);
                future.fill(0.0);
            }
            gemm(1.0, self.square(p), v, 0.0, self.write(y, &block));
        }
    }

    /// Fills the three gradients. `d_scores` is room for one square.
    pub fn backward(&self, kept: &Kept<'_>, d_y: &[f32], d_scores: &mut [f32], d: Gradients<'_>) {
        let blocks = kept.probabilities.chunks_exact(self.context * self.context).zip(self.blocks(d_y.len()));
        for (p, block) in blocks {
            let d_y = self.read(d_y, &block);
            gemm(1.0, self.square(p).t(), d_y, 0.0, self.write(d.value, &block));
            gemm(1.0, d_y, self.read(kept.value, &block).t(), 0.0, self.square_mut(d_scores));
            for (p, d_s) in p.chunks_exact(self.context).zip(d_scores.chunks_exact_mut(self.context)) {
                let mean = dot(p, d_s);
                for (d_s, p) in d_s.iter_mut().zip(p) {
                    *d_s = p * (*d_s - mean);
                }
            }
            let d_s = self.square(d_scores);
            gemm(self.scale(), d_s, self.read(kept.key, &block), 0.0, self.write(d.query, &block));
            gemm(self.scale(), d_s.t(), self.read(kept.query, &block), 0.0, self.write(d.key, &block));
        }
    }

    fn scale(&self) -> f32 {
        1.0 / (self.head_dim as f32).sqrt()
    }

    fn dim(&self) -> usize {
        self.heads * self.head_dim
    }

    /// For every sequence and head, the elements from the first to the last of its block.
    fn blocks(&self, len: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let Self { context, heads, head_dim } = *self;
        let dim = self.dim();
        (0..len).step_by(context * dim).flat_map(move |sequence| {
            (0..heads).map(move |head| {
                let start = sequence + head * head_dim;
                start..start + (context - 1) * dim + head_dim
            })
        })
    }

    fn read<'a>(&self, x: &'a [f32], block: &Range<usize>) -> Matrix<'a> {
        Matrix::strided(&x[block.clone()], self.context, self.head_dim, self.dim())
    }

    fn write<'a>(&self, x: &'a mut [f32], block: &Range<usize>) -> MatrixMut<'a> {
        MatrixMut::strided(&mut x[block.clone()], self.context, self.head_dim, self.dim())
    }

    fn square<'a>(&self, x: &'a [f32]) -> Matrix<'a> {
        Matrix::new(x, self.context, self.context)
    }

    fn square_mut<'a>(&self, x: &'a mut [f32]) -> MatrixMut<'a> {
        MatrixMut::new(x, self.context, self.context)
    }
}

/// What the forward pass read and made.
pub struct Kept<'a> {
    pub query: &'a [f32],
    pub key: &'a [f32],
    pub value: &'a [f32],
    pub probabilities: &'a [f32],
}

/// Where the gradients go.
pub struct Gradients<'a> {
    pub query: &'a mut [f32],
    pub key: &'a mut [f32],
    pub value: &'a mut [f32],
}

/// In place; `row` is not empty.
fn softmax(row: &mut [f32]) {
    // Subtracting the largest keeps the exponentials in range and changes nothing.
    let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for x in row.iter_mut() {
        *x = (*x - largest).exp();
        sum += *x;
    }
    let inverse = 1.0 / sum;
    for x in row {
        *x *= inverse;
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference::{self, assert_close, assert_gradient, random};
    use super::*;

    const SHAPE: Attention = Attention { context: 5, heads: 2, head_dim: 4 };

    fn forward(q: &[f32], k: &[f32], v: &[f32]) -> (Vec<f32>, Vec<f32>) {
        let mut y = vec![0.0; q.len()];
        let sequences = q.len() / (SHAPE.context * SHAPE.dim());
        let mut probabilities = vec![f32::NAN; sequences * SHAPE.heads * SHAPE.context * SHAPE.context];
        SHAPE.forward(q, k, v, &mut probabilities, &mut y);
        (y, probabilities)
    }

    #[test]
    fn gradients_are_those_of_the_f64_reference() {
        let len = 2 * SHAPE.context * SHAPE.dim();
        let [q, k, v, d_y] = [1, 2, 3, 4].map(|seed| random(seed, len));
        let [q64, k64, v64] = [&q, &k, &v].map(|x| reference::wide(x));
        let (y, probabilities) = forward(&q, &k, &v);
        // Sums of 4 and 5 products around an exponential: two dozen roundings.
        assert_close("y", &y, &reference::attention(&q64, &k64, &v64, SHAPE), 4.0);

        let (mut d_q, mut d_k, mut d_v) = (vec![0.0; len], vec![0.0; len], vec![0.0; len]);
        let kept = Kept { query: &q, key: &k, value: &v, probabilities: &probabilities };
        let d = Gradients { query: &mut d_q, key: &mut d_k, value: &mut d_v };
        SHAPE.backward(&kept, &d_y, &mut [0.0; 25], d);
        // Twice as many.
        let weighted = |y: Vec<f64>| reference::weighted(&y, &d_y);
        assert_gradient("d_q", &d_q, &q64, 4.0, |q| weighted(reference::attention(q, &k64, &v64, SHAPE)));
        assert_gradient("d_k", &d_k, &k64, 4.0, |k| weighted(reference::attention(&q64, k, &v64, SHAPE)));
        assert_gradient("d_v", &d_v, &v64, 4.0, |v| weighted(reference::attention(&q64, &k64, v, SHAPE)));
    }

    #[test]
    fn later_tokens_and_other_sequences_do_not_matter() {
        let row = SHAPE.dim();
        let [q, mut k, mut v] = [1, 2, 3].map(|seed| random(seed, 2 * SHAPE.context * row));
        let (before, _) = forward(&q, &k, &v);
        // The last two tokens of the first sequence.
        k[3 * row..5 * row].fill(9.0);
        v[3 * row..5 * row].fill(9.0);
        let (after, _) = forward(&q, &k, &v);
        assert_eq!(before[..3 * row], after[..3 * row]);
        assert_ne!(before[3 * row..4 * row], after[3 * row..4 * row]);
        assert_eq!(before[5 * row..], after[5 * row..]);
    }
}
