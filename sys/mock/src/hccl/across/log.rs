//! Logs: what each process tells the others about its ranks, in order.
//!
//! Each process writes one log and reads those of the others. A log is a ring of words; a message is its length and its words.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::layout::Layout;
use crate::process::Words;

/// The log of one process.
#[derive(Clone, Copy)]
pub(super) struct Log<'a> {
    pub(super) words: &'a Words,
    pub(super) layout: Layout,
    pub(super) process: usize,
}

impl Log<'_> {
    /// Appends a message, unless a reader that is counted is too far behind. One thread at a time.
    pub(super) fn append(self, message: &[u64], reads: impl Fn(usize) -> bool) -> bool {
        let ring = self.layout.ring() as u64;
        let written = self.words.word(self.layout.log(self.process)).load(Relaxed);
        let needed = message.len() as u64 + 1;
        let behind = (0..self.layout.processes)
            .filter(|reader| *reader != self.process && reads(*reader))
            .map(|reader| written.wrapping_sub(self.read(reader)))
            .max();
        if behind.unwrap_or(0).saturating_add(needed) > ring {
            return false;
        }
        let words = [message.len() as u64].into_iter().chain(message.iter().copied());
        for (place, word) in (written..).zip(words) {
            self.words.word(self.place(place)).store(word, Relaxed);
        }
        self.words.word(self.layout.log(self.process)).store(written + needed, Release);
        true
    }

    /// Takes the next message that a process has not read; `None` when there is none. One thread of the reader at a time.
    pub(super) fn next(self, reader: usize) -> Option<Vec<u64>> {
        let written = self.words.word(self.layout.log(self.process)).load(Acquire);
        let read = self.read(reader);
        if read == written {
            return None;
        }
        if written.wrapping_sub(read) > self.layout.ring() as u64 {
            // Nobody of ours writes so: what is there means nothing.
            self.words.word(self.layout.read_by(self.process, reader)).store(written, Release);
            return None;
        }
        let length = self.words.word(self.place(read)).load(Relaxed).min(self.layout.ring() as u64);
        let message = (1..=length).map(|word| self.words.word(self.place(read + word)).load(Relaxed)).collect();
        // Release: the words were read before the writer may write them again.
        self.words.word(self.layout.read_by(self.process, reader)).store(read + 1 + length, Release);
        Some(message)
    }

    fn read(self, reader: usize) -> u64 {
        self.words.word(self.layout.read_by(self.process, reader)).load(Acquire)
    }

    fn place(self, count: u64) -> usize {
        self.layout.ring_of(self.process) + usize::try_from(count % self.layout.ring() as u64).unwrap_or(0)
    }
}
