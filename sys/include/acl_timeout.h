/* ACL: time limits of kernels and waits. */
#ifndef ASCEND_NPU_ACL_TIMEOUT_H
#define ASCEND_NPU_ACL_TIMEOUT_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** Limit in seconds of queued event waits of the process; 0 for none.
 * @since b */
aclError aclrtSetOpWaitTimeout(uint32_t timeout);
/** Limit in seconds of kernels of the process.
 * @since b */
aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);
/** Limit in microseconds of kernels; writes the limit that the hardware's step makes of it.
 * @since f */
aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t *actualTimeout);
/** The hardware's step of kernel limits, in microseconds.
 * @since f */
aclError aclrtGetOpTimeOutInterval(uint64_t *interval);
/** Limit in milliseconds of kernels of the process.
 * @since f */
aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout);
/** The limit of kernels of the process, in milliseconds.
 * @since f */
aclError aclrtGetOpExecuteTimeout(uint32_t *const timeoutMs);
/** The number of the task this thread queued last.
 * @since f */
aclError aclrtGetThreadLastTaskId(uint32_t *taskId);

ASCEND_NPU_END

#endif
