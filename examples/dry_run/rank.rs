//! What each rank does: a step of ZeRO stage 1, with the passes as kernels of which only the work is told.

use std::time::{Duration, Instant};

use ascend_npu::kernel::adam::COUNT_ARGUMENT;
use ascend_npu::zero::{Dtype, Engine, EngineOptions, Layout, LayoutOptions, Parameter};
use ascend_npu::{Backend, Driver, Rank, World, bf16};
use ascend_npu_mock::control::{self, Settings, Work};

use crate::cli::Job;
use crate::error::{Error, Result};
use crate::model::Part;
use crate::times::{self, Times};

/// What a run gives.
pub struct Outcome {
    /// Of the last step, on device 0.
    pub times: Times,
    /// The most memory that a device ever held.
    pub device_bytes: u64,
    /// The memory that a device has.
    pub capacity: u64,
    pub buckets: usize,
    /// What all of it took here.
    pub real: Duration,
}

/// Runs the job, dry.
pub fn run(job: &Job) -> Result<Outcome> {
    let started = Instant::now();
    configure(job)?;
    let driver = Driver::open().map_err(|error| Error::at_start(&error))?;
    if driver.backend() != Backend::Mock {
        return Err(Error::input("only the software device runs dry; set ASCEND_NPU_BACKEND=mock"));
    }
    control::record_operations(true);
    // Gradients and copies of 2 bytes, and three states of 4 that are read and written.
    control::model_kernel("adam_bf16_bf16", |_, arguments| {
        let count = arguments.get(COUNT_ARGUMENT).copied().unwrap_or(0);
        Work { moved: 28 * count, distinct: 16 * count, flops: 0 }
    });
    let parts = job.model.parts();
    let tensors = parts.iter().flat_map(|part| {
        let tensor = |(name, shape): &(String, Vec<u64>)| Parameter::new(name, shape.as_slice(), Dtype::Bf16);
        part.tensors.iter().map(move |spec| tensor(spec).in_layer(&part.name))
    });
    let options = LayoutOptions { bucket: job.bucket, ..LayoutOptions::default() };
    let layout = Layout::new(tensors, job.world, options).map_err(|error| Error::at_start(&error))?;
    let plan = Plan::new(job, &parts, layout);
    World::run(job.world, |rank| plan.run(rank))?;
    let operations = control::take_operations(0);
    let times = times::of_last_step(&operations, job.steps, plan.layout.buckets().len())
        .ok_or_else(|| Error::failed("the operations of the last step are not those of a step"))?;
    let peaks = (0..job.world).filter_map(|device| i32::try_from(device).ok()).map(control::peak_memory);
    Ok(Outcome {
        times,
        device_bytes: peaks.max().unwrap_or(0),
        capacity: control::model(&job.soc).map_or(0, |model| model.hbm_bytes),
        buckets: plan.layout.buckets().len(),
        real: started.elapsed(),
    })
}

fn configure(job: &Job) -> Result<()> {
    let mut settings = Settings::default();
    settings.devices = job.world;
    settings.soc.clone_from(&job.soc);
    settings.dry_run = true;
    // All ranks share the cores of this machine.
    settings.connect_timeout = Duration::from_secs(600);
    control::configure(settings).map_err(|error| Error::failed(error.to_string()))
}

/// What all ranks do.
struct Plan<'a> {
    job: &'a Job,
    parts: &'a [Part],
    layout: Layout,
    /// The buckets that have all of their gradients once the backward pass of a part is done.
    completes: Vec<Vec<usize>>,
}

impl<'a> Plan<'a> {
    fn new(job: &'a Job, parts: &'a [Part], layout: Layout) -> Self {
        let mut completes: Vec<Vec<usize>> = vec![Vec::new(); parts.len()];
        for bucket in 0..layout.buckets().len() {
            // The backward pass comes to the first layer that uses it last.
            let first = layout.layers().iter().position(|layer| layer.buckets.contains(&bucket));
            if let Some(complete) = first.and_then(|first| completes.get_mut(first)) {
                complete.push(bucket);
            }
        }
        Self { job, parts, layout, completes }
    }

