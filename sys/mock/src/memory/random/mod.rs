//! Random numbers, as the device's generator makes them: `aclrtRandomNumAsync`.
//!
//! Each element is drawn from a block of Philox 4x32-10 of its own: the key is the seed, the counter is the one that the program
//! gives plus the element's place. The vendor tells the algorithm and not how it makes elements of the blocks: those of the real
//! generator differ.

pub(crate) mod abi;
mod check;
mod draw;
mod fill;
mod philox;
