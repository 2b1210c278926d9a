//! A world of ranks in one process: one thread a device.
//!
//! HCCL blocks the calling thread when ranks meet for the first time, so each rank must have its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread;

use super::communicator::Communicator;
use super::ending::Keeper;
use super::group::Group;
use super::make::Joining;
use super::options::CommunicatorOptions;
use super::root::RootInfo;
use crate::device::Device;
use crate::driver::Driver;
use crate::error::{Error, ErrorKind, Result};

/// All ranks of a job: in one process by [`World::run`], in one process a rank by [`World::join`].
#[derive(Debug)]
pub struct World;

/// One rank of a [`World`]: its device and its end of the world's communicator.
#[derive(Debug)]
pub struct Rank {
    /// The rank's communicator with all others.
    pub communicator: Communicator,
}

impl Rank {
    /// This rank, from 0.
    pub fn rank(&self) -> u32 {
        self.communicator.rank()
    }

    /// Number of ranks.
    pub fn size(&self) -> u32 {
        self.communicator.size()
    }

    /// The rank's device.
    pub fn device(&self) -> &Device {
        self.communicator.device()
    }
}

impl World {
    /// Runs `body` as `size` ranks, rank r on device r, each in a thread of its own, and gives their results in rank order.
    ///
    /// Blocks until all ranks are done.
    ///
    /// ```
    /// use ascend_npu::{Reduction, Result, World};
    ///
    /// let sums = World::run(4, |rank| -> Result<f32> {
    ///     let mut buffer = rank.communicator.stream().upload_blocking(&[rank.rank() as f32])?;
    ///     rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
    ///     Ok(rank.communicator.stream().download_blocking(&buffer)?.iter().sum())
    /// })?;
    /// assert_eq!(sums, [6.0; 4]);
    /// # Ok::<(), ascend_npu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::NoDevice`] when there are fewer devices than ranks; else the error of the rank that failed first in time. A
    /// panic of a rank is an error too. When one fails, the others' communicators are aborted, as by an
    /// [`AbortHandle`](crate::AbortHandle): ranks that wait for it fail at once.
    pub fn run<T, E>(
        size: u32,
        body: impl Fn(Rank) -> std::result::Result<T, E> + Sync,
    ) -> std::result::Result<Vec<T>, E>
    where
        T: Send,
        E: From<Error> + Send,
    {
        Self::run_with(size, &CommunicatorOptions::default(), body)
    }

    /// As [`run`](Self::run), with options for the world's communicator.
    ///
    /// # Errors
    /// As `run`; those of [`Communicator::with_options`] too.
    pub fn run_with<T, E>(
        size: u32,
        options: &CommunicatorOptions,
        body: impl Fn(Rank) -> std::result::Result<T, E> + Sync,
    ) -> std::result::Result<Vec<T>, E>
    where
        T: Send,
        E: From<Error> + Send,
    {
        let driver = Driver::open()?;
        check_size(&driver, size)?;
        // Held until the end: the root listens on this device for the others.
        let first = driver.device(0)?;
        let root = RootInfo::create(&first)?;
        let group = Group::alone(size);
        group.expect_all();
        let failed_first = OnceLock::new();
        let (driver, root, body, failed, group) = (&driver, &root, &body, &failed_first, &group);
        let outcomes: Vec<_> = thread::scope(|scope| {
            let ranks: Vec<_> = (0..size)
                .map(|rank| {
                    scope.spawn(move || {
                        let keeper = Keeper::new();
                        let outcome = catch_unwind(AssertUnwindSafe(|| {
                            let place = Place { group, rank, options, keeper: &keeper };
                            body(join(driver, root, place)?)
                        }));
                        if !matches!(outcome, Ok(Ok(_))) {
                            let _ = failed.set(rank);
                            // What cannot be stopped ends by its own limits.
                            let _ = group.abort(&Arc::from(format!("rank {rank} of the world failed")));
                        }
                        keeper.finish();
                        outcome
                    })
                })
                .collect();
            ranks.into_iter().map(|rank| rank.join().and_then(|outcome| outcome)).collect()
        });
        // Ranks that waited for the one that failed fail too, with less to say.
        let cause = failed_first.get().map_or(0, |&rank| rank as usize);
        let mut results = Vec::with_capacity(outcomes.len());
        let mut failures = Vec::new();
        for (rank, outcome) in outcomes.into_iter().enumerate() {
            match outcome {
                Ok(Ok(result)) => results.push(result),
                Ok(Err(error)) => failures.push((rank, error)),
                Err(panic) => failures.push((rank, panicked(rank, &*panic).into())),
            }
        }
        let place = failures.iter().position(|(rank, _)| *rank == cause).unwrap_or(0);
        if failures.is_empty() { Ok(results) } else { Err(failures.swap_remove(place).1) }
    }
}

/// Where a rank of a world is.
struct Place<'a> {
    group: &'a Arc<Group>,
    rank: u32,
    options: &'a CommunicatorOptions,
    keeper: &'a Arc<Keeper>,
}

fn join(driver: &Driver, root: &RootInfo, place: Place<'_>) -> Result<Rank> {
    let Place { group, rank, options, keeper } = place;
    let device = driver.device(rank)?;
    let keeper = Some(keeper.clone());
    let joining =
        Joining { operation: "World::run", device: &device, group: group.clone(), rank, options, keeper, parent: None };
    Ok(Rank { communicator: Communicator::join_root(joining, root)? })
}

fn panicked(rank: usize, panic: &(dyn Any + Send)) -> Error {
    let found = format!("rank {rank} panicked: {}", panic_text(panic));
    Error::new(ErrorKind::Library, "World::run", found)
}

pub(super) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("without a text")
}

fn check_size(driver: &Driver, size: u32) -> Result<()> {
    let devices = driver.device_count()?;
    if size == 0 {
        return Err(Error::invalid("World::run", "0 ranks were asked for").with_hint("ask for 1 or more"));
    }
    if size > devices {
        let found = format!("{size} ranks were asked for, but this process sees {devices} devices");
        return Err(Error::new(ErrorKind::NoDevice, "World::run", found)
            .with_hint("ask for fewer ranks, or set ASCEND_MOCK_DEVICES on the software device"));
    }
    Ok(())
}
