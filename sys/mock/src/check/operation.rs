//! Operations: what the host knew when it queued them, and what they know when they begin.

use std::sync::Arc;

use super::abroad;
use super::clock::Clock;
use super::conflict::tell;
use super::finding::Info;
use super::order::{current_device, hand_on, lock, with_host};
use super::pinned;
use super::site::Site;
use super::switch::{checks, follows};
use crate::exec::{Kind, Touch};

/// What the host knew when it queued an operation, and where it did.
#[derive(Debug)]
pub(crate) struct Origin {
    clock: Clock,
    site: Arc<Site>,
}

/// An operation that begins.
pub(crate) struct Begun<'a> {
    pub(crate) queue: u64,
    pub(crate) device: i32,
    pub(crate) stream: i32,
    pub(crate) number: u64,
    pub(crate) kind: Kind,
    pub(crate) name: &'a str,
    pub(crate) touches: &'a [Touch],
}

impl Origin {
    /// The operation is queued, as the `number`th of its stream.
    pub(crate) fn note_queued(&self, begun: &Begun<'_>) {
        if !checks().races {
            return;
        }
        let touches = begun.touches.iter().filter(|touch| crate::memory::is_mapped_twice(touch.start));
        let touches: Vec<Touch> = touches.copied().collect();
        if !touches.is_empty() {
            pinned::queued(begun.queue, begun.number, &touches, &Arc::new(begun.info(self.site.clone())));
        }
    }

    /// Where it was.
    pub(crate) fn site(&self) -> Arc<Site> {
        self.site.clone()
    }
}

/// The host queues an operation: what it knows. `None` when nobody asks.
pub(crate) fn queued() -> Option<Box<Origin>> {
    if !follows() && !checks().deadlock {
        return None;
    }
    let site = Arc::new(Site::here());
    if !follows() {
        return Some(Box::new(Origin { clock: Clock::default(), site }));
    }
    if abroad::is_any() {
        // Others are told of it. Looked up here, since it takes long, and not where it begins.
        site.look_up();
    }
    let clock = with_host(hand_on);
    Some(Box::new(Origin { clock, site }))
}

/// An operation begins, and touches what it told.
pub(crate) fn begin(begun: &Begun<'_>, origin: Option<Box<Origin>>) {
    let Some(origin) = origin.filter(|_| follows()) else { return };
    let mut order = lock();
    let info = Arc::new(begun.info(origin.site));
    let actor = order.actor_of(begun.queue, &origin.clock);
    let stream = order.streams.entry(begun.queue).or_default();
    stream.device = begun.device;
    stream.clock.join(&origin.clock);
    let moment = stream.clock.advance(actor);
    stream.current = Some((info.clone(), moment));
    let clock = stream.clock.clone();
    order.tell_pinned();
    let mut found = pinned::begun(begun.queue, begun.number, moment, &clock);
    if begun.kind == Kind::ValueWrite
        && let Some(value) = begun.touches.first()
    {
        order.changes.entry(value.start as usize).or_default().join(&clock);
    }
    found.extend(order.touch(begun.touches, &info, moment, &clock));
    drop(order);
    tell(found);
}

impl Begun<'_> {
    fn info(&self, site: Arc<Site>) -> Info {
        Info {
            process: None,
            kind: Some(self.kind),
            name: self.name.to_owned(),
            device: self.device,
            stream: Some(self.stream),
            number: self.number,
            site,
        }
    }
}

/// The operation that this thread runs.
pub(super) fn running() -> Option<Arc<Info>> {
    let queue = crate::exec::running()?;
    Some(lock().streams.get(&queue)?.current.as_ref()?.0.clone())
}

/// The call that the host makes.
pub(super) fn calling() -> Arc<Info> {
    let site = Arc::new(Site::here());
    let device = current_device();
    Arc::new(Info { process: None, kind: None, name: "a call".to_owned(), device, stream: None, number: 0, site })
}
