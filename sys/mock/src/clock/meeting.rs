//! Streams that meet: when what they do together begins, and how long it takes.

use super::collective;
use super::course::{Course, Current, Point, lock, physical, real};
use super::links;
use super::mode::{follows, models};
use super::profile::profile;
use super::uses;
use super::{Asked, Collective};
use crate::exec::Kind;

/// Streams have met in an operation that uses links, or one stream has come to one: it begins when the last has come, and takes the
/// time that those before it leave it. If that is not known yet, the queues on which these are; `patient` says whether to wait.
pub(crate) fn met(queues: &[u64], patient: bool) -> Result<(), Vec<u64>> {
    if follows() { lock().meet(queues, patient) } else { Ok(()) }
}

/// When the operation of a stream begins and how long it takes, as far as its own stream is concerned; `None` by the real clock.
pub(crate) fn alone(queue: u64) -> Option<(u64, u64)> {
    let times = |current: &Current| (current.begins(), current.duration());
    if models() { lock().lines.get(&queue)?.current.as_ref().map(times) } else { None }
}

/// Streams of several processes have met: those whose clocks are modelled agree on a start and a time.
pub(crate) fn met_elsewhere(queue: u64, start: u64, time: u64) {
    if models()
        && let Some(current) = lock().lines.get_mut(&queue).and_then(|line| line.current.as_mut())
    {
        (current.start, current.ready, current.met) = (start, start, Some(time));
    }
}

impl Course {
    fn meet(&mut self, queues: &[u64], patient: bool) -> Result<(), Vec<u64>> {
        let lines = || queues.iter().filter_map(|queue| self.lines.get(queue));
        let currents = || lines().filter_map(|line| line.current.as_ref());
        let start = if models() { currents().map(Current::begins).max().unwrap_or(0) } else { real() };
        let mut time = None;
        if models()
            && let Some((alone, collective)) = self.longest(queues)
        {
            let seat = currents().find_map(|current| current.seat.as_ref());
            time = match seat {
                None => Some(alone),
                Some(seat) => {
                    let uses = uses::uses(profile(), &collective, alone);
                    Some(links::share(&links::Wish { seat, start, time: alone, uses: &uses }, patient)?)
                }
            };
        }
        let mut first: Option<Point> = None;
        for queue in queues {
            let Some(line) = self.lines.get_mut(queue) else { continue };
            let Some(current) = &mut line.current else { continue };
            (current.start, current.ready, current.met) = (start, start, time);
            if queues.len() > 1 {
                current.after = first;
            }
            first.get_or_insert(Point { device: line.device, queue: *queue, start, time: start, is_collective: true });
        }
        Ok(())
    }

    /// The collective that streams meet for, as the rank asks for it that has most to do, and its time when it has its links for itself.
    fn longest(&self, queues: &[u64]) -> Option<(u64, Collective)> {
        let lines = || queues.iter().filter_map(|queue| self.lines.get(queue));
        let mut asked: Vec<(Kind, &Asked)> = Vec::new();
        for current in lines().filter_map(|line| line.current.as_ref()) {
            // Most ask for the same.
            if let Some(asks) = &current.asked
                && !asked.iter().any(|(kind, other)| *kind == current.kind && *other == asks)
            {
                asked.push((current.kind, asks));
            }
        }
        let devices = || {
            let mut devices: Vec<u32> = lines().map(|line| physical(line.device)).collect();
            devices.sort_unstable();
            devices
        };
        let collective = |(kind, asked): (Kind, &Asked)| {
            let devices = if asked.devices.is_empty() { devices() } else { asked.physical() };
            let collective = Collective::new(kind, asked, devices);
            (collective::duration(profile(), &collective), collective)
        };
        asked.into_iter().map(collective).max_by_key(|(time, _)| *time)
    }
}