    fn run(&self, rank: Rank) -> Result<()> {
        // Each bucket is stepped as soon as it is reduced.
        let options = EngineOptions { check: false, ..EngineOptions::default() };
        let mut engine = Engine::<bf16>::new(rank, self.layout.clone(), options)?;
        let activations = usize::try_from(self.job.model.activations()).unwrap_or(usize::MAX);
        let _activations = engine.device().alloc::<u8>(activations)?;
        for step in 0..self.job.steps {
            self.step(&mut engine, step)?;
        }
        engine.compute().synchronize()?;
        Ok(engine.communicator().stream().synchronize()?)
    }

    fn step(&self, engine: &mut Engine<bf16>, step: u32) -> Result<()> {
        // The parameters of the step before have to be there.
        engine.compute().wait_for(engine.communicator().stream())?;
        let (model, efficiency) = (&self.job.model, self.job.efficiency);
        for part in self.parts {
            queue(engine, &format!("forward {step}, {}", part.name), model.forward(part, efficiency))?;
        }
        for (part, complete) in self.parts.iter().zip(&self.completes).rev() {
            queue(engine, &format!("backward {step}, {}", part.name), model.backward(part, efficiency))?;
            for &bucket in complete.iter().rev() {
                // Nothing was handed out, as the kernels write nothing: the bucket is set to zero behind its last kernel, which tells
                // the streams that it is written.
                engine.reduce(bucket)?;
            }
        }
        engine.step(1e-4)?;
        Ok(())
    }
}

fn queue(engine: &Engine<bf16>, name: &str, work: Work) -> Result<()> {
    control::queue_work(engine.compute().as_raw(), name, work).map_err(Error::failed)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::cli::Cli;
    use crate::command_line;

    #[test]
    #[ignore = "run by the test below, in a process of its own"]
    fn plans_a_small_step() {
        let words = ["--world", "16", "--layers", "4", "--hidden", "1024", "--ffn", "2816", "--bucket", "8388608"];
        let job = command_line::parse_words::<Cli>(&words).unwrap().job().unwrap();
        let outcome = run(&job).unwrap();
        let Outcome { times, device_bytes, buckets, .. } = outcome;
        let parameters = job.model.parameters();
        // A bucket for each table, which is longer than a bucket; of two others next to each other one is half full at least.
        let rest = parameters - 2 * job.model.vocabulary * job.model.hidden;
        let wanted = 2 + rest.div_ceil(8_388_608)..=3 + (2 * rest).div_ceil(8_388_608);
        assert!(wanted.contains(&(buckets as u64)), "{buckets} {wanted:?}");
        assert_eq!(times.collectives, 2 * buckets);
        // What no kernel hides is the rest of the step, but for the starts of operations.
        let kernels = times.forward + times.backward + times.optimizer;
        let idle = times.step - kernels - times.exposed;
        assert!(idle < times.step / 10, "{times:?}");
        assert!(times.exposed < times.reduce + times.gather, "{times:?}");
        // Parameters and gradients, a part of the states, activations, and the buffers of the communicator; each allocation takes
        // whole pages of 2 MiB.
        let wanted = 4 * parameters + 12 * parameters / 16 + job.model.activations() + (401 << 20);
        let pages = (5 * buckets as u64 + 4) << 21;
        assert!((wanted..wanted + pages).contains(&device_bytes), "{device_bytes} {wanted}");
        println!("planned");
    }

    #[test]
    fn a_step_has_the_memory_of_stage_1_and_its_times_add_up() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["rank::tests::plans_a_small_step", "--exact", "--ignored", "--nocapture"]);
        let output = command.env("ASCEND_NPU_BACKEND", "mock").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains("planned"));
    }
}
