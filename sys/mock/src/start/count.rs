//! Starts and ends, counted.

use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::aclError;

use super::{callbacks, configuration};
use crate::control;
use crate::process::watch_forks;
use crate::report::{Failure, Outcome};
use crate::timeline;

#[derive(Default)]
struct Starts {
    /// Starts not yet given back.
    count: u64,
    /// The last call was an end.
    ended: bool,
    /// The text of the first configuration; later ones must be the same.
    first: Option<String>,
    /// The text of the present one.
    text: String,
}

static STARTS: Mutex<Option<Starts>> = Mutex::new(None);

fn with<R>(act: impl FnOnce(&mut Starts) -> R) -> R {
    act(STARTS.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// The configuration that the runtime runs with, while it does.
pub(super) fn running() -> Option<String> {
    with(|starts| (starts.count > 0).then(|| starts.text.clone()))
}

pub(super) fn start(path: Option<&str>) -> Outcome {
    let again = with(|starts| {
        let again = starts.count > 0;
        starts.count += u64::from(again);
        again
    });
    if again {
        let text = "EE1018: ACL is started already; the call is counted";
        return Err(Failure::acl(aclError::REPEAT_INITIALIZE, text));
    }
    let read = configuration::read(path)?;
    let same = with(|starts| starts.first.as_ref().is_none_or(|first| *first == read.text));
    if !same {
        let text = "EH0002: the configuration is another than that of the first aclInit";
        return Err(Failure::acl(aclError::INVALID_PARAM, text));
    }
    check_settings()?;
    watch_forks();
    callbacks::start(&read.text)?;
    read.apply()?;
    with(|starts| {
        (starts.count, starts.ended) = (1, false);
        starts.text.clone_from(&read.text);
        if !read.text.is_empty() {
            starts.first.get_or_insert(read.text);
        }
    });
    Ok(())
}

fn check_settings() -> Outcome {
    let problems = control::settings().problems();
    if problems.is_empty() {
        return Ok(());
    }
    let text = format!("init soc version failed: {}", problems.join("; "));
    Err(Failure::acl(aclError::INTERNAL_ERROR, text))
}

/// Ends whatever the count is.
pub(super) fn end() -> Outcome {
    if with(|starts| starts.ended) {
        return Err(Failure::acl(aclError::REPEAT_FINALIZE, "EE1018: ACL is ended already"));
    }
    callbacks::end()?;
    configuration::take_back();
    timeline::finish();
    with(|starts| (starts.count, starts.ended) = (0, true));
    Ok(())
}

/// Gives one start back, and ends at the last; the count that is left, whatever the outcome.
pub(super) fn give_back() -> (u64, Outcome) {
    let before = with(|starts| starts.count);
    match before {
        0 => (0, Err(Failure::acl(aclError::REPEAT_FINALIZE, "EE1018: ACL is not started, or is ended already"))),
        1 => {
            let outcome = end();
            (with(|starts| starts.count), outcome)
        }
        _ => (
            with(|starts| {
                starts.count -= 1;
                starts.count
            }),
            Ok(()),
        ),
    }
}
