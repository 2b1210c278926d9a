//! No memory is taken in the long run.

use crate::counting::{allocations, held};
use crate::{Bench, run_on_nothing};

#[test]
fn nothing_is_allocated_in_the_long_run() {
    run_on_nothing("allocations::work_and_count");
}

#[test]
#[ignore = "a program of another test"]
fn work_and_count() {
    let mut bench = Bench::new(0).unwrap();
    assert!(allocations(|| bench.work().unwrap()) > 0, "the count counts");
    // Until every list has the length that it keeps: 256 records of a stream.
    (0..1000).for_each(|_| bench.work().unwrap());
    let made = allocations(|| (0..1000).for_each(|_| bench.work().unwrap()));
    assert_eq!(made, 0);
}

#[test]
fn nothing_is_kept_in_the_long_run() {
    run_on_nothing("allocations::make_and_count");
}

#[test]
#[ignore = "a program of another test"]
fn make_and_count() {
    let mut bench = Bench::new(0).unwrap();
    let mut rounds = |count: usize| {
        for _ in 0..count {
            bench.work().unwrap();
            bench.make().unwrap();
        }
        held()
    };
    let early = rounds(1000);
    assert_eq!(rounds(2000), early);
}
