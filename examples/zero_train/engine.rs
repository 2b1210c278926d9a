//! The optimizer on the devices, as the training loop sees it.

use ascend_npu::kernel::adam::{Adam, AdamW};
use ascend_npu::kernel::control::LossScale;
use ascend_npu::zero::{self, EngineOptions, Kind, Layout, LayoutOptions, Parameter, PendingStep, Stage, Working};
use ascend_npu::{Device, DeviceBuffer, Driver, Rank, World, bf16, f16};

use crate::cli::{Dtype, Scaler};
use crate::error::{Error, Result};
use crate::job::Job;
use crate::report::Memory;
use crate::train::{Training, train};
use crate::{start, trace};

/// What the training loop needs of the optimizer on one rank: full parameters in, full gradients out.
///
/// All ranks call the same functions in the same order.
pub trait Engine {
    /// Fills `parameters` (flat, fp32, all tensors in layout order) with the newest values; blocks the host.
    fn read_parameters(&mut self, parameters: &mut [f32]) -> Result<()>;

    /// Takes the gradients of a micro-batch.
    fn add_gradients(&mut self, gradients: &[f32]) -> Result<()>;

    /// Averages the gradients over ranks and micro-batches and does one AdamW step.
    fn step(&mut self, lr: f32) -> Result<()>;

    /// The sum of the ranks' losses, the same bits on each rank.
    fn all_reduce_loss(&mut self, loss: f64) -> Result<f64>;
}

/// What this program trains with: the values of the Llama papers.
pub const ADAMW: AdamW = AdamW { beta1: 0.9, beta2: 0.95, eps: 1e-8, weight_decay: 0.1 };

/// Elements of a bucket: small enough that the default model has several, so that one is updated while another travels.
const BUCKET: u64 = 1 << 18;

/// Of fp16 gradients, whose smallest values would else be rounded to zero. bf16 has the range of fp32.
const FP16_LOSS_SCALE: f32 = 1024.0;

/// Runs [`train`] on every rank; the result is that of rank 0, with the memory it used.
pub fn run(job: &Job) -> Result<(Training, Vec<Memory>)> {
    job.trace.as_deref().map_or(Ok(()), trace::ask)?;
    let (driver, devices) = start::open()?;
    if job.trace.is_some() {
        trace::check_backend(driver.backend())?;
    }
    check_device(&driver, job.dtype)?;
    let world = u32::try_from(job.world).ok().filter(|&world| world <= devices).ok_or_else(|| {
        Error::input(format!(
            "--world {}: each rank needs a device, and there are {devices}; give --world {devices} or less, or set \
             ASCEND_MOCK_DEVICES on the software device",
            job.world
        ))
    })?;
    let results = match job.dtype {
        Dtype::Fp32 => World::run(world, |rank| run_rank::<f32>(rank, job)),
        Dtype::Fp16 => World::run(world, |rank| run_rank::<f16>(rank, job)),
        Dtype::Bf16 => World::run(world, |rank| run_rank::<bf16>(rank, job)),
    };
    results.map(|mut results| results.swap_remove(0)).map_err(|Ended(error)| error)
}

/// Finds out, before the ranks meet, whether the devices can do what the ranks will ask of them.
fn check_device(driver: &Driver, dtype: Dtype) -> Result<()> {
    let device = driver.device(0).map_err(|error| Error::at_start(&error))?;
    if dtype == Dtype::Bf16 {
        start::check_bf16(&device, &start::soc_name(driver), "--dtype bf16")?;
    }
    Adam::load(&device).map(drop).map_err(|error| Error::at_start(&error))
}

/// Why a rank ended. What the library reports of its own, and not through [`Error`], it does before the training starts.
struct Ended(Error);

