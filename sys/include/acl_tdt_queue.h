/* ACL: queues of shared buffers. */
#ifndef ASCEND_NPU_ACL_TDT_QUEUE_H
#define ASCEND_NPU_ACL_TDT_QUEUE_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_TDT_QUEUE_PERMISSION_MANAGE 1
#define ACL_TDT_QUEUE_PERMISSION_DEQUEUE 2
#define ACL_TDT_QUEUE_PERMISSION_ENQUEUE 4
#define ACL_TDT_QUEUE_ROUTE_UNBIND 0
#define ACL_TDT_QUEUE_ROUTE_BIND 1
#define ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL 2

/** A shared buffer. */
typedef void *acltdtBuf;

/** Attributes of a queue. */
typedef struct tagMemQueueAttr acltdtQueueAttr;

/** A connection of two queues. */
typedef struct acltdtQueueRoute acltdtQueueRoute;

/** A list of connections. */
typedef struct acltdtQueueRouteList acltdtQueueRouteList;

/** A question about connections. */
typedef struct acltdtQueueRouteQueryInfo acltdtQueueRouteQueryInfo;

/** Attributes of a queue. */
typedef enum {
    ACL_TDT_QUEUE_NAME_PTR = 0,
    ACL_TDT_QUEUE_DEPTH_UINT32 = 1
} acltdtQueueAttrType;

/** Parts of a connection. */
typedef enum {
    ACL_TDT_QUEUE_ROUTE_SRC_UINT32 = 0,
    ACL_TDT_QUEUE_ROUTE_DST_UINT32 = 1,
    ACL_TDT_QUEUE_ROUTE_STATUS_INT32 = 2
} acltdtQueueRouteParamType;

/** Which connections are asked for. */
typedef enum {
    ACL_TDT_QUEUE_ROUTE_QUERY_SRC = 0,
    ACL_TDT_QUEUE_ROUTE_QUERY_DST = 1,
    ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST = 2,
    ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL = 100
} acltdtQueueRouteQueryMode;

/** Parts of a question about connections. */
typedef enum {
    ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM = 0,
    ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32 = 1,
    ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32 = 2
} acltdtQueueRouteQueryInfoParamType;

/** Memory of a shared buffer. */
typedef enum {
    ACL_TDT_NORMAL_MEM = 0,
    ACL_TDT_DVPP_MEM = 1
} acltdtAllocBufType;

/** Creates a queue of shared buffers.
 * @since b */
aclError acltdtCreateQueue(const acltdtQueueAttr *attr, uint32_t *qid);
/** Destroys a queue.
 * @since b */
aclError acltdtDestroyQueue(uint32_t qid);
/** Adds a buffer to a queue, which takes it over; waits at most `timeout` milliseconds for room. Blocks.
 * @since b */
aclError acltdtEnqueue(uint32_t qid, acltdtBuf buf, int32_t timeout);
/** Takes a buffer from a queue; waits at most `timeout` milliseconds for one. Blocks.
 * @since b */
aclError acltdtDequeue(uint32_t qid, acltdtBuf *buf, int32_t timeout);
/** Copies data into a new buffer and adds it to a queue. Blocks.
 * @since b */
aclError acltdtEnqueueData(uint32_t qid, const void *data, size_t dataSize, const void *userData, size_t userDataSize,
                           int32_t timeout, uint32_t rsv);
/** Takes a buffer from a queue and copies its data out. Blocks.
 * @since b */
aclError acltdtDequeueData(uint32_t qid, void *data, size_t dataSize, size_t *retDataSize, void *userData,
                           size_t userDataSize, int32_t timeout);
/** Lets another process use a queue, by ACL_TDT_QUEUE_PERMISSION_* bits.
 * @since b */
aclError acltdtGrantQueue(uint32_t qid, int32_t pid, uint32_t permission, int32_t timeout);
/** Opens a queue of another process; writes the permissions.
 * @since b */
aclError acltdtAttachQueue(uint32_t qid, int32_t timeout, uint32_t *permission);
/** Connects queues: what enters one goes on to the other.
 * @since b */
aclError acltdtBindQueueRoutes(acltdtQueueRouteList *qRouteList);
/** Disconnects queues.
 * @since b */
aclError acltdtUnbindQueueRoutes(acltdtQueueRouteList *qRouteList);
/** The connections that match a question.
 * @since b */
