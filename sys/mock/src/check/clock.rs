//! Vector clocks: what an actor, a stream or the host, knows of the others.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::Arc;

/// Who does something: a stream, by the number of its queue, a host thread, or somebody in another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Actor {
    Stream(u64),
    Host(u32),
    Far(u64),
}

/// A moment of one actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) actor: Actor,
    pub(crate) count: u64,
}

/// How far each actor has certainly come: in the order of the actors, and shared until it changes. Clocks are handed on with every
/// operation, and grow with the streams and threads of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock(Arc<Vec<Entry>>);

type Entry = (Actor, u64);

impl Clock {
    /// Whether a moment has certainly passed.
    pub(super) fn includes(&self, moment: Moment) -> bool {
        self.count(moment.actor).is_some_and(|count| count >= moment.count)
    }

    fn count(&self, actor: Actor) -> Option<u64> {
        let place = self.place(actor).ok()?;
        self.0.get(place).map(|(_, count)| *count)
    }

    fn place(&self, actor: Actor) -> Result<usize, usize> {
        self.0.binary_search_by_key(&actor, |(known, _)| *known)
    }

    /// Takes over all that another knows.
    pub(crate) fn join(&mut self, other: &Self) {
        if Arc::ptr_eq(&self.0, &other.0) {
            return;
        }
        if self.0.is_empty() {
            *self = other.clone();
            return;
        }
        let (mut later, mut more) = (false, 0_usize);
        let mut known = self.0.iter().peekable();
        for (actor, count) in other.0.iter() {
            while known.next_if(|(known, _)| known < actor).is_some() {}
            match known.next_if(|(known, _)| known == actor) {
                Some((_, own)) => later |= own < count,
                None => more += 1,
            }
        }
        if more > 0 {
            self.0 = Arc::new(merged(&self.0, &other.0, self.0.len() + more));
        } else if later {
            let mut told = other.0.iter().peekable();
            for (actor, own) in Arc::make_mut(&mut self.0) {
                if let Some((_, count)) = told.next_if(|(told, _)| told == actor) {
                    *own = (*own).max(*count);
                }
            }
        }
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.0.iter().copied()
    }

    /// Keeps what another knows too.
    pub(super) fn meet(&mut self, other: &Self) {
        let both = |&(actor, count): &Entry| Some((actor, count.min(other.count(actor)?)));
        self.0 = Arc::new(self.0.iter().filter_map(both).collect());
    }

    /// Goes on by one; the moment that begins.
    pub(super) fn advance(&mut self, actor: Actor) -> Moment {
        let place = self.place(actor);
        let entries = Arc::make_mut(&mut self.0);
        let place = place.unwrap_or_else(|place| {
            entries.insert(place, (actor, 0));
            place
        });
        let count = entries.get_mut(place).map_or(1, |(_, count)| {
            *count += 1;
            *count
        });
        Moment { actor, count }
    }
}

/// What either knows of each actor, of whom there are so many.
fn merged(first: &[Entry], second: &[Entry], actors: usize) -> Vec<Entry> {
    let mut all = Vec::with_capacity(actors);
    let (mut first, mut second) = (first.iter().copied().peekable(), second.iter().copied().peekable());
    while let (Some(one), Some(other)) = (first.peek(), second.peek()) {
        let next = match one.0.cmp(&other.0) {
            Less => first.next(),
            Greater => second.next(),
            Equal => first.next().max(second.next()),
        };
        all.extend(next);
    }
    all.extend(first.chain(second));
    all
}

impl FromIterator<Entry> for Clock {
    fn from_iter<T: IntoIterator<Item = Entry>>(entries: T) -> Self {
        let mut entries: Vec<Entry> = entries.into_iter().collect();
        // Of an actor that is told twice, the later moment.
        entries.sort_unstable_by(|one, other| other.cmp(one));
        entries.dedup_by_key(|(actor, _)| *actor);
        entries.reverse();
        Self(Arc::new(entries))
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)] // A test fails by a panic.
mod tests {
    use super::*;

    const A: Actor = Actor::Stream(1);
    const B: Actor = Actor::Host(0);

    #[test]
    fn an_actor_knows_what_it_joined_and_nothing_later() {
        let (mut a, mut b) = (Clock::default(), Clock::default());
        let first = a.advance(A);
        let seen = a.clone();
        let second = a.advance(A);
        assert!(!b.includes(first));
        b.join(&seen);
        assert!(b.includes(first) && !b.includes(second) && a.includes(second));
        let of_b = b.advance(B);
        assert!(b.includes(of_b) && !a.includes(of_b));
    }

    /// A clock from counts of the first actors, where those that are 0 are not known.
    fn of(counts: [u64; 4]) -> Clock {
        (0..).zip(counts).filter(|(_, count)| *count > 0).map(|(actor, count)| (Actor::Stream(actor), count)).collect()
    }

    #[test]
    fn a_clock_that_joins_knows_of_each_actor_the_later_and_one_that_meets_the_earlier() {
        let few = [0, 1, 3];
        let all =
            || few.into_iter().flat_map(|a| few.map(|b| [a, b, 2, 0]).into_iter().chain(few.map(|b| [0, a, 0, b])));
        for (one, other) in all().flat_map(|one| all().map(move |other| (one, other))) {
            let pairs = |choose: fn(u64, u64) -> u64| std::array::from_fn(|at| choose(one[at], other[at]));
            let (mut joined, mut met, before) = (of(one), of(one), of(one));
            let shared = joined.clone();
            joined.join(&of(other));
            met.meet(&of(other));
            assert_eq!((joined, met), (of(pairs(u64::max)), of(pairs(u64::min))), "{one:?} {other:?}");
            assert_eq!(shared, before);
        }
    }

    #[test]
    fn entries_come_in_any_order_and_the_later_of_an_actor_counts() {
        let clock: Clock = [(B, 1), (A, 2), (B, 4), (A, 1)].into_iter().collect();
        assert_eq!(clock.entries().collect::<Vec<_>>(), [(A, 2), (B, 4)]);
    }
}
