/* ACL: numeric overflow. */
#ifndef ASCEND_NPU_ACL_OVERFLOW_H
#define ASCEND_NPU_ACL_OVERFLOW_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** What overflow gives: the largest number, or infinity and not-a-number. */
typedef enum {
    ACL_RT_OVERFLOW_MODE_SATURATION = 0,
    ACL_RT_OVERFLOW_MODE_INFNAN = 1,
    ACL_RT_OVERFLOW_MODE_UNDEF = 2
} aclrtFloatOverflowMode;

/** Sets what overflow gives, for streams created afterwards.
 * @since b */
aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);
/** What overflow gives on the current device.
 * @since f */
aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode *mode);
/** Turns overflow detection of a stream on or off, in saturation mode.
 * @since b */
aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag);
/** Whether overflow detection of a stream is on.
 * @since b */
aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t *flag);
/** Queues writing the overflow status, 64 bytes, to device memory.
 * @since b */
aclError aclrtGetOverflowStatus(void *outputAddr, size_t outputSize, aclrtStream stream);
/** Queues clearing the overflow status.
 * @since b */
aclError aclrtResetOverflowStatus(aclrtStream stream);
/** The device address of the overflow status of the current context.
 * @since f */
aclError aclrtCtxGetFloatOverflowAddr(void **overflowAddr);
/** Queues writing the overflow status to device memory.
 * @since f */
aclError aclrtGetFloatOverflowStatus(void *outputAddr, uint64_t outputSize, aclrtStream stream);
/** Queues clearing the overflow status.
 * @since f */
aclError aclrtResetFloatOverflowStatus(aclrtStream stream);
/** Queues writing the overflow status of one check mode to device memory.
 * @since f */
aclError aclrtNpuGetFloatOverFlowStatus(void *outputAddr, uint64_t outputSize, uint32_t checkMode, aclrtStream stream);
/** Queues clearing the overflow status of one check mode.
 * @since f */
aclError aclrtNpuClearFloatOverFlowStatus(uint32_t checkMode, aclrtStream stream);

ASCEND_NPU_END

#endif
