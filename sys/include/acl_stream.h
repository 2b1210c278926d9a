/* ACL: streams, events and host callbacks. */
#ifndef ASCEND_NPU_ACL_STREAM_H
#define ASCEND_NPU_ACL_STREAM_H

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_STREAM_FAST_LAUNCH 0x00000001U
#define ACL_STREAM_FAST_SYNC 0x00000002U

#define ACL_CONTINUE_ON_FAILURE 0x00000000U
#define ACL_STOP_ON_FAILURE 0x00000001U

#define ACL_EVENT_SYNC 0x00000001U
#define ACL_EVENT_TIME_LINE 0x00000008U

typedef enum {
    ACL_STREAM_STATUS_COMPLETE = 0,
    ACL_STREAM_STATUS_NOT_READY = 1,
    ACL_STREAM_STATUS_RESERVED = 0xFFFF
} aclrtStreamStatus;

typedef enum {
    ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
    ACL_EVENT_RECORDED_STATUS_COMPLETE = 1
} aclrtEventRecordedStatus;

typedef void (*aclrtHostFunc)(void *args);

/** Creates a stream in the current context.
 * @since a */
aclError aclrtCreateStream(aclrtStream *stream);
/** Creates a stream with a priority and ACL_STREAM_* flags.
 * @since b */
aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag);
/** Waits for the stream's work, then destroys it.
 * @since a */
aclError aclrtDestroyStream(aclrtStream stream);
/** Destroys the stream and drops its unfinished work.
 * @since b */
aclError aclrtDestroyStreamForce(aclrtStream stream);
/** What the context does after a device error: ACL_CONTINUE_ON_FAILURE or, one way, ACL_STOP_ON_FAILURE.
 * @since b */
aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);
/** Waits for all work of the stream.
 * @since a */
aclError aclrtSynchronizeStream(aclrtStream stream);
/** As aclrtSynchronizeStream for at most `timeout` milliseconds, -1 for ever; the work goes on after 507046.
 * @since b */
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);
/** Whether all work of the stream is done. Never blocks.
 * @since b */
aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status);

/** Creates an event that may be recorded again and again; a wait keeps the record it was queued after.
 * @since c */
aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag);
/** Destroys an event. Never blocks; queued waits and records stay valid.
 * @since a */
aclError aclrtDestroyEvent(aclrtEvent event);
/** Queues a record: the event stands for all work queued on the stream so far.
 * @since a */
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);
/** Queues a wait: later work of the stream starts after the event's newest record.
 * @since a */
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);
/** Whether the event's newest record has passed. Note that complete is 1 here.
 * @since b */
aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status);
/** Waits on the host for the event's newest record.
 * @since a */
aclError aclrtSynchronizeEvent(aclrtEvent event);
/** As aclrtSynchronizeEvent for at most `timeout` milliseconds, -1 for ever; 507047 at expiry.
 * @since f */
aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);
/** Milliseconds between two passed records of events with ACL_EVENT_TIME_LINE.
 * @since a */
aclError aclrtEventElapsedTime(float *ms, aclrtEvent startEvent, aclrtEvent endEvent);

/** Queues a host function on a thread of the runtime; later work of the stream waits for its return.
 * @since f */
aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args);

#ifdef __cplusplus
}
#endif

#endif
