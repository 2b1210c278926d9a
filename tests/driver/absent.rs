//! Toolkits that are not there, not whole, or too old.

use ascend_npu::kernel::Module;
use ascend_npu::{Capability, Driver, ErrorKind, RootInfo};

use crate::program::{Place, is_equipped};
use crate::{told, turn};

const CANN: (&str, &str) = ("ASCEND_NPU_BACKEND", "cann");

#[test]
#[ignore = "a program of other tests"]
fn print_open() {
    println!("{}", told(Driver::open()));
}

#[test]
#[ignore = "a program of other tests"]
fn print_open_twice() {
    println!("{}", told(Driver::open()));
    println!("{}", told(Driver::open()));
}

#[test]
fn a_toolkit_is_found_where_a_variable_names_it() {
    let place = Place::new();
    let path = place.install("kit", &[], &[]);
    let home = place.path("kit").display().to_string();
    let opened = format!("opened Cann {}\n", path.display());
    for variable in ["ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_NPU_LIBRARY"] {
        place.run("absent::print_open", &[(variable, &home), CANN]).has(&opened);
        place.run("absent::print_open", &[(variable, &home)]).has(&opened);
    }
    let lib64 = place.path("kit/lib64").display().to_string();
    place.run("absent::print_open", &[("LD_LIBRARY_PATH", &lib64), CANN]).has(&opened);
}

#[test]
fn nothing_found_lists_the_paths_and_variables() {
    if is_equipped() {
        return;
    }
    let place = Place::new();
    let ran = place.run("absent::print_open", &[CANN, ("LD_LIBRARY_PATH", "/nowhere/lib64")]);
    ran.has("NoBackend: Driver::open: CANN cannot be loaded: no libascendcl.so found; tried ");
    ran.has("/nowhere/lib64/libascendcl.so (no such file)").has("ASCEND_HOME_PATH is not set");
    ran.has("LD_LIBRARY_PATH=/nowhere/lib64").has("/usr/local/Ascend/ascend-toolkit/latest/lib64/libascendcl.so");
}

#[test]
fn a_wrong_path_is_an_error_and_not_a_reason_for_the_software_device() {
    let place = Place::new();
    let nowhere = place.path("nowhere").display().to_string();
    for variable in ["ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME"] {
        let ran = place.run("absent::print_open", &[(variable, &nowhere)]);
        ran.has(&format!(
            "NoBackend: Driver::open: CANN cannot be loaded: {variable} is {nowhere}, but no libascendcl.so"
        ));
        ran.has(&format!("{nowhere}/lib64/libascendcl.so (no such file)"))
            .has("ASCEND_NPU_BACKEND=mock")
            .has_not("opened");
        place.run("absent::print_open", &[(variable, &nowhere), ("ASCEND_NPU_BACKEND", "mock")]).has("opened Mock");
    }
}

#[test]
fn without_a_toolkit_or_a_device_the_software_device_is_taken_and_told_once() {
    if is_equipped() {
        return;
    }
    let place = Place::new();
    place.install("kit", &[], &[]);
    let home = place.path("kit").display().to_string();
    let none: &[(&str, &str)] = &[];
    for variables in [
        none,
        &[("ASCEND_HOME_PATH", &home), ("MADE_DEVICES", "0")],
        &[("ASCEND_HOME_PATH", &home), ("MADE_INIT", "500000")],
    ] {
        let ran = place.run("absent::print_open_twice", variables);
        ran.has("opened Mock");
        assert_eq!(ran.err.matches("running on the software device").count(), 1, "{ran:?}");
        let ran = place.run("absent::print_open", &[variables, &[CANN]].concat());
        ran.has_not("opened");
    }
}

#[test]
fn a_start_that_fails_says_why() {
    let place = Place::new();
    place.install("kit", &[], &[]);
    let home = place.path("kit").display().to_string();
    let ran = place.run("absent::print_open", &[("ASCEND_HOME_PATH", &home), CANN, ("MADE_INIT", "507008")]);
    ran.has("aclInit: returned 507008 (RT_SOC_VERSION); the SoC is not known: no driver");
}

