/* ACL: profiling. */
#ifndef ASCEND_NPU_ACL_PROFILING_H
#define ASCEND_NPU_ACL_PROFILING_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_PROF_ACL_API 0x0001ULL
#define ACL_PROF_TASK_TIME 0x0002ULL
#define ACL_PROF_AICORE_METRICS 0x0004ULL
#define ACL_PROF_AICPU 0x0008ULL
#define ACL_PROF_L2CACHE 0x0010ULL
#define ACL_PROF_HCCL_TRACE 0x0020ULL
#define ACL_PROF_TRAINING_TRACE 0x0040ULL
#define ACL_PROF_MSPROFTX 0x0080ULL
#define ACL_PROF_RUNTIME_API 0x0100ULL
#define ACL_PROF_GE_API_L0 0x0200ULL
#define ACL_PROF_TASK_TIME_L0 0x0800ULL
#define ACL_PROF_TASK_MEMORY 0x1000ULL
#define ACL_PROF_GE_API_L1 0x01000000ULL
#define ACL_PROF_TASK_TIME_L2 0x2000ULL
#define ACL_PROF_OP_ATTR 0x4000ULL
#define ACL_PROF_TASK_TIME_L3 0x8000ULL
#define ACL_PROF_API_STATS 0x400000000ULL
#define ACL_PROF_AICORE_SHAPE 0x800000000ULL
#define ACL_PROF_MAX_OP_NAME_LEN 257
#define ACL_PROF_MAX_OP_TYPE_LEN 65
#define ACL_PROF_TENSOR_DATA_SHAPE_LEN 8
#define ACL_PROF_EVENT_ATTR_VERSION 1

/** What is counted in cores. */
typedef enum {
    ACL_AICORE_ARITHMETIC_UTILIZATION = 0,
    ACL_AICORE_PIPE_UTILIZATION = 1,
    ACL_AICORE_MEMORY_BANDWIDTH = 2,
    ACL_AICORE_L0B_AND_WIDTH = 3,
    ACL_AICORE_RESOURCE_CONFLICT_RATIO = 4,
    ACL_AICORE_MEMORY_UB = 5,
    ACL_AICORE_L2_CACHE = 6,
    ACL_AICORE_PIPE_EXECUTE_UTILIZATION = 7,
    ACL_AICORE_MEMORY_ACCESS = 8,
    ACL_AICORE_NONE = 255
} aclprofAicoreMetrics;

/** Options of profiling. */
typedef enum {
    ACL_PROF_ARGS_MIN = 0,
    ACL_PROF_STORAGE_LIMIT = 1,
    ACL_PROF_SYS_HARDWARE_MEM_FREQ = 3,
    ACL_PROF_LLC_MODE = 4,
    ACL_PROF_SYS_IO_FREQ = 5,
    ACL_PROF_SYS_INTERCONNECTION_FREQ = 6,
    ACL_PROF_DVPP_FREQ = 7,
    ACL_PROF_HOST_SYS = 8,
    ACL_PROF_HOST_SYS_USAGE = 9,
    ACL_PROF_HOST_SYS_USAGE_FREQ = 10,
    ACL_PROF_LOW_POWER_FREQ = 11,
    ACL_PROF_SYS_MEM_SERVICEFLOW = 12,
    ACL_PROF_SYS_CPU_FREQ = 13,
    ACL_PROF_OPTYPE = 14,
    ACL_PROF_NTS_METRICS = 15,
    ACL_PROF_PATH = 16
} aclprofConfigType;

/** A configuration of profiling. */
typedef struct aclprofConfig aclprofConfig;

/** Reserved. */
typedef struct aclprofStopConfig aclprofStopConfig;

/** Reserved; pass NULL. */
typedef struct aclprofAicoreEvents aclprofAicoreEvents;

/** A configuration of a subscription. */
typedef struct aclprofSubscribeConfig aclprofSubscribeConfig;

/** The marks of a step. */
typedef struct aclprofStepInfo aclprofStepInfo;

