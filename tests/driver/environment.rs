//! Wrong variables: told together, before anything is started.

use ascend_npu::{Driver, Toolkit};

use crate::program::Place;
use crate::told;

#[test]
#[ignore = "a program of other tests"]
fn print_find_and_open() {
    println!("find {:?}", Toolkit::find().map(|toolkit| toolkit.backend()));
    println!("open {}", told(Driver::open()));
}

#[test]
fn all_wrong_variables_are_told_in_one_error() {
    let place = Place::new();
    let wrong = [("ASCEND_NPU_BACKEND", "mokc"), ("HCCL_RDMA_SL", "9"), ("HCCL_IF_IP", "here")];
    let ran = place.run("environment::print_find_and_open", &wrong);
    let text = "ASCEND_NPU_BACKEND=mokc is wrong: one of cann, mock, auto; \
                HCCL_IF_IP=here is wrong: an IPv4 or IPv6 address; \
                HCCL_RDMA_SL=9 is wrong: an integer from 0 to 7; \
                mend or unset them; where a newer toolkit takes such a value, set ASCEND_NPU_ENVIRONMENT=warn";
    ran.has(&format!("open Environment: Driver::open: {text}\n"));
    ran.has(&format!("find Err(Environment: Toolkit::find: {text})\n"));
}

#[test]
fn a_wrong_environment_starts_no_library() {
    let place = Place::new();
    place.install("kit", &[], &[]);
    let home = place.path("kit").display().to_string();
    let variables = [("ASCEND_HOME_PATH", &*home), ("ASCEND_NPU_BACKEND", "cann"), ("HCCL_BUFFSIZE", "many")];
    place
        .run("absent::print_open", &variables)
        .has("Environment: Driver::open: HCCL_BUFFSIZE=many is wrong: an integer");
    assert!(place.log().is_empty(), "{:?}", place.log());
}

#[test]
fn a_value_of_a_newer_toolkit_can_be_let_through() {
    let place = Place::new();
    let mut variables = vec![("ASCEND_NPU_BACKEND", "mock"), ("HCCL_OP_EXPANSION_MODE", "CCU_3")];
    place.run("absent::print_open", &variables).has("Environment: ").has("HCCL_OP_EXPANSION_MODE=CCU_3 is wrong");
    variables.push(("ASCEND_NPU_ENVIRONMENT", "warn"));
    let ran = place.run("absent::print_open", &variables);
    ran.has("opened Mock");
    assert!(ran.err.contains("ascend-npu: HCCL_OP_EXPANSION_MODE=CCU_3 is wrong"), "{ran:?}");
    variables.push(("ASCEND_NPU_BACKEND", "mokc"));
    place.run("absent::print_open", &variables).has("Environment: ").has("ASCEND_NPU_BACKEND=mokc");
}

#[test]
fn wrong_variables_of_the_software_device_are_told_as_such() {
    let place = Place::new();
    let wrong = [("ASCEND_NPU_BACKEND", "mock"), ("ASCEND_MOCK_SEED", "dice"), ("ASCEND_MOCK_SOC", "Ascend911")];
    place
        .run("absent::print_open", &wrong)
        .has("Environment: Driver::open: ASCEND_MOCK_SEED is `dice`, which is not a whole number; ASCEND_MOCK_SOC is `Ascend911`")
        .has("mend or unset them");
}

#[test]
fn a_build_of_kernels_that_there_is_not_is_told_before_anything_starts() {
    let place = Place::new();
    place
        .run("absent::print_open", &[("ASCEND_NPU_BACKEND", "mock"), ("ASCEND_NPU_KERNELS", "slow")])
        .has("Environment: Driver::open: ASCEND_NPU_KERNELS=slow is wrong: one of fast, checked");
}

#[test]
#[ignore = "a program of other tests"]
fn print_device() {
    println!("{}", Driver::open().unwrap().device(5).unwrap_err());
}

#[test]
fn a_device_that_is_not_there_is_told_with_those_that_are() {
    let place = Place::new();
    for (devices, seen) in [("0", "sees none"), ("1", "sees only device 0"), ("3", "sees 3 (0 to 2)")] {
        let variables = [("ASCEND_NPU_BACKEND", "mock"), ("ASCEND_MOCK_DEVICES", devices)];
        let text = format!("device 5 was asked for, but this process {seen}");
        place.run("environment::print_device", &variables).has(&text);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn remarks_that_cannot_be_written_end_nothing() {
    if crate::program::is_equipped() {
        return;
    }
    let place = Place::new();
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap().into();
    // No toolkit, so that the software device stands in and says so; and a variable that is let through with a word.
    let variables = [("HCCL_OP_EXPANSION_MODE", "CCU_3"), ("ASCEND_NPU_ENVIRONMENT", "warn")];
    place.run_with("absent::print_open", &variables, full()).has("opened Mock");
}
