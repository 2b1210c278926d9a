//! Keys by which processes share notifies and memory.

use std::ffi::{CStr, CString, c_char};
use std::fmt;
use std::str::FromStr;

use crate::error::{Error, ErrorKind, Result};

/// Bytes of a key, with the one that ends it.
pub(crate) const KEY_BYTES: usize = 65;

/// The name by which another process imports a notify or memory. It is text: send it by a pipe, a socket or a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IpcKey {
    text: CString,
}

/// Which processes may import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Importers<'a> {
    /// Any that has the key.
    Any,
    /// Those of the numbers that [`Driver::process_id`](crate::Driver::process_id) gave them.
    Processes(&'a [i32]),
}

impl IpcKey {
    /// What the library wrote.
    pub(crate) fn of_bytes(operation: &'static str, bytes: &[c_char; KEY_BYTES]) -> Result<Self> {
        let bytes: Vec<u8> = bytes.iter().map(|byte| byte.to_ne_bytes()[0]).collect();
        let text = CStr::from_bytes_until_nul(&bytes).ok().filter(|text| !text.is_empty());
        let text = text.ok_or_else(|| Error::new(ErrorKind::Library, operation, "succeeded but gave no key"))?;
        Ok(Self { text: text.to_owned() })
    }

    pub(crate) fn as_c_str(&self) -> &CStr {
        &self.text
    }
}

impl fmt::Display for IpcKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text.to_string_lossy())
    }
}

impl FromStr for IpcKey {
    type Err = Error;

    /// A key as it was printed.
    fn from_str(text: &str) -> Result<Self> {
        let fits = !text.is_empty() && text.len() < KEY_BYTES;
        CString::new(text).ok().filter(|_| fits).map(|text| Self { text }).ok_or_else(|| {
            let found = format!("{text:?} is no key: that is a text of 1 to {} bytes", KEY_BYTES - 1);
            Error::invalid("IpcKey::from_str", found)
        })
    }
}
