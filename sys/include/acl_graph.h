/* ACL: graphs: captured or built work that runs many times. */
#ifndef ASCEND_NPU_ACL_GRAPH_H
#define ASCEND_NPU_ACL_GRAPH_H

#include "acl_base.h"
#include "acl_kernel.h"
#include "acl_random.h"

ASCEND_NPU_BEGIN

#define ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY 0x0UL
#define ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE 0x1UL

/** Which calls of which threads end a capture. */
typedef enum {
    ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0,
    ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL = 1,
    ACL_MODEL_RI_CAPTURE_MODE_RELAXED = 2
} aclmdlRICaptureMode;

/** State of a capture. */
typedef enum {
    ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0,
    ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE = 1,
    ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED = 2
} aclmdlRICaptureStatus;

/** Types of tasks of a graph. */
typedef enum {
    ACL_MODEL_RI_TASK_DEFAULT = 0,
    ACL_MODEL_RI_TASK_KERNEL = 1,
    ACL_MODEL_RI_TASK_EVENT_RECORD = 2,
    ACL_MODEL_RI_TASK_EVENT_WAIT = 3,
    ACL_MODEL_RI_TASK_EVENT_RESET = 4,
    ACL_MODEL_RI_TASK_VALUE_WRITE = 5,
    ACL_MODEL_RI_TASK_VALUE_WAIT = 6
} aclmdlRITaskType;

/** A kernel task. */
typedef struct {
    aclrtFuncHandle funcHandle;
    aclrtLaunchKernelCfg *cfg;
    void *args;
    uint32_t isHostArgs;
    size_t argsSize;
    uint32_t numBlocks;
    uint32_t rsv[10];
} aclmdlRIKernelTaskParams;

/** An event record. */
typedef struct {
    aclrtEvent event;
    uint32_t eventFlag;
    uint32_t recordFlag;
} aclmdlRIEventRecordTaskParams;

/** An event wait. */
typedef struct {
    aclrtEvent event;
    uint32_t eventFlag;
    uint32_t waitFlag;
} aclmdlRIEventWaitTaskParams;

/** An event reset. */
typedef struct {
    aclrtEvent event;
    uint32_t eventFlag;
    uint32_t resetFlag;
} aclmdlRIEventResetTaskParams;

/** A value write. */
typedef struct {
    void *devAddr;
    uint64_t value;
} aclmdlRIValueWriteTaskParams;

/** A value wait. */
typedef struct {
    void *devAddr;
    uint64_t value;
    uint32_t flag;
} aclmdlRIValueWaitTaskParams;

/** A task of a graph, by its type. */
typedef struct {
    aclmdlRITaskType type;
    uint32_t rsv0[3];
    aclrtTaskGrp taskGrp;
    void *opInfoPtr;
    size_t opInfoSize;
    uint8_t rsv1[32];
    union {
        uint8_t rsv2[128];
        aclmdlRIKernelTaskParams kernelTaskParams;
        aclmdlRIEventRecordTaskParams eventRecordTaskParams;
        aclmdlRIEventWaitTaskParams eventWaitTaskParams;
        aclmdlRIEventResetTaskParams eventResetTaskParams;
        aclmdlRIValueWriteTaskParams valueWriteTaskParams;
        aclmdlRIValueWaitTaskParams valueWaitTaskParams;
    };
} aclmdlRITaskParams;

/** What a condition's value is at each execution. */
typedef enum {
    ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT = 1
} aclmdlRICondHandleFlag;

/** Kinds of conditional tasks. */
typedef enum {
    ACL_MODEL_RI_COND_TYPE_IF = 0,
    ACL_MODEL_RI_COND_TYPE_WHILE = 1,
    ACL_MODEL_RI_COND_TYPE_SWITCH = 2
} aclmdlRICondTaskType;

/** A conditional task and the graphs it may run. */
typedef struct {
    aclmdlRICondHandle handle;
    aclmdlRICondTaskType type;
    uint32_t size;
    aclmdlRI *modelRIArray;
} aclmdlRICondTaskParams;

/** Kinds of changes of a task. */
typedef enum {
    ACL_RT_UPDATE_RANDOM_TASK = 1,
    ACL_RT_UPDATE_AIC_AIV_TASK = 2
} aclrtUpdateTaskAttrId;

/** A change of a random-number task. */
typedef struct {
    void *srcAddr;
    size_t size;
    uint32_t rsv[4];
} aclrtRandomTaskUpdateAttr;

/** A change of a kernel task. */
typedef struct {
    void *binHandle;
    void *funcEntryAddr;
    void *blockDimAddr;
    uint32_t rsv[4];
} aclrtAicAivTaskUpdateAttr;

/** A change of a task, by its kind. */
typedef union {
    aclrtRandomTaskUpdateAttr randomTaskAttr;
    aclrtAicAivTaskUpdateAttr aicAivTaskAttr;
} aclrtUpdateTaskAttrVal;

/** A change of a task. */
typedef struct {
    aclrtUpdateTaskAttrId id;
    aclrtUpdateTaskAttrVal val;
} aclrtTaskUpdateInfo;

/** From now on the stream's work is recorded into a graph instead of executed.
 * @since d */
aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);
/** Whether the stream is being captured, and into which graph.
 * @since d */
aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus *status, aclmdlRI *modelRI);
/** Ends the capture; gives a graph that can be executed.
 * @since d */
aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI *modelRI);
/** Writes a graph as JSON into a file. Blocks.
 * @since f */
aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char *path, uint32_t flags);
/** Swaps the capture mode of this thread with the given one.
 * @since f */
aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode *mode);
/** Queues one execution of a graph.
 * @since d */
aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);
/** Executes a graph and waits at most `timeout` milliseconds, -1 for ever. Blocks.
 * @since f */
aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout);
/** Destroys a graph; it must not be running.
 * @since d */
aclError aclmdlRIDestroy(aclmdlRI modelRI);
/** The parameters of a task of a graph.
 * @since h */
aclError aclmdlRITaskGetParams(aclmdlRITask task, aclmdlRITaskParams *params);
/** Changes the parameters of a task; aclmdlRIUpdate makes it count.
 * @since h */
aclError aclmdlRITaskSetParams(aclmdlRITask task, aclmdlRITaskParams *params);
/** A launch attribute of a kernel task of a graph.
 * @since h */
aclError aclmdlRIKernelTaskGetAttribute(aclmdlRITask task, aclrtLaunchKernelAttrId attrId,
                                        aclrtLaunchKernelAttrValue *attrValue);
/** Makes the changes of tasks count for later executions.
 * @since h */
aclError aclmdlRIUpdate(aclmdlRI modelRI);
/** Leaves a task out of later executions.
 * @since h */
aclError aclmdlRITaskDisable(aclmdlRITask task);
/** Prints a graph into the log.
 * @since d */
aclError aclmdlRIDebugPrint(aclmdlRI modelRI);
/** Begins a group of captured tasks that may be changed later.
 * @since d */
aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);
/** Ends a group of captured tasks.
 * @since d */
aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp *handle);
/** Begins changing a group: work queued on the stream replaces its tasks.
 * @since d */
aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle);
/** Ends changing a group.
 * @since d */
aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);
/** Begins building a graph by hand; `flag` must be 0.
 * @since f */
aclError aclmdlRIBuildBegin(aclmdlRI *modelRI, uint32_t flag);
/** Binds a stream whose work belongs to the graph.
 * @since f */
aclError aclmdlRIBindStream(aclmdlRI modelRI, aclrtStream stream, uint32_t flag);
/** Marks the last task of a bound stream.
 * @since f */
aclError aclmdlRIEndTask(aclmdlRI modelRI, aclrtStream stream);
/** Ends building a graph; `reserve` must be NULL.
 * @since f */
aclError aclmdlRIBuildEnd(aclmdlRI modelRI, void *reserve);
/** Takes back aclmdlRIBindStream.
 * @since f */
aclError aclmdlRIUnbindStream(aclmdlRI modelRI, aclrtStream stream);
/** Names a graph.
 * @since f */
aclError aclmdlRISetName(aclmdlRI modelRI, const char *name);
/** The name of a graph.
 * @since f */
aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char *name);
/** The number of a graph, as logs name it.
 * @since h */
aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t *modelRIId);
/** Registers a function called when the graph is destroyed.
 * @since g */
aclError aclmdlRIDestroyRegisterCallback(aclmdlRI modelRI, aclrtCallback func, void *userData);
/** Takes back aclmdlRIDestroyRegisterCallback.
 * @since g */
aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI modelRI, aclrtCallback func);
/** The streams of a graph; `numStreams` is capacity in, count out.
 * @since h */
aclError aclmdlRIGetStreams(aclmdlRI modelRI, aclrtStream *streams, uint32_t *numStreams);
/** The tasks of a stream of a graph; `numTasks` is capacity in, count out.
 * @since h */
aclError aclmdlRIGetTasksByStream(aclrtStream stream, aclmdlRITask *tasks, uint32_t *numTasks);
/** The type of a task.
 * @since h */
aclError aclmdlRITaskGetType(aclmdlRITask task, aclmdlRITaskType *type);
/** The place of a task in its stream.
 * @since h */
aclError aclmdlRITaskGetSeqId(aclmdlRITask task, uint32_t *id);
/** Queues a change of a task that lies in another stream.
 * @since f */
aclError aclrtTaskUpdateAsync(aclrtStream taskStream, uint32_t taskId, aclrtTaskUpdateInfo *info,
                              aclrtStream execStream);
/** Stops the execution of a graph.
 * @since f */
aclError aclmdlRIAbort(aclmdlRI modelRI);
/** Creates the value that a conditional task of a graph reads.
 * @since h */
aclError aclmdlRICondHandleCreate(aclmdlRI modelRI, uint32_t defaultLaunchValue, aclmdlRICondHandleFlag flag,
                                  aclmdlRICondHandle *handle);
/** The device address of that value.
 * @since h */
aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle handle, uint64_t **ptr);
/** Adds a conditional task to the graph that the stream is captured into.
 * @since h */
aclError aclmdlRIAddCondTask(aclmdlRICondTaskParams params, aclrtStream stream, uint32_t flags);
/** As aclmdlRICaptureBegin, into a graph that exists.
 * @since h */
aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI, aclmdlRICaptureMode mode);
/** Drops the tasks of a persistent stream.
 * @since f */
aclError aclrtPersistentTaskClean(aclrtStream stream);
/** Attaches operator information to the task this thread queued last.
 * @since f */
aclError aclrtCacheLastTaskOpInfo(const void *const infoPtr, const size_t infoSize);
/** Attaches further text to the task this thread queued last.
 * @since h */
aclError aclrtCacheLastTaskExtendInfo(const char *const extendInfoPtr, const size_t infoSize);

ASCEND_NPU_END

#endif