impl From<ascend_npu::Error> for Ended {
    fn from(error: ascend_npu::Error) -> Self {
        Self(Error::at_start(&error))
    }
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

fn run_rank<P: Working>(rank: Rank, job: &Job) -> std::result::Result<(Training, Vec<Memory>), Ended> {
    let number = rank.rank() as usize;
    let mut engine = Devices::<P>::new(rank, job)?;
    let training = train(number, job, &mut engine)?;
    Ok((training, engine.memory()))
}

/// How the job's engine is set up.
fn asked(job: &Job) -> EngineOptions {
    let loss_scale = match (job.scaler, job.dtype) {
        (Scaler::Dynamic, _) => LossScale::default(),
        (Scaler::None, Dtype::Fp16) => LossScale::fixed(FP16_LOSS_SCALE),
        (Scaler::None, _) => LossScale::fixed(1.0),
    };
    EngineOptions {
        stage: Stage::of_number(job.stage).unwrap_or(Stage::One),
        optimizer: ADAMW,
        micro_batches: u32::try_from(job.accumulate).unwrap_or(u32::MAX),
        loss_scale,
        max_norm: job.clip,
        check: false,
        ..EngineOptions::default()
    }
}

/// The engine, with parameters and gradients of type `P`.
struct Devices<P: Working> {
    optimizer: zero::Engine<P>,
    loss_scale: f32,
    /// The report of the last step, which has the next loss scale.
    pending: Option<PendingStep>,
    /// A loss of each rank, for the sum.
    losses: DeviceBuffer<f64>,
    /// Device memory that the communicator took at its first use.
    communication: u64,
}

impl<P: Working> Devices<P> {
    fn new(rank: Rank, job: &Job) -> ascend_npu::Result<Self> {
        let options = asked(job);
        let loss_scale = options.loss_scale.initial;
        let layout = Layout::new(parameters::<P>(job), rank.size(), cut(options.stage))?;
        let losses = rank.device().alloc(job.world)?;
        let mut optimizer = zero::Engine::new(rank, layout, options)?;
        optimizer.load_blocking(&job.initial)?;
        let mut engine = Self { optimizer, loss_scale, pending: None, losses, communication: 0 };
        let before = used(engine.optimizer.device())?;
        engine.sum(0.0)?;
        engine.communication = used(engine.optimizer.device())?.saturating_sub(before);
        Ok(engine)
    }

    /// The sum of a number of each rank.
    fn sum(&mut self, number: f64) -> ascend_npu::Result<f64> {
        // HCCL does not add fp64, so each rank gets all numbers and adds them itself, in one order.
        let communicator = self.optimizer.communicator();
        let own = communicator.stream().upload_blocking(&[number])?;
        communicator.all_gather(&own, &mut self.losses)?;
        Ok(communicator.stream().download_blocking(&self.losses)?.iter().sum())
    }

    /// What one rank holds on its device.
    fn memory(&self) -> Vec<Memory> {
        let layout = self.optimizer.layout();
        let (all, shared) = (layout.len(), layout.len().div_ceil(u64::from(layout.world())));
        let held = self.optimizer.memory();
        let width = size_of::<P>() as u64;
        let is_fp32 = held.master == 0;
        let buffer =
            std::env::var("HCCL_BUFFSIZE").ok().and_then(|mebibytes| mebibytes.parse().ok()).unwrap_or(200_u64);
        let row = |kind, measured, formula, rule| Memory { kind, measured, formula, rule };
        let (full, part) = if is_fp32 { ("4 Ψ", "4 Ψ/N") } else { ("2 Ψ", "2 Ψ/N") };
        let of = |is_shared: bool| if is_shared { (width * shared, part) } else { (width * all, full) };
        let options = self.optimizer.options();
        let ((weights, of_weights), (gradients, of_gradients)) =
            (of(options.stage == Stage::Three), of(options.stage > Stage::One));
        // What is on its way goes by the longest buckets, not by a formula.
        let planned = zero::allocations(layout, &options.setup());
        let in_turn = |kind| planned.iter().filter(|one| one.kind == kind).map(|one| one.bytes).sum();
        let mut rows = vec![
            row("weights", held.weights, weights, of_weights),
            match (options.stage > Stage::One, held.accumulators > 0) {
                (true, true) => row("gradients", held.gradients, 0, "0: added up in fp32"),
                _ => row("gradients", held.gradients, gradients, of_gradients),
            },
            match is_fp32 {
                true => row("master", held.master, 0, "0: fp32 weights are their own master"),
                false => row("master", held.master, 4 * shared, "4 Ψ/N"),
            },
            row("m", held.moment1, 4 * shared, "4 Ψ/N"),
            row("v", held.moment2, 4 * shared, "4 Ψ/N"),
            row("communication", self.communication, (2 * buffer + 1) << 20, "2 HCCL_BUFFSIZE + 1 MiB"),
        ];
        for (kind, held, formula, rule) in [
            ("accumulators", held.accumulators, 4 * shared, "4 Ψ/N"),
            ("buckets", held.buckets, in_turn(Kind::Buckets), "gradients on their way, in turn"),
            ("gathered", held.gathered, in_turn(Kind::Gathered), "layers in use, in turn"),
        ] {
            if held > 0 {
                rows.push(row(kind, held, formula, rule));
            }
        }
        rows
    }
}

impl<P: Working> Engine for Devices<P> {
    fn read_parameters(&mut self, parameters: &mut [f32]) -> Result<()> {
        Ok(self.optimizer.read_blocking(parameters)?)
    }

