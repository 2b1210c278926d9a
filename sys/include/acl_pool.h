/* ACL: memory pools in stream order. */
#ifndef ASCEND_NPU_ACL_POOL_H
#define ASCEND_NPU_ACL_POOL_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** Attributes of a pool: flags are 32-bit, sizes are 64-bit bytes. */
typedef enum {
    ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC = 2,
    ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
    ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD = 4,
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT = 5,
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH = 6,
    ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT = 7,
    ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH = 8
} aclrtMemPoolAttr;

/** How a pool is made; `maxSize` 0 lets the runtime choose, `reserved` must be 0. */
typedef struct {
    aclrtMemAllocationType allocType;
    aclrtMemHandleType handleType;
    aclrtMemLocation location;
    size_t maxSize;
    unsigned char reserved[32];
} aclrtMemPoolProps;

/** Creates a pool from which memory is allocated in stream order.
 * @since g */
aclError aclrtMemPoolCreate(aclrtMemPool *memPool, const aclrtMemPoolProps *poolProps);
/** Destroys a pool.
 * @since g */
aclError aclrtMemPoolDestroy(const aclrtMemPool memPool);
/** Sets an attribute of a pool.
 * @since g */
aclError aclrtMemPoolSetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value);
/** An attribute of a pool.
 * @since g */
aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value);
/** Allocates memory that later work of the stream may use.
 * @since h */
aclError aclrtMemPoolMallocAsync(void **ptr, size_t size, aclrtMemPool memPool, aclrtStream stream);
/** Frees memory once the work queued on the stream so far has passed.
 * @since h */
aclError aclrtMemPoolFreeAsync(void *ptr, aclrtStream stream);
/** Gives unused memory of a pool back to the device, all but `minBytesToKeep`. Blocks.
 * @since h */
aclError aclrtMemPoolTrimTo(aclrtMemPool memPool, size_t minBytesToKeep);

ASCEND_NPU_END

#endif
