//! The other processes: their device memory, and whether they live.
//!
//! A process that ends, however it ends, is noticed at once by a thread that waits for that and nothing else.

use std::collections::HashMap;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::thread;

use once_cell::sync::Lazy;

use super::control::Process;
use super::progress;
use crate::hccl::sync::lock;
use crate::memory::shared::Foreign;
use crate::process::{Identity, Life};

/// Another process, shared by all communicators with it.
pub(super) struct Peer {
    pub(super) identity: Identity,
    pub(super) memory: Foreign,
    life: Arc<Life>,
    gone: AtomicBool,
}

struct Watch {
    known: Mutex<HashMap<Identity, Weak<Peer>>>,
    /// Wakes the watching thread when there is somebody new.
    bell: io::Result<PipeWriter>,
}

static WATCH: Lazy<Watch> = Lazy::new(|| {
    let bell = io::pipe().and_then(|(reader, writer)| {
        thread::Builder::new().name("ascend-mock-watch".to_owned()).spawn(move || watch(reader))?;
        Ok(writer)
    });
    Watch { known: Mutex::default(), bell }
});

impl Peer {
    /// Opens the memory of a process, and watches it.
    pub(super) fn of(process: Process) -> io::Result<Arc<Self>> {
        let mut known = lock(&WATCH.known);
        if let Some(peer) = known.get(&process.identity).and_then(Weak::upgrade) {
            return Ok(peer);
        }
        let memory = Foreign::open(process.identity, process.memory)?;
        // Asked for after the memory was opened: so that is of this process and of no later one of the same number.
        let life = Arc::new(Life::of(process.identity)?);
        let peer = Arc::new(Self { identity: process.identity, memory, life, gone: AtomicBool::new(false) });
        known.retain(|_, peer| peer.strong_count() > 0);
        known.insert(process.identity, Arc::downgrade(&peer));
        drop(known);
        match &WATCH.bell {
            Ok(bell) => (&*bell).write_all(&[1])?,
            Err(error) => return Err(io::Error::new(error.kind(), error.to_string())),
        }
        Ok(peer)
    }

    pub(super) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Acquire)
    }
}

/// The other processes that live, as far as communicators have them.
pub(super) fn alive() -> Vec<Arc<Peer>> {
    lock(&WATCH.known).values().filter_map(Weak::upgrade).filter(|peer| !peer.is_gone()).collect()
}

fn watch(mut bell: PipeReader) {
    loop {
        // Only the lives: a peer that no communicator has any more is not kept by being watched.
        let (peers, lives): (Vec<Weak<Peer>>, Vec<Arc<Life>>) = {
            let known = lock(&WATCH.known);
            let watched =
                |peer: &Weak<Peer>| Some((peer.clone(), peer.upgrade().filter(|peer| !peer.is_gone())?.life.clone()));
            known.values().filter_map(watched).unzip()
        };
        let (ended, rung) = Life::wait_any(&lives, &bell);
        for (peer, _) in peers.iter().zip(&ended).filter(|(_, ended)| **ended) {
            if let Some(peer) = peer.upgrade() {
                peer.gone.store(true, Ordering::Release);
            }
        }
        if ended.contains(&true) {
            progress::somebody_has_gone();
        }
        if rung {
            let mut byte = [0];
            let _ = bell.read(&mut byte);
        }
    }
}
