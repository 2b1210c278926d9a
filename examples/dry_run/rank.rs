//! What each rank does: a step of ZeRO, with the passes as kernels of which only the work is told.

use std::time::{Duration, Instant};

use ascend_npu::kernel::adam::COUNT_ARGUMENT;
use ascend_npu::zero::{self, Dtype, Engine, EngineOptions, Layout, LayoutOptions, Parameter, PlanOptions};
use ascend_npu::{Backend, DeviceBuffer, Driver, Rank, Stream, World, bf16};
use ascend_npu_mock::control::{self, Settings, Work};

use crate::cli::Job;
use crate::error::{Error, Result};
use crate::model::Part;
use crate::times::{self, Times};

/// What a run gives.
pub struct Outcome {
    /// Of the step before the last, on device 0.
    pub times: Times,
    /// The most memory that a device ever held.
    pub device_bytes: u64,
    /// The same, by the planner.
    pub planned_bytes: u64,
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
    let model = zero::Model { name: "llama".to_owned(), parameters: tensors.collect(), transformer: None };
    let planned = PlanOptions {
        world: job.world,
        setup: options(job).setup(),
        layout: LayoutOptions { bucket: job.bucket, ..LayoutOptions::default() },
        trainer: vec![job.model.activations(), TOUCHED],
        reserve: 0,
        ..PlanOptions::default()
    };
    let planned = zero::plan(&model, &planned).map_err(|error| Error::at_start(&error))?;
    let planned_bytes = planned.total();
    let plan = Plan { job, parts: &parts, layout: planned.layout };
    World::run(job.world, |rank| plan.run(rank))?;
    let operations = control::take_operations(0);
    let times = times::of_step(&operations, job.steps.saturating_sub(2))
        .ok_or_else(|| Error::failed("the operations of a step are not all there"))?;
    let peaks = (0..job.world).filter_map(|device| i32::try_from(device).ok()).map(control::peak_memory);
    Ok(Outcome {
        times,
        device_bytes: peaks.max().unwrap_or(0),
        planned_bytes,
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
    settings.timeline_file.clone_from(&job.trace);
    // All ranks share the cores of this machine.
    settings.connect_timeout = Duration::from_secs(600);
    control::configure(settings).map_err(|error| Error::failed(error.to_string()))
}

/// Bytes of the trainer's own buffer that parameters are read into.
const TOUCHED: u64 = 2;

/// Each bucket is stepped as soon as it is reduced.
fn options(job: &Job) -> EngineOptions {
    EngineOptions { check: false, ..EngineOptions::of(job.stage) }
}

/// What all ranks do.
struct Plan<'a> {
    job: &'a Job,
    parts: &'a [Part],
    layout: Layout,
}

impl Plan<'_> {
    fn run(&self, rank: Rank) -> Result<()> {
        let mut engine = Engine::<bf16>::new(rank, self.layout.clone(), options(self.job))?;
        let activations = usize::try_from(self.job.model.activations()).unwrap_or(usize::MAX);
        let _activations = engine.device().alloc::<u8>(activations)?;
        let mut touched = engine.device().alloc(1)?;
        for step in 0..self.job.steps {
            self.step(&mut engine, step, &mut touched)?;
        }
        engine.compute().synchronize()?;
        Ok(engine.communicator().stream().synchronize()?)
    }

    /// The kernels are told and touch nothing. So that they are ordered as if they did, an element of each bucket is read before a
    /// part's kernel, which waits for the gather, and again behind it, which a gather into the same memory waits for; and an element
    /// of its gradients is written behind that of the backward pass, which their reduction waits for.
    fn step(&self, engine: &mut Engine<bf16>, step: u32, touched: &mut DeviceBuffer<bf16>) -> Result<()> {
        let (model, efficiency) = (&self.job.model, self.job.efficiency);
        for (layer, part) in self.parts.iter().enumerate() {
            let tensors = self.one_of_each_bucket(layer);
            let pass = engine.forward(layer)?;
            let mut read = || -> Result<()> {
                for &tensor in &tensors {
                    pass.compute().copy(pass.tensor(tensor)?.slice(0..1)?, &mut *touched)?;
                }
                Ok(())
            };
            read()?;
            queue(pass.compute(), &format!("forward {step}, {}", part.name), model.forward(part, efficiency))?;
            read()?;
        }
        for (layer, part) in self.parts.iter().enumerate().rev() {
            let tensors = self.one_of_each_bucket(layer);
            let mut pass = engine.backward(layer)?;
            for &tensor in &tensors {
                pass.compute().copy(pass.tensor(tensor)?.slice(0..1)?, &mut *touched)?;
            }
            queue(pass.compute(), &format!("backward {step}, {}", part.name), model.backward(part, efficiency))?;
            for &tensor in &tensors {
                let (compute, view) = pass.view(tensor)?;
                compute.copy(view.parameters.slice(0..1)?, &mut *touched)?;
                if let Some(gradients) = view.gradients {
                    compute.fill_zero(gradients.slice(0..1)?)?;
                }
            }
            engine.reduce_layer(layer)?;
        }
        engine.step(1e-4)?;
        Ok(())
    }

