//! Clocks as other processes read them.
//!
//! An actor is one word that tells its process too, so that a clock is pairs of words, in a message or in a *table*: words that
//! processes share, in which what is known only grows. No lock is needed for that, so a process that dies leaves nothing locked.

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

use once_cell::sync::Lazy;

use super::clock::{Actor, Clock};
use crate::process::Identity;

/// What processes tell each other of what they know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) clock: Clock,
    /// Whether somebody knows more than is told: a process that does not follow, or a table that is full.
    pub(crate) more: bool,
}

const ID_BITS: u32 = 27;
const KIND: u64 = 1 << ID_BITS;
const START_BITS: u32 = 14;
/// Bits of what is of an actor and not of its process.
const OF_ACTOR: u32 = ID_BITS + 1;
/// The system has no larger process numbers.
const PROCESS_BITS: u32 = 22;

/// A process in the word of its actors: its number, and some of its start, which tells it from an earlier one of that number.
fn process(of: Identity) -> u64 {
    let number = u64::from(of.pid) & ((1 << PROCESS_BITS) - 1);
    (number << START_BITS | of.start & ((1 << START_BITS) - 1)) << OF_ACTOR
}

static OWN: Lazy<u64> = Lazy::new(|| process(Identity::own()));

/// The number of the process that a word is of.
pub(super) fn process_of(word: u64) -> u32 {
    u32::try_from(word >> (START_BITS + OF_ACTOR)).unwrap_or(0)
}

impl Actor {
    pub(super) fn word(self) -> u64 {
        let id = |id: u64| id & (KIND - 1);
        match self {
            Self::Stream(queue) => *OWN | id(queue),
            Self::Host(thread) => *OWN | KIND | id(u64::from(thread)),
            Self::Far(word) => word,
        }
    }

    pub(super) fn of_word(word: u64) -> Self {
        let id = word & (KIND - 1);
        if word >> OF_ACTOR != *OWN >> OF_ACTOR {
            Self::Far(word)
        } else if word & KIND == 0 {
            Self::Stream(id)
        } else {
            Self::Host(u32::try_from(id).unwrap_or(0))
        }
    }
}

impl Clock {
    /// All it knows, an actor and its count each.
    pub(crate) fn words(&self) -> Vec<u64> {
        self.entries().flat_map(|(actor, count)| [actor.word(), count]).collect()
    }

    /// The clock of such words.
    pub(crate) fn of_words(words: &[u64]) -> Self {
        let (pairs, _) = words.as_chunks::<2>();
        pairs.iter().map(|[actor, count]| (Actor::of_word(*actor), *count)).collect()
    }
}

/// Actors that a table has room for.
const ACTORS: usize = 1023;
/// Words of a table: one that tells whether it was too small, and two for each actor.
pub(crate) const TABLE_WORDS: usize = 1 + 2 * ACTORS;

/// Says that somebody knows more than a table tells.
pub(super) fn put_more(table: &[AtomicU64]) {
    if let Some(more) = table.first() {
        more.store(1, Relaxed);
    }
}

/// Adds what is known to a table, all of whose words were 0 at first.
pub(super) fn put(table: &[AtomicU64], clock: &Clock) {
    let Some((_, entries)) = table.split_first() else { return };
    let (entries, _) = entries.as_chunks::<2>();
    let mut places: HashMap<u64, usize> = HashMap::new();
    let taken = entries.iter().map(|[actor, _]| actor.load(Acquire)).take_while(|actor| *actor != 0);
    places.extend(taken.zip(0..));
    let mut next = places.len();
    for (actor, count) in clock.entries() {
        let word = actor.word();
        let mut place = places.get(&word).copied();
        while place.is_none() {
            let Some([actor, _]) = entries.get(next) else {
                put_more(table);
                break;
            };
            // Somebody else may take it meanwhile, for the same actor or for another.
            let there = actor.compare_exchange(0, word, AcqRel, Acquire).err();
            places.insert(there.unwrap_or(word), next);
            place = there.is_none_or(|there| there == word).then_some(next);
            next += 1;
        }
        if let Some([_, reached]) = place.and_then(|place| entries.get(place)) {
            reached.fetch_max(count, AcqRel);
        }
    }
}

/// What a table tells.
pub(super) fn read(table: &[AtomicU64]) -> Known {
    let Some((full, entries)) = table.split_first() else { return Known::default() };
    let (entries, _) = entries.as_chunks::<2>();
    let told = entries.iter().map(|[actor, count]| (actor.load(Acquire), count.load(Acquire)));
    let clock = told.take_while(|(actor, _)| *actor != 0).map(|(actor, count)| (Actor::of_word(actor), count));
    Known { clock: clock.collect(), more: full.load(Relaxed) != 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(actors: usize) -> Vec<AtomicU64> {
        (0..1 + 2 * actors).map(|_| AtomicU64::new(0)).collect()
    }

    fn far(pid: u32, id: u64) -> Actor {
        Actor::Far(process(Identity { pid, start: 5 }) | id)
    }

    #[test]
    fn a_table_tells_all_that_was_put_in_and_only_grows() {
        let table = table(3);
        let (mut first, mut second) = (Clock::default(), Clock::default());
        for _ in 0..4 {
            first.advance(Actor::Stream(7));
        }
        second.advance(Actor::Stream(7));
        second.advance(far(9, 7));
        put(&table, &first);
        put(&table, &second);
        let mut both = first.clone();
        both.join(&second);
        assert_eq!(read(&table), Known { clock: both, more: false });
    }

    #[test]
    fn a_table_that_is_full_says_that_it_does_not_tell_all() {
        let table = table(1);
        let mut clock = Clock::default();
        clock.advance(Actor::Host(3));
        put(&table, &clock);
        assert!(!read(&table).more);
        clock.advance(far(1, 1));
        put(&table, &clock);
        let told = read(&table);
        assert!(told.more && told.clock != clock);
    }

    #[test]
    fn actors_of_this_process_come_back_as_they_were_and_others_are_told_apart() {
        for actor in [Actor::Stream(0), Actor::Stream(1 << 20), Actor::Host(4_194_304), far(9, 7)] {
            assert_eq!(Actor::of_word(actor.word()), actor);
        }
        assert_ne!(far(9, 7).word(), far(10, 7).word());
        assert_eq!(process_of(far(9, 7).word()), 9);
        assert_eq!(process_of(Actor::Stream(0).word()), std::process::id());
    }
}
