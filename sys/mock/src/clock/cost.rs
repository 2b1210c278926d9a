//! How long operations of one device take.

use super::profile::Profile;
use super::work::Work;
use crate::exec::Kind;

/// What a cube unit does in a cycle: 16 x 16 x 16 multiplications and additions.
const CUBE: f64 = 8192.0;

/// What an operation moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Traffic {
    /// Bytes read and written, each as often as it is touched.
    pub(super) moved: u64,
    /// Bytes touched, each counted once.
    pub(super) distinct: u64,
}

/// Nanoseconds of a number of microseconds.
pub(super) fn nanoseconds(microseconds: f64) -> u64 {
    // Times are far from the limits of the integer, and not negative.
    (microseconds * 1e3).round() as u64
}

/// Microseconds for some bytes at a rate.
pub(super) fn transfer(bytes: u64, gb_per_s: f64) -> f64 {
    bytes as f64 / (gb_per_s * 1e3)
}

/// How long an operation takes that is no collective, in nanoseconds.
pub(super) fn duration(profile: &Profile, kind: Kind, traffic: Traffic) -> u64 {
    let Traffic { moved, distinct } = traffic;
    let microseconds = match kind {
        // Half of what is touched is read, and comes over the link.
        Kind::CopyHostToDevice | Kind::CopyDeviceToHost => {
            profile.copy_us + transfer(moved / 2, profile.host_link_gb_per_s)
        }
        Kind::CopyDeviceToDevice | Kind::Fill | Kind::ReduceOnDevice => {
            profile.copy_us + transfer(moved, profile.hbm_gb_per_s)
        }
        Kind::Kernel => profile.kernel_us + kernel(profile, traffic, 0),
        Kind::EventRecord | Kind::EventReset | Kind::NotifyRecord | Kind::ValueWrite => profile.record_us,
        Kind::EventWait | Kind::NotifyWait | Kind::ValueWait => profile.wait_us,
        // What the host does, marks, and what only sets something.
        _ => transfer(distinct, profile.hbm_gb_per_s),
    };
    nanoseconds(microseconds)
}

/// How long a kernel takes of which is told what it does, in nanoseconds.
pub(super) fn kernel_duration(profile: &Profile, work: Work) -> u64 {
    let Work { moved, distinct, flops } = work;
    nanoseconds(profile.kernel_us + kernel(profile, Traffic { moved, distinct }, flops))
}

/// Memory, cache, vector and cube units work at the same time: the slowest counts. Bytes that are touched again come from the cache
/// when all of them fit into it.
fn kernel(profile: &Profile, traffic: Traffic, flops: u64) -> f64 {
    let fits = traffic.distinct as f64 <= profile.l2_mib * f64::from(1 << 20);
    let from_memory = if fits { traffic.distinct } else { traffic.moved };
    let vector = profile.vector;
    let elements = traffic.moved as f64 / 4.0;
    let times = [
        transfer(from_memory, profile.hbm_gb_per_s),
        transfer(traffic.moved, profile.l2_gb_per_s),
        elements / (vector.cores * vector.ghz * vector.lanes * 1e3),
        flops as f64 / (profile.cube_cores * vector.ghz * CUBE * 1e3),
    ];
    times.into_iter().fold(0.0, f64::max)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by a panic.
mod tests {
    use super::super::profile::profile_of;
    use super::*;

    const MIB: u64 = 1 << 20;

    fn milliseconds(soc: &str, kind: Kind, moved: u64, distinct: u64) -> f64 {
        duration(profile_of(soc).unwrap(), kind, Traffic { moved, distinct }) as f64 / 1e6
    }

    #[track_caller]
    fn near(found: f64, wanted: f64) {
        assert!((found / wanted - 1.0).abs() < 0.05, "{found} is not within 5 % of {wanted}");
    }

    #[test]
    fn an_optimizer_step_over_a_billion_parameters_takes_the_time_of_the_memory() {
        // Gradient and copy of 2 bytes, state of 12 bytes that is read and written.
        let (moved, distinct) = (28_000_000_000, 16_000_000_000);
        near(milliseconds("Ascend910B3", Kind::Kernel, moved, distinct), 17.5);
        near(milliseconds("Ascend910A", Kind::Kernel, moved, distinct), 23.3);
        near(milliseconds("Ascend910B4", Kind::Kernel, moved, distinct), 35.0);
    }

    #[test]
    fn bytes_that_a_kernel_touches_again_come_from_the_cache_if_they_fit() {
        let once = milliseconds("Ascend910B1", Kind::Kernel, 64 * MIB, 64 * MIB);
        let twice = milliseconds("Ascend910B1", Kind::Kernel, 128 * MIB, 64 * MIB);
        near(twice, once);
        near(milliseconds("Ascend910B1", Kind::Kernel, 2 << 30, 1 << 30), 2.0 * 0.671);
    }

    #[test]
    fn a_product_of_matrices_takes_the_time_of_the_cube_units() {
        let teraflops = |soc: &str| {
            let work = Work { moved: 1 << 20, distinct: 1 << 20, flops: 1_000_000_000_000_000 };
            1e12 / kernel_duration(profile_of(soc).unwrap(), work) as f64
        };
        // The published figures: 256 for the 910A, 376 for the 910B2, 313 for the 910B3 and 280 for the 910B4.
        assert_eq!(teraflops("Ascend910A").round(), 262.0);
        assert_eq!(teraflops("Ascend910B2").round(), 354.0);
        assert_eq!(teraflops("Ascend910B3").round(), 295.0);
        assert_eq!(teraflops("Ascend910B4").round(), 246.0);
        // Of a small product the memory counts.
        let small = Work { moved: 1 << 30, distinct: 1 << 30, flops: 1 << 20 };
        near(kernel_duration(profile_of("Ascend910B3").unwrap(), small) as f64, 673_000.0);
    }

    #[test]
    fn copies_take_the_time_of_what_they_go_through() {
        near(milliseconds("Ascend910B3", Kind::CopyHostToDevice, 2 * 544_000_000, 0), 10.0);
        near(milliseconds("Ascend910B3", Kind::CopyDeviceToDevice, 2 * 800_000_000, 0), 1.0);
        near(milliseconds("Ascend910B3", Kind::CopyDeviceToHost, 2, 2), 0.0015);
    }
}
