//! Logical time: where an operation stands on its stream, and what a stream has already waited for.

/// One operation: the stream it was queued on and its place there, counted from 1.
///
/// Public only because a sealed trait names it; the module is private.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub(crate) stream: u64,
    pub(crate) sequence: u64,
}

/// A vector clock: for each other stream, the last operation that is known to come first.
///
/// A device has few streams, so a scan of a short list beats any map.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    entries: Vec<Mark>,
}

impl Clone for Clock {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone() }
    }

    // The derived one would not use the memory again.
    fn clone_from(&mut self, source: &Self) {
        self.entries.clone_from(&source.entries);
    }
}

impl Clock {
    /// Whether the operation is known to come first.
    pub(crate) fn covers(&self, mark: Mark) -> bool {
        self.entries.iter().any(|entry| entry.stream == mark.stream && entry.sequence >= mark.sequence)
    }

    /// Notes that an operation, and all before it on its stream, comes first.
    pub(crate) fn advance(&mut self, mark: Mark) {
        match self.entries.iter_mut().find(|entry| entry.stream == mark.stream) {
            Some(entry) => entry.sequence = entry.sequence.max(mark.sequence),
            None => self.entries.push(mark),
        }
    }

    /// Notes all that another clock knows.
    pub(crate) fn join(&mut self, other: &Self) {
        for &mark in &other.entries {
            self.advance(mark);
        }
    }

    /// Keeps only streams for which `live` holds.
    pub(crate) fn retain(&mut self, live: impl Fn(u64) -> bool) {
        self.entries.retain(|entry| live(entry.stream));
    }

    /// Forgets a stream that no longer exists.
    pub(crate) fn forget(&mut self, stream: u64) {
        self.entries.retain(|entry| entry.stream != stream);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_covers_what_it_advanced_to_and_all_before() {
        let mut clock = Clock::default();
        clock.advance(Mark { stream: 1, sequence: 5 });
        clock.advance(Mark { stream: 1, sequence: 3 });
        assert!(clock.covers(Mark { stream: 1, sequence: 5 }));
        assert!(clock.covers(Mark { stream: 1, sequence: 1 }));
        assert!(!clock.covers(Mark { stream: 1, sequence: 6 }));
        assert!(!clock.covers(Mark { stream: 2, sequence: 1 }));
    }

    #[test]
    fn a_stream_that_is_gone_is_forgotten() {
        let mut clock = Clock::default();
        for stream in 1..=3 {
            clock.advance(Mark { stream, sequence: 4 });
        }
        clock.forget(1);
        clock.retain(|stream| stream != 2);
        let covered = [1, 2, 3].map(|stream| clock.covers(Mark { stream, sequence: 4 }));
        assert_eq!(covered, [false, false, true]);
    }

    #[test]
    fn joining_carries_what_the_other_stream_waited_for() {
        let (mut clock, mut other) = (Clock::default(), Clock::default());
        other.advance(Mark { stream: 7, sequence: 9 });
        clock.advance(Mark { stream: 7, sequence: 4 });
        clock.join(&other);
        assert!(clock.covers(Mark { stream: 7, sequence: 9 }));
    }
}
