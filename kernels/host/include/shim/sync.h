// Block indices, barriers and flags, and the cache of the scalar unit.
//
// A flag carries what its engine has finished to the engine that waits; the checked build keeps that as a clock
// (clock.h). In both builds flags are checked for pairing: a wait for a flag that is not set hangs a core.
#ifndef ASCEND_HOST_SHIM_SYNC_H
#define ASCEND_HOST_SHIM_SYNC_H

#include <cstdint>

#include "block.h"
#include "tensor.h"

namespace ascend_host {

inline Flag &flag_of(const char *what, AscendC::HardEvent event, int32_t id) {
    if (id < 0 || id >= static_cast<int32_t>(kEventIds)) {
        trap("%s(%s) with event id %d: this architecture has ids 0 to %u", what, EventName(event), id, kEventIds - 1);
    }
    return block().flag(event, static_cast<uint32_t>(id));
}

inline void set_flag(AscendC::HardEvent event, int32_t id) {
    Flag &flag = flag_of("SetFlag", event, id);
    if (flag.is_set)
        trap("SetFlag(%s %d): the flag is set already and nothing has waited for it", EventName(event), id);
    block().set_flag(flag, event);
}

inline void wait_flag(AscendC::HardEvent event, int32_t id) {
    Flag &flag = flag_of("WaitFlag", event, id);
    if (!flag.is_set)
        trap("WaitFlag(%s %d): the flag is not set, so the core would wait for ever", EventName(event), id);
    block().wait_flag(flag, event);
}

// The lowest event id of a pair of engines that nobody has.
inline uint32_t free_event_id(const char *what, AscendC::HardEvent event) {
    const uint8_t taken = block().taken_event_ids(event);
    for (uint32_t id = 0; id < kEventIds; ++id) {
        if (!(taken & (1u << id))) return id;
    }
    trap("%s(%s): all %u event ids of this pair of engines are taken", what, EventName(event), kEventIds);
}

inline int8_t take_event_id(const char *what, AscendC::HardEvent event) {
    const uint32_t id = free_event_id(what, event);
    block().taken_event_ids(event) |= static_cast<uint8_t>(1u << id);
    return static_cast<int8_t>(id);
}

inline void release_event_id(AscendC::HardEvent event, int8_t id) {
    block().taken_event_ids(event) &= static_cast<uint8_t>(~(1u << id));
}

}  // namespace ascend_host

namespace AscendC {

inline int64_t GetBlockIdx() { return ascend_host::block().index(); }
inline int64_t GetBlockNum() { return ascend_host::block().count(); }
inline int64_t GetSubBlockIdx() { return 0; }
inline int64_t GetTaskRatio() { return 1; }

template <pipe_t pipe>
inline void PipeBarrier() {
    static_assert(pipe == PIPE_V || pipe == PIPE_MTE2 || pipe == PIPE_MTE3 || pipe == PIPE_ALL,
                  "PipeBarrier takes PIPE_V, PIPE_MTE2, PIPE_MTE3 and PIPE_ALL; the scalar unit needs none");
    ascend_host::Core &core = ascend_host::block().core();
    if (pipe == PIPE_V) core.barrier(ascend_host::Pipe::vector);
    if (pipe == PIPE_MTE2) core.barrier(ascend_host::Pipe::mte2);
    if (pipe == PIPE_MTE3) core.barrier(ascend_host::Pipe::mte3);
    if (pipe == PIPE_ALL) core.barrier_of_all();
}

template <HardEvent event>
inline void SetFlag(int32_t eventID) {
    ascend_host::set_flag(event, eventID);
}

template <HardEvent event>
inline void WaitFlag(int32_t eventID) {
    ascend_host::wait_flag(event, eventID);
}

enum class CacheLine : uint64_t { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE };
enum class DcciDst : uint64_t { CACHELINE_ALL = 0, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };

#if __NPU_ARCH__ == 2201

// Sends what the scalar unit has written to memory, and has it read memory again.
template <typename T, CacheLine entireType, DcciDst dcciDst = DcciDst::CACHELINE_ALL>
inline void DataCacheCleanAndInvalid(const GlobalTensor<T> &dst) {
    ascend_host::Core &core = ascend_host::block().core();
    if (entireType == CacheLine::ENTIRE_DATA_CACHE) {
        core.clean_whole_cache();
    } else {
        core.clean_cache(dst.GetPhyAddr());
    }
}

// The software barrier between blocks needs every block on a core at once: no kernel of ours may depend on that.
template <bool is_aiv_only = true>
void SyncAll() = delete;

#else

template <typename T, CacheLine entireType, DcciDst dcciDst = DcciDst::CACHELINE_ALL>
void DataCacheCleanAndInvalid(const GlobalTensor<T> &dst) = delete;

#endif

}  // namespace AscendC

#endif
