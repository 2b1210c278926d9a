//! What the first generation of devices refuses, before any call.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use ascend_npu::{DeviceBuffer, ErrorKind, Parts, Rank, Reduction, Result, World, bf16};
use ascend_npu_mock::control;

/// Both tests make the device alike.
fn begin() {
    let mut settings = control::Settings::default();
    settings.soc = "Ascend910A".to_owned();
    let _ = control::configure(settings);
    assert_eq!(control::settings().soc, "Ascend910A");
}

/// It stops no streams: those who wait look for the stop themselves.
#[test]
fn an_abort_ends_the_wait_for_a_rank_that_never_comes() {
    common::needs!(Settings);
    begin();
    let ended = Barrier::new(2);
    World::run(2, |rank| -> Result<()> {
        let comm = &rank.communicator;
        let mut buffer = comm.stream().upload_blocking(&[1.0_f32; 4])?;
        comm.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
        comm.stream().synchronize()?;
        if rank.rank() == 0 {
            comm.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
            let handle = comm.abort_handle();
            let error = thread::scope(|scope| {
                scope.spawn(move || {
                    thread::sleep(Duration::from_millis(30));
                    handle.abort("rank 1 does not come").unwrap();
                });
                comm.stream().synchronize().unwrap_err()
            });
            assert_eq!(error.kind(), ErrorKind::Aborted, "{error}");
            assert!(error.to_string().contains("rank 1 does not come"), "{error}");
            let later = comm.all_reduce_in_place(&mut buffer, Reduction::Sum).unwrap_err();
            assert_eq!(later.kind(), ErrorKind::Aborted, "{later}");
        }
        ended.wait();
        Ok(())
    })
    .unwrap();
}

#[test]
fn the_910a_refuses_what_it_cannot_do_and_does_the_rest() {
    common::needs!(Settings);
    begin();
    World::run(2, |rank| -> Result<()> {
        let comm = &rank.communicator;
        refuses(&rank, |a: &DeviceBuffer<bf16>, b| comm.all_gather(a, b.slice_mut(0..4)?))?;
        refuses(&rank, |_: &DeviceBuffer<bf16>, b| comm.all_reduce_in_place(b, Reduction::Sum))?;
        refuses(&rank, |_: &DeviceBuffer<i16>, b| comm.all_reduce_in_place(b, Reduction::Sum))?;
        let parts = Parts::packed(&[2, 2]);
        refuses(&rank, |a: &DeviceBuffer<f32>, b| comm.all_gather_v(a, b, &parts))?;
        refuses(&rank, |a: &DeviceBuffer<f32>, b| {
            comm.reduce_scatter_v(b.as_slice(), &parts, &mut comm.device().alloc(a.len())?, Reduction::Sum)
        })?;
        refuses(&rank, |a: &DeviceBuffer<f32>, b| comm.all_to_all_vc(a, &[1; 4], b.slice_mut(0..2)?))?;
        refuses(&rank, |a: &DeviceBuffer<bf16>, _| comm.send(a, 1 - comm.rank()))?;
        // No call reached the library: the next collective is the first for both.
        let mut buffer = comm.stream().upload_blocking(&[1_i32 + rank.rank().cast_signed()])?;
        comm.all_reduce_in_place(&mut buffer, Reduction::Product)?;
        assert_eq!(comm.stream().download_blocking(&buffer)?, [2]);
        Ok(())
    })
    .unwrap();
}

fn refuses<T: ascend_npu::DataType>(
    rank: &Rank,
    act: impl FnOnce(&DeviceBuffer<T>, &mut DeviceBuffer<T>) -> Result<()>,
) -> Result<()> {
    let (a, mut b) = (rank.device().alloc(2)?, rank.device().alloc(4)?);
    let error = act(&a, &mut b).unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::NotSupported, None), "{error}");
    assert!(error.hint().is_some(), "{error}");
    Ok(())
}
