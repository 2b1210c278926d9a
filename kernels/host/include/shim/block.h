// The state of one block while it runs: its unified buffer, its queues, its flags, the steps not yet executed.
//
// The API of a kernel is free functions, so the block is found through a thread-local pointer: a block runs on one
// thread from start to end. Everything the device would hold on chip lives here and not in the kernel's objects,
// because it must be inspected after those are gone: tensors not freed and flags not waited for are faults too.
//
// A later stage tracks a state and a writer for each byte of the unified buffer. Its hooks are here: `plan` (a buffer
// gets its place), `poison` (its content dies), `execute` (an instruction with its operands).
#ifndef ASCEND_HOST_SHIM_BLOCK_H
#define ASCEND_HOST_SHIM_BLOCK_H

#include <cstdint>
#include <cstring>

#include "../ascend_host_image.h"
#include "fault.h"
#include "run_list.h"

namespace ascend_host {

// What a queue knows of one of its buffers. The only way round is idle, allocated, queued, dequeued, idle.
enum class BufferState : uint8_t { idle, allocated, queued, dequeued };

constexpr const char *StateName(BufferState state) {
    constexpr const char *names[] = {"idle", "allocated", "in the queue", "dequeued"};
    return names[static_cast<int>(state)];
}

struct QueueState {
    static constexpr uint32_t kMaxBuffers = 16;

    AscendC::TPosition position = AscendC::TPosition::GM;
    uint32_t index = 0;  // the how-manieth queue of this block: its name in messages
    uint32_t depth = 0;  // tensors it may hold between EnQue and DeQue
    uint32_t buffer_count = 0;
    uint32_t buffer_bytes = 0;
    uint8_t *buffers[kMaxBuffers] = {};
    BufferState states[kMaxBuffers] = {};
    uint32_t next = 0;    // where the search for an idle buffer starts
    uint32_t queued = 0;  // tensors in `order`
    uint8_t order[kMaxBuffers] = {};
};

struct alignas(64) UnifiedBuffer {
    uint8_t bytes[kUnifiedBufferBytes];
};

// What an instruction does to global memory.
enum class GlobalAccess : uint8_t { read, write };

class Block {
  public:
    explicit Block(const AscendHostBlock &launch) : launch_(launch) {}

    static Block *&current() {
        static thread_local Block *block = nullptr;
        return block;
    }

    uint32_t index() const { return launch_.block; }
    uint32_t count() const { return launch_.block_count; }

    // Whether results of infinity become the largest finite value.
    bool saturates() const { return kAlwaysSaturates || launch_.saturates != 0; }
    void note_overflow() {
        if (launch_.overflow != nullptr) __atomic_store_n(launch_.overflow, 1, __ATOMIC_RELAXED);
    }

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
        run_list_.flush();
        poison(base, asked);
        return base;
    }

    // The pipe that planned is gone: another may start from the beginning.
    void forget_plan() {
        run_list_.flush();
        planned_ = 0;
    }

    // All ones: a NaN in every floating type, so that what was never written shows in the result.
    static void poison(uint8_t *base, uint64_t bytes) { memset(base, 0xff, bytes); }

    static bool is_block_aligned(const void *address) {
        return (reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(unified_buffer().bytes)) %
                   kBlockBytes ==
               0;
    }

    // ---- instructions

    void execute(StripLoop loop, const Operand &dst, const Operand &a, const Operand &b, uint32_t count,
                 uint32_t scalar = 0, StepKind kind = StepKind::plain) {
        run_list_.append(loop, dst, a, b, count, scalar, kind);
    }

    // Before anything that is not elementwise, or that the scalar unit reads.
    void finish_instructions() { run_list_.flush(); }

    // A tensor was freed: whatever is in it is of no use to anybody.
    void forget(uint8_t *base, uint32_t bytes) {
        if constexpr (kChecked) {
            poison(base, bytes);
        } else {
            run_list_.forget(base, bytes);
        }
    }

    // ---- global memory

    // Faults unless `bytes` bytes at `address` lie in one live allocation and start on an element.
    void check_global(const char *what, const void *address, uint64_t bytes, uint32_t element_bytes) {
        const uint64_t begin = reinterpret_cast<uint64_t>(address);
        if (begin % element_bytes != 0) {
            exception("%s at global address 0x%llx: it is not a multiple of the element size %u B", what,
                      static_cast<unsigned long long>(begin), element_bytes);
        }
        if constexpr (!kChecked) {
            // An allocation does not go away while a correct launch uses it; the checked build asks every time.
            for (const Allocation &known : known_) {
                if (begin >= known.base && begin - known.base <= known.bytes &&
                    bytes <= known.bytes - (begin - known.base))
                    return;
            }
        }
        Allocation found{0, 0};
        const AscendHostMemory &memory = launch_.memory;
        if (memory.find == nullptr || memory.find(memory.context, begin, &found.base, &found.bytes) != 1) {
            exception("%s of %llu B at global address 0x%llx: no live allocation holds this address", what,
                      static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(begin));
        }
        const uint64_t offset = begin - found.base;
        if (bytes > found.bytes - offset) {
            exception(
                "%s of %llu B at global address 0x%llx: %llu B past the end of the allocation of %llu B at 0x%llx",
                what, static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(begin),
                static_cast<unsigned long long>(offset + bytes - found.bytes),
                static_cast<unsigned long long>(found.bytes), static_cast<unsigned long long>(found.base));
        }
        known_[next_known_] = found;
        next_known_ = (next_known_ + 1) % kKnown;
    }

