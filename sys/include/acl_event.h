/* ACL: events. */
#ifndef ASCEND_NPU_ACL_EVENT_H
#define ASCEND_NPU_ACL_EVENT_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_EVENT_SYNC 0x00000001U
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x00000002U
#define ACL_EVENT_TIME_LINE 0x00000008U
#define ACL_EVENT_DEVICE_USE_ONLY 0x00000010U
#define ACL_EVENT_EXTERNAL 0x00000020U
#define ACL_EVENT_IPC 0x00000040U
#define ACL_EVENT_RECORD_DEFAULT 0x0U
#define ACL_EVENT_RECORD_EXTERNAL 0x01U
#define ACL_EVENT_WAIT_DEFAULT 0x0U
#define ACL_EVENT_WAIT_EXTERNAL 0x01U

/** State of an event as aclrtQueryEvent tells it: complete is 0. */
typedef enum {
    ACL_EVENT_STATUS_COMPLETE = 0,
    ACL_EVENT_STATUS_NOT_READY = 1,
    ACL_EVENT_STATUS_RESERVED = 2
} aclrtEventStatus;

/** State of an event's newest record: complete is 1. */
typedef enum {
    ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
    ACL_EVENT_RECORDED_STATUS_COMPLETE = 1
} aclrtEventRecordedStatus;

/** State of the waits for an event: complete is 0. */
typedef enum {
    ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
    ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
    ACL_EVENT_WAIT_STATUS_RESERVED = 0xffff
} aclrtEventWaitStatus;

/** Creates an event of the old kind: each record takes a new hardware event. Prefer aclrtCreateEventExWithFlag.
 * @since a */
aclError aclrtCreateEvent(aclrtEvent *event);
/** Creates an event that is a sticky flag: it must be reset between two records.
 * @since b */
aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag);
/** Creates an event that may be recorded again and again; a wait keeps the record it was queued after.
 * @since c */
aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag);
/** Destroys an event. Never blocks; queued waits and records stay valid.
 * @since a */
aclError aclrtDestroyEvent(aclrtEvent event);
/** Queues a record: the event stands for all work queued on the stream so far.
 * @since a */
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);
/** Queues a reset, for events of aclrtCreateEventWithFlag with ACL_EVENT_SYNC only.
 * @since a */
aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);
/** Deprecated by aclrtQueryEventStatus; note that complete is 0 here.
 * @since a */
aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus *status);
/** Whether the event's newest record has passed. Note that complete is 1 here. Never blocks.
 * @since b */
aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status);
/** Whether all waits for the event have passed; note that complete is 0 here. Never blocks.
 * @since b */
aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus *status);
/** Waits on the host for the event's newest record. Blocks.
 * @since a */
aclError aclrtSynchronizeEvent(aclrtEvent event);
/** As aclrtSynchronizeEvent for at most `timeout` milliseconds, -1 for ever; 507047 at expiry. Blocks.
 * @since f */
aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);
/** Milliseconds between two passed records of events with ACL_EVENT_TIME_LINE.
 * @since a */
aclError aclrtEventElapsedTime(float *ms, aclrtEvent startEvent, aclrtEvent endEvent);
/** The device counter at the newest passed record.
 * @since f */
aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t *timestamp);
/** Queues a wait: later work of the stream starts after the event's newest record.
 * @since a */
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);
/** As aclrtRecordEvent, with an ACL_EVENT_RECORD_* flag for graph capture.
 * @since i */
aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag);
/** As aclrtStreamWaitEvent, with a time limit and an ACL_EVENT_WAIT_* flag; EXTERNAL allows limit 0 only.
 * @since i */
aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event, uint32_t timeout, uint32_t flag);
/** As aclrtStreamWaitEvent; the stream fails when the wait takes longer than `timeout` seconds, 0 for ever.
 * @since f */
aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout);
/** The number of an event, as logs name it.
 * @since f */
aclError aclrtGetEventId(aclrtEvent event, uint32_t *eventId);
/** How many more events the current device can have.
 * @since f */
aclError aclrtGetEventAvailNum(uint32_t *eventCount);

ASCEND_NPU_END

#endif
