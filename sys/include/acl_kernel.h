/* ACL: kernel images, their arguments and launches. */
#ifndef ASCEND_NPU_ACL_KERNEL_H
#define ASCEND_NPU_ACL_KERNEL_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_RT_BINARY_MAGIC_ELF_AICORE 0x43554245U
#define ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE 0x41415246U
#define ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE 0x41494343U

/** Options of loading an image. */
typedef enum {
    ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD = 1,
    ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC = 2,
    ACL_RT_BINARY_LOAD_OPT_MAGIC = 2,
    ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE = 3
} aclrtBinaryLoadOptionType;

/** The value of an option of loading an image. */
typedef union {
    uint32_t isLazyLoad;
    uint32_t magic;
    int32_t cpuKernelMode;
    uint32_t rsv[4];
} aclrtBinaryLoadOptionValue;

/** An option of loading an image with its value. */
typedef struct {
    aclrtBinaryLoadOptionType type;
    aclrtBinaryLoadOptionValue value;
} aclrtBinaryLoadOption;

/** The options of loading an image. */
typedef struct {
    aclrtBinaryLoadOption *options;
    size_t numOpt;
} aclrtBinaryLoadOptions;

/** Cores that a kernel may be launched on. */
typedef enum {
    ACL_RT_ENGINE_TYPE_AIC = 0,
    ACL_RT_ENGINE_TYPE_AIV = 1
} aclrtEngineType;

/** A limit in microseconds, in halves. */
typedef struct {
    uint32_t timeoutLow;
    uint32_t timeoutHigh;
} aclrtTimeoutUs;

/** Attributes of a launch. TIMEOUT is seconds and excludes TIMEOUT_US. */
typedef enum {
    ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE = 1,
    ACL_RT_LAUNCH_KERNEL_ATTR_LOCAL_MEMORY_SIZE = 2,
    ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE = 2,
    ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE = 3,
    ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET = 4,
    ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH = 5,
    ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP = 6,
    ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT = 7,
    ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US = 8,
    ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING = 9
} aclrtLaunchKernelAttrId;

/** The value of an attribute of a launch. */
typedef union {
    uint8_t schemMode;
    uint32_t localMemorySize;
    uint32_t dynUBufSize;
    aclrtEngineType engineType;
    uint32_t blockDimOffset;
    uint8_t isBlockTaskPrefetch;
    uint8_t isDataDump;
    uint16_t timeout;
    aclrtTimeoutUs timeoutUs;
    uint8_t enableProfiling;
    uint32_t rsv[4];
} aclrtLaunchKernelAttrValue;

/** An attribute of a launch with its value. */
typedef struct {
    aclrtLaunchKernelAttrId id;
    aclrtLaunchKernelAttrValue value;
} aclrtLaunchKernelAttr;

/** The attributes of a launch. */
typedef struct {
    aclrtLaunchKernelAttr *attrs;
    size_t numAttrs;
} aclrtLaunchKernelCfg;

/** Where in the arguments the address of copied data goes, and where that data begins; in bytes. */
typedef struct {
    uint32_t addrOffset;
    uint32_t dataOffset;
} aclrtPlaceHolderInfo;

/** Attributes of a kernel. */
typedef enum {
    ACL_FUNC_ATTR_KERNEL_TYPE = 1,
    ACL_FUNC_ATTR_KERNEL_RATIO = 2,
    ACL_FUNC_ATTR_KERNEL_SCHED_MODE = 3
} aclrtFuncAttribute;

/** Types of kernels. */
typedef enum {
    ACL_KERNEL_TYPE_AICORE = 0,
    ACL_KERNEL_TYPE_CUBE = 1,
    ACL_KERNEL_TYPE_VECTOR = 2,
    ACL_KERNEL_TYPE_MIX = 3,
    ACL_KERNEL_TYPE_AICPU = 100
} aclrtKernelType;

/** Extent in three dimensions. */
typedef struct {
    uint32_t x;
    uint32_t y;
    uint32_t z;
} dim3;

/** Describes a kernel image in host memory; it must live until aclrtDestroyBinary.
 * @since f */
aclrtBinary aclrtCreateBinary(const void *data, size_t dataLen);
/** Frees the description that aclrtCreateBinary made.
 * @since f */
aclError aclrtDestroyBinary(aclrtBinary binary);
/** Loads a described kernel image onto the current device. Blocks.
 * @since f */
aclError aclrtBinaryLoad(const aclrtBinary binary, aclrtBinHandle *binHandle);
/** Unloads an image; none of its kernels may be queued or running.
 * @since f */
aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle);
/** Finds a kernel of an image by name; 507027 when there is none.
 * @since f */
aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle, const char *kernelName, aclrtFuncHandle *funcHandle);
/** Queues a launch of `numBlocks` blocks with arguments that lie in device memory.
 * @since f */
aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize,
                           aclrtStream stream);
/** Loads a kernel image from a file onto the current device. Blocks.
 * @since f */
aclError aclrtBinaryLoadFromFile(const char *binPath, aclrtBinaryLoadOptions *options, aclrtBinHandle *binHandle);
/** Begins the argument list of a launch.
 * @since f */
aclError aclrtKernelArgsInit(aclrtFuncHandle funcHandle, aclrtArgsHandle *argsHandle);
/** Appends the next argument, copied at once.
 * @since f */
aclError aclrtKernelArgsAppend(aclrtArgsHandle argsHandle, void *param, size_t paramSize,
                               aclrtParamHandle *paramHandle);
