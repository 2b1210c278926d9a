// The state of one block while it runs: its unified buffer, its queues, its flags, the steps not yet executed.
//
// The API of a kernel is free functions, so the block is found through a thread-local pointer: a block runs on one
// thread from start to end. Everything the device would hold on chip lives here and not in the kernel's objects,
// because it must be inspected after those are gone: tensors not freed and flags not waited for are faults too.
//
// Instructions are executed by the core of the build: fast_core.h or checked_core.h.
#ifndef ASCEND_HOST_SHIM_BLOCK_H
#define ASCEND_HOST_SHIM_BLOCK_H

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../ascend_host_image.h"
#include "buffers.h"
#include "call.h"
#include "checked_core.h"
#include "clock.h"
#include "fast_core.h"
#include "fault.h"
#include "global_memory.h"
#include "rows.h"
#include "whole.h"

namespace ascend_host {

struct alignas(64) UnifiedBuffer {
    uint8_t bytes[kUnifiedBufferBytes];
};

using Core = std::conditional_t<kChecked, CheckedCore, FastCore>;

struct Flag {
    bool is_set = false;
    Core::Carried carried;
};

class Block {
  public:
    explicit Block(const AscendHostBlock &launch)
        : launch_(launch), memory_(launch.memory), core_(buffers_, unified_buffer().bytes, launch) {}

    static Block *&current() {
        static thread_local Block *block = nullptr;
        return block;
    }

    uint32_t index() const { return launch_.block; }
    uint32_t count() const { return launch_.block_count; }
    GlobalMemory &memory() { return memory_; }
    Buffers &buffers() { return buffers_; }
    Core &core() { return core_; }

    // Whether results of infinity become the largest finite value.
    bool saturates() const { return kAlwaysSaturates || launch_.saturates != 0; }
    void note_overflow() {
        if (launch_.overflow != nullptr) __atomic_store_n(launch_.overflow, 1, __ATOMIC_RELAXED);
    }

    // What copies to global memory add from now on.
    void add_from_now(Added added) { added_ = added; }
    Added added() const { return added_; }

    // ---- the unified buffer

