//! What an operation touches, added up while it runs.

use super::cost::Traffic;
use crate::exec::Touch;

/// So many ranges are kept before those that meet are made one.
const MANY: usize = 4096;

/// Bytes that are touched: how often, and which.
#[derive(Clone, Debug)]
pub(super) struct Merge {
    moved: u64,
    ranges: Vec<(u64, u64)>,
    /// Merge again beyond so many ranges.
    most: usize,
}

impl Default for Merge {
    fn default() -> Self {
        Self { moved: 0, ranges: Vec::new(), most: MANY }
    }
}

impl Merge {
    pub(super) fn add(&mut self, touches: &[Touch]) {
        for touch in touches {
            self.moved = self.moved.saturating_add(touch.bytes);
            self.ranges.push((touch.start, touch.start.saturating_add(touch.bytes)));
        }
        if self.ranges.len() > self.most {
            self.ranges = merged(&self.ranges);
            self.most = MANY.max(self.ranges.len().saturating_mul(2));
        }
    }

    /// Bytes, each as often as it was touched.
    pub(super) fn moved(&self) -> u64 {
        self.moved
    }

    pub(super) fn traffic(&self) -> Traffic {
        let distinct = merged(&self.ranges).iter().map(|(start, end)| end - start).sum();
        Traffic { moved: self.moved, distinct }
    }
}

/// The ranges in order, those that meet as one.
fn merged(ranges: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable();
    let mut result: Vec<(u64, u64)> = Vec::new();
    for (start, end) in sorted {
        match result.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => result.push((start, end)),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_as_often_as_they_are_touched_and_once() {
        let mut merge = Merge::default();
        merge.add(&[Touch::read(0, 100), Touch::write(50, 100), Touch::read(1000, 10)]);
        assert_eq!(merge.traffic(), Traffic { moved: 210, distinct: 160 });
    }

    #[test]
    fn many_touches_are_kept_as_few_ranges() {
        let mut merge = Merge::default();
        for part in 0..20_000 {
            merge.add(&[Touch::read(part * 8, 8)]);
        }
        assert_eq!(merge.traffic(), Traffic { moved: 160_000, distinct: 160_000 });
        assert!(merge.ranges.len() <= MANY + 1);
    }
}
