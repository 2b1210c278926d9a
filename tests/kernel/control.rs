//! `control` through the safe layer: a step from its gradients to its weights without a word from the host.

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, Options, Shard, Step};
use ascend_npu::kernel::control::{Decision, LossScale, Scaler, ScalerState, Settings};
use ascend_npu::kernel::stats::{Pass, Stats, StatsBlock, Workspace};
use ascend_npu::{Device, DeviceBuffer, ErrorKind, Stream, bf16};

use crate::common::device;

const LEN: usize = 1000;

/// One shard under a scaler.
struct Run {
    device: Device,
    stream: Stream,
    optimizer: AdamW,
    adam: Adam,
    stats: Stats,
    workspace: Workspace,
    block: DeviceBuffer<StatsBlock>,
    scaler: Scaler,
    /// w, m, v.
    state: [DeviceBuffer<f32>; 3],
    copy: DeviceBuffer<bf16>,
}

impl Run {
    fn new(scale: LossScale) -> Self {
        let device = device(0);
        let stream = device.stream().unwrap();
        Self {
            optimizer: AdamW { weight_decay: 0.0, ..AdamW::default() },
            adam: Adam::load(&device).unwrap(),
            stats: Stats::load(&device).unwrap(),
            workspace: Workspace::new(&device, 0).unwrap(),
            block: device.alloc(1).unwrap(),
            scaler: Scaler::new_blocking(&stream, scale, scale.first_state()).unwrap(),
            state: [1.0, 0.0, 0.0].map(|value| stream.upload_blocking(&[value; LEN]).unwrap()),
            copy: stream.upload_blocking(&[bf16::ONE; LEN]).unwrap(),
            device,
            stream,
        }
    }

    /// Checks, decides and steps; all of it is only queued.
    fn step(&mut self, gradient: &[f32], settings: Settings) {
        let gradient = self.stream.upload_blocking(gradient).unwrap();
        let pass = Pass {
            kernel: &self.stats,
            workspace: &mut self.workspace,
            gradient: gradient.as_slice(),
            largest: None,
            overflow: None,
        };
        pass.launch(&self.stream, self.block.as_mut_slice()).unwrap();
        let decision = self.scaler.decide(&self.stream, &self.optimizer, settings, self.block.as_slice()).unwrap();
        let [master, moment1, moment2] = &mut self.state;
        let shard = Shard {
            gradient: gradient.as_slice(),
            master: master.as_mut_slice(),
            moment1: moment1.as_mut_slice(),
            moment2: moment2.as_mut_slice(),
            copy: self.copy.as_mut_slice(),
        };
        let (adam, optimizer, options) = (&self.adam, &self.optimizer, Options::default());
        Step { adam, optimizer, lr: 6e-4, control: decision.block(), options }.launch(&self.stream, shard).unwrap();
    }

    fn scaler(&self) -> ScalerState {
        self.stream.download_blocking(self.scaler.state()).unwrap()[0]
    }

    fn everything(&self) -> ([Vec<f32>; 3], Vec<bf16>) {
        let of = |buffer: &DeviceBuffer<f32>| self.stream.download_blocking(buffer).unwrap();
        (self.state.each_ref().map(of), self.stream.download_blocking(&self.copy).unwrap())
    }
}

#[test]
fn an_overflow_changes_nothing_but_the_scale() {
    let mut run = Run::new(LossScale::default());
    let scaled = [65536.0_f32; LEN];
    run.step(&scaled, Settings::default());
    let before = run.everything();
    for bad in [f32::NAN, f32::INFINITY] {
        let mut gradient = scaled;
        gradient[LEN - 1] = bad;
        run.step(&gradient, Settings::default());
    }
    assert_eq!(run.everything(), before);
    let state = run.scaler();
    assert_eq!((state.step, state.skipped, state.scale), (1, 2, 16384.0));
    // The next gradients come with the new scale, and the step goes on.
    run.step(&[16384.0; LEN], Settings::default());
    assert_eq!(run.scaler().step, 2);
    assert_ne!(run.everything(), before);
}

#[test]
fn the_update_does_not_depend_on_the_scale() {
    let step = |scale: f32| {
        let mut run = Run::new(LossScale { initial: scale, ..LossScale::default() });
        let settings = Settings { max_norm: Some(1.0), ..Settings::default() };
        for share in [0.5, -0.25, 3.0] {
            run.step(&[share * scale; LEN], settings);
        }
        run.everything()
    };
    let one = step(1.0);
    for scale in [1024.0, 65536.0, 2.0_f32.powi(100)] {
        assert_eq!(step(scale), one, "{scale}");
    }
}

