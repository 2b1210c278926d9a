/* ACL: host functions in stream order. */
#ifndef ASCEND_NPU_ACL_CALLBACK_H
#define ASCEND_NPU_ACL_CALLBACK_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** Whether later work of the stream waits for the callback. */
typedef enum {
    ACL_CALLBACK_NO_BLOCK = 0,
    ACL_CALLBACK_BLOCK = 1
} aclrtCallbackBlockType;

/** A function queued on a stream. It must not call ACL. */
typedef void (*aclrtHostFunc)(void *args);

/** Makes a thread the one that runs the callbacks of a stream; one thread a stream.
 * @since a */
aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);
/** Queues a function for the subscribed thread; BLOCK holds later work of the stream until it returns.
 * @since a */
aclError aclrtLaunchCallback(aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType, aclrtStream stream);
/** Runs callbacks of the subscribed streams on this thread, waiting at most `timeout` milliseconds, -1 for ever.
 * Blocks.
 * @since a */
aclError aclrtProcessReport(int32_t timeout);
/** Takes back aclrtSubscribeReport.
 * @since a */
aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);
/** Queues a host function on a thread of the runtime; later work of the stream waits for its return.
 * @since f */
aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args);
/** Makes a thread the one that runs the host functions of a stream.
 * @since f */
aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream);
/** Runs host functions of the subscribed streams on this thread, at most `timeout` milliseconds. Blocks.
 * @since f */
aclError aclrtProcessHostFunc(int32_t timeout);
/** Takes back aclrtSubscribeHostFunc.
 * @since f */
aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream);

ASCEND_NPU_END

#endif