    /// A tensor of each bucket that a layer uses.
    fn one_of_each_bucket(&self, layer: usize) -> Vec<usize> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for &tensor in self.layout.layers().get(layer).map_or(&[][..], |layer| &layer.tensors) {
            let place = self.layout.tensors().get(tensor).and_then(|tensor| tensor.place);
            if let Some(place) = place.filter(|place| found.iter().all(|(bucket, _)| *bucket != place.bucket)) {
                found.push((place.bucket, tensor));
            }
        }
        found.into_iter().map(|(_, tensor)| tensor).collect()
    }
}

fn queue(stream: &Stream, name: &str, work: Work) -> Result<()> {
    control::queue_work(stream.as_raw(), name, work).map_err(Error::failed)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::cli::Cli;
    use crate::command_line;
    use crate::output::tests::Directory;
    use crate::report::Report;

    #[test]
    #[ignore = "run by the test below, in a process of its own"]
    fn plans_seven_billion_parameters() {
        let stage = std::env::var("TEST_STAGE").unwrap();
        let trace = std::env::var("TEST_TRACE").unwrap();
        let words = ["--stage", &stage, "--trace", &trace];
        let job = command_line::parse_words::<Cli>(&words).unwrap().job().unwrap();
        let report = Report { job: &job, outcome: run(&job).unwrap() };
        let Outcome { times, device_bytes, planned_bytes, .. } = report.outcome;
        assert_eq!(device_bytes, planned_bytes);
        // Model states, in bytes a parameter, and what is beside them.
        let parameters = job.model.parameters() as f64;
        let states = [4.0 + 12.0 / 8.0, 2.0 + 14.0 / 8.0, 16.0 / 8.0][stage.parse::<usize>().unwrap() - 1];
        assert!((device_bytes as f64) > states * parameters && (device_bytes as f64) < 64.0 * f64::from(1 << 30));
        // As many times as the stage sends a parameter: 2 bytes of each, 7 of 8 parts of it.
        let gathers = times.gather.as_secs_f64() / times.reduce.as_secs_f64();
        let wanted = if stage == "3" { 1.8..2.05 } else { 0.95..1.05 };
        assert!(wanted.contains(&gathers), "{times:?}");
        // Compute is the longer.
        assert!(times.kernels > times.communication, "{times:?}");
        assert!(times.hidden() >= 0.9, "{} {times:?}", times.hidden());
        // What no kernel runs in is communication, but for the starts of operations.
        assert!(times.kernels + times.exposed <= times.step, "{times:?}");
        assert!(times.step - times.kernels - times.exposed < times.step / 20, "{times:?}");
        println!("{}planned {stage}", report.text());
    }

    #[test]
    fn each_stage_has_the_memory_of_its_plan_to_the_byte_and_computes_beside_communication() {
        let directory = Directory::new("dry-run");
        for stage in ["1", "2", "3"] {
            let trace = directory.path(&format!("{stage}.json"));
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["rank::tests::plans_seven_billion_parameters", "--exact", "--ignored", "--nocapture"]);
            command.env("ASCEND_NPU_BACKEND", "mock").env("TEST_STAGE", stage).env("TEST_TRACE", &trace);
            let output = command.output().unwrap();
            let told = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{stage}: {told} {}", String::from_utf8_lossy(&output.stderr));
            assert!(told.contains(&format!("planned {stage}")), "{told}");
            // The timeline of device 0 has each kernel of each step.
            let trace: serde_json::Value = serde_json::from_slice(&std::fs::read(&trace).unwrap()).unwrap();
            let events = trace["traceEvents"].as_array().unwrap().iter();
            let of_device = events.filter(|event| event["ph"] == "X" && event["pid"] == 0);
            let names: Vec<_> = of_device.filter_map(|event| event["name"].as_str()).collect();
            for pass in ["forward 1, ", "backward 1, "] {
                assert_eq!(names.iter().filter(|name| name.starts_with(pass)).count(), 32 + 2, "{stage}: {pass}");
            }
            assert!(names.contains(&"HcclReduceScatter") && names.contains(&"HcclAllGather"), "{stage}");
        }
    }
}
