//! A Llama: its tensors, and what its passes compute and move.

use ascend_npu_mock::control::Work;

/// Bytes of a number while it is computed with.
const NUMBER: u64 = 2;

/// The sizes of a model and of what a rank gives it in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    pub layers: u32,
    pub hidden: u64,
    pub ffn: u64,
    pub vocabulary: u64,
    pub sequence: u64,
    pub batch: u64,
}

/// A part of the model whose passes are one kernel each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    pub tensors: Vec<(String, Vec<u64>)>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Embedding,
    Layer,
    Head,
}

impl Part {
    pub fn parameters(&self) -> u64 {
        self.tensors.iter().map(|(_, shape)| shape.iter().product::<u64>()).sum()
    }
}

impl Model {
    /// The parts, in the order of the forward pass and of the flat sequence.
    pub fn parts(&self) -> Vec<Part> {
        let &Self { layers, hidden, ffn, vocabulary, .. } = self;
        let layer = |number: u32| {
            let matrix = |name: &str, rows, columns| (format!("layers.{number}.{name}"), vec![rows, columns]);
            let tensors = vec![
                (format!("layers.{number}.attention_norm"), vec![hidden]),
                matrix("query", hidden, hidden),
                matrix("key", hidden, hidden),
                matrix("value", hidden, hidden),
                matrix("out", hidden, hidden),
                (format!("layers.{number}.ffn_norm"), vec![hidden]),
                matrix("gate", ffn, hidden),
                matrix("up", ffn, hidden),
                matrix("down", hidden, ffn),
            ];
            Part { name: format!("layer {number}"), tensors, kind: Kind::Layer }
        };
        let table = |name: &str| (name.to_owned(), vec![vocabulary, hidden]);
        let embedding = Part { name: "embedding".to_owned(), tensors: vec![table("embedding")], kind: Kind::Embedding };
        let norm = ("norm".to_owned(), vec![hidden]);
        let head = Part { name: "head".to_owned(), tensors: vec![norm, table("head")], kind: Kind::Head };
        std::iter::once(embedding).chain((0..layers).map(layer)).chain([head]).collect()
    }

    pub fn parameters(&self) -> u64 {
        self.parts().iter().map(Part::parameters).sum()
    }

    /// Tokens of a rank in a step.
    pub fn tokens(&self) -> u64 {
        self.sequence * self.batch
    }

    /// What the forward pass of a part does. Of the cube units it gets `efficiency` of their rate.
    pub fn forward(&self, part: &Part, efficiency: f64) -> Work {
        let (tokens, weights) = (self.tokens(), NUMBER * part.parameters());
        let stream = NUMBER * tokens * self.hidden;
        let products = 2 * part.parameters() * tokens;
        let (flops, others) = match part.kind {
            Kind::Embedding => return Work { moved: 2 * stream, distinct: 2 * stream, flops: 0 },
            // Scores and their sums, of which a causal mask leaves half.
            Kind::Layer => {
                let scores = 2 * 2 * tokens * self.sequence * self.hidden / 2;
                (products + scores, NUMBER * tokens * (6 * self.hidden + 3 * self.ffn))
            }
            Kind::Head => (products, 2 * NUMBER * tokens * self.vocabulary),
        };
        let moved = weights + 2 * stream + others;
        Work { moved, distinct: moved, flops: (flops as f64 / efficiency) as u64 }
    }

    /// What its backward pass does: gradients of what comes in and of the weights, after the forward pass again from what was kept.
    pub fn backward(&self, part: &Part, efficiency: f64) -> Work {
        let Work { moved, distinct, flops } = self.forward(part, efficiency);
        let again = u64::from(part.kind == Kind::Layer);
        let gradients = NUMBER * part.parameters();
        Work {
            moved: (2 + again) * moved + gradients,
            distinct: (2 + again) * distinct + gradients,
            flops: (2 + again) * flops,
        }
    }

    /// Bytes of activations that are there at once: what comes into each layer, what one layer makes, and the loss's table.
    pub fn activations(&self) -> u64 {
        let tokens = self.tokens();
        let kept = u64::from(self.layers) * tokens * self.hidden;
        let inside = tokens * (8 * self.hidden + 3 * self.ffn);
        NUMBER * (kept + inside) + 4 * tokens * self.vocabulary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEVEN: Model = Model { layers: 32, hidden: 4096, ffn: 11008, vocabulary: 32000, sequence: 4096, batch: 1 };

    #[test]
    fn a_model_has_the_parameters_of_its_name() {
        assert_eq!(SEVEN.parameters(), 6_738_415_616);
        let thirteen = Model { layers: 40, hidden: 5120, ffn: 13824, ..SEVEN };
        assert_eq!(thirteen.parameters(), 13_015_864_320);
    }

    #[test]
    fn a_step_computes_eight_operations_for_each_weight_and_token_and_more_for_attention() {
        let parts = SEVEN.parts();
        let all = |work: &dyn Fn(&Part) -> Work| parts.iter().map(|part| work(part).flops).sum::<u64>();
        let flops = all(&|part| SEVEN.forward(part, 1.0)) + all(&|part| SEVEN.backward(part, 1.0));
        let weights = SEVEN.parameters() - SEVEN.vocabulary * SEVEN.hidden;
        let least = 8 * weights * SEVEN.tokens();
        assert!((1.0..1.2).contains(&(flops as f64 / least as f64)), "{flops} {least}");
        let half = all(&|part| SEVEN.forward(part, 0.5));
        assert!((half as f64 / all(&|part| SEVEN.forward(part, 1.0)) as f64 - 2.0).abs() < 1e-9);
    }
}
