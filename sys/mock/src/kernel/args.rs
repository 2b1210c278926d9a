//! The argument list of a launch.
//!
//! A thread has one list, which the next `aclrtKernelArgsInit` on it takes over: there is no call that ends one.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ascend_npu_sys::{aclError, aclrtArgsHandle, aclrtFuncHandle, aclrtParamHandle};

use super::registry::{self, Function};
use crate::report::{Failure, Outcome};

/// No kernel takes more parameters.
const LIMIT: usize = 128;
/// Each parameter starts on a multiple of this.
const SLOT: usize = size_of::<u64>();

thread_local! {
    static LIST: RefCell<Option<List>> = const { RefCell::new(None) };
}

struct List {
    /// Kept from one launch of the thread to the next.
    handle: usize,
    function: Arc<Function>,
    params: Vec<Param>,
    is_final: bool,
}

struct Param {
    handle: usize,
    bytes: Vec<u8>,
}

/// A number that no handle had before. It is no multiple of 16, as those of other kinds are.
fn new_handle() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0x1008);
    NEXT.fetch_add(16, Ordering::Relaxed)
}

/// Begins the list of this thread; gives its handle.
pub(super) fn init(function: aclrtFuncHandle) -> Outcome<aclrtArgsHandle> {
    let function = registry::get(function)?;
    let (handle, earlier) = LIST.with_borrow_mut(|list| {
        let handle = list.as_ref().map_or_else(new_handle, |list| list.handle);
        (handle, list.replace(List { handle, function, params: Vec::new(), is_final: false }))
    });
    // Outside of the borrow: the earlier list may be the last to hold its image, and unloading runs code of it.
    drop(earlier);
    Ok(std::ptr::without_provenance_mut(handle))
}

/// Appends an argument; gives its handle.
pub(super) fn append(list: aclrtArgsHandle, bytes: &[u8]) -> Outcome<aclrtParamHandle> {
    with(list, |list| {
        let (name, index) = (&list.function.kernel().name, list.params.len());
        if list.is_final {
            return Err(refuse(format!("the argument list of kernel `{name}` is final: nothing can be appended")));
        }
        if index >= LIMIT {
            return Err(refuse(format!("kernel `{name}` was given more than {LIMIT} arguments")));
        }
        list.check(index, bytes)?;
        let handle = new_handle();
        list.params.push(Param { handle, bytes: bytes.to_vec() });
        Ok(std::ptr::without_provenance_mut(handle))
    })
}

/// Changes an argument. The list must be made final again.
pub(super) fn update(list: aclrtArgsHandle, param: aclrtParamHandle, bytes: &[u8]) -> Outcome {
    with(list, |list| {
        let name = &list.function.kernel().name;
        let Some(index) = list.params.iter().position(|known| known.handle == param.addr()) else {
            return Err(refuse(format!("{:#x} is no argument of this launch of kernel `{name}`", param.addr())));
        };
        list.check(index, bytes)?;
        list.is_final = false;
        if let Some(param) = list.params.get_mut(index) {
            param.bytes = bytes.to_vec();
        }
        Ok(())
    })
}

/// Ends the list.
pub(super) fn finalize(list: aclrtArgsHandle) -> Outcome {
    with(list, |list| {
        let (kernel, given) = (list.function.kernel(), list.params.len());
        if given < kernel.params.len() {
            let text = format!("kernel `{}` takes {} arguments, {given} were given", kernel.name, kernel.params.len());
            return Err(refuse(text));
        }
        list.is_final = true;
        Ok(())
    })
}

/// The packed arguments, in words, for a launch of a function.
pub(super) fn packed(list: aclrtArgsHandle, function: &Function) -> Outcome<Vec<u64>> {
    with(list, |list| {
        let (name, of) = (&function.kernel().name, &list.function.kernel().name);
        if !list.function.is(function) {
            return Err(refuse(format!("kernel `{name}` is launched with an argument list that was begun for `{of}`")));
        }
        if !list.is_final {
            return Err(refuse(format!(
                "the argument list of kernel `{name}` is not final: call aclrtKernelArgsFinalize"
            )));
        }
        let slots = list.params.iter().flat_map(|param| param.bytes.chunks(SLOT));
        Ok(slots.map(word).collect())
    })
}

/// Up to eight bytes as they lie in memory, the rest zero.
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; SLOT];
    word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    u64::from_ne_bytes(word)
}

fn with<T>(handle: aclrtArgsHandle, act: impl FnOnce(&mut List) -> Outcome<T>) -> Outcome<T> {
    LIST.with_borrow_mut(|list| match list {
        Some(list) if list.handle == handle.addr() => act(list),
        _ => {
            let text =
                format!("EE1001: {:#x} is no argument list of this thread: each thread begins its own", handle.addr());
            Err(Failure::acl(aclError::RT_INVALID_HANDLE, text))
        }
    })
}

impl List {
    fn check(&self, index: usize, bytes: &[u8]) -> Outcome {
        let kernel = self.function.kernel();
        let Some(&size) = kernel.params.get(index) else {
            let text = format!("kernel `{}` takes {} arguments: one more was given", kernel.name, kernel.params.len());
            return Err(refuse(text));
        };
        if bytes.len() != size {
            let text =
                format!("argument {index} of kernel `{}` has {size} B: {} B were given", kernel.name, bytes.len());
            return Err(refuse(text));
        }
        Ok(())
    }
}

fn refuse(text: String) -> Failure {
    Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}"))
}
