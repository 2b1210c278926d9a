//! Linear map without bias: `y = x·Wᵀ`, with shapes `x [rows, inputs]`, `W [outputs, inputs]`, `y [rows, outputs]`.
//!
//! Backward: `d_x = d_y·W` and `d_W = d_yᵀ·x`.

use super::gemm::{Matrix, MatrixMut, gemm};

/// The shape of `W`.
#[derive(Clone, Copy)]
pub struct Linear {
    pub inputs: usize,
    pub outputs: usize,
}

/// What to do with the values a result finds in its place.
#[derive(Clone, Copy)]
pub enum Into {
    /// Write over them.
    Replace,
    /// Add to them.
    Add,
}

impl Into {
    fn beta(self) -> f32 {
        match self {
            Self::Replace => 0.0,
            Self::Add => 1.0,
        }
    }
}

impl Linear {
    /// `y = x·Wᵀ`, or added to `y`: that is how a layer writes into the residual stream.
    pub fn forward(self, weight: &[f32], x: &[f32], y: &mut [f32], into: Into) {
        let rows = x.len() / self.inputs;
        let weight = Matrix::new(weight, self.outputs, self.inputs);
        let x = Matrix::new(x, rows, self.inputs);
        gemm(1.0, x, weight.t(), into.beta(), MatrixMut::new(y, rows, self.outputs));
    }

    /// `d_x = d_y·W`, or added to `d_x`: an input that several maps read gets the sum of their gradients.
    pub fn backward_input(self, weight: &[f32], d_y: &[f32], d_x: &mut [f32], into: Into) {
        let rows = d_y.len() / self.outputs;
        let weight = Matrix::new(weight, self.outputs, self.inputs);
        let d_y = Matrix::new(d_y, rows, self.outputs);
        gemm(1.0, d_y, weight, into.beta(), MatrixMut::new(d_x, rows, self.inputs));
    }

    /// `d_W += d_yᵀ·x`.
    pub fn backward_weight(self, x: &[f32], d_y: &[f32], d_weight: &mut [f32]) {
        let rows = x.len() / self.inputs;
        let x = Matrix::new(x, rows, self.inputs);
        let d_y = Matrix::new(d_y, rows, self.outputs);
        gemm(1.0, d_y.t(), x, 1.0, MatrixMut::new(d_weight, self.outputs, self.inputs));
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference::{self, assert_close, assert_gradient, random};
    use super::*;

    #[test]
    fn gradients_are_those_of_the_f64_reference() {
        let (rows, linear) = (5, Linear { inputs: 7, outputs: 3 });
        let (x, w, d_y) = (random(1, rows * 7), random(2, 7 * 3), random(3, rows * 3));
        let mut y = vec![0.0; d_y.len()];
        linear.forward(&w, &x, &mut y, Into::Replace);
        let (x64, w64) = (reference::wide(&x), reference::wide(&w));
        // Sums of at most 7 products: a dozen roundings.
        assert_close("y", &y, &reference::linear(&w64, &x64, 7), 4.0);

        let (mut d_x, mut d_w) = (vec![0.0; x.len()], vec![0.0; w.len()]);
        linear.backward_input(&w, &d_y, &mut d_x, Into::Replace);
        linear.backward_weight(&x, &d_y, &mut d_w);
        assert_gradient("d_x", &d_x, &x64, 4.0, |x| reference::weighted(&reference::linear(&w64, x, 7), &d_y));
        assert_gradient("d_w", &d_w, &w64, 4.0, |w| reference::weighted(&reference::linear(w, &x64, 7), &d_y));
    }

    #[test]
    fn adding_keeps_what_was_there() {
        let linear = Linear { inputs: 1, outputs: 1 };
        let (mut y, mut d_x, mut d_w) = ([10.0], [20.0], [30.0]);
        linear.forward(&[2.0], &[3.0], &mut y, Into::Add);
        linear.backward_input(&[2.0], &[5.0], &mut d_x, Into::Add);
        linear.backward_weight(&[3.0], &[5.0], &mut d_w);
        assert_eq!((y, d_x, d_w), ([16.0], [30.0], [45.0]));
    }
}
