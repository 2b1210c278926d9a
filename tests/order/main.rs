//! The ordering promise, on random programs: whatever a safe program queues, on whatever streams, drops and forgets, what it reads is
//! what it would have read if every operation had been done at once. Under schedules that are as bad as they can be, and with all
//! checks of the software device, which find a missing wait even where the data came out right.
//!
//! `PROPTEST_CASES` sets how many programs each test tries. A program that fails is made as small as it gets and printed.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    reason = "a test may fail"
)]

#[path = "../common/mod.rs"]
mod common;
mod machine;
mod model;
mod program;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use ascend_npu::kernel::adam::Adam;
use ascend_npu::{Driver, ErrorKind, Result, World};
use ascend_npu_mock::control::{self, Settings};
use machine::Machine;
use program::{Contents, Line, programs, resolve};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

/// The findings are those of the process, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    let guard = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut settings = Settings::default();
    settings.checks = "races,memory,collectives,deadlock,uninitialised".parse().unwrap();
    settings.buffer_mib = 1;
    settings.connect_timeout = Duration::from_secs(20);
    // Set by the first test; the others find it so.
    let _ = control::configure(settings);
    guard
}

/// The driver, which stays open from program to program.
fn driver() -> &'static Driver {
    static DRIVER: OnceLock<Driver> = OnceLock::new();
    DRIVER.get_or_init(|| Driver::open().unwrap())
}

/// Whether this build has kernels. Without a C++ compiler it has none, and programs do without.
fn with_kernels() -> bool {
    static KERNELS: OnceLock<bool> = OnceLock::new();
    *KERNELS.get_or_init(|| match Adam::load(&driver().device(0).unwrap()) {
        Ok(_) => true,
        Err(error) if error.kind() == ErrorKind::NotSupported => {
            eprintln!("programs are tried without kernels: {error}");
            false
        }
        Err(error) => panic!("{error}"),
    })
}

/// Tries random programs, `cases` of them unless the variable says otherwise.
fn try_programs(cases: u32, contents: Contents, len: usize, run: impl Fn(&[Line])) {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    let config = Config { cases: asked.unwrap_or(cases), failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&programs(contents, len), |program| {
        catch_unwind(AssertUnwindSafe(|| run(&program))).map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            TestCaseError::fail(text.unwrap_or_default())
        })
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

fn assert_nothing_found() {
    let findings = control::take_findings();
    let texts: Vec<_> = findings.iter().map(|finding| &finding.text).collect();
    assert!(findings.is_empty(), "the checks found {texts:#?}");
}

/// Runs a program of one thread on two devices under several schedules.
fn run_alone(program: &[Line], devices: [u32; 2]) {
    let steps = resolve(program, 2, 1);
    let expected = model::run(&steps, 1, with_kernels());
    control::schedules(3, |_| {
        let devices = devices.map(|id| driver().device(id).unwrap()).to_vec();
        Machine::new(devices, None, 0, &expected[0], with_kernels()).run(&steps);
        assert_nothing_found();
    });
}

#[test]
fn programs_give_what_they_would_one_step_at_a_time() {
    let _turn = turn();
    let devices = [0, 1];
    let held = || devices.map(|device| control::usage(i32::try_from(device).unwrap()));
    let contents = Contents { collectives: false, forgets: false };
    try_programs(48, contents, 80, |program| {
        with_kernels();
        let before = held();
        run_alone(program, devices);
        assert_eq!(held(), before, "something was not given back");
    });
}

#[test]
fn programs_that_forget_what_is_in_use_read_no_wrong_data() {
    let _turn = turn();
    let contents = Contents { collectives: false, forgets: true };
    try_programs(32, contents, 80, |program| run_alone(program, [2, 3]));
}

#[test]
fn programs_of_several_ranks_give_what_they_would_one_step_at_a_time() {
    let _turn = turn();
    let contents = Contents { collectives: true, forgets: false };
    try_programs(16, contents, 60, |program| {
        let ranks = 3;
        let steps = resolve(program, 1, ranks);
        let expected = model::run(&steps, ranks, with_kernels());
        control::schedules(2, |_| {
            let outcome = World::run(u32::try_from(ranks).unwrap(), |rank| -> Result<()> {
                let (number, device) = (rank.rank() as usize, rank.device().clone());
                let expected = &expected[number];
                Machine::new(vec![device], Some(rank.communicator), number, expected, with_kernels()).run(&steps);
                Ok(())
            });
            outcome.unwrap();
            assert_nothing_found();
        });
    });
}
