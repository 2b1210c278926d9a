//! The C declarations that the bindings are made from.

macro_rules! headers {
    ($($name:literal)*) => {
        /// File name and text of each header of this crate's own C declarations of ACL and HCCL; `ascend.h` includes all others.
        pub const HEADERS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../include/", $name)))),*];
    };
}

headers! {
    "acl_allocator.h"
    "acl_base.h"
    "acl_cache.h"
    "acl_callback.h"
    "acl_codes.h"
    "acl_context.h"
    "acl_copy.h"
    "acl_data.h"
    "acl_device.h"
    "acl_dump.h"
    "acl_error.h"
    "acl_event.h"
    "acl_graph.h"
    "acl_group.h"
    "acl_init.h"
    "acl_ipc.h"
    "acl_kernel.h"
    "acl_label.h"
    "acl_limits.h"
    "acl_managed.h"
    "acl_mbuf.h"
    "acl_memory.h"
    "acl_notify.h"
    "acl_overflow.h"
    "acl_platform.h"
    "acl_pool.h"
    "acl_profiling.h"
    "acl_random.h"
    "acl_snapshot.h"
    "acl_stream.h"
    "acl_symbol.h"
    "acl_tdt_channel.h"
    "acl_tdt_queue.h"
    "acl_timeout.h"
    "acl_vmm.h"
    "ascend.h"
    "hccl_base.h"
    "hccl_collective.h"
    "hccl_comm.h"
    "hccl_memory.h"
    "hccl_p2p.h"
}
