// The buffers that a kernel has planned in the unified buffer, and what its queues know of them.
#ifndef ASCEND_HOST_SHIM_BUFFERS_H
#define ASCEND_HOST_SHIM_BUFFERS_H

#include <cstdint>
#include <cstdio>

#include "fault.h"

namespace ascend_host {

// What a queue knows of one of its buffers. The only way round is idle, allocated, queued, dequeued, idle.
enum class BufferState : uint8_t { idle, allocated, queued, dequeued };

constexpr const char *StateName(BufferState state) {
    constexpr const char *names[] = {"idle", "allocated", "in the queue", "dequeued"};
    return names[static_cast<int>(state)];
}

constexpr int8_t kNoEvent = -1;

struct Buffer {
    uint8_t *base = nullptr;
    BufferState state = BufferState::idle;
    uint32_t tensor = 0;             // which of the queue's tensors it holds, or held last
    uint32_t ticket = 0;             // the same among all tensors of the block; 0: none yet
    int8_t queued_event = kNoEvent;  // the flag between EnQue and DeQue
    int8_t free_event = kNoEvent;    // the flag between FreeTensor and the next AllocTensor
};

constexpr uint32_t kMostBuffers = 64;  // of one kernel: the framework's table has no more

struct QueueState {
    AscendC::TPosition position = AscendC::TPosition::GM;
    uint32_t index = 0;  // the how-manieth queue of this block: its name in messages
    uint32_t depth = 0;  // tensors it may hold between EnQue and DeQue
    uint32_t buffer_count = 0;
    uint32_t buffer_bytes = 0;
    AscendC::HardEvent queued_event = AscendC::HardEvent::MAX;  // set by EnQue, waited for by DeQue
    AscendC::HardEvent free_event = AscendC::HardEvent::MAX;    // set by FreeTensor, waited for by AllocTensor
    Buffer *buffers = nullptr;
    uint32_t next = 0;     // where the search for an idle buffer starts
    uint32_t tensors = 0;  // given so far
    uint32_t queued = 0;   // tensors in `order`
    uint8_t order[kMostBuffers] = {};
};

// A buffer that no queue has.
struct Scratch {
    uint8_t *base = nullptr;
    uint32_t bytes = 0;
    AscendC::TPosition position = AscendC::TPosition::VECCALC;
};

// Where an address is.
struct Place {
    const QueueState *queue = nullptr;
    const Buffer *buffer = nullptr;
    const Scratch *scratch = nullptr;
    uint32_t scratch_index = 0;
};

class Buffers {
  public:
    QueueState &new_queue(uint32_t buffer_count) {
        count(buffer_count);
        QueueState &queue = queues_[queue_count_];
        queue = QueueState{};
        queue.index = queue_count_++;
        queue.buffer_count = buffer_count;
        queue.buffers = buffers_ + used_ - buffer_count;
        return queue;
    }

    void new_scratch(const Scratch &scratch) {
        count(1);
        scratches_[scratch_count_++] = scratch;
    }

    const QueueState *queues() const { return queues_; }
    uint32_t queue_count() const { return queue_count_; }

    // The number that a tensor has among all of the block.
    uint32_t next_ticket() { return ++tickets_; }

    Place place_of(const uint8_t *address) const {
        Place place;
        for (uint32_t q = 0; q < queue_count_; ++q) {
            for (uint32_t i = 0; i < queues_[q].buffer_count; ++i) {
                const Buffer &buffer = queues_[q].buffers[i];
                if (address < buffer.base || address >= buffer.base + queues_[q].buffer_bytes) continue;
                place.queue = &queues_[q];
                place.buffer = &buffer;
                return place;
            }
        }
        for (uint32_t i = 0; i < scratch_count_; ++i) {
            if (address < scratches_[i].base || address >= scratches_[i].base + scratches_[i].bytes) continue;
            place.scratch = &scratches_[i];
            place.scratch_index = i;
        }
        return place;
    }

    // Names bytes of the unified buffer as messages do.
    void describe(char *text, size_t length, const uint8_t *begin, uint64_t bytes) const {
        const Place place = place_of(begin);
        if (place.queue != nullptr) {
            const unsigned long long offset = static_cast<unsigned long long>(begin - place.buffer->base);
            snprintf(text, length, "bytes %llu to %llu of tensor %u of queue %u (%s)", offset, offset + bytes - 1,
                     place.buffer->tensor, place.queue->index, PositionName(place.queue->position));
        } else if (place.scratch != nullptr) {
            const unsigned long long offset = static_cast<unsigned long long>(begin - place.scratch->base);
            snprintf(text, length, "bytes %llu to %llu of buffer %u (%s)", offset, offset + bytes - 1,
                     place.scratch_index, PositionName(place.scratch->position));
        } else {
            snprintf(text, length, "%llu B outside every buffer", static_cast<unsigned long long>(bytes));
        }
    }

    // The tile that a block is at: how many tensors its first queue has given, less one; -1 before the first.
    int64_t tile() const { return queue_count_ == 0 ? -1 : static_cast<int64_t>(queues_[0].tensors) - 1; }

  private:
    void count(uint32_t more) {
        used_ += more;
        if (used_ > kMostBuffers)
            trap("InitBuffer brings the kernel to %u buffers: it may have %u", used_, kMostBuffers);
    }

    uint32_t used_ = 0;
    uint32_t queue_count_ = 0;
    uint32_t scratch_count_ = 0;
    uint32_t tickets_ = 0;
    Buffer buffers_[kMostBuffers];
    QueueState queues_[kMostBuffers];
    Scratch scratches_[kMostBuffers];
};

}  // namespace ascend_host

#endif
