/* HCCL: sends and receives; counts are elements. */
#ifndef ASCEND_NPU_HCCL_P2P_H
#define ASCEND_NPU_HCCL_P2P_H

#include "hccl_base.h"

ASCEND_NPU_BEGIN

/** Direction of an item. */
typedef enum {
    HCCL_SEND = 0,
    HCCL_RECV = 1,
    HCCL_SEND_RECV_RESERVED = 2
} HcclSendRecvType;

/** A send or receive of a batch. */
typedef struct {
    HcclSendRecvType sendRecvType;
    void *buf;
    uint64_t count;
    HcclDataType dataType;
    uint32_t remoteRank;
} HcclSendRecvItem;

/** Queues: sends `buf` to a rank; the stream waits for the matching receive.
 * @since b */
HcclResult HcclSend(void *sendBuf, uint64_t count, HcclDataType dataType, uint32_t destRank, HcclComm comm,
                    aclrtStream stream);
/** Queues: receives from a rank into `buf`.
 * @since b */
HcclResult HcclRecv(void *recvBuf, uint64_t count, HcclDataType dataType, uint32_t srcRank, HcclComm comm,
                    aclrtStream stream);
/** Queues: sends and receives that do not wait for each other; each must meet its peer's in the same batch.
 * @since c */
HcclResult HcclBatchSendRecv(HcclSendRecvItem *sendRecvInfo, uint32_t itemNum, HcclComm comm, aclrtStream stream);

ASCEND_NPU_END

#endif
