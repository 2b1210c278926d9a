/* ACL: device memory and pinned host memory. */
#ifndef ASCEND_NPU_ACL_MEMORY_H
#define ASCEND_NPU_ACL_MEMORY_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_HOST_REG_MAPPED 0x2UL
#define ACL_HOST_REG_IOMEMORY 0x4UL
#define ACL_HOST_REG_READONLY 0x8UL
#define ACL_HOST_REG_PINNED 0x10000000UL
#define ACL_RT_MEM_TYPE_DEV 0x2U
#define ACL_RT_MEM_TYPE_DVPP 0x8U
#define ACL_RT_MEM_TYPE_RSVD 0x10U

/** How memory is allocated: pages, reach of peers. The last three may be or-ed in aclrtMallocWithCfg only. */
typedef enum {
    ACL_MEM_MALLOC_HUGE_FIRST = 0,
    ACL_MEM_MALLOC_HUGE_ONLY = 1,
    ACL_MEM_MALLOC_NORMAL_ONLY = 2,
    ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
    ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
    ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
    ACL_MEM_MALLOC_HUGE1G_ONLY = 6,
    ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
    ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x100,
    ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000,
    ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000
} aclrtMemMallocPolicy;

/** Attributes of an allocation. */
typedef enum {
    ACL_RT_MEM_ATTR_RSV = 0,
    ACL_RT_MEM_ATTR_MODULE_ID = 1,
    ACL_RT_MEM_ATTR_DEVICE_ID = 2,
    ACL_RT_MEM_ATTR_VA_FLAG = 3
} aclrtMallocAttrType;

/** The value of an attribute of an allocation. */
typedef union {
    uint16_t moduleId;
    uint32_t deviceId;
    uint32_t vaFlag;
    uint8_t rsv[8];
} aclrtMallocAttrValue;

/** An attribute of an allocation with its value. */
typedef struct {
    aclrtMallocAttrType attr;
    aclrtMallocAttrValue value;
} aclrtMallocAttribute;

/** The attributes of an allocation. */
typedef struct {
    aclrtMallocAttribute *attrs;
    size_t numAttrs;
} aclrtMallocConfig;

/** Where an address lies. */
typedef struct {
    aclrtMemLocation location;
    uint32_t pageSize;
    uint32_t rsv[4];
} aclrtPtrAttributes;

/** Bytes that a component uses. */
typedef struct {
    char name[32];
    uint64_t curMemSize;
    uint64_t memPeakSize;
    size_t reserved[8];
} aclrtMemUsageInfo;

/** How host memory is mapped for a device. */
typedef enum {
    ACL_HOST_REGISTER_MAPPED = 0,
    ACL_HOST_REGISTER_IOMEMORY = 4,
    ACL_HOST_REGISTER_READONLY = 8
} aclrtHostRegisterType;

/** Engines of a device. */
typedef enum {
    ACL_RT_HAC_TYPE_STARS = 0,
    ACL_RT_HAC_TYPE_AICPU = 1,
    ACL_RT_HAC_TYPE_AIC = 2,
    ACL_RT_HAC_TYPE_AIV = 3,
    ACL_RT_HAC_TYPE_PCIEDMA = 4,
    ACL_RT_HAC_TYPE_RDMA = 5,
    ACL_RT_HAC_TYPE_SDMA = 6,
    ACL_RT_HAC_TYPE_DVPP = 7,
    ACL_RT_HAC_TYPE_UDMA = 8,
    ACL_RT_HAC_TYPE_CCU = 9
} aclrtHacType;

/** Whether an engine can use mapped host memory. */
typedef enum {
    ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED = 0,
    ACL_RT_HOST_MEM_MAP_SUPPORTED = 1
} aclrtHostMemMapCapability;

/** Sizes of pages. */
typedef enum {
    NORMAL_PAGE_TYPE = 0,
    HUGE_PAGE_TYPE = 1,
    HUGE1G_PAGE_TYPE = 2
} aclrtMemPgType;

