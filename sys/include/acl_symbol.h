/* ACL: device variables by their host symbol. */
#ifndef ASCEND_NPU_ACL_SYMBOL_H
#define ASCEND_NPU_ACL_SYMBOL_H

#include "acl_base.h"
#include "acl_copy.h"

ASCEND_NPU_BEGIN

/** The device address of a device variable.
 * @since h */
aclError aclrtGetSymbolAddress(const void *symbol, void **devPtr);
/** Bytes of a device variable.
 * @since h */
aclError aclrtGetSymbolSize(const void *symbol, size_t *size);
/** Copies out of a device variable. Blocks.
 * @since h */
aclError aclrtMemcpyFromSymbol(void *dst, size_t dstMax, const void *symbol, size_t count, size_t offset,
                               aclrtMemcpyKind kind);
/** Queues a copy out of a device variable.
 * @since h */
aclError aclrtMemcpyFromSymbolAsync(void *dst, size_t dstMax, const void *symbol, size_t count, size_t offset,
                                    aclrtMemcpyKind kind, aclrtStream stream);
/** Copies into a device variable. Blocks.
 * @since h */
aclError aclrtMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset, aclrtMemcpyKind kind);
/** Queues a copy into a device variable.
 * @since h */
aclError aclrtMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count, size_t offset,
                                  aclrtMemcpyKind kind, aclrtStream stream);
/** The kernel that a host symbol stands for.
 * @since h */
aclError aclrtGetFuncBySymbol(const void *symbol, aclrtFuncHandle *funcHandle);

ASCEND_NPU_END

#endif
