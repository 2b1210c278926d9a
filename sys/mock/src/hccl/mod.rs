//! HCCL on the software device.
//!
//! A call passes three stages, each of which knows nothing of the next.
//!
//! 1. **What is asked for.** `abi` turns the C arguments into a `shape`, which all ranks must have alike, and the `pieces` of the rank's
//!    own buffers; `check` refuses what the library refuses, in its order; `issue` and `batch` queue it.
//! 2. **Who takes part.** `group` brings together the calls that are one operation, by their `key`: HCCL has no tags, so it is
//!    the n-th of its lane. `roster` knows how far each rank has come and what has gone wrong; `agreement` says whether the calls fit
//!    together. The streams meet in the executor.
//! 3. **What is done.** `opening` looks at the memory once more and hands it to a `plan`, which gives parts that any worker can do in
//!    any order. A plan is told regions and does not care who mapped them.
//!
//! Beside that the library is told of memory, in `zero_copy` and `windows`, for which the ranks meet on the host (`gathering`).
//!
//! Communicators are made by `init` from root information (`rendezvous`), a rank table (`cluster`, `table`) or another communicator
//! (`sub`). The times that ranks wait for each other are in `limits`, the variables of the environment in `environment`.

pub(crate) mod abi;
mod across;
mod agreement;
mod batch;
mod calls;
mod check;
mod cluster;
mod communicator;
mod config;
mod determinism;
mod environment;
mod gathering;
mod group;
mod half_bits;
mod handshake;
mod init;
mod issue;
mod key;
mod limits;
mod opening;
mod pieces;
mod plan;
mod ports;
mod raw;
mod reduce;
mod registry;
mod rendezvous;
mod root;
mod roster;
mod scratch;
mod shape;
mod stores;
mod strings;
mod sub;
mod sync;
mod table;
mod windows;
mod zero_copy;

pub(crate) use across::{said_by_peers, uncalled};
pub(crate) use registry::{cut_link, live_communicators, suspend};
