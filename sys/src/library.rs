//! Loading the vendor's libraries of an installed toolkit.
#![allow(unsafe_code)] // Loading a library runs its initialisers.

use core::ffi::c_void;
use core::ptr::NonNull;
use std::env;
use std::path::PathBuf;

use crate::load::{MissingSymbols, Symbols};
use crate::table::{Acl, Hccl};

/// Environment variables that name a toolkit, in the order they are asked.
const HOME_VARIABLES: [&str; 2] = ["ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME"];

/// Where toolkits install themselves by default.
const DEFAULT_DIRECTORIES: [&str; 3] =
    ["/usr/local/Ascend/cann/lib64", "/usr/local/Ascend/ascend-toolkit/latest/lib64", "/usr/local/Ascend/latest/lib64"];

/// The tables of an installed toolkit.
///
/// The libraries stay loaded until the process ends: they start threads of their own, which must not lose their code.
#[derive(Clone, Debug)]
pub struct Library {
    /// The ACL runtime.
    pub acl: Acl,
    /// HCCL, where it is installed.
    pub hccl: Option<Hccl>,
    /// The file the ACL runtime came from.
    pub path: PathBuf,
}

/// Why no toolkit was loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// No candidate could be loaded.
    #[error("no libascendcl.so found; tried {}", tried.join("; "))]
    NotFound {
        /// Each path with the loader's own text.
        tried: Vec<String>,
    },
    /// A library was loaded but lacks required functions.
    #[error("{}: {missing}", path.display())]
    Missing {
        /// The file that was loaded.
        path: PathBuf,
        /// What it lacks.
        missing: MissingSymbols,
    },
}

impl Library {
    /// Loads `libascendcl.so`, and `libhccl.so` beside it or from the loader's own path.
    ///
    /// Looks in the `lib64` of `ASCEND_HOME_PATH` and `ASCEND_TOOLKIT_HOME`, then where the loader looks (`LD_LIBRARY_PATH`),
    /// then in the default install directories. A failure is not remembered: a later call tries again.
    ///
    /// # Errors
    /// [`LoadError::NotFound`] with every path tried; [`LoadError::Missing`] when the library is too old.
    pub fn open() -> Result<Self, LoadError> {
        let mut tried = Vec::new();
        for directory in directories() {
            match open_file(&directory.join("libascendcl.so")) {
                Ok(acl) => return Self::fill(acl, directory),
                Err(text) => tried.push(text),
            }
        }
        Err(LoadError::NotFound { tried })
    }

    fn fill(acl: libloading::Library, directory: PathBuf) -> Result<Self, LoadError> {
        let path = directory.join("libascendcl.so");
        let acl: &'static libloading::Library = Box::leak(Box::new(acl));
        let mut find = |name: &'static str| symbol(acl, name);
        // SAFETY: the addresses are those of the vendor's functions of these names, whose types our headers declare; the library
        // is never unloaded.
        let table = unsafe { Acl::load(&mut Symbols::new(&mut find)) };
        let table = table.map_err(|missing| LoadError::Missing { path: path.clone(), missing })?;
        let hccl = open_file(&directory.join("libhccl.so")).ok().and_then(|hccl| {
            let hccl: &'static libloading::Library = Box::leak(Box::new(hccl));
            let mut find = |name: &'static str| symbol(hccl, name);
            // SAFETY: as for ACL above.
            unsafe { Hccl::load(&mut Symbols::new(&mut find)) }.ok()
        });
        Ok(Self { acl: table, hccl, path })
    }
}

/// The directories to look in; an empty one leaves the search to the loader.
fn directories() -> Vec<PathBuf> {
    let homes = HOME_VARIABLES.iter().filter_map(env::var_os).map(|home| PathBuf::from(home).join("lib64"));
    homes.chain([PathBuf::new()]).chain(DEFAULT_DIRECTORIES.map(PathBuf::from)).collect()
}

fn open_file(path: &std::path::Path) -> Result<libloading::Library, String> {
    // SAFETY: the vendor's libraries are made to be loaded into any process; their initialisers ask nothing of the caller.
    unsafe { libloading::Library::new(path) }.map_err(|error| format!("{} ({error})", path.display()))
}

fn symbol(library: &libloading::Library, name: &str) -> Option<NonNull<c_void>> {
    // SAFETY: the symbol is only taken as an address here; its type is given by the table that asked for it.
    let symbol = unsafe { library.get::<*mut c_void>(name.as_bytes()) }.ok()?;
    // SAFETY: the address stays valid after the symbol is gone, for the library is never unloaded.
    NonNull::new(unsafe { symbol.try_as_raw_ptr() }?)
}
