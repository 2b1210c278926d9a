//! Runs programs, and compares what was found with what they say.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

use ascend_npu_mock::control::{Checks, Finding, FindingKind, FoundOperation, schedules, take_findings_of};
use once_cell::sync::Lazy;

use crate::common::{ACL, make, on};
use crate::things::{Touch, short};

/// Seeds; the last one is late.
const SCHEDULES: u32 = 4;

static CONFIGURED: Lazy<()> = Lazy::new(|| {
    make(|settings| {
        settings.devices = 4096;
        settings.checks = Checks::ALL;
        // What a program leaves goes with its device.
        settings.checks.leaks = false;
    });
    Lazy::force(&ACL);
});

/// What is to be found, or was.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Told {
    kind: String,
    operations: Vec<Touch>,
}

/// A program, which begins with a device of its own current.
pub struct Program {
    devices: Mutex<Vec<i32>>,
    expected: Mutex<Vec<Told>>,
    /// Of these some are found, and which depends on the schedule.
    some: Mutex<Vec<Told>>,
}

impl Program {
    fn new() -> Self {
        let program = Self { devices: Mutex::default(), expected: Mutex::default(), some: Mutex::default() };
        program.device();
        program
    }

    /// A further device, current on this thread.
    pub fn device(&self) -> i32 {
        static NEXT: AtomicI32 = AtomicI32::new(0);
        let device = NEXT.fetch_add(1, Ordering::Relaxed);
        on(device);
        self.devices.lock().unwrap().push(device);
        device
    }

    /// The newest device.
    pub fn current(&self) -> i32 {
        *self.devices.lock().unwrap().last().unwrap()
    }

    /// Nothing orders these two.
    pub fn race(&self, first: Touch, second: Touch) {
        self.expect(FindingKind::Race, vec![first, second]);
    }

    /// Nothing orders these two, or two others that are given so: in each run one pair is found, or more.
    pub fn some_race(&self, first: Touch, second: Touch) {
        self.some.lock().unwrap().push(Told::new(FindingKind::Race, vec![first, second]));
    }

    pub fn expect(&self, kind: FindingKind, operations: Vec<Touch>) {
        self.expected.lock().unwrap().push(Told::new(kind, operations));
    }

    /// Compares, and gives the devices back.
    fn end(self, is_mistake: bool) {
        let mut found = Vec::new();
        let devices = self.devices.into_inner().unwrap();
        for &device in &devices {
            on(device);
            // It fails where the program had a fault.
            let _ = acl!(aclrtSynchronizeDevice());
        }
        devices.iter().for_each(|&device| found.extend(take_findings_of(device)));
        let mut expected = self.expected.into_inner().unwrap();
        let expects = |kind| expected.iter().any(|told| told.kind == format!("{kind:?}"));
        // Whoever reads too early reads, on some days, what nobody has written yet.
        let is_wanted = |found: &Finding| {
            found.kind != FindingKind::Uninitialised || !is_mistake || expects(FindingKind::Uninitialised)
        };
        let mut told: Vec<Told> = found.iter().filter(|found| is_wanted(found)).map(Told::of).collect();
        told.sort();
        expected.sort();
        let some = self.some.into_inner().unwrap();
        if !some.is_empty() {
            let before = told.len();
            told.retain(|told| !some.contains(told));
            assert!(told.len() < before, "none of {some:#?} was found");
        }
        assert_eq!(told, expected, "found are {found:#?}");
        assert_eq!(!expected.is_empty() || !some.is_empty(), is_mistake);
        for device in devices {
            let _ = acl!(aclrtResetDevice(device));
        }
    }
}

impl Told {
    fn new(kind: FindingKind, mut operations: Vec<Touch>) -> Self {
        operations.sort();
        Self { kind: format!("{kind:?}"), operations }
    }

    fn of(finding: &Finding) -> Self {
        Self::new(finding.kind, finding.operations.iter().map(touch).collect())
    }
}

fn touch(operation: &FoundOperation) -> Touch {
    // A leaf has no frame of its own but where nothing is optimised.
    let is_leaf = |site: &&String| site.contains("calls::load") || site.contains("calls::store");
    let site = operation.callers.iter().find(|site| !is_leaf(site)).unwrap_or(&operation.site);
    let site = if is_leaf(&&operation.site) { site } else { &operation.site };
    let site = site.split_once(" (").map_or(site.as_str(), |(site, _)| site);
    Touch {
        name: operation.name.clone(),
        stream: operation.stream.map(|stream| (operation.device, stream)),
        writes: operation.writes,
        bytes: operation.bytes,
        site: short(site).to_owned(),
    }
}

/// The program has mistakes, and says which.
pub fn reported(program: fn(&Program)) {
    run(program, true);
}

/// The program has none.
pub fn silent(program: fn(&Program)) {
    run(program, false);
}

fn run(body: fn(&Program), is_mistake: bool) {
    // The schedule is that of the whole process.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    Lazy::force(&CONFIGURED);
    let once = || {
        let program = Program::new();
        body(&program);
        program.end(is_mistake);
    };
    once();
    schedules(SCHEDULES, |_| once());
}
