//! For the tests: every operation once more, forward only, in f64, as the formula says and no faster.
//!
//! The gradients of the fp32 code are compared with central differences of these. In f64 a difference over `2h` with
//! `h = 1e-5` is wrong by about `h²` = 1e-10 in relative terms from curvature and by `2e-16/h` = 2e-11 from rounding:
//! far below the f32 ε of 1.2e-7, so that what remains is the rounding of the fp32 code. The tests bound it in units of
//! ε: the rounding errors of `count` operations are as good as random, and add up to some √`count`/2 units.

use std::ops::Range;

use super::attention::Attention;
use super::config::{Config, VOCABULARY};
use super::parameters::Parameters;
use super::{rms_norm, rope};
use crate::random::Stream;

/// Numbers in (−1, 1) and not too near to zero.
pub fn random(seed: u64, len: usize) -> Vec<f32> {
    let stream = Stream::new(seed, 0);
    (0..len as u64).map(|i| (stream.below(i, 2001) as f32 - 1000.0) / 1001.0).collect()
}

/// The same numbers in f64.
pub fn wide(x: &[f32]) -> Vec<f64> {
    x.iter().copied().map(f64::from).collect()
}

/// Σ yᵢ·cᵢ: a loss whose gradient with respect to `y` is `c`.
pub fn weighted(y: &[f64], c: &[f32]) -> f64 {
    y.iter().zip(c).map(|(y, &c)| y * f64::from(c)).sum()
}

/// Each number within `epsilons`·ε of the largest expected one: sums cancel, and their error is that of their terms.
pub fn assert_close(what: &str, actual: &[f32], expected: &[f64], epsilons: f64) {
    assert_eq!(actual.len(), expected.len(), "{what}: length");
    let largest = expected.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let tolerance = epsilons * f64::from(f32::EPSILON) * largest;
    for (i, (&actual, &expected)) in actual.iter().zip(expected).enumerate() {
        let error = (f64::from(actual) - expected).abs();
        assert!(
            error <= tolerance,
            "{what}[{i}] = {actual}, expected {expected}: off by {error:e}, more than {tolerance:e}"
        );
    }
}

/// `gradient` is that of `loss` at `x`, to `epsilons`·ε of its largest element.
pub fn assert_gradient(what: &str, gradient: &[f32], x: &[f64], epsilons: f64, loss: impl Fn(&[f64]) -> f64) {
    const H: f64 = 1e-5;
    let mut x = x.to_vec();
    let differences: Vec<f64> = (0..x.len())
        .map(|i| {
            let centre = x[i];
            let mut at = |value| {
                x[i] = value;
                loss(&x)
            };
            let difference = (at(centre + H) - at(centre - H)) / (2.0 * H);
            x[i] = centre;
            difference
        })
        .collect();
    assert_close(what, gradient, &differences, epsilons);
}

pub fn linear(w: &[f64], x: &[f64], inputs: usize) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    x.chunks_exact(inputs).flat_map(|x| w.chunks_exact(inputs).map(move |w| dot(w, x))).collect()
}

pub fn rms_norm(w: &[f64], x: &[f64]) -> Vec<f64> {
    let norm = |x: &[f64]| -> Vec<f64> {
        let mean = x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64;
        x.iter().zip(w).map(|(x, w)| w * x / (mean + f64::from(rms_norm::EPSILON)).sqrt()).collect()
    };
    x.chunks_exact(w.len()).flat_map(norm).collect()
}

pub fn rope(x: &[f64], context: usize, dim: usize, head_dim: usize) -> Vec<f64> {
    let half = head_dim / 2;
    let turned = |i: usize| {
        let (position, place) = (i / dim % context, i % head_dim);
        let (sin, cos) = rope::angle(position, place % half, half).sin_cos();
        if place < half { x[i] * cos - x[i + half] * sin } else { x[i] * cos + x[i - half] * sin }
    };
    (0..x.len()).map(turned).collect()
}

