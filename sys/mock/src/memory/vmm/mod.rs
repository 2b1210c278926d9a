//! Virtual memory: addresses that are reserved, physical memory that is allocated, and the mappings between the two.
//!
//! Physical memory is a file without a name: it can be mapped at several addresses, and another process can open it. It lives as
//! long as a handle or a mapping of it does, in any process; nothing of it is left when all of them are gone, however they went.
//!
//! A mapping is an allocation in the ledger like any other, so copies, fills and kernels know it; and mappings that follow each
//! other without a gap are as one, so that what lies across them can be used. Unmapping takes it out at once;
//! the pages go when the last task that touches them is done, and only then can the addresses be mapped again.

pub(crate) mod abi;
mod access;
mod kept;
mod map;
mod pages;
mod physical;
mod reserve;
mod share;
pub(crate) mod share_abi;

pub(crate) use kept::{Kept, Piece, keep, offer};
pub(super) use map::{is_mapped, is_piece};
pub(super) use pages::{Addresses, unnamed_file};
