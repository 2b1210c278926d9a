//! What a rank asked for last, for whoever looks from another thread.
//!
//! One thread writes, at the cost of a few stores, and never waits; a reader that comes in between looks again.

use std::sync::atomic::{AtomicU64, Ordering, fence};

use ascend_npu_sys::HcclDataType;

use super::collective::Kind;

/// How far a call has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Phase {
    /// It waits for ranks of this process.
    Meeting,
    /// It is inside the library.
    Calling,
    /// It returned: its operation is queued.
    Queued,
    /// It was refused.
    Failed,
}

/// A call, as noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Noted {
    /// Counted from 1.
    pub(super) number: u64,
    pub(super) kind: Kind,
    pub(super) element: HcclDataType,
    pub(super) count: u64,
    pub(super) peer: Option<u32>,
    pub(super) phase: Phase,
    /// The operation's place on its stream, once queued.
    pub(super) sequence: u64,
}

/// The last call of a rank.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Odd while it is written.
    version: AtomicU64,
    number: AtomicU64,
    what: AtomicU64,
    count: AtomicU64,
    peer: AtomicU64,
    phase: AtomicU64,
    sequence: AtomicU64,
}

const NO_PEER: u64 = u64::MAX;

impl Record {
    /// Notes a new call. Only the rank's own thread may.
    #[inline]
    pub(super) fn begin(&self, kind: Kind, element: HcclDataType, count: u64, peer: Option<u32>) {
        self.write(|| {
            self.number.store(self.number.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
            self.what.store(u64::from(kind as u8) | u64::from(element.0) << 8, Ordering::Relaxed);
            self.count.store(count, Ordering::Relaxed);
            self.peer.store(peer.map_or(NO_PEER, u64::from), Ordering::Relaxed);
            self.phase.store(Phase::Meeting as u64, Ordering::Relaxed);
        });
    }

    /// Notes how far the call has come. Only the rank's own thread may.
    #[inline]
    pub(super) fn advance(&self, phase: Phase, sequence: u64) {
        self.write(|| {
            self.phase.store(phase as u64, Ordering::Relaxed);
            self.sequence.store(sequence, Ordering::Relaxed);
        });
    }

    #[inline]
    fn write(&self, stores: impl FnOnce()) {
        let version = self.version.load(Ordering::Relaxed);
        self.version.store(version + 1, Ordering::Relaxed);
        fence(Ordering::Release);
        stores();
        self.version.store(version + 2, Ordering::Release);
    }

    /// The last call; `None` when there was none.
    pub(super) fn read(&self) -> Option<Noted> {
        loop {
            let version = self.version.load(Ordering::Acquire);
            let load = |of: &AtomicU64| of.load(Ordering::Relaxed);
            let [number, what, count, peer, phase, sequence] =
                [&self.number, &self.what, &self.count, &self.peer, &self.phase, &self.sequence].map(load);
            fence(Ordering::Acquire);
            if version % 2 == 1 || self.version.load(Ordering::Relaxed) != version {
                std::hint::spin_loop();
                continue;
            }
            if number == 0 {
                return None;
            }
            let phase = [Phase::Meeting, Phase::Calling, Phase::Queued, Phase::Failed]
                .into_iter()
                .find(|known| *known as u64 == phase)?;
            return Some(Noted {
                number,
                kind: Kind::of((what & 0xFF) as u8)?,
                element: HcclDataType((what >> 8) as u32),
                count,
                peer: u32::try_from(peer).ok(),
                phase,
                sequence,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    #[test]
    fn a_reader_never_sees_half_of_one_call_and_half_of_another() {
        let record = Record::default();
        assert_eq!(record.read(), None);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for round in 1..100_000 {
                    record.begin(Kind::Send, HcclDataType::HCCL_DATA_TYPE_INT64, round, Some(round as u32));
                    record.advance(Phase::Queued, round);
                }
            });
            let mut last = 0;
            while last < 99_999 {
                let Some(noted) = record.read() else { continue };
                assert_eq!((noted.count, noted.peer), (noted.number, Some(noted.number as u32)));
                let before = noted.number - u64::from(noted.phase != Phase::Queued);
                assert_eq!(noted.sequence, before);
                last = noted.number.max(last) - u64::from(noted.phase != Phase::Queued);
            }
        });
    }
}
