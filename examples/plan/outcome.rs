//! The plans, and what would make them fit.

use ascend_npu::zero::plan::{self, Change, Plan};

use crate::cli::Job;
use crate::error::{Error, Result};

/// What is found out of one stage.
pub struct Outcome {
    pub stage: u32,
    pub plan: Plan,
    /// What makes it fit the part that is asked for; `None` where nothing known does.
    pub change: Option<Change>,
}

/// Plans each stage of a job.
pub fn of(job: &Job) -> Result<Vec<Outcome>> {
    let outcome = |options| {
        let plan = plan::plan(&job.model, options)?;
        let change = plan::smallest_change(&job.model, options, job.part.memory)?;
        Ok(Outcome { stage: options.setup.stage.number(), plan, change })
    };
    job.options.iter().map(outcome).collect::<ascend_npu::Result<_>>().map_err(|error| Error::at_start(&error))
}
