//! System options: of a context, and of the process.

use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::{aclError, aclSysParamOpt};

use crate::context;
use crate::report::{Failure, Outcome};

/// What each option is set to.
#[derive(Default)]
pub(crate) struct Options([Option<i64>; 4]);

static PROCESS: Mutex<Options> = Mutex::new(Options([None; 4]));

/// Whose options.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    Context,
    Process,
}

impl Of {
    fn with<R>(self, act: impl FnOnce(&mut Options) -> Outcome<R>) -> Outcome<R> {
        match self {
            Self::Process => act(&mut PROCESS.lock().unwrap_or_else(PoisonError::into_inner)),
            Self::Context => act(&mut context::current()?.options.lock().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    /// Kernels may start early only for the whole process.
    fn place(self, option: aclSysParamOpt) -> Outcome<usize> {
        let known = if self == Self::Context { 3 } else { 4 };
        let place = usize::try_from(option.0).ok().filter(|&place| place < known);
        place.ok_or_else(|| {
            let text = format!("EE1001: system option {} is not within 0 to {}", option.0, known - 1);
            Failure::acl(aclError::INVALID_PARAM, text)
        })
    }
}

/// A context's option has no value until it is set; one of the process starts as 0.
pub(crate) fn get(of: Of, option: aclSysParamOpt) -> Outcome<i64> {
    let place = of.place(option)?;
    let value = of.with(|options| Ok(options.0.get(place).copied().flatten()))?;
    value.or((of == Of::Process).then_some(0)).ok_or_else(|| {
        let text = format!("EE1018: system option {} was never set", option.0);
        Failure::acl(aclError::RT_SYSPARAMOPT_NOT_SET, text)
    })
}

/// A context's is the process's as well: the vendor's runtime keeps what was set last, by either function.
pub(crate) fn set(of: Of, option: aclSysParamOpt, value: i64) -> Outcome {
    let place = of.place(option)?;
    let most = if option == aclSysParamOpt::ACL_OPT_DETERMINISTIC { 3 } else { 1 };
    if !(0..=most).contains(&value) {
        let text = format!("EE1001: system option {} takes 0 to {most}, not {value}", option.0);
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let store = |options: &mut Options| {
        if let Some(slot) = options.0.get_mut(place) {
            *slot = Some(value);
        }
        Ok(())
    };
    of.with(store)?;
    if of == Of::Context { Of::Process.with(store) } else { Ok(()) }
}
