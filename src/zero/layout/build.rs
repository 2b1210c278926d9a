//! Laying a model out.

use std::collections::HashMap;

use super::parameter::{Dtype, Group, Parameter, Storage};
use super::table::{Bucket, Layer, Layout, Place, Tensor};
use crate::error::{Error, Result};

/// The most elements, with padding, of a layout: so many that all its bytes, of any kind, are counted in 64 bits.
const LIMIT: u64 = 1 << 58;

/// How a [`Layout`] is cut. Lengths are in elements.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutOptions {
    /// The greatest length of a bucket of several tensors. 2^24 by default.
    pub bucket: u64,
    /// Tensors start at, and shards are, a multiple of this. 256 by default, which is 512 bytes of a 16-bit type; the 910A needs
    /// 16 or more.
    pub alignment: u64,
    /// Whether buckets end where layers do, as stage 3 needs it. Not by default.
    pub by_layer: bool,
    /// The groups that parameters may name. One by default.
    pub groups: Vec<Group>,
}

impl Default for LayoutOptions {
    fn default() -> Self {
        Self { bucket: 1 << 24, alignment: 256, by_layer: false, groups: vec![Group::default()] }
    }
}

impl Layout {
    /// Lays a model out over `world` ranks.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for no ranks, a bucket or alignment of 0, two parameters
    /// of one name, a group that there is not or whose numbers are out of range, a tied name without its parameter before it, or
    /// 2^58 elements and more, with padding.
    pub fn new(parameters: impl IntoIterator<Item = Parameter>, world: u32, options: LayoutOptions) -> Result<Self> {
        check(world, &options)?;
        let mut model = Model::default();
        for parameter in parameters {
            model.add(parameter, &options.groups)?;
        }
        let LayoutOptions { bucket, alignment, by_layer, groups } = options;
        let mut cutter = Cutter { bucket, alignment, by_layer, open: HashMap::new(), buckets: Vec::new() };
        for (number, tensor) in model.tensors.iter().enumerate() {
            cutter.put(number, tensor, model.users.get(number).map_or(&[], Vec::as_slice));
        }
        let buckets = cutter.place(&mut model.tensors, world)?;
        let layers = model.layers();
        Ok(Self { tensors: model.tensors, buckets, layers, groups, world, alignment })
    }
}

fn refuse(found: String) -> Error {
    Error::invalid("Layout::new", found)
}

fn check(world: u32, options: &LayoutOptions) -> Result<()> {
    let LayoutOptions { bucket, alignment, groups, .. } = options;
    if world == 0 || *bucket == 0 || *alignment == 0 {
        let found = format!("{world} ranks, buckets of {bucket} and an alignment of {alignment} were given");
        return Err(refuse(found).with_hint("each must be at least 1"));
    }
    for (number, Group { lr_scale, weight_decay }) in groups.iter().enumerate() {
        for (name, value) in [("lr_scale", Some(*lr_scale)), ("weight_decay", *weight_decay)] {
            if let Some(value) = value.filter(|value| !(value.is_finite() && *value >= 0.0)) {
                return Err(refuse(format!("{name} of group {number} is {value}"))
                    .with_hint("it must be finite and at least 0"));
            }
        }
    }
    Ok(())
}

/// The tensors so far, and who uses them.
#[derive(Default)]
struct Model {
    tensors: Vec<Tensor>,
    /// The layers that use each tensor, ascending.
    users: Vec<Vec<usize>>,
    names: HashMap<String, usize>,
    layers: Vec<String>,
    layer_numbers: HashMap<String, usize>,
    len: u64,
}

impl Model {
    fn add(&mut self, parameter: Parameter, groups: &[Group]) -> Result<()> {
        let Parameter { name, layer, storage } = parameter;
        if self.names.contains_key(&name) {
            return Err(refuse(format!("two parameters are named {name}")));
        }
        let number = match storage {
            Storage::Own { shape, dtype, trainable, group } => {
                if group >= groups.len() {
                    let found = format!("parameter {name} is of group {group}, there are {}", groups.len());
                    return Err(refuse(found).with_hint("groups count from 0; give them in the options"));
                }
                let fits = |len: &u64| self.len.checked_add(*len).is_some_and(|end| end < LIMIT);
                let Some(len) = elements(&shape).filter(fits) else {
                    return Err(refuse(format!(
                        "parameter {name} of shape {shape:?} brings the elements to 2^58 or more"
                    )));
                };
                let (name, aliases) = (name.clone(), Vec::new());
                let (offset, place) = (self.len, None);
                self.tensors.push(Tensor { name, aliases, shape, dtype, trainable, group, offset, len, place });
                self.users.push(Vec::new());
                self.len += len;
                self.tensors.len() - 1
            }
            Storage::TiedTo(to) => {
                let found = self.names.get(&to).and_then(|&number| Some((number, self.tensors.get_mut(number)?)));
                let Some((number, tensor)) = found else {
                    let found = format!("{name} is tied to {to}, and no parameter before it has this name");
                    return Err(refuse(found).with_hint("a tied name stands behind the parameter it is tied to"));
                };
                tensor.aliases.push(name.clone());
                number
            }
        };
        self.names.insert(name, number);
        let layer = *self.layer_numbers.entry(layer).or_insert_with_key(|layer| {
            self.layers.push(layer.clone());
            self.layers.len() - 1
        });
        if let Some(users) = self.users.get_mut(number)
            && let Err(place) = users.binary_search(&layer)
        {
            users.insert(place, layer);
        }
        Ok(())
    }

