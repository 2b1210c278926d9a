/* ACL: copies and fills. */
#ifndef ASCEND_NPU_ACL_COPY_H
#define ASCEND_NPU_ACL_COPY_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** Direction of a copy; a hint, save for the last three, which plain copies refuse. */
typedef enum {
    ACL_MEMCPY_HOST_TO_HOST = 0,
    ACL_MEMCPY_HOST_TO_DEVICE = 1,
    ACL_MEMCPY_DEVICE_TO_HOST = 2,
    ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
    ACL_MEMCPY_DEFAULT = 4,
    ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,
    ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6,
    ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7
} aclrtMemcpyKind;

/** Operations of aclrtReduceAsync. */
typedef enum {
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM = 10,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX = 11,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN = 12,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL = 13
} aclrtReduceKind;

/** Where the ranges of a batch lie. */
typedef struct {
    aclrtMemLocation dstLoc;
    aclrtMemLocation srcLoc;
    uint8_t rsv[16];
} aclrtMemcpyBatchAttr;

/** Copies. Does not wait for any stream. Blocks.
 * @since a */
aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind);
/** Fills with a byte. Does not wait for any stream. Blocks.
 * @since a */
aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value, size_t count);
/** Queues a copy; pageable host memory makes it block.
 * @since a */
aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream);
/** Queues a fill with a byte.
 * @since a */
aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream);
/** Fills with a 32-bit value, `N` times. Blocks.
 * @since h */
aclError aclrtMemsetD32(void *ptr, size_t memSize, uint32_t value, size_t N);
/** Queues a fill with a 32-bit value, `N` times.
 * @since h */
aclError aclrtMemsetD32Async(void *ptr, size_t memSize, uint32_t value, size_t N, aclrtStream stream);
/** Deprecated by aclrtMemcpyAsync, which it equals.
 * @since e */
aclError aclrtMemcpyAsyncWithCondition(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                                       aclrtStream stream);
/** Copies `height` rows of `width` bytes between pitched ranges. Blocks.
 * @since b */
aclError aclrtMemcpy2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                       aclrtMemcpyKind kind);
/** Queues a copy of `height` rows of `width` bytes between pitched ranges.
 * @since b */
aclError aclrtMemcpy2dAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                            aclrtMemcpyKind kind, aclrtStream stream);
/** Queues `dst` = `dst` op `src` over `count` bytes of one device; `reserve` must be NULL.
 * @since f */
aclError aclrtReduceAsync(void *dst, const void *src, uint64_t count, aclrtReduceKind kind, aclDataType type,
                          aclrtStream stream, void *reserve);
/** Copies many ranges of one direction, in no order among them. Blocks.
 * @since e */
aclError aclrtMemcpyBatch(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches,
                          aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex);
/** As aclrtMemcpyBatch without the index of the failure. Blocks.
 * @since h */
aclError aclrtMemcpyBatchV2(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches,
                            aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs);
/** Queues copies of many ranges of one direction, in no order among them.
 * @since e */
aclError aclrtMemcpyBatchAsync(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches,
                               aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex,
                               aclrtStream stream);
/** As aclrtMemcpyBatchAsync without the index of the failure.
 * @since h */
aclError aclrtMemcpyBatchAsyncV2(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches,
                                 aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs,
                                 aclrtStream stream);
/** Bytes of a copy descriptor in device memory.
 * @since f */
aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t *descSize);
/** Writes a copy descriptor into device memory; `config` must be NULL. Blocks.
 * @since f */
aclError aclrtSetMemcpyDesc(void *desc, aclrtMemcpyKind kind, void *srcAddr, void *dstAddr, size_t count, void *config);
/** Queues a copy between addresses that are read from device memory when it runs.
 * @since f */
aclError aclrtMemcpyAsyncWithOffset(void **dst, size_t destMax, size_t dstDataOffset, const void **src, size_t count,
                                    size_t srcDataOffset, aclrtMemcpyKind kind, aclrtStream stream);
/** Queues the copy that a descriptor in device memory tells.
 * @since f */
aclError aclrtMemcpyAsyncWithDesc(void *desc, aclrtMemcpyKind kind, aclrtStream stream);

ASCEND_NPU_END

#endif
