//! How ranks of other processes come to a handshake.
//!
//! The process of the root listens: at a port, which the root information names, or, for a rank table, at an abstract address made
//! from the table, which needs no port and ends with the process. A rank elsewhere connects, says who it is, and waits for the
//! answer on the connection. In the process of the root a thread stands in for it, so that ranks from anywhere meet in one place.
//! The connection also tells each side when the other has died.

mod caller;
mod greeting;
mod listener;

pub(super) use caller::call;
pub(super) use greeting::{Answer, Hello};
pub(super) use listener::{Listener, at_port, by_name, token};

use std::net::SocketAddr;

/// Where the root of a handshake listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    Port(SocketAddr),
    /// An abstract address of the machine.
    Name(String),
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Port(address) => address.fmt(f),
            Self::Name(name) => write!(f, "the local address {name}"),
        }
    }
}
