//! What each rank does.
//!
//! Rank 0 leads. A *round* begins with a broadcast of its: how many operations follow, 0 for no more. Then all ranks do as many
//! operations, each to its end before the next, and rank 0 times them. While the others wait for the next broadcast, rank 0
//! measures the yardsticks, so that what else the machine does hits all alike. No rank waits by spinning.

use std::time::Instant;

use ascend_npu::{Communicator, DeviceBuffer, Reducible, Reduction};
use half::{bf16, f16};

use crate::bare::Bare;
use crate::error::{Error, Result};
use crate::figures::{Round, Row};
use crate::job::{Collective, Dtype, Job};
use crate::progress::Progress;
use crate::spread::Spread;

/// A round's operations take about this long.
const ROUND: f64 = 0.02;
/// Operations of a round, at most.
const MOST: usize = 1000;
/// Of each size, whatever the time.
const LEAST_ROUNDS: usize = 5;

/// An element that a number can be.
trait Number: Reducible + PartialEq {
    fn of(number: usize) -> Self;
}

macro_rules! numbers {
    ($($kind:ty: $of:expr;)*) => {$(
        impl Number for $kind {
            fn of(number: usize) -> Self {
                $of(number)
            }
        }
    )*};
}

numbers! {
    f32: |number| number as f32;
    f16: |number| f16::from_f32(number as f32);
    bf16: |number| bf16::from_f32(number as f32);
    i32: |number| number as i32;
}

/// What the leader has besides.
pub struct Lead<'a> {
    pub progress: &'a mut Progress,
}

/// Does a size as one rank. The row has times only where this rank leads, and what was compared everywhere.
pub fn measure(communicator: &Communicator, job: &Job, bytes: usize, lead: Option<Lead<'_>>) -> Result<Row> {
    match job.dtype {
        Dtype::Fp32 => Rank::<f32>::new(communicator, job, bytes)?.measure(lead),
        Dtype::Fp16 => Rank::<f16>::new(communicator, job, bytes)?.measure(lead),
        Dtype::Bf16 => Rank::<bf16>::new(communicator, job, bytes)?.measure(lead),
        Dtype::Int32 => Rank::<i32>::new(communicator, job, bytes)?.measure(lead),
    }
}

struct Rank<'a, T: Number> {
    communicator: &'a Communicator,
    job: &'a Job,
    bytes: usize,
    send: DeviceBuffer<T>,
    receive: DeviceBuffer<T>,
    count: DeviceBuffer<i32>,
}

/// What a rank gives at a place. Sums over all ranks are small enough for every type.
fn given(rank: usize, place: usize) -> usize {
    place % 3 + rank % 2
}

impl<'a, T: Number> Rank<'a, T> {
    fn new(communicator: &'a Communicator, job: &'a Job, bytes: usize) -> Result<Self> {
        let (elements, ranks, rank) = (job.elements(bytes), job.ranks as usize, communicator.rank() as usize);
        let (send, receive) = match job.collective {
            Collective::AllReduce => (elements, elements),
            Collective::AllGather => (elements / ranks, elements),
            Collective::ReduceScatter => (elements, elements / ranks),
            // It has one buffer, which the root sends from and the others receive in.
            Collective::Broadcast => (0, elements),
        };
        let stream = communicator.stream();
        let numbers = |count: usize| (0..count).map(|place| T::of(given(rank, place))).collect::<Vec<_>>();
        let (send, receive) = (stream.upload_blocking(&numbers(send))?, stream.upload_blocking(&numbers(receive))?);
        Ok(Self { communicator, job, bytes, send, receive, count: stream.upload_blocking(&[0])? })
    }

    fn measure(mut self, lead: Option<Lead<'_>>) -> Result<Row> {
        let row = match lead {
            Some(lead) => self.lead(lead)?,
            None => {
                self.follow()?;
                Row { bytes: self.bytes, ..Row::default() }
            }
        };
        let (compared, wrong) = self.compare()?;
        Ok(Row { compared, wrong, ..row })
    }

