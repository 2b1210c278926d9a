//! Ranks: a thread and a device each.

use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::Barrier;
use std::thread;

use ascend_npu_sys::{HcclComm, HcclDataType, HcclResult};

use crate::common::{on, text};
use crate::program::Program;
use crate::things::{Stream, stream};

pub const INT32: HcclDataType = HcclDataType::HCCL_DATA_TYPE_INT32;

/// A rank, whose device is current on its thread.
pub struct Rank<'a> {
    pub number: usize,
    pub size: usize,
    pub device: i32,
    pub stream: Stream,
    communicator: usize,
    all: &'a Barrier,
}

impl Rank<'_> {
    pub fn communicator(&self) -> HcclComm {
        with_exposed_provenance_mut(self.communicator)
    }

    /// Waits for the threads of the others, by means that the device does not see.
    pub fn meet_threads(&self) {
        self.all.wait();
    }

    /// The rank in another communicator.
    pub fn within(&self, communicator: HcclComm, number: usize, size: usize) -> Self {
        Self { number, size, communicator: communicator.expose_provenance(), ..*self }
    }

    pub fn is_first(&self) -> bool {
        self.number == 0
    }
}

#[track_caller]
pub fn fine(code: HcclResult) {
    assert_eq!(code, HcclResult::HCCL_SUCCESS, "{}", text());
}

/// Runs so many ranks to their end.
pub fn ranks(p: &Program, size: usize, work: impl Fn(&Rank) + Sync) {
    let mut devices: Vec<i32> = (0..size).map(|_| p.device()).collect();
    let mut made: Vec<HcclComm> = vec![null_mut(); size];
    fine(acl!(HcclCommInitAll(size as u32, devices.as_mut_ptr(), made.as_mut_ptr())));
    let made: Vec<usize> = made.into_iter().map(|communicator| communicator.expose_provenance()).collect();
    let (all, work) = (&Barrier::new(size), &work);
    thread::scope(|scope| {
        for (number, (device, communicator)) in devices.into_iter().zip(made).enumerate() {
            scope.spawn(move || {
                on(device);
                let rank = Rank { number, size, device, stream: stream(), communicator, all };
                work(&rank);
                // It fails where an operation has failed.
                let _ = acl!(aclrtSynchronizeDevice());
                // Where the program has done so itself, it is no handle any more.
                let _ = acl!(HcclCommDestroy(rank.communicator()));
            });
        }
    });
}