    // Tells who follows it that bytes of global memory are touched. Tiles that lie side by side are told as one.
    void touch_global(GlobalAccess access, const void *address, uint64_t bytes) {
        if (launch_.memory.touch == nullptr || bytes == 0) return;
        const uint64_t begin = reinterpret_cast<uint64_t>(address);
        for (Touch &known : touches_) {
            if (known.access == access && known.end == begin) {
                known.end = begin + bytes;
                return;
            }
        }
        Touch &oldest = touches_[next_touch_];
        next_touch_ = (next_touch_ + 1) % kTouches;
        tell(oldest);
        oldest = {access, begin, begin + bytes};
    }

    // The block is over, well or not: the rest is told.
    void tell_touches() {
        for (Touch &known : touches_) {
            tell(known);
            known = Touch{};
        }
    }

    // ---- queues and flags

    QueueState &new_queue() {
        if (queue_count_ == kQueues) trap("InitBuffer for one queue more than the %u the shim can follow", kQueues);
        QueueState &queue = queues_[queue_count_];
        queue = QueueState{};
        queue.index = queue_count_++;
        return queue;
    }

    uint32_t &live_tensors(AscendC::TPosition position) { return live_[static_cast<int>(position)]; }
    bool &flag(AscendC::HardEvent event, uint32_t id) { return flags_[static_cast<int>(event)][id]; }
    uint8_t &taken_event_ids(AscendC::HardEvent event) { return event_ids_[static_cast<int>(event)]; }

    // What a kernel must leave behind: nothing on its way.
    void check_end() {
        for (uint32_t i = 0; i < queue_count_; ++i) {
            const QueueState &queue = queues_[i];
            for (uint32_t k = 0; k < queue.buffer_count; ++k) {
                if (queue.states[k] == BufferState::idle) continue;
                trap("the kernel ends with a tensor of queue %u (%s) not freed: buffer %u of %u is %s", queue.index,
                     PositionName(queue.position), k, queue.buffer_count, StateName(queue.states[k]));
            }
        }
        for (int event = 0; event < static_cast<int>(AscendC::HardEvent::MAX); ++event) {
            for (uint32_t id = 0; id < kEventIds; ++id) {
                if (!flags_[event][id]) continue;
                trap("the kernel ends with flag %s %u set and not waited for",
                     AscendC::EventName(static_cast<AscendC::HardEvent>(event)), id);
            }
        }
    }

  private:
    struct Allocation {
        uint64_t base;
        uint64_t bytes;
    };

    struct Touch {
        GlobalAccess access = GlobalAccess::read;
        uint64_t begin = 0;
        uint64_t end = 0;
    };

    void tell(const Touch &touch) {
        if (touch.begin == touch.end) return;
        const AscendHostMemory &memory = launch_.memory;
        memory.touch(memory.context, touch.begin, touch.end - touch.begin, touch.access == GlobalAccess::write);
    }

    static constexpr uint32_t kTouches = 16;
    static constexpr uint32_t kQueues = 32;
    static constexpr uint32_t kKnown = 8;

    // One for each thread that runs blocks; its content never outlives a block because every plan poisons what it
    // gives.
    static UnifiedBuffer &unified_buffer() {
        static thread_local UnifiedBuffer buffer;
        return buffer;
    }

    const AscendHostBlock &launch_;
    uint32_t planned_ = 0;
    uint32_t queue_count_ = 0;
    uint32_t next_known_ = 0;
    Allocation known_[kKnown] = {};
    uint32_t next_touch_ = 0;
    Touch touches_[kTouches] = {};
    uint32_t live_[static_cast<int>(AscendC::TPosition::MAX)] = {};
    bool flags_[static_cast<int>(AscendC::HardEvent::MAX)][kEventIds] = {};
    uint8_t event_ids_[static_cast<int>(AscendC::HardEvent::MAX)] = {};
    QueueState queues_[kQueues];
    RunList run_list_;
};

inline Block &block() { return *Block::current(); }

}  // namespace ascend_host

#endif
