/* ACL: devices and contexts. */
#ifndef ASCEND_NPU_ACL_DEVICE_H
#define ASCEND_NPU_ACL_DEVICE_H

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
    ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
    ACL_DEV_ATTR_CUBE_CORE_NUM = 102,
    ACL_DEV_ATTR_VECTOR_CORE_NUM = 201,
    ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE = 301,
    ACL_DEV_ATTR_L2_CACHE_SIZE = 302
} aclrtDevAttr;

typedef enum {
    ACL_RT_OVERFLOW_MODE_SATURATION = 0,
    ACL_RT_OVERFLOW_MODE_INFNAN = 1,
    ACL_RT_OVERFLOW_MODE_UNDEF = 2
} aclrtFloatOverflowMode;

/** Makes the device current on this thread, opening it at first use. Counted for the process.
 * @since a */
aclError aclrtSetDevice(int32_t deviceId);
/** Gives back one aclrtSetDevice; at zero the device's own context and streams are released.
 * @since a */
aclError aclrtResetDevice(int32_t deviceId);
/** The device of this thread's context.
 * @since a */
aclError aclrtGetDevice(int32_t *deviceId);
/** Number of devices the process may use. Needs no context.
 * @since a */
aclError aclrtGetDeviceCount(uint32_t *count);
/** Waits for all streams of the current context.
 * @since a */
aclError aclrtSynchronizeDevice(void);
/** One attribute of a device.
 * @since f */
aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t *value);
/** Sets what overflow gives, for streams created afterwards.
 * @since b */
aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);
/** What overflow gives on the current device.
 * @since f */
aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode *mode);
/** Creates a context of its own on a device and makes it current on this thread.
 * @since a */
aclError aclrtCreateContext(aclrtContext *context, int32_t deviceId);
/** Destroys a context made by aclrtCreateContext.
 * @since a */
aclError aclrtDestroyContext(aclrtContext context);
/** Makes a context, and its device, current on this thread.
 * @since a */
aclError aclrtSetCurrentContext(aclrtContext context);
/** The current context of this thread.
 * @since a */
aclError aclrtGetCurrentContext(aclrtContext *context);

#ifdef __cplusplus
}
#endif

#endif
