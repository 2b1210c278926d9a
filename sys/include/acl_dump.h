/* ACL: dumps of tensors and exceptions. */
#ifndef ASCEND_NPU_ACL_DUMP_H
#define ASCEND_NPU_ACL_DUMP_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_DUMP_MAX_FILE_PATH_LENGTH 4096
#define ACL_OP_DUMP_OP_AICORE_ARGS 0x00000001U
#define ACL_DUMP_MAX_SHAPE_NUM 25

/** Kinds of dumps. */
typedef enum {
    AIC_ERR_BRIEF_DUMP = 1,
    AIC_ERR_NORM_DUMP = 2,
    AIC_ERR_DETAIL_DUMP = 3,
    DATA_DUMP = 4,
    OVERFLOW_DUMP = 5
} acldumpType;

/** Roles of a tensor. */
typedef enum {
    ACL_DUMP_TENSOR_INPUT = 0,
    ACL_DUMP_TENSOR_OUTPUT = 1,
    ACL_DUMP_TENSOR_WORKSPACE = 2
} acldumpTensorType;

/** Whether an address is the data's, or points to it. */
typedef enum {
    ACL_DUMP_ADDR_PTR = 0,
    ACL_DUMP_ADDR_PTR_PTR = 1,
    ACL_DUMP_ADDR_RAW = 2
} acldumpTensorAddressType;

/** Where a tensor lies. */
typedef enum {
    ACL_DUMP_PLACEMENT_DEVICE = 0,
    ACL_DUMP_PLACEMENT_HOST = 1,
    ACL_DUMP_PLACEMENT_END = 2
} acldumpTensorPlacement;

/** A tensor to dump. */
typedef struct {
    acldumpTensorType type;
    size_t tensorSize;
    int32_t format;
    int32_t dataType;
    int64_t *tensorAddr;
    acldumpTensorAddressType addrType;
    acldumpTensorPlacement placement;
    uint32_t argsOffset;
    uint32_t shapeNum;
    uint32_t originShapeNum;
    uint64_t shape[25];
    uint64_t originShape[25];
} acldumpTensorInfo;

/** A part of dump data, `bufLen` bytes in `dataBuf`. */
typedef struct {
    char fileName[4096];
    uint32_t bufLen;
    uint32_t isLastChunk;
    int64_t offset;
    int32_t flag;
    uint8_t dataBuf[];
} acldumpChunk;

/** Starts the dump of tensors.
 * @since a */
aclError aclmdlInitDump(void);
/** Sets what is dumped, from a JSON file.
 * @since a */
aclError aclmdlSetDump(const char *dumpCfgPath);
/** Ends the dump of tensors. Blocks.
 * @since a */
aclError aclmdlFinalizeDump(void);
/** Begins dumping the arguments of operators into a folder.
 * @since b */
aclError aclopStartDumpArgs(uint32_t dumpType, const char *path);
/** Takes back aclopStartDumpArgs.
 * @since b */
aclError aclopStopDumpArgs(uint32_t dumpType);
/** The folder that a kind of dump is written to; NULL when that kind is off.
 * @since g */
const char *acldumpGetPath(acldumpType dumpType);
/** Registers a function that receives dump data in chunks instead of files.
 * @since f */
aclError acldumpRegCallback(int32_t (*messageCallback)(const acldumpChunk *chunk, int32_t length), int32_t flag);
/** Takes back acldumpRegCallback.
 * @since f */
void acldumpUnregCallback(void);
/** Writes tensors of the caller's choice beside the exception dump. Blocks.
 * @since j */
aclError acldumpSaveExceptionInfo(const char *fileName, const char *userTag, const acldumpTensorInfo *tensors,
                                  size_t tensorCount);
/** The folder of the exception dump of the current device.
 * @since j */
aclError acldumpGetExceptionInfoPath(char *path, size_t maxLen);

ASCEND_NPU_END

#endif
