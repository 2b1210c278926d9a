//! Launching a kernel with arguments of any kind.
//!
//! Wraps `aclrtKernelArgsInit`, `aclrtKernelArgsAppend`, `aclrtKernelArgsFinalize`, `aclrtLaunchKernelWithConfig`: the route on
//! which the runtime adds the arguments that it hides.
#![allow(unsafe_code)] // Calls into the C library.

use std::cell::Cell;
use std::ffi::c_void;
use std::marker::PhantomData;

use ascend_npu_sys::signature::{
    aclrtKernelArgsAppend, aclrtKernelArgsFinalize, aclrtKernelArgsInit, aclrtLaunchKernelWithConfig,
};
use ascend_npu_sys::{aclError, aclrtFuncHandle, aclrtStream};
use bytemuck::Pod;

use super::module::Function;
use crate::buffer::uses::Use;
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::stream::{Awaited, Operation, Stream};

/// The library takes no more parameters than this.
const PARAMETER_LIMIT: usize = 128;

/// A launch being put together: arguments in the kernel's order, then [`queue`](Self::queue).
///
/// It is handed on from call to call, so it is two words, and the rest stays where it is.
#[must_use = "nothing runs until `queue`"]
pub struct Launch<'a> {
    function: &'a Function,
    parts: Box<Parts<'a>>,
    /// Parts of one buffer are ordered on one thread.
    on_one_thread: PhantomData<*const ()>,
}

#[derive(Default)]
struct Parts<'a> {
    blocks: u32,
    list: Vec<Part<'a>>,
    /// The bytes of values that are longer than a word.
    long: Vec<u8>,
    /// The first argument's device that is not the kernel's, if there is one.
    foreign: Option<&'a Device>,
}

struct Part<'a> {
    /// The value, or its place in `Parts::long` if it is longer.
    word: [u8; WORD],
    length: usize,
    uses: Option<Use<'a>>,
}

/// Bytes of an address, and of most values.
const WORD: usize = size_of::<u64>();

thread_local! {
    /// The memory of the thread's last launch, for its next.
    static SPARE: Cell<Option<Box<Parts<'static>>>> = const { Cell::new(None) };
}

impl<'a> Parts<'a> {
    #[inline]
    fn take() -> Box<Self> {
        match SPARE.try_with(Cell::take) {
            Ok(Some(spare)) => spare,
            _ => Box::default(),
        }
    }

    #[inline]
    fn put(mut self: Box<Self>) {
        self.list.clear();
        self.long.clear();
        self.foreign = None;
        // SAFETY: the two types differ in a lifetime only, and nothing is left that is borrowed for it.
        let spare = unsafe { Box::from_raw(Box::into_raw(self).cast::<Parts<'static>>()) };
        let _ = SPARE.try_with(|cell| cell.set(Some(spare)));
    }
}

impl Function {
    /// Begins a launch of `blocks` blocks. More blocks than the device has cores run one after another.
    #[inline]
    pub fn launch(&self, blocks: u32) -> Launch<'_> {
        let mut parts = Parts::take();
        parts.blocks = blocks;
        Launch { function: self, parts, on_one_thread: PhantomData }
    }
}

impl<'a> Launch<'a> {
    /// Appends the address of memory that the kernel reads.
    #[inline]
    pub fn read<T: Pod>(self, slice: DeviceSlice<'a, T>) -> Self {
        self.memory(slice.device(), slice.address().as_ptr().cast(), slice.read())
    }

    /// Appends the address of memory that the kernel writes, or reads and writes.
    #[inline]
    pub fn write<T: Pod>(self, slice: DeviceSliceMut<'a, T>) -> Self {
        self.memory(slice.device(), slice.address().as_ptr().cast(), slice.write())
    }

    /// As [`read`](Self::read), or a null address.
    pub(super) fn read_or_null<T: Pod>(self, slice: Option<DeviceSlice<'a, T>>) -> Self {
        match slice {
            Some(slice) => self.read(slice),
            None => self.null(),
        }
    }

    /// As [`write`](Self::write), or a null address.
    pub(super) fn write_or_null<T: Pod>(self, slice: Option<DeviceSliceMut<'a, T>>) -> Self {
        match slice {
            Some(slice) => self.write(slice),
            None => self.null(),
        }
    }

    /// Appends a null address.
    #[inline]
    pub fn null(self) -> Self {
        self.value(0_u64)
    }

    /// Appends a value.
    #[inline]
    pub fn value<T: Pod>(mut self, value: T) -> Self {
        let (bytes, mut word) = (bytemuck::bytes_of(&value), [0; WORD]);
        match word.get_mut(..bytes.len()) {
            Some(start) => start.copy_from_slice(bytes),
            None => {
                word = self.parts.long.len().to_ne_bytes();
                self.parts.long.extend_from_slice(bytes);
            }
        }
        self.parts.list.push(Part { word, length: bytes.len(), uses: None });
        self
    }

    #[inline]
    fn memory(mut self, device: &'a Device, address: *mut c_void, uses: Use<'a>) -> Self {
        if !device.is(self.function.device()) {
            self.parts.foreign = self.parts.foreign.or(Some(device));
        }
        let word = (address.expose_provenance() as u64).to_ne_bytes();
        self.parts.list.push(Part { word, length: WORD, uses: Some(uses) });
        self
    }

