//! What a model says of its parameters.

/// The type of a parameter while it is trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dtype {
    /// 32 bits.
    F32,
    /// IEEE half precision.
    F16,
    /// The upper half of an `f32`.
    Bf16,
}

impl Dtype {
    /// Bytes of an element.
    pub fn bytes(self) -> u64 {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
        }
    }

    /// The usual name.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "fp32",
            Self::F16 => "fp16",
            Self::Bf16 => "bf16",
        }
    }
}

/// A group of parameters that the optimizer treats alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// What a step's learning rate is multiplied by.
    pub lr_scale: f64,
    /// Decoupled weight decay; `None` for the optimizer's own.
    pub weight_decay: Option<f64>,
}

impl Default for Group {
    fn default() -> Self {
        Self { lr_scale: 1.0, weight_decay: None }
    }
}

/// A parameter of a model, or a second name of one.
///
/// ```
/// use ascend_npu::zero::{Dtype, Parameter};
///
/// let model = [
///     Parameter::new("embed.weight", [32000, 4096], Dtype::Bf16).in_layer("embed"),
///     Parameter::new("layers.0.norm.weight", [4096], Dtype::F32).in_layer("layers.0").in_group(1),
///     Parameter::tied("head.weight", "embed.weight").in_layer("head"),
/// ];
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub(super) name: String,
    pub(super) layer: String,
    pub(super) storage: Storage,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    Own { shape: Vec<u64>, dtype: Dtype, trainable: bool, group: usize },
    TiedTo(String),
}

impl Parameter {
    /// A trained parameter of group 0, in the layer "". An extent of zero makes it empty, which is legal.
    pub fn new(name: impl Into<String>, shape: impl Into<Vec<u64>>, dtype: Dtype) -> Self {
        let storage = Storage::Own { shape: shape.into(), dtype, trainable: true, group: 0 };
        Self { name: name.into(), layer: String::new(), storage }
    }

    /// A second name of a parameter that stands before it in the model.
    pub fn tied(name: impl Into<String>, to: impl Into<String>) -> Self {
        Self { name: name.into(), layer: String::new(), storage: Storage::TiedTo(to.into()) }
    }

    /// Is not trained: has no gradient and no optimizer state. Of a tied name the tensor's own word counts.
    #[must_use]
    pub fn frozen(mut self) -> Self {
        if let Storage::Own { trainable, .. } = &mut self.storage {
            *trainable = false;
        }
        self
    }

    /// Belongs to a group, by its place in [`LayoutOptions::groups`](super::LayoutOptions::groups). Of a tied name the tensor's own
    /// word counts.
    #[must_use]
    pub fn in_group(mut self, number: usize) -> Self {
        if let Storage::Own { group, .. } = &mut self.storage {
            *group = number;
        }
        self
    }

    /// Is of another type. Of a tied name the tensor's own word counts.
    #[must_use]
    pub fn of_dtype(mut self, wanted: Dtype) -> Self {
        if let Storage::Own { dtype, .. } = &mut self.storage {
            *dtype = wanted;
        }
        self
    }

    /// Is used by a layer. Layers stand in the order in which they are named first.
    #[must_use]
    pub fn in_layer(mut self, name: impl Into<String>) -> Self {
        self.layer = name.into();
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}