    // Gives the next `count` pieces of `bytes` bytes of the unified buffer, as the framework does: upwards, and never
    // back. Out of line, because compilers follow a constant size past its refusal and warn of what cannot happen.
    __attribute__((noinline)) uint8_t *plan(uint32_t count, uint32_t bytes) {
        const uint64_t rounded = (static_cast<uint64_t>(bytes) + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
        const uint64_t asked = rounded * count;
        if (asked == 0) trap("InitBuffer asks for %u x %u B: a buffer must have a size", count, bytes);
        if (asked > kUnifiedBufferBytes - planned_) {
            trap("InitBuffer asks for %u x %llu B with %u B already planned: the unified buffer has %u B", count,
                 static_cast<unsigned long long>(rounded), planned_, kUnifiedBufferBytes);
        }
        uint8_t *base = unified_buffer().bytes + planned_;
        planned_ += static_cast<uint32_t>(asked);
        core_.planned(base, asked);
        return base;
    }

    // The pipe that planned is gone: another may start from the beginning.
    void forget_plan() {
        core_.forget_plan();
        planned_ = 0;
    }

    static bool is_block_aligned(const void *address) {
        return (reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(unified_buffer().bytes)) %
                   kBlockBytes ==
               0;
    }

    // ---- instructions

    void execute(const Call &call, StripLoop loop, const Operand &dst, const Operand &a, const Operand &b,
                 uint32_t count, uint32_t scalar = 0, StepKind kind = StepKind::plain) {
        core_.execute(call, loop, dst, a, b, count, scalar, kind);
    }

    // The scalar unit reads or writes bytes of the unified buffer, or of global memory.
    void touch_local(const char *name, GlobalAccess access, const void *address, uint64_t bytes) {
        core_.touch_local(name, access, static_cast<const uint8_t *>(address), bytes);
    }
    void touch_global(const char *name, GlobalAccess access, const void *address, uint64_t bytes) {
        core_.touch_global(name, access, static_cast<const uint8_t *>(address), bytes);
    }

    // A vector instruction that cannot be taken to pieces.
    void execute_whole(const Call &call, const Whole &whole) { core_.execute_whole(call, whole); }

    // More work of the last vector instruction, in place.
    void execute_more(StripLoop loop, const Operand &dst, uint32_t count) { core_.execute_more(loop, dst, count); }

    // ---- tensors

    // Faults when a tensor is not the kernel's to use any more, or not yet again.
    void check_live(const char *what, const uint8_t *base, uint32_t ticket) const {
        if (ticket == 0) return;
        const Place place = buffers_.place_of(base);
        if (place.queue == nullptr) return;
        const Buffer &buffer = *place.buffer;
        if (buffer.ticket != ticket) {
            exception("%s on a tensor of queue %u (%s) after its FreeTensor: its buffer holds tensor %u now", what,
                      place.queue->index, PositionName(place.queue->position), buffer.tensor);
        }
        if (buffer.state == BufferState::idle) {
            exception("%s on tensor %u of queue %u (%s) after its FreeTensor", what, buffer.tensor, place.queue->index,
                      PositionName(place.queue->position));
        }
        if (buffer.state == BufferState::queued) {
            exception("%s on tensor %u of queue %u (%s) between EnQue and DeQue, when it is nobody's", what,
                      buffer.tensor, place.queue->index, PositionName(place.queue->position));
        }
    }

    // ---- flags

    uint32_t &live_tensors(AscendC::TPosition position) { return live_[static_cast<int>(position)]; }
    uint8_t &taken_event_ids(AscendC::HardEvent event) { return event_ids_[static_cast<int>(event)]; }
    Flag &flag(AscendC::HardEvent event, uint32_t id) { return flags_[static_cast<int>(event)][id]; }

    void set_flag(Flag &flag, AscendC::HardEvent event) {
        flag.is_set = true;
        flag.carried = core_.set_flag(event);
    }

    void wait_flag(Flag &flag, AscendC::HardEvent event) {
        flag.is_set = false;
        core_.wait_flag(event, flag.carried);
    }

    // ---- the end

    // What a kernel must leave behind: nothing on its way.
    void check_end() {
        for (uint32_t i = 0; i < buffers_.queue_count(); ++i) {
            const QueueState &queue = buffers_.queues()[i];
            for (uint32_t k = 0; k < queue.buffer_count; ++k) {
                if (queue.buffers[k].state == BufferState::idle) continue;
                trap("the kernel ends with a tensor of queue %u (%s) not freed: buffer %u of %u is %s", queue.index,
                     PositionName(queue.position), k, queue.buffer_count, StateName(queue.buffers[k].state));
            }
        }
        for (int at = 0; at < static_cast<int>(AscendC::HardEvent::MAX); ++at) {
            const char *event = AscendC::EventName(static_cast<AscendC::HardEvent>(at));
            for (uint32_t id = 0; id < kEventIds; ++id) {
                if (flags_[at][id].is_set) trap("the kernel ends with flag %s %u set and not waited for", event, id);
                if (event_ids_[at] & (1u << id))
                    trap("the kernel ends with event id %s %u allocated: ReleaseEventID is missing", event, id);
            }
        }
        if (added_ != Added::nothing) {
            trap(
                "the kernel ends while SetAtomicAdd<%s> holds: SetAtomicNone is missing, and the next kernel's copies "
                "add",
                AddedName(added_));
        }
        core_.check_end();
    }

  private:
    // One for each thread that runs blocks; its content never outlives a block because every plan poisons what it
    // gives.
    static UnifiedBuffer &unified_buffer() {
        static thread_local UnifiedBuffer buffer;
        return buffer;
    }

    const AscendHostBlock &launch_;
    GlobalMemory memory_;
    Buffers buffers_;
    uint32_t planned_ = 0;
    Added added_ = Added::nothing;
    uint32_t live_[static_cast<int>(AscendC::TPosition::MAX)] = {};
    Flag flags_[static_cast<int>(AscendC::HardEvent::MAX)][kEventIds] = {};
    uint8_t event_ids_[static_cast<int>(AscendC::HardEvent::MAX)] = {};
    Core core_;
};

inline Block &block() { return *Block::current(); }

}  // namespace ascend_host

#endif
