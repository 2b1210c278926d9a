//! The guide: what a person needs to know to write programs with this crate, a page a subject.
//!
//! - [`ordering`]: what is ordered, by what, and what it costs.
//! - [`memory`]: device memory, pinned memory, and when they are freed.
//! - [`communicators`]: ranks, collectives, and what all ranks must do alike.
//! - [`errors`]: what an error tells, and where faults of the device appear.
//! - [`software_device`]: the device in software, and how it finds mistakes.
//! - [`zero`]: a trainer, the stages and their memory, loss scaling.
//! - [`hardware`]: the same programs and tests on NPUs, what to run first and what to send back.
//!
//! The examples `01_devices`, `02_buffers`, … of the repository are the same tour as programs, each under sixty lines.

#[doc = include_str!("communicators.md")]
pub mod communicators {}
#[doc = include_str!("errors.md")]
pub mod errors {}
#[doc = include_str!("hardware.md")]
pub mod hardware {}
#[doc = include_str!("memory.md")]
pub mod memory {}
#[doc = include_str!("ordering.md")]
pub mod ordering {}
#[doc = include_str!("software_device.md")]
pub mod software_device {}
#[doc = include_str!("zero.md")]
pub mod zero {}
