/* ACL: device memory, pinned host memory, copies and fills. */
#ifndef ASCEND_NPU_ACL_MEMORY_H
#define ASCEND_NPU_ACL_MEMORY_H

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    ACL_MEM_MALLOC_HUGE_FIRST = 0,
    ACL_MEM_MALLOC_HUGE_ONLY = 1,
    ACL_MEM_MALLOC_NORMAL_ONLY = 2
} aclrtMemMallocPolicy;

typedef enum {
    ACL_DDR_MEM = 0,
    ACL_HBM_MEM = 1
} aclrtMemAttr;

typedef enum {
    ACL_MEMCPY_HOST_TO_HOST = 0,
    ACL_MEMCPY_HOST_TO_DEVICE = 1,
    ACL_MEMCPY_DEVICE_TO_HOST = 2,
    ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
    ACL_MEMCPY_DEFAULT = 4
} aclrtMemcpyKind;

/** Allocates device memory, 64-byte aligned, content undefined.
 * @since a */
aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy);
/** Frees device memory at once, without waiting for work that uses it.
 * @since a */
aclError aclrtFree(void *devPtr);
/** Allocates pinned host memory.
 * @since a */
aclError aclrtMallocHost(void **hostPtr, size_t size);
/** Frees pinned host memory at once.
 * @since a */
aclError aclrtFreeHost(void *hostPtr);
/** Free and total bytes of a kind of memory of the current device.
 * @since a */
aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total);
/** Copies and blocks. Does not wait for any stream.
 * @since a */
aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind);
/** Queues a copy; pageable host memory makes it block.
 * @since a */
aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream);
/** Fills and blocks.
 * @since a */
aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value, size_t count);
/** Queues a fill.
 * @since a */
aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
