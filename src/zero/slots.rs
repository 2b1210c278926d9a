//! Memory that buckets take in turn.
//!
//! In stage 3 a bucket's full parameters are there only around the passes of the layers that use it; in stages 2 and 3 its full
//! gradients only from the backward pass that writes the first of them to the end of their reduction. A *slot* is a buffer that
//! buckets of one type have one after the other; which bucket has which slot is settled here, before anything runs, so that the
//! memory of a step is known, and nothing is allocated in it. The order of work on a slot follows from the buffer, as everywhere:
//! a gather into a slot waits for the last reader of what was in it.
//!
//! Two buckets may share a slot unless they are there at once:
//!
//! - gathered parameters: when a layer that uses the one and a layer that uses the other are no more than the prefetch depth apart;
//! - gradients: a bucket's are there from the last layer that uses it to the first, in the order of the backward pass, and one layer
//!   longer, while they are reduced.
//!
//! A trainer that goes through the layers in their order finds every slot free when it comes to it.

use std::ops::RangeInclusive;

use super::books::{Setup, Stage};
use super::layout::{Bucket, Dtype, Layout};

/// A buffer that buckets have in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The type of its elements.
    pub dtype: Dtype,
    /// As long as the longest of its buckets, in elements.
    pub len: u64,
}

/// The slots of a layout, and which bucket has which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slots {
    slots: Vec<Slot>,
    of_bucket: Vec<Option<usize>>,
}

impl Slots {
    /// For gathered parameters. None before stage 3.
    pub fn of_gathers(layout: &Layout, setup: &Setup) -> Self {
        let apart = setup.prefetch as usize;
        let uses = |_: &Bucket, layers: &[usize]| -> Vec<RangeInclusive<usize>> {
            layers.iter().map(|&layer| layer..=layer.saturating_add(apart)).collect()
        };
        Self::new(layout, setup.stage == Stage::Three, uses)
    }

    /// For gradients that are being written or reduced. None in stage 1, which keeps them whole.
    pub fn of_gradients(layout: &Layout, setup: &Setup) -> Self {
        let uses = |bucket: &Bucket, layers: &[usize]| -> Vec<RangeInclusive<usize>> {
            let span = layers.first().zip(layers.last()).filter(|_| bucket.trainable);
            span.map(|(&first, &last)| first..=last.saturating_add(1)).into_iter().collect()
        };
        Self::new(layout, setup.stage > Stage::One, uses)
    }

    /// The slots.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The slot of a bucket.
    pub fn of_bucket(&self, bucket: usize) -> Option<usize> {
        self.of_bucket.get(bucket).copied().flatten()
    }

    /// Gives each bucket the free slot that has to grow least. `uses` tells, of a bucket and the layers that use it, when it is there,
    /// with what must lie between it and the next one added to the end of each span.
    fn new(layout: &Layout, wanted: bool, uses: impl Fn(&Bucket, &[usize]) -> Vec<RangeInclusive<usize>>) -> Self {
        let mut slots: Vec<Slot> = Vec::new();
        let mut taken: Vec<Vec<RangeInclusive<usize>>> = Vec::new();
        let mut of_bucket = vec![None; layout.buckets().len()];
        if !wanted {
            return Self { slots, of_bucket };
        }
        let users = users(layout);
        for ((bucket, layers), slot) in layout.buckets().iter().zip(&users).zip(&mut of_bucket) {
            let spans = uses(bucket, layers);
            if spans.is_empty() {
                continue;
            }
            let free = |(place, slot): &(usize, &Slot)| {
                slot.dtype == bucket.dtype && taken.get(*place).is_some_and(|taken| !meet(taken, &spans))
            };
            let growth = |slot: &Slot| (bucket.len.saturating_sub(slot.len), slot.len);
            let found =
                slots.iter().enumerate().filter(free).min_by_key(|(_, slot)| growth(slot)).map(|(place, _)| place);
            let place = found.unwrap_or_else(|| {
                slots.push(Slot { dtype: bucket.dtype, len: 0 });
                taken.push(Vec::new());
                slots.len() - 1
            });
            if let (Some(slot), Some(taken)) = (slots.get_mut(place), taken.get_mut(place)) {
                slot.len = slot.len.max(bucket.len);
                taken.extend(spans);
            }
            *slot = Some(place);
        }
        Self { slots, of_bucket }
    }
}

/// Whether spans overlap: then what they stand for is there at once.
fn meet(these: &[RangeInclusive<usize>], those: &[RangeInclusive<usize>]) -> bool {
    these.iter().any(|this| those.iter().any(|that| this.start() <= that.end() && that.start() <= this.end()))
}

/// The layers that use each bucket, ascending.
fn users(layout: &Layout) -> Vec<Vec<usize>> {
    let mut users = vec![Vec::new(); layout.buckets().len()];
    for (layer, uses) in layout.layers().iter().enumerate() {
        for &bucket in &uses.buckets {
            if let Some(users) = users.get_mut(bucket) {
                users.push(layer);
            }
        }
    }
    users
}
