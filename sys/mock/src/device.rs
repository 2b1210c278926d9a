//! Devices and their SoC.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::aclError;
use once_cell::sync::Lazy;

use crate::context::Context;
use crate::control;
use crate::ids::Ids;
use crate::report::{Failure, Outcome};
use crate::{overflow, peer, platform};

/// What a SoC has. The counts are those of the vendor's platform files.
pub(crate) struct Soc {
    pub(crate) name: String,
    /// The value of `__NPU_ARCH__`.
    pub(crate) arch: u32,
    pub(crate) ai_cores: i64,
    /// 0 where the AI cores run vector kernels themselves.
    pub(crate) vector_cores: i64,
    /// The clock of the cores.
    pub(crate) mhz: u32,
    pub(crate) l2_bytes: i64,
    pub(crate) hbm_bytes: u64,
    pub(crate) stream_limit: usize,
    pub(crate) event_limit: u32,
    pub(crate) notify_limit: u32,
}

pub(crate) struct Device {
    pub(crate) id: i32,
    pub(crate) streams: AtomicUsize,
    pub(crate) events: AtomicUsize,
    /// Hardware events and notifies taken.
    pub(crate) event_ids: Ids,
    pub(crate) notify_ids: Ids,
    /// What new streams do with results of infinity.
    pub(crate) saturates: AtomicBool,
    /// 1 once a result was saturated, until it is cleared.
    pub(crate) overflow: Arc<AtomicU32>,
    pub(crate) state: Mutex<DeviceState>,
}

#[derive(Default)]
pub(crate) struct DeviceState {
    /// Calls of aclrtSetDevice not yet given back.
    pub(crate) uses: usize,
    /// The context that aclrtSetDevice makes.
    pub(crate) primary: Option<Arc<Context>>,
    /// The devices whose memory it may use.
    pub(crate) peers: BTreeSet<i32>,
    /// The most cube and vector cores that kernels may use, where the program limits them.
    pub(crate) core_limits: [Option<u32>; 2],
}

static SOC: Lazy<Soc> = Lazy::new(|| {
    let settings = control::settings();
    let mut soc = soc_named(&settings.soc).unwrap_or_else(|| row("Ascend910B3", 2201, 20, 40, 1800, 192, 64));
    soc.hbm_bytes = settings.hbm_bytes.unwrap_or(soc.hbm_bytes);
    soc
});

static DEVICES: Lazy<Vec<Arc<Device>>> = Lazy::new(|| {
    // Virtual devices keep their ids; the variable of the vendor chooses among them and numbers them from 0.
    (0..count()).map(|id| Arc::new(Device::new(i32::try_from(id).unwrap_or(i32::MAX)))).collect()
});

/// The SoC of all devices.
pub(crate) fn soc() -> &'static Soc {
    &SOC
}

/// The SoC of a name, if it is known.
pub(crate) fn soc_named(name: &str) -> Option<Soc> {
    let soc = match name {
        "Ascend910A" => row(name, 1001, 32, 0, 1000, 32, 32),
        "Ascend910ProA" => row(name, 1001, 32, 0, 1100, 32, 32),
        "Ascend910PremiumA" => row(name, 1001, 32, 0, 1220, 32, 32),
        "Ascend910B" => row(name, 1001, 30, 0, 900, 32, 32),
        "Ascend910ProB" => row(name, 1001, 30, 0, 1150, 32, 32),
        "Ascend910B1" => row(name, 2201, 24, 48, 1850, 192, 64),
        "Ascend910B2" | "Ascend910B2C" => row(name, 2201, 24, 48, 1800, 192, 64),
        "Ascend910B3" => row(name, 2201, 20, 40, 1800, 192, 64),
        "Ascend910B4" => row(name, 2201, 20, 40, 1500, 96, 32),
        "Ascend910B4-1" => row(name, 2201, 20, 40, 1500, 168, 32),
        "Ascend910_9391" | "Ascend910_9392" => row(name, 2201, 24, 48, 1850, 192, 64),
        "Ascend910_9381" | "Ascend910_9382" => row(name, 2201, 24, 48, 1800, 192, 64),
        "Ascend910_9372" => row(name, 2201, 20, 40, 1800, 192, 64),
        "Ascend910_9362" => row(name, 2201, 20, 40, 1500, 168, 64),
        "Ascend910_9363" => row(name, 2201, 20, 40, 1500, 168, 32),
        _ => return None,
    };
    Some(soc)
}

fn row(name: &str, arch: u32, ai_cores: i64, vector_cores: i64, mhz: u32, l2_mib: i64, hbm_gib: u64) -> Soc {
    let stream_limit = if arch == 1001 { 2048 } else { 1984 };
    let name = name.to_owned();
    let (event_limit, notify_limit) = if arch == 1001 { (65536, 1024) } else { (65536, 8192) };
    let (l2_bytes, hbm_bytes) = (l2_mib << 20, hbm_gib << 30);
    Soc { name, arch, ai_cores, vector_cores, mhz, l2_bytes, hbm_bytes, stream_limit, event_limit, notify_limit }
}

/// Number of devices that this process sees.
pub(crate) fn count() -> u32 {
    u32::try_from(physical().len()).unwrap_or(0)
}

/// The devices that a list names: ascending ids, read up to the first that does not fit.
fn visible(list: &str, all: u32) -> Vec<i32> {
    let mut ids: Vec<i32> = Vec::new();
    for id in list.split(',') {
        match id.parse::<i32>() {
            Ok(id) if ids.last().is_none_or(|&last| id > last) && id.unsigned_abs() < all && id >= 0 => ids.push(id),
            _ => break,
        }
    }
    ids
}

