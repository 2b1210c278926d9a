/* The only function of HCCL that is no symbol of a library: programs have it from the header. */
#ifndef ASCEND_NPU_HCCL_COMM_CONFIG_H
#define ASCEND_NPU_HCCL_COMM_CONFIG_H

#include <stddef.h>
#include <string.h>

#include "ascend.h"

/** Makes a configuration that changes nothing: what is not set then is taken from the environment, or is the default. */
static inline void HcclCommConfigInit(HcclCommConfig *config)
{
    const size_t size = sizeof(HcclCommConfig);
    const uint32_t words[2] = {HCCL_COMM_CONFIG_MAGIC_WORD, HCCL_COMM_CONFIG_VERSION};
    if (config == NULL) {
        return;
    }
    memset(config, 0, sizeof(*config));
    memcpy(config->reserved, &size, sizeof(size));
    memcpy(config->reserved + sizeof(size), words, sizeof(words));
    config->hcclBufferSize = HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET;
    config->hcclDeterministic = HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET;
    config->hcclOpExpansionMode = HCCL_COMM_DEFAULT_OP_EXPANSION_MODE;
    config->hcclRdmaTrafficClass = HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET;
    config->hcclRdmaServiceLevel = HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET;
    config->hcclExecTimeOut = HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET;
    config->hcclQos = HCCL_COMM_QOS_CONFIG_NOT_SET;
    config->hcclSymWinMaxMemSizePerRank = HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE;
}

#endif
