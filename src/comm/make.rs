//! How communicators are made.
//!
//! Wraps `HcclCommInitRootInfo`, `HcclCommInitRootInfoConfig`, `HcclCommInitAll`, `HcclGetCommName`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::{CStr, c_char};
use std::sync::Arc;

use ascend_npu_sys::{HcclComm, HcclCommConfig, HcclResult};

use super::communicator::Communicator;
use super::ending::{Ending, Handle, Keeper};
use super::group::{Group, Key, Member, Station};
use super::limit::connect_limit;
use super::memory;
use super::options::CommunicatorOptions;
use super::root::RootInfo;
use crate::device::{Device, DeviceCore};
use crate::error::{Error, ErrorKind, Result};
use crate::stream::Stream;

/// A rank that joins: what is common to all ways.
pub(super) struct Joining<'a> {
    pub(super) operation: &'static str,
    pub(super) device: &'a Device,
    pub(super) group: Arc<Group>,
    pub(super) rank: u32,
    pub(super) options: &'a CommunicatorOptions,
    pub(super) keeper: Option<Arc<Keeper>>,
    pub(super) parent: Option<Arc<Handle>>,
}

impl Communicator {
    /// Joins a communicator of `size` ranks as `rank`. Blocks until all ranks have come.
    ///
    /// # Errors
    /// [`ErrorKind::Timeout`] when ranks are missing after the connect timeout (`HCCL_CONNECT_TIMEOUT`, 120 s);
    /// [`ErrorKind::InvalidArgument`] for a rank outside the size; [`ErrorKind::NotSupported`] where the toolkit has no HCCL,
    /// with the paths tried.
    #[doc(alias = "HcclCommInitRootInfo")]
    pub fn new(device: &Device, root: &RootInfo, size: u32, rank: u32) -> Result<Self> {
        Self::with_options(device, root, size, rank, &CommunicatorOptions::default())
    }

    /// As [`new`](Self::new), with options, which must be the same on all ranks.
    ///
    /// # Errors
    /// As `new`; [`ErrorKind::InvalidArgument`] for options that cannot be; [`ErrorKind::NotSupported`] for those that this device
    /// or toolkit has not.
    #[doc(alias = "HcclCommInitRootInfoConfig")]
    pub fn with_options(
        device: &Device,
        root: &RootInfo,
        size: u32,
        rank: u32,
        options: &CommunicatorOptions,
    ) -> Result<Self> {
        let operation = "Communicator::new";
        check_rank(operation, size, rank)?;
        device.core.driver.check_process()?;
        let group = Group::find(Key::Root(root.to_bytes()), size, rank);
        let joining = Joining { operation, device, group, rank, options, keeper: None, parent: None };
        Self::join_root(joining, root)
    }

    /// Joins the communicator of a root information.
    pub(super) fn join_root(joining: Joining<'_>, root: &RootInfo) -> Result<Self> {
        let (size, rank) = (joining.group.size, joining.rank);
        let core = &joining.device.core;
        let hccl = core.driver.hccl()?;
        if joining.options.is_default() {
            let init = hccl.HcclCommInitRootInfo;
            // SAFETY: the root information is a live box of the C type; the out-pointer is a live local.
            return joining.join("HcclCommInitRootInfo", |_, raw| unsafe { init(size, &*root.raw, rank, raw) });
        }
        let name = "HcclCommInitRootInfoConfig";
        let init = core.driver.require(name, hccl.HcclCommInitRootInfoConfig)?;
        // SAFETY: as above; the configuration is a live local of the size that it says.
        joining.join(name, |config, raw| unsafe { init(size, &*root.raw, rank, config, raw) })
    }

