//! What can be chosen for a single communicator.

use std::ffi::c_char;
use std::time::Duration;

use ascend_npu_sys::HcclCommConfig;

use super::ending::DROP_LIMIT;
use crate::device::Device;
use crate::driver::environment;
use crate::error::{Error, ErrorKind, Result};
use crate::soc::Architecture;

/// MiB of one half of a communicator's buffer where nobody says another size.
const BUFFER_MIB: u32 = 200;

/// The longest name, in bytes.
const NAME_BYTES: usize = 127;

/// The longest time that the 910A waits for peers, in seconds.
const LONGEST_ON_910A: u64 = 17_340;

/// Whether reductions give the same bits in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Determinism {
    /// Additions may come in any order.
    Off,
    /// The same bits on the same devices, ranks and inputs. Slower.
    On,
    /// The same order of additions for every element. Not on the 910A.
    Strict,
}

/// What can be chosen for a single communicator, the same on all its ranks. What is not chosen is as the environment says
/// (`HCCL_BUFFSIZE`, `HCCL_DETERMINISTIC`, `HCCL_EXEC_TIMEOUT`), or the library's default.
#[doc(alias = "HcclCommConfig")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommunicatorOptions {
    name: Option<String>,
    buffer_mib: Option<u32>,
    determinism: Option<Determinism>,
    execution_timeout: Option<Duration>,
    drop_limit: Option<Duration>,
}

/// The fields of the C configuration by their capability: a library reads a field whose number is below its own.
#[derive(Clone, Copy)]
enum Field {
    BufferSize = 0,
    Determinism = 1,
    Name = 2,
    ExecutionTimeout = 8,
}

impl CommunicatorOptions {
    /// A name for errors and logs, 1 to 127 bytes; no two communicators of a process may have the same.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// MiB of one half of its buffer, at least 1; 200 by default. With its first operation a communicator takes twice as much, and
    /// 1 MiB more, of the memory of each device.
    pub fn buffer_mib(mut self, mib: u32) -> Self {
        self.buffer_mib = Some(mib);
        self
    }

    /// Whether reductions give the same bits in every run.
    pub fn determinism(mut self, determinism: Determinism) -> Self {
        self.determinism = Some(determinism);
        self
    }

    /// How long an operation waits on its stream for its peers, in whole seconds, rounded up; 1836 s by default. Zero is for ever,
    /// which the 910A refuses.
    pub fn execution_timeout(mut self, limit: Duration) -> Self {
        self.execution_timeout = Some(limit);
        self
    }

    /// How long the communicator waits for its queued work when it is dropped; a minute by default. After that it is left to the
    /// library.
    pub fn drop_limit(mut self, limit: Duration) -> Self {
        self.drop_limit = Some(limit);
        self
    }

    pub(super) fn drop_limit_or_default(&self) -> Duration {
        self.drop_limit.unwrap_or(DROP_LIMIT)
    }

    /// Bytes of device memory that a communicator takes.
    pub(super) fn buffer(&self) -> u64 {
        let mib = self.buffer_mib.or_else(|| environment::value("HCCL_BUFFSIZE")?.trim().parse().ok());
        (2 * u64::from(mib.unwrap_or(BUFFER_MIB)) + 1) << 20
    }

    /// Whether anything is chosen that the library has to be told.
    pub(super) fn is_default(&self) -> bool {
        *self == Self { drop_limit: self.drop_limit, ..Self::default() }
    }

    /// The C configuration, if all that is chosen can be had here.
    pub(super) fn config(&self, operation: &'static str, device: &Device) -> Result<HcclCommConfig> {
        self.check(operation, device)?;
        let mut config = HcclCommConfig::new();
        if let Some(mib) = self.buffer_mib {
            config.hcclBufferSize = mib;
        }
        if let Some(determinism) = self.determinism {
            config.hcclDeterministic = determinism as u32;
        }
        if let Some(limit) = self.execution_timeout {
            config.hcclExecTimeOut = i32::try_from(seconds(limit)).unwrap_or(i32::MAX);
        }
        // The last byte stays the end of the text.
        let bytes = self.name.iter().flat_map(|name| name.bytes()).take(NAME_BYTES);
        for (to, byte) in config.hcclCommName.iter_mut().zip(bytes) {
            *to = byte as c_char;
        }
        Ok(config)
    }

    fn check(&self, operation: &'static str, device: &Device) -> Result<()> {
        let invalid = |found: String| Err(Error::invalid(operation, found).on_device(device.core.id));
        let older = device.architecture() == Architecture::A1001;
        if self.buffer_mib == Some(0) {
            return invalid("a buffer of 0 MiB was asked for; 1 or more are allowed".to_owned());
        }
        if let Some(name) = &self.name {
            if name.is_empty() || name.len() > NAME_BYTES {
                return invalid(format!("a name of {} bytes was asked for; 1 to {NAME_BYTES} are allowed", name.len()));
            }
            if name.bytes().any(|byte| byte == 0) {
                return invalid(format!("the name {name:?} has a zero byte"));
            }
        }
        if let Some(limit) = self.execution_timeout {
            let seconds = seconds(limit);
            if older && !(1..=LONGEST_ON_910A).contains(&seconds) {
                return invalid(format!(
                    "a timeout of {seconds} s was asked for; the 910A takes 1 to {LONGEST_ON_910A}"
                ));
            }
            if i32::try_from(seconds).is_err() {
                return invalid(format!("a timeout of {seconds} s was asked for; 31 bits count the seconds"));
            }
        }
        if older && self.determinism.is_some() {
            return Err(Error::new(ErrorKind::NotSupported, operation, "the 910A takes no choice of determinism")
                .on_device(device.core.id)
                .with_hint("its order of additions is fixed anyhow"));
        }
        self.check_capability(operation, device)
    }

    /// Refuses what the library would not read.
    fn check_capability(&self, operation: &'static str, device: &Device) -> Result<()> {
        let chosen = [
            (self.buffer_mib.is_some(), Field::BufferSize, "buffer_mib"),
            (self.determinism.is_some(), Field::Determinism, "determinism"),
            (self.name.is_some(), Field::Name, "name"),
            (self.execution_timeout.is_some(), Field::ExecutionTimeout, "execution_timeout"),
        ];
        let core = &device.core;
        let capability = match core.driver.hccl()?.HcclGetCommConfigCapability {
            // Of the first version of the configuration.
            None => Field::Determinism as u32 + 1,
            Some(get) => capability(get),
        };
        let unread = chosen.iter().find(|(chosen, field, _)| *chosen && *field as u32 >= capability);
        unread.map_or(Ok(()), |(_, _, name)| {
            let found = format!("{name} was chosen, which this toolkit is too old for");
            Err(Error::new(ErrorKind::NotSupported, operation, found).on_device(core.id))
        })
    }
}

#[allow(unsafe_code, reason = "calls into the C library")]
fn capability(get: ascend_npu_sys::signature::HcclGetCommConfigCapability) -> u32 {
    // SAFETY: the call has no preconditions.
    unsafe { get() }
}

/// Whole seconds, rounded up: a limit is never shorter than asked for.
fn seconds(limit: Duration) -> u64 {
    limit.as_secs() + u64::from(limit.subsec_nanos() > 0)
}
