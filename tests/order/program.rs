//! Random programs, and what they mean.
//!
//! A program is a list of [`Op`]s that name what they touch by a *pick*: a number taken modulo what there is at that point. So every
//! list is a program, and so is what is left of it when proptest takes operations away to find the smallest that fails.
//! [`resolve`] turns picks into names, and leaves out what there is nothing for.

use std::ops::Range;

use proptest::prelude::*;

/// What becomes of a value in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is waited for at once.
    Wait,
    /// It is kept: to be polled, waited for or given up later.
    Keep,
    Drop,
    Forget,
}

/// How ranks put their data together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collective {
    AllReduce,
    AllReduceInPlace,
    AllGather,
    AllGatherInPlace,
    ReduceScatter,
    ReduceScatterInPlace,
    Broadcast,
}

pub type Pick = u8;

/// A buffer, and a part of it.
pub type PartPick = (Pick, Pick, Pick);

/// One operation of a random program.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Stream,
    Alloc { stream: Pick, len: Pick, salt: u8, pooled: bool },
    Split { buffer: Pick, at: Pick },
    Fill { stream: Pick, to: PartPick },
    Copy { stream: Pick, from: PartPick, to: PartPick },
    CopyWithin { stream: Pick, buffer: Pick, at: Pick },
    Upload { stream: Pick, to: PartPick, salt: u8, fate: Fate },
    Download { stream: Pick, from: PartPick, fate: Fate },
    Adam { stream: Pick, first: Pick, len: Pick, scale: Pick },
    AdamWithin { stream: Pick, buffer: Pick, scale: Pick },
    Collective { which: Collective, from: PartPick, to: PartPick, root: Pick },
    Poll { pending: Pick },
    End { pending: Pick, fate: Fate },
    WaitFor { stream: Pick, other: Pick },
    Synchronize { stream: Pick },
    IsIdle { stream: Pick },
    Time { stream: Pick },
    DropBuffer { buffer: Pick },
    DropStream { stream: Pick },
    ForgetBuffer { buffer: Pick },
    ForgetStream { stream: Pick },
}

/// An operation, on which device, and whether a thread of its own asks for it.
pub type Line = (Pick, bool, Op);

/// What programs are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    pub collectives: bool,
    /// Whether what is in use is given to `mem::forget`.
    pub forgets: bool,
}

/// Programs of up to `len` operations.
pub fn programs(of: Contents, len: usize) -> impl Strategy<Value = Vec<Line>> {
    proptest::collection::vec((any::<Pick>(), proptest::bool::weighted(0.05), op(of)), 1..len)
}

fn op(of: Contents) -> BoxedStrategy<Op> {
    let pick = any::<Pick>;
    let part = any::<PartPick>;
    let fate = move || {
        let forget = u32::from(of.forgets);
        prop_oneof![4 => Just(Fate::Keep), 1 => Just(Fate::Wait), 2 => Just(Fate::Drop), forget => Just(Fate::Forget)]
    };
    let device = prop_oneof![
        1 => Just(Op::Stream),
        6 => (pick(), pick(), any::<u8>(), any::<bool>())
            .prop_map(|(stream, len, salt, pooled)| Op::Alloc { stream, len, salt, pooled }),
        1 => (pick(), pick()).prop_map(|(buffer, at)| Op::Split { buffer, at }),
        4 => (pick(), part()).prop_map(|(stream, to)| Op::Fill { stream, to }),
        12 => (pick(), part(), part()).prop_map(|(stream, from, to)| Op::Copy { stream, from, to }),
        2 => (pick(), pick(), pick()).prop_map(|(stream, buffer, at)| Op::CopyWithin { stream, buffer, at }),
        4 => (pick(), part(), any::<u8>(), fate())
            .prop_map(|(stream, to, salt, fate)| Op::Upload { stream, to, salt, fate }),
        6 => (pick(), part(), fate()).prop_map(|(stream, from, fate)| Op::Download { stream, from, fate }),
        4 => (pick(), pick(), pick(), pick())
            .prop_map(|(stream, first, len, scale)| Op::Adam { stream, first, len, scale }),
        1 => (pick(), pick(), pick()).prop_map(|(stream, buffer, scale)| Op::AdamWithin { stream, buffer, scale }),
    ];
    let host = prop_oneof![
        2 => pick().prop_map(|pending| Op::Poll { pending }),
        4 => (pick(), fate()).prop_map(|(pending, fate)| Op::End { pending, fate }),
        1 => (pick(), pick()).prop_map(|(stream, other)| Op::WaitFor { stream, other }),
        1 => pick().prop_map(|stream| Op::Synchronize { stream }),
        2 => pick().prop_map(|stream| Op::IsIdle { stream }),
        1 => pick().prop_map(|stream| Op::Time { stream }),
        4 => pick().prop_map(|buffer| Op::DropBuffer { buffer }),
        2 => pick().prop_map(|stream| Op::DropStream { stream }),
    ];
    let forget = prop_oneof![
        2 => pick().prop_map(|buffer| Op::ForgetBuffer { buffer }),
        1 => pick().prop_map(|stream| Op::ForgetStream { stream }),
    ];
    let which = prop_oneof![
        Just(Collective::AllReduce),
        Just(Collective::AllReduceInPlace),
        Just(Collective::AllGather),
        Just(Collective::AllGatherInPlace),
        Just(Collective::ReduceScatter),
        Just(Collective::ReduceScatterInPlace),
        Just(Collective::Broadcast),
    ];
    let collective =
        (which, part(), part(), pick()).prop_map(|(which, from, to, root)| Op::Collective { which, from, to, root });
    prop_oneof![
        40 => device,
        16 => host,
        u32::from(of.forgets) => forget,
        if of.collectives { 16 } else { 0 } => collective,
    ]
    .boxed()
}

