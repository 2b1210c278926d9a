//! The whole model: embedding, layers, norm, head, cross-entropy, and back.

use super::config::{Config, VOCABULARY};
use super::layer::Layer;
use super::linear::{Into, Linear};
use super::parameters::Parameters;
use super::workspace::Workspace;
use super::{embedding, loss, rms_norm};

/// The model on one rank: its operations and the memory they work in. The parameters' values stay with the caller.
pub struct Llama {
    config: Config,
    parameters: Parameters,
    layer: Layer,
    head: Linear,
    workspace: Workspace,
    sequences: usize,
}

impl Llama {
    /// A model that takes `sequences` sequences at a time.
    pub fn new(config: Config, sequences: usize) -> Self {
        Self {
            config,
            parameters: Parameters::new(&config),
            layer: Layer::new(&config),
            head: Linear { inputs: config.dim, outputs: VOCABULARY },
            workspace: Workspace::new(&config, sequences),
            sequences,
        }
    }

    /// The list of its tensors.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Sum over all tokens of the loss of the next one, in nats. Adds to `gradients` those of `scale` times that sum.
    ///
    /// `tokens` holds `sequences` rows of `context + 1` bytes: each byte but the first is to be told from those before
    /// it. The order of all sums is fixed, so that the same arguments give the same bits.
    pub fn forward_backward(&mut self, parameters: &[f32], tokens: &[u8], gradients: &mut [f32], scale: f32) -> f64 {
        assert_eq!(tokens.len(), self.sequences * (self.config.context + 1), "bytes of {} sequences", self.sequences);
        self.forward(parameters, tokens);
        let targets = self.targets(tokens);
        let loss = loss::forward_backward(&mut self.workspace.logits, targets, VOCABULARY, scale);
        self.backward(parameters, tokens, gradients);
        loss
    }

    fn forward(&mut self, w: &[f32], tokens: &[u8]) {
        let inputs = self.inputs(tokens);
        let Self { config, parameters: at, workspace, .. } = self;
        embedding::forward(&w[at.embedding.clone()], inputs, config.dim, &mut workspace.stream);
        for (at, keep) in at.layers.iter().zip(&mut workspace.layers) {
            self.layer.forward(w, at, keep, &mut workspace.stream);
        }
        rms_norm::forward(&w[at.norm.clone()], &workspace.stream, &mut workspace.norm, &mut workspace.inverse);
        self.head.forward(&w[at.head.clone()], &workspace.norm, &mut workspace.logits, Into::Replace);
    }

    fn backward(&mut self, w: &[f32], tokens: &[u8], d_w: &mut [f32]) {
        let inputs = self.inputs(tokens);
        let Self { config, parameters: at, workspace, .. } = self;
        let Workspace { layers, stream, norm, inverse, logits: d_logits, scratch: d } = workspace;
        self.head.backward_weight(norm, d_logits, &mut d_w[at.head.clone()]);
        self.head.backward_input(&w[at.head.clone()], d_logits, &mut d.d_branch, Into::Replace);
        // Nothing passes the last norm by.
        d.d_stream.fill(0.0);
        let d_norm = &mut d_w[at.norm.clone()];
        rms_norm::backward(&w[at.norm.clone()], stream, inverse, &mut d.d_branch, &mut d.d_stream, d_norm);
        for (at, kept) in at.layers.iter().zip(layers).rev() {
            self.layer.backward(w, at, kept, d, d_w);
        }
        embedding::backward(&mut d_w[at.embedding.clone()], inputs, config.dim, &d.d_stream);
    }

    /// The bytes the model reads: all but the last of each sequence.
    fn inputs<'a>(&self, tokens: &'a [u8]) -> impl Iterator<Item = u8> + use<'a> {
        let context = self.config.context;
        tokens.chunks_exact(context + 1).flat_map(move |sequence| &sequence[..context]).copied()
    }

    /// The bytes it is to foretell: all but the first of each sequence.
    fn targets<'a>(&self, tokens: &'a [u8]) -> impl Iterator<Item = u8> + use<'a> {
        tokens.chunks_exact(self.config.context + 1).flat_map(|sequence| &sequence[1..]).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference::{self, assert_gradient};
    use super::*;

    const CONFIG: Config = Config { layers: 2, dim: 8, heads: 2, hidden: 12, context: 5, tied: false };
    /// Two sequences of five tokens and the next.
    const TOKENS: &[u8] = b"banana\xff\x00mnab";

    fn check_against_reference(config: Config) {
        let mut model = Llama::new(config, 2);
        // Ten times the usual spread, so that no activation is in its linear part; and norms off one.
        let values = model.parameters().initial_values(7);
        let spread = |(value, noise): (f32, f32)| if value == 1.0 { value + noise / 2.0 } else { value * 10.0 };
        let values: Vec<f32> = values.iter().copied().zip(reference::random(8, values.len())).map(spread).collect();
        let mut gradients = vec![0.0; values.len()];
        let scale = 0.25;
        let loss = model.forward_backward(&values, TOKENS, &mut gradients, scale);

        let values64 = reference::wide(&values);
        let expected = reference::llama(&config, &values64, TOKENS);
        assert!((loss - expected).abs() < 16.0 * f64::from(f32::EPSILON) * expected, "{loss} {expected}");
        for (name, range) in reference::places(&config) {
            // On the way from a parameter to the loss and back lie some 500 roundings.
            assert_gradient(&name, &gradients[range.clone()], &values64[range.clone()], 32.0, |part| {
                let mut values = values64.clone();
                values[range.clone()].copy_from_slice(part);
                f64::from(scale) * reference::llama(&config, &values, TOKENS)
            });
        }
    }

    #[test]
    fn gradients_are_those_of_the_f64_reference() {
        check_against_reference(CONFIG);
    }

    #[test]
    fn tied_gradients_are_those_of_the_f64_reference() {
        check_against_reference(Config { tied: true, ..CONFIG });
    }

    #[test]
    fn gradients_add_and_repeat_bit_for_bit() {
        let mut model = Llama::new(CONFIG, 2);
        let values = model.parameters().initial_values(1);
        let (mut once, mut twice) = (vec![0.0; values.len()], vec![0.0; values.len()]);
        let first = model.forward_backward(&values, TOKENS, &mut once, 1.0);
        let again = model.forward_backward(&values, TOKENS, &mut twice, 1.0);
        assert_eq!(first, again);
        assert_eq!(once, twice);
        model.forward_backward(&values, TOKENS, &mut twice, 1.0);
        for (once, twice) in once.iter().zip(&twice) {
            // A sum of many terms starts from another value: one rounding for each of the ten tokens.
            assert!((2.0 * once - twice).abs() <= 10.0 * f32::EPSILON * twice.abs().max(1.0), "{once} {twice}");
        }
    }

    #[test]
    fn rank_without_sequences_has_no_loss_and_no_gradient() {
        let mut model = Llama::new(CONFIG, 0);
        let values = model.parameters().initial_values(1);
        let mut gradients = vec![0.0; values.len()];
        assert_eq!(model.forward_backward(&values, b"", &mut gradients, 1.0), 0.0);
        assert!(gradients.iter().all(|&gradient| gradient == 0.0));
    }
}
