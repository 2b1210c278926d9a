//! What the devices and the toolkit can do, and which versions they have.

pub(crate) mod abi;
mod attributes;
mod compatible;
mod versions;
pub(crate) mod versions_abi;

pub(crate) use attributes::has_two_dies;