aclError acltdtQueryQueueRoutes(const acltdtQueueRouteQueryInfo *queryInfo, acltdtQueueRouteList *qRouteList);
/** Allocates a shared buffer.
 * @since b */
aclError acltdtAllocBuf(size_t size, uint32_t type, acltdtBuf *buf);
/** Frees a shared buffer, or one reference to it.
 * @since b */
aclError acltdtFreeBuf(acltdtBuf buf);
/** Address and capacity of a shared buffer.
 * @since b */
aclError acltdtGetBufData(const acltdtBuf buf, void **dataPtr, size_t *size);
/** Sets how many bytes of a shared buffer count.
 * @since d */
aclError acltdtSetBufDataLen(acltdtBuf buf, size_t len);
/** How many bytes of a shared buffer count.
 * @since d */
aclError acltdtGetBufDataLen(acltdtBuf buf, size_t *len);
/** Chains a shared buffer behind another.
 * @since d */
aclError acltdtAppendBufChain(acltdtBuf headBuf, acltdtBuf buf);
/** Number of buffers in a chain.
 * @since d */
aclError acltdtGetBufChainNum(acltdtBuf headBuf, uint32_t *num);
/** One buffer of a chain.
 * @since d */
aclError acltdtGetBufFromChain(acltdtBuf headBuf, uint32_t index, acltdtBuf *buf);
/** Reads from the private area of a shared buffer.
 * @since d */
aclError acltdtGetBufUserData(const acltdtBuf buf, void *dataPtr, size_t size, size_t offset);
/** Writes to the private area of a shared buffer.
 * @since d */
aclError acltdtSetBufUserData(acltdtBuf buf, const void *dataPtr, size_t size, size_t offset);
/** A further reference to a shared buffer.
 * @since d */
aclError acltdtCopyBufRef(const acltdtBuf buf, acltdtBuf *newBuf);
/** New attributes of a queue; NULL when memory is short.
 * @since b */
acltdtQueueAttr *acltdtCreateQueueAttr(void);
/** Frees attributes of a queue.
 * @since b */
aclError acltdtDestroyQueueAttr(const acltdtQueueAttr *attr);
/** Sets one attribute of a queue.
 * @since b */
aclError acltdtSetQueueAttr(acltdtQueueAttr *attr, acltdtQueueAttrType type, size_t len, const void *param);
/** One attribute of a queue.
 * @since b */
aclError acltdtGetQueueAttr(const acltdtQueueAttr *attr, acltdtQueueAttrType type, size_t len, size_t *paramRetSize,
                            void *param);
/** A new connection of two queues; NULL when memory is short.
 * @since b */
acltdtQueueRoute *acltdtCreateQueueRoute(uint32_t srcId, uint32_t dstId);
/** Frees a connection.
 * @since b */
aclError acltdtDestroyQueueRoute(const acltdtQueueRoute *route);
/** One end, or the state, of a connection.
 * @since b */
aclError acltdtGetQueueRouteParam(const acltdtQueueRoute *route, acltdtQueueRouteParamType type, size_t len,
                                  size_t *paramRetSize, void *param);
/** A new empty list of connections; NULL when memory is short.
 * @since b */
acltdtQueueRouteList *acltdtCreateQueueRouteList(void);
/** Frees a list of connections.
 * @since b */
aclError acltdtDestroyQueueRouteList(const acltdtQueueRouteList *routeList);
/** Adds a connection to a list.
 * @since b */
aclError acltdtAddQueueRoute(acltdtQueueRouteList *routeList, const acltdtQueueRoute *route);
/** One connection of a list.
 * @since b */
aclError acltdtGetQueueRoute(const acltdtQueueRouteList *routeList, size_t index, acltdtQueueRoute *route);
/** Number of connections of a list.
 * @since b */
size_t acltdtGetQueueRouteNum(const acltdtQueueRouteList *routeList);
/** A new question about connections; NULL when memory is short.
 * @since b */
acltdtQueueRouteQueryInfo *acltdtCreateQueueRouteQueryInfo(void);
/** Frees a question about connections.
 * @since b */
aclError acltdtDestroyQueueRouteQueryInfo(const acltdtQueueRouteQueryInfo *info);
/** Sets one part of a question about connections.
 * @since b */
aclError acltdtSetQueueRouteQueryInfo(acltdtQueueRouteQueryInfo *param, acltdtQueueRouteQueryInfoParamType type,
                                      size_t len, const void *value);

ASCEND_NPU_END

#endif
