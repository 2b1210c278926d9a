//! One initialised library in a process, whoever initialised it.
#![allow(unsafe_code)] // Calls C functions as another part of the program would.

use std::time::{Duration, Instant};
use std::{hint, ptr, thread};

use ascend_npu::{Driver, Toolkit};
use ascend_npu_mock::control::calls;
use ascend_npu_sys::{Acl, Symbols, aclError};

use crate::program::Place;
use crate::turn;

/// Calls of aclInit and aclFinalize during `act`.
fn starts_and_ends(act: impl FnOnce()) -> (u64, u64) {
    let before = (calls("aclInit"), calls("aclFinalize"));
    act();
    (calls("aclInit") - before.0, calls("aclFinalize") - before.1)
}

/// The library as another part of the program uses it.
fn library() -> Acl {
    let mut find = ascend_npu_mock::lookup;
    // SAFETY: the software device gives, for each name, a function of that name's C type.
    unsafe { Acl::load(&mut Symbols::partial(&mut find)) }.unwrap()
}

fn use_device(driver: &Driver) {
    let stream = driver.device(0).unwrap().stream().unwrap();
    assert_eq!(stream.download_blocking(&stream.upload_blocking(&[1, 2, 3]).unwrap()).unwrap(), [1, 2, 3]);
}

#[test]
fn two_drivers_share_one_start_and_the_second_outlives_the_first() {
    crate::common::needs!(Calls);
    let _turn = turn();
    let counts = starts_and_ends(|| {
        let (first, second) = (Driver::open().unwrap(), Driver::open().unwrap());
        use_device(&first);
        assert_eq!(starts_and_ends(|| drop(first)), (0, 0));
        use_device(&second);
    });
    assert_eq!(counts, (1, 1));
}

#[test]
fn the_library_ends_with_the_last_object_and_can_be_started_again() {
    crate::common::needs!(Calls);
    let _turn = turn();
    let stream = Driver::open().unwrap().device(0).unwrap().stream().unwrap();
    stream.synchronize().unwrap();
    assert_eq!(starts_and_ends(|| drop(stream)), (0, 1));
    for _ in 0..3 {
        assert_eq!(starts_and_ends(|| use_device(&Driver::open().unwrap())), (1, 1));
    }
}

#[test]
fn a_library_that_another_part_of_the_program_started_is_left_to_it() {
    crate::common::needs!(Calls);
    let _turn = turn();
    let other = library();
    // SAFETY: a null configuration is documented as "none".
    assert_eq!(unsafe { (other.aclInit)(ptr::null()) }, aclError::SUCCESS);
    assert_eq!(starts_and_ends(|| use_device(&Driver::open().unwrap())), (1, 0));
    let mut count = 0;
    // SAFETY: the out-pointer is a live local.
    assert_eq!(unsafe { (other.aclrtGetDeviceCount)(&mut count) }, aclError::SUCCESS);
    // SAFETY: the driver is gone, and this test has made nothing.
    assert_eq!(unsafe { (other.aclFinalize)() }, aclError::SUCCESS, "nobody finalised it before");
    assert_eq!(starts_and_ends(|| use_device(&Driver::open().unwrap())), (1, 1));
}

#[test]
fn an_opening_driver_and_the_last_one_that_ends_do_not_disturb_each_other() {
    crate::common::needs!(Calls);
    let _turn = turn();
    let (starts, ends) = starts_and_ends(|| {
        for round in 0..200 {
            let driver = Driver::open().unwrap();
            let ending = thread::spawn(move || drop(driver));
            let waited = Instant::now();
            while waited.elapsed() < Duration::from_micros(round) {
                hint::spin_loop();
            }
            let next = Driver::open().unwrap();
            ending.join().unwrap();
            use_device(&next);
        }
    });
    assert_eq!(
        starts, ends,
        "each start was the driver's own: it never found the library of one that had not ended yet"
    );
    assert!(starts > 1, "the driver ended now and then");
}

#[test]
fn asking_what_is_installed_starts_nothing() {
    let _turn = turn();
    let counts = starts_and_ends(|| {
        let toolkit = Toolkit::find().unwrap();
        assert_eq!(toolkit.version().to_string(), "1.17.0");
    });
    assert_eq!(counts, (0, 0));
    let driver = Driver::open().unwrap();
    assert_eq!(starts_and_ends(|| assert_eq!(Toolkit::find().unwrap().version(), driver.version())), (0, 0));
    use_device(&driver);
}

#[test]
fn asking_what_is_installed_calls_nothing_of_a_toolkit_but_its_version() {
    let place = Place::new();
    let path = place.install("kit", &[], &["aclrtMemPoolCreate"]);
    let home = place.path("kit").display().to_string();
    let ran = place.run("shared::print_version", &[("ASCEND_HOME_PATH", &home), ("ASCEND_NPU_BACKEND", "cann")]);
    ran.has(&format!("version 1.12.3 of {}\n", path.display()));
    let log = place.log();
    assert!(!log.is_empty() && log.iter().all(|call| call == "aclrtGetVersion"), "{log:?}");
}

#[test]
#[ignore = "a program of other tests"]
fn print_version() {
    let toolkit = Toolkit::find().unwrap();
    println!("version {} of {}", toolkit.version(), toolkit.path().display());
}

#[test]
fn a_toolkit_that_another_part_started_is_not_finalised() {
    let place = Place::new();
    place.install("kit", &[], &[]);
    let home = place.path("kit").display().to_string();
    for (answer, ends) in [("100002", 0), ("0", 1)] {
        std::fs::remove_file(place.path("log")).ok();
        let variables = [("ASCEND_HOME_PATH", &*home), ("ASCEND_NPU_BACKEND", "cann"), ("MADE_INIT", answer)];
        place.run("absent::print_open", &variables).has("opened Cann ");
        let log = place.log();
        let count = |call| log.iter().filter(|made| *made == call).count();
        assert_eq!((count("aclInit"), count("aclFinalize")), (1, ends), "{answer}: {log:?}");
    }
}
