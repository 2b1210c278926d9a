//! The planner: what a model takes of a device and of the links, before there is one.
//!
//! It counts what the engines allocate (`books`), as a device hands it out, and adds what others take: communicators, activations,
//! the trainer's own buffers, the runtime. The engines' bytes are exact; activations and the runtime's are estimates, and are marked so.
//!
//! ```
//! use ascend_npu::zero::plan::{self, Model, PlanOptions};
//! use ascend_npu::zero::{Dtype, Setup, Stage};
//!
//! let model = Model::preset("llama-7b", Dtype::Bf16)?;
//! let options = PlanOptions { world: 8, setup: Setup::new(Stage::Three), ..PlanOptions::default() };
//! let plan = plan::plan(&model, &options)?;
//! assert!(plan.total() < 32 << 30);
//! println!("{} bytes are sent by each rank in a step", plan.communication.total());
//! # Ok::<(), ascend_npu::Error>(())
//! ```

mod change;
mod charge;
mod config;
mod header;
mod model;
mod options;
mod parts;
mod presets;
mod table;
mod transformer;

pub use change::{Change, smallest_change};
pub use charge::charged;
pub use model::Model;
pub use options::PlanOptions;
pub use parts::{PARTS, Part};
pub use presets::PRESETS;
pub use table::{Communication, Plan, Row, plan};
pub use transformer::Transformer;
