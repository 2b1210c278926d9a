//! Loading the vendor's libraries of an installed toolkit.
#![allow(unsafe_code)] // Loading a library runs its initialisers.

use core::ffi::c_void;
use core::ptr::NonNull;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crate::capability::Capability;
use crate::load::{MissingSymbols, Symbols};
use crate::missing::Origin;
use crate::search::{Search, files, is_stub};
use crate::table::{Acl, Hccl};
use crate::types::aclError;

const ACL: &str = "libascendcl.so";
const HCCL: &str = "libhccl.so";

/// Libraries that have functions of ACL which the main one lacks in some toolkits.
const ACL_FURTHER: [&str; 6] = [
    "libacl_rt.so",
    "libmsprofiler.so",
    "libplatform.so",
    "libacl_tdt_channel.so",
    "libacl_tdt_queue.so",
    "libascend_dump.so",
];

/// Has the calls of communicators from toolkit 9.0 on.
const HCCL_FURTHER: [&str; 1] = ["libhcomm.so"];

/// The tables of an installed toolkit.
///
/// The libraries stay loaded until the process ends: they start threads of their own, which must not lose their code.
#[derive(Clone, Debug)]
pub struct Library {
    /// The ACL runtime.
    pub acl: Acl,
    /// HCCL, where it is installed; [`Library::hccl`] tells why it is not.
    pub hccl: Option<Hccl>,
    /// The file the ACL runtime came from.
    pub path: PathBuf,
    origin: Origin,
    hccl_origin: Result<Origin, LoadError>,
}

