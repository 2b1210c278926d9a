//! Taking part in a job of a launcher.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::channel::Channel;
use super::environment::Launch;
use super::frame::Frame;
use super::server;
use crate::comm::communicator::Communicator;
use crate::comm::ending::Keeper;
use crate::comm::group::{Group, Key};
use crate::comm::limit::connect_limit;
use crate::comm::make::Joining;
use crate::comm::options::CommunicatorOptions;
use crate::comm::root::RootInfo;
use crate::comm::world::{Rank, World, panic_text};
use crate::driver::Driver;
use crate::error::{Error, ErrorKind, Result};

/// How long a rank that has failed waits to hear whether another was first.
const FIRST: Duration = Duration::from_secs(2);

impl World {
    /// Runs `body` as the rank that a launcher made this process, on device `LOCAL_RANK`, and gives its result.
    ///
    /// One process for each rank calls it; [`Launch`] tells which variables say who is who. Rank 0 listens at `MASTER_ADDR` and
    /// `MASTER_PORT`, and all ranks keep a line to it. Blocks until all ranks have ended.
    ///
    /// # Errors
    /// [`ErrorKind::Environment`] for variables that are missing or wrong, all named; [`ErrorKind::NoDevice`] when there is no device
    /// `LOCAL_RANK`; [`ErrorKind::Timeout`] when ranks are missing after `HCCL_CONNECT_TIMEOUT`. On the rank that fails first its own
    /// error, a panic too. On all others [`ErrorKind::Communication`], which names that rank and says why: what they wait for is
    /// aborted, as by an [`AbortHandle`](crate::AbortHandle). A process that ends without a word has failed.
    pub fn join<T, E>(
        options: &CommunicatorOptions,
        body: impl FnOnce(Rank) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E>
    where
        E: From<Error> + Display,
    {
        let launch = Launch::from_environment()?;
        let driver = Driver::open()?;
        let limit = connect_limit(&driver.core);
        let mut root = None;
        if launch.rank == 0 {
            let made = driver.device(launch.local_rank).and_then(|device| Ok((RootInfo::create(&device)?, device)))?;
            // The device is kept open: the root listens on it for the others.
            root = Some((server::start(&launch, made.0.to_bytes())?, made));
        }
        let channel = Channel::connect(&launch, limit)?;
        let keeper = Keeper::new();
        let outcome = catch_unwind(AssertUnwindSafe(|| body(enter(&launch, &driver, &channel, options, &keeper)?)));
        let outcome = outcome.unwrap_or_else(|panic| {
            let found = format!("rank {} panicked: {}", launch.rank, panic_text(&*panic));
            Err(Error::new(ErrorKind::Library, "World::join", found).into())
        });
        if let Err(error) = &outcome {
            channel.say(&Frame::Failed { rank: launch.rank, why: error.to_string() });
            // Its own communicators end as the others' do.
            channel.wait_for_failure(FIRST);
            keeper.finish();
        } else {
            keeper.finish();
            channel.say(&Frame::Ended);
            channel.wait_for_all();
        }
        if let Some((server, _)) = &root {
            server.linger();
        }
        drop(root);
        match channel.failed_elsewhere() {
            Some(error) => Err(error.into()),
            None => outcome,
        }
    }
}

fn enter(
    launch: &Launch,
    driver: &Driver,
    channel: &Channel,
    options: &CommunicatorOptions,
    keeper: &Arc<Keeper>,
) -> Result<Rank> {
    let &Launch { rank, size, local_rank, .. } = launch;
    let device = driver.device(local_rank)?;
    // All ranks go into the library when all have said this, and would wait there for one that has no device.
    channel.say(&Frame::Hello { rank, size });
    let limit = connect_limit(&driver.core);
    let root = RootInfo::from_bytes(&channel.root(limit)?)?;
    let group = Group::find(Key::Root(root.to_bytes()), size, rank);
    channel.watch(&group);
    let joining = Joining {
        operation: "World::join",
        device: &device,
        group,
        rank,
        options,
        keeper: Some(keeper.clone()),
        parent: None,
    };
    Ok(Rank { communicator: Communicator::join_root(joining, &root)? })
}
