//! Wrong variables are told together, before the vendor's library stops at the first.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop at what it did not expect")]

use ascend_npu_sys::environment::{validate_variables, variables};

fn wrong(set: &[(&str, &str)]) -> Vec<String> {
    let get = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
    match validate_variables(get) {
        Ok(()) => Vec::new(),
        Err(problems) => problems.0.iter().map(|problem| problem.variable.to_owned()).collect(),
    }
}

#[test]
fn nothing_set_is_fine() {
    assert_eq!(wrong(&[]), [] as [&str; 0]);
    let empty: Vec<_> = variables().map(|name| (name, "")).collect();
    assert_eq!(wrong(&empty), [] as [&str; 0]);
}

#[test]
fn usual_values_are_fine() {
    let usual = [
        ("ASCEND_RT_VISIBLE_DEVICES", "0,1,4,7"),
        ("ASCEND_GLOBAL_LOG_LEVEL", "3"),
        ("HCCL_CONNECT_TIMEOUT", "600"),
        ("HCCL_EXEC_TIMEOUT", "0"),
        ("HCCL_BUFFSIZE", "2048"),
        ("HCCL_DETERMINISTIC", "TRUE"),
        ("HCCL_ALGO", "allreduce=level0:NA;level1:ring/allgather=level0:NA;level1:H-D_R"),
        ("HCCL_OP_EXPANSION_MODE", "AIV"),
        ("HCCL_IF_IP", "fe80::1"),
        ("HCCL_SOCKET_IFNAME", "^=eth0,endvnic"),
        ("HCCL_HOST_SOCKET_PORT_RANGE", "60000-60050,61000"),
        ("HCCL_NPU_SOCKET_PORT_RANGE", "auto"),
        ("HCCL_OP_RETRY_ENABLE", "L1:0,L2:1"),
        ("HCCL_RDMA_TC", "132"),
    ];
    assert_eq!(wrong(&usual), [] as [&str; 0]);
}

#[test]
fn each_wrong_value_is_found() {
    for (variable, value) in [
        ("ASCEND_RT_VISIBLE_DEVICES", "0, 1"),
        ("ASCEND_RT_VISIBLE_DEVICES", "1,0"),
        ("ASCEND_RT_VISIBLE_DEVICES", "0,0"),
        ("ASCEND_GLOBAL_LOG_LEVEL", "debug"),
        ("ASCEND_OPP_PATH", "/no/such/directory"),
        ("HCCL_CONNECT_TIMEOUT", "60"),
        ("HCCL_CONNECT_TIMEOUT", "7201"),
        ("HCCL_EXEC_TIMEOUT", "-1"),
        ("HCCL_BUFFSIZE", "0"),
        ("HCCL_BUFFSIZE", "200M"),
        ("HCCL_DETERMINISTIC", "yes"),
        ("HCCL_ALGO", "ring"),
        ("HCCL_ALGO", "level0:ring"),
        ("HCCL_OP_EXPANSION_MODE", "GPU"),
        ("HCCL_IF_IP", "eth0"),
        ("HCCL_SOCKET_IFNAME", "eth0,,eth1"),
        ("HCCL_IF_BASE_PORT", "80"),
        ("HCCL_HOST_SOCKET_PORT_RANGE", "60100-60050"),
        ("HCCL_NPU_SOCKET_PORT_RANGE", "70000"),
        ("HCCL_OP_RETRY_ENABLE", "L3:1"),
        ("HCCL_RDMA_TC", "130"),
        ("HCCL_RDMA_SL", "8"),
        ("HCCL_WHITELIST_FILE", "/no/such/file"),
    ] {
        assert_eq!(wrong(&[(variable, value)]), [variable], "{value}");
    }
    let long = "x".repeat(128);
    assert_eq!(wrong(&[("HCCL_LOGIC_SUPERPOD_ID", &long)]), ["HCCL_LOGIC_SUPERPOD_ID"]);
}

#[test]
fn values_that_contradict_each_other_are_found() {
    assert_eq!(wrong(&[("HCCL_INTRA_ROCE_ENABLE", "1"), ("HCCL_INTRA_PCIE_ENABLE", "1")]), ["HCCL_INTRA_ROCE_ENABLE"]);
    assert_eq!(wrong(&[("HCCL_INTRA_ROCE_ENABLE", "1"), ("HCCL_INTRA_PCIE_ENABLE", "0")]), [] as [&str; 0]);
}

#[test]
fn all_problems_are_told_together() {
    let set = [("HCCL_BUFFSIZE", "0"), ("HCCL_RDMA_TC", "1"), ("HCCL_IF_IP", "here")];
    let get = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
    let text = validate_variables(get).unwrap_err().to_string();
    assert_eq!(
        text,
        "HCCL_BUFFSIZE=0 is wrong: an integer from 1 to 4294967295; HCCL_IF_IP=here is wrong: an IPv4 or IPv6 address; \
         HCCL_RDMA_TC=1 is wrong: a multiple of 4 from 0 to 255"
    );
}
