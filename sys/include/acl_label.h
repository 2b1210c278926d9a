/* ACL: jumps between and within streams. */
#ifndef ASCEND_NPU_ACL_LABEL_H
#define ASCEND_NPU_ACL_LABEL_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** How two values are compared. */
typedef enum {
    ACL_RT_EQUAL = 0,
    ACL_RT_NOT_EQUAL = 1,
    ACL_RT_GREATER = 2,
    ACL_RT_GREATER_OR_EQUAL = 3,
    ACL_RT_LESS = 4,
    ACL_RT_LESS_OR_EQUAL = 5
} aclrtCondition;

/** Types of compared values. */
typedef enum {
    ACL_RT_SWITCH_INT32 = 0,
    ACL_RT_SWITCH_INT64 = 1
} aclrtCompareDataType;

/** Creates a jump label.
 * @since f */
aclError aclrtCreateLabel(aclrtLabel *label);
/** Queues the place of a label in a stream.
 * @since f */
aclError aclrtSetLabel(aclrtLabel label, aclrtStream stream);
/** Destroys a label.
 * @since f */
aclError aclrtDestroyLabel(aclrtLabel label);
/** Makes labels into a list to switch by.
 * @since f */
aclError aclrtCreateLabelList(aclrtLabel *labels, size_t num, aclrtLabelList *labelList);
/** Destroys a list of labels.
 * @since f */
aclError aclrtDestroyLabelList(aclrtLabelList labelList);
/** Queues a jump to the label whose index lies in device memory.
 * @since f */
aclError aclrtSwitchLabelByIndex(void *ptr, uint32_t maxValue, aclrtLabelList labelList, aclrtStream stream);
/** Queues the start of another stream.
 * @since f */
aclError aclrtActiveStream(aclrtStream activeStream, aclrtStream stream);
/** Queues the start of one of two streams, by comparing two values in device memory.
 * @since f */
aclError aclrtSwitchStream(void *leftValue, aclrtCondition cond, void *rightValue, aclrtCompareDataType dataType,
                           aclrtStream trueStream, aclrtStream falseStream, aclrtStream stream);

ASCEND_NPU_END

#endif
