/* ACL: groups of compute units. */
#ifndef ASCEND_NPU_ACL_GROUP_H
#define ASCEND_NPU_ACL_GROUP_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** The description of all groups. */
typedef struct tagRtGroupInfo aclrtGroupInfo;

/** Attributes of a group. */
typedef enum {
    ACL_GROUP_AICORE_INT = 0,
    ACL_GROUP_AIV_INT = 1,
    ACL_GROUP_AIC_INT = 2,
    ACL_GROUP_SDMANUM_INT = 3,
    ACL_GROUP_ASQNUM_INT = 4,
    ACL_GROUP_GROUPID_INT = 5
} aclrtGroupAttr;

/** Chooses the group of compute units for this thread.
 * @since a */
aclError aclrtSetGroup(int32_t groupId);
/** The number of groups of the current device.
 * @since a */
aclError aclrtGetGroupCount(uint32_t *count);
/** Memory for what aclrtGetAllGroupInfo tells; NULL when memory is short.
 * @since a */
aclrtGroupInfo *aclrtCreateGroupInfo(void);
/** Frees what aclrtCreateGroupInfo made.
 * @since a */
aclError aclrtDestroyGroupInfo(aclrtGroupInfo *groupInfo);
/** Reads the description of all groups.
 * @since a */
aclError aclrtGetAllGroupInfo(aclrtGroupInfo *groupInfo);
/** One attribute of one group.
 * @since a */
aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo *groupInfo, int32_t groupIndex, aclrtGroupAttr attr,
                                 void *attrValue, size_t valueLen, size_t *paramRetSize);

ASCEND_NPU_END

#endif
