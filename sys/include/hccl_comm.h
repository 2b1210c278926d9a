/* HCCL: communicators. */
#ifndef ASCEND_NPU_HCCL_COMM_H
#define ASCEND_NPU_HCCL_COMM_H

#include "hccl_base.h"

ASCEND_NPU_BEGIN

/** What the root gives to all ranks, every byte of it. */
typedef struct {
    char internal[4108];
} HcclRootInfo;

/** Configuration of a communicator. `reserved` begins with size (8 bytes), magic and version (4 each), 8 bytes of 0.
 * Libraries read the shorter of their size and this one; from toolkit to toolkit it only grew. */
typedef struct {
    char reserved[24];
    uint32_t hcclBufferSize;
    uint32_t hcclDeterministic;
    char hcclCommName[128];
    char hcclUdi[128];
    uint32_t hcclOpExpansionMode;
    uint32_t hcclRdmaTrafficClass;
    uint32_t hcclRdmaServiceLevel;
    uint32_t hcclWorldRankID;
    uint64_t hcclJobID;
    uint8_t aclGraphZeroCopyEnable;
    int32_t hcclExecTimeOut;
    char hcclAlgo[1600];
    char hcclRetryEnable[50];
    char hcclRetryParams[128];
    char hcclBufferName[128];
    uint32_t hcclQos;
    uint64_t hcclSymWinMaxMemSizePerRank;
} HcclCommConfig;

/** Features of a configuration, for HcclGetCommConfigCapability. */
typedef enum {
    HCCL_COMM_CONFIG_BUFFER_SIZE = 0,
    HCCL_COMM_CONFIG_DETERMINISTIC = 1,
    HCCL_COMM_CONFIG_COMM_NAME = 2,
    HCCL_COMM_CONFIG_OP_EXPANSION_MODE = 3,
    HCCL_COMM_CONFIG_SUPPORT_INIT_BY_ENV = 4,
    HCCL_COMM_CONFIG_WORLD_RANKID = 5,
    HCCL_COMM_CONFIG_JOBID = 6,
    HCCL_COMM_CONFIG_ACLGRAPH_ZEROCOPY_ENABLE = 7,
    HCCL_COMM_CONFIG_EXEC_TIMEOUT = 8,
    HCCL_COMM_CONFIG_ALGO = 9,
    HCCL_COMM_CONFIG_RETRY = 10,
    HCCL_COMM_CONFIG_BUFFER_NAME = 11
} HcclCommConfigCapability;

/** Options of the process. Of DETERMINISTIC: 0 off, 1 on, 2 strict. */
typedef enum {
    HCCL_DETERMINISTIC = 0
} HcclConfig;

/** The value of an option. */
typedef union {
    int32_t value;
} HcclConfigValue;

/** Kinds of configuration that can be asked for. */
typedef enum {
    HCCL_CONFIG_TYPE_INVALID = -1,
    HCCL_CONFIG_TYPE_OP_EXPANSION_MODE = 0
} HcclConfigType;

/** Where operations are expanded, as HcclConfigGetInfo tells it; HcclCommConfig numbers them otherwise. */
typedef enum {
    HCCL_OP_EXPANSION_MODE_INVALID = -1,
    HCCL_OP_EXPANSION_MODE_AI_CPU = 0,
    HCCL_OP_EXPANSION_MODE_AIV = 1,
    HCCL_OP_EXPANSION_MODE_HOST = 2,
    HCCL_OP_EXPANSION_MODE_HOST_TS = 3,
    HCCL_OP_EXPANSION_MODE_CCU_MS = 4,
    HCCL_OP_EXPANSION_MODE_CCU_SCHED = 5,
    HCCL_OP_EXPANSION_AIV_ONLY = 6
} HcclOpExpansionMode;

/** What HcclConfigGetInfo writes for OP_EXPANSION_MODE. */
typedef HcclOpExpansionMode HcclConfigTypeOpExpansionMode;

/** State of a communicator. */
typedef enum {
    HCCL_COMM_STATUS_READY = 0,
    HCCL_COMM_STATUS_SUSPENDING = 1,
    HCCL_COMM_STATUS_INVALID = 254,
    HCCL_COMM_STATUS_RESERVED = 255
} HcclCommStatus;

/** Moments in the life of a communicator. */
typedef enum {
    HCCL_COMM_STATE_PHASE_INVALID = -1,
    HCCL_COMM_STATE_PHASE_DESTROY_PRE = 0,
    HCCL_COMM_STATE_PHASE_DESTROY_POST = 1,
    HCCL_COMM_STATE_PHASE_RESUME_PRE = 2,
    HCCL_COMM_STATE_PHASE_RESUME_POST = 3
} HcclCommStatePhase;

/** Called at the moments of a communicator. */
typedef HcclResult (*HcclCommStateCallback)(HcclComm comm, HcclCommStatePhase state, void *args);

/** Makes the root information of a new communicator, good for one use; on the root rank only, which then listens.
 * @since a */