/// The id of a device in a call that takes it unsigned.
pub(crate) fn logical(id: u32) -> i32 {
    i32::try_from(id).unwrap_or(-1)
}

/// The physical ids of the devices that this process sees, by logical id.
pub(crate) fn physical() -> Vec<i32> {
    let all = control::settings().devices;
    match std::env::var("ASCEND_RT_VISIBLE_DEVICES") {
        Ok(list) => visible(&list, all),
        Err(_) => (0..all).filter_map(|id| i32::try_from(id).ok()).collect(),
    }
}

/// A device by its id.
pub(crate) fn device(id: i32) -> Outcome<Arc<Device>> {
    let found = usize::try_from(id).ok().and_then(|place| DEVICES.get(place));
    found.cloned().ok_or_else(|| {
        let text =
            format!("EE1001: device {id} was asked for; this process sees {} devices, numbered from 0", DEVICES.len());
        Failure::acl(aclError::RT_INVALID_DEVICEID, text)
    })
}

/// Whether `from` may touch the memory of `to`. Devices of two dies need no leave.
pub(crate) fn peer_enabled(from: i32, to: i32) -> bool {
    platform::has_two_dies() || peer::has_access(from, to).unwrap_or(false)
}

/// Live streams and events of a device.
pub(crate) fn live(id: i32) -> (usize, usize) {
    device(id).map_or((0, 0), |device| (device.streams.load(Ordering::Acquire), device.events.load(Ordering::Acquire)))
}

impl Device {
    fn new(id: i32) -> Self {
        Self {
            id,
            streams: AtomicUsize::new(0),
            events: AtomicUsize::new(0),
            event_ids: Ids::new(soc().event_limit),
            notify_ids: Ids::new(soc().notify_limit),
            saturates: AtomicBool::new(overflow::only_saturates()),
            overflow: overflow::status_of_device(),
            state: Mutex::default(),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, DeviceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by a panic.
mod tests {
    use super::*;

    #[test]
    fn a_list_of_visible_devices_ends_at_its_first_bad_entry() {
        assert_eq!(visible("0,1,2", 8).len(), 3);
        assert_eq!(visible("4,6", 8).len(), 2);
        assert_eq!(visible("1,0,2", 8).len(), 1);
        assert_eq!(visible("0, 1", 8).len(), 1);
        assert_eq!(visible("9", 8).len(), 0);
        assert_eq!(visible("", 8).len(), 0);
    }

    /// Name, architecture, cube and vector cores, clock in MHz, cache in MiB, memory in GiB, streams: as the vendor's platform files
    /// and documents have them.
    type Part = (&'static str, u32, i64, i64, u32, i64, u64, usize);

    const PARTS: &[Part] = &[
        ("Ascend910A", 1001, 32, 0, 1000, 32, 32, 2048),
        ("Ascend910ProA", 1001, 32, 0, 1100, 32, 32, 2048),
        ("Ascend910PremiumA", 1001, 32, 0, 1220, 32, 32, 2048),
        ("Ascend910B", 1001, 30, 0, 900, 32, 32, 2048),
        ("Ascend910ProB", 1001, 30, 0, 1150, 32, 32, 2048),
        ("Ascend910B1", 2201, 24, 48, 1850, 192, 64, 1984),
        ("Ascend910B2", 2201, 24, 48, 1800, 192, 64, 1984),
        ("Ascend910B2C", 2201, 24, 48, 1800, 192, 64, 1984),
        ("Ascend910B3", 2201, 20, 40, 1800, 192, 64, 1984),
        ("Ascend910B4", 2201, 20, 40, 1500, 96, 32, 1984),
        ("Ascend910B4-1", 2201, 20, 40, 1500, 168, 32, 1984),
        ("Ascend910_9391", 2201, 24, 48, 1850, 192, 64, 1984),
        ("Ascend910_9392", 2201, 24, 48, 1850, 192, 64, 1984),
        ("Ascend910_9381", 2201, 24, 48, 1800, 192, 64, 1984),
        ("Ascend910_9382", 2201, 24, 48, 1800, 192, 64, 1984),
        ("Ascend910_9372", 2201, 20, 40, 1800, 192, 64, 1984),
        ("Ascend910_9362", 2201, 20, 40, 1500, 168, 64, 1984),
        ("Ascend910_9363", 2201, 20, 40, 1500, 168, 32, 1984),
    ];

    #[test]
    fn every_part_has_the_limits_of_its_platform_file() {
        assert_eq!(PARTS.len(), control::SOC_NAMES.len());
        for &(name, arch, cores, vectors, mhz, cache, memory, streams) in PARTS {
            assert!(control::SOC_NAMES.contains(&name), "{name}");
            let soc = soc_named(name).unwrap();
            assert_eq!((soc.arch, soc.ai_cores, soc.vector_cores, soc.mhz), (arch, cores, vectors, mhz), "{name}");
            let sizes = (soc.l2_bytes >> 20, soc.hbm_bytes >> 30, soc.stream_limit, soc.event_limit);
            assert_eq!(sizes, (cache, memory, streams, 65536), "{name}");
        }
    }

    #[test]
    fn the_name_without_a_digit_is_the_older_part() {
        assert_eq!(soc_named("Ascend910B").map(|soc| soc.arch), Some(1001));
        assert_eq!(soc_named("Ascend910B1").map(|soc| soc.arch), Some(2201));
        assert!(soc_named("Ascend310P3").is_none());
    }
}
