//! Call sites: where in the program a call came from.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use once_cell::sync::{Lazy, OnceCell};

/// Frames that are kept: those of this crate and of wrappers around it come first.
pub(super) const FRAMES: usize = 24;

/// Where a call came from. Noted as addresses, which is quick; names are looked up when somebody asks.
#[derive(Debug, Default)]
pub(crate) struct Site {
    frames: Vec<usize>,
    name: OnceCell<String>,
}

thread_local! {
    /// The place of the call that this thread carries out, where that is another thread's.
    static CALLER: RefCell<Option<Vec<usize>>> = const { RefCell::new(None) };
}

impl Site {
    /// The place of the call that is going on.
    pub(crate) fn here() -> Self {
        // A destructor of another value of a thread that ends may be the program that calls: then it calls for itself.
        if let Ok(Some(frames)) = CALLER.try_with(|caller| caller.borrow().clone()) {
            return Self::of(frames);
        }
        let mut frames = Vec::with_capacity(FRAMES);
        backtrace::trace(|frame| {
            frames.push(frame.ip().addr());
            frames.len() < FRAMES
        });
        Self { frames, name: OnceCell::new() }
    }

    /// Carries out a part of the call that was made here, on a thread of its own.
    pub(crate) fn carry_out(&self) {
        CALLER.set(Some(self.frames.clone()));
    }

    /// Whether this thread carries out the call of another.
    pub(super) fn is_of_another_thread() -> bool {
        CALLER.try_with(|caller| caller.borrow().is_some()).unwrap_or(false)
    }

    /// The place that frames lead to, which were taken before.
    pub(super) fn of(frames: Vec<usize>) -> Self {
        Self { frames, name: OnceCell::new() }
    }

    /// A place that another process told.
    pub(crate) fn told(name: String) -> Self {
        Self { frames: Vec::new(), name: OnceCell::with_value(name) }
    }

    /// Looks its name up now and not when somebody asks.
    pub(super) fn look_up(&self) {
        self.name.get_or_init(|| self.name());
    }

    /// What it is called. The same place is looked up once.
    fn name(&self) -> String {
        static NAMES: Lazy<Mutex<HashMap<Vec<usize>, String>>> = Lazy::new(Mutex::default);
        if let Some(name) = NAMES.lock().unwrap_or_else(PoisonError::into_inner).get(&self.frames) {
            return name.clone();
        }
        let name = self.find();
        NAMES.lock().unwrap_or_else(PoisonError::into_inner).insert(self.frames.clone(), name.clone());
        name
    }

    fn find(&self) -> String {
        self.places().next().map_or_else(|| "an unknown place".to_owned(), |place| place.to_string())
    }

    /// The places of the program that led there, the innermost first.
    pub(super) fn callers(&self) -> Vec<String> {
        self.places().filter(|place| !place.is_library()).map(|place| place.to_string()).collect()
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        // The first frames take the trace; then come this crate and what is around it; then the program.
        let places = self.frames.iter().flat_map(|&frame| resolve(frame));
        places.skip_while(|place| !place.is_ours()).skip_while(|place| place.is_ours() || place.is_library())
    }
}

/// What is known of a frame. One address has several where functions are inlined, the innermost first.
struct Place {
    name: String,
    file: Option<PathBuf>,
    line: Option<u32>,
}

fn resolve(frame: usize) -> Vec<Place> {
    let mut places = Vec::new();
    backtrace::resolve(std::ptr::without_provenance_mut::<c_void>(frame), |symbol| {
        let name = symbol.name().map(|name| format!("{name:#}")).unwrap_or_default();
        places.push(Place { name, file: symbol.filename().map(Path::to_owned), line: symbol.lineno() });
    });
    places
}

impl Place {
    /// Whether it is of this crate, or of the crates that are built around it.
    fn is_ours(&self) -> bool {
        // Methods of foreign types are named after the type: the crate is somewhere inside.
        const CRATES: [&str; 3] = ["ascend_npu_mock::", "ascend_npu_sys::", "ascend_npu::"];
        const FUNCTIONS: [&str; 2] = ["acl", "Hccl"];
        // Names may be short, as the debug information is; then the files tell.
        static FOLDERS: Lazy<[PathBuf; 3]> = Lazy::new(|| {
            let own = Path::new(env!("CARGO_MANIFEST_DIR"));
            let above = |levels| own.ancestors().nth(levels).unwrap_or(own).join("src");
            [above(0), above(1), above(2)]
        });
        CRATES.iter().any(|own| self.name.contains(own))
            || FUNCTIONS.iter().any(|own| self.name.starts_with(own))
            || self.file.as_ref().is_some_and(|file| FOLDERS.iter().any(|folder| file.starts_with(folder)))
    }

    /// Whether it is of Rust's own libraries, or one of the functions of C that copy and fill, or of no name at all.
    fn is_library(&self) -> bool {
        const FUNCTIONS: [&str; 5] = ["__mem", "memcpy", "memmove", "memset", "__restore"];
        if self.file.is_none() && (self.name.is_empty() || FUNCTIONS.iter().any(|own| self.name.starts_with(own))) {
            return true;
        }
        // With the debug information of the C library they have files; names of this form are not for programs.
        if self.name.starts_with("__mem") {
            return true;
        }
        const CRATES: [&str; 5] = ["core::", "std::", "alloc::", "once_cell::", "__rust"];
        let start = self.name.trim_start_matches(['<', '&', '*']);
        CRATES.iter().any(|own| start.starts_with(own))
            || self.file.as_ref().is_some_and(|file| file.starts_with("/rustc/"))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{}:{line} ({})", file.display(), self.name),
            _ if self.name.is_empty() => f.write_str("an unknown place"),
            _ => f.write_str(&self.name),
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.get_or_init(|| self.name()))
    }
}
