//! A program that was built where there is no C++ compiler.

use ascend_npu::kernel::adam::Adam;
use ascend_npu::{Driver, ErrorKind};

#[test]
#[ignore = "only true of a build without a C++ compiler; .ci/features makes one"]
fn without_a_compiler_a_launch_says_so() {
    let error = Adam::load(&Driver::open().unwrap().device(0).unwrap()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotSupported);
    assert_eq!(
        error.to_string(),
        "kernel image: this program holds no `fast` image of kernel `adam` for architecture 2201; install a C++ compiler (g++ or \
         clang++) and build again"
    );
}
