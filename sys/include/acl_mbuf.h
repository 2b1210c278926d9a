/* ACL: shared buffers. */
#ifndef ASCEND_NPU_ACL_MBUF_H
#define ASCEND_NPU_ACL_MBUF_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** One buffer of a chain.
 * @since f */
aclError aclrtGetBufFromChain(aclrtMbuf headBuf, uint32_t index, aclrtMbuf *buf);
/** Number of buffers in a chain.
 * @since f */
aclError aclrtGetBufChainNum(aclrtMbuf headBuf, uint32_t *num);
/** Chains a shared buffer behind another.
 * @since f */
aclError aclrtAppendBufChain(aclrtMbuf headBuf, aclrtMbuf buf);
/** A further reference to a shared buffer.
 * @since f */
aclError aclrtCopyBufRef(const aclrtMbuf buf, aclrtMbuf *newBuf);
/** Reads from the private area of a shared buffer.
 * @since f */
aclError aclrtGetBufUserData(const aclrtMbuf buf, void *dataPtr, size_t size, size_t offset);
/** Writes to the private area of a shared buffer.
 * @since f */
aclError aclrtSetBufUserData(aclrtMbuf buf, const void *dataPtr, size_t size, size_t offset);
/** Address and capacity of a shared buffer.
 * @since f */
aclError aclrtGetBufData(const aclrtMbuf buf, void **dataPtr, size_t *size);
/** How many bytes of a shared buffer count.
 * @since f */
aclError aclrtGetBufDataLen(aclrtMbuf buf, size_t *len);
/** Sets how many bytes of a shared buffer count.
 * @since f */
aclError aclrtSetBufDataLen(aclrtMbuf buf, size_t len);
/** Frees a shared buffer, or one reference to it.
 * @since f */
aclError aclrtFreeBuf(aclrtMbuf buf);
/** Allocates a shared buffer.
 * @since f */
aclError aclrtAllocBuf(aclrtMbuf *buf, size_t size);

ASCEND_NPU_END

#endif
