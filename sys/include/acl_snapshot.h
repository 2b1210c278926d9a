/* ACL: snapshots of a process. */
#ifndef ASCEND_NPU_ACL_SNAPSHOT_H
#define ASCEND_NPU_ACL_SNAPSHOT_H

#include "acl_base.h"

ASCEND_NPU_BEGIN

/** State of a process. */
typedef enum {
    ACL_RT_PROCESS_STATE_RUNNING = 0,
    ACL_RT_PROCESS_STATE_LOCKED = 1
} aclrtProcessState;

/** Stages of a snapshot. */
typedef enum {
    ACL_RT_SNAPSHOT_LOCK_PRE = 0,
    ACL_RT_SNAPSHOT_BACKUP_PRE = 1,
    ACL_RT_SNAPSHOT_BACKUP_POST = 2,
    ACL_RT_SNAPSHOT_RESTORE_PRE = 3,
    ACL_RT_SNAPSHOT_RESTORE_POST = 4,
    ACL_RT_SNAPSHOT_UNLOCK_POST = 5
} aclrtSnapShotStage;

/** Called at a stage of a snapshot; returns 0 for success. */
typedef uint32_t (*aclrtSnapShotCallBack)(int32_t deviceId, void *args);

/** How a process is saved; `reserved` must be 0. */
typedef struct {
    uint32_t backupFlags;
    char reserved[60];
} aclrtSnapShotBackupArgs;

/** How a process is restored; `reserved` must be 0. */
typedef struct {
    uint32_t restoreFlags;
    char reserved[60];
} aclrtSnapShotRestoreArgs;

/** Holds all further calls of a process. No arguments before letter h. Blocks.
 * @since f */
aclError aclrtSnapShotProcessLock(int pid, void *reserve);
/** Lets a held process go on. No arguments before letter h.
 * @since f */
aclError aclrtSnapShotProcessUnlock(int pid, void *reserve);
/** Saves the device state of a held process. No arguments before letter h. Blocks.
 * @since f */
aclError aclrtSnapShotProcessBackup(int pid, aclrtSnapShotBackupArgs *args);
/** Restores the device state of a held process. No arguments before letter h. Blocks.
 * @since f */
aclError aclrtSnapShotProcessRestore(int pid, aclrtSnapShotRestoreArgs *args);
/** Registers a function called at a stage of a snapshot.
 * @since g */
aclError aclrtSnapShotCallbackRegister(aclrtSnapShotStage stage, aclrtSnapShotCallBack callback, void *args);
/** Takes back aclrtSnapShotCallbackRegister.
 * @since g */
aclError aclrtSnapShotCallbackUnregister(aclrtSnapShotStage stage, aclrtSnapShotCallBack callback);

ASCEND_NPU_END

#endif
