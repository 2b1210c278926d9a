//! A kernel of this crate on a device, and what all of them ask of a launch.

use std::sync::OnceLock;

use super::images;
use super::module::{Function, Module};
use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::soc::Architecture;
use crate::stream::Stream;

/// Elements that are whole blocks of 32 bytes in every type.
const SHORTEST_ON_910A: usize = 16;

/// The image of a kernel, loaded onto a device.
pub(crate) struct Loaded {
    kernel: &'static str,
    entries: &'static [&'static str],
    module: Module,
    architecture: Architecture,
    blocks: u32,
    /// Those of the entries that were asked for: a launch takes no lock and allocates nothing to find its own.
    functions: Box<[OnceLock<Function>]>,
}

impl Loaded {
    #[allow(unsafe_code, reason = "an image is a program, and this crate vouches for its own")]
    pub(crate) fn load(device: &Device, kernel: &'static str, entries: &'static [&'static str]) -> Result<Self> {
        // SAFETY: this crate's build made the image from this crate's kernel.
        let module = unsafe { Module::load(device, images::find(kernel, device)?) }?;
        let (architecture, blocks) = (device.architecture(), device.vector_cores()?);
        let functions = entries.iter().map(|_| OnceLock::new()).collect();
        Ok(Self { kernel, entries, module, architecture, blocks, functions })
    }

    /// Blocks of a launch: one for each vector core, unless the caller chose another number.
    pub(crate) fn blocks(&self) -> u32 {
        self.blocks
    }

    pub(crate) fn set_blocks(&mut self, blocks: u32) {
        self.blocks = blocks;
    }

    pub(crate) fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// An entry of the image, by its place among the entries.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`] for an entry with bf16 on the 910A.
    pub(crate) fn function(&self, place: usize) -> Result<&Function> {
        let (Some(&name), Some(known)) = (self.entries.get(place), self.functions.get(place)) else {
            unreachable!("every combination of types has an entry");
        };
        if let Some(function) = known.get() {
            return Ok(function);
        }
        if self.architecture == Architecture::A1001 && name.contains("bf16") {
            let found = format!("`{name}` was asked for, and the 910A has no bf16");
            return Err(Error::new(ErrorKind::NotSupported, self.kernel, found).with_hint("use fp16 or fp32"));
        }
        // Two threads may both ask; the library gives both the same.
        let function = self.module.function(name)?;
        Ok(known.get_or_init(|| function))
    }

    /// Whether there is anything to launch on `len` elements.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`] for 1 to 15 elements on the 910A, which copies whole blocks only: so few could be stored only
    /// together with what lies behind them.
    pub(crate) fn has_work(&self, stream: &Stream, operation: &'static str, len: usize) -> Result<bool> {
        stream.device().core.driver.check_process()?;
        if len != 0 && len < SHORTEST_ON_910A && self.architecture == Architecture::A1001 {
            let found = format!("{len} elements were given, the 910A takes {SHORTEST_ON_910A} or more");
            return Err(Error::new(ErrorKind::NotSupported, operation, found).with_hint("pad the buffer"));
        }
        Ok(len != 0)
    }
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kernel").field("module", &self.module).field("blocks", &self.blocks).finish_non_exhaustive()
    }
}

/// Refuses parts that differ in length from the first.
pub(crate) fn check_lengths(
    operation: &'static str,
    (first, len): (&str, usize),
    others: &[(&str, Option<usize>)],
) -> Result<()> {
    for &(name, other) in others {
        if let Some(other) = other.filter(|&other| other != len) {
            let found = format!("{name} has {other} elements, the {first} {len}");
            return Err(Error::invalid(operation, found).with_hint("give parts of one length"));
        }
    }
    Ok(())
}

/// The public type of a kernel: loaded once, launched often.
macro_rules! kernel_type {
    ($(#[$meta:meta])* $name:ident = $folder:literal, $entries:expr) => {
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $name {
            loaded: $crate::kernel::loaded::Loaded,
        }

        impl $name {
            /// Loads the kernel onto a device.
            ///
            /// # Errors
            /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) when this program holds no image of it for the device.
            pub fn load(device: &$crate::device::Device) -> $crate::error::Result<Self> {
                Ok(Self { loaded: $crate::kernel::loaded::Loaded::load(device, $folder, $entries)? })
            }

            /// Sets the number of blocks of a launch. Fewer than the vector cores leave some for collectives.
            #[must_use]
            pub fn with_blocks(mut self, blocks: u32) -> Self {
                self.loaded.set_blocks(blocks);
                self
            }
        }
    };
}

pub(crate) use kernel_type;
