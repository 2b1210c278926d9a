//! SwiGLU (Shazeer 2020): `y = silu(gate) · up` with `silu(g) = g·σ(g)`, σ the logistic function.
//!
//! Backward: `d_up = d_y · silu(gate)` and `d_gate = d_y · up · σ·(1 + gate·(1 − σ))`.

/// Element by element.
pub fn forward(gate: &[f32], up: &[f32], y: &mut [f32]) {
    for ((y, &gate), up) in y.iter_mut().zip(gate).zip(up) {
        *y = gate * sigmoid(gate) * up;
    }
}

/// Turns `gate` and `up`, which nobody needs any more, into their own gradients.
pub fn backward(gate: &mut [f32], up: &mut [f32], d_y: &[f32]) {
    for ((gate, up), d_y) in gate.iter_mut().zip(up).zip(d_y) {
        let sigma = sigmoid(*gate);
        let d_gate = d_y * *up * (sigma * (1.0 + *gate * (1.0 - sigma)));
        *up = d_y * (*gate * sigma);
        *gate = d_gate;
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::super::reference::{self, assert_close, assert_gradient, random};

    #[test]
    fn gradients_are_those_of_the_f64_reference() {
        let (gate, up, d_y) = (random(1, 33), random(2, 33), random(3, 33));
        let mut y = vec![0.0; 33];
        super::forward(&gate, &up, &mut y);
        let (gate64, up64) = (reference::wide(&gate), reference::wide(&up));
        // An exponential and half a dozen operations.
        assert_close("y", &y, &reference::swiglu(&gate64, &up64), 4.0);

        let (mut d_gate, mut d_up) = (gate.clone(), up.clone());
        super::backward(&mut d_gate, &mut d_up, &d_y);
        let weighted = |y: Vec<f64>| reference::weighted(&y, &d_y);
        assert_gradient("d_gate", &d_gate, &gate64, 4.0, |gate| weighted(reference::swiglu(gate, &up64)));
        assert_gradient("d_up", &d_up, &up64, 4.0, |up| weighted(reference::swiglu(&gate64, up)));
    }

    #[test]
    fn large_inputs_stay_finite() {
        let mut y = [0.0; 2];
        super::forward(&[-200.0, 200.0], &[1.0, 1.0], &mut y);
        assert_eq!(y, [0.0, 200.0]);
        let (mut gate, mut up) = ([-200.0, 200.0], [1.0, 1.0]);
        super::backward(&mut gate, &mut up, &[1.0, 1.0]);
        assert_eq!((gate, up), ([0.0, 1.0], [0.0, 200.0]));
    }
}
