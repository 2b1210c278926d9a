//! Raw bindings to the ACL runtime and the HCCL collectives of Huawei's CANN.
//!
//! This crate holds the C types, one table of function pointers for each library, and the loader that fills a table from an
//! installed toolkit. It checks nothing: the contract of each call is the vendor's. Safe wrappers are in `ascend-npu`.
//!
//! Nothing is linked. A table is filled at run time, from the vendor's libraries by [`Library::open`] or from any other
//! source of symbols, such as the software device of `ascend-npu-mock`.

mod capability;
mod codes;
mod config;
pub mod environment;
mod headers;
mod library;
mod load;
mod missing;
mod process;
mod search;
mod table;
mod types;

pub use capability::Capability;
pub use codes::{Code, CodeKind, acl_code_name, hccl_code_name};
pub use headers::HEADERS;
pub use library::{Library, LoadError};
pub use load::{Function, MissingSymbols, Symbols};
pub use missing::{MissingSymbol, Origin, release};
pub use process::{Forked, Initialized, Process};
pub use search::Search;
pub use table::{Acl, Hccl, signature};
pub use types::*;
