//! The side of a rank that is not in the root's process.

use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr as UnixAddr, UnixStream};
use std::time::Duration;

use ascend_npu_sys::HcclResult;

use super::Address;
use super::greeting::{Answer, Hello, receive_answer};
use super::listener::Connection;
use crate::report::{Failure, Outcome};

/// What a rank allows beyond its limit, so that the reason of a failure can still spread.
const GRACE: Duration = Duration::from_secs(2);

/// A connection of either kind.
pub(super) enum Line {
    Tcp(TcpStream),
    Unix(UnixStream),
}

pub(super) fn connect(address: &Address, limit: Duration) -> io::Result<Line> {
    Ok(match address {
        Address::Port(address) => Line::Tcp(TcpStream::connect_timeout(address, limit)?),
        Address::Name(name) => Line::Unix(UnixStream::connect_addr(&UnixAddr::from_abstract_name(name)?)?),
    })
}

/// Comes to the handshake whose root listens at `address`; where its communicator is. `None` when nobody listens there.
pub(in crate::hccl) fn call(address: &Address, hello: &Hello) -> Option<Outcome<Answer>> {
    let limit = Duration::from_millis(hello.limit);
    let line = match connect(address, limit.max(Duration::from_millis(1))) {
        Ok(line) => line,
        Err(error) if matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::NotFound) => return None,
        Err(error) => {
            let text = format!("EI0015: rank {} cannot connect to its root at {address}: {error}", hello.rank);
            return Some(Err(Failure::hccl(HcclResult::HCCL_E_TCP_CONNECT, text)));
        }
    };
    let answer = match line {
        Line::Tcp(stream) => talk(stream, hello, limit),
        Line::Unix(stream) => talk(stream, hello, limit),
    };
    Some(answer.unwrap_or_else(|error| {
        let late = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        let (code, cause) = if late {
            (HcclResult::HCCL_E_TIMEOUT, format!("has not answered within {limit:?}"))
        } else {
            (HcclResult::HCCL_E_TCP_TRANSFER, format!("has closed the connection; its process has ended ({error})"))
        };
        let text = format!("EI0015: rank {} waits for its communicator, and the root at {address} {cause}", hello.rank);
        Err(Failure::hccl(code, text))
    }))
}

fn talk(mut stream: impl Connection, hello: &Hello, limit: Duration) -> io::Result<Outcome<Answer>> {
    hello.send(&mut stream)?;
    stream.wait_for(Some(limit + GRACE))?;
    receive_answer(stream)
}
