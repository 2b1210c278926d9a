/* ACL: allocators of the caller, for memory the runtime needs. */
#ifndef ASCEND_NPU_ACL_ALLOCATOR_H
#define ASCEND_NPU_ACL_ALLOCATOR_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** Allocates; returns the block. */
typedef void *(*aclrtAllocatorAllocFunc)(aclrtAllocator allocator, size_t size);

/** Frees a block. */
typedef void (*aclrtAllocatorFreeFunc)(aclrtAllocator allocator, aclrtAllocatorBlock block);

/** Allocates near an address; returns the block. */
typedef void *(*aclrtAllocatorAllocAdviseFunc)(aclrtAllocator allocator, size_t size, aclrtAllocatorAddr addr);

/** The address of a block. */
typedef void *(*aclrtAllocatorGetAddrFromBlockFunc)(aclrtAllocatorBlock block);

/** A new description of an allocator of the caller; NULL when memory is short.
 * @since d */
aclrtAllocatorDesc aclrtAllocatorCreateDesc(void);
/** Frees the description of an allocator.
 * @since d */
aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc);
/** Sets the object that is passed to each function of the allocator.
 * @since d */
aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocator allocator);
/** Sets the function that allocates.
 * @since d */
aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocFunc func);
/** Sets the function that frees.
 * @since d */
aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorFreeFunc func);
/** Sets the function that allocates near a wished address.
 * @since d */
aclError aclrtAllocatorSetAllocAdviseFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocAdviseFunc func);
/** Sets the function that tells the address of a block.
 * @since d */
aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                     aclrtAllocatorGetAddrFromBlockFunc func);
/** Makes the allocator that of a stream.
 * @since d */
aclError aclrtAllocatorRegister(aclrtStream stream, aclrtAllocatorDesc allocatorDesc);
/** The allocator of a stream.
 * @since f */
aclError aclrtAllocatorGetByStream(aclrtStream stream, aclrtAllocatorDesc *allocatorDesc, aclrtAllocator *allocator,
                                   aclrtAllocatorAllocFunc *allocFunc, aclrtAllocatorFreeFunc *freeFunc,
                                   aclrtAllocatorAllocAdviseFunc *allocAdviseFunc,
                                   aclrtAllocatorGetAddrFromBlockFunc *getAddrFromBlockFunc);
/** Takes back aclrtAllocatorRegister.
 * @since d */
aclError aclrtAllocatorUnregister(aclrtStream stream);

ASCEND_NPU_END

#endif