/** Ends of a step. */
typedef enum {
    ACL_STEP_START = 0,
    ACL_STEP_END = 1
} aclprofStepTag;

/** What an entry is. */
typedef enum {
    ACL_SUBSCRIBE_OP = 0,
    ACL_SUBSCRIBE_SUBGRAPH = 1,
    ACL_SUBSCRIBE_OP_THREAD = 2,
    ACL_SUBSCRIBE_NONE = 255
} aclprofSubscribeOpFlag;

/** Attributes of an entry. */
typedef enum {
    ACL_SUBSCRIBE_ATTRI_THREADID = 0,
    ACL_SUBSCRIBE_ATTRI_NONE = 1
} aclprofSubscribeOpAttri;

/** What an event's message is. */
typedef enum {
    ACL_PROF_MESSAGE_TYPE_TENSOR_INFO = 0
} aclprofMessageType;

/** A tensor of an event. */
typedef struct {
    uint32_t type;
    uint32_t format;
    uint32_t dataType;
    uint32_t shapeDim;
    uint32_t shape[8];
} aclprofTensor;

/** The tensors of an operator, as an event's message. */
typedef struct {
    uint64_t opNameId;
    uint64_t opTypeId;
    uint32_t resv;
    uint32_t tensorNum;
    uint32_t kernelType;
    uint32_t blockNums;
    void *stream;
    aclprofTensor *tensors;
} aclprofTensorInfo;

/** Attributes of an event; `version` 1, `size` the bytes of this. */
typedef struct {
    uint16_t version;
    uint16_t size;
    uint32_t messageType;
    union {
        aclprofTensorInfo *tensorInfo;
    } message;
} aclprofEventAttributes;

/** Starts profiling into a folder that exists. Blocks.
 * @since a */
aclError aclprofInit(const char *profilerResultPath, size_t length);
/** Ends profiling and writes what is left. Blocks.
 * @since a */
aclError aclprofFinalize(void);
/** Begins collecting what the configuration names. Blocks.
 * @since a */
aclError aclprofStart(const aclprofConfig *profilerConfig);
/** A new configuration: devices, metrics and ACL_PROF_* bits; NULL when an argument is wrong.
 * @since a */
aclprofConfig *aclprofCreateConfig(uint32_t *deviceIdList, uint32_t deviceNums, aclprofAicoreMetrics aicoreMetrics,
                                   const aclprofAicoreEvents *aicoreEvents, uint64_t dataTypeConfig);
/** Frees a configuration.
 * @since a */
aclError aclprofDestroyConfig(const aclprofConfig *profilerConfig);
/** Stops collecting; the configuration must be the one of aclprofStart. Blocks.
 * @since a */
aclError aclprofStop(const aclprofConfig *profilerConfig);
/** Queues a mark of `length` bytes into the profile.
 * @since f */
aclError aclrtProfTrace(void *userdata, int32_t length, aclrtStream stream);
/** Sets one option of profiling from text, before aclprofStart.
 * @since b */
aclError aclprofSetConfig(aclprofConfigType configType, const char *config, size_t configLength);
/** A new stamp for marks and ranges; NULL when memory is short.
 * @since a */
void *aclprofCreateStamp(void);
/** Frees a stamp.
 * @since a */
void aclprofDestroyStamp(void *stamp);
/** Opens a range on this thread.
 * @since a */
aclError aclprofPush(void *stamp);
/** Closes the newest open range of this thread.
 * @since a */
aclError aclprofPop(void);
/** Opens a range that another thread may close.
 * @since a */
aclError aclprofRangeStart(void *stamp, uint32_t *rangeId);
/** Closes a range by the number aclprofRangeStart gave.
 * @since a */
aclError aclprofRangeStop(uint32_t rangeId);
/** Sets the text of a stamp.
 * @since a */
aclError aclprofSetStampTraceMessage(void *stamp, const char *msg, uint32_t msgLen);
/** Records one instant with a stamp.
 * @since a */
