//! Where a toolkit is found, and what is said when it is not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop at what it did not expect")]
#![allow(unsafe_code)] // Calls functions of the toolkits it makes.

mod common;

use std::env::consts::ARCH;
use std::ffi::OsString;
use std::fs;
use std::process::Command;

use ascend_npu_sys::{Acl, Capability, Function, Hccl, Library, LoadError, Search};
use common::{Toolkits, hccl, required, same};

#[test]
fn a_toolkit_is_found_in_each_place() {
    let kits = Toolkits::new();
    let arch = format!("{ARCH}-linux/lib64");
    for (place, library) in
        [("home", "lib64"), ("toolkit", "lib64"), ("flat", ""), ("cross", &arch), ("default", "lib64")]
    {
        let path = kits.install(&format!("{place}/{library}"), &[]);
        let at = Some(kits.path(place));
        let search = match place {
            "home" | "cross" => Search { home: at, ..kits.search() },
            "toolkit" => Search { toolkit_home: at, ..kits.search() },
            "flat" => Search { loader_path: vec![kits.path(place)], ..kits.search() },
            _ => Search { installed: vec![kits.path(place)], ..kits.search() },
        };
        let found = Library::find(&search).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert!(same(&found.path, &path), "{place}: {}", found.path.display());
    }
}

#[test]
fn the_order_is_path_then_home_then_toolkit_home_then_loader_then_default() {
    let kits = Toolkits::new();
    for place in ["explicit", "home", "toolkit", "loader", "default"] {
        kits.install(&format!("{place}/lib64"), &[]);
    }
    let mut search = Search {
        explicit: Some(kits.path("explicit/lib64/libascendcl.so")),
        home: Some(kits.path("home")),
        toolkit_home: Some(kits.path("toolkit")),
        loader_path: vec![kits.path("nowhere"), kits.path("loader/lib64")],
        installed: vec![kits.path("default")],
        ..kits.search()
    };
    let mut found = |change: fn(&mut Search)| {
        let path = Library::find(&search).unwrap().path;
        change(&mut search);
        path.strip_prefix(kits.path("")).unwrap().components().next().unwrap().as_os_str().to_owned()
    };
    assert_eq!(found(|search| search.explicit = None), "explicit");
    assert_eq!(found(|search| search.home = None), "home");
    assert_eq!(found(|search| search.toolkit_home = None), "toolkit");
    assert_eq!(found(|search| search.loader_path.clear()), "loader");
    assert_eq!(found(|_| ()), "default");
}

#[test]
fn a_versioned_name_is_found_newest_first() {
    let kits = Toolkits::new();
    let old = kits.install("kit/lib64", &[]);
    let lib64 = kits.path("kit/lib64");
    for version in ["1.9", "1.10", "0.8", "1.x"] {
        fs::copy(&old, lib64.join(format!("libascendcl.so.{version}"))).unwrap();
    }
    fs::remove_file(&old).unwrap();
    let found = Library::find(&Search { home: Some(kits.path("kit")), ..kits.search() }).unwrap();
    assert_eq!(found.path, lib64.join("libascendcl.so.1.10"));
}

