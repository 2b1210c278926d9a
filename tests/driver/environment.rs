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