#[test]
fn all_missing_required_functions_are_told_at_once() {
    let place = Place::new();
    let path = place.install("kit", &["aclrtMalloc", "aclrtStreamQuery"], &[]);
    let home = place.path("kit").display().to_string();
    for variables in [&[("ASCEND_HOME_PATH", &*home)][..], &[("ASCEND_HOME_PATH", &home), CANN]] {
        let ran = place.run("absent::print_open", variables);
        let part =
            format!("CANN cannot be loaded: {}: the library lacks aclrtMalloc, aclrtStreamQuery:", path.display());
        ran.has(&part).has_not("opened");
    }
}

#[test]
fn an_old_toolkit_works_but_for_what_it_lacks() {
    let place = Place::new();
    let path = place.install("kit", &[], &[]).display().to_string();
    place.install_hccl("kit", &[]);
    let home = place.path("kit").display().to_string();
    let ran = place.run("absent::print_lacks", &[("ASCEND_HOME_PATH", &home), CANN]);
    for name in ["aclrtGetDeviceInfo", "aclrtCreateEventExWithFlag", "aclrtBinaryLoadFromData"] {
        ran.has(&format!("NotSupported {name} libascendcl.so {path}\n"));
        ran.has(&format!("{name}: libascendcl.so ({path}) has no {name}: it needs CANN "));
    }
    ran.has("; install a newer toolkit; `supports` tells beforehand\n");
    ran.has("supports [Collectives]\n");
}

#[test]
#[ignore = "a program of other tests"]
fn print_lacks() {
    let driver = Driver::open().unwrap();
    let device = driver.device(0).unwrap();
    let stream = device.stream().unwrap();
    stream.fill_zero(&mut device.alloc::<f32>(10).unwrap()).unwrap();
    assert!(!stream.is_idle().unwrap(), "a status that no header knows is not the one that says complete");
    stream.synchronize().unwrap();
    let errors = [
        device.vector_cores().map(drop).unwrap_err(),
        stream.record_timed().map(drop).unwrap_err(),
        unsafe { Module::load(&device, b"image") }.map(drop).unwrap_err(),
    ];
    for error in errors {
        let symbol = error.missing_symbol().unwrap();
        println!("{:?} {} {} {}", error.kind(), symbol.name, symbol.library, symbol.path.display());
        println!("{error}");
    }
    let able: Vec<_> = Capability::ALL.iter().filter(|capability| driver.supports(**capability)).collect();
    println!("supports {able:?}");
}

#[test]
fn without_hccl_the_runtime_works_and_collectives_say_why() {
    let place = Place::new();
    place.install("kit", &[], &["aclrtGetDeviceInfo"]);
    let home = place.path("kit").display().to_string();
    let variables = [("ASCEND_HOME_PATH", &*home), CANN];
    let ran = place.run("absent::print_collectives", &variables);
    ran.has("NotSupported: collectives: no libhccl.so found; tried ");
    ran.has(&format!("{home}/lib64/libhccl.so (no such file)")).has("install the HCCL package").has("supports false\n");

    let path = place.install_hccl("kit", &["HcclAllReduce", "HcclCommDestroy"]);
    let ran = place.run("absent::print_collectives", &variables);
    ran.has(&format!("NotSupported: collectives: {}: the library lacks ", path.display()));
    ran.has("HcclAllReduce").has("HcclCommDestroy");
}

#[test]
#[ignore = "a program of other tests"]
fn print_collectives() {
    let driver = Driver::open().unwrap();
    let device = driver.device(0).unwrap();
    device.stream().unwrap().fill_zero(&mut device.alloc::<f32>(10).unwrap()).unwrap();
    let error = RootInfo::create(&device).unwrap_err();
    println!("{:?}: {error}", error.kind());
    println!("supports {}", driver.supports(Capability::Collectives));
}

#[test]
fn the_software_device_tells_what_it_can_do() {
    let _turn = turn();
    let driver = Driver::open().unwrap();
    for capability in [Capability::ReusableEvents, Capability::KernelLaunch, Capability::Collectives] {
        assert!(driver.supports(capability), "{capability:?}");
    }
    let gone = driver.device(1000).unwrap_err();
    assert_eq!(gone.kind(), ErrorKind::NoDevice);
}
