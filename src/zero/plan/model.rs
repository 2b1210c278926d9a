//! What is planned for: a list of parameters and, where they are known, the sizes that activations follow from.

use super::transformer::Transformer;
use crate::zero::layout::{Dtype, Parameter};

/// A model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The sizes of a transformer; without them activations are not planned.
    pub transformer: Option<Transformer>,
}

impl Model {
    /// The same model with all parameters of one type.
    #[must_use]
    pub fn with_dtype(mut self, dtype: Dtype) -> Self {
        self.parameters = self.parameters.into_iter().map(|parameter| parameter.of_dtype(dtype)).collect();
        self
    }
}