    /// Queues the launch.
    ///
    /// # Safety
    /// The kernel must take exactly these arguments, and touch no device memory but the slices given here, reading only within
    /// those given to [`read`](Self::read) and [`write`](Self::write) and writing only within the latter.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for 0 blocks, more than 128 arguments, or memory or a
    /// stream of another device than the kernel's. A fault of the kernel itself appears at a later call that waits.
    pub unsafe fn queue(self, stream: &Stream) -> Result<()> {
        let Self { function, mut parts, .. } = self;
        let device = function.device();
        let Parts { blocks, list, long, foreign } = &mut *parts;
        let (blocks, count) = (*blocks, list.len());
        let is_mixed = foreign.is_some() || !stream.device().is(device);
        if is_mixed || blocks == 0 || count > PARAMETER_LIMIT {
            return Err(refusal(function, stream, blocks, count, *foreign));
        }
        let calls = Calls::new(device)?;
        let operation = Operation { call: "aclrtLaunchKernelWithConfig", name: function.name() };
        let uses = list.iter().filter_map(|part| part.uses);
        // The image must outlive the launch, as memory does.
        let queued = stream.submit_with(operation, uses, Some(function.image()), Awaited::No, |stream| {
            // SAFETY: the caller vouches for the arguments; memory they point to is kept alive by its marks, the image by its own.
            unsafe { calls.run(function.raw(), blocks, stream, list, long) }.into()
        });
        parts.put();
        match queued {
            Ok(_) => Ok(()),
            Err(error) => {
                Err(error.with_arguments(format!("`{}`, {blocks} blocks, {count} arguments", function.name())))
            }
        }
    }
}

/// Why a launch cannot be.
#[cold]
fn refusal(function: &Function, stream: &Stream, blocks: u32, arguments: usize, foreign: Option<&Device>) -> Error {
    let (name, own, other) = (function.name(), function.device().core.id, stream.device().core.id);
    let found = match foreign {
        Some(foreign) => format!("kernel `{name}` was given memory of device {}", foreign.core.id),
        None if other != own => format!("kernel `{name}` was queued on a stream of device {other}"),
        None => format!("kernel `{name}` was given {blocks} blocks and {arguments} arguments"),
    };
    Error::invalid("Launch::queue", found).on_device(own)
}

/// The functions of a launch, all of them younger than the oldest supported toolkit.
struct Calls {
    init: aclrtKernelArgsInit,
    append: aclrtKernelArgsAppend,
    finalize: aclrtKernelArgsFinalize,
    launch: aclrtLaunchKernelWithConfig,
}

impl Calls {
    fn new(device: &Device) -> Result<Self> {
        let driver = &device.core.driver;
        let acl = &driver.acl;
        Ok(Self {
            init: driver.require("aclrtKernelArgsInit", acl.aclrtKernelArgsInit)?,
            append: driver.require("aclrtKernelArgsAppend", acl.aclrtKernelArgsAppend)?,
            finalize: driver.require("aclrtKernelArgsFinalize", acl.aclrtKernelArgsFinalize)?,
            launch: driver.require("aclrtLaunchKernelWithConfig", acl.aclrtLaunchKernelWithConfig)?,
        })
    }

    /// Makes the argument list and queues the launch. The list belongs to this thread and is taken over by the next one made
    /// here, so there is nothing to give back.
    ///
    /// # Safety
    /// As [`Launch::queue`]; function and stream are alive.
    #[inline]
    unsafe fn run(
        &self,
        function: aclrtFuncHandle,
        blocks: u32,
        stream: aclrtStream,
        given: &[Part<'_>],
        long: &mut [u8],
    ) -> aclError {
        let mut arguments = std::ptr::null_mut();
        // SAFETY: the function is alive; the out-pointer is a live local.
        let mut code = unsafe { (self.init)(function, &mut arguments) };
        for argument in given {
            if code != aclError::SUCCESS {
                return code;
            }
            let (mut word, mut parameter) = (argument.word, std::ptr::null_mut());
            let place = if argument.length <= WORD {
                &mut word[..]
            } else {
                long.get_mut(usize::from_ne_bytes(word)..).unwrap_or_default()
            };
            debug_assert!(place.len() >= argument.length);
            // SAFETY: the list was just begun; at the place stand at least `length` bytes, as `value` put them there, copied by
            // the call.
            code = unsafe { (self.append)(arguments, place.as_mut_ptr().cast(), argument.length, &mut parameter) };
        }
        if code == aclError::SUCCESS {
            // SAFETY: the list was begun above and is ended once.
            code = unsafe { (self.finalize)(arguments) };
        }
        if code == aclError::SUCCESS {
            let (configuration, reserved) = (std::ptr::null_mut(), std::ptr::null_mut());
            // SAFETY: the list is complete, function and stream are alive; a null configuration is documented as "none".
            code = unsafe { (self.launch)(function, blocks, stream, configuration, arguments, reserved) };
        }
        code
    }
}

impl std::fmt::Debug for Launch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let arguments = self.parts.list.len().saturating_sub(1);
        f.debug_struct("Launch").field("function", self.function).field("arguments", &arguments).finish_non_exhaustive()
    }
}
