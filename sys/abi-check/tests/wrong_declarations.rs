//! The check must fail on a wrong declaration. The vendor's part is played by a copy of our own headers, changed in one
//! place: that needs a C++ compiler and nothing else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop at what it did not expect")]

use std::fs;
use std::path::Path;

use ascend_npu_abi_check::{Expectations, Ours, Report, Vendor, check};

/// Checks our declarations against themselves, after `change` to the text of all headers.
fn check_changed(expectations: &str, change: impl Fn(&str) -> String) -> Report {
    let ours = Ours::read().unwrap();
    let folder = tempfile::tempdir().unwrap();
    pretend_vendor(&ours.include, folder.path(), change);
    let vendor = Vendor::find(folder.path()).unwrap();
    check(&ours, &vendor, &Expectations::parse(expectations).unwrap()).unwrap()
}

/// Our headers under the vendor's paths, with guards and words of their own so that both fit into one file.
fn pretend_vendor(include: &Path, folder: &Path, change: impl Fn(&str) -> String) {
    fs::create_dir(folder.join("acl")).unwrap();
    fs::create_dir(folder.join("hccl")).unwrap();
    for entry in fs::read_dir(include).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let text = text.replace("ASCEND_NPU_", "PRETEND_");
        fs::write(folder.join("acl").join(path.file_name().unwrap()), change(&text)).unwrap();
    }
    fs::write(folder.join("acl/acl.h"), "#include \"ascend.h\"\n").unwrap();
    fs::write(folder.join("hccl/hccl.h"), "#include \"../acl/ascend.h\"\n").unwrap();
}

/// One wrong declaration, and the only problem it must give.
fn finds(from: &str, to: &str, problem: &str) {
    let report = check_changed("", |text| text.replace(from, to));
    assert_eq!(report.problems, [problem], "{from} -> {to}");
}

#[test]
fn equal_headers_pass() {
    let report = check_changed("", str::to_owned);
    assert_eq!(report.problems, [] as [&str; 0]);
    assert!(report.functions > 560 && report.assertions > 2_000, "{report}");
}

#[test]
fn a_wrong_argument_type_is_found() {
    finds(
        "aclrtSetDevice(int32_t deviceId)",
        "aclrtSetDevice(uint32_t deviceId)",
        "aclrtSetDevice: prototype differs from the headers",
    );
}

#[test]
fn a_missing_argument_is_found() {
    finds("aclrtFree(void *devPtr)", "aclrtFree(void)", "aclrtFree: prototype differs from the headers");
}

#[test]
fn an_argument_of_another_enumeration_is_found() {
    let (from, to) = (
        "aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy",
        "aclrtMalloc(void **devPtr, size_t size, aclrtMemAttr",
    );
    finds(from, to, "aclrtMalloc: prototype differs from the headers");
}

#[test]
fn a_wrong_value_is_found() {
    finds(
        "ACL_MEMCPY_DEVICE_TO_HOST = 2",
        "ACL_MEMCPY_DEVICE_TO_HOST = 9",
        "ACL_MEMCPY_DEVICE_TO_HOST: value differs from the headers",
    );
}

#[test]
fn a_wrong_constant_is_found() {
    finds(
        "#define ACL_STOP_ON_FAILURE 0x00000001U",
        "#define ACL_STOP_ON_FAILURE 2U",
        "ACL_STOP_ON_FAILURE: value differs from the headers",
    );
}

#[test]
fn fields_in_another_order_are_found() {
    let report = check_changed("", |text| {
        text.replace(
            "    uint32_t id;\n    aclrtMemLocationType type;",
            "    aclrtMemLocationType type;\n    uint32_t id;",
        )
    });
    assert_eq!(
        report.problems,
        [
            "aclrtMemLocation.id: offset differs from the headers",
            "aclrtMemLocation.type: offset differs from the headers"
        ]
    );
}

#[test]
fn a_field_of_another_type_is_found() {
    finds(
        "    uint64_t curMemSize;",
        "    int64_t curMemSize;",
        "aclrtMemUsageInfo.curMemSize: type differs from the headers",
    );
}

#[test]
fn a_longer_struct_is_found() {
    finds(
        "    char internal[4108];\n",
        "    char internal[4108];\n    char more;\n",
        "HcclRootInfo: size differs from the headers",
    );
}

#[test]
fn a_function_that_should_not_be_there_is_found() {
    let report = check_changed("letter h", str::to_owned);
    assert!(report.problems.contains(&"aclrtDeviceL2CacheFlush is there, but its letter is j".to_owned()), "{report}");
}

#[test]
fn a_function_that_should_be_there_is_found() {
    let from = "aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream);";
    finds(from, "", "aclrtRecordNotify is not there, but its letter is f");
}

#[test]
fn an_undeclared_function_of_the_vendor_is_found() {
    let report =
        check_changed("", |text| text.replace("ACL_ERROR_NONE 0\n", "ACL_ERROR_NONE 0\nint aclrtBrandNew(void);\n"));
    assert_eq!(report.problems, ["aclrtBrandNew is in the headers, but not declared by us"]);
}

#[test]
fn an_outdated_expectation_is_found() {
    let report = check_changed(
        "prototype aclrtFree\nlacks aclrtUuid.bytes\nvalue ACL_HOST 5\nabsent aclrtNoSuch",
        str::to_owned,
    );
    assert_eq!(
        report.problems,
        [
            "aclrtNoSuch is expected, but not declared by us",
            "aclrtFree: prototype differs from the headers",
            "ACL_HOST: value differs from the headers",
            "aclrtUuid.bytes: expected lack differs from the headers",
        ]
    );
}

#[test]
fn a_line_that_is_no_expectation_is_refused() {
    assert!(Expectations::parse("sizes aclrtUuid 16").is_err());
}
