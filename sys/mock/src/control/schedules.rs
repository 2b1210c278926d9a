//! Running a program under many schedules.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use once_cell::sync::Lazy;

use super::settings::{Schedule, settings};
use crate::exec::{Mode, scheduler};
use crate::remark::remark;

/// The seed of the present sequence.
static SEED: Lazy<AtomicU64> = Lazy::new(|| AtomicU64::new(settings().seed));

/// The seed that the present schedule is drawn from.
pub(crate) fn seed() -> u64 {
    SEED.load(Ordering::Acquire)
}

/// Begins the schedule of another seed, in the mode of the settings. What is queued runs before.
pub fn reseed(seed: u64) {
    begin(seed, settings().mode());
}

fn begin(seed: u64, mode: Mode) {
    SEED.store(seed, Ordering::Release);
    scheduler().reseed(seed, mode);
}

/// How to see the present schedule again.
pub(crate) fn replay() -> String {
    replay_of(seed(), settings().mode())
}

pub(super) fn replay_of(seed: u64, mode: Mode) -> String {
    match mode {
        Mode::Free => {
            format!("drawn from ASCEND_MOCK_SEED={seed}; a run with ASCEND_MOCK_WORKERS=1 is what its seed makes it")
        }
        Mode::Steps => format!("replay with ASCEND_MOCK_SEED={seed} ASCEND_MOCK_WORKERS=1"),
        Mode::Late => format!("replay with ASCEND_MOCK_SEED={seed} ASCEND_MOCK_SCHEDULE=late"),
    }
}

/// Runs a program under the schedules of `count` seeds, which it is given: 1 to `count`, the last of them in the mode
/// [`Schedule::Late`]. A panic of the program goes on after its seed was told on stderr; with the settings that are told, and no
/// other test beside it, the same schedule comes again. While `ASCEND_MOCK_SEED` or `ASCEND_MOCK_SCHEDULE` is set, only the schedule
/// that they name is run.
///
/// The program is to make its own streams, and to queue from one thread; what depends on other threads depends on their speed.
pub fn schedules(count: u32, program: impl Fn(u64)) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let named = ["ASCEND_MOCK_SEED", "ASCEND_MOCK_SCHEDULE"].iter().any(|name| std::env::var_os(name).is_some());
    let all = if named {
        let settings = settings();
        let mode = if settings.schedule == Schedule::Late { Mode::Late } else { Mode::Steps };
        vec![(settings.seed, mode)]
    } else {
        let mode = |seed| if seed == count { Mode::Late } else { Mode::Steps };
        (1..=count).map(|seed| (u64::from(seed), mode(seed))).collect()
    };
    for (seed, mode) in all {
        begin(seed, mode);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| program(seed))) {
            remark(format_args!("the program fails under seed {seed} of {count}: {}", replay_of(seed, mode)));
            reseed(settings().seed);
            resume_unwind(panic);
        }
    }
    reseed(settings().seed);
}

/// Makes a test of a function: its body runs under 32 schedules, see [`control::schedules`](crate::control::schedules).
///
/// ```
/// ascend_npu_mock::schedules! {
///     fn two_streams_give_the_same_sum() {
///         // Queue work, wait, and assert.
///     }
/// }
/// ```
#[macro_export]
macro_rules! schedules {
    ($($(#[$attribute:meta])* fn $name:ident() $body:block)+) => {
        $(
            $(#[$attribute])*
            #[test]
            fn $name() {
                $crate::control::schedules(32, |_seed| $body);
            }
        )+
    };
}
