//! Operations that only take time.

use std::sync::Arc;

use ascend_npu_sys::aclrtStream;

use crate::clock::{self, Told, Work};
use crate::exec::{self, Body, Kind, Task};

/// Queues an operation that stands for a kernel: by the modelled clock it takes the time of `work`, and it does nothing. So a dry run
/// has the layers of a model between its copies and collectives.
///
/// # Errors
/// The text of the failure, as that of a launch.
pub fn queue_work(stream: aclrtStream, name: &str, work: Work) -> Result<(), String> {
    let run = move || {
        exec::running().into_iter().for_each(|queue| clock::worked(queue, Told::Work(work)));
        Ok(())
    };
    let task = Task::new(Kind::Kernel, name.to_owned(), Body::Again(Arc::new(run)));
    crate::stream::find(stream).and_then(|stream| stream.queue.submit(task)).map_err(|failure| failure.text)
}
