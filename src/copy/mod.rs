//! Copies and fills. All are queued on a stream; none touches pageable memory except the two that say `blocking`.

mod blocking;
mod fill;
mod linear;
mod parts;
mod rows;

pub use parts::Part;
pub use rows::Rows;
