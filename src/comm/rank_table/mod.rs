//! Rank tables: files that say which rank is on which device of which server.
//!
//! HCCL reads them itself, and tells what is wrong with a number and a line in a log. So they are read here first, field by field.
//! What only the library can know, such as whether a network card has the address, is left to it.

mod check;
mod field;
mod read;

pub(super) use read::read;

/// A rank's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) rank: u32,
    server: String,
    /// The device's number on its server.
    device: u32,
    address: Option<String>,
    super_device: Option<String>,
    /// Where in the file it is.
    place: String,
}
