// Block indices, barriers and flags.
//
// The host executes in program order, so a barrier does nothing here; it is still written, because on the device
// nothing else orders two dependent vector instructions. Flags are checked for pairing: a wait for a flag that is not
// set hangs a core.
#ifndef ASCEND_HOST_SHIM_SYNC_H
#define ASCEND_HOST_SHIM_SYNC_H

#include <cstdint>

#include "block.h"

namespace AscendC {

inline int64_t GetBlockIdx() { return ascend_host::block().index(); }
inline int64_t GetBlockNum() { return ascend_host::block().count(); }
inline int64_t GetSubBlockIdx() { return 0; }
inline int64_t GetTaskRatio() { return 1; }

template <pipe_t pipe>
inline void PipeBarrier() {}

namespace host_flag {

inline bool &find(const char *what, HardEvent event, int32_t id) {
    if (id < 0 || id >= static_cast<int32_t>(ascend_host::kEventIds)) {
        ascend_host::trap("%s(%s) with event id %d: this architecture has ids 0 to %u", what, EventName(event), id,
                          ascend_host::kEventIds - 1);
    }
    return ascend_host::block().flag(event, static_cast<uint32_t>(id));
}

}  // namespace host_flag

template <HardEvent event>
inline void SetFlag(int32_t eventID) {
    bool &flag = host_flag::find("SetFlag", event, eventID);
    if (flag)
        ascend_host::trap("SetFlag(%s %d): the flag is set already and nothing has waited for it", EventName(event),
                          eventID);
    flag = true;
}

template <HardEvent event>
inline void WaitFlag(int32_t eventID) {
    bool &flag = host_flag::find("WaitFlag", event, eventID);
    if (!flag)
        ascend_host::trap("WaitFlag(%s %d): the flag is not set, so the core would wait for ever", EventName(event),
                          eventID);
    flag = false;
}

#if __NPU_ARCH__ == 2201
// The software barrier between blocks needs every block on a core at once: no kernel of ours may depend on that.
template <bool is_aiv_only = true>
void SyncAll() = delete;
#endif

}  // namespace AscendC

#endif