/// The name of a stream, a buffer or a pending value: never used twice.
pub type Id = usize;

/// A part of a buffer.
#[derive(Clone, Debug)]
pub struct Part {
    pub buffer: Id,
    pub range: Range<usize>,
}

/// An operation whose names are known.
#[derive(Clone, Debug)]
pub enum Step {
    Stream {
        stream: Id,
        device: usize,
    },
    Alloc {
        buffer: Id,
        stream: Id,
        len: usize,
        salt: u8,
        /// Of the device's pool, where it may be memory that a dropped buffer's work still uses.
        pooled: bool,
    },
    Split {
        buffer: Id,
        into: [(Id, usize); 2],
    },
    Fill {
        stream: Id,
        to: Part,
    },
    Copy {
        stream: Id,
        from: Part,
        to: Part,
    },
    /// The first `len` elements of a buffer onto the next `len`.
    CopyWithin {
        stream: Id,
        buffer: Id,
        len: usize,
    },
    Upload {
        stream: Id,
        to: Part,
        salt: u8,
        pending: Id,
    },
    Download {
        stream: Id,
        from: Part,
        pending: Id,
    },
    /// Gradient, master, moments.
    Adam {
        stream: Id,
        parts: [Part; 4],
        scale: f32,
    },
    /// The same of four parts of one buffer, each `len` long.
    AdamWithin {
        stream: Id,
        buffer: Id,
        len: usize,
        scale: f32,
    },
    Collective {
        which: Collective,
        from: Part,
        to: Part,
        root: usize,
    },
    Poll {
        pending: Id,
    },
    End {
        pending: Id,
        fate: Fate,
    },
    WaitFor {
        stream: Id,
        other: Id,
    },
    Synchronize {
        stream: Id,
    },
    IsIdle {
        stream: Id,
    },
    Time {
        stream: Id,
    },
    DropBuffer {
        buffer: Id,
    },
    DropStream {
        stream: Id,
    },
    ForgetBuffer {
        buffer: Id,
    },
    ForgetStream {
        stream: Id,
    },
}

/// No buffer is longer.
const LONGEST: usize = 96;

/// What there is of one device at a point of the program.
#[derive(Default)]
struct Live {
    streams: Vec<Id>,
    /// With their lengths.
    buffers: Vec<(Id, usize)>,
    pendings: Vec<Id>,
}

struct Resolver {
    devices: Vec<Live>,
    ranks: usize,
    next: Id,
    steps: Vec<(bool, Step)>,
}

