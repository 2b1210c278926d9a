//! Whether reductions give the same bits in every run: a setting of the process, and of each communicator.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU8, Ordering};

use ascend_npu_sys::HcclResult;

use super::calls::Calls;
use super::check::{Generation, generation, para};
use super::plan::Reducing;
use super::{environment, registry};
use crate::control::{self, ReductionOrder};
use crate::report::{Failure, Outcome};

/// 0 is off, 1 on, 2 strict.
static PROCESS: AtomicU8 = AtomicU8::new(0);

/// The process's setting now: the environment's, if it has one.
pub(super) fn of_process() -> u8 {
    environment::deterministic().unwrap_or_else(|| PROCESS.load(Ordering::Acquire))
}

/// Sets the process's setting and that of all its communicators. The environment's wins, without a complaint.
pub(super) fn set(value: i32) -> Outcome {
    if environment::deterministic().is_some() {
        return Ok(());
    }
    let value = check("HcclSetConfig", i64::from(value))?;
    if value == 2 && generation(crate::device::soc()) != Generation::B {
        let text = format!(
            "EI0003: HcclSetConfig got HCCL_DETERMINISTIC 2, strict, which {} has not",
            crate::device::soc().name
        );
        return Err(Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, text));
    }
    PROCESS.store(value, Ordering::Release);
    registry::for_all(|communicator| communicator.group.roster.deterministic.store(value, Ordering::Release));
    Ok(())
}

/// A value that a communicator asks for.
pub(super) fn wanted(function: &str, value: i64) -> Outcome<u8> {
    let value = check(function, value)?;
    if value == 2 && generation(crate::device::soc()) == Generation::First {
        let text =
            format!("EI0003: {function} got hcclDeterministic 2, strict, which {} has not", crate::device::soc().name);
        return Err(Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, text));
    }
    Ok(value)
}

/// A value of the setting.
fn check(function: &str, value: i64) -> Outcome<u8> {
    match u8::try_from(value) {
        Ok(value) if value <= 2 => Ok(value),
        _ => {
            Err(para(format!("{function} got HCCL_DETERMINISTIC {value}; allowed are 0 (off), 1 (on) and 2 (strict)")))
        }
    }
}

/// The order of an operation's reduction. Only a 910B whose communicator may vary does vary.
pub(super) fn order(calls: &Calls) -> Reducing {
    let settings = control::settings();
    let varies =
        || generation(crate::device::soc()) == Generation::B && calls.roster.deterministic.load(Ordering::Acquire) == 0;
    match settings.reduction_order {
        ReductionOrder::Ring => Reducing::Ring,
        ReductionOrder::Random if varies() => {
            let mut hasher = DefaultHasher::new();
            (crate::control::seed(), &calls.roster.name, calls.key.sequence).hash(&mut hasher);
            Reducing::Drawn(hasher.finish())
        }
        _ => Reducing::ByRank,
    }
}