    /// The layers, once the tensors have their places.
    fn layers(&mut self) -> Vec<Layer> {
        let layer = |name| Layer { name, tensors: Vec::new(), buckets: Vec::new() };
        let mut layers: Vec<Layer> = std::mem::take(&mut self.layers).into_iter().map(layer).collect();
        for (number, (tensor, users)) in self.tensors.iter().zip(&self.users).enumerate() {
            for &user in users {
                let Some(layer) = layers.get_mut(user) else { continue };
                layer.tensors.push(number);
                layer.buckets.extend(tensor.place.map(|place| place.bucket));
            }
        }
        for layer in &mut layers {
            layer.buckets.sort_unstable();
            layer.buckets.dedup();
        }
        layers
    }
}

/// The product of the extents; `None` above 64 bits. One extent of zero makes it zero, whatever the others are.
fn elements(shape: &[u64]) -> Option<u64> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().try_fold(1_u64, |product, &extent| product.checked_mul(extent))
}

/// What tensors of a bucket have in common: type, whether they are trained, and, where buckets end with layers, the layer.
type Class = (Dtype, bool, Option<usize>);

/// Cuts the model into buckets.
struct Cutter {
    bucket: u64,
    alignment: u64,
    by_layer: bool,
    /// The bucket that still takes tensors of a class.
    open: HashMap<Class, usize>,
    /// `len` is that of the tensors so far, each with its own padding.
    buckets: Vec<Bucket>,
}

impl Cutter {
    /// Puts a tensor into a bucket.
    fn put(&mut self, number: usize, tensor: &Tensor, users: &[usize]) {
        let &Tensor { dtype, trainable, len, .. } = tensor;
        if len == 0 {
            return;
        }
        // An alignment that reaches beyond 64 bits is refused when the bucket gets its place.
        let padded = len.checked_next_multiple_of(self.alignment).unwrap_or(u64::MAX);
        let is_shared = self.by_layer && users.len() > 1;
        let class = (dtype, trainable, users.first().copied().filter(|_| self.by_layer));
        if !is_shared
            && let Some(bucket) = self.open.get(&class).and_then(|&open| self.buckets.get_mut(open))
            && bucket.len.saturating_add(len) <= self.bucket
        {
            bucket.len = bucket.len.saturating_add(padded);
            bucket.tensors.push(number);
            return;
        }
        if !is_shared {
            self.open.insert(class, self.buckets.len());
        }
        self.buckets.push(Bucket { dtype, trainable, offset: 0, len: padded, tensors: vec![number] });
    }

    /// Gives tensors and buckets their places.
    fn place(mut self, tensors: &mut [Tensor], world: u32) -> Result<Vec<Bucket>> {
        let too_many = || {
            refuse(format!("an alignment of {} over {world} ranks pads the elements to 2^58 or more", self.alignment))
                .with_hint("give a smaller alignment")
        };
        let unit = self.alignment.checked_mul(u64::from(world)).ok_or_else(too_many)?;
        let mut offset = 0_u64;
        for (number, bucket) in self.buckets.iter_mut().enumerate() {
            bucket.tensors.sort_by_key(|&tensor| tensors.get(tensor).map(|tensor| tensor.group));
            let mut start = 0_u64;
            for &member in &bucket.tensors {
                let Some(tensor) = tensors.get_mut(member) else { continue };
                tensor.place = Some(Place { bucket: number, start });
                start = start.saturating_add(tensor.len.checked_next_multiple_of(self.alignment).unwrap_or(u64::MAX));
            }
            bucket.offset = offset;
            bucket.len = start.checked_next_multiple_of(unit).ok_or_else(too_many)?;
            offset = offset.checked_add(bucket.len).filter(|&end| end < LIMIT).ok_or_else(too_many)?;
        }
        Ok(self.buckets)
    }
}
