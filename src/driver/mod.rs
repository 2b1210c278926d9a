//! The driver: the loaded library, or the software device in its place.

mod backend;
mod check;
mod core;
pub(crate) mod environment;
mod handle;
mod toolkit;

pub use backend::{BACKEND_VARIABLE, Backend};
pub(crate) use core::{DriverCore, lock};
pub use environment::{ENVIRONMENT_VARIABLE, KERNELS_VARIABLE};
pub use handle::Driver;
pub use toolkit::{Toolkit, Version};
