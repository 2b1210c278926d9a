/* ACL: streams. */
#ifndef ASCEND_NPU_ACL_STREAM_H
#define ASCEND_NPU_ACL_STREAM_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_STREAM_FAST_LAUNCH 0x00000001U
#define ACL_STREAM_FAST_SYNC 0x00000002U
#define ACL_STREAM_PERSISTENT 0x00000004U
#define ACL_STREAM_HUGE 0x00000008U
#define ACL_STREAM_CPU_SCHEDULE 0x00000010U
#define ACL_STREAM_DEVICE_USE_ONLY 0x00000020U
#define ACL_CONTINUE_ON_FAILURE 0x00000000U
#define ACL_STOP_ON_FAILURE 0x00000001U

/** Whether a stream's work is done. */
typedef enum {
    ACL_STREAM_STATUS_COMPLETE = 0,
    ACL_STREAM_STATUS_NOT_READY = 1,
    ACL_STREAM_STATUS_RESERVED = 0xffff
} aclrtStreamStatus;

/** Options of a new stream. */
typedef enum {
    ACL_RT_STREAM_WORK_ADDR_PTR = 0,
    ACL_RT_STREAM_WORK_SIZE = 1,
    ACL_RT_STREAM_FLAG = 2,
    ACL_RT_STREAM_PRIORITY = 3
} aclrtStreamConfigAttr;

/** Options of a new stream. Treat as opaque. */
typedef struct {
    void *workptr;
    size_t workSize;
    size_t flag;
    uint32_t priority;
} aclrtStreamConfigHandle;

/** Attributes of a stream. */
typedef enum {
    ACL_STREAM_ATTR_FAILURE_MODE = 1,
    ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK = 2,
    ACL_STREAM_ATTR_USER_CUSTOM_TAG = 3,
    ACL_STREAM_ATTR_CACHE_OP_INFO = 4,
    ACL_STREAM_ATTR_PRIORITY = 5
} aclrtStreamAttr;

/** The value of an attribute of a stream. */
typedef union {
    uint64_t failureMode;
    uint32_t overflowSwitch;
    uint32_t userCustomTag;
    uint32_t cacheOpInfoSwitch;
    uint32_t streamPriority;
    uint32_t reserve[4];
} aclrtStreamAttrValue;

/** Moments in the life of a stream. */
typedef enum {
    ACL_RT_STREAM_STATE_CREATE_POST = 1,
    ACL_RT_STREAM_STATE_DESTROY_PRE = 2
} aclrtStreamState;

/** Called at the moments of a stream. */
typedef void (*aclrtStreamStateCallback)(aclrtStream stm, aclrtStreamState state, void *args);

/** What the context does after a device error: ACL_CONTINUE_ON_FAILURE or, one way, ACL_STOP_ON_FAILURE.
 * @since b */
aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);
/** The number of a stream, as logs and exception reports name it.
 * @since f */
aclError aclrtStreamGetId(aclrtStream stream, int32_t *streamId);
/** Creates a stream in the current context.
 * @since a */
aclError aclrtCreateStream(aclrtStream *stream);
/** Creates a stream with a priority and ACL_STREAM_* flags.
 * @since b */
aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag);
/** Waits for the stream's work, then destroys it. Blocks.
 * @since a */
aclError aclrtDestroyStream(aclrtStream stream);
/** Destroys the stream and drops its unfinished work.
 * @since b */
aclError aclrtDestroyStreamForce(aclrtStream stream);
/** Waits for all work of the stream. Blocks.
 * @since a */
aclError aclrtSynchronizeStream(aclrtStream stream);
/** As aclrtSynchronizeStream for at most `timeout` milliseconds, -1 for ever; the work goes on after 507046. Blocks.
 * @since b */
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);
/** Whether all work of the stream is done. Never blocks.
 * @since b */
aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status);
/** The priority the stream was created with.
 * @since f */
aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t *priority);
/** The flags the stream was created with.
 * @since f */
aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t *flags);
/** Stops the running task and drops the queued ones; a wait for the stream then returns 107023.
 * @since f */
aclError aclrtStreamAbort(aclrtStream stream);
/** A new set of stream options; NULL when memory is short.
 * @since f */
aclrtStreamConfigHandle *aclrtCreateStreamConfigHandle(void);
/** Frees a set of stream options.
 * @since f */
aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle *handle);
/** Sets one stream option from `valueSize` bytes.
 * @since f */
aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle *handle, aclrtStreamConfigAttr attr, const void *attrValue,
                                 size_t valueSize);
/** Creates a stream with a set of options.
 * @since f */
aclError aclrtCreateStreamV2(aclrtStream *stream, const aclrtStreamConfigHandle *handle);
/** How many more streams the current device can have.
 * @since f */
aclError aclrtGetStreamAvailableNum(uint32_t *streamCount);
/** Sets an attribute of a stream; the failure mode applies to the whole context.
 * @since f */
aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value);
/** An attribute of a stream.
 * @since f */
aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value);
/** Registers, under a name, a function called after a stream is created and before it is destroyed.
 * @since f */
aclError aclrtRegStreamStateCallback(const char *regName, aclrtStreamStateCallback callback, void *args);
/** Stops the stream after the running task; queued ones stay queued.
 * @since f */
aclError aclrtStreamStop(aclrtStream stream);

ASCEND_NPU_END

#endif
