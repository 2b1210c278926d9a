//! What the tests of limits share.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ascend_npu::{Communicator, Device, DeviceBuffer, Reduction};
use ascend_npu_mock::control::{self, Settings};

use crate::common::device;

static TURN: Mutex<()> = Mutex::new(());

/// How long ranks wait for each other to begin.
pub const CONNECT: Duration = Duration::from_secs(1);
/// How long an operation waits for its ranks.
pub const EXEC: Duration = Duration::from_secs(2);
/// Less than any minute, more than the limits take on a busy machine.
pub const SOON: Duration = Duration::from_secs(30);

/// A test's turn, on a device with these limits.
pub fn turn() -> MutexGuard<'static, ()> {
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut settings = Settings::default();
    (settings.connect_timeout, settings.exec_timeout) = (CONNECT, Some(EXEC));
    settings.hbm_bytes = Some(2 << 30);
    // Set by the first test; the others find it so.
    let _ = control::configure(settings);
    turn
}

/// The ends of a communicator of devices, its first all-reduce behind it.
pub fn ends(devices: std::ops::Range<u32>) -> Vec<Communicator> {
    let devices: Vec<Device> = devices.map(device).collect();
    on_threads(Communicator::all(&devices).unwrap(), |comm| {
        stuck(&comm);
        comm.stream().synchronize().unwrap();
        comm
    })
}

/// Does the same for each, all at once.
pub fn on_threads<T: Send, R: Send>(of: Vec<T>, act: impl Fn(T) -> R + Sync) -> Vec<R> {
    thread::scope(|scope| {
        let threads: Vec<_> = of.into_iter().map(|one| scope.spawn(|| act(one))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Queues an all-reduce, which waits for whoever does not.
pub fn stuck(comm: &Communicator) -> DeviceBuffer<f32> {
    let mut buffer = comm.stream().upload_blocking(&[1.0_f32; 10]).unwrap();
    comm.all_reduce_in_place(&mut buffer, Reduction::Sum).unwrap();
    buffer
}