/// The steps of a program on `devices` devices, as each of `ranks` ranks does them; and whether a thread of its own does.
pub fn resolve(program: &[Line], devices: usize, ranks: usize) -> Vec<(bool, Step)> {
    let live = (0..devices).map(|_| Live::default()).collect();
    let mut resolver = Resolver { devices: live, ranks, next: 0, steps: Vec::new() };
    for device in 0..devices {
        for _ in 0..2 {
            let stream = resolver.stream(device);
            resolver.steps.push((false, stream));
        }
    }
    for &(device, aside, op) in program {
        let device = usize::from(device) % devices;
        let place = resolver.steps.len();
        if let Some(step) = resolver.step(device, op) {
            resolver.steps.insert(place, (aside, step));
        }
    }
    resolver.steps
}

fn at<T: Clone>(list: &[T], pick: Pick) -> Option<T> {
    (!list.is_empty()).then(|| list[usize::from(pick) % list.len()].clone())
}

impl Resolver {
    fn name(&mut self) -> Id {
        self.next += 1;
        self.next
    }

    fn stream(&mut self, device: usize) -> Step {
        let stream = self.name();
        self.devices[device].streams.push(stream);
        Step::Stream { stream, device }
    }

    fn part(&self, device: usize, (buffer, start, len): PartPick) -> Option<Part> {
        let (buffer, whole) = at(&self.devices[device].buffers, buffer)?;
        let start = usize::from(start) % (whole + 1);
        // Half of the parts reach to the end.
        let len = if len % 2 == 0 { whole - start } else { usize::from(len) % (whole - start + 1) };
        Some(Part { buffer, range: start..start + len })
    }

    /// What follows when a value is put in flight.
    fn in_flight(&mut self, device: usize, fate: Fate) -> Id {
        let pending = self.name();
        if fate == Fate::Keep {
            self.devices[device].pendings.push(pending);
        } else {
            self.steps.push((false, Step::End { pending, fate }));
        }
        pending
    }

    fn step(&mut self, device: usize, op: Op) -> Option<Step> {
        let live = &mut self.devices[device];
        let stream = |pick| at(&live.streams, pick);
        Some(match op {
            Op::Stream => return (live.streams.len() < 4).then(|| self.stream(device)),
            Op::Alloc { stream: on, len, salt, pooled } => {
                let (stream, len) = (stream(on)?, usize::from(len) % (LONGEST + 1));
                let buffer = self.name();
                self.devices[device].buffers.push((buffer, len));
                Step::Alloc { buffer, stream, len, salt, pooled }
            }
            Op::Split { buffer, at: place } => {
                let (buffer, len) = at(&live.buffers, buffer)?;
                live.buffers.retain(|(other, _)| *other != buffer);
                let first = usize::from(place) % (len + 1);
                let into = [(self.name(), first), (self.name(), len - first)];
                self.devices[device].buffers.extend(into);
                Step::Split { buffer, into }
            }
            Op::Fill { stream: on, to } => Step::Fill { stream: stream(on)?, to: self.part(device, to)? },
            Op::Copy { stream: on, from, to } => {
                let (stream, mut from, mut to) = (stream(on)?, self.part(device, from)?, self.part(device, to)?);
                if from.buffer == to.buffer {
                    return None;
                }
                let len = from.range.len().min(to.range.len());
                from.range.end = from.range.start + len;
                to.range.end = to.range.start + len;
                Step::Copy { stream, from, to }
            }
            Op::CopyWithin { stream: on, buffer, at: place } => {
                let (stream, (buffer, len)) = (stream(on)?, at(&live.buffers, buffer)?);
                Step::CopyWithin { stream, buffer, len: usize::from(place) % (len / 2 + 1) }
            }
            Op::Upload { stream: on, to, salt, fate } => {
                let (stream, to) = (stream(on)?, self.part(device, to)?);
                Step::Upload { stream, to, salt, pending: self.in_flight(device, fate) }
            }
            Op::Download { stream: on, from, fate } => {
                let (stream, from) = (stream(on)?, self.part(device, from)?);
                Step::Download { stream, from, pending: self.in_flight(device, fate) }
            }
            Op::Adam { stream: on, first, len, scale } => {
                let stream = stream(on)?;
                let count = live.buffers.len();
                if count < 4 {
                    return None;
                }
                let chosen = [0, 1, 2, 3].map(|place| live.buffers[(usize::from(first) + place) % count]);
                let longest = chosen.iter().map(|(_, len)| *len).min()?;
                let len = usize::from(len) % (longest + 1);
                let parts = chosen.map(|(buffer, whole)| Part { buffer, range: whole - len..whole });
                Step::Adam { stream, parts, scale: scale_of(scale) }
            }
            Op::AdamWithin { stream: on, buffer, scale } => {
                let (stream, (buffer, len)) = (stream(on)?, at(&live.buffers, buffer)?);
                Step::AdamWithin { stream, buffer, len: len / 4, scale: scale_of(scale) }
            }
            Op::Collective { which, from, to, root } => self.collective(device, which, from, to, root)?,
            Op::Poll { pending } => Step::Poll { pending: at(&live.pendings, pending)? },
            Op::End { pending, fate } => {
                let pending = at(&live.pendings, pending)?;
                if fate == Fate::Keep {
                    return None;
                }
                live.pendings.retain(|other| *other != pending);
                Step::End { pending, fate }
            }
            Op::WaitFor { stream: on, other } => Step::WaitFor { stream: stream(on)?, other: stream(other)? },
            Op::Synchronize { stream: on } => Step::Synchronize { stream: stream(on)? },
            Op::IsIdle { stream: on } => Step::IsIdle { stream: stream(on)? },
            Op::Time { stream: on } => Step::Time { stream: stream(on)? },
            Op::DropBuffer { buffer } => Step::DropBuffer { buffer: live.take_buffer(buffer)? },
            Op::ForgetBuffer { buffer } => Step::ForgetBuffer { buffer: live.take_buffer(buffer)? },
            Op::DropStream { stream } => Step::DropStream { stream: live.take_stream(stream)? },
            Op::ForgetStream { stream } => Step::ForgetStream { stream: live.take_stream(stream)? },
        })
    }

