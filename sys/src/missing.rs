//! Calling a function that the loaded library may not have.

use std::path::PathBuf;

use crate::table::{Acl, Hccl};

/// A function that is not in the loaded library, which is older than it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{library} ({}) has no {name}{}", path.display(), since(name))]
pub struct MissingSymbol {
    /// The C name.
    pub name: &'static str,
    /// The library that was looked in, by its file name.
    pub library: String,
    /// Where it was loaded from.
    pub path: PathBuf,
}

/// Where the functions of a table come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The library, by its file name.
    pub library: String,
    /// Where it was loaded from.
    pub path: PathBuf,
}

impl Origin {
    /// The function, or the error that says that this library has none of this name.
    ///
    /// ```
    /// # use ascend_npu_sys::{Acl, MissingSymbol, Origin, aclrtMemPool, aclError};
    /// # fn destroy(acl: &Acl, origin: &Origin, pool: aclrtMemPool) -> Result<aclError, MissingSymbol> {
    /// let destroy = origin.require("aclrtMemPoolDestroy", acl.aclrtMemPoolDestroy)?;
    /// // SAFETY: the pool is of aclrtMemPoolCreate, and no memory of it is in use.
    /// Ok(unsafe { destroy(pool) })
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`MissingSymbol`] for `None`.
    pub fn require<F>(&self, name: &'static str, function: Option<F>) -> Result<F, MissingSymbol> {
        function.ok_or_else(|| MissingSymbol { name, library: self.library.clone(), path: self.path.clone() })
    }
}

/// The toolkit whose headers first had the function, for a message.
fn since(name: &str) -> String {
    let functions = Acl::FUNCTIONS.iter().chain(Hccl::FUNCTIONS);
    let letter = functions.clone().find(|function| function.name == name).map(|function| function.since);
    match letter.and_then(release) {
        Some(release) => format!(": it needs CANN {release} or newer"),
        None => String::new(),
    }
}

/// The toolkit release of a letter of availability (see [`Function::since`](crate::Function::since)).
pub fn release(letter: &str) -> Option<&'static str> {
    Some(match letter {
        "a" => "5.1",
        "b" => "7.0",
        "c" => "8.0",
        "d" => "8.1",
        "e" => "8.3",
        "f" => "8.5",
        "g" => "9.0",
        "h" => "9.1",
        "i" => "9.2",
        "j" => "9.3",
        _ => return None,
    })
}