HcclResult HcclGetRootInfo(HcclRootInfo *rootInfo);
/** Joins a communicator; blocks until all ranks have come.
 * @since a */
HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo *rootInfo, uint32_t rank, HcclComm *comm);
/** As HcclCommInitRootInfo, with a configuration; the same one on every rank.
 * @since c */
HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks, const HcclRootInfo *rootInfo, uint32_t rank,
                                      const HcclCommConfig *config, HcclComm *comm);
/** As HcclGetRootInfo, for one of several roots.
 * @since j */
HcclResult HcclGetRootInfoScalable(HcclRootInfo *rootInfo);
/** As HcclCommInitRootInfoConfig, with several roots; blocks until all ranks have come.
 * @since j */
HcclResult HcclCommInitRootInfoScalable(uint32_t nRanks, uint32_t nRoot, const HcclRootInfo *rootInfoList,
                                        uint32_t rank, uint32_t nExtRoot, const HcclCommConfig *config, HcclComm *comm);
/** Joins the communicator that a rank table file describes; blocks until all ranks have come.
 * @since a */
HcclResult HcclCommInitClusterInfo(const char *clusterInfo, uint32_t rank, HcclComm *comm);
/** As HcclCommInitClusterInfo, with a configuration.
 * @since c */
HcclResult HcclCommInitClusterInfoConfig(const char *clusterInfo, uint32_t rank, HcclCommConfig *config,
                                         HcclComm *comm);
/** Makes one communicator a device of this process, all at once; `comms[i]` is rank i. Blocks.
 * @since a */
HcclResult HcclCommInitAll(uint32_t ndev, int32_t *devices, HcclComm *comms);
/** Makes a communicator of some ranks of another; the others pass NULL and 0xFFFFFFFF. Blocks.
 * @since c */
HcclResult HcclCreateSubCommConfig(HcclComm *comm, uint32_t rankNum, uint32_t *rankIds, uint64_t subCommId,
                                   uint32_t subCommRankId, HcclCommConfig *config, HcclComm *subComm);
/** Destroys a communicator. Does not wait for queued work, which then faults.
 * @since a */
HcclResult HcclCommDestroy(HcclComm comm);
/** Number of ranks.
 * @since a */
HcclResult HcclGetRankSize(HcclComm comm, uint32_t *rankSize);
/** Own rank.
 * @since a */
HcclResult HcclGetRankId(HcclComm comm, uint32_t *rank);
/** Name of the communicator; the caller gives 128 bytes.
 * @since a */
HcclResult HcclGetCommName(HcclComm comm, char *commName);
/** The communicator of a name.
 * @since g */
HcclResult HcclCommGetHandleWithName(const char *commName, HcclComm *comm);
/** Polls for an error that happened after the calls returned.
 * @since a */
HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult *asyncError);
/** The library's text for a code.
 * @since a */
const char *HcclGetErrorString(HcclResult code);
/** The number of configuration features: one is there if its HCCL_COMM_CONFIG_* number is smaller.
 * @since c */
uint32_t HcclGetCommConfigCapability(void);
/** Sets an option of the process; without effect where the environment sets it.
 * @since b */
HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue);
/** An option of the process.
 * @since f */
HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue *configValue);
/** Sets an option of a communicator.
 * @since f */
HcclResult HcclSetCommConfig(HcclComm comm, HcclConfig config, HcclConfigValue configValue);
/** An option of a communicator.
 * @since f */
HcclResult HcclGetCommConfig(HcclComm comm, HcclConfig config, HcclConfigValue *configValue);
/** One kind of configuration of a communicator, written to `infoLen` bytes.
 * @since g */
HcclResult HcclConfigGetInfo(HcclComm comm, HcclConfigType cfgType, uint32_t infoLen, void *info);
/** Stops a communicator after aclrtDeviceTaskAbort; its calls return 22 from then on.
 * @since f */
HcclResult HcclCommSuspend(HcclComm comm);
/** Lets a stopped communicator go on.
 * @since c */
HcclResult HcclCommResume(HcclComm comm);
/** Registers, under a name, a function called when a communicator is destroyed or resumed.
 * @since j */
HcclResult HcclCommRegCommStateCallback(const char *regName, HcclCommStateCallback cb, void *args);
/** Switches ranks between their main and backup network card. Blocks.
 * @since e */
HcclResult HcclCommWorkingDevNicSet(HcclComm comm, uint32_t *ranks, bool *useBackup, uint32_t nRanks);
/** Opens a group, for the whole process: calls are kept back until HcclGroupEnd.
 * @since g */
HcclResult HcclGroupStart(void);
/** Issues the calls of a group and waits for their streams; drops their codes. Blocks.
 * @since g */
HcclResult HcclGroupEnd(void);
/** Whether a group is open.
 * @since j */
HcclResult HcclGroupStatusGet(bool *isGroupEnabled);

ASCEND_NPU_END

#endif
