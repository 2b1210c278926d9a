//! A process's line to rank 0's end of the job.

use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::environment::Launch;
use super::frame::Frame;
use crate::comm::group::Group;
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};

/// How often a process looks whether rank 0 listens.
const LOOK: Duration = Duration::from_millis(20);

pub(super) struct Channel {
    stream: TcpStream,
    rank: u32,
    heard: Arc<Heard>,
}

#[derive(Default)]
struct Heard {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    root: Option<Vec<u8>>,
    /// The first rank that failed, and why.
    failed: Option<(u32, String)>,
    all_ended: bool,
    /// What to abort when a rank fails.
    group: Option<Arc<Group>>,
}

impl Channel {
    /// Finds rank 0, which may begin to listen later.
    pub(super) fn connect(launch: &Launch, limit: Duration) -> Result<Self> {
        let (started, place) = (Instant::now(), (launch.address.as_str(), launch.port));
        let stream = loop {
            match TcpStream::connect(place) {
                Ok(stream) => break stream,
                Err(_) if started.elapsed() < limit => thread::sleep(LOOK),
                Err(error) => {
                    let Launch { rank, address, port, .. } = launch;
                    let found =
                        format!("rank {rank} found no rank 0 at {address}, port {port}, for {limit:?}: {error}");
                    return Err(Error::new(ErrorKind::Timeout, "World::join", found).with_hint(
                        "look whether rank 0 runs; MASTER_ADDR and MASTER_PORT must be the same for all ranks",
                    ));
                }
            }
        };
        let heard = Arc::new(Heard::default());
        let mut listening = stream.try_clone().map_err(|error| lost(&error.to_string()))?;
        let listener = heard.clone();
        let listen = move || {
            while listener.hear(Frame::read(&mut listening)) {}
        };
        let thread = thread::Builder::new().name("ascend-npu job".to_owned()).spawn(listen);
        thread.map_err(|error| lost(&error.to_string()))?;
        Ok(Self { stream, rank: launch.rank, heard })
    }

    /// Says something to rank 0. Where that is gone, the line's other end tells it.
    pub(super) fn say(&self, frame: &Frame) {
        let _ = frame.write(&mut &self.stream);
    }

    /// Blocks until all ranks have come; the root information.
    pub(super) fn root(&self, limit: Duration) -> Result<Vec<u8>> {
        let state = self.heard.wait(Some(limit), |state| state.root.is_some() || state.failed.is_some());
        match (state.failed, state.root) {
            (Some((rank, why)), _) => Err(failure(rank, &why)),
            (None, Some(root)) => Ok(root),
            (None, None) => {
                let found = format!("rank {} is there; after {limit:?} not all other ranks are", self.rank);
                Err(Error::new(ErrorKind::Timeout, "World::join", found)
                    .with_hint("look at the ranks that did not start; HCCL_CONNECT_TIMEOUT sets the limit"))
            }
        }
    }

    /// Has a communicator aborted when a rank fails.
    pub(super) fn watch(&self, group: &Arc<Group>) {
        let mut state = lock(&self.heard.state);
        state.group = Some(group.clone());
        let failed = state.failed.clone();
        drop(state);
        if let Some((rank, why)) = failed {
            abort(group, rank, &why);
        }
    }

    /// The failure of another rank, if one was the first to fail.
    pub(super) fn failed_elsewhere(&self) -> Option<Error> {
        let failed = lock(&self.heard.state).failed.clone()?;
        (failed.0 != self.rank).then(|| failure(failed.0, &failed.1))
    }

    /// Blocks until all ranks have ended or one has failed.
    pub(super) fn wait_for_all(&self) {
        self.heard.wait(None, |state| state.all_ended || state.failed.is_some());
    }

    /// Blocks until it is known which rank failed first.
    pub(super) fn wait_for_failure(&self, limit: Duration) {
        self.heard.wait(Some(limit), |state| state.failed.is_some());
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        // The listening thread ends with it.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

struct Known {
    root: Option<Vec<u8>>,
    failed: Option<(u32, String)>,
}

impl Heard {
    /// Takes what rank 0 says; whether more can come.
    fn hear(&self, frame: std::io::Result<Frame>) -> bool {
        let mut state = lock(&self.state);
        let more = match frame {
            Ok(Frame::Root(root)) => {
                state.root = Some(root);
                true
            }
            Ok(Frame::Failed { rank, why }) => {
                state.failed.get_or_insert((rank, why));
                false
            }
            Ok(Frame::Ended) => {
                state.all_ended = true;
                false
            }
            Ok(Frame::Hello { .. }) => true,
            Err(_) => {
                state.failed.get_or_insert((0, "the line to it has ended".to_owned()));
                false
            }
        };
        let aborted = state.failed.clone().zip(state.group.clone());
        drop(state);
        self.changed.notify_all();
        if let Some(((rank, why), group)) = aborted {
            abort(&group, rank, &why);
        }
        more
    }

    fn wait(&self, limit: Option<Duration>, done: impl Fn(&State) -> bool) -> Known {
        let started = Instant::now();
        let mut state = lock(&self.state);
        while !done(&state) {
            state = match limit.map(|limit| limit.saturating_sub(started.elapsed())) {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(left) if left.is_zero() => break,
                Some(left) => self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
        Known { root: state.root.clone(), failed: state.failed.clone() }
    }
}

fn abort(group: &Arc<Group>, rank: u32, why: &str) {
    // What cannot be stopped ends by its own limits.
    let _ = group.abort(&Arc::from(format!("rank {rank} of the world failed: {why}")));
}

fn failure(rank: u32, why: &str) -> Error {
    Error::new(ErrorKind::Communication, "World::join", format!("rank {rank} failed: {why}"))
}

fn lost(why: &str) -> Error {
    Error::new(ErrorKind::ResourceExhausted, "World::join", format!("the line to rank 0 cannot be used: {why}"))
}
