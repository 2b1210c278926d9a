/* ACL: tensor channels between host and device. */
#ifndef ASCEND_NPU_ACL_TDT_CHANNEL_H
#define ASCEND_NPU_ACL_TDT_CHANNEL_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** What an item is. */
typedef enum {
    ACL_TENSOR_DATA_UNDEFINED = -1,
    ACL_TENSOR_DATA_TENSOR = 0,
    ACL_TENSOR_DATA_END_OF_SEQUENCE = 1,
    ACL_TENSOR_DATA_ABNORMAL = 2,
    ACL_TENSOR_DATA_SLICE_TENSOR = 3,
    ACL_TENSOR_DATA_END_TENSOR = 4
} acltdtTensorType;

/** A tensor of a set. */
typedef struct acltdtDataItem acltdtDataItem;

/** A set of tensors. */
typedef struct acltdtDataset acltdtDataset;

/** A channel. */
typedef struct acltdtChannelHandle acltdtChannelHandle;

/** What an item is: a tensor, the end of the sequence or a fault.
 * @since b */
acltdtTensorType acltdtGetTensorTypeFromItem(const acltdtDataItem *dataItem);
/** Element type of an item.
 * @since b */
aclDataType acltdtGetDataTypeFromItem(const acltdtDataItem *dataItem);
/** Address of an item's data.
 * @since b */
void *acltdtGetDataAddrFromItem(const acltdtDataItem *dataItem);
/** Bytes of an item's data.
 * @since b */
size_t acltdtGetDataSizeFromItem(const acltdtDataItem *dataItem);
/** Number of dimensions of an item.
 * @since b */
size_t acltdtGetDimNumFromItem(const acltdtDataItem *dataItem);
/** Which part of a cut tensor an item is.
 * @since d */
aclError acltdtGetSliceInfoFromItem(const acltdtDataItem *dataItem, size_t *sliceNum, size_t *sliceId);
/** Dimensions of an item.
 * @since b */
aclError acltdtGetDimsFromItem(const acltdtDataItem *dataItem, int64_t *dims, size_t dimNum);
/** A new item over data of the caller; NULL when an argument is wrong.
 * @since b */
acltdtDataItem *acltdtCreateDataItem(acltdtTensorType tdtType, const int64_t *dims, size_t dimNum, aclDataType dataType,
                                     void *data, size_t size);
/** Frees an item, not its data.
 * @since b */
aclError acltdtDestroyDataItem(acltdtDataItem *dataItem);
/** A new empty set of items; NULL when memory is short.
 * @since b */
acltdtDataset *acltdtCreateDataset(void);
/** Frees a set, not its items.
 * @since b */
aclError acltdtDestroyDataset(acltdtDataset *dataset);
/** An item of a set.
 * @since b */
acltdtDataItem *acltdtGetDataItem(const acltdtDataset *dataset, size_t index);
/** Adds an item to a set.
 * @since b */
aclError acltdtAddDataItem(acltdtDataset *dataset, acltdtDataItem *dataItem);
/** Number of items of a set.
 * @since b */
size_t acltdtGetDatasetSize(const acltdtDataset *dataset);
/** Name of the channel a set came from.
 * @since b */
const char *acltdtGetDatasetName(const acltdtDataset *dataset);
/** Stops a channel: waiting calls return.
 * @since b */
aclError acltdtStopChannel(acltdtChannelHandle *handle);
/** Opens a channel between host and device by name; NULL when it fails.
 * @since b */
acltdtChannelHandle *acltdtCreateChannel(uint32_t deviceId, const char *name);
/** As acltdtCreateChannel, for at most `capacity` sets.
 * @since b */
acltdtChannelHandle *acltdtCreateChannelWithCapacity(uint32_t deviceId, const char *name, size_t capacity);
/** Closes a channel.
 * @since b */
aclError acltdtDestroyChannel(acltdtChannelHandle *handle);
/** Drops what is in a channel.
 * @since d */
aclError acltdtCleanChannel(acltdtChannelHandle *handle);
/** Sends a set; -1 waits for room for ever, 0 not at all. Blocks.
 * @since b */
aclError acltdtSendTensor(const acltdtChannelHandle *handle, const acltdtDataset *dataset, int32_t timeout);
/** Receives a set; -1 waits for ever, 0 not at all. Blocks.
 * @since b */
aclError acltdtReceiveTensor(const acltdtChannelHandle *handle, acltdtDataset *dataset, int32_t timeout);
/** Number of sets in a channel.
 * @since b */
aclError acltdtQueryChannelSize(const acltdtChannelHandle *handle, size_t *size);

ASCEND_NPU_END

#endif
