//! A toolkit whose functions do nothing, made by the C compiler: what is left of a call is what this crate adds.
//!
//! It has every function of the tables. Each first calls `made_hook`, if a program has set one.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

use ascend_npu_sys::{Acl, Hccl};

/// The functions that must give something back.
const SPECIAL: &str = "
#include <stdint.h>
#include <stdlib.h>
int aclrtGetVersion(int *major, int *minor, int *patch) { *major = 1; *minor = 14; *patch = 0; return 0; }
int aclrtGetDeviceCount(uint32_t *count) { *count = 2; return 0; }
const char *aclrtGetSocName(void) { return \"Ascend910B3\"; }
const char *aclGetRecentErrMsg(void) { return 0; }
int aclrtGetCurrentContext(void **context) { *context = (void *)1; return 0; }
int aclrtCreateStreamWithConfig(void **stream, uint32_t priority, uint32_t flags) {
    static uintptr_t next = 16; HOOK(\"aclrtCreateStreamWithConfig\") *stream = (void *)__sync_add_and_fetch(&next, 16); return 0; }
int aclrtStreamQuery(void *stream, uint32_t *status) { HOOK(\"aclrtStreamQuery\") *status = 0; return 0; }
int aclrtQueryEventStatus(void *event, uint32_t *status) { HOOK(\"aclrtQueryEventStatus\") *status = 1; return 0; }
int aclrtMalloc(void **address, size_t bytes, int policy) { HOOK(\"aclrtMalloc\") *address = malloc(bytes); return 0; }
int aclrtFree(void *address) { HOOK(\"aclrtFree\") free(address); return 0; }
int aclrtMallocHost(void **address, size_t bytes) {
    HOOK(\"aclrtMallocHost\") *address = aligned_alloc(64, (bytes + 63) / 64 * 64); return 0; }
int aclrtFreeHost(void *address) { HOOK(\"aclrtFreeHost\") free(address); return 0; }
";

/// Makes the toolkit: a library that is both `libascendcl.so` and `libhccl.so`, in `lib64` of a directory.
pub fn make(home: &Path) -> io::Result<()> {
    let lib64 = home.join("lib64");
    fs::create_dir_all(&lib64)?;
    let mut source = String::from(
        "void (*made_hook)(const char *);\n#define HOOK(name) if (__builtin_expect(!!made_hook, 0)) made_hook(name);\n",
    );
    source.push_str(SPECIAL);
    for function in Acl::FUNCTIONS.iter().chain(Hccl::FUNCTIONS) {
        let name = function.name;
        if !SPECIAL.contains(&format!(" {name}(")) && !SPECIAL.contains(&format!("*{name}(")) {
            // Writing to a string cannot fail.
            let _ = writeln!(source, "long {name}(void) {{ HOOK(\"{name}\") return 0; }}");
        }
    }
    let text = home.join("toolkit.c");
    fs::write(&text, source)?;
    for name in ["libascendcl.so", "libhccl.so"] {
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let mut command = Command::new(&compiler);
        command.args(["-O2", "-shared", "-fPIC", "-w", "-o"]).arg(lib64.join(name)).arg(&text);
        let status = command.status().map_err(|error| {
            let compiler = compiler.display();
            io::Error::new(error.kind(), format!("{compiler}: {error}; install a C compiler, or name one in CC"))
        })?;
        if !status.success() {
            return Err(io::Error::other(format!("the C compiler could not make {name}: {status}")));
        }
    }
    Ok(())
}
