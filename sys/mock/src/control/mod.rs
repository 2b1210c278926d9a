//! What the real device has not: settings, rules for delays and faults, counters, and a log of what ran.

mod calls;
mod faults;
mod grammar;
pub mod hardware;
mod kernels;
mod log;
mod model;
mod plan;
mod reports;
mod rules;
mod schedules;
mod settings;
mod work;

pub(crate) use calls::intercept;
pub use calls::{calls, fail_call, forget_failures};
pub(crate) use faults::port_is_taken;
pub use faults::{TakenPorts, cut_link, suspend, take_ports};
pub(crate) use grammar::NetworkFault;
pub use kernels::check_kernels;
pub(crate) use kernels::kernel_takes;
pub(crate) use log::log;
pub use log::{Operation, record_operations, take_operations};
pub use model::{Model, SOC_NAMES, model};
pub use plan::{check_fault, fault, forget_faults};
pub(crate) use plan::{check_memory, is_missing, network_fault, operation_fault};
pub(crate) use reports::report;
pub use reports::reports;
pub use rules::{DelayRule, FaultRule, delay_operations, fail_kernel};
pub(crate) use rules::{delay, kernel_fault, strikes_operations};
pub(crate) use schedules::{replay, seed};
pub use schedules::{reseed, schedules};
pub use settings::{AlreadyStarted, ReductionOrder, Schedule, Settings, configure, settings};
pub use work::queue_work;

pub use crate::check::{
    Checks, Finding, FindingKind, Operation as FoundOperation, findings, take_findings, take_findings_of,
};
pub use crate::clock::{Clock, Work, collective_time, model_kernel, modelled_now, operation_time};
pub use crate::exec::Kind;
pub use crate::profiling::{Mark, MarkKind, take_marks};
pub use crate::timeline::write_timeline;
pub use crate::usage::{Usage, peak_memory, usage};
