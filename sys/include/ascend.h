/* All areas: what the bindings are made from. */
#ifndef ASCEND_NPU_ASCEND_H
#define ASCEND_NPU_ASCEND_H

#include "acl_base.h"
#include "acl_device.h"
#include "acl_kernel.h"
#include "acl_memory.h"
#include "acl_stream.h"
#include "hccl.h"

#endif