    fn collective(&self, device: usize, which: Collective, from: PartPick, to: PartPick, root: Pick) -> Option<Step> {
        let (mut from, mut to) = (self.part(device, from)?, self.part(device, to)?);
        let root = usize::from(root) % self.ranks;
        let ranks = self.ranks;
        let shorten = |part: &mut Part, len: usize| part.range.end = part.range.start + len;
        let in_place = match which {
            Collective::AllReduce => {
                let len = from.range.len().min(to.range.len());
                shorten(&mut from, len);
                shorten(&mut to, len);
                false
            }
            Collective::AllGather => {
                let len = from.range.len().min(to.range.len() / ranks);
                shorten(&mut from, len);
                shorten(&mut to, len * ranks);
                false
            }
            Collective::ReduceScatter => {
                let len = to.range.len().min(from.range.len() / ranks);
                shorten(&mut from, len * ranks);
                shorten(&mut to, len);
                false
            }
            Collective::AllGatherInPlace | Collective::ReduceScatterInPlace => {
                let len = to.range.len() / ranks * ranks;
                shorten(&mut to, len);
                true
            }
            Collective::AllReduceInPlace | Collective::Broadcast => true,
        };
        (in_place || from.buffer != to.buffer).then_some(Step::Collective { which, from, to, root })
    }
}

impl Live {
    fn take_buffer(&mut self, pick: Pick) -> Option<Id> {
        let (buffer, _) = at(&self.buffers, pick)?;
        self.buffers.retain(|(other, _)| *other != buffer);
        Some(buffer)
    }

    /// One stream is always left.
    fn take_stream(&mut self, pick: Pick) -> Option<Id> {
        let stream = at(&self.streams, pick)?;
        if self.streams.len() == 1 {
            return None;
        }
        self.streams.retain(|other| *other != stream);
        Some(stream)
    }
}

/// A power of two, so that products with it are exact.
fn scale_of(pick: Pick) -> f32 {
    [0.5, 1.0, 2.0, -1.0][usize::from(pick % 4)]
}

/// What is uploaded: small whole numbers, whose sums are exact.
pub fn content(len: usize, salt: u8, rank: usize) -> Vec<f32> {
    let salt = u64::from(salt) * 31 + rank as u64 * 7;
    (0..len as u64).map(|place| ((place + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 59) as f32 - 15.0).collect()
}
