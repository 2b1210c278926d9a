//! Rows about queued work: what is called in the end, without this crate and with it.
//!
//! All buffers are used on one stream, again and again, as by a program that has no second one.
#![allow(unsafe_code)] // Calls C functions, and launches a kernel that is none.

use std::ffi::c_void;
use std::hint::black_box;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

use ascend_npu::kernel::{Function, Module};
use ascend_npu::{Communicator, Device, DeviceBuffer, Driver, Reduction, RootInfo, Stream};
use ascend_npu_sys::{HcclDataType, HcclReduceOp, Library, aclrtMemcpyKind};

use crate::error::{Error, Result};
use crate::measure::Pair;

const LEN: usize = 1024;
const BYTES: usize = LEN * size_of::<f32>();
/// Arguments of a launch that are no buffers.
const VALUES: usize = 2;

/// Everything that the rows work with.
struct Things {
    library: Library,
    stream: Stream,
    buffers: Vec<DeviceBuffer<f32>>,
}

impl Things {
    fn new(buffers: usize) -> Result<(Self, Device)> {
        let (library, device) = library_and_device(0)?;
        let buffers = (0..buffers).map(|_| device.alloc(LEN)).collect::<std::result::Result<_, _>>()?;
        Ok((Self { library, stream: device.stream()?, buffers }, device))
    }
}

fn library_and_device(id: u32) -> Result<(Library, Device)> {
    let library = Library::open().map_err(|error| Error::input(error.to_string()))?;
    let device = Driver::open().and_then(|driver| driver.device(id)).map_err(|error| Error::at_start(&error))?;
    Ok((library, device))
}

/// What an address stands for without this crate: the library looks at none.
fn address() -> *mut c_void {
    black_box(null_mut())
}

/// A launch with some buffers, of which the kernel reads the first and writes the others.
pub struct Launch {
    things: Things,
    function: Function,
}

impl Launch {
    pub fn new(buffers: usize) -> Result<Self> {
        let (things, device) = Things::new(buffers)?;
        // SAFETY: the library does nothing with it.
        let module = unsafe { Module::load(&device, b"no image") }?;
        Ok(Self { things, function: module.function("kernel")? })
    }
}

impl Pair for Launch {
    fn without(&mut self, calls: usize) -> Result<Duration> {
        let acl = black_box(&self.things.library.acl);
        let (Some(init), Some(append), Some(finalize), Some(launch)) = (
            acl.aclrtKernelArgsInit,
            acl.aclrtKernelArgsAppend,
            acl.aclrtKernelArgsFinalize,
            acl.aclrtLaunchKernelWithConfig,
        ) else {
            return Err(Error::failed("the toolkit has no launches"));
        };
        let (stream, buffers) = (self.things.stream.as_raw(), black_box(self.things.buffers.len()));
        let start = Instant::now();
        for _ in 0..calls {
            let (function, mut arguments, mut parameter) = (address(), null_mut(), null_mut());
            // SAFETY: the function only looks at the hook.
            black_box(unsafe { init(function, &mut arguments) });
            for _ in 0..buffers + VALUES {
                let mut value = black_box(0_u64);
                // SAFETY: as above.
                black_box(unsafe { append(arguments, (&raw mut value).cast(), 8, &mut parameter) });
            }
            // SAFETY: as above.
            black_box(unsafe { finalize(arguments) });
            // SAFETY: as above.
            black_box(unsafe { launch(function, 8, stream, null_mut(), arguments, null_mut()) });
        }
        Ok(start.elapsed())
    }

    fn with(&mut self, calls: usize) -> Result<Duration> {
        let Things { stream, buffers, .. } = &mut self.things;
        let Some((first, others)) = buffers.split_first_mut() else { return Err(Error::failed("no buffers")) };
        let start = Instant::now();
        for _ in 0..calls {
            let mut launch = self.function.launch(8).read(first.as_slice());
            for buffer in &mut *others {
                launch = launch.write(buffer.as_mut_slice());
            }
            let launch = launch.value(black_box(0_u64)).value(black_box(0_u64));
            // SAFETY: the kernel does nothing.
            unsafe { launch.queue(stream) }?;
        }
        Ok(start.elapsed())
    }
}