pub fn attention(q: &[f64], k: &[f64], v: &[f64], shape: Attention) -> Vec<f64> {
    let Attention { context, heads, head_dim } = shape;
    let dim = heads * head_dim;
    let mut y = vec![0.0; q.len()];
    for row in 0..q.len() / dim {
        for head in 0..heads {
            let at = |row: usize| row * dim + head * head_dim..row * dim + (head + 1) * head_dim;
            let seen = row - row % context..=row;
            let score = |other| linear(&k[at(other)], &q[at(row)], head_dim)[0] / (head_dim as f64).sqrt();
            let weights: Vec<f64> = seen.clone().map(|other| score(other).exp()).collect();
            let sum: f64 = weights.iter().sum();
            for (other, weight) in seen.zip(weights) {
                for (y, v) in y[at(row)].iter_mut().zip(&v[at(other)]) {
                    *y += weight / sum * v;
                }
            }
        }
    }
    y
}

pub fn swiglu(gate: &[f64], up: &[f64]) -> Vec<f64> {
    gate.iter().zip(up).map(|(gate, up)| gate / (1.0 + (-gate).exp()) * up).collect()
}

pub fn cross_entropy(logits: &[f64], targets: &[u8], classes: usize) -> f64 {
    let loss = |(z, target): (&[f64], &u8)| z.iter().map(|z| z.exp()).sum::<f64>().ln() - z[usize::from(*target)];
    logits.chunks_exact(classes).zip(targets).map(loss).sum()
}

/// Name and place of every tensor.
pub fn places(config: &Config) -> Vec<(String, Range<usize>)> {
    let mut end = 0;
    let place = |spec: super::ParameterSpec| {
        let start = end;
        end += spec.len();
        (spec.name, start..end)
    };
    Parameters::new(config).specs.into_iter().map(place).collect()
}

/// The sum of the token losses. Finds its tensors by name, not by the places the model uses.
pub fn llama(config: &Config, values: &[f64], tokens: &[u8]) -> f64 {
    let Config { dim, hidden, context, .. } = *config;
    let places = places(config);
    let get = |name: String| -> &[f64] {
        let place = places.iter().find(|(found, _)| *found == name);
        place.map_or(&[], |(_, range)| &values[range.clone()])
    };
    let shape = Attention { context, heads: config.heads, head_dim: config.head_dim() };
    let rope = |x: Vec<f64>| rope(&x, context, dim, config.head_dim());
    let add = |a: Vec<f64>, b: Vec<f64>| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a + b).collect() };

    let table = get("model.embed_tokens.weight".into());
    let inputs = tokens.chunks_exact(context + 1).flat_map(|sequence| &sequence[..context]);
    let mut x: Vec<f64> = inputs.flat_map(|&token| table[usize::from(token) * dim..][..dim].to_vec()).collect();
    for layer in 0..config.layers {
        let get = |name: &str| get(format!("model.layers.{layer}.{name}.weight"));
        let norm = rms_norm(get("input_layernorm"), &x);
        let q = rope(linear(get("self_attn.q_proj"), &norm, dim));
        let k = rope(linear(get("self_attn.k_proj"), &norm, dim));
        let v = linear(get("self_attn.v_proj"), &norm, dim);
        x = add(x, linear(get("self_attn.o_proj"), &attention(&q, &k, &v, shape), dim));
        let norm = rms_norm(get("post_attention_layernorm"), &x);
        let gated = swiglu(&linear(get("mlp.gate_proj"), &norm, dim), &linear(get("mlp.up_proj"), &norm, dim));
        x = add(x, linear(get("mlp.down_proj"), &gated, hidden));
    }
    let norm = rms_norm(get("model.norm.weight".into()), &x);
    let head = if config.tied { table } else { get("lm_head.weight".into()) };
    let targets: Vec<u8> = tokens.chunks_exact(context + 1).flat_map(|s| &s[1..]).copied().collect();
    cross_entropy(&linear(head, &norm, dim), &targets, VOCABULARY)
}
