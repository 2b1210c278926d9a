//! What several test binaries share.
#![allow(dead_code, unused_imports, unused_macros, reason = "each binary uses its own part")]

use std::io::Write;

use ascend_npu::{BACKEND_VARIABLE, Device, Driver};

/// What a test needs that only the software device in its own process has.
#[derive(Clone, Copy, Debug)]
pub enum Needs {
    Calls,
    Usage,
    Faults,
    Checks,
    Settings,
    Model,
    Addresses,
}

impl Needs {
    fn reason(self) -> &'static str {
        match self {
            Self::Calls => "it counts calls of the library",
            Self::Usage => "it looks at what the device holds",
            Self::Faults => "it has calls, kernels or links fail",
            Self::Checks => "it asks what the checks found",
            Self::Settings => "it sets the device up: another part, short limits",
            Self::Model => "it knows the figures of the part that is modelled",
            Self::Addresses => "it makes up addresses of devices",
        }
    }
}

/// Ends a test that needs what an installed toolkit has not, where `ASCEND_NPU_BACKEND=cann` chooses that, and says so.
macro_rules! needs {
    ($what:ident) => {
        if $crate::common::is_left_out($crate::common::Needs::$what) {
            return;
        }
    };
}
pub(crate) use needs;

/// Whether the test that calls is left out. `.ci/hardware` counts the lines that say so.
pub fn is_left_out(needs: Needs) -> bool {
    let is_left_out = std::env::var(BACKEND_VARIABLE).is_ok_and(|backend| backend == "cann");
    if is_left_out {
        let test = std::thread::current().name().unwrap_or_default().to_owned();
        // Past the test harness, which shows only what failing tests print.
        let line = format!("left out: {test}: {}\n", needs.reason());
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    }
    is_left_out
}

/// A device by its id. Tests that look at a device's memory take one of their own.
pub fn device(id: u32) -> Device {
    Driver::open().unwrap().device(id).unwrap()
}

/// Values that differ from place to place, so that a shifted or swapped part is seen.
pub fn values(len: usize, salt: u64) -> Vec<f32> {
    (0..len as u64)
        .map(|place| unit(place.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt.wrapping_mul(0xd1b5_4a32_d192_ed03)))
        .collect()
}

/// A number in [-1, 1) from the bits of a counter (the finaliser of SplitMix64).
fn unit(mut bits: u64) -> f32 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
}
