//! The side of the root: listens, and stands in for the ranks that connect.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr as UnixAddr, UnixListener, UnixStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use once_cell::sync::Lazy;

use super::greeting::{self, Hello};
use super::{Address, caller};
use crate::hccl::check::para;
use crate::hccl::rendezvous;
use crate::remark::remark;

/// How long a connection has to say who it is.
const GREETING: Duration = Duration::from_secs(5);

/// A number of this process that no other has: it is in every root information that the process gives.
pub(in crate::hccl) fn token() -> u64 {
    static RANDOM: Lazy<RandomState> = Lazy::new(RandomState::new);
    // With the process's number: a child that was forked has the same random state.
    let mut hasher = RANDOM.build_hasher();
    hasher.write_u32(std::process::id());
    hasher.finish()
}

/// An address at which this process listens, until this is dropped.
#[derive(Debug)]
pub(in crate::hccl) struct Listener {
    pub(in crate::hccl) address: Address,
    ended: Arc<AtomicBool>,
    accepts: Option<JoinHandle<()>>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Release);
        // Wakes the thread that accepts. It closes the socket: who is told that this has ended can listen at the address.
        let woken = caller::connect(&self.address, Duration::from_millis(100)).is_ok();
        if let (true, Some(accepts)) = (woken, self.accepts.take()) {
            let _ = accepts.join();
        }
    }
}

/// Listens at a port. `IN_USE` when another does.
pub(in crate::hccl) fn at_port(ip: IpAddr, port: u16) -> io::Result<Listener> {
    let listener = TcpListener::bind((ip, port))?;
    let address: SocketAddr = listener.local_addr()?;
    listen(Address::Port(address), move || listener.accept().map(|(stream, _)| stream))
}

/// Listens at a name of the machine.
pub(in crate::hccl) fn by_name(name: &str) -> io::Result<Listener> {
    let listener = UnixListener::bind_addr(&UnixAddr::from_abstract_name(name)?)?;
    listen(Address::Name(name.to_owned()), move || listener.accept().map(|(stream, _)| stream))
}

fn listen<S: Connection>(
    address: Address,
    accept: impl Fn() -> io::Result<S> + Send + 'static,
) -> io::Result<Listener> {
    let ended = Arc::new(AtomicBool::new(false));
    let ends = ended.clone();
    let accept = move || {
        while !ends.load(Ordering::Acquire) {
            match accept() {
                Ok(_) if ends.load(Ordering::Acquire) => return,
                Ok(stream) => {
                    let serve = thread::Builder::new().name("ascend-mock-rank".to_owned()).spawn(|| serve(stream));
                    if let Err(error) = serve {
                        remark(format_args!("a rank that connects cannot be served: {error}"));
                    }
                }
                // Out of descriptors, perhaps: later there may be some.
                Err(_) => thread::sleep(Duration::from_millis(10)),
            }
        }
    };
    let accepts = thread::Builder::new().name("ascend-mock-root".to_owned()).spawn(accept)?;
    Ok(Listener { address, ended, accepts: Some(accepts) })
}

/// A connection of either kind.
pub(super) trait Connection: Read + Write + Send + 'static {
    fn wait_for(&self, limit: Option<Duration>) -> io::Result<()>;
    fn block(&self, blocks: bool) -> io::Result<()>;
}

impl Connection for TcpStream {
    fn wait_for(&self, limit: Option<Duration>) -> io::Result<()> {
        self.set_read_timeout(limit)
    }

    fn block(&self, blocks: bool) -> io::Result<()> {
        self.set_nonblocking(!blocks)
    }
}

impl Connection for UnixStream {
    fn wait_for(&self, limit: Option<Duration>) -> io::Result<()> {
        self.set_read_timeout(limit)
    }

    fn block(&self, blocks: bool) -> io::Result<()> {
        self.set_nonblocking(!blocks)
    }
}

/// Brings the rank at the other end to its handshake, and gives it the answer.
fn serve(mut stream: impl Connection) {
    // A stranger is dropped without a word.
    if stream.wait_for(Some(GREETING)).is_err() {
        return;
    }
    let Ok(hello) = Hello::receive(&mut stream) else { return };
    let (answer, unanswered) = if hello.token != token() && hello.token != 0 {
        (Err(para("EI0003: the root information is of another process, which has ended")), None)
    } else if stream.block(false).is_ok() {
        rendezvous::stand_in(&hello, || is_there(&mut stream))
    } else {
        return;
    };
    let _ = stream.block(true);
    // If the rank has gone, nobody misses it.
    let _ = greeting::send_answer(&mut stream, &answer);
    drop(unanswered);
}

/// Whether the other end is still there. It says nothing more, so that anything to read is its end.
fn is_there(stream: &mut impl Connection) -> bool {
    matches!(stream.read(&mut [0]), Err(error) if error.kind() == io::ErrorKind::WouldBlock)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by a panic.
mod tests {
    use super::by_name;

    #[test]
    fn an_address_is_free_when_its_listener_is_dropped() {
        let name = format!("ascend-mock-listener-test-{}", std::process::id());
        for _ in 0..200 {
            drop(by_name(&name).unwrap());
        }
    }
}
