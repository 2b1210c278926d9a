/* ACL: notifies, counting notifies and waits for values. */
#ifndef ASCEND_NPU_ACL_NOTIFY_H
#define ASCEND_NPU_ACL_NOTIFY_H

#include "acl_base.h"
#include "acl_ipc.h"

ASCEND_NPU_BEGIN

#define ACL_STREAM_WAIT_VALUE_GEQ 0x00000000U
#define ACL_STREAM_WAIT_VALUE_EQ 0x00000001U
#define ACL_STREAM_WAIT_VALUE_AND 0x00000002U
#define ACL_STREAM_WAIT_VALUE_NOR 0x00000003U
#define ACL_NOTIFY_DEFAULT 0x00000000U
#define ACL_NOTIFY_DEVICE_USE_ONLY 0x00000001U
#define ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x02UL
#define ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS 0x02UL

/** How a record changes the value. */
typedef enum {
    ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE = 0,
    ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE = 1,
    ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE = 2,
    ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE = 4
} aclrtCntNotifyRecordMode;

/** A change of the value. */
typedef struct {
    aclrtCntNotifyRecordMode mode;
    uint32_t value;
} aclrtCntNotifyRecordInfo;

/** How a wait compares the value. */
typedef enum {
    ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE = 0,
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE = 1,
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE = 2,
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE = 3,
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE = 4
} aclrtCntNotifyWaitMode;

/** A wait for the value; `timeout` in seconds, `isClear` 1 to set it to zero afterwards. */
typedef struct {
    aclrtCntNotifyWaitMode mode;
    uint32_t value;
    uint32_t timeout;
    uint8_t isClear;
    uint8_t rsv[3];
} aclrtCntNotifyWaitInfo;

/** Creates a notify: a flag between streams, also of other devices and processes.
 * @since f */
aclError aclrtCreateNotify(aclrtNotify *notify, uint64_t flag);
/** Destroys a notify; no work that uses it may be queued.
 * @since f */
aclError aclrtDestroyNotify(aclrtNotify notify);
/** Queues setting the flag.
 * @since f */
aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream);
/** Queues a wait for the flag, which it takes down; at most `timeout` seconds, 0 for ever. One record for one wait.
 * @since f */
aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout);
/** Queues writing a 64-bit value to device memory.
 * @since f */
aclError aclrtValueWrite(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream);
/** Queues a wait until a 64-bit value in device memory meets an ACL_STREAM_WAIT_VALUE_* condition.
 * @since f */
aclError aclrtValueWait(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream);
/** The number of a notify, as logs name it.
 * @since f */
aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t *notifyId);
/** A name, written to `key`, by which other processes may use a notify.
 * @since f */
aclError aclrtNotifyGetExportKey(aclrtNotify notify, char *key, size_t len, uint64_t flags);
/** Opens a notify that another process exported.
 * @since f */
aclError aclrtNotifyImportByKey(aclrtNotify *notify, const char *key, uint64_t flags);
/** Lets the given processes import an exported notify.
 * @since f */
aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t *pid, size_t num);
/** Takes down many flags. Blocks.
 * @since f */
aclError aclrtNotifyBatchReset(aclrtNotify *notifies, size_t num);
/** Lets processes of other servers import an exported notify.
 * @since f */
aclError aclrtNotifySetImportPidInterServer(aclrtNotify notify, aclrtServerPid *serverPids, size_t num);
/** Creates a counting notify: a 32-bit value that streams change and wait for.
 * @since f */
aclError aclrtCntNotifyCreate(aclrtCntNotify *cntNotify, uint64_t flag);
/** Destroys a counting notify.
 * @since f */
aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify);
/** Queues a change of the value.
 * @since f */
aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyRecordInfo *info);
/** Queues a wait until the value meets a condition.
 * @since f */
aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyWaitInfo *info);
/** Queues setting the value to zero.
 * @since f */
aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream);
/** The number of a counting notify, as logs name it.
 * @since f */
aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t *notifyId);

ASCEND_NPU_END

#endif
