/* ACL: what the toolkit and the chip can do. */
#ifndef ASCEND_NPU_ACL_PLATFORM_H
#define ASCEND_NPU_ACL_PLATFORM_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** Features of the toolkit and device together. */
typedef enum {
    ACL_CANN_ATTR_UNDEFINED = -1,
    ACL_CANN_ATTR_INF_NAN = 0,
    ACL_CANN_ATTR_BF16 = 1,
    ACL_CANN_ATTR_JIT_COMPILE = 2
} aclCannAttr;

/** Properties of the platform. */
typedef enum {
    ACL_PLATFORM_AICORE_CNT = 0,
    ACL_PLATFORM_AICORE_UB_SIZE = 1,
    ACL_PLATFORM_CUBE_CORE_CNT = 2,
    ACL_PLATFORM_VECTOR_CORE_CNT = 3,
    ACL_PLATFORM_L2_SIZE = 4,
    ACL_PLATFORM_MEMORY_SIZE = 5,
    ACL_PLATFORM_CUBE_FREQ = 6,
    ACL_PLATFORM_VEC_FREQ = 7,
    ACL_PLATFORM_BT_SIZE = 8,
    ACL_PLATFORM_L0_A_SIZE = 9,
    ACL_PLATFORM_L0_B_SIZE = 10,
    ACL_PLATFORM_L0_C_SIZE = 11,
    ACL_PLATFORM_L1_SIZE = 12,
    ACL_PLATFORM_SOC_VERSION = 13,
    ACL_PLATFORM_AIC_VERSION = 14,
    ACL_PLATFORM_NPU_ARCH = 15,
    ACL_PLATFORM_MEMORY_TYPE = 16
} aclplatformDevInfo;

/** Types of cores. */
typedef enum {
    ACL_PLATFORM_CORE_TYPE_AI_CORE = 0,
    ACL_PLATFORM_CORE_TYPE_VECTOR_CORE = 1
} aclplatformCoreType;

/** Architectures of cores. */
typedef enum {
    DAV_1001 = 1001,
    DAV_2002 = 2002,
    DAV_2102 = 2102,
    DAV_2201 = 2201,
    DAV_3002 = 3002,
    DAV_3003 = 3003,
    DAV_3004 = 3004,
    DAV_3102 = 3102,
    DAV_3113 = 3113,
    DAV_3505 = 3505,
    DAV_3510 = 3510,
    DAV_5102 = 5102,
    DAV_5162 = 5162,
    DAV_RESV = 0xffff
} aclplatformNpuArch;

/** Memories of a core. */
typedef enum {
    L0_A = 0,
    L0_B = 1,
    L0_C = 2,
    L1 = 3,
    L2 = 4,
    UB = 5,
    HBM = 6
} aclplatformLocalMemType;

/** The SoC name of the devices, as `Ascend910B3`; NULL without a device.
 * @since b */
const char *aclrtGetSocName(void);
/** Whether the toolkit and the device together have a feature: 1 or 0.
 * @since c */
aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t *value);
/** The features that aclGetCannAttribute may be asked for; the array belongs to the library.
 * @since c */
aclError aclGetCannAttributeList(const aclCannAttr **cannAttrList, size_t *num);
/** One property of the platform as text, without opening a device.
 * @since h */
aclError aclplatformGetDeviceInfo(aclplatformDevInfo infoType, char *value, uint32_t maxLen);
/** Whether code built for the named SoC runs on the current device: 1 or 0.
 * @since f */
aclError aclrtCheckArchCompatibility(const char *socVersion, int32_t *canCompatible);
/** What an instruction of a core type supports, as text.
 * @since h */
aclError aclplatformGetInstructionInfo(aclplatformCoreType type, const char *instruction, char *value, uint32_t maxLen);

ASCEND_NPU_END

#endif
