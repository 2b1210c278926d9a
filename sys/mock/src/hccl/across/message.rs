//! What processes tell each other about their ranks.

use super::place::{Reader, put_key};
use super::wire::Wire;
use crate::check::put_text;
use crate::hccl::key::Key;
use crate::report::Failure;

/// A message of a log.
#[derive(Clone, Debug)]
pub(super) enum Message {
    /// A rank calls an operation.
    Deposit { key: Key, rank: u32, call: Wire },
    /// It takes the call back.
    Withdraw { key: Key, rank: u32 },
    /// The call is in its stream.
    Confirm { key: Key, rank: u32 },
    /// A rank's stream has come to an operation, and knew this: words of a clock.
    Knows { key: Key, clock: Vec<u64> },
    /// A rank has destroyed its end.
    End { rank: u32 },
    /// An operation has failed.
    Fail { key: Key, failure: Failure },
    /// A communicator of some of the ranks is made: its number, how often it was made before, and where it is.
    Sub { id: u64, times: u64, number: u64, descriptor: u32 },
    /// A rank says words in a gathering of a number.
    Said { rank: u32, number: u64, words: [u64; 2] },
}

impl Message {
    pub(super) fn encode(&self) -> Vec<u64> {
        let mut words = Vec::new();
        match self {
            Self::Deposit { key, rank, call } => {
                words.extend([0, u64::from(*rank)]);
                put_key(*key, &mut words);
                call.encode(&mut words);
            }
            Self::Withdraw { key, rank } => {
                words.extend([1, u64::from(*rank)]);
                put_key(*key, &mut words);
            }
            Self::Confirm { key, rank } => {
                words.extend([2, u64::from(*rank)]);
                put_key(*key, &mut words);
            }
            Self::End { rank } => words.extend([3, u64::from(*rank)]),
            Self::Fail { key, failure } => {
                words.push(4);
                put_key(*key, &mut words);
                words.push(u64::from(failure.code.unsigned_abs()));
                put_text(&failure.text, &mut words);
            }
            Self::Sub { id, times, number, descriptor } => {
                words.extend([5, *id, *times, *number, u64::from(*descriptor)])
            }
            Self::Said { rank, number, words: said } => {
                words.extend([6, u64::from(*rank), *number]);
                words.extend(said);
            }
            Self::Knows { key, clock } => {
                words.push(7);
                put_key(*key, &mut words);
                words.push(clock.len() as u64);
                words.extend(clock);
            }
        }
        words
    }

    /// `None` for words that are no message of a communicator of `size` ranks.
    pub(super) fn decode(words: &[u64], size: u32) -> Option<Self> {
        let mut words = Reader(words);
        Some(match words.next()? {
            0 => {
                let rank = words.small()?;
                let key = words.key()?;
                Self::Deposit { rank, key, call: Wire::decode(&mut words, size)? }
            }
            1 => Self::Withdraw { rank: words.small()?, key: words.key()? },
            2 => Self::Confirm { rank: words.small()?, key: words.key()? },
            3 => Self::End { rank: words.small()? },
            4 => {
                let key = words.key()?;
                let code = i32::try_from(words.next()?).ok()?;
                Self::Fail { key, failure: Failure { code, text: words.text()? } }
            }
            5 => {
                let (id, times, number) = (words.next()?, words.next()?, words.next()?);
                Self::Sub { id, times, number, descriptor: words.small()? }
            }
            6 => {
                let (rank, number) = (words.small()?, words.next()?);
                Self::Said { rank, number, words: [words.next()?, words.next()?] }
            }
            7 => {
                let key = words.key()?;
                let length = words.size()?;
                Self::Knows { key, clock: words.take(length)?.to_vec() }
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ascend_npu_sys::{HcclDataType, HcclReduceOp};

    use super::*;
    use crate::check::Site;
    use crate::exec::Kind;
    use crate::hccl::key::Lane;
    use crate::hccl::pieces::{Piece, Pieces, Side};
    use crate::hccl::shape::{Call, Shape};
    use crate::memory::origin::{Part, Spot};

    #[test]
    fn messages_come_back_and_rubbish_is_refused() {
        let key = Key { epoch: 3, lane: Lane::Pair { batch: true, from: 1, to: 0 }, sequence: u64::MAX };
        let all = Key { lane: Lane::All, ..key };
        let shape = Shape::new(Kind::AllToAllV, 1 << 34, HcclDataType::HCCL_DATA_TYPE_BFP16)
            .rooted(0)
            .reducing(HcclReduceOp::HCCL_REDUCE_MIN)
            .counted(vec![7, 0]);
        let list = [Piece { first: 4, bytes: 2 }, Piece { first: 0, bytes: 0 }];
        let send = Side { address: 0, pieces: Pieces::Listed(list.into()) };
        let recv = Side { address: 0, pieces: Pieces::Equal { bytes: 6, number: 2 } };
        let site = Some(Arc::new(Site::told("program.c:7 (main)".to_owned())));
        let call = Call { shape, send, recv, device: 5, buffer_mib: 200, site, mapped: Vec::new(), spoils: false };
        let part = Part { descriptor: 3, inode: 1 << 40, offset: 4096, bytes: 8192 };
        let parts = Spot::Parts { first: 12, parts: [part, Part { offset: 0, ..part }].into() };
        let call = Wire { call, send: Spot::Segment(4096), recv: parts };
        let failure = Failure { code: 507_048, text: "EI0002: not of eight bytes".to_owned() };
        let messages = [
            Message::Deposit { key: all, rank: 3, call },
            Message::Withdraw { key, rank: 2 },
            Message::Confirm { key: all, rank: 4 },
            Message::Knows { key, clock: vec![1, u64::MAX, 2, 3] },
            Message::End { rank: 6 },
            Message::Fail { key, failure },
            Message::Sub { id: 9, times: 0, number: 4, descriptor: 12 },
            Message::Said { rank: 1, number: 2, words: [7, u64::MAX] },
        ];
        for message in messages {
            let words = message.encode();
            let back = Message::decode(&words, 2);
            assert_eq!(back.map(|back| format!("{back:?}")), Some(format!("{message:?}")));
            for length in 0..words.len() {
                let cut = words.get(..length).unwrap_or_default();
                assert!(Message::decode(cut, 2).is_none(), "{message:?} cut to {length}");
            }
        }
        assert!(Message::decode(&[77, 0, 0], 2).is_none());
    }
}
