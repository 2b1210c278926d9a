//! Scales of single tensors: from their gradients to the next scales without a word from the host.

use ascend_npu::kernel::adam::AdamW;
use ascend_npu::kernel::control::{LossScale, Scaler, Settings};
use ascend_npu::kernel::stats::{Largest, Pass, Segments, Stats, StatsBlock, Workspace};
use ascend_npu::kernel::tensors::{TensorScale, TensorScales};
use ascend_npu::{DeviceBuffer, ErrorKind, Stream};

use crate::common::device;

/// Tensors of 100 elements each.
const TENSORS: usize = 3;
const LEN: usize = 100;

const SCALE: TensorScale = TensorScale {
    initial: 1024.0,
    limit: 65504.0,
    target: 32768.0,
    minimum: 16.0,
    maximum: 16_777_216.0,
    backoff: 0.5,
    window: 2,
};

struct Run {
    stream: Stream,
    stats: Stats,
    workspace: Workspace,
    segments: Segments,
    largest: DeviceBuffer<f32>,
    block: DeviceBuffer<StatsBlock>,
    scaler: Scaler,
    tensors: TensorScales,
}

impl Run {
    fn new() -> Self {
        let device = device(0);
        let stream = device.stream().unwrap();
        let segments = Segments::upload_blocking(&stream, &[100, 200, 300]).unwrap();
        let fixed = LossScale::fixed(1.0);
        Self {
            stats: Stats::load(&device).unwrap(),
            workspace: Workspace::new(&device, TENSORS).unwrap(),
            largest: device.alloc(segments.padded()).unwrap(),
            segments,
            block: device.alloc(1).unwrap(),
            scaler: Scaler::new_blocking(&stream, fixed, fixed.first_state()).unwrap(),
            tensors: TensorScales::new_blocking(&stream, SCALE, TENSORS).unwrap(),
            stream,
        }
    }

    /// A step whose tensors have these largest scaled gradients; all of it is only queued.
    fn step(&mut self, largest: [f32; TENSORS]) {
        let mut gradient = vec![0.0_f32; TENSORS * LEN];
        for (tensor, value) in largest.into_iter().enumerate() {
            gradient[tensor * LEN + 17] = -value;
        }
        let gradient = self.stream.upload_blocking(&gradient).unwrap();
        let pass = Pass {
            kernel: &self.stats,
            workspace: &mut self.workspace,
            gradient: gradient.as_slice(),
            largest: Some(Largest { segments: &self.segments, values: self.largest.as_mut_slice() }),
            overflow: None,
        };
        pass.launch(&self.stream, self.block.as_mut_slice()).unwrap();
        let (optimizer, settings) = (AdamW::default(), Settings::default());
        let decision = self.scaler.decide(&self.stream, &optimizer, settings, self.block.as_slice()).unwrap();
        self.tensors.update(&self.stream, decision, self.largest.as_slice()).unwrap();
    }

    fn scales(&self) -> Vec<f32> {
        self.stream.download_blocking(self.tensors.scales()).unwrap()[..TENSORS].to_vec()
    }

    fn seen(&self) -> Vec<f32> {
        self.stream.download_blocking(self.tensors.seen()).unwrap()[..TENSORS].to_vec()
    }
}

#[test]
fn a_scale_brings_the_largest_of_its_window_below_the_target() {
    let mut run = Run::new();
    run.step([1024.0, 3.0, 0.0]);
    assert_eq!((run.scales(), run.seen()), (vec![1024.0; 3], vec![1.0, 3.0 / 1024.0, 0.0]), "the window is not over");
    run.step([512.0, 1.0, 0.0]);
    // 1 · 2^15 is the target; 3/1024 · 2^23 is 24576, and twice that is beyond; what was never seen keeps its scale.
    assert_eq!((run.scales(), run.seen()), (vec![32768.0, 8_388_608.0, 1024.0], vec![0.0; 3]));
}

#[test]
fn a_tensor_that_overflows_gets_a_smaller_scale_at_once_and_the_others_keep_theirs() {
    let mut run = Run::new();
    run.step([1024.0, 2.0, 1.0]);
    for bad in [f32::INFINITY, f32::INFINITY] {
        run.step([512.0, bad, 4096.0]);
    }
    assert_eq!(run.scales(), [1024.0, 256.0, 1024.0]);
    // The steps that were skipped were not looked at, and did not end the window.
    assert_eq!(run.seen(), [1.0, 0.0, 1.0 / 1024.0]);
    for _ in 0..8 {
        run.step([0.0, f32::INFINITY, 0.0]);
    }
    assert_eq!(run.scales(), [1024.0, 16.0, 1024.0], "not below the smallest");
}

#[test]
fn scales_that_were_saved_go_on_where_they_were() {
    let mut run = Run::new();
    run.step([1024.0, 3.0, 0.0]);
    let (scales, seen) = (run.scales(), run.seen());
    run.tensors = TensorScales::restore_blocking(&run.stream, SCALE, &scales, &seen).unwrap();
    assert_eq!(run.tensors.count(), TENSORS);
    run.step([1.0, 1.0, 0.0]);
    assert_eq!(run.scales(), [32768.0, 8_388_608.0, 1024.0]);
}

#[test]
fn numbers_that_do_not_fit_are_refused_by_name() {
    SCALE.check().unwrap();
    TensorScale::default().check().unwrap();
    let mut run = Run::new();
    for (name, scale) in [
        ("minimum", TensorScale { minimum: 3.0, ..SCALE }),
        ("minimum", TensorScale { minimum: 0.0, ..SCALE }),
        ("maximum", TensorScale { maximum: 8.0, ..SCALE }),
        ("maximum", TensorScale { maximum: f32::INFINITY, ..SCALE }),
        ("initial", TensorScale { initial: 8.0, ..SCALE }),
        ("initial", TensorScale { initial: 1000.0, ..SCALE }),
        ("limit", TensorScale { limit: f32::NAN, ..SCALE }),
        ("target", TensorScale { target: 65505.0, ..SCALE }),
        ("backoff", TensorScale { backoff: 1.0, ..SCALE }),
        ("window", TensorScale { window: 0, ..SCALE }),
    ] {
        let error = TensorScales::new_blocking(&run.stream, scale, 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().starts_with(&format!("TensorScale: {name} is ")), "{error}");
    }
    let restore = |scales: &[f32], seen: &[f32]| {
        TensorScales::restore_blocking(&run.stream, SCALE, scales, seen).unwrap_err().to_string()
    };
    assert!(restore(&[1.0, 0.0], &[0.0; 2]).contains("the scale of tensor 1 is 0; it must be finite and above 0"));
    assert!(restore(&[1.0], &[f32::NAN]).contains("what was seen of tensor 0 is NaN"));
    assert!(restore(&[1.0], &[]).contains("0 values seen were given for 1 scales; give one for each"));

    let decision =
        run.scaler.decide(&run.stream, &AdamW::default(), Settings::default(), run.block.as_slice()).unwrap();
    let error = run.tensors.update(&run.stream, decision, run.largest.slice(0..3).unwrap()).unwrap_err();
    let expected = "TensorScales::update: 3 numbers were given for 3 tensors; give 8, whole blocks of 8";
    assert_eq!(error.to_string(), expected);
}
