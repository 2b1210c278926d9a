/* ACL: data buffers, half-precision numbers, the log. */
#ifndef ASCEND_NPU_ACL_DATA_H
#define ASCEND_NPU_ACL_DATA_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** Device memory of the caller, described. */
typedef struct aclDataBuffer aclDataBuffer;

/** Levels of the log. */
typedef enum {
    ACL_DEBUG = 0,
    ACL_INFO = 1,
    ACL_WARNING = 2,
    ACL_ERROR = 3
} aclLogLevel;

/** The value of a half-precision number.
 * @since a */
float aclFloat16ToFloat(aclFloat16 value);
/** The nearest half-precision number.
 * @since a */
aclFloat16 aclFloatToFloat16(float value);
/** Describes device memory of the caller; NULL when memory is short.
 * @since a */
aclDataBuffer *aclCreateDataBuffer(void *data, size_t size);
/** Frees the description, not the memory.
 * @since a */
aclError aclDestroyDataBuffer(const aclDataBuffer *dataBuffer);
/** The address a description tells.
 * @since a */
void *aclGetDataBufferAddr(const aclDataBuffer *dataBuffer);
/** Bytes of one element; 0 for an unknown type.
 * @since a */
size_t aclDataTypeSize(aclDataType dataType);
/** Makes a description tell other memory.
 * @since b */
aclError aclUpdateDataBuffer(aclDataBuffer *dataBuffer, void *data, size_t size);
/** The size a description tells.
 * @since a */
size_t aclGetDataBufferSizeV2(const aclDataBuffer *dataBuffer);
/** Writes a line into the application's log.
 * @since a */
void aclAppLog(aclLogLevel logLevel, const char *func, const char *file, uint32_t line, const char *fmt, ...);
/** Deprecated by aclGetDataBufferSizeV2: the size in 32 bits.
 * @since a */
uint32_t aclGetDataBufferSize(const aclDataBuffer *dataBuffer);

ASCEND_NPU_END

#endif