/** Queues a launch of `numBlocks` blocks with an argument list; `reserve` must be NULL.
 * @since f */
aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                     aclrtLaunchKernelCfg *cfg, aclrtArgsHandle argsHandle, void *reserve);
/** Ends the argument list.
 * @since f */
aclError aclrtKernelArgsFinalize(aclrtArgsHandle argsHandle);
/** Loads a kernel image from host memory onto the current device. Blocks.
 * @since f */
aclError aclrtBinaryLoadFromData(const void *data, size_t length, const aclrtBinaryLoadOptions *options,
                                 aclrtBinHandle *binHandle);
/** Queues a launch of `numBlocks` blocks with arguments in host memory, copied at once.
 * @since f */
aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                       aclrtLaunchKernelCfg *cfg, void *hostArgs, size_t argsSize,
                                       aclrtPlaceHolderInfo *placeHolderArray, size_t placeHolderNum);
/** Queues a launch of `numBlocks` blocks with one pointer an argument, each copied at once.
 * @since h */
aclError aclrtLaunchKernelWithArgsArray(void *func, uint32_t numBlocks, aclrtStream stream, aclrtLaunchKernelCfg *cfg,
                                        void **args);
/** Finds a kernel of an image by its entry number.
 * @since f */
aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle binHandle, uint64_t funcEntry, aclrtFuncHandle *funcHandle);
/** Keeps a place in the argument list for the address of data that the launch copies along.
 * @since f */
aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle argsHandle, aclrtParamHandle *paramHandle);
/** Host memory for the data of a place; the caller fills it before the launch.
 * @since f */
aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle, size_t dataSize,
                                             void **bufferAddr);
/** Changes an argument that was appended before; aclrtKernelArgsFinalize must follow.
 * @since f */
aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle, void *param,
                                   size_t paramSize);
/** The name of a kernel.
 * @since f */
aclError aclrtGetFunctionName(aclrtFuncHandle funcHandle, uint32_t maxLen, char *name);
/** As aclrtLaunchKernel, with launch attributes.
 * @since f */
aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize,
                             aclrtLaunchKernelCfg *cfg, aclrtStream stream);
/** An attribute of a kernel: type, ratio of cores or schedule mode.
 * @since f */
aclError aclrtGetFunctionAttribute(aclrtFuncHandle funcHandle, aclrtFuncAttribute attrType, int64_t *attrValue);
/** Device address and size of a loaded image.
 * @since f */
aclError aclrtBinaryGetDevAddress(const aclrtBinHandle binHandle, void **binAddr, size_t *binSize);
/** Device address and size of a variable of a loaded image.
 * @since h */
aclError aclrtBinaryGetGlobal(aclrtBinHandle binHandle, const char *name, void **dptr, size_t *size);
/** Device addresses of a kernel's cube and vector code.
 * @since f */
aclError aclrtGetFunctionAddr(aclrtFuncHandle funcHandle, void **aicAddr, void **aivAddr);
/** Bytes of a kernel's cube and vector code.
 * @since h */
aclError aclrtGetFunctionSize(aclrtFuncHandle funcHandle, size_t *aicSize, size_t *aivSize);
/** Bytes of host memory for the handle of an argument list.
 * @since f */
aclError aclrtKernelArgsGetHandleMemSize(aclrtFuncHandle funcHandle, size_t *memSize);
/** Bytes of host memory for an argument list of `userArgsSize` bytes.
 * @since f */
aclError aclrtKernelArgsGetMemSize(aclrtFuncHandle funcHandle, size_t userArgsSize, size_t *actualArgsSize);
/** Begins an argument list in host memory of the caller.
 * @since f */
aclError aclrtKernelArgsInitByUserMem(aclrtFuncHandle funcHandle, aclrtArgsHandle argsHandle, void *userHostMem,
                                      size_t actualArgsSize);
/** Registers a function of an image for the device's own processor.
 * @since f */
aclError aclrtRegisterCpuFunc(const aclrtBinHandle handle, const char *funcName, const char *kernelName,
                              aclrtFuncHandle *funcHandle);
/** Queues a launch of a SIMT kernel over a grid, with one pointer an argument.
 * @since i */
aclError aclrtLaunchSIMTKernelWithArgsArray(void *func, dim3 gridDim, dim3 blockDim, size_t dynUbufSize,
                                            aclrtStream stream, aclrtLaunchKernelCfg *cfg, void **args);
/** Queues a launch of a SIMT kernel over a grid, with arguments in host memory, copied at once.
 * @since i */
aclError aclrtLaunchSIMTKernelWithHostArgs(void *func, dim3 gridDim, dim3 blockDim, size_t dynUbufSize,
                                           aclrtStream stream, aclrtLaunchKernelCfg *cfg, void *hostArgs,
                                           size_t argsSize, aclrtPlaceHolderInfo *placeHolderArray,
                                           size_t placeHolderNum);
/** The image a kernel belongs to.
 * @since h */
aclError aclrtFunctionGetBinary(const aclrtFuncHandle funcHandle, aclrtBinHandle *binHandle);
/** The number of parameters of a kernel.
 * @since h */
aclError aclrtFunctionGetParamCount(const void *func, size_t *paramCount);
/** Offset and size of a parameter of a kernel.
 * @since h */
aclError aclrtFunctionGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset, size_t *paramSize);
/** Bytes of unified buffer that a block may still take at launch.
 * @since h */
aclError aclrtFunctionGetAvailDynUbufPerBlock(void *func, uint32_t flags, size_t *dynamicUbufSize);

ASCEND_NPU_END

#endif