/** Kinds of device memory. */
typedef enum {
    HBM_TYPE = 0,
    DDR_TYPE = 1,
    P2P_HBM_TYPE = 2,
    P2P_DDR_TYPE = 3
} aclrtMemType;

/** How page size and kind of memory make an aclrtMemAttr. */
typedef struct {
    uint32_t pgType;
    uint32_t memType;
    bool isHostAlloc;
    aclrtMemAttr memAttr;
} MemAttrMapping;

/** Allocates device memory, 64-byte aligned, content undefined.
 * @since a */
aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy);
/** As aclrtMalloc without the 32 bytes of padding at the end.
 * @since b */
aclError aclrtMallocAlign32(void **devPtr, size_t size, aclrtMemMallocPolicy policy);
/** As aclrtMalloc, with attributes; policy bits may be or-ed here.
 * @since f */
aclError aclrtMallocWithCfg(void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg);
/** Where an address lies: host, device, neither known.
 * @since f */
aclError aclrtPointerGetAttributes(const void *ptr, aclrtPtrAttributes *attributes);
/** Frees device memory at once, without waiting for work that uses it.
 * @since a */
aclError aclrtFree(void *devPtr);
/** Free and total bytes of a kind of memory of the current device.
 * @since a */
aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total);
/** Pins host memory of the caller, or maps it for the device, by ACL_HOST_REG_* flags.
 * @since f */
aclError aclrtHostRegisterV2(void *ptr, uint64_t size, uint32_t flag);
/** Takes back aclrtHostRegister or aclrtHostRegisterV2.
 * @since f */
aclError aclrtHostUnregister(void *ptr);
/** Allocates pinned host memory, 64-byte aligned.
 * @since a */
aclError aclrtMallocHost(void **hostPtr, size_t size);
/** Frees pinned host memory at once, without waiting for work that uses it.
 * @since a */
aclError aclrtFreeHost(void *hostPtr);
/** As aclrtMalloc, cached on the device's own processor: aclrtMemFlush and aclrtMemInvalidate are then the caller's.
 * @since a */
aclError aclrtMallocCached(void **devPtr, size_t size, aclrtMemMallocPolicy policy);
/** Waits for the device, then frees device memory. Blocks.
 * @since f */
aclError aclrtFreeWithDevSync(void *devPtr);
/** Bytes in use of a device, by component.
 * @since f */
aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo *memUsageInfo, size_t inputNum, size_t *outputNum);
/** Start and size of the allocation that an address lies in.
 * @since g */
aclError aclrtMemGetAddressRange(void *ptr, void **pbase, size_t *psize);
/** As aclrtMallocHost, with attributes.
 * @since f */
aclError aclrtMallocHostWithCfg(void **ptr, uint64_t size, aclrtMallocConfig *cfg);
/** Maps host memory of the caller for the device and gives the device's address of it.
 * @since f */
aclError aclrtHostRegister(void *ptr, uint64_t size, aclrtHostRegisterType type, void **devPtr);
/** The device's address of mapped host memory; for kernels, not for copies. `flag` must be 0.
 * @since f */
aclError aclrtHostGetDevicePointer(void *pHost, void **pDevice, uint32_t flag);
/** Waits for the device, then frees pinned host memory. Blocks.
 * @since f */
aclError aclrtFreeHostWithDevSync(void *hostPtr);
/** Allocates device memory that the task scheduler can read.
 * @since f */
aclError aclrtMallocForTaskScheduler(void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg);
/** Whether all addresses of a list are of the wanted ACL_RT_MEM_TYPE_* kinds: 1 or 0.
 * @since f */
aclError aclrtCheckMemType(void **addrList, uint32_t size, uint32_t memType, uint32_t *checkResult, uint32_t reserve);
/** Whether an engine of a device can use mapped host memory.
 * @since g */
aclError aclrtHostMemMapCapabilities(uint32_t deviceId, aclrtHacType hacType, aclrtHostMemMapCapability *capabilities);

ASCEND_NPU_END

#endif
