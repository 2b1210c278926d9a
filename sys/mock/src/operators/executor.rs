//! The two steps of an operator.

use std::sync::Arc;

use ascend_npu_sys::aclrtStream;
use once_cell::sync::Lazy;

use super::act::Act;
use super::tensor::{missing, refusal};
use super::types::{aclOpExecutor, aclnnStatus};
use crate::clock;
use crate::context;
use crate::exec::{self, Body, Kind, Task};
use crate::report::{Failure, Outcome};
use crate::stream::{self, Registry};

struct Executor {
    operator: &'static str,
    /// One after another.
    acts: Vec<Act>,
}

static EXECUTORS: Lazy<Registry<Executor>> = Lazy::new(Registry::default);

/// The first step: what the second will queue.
pub(super) fn prepare(operator: &'static str, acts: Vec<Act>) -> *mut aclOpExecutor {
    EXECUTORS.insert(Executor { operator, acts }).cast()
}

/// The second step. The executor is used up, whatever becomes of it, as the vendor's are.
pub(super) fn launch(operator: &'static str, executor: *mut aclOpExecutor, stream: aclrtStream) -> Outcome {
    let executor = EXECUTORS.remove(executor.cast()).ok_or_else(|| missing(executor.is_null(), "executor"))?;
    if executor.operator != operator {
        return Err(refusal(format!("the executor is one of {}", executor.operator)));
    }
    let refused = |failure: Failure| Failure { code: aclnnStatus::RUNTIME_ERROR, ..failure };
    let queue = stream::of_current(stream).map_err(refused)?;
    let device = context::current().map_err(refused)?.device.id;
    executor.acts.iter().try_for_each(|act| act.check_memory(device))?;
    let runs = executor.clone();
    let told = clock::told(operator);
    let run = Arc::new(move || {
        if let (Some(told), Some(queue)) = (told, exec::running()) {
            clock::worked(queue, told);
        }
        if clock::is_dry() { Ok(()) } else { runs.acts.iter().try_for_each(Act::run) }
    });
    let touches = executor.acts.iter().flat_map(Act::touches);
    queue.submit(Task::new(Kind::Kernel, operator, Body::Again(run)).touching(touches)).map_err(refused)
}

pub(super) fn destroy(executor: *mut aclOpExecutor) -> Outcome {
    EXECUTORS.remove(executor.cast()).map(drop).ok_or_else(|| missing(executor.is_null(), "executor"))
}
