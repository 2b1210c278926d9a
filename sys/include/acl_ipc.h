/* ACL: memory and events of other processes. */
#ifndef ASCEND_NPU_ACL_IPC_H
#define ASCEND_NPU_ACL_IPC_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

#define ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x1UL
#define ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS 0x1UL
#define ACL_IPC_EVENT_HANDLE_SIZE 64U
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO 0
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS 1
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_ONE_PORT_PATH 2
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_MULTI_PORT_PATH 3

/** Attributes of exported memory. */
typedef enum {
    ACL_RT_IPC_MEM_ATTR_ACCESS_LINK = 0
} aclrtIpcMemAttrType;

/** A handle of an event for other processes. */
typedef struct {
    char reserved[64];
} aclrtIpcEventHandle;

/** Processes of a server. */
typedef struct {
    uint32_t sdid;
    int32_t *pid;
    size_t num;
} aclrtServerPid;

/** A name, written to `key`, by which other processes may use this device memory.
 * @since f */
aclError aclrtIpcMemGetExportKey(void *devPtr, size_t size, char *key, size_t len, uint64_t flags);
/** Ends the use of a name, exported or imported.
 * @since f */
aclError aclrtIpcMemClose(const char *key);
/** Maps device memory that another process exported.
 * @since f */
aclError aclrtIpcMemImportByKey(void **devPtr, const char *key, uint64_t flags);
/** Lets the given processes import exported device memory.
 * @since f */
aclError aclrtIpcMemSetImportPid(const char *key, int32_t *pid, size_t num);
/** A handle by which other processes may use an event of flag ACL_EVENT_IPC.
 * @since f */
aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle *handle);
/** Opens an event of another process.
 * @since f */
aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent *event);
/** Sets an attribute of exported device memory: the link that importers use.
 * @since f */
aclError aclrtIpcMemSetAttr(const char *key, aclrtIpcMemAttrType type, uint64_t attr);
/** Lets processes of other servers import exported device memory.
 * @since f */
aclError aclrtIpcMemImportPidInterServer(const char *key, aclrtServerPid *serverPids, size_t num);

ASCEND_NPU_END

#endif
