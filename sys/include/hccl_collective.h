/* HCCL: collectives; counts are elements. */
#ifndef ASCEND_NPU_HCCL_COLLECTIVE_H
#define ASCEND_NPU_HCCL_COLLECTIVE_H

#include "hccl_base.h"

ASCEND_NPU_BEGIN

/** Queues: every rank's `recvBuf` becomes the reduction of all `sendBuf`.
 * @since a */
HcclResult HcclAllReduce(void *sendBuf, void *recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                         HcclComm comm, aclrtStream stream);
/** Queues: every rank's `recvBuf` becomes the `sendBuf` of all ranks in rank order; `sendCount` is one rank's.
 * @since a */
HcclResult HcclAllGather(void *sendBuf, void *recvBuf, uint64_t sendCount, HcclDataType dataType, HcclComm comm,
                         aclrtStream stream);
/** Queues: as HcclAllGather with a count for each rank; count and offset arrays are 64-bit, in host memory.
 * @since d */
HcclResult HcclAllGatherV(void *sendBuf, uint64_t sendCount, void *recvBuf, const void *recvCounts,
                          const void *recvDispls, HcclDataType dataType, HcclComm comm, aclrtStream stream);
/** Queues: rank r's `recvBuf` becomes part r of the reduction; `recvCount` is one rank's.
 * @since a */
HcclResult HcclReduceScatter(void *sendBuf, void *recvBuf, uint64_t recvCount, HcclDataType dataType, HcclReduceOp op,
                             HcclComm comm, aclrtStream stream);
/** Queues: as HcclReduceScatter with a count for each rank; count and offset arrays are 64-bit, in host memory.
 * @since d */
HcclResult HcclReduceScatterV(void *sendBuf, const void *sendCounts, const void *sendDispls, void *recvBuf,
                              uint64_t recvCount, HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                              aclrtStream stream);
/** Queues: every rank's `buf` becomes the root's.
 * @since a */
HcclResult HcclBroadcast(void *buf, uint64_t count, HcclDataType dataType, uint32_t root, HcclComm comm,
                         aclrtStream stream);
/** Queues: the root's `recvBuf` becomes the reduction of all `sendBuf`.
 * @since b */
HcclResult HcclReduce(void *sendBuf, void *recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                      uint32_t root, HcclComm comm, aclrtStream stream);
/** Queues: rank r's `recvBuf` becomes part r of the root's `sendBuf`; `recvCount` is one rank's.
 * @since c */
HcclResult HcclScatter(void *sendBuf, void *recvBuf, uint64_t recvCount, HcclDataType dataType, uint32_t root,
                       HcclComm comm, aclrtStream stream);
/** Queues: part r of `sendBuf` goes to rank r; counts are one peer's. `recvBuf` is written in spite of its type.
 * @since b */
HcclResult HcclAlltoAll(const void *sendBuf, uint64_t sendCount, HcclDataType sendType, const void *recvBuf,
                        uint64_t recvCount, HcclDataType recvType, HcclComm comm, aclrtStream stream);
/** Queues: as HcclAlltoAll with a count and offset for each peer, in 64-bit arrays in host memory.
 * @since b */
HcclResult HcclAlltoAllV(const void *sendBuf, const void *sendCounts, const void *sdispls, HcclDataType sendType,
                         const void *recvBuf, const void *recvCounts, const void *rdispls, HcclDataType recvType,
                         HcclComm comm, aclrtStream stream);
/** Queues: as HcclAlltoAll with a matrix of 64-bit counts, sender by receiver, in host memory.
 * @since f */
HcclResult HcclAlltoAllVC(const void *sendBuf, const void *sendCountMatrix, HcclDataType sendType, const void *recvBuf,
                          HcclDataType recvType, HcclComm comm, aclrtStream stream);
/** Queues: the stream goes on when every rank's stream has come here; no time limit.
 * @since f */
HcclResult HcclBarrier(HcclComm comm, aclrtStream stream);

ASCEND_NPU_END

#endif