aclError aclprofMark(void *stamp);
/** Records one instant on the host and, queued, on the stream.
 * @since c */
aclError aclprofMarkEx(const char *msg, size_t msgLen, aclrtStream stream);
/** A number for a text, for use in event attributes.
 * @since g */
uint64_t aclprofStr2Id(const char *message);
/** Opens a range with attributes on this thread.
 * @since g */
aclError aclprofRangePushEx(aclprofEventAttributes *attr);
/** Closes the newest range of aclprofRangePushEx on this thread.
 * @since g */
aclError aclprofRangePop(void);
/** Begins writing what a model's operators did into a pipe.
 * @since a */
aclError aclprofModelSubscribe(uint32_t modelId, const aclprofSubscribeConfig *profSubscribeConfig);
/** Takes back aclprofModelSubscribe.
 * @since a */
aclError aclprofModelUnSubscribe(uint32_t modelId);
/** A new configuration of a subscription; `fd` points at the pipe's descriptor.
 * @since a */
aclprofSubscribeConfig *aclprofCreateSubscribeConfig(int8_t timeInfoSwitch, aclprofAicoreMetrics aicoreMetrics,
                                                     void *fd);
/** Frees a configuration of a subscription.
 * @since a */
aclError aclprofDestroySubscribeConfig(const aclprofSubscribeConfig *profSubscribeConfig);
/** Bytes of one operator's entry in the pipe.
 * @since a */
aclError aclprofGetOpDescSize(size_t *opDescSize);
/** The number of entries in what was read.
 * @since a */
aclError aclprofGetOpNum(const void *opInfo, size_t opInfoLen, uint32_t *opNumber);
/** Length of the type name of an entry.
 * @since a */
aclError aclprofGetOpTypeLen(const void *opInfo, size_t opInfoLen, uint32_t index, size_t *opTypeLen);
/** Type name of an entry.
 * @since a */
aclError aclprofGetOpType(const void *opInfo, size_t opInfoLen, uint32_t index, char *opType, size_t opTypeLen);
/** Length of the operator name of an entry.
 * @since a */
aclError aclprofGetOpNameLen(const void *opInfo, size_t opInfoLen, uint32_t index, size_t *opNameLen);
/** Operator name of an entry.
 * @since a */
aclError aclprofGetOpName(const void *opInfo, size_t opInfoLen, uint32_t index, char *opName, size_t opNameLen);
/** Start of an entry, in microseconds.
 * @since a */
uint64_t aclprofGetOpStart(const void *opInfo, size_t opInfoLen, uint32_t index);
/** End of an entry, in microseconds.
 * @since a */
uint64_t aclprofGetOpEnd(const void *opInfo, size_t opInfoLen, uint32_t index);
/** Duration of an entry, in microseconds.
 * @since a */
uint64_t aclprofGetOpDuration(const void *opInfo, size_t opInfoLen, uint32_t index);
/** The model of an entry.
 * @since a */
size_t aclprofGetModelId(const void *opInfo, size_t opInfoLen, uint32_t index);
/** Whether an entry is an operator, a subgraph or a thread of an operator.
 * @since f */
aclprofSubscribeOpFlag aclprofGetOpFlag(const void *opInfo, size_t opInfoLen, uint32_t index);
/** An attribute of an entry as text.
 * @since f */
const char *aclprofGetOpAttriValue(const void *opInfo, size_t opInfoLen, uint32_t index, aclprofSubscribeOpAttri attri);
/** Queues a mark of a step's start or end.
 * @since b */
aclError aclprofGetStepTimestamp(aclprofStepInfo *stepInfo, aclprofStepTag tag, aclrtStream stream);
/** Memory for the marks of a step; NULL when memory is short.
 * @since b */
aclprofStepInfo *aclprofCreateStepInfo(void);
/** Frees the marks of a step.
 * @since b */
void aclprofDestroyStepInfo(aclprofStepInfo *stepinfo);

ASCEND_NPU_END

#endif
