/* All areas: what the bindings are made from.
 *
 * The comment of a function says in one line what it does: `blocks` where it waits, `queues` where it adds work to a
 * stream and returns; all others act at once. Its last line, `@since`, is the letter of the oldest toolkit whose headers
 * have it: a 5.1, b 7.0, c 8.0, d 8.1, e 8.3, f 8.5, g 9.0, h 9.1, i 9.2, j later. Letters a and b are required. */
#ifndef ASCEND_NPU_ASCEND_H
#define ASCEND_NPU_ASCEND_H

#include "acl_allocator.h"
#include "acl_base.h"
#include "acl_cache.h"
#include "acl_callback.h"
#include "acl_codes.h"
#include "acl_context.h"
#include "acl_copy.h"
#include "acl_data.h"
#include "acl_device.h"
#include "acl_dump.h"
#include "acl_error.h"
#include "acl_event.h"
#include "acl_graph.h"
#include "acl_group.h"
#include "acl_init.h"
#include "acl_ipc.h"
#include "acl_kernel.h"
#include "acl_label.h"
#include "acl_limits.h"
#include "acl_managed.h"
#include "acl_mbuf.h"
#include "acl_memory.h"
#include "acl_notify.h"
#include "acl_overflow.h"
#include "acl_platform.h"
#include "acl_pool.h"
#include "acl_profiling.h"
#include "acl_random.h"
#include "acl_snapshot.h"
#include "acl_stream.h"
#include "acl_symbol.h"
#include "acl_tdt_channel.h"
#include "acl_tdt_queue.h"
#include "acl_timeout.h"
#include "acl_vmm.h"
#include "hccl_base.h"
#include "hccl_collective.h"
#include "hccl_comm.h"
#include "hccl_memory.h"
#include "hccl_p2p.h"

#endif