    /// Makes the communicator of several devices of this process at once: rank r is on device r of the list. Blocks while they
    /// meet. Each end then needs a thread of its own.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when there is no device or one comes twice; else whatever the library reports. No end is left
    /// over then.
    #[doc(alias = "HcclCommInitAll")]
    pub fn all(devices: &[Device]) -> Result<Vec<Self>> {
        let operation = "Communicator::all";
        let first = devices.first().ok_or_else(|| Error::invalid(operation, "no device was given"))?;
        let mut ids: Vec<i32> = devices.iter().map(|device| device.core.id).collect();
        if let Some((place, id)) =
            ids.iter().enumerate().find(|(place, id)| ids.iter().take(*place).any(|other| other == *id))
        {
            let found = format!("device {id} was given twice, the second time for rank {place}");
            return Err(Error::invalid(operation, found).with_hint("each rank needs a device of its own"));
        }
        let size = u32::try_from(ids.len()).map_err(|_| Error::invalid(operation, "32 bits count the ranks"))?;
        let core = &first.core;
        let init = core.driver.hccl()?.HcclCommInitAll;
        let mut streams = Vec::with_capacity(devices.len());
        for device in devices {
            streams.push(device.stream()?);
        }
        let mut raw = vec![std::ptr::null_mut(); ids.len()];
        let _context = core.enter()?;
        // SAFETY: both lists have `size` entries and live until the call returns.
        let code = unsafe { init(size, ids.as_mut_ptr(), raw.as_mut_ptr()) };
        core.driver
            .check_hccl("HcclCommInitAll", code)
            .map_err(|error| error.with_found(format!("a communicator of the devices {ids:?} could not be made")))?;
        let group = Group::alone(size);
        let options = &CommunicatorOptions::default();
        let joinings = devices.iter().zip(0..).zip(&streams).map(|((device, rank), stream)| {
            let group = group.clone();
            let joining = Joining { operation, device, group, rank, options, keeper: None, parent: None };
            (joining.enter(stream), joining)
        });
        // All are in the group before the first can be used.
        let joinings: Vec<_> = joinings.collect();
        let ends = joinings.into_iter().zip(raw).zip(streams);
        ends.map(|(((member, joining), raw), stream)| joining.finish(raw, stream, member)).collect()
    }
}

impl Joining<'_> {
    /// Comes to the other ranks of this process, then into the library.
    pub(super) fn join(
        self,
        function: &'static str,
        init: impl FnOnce(*mut HcclCommConfig, *mut HcclComm) -> HcclResult,
    ) -> Result<Communicator> {
        let core = &self.device.core;
        let mut config = self.options.config(self.operation, self.device)?;
        let stream = self.device.stream()?;
        // Before the library is: what it has made has all ranks, so those of this process are then in the group.
        let member = self.enter(&stream);
        let mut raw = std::ptr::null_mut();
        let made = self.meet().and_then(|()| {
            let _context = core.enter()?;
            let code = init(&mut config, &mut raw);
            core.driver.check_hccl(function, code).map_err(|error| self.explain(error))
        });
        made.inspect_err(|_| self.group.leave(self.rank))?;
        self.finish(raw, stream, member)
    }

    fn enter(&self, stream: &Stream) -> Arc<Member> {
        self.group.join(self.rank, self.device, stream.core(), self.options.buffer())
    }

    /// Waits for the others, where all are known to be of this process.
    fn meet(&self) -> Result<()> {
        let Some(ranks) = self.group.expected() else { return Ok(()) };
        let met = self.group.meet(self.rank, Station::Start, ranks, connect_limit(&self.device.core.driver));
        met.map_err(|error| error.on_device(self.device.core.id))
    }

    fn explain(&self, error: Error) -> Error {
        let device = self.device.core.id;
        let found = format!("rank {} of {} could not join", self.rank, self.group.size);
        let error = match error.kind() {
            ErrorKind::OutOfMemory => {
                error.with_found(format!("{found}; {}", memory::describe(device, self.options.buffer())))
            }
            _ => error.with_found(found),
        };
        error.on_device(device)
    }

    /// A communicator that the library has made.
    fn finish(self, raw: HcclComm, stream: Stream, member: Arc<Member>) -> Result<Communicator> {
        let ending = Ending {
            raw,
            member: member.clone(),
            group: self.group.clone(),
            device: self.device.clone(),
            limit: self.options.drop_limit_or_default(),
            parent: self.parent,
        };
        let handle = Handle::new(ending, self.keeper);
        let name = name(&self.device.core, raw)?;
        let _ = self.group.name.set(name);
        Ok(Communicator::from_parts(raw, stream, (self.group, member), handle))
    }
}

fn name(core: &DeviceCore, raw: HcclComm) -> Result<String> {
    let get = core.driver.hccl()?.HcclGetCommName;
    let _context = core.enter()?;
    let mut text: [c_char; 256] = [0; 256];
    // SAFETY: the communicator is alive, and the text has more than the 128 bytes that a name takes.
    let code = unsafe { get(raw, text.as_mut_ptr()) };
    core.driver.check_hccl("HcclGetCommName", code).map_err(|error| error.on_device(core.id))?;
    let bytes = text.map(|byte| byte as u8);
    Ok(CStr::from_bytes_until_nul(&bytes).map(|text| text.to_string_lossy().into_owned()).unwrap_or_default())
}

pub(super) fn check_rank(operation: &'static str, size: u32, rank: u32) -> Result<()> {
    if rank < size {
        return Ok(());
    }
    let found = format!("rank {rank} of {size} ranks was asked for");
    Err(Error::invalid(operation, found).with_hint("ranks count from 0"))
}
