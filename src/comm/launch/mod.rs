//! Ranks in processes of their own, started by a launcher.

mod channel;
mod environment;
mod frame;
mod join;
mod server;

pub use environment::Launch;