#[test]
fn a_wrong_variable_is_an_error_though_another_toolkit_is_there() {
    let kits = Toolkits::new();
    kits.install("default/lib64", &[]);
    fs::create_dir(kits.path("empty")).unwrap();
    for wrong in ["empty", "nowhere"] {
        let home = Search { home: Some(kits.path(wrong)), installed: vec![kits.path("default")], ..kits.search() };
        let toolkit =
            Search { toolkit_home: Some(kits.path(wrong)), installed: vec![kits.path("default")], ..kits.search() };
        let explicit =
            Search { explicit: Some(kits.path(wrong)), installed: vec![kits.path("default")], ..kits.search() };
        for (search, name) in
            [(home, "ASCEND_HOME_PATH"), (toolkit, "ASCEND_TOOLKIT_HOME"), (explicit, "the given path")]
        {
            let error = Library::find(&search).unwrap_err();
            assert!(matches!(error, LoadError::Named { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.contains(name), "{text}");
            assert!(text.contains(&kits.path(wrong).join("lib64/libascendcl.so").display().to_string()), "{text}");
        }
    }
}

#[test]
fn a_library_that_does_not_load_is_told_with_the_reason() {
    let kits = Toolkits::new();
    fs::create_dir_all(kits.path("kit/lib64")).unwrap();
    fs::write(kits.path("kit/lib64/libascendcl.so"), "no library").unwrap();
    let error = Library::find(&Search { home: Some(kits.path("kit")), ..kits.search() }).unwrap_err().to_string();
    assert!(error.contains("kit/lib64/libascendcl.so (") && error.contains("file too short"), "{error}");
}

#[test]
fn nothing_found_lists_every_path_and_variable() {
    let kits = Toolkits::new();
    let variables = |name: &str| match name {
        "LD_LIBRARY_PATH" => Some(OsString::from(format!("{}:", kits.path("loader").display()))),
        "HOME" => Some(kits.path("user").into()),
        "ASCEND_HOME_PATH" => Some(OsString::new()),
        _ => None,
    };
    let search = Search { installed: vec![kits.path("default")], ..Search::from_variables(variables) };
    let error = Library::find(&search).unwrap_err();
    assert!(matches!(error, LoadError::NotFound { .. }), "{error:?}");
    let text = error.to_string();
    let loader = kits.path("loader/libascendcl.so").display().to_string();
    let default = kits.path("default/lib64/libascendcl.so").display().to_string();
    for part in [&*loader, &*default, "; libascendcl.so (", "ASCEND_HOME_PATH is not set", "HOME=", "LD_LIBRARY_PATH="]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn default_directories_are_those_of_installers() {
    let search = Search::from_variables(|name| (name == "HOME").then(|| "/home/me".into()));
    assert_eq!(search.explicit, None);
    let installed: Vec<_> = search.installed.iter().map(|path| path.display().to_string()).collect();
    assert_eq!(installed.first().unwrap(), "/usr/local/Ascend/cann");
    assert!(installed.contains(&"/usr/local/Ascend/ascend-toolkit/latest".to_owned()), "{installed:?}");
    assert!(installed.contains(&"/home/me/Ascend/ascend-toolkit/latest".to_owned()), "{installed:?}");
}

#[test]
fn a_later_attempt_can_succeed() {
    let kits = Toolkits::new();
    let search = Search { home: Some(kits.path("kit")), ..kits.search() };
    Library::find(&search).unwrap_err();
    kits.install("kit/lib64", &[]);
    Library::find(&search).unwrap();
}

#[test]
fn stubs_are_passed_over_and_told() {
    let kits = Toolkits::new();
    kits.install("kit/devlib", &[]);
    kits.install("kit/lib64/stub", &[]);
    let stubs = vec![kits.path("kit/devlib"), kits.path("kit/lib64/stub")];
    let error = Library::find(&Search { loader_path: stubs.clone(), ..kits.search() }).unwrap_err().to_string();
    assert_eq!(error.matches("a stub for linking only").count(), 2, "{error}");
    kits.install("real/lib64", &[]);
    let search = Search { loader_path: stubs, installed: vec![kits.path("real")], ..kits.search() };
    assert!(Library::find(&search).unwrap().path.starts_with(kits.path("real")));
}

#[test]
fn a_stub_under_another_path_is_known_by_its_answer() {
    let kits = Toolkits::new();
    kits.make_returning("kit/lib64/libascendcl.so", &required(Acl::FUNCTIONS), 100_039);
    let error = Library::find(&Search { home: Some(kits.path("kit")), ..kits.search() }).unwrap_err().to_string();
    assert!(error.contains("a stub for linking only"), "{error}");
}

#[test]
fn all_missing_required_functions_are_told_at_once() {
    let kits = Toolkits::new();
    let missing = ["aclInit", "aclrtMalloc", "aclrtStreamQuery"];
    let there: Vec<_> = required(Acl::FUNCTIONS).into_iter().filter(|name| !missing.contains(name)).collect();
    kits.make("kit/lib64/libascendcl.so", &there);
    let error = Library::find(&Search { home: Some(kits.path("kit")), ..kits.search() }).unwrap_err();
    let LoadError::Missing { path, missing: told } = &error else { panic!("{error:?}") };
    assert_eq!(told.names, missing);
    assert!(error.to_string().contains("aclInit, aclrtMalloc, aclrtStreamQuery"), "{error}");
    assert!(path.ends_with("kit/lib64/libascendcl.so"));
}

#[test]
fn a_missing_optional_function_fails_only_when_called() {
    let kits = Toolkits::new();
    kits.install("kit/lib64", &["aclrtMemPoolCreate"]);
    let groups = ["HcclGroupStart", "HcclCommSuspend"];
    kits.make("kit/lib64/libhccl.so", &hccl());
    let library = Library::find(&Search { home: Some(kits.path("kit")), ..kits.search() }).unwrap();
    let interval = library.origin().require("aclrtGetOpTimeOutInterval", library.acl.aclrtGetOpTimeOutInterval);
    let error = interval.unwrap_err();
    assert_eq!((error.name, &*error.library), ("aclrtGetOpTimeOutInterval", "libascendcl.so"));
    assert_eq!(error.path, library.path);
    assert!(error.to_string().ends_with("has no aclrtGetOpTimeOutInterval: it needs CANN 8.5 or newer"), "{error}");
    let table = library.hccl().unwrap();
    for (name, function) in groups.into_iter().zip([table.HcclGroupStart.is_none(), table.HcclCommSuspend.is_none()]) {
        assert!(function, "{name}");
        let error = library.hccl_origin().unwrap().require::<()>(name, None).unwrap_err();
        assert_eq!((error.name, &*error.library), (name, "libhccl.so"));
    }
    library.origin().require("aclrtMemPoolCreate", library.acl.aclrtMemPoolCreate).unwrap();
    // SAFETY: a function of this test, which takes nothing and returns 0.
    let code = unsafe { (library.acl.aclFinalize)() };
    assert_eq!(code.0, 0);
}

#[test]
fn functions_are_also_looked_for_in_the_libraries_beside() {
    let kits = Toolkits::new();
    let (mut main, mut profiler) = (Vec::new(), Vec::new());
    for name in required(Acl::FUNCTIONS) {
        if name.starts_with("aclprof") { profiler.push(name) } else { main.push(name) }
    }
    kits.make("kit/lib64/libascendcl.so", &main);
    kits.make("kit/lib64/libacl_rt.so", &["aclrtMemPoolCreate"]);
    kits.make("kit/lib64/libmsprofiler.so", &profiler);
    kits.make("kit/lib64/libplatform.so", &["aclplatformGetDeviceInfo"]);
    let library = Library::find(&Search { home: Some(kits.path("kit")), ..kits.search() }).unwrap();
    assert!(library.acl.aclrtMemPoolCreate.is_some() && library.acl.aclplatformGetDeviceInfo.is_some());
    assert!(library.acl.aclrtMemPoolDestroy.is_none());
}

#[test]
fn without_hccl_the_runtime_works_and_collectives_tell_why() {
    let kits = Toolkits::new();
    kits.install("kit/lib64", &[]);
    let library = Library::find(&Search { home: Some(kits.path("kit")), ..kits.search() }).unwrap();
    assert!(library.hccl.is_none());
    let text = library.hccl().unwrap_err().to_string();
    assert!(text.contains("no libhccl.so found") && text.contains("kit/lib64/libhccl.so"), "{text}");
    assert!(!library.supports(Capability::Collectives));

    kits.make("kit/lib64/libhccl.so", &["HcclAllReduce"]);
    let library = Library::find(&Search { home: Some(kits.path("kit")), ..kits.search() }).unwrap();
    let error = library.hccl().unwrap_err();
    let LoadError::Missing { missing, .. } = &error else { panic!("{error:?}") };
    assert_eq!(missing.names.len(), hccl().len() - 1);
}

#[test]
fn communicator_calls_may_be_in_libhcomm() {
    let kits = Toolkits::new();
    kits.install("kit/lib64", &[]);
    let (comm, ops): (Vec<_>, Vec<_>) =
        hccl().into_iter().partition(|name| name.contains("Comm") || name.starts_with("HcclGet"));
    kits.make("kit/lib64/libhccl.so", &ops);
    kits.make("kit/lib64/libhcomm.so", &[comm, vec!["HcclGroupStart"]].concat());
    let library = Library::find(&Search { home: Some(kits.path("kit")), ..kits.search() }).unwrap();
    assert!(library.hccl().unwrap().HcclGroupStart.is_some());
    assert!(library.supports(Capability::Collectives));
}

#[test]
fn hccl_of_another_toolkit_is_not_taken() {
    let kits = Toolkits::new();
    kits.install("kit/lib64", &[]);
    kits.make("other/libhccl.so", &hccl());
    let search = Search { home: Some(kits.path("kit")), loader_path: vec![kits.path("other")], ..kits.search() };
    assert!(Library::find(&search).unwrap().hccl.is_none());
    kits.install("loader", &[]);
    let search = Search { loader_path: vec![kits.path("loader"), kits.path("other")], ..kits.search() };
    assert!(Library::find(&search).unwrap().hccl.is_some());
}

#[test]
fn capabilities_are_told_by_symbols() {
    let kits = Toolkits::new();
    kits.install("old/lib64", Capability::MemoryPools.functions().get(1..).unwrap());
    let library = Library::find(&Search { home: Some(kits.path("old")), ..kits.search() }).unwrap();
    let able: Vec<_> = Capability::ALL.iter().filter(|capability| library.supports(**capability)).collect();
    assert!(able.is_empty(), "one function of the pools is missing, all others need younger ones too: {able:?}");

    let optional = |functions: &'static [Function]| functions.iter().map(|function| function.name).collect::<Vec<_>>();
    kits.make("new/lib64/libascendcl.so", &optional(Acl::FUNCTIONS));
    kits.make("new/lib64/libhccl.so", &optional(Hccl::FUNCTIONS));
    let library = Library::find(&Search { home: Some(kits.path("new")), ..kits.search() }).unwrap();
    for capability in Capability::ALL {
        assert!(library.supports(*capability), "{capability:?} needs a function that no table has");
    }
}

/// The system's loader reads its path once, when the process starts: so this runs itself again.
#[test]
fn the_environment_of_the_process_is_used() {
    let kits = Toolkits::new();
    let path = kits.install("kit", &[]);
    let run = |variable: &str, value: &std::path::Path| {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.env_remove("ASCEND_HOME_PATH").env_remove("ASCEND_TOOLKIT_HOME").env(variable, value);
        let output = child.args(["--exact", "print_what_opens", "--ignored", "--nocapture"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let opened = format!("opened {}\n", path.display());
    for (variable, value) in [
        ("LD_LIBRARY_PATH", kits.path("kit")),
        ("ASCEND_HOME_PATH", kits.path("kit")),
        ("ASCEND_TOOLKIT_HOME", kits.path("kit")),
        ("ASCEND_NPU_LIBRARY", path.clone()),
    ] {
        let text = run(variable, &value);
        assert!(text.contains(&opened), "{variable}: {text}");
    }
    let text = run("ASCEND_HOME_PATH", &kits.path("nowhere"));
    assert!(text.contains("ASCEND_HOME_PATH is ") && !text.contains("opened"), "{text}");
}

#[test]
#[ignore = "run by the_environment_of_the_process_is_used"]
fn print_what_opens() {
    match Library::open() {
        Ok(library) => println!("opened {}", library.path.display()),
        Err(error) => println!("{error}"),
    }
}
