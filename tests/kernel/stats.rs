//! `stats` through the safe layer: sizes, segments, and what is refused.

use ascend_npu::kernel::Element;
use ascend_npu::kernel::stats::{Largest, Pass, Segments, Stats, StatsBlock, Workspace};
use ascend_npu::{Device, DeviceBuffer, ErrorKind, Stream, bf16, f16};

use crate::common::{device, values};

struct Setup {
    device: Device,
    stream: Stream,
    kernel: Stats,
    workspace: Workspace,
    result: DeviceBuffer<StatsBlock>,
}

impl Setup {
    fn new(segments: usize) -> Self {
        let device = device(0);
        let (stream, kernel) = (device.stream().unwrap(), Stats::load(&device).unwrap());
        let workspace = Workspace::new(&device, segments).unwrap();
        Self { result: device.alloc(1).unwrap(), device, stream, kernel, workspace }
    }

    fn run<G: Element>(&mut self, gradient: &[G]) -> StatsBlock {
        let gradient = self.stream.upload_blocking(gradient).unwrap();
        let Self { kernel, workspace, stream, result, .. } = self;
        let pass = Pass { kernel, workspace, gradient: gradient.as_slice(), largest: None, overflow: None };
        pass.launch(stream, result.as_mut_slice()).unwrap();
        stream.download_blocking(&*result).unwrap()[0]
    }
}

#[test]
fn squares_of_all_types_add_up() {
    let mut setup = Setup::new(0);
    for len in [0, 1, 15, 17, 8192, 8193, 100_003] {
        let wide = values(len, 3);
        let near = |block: StatsBlock, values: Vec<f64>| {
            let sum: f64 = values.iter().map(|value| value * value).sum();
            // Fourteen roundings of half an ulp.
            assert!((block.sum_of_squares() - sum).abs() <= 8.0 * sum * f64::from(f32::EPSILON), "{len}: {block:?}");
            assert_eq!(
                f64::from(block.largest),
                values.iter().fold(0.0, |most: f64, value| most.max(value.abs())),
                "{len}"
            );
            assert_eq!(block.non_finite, 0);
        };
        near(setup.run(&wide), wide.iter().map(|&value| value.into()).collect());
        let halves: Vec<f16> = wide.iter().copied().map(f16::from_f32).collect();
        near(setup.run(&halves), halves.iter().map(|value| value.to_f64()).collect());
        let brains: Vec<bf16> = wide.iter().copied().map(bf16::from_f32).collect();
        near(setup.run(&brains), brains.iter().map(|value| value.to_f64()).collect());
    }
}

#[test]
fn one_element_that_is_not_finite_is_seen_and_forgotten() {
    let mut setup = Setup::new(0);
    for bad in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        for place in [0, 8191, 8192, 20_002] {
            let mut gradient = vec![1.0_f32; 20_003];
            gradient[place] = bad;
            assert_eq!(setup.run(&gradient).non_finite, 1, "{bad} at {place}");
            gradient[place] = f32::MAX;
            let block = setup.run(&gradient);
            assert_eq!((block.non_finite, block.largest, block.squares), (0, f32::MAX, f32::INFINITY));
        }
    }
}

#[test]
fn each_segment_has_its_largest_value_and_the_padding_is_zero() {
    let mut setup = Setup::new(5);
    let ends = [3, 3, 10_000, 10_001, 30_000];
    let gradient = values(30_010, 9);
    let segments = Segments::upload_blocking(&setup.stream, &ends).unwrap();
    let mut largest = setup.stream.upload_blocking(&[7.0_f32; 8]).unwrap();
    let on_device = setup.stream.upload_blocking(&gradient).unwrap();
    let pass = Pass {
        kernel: &setup.kernel,
        workspace: &mut setup.workspace,
        gradient: on_device.as_slice(),
        largest: Some(Largest { segments: &segments, values: largest.as_mut_slice() }),
        overflow: None,
    };
    pass.launch(&setup.stream, setup.result.as_mut_slice()).unwrap();
    let most =
        |range: std::ops::Range<usize>| gradient[range].iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    let expected = [most(0..3), 0.0, most(3..10_000), most(10_000..10_001), most(10_001..30_000), 0.0, 0.0, 0.0];
    assert_eq!(setup.stream.download_blocking(&largest).unwrap(), expected);
}

#[test]
fn buffers_of_wrong_lengths_are_refused_before_any_launch() {
    let mut setup = Setup::new(2);
    let gradient = setup.stream.upload_blocking(&[1.0_f32; 100]).unwrap();
    let mut blocks = setup.device.alloc(2).unwrap();
    let (kernel, stream) = (&setup.kernel, &setup.stream);
    let launch =
        |workspace: &mut Workspace, largest: Option<Largest<'_>>, blocks: &mut DeviceBuffer<StatsBlock>, count| {
            let pass = Pass { kernel, workspace, gradient: gradient.as_slice(), largest, overflow: None };
            let error = pass.launch(stream, blocks.slice_mut(0..count).unwrap()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
            error.to_string()
        };
    assert_eq!(
        launch(&mut setup.workspace, None, &mut blocks, 2),
        "stats::Pass: 2 blocks were given for the result; give 1"
    );
    let segments = Segments::upload_blocking(stream, &[50, 101]).unwrap();
    let mut numbers = setup.device.alloc(16).unwrap();
    let values = numbers.slice_mut(0..8).unwrap();
    assert_eq!(
        launch(&mut setup.workspace, Some(Largest { segments: &segments, values }), &mut blocks, 1),
        "stats::Pass: the last segment ends at 101, the gradients at 100; give the segments of this shard"
    );
    let segments = Segments::upload_blocking(stream, &[50, 100]).unwrap();
    let values = numbers.slice_mut(0..2).unwrap();
    assert_eq!(
        launch(&mut setup.workspace, Some(Largest { segments: &segments, values }), &mut blocks, 1),
        "stats::Pass: 2 numbers were given for 2 segments; give 8, whole blocks of 8"
    );
    let segments = Segments::upload_blocking(stream, &[1; 3]).unwrap();
    let values = numbers.slice_mut(0..8).unwrap();
    assert_eq!(
        launch(&mut setup.workspace, Some(Largest { segments: &segments, values }), &mut blocks, 1),
        "stats::Pass: the workspace is for fewer than 3 segments; make a larger one"
    );
    let error = Segments::upload_blocking(stream, &[5, 4]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Segments::upload_blocking: segment 1 ends before segment 0; give ends that do not fall"
    );
}
