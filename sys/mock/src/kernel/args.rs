//! The argument list of a launch.
//!
//! A thread has one list, which the next `aclrtKernelArgsInit` on it takes over: there is no call that ends one.
//!
//! A place holder is an argument whose value is the address of data that travels with the arguments: the program fills a buffer
//! of the list, and the launch copies it behind the arguments.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use ascend_npu_sys::{aclError, aclrtArgsHandle, aclrtFuncHandle, aclrtParamHandle};

use super::packed::{Packed, SLOT};
use super::registry::{self, Function};
use crate::report::{Failure, Outcome};

/// No kernel takes more parameters.
const LIMIT: usize = 128;
/// The most data that a place holder carries.
const DATA_LIMIT: usize = 1 << 20;

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
    value: Value,
}

enum Value {
    Plain(Vec<u8>),
    /// The address of data that the program puts here: words that it writes by their address.
    PlaceHolder(Option<Box<[AtomicU64]>>),
}

/// A number that no handle had before. It is no multiple of 16, as those of other kinds are.
fn new_handle() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0x1008);
    NEXT.fetch_add(16, Ordering::Relaxed)
}

/// Begins the list of this thread; gives its handle.
pub(super) fn init(function: aclrtFuncHandle) -> Outcome<aclrtArgsHandle> {
    let function = registry::get(function)?;
    let begin = |list: &RefCell<Option<List>>| {
        let handle = list.borrow().as_ref().map_or_else(new_handle, |list| list.handle);
        (handle, list.replace(Some(List { handle, function, params: Vec::new(), is_final: false })))
    };
    let (handle, earlier) = LIST.try_with(begin).map_err(|_| ends())?;
    // Outside of the borrow: the earlier list may be the last to hold its image, and unloading runs code of it.
    drop(earlier);
    Ok(std::ptr::without_provenance_mut(handle))
}

/// Appends an argument; gives its handle.
pub(super) fn append(list: aclrtArgsHandle, bytes: &[u8]) -> Outcome<aclrtParamHandle> {
    with(list, |list| {
        let (name, index) = (&list.function.kernel().name, list.params.len());
        list.check_open()?;
        if index >= LIMIT {
            return Err(refuse(format!("kernel `{name}` was given more than {LIMIT} arguments")));
        }
        list.check(index, bytes.len())?;
        Ok(list.push(Value::Plain(bytes.to_vec())))
    })
}

/// Appends a place holder; gives its handle.
pub(super) fn append_place_holder(list: aclrtArgsHandle) -> Outcome<aclrtParamHandle> {
    with(list, |list| {
        list.check_open()?;
        list.check(list.params.len(), SLOT)?;
        Ok(list.push(Value::PlaceHolder(None)))
    })
}

/// The address of a buffer for the data of a place holder, which the program fills before the launch.
pub(super) fn place_holder_buffer(list: aclrtArgsHandle, param: aclrtParamHandle, bytes: usize) -> Outcome<usize> {
    with(list, |list| {
        let name = list.function.kernel().name.clone();
        if list.is_final {
            let text = format!("EE1016: the argument list of kernel `{name}` is final: no buffer can be had");
            return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
        }
        if bytes == 0 || bytes > DATA_LIMIT {
            return Err(refuse(format!(
                "a place holder of kernel `{name}` is to have {bytes} B: 1 to {DATA_LIMIT} can be"
            )));
        }
        match list.params.iter_mut().find(|known| known.handle == param.addr()).map(|param| &mut param.value) {
            Some(Value::PlaceHolder(data)) => {
                let words = (0..bytes.div_ceil(SLOT)).map(|_| AtomicU64::new(0)).collect::<Box<[_]>>();
                let address = words.as_ptr().expose_provenance();
                *data = Some(words);
                Ok(address)
            }
            _ => Err(refuse(format!("{:#x} is no place holder of this launch of kernel `{name}`", param.addr()))),
        }
    })
}

