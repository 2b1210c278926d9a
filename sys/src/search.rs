//! Where a toolkit is looked for, and in which order.
//!
//! 1. the path that the caller gives, or `ASCEND_NPU_LIBRARY`: a file, or a directory like those of 2;
//! 2. `ASCEND_HOME_PATH`, then `ASCEND_TOOLKIT_HOME`: the directory itself, its `lib64`, and the `lib64` of its
//!    architecture (`x86_64-linux`, `aarch64-linux`);
//! 3. where the system's loader looks: `LD_LIBRARY_PATH`, then its cache;
//! 4. where toolkits install themselves by default, system-wide and in the home directory.
//!
//! The first of 1 and 2 that is given decides: when nothing can be loaded from there, that is an error, never a reason to
//! take another toolkit in silence. In each directory the plain name comes before versioned ones, newest first.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Variables that are read, in the order they decide.
const VARIABLES: [&str; 5] =
    ["ASCEND_NPU_LIBRARY", "ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "LD_LIBRARY_PATH", "HOME"];

/// Default install directories.
const INSTALLED: [&str; 4] = [
    "/usr/local/Ascend/cann",
    "/usr/local/Ascend/ascend-toolkit/latest",
    "/usr/local/Ascend/latest",
    "/usr/local/Ascend/nnae/latest",
];

/// Default install directories below a user's home.
const INSTALLED_BY_USER: [&str; 3] = ["Ascend/cann", "Ascend/ascend-toolkit/latest", "Ascend/latest"];

/// Where to look for a toolkit. The environment is read once, when this is made.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// A library file or directory: nothing else is looked at.
    pub explicit: Option<PathBuf>,
    /// The value of `ASCEND_HOME_PATH`.
    pub home: Option<PathBuf>,
    /// The value of `ASCEND_TOOLKIT_HOME`.
    pub toolkit_home: Option<PathBuf>,
    /// The directories of `LD_LIBRARY_PATH`.
    pub loader_path: Vec<PathBuf>,
    /// Whether the system's loader is asked for the plain name, which finds what is in its cache.
    pub system: bool,
    /// Default install directories.
    pub installed: Vec<PathBuf>,
    /// Each variable that was read, with its value, for messages.
    pub variables: Vec<String>,
}

/// A step of the search.
pub(crate) struct Step {
    /// What gave the directories, where it must not be passed over: a variable or the caller, with the value.
    pub(crate) named: Option<(&'static str, PathBuf)>,
    pub(crate) directories: Vec<PathBuf>,
    pub(crate) system: bool,
    /// Whether further libraries may lie in other directories than the first one: so it is on the loader's path.
    pub(crate) elsewhere: bool,
}

impl Search {
    /// As the environment of the process says.
    pub fn from_env() -> Self {
        Self::from_variables(|name| env::var_os(name))
    }

    /// As the given variables say; an empty value is as none.
    pub fn from_variables(get: impl Fn(&str) -> Option<OsString>) -> Self {
        let get = |name: &str| get(name).filter(|value| !value.is_empty());
        let path = |name: &str| get(name).map(PathBuf::from);
        let by_user = path("HOME").into_iter().flat_map(|home| INSTALLED_BY_USER.map(|directory| home.join(directory)));
        Self {
            explicit: path("ASCEND_NPU_LIBRARY"),
            home: path("ASCEND_HOME_PATH"),
            toolkit_home: path("ASCEND_TOOLKIT_HOME"),
            loader_path: get("LD_LIBRARY_PATH").iter().flat_map(env::split_paths).filter(|path| path != "").collect(),
            system: true,
            installed: INSTALLED.iter().map(PathBuf::from).chain(by_user).collect(),
            variables: VARIABLES.iter().map(|name| told(name, get(name).as_deref())).collect(),
        }
    }

    /// The steps, in order; the first that names its source is the last.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let named = [
            ("the given path", &self.explicit),
            ("ASCEND_HOME_PATH", &self.home),
            ("ASCEND_TOOLKIT_HOME", &self.toolkit_home),
        ];
        if let Some((source, path)) = named.into_iter().find_map(|(source, path)| Some((source, path.clone()?))) {
            let directories = if path.is_file() { vec![path.clone()] } else { below(&path) };
            return vec![Step { named: Some((source, path)), directories, system: false, elsewhere: false }];
        }
        let installed = self.installed.iter().flat_map(|path| below(path)).collect();
        vec![
            Step { named: None, directories: self.loader_path.clone(), system: false, elsewhere: true },
            Step { named: None, directories: Vec::new(), system: self.system, elsewhere: true },
            Step { named: None, directories: installed, system: false, elsewhere: false },
        ]
    }
}

fn told(name: &str, value: Option<&OsStr>) -> String {
    match value {
        Some(value) => format!("{name}={}", value.display()),
        None => format!("{name} is not set"),
    }
}

/// The directories of a toolkit that hold libraries.
fn below(home: &Path) -> Vec<PathBuf> {
    let arch = format!("{}-linux/lib64", env::consts::ARCH);
    vec![home.join("lib64"), home.join(arch), home.to_owned()]
}

/// Files of this name in a directory: the plain one, then versioned ones, newest first.
pub(crate) fn files(directory: &Path, name: &str) -> Vec<PathBuf> {
    let mut versioned: Vec<(Vec<u64>, PathBuf)> = fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.strip_prefix(name)?.strip_prefix('.')?.to_owned();
            let numbers = version.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>()?;
            Some((numbers, entry.path()))
        })
        .collect();
    versioned.sort_by(|a, b| b.cmp(a));
    let plain = directory.join(name);
    plain.exists().then_some(plain).into_iter().chain(versioned.into_iter().map(|(_, path)| path)).collect()
}

/// Whether a path is of a library made for linking only: its functions do nothing.
pub(crate) fn is_stub(path: &Path) -> bool {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real.parent().is_some_and(|parent| {
        parent.components().any(|part| matches!(part.as_os_str().to_str(), Some("devlib" | "stub" | "stubs")))
    })
}