    /// One operation, to its end.
    fn act(&mut self) -> Result<()> {
        let Self { communicator, send, receive, .. } = self;
        match self.job.collective {
            Collective::AllReduce => communicator.all_reduce(&*send, receive, Reduction::Sum)?,
            Collective::AllGather => communicator.all_gather(&*send, receive)?,
            Collective::ReduceScatter => communicator.reduce_scatter(&*send, receive, Reduction::Sum)?,
            Collective::Broadcast => communicator.broadcast(receive, 0)?,
        }
        Ok(communicator.stream().synchronize()?)
    }

    /// Tells the others how many operations follow.
    fn announce(&mut self, count: usize) -> Result<()> {
        let number = [i32::try_from(count).unwrap_or(i32::MAX)];
        self.count = self.communicator.stream().upload_blocking(&number)?;
        self.communicator.broadcast(&mut self.count, 0)?;
        Ok(self.communicator.stream().synchronize()?)
    }

    fn follow(&mut self) -> Result<()> {
        loop {
            self.communicator.broadcast(&mut self.count, 0)?;
            let count = self.communicator.stream().download_blocking(&self.count)?.first().copied();
            match count.and_then(|count| usize::try_from(count).ok()) {
                None | Some(0) => return Ok(()),
                Some(count) => (0..count).try_for_each(|_| self.act())?,
            }
        }
    }

    fn round(&mut self, count: usize) -> Result<Vec<f64>> {
        self.announce(count)?;
        (0..count)
            .map(|_| {
                let started = Instant::now();
                self.act()?;
                Ok(started.elapsed().as_secs_f64())
            })
            .collect()
    }

    fn lead(&mut self, lead: Lead<'_>) -> Result<Row> {
        let what = format!("{} of {} bytes", self.job.collective, self.bytes);
        lead.progress.tell(format!("{what}: warming up"), 0.0);
        let count = self.warm_up()?;
        let mut bare = Bare::new(self.communicator.device(), self.job, self.bytes)?;
        let mut row = Row { bytes: self.bytes, ..Row::default() };
        let started = Instant::now();
        loop {
            let times = self.round(count)?;
            let time = median(&times)?;
            row.times.extend(times);
            row.rounds.push(Round { time, copy: bare.copy()?, bare: bare.sum()? });
            let spent = started.elapsed().as_secs_f64() / self.job.seconds;
            let (done, share) = match self.job.rounds {
                Some(limit) => (row.rounds.len() >= limit, row.rounds.len() as f64 / limit as f64),
                None => (row.rounds.len() >= LEAST_ROUNDS && spent >= 1.0, spent),
            };
            lead.progress.tell(format!("{what}: measuring"), share);
            if done {
                break;
            }
        }
        self.announce(0)?;
        lead.progress.next();
        Ok(row)
    }

    /// Does it until its time is steady; gives the operations of a round.
    fn warm_up(&mut self) -> Result<usize> {
        let first = median(&self.round(2)?)?;
        let again = ((ROUND / first.max(1e-9)) as usize).clamp(2, MOST);
        let time = median(&self.round(again)?)?;
        Ok(((ROUND / time.max(1e-9)) as usize).clamp(1, MOST))
    }

    /// Compares what was received; elements compared, and how many are wrong.
    fn compare(&self) -> Result<(usize, usize)> {
        let (ranks, rank) = (self.job.ranks as usize, self.communicator.rank() as usize);
        let sum = |place: usize| (0..ranks).map(|rank| given(rank, place)).sum::<usize>();
        let found = self.communicator.stream().download_blocking(&self.receive)?;
        let part = self.job.elements(self.bytes) / ranks;
        let expected = |place: usize| match self.job.collective {
            Collective::AllReduce => sum(place),
            Collective::AllGather => given(place / part.max(1), place % part.max(1)),
            Collective::ReduceScatter => sum(rank * part + place),
            Collective::Broadcast => given(0, place),
        };
        let wrong = found.iter().enumerate().filter(|&(place, element)| *element != T::of(expected(place)));
        Ok((found.len(), wrong.count()))
    }
}

fn median(times: &[f64]) -> Result<f64> {
    let spread = Spread::of(times.iter().copied()).ok_or_else(|| Error::failed("nothing was measured"))?;
    Ok(spread.median())
}
