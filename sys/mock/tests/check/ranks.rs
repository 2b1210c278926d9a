//! Two ranks, a thread each, with two communicators.

use std::ptr::null_mut;
use std::thread;

use ascend_npu_sys::{Hccl, HcclComm, HcclResult, HcclRootInfo, Symbols, aclError, aclrtStream};
use once_cell::sync::Lazy;

use crate::support::*;

static HCCL: Lazy<Hccl> = Lazy::new(|| {
    configured();
    Lazy::force(&ACL);
    unsafe { Hccl::load(&mut Symbols::partial(&mut ascend_npu_mock::lookup)) }.unwrap()
});

pub struct Rank {
    pub rank: usize,
    pub stream: aclrtStream,
    communicators: [HcclComm; 2],
}

impl Rank {
    fn call(&self, communicator: usize, stream: aclrtStream) -> HcclResult {
        unsafe { HCCL.HcclBarrier.unwrap()(self.communicators[communicator], stream) }
    }

    #[track_caller]
    pub fn barrier(&self, communicator: usize) {
        self.barrier_on(communicator, self.stream);
    }

    #[track_caller]
    pub fn barrier_on(&self, communicator: usize, stream: aclrtStream) {
        assert_eq!(self.call(communicator, stream), HcclResult::HCCL_SUCCESS, "{}", text());
    }

    /// Whether the call was taken: not after its communicator was given up.
    pub fn try_barrier(&self, communicator: usize) -> bool {
        self.call(communicator, self.stream) == HcclResult::HCCL_SUCCESS
    }

    /// What a call says that times out on the host.
    #[track_caller]
    pub fn refused(&self, communicator: usize) -> String {
        let code = self.call(communicator, self.stream);
        let text = text();
        assert_eq!(code, HcclResult::HCCL_E_TIMEOUT, "{text}");
        text
    }

    pub fn sync(&self) -> aclError {
        unsafe { (ACL.aclrtSynchronizeStream)(self.stream) }
    }
}

/// Runs two ranks whose links are there; their devices.
pub fn both(work: impl Fn(&Rank) + Sync) -> [i32; 2] {
    alone(|rank| {
        for communicator in [0, 1] {
            rank.barrier(communicator);
        }
        assert_eq!(rank.sync(), aclError::SUCCESS);
        work(rank);
    })
}

/// Runs two ranks whose links are yet to be built; their devices.
///
/// Only the ranks' threads work with the devices: the thread of the test does not.
pub fn alone(work: impl Fn(&Rank) + Sync) -> [i32; 2] {
    let roots = thread::scope(|scope| scope.spawn(|| [root(), root()]).join().unwrap());
    let (roots, work) = (&roots, &work);
    thread::scope(|scope| {
        let ranks = [0, 1].map(|rank| {
            scope.spawn(move || {
                let device = device();
                let communicators = [0, 1].map(|place| join(&roots[place], rank));
                work(&Rank { rank, stream: stream(), communicators });
                for communicator in communicators {
                    unsafe { (HCCL.HcclCommDestroy)(communicator) };
                }
                device
            })
        });
        ranks.map(|rank| rank.join().unwrap())
    })
}

fn root() -> HcclRootInfo {
    on(ROOT);
    let mut root = HcclRootInfo { internal: [0; 4108] };
    assert_eq!(unsafe { (HCCL.HcclGetRootInfo)(&mut root) }, HcclResult::HCCL_SUCCESS);
    root
}

fn join(root: &HcclRootInfo, rank: usize) -> HcclComm {
    let mut communicator = null_mut();
    let code = unsafe { (HCCL.HcclCommInitRootInfo)(2, root, rank as u32, &mut communicator) };
    assert_eq!(code, HcclResult::HCCL_SUCCESS, "{}", text());
    communicator
}
