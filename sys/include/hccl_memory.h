/* HCCL: windows, zero-copy ranges and one-sided access; counts are bytes where not said otherwise. */
#ifndef ASCEND_NPU_HCCL_MEMORY_H
#define ASCEND_NPU_HCCL_MEMORY_H

#include "hccl_base.h"

ASCEND_NPU_BEGIN

/** A connection. */
typedef void *HcclConn;

/** A window. */
typedef void *HcclCommSymWindow;

/** Memory of another rank. */
typedef struct HcclMem HcclMem;

/** A description of memory, for another rank. */
typedef struct {
    char desc[512];
} HcclMemDesc;

/** Descriptions of memory. */
typedef struct {
    HcclMemDesc *array;
    uint32_t arrayLength;
} HcclMemDescs;

/** One range to write or read; `count` is elements. */
typedef struct {
    void *localAddr;
    void *remoteAddr;
    uint64_t count;
    HcclDataType dataType;
} HcclOneSideOpDesc;

/** Registers device memory as a window that all ranks reach at one offset.
 * @since g */
HcclResult HcclCommSymWinRegister(HcclComm comm, void *addr, uint64_t size, HcclCommSymWindow *winHandle,
                                  uint32_t flag);
/** Takes back HcclCommSymWinRegister.
 * @since g */
HcclResult HcclCommSymWinDeregister(HcclCommSymWindow winHandle);
/** The window that an address lies in, and the offset there.
 * @since g */
HcclResult HcclCommSymWinGet(HcclComm comm, void *ptr, size_t size, HcclCommSymWindow *winHandle, size_t *offset);
/** The address of an offset of a window on a peer rank.
 * @since g */
HcclResult HcclSymWinGetPeerPointer(HcclCommSymWindow winHandle, size_t offset, uint32_t peerRank, void **ptr);
/** Tells the reserved addresses that zero-copy buffers will lie in; `alignment` and `flags` must be 0.
 * @since d */
HcclResult HcclCommSetMemoryRange(HcclComm comm, void *baseVirPtr, size_t size, size_t alignment, uint64_t flags);
/** Takes back HcclCommSetMemoryRange.
 * @since d */
HcclResult HcclCommUnsetMemoryRange(HcclComm comm, void *baseVirPtr);
/** Makes mapped memory in that range usable without copies; `offset` and `flags` must be 0.
 * @since d */
HcclResult HcclCommActivateCommMemory(HcclComm comm, void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                                      uint64_t flags);
/** Takes back HcclCommActivateCommMemory.
 * @since d */
HcclResult HcclCommDeactivateCommMemory(HcclComm comm, void *virPtr);
/** Registers device memory for one-sided access; `flag` must be 0.
 * @since f */
HcclResult HcclCommRegister(HcclComm comm, void *addr, uint64_t size, void **handle, uint32_t flag);
/** Takes back HcclCommRegister.
 * @since f */
HcclResult HcclCommDeregister(HcclComm comm, void *handle);
/** Exchanges registered memory with peers. Blocks.
 * @since f */
HcclResult HcclCommExchangeMem(HcclComm comm, void *windowHandle, uint32_t *peerRanks, uint32_t peerRankNum);
/** Registers memory for one-sided access by one rank and writes its description.
 * @since g */
HcclResult HcclRegisterMem(HcclComm comm, uint32_t remoteRank, int type, void *addr, uint64_t size, HcclMemDesc *desc);
/** Takes back HcclRegisterMem.
 * @since g */
HcclResult HcclDeregisterMem(HcclComm comm, HcclMemDesc *desc);
/** Exchanges descriptions with one rank. Blocks.
 * @since g */
HcclResult HcclExchangeMemDesc(HcclComm comm, uint32_t remoteRank, HcclMemDescs *local, int timeout,
                               HcclMemDescs *remote, uint32_t *actualNum);
/** Opens memory of another rank by its description.
 * @since g */
HcclResult HcclEnableMemAccess(HcclComm comm, HcclMemDesc *remoteMemDesc, HcclMem *remoteMem);
/** Takes back HcclEnableMemAccess.
 * @since g */
HcclResult HcclDisableMemAccess(HcclComm comm, HcclMemDesc *remoteMemDesc);
/** Queues writing to memory of another rank.
 * @since g */
HcclResult HcclBatchPut(HcclComm comm, uint32_t remoteRank, HcclOneSideOpDesc *desc, uint32_t descNum,
                        aclrtStream stream);
/** Queues reading from memory of another rank.
 * @since g */
HcclResult HcclBatchGet(HcclComm comm, uint32_t remoteRank, HcclOneSideOpDesc *desc, uint32_t descNum,
                        aclrtStream stream);

ASCEND_NPU_END

#endif
