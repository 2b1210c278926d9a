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
#[must_use = "nothing runs until `queue`"]
pub struct Launch<'a> {
    function: &'a Function,
    blocks: u32,
    arguments: Box<Arguments>,
    uses: Vec<Use<'a>>,
    /// The first argument's device that is not the kernel's, if there is one.
    foreign: Option<&'a Device>,
    /// Parts of one buffer are ordered on one thread.
    on_one_thread: PhantomData<*const ()>,
}

/// The arguments one after another, and the length of each.
#[derive(Default)]
struct Arguments {
    bytes: Vec<u8>,
    lengths: Vec<usize>,
}

/// The memory of a launch: that of a thread's last one is used by its next.
#[derive(Default)]
struct Spare {
    arguments: Box<Arguments>,
    uses: Vec<Use<'static>>,
}

thread_local! {
    static SPARE: Cell<Option<Spare>> = const { Cell::new(None) };
}

impl Spare {
    #[inline]
    fn take() -> Self {
        SPARE.try_with(Cell::take).ok().flatten().unwrap_or_default()
    }

    fn put(mut arguments: Box<Arguments>, mut uses: Vec<Use<'_>>) {
        arguments.bytes.clear();
        arguments.lengths.clear();
        uses.clear();
        // Nothing is left that could be borrowed; the standard library keeps the memory of a vector that is collected in place.
        let uses = uses.into_iter().map(|_| unreachable!("the vector was cleared")).collect();
        let _ = SPARE.try_with(|cell| cell.set(Some(Self { arguments, uses })));
    }
}

impl Function {
    /// Begins a launch of `blocks` blocks. More blocks than the device has cores run one after another.
    #[inline]
    pub fn launch(&self, blocks: u32) -> Launch<'_> {
        let Spare { arguments, uses } = Spare::take();
        let mut launch = Launch { function: self, blocks, arguments, uses, foreign: None, on_one_thread: PhantomData };
        // The image must outlive the launch, as memory does.
        launch.uses.push(self.image());
        launch
    }
}

impl<'a> Launch<'a> {
    /// Appends the address of memory that the kernel reads.
    #[inline]
    pub fn read<T: Pod>(mut self, slice: DeviceSlice<'a, T>) -> Self {
        self.uses.push(slice.read());
        self.memory(slice.device(), slice.address().as_ptr().cast())
    }

    /// Appends the address of memory that the kernel writes, or reads and writes.
    #[inline]
    pub fn write<T: Pod>(mut self, slice: DeviceSliceMut<'a, T>) -> Self {
        self.uses.push(slice.write());
        self.memory(slice.device(), slice.address().as_ptr().cast())
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
        self.arguments.bytes.extend_from_slice(bytemuck::bytes_of(&value));
        self.arguments.lengths.push(size_of::<T>());
        self
    }

    #[inline]
    fn memory(mut self, device: &'a Device, address: *mut c_void) -> Self {
        if device.core.id != self.function.device().core.id {
            self.foreign = self.foreign.or(Some(device));
        }
        self.value(address.expose_provenance() as u64)
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
        let Self { function, blocks, mut arguments, uses, foreign, .. } = self;
        let device = function.device();
        let refuse = |found: String| Err(Error::invalid("Launch::queue", found).on_device(device.core.id));
        if let Some(foreign) = foreign {
            return refuse(format!("kernel `{}` was given memory of device {}", function.name(), foreign.core.id));
        }
        if stream.device().core.id != device.core.id {
            return refuse(format!(
                "kernel `{}` was queued on a stream of device {}",
                function.name(),
                stream.device().core.id
            ));
        }
        let Arguments { bytes, lengths } = &mut *arguments;
        if blocks == 0 || lengths.len() > PARAMETER_LIMIT {
            return refuse(format!(
                "kernel `{}` was given {blocks} blocks and {} arguments",
                function.name(),
                lengths.len()
            ));
        }
        let calls = Calls::new(device)?;
        let operation = Operation { call: "aclrtLaunchKernelWithConfig", name: function.name() };
        let queued = stream.submit(operation, &uses, Awaited::No, |stream| {
            // SAFETY: the caller vouches for the arguments; memory they point to is kept alive by its marks, the image by its own.
            unsafe { calls.run(function.raw(), blocks, stream, bytes, lengths) }.into()
        });
        let queued = queued.map(drop).map_err(|error| {
            let (kernel, arguments) = (function.name(), lengths.len());
            error.with_arguments(format!("`{kernel}`, {blocks} blocks, {arguments} arguments"))
        });
        Spare::put(arguments, uses);
        queued
    }
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
    /// As [`Launch::queue`]; function and stream are alive, and `lengths` adds up to the length of `bytes`.
    unsafe fn run(
        &self,
        function: aclrtFuncHandle,
        blocks: u32,
        stream: aclrtStream,
        bytes: &mut [u8],
        lengths: &[usize],
    ) -> aclError {
        let mut arguments = std::ptr::null_mut();
        // SAFETY: the function is alive; the out-pointer is a live local.
        let mut code = unsafe { (self.init)(function, &mut arguments) };
        let mut rest = bytes;
        for &length in lengths {
            if code != aclError::SUCCESS {
                return code;
            }
            let Some((argument, after)) = rest.split_at_mut_checked(length) else {
                unreachable!("the lengths of the arguments add up to their bytes");
            };
            let mut parameter = std::ptr::null_mut();
            // SAFETY: the list was just begun; the argument is a live slice of `length` bytes, copied by the call.
            code = unsafe { (self.append)(arguments, argument.as_mut_ptr().cast(), length, &mut parameter) };
            rest = after;
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
        let arguments = self.arguments.lengths.len();
        f.debug_struct("Launch").field("function", self.function).field("arguments", &arguments).finish_non_exhaustive()
    }
}