/// Changes an argument. The list must be made final again.
pub(super) fn update(list: aclrtArgsHandle, param: aclrtParamHandle, bytes: &[u8]) -> Outcome {
    if param.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the handle is null: it is no argument of a launch"));
    }
    with(list, |list| {
        let name = &list.function.kernel().name;
        let Some(index) = list.params.iter().position(|known| known.handle == param.addr()) else {
            return Err(refuse(format!("{:#x} is no argument of this launch of kernel `{name}`", param.addr())));
        };
        list.check(index, bytes.len())?;
        list.is_final = false;
        if let Some(param) = list.params.get_mut(index) {
            param.value = Value::Plain(bytes.to_vec());
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
        if let Some(index) = list.params.iter().position(|param| matches!(param.value, Value::PlaceHolder(None))) {
            let text = format!("argument {index} of kernel `{}` is a place holder without a buffer", kernel.name);
            return Err(refuse(text));
        }
        list.is_final = true;
        Ok(())
    })
}

/// The packed arguments for a launch of a function.
pub(super) fn packed(list: aclrtArgsHandle, function: &Function) -> Outcome<Packed> {
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
        let mut packed = Packed::default();
        let mut data = Vec::new();
        for param in &list.params {
            match &param.value {
                Value::Plain(bytes) => packed.push(bytes),
                Value::PlaceHolder(words) => {
                    data.push((packed.bytes(), words));
                    packed.push(&[0; SLOT]);
                }
            }
        }
        packed.end_of_arguments();
        for (slot, words) in data {
            let start = packed.bytes();
            for word in words.iter().flatten() {
                packed.push(&word.load(Ordering::Relaxed).to_ne_bytes());
            }
            packed.refer(slot, start);
        }
        packed.fix();
        Ok(packed)
    })
}

fn with<T>(handle: aclrtArgsHandle, act: impl FnOnce(&mut List) -> Outcome<T>) -> Outcome<T> {
    if handle.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the argument list is null"));
    }
    let find = |list: &RefCell<Option<List>>| match &mut *list.borrow_mut() {
        Some(list) if list.handle == handle.addr() => act(list),
        _ => {
            let text =
                format!("EE1001: {:#x} is no argument list of this thread: each thread begins its own", handle.addr());
            Err(Failure::acl(aclError::RT_INVALID_HANDLE, text))
        }
    };
    LIST.try_with(find).unwrap_or_else(|_| Err(ends()))
}

/// The refusal of a thread whose values are being dropped.
fn ends() -> Failure {
    Failure::acl(aclError::RT_INVALID_HANDLE, "EE1001: this thread ends, and has no argument list any more")
}

impl List {
    /// Whether arguments can still be appended.
    fn check_open(&self) -> Outcome {
        let name = &self.function.kernel().name;
        let why = if self.is_final {
            "is final"
        } else if self.params.iter().any(|param| matches!(param.value, Value::PlaceHolder(Some(_)))) {
            "has the buffer of a place holder"
        } else {
            return Ok(());
        };
        let text = format!("EE1016: the argument list of kernel `{name}` {why}: nothing can be appended");
        Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text))
    }

    fn push(&mut self, value: Value) -> aclrtParamHandle {
        let handle = new_handle();
        self.params.push(Param { handle, value });
        std::ptr::without_provenance_mut(handle)
    }

    fn check(&self, index: usize, bytes: usize) -> Outcome {
        let kernel = self.function.kernel();
        let Some(&size) = kernel.params.get(index) else {
            let text = format!("kernel `{}` takes {} arguments: one more was given", kernel.name, kernel.params.len());
            return Err(refuse(text));
        };
        if bytes != size {
            let text = format!("argument {index} of kernel `{}` has {size} B: {bytes} B were given", kernel.name);
            return Err(refuse(text));
        }
        Ok(())
    }
}

fn refuse(text: String) -> Failure {
    Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}"))
}
