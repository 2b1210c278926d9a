//! Rank 0's end of the job: it hears of every rank, and tells the others of the first that fails.

use std::collections::BTreeMap;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::environment::Launch;
use super::frame::Frame;
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};

/// How long the lines of a job that has failed stay open for ranks that are late.
const LINGER: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(10);

struct Job {
    size: u32,
    root: Vec<u8>,
    state: Mutex<State>,
}

/// The listening end; it closes when this is dropped.
pub(super) struct Server {
    job: Arc<Job>,
    address: Option<SocketAddr>,
}

#[derive(Default)]
struct State {
    ranks: BTreeMap<u32, TcpStream>,
    is_over: bool,
    ended: u32,
    failed: Option<Frame>,
}

/// Listens where the launcher says, and serves the job from threads of its own.
pub(super) fn start(launch: &Launch, root: Vec<u8>) -> Result<Server> {
    let listener = TcpListener::bind((launch.address.as_str(), launch.port)).map_err(|error| {
        let Launch { address, port, .. } = launch;
        let kind = if error.kind() == io::ErrorKind::AddrInUse {
            ErrorKind::ResourceExhausted
        } else {
            ErrorKind::Environment
        };
        Error::new(kind, "World::join", format!("rank 0 cannot listen at {address}, port {port}: {error}"))
            .with_hint("MASTER_ADDR must be an address of rank 0's machine, and MASTER_PORT free there")
    })?;
    let job = Arc::new(Job { size: launch.size, root, state: Mutex::default() });
    let address = listener.local_addr().ok();
    let accepting = job.clone();
    let accept = move || {
        for stream in listener.incoming() {
            if lock(&accepting.state).is_over {
                return;
            }
            let (Ok(stream), of_rank) = (stream, accepting.clone()) else { continue };
            // Without a thread for it the rank sees its connection end.
            let _ = thread::Builder::new().spawn(move || of_rank.serve(stream));
        }
    };
    let started = thread::Builder::new().name("ascend-npu job".to_owned()).spawn(accept);
    started.map_err(|error| {
        Error::new(ErrorKind::ResourceExhausted, "World::join", format!("no thread can be started: {error}"))
    })?;
    Ok(Server { job, address })
}

impl Server {
    /// Blocks until every rank has come, and so heard of a failure, at most a moment: ranks of a job start together.
    pub(super) fn linger(&self) {
        let started = Instant::now();
        while started.elapsed() < LINGER && lock(&self.job.state).ranks.len() < self.job.size as usize {
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        lock(&self.job.state).is_over = true;
        // The thread looks when somebody comes.
        let _ = self.address.map(TcpStream::connect);
    }
}

impl Job {
    /// Hears one rank.
    fn serve(&self, mut stream: TcpStream) {
        let (rank, size) = match Frame::read(&mut stream) {
            Ok(Frame::Hello { rank, size }) => (rank, size),
            // It failed before it could take part.
            Ok(Frame::Failed { rank, why }) if rank < self.size => {
                if let Ok(stream) = stream.try_clone() {
                    lock(&self.state).ranks.entry(rank).or_insert(stream);
                }
                return self.fail(Frame::Failed { rank, why });
            }
            _ => return,
        };
        if let Err(why) = self.admit(rank, size, &stream) {
            let _ = Frame::Failed { rank, why }.write(&mut stream);
            return;
        }
        match Frame::read(&mut stream) {
            Ok(Frame::Ended) => {
                let mut state = lock(&self.state);
                state.ended += 1;
                if state.ended == self.size {
                    state.tell(&Frame::Ended);
                }
            }
            Ok(failed @ Frame::Failed { .. }) => self.fail(failed),
            _ => self.fail(Frame::Failed { rank, why: "its process has ended".to_owned() }),
        }
    }

    fn admit(&self, rank: u32, size: u32, stream: &TcpStream) -> std::result::Result<(), String> {
        let mut state = lock(&self.state);
        if size != self.size || rank >= size {
            return Err(format!("it is rank {rank} of {size}, but the job has {} ranks", self.size));
        }
        if state.ranks.contains_key(&rank) {
            return Err(format!("there is another rank {rank}"));
        }
        let stream = stream.try_clone().map_err(|error| error.to_string())?;
        state.ranks.insert(rank, stream);
        if let Some(failed) = state.failed.clone() {
            state.tell(&failed);
        } else if state.ranks.len() == self.size as usize {
            state.tell(&Frame::Root(self.root.clone()));
        }
        Ok(())
    }

    fn fail(&self, failed: Frame) {
        let mut state = lock(&self.state);
        if state.failed.is_none() {
            state.failed = Some(failed.clone());
            state.tell(&failed);
        }
    }
}

impl State {
    /// Tells all ranks. Who cannot be told is gone, and is heard of by its own thread. Rank 0 comes last: when it knows, its process
    /// may end, and with it this end of all lines.
    fn tell(&mut self, frame: &Frame) {
        for stream in self.ranks.values_mut().rev() {
            let _ = frame.write(stream);
        }
    }
}
