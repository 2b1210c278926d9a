//! The kernels on the first generation of devices: what it refuses, before any call, and how an overflow is known there.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

mod common;

use ascend_npu::kernel::OverflowStatus;
use ascend_npu::kernel::accumulate::{Accumulate, Add};
use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, Options, Rounding, Shard, Step};
use ascend_npu::kernel::control::{LossScale, Scaler, Settings};
use ascend_npu::kernel::fill::{Fill, Set};
use ascend_npu::kernel::scale::{Multiply, Scale};
use ascend_npu::kernel::stats::{Pass, Stats, Workspace};
use ascend_npu::{Device, Driver, ErrorKind, bf16, f16};
use ascend_npu_mock::control;

const LEN: usize = 1000;

/// All tests want the same part, so each may ask for it.
fn device() -> Device {
    let mut settings = control::Settings::default();
    settings.soc = "Ascend910A".to_owned();
    // A later test finds the device started, with this part.
    let _ = control::configure(settings);
    Driver::open().unwrap().device(0).unwrap()
}

#[test]
fn what_the_910a_has_not_is_refused_by_name() {
    common::needs!(Settings);
    let device = device();
    let stream = device.stream().unwrap();
    let accumulate = Accumulate::load(&device).unwrap();
    let mut sum = stream.upload_blocking(&[0.0_f32; LEN]).unwrap();
    let brains = stream.upload_blocking(&[bf16::ONE; LEN]).unwrap();
    let add = Add { kernel: &accumulate, factor: 1.0 };
    let error = add.launch(&stream, sum.as_mut_slice(), brains.as_slice()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotSupported);
    assert!(error.to_string().contains("the 910A has no bf16"), "{error}");

    let halves = stream.upload_blocking(&[f16::ONE; LEN]).unwrap();
    let error = add.launch(&stream, sum.slice_mut(0..15).unwrap(), halves.slice(0..15).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "accumulate::Add: 15 elements were given, the 910A takes 16 or more; pad the buffer");
    add.launch(&stream, sum.slice_mut(1..18).unwrap(), halves.slice(1..18).unwrap()).unwrap();
    let sum = stream.download_blocking(&sum).unwrap();
    assert!(sum[1..18].iter().all(|value| *value == 1.0));
    assert_eq!((sum[0], sum[18]), (0.0, 0.0));

    // A fill looks at no number, so it takes every type.
    let fill = Fill::load(&device).unwrap();
    let mut brains = brains;
    Set { kernel: &fill, value: bf16::NEG_ONE }.launch(&stream, brains.as_mut_slice()).unwrap();
    assert_eq!(stream.download_blocking(&brains).unwrap(), [bf16::NEG_ONE; LEN]);
}

#[test]
fn stochastic_rounding_is_refused_and_nothing_is_written_and_to_nearest_works() {
    common::needs!(Settings);
    let device = device();
    let stream = device.stream().unwrap();
    let (adam, optimizer) = (Adam::load(&device).unwrap(), AdamW::default());
    let gradient = stream.upload_blocking(&[f16::ONE; LEN]).unwrap();
    let mut state = [(); 4].map(|()| stream.upload_blocking(&[1.0_f32; LEN]).unwrap());
    let mut copy = stream.upload_blocking(&[f16::NEG_ONE; LEN]).unwrap();
    let control = stream.upload_blocking(&[ControlBlock::new(&optimizer, 1, 1.0)]).unwrap();
    // With the largest second moments, and without.
    let mut launch = |rounding, amsgrad| {
        let [master, moment1, moment2, largest] = &mut state;
        let shard = Shard {
            gradient: gradient.as_slice(),
            master: master.as_mut_slice(),
            moment1: moment1.as_mut_slice(),
            moment2: moment2.as_mut_slice(),
            copy: copy.as_mut_slice(),
        };
        let options = Options { rounding, ..Options::default() };
        let step = Step { adam: &adam, optimizer: &optimizer, lr: 0.1, control: control.as_slice(), options };
        let told = if amsgrad {
            step.launch_amsgrad(&stream, shard, largest.as_mut_slice())
        } else {
            step.launch(&stream, shard)
        };
        let numbers = state.iter().map(|buffer| stream.download_blocking(buffer).unwrap());
        (told, numbers.collect::<Vec<_>>(), stream.download_blocking(&copy).unwrap())
    };
    for amsgrad in [false, true] {
        let (told, state, copy) = launch(Rounding::Stochastic { seed: 1 }, amsgrad);
        let error = told.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotSupported);
        let message = "stochastic rounding was asked for, and the 910A cannot round towards zero; round to nearest";
        assert!(error.to_string().ends_with(message), "{error}");
        assert!(state.iter().flatten().all(|number| *number == 1.0) && copy == [f16::NEG_ONE; LEN]);
    }
    let (told, state, copy) = launch(Rounding::Nearest, false);
    told.unwrap();
    assert!(state[0].iter().all(|weight| *weight < 1.0));
    assert!(state[0].iter().zip(&copy).all(|(weight, copy)| f16::from_f32(*weight) == *copy));
}

#[test]
fn an_overflow_is_known_from_the_status_of_the_device_alone() {
    common::needs!(Settings);
    let device = device();
    let stream = device.stream().unwrap();
    let (scale, stats) = (Scale::load(&device).unwrap(), Stats::load(&device).unwrap());
    let mut workspace = Workspace::new(&device, 0).unwrap();
    let mut block = device.alloc(1).unwrap();
    let mut gradient = stream.upload_blocking(&[f16::ONE; LEN]).unwrap();
    let error = Pass {
        kernel: &stats,
        workspace: &mut workspace,
        gradient: gradient.as_slice(),
        largest: None,
        overflow: None,
    }
    .launch(&stream, block.as_mut_slice())
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotSupported);

    let loss_scale = LossScale::default();
    let mut scaler = Scaler::new_blocking(&stream, loss_scale, loss_scale.first_state()).unwrap();
    let mut status = OverflowStatus::new(&stream).unwrap();
    // 1, then 60000, then beyond fp16: 65504 is stored, and nothing in it tells of the overflow.
    for (factor, skips, value) in [(1.0, 0, 1.0), (60000.0, 0, 60000.0), (10.0, 1, 65504.0), (1.0, 0, 65504.0)] {
        OverflowStatus::reset(&stream).unwrap();
        Multiply { kernel: &scale, factor }.launch(&stream, gradient.as_mut_slice()).unwrap();
        status.read(&stream).unwrap();
        let pass = Pass {
            kernel: &stats,
            workspace: &mut workspace,
            gradient: gradient.as_slice(),
            largest: None,
            overflow: Some(&status),
        };
        pass.launch(&stream, block.as_mut_slice()).unwrap();
        let decision = scaler.decide(&stream, &AdamW::default(), Settings::default(), block.as_slice()).unwrap();
        assert_eq!(stream.download_blocking(decision.block()).unwrap()[0].skip, skips, "{factor}");
        assert_eq!(stream.download_blocking(&gradient).unwrap()[LEN - 1].to_f32(), f16::from_f32(value).to_f32());
    }
    let state = stream.download_blocking(scaler.state()).unwrap()[0];
    assert_eq!((state.step, state.skipped, state.scale), (3, 1, 32768.0));
}