/// Why a library was not loaded.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// No candidate could be loaded.
    #[error("no {library} found; tried {}; {}", list(tried), variables.join(", "))]
    NotFound {
        /// The library.
        library: &'static str,
        /// Each path with the reason it was not taken.
        tried: Vec<String>,
        /// The variables that were read, with their values.
        variables: Vec<String>,
    },
    /// A path was given, but nothing can be loaded from there.
    #[error("{source_name} is {}, but no {library} can be loaded from there; tried {}", value.display(), list(tried))]
    Named {
        /// What gave the path: a variable, or the caller.
        source_name: &'static str,
        /// The path.
        value: PathBuf,
        /// The library.
        library: &'static str,
        /// Each path with the reason it was not taken.
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

fn list(tried: &[String]) -> String {
    if tried.is_empty() { "nothing".to_owned() } else { tried.join("; ") }
}

impl Library {
    /// Loads the toolkit that the environment names, or one that is installed: see [`Search`] for the order.
    ///
    /// A failure is not remembered: a later call tries again.
    ///
    /// # Errors
    /// [`LoadError`], with every path tried and every variable read.
    pub fn open() -> Result<Self, LoadError> {
        Self::find(&Search::from_env())
    }

    /// Loads the toolkit at a path: the file of the ACL runtime, or a directory with it.
    ///
    /// # Errors
    /// [`LoadError`], with every path tried.
    pub fn open_at(path: impl Into<PathBuf>) -> Result<Self, LoadError> {
        Self::find(&Search { explicit: Some(path.into()), ..Search::from_env() })
    }

    /// Loads the first toolkit of a search.
    ///
    /// # Errors
    /// [`LoadError`], with every path tried and every variable read.
    pub fn find(search: &Search) -> Result<Self, LoadError> {
        let mut tried = Vec::new();
        for step in search.steps() {
            let named = step.named;
            let system = step.system.then(|| PathBuf::from(ACL));
            for directory in step.directories.iter().map(Some).chain(system.is_some().then_some(None)) {
                let found = match directory {
                    None => Vec::from_iter(system.clone()),
                    Some(file) if file.is_file() => vec![file.clone()],
                    Some(directory) => files(directory, ACL),
                };
                if let (Some(directory), []) = (directory, found.as_slice()) {
                    tried.push(format!("{} (no such file)", directory.join(ACL).display()));
                }
                for path in found {
                    match load_acl(&path) {
                        Ok((acl, path)) => return Ok(Self::with_hccl(acl, path, search, step.elsewhere)),
                        Err(Refused::Missing(missing)) => return Err(LoadError::Missing { path, missing }),
                        Err(Refused::Unusable(reason)) => tried.push(format!("{} ({reason})", path.display())),
                    }
                }
            }
            if let Some((source_name, value)) = named {
                return Err(LoadError::Named { source_name, value, library: ACL, tried });
            }
        }
        Err(LoadError::NotFound { library: ACL, tried, variables: search.variables.clone() })
    }

    /// The table of HCCL.
    ///
    /// # Errors
    /// Why there is none: every path tried, or what the library lacks.
    pub fn hccl(&self) -> Result<&Hccl, LoadError> {
        let origin = self.hccl_origin()?;
        self.hccl.as_ref().ok_or_else(|| LoadError::NotFound {
            library: HCCL,
            tried: vec![origin.path.display().to_string()],
            variables: Vec::new(),
        })
    }

    /// Where the functions of ACL come from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Where the functions of HCCL come from.
    ///
    /// # Errors
    /// As [`Library::hccl`].
    pub fn hccl_origin(&self) -> Result<&Origin, LoadError> {
        self.hccl_origin.as_ref().map_err(Clone::clone)
    }

    /// Whether the toolkit has all functions of a capability.
    pub fn supports(&self, capability: Capability) -> bool {
        capability.is_in(&self.acl, self.hccl.as_ref())
    }

    fn with_hccl(acl: Acl, path: PathBuf, search: &Search, elsewhere: bool) -> Self {
        let directory = path.parent().map(Path::to_owned).unwrap_or_default();
        let (hccl, hccl_origin) = match load_hccl(&directory, search, elsewhere) {
            Ok((hccl, origin)) => (Some(hccl), Ok(origin)),
            Err(error) => (None, Err(error)),
        };
        Self { acl, hccl, origin: Origin { library: ACL.to_owned(), path: path.clone() }, path, hccl_origin }
    }
}

/// Why a file is not taken.
enum Refused {
    Unusable(String),
    Missing(MissingSymbols),
}

const STUB: &str = "a stub for linking only, whose functions do nothing";

fn load_acl(path: &Path) -> Result<(Acl, PathBuf), Refused> {
    if is_stub(path) {
        return Err(Refused::Unusable(STUB.to_owned()));
    }
    let library = open_file(path).map_err(Refused::Unusable)?;
    // Asked by its plain name the loader does not say what it found.
    let path =
        if path.parent() == Some(Path::new("")) { mapped(ACL).unwrap_or(path.to_owned()) } else { path.to_owned() };
    if is_stub(&path) {
        return Err(Refused::Unusable(format!("{}: {STUB}", path.display())));
    }
    let directory = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut source = Source::new(library, directory, &ACL_FURTHER);
    let mut find = |name: &'static str| source.find(name);
    // SAFETY: the addresses are those of the vendor's functions of these names, whose types our headers declare; the library
    // is never unloaded.
    let table = unsafe { Acl::load(&mut Symbols::new(&mut find)) }.map_err(Refused::Missing)?;
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    // SAFETY: the call writes three integers and needs no set-up; each pointer is to one of ours.
    let code = unsafe { (table.aclrtGetVersion)(&raw mut major, &raw mut minor, &raw mut patch) };
    if code == aclError::COMPILING_STUB_MODE {
        return Err(Refused::Unusable(STUB.to_owned()));
    }
    Ok((table, path))
}

/// HCCL beside the ACL runtime; elsewhere only if that was itself found by the system's loader.
fn load_hccl(beside: &Path, search: &Search, elsewhere: bool) -> Result<(Hccl, Origin), LoadError> {
    let mut tried = Vec::new();
    let mut candidates = Vec::new();
    let loader_path = search.loader_path.iter().filter(|path| elsewhere && *path != beside);
    for directory in [beside.to_owned()].iter().chain(loader_path) {
        let found = files(directory, HCCL);
        if found.is_empty() {
            tried.push(format!("{} (no such file)", directory.join(HCCL).display()));
        }
        candidates.extend(found);
    }
    candidates.extend((search.system && elsewhere).then(|| PathBuf::from(HCCL)));
    for path in candidates {
        if is_stub(&path) {
            tried.push(format!("{} ({STUB})", path.display()));
            continue;
        }
        match open_file(&path) {
            Err(reason) => tried.push(format!("{} ({reason})", path.display())),
            Ok(library) => {
                let directory = path.parent().unwrap_or(Path::new("")).to_owned();
                let mut source = Source::new(library, directory, &HCCL_FURTHER);
                let mut find = |name: &'static str| source.find(name);
                // SAFETY: as for ACL above.
                let table = unsafe { Hccl::load(&mut Symbols::new(&mut find)) };
                let table = table.map_err(|missing| LoadError::Missing { path: path.clone(), missing })?;
                return Ok((table, Origin { library: HCCL.to_owned(), path }));
            }
        }
    }
    Err(LoadError::NotFound { library: HCCL, tried, variables: search.variables.clone() })
}

/// A loaded library with those that complete it, opened when a symbol is first missing.
struct Source {
    libraries: Vec<&'static libloading::Library>,
    directory: PathBuf,
    further: core::slice::Iter<'static, &'static str>,
}

impl Source {
    fn new(library: libloading::Library, directory: PathBuf, further: &'static [&'static str]) -> Self {
        Self { libraries: vec![Box::leak(Box::new(library))], directory, further: further.iter() }
    }

    fn find(&mut self, name: &str) -> Option<NonNull<c_void>> {
        if let Some(address) = self.libraries.iter().find_map(|library| symbol(library, name)) {
            return Some(address);
        }
        for file in self.further.by_ref() {
            // Only beside the first one, lest two toolkits be mixed.
            if let Some(library) = files(&self.directory, file).into_iter().find_map(|path| open_file(&path).ok()) {
                let library: &'static libloading::Library = Box::leak(Box::new(library));
                self.libraries.push(library);
                if let Some(address) = symbol(library, name) {
                    return Some(address);
                }
            }
        }
        None
    }
}

fn open_file(path: &Path) -> Result<libloading::Library, String> {
    // SAFETY: the vendor's libraries are made to be loaded into any process; their initialisers ask nothing of the caller.
    unsafe { libloading::Library::new(path) }
        .map_err(|error| error.source().map_or_else(|| error.to_string(), ToString::to_string))
}

fn symbol(library: &libloading::Library, name: &str) -> Option<NonNull<c_void>> {
    // SAFETY: the symbol is only taken as an address here; its type is given by the table that asked for it.
    let symbol = unsafe { library.get::<*mut c_void>(name.as_bytes()) }.ok()?;
    // SAFETY: the address stays valid after the symbol is gone, for the library is never unloaded.
    NonNull::new(unsafe { symbol.try_as_raw_ptr() }?)
}

/// The file of this name that is mapped into the process.
fn mapped(name: &str) -> Option<PathBuf> {
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let paths = maps.lines().filter_map(|line| line.find('/').and_then(|at| line.get(at..))).map(Path::new);
    paths.filter(|path| path.file_name().is_some_and(|file| file == name)).map(Path::to_owned).next()
}
