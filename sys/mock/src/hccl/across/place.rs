//! What messages are made of: words that are read one after the other, keys of operations, places of memory.

use crate::check::take_text;
use crate::hccl::key::{Key, Lane};
use crate::memory::origin::{Part, Spot};

/// Words that are read one after the other.
pub(super) struct Reader<'a>(pub(super) &'a [u64]);

impl<'a> Reader<'a> {
    pub(super) fn next(&mut self) -> Option<u64> {
        self.take(1)?.first().copied()
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u64]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn small(&mut self) -> Option<u32> {
        u32::try_from(self.next()?).ok()
    }

    pub(super) fn size(&mut self) -> Option<usize> {
        usize::try_from(self.next()?).ok()
    }

    pub(super) fn text(&mut self) -> Option<String> {
        take_text(&mut self.0)
    }

    /// An optional number, kept as one more than itself.
    pub(super) fn option(&mut self) -> Option<Option<u32>> {
        match self.next()?.checked_sub(1) {
            None => Some(None),
            Some(value) => u32::try_from(value).ok().map(Some),
        }
    }

    pub(super) fn key(&mut self) -> Option<Key> {
        let (epoch, sequence) = (self.next()?, self.next()?);
        let lane = match self.next()? {
            0 => Lane::All,
            pair @ (1 | 2) => Lane::Pair { batch: pair == 2, from: self.small()?, to: self.small()? },
            _ => return None,
        };
        Some(Key { epoch, lane, sequence })
    }
}

pub(super) fn put_key(key: Key, words: &mut Vec<u64>) {
    words.extend([key.epoch, key.sequence]);
    match key.lane {
        Lane::Pair { batch, from, to } => words.extend([1 + u64::from(batch), u64::from(from), u64::from(to)]),
        // What a rank does alone never crosses.
        Lane::All | Lane::Own { .. } => words.push(0),
    }
}

/// A place: how many parts it has, its first byte, and the parts.
pub(super) fn put(spot: &Spot, words: &mut Vec<u64>) {
    match spot {
        Spot::Segment(first) => words.extend([0, *first]),
        Spot::Parts { first, parts } => {
            words.extend([parts.len() as u64, *first]);
            words.extend(
                parts.iter().flat_map(|part| [u64::from(part.descriptor), part.inode, part.offset, part.bytes]),
            );
        }
    }
}

pub(super) fn take(words: &mut Reader<'_>) -> Option<Spot> {
    let (count, first) = (words.size()?, words.next()?);
    if count == 0 {
        return Some(Spot::Segment(first));
    }
    let part = |four: &[u64]| {
        let [descriptor, inode, offset, bytes] = four else { return None };
        Some(Part { descriptor: u32::try_from(*descriptor).ok()?, inode: *inode, offset: *offset, bytes: *bytes })
    };
    let parts = words.take(count.checked_mul(4)?)?.chunks_exact(4).map(part).collect::<Option<_>>()?;
    Some(Spot::Parts { first, parts })
}
