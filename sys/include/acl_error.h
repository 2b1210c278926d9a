/* ACL: error texts, failed tasks, repair. */
#ifndef ASCEND_NPU_ACL_ERROR_H
#define ASCEND_NPU_ACL_ERROR_H

#include "acl_base.h"
#include "acl_kernel.h"

ASCEND_NPU_BEGIN

#define ACL_RT_MAX_RECORD_PA_NUM_PER_DEV 20U
#define MAX_MEM_UCE_INFO_ARRAY_SIZE 128
#define UCE_INFO_RESERVED_SIZE 14
#define ACL_RT_MEM_UCE_INFO_MAX_NUM 20

/** Whose last error. */
typedef enum {
    ACL_RT_THREAD_LEVEL = 0
} aclrtLastErrLevel;

/** What is known of a failed task; lives only inside the callback. */
typedef struct rtExceptionInfo aclrtExceptionInfo;

/** Called by a thread of the runtime when a task fails. */
typedef void (*aclrtExceptionInfoCallback)(aclrtExceptionInfo *exceptionInfo);

/** Called by a thread of the runtime when a kernel of one image fails. */
typedef void (*aclrtOpExceptionCallback)(aclrtExceptionInfo *exceptionInfo, void *userData);

/** A range of device memory with an uncorrectable error; `reserved` must be 0. */
typedef struct {
    void *addr;
    size_t len;
    size_t reserved[14];
} aclrtMemUceInfo;

/** Ranges with uncorrectable errors; the first `arraySize` count. */
typedef struct {
    size_t arraySize;
    aclrtMemUceInfo memUceInfoArray[20];
} aclrtMemUceInfoArray;

/** What is wrong with a device. */
typedef enum {
    ACL_RT_NO_ERROR = 0,
    ACL_RT_ERROR_MEMORY = 1,
    ACL_RT_ERROR_L2 = 2,
    ACL_RT_ERROR_AICORE = 3,
    ACL_RT_ERROR_LINK = 4,
    ACL_RT_ERROR_L3_PORT = 5,
    ACL_RT_ERROR_OTHERS = 0xffff
} aclrtErrorType;

/** What is wrong with a core. */
typedef enum {
    ACL_RT_AICORE_ERROR_UNKNOWN = 0,
    ACL_RT_AICORE_ERROR_SW = 1,
    ACL_RT_AICORE_ERROR_HW_LOCAL = 2
} aclrtAicoreErrorType;

/** Detail of a fault, by its type. */
typedef union {
    aclrtMemUceInfoArray uceInfo;
    aclrtAicoreErrorType aicoreErrType;
} aclrtErrorInfoDetail;

/** A fault of a device. */
typedef struct {
    uint8_t tryRepair;
    uint8_t hasDetail;
    uint8_t reserved[2];
    aclrtErrorType errorType;
    aclrtErrorInfoDetail detail;
} aclrtErrorInfo;

/** When a callback of aclrtDeviceTaskAbort runs. */
typedef enum {
    ACL_RT_DEVICE_TASK_ABORT_PRE = 0,
    ACL_RT_DEVICE_TASK_ABORT_POST = 1
} aclrtDeviceTaskAbortStage;

/** Called before and after aclrtDeviceTaskAbort; returns 0 for success. */
typedef int32_t (*aclrtDeviceTaskAbortCallback)(int32_t deviceId, aclrtDeviceTaskAbortStage stage, uint32_t timeout,
                                                void *args);

/** Takes and clears the newest error text of this thread; NULL when there is none. Dies with the thread's next call.
 * @since b */
const char *aclGetRecentErrMsg(void);
/** The last error code of this thread; it stays set.
 * @since c */
aclError aclrtPeekAtLastError(aclrtLastErrLevel level);
/** The last error code of this thread; clears it.
 * @since c */
aclError aclrtGetLastError(aclrtLastErrLevel level);
/** Sets the process's one function that a runtime thread calls when a task fails; replaces an earlier one.
 * @since a */
aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback);
/** Adds a function that a runtime thread calls when a task fails.
 * @since j */
aclError aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback);
/** Takes back aclrtExceptionInfoCallbackRegister.
 * @since j */
aclError aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback);
/** The task that failed; 0xFFFFFFFF for a fault of the device. Only inside the callback.
 * @since a */
uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo *info);
/** The stream of the failed task. Only inside the callback.
 * @since a */
uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo *info);
/** The thread that queued the failed task. Only inside the callback.
 * @since a */
uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo *info);
/** The device of the failed task. Only inside the callback.
 * @since a */
uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo *info);
/** The error code of the failed task. Only inside the callback.
 * @since b */
uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo *info);
/** The kernel of the failed task. Only inside the callback.
 * @since g */
aclError aclrtGetFuncHandleFromExceptionInfo(const aclrtExceptionInfo *info, aclrtFuncHandle *func);
/** The device memory ranges with uncorrectable errors.
 * @since c */
aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo *memUceInfoArray, size_t arraySize, size_t *retSize);
/** Stops and drops all work of a device, waiting at most `timeout` milliseconds. Blocks.
 * @since c */
aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout);
/** Repairs the given ranges, whose content is lost. Blocks.
 * @since c */
aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo *memUceInfoArray, size_t arraySize);
/** What is wrong with a device, and whether it may be repaired.
 * @since f */
aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo *errorInfo);
/** Repairs what aclrtGetErrorVerbose reported. Blocks.
 * @since f */
aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo *errorInfo);
/** The device address and size of the failed kernel's arguments. Only inside the callback.
 * @since g */
aclError aclrtGetArgsFromExceptionInfo(const aclrtExceptionInfo *info, void **devArgsPtr, uint32_t *devArgsLen);
/** Sets the function called when a kernel of this image fails.
 * @since g */
aclError aclrtBinarySetExceptionCallback(aclrtBinHandle binHandle, aclrtOpExceptionCallback callback, void *userData);
/** Registers, under a name, a function called before and after aclrtDeviceTaskAbort.
 * @since f */
aclError aclrtSetDeviceTaskAbortCallback(const char *regName, aclrtDeviceTaskAbortCallback callback, void *args);

ASCEND_NPU_END

#endif
