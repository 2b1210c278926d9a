/* HCCL: communicators and collectives. Counts are elements. */
#ifndef ASCEND_NPU_HCCL_H
#define ASCEND_NPU_HCCL_H

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    HCCL_SUCCESS = 0,
    HCCL_E_PARA = 1,
    HCCL_E_PTR = 2,
    HCCL_E_MEMORY = 3,
    HCCL_E_INTERNAL = 4,
    HCCL_E_NOT_SUPPORT = 5,
    HCCL_E_NOT_FOUND = 6,
    HCCL_E_UNAVAIL = 7,
    HCCL_E_SYSCALL = 8,
    HCCL_E_TIMEOUT = 9,
    HCCL_E_OPEN_FILE_FAILURE = 10,
    HCCL_E_TCP_CONNECT = 11,
    HCCL_E_ROCE_CONNECT = 12,
    HCCL_E_TCP_TRANSFER = 13,
    HCCL_E_ROCE_TRANSFER = 14,
    HCCL_E_RUNTIME = 15,
    HCCL_E_DRV = 16,
    HCCL_E_PROFILING = 17,
    HCCL_E_CCE = 18,
    HCCL_E_NETWORK = 19,
    HCCL_E_AGAIN = 20,
    HCCL_E_REMOTE = 21,
    HCCL_E_SUSPENDING = 22,
    HCCL_E_OPRETRY_FAIL = 23,
    HCCL_E_OOM = 24
} HcclResult;

typedef enum {
    HCCL_REDUCE_SUM = 0,
    HCCL_REDUCE_PROD = 1,
    HCCL_REDUCE_MAX = 2,
    HCCL_REDUCE_MIN = 3
} HcclReduceOp;

typedef enum {
    HCCL_DATA_TYPE_INT8 = 0,
    HCCL_DATA_TYPE_INT16 = 1,
    HCCL_DATA_TYPE_INT32 = 2,
    HCCL_DATA_TYPE_FP16 = 3,
    HCCL_DATA_TYPE_FP32 = 4,
    HCCL_DATA_TYPE_INT64 = 5,
    HCCL_DATA_TYPE_UINT64 = 6,
    HCCL_DATA_TYPE_UINT8 = 7,
    HCCL_DATA_TYPE_UINT16 = 8,
    HCCL_DATA_TYPE_UINT32 = 9,
    HCCL_DATA_TYPE_FP64 = 10,
    HCCL_DATA_TYPE_BFP16 = 11,
    HCCL_DATA_TYPE_INT128 = 12
} HcclDataType;

typedef void *HcclComm;

#define HCCL_ROOT_INFO_BYTES 4108U

typedef struct {
    char internal[4108];
} HcclRootInfo;

/** Makes the root information of a new communicator; on the root rank only.
 * @since a */
HcclResult HcclGetRootInfo(HcclRootInfo *rootInfo);
/** Joins a communicator; blocks until all ranks have come.
 * @since a */
HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo *rootInfo, uint32_t rank, HcclComm *comm);
/** Makes one communicator a device of this process, all at once.
 * @since a */
HcclResult HcclCommInitAll(uint32_t ndev, int32_t *devices, HcclComm *comms);
/** Destroys a communicator. Does not wait for queued work.
 * @since a */
HcclResult HcclCommDestroy(HcclComm comm);
/** Number of ranks.
 * @since a */
HcclResult HcclGetRankSize(HcclComm comm, uint32_t *rankSize);
/** Own rank.
 * @since a */
HcclResult HcclGetRankId(HcclComm comm, uint32_t *rank);
/** Name of the communicator; the caller gives 128 bytes.
 * @since a */
HcclResult HcclGetCommName(HcclComm comm, char *commName);
/** Polls for an error that happened after the calls returned.
 * @since a */
HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult *asyncError);
/** The library's text for a code.
 * @since a */
const char *HcclGetErrorString(HcclResult code);
/** Queues: every rank's `recvBuf` becomes the reduction of all `sendBuf`.
 * @since a */
HcclResult HcclAllReduce(void *sendBuf, void *recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                         HcclComm comm, aclrtStream stream);
/** Queues: every rank's `recvBuf` becomes the `sendBuf` of all ranks in rank order; `sendCount` is one rank's.
 * @since a */
HcclResult HcclAllGather(void *sendBuf, void *recvBuf, uint64_t sendCount, HcclDataType dataType, HcclComm comm,
                         aclrtStream stream);
/** Queues: rank r's `recvBuf` becomes part r of the reduction; `recvCount` is one rank's.
 * @since a */
HcclResult HcclReduceScatter(void *sendBuf, void *recvBuf, uint64_t recvCount, HcclDataType dataType, HcclReduceOp op,
                             HcclComm comm, aclrtStream stream);
/** Queues: every rank's `buf` becomes the root's.
 * @since a */
HcclResult HcclBroadcast(void *buf, uint64_t count, HcclDataType dataType, uint32_t root, HcclComm comm,
                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
