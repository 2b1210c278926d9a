//! The directories that programs find the software device in.
//!
//! There is one shared object, built beside this command. A directory of links gives it the names that programs are linked to or
//! open: the loader sees by the file's identity that they are one object, and loads it once. Libraries that only forward to it
//! would not do: a program linked to one of them alone does not find the names of the other.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io, process};

use crate::output::Refusal;

/// The shared object as cargo builds it.
const BUILT: &str = "libascend_mock_device.so";

/// The name it goes by: its own to the loader.
const LIBRARY: &str = "libascendcl.so";

/// The names of the vendor's that are links to it: those that programs link to or open for functions of ACL and HCCL, and those
/// that frameworks link to or open for operators.
pub(crate) const NAMES: &[&str] = &[
    "libacl_op_compiler.so",
    "libge_runner.so",
    "libgraph.so",
    "libnnopbase.so",
    "libopapi.so",
    "libhccl.so",
    "libhcomm.so",
    "libacl_rt.so",
    "libacl_rt_impl.so",
    "libacl_prof.so",
    "libacl_tdt_channel.so",
    "libacl_tdt_queue.so",
    "libascend_dump.so",
    "libmsprofiler.so",
    "libplatform.so",
    "libprofapi.so",
    "libruntime.so",
];

/// The directory of the libraries; makes it if need be.
pub(crate) fn library_path() -> Result<PathBuf, Refusal> {
    Ok(home()?.join("lib64"))
}

/// The directory that is laid out as a toolkit; makes it if need be.
pub(crate) fn home() -> Result<PathBuf, Refusal> {
    let library = library()?;
    let mut reasons = Vec::new();
    for place in places(&library) {
        match fill(&place, &library) {
            Ok(()) => return Ok(place),
            Err(error) => reasons.push(format!("{}: {error}", place.display())),
        }
    }
    Err(Refusal::because("no directory for the libraries can be made", reasons.join("; ")))
}

/// The shared object: the one of `ASCEND_MOCK_LIBRARY`, or that built with this command.
fn library() -> Result<PathBuf, Refusal> {
    if let Some(named) = env::var_os("ASCEND_MOCK_LIBRARY") {
        let named = PathBuf::from(named);
        return fs::canonicalize(&named)
            .map_err(|error| Refusal::because(format!("ASCEND_MOCK_LIBRARY is {}", named.display()), error));
    }
    let command = env::current_exe().and_then(fs::canonicalize);
    let command = command.map_err(|error| Refusal::because("cannot tell where this command is", error))?;
    let beside = command.parent().unwrap_or(Path::new("/"));
    // Cargo builds it into `deps`, always, and links it beside the command only if it is asked for the library itself.
    let candidates = ["deps", ".", "../lib"].map(|place| beside.join(place).join(BUILT));
    candidates.into_iter().find_map(|path| fs::canonicalize(path).ok()).ok_or_else(|| {
        Refusal::new(format!(
            "{BUILT} is not beside {}: build both with `cargo build --release -p ascend-mock` in a checkout, and either use \
             the command there or set ASCEND_MOCK_LIBRARY to the {BUILT} that it makes",
            command.display()
        ))
    })
}

/// Where the directory may be: beside the object, else in the user's cache.
fn places(library: &Path) -> Vec<PathBuf> {
    let beside =
        library.parent().map(|parent| if parent.ends_with("deps") { parent.join("..") } else { parent.into() });
    let beside = beside.and_then(|beside| fs::canonicalize(beside).ok()).map(|beside| beside.join("ascend-mock-home"));
    let cache = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
    let mut hasher = DefaultHasher::new();
    library.hash(&mut hasher);
    let cached = cache.map(|cache| cache.join(format!("ascend-mock/{:016x}", hasher.finish())));
    beside.into_iter().chain(cached).collect()
}

fn fill(home: &Path, library: &Path) -> io::Result<()> {
    let libraries = home.join("lib64");
    fs::create_dir_all(&libraries)?;
    link(library, &libraries.join(LIBRARY))?;
    for name in NAMES {
        link(Path::new(LIBRARY), &libraries.join(name))?;
    }
    for (name, text) in ascend_npu_sys::HEADERS {
        file(&home.join("include/ascend-npu").join(name), text)?;
    }
    file(&home.join("include/ascend-npu/hccl_comm_config.h"), include_str!("../include/hccl_comm_config.h"))?;
    for name in VENDOR_HEADERS {
        file(&home.join("include").join(name), VENDOR_HEADER)?;
    }
    // Frameworks look whether these packages of a toolkit are there, and find them empty.
    for name in PACKAGES {
        fs::create_dir_all(home.join(name))?;
    }
    // The names of the script in one version of the toolkit or another.
    for name in ["set_env.sh", "bin/setenv.bash"] {
        file(&home.join(name), &environment(home))?;
    }
    Ok(())
}

/// The directories of the packages that a toolkit is made of.
const PACKAGES: &[&str] = &["compiler", "opp", "runtime"];

/// What programs ask for in the environment: each name, and the place below the home that it stands for.
pub(crate) const VARIABLES: &[(&str, &str)] =
    &[("ASCEND_HOME_PATH", ""), ("ASCEND_TOOLKIT_HOME", ""), ("ASCEND_OPP_PATH", "opp")];

const VENDOR_HEADER: &str = "/* This crate's own declarations under the vendor's name. */
#include \"../ascend-npu/ascend.h\"
#include \"../ascend-npu/hccl_comm_config.h\"
";

/// The vendor's headers that programs include for functions of ACL and HCCL.
const VENDOR_HEADERS: &[&str] = &[
    "acl/acl.h",
    "acl/acl_base.h",
    "acl/acl_base_rt.h",
    "acl/acl_dump.h",
    "acl/acl_platform.h",
    "acl/acl_prof.h",
    "acl/acl_rt.h",
    "acl/acl_rt_allocator.h",
    "acl/acl_tdt.h",
    "acl/acl_tdt_queue.h",
    "hccl/hccl.h",
    "hccl/hccl_comm.h",
    "hccl/hccl_types.h",
];

fn environment(home: &Path) -> String {
    let variables: String =
        VARIABLES.iter().map(|(name, place)| format!("export {name}='{}'\n", home.join(place).display())).collect();
    let home = home.display();
    format!(
        "# The software device in place of a toolkit: source this.\n\
         {variables}\
         export LD_LIBRARY_PATH='{home}/lib64'\"${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}\"\n"
    )
}

/// Makes a link, in one step for whoever looks at the same time.
fn link(to: &Path, at: &Path) -> io::Result<()> {
    if fs::read_link(at).is_ok_and(|there| there == to) {
        return Ok(());
    }
    let fresh = fresh(at);
    symlink(to, &fresh)?;
    replace(&fresh, at)
}

/// Writes a file, in one step for whoever looks at the same time.
fn file(at: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(at).is_ok_and(|there| there == text) {
        return Ok(());
    }
    if let Some(parent) = at.parent() {
        fs::create_dir_all(parent)?;
    }
    let fresh = fresh(at);
    fs::write(&fresh, text)?;
    replace(&fresh, at)
}

fn replace(fresh: &Path, at: &Path) -> io::Result<()> {
    fs::rename(fresh, at).inspect_err(|_| {
        let _ = fs::remove_file(fresh);
    })
}

/// A name beside the file that no other process or thread takes.
fn fresh(at: &Path) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let mut name = OsString::from(".");
    name.push(at.file_name().unwrap_or_default());
    name.push(format!(".{}.{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
    at.with_file_name(name)
}
