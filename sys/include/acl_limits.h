/* ACL: limits of the cores that kernels use. */
#ifndef ASCEND_NPU_ACL_LIMITS_H
#define ASCEND_NPU_ACL_LIMITS_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** Types of cores that can be limited. */
typedef enum {
    ACL_RT_DEV_RES_CUBE_CORE = 0,
    ACL_RT_DEV_RES_VECTOR_CORE = 1
} aclrtDevResLimitType;

/** How many cores of a type a kernel of this device may use.
 * @since e */
aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t *value);
/** Limits how many cores of a type a kernel of this device may use, for this process.
 * @since e */
aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value);
/** Lifts the limits of a device.
 * @since e */
aclError aclrtResetDeviceResLimit(int32_t deviceId);
/** How many cores of a type a kernel of this stream may use.
 * @since e */
aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t *value);
/** Limits how many cores of a type a kernel of this stream may use.
 * @since e */
aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value);
/** Lifts the limits of a stream.
 * @since e */
aclError aclrtResetStreamResLimit(aclrtStream stream);
/** Makes the limits of a stream those of this thread.
 * @since e */
aclError aclrtUseStreamResInCurrentThread(aclrtStream stream);
/** Takes back aclrtUseStreamResInCurrentThread.
 * @since e */
aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream);
/** How many cores of a type a kernel launched by this thread may use.
 * @since e */
aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t *value);

ASCEND_NPU_END

#endif