#[test]
fn a_master_in_fp32_moves_where_bf16_weights_would_not() {
    let mut run = Run::new(LossScale::fixed(1.0));
    for _ in 0..100 {
        run.step(&[1.0; LEN], Settings::default());
    }
    let ([master, ..], copy) = run.everything();
    assert!((master[0] - 0.94).abs() <= 100.0 * f32::EPSILON, "{}", master[0]);
    assert_eq!(copy[LEN - 1].to_f32(), 0.941_406_25);
    // A scale of 1 stays 1, and nothing is unscaled.
    assert_eq!((run.scaler().scale, run.scaler().step), (1.0, 100));
}

#[test]
fn a_state_that_was_saved_goes_on_where_it_was() {
    let device = device(0);
    let stream = device.stream().unwrap();
    let scale = LossScale::default();
    let mut saved = scale.first_state();
    (saved.step, saved.scale, saved.good_steps) = (1000, 1024.0, 1999);
    let mut scaler = Scaler::new_blocking(&stream, scale, saved).unwrap();
    let stats = stream.upload_blocking(&[bytemuck::Zeroable::zeroed()]).unwrap();
    let decision: Decision<'_> =
        scaler.decide(&stream, &AdamW::default(), Settings::default(), stats.as_slice()).unwrap();
    let block = stream.download_blocking(decision.block()).unwrap()[0];
    let expected = ControlBlock::new(&AdamW::default(), 1001, 1.0 / 1024.0);
    assert_eq!((block.step, block.skip, block.gradient_scale), (1001, 0, expected.gradient_scale));
    for (is, should) in [
        (block.inverse_bias_correction1, expected.inverse_bias_correction1),
        (block.inverse_sqrt_bias_correction2, expected.inverse_sqrt_bias_correction2),
    ] {
        assert!((is - should).abs() <= 1e-6 * should, "{is}, not {should}");
    }
    let after = stream.download_blocking(scaler.state()).unwrap()[0];
    assert_eq!((after.scale, after.good_steps), (2048.0, 0));
}

#[test]
fn numbers_that_cannot_be_a_scale_are_refused_by_name() {
    let usual = LossScale::default();
    assert!(usual.check().is_ok() && LossScale::fixed(1.0).check().is_ok());
    let wrong = [
        ("initial", LossScale { initial: f32::INFINITY, ..usual }),
        ("initial", LossScale { initial: f32::NAN, ..usual }),
        ("initial", LossScale { initial: -1.0, ..usual }),
        ("initial", LossScale { initial: 0.0, ..usual }),
        ("growth", LossScale { growth: 1.0, ..usual }),
        ("backoff", LossScale { backoff: 1.0, ..usual }),
        ("backoff", LossScale { backoff: 0.0, ..usual }),
        ("interval", LossScale { interval: Some(0), ..usual }),
        ("hysteresis", LossScale { hysteresis: 0, ..usual }),
        ("minimum", LossScale { minimum: 0.0, ..usual }),
        ("minimum", LossScale { minimum: 70000.0, ..usual }),
        ("maximum", LossScale { maximum: 1.0, ..usual }),
    ];
    let device = device(0);
    let stream = device.stream().unwrap();
    for (name, scale) in wrong {
        let error = Scaler::new_blocking(&stream, scale, usual.first_state()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().starts_with(&format!("LossScale: {name} is ")), "{error}");
    }
}

#[test]
fn a_decision_needs_a_check() {
    let mut run = Run::new(LossScale::default());
    let none = run.device.alloc::<StatsBlock>(0).unwrap();
    let error = run.scaler.decide(&run.stream, &run.optimizer, Settings::default(), none.as_slice()).unwrap_err();
    assert_eq!(error.to_string(), "Scaler::decide: no stats were given; check the gradients first");
    for max_norm in [f64::NAN, 0.0, -1.0, f64::INFINITY] {
        let settings = Settings { max_norm: Some(max_norm), ..Settings::default() };
        let error = run.scaler.decide(&run.stream, &run.optimizer, settings, run.block.as_slice()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{max_norm}");
    }
}
