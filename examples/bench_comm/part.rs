//! The ranks of one process, each in a thread of its own.

use std::sync::Mutex;
use std::thread;

use ascend_npu::{Backend, Communicator, Driver, RootInfo};

use crate::error::{Error, Result};
use crate::figures::{Outcome, Row};
use crate::free_memory::free_memory;
use crate::job::{Dtype, Job};
use crate::progress::Progress;
use crate::rank::{self, Lead};
use crate::{bare, empty, start};

/// All ranks in this process.
pub fn alone(job: &Job) -> Result<Outcome> {
    let machine = Machine::open(job)?;
    let root = machine.root()?;
    machine.run(job, 0, &root)
}

/// The devices of this process.
pub struct Machine {
    driver: Driver,
}

impl Machine {
    /// Opens the devices, and finds out whether they do for a job.
    pub fn open(job: &Job) -> Result<Self> {
        let (driver, devices) = start::open()?;
        if job.ranks > devices {
            let mut changes = Vec::new();
            if devices >= 2 {
                changes.push(format!("give --ranks {devices} or less"));
            }
            if driver.backend() == Backend::Mock {
                changes.push(format!("set ASCEND_MOCK_DEVICES to {}", job.ranks));
            }
            let changes = if changes.is_empty() { "two are needed".to_owned() } else { changes.join(", or ") };
            let text = format!("--ranks {}: there are {devices} devices; {changes}", job.ranks);
            return Err(Error::input(text));
        }
        let device = driver.device(0).map_err(|error| Error::at_start(&error))?;
        if job.dtype == Dtype::Bf16 {
            start::check_bf16(&device, &start::soc_name(&driver), "--dtype bf16")?;
        }
        if driver.backend() == Backend::Mock {
            // The ranks' buffers, and as much again for the yardsticks.
            let needed = |bytes: usize| 4.0 * f64::from(job.ranks) * bytes as f64;
            let free = free_memory();
            if let Some(bytes) = job.sizes.iter().find(|bytes| needed(**bytes) > free) {
                let needed = needed(*bytes) / 1e9;
                let free = free / 1e9;
                return Err(Error::input(format!(
                    "--sizes {bytes}: {needed:.1} GB are needed and {free:.1} GB are free; give fewer bytes or --ranks"
                )));
            }
        }
        Ok(Self { driver })
    }

    /// Where the ranks meet. The process lives until they have.
    pub fn root(&self) -> Result<RootInfo> {
        let device = self.driver.device(0).map_err(|error| Error::at_start(&error))?;
        RootInfo::create(&device).map_err(|error| Error::at_start(&error))
    }

    /// Does the job as the process of that number. Only the first one's outcome has times.
    pub fn run(&self, job: &Job, number: u32, root: &RootInfo) -> Result<Outcome> {
        let here = job.ranks_of_a_process();
        let first = number * here;
        let empty = if number == 0 { empty::measure(&self.driver.device(0)?)? } else { Default::default() };
        let failed = Mutex::new(None);
        let rows: Vec<Option<Vec<Row>>> = thread::scope(|scope| {
            let rank = |rank: u32| {
                self.rank(job, rank, root)
                    .map_err(|error| {
                        // Ranks that wait for the one that failed fail too, with less to say.
                        failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(error);
                    })
                    .ok()
            };
            let ranks: Vec<_> = (first..first + here).map(|number| scope.spawn(move || rank(number))).collect();
            ranks.into_iter().map(|rank| rank.join().ok().flatten()).collect()
        });
        if let Some(error) = failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            return Err(error);
        }
        let rows: Option<Vec<Vec<Row>>> = rows.into_iter().collect();
        let mut ranks = rows.ok_or_else(|| Error::failed("a rank panicked"))?.into_iter();
        let mut rows = ranks.next().unwrap_or_default();
        for other in ranks {
            for (row, other) in rows.iter_mut().zip(other) {
                row.compared += other.compared;
                row.wrong += other.wrong;
            }
        }
        Ok(Outcome {
            backend: match self.driver.backend() {
                Backend::Mock => "mock",
                Backend::Cann => "cann",
            }
            .to_owned(),
            soc: start::soc_name(&self.driver),
            threads: bare::threads(),
            empty,
            rows,
        })
    }

    fn rank(&self, job: &Job, number: u32, root: &RootInfo) -> Result<Vec<Row>> {
        let communicator = Communicator::new(&self.driver.device(number)?, root, job.ranks, number)?;
        let mut progress = (number == 0).then(|| Progress::new(job.sizes.len()));
        let row = |&bytes: &usize| {
            let lead = progress.as_mut().map(|progress| Lead { progress });
            rank::measure(&communicator, job, bytes, lead)
        };
        job.sizes.iter().map(row).collect()
    }
}
