//! What collectives read and write, and how long they hold it.

use ascend_npu::{Communicator, DeviceBuffer, Reduction, Result, RootInfo, Stream, World};
use ascend_npu_mock::control::{self, Kind};

use crate::{HELD, LEN, Turn, assert_nothing_found, check_reader, check_writer, device, values};

/// Checks a collective that reads `LEN` elements of a buffer, on two ranks, beside another buffer of `len` elements.
fn reads(len: usize, collective: impl Fn(&Communicator, &DeviceBuffer<f32>, &mut DeviceBuffer<f32>) + Sync) {
    let _turn = Turn::take();
    World::run(2, |rank| -> Result<()> {
        let comm = &rank.communicator;
        let mut other = space(comm, len);
        check_reader(rank.device(), comm.stream(), |_: &Stream, buffer| collective(comm, buffer, &mut other));
        Ok(())
    })
    .unwrap();
    assert_nothing_found();
}

/// Checks a collective that writes `LEN` elements of a buffer, on two ranks, beside another buffer of `len` elements.
fn writes(len: usize, collective: impl Fn(&Communicator, &mut DeviceBuffer<f32>, &DeviceBuffer<f32>) + Sync) {
    let _turn = Turn::take();
    World::run(2, |rank| -> Result<()> {
        let comm = &rank.communicator;
        let other = space(comm, len);
        check_writer(rank.device(), comm.stream(), |_: &Stream, buffer| collective(comm, buffer, &other));
        Ok(())
    })
    .unwrap();
    assert_nothing_found();
}

fn space(comm: &Communicator, len: usize) -> DeviceBuffer<f32> {
    comm.stream().upload_blocking(&values(len, 1)).unwrap()
}

#[test]
fn all_reduce_reads_its_source() {
    crate::common::needs!(Checks);
    reads(LEN, |comm, buffer, to| comm.all_reduce(buffer, to, Reduction::Sum).unwrap());
}

#[test]
fn all_reduce_writes_its_destination() {
    crate::common::needs!(Checks);
    writes(LEN, |comm, buffer, from| comm.all_reduce(from, buffer, Reduction::Sum).unwrap());
}

#[test]
fn all_reduce_in_place_writes_its_buffer() {
    crate::common::needs!(Checks);
    writes(0, |comm, buffer, _| comm.all_reduce_in_place(buffer, Reduction::Max).unwrap());
}

#[test]
fn all_gather_reads_its_source() {
    crate::common::needs!(Checks);
    reads(2 * LEN, |comm, buffer, to| comm.all_gather(buffer, to).unwrap());
}

#[test]
fn all_gather_writes_its_destination() {
    crate::common::needs!(Checks);
    writes(LEN / 2, |comm, buffer, from| comm.all_gather(from, buffer).unwrap());
}

#[test]
fn all_gather_in_place_writes_its_buffer() {
    crate::common::needs!(Checks);
    writes(0, |comm, buffer, _| comm.all_gather_in_place(buffer).unwrap());
}

#[test]
fn reduce_scatter_reads_its_source() {
    crate::common::needs!(Checks);
    reads(LEN / 2, |comm, buffer, to| comm.reduce_scatter(buffer, to, Reduction::Sum).unwrap());
}

#[test]
fn reduce_scatter_writes_its_destination() {
    crate::common::needs!(Checks);
    writes(2 * LEN, |comm, buffer, from| comm.reduce_scatter(from, buffer, Reduction::Sum).unwrap());
}

#[test]
fn reduce_scatter_in_place_writes_its_buffer() {
    crate::common::needs!(Checks);
    writes(0, |comm, buffer, _| comm.reduce_scatter_in_place(buffer, Reduction::Sum).unwrap());
}

#[test]
fn broadcast_writes_its_buffer() {
    crate::common::needs!(Checks);
    writes(0, |comm, buffer, _| comm.broadcast(buffer, 1).unwrap());
}

#[test]
fn memory_of_a_collective_lives_until_it_is_done() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let late = control::delay_operations(Kind::AllReduce, HELD);
    World::run(2, |rank| -> Result<()> {
        let device = i32::try_from(rank.device().id()).unwrap();
        let comm = &rank.communicator;
        let mut buffer = space(comm, LEN);
        let before = control::usage(device).device_blocks;
        comm.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
        drop(buffer);
        drop(rank.device().alloc::<u8>(1)?);
        assert_eq!(control::usage(device).device_blocks, before, "freed under the collective");
        comm.stream().synchronize()?;
        drop(rank.device().alloc::<u8>(1)?);
        assert_eq!(control::usage(device).device_blocks, before - 1, "never freed");
        Ok(())
    })
    .unwrap();
    drop(late);
    assert_nothing_found();
}

/// HcclCommDestroy frees what queued collectives work in, and does not wait for them.
#[test]
fn a_communicator_that_is_dropped_waits_for_its_collectives() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let late = control::delay_operations(Kind::AllGather, HELD);
    // Not those of a world, which end with their rank.
    let root = RootInfo::create(&device(0)).unwrap();
    std::thread::scope(|scope| {
        for rank in 0..2 {
            let root = &root;
            scope.spawn(move || {
                let comm = Communicator::new(&device(rank), root, 2, rank).unwrap();
                let mut buffer = space(&comm, LEN);
                comm.all_gather_in_place(&mut buffer).unwrap();
                let before = control::calls("HcclCommDestroy");
                drop(comm);
                assert!(control::calls("HcclCommDestroy") > before);
                let read = device(rank).stream().unwrap().download_blocking(&buffer).unwrap();
                assert_eq!(read, values(LEN, 1));
            });
        }
    });
    drop(late);
    assert_nothing_found();
}
