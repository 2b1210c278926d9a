//! Where every parameter lies: the one source of truth for engine, planner, checkpoints and tests.
//!
//! A model is a list of [`Parameter`]s: name, shape, [`Dtype`], whether it is trained, the [`Group`] whose learning rate and decay
//! it has, the layer that uses it. [`Layout::new`] gives each a [`Place`]:
//!
//! ```text
//! model     | embed | q | k | norm | ... | head |       tensors as they were given, one behind the other: `Tensor::offset`
//! buckets   | embed | q , k |   | norm |   ...          whole tensors of one type, trained or frozen: `Tensor::place`
//! shards    |r0|r1|r2|r3| |r0|r1|r2|r3| ...             a bucket cut into one part a rank, all of one length
//! ```
//!
//! The *model's sequence* has every tensor in the order given, without gaps: what a host, a file or another layout of the same
//! model sees. A *bucket* is what travels as one: it is reduced, stepped and gathered on its own, in place, while others travel.
//! A rank owns shard r of every bucket, so that every rank has as much to do. With [`LayoutOptions::by_layer`] no bucket reaches
//! over the end of a layer: that is what stage 3 gathers and frees.
//!
//! What holds for every layout, whatever the model and the number of ranks:
//!
//! 1. A tensor lies in one bucket, whole. One without elements lies in none.
//! 2. A bucket has tensors of one type which are all trained or all frozen. It has at least one element.
//! 3. Tensors of a bucket do not overlap; each starts at a multiple of the alignment. The tensors of one group stand together.
//! 4. A bucket's length is a multiple of ranks × alignment, so that a shard's is a multiple of the alignment.
//! 5. A bucket of several tensors is no longer than [`LayoutOptions::bucket`], before the padding of (4). A tensor that is longer
//!    than that has a bucket to itself.
//! 6. What is not part of a tensor is padding ([`Layout::padding`]). No [`Piece`] has any, so that nothing that goes by pieces
//!    (checkpoints, norms, counts) can see what it holds; a [`Run`] may, behind its tensors.
//! 7. Buckets stand in the order of their first tensor: the backward pass, which goes through the model from its end, completes
//!    them from the last to the first.
//! 8. The pieces of all ranks, over all buckets, are all elements, each once; so are the runs' without their padding.
//! 9. A tied name is no tensor: it is one more name ([`Tensor::aliases`]) of the tensor it is tied to, which belongs to the
//!    layers of all its names. With `by_layer` such a tensor has a bucket to itself.
//!
//! A shard may have parts of several tensors, and padding may reach over several ranks' shards: a rank may own nothing but padding,
//! and still takes part. Counts are 64 bits wide; nothing here allocates by them.

mod build;
mod parameter;
mod piece;
mod table;

pub use build::LayoutOptions;
pub use parameter::{Dtype, Group, Parameter};
pub use piece::{Owner, Piece, Run};
pub use table::{Bucket, Layer, Layout, Place, Tensor};
