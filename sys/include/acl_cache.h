/* ACL: caches. */
#ifndef ASCEND_NPU_ACL_CACHE_H
#define ASCEND_NPU_ACL_CACHE_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_RT_CMO_MAX_BARRIER_NUM 6U

/** Cache operations. */
typedef enum {
    ACL_RT_CMO_TYPE_PREFETCH = 0,
    ACL_RT_CMO_TYPE_WRITEBACK = 1,
    ACL_RT_CMO_TYPE_INVALID = 2,
    ACL_RT_CMO_TYPE_FLUSH = 3
} aclrtCmoType;

/** A cache operation by its number. */
typedef struct {
    aclrtCmoType cmoType;
    uint32_t barrierId;
} aclrtBarrierCmoInfo;

/** The cache operations to wait for; the first `barrierNum` count. */
typedef struct {
    size_t barrierNum;
    aclrtBarrierCmoInfo cmoInfo[6];
} aclrtBarrierTaskInfo;

/** Queues a cache operation over a range of device memory.
 * @since c */
aclError aclrtCmoAsync(void *src, size_t size, aclrtCmoType cmoType, aclrtStream stream);
/** Writes cached data of a range of aclrtMallocCached back to memory. Blocks.
 * @since a */
aclError aclrtMemFlush(void *devPtr, size_t size);
/** Drops cached data of a range of aclrtMallocCached. Blocks.
 * @since a */
aclError aclrtMemInvalidate(void *devPtr, size_t size);
/** As aclrtCmoAsync, with a number that aclrtCmoWaitBarrier can wait for.
 * @since f */
aclError aclrtCmoAsyncWithBarrier(void *src, size_t size, aclrtCmoType cmoType, uint32_t barrierId, aclrtStream stream);
/** Queues a wait for cache operations by their numbers.
 * @since f */
aclError aclrtCmoWaitBarrier(aclrtBarrierTaskInfo *taskInfo, aclrtStream stream, uint32_t flag);
/** Bytes of a cache-operation descriptor in device memory.
 * @since f */
aclError aclrtCmoGetDescSize(size_t *size);
/** Writes a cache-operation descriptor into device memory. Blocks.
 * @since f */
aclError aclrtCmoSetDesc(void *cmoDesc, void *src, size_t size);
/** Queues the cache operation that a descriptor in device memory tells.
 * @since f */
aclError aclrtCmoAsyncWithDesc(void *cmoDesc, aclrtCmoType cmoType, aclrtStream stream, const void *reserve);
/** Writes the L2 cache of the current device back to memory; `rsv` must be NULL. Blocks.
 * @since j */
aclError aclrtDeviceL2CacheFlush(void *rsv);

ASCEND_NPU_END

#endif
