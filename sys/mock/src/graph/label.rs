//! Labels: places in a graph, and jumps to them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{aclError, aclrtLabel, aclrtLabelList, aclrtStream};
use once_cell::sync::Lazy;

use super::bound;
use super::build::Act;
use crate::memory::bytes::{DeviceAddress, word_of_device};
use crate::report::{Failure, Outcome};
use crate::stream::Registry;

/// Labels that a process can have, and a list can hold.
const MOST: usize = 65_535;

static NEXT: AtomicU64 = AtomicU64::new(0);
static LIVE: AtomicUsize = AtomicUsize::new(0);
static LABELS: Lazy<Registry<Label>> = Lazy::new(Registry::default);
static LISTS: Lazy<Registry<Vec<u64>>> = Lazy::new(Registry::default);

struct Label {
    id: u64,
    context: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_listed: bool,
    is_set: bool,
}

impl Label {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A jump to one of some labels, which one a number in device memory says when it runs.
pub(super) struct Switch {
    index: DeviceAddress,
    labels: Vec<u64>,
}

impl Switch {
    /// The label that is chosen now. A number above the last index chooses the last.
    pub(super) fn choose(&self) -> Outcome<u64> {
        let index = word_of_device(self.index)? as usize;
        let chosen = self.labels.get(index).or(self.labels.last()).copied();
        chosen.ok_or_else(|| Failure::acl(aclError::RT_INTERNAL_ERROR, "EE9999: there is no label to jump to"))
    }
}

fn refuse<T>(code: aclError, text: impl Into<String>) -> Outcome<T> {
    Err(Failure::acl(code, text))
}

fn null<T>(what: &str) -> Outcome<T> {
    refuse(aclError::INVALID_PARAM, format!("EH0002: {what} is null"))
}

pub(super) fn create() -> Outcome<aclrtLabel> {
    let context = crate::context::current()?.id;
    if LIVE.fetch_add(1, Ordering::AcqRel) >= MOST {
        LIVE.fetch_sub(1, Ordering::AcqRel);
        return refuse(
            aclError::RT_INTERNAL_ERROR,
            format!("EE1023: all of the {MOST} labels of a process are in use"),
        );
    }
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    Ok(LABELS.insert(Label { id, context, state: Mutex::default() }))
}

fn find(label: aclrtLabel) -> Outcome<Arc<Label>> {
    if label.is_null() {
        return null("label");
    }
    let found = LABELS.get(label);
    found.ok_or_else(|| Failure::acl(aclError::RT_INVALID_HANDLE, "EE1001: there is no such label"))
}

pub(super) fn destroy(label: aclrtLabel) -> Outcome {
    find(label)?;
    if LABELS.remove(label).is_some() {
        LIVE.fetch_sub(1, Ordering::AcqRel);
    }
    Ok(())
}

/// Makes a list of labels, each of which can be in one list.
pub(super) fn create_list(labels: &[aclrtLabel]) -> Outcome<aclrtLabelList> {
    crate::context::current()?;
    let labels = labels.iter().map(|&label| find(label)).collect::<Outcome<Vec<_>>>()?;
    for label in &labels {
        let mut state = label.state();
        if state.is_listed {
            return refuse(aclError::RT_INTERNAL_ERROR, "EE1018: a label of the list is in a list already");
        }
        state.is_listed = true;
    }
    Ok(LISTS.insert(labels.iter().map(|label| label.id).collect()))
}

/// Whether a list can hold so many labels.
pub(super) fn check_count(count: usize) -> Outcome {
    if (1..=MOST).contains(&count) {
        return Ok(());
    }
    refuse(aclError::RT_PARAM_INVALID, format!("EE1003: a list of {count} labels is asked for: 1 to {MOST} are"))
}

fn find_list(list: aclrtLabelList) -> Outcome<Arc<Vec<u64>>> {
    if list.is_null() {
        return null("labelList");
    }
    let found = LISTS.get(list);
    found.ok_or_else(|| Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: there is no such list of labels"))
}

pub(super) fn destroy_list(list: aclrtLabelList) -> Outcome {
    find_list(list)?;
    drop(LISTS.remove(list));
    Ok(())
}

/// Sets a label at the end of what a bound stream has so far.
pub(super) fn set(label: aclrtLabel, stream: aclrtStream) -> Outcome {
    let label = find(label)?;
    if stream.is_null() {
        return null("stream");
    }
    if crate::context::current()?.id != label.context {
        return refuse(aclError::RT_LABEL_CONTEXT, "EE1010: the label is of another context than this thread's");
    }
    let queue = crate::stream::of_current(stream)?;
    let graph = bound::needed(queue.id)?;
    let mut state = label.state();
    if state.is_set {
        return refuse(aclError::RT_INTERNAL_ERROR, "EE1018: the label is set already: it cannot be set again");
    }
    if !state.is_listed {
        let text = "EE1018: the label is in no list: call aclrtCreateLabelList before it is set";
        return refuse(aclError::RT_INTERNAL_ERROR, text);
    }
    bound::add_act(&graph, queue.id, "aclrtSetLabel", Act::Label(label.id), Vec::new())?;
    state.is_set = true;
    Ok(())
}

/// Adds a jump to a bound stream.
pub(super) fn switch(index: DeviceAddress, count: u32, list: aclrtLabelList, stream: aclrtStream) -> Outcome {
    let list = find_list(list)?;
    if stream.is_null() {
        return null("stream");
    }
    let queue = crate::stream::of_current(stream)?;
    let graph = bound::needed(queue.id)?;
    let labels: Vec<u64> = list.iter().take(count as usize).copied().collect();
    if labels.is_empty() {
        return refuse(aclError::RT_PARAM_INVALID, "EE1003: maxValue is 0: it is the number of labels");
    }
    // Wrong addresses are told now, as for other operations.
    word_of_device(index)?;
    let switch = Act::Switch(Arc::new(Switch { index, labels }));
    bound::add_act(&graph, queue.id, "aclrtSwitchLabelByIndex", switch, vec![index.word()])
}
