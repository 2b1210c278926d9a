/* ACL: contexts and system options. */
#ifndef ASCEND_NPU_ACL_CONTEXT_H
#define ASCEND_NPU_ACL_CONTEXT_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** System options. Of DETERMINISTIC: 0 off, 1 on, 2 strong, 3 the same for any batch. */
typedef enum {
    ACL_OPT_DETERMINISTIC = 0,
    ACL_OPT_ENABLE_DEBUG_KERNEL = 1,
    ACL_OPT_STRONG_CONSISTENCY = 2,
    ACL_OPT_ENABLE_KERNEL_EARLY_START = 3
} aclSysParamOpt;

/** Creates a context of its own on a device and makes it current on this thread.
 * @since a */
aclError aclrtCreateContext(aclrtContext *context, int32_t deviceId);
/** Destroys a context made by aclrtCreateContext. Blocks.
 * @since a */
aclError aclrtDestroyContext(aclrtContext context);
/** Makes a context, and its device, current on this thread.
 * @since a */
aclError aclrtSetCurrentContext(aclrtContext context);
/** The current context of this thread.
 * @since a */
aclError aclrtGetCurrentContext(aclrtContext *context);
/** The default stream of the current context; it is not ordered with other streams.
 * @since f */
aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream);
/** Whether the device's own context exists: 1 or 0.
 * @since f */
aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t *flags, int32_t *active);
/** A system option of the current context.
 * @since f */
aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t *value);
/** Sets a system option of the current context.
 * @since b */
aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);
/** A system option of the process.
 * @since d */
aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t *value);
/** Sets a system option of the process.
 * @since d */
aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value);

ASCEND_NPU_END

#endif
