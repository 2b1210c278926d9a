//! What kernels do, where a program tells it: the time of a kernel that is not run follows from that.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::mode::models;
use crate::control::kernel_takes;

/// What the time of a kernel follows from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Bytes read and written, each as often as it is touched.
    pub moved: u64,
    /// Bytes touched, each counted once.
    pub distinct: u64,
    /// Additions and multiplications of the cube units, at their full rate with operands of 16 bits. Work that they do at half
    /// their rate counts twice.
    pub flops: u64,
}

/// What a kernel takes, as it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Work(Work),
    /// So many nanoseconds.
    Time(u64),
}

/// Gives the work of a launch by its blocks and its arguments: each of these begins with a word of its own.
type Model = dyn Fn(u32, &[u64]) -> Work + Send + Sync;

static MODELS: RwLock<BTreeMap<String, Arc<Model>>> = RwLock::new(BTreeMap::new());

/// Tells what launches of a kernel do, by their blocks and their arguments, each of which begins a word of 8 bytes. Their modelled
/// times follow from that, and not from what the kernel touches. Arguments that the program keeps in device memory are left out.
///
/// In a dry run, in which kernels do not run, others are taken to read all that their arguments point to, each address to the end of
/// its allocation.
pub fn model_kernel(name: &str, work: impl Fn(u32, &[u64]) -> Work + Send + Sync + 'static) {
    MODELS.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), Arc::new(work));
}

/// What a launch takes, where that was told and times are modelled: by the program, or else by a rule.
pub(crate) fn modelled(name: &str, blocks: u32, arguments: impl FnOnce() -> Vec<u64>) -> Option<Told> {
    if !models() {
        return None;
    }
    let model = MODELS.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
    model.map(|model| Told::Work(model(blocks, &arguments()))).or_else(|| kernel_takes(name))
}

/// What a kernel takes that no program tells of, where a rule does and times are modelled.
pub(crate) fn told(name: &str) -> Option<Told> {
    if models() { kernel_takes(name) } else { None }
}
