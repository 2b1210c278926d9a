//! Faults on toolkits that tell less of them: the error names what may have failed.

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, NoCopy, Shard};
use ascend_npu::{Driver, Error};
use ascend_npu_mock::control;
use ascend_npu_sys::aclError;

use crate::program::Place;

/// A kernel that faults behind two other operations of its stream.
fn fault() -> Error {
    let device = Driver::open().unwrap().device(0).unwrap();
    let adam = Adam::load(&device).unwrap();
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let control = other.upload_blocking(&[ControlBlock::new(&AdamW::default(), 1, 1.0)]).unwrap();
    let gradient = other.upload_blocking(&[1.0_f32; 16]).unwrap();
    let [mut w, mut m, mut v] = [0.0_f32; 3].map(|value| other.upload_blocking(&[value; 16]).unwrap());
    let mut x = device.alloc::<f32>(16).unwrap();
    let _fault = control::fail_kernel("adam_f32_none", 0, aclError::RT_AICORE_EXCEPTION);
    stream.fill_zero(&mut x).unwrap();
    stream.fill(&mut x, 1.0).unwrap();
    let shard = Shard {
        gradient: gradient.as_slice(),
        master: w.as_mut_slice(),
        moment1: m.as_mut_slice(),
        moment2: v.as_mut_slice(),
        copy: NoCopy,
    };
    adam.step(&stream, &AdamW::default(), 0.1, control.as_slice(), shard).unwrap();
    stream.synchronize().unwrap_err()
}

#[test]
#[ignore = "a program of other tests"]
fn meet_a_fault() {
    let error = fault();
    println!("{}", error.to_string().lines().next().unwrap());
    if let Some(cause) = error.cause() {
        println!("the cause is {} {}", cause.name, cause.number);
    }
}

fn told(missing: &[&str]) -> String {
    let rules: Vec<_> = missing.iter().map(|name| format!("missing-symbol name={name}")).collect();
    let variables = [("ASCEND_NPU_BACKEND", "mock"), ("ASCEND_MOCK_FAULTS", &rules.join("\n"))];
    let ran = Place::new().run("faults::meet_a_fault", &variables);
    ran.has("returned 507015");
    ran.out
}

#[test]
fn a_toolkit_with_one_place_for_reports_names_the_operation() {
    let missing = ["aclrtExceptionInfoCallbackRegister", "aclrtExceptionInfoCallbackUnregister"];
    let text = told(&missing);
    assert!(text.contains("operation 3 of stream 1, `adam_f32_none`, failed on the device"), "{text}");
    assert!(text.contains("the cause is adam_f32_none 3"), "{text}");
}

#[test]
fn a_toolkit_without_numbers_of_tasks_names_what_may_have_failed() {
    for missing in ["aclrtGetThreadLastTaskId", "aclrtStreamGetId"] {
        let text = told(&[missing]);
        assert!(
            text.contains("one of these operations failed: 1 `fill_zero`, 2 `fill`, 3 `adam_f32_none` of stream 1"),
            "{text}"
        );
        assert!(!text.contains("the cause"), "{text}");
    }
}
