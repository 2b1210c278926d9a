//! The engine: see [`Engine`].

mod bucket;
mod check;
mod control;
mod core;
mod gather;
mod host;
mod options;
mod reduce;
mod report;
mod step;
mod turns;
mod working;

pub use core::Engine;
pub use gather::{Backward, Forward, View};
pub use options::EngineOptions;
pub use report::{Outcome, PendingStep, StepReport};
pub use step::Blame;
pub use working::Working;