/// A copy between two buffers of the device.
pub struct Copy {
    things: Things,
}

impl Copy {
    pub fn new() -> Result<Self> {
        Ok(Self { things: Things::new(2)?.0 })
    }
}

impl Pair for Copy {
    fn without(&mut self, calls: usize) -> Result<Duration> {
        let (acl, stream) = (black_box(&self.things.library.acl), self.things.stream.as_raw());
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
        let start = Instant::now();
        for _ in 0..calls {
            // SAFETY: the function only looks at the hook.
            black_box(unsafe { (acl.aclrtMemcpyAsync)(address(), BYTES, address(), BYTES, kind, stream) });
        }
        Ok(start.elapsed())
    }

    fn with(&mut self, calls: usize) -> Result<Duration> {
        let Things { stream, buffers, .. } = &mut self.things;
        let [from, to] = buffers.as_mut_slice() else { return Err(Error::failed("no buffers")) };
        let start = Instant::now();
        for _ in 0..calls {
            stream.copy(&*from, &mut *to)?;
        }
        Ok(start.elapsed())
    }
}

/// A fill of one buffer.
pub struct Fill {
    things: Things,
}

impl Fill {
    pub fn new() -> Result<Self> {
        Ok(Self { things: Things::new(1)?.0 })
    }
}

impl Pair for Fill {
    fn without(&mut self, calls: usize) -> Result<Duration> {
        let (acl, stream) = (black_box(&self.things.library.acl), self.things.stream.as_raw());
        let start = Instant::now();
        for _ in 0..calls {
            // SAFETY: the function only looks at the hook.
            black_box(unsafe { (acl.aclrtMemsetAsync)(address(), BYTES, 0, BYTES, stream) });
        }
        Ok(start.elapsed())
    }

    fn with(&mut self, calls: usize) -> Result<Duration> {
        let Things { stream, buffers, .. } = &mut self.things;
        let [buffer] = buffers.as_mut_slice() else { return Err(Error::failed("no buffers")) };
        let start = Instant::now();
        for _ in 0..calls {
            stream.fill_zero(&mut *buffer)?;
        }
        Ok(start.elapsed())
    }
}

/// An all-reduce from one buffer to another, on the communicator's stream, on a device that has no other.
pub struct AllReduce {
    library: Library,
    communicator: Communicator,
    buffers: [DeviceBuffer<f32>; 2],
}

impl AllReduce {
    pub fn new() -> Result<Self> {
        let (library, device) = library_and_device(1)?;
        let communicator = Communicator::new(&device, &RootInfo::create(&device)?, 1, 0)?;
        Ok(Self { library, communicator, buffers: [device.alloc(LEN)?, device.alloc(LEN)?] })
    }
}

impl Pair for AllReduce {
    fn without(&mut self, calls: usize) -> Result<Duration> {
        let hccl = black_box(self.library.hccl().map_err(|error| Error::input(error.to_string()))?);
        let stream = self.communicator.stream().as_raw();
        let (kind, sum) = (HcclDataType::HCCL_DATA_TYPE_FP32, HcclReduceOp::HCCL_REDUCE_SUM);
        let start = Instant::now();
        for _ in 0..calls {
            // SAFETY: the function only looks at the hook.
            black_box(unsafe { (hccl.HcclAllReduce)(address(), address(), LEN as u64, kind, sum, address(), stream) });
        }
        Ok(start.elapsed())
    }

    fn with(&mut self, calls: usize) -> Result<Duration> {
        let [from, to] = &mut self.buffers;
        let start = Instant::now();
        for _ in 0..calls {
            self.communicator.all_reduce(&*from, &mut *to, Reduction::Sum)?;
        }
        Ok(start.elapsed())
    }
}