    fn add_gradients(&mut self, gradients: &[f32]) -> Result<()> {
        if let Some(pending) = self.pending.take() {
            self.loss_scale = pending.wait()?.loss_scale;
        }
        Ok(self.optimizer.send_gradients(gradients, self.loss_scale)?)
    }

    fn step(&mut self, lr: f32) -> Result<()> {
        self.pending = Some(self.optimizer.step(f64::from(lr))?);
        Ok(())
    }

    fn all_reduce_loss(&mut self, loss: f64) -> Result<f64> {
        Ok(self.sum(loss)?)
    }
}

/// The model's parameters, as they lie in the flat vector.
fn parameters<P: Working>(job: &Job) -> impl Iterator<Item = Parameter> {
    job.parameters.specs.iter().map(|spec| {
        let shape: Vec<u64> = spec.shape.iter().map(|&extent| extent as u64).collect();
        // "model.layers.3.mlp.up_proj.weight" is of layer "3"; what is of none of them is one of its own.
        let numbered = spec.name.strip_prefix("model.layers.").and_then(|rest| rest.split('.').next());
        Parameter::new(&spec.name, shape, P::DTYPE).in_layer(numbered.unwrap_or(&spec.name))
    })
}

fn cut(stage: Stage) -> LayoutOptions {
    LayoutOptions { bucket: BUCKET, by_layer: stage == Stage::Three, ..LayoutOptions::default() }
}

/// Bytes of the device that are not free.
fn used(device: &Device) -> ascend_npu::Result<u64> {
    let memory = device.memory()?;
    Ok((memory.total - memory.free) as u64)
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "mock")]
    use ascend_npu::zero::{Model, PlanOptions, plan};

    use super::*;
    use crate::cli::Cli;
    use crate::host;

    const TINY: &str = "--layers 2 --dim 32 --heads 2 --context 32 --batch 24 --lr 0.01 --steps 20";

    fn job(flags: &str) -> Job {
        let words: Vec<_> = TINY.split(' ').chain(flags.split(' ')).collect();
        Job::new(&Cli::from_words(&words).unwrap()).unwrap()
    }

    fn greatest_difference(these: &[f64], those: &[f64]) -> f64 {
        these.iter().zip(those).map(|(this, that)| (this - that).abs() / this).fold(0.0, f64::max)
    }

    #[test]
    fn any_number_of_devices_trains_the_same() {
        let alone = run(&job("--world 1 --dtype fp32")).unwrap().0.losses;
        for world in [2, 3, 8] {
            let shared = run(&job(&format!("--world {world} --dtype fp32"))).unwrap().0.losses;
            // Only the order of sums differs; but Adam divides a gradient by its own size, rounding error and all.
            assert!(greatest_difference(&alone, &shared) < 1e-4, "{world} ranks: {shared:?} {alone:?}");
        }
    }

    #[test]
    fn stages_micro_batches_and_scaling_train_the_same() {
        let plain = run(&job("--world 3 --dtype fp32")).unwrap().0.losses;
        for flags in [
            "--stage 2",
            "--stage 3",
            "--stage 2 --accumulate 4",
            "--stage 3 --accumulate 2 --scaler dynamic",
            "--clip 1e6 --scaler dynamic",
        ] {
            let losses = run(&job(&format!("--world 3 --dtype fp32 {flags}"))).unwrap().0.losses;
            // Only the order of sums differs, and the last bits of the bias corrections.
            assert!(greatest_difference(&plain, &losses) < 1e-4, "{flags}: {losses:?} {plain:?}");
        }
        // A small norm holds the gradients back, which Adam hardly minds, unless it is as small as eps.
        let clipped = run(&job("--world 3 --dtype fp32 --clip 1e-7")).unwrap().0.losses;
        assert!(greatest_difference(&plain, &clipped) > 1e-3, "{clipped:?}");
    }

    #[test]
    fn devices_train_as_the_host_does() {
        for (dtype, limit) in [("fp32", 1e-4), ("bf16", 2e-2), ("fp16", 2e-2)] {
            let job = job(&format!("--world 3 --dtype {dtype}"));
            // In 16 bits the two round sums of gradients at other places, by 2^-9 and 2^-11 of their size.
            let difference = greatest_difference(&run(&job).unwrap().0.losses, &host::run(&job).unwrap().losses);
            assert!(difference < limit, "{dtype}: {difference:e}");
        }
    }

    #[test]
    fn memory_is_that_of_the_formula_and_less_than_a_unit_of_padding() {
        let rows = run(&job("--world 8")).unwrap().1;
        // What the communicator took is seen as a change of the device's free memory, which other tests change too.
        for Memory { kind, measured, formula, .. } in rows.into_iter().filter(|row| row.kind != "communication") {
            // Each of 21 tensors, and each of 2 ends of buckets, is padded to a multiple of 256 elements of at most 4 bytes a rank.
            assert!(
                (formula..formula + (21 + 2 * 8) * 256 * 4).contains(&measured),
                "{kind}: {measured}, by the formula {formula}"
            );
        }
    }

    #[cfg(feature = "mock")]
    #[test]
    #[ignore = "run by the test below, in processes of its own"]
    fn trains_and_compares() {
        let flags = std::env::var("TEST_FLAGS").unwrap();
        let job = job(&flags);
        let model = |parameters: Vec<Parameter>| Model { name: "llama".to_owned(), parameters, transformer: None };
        let model = match job.dtype {
            Dtype::Fp32 => model(parameters::<f32>(&job).collect()),
            Dtype::Fp16 => model(parameters::<f16>(&job).collect()),
            Dtype::Bf16 => model(parameters::<bf16>(&job).collect()),
        };
        let world = u32::try_from(job.world).unwrap();
        // The trainer's own: a loss of each rank, and the rank's on its way there.
        let trainer = vec![8 * u64::from(world), 8];
        let planned = PlanOptions {
            world,
            layout: cut(Stage::One),
            setup: asked(&job).setup(),
            trainer,
            reserve: 0,
            ..PlanOptions::default()
        };
        let plan = plan(&model, &planned).unwrap();
        let rows = run(&job).unwrap().1;
        let kinds =
            [Kind::Parameters, Kind::Gradients, Kind::Master, Kind::Moment1, Kind::Moment2, Kind::Communicators];
        let in_some = [Kind::Accumulators, Kind::Buckets, Kind::Gathered].map(|kind| plan.bytes(kind));
        let wanted: Vec<_> = kinds
            .map(|kind| plan.bytes(kind))
            .into_iter()
            .chain(in_some.into_iter().filter(|&bytes| bytes > 0))
            .collect();
        assert_eq!(rows.iter().map(|row| row.measured).collect::<Vec<_>>(), wanted);
        for device in 0..i32::try_from(world).unwrap() {
            assert_eq!(ascend_npu_mock::control::peak_memory(device), plan.total(), "device {device}");
        }
        println!("as planned");
    }

    #[cfg(feature = "mock")]
    #[test]
    fn the_device_s_peak_is_the_planner_s_to_the_byte() {
        for flags in [
            "--world 1 --dtype fp32",
            "--world 3 --dtype bf16 --tied",
            "--world 8 --dtype fp16",
            "--world 3 --dtype bf16 --stage 2 --accumulate 2 --clip 1",
            "--world 3 --dtype fp16 --stage 3 --scaler dynamic",
        ] {
            let mut command = std::process::Command::new(std::env::current_exe().unwrap());
            command.args(["engine::tests::trains_and_compares", "--exact", "--ignored", "--nocapture"]);
            let output = command.env("ASCEND_NPU_BACKEND", "mock").env("TEST_FLAGS", flags).output().unwrap();
            assert!(output.status.success(), "{flags}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(String::from_utf8_lossy(&output.stdout).contains("as planned"), "{flags}");
        }
    }

    #[test]
    fn more_ranks_than_devices_are_refused() {
        let error = run(&job("--world 9")).map(drop).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert_eq!(
            error.to_string(),
            "--world 9: each rank needs a device, and there are 8; give --world 8 or less, or set ASCEND_MOCK_DEVICES on the \
             software device"
        );
    }
}
