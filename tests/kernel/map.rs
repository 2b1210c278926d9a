//! The kernels that work place by place: accumulate, cast, scale, fill.

use ascend_npu::kernel::accumulate::{Accumulate, Add};
use ascend_npu::kernel::cast::{Cast, Convert};
use ascend_npu::kernel::fill::{Fill, Set};
use ascend_npu::kernel::scale::{Multiply, Scale};
use ascend_npu::{ErrorKind, bf16, f16};

use crate::common::{device, values};

const LEN: usize = 5003;
const OFFSET: usize = 3;

#[test]
fn gradients_of_micro_batches_add_up_in_fp32() {
    let device = device(0);
    let (stream, kernel) = (device.stream().unwrap(), Accumulate::load(&device).unwrap());
    let batches: Vec<Vec<bf16>> =
        (0..4).map(|batch| values(LEN, batch).into_iter().map(bf16::from_f32).collect()).collect();
    let mut sum = stream.upload_blocking(&vec![0.0_f32; OFFSET + LEN + 1]).unwrap();
    for batch in &batches {
        let batch = stream.upload_blocking(batch).unwrap();
        let target = sum.slice_mut(OFFSET..OFFSET + LEN).unwrap();
        Add { kernel: &kernel, factor: 0.25 }.launch(&stream, target, batch.as_slice()).unwrap();
    }
    let sum = stream.download_blocking(&sum).unwrap();
    for place in 0..LEN {
        // A quarter of a bf16 is exact, and so is the sum of four such numbers below 1 in fp32.
        let wanted: f32 = batches.iter().map(|batch| batch[place].to_f32() / 4.0).sum();
        assert_eq!(sum[OFFSET + place], wanted, "{place}");
    }
    assert_eq!((&sum[..OFFSET], sum[OFFSET + LEN]), (&[0.0; OFFSET][..], 0.0));
}

#[test]
fn a_sum_that_is_scaled_on_another_stream_comes_out_in_order() {
    let device = device(0);
    let (first, second) = (device.stream().unwrap(), device.stream().unwrap());
    let (add, multiply) = (Accumulate::load(&device).unwrap(), Scale::load(&device).unwrap());
    let source = first.upload_blocking(&vec![2.0_f32; LEN]).unwrap();
    let mut target = first.upload_blocking(&vec![1.0_f32; LEN]).unwrap();
    for _ in 0..3 {
        Add { kernel: &add, factor: 1.0 }.launch(&first, target.as_mut_slice(), source.as_slice()).unwrap();
        Multiply { kernel: &multiply, factor: 0.5 }.launch(&second, target.as_mut_slice()).unwrap();
    }
    // 1 → 1.5 → 1.75 → 1.875
    assert_eq!(first.download_blocking(&target).unwrap(), vec![1.875; LEN]);
}

#[test]
fn every_pair_of_types_is_converted_to_nearest_even() {
    let device = device(0);
    let (stream, cast) = (device.stream().unwrap(), Cast::load(&device).unwrap());
    let convert = Convert { kernel: &cast };
    let wide = values(LEN, 7);
    let source = stream.upload_blocking(&wide).unwrap();
    let mut halves = stream.upload_blocking(&vec![f16::ZERO; LEN]).unwrap();
    convert.launch(&stream, halves.as_mut_slice(), source.as_slice()).unwrap();
    let expected: Vec<f16> = wide.iter().copied().map(f16::from_f32).collect();
    assert_eq!(stream.download_blocking(&halves).unwrap(), expected);

    let mut brains = stream.upload_blocking(&vec![bf16::ZERO; LEN]).unwrap();
    convert.launch(&stream, brains.as_mut_slice(), halves.as_slice()).unwrap();
    let expected: Vec<bf16> = expected.iter().map(|half| bf16::from_f32(half.to_f32())).collect();
    assert_eq!(stream.download_blocking(&brains).unwrap(), expected);

    let mut back = stream.upload_blocking(&vec![0.0_f32; LEN]).unwrap();
    convert.launch(&stream, back.as_mut_slice(), brains.as_slice()).unwrap();
    let expected: Vec<f32> = expected.iter().map(|brain| brain.to_f32()).collect();
    assert_eq!(stream.download_blocking(&back).unwrap(), expected);
}

#[test]
fn a_fill_writes_the_bits_of_its_value_and_nothing_beside() {
    let device = device(0);
    let (stream, kernel) = (device.stream().unwrap(), Fill::load(&device).unwrap());
    let mut brains = stream.upload_blocking(&[bf16::ONE; 40]).unwrap();
    let value = bf16::from_f32(-2.5);
    Set { kernel: &kernel, value }.launch(&stream, brains.slice_mut(1..38).unwrap()).unwrap();
    let brains = stream.download_blocking(&brains).unwrap();
    assert!(brains[1..38].iter().all(|brain| *brain == value));
    assert_eq!((brains[0], brains[38]), (bf16::ONE, bf16::ONE));

    let mut integers = stream.upload_blocking(&[0_i32; 100]).unwrap();
    Set { kernel: &kernel, value: -7 }.launch(&stream, integers.as_mut_slice()).unwrap();
    assert_eq!(stream.download_blocking(&integers).unwrap(), [-7; 100]);
}

#[test]
fn nothing_is_launched_on_nothing_and_lengths_must_agree() {
    let device = device(0);
    let stream = device.stream().unwrap();
    let (accumulate, cast) = (Accumulate::load(&device).unwrap(), Cast::load(&device).unwrap());
    let mut target = stream.upload_blocking(&[1.0_f32; 8]).unwrap();
    let source = stream.upload_blocking(&[1.0_f32; 8]).unwrap();
    let add = Add { kernel: &accumulate, factor: 1.0 };
    add.launch(&stream, target.slice_mut(3..3).unwrap(), source.slice(8..8).unwrap()).unwrap();
    let error = add.launch(&stream, target.as_mut_slice(), source.slice(0..7).unwrap()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert_eq!(error.to_string(), "accumulate::Add: source has 7 elements, the target 8; give parts of one length");
    let mut halves = stream.upload_blocking(&[f16::ZERO; 9]).unwrap();
    let error = Convert { kernel: &cast }.launch(&stream, halves.as_mut_slice(), target.as_slice()).unwrap_err();
    assert_eq!(error.to_string(), "cast::Convert: source has 8 elements, the target 9; give parts of one length");
    assert_eq!(stream.download_blocking(&target).unwrap(), [1.0; 8]);
}
