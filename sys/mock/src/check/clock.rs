//! Vector clocks: what an actor, a stream or the host, knows of the others.

use std::collections::BTreeMap;

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

/// How far each actor has certainly come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock(BTreeMap<Actor, u64>);

impl Clock {
    /// Whether a moment has certainly passed.
    pub(super) fn includes(&self, moment: Moment) -> bool {
        self.0.get(&moment.actor).is_some_and(|&count| count >= moment.count)
    }

    /// Takes over all that another knows.
    pub(crate) fn join(&mut self, other: &Self) {
        for (&actor, &count) in &other.0 {
            let own = self.0.entry(actor).or_default();
            *own = (*own).max(count);
        }
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (Actor, u64)> {
        self.0.iter().map(|(&actor, &count)| (actor, count))
    }

    /// Keeps what another knows too.
    pub(super) fn meet(&mut self, other: &Self) {
        self.0.retain(|actor, count| {
            *count = (*count).min(other.0.get(actor).copied().unwrap_or_default());
            *count > 0
        });
    }

    /// Goes on by one; the moment that begins.
    pub(super) fn advance(&mut self, actor: Actor) -> Moment {
        let count = self.0.entry(actor).or_default();
        *count += 1;
        Moment { actor, count: *count }
    }
}

impl FromIterator<(Actor, u64)> for Clock {
    fn from_iter<T: IntoIterator<Item = (Actor, u64)>>(entries: T) -> Self {
        Self(entries.into_iter().collect())
    }
}

#[cfg(test)]
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
}
