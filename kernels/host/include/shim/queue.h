// TPipe, TQue and TBuf: who may touch a piece of the unified buffer, and when.
//
// On the device a queue is how one engine hands a tensor to another: EnQue sets a flag, DeQue waits for it. On the host
// the engines run in program order, so only the rules remain, and they are enforced: a buffer goes from idle to
// allocated, queued, dequeued and idle again, and no other way; a position has a limited number of live tensors,
// because each holds an event of the core.
#ifndef ASCEND_HOST_SHIM_QUEUE_H
#define ASCEND_HOST_SHIM_QUEUE_H

#include <cstdint>

#include "tensor.h"

namespace AscendC {

class TPipe;

template <TPosition src, TPosition dst, int32_t depth, auto mask = 0>
class TQueBind {
  public:
    TQueBind() = default;
    TQueBind(const TQueBind &) = delete;
    TQueBind &operator=(const TQueBind &) = delete;

    template <typename T>
    LocalTensor<T> AllocTensor() {
        using ascend_host::BufferState;
        ascend_host::QueueState &queue = state("AllocTensor");
        uint32_t &live = ascend_host::block().live_tensors(queue.position);
        if (live == ascend_host::kLiveTensorsPerPosition) {
            ascend_host::trap(
                "AllocTensor from queue %u (%s): %u tensors of this position are live, and %u is the limit",
                queue.index, PositionName(queue.position), live, ascend_host::kLiveTensorsPerPosition);
        }
        for (uint32_t tried = 0; tried < queue.buffer_count; ++tried) {
            const uint32_t buffer = (queue.next + tried) % queue.buffer_count;
            if (queue.states[buffer] != BufferState::idle) continue;
            queue.states[buffer] = BufferState::allocated;
            queue.next = (buffer + 1) % queue.buffer_count;
            ++live;
            return LocalTensor<T>(queue.position, queue.buffers[buffer], queue.buffer_bytes);
        }
        ascend_host::trap("AllocTensor from queue %u (%s): all of its %u buffers are in use", queue.index,
                          PositionName(queue.position), queue.buffer_count);
    }

    template <typename T>
    bool EnQue(const LocalTensor<T> &tensor) {
        using ascend_host::BufferState;
        ascend_host::QueueState &queue = state("EnQue");
        const uint32_t buffer = find(queue, "EnQue", tensor.host_base());
        expect(queue, buffer, "EnQue", BufferState::allocated);
        if (queue.queued == queue.depth) {
            ascend_host::trap("EnQue to queue %u (%s): it holds %u tensors, and its depth is %u", queue.index,
                              PositionName(queue.position), queue.queued, queue.depth);
        }
        queue.states[buffer] = BufferState::queued;
        queue.order[queue.queued++] = static_cast<uint8_t>(buffer);
        return true;
    }

    template <typename T>
    LocalTensor<T> DeQue() {
        ascend_host::QueueState &queue = state("DeQue");
        if (queue.queued == 0) {
            ascend_host::trap("DeQue from queue %u (%s): it is empty", queue.index, PositionName(queue.position));
        }
        const uint32_t buffer = queue.order[0];
        --queue.queued;
        for (uint32_t i = 0; i < queue.queued; ++i) queue.order[i] = queue.order[i + 1];
        queue.states[buffer] = ascend_host::BufferState::dequeued;
        return LocalTensor<T>(queue.position, queue.buffers[buffer], queue.buffer_bytes);
    }

    template <typename T>
    void FreeTensor(LocalTensor<T> &tensor) {
        using ascend_host::BufferState;
        ascend_host::QueueState &queue = state("FreeTensor");
        const uint32_t buffer = find(queue, "FreeTensor", tensor.host_base());
        expect(queue, buffer, "FreeTensor", BufferState::dequeued);
        queue.states[buffer] = BufferState::idle;
        --ascend_host::block().live_tensors(queue.position);
        ascend_host::block().forget(queue.buffers[buffer], queue.buffer_bytes);
        // A stored tile is a good moment to execute: its steps belong together, and the next tile brings new ones.
        if (dst == TPosition::GM) ascend_host::block().finish_instructions();
    }

    bool VacantInQue() { return state("VacantInQue").queued < state("VacantInQue").depth; }
    bool HasTensorInQue() { return state("HasTensorInQue").queued != 0; }
    int32_t GetTensorCountInQue() { return static_cast<int32_t>(state("GetTensorCountInQue").queued); }

    bool HasIdleBuffer() {
        const ascend_host::QueueState &queue = state("HasIdleBuffer");
        for (uint32_t i = 0; i < queue.buffer_count; ++i) {
            if (queue.states[i] == ascend_host::BufferState::idle) return true;
        }
        return false;
    }

  private:
    friend class TPipe;

    // A queue is named after its unified-buffer side.
    static constexpr TPosition kPosition = src == TPosition::GM ? dst : src;

    ascend_host::QueueState &state(const char *what) {
        if (state_ == nullptr) {
            ascend_host::trap("%s on a %s queue without buffers: InitBuffer comes first", what,
                              PositionName(kPosition));
        }
        return *state_;
    }

    static uint32_t find(const ascend_host::QueueState &queue, const char *what, const uint8_t *base) {
        for (uint32_t i = 0; i < queue.buffer_count; ++i) {
            if (queue.buffers[i] == base) return i;
        }
        ascend_host::trap("%s on queue %u (%s) of a tensor that is not one of its buffers", what, queue.index,
                          PositionName(queue.position));
    }

    static void expect(const ascend_host::QueueState &queue, uint32_t buffer, const char *what,
                       ascend_host::BufferState wanted) {
        if (queue.states[buffer] == wanted) return;
        ascend_host::trap("%s on queue %u (%s): the tensor is %s and must be %s", what, queue.index,
                          PositionName(queue.position), StateName(queue.states[buffer]), StateName(wanted));
    }

    ascend_host::QueueState *state_ = nullptr;
};

// VECIN: filled from global memory, read by the vector unit. VECOUT: written by the vector unit, stored to global
// memory.
template <TPosition pos, int32_t depth, auto mask = 0>
class TQue : public TQueBind<pos == TPosition::VECIN ? TPosition::GM : pos,
                             pos == TPosition::VECOUT ? TPosition::GM : pos, depth, mask> {
    static_assert(pos == TPosition::VECIN || pos == TPosition::VECOUT, "the shim has the queues of the vector path");
    static_assert(depth >= 1, "a queue has a depth of at least 1");
};

// A buffer without a queue: its user orders the engines.
template <TPosition pos = TPosition::LCM>
class TBuf {
  public:
    TBuf() = default;
    TBuf(const TBuf &) = delete;
    TBuf &operator=(const TBuf &) = delete;

    template <typename T>
    LocalTensor<T> Get() {
        if (base_ == nullptr)
            ascend_host::trap("Get from a %s buffer without memory: InitBuffer comes first", PositionName(pos));
        return LocalTensor<T>(pos, base_, bytes_);
    }

    template <typename T>
    LocalTensor<T> Get(uint32_t len) {
        return GetWithOffset<T>(len, 0);
    }

    // `size` elements from byte `offset`.
    template <typename T>
    LocalTensor<T> GetWithOffset(uint32_t size, uint32_t offset) {
        const uint64_t end = offset + static_cast<uint64_t>(size) * sizeof(T);
        LocalTensor<T> whole = Get<T>();
        if (end > bytes_) {
            ascend_host::exception("Get of %u elements at byte %u from a %s buffer of %u B", size, offset,
                                   PositionName(pos), bytes_);
        }
        return LocalTensor<T>(pos, whole.host_base() + offset, static_cast<uint32_t>(size * sizeof(T)));
    }

  private:
    friend class TPipe;
    uint8_t *base_ = nullptr;
    uint32_t bytes_ = 0;
};

class TPipe {
  public:
    TPipe() {
        if (current() != nullptr) ascend_host::trap("a second TPipe is made while one lives: a kernel has one");
        current() = this;
    }
    ~TPipe() {
        current() = nullptr;
        ascend_host::block().forget_plan();
    }
    TPipe(const TPipe &) = delete;
    TPipe &operator=(const TPipe &) = delete;

    template <TPosition src, TPosition dst, int32_t depth, auto mask>
    bool InitBuffer(TQueBind<src, dst, depth, mask> &que, uint8_t num, uint32_t len) {
        using Queue = TQueBind<src, dst, depth, mask>;
        if (que.state_ != nullptr) ascend_host::trap("InitBuffer of queue %u a second time", que.state_->index);
        if (num == 0 || num > ascend_host::QueueState::kMaxBuffers) {
            ascend_host::trap("InitBuffer with %u buffers: 1 to %u are possible", num,
                              ascend_host::QueueState::kMaxBuffers);
        }
        uint8_t *base = ascend_host::block().plan(num, len);
        ascend_host::QueueState &queue = ascend_host::block().new_queue();
        queue.position = Queue::kPosition;
        queue.depth = depth;
        queue.buffer_count = num;
        queue.buffer_bytes = rounded(len);
        for (uint32_t i = 0; i < num; ++i) queue.buffers[i] = base + static_cast<uint64_t>(i) * queue.buffer_bytes;
        que.state_ = &queue;
        return true;
    }

    template <TPosition pos>
    bool InitBuffer(TBuf<pos> &buf, uint32_t len) {
        buf.base_ = ascend_host::block().plan(1, len);
        buf.bytes_ = rounded(len);
        return true;
    }

    // Gives an event id that stays the same until another is allocated: for a flag that is set and waited for in one
    // place.
    TEventID FetchEventID(HardEvent event) { return static_cast<TEventID>(lowest_free("FetchEventID", event)); }

    template <HardEvent event>
    TEventID FetchEventID() {
        return FetchEventID(event);
    }

    template <HardEvent event>
    TEventID AllocEventID() {
        const uint32_t id = lowest_free("AllocEventID", event);
        ascend_host::block().taken_event_ids(event) |= static_cast<uint8_t>(1u << id);
        return static_cast<TEventID>(id);
    }

    template <HardEvent event>
    void ReleaseEventID(TEventID id) {
        uint8_t &taken = ascend_host::block().taken_event_ids(event);
        if (id < 0 || id >= 8 || !(taken & (1u << id))) {
            ascend_host::trap("ReleaseEventID(%s %d): this id is not allocated", EventName(event), id);
        }
        taken &= static_cast<uint8_t>(~(1u << id));
    }

    // For GetTPipePtr and the end of a block.
    static TPipe *&current() {
        static thread_local TPipe *pipe = nullptr;
        return pipe;
    }

  private:
    static uint32_t rounded(uint32_t bytes) {
        return (bytes + ascend_host::kBlockBytes - 1) / ascend_host::kBlockBytes * ascend_host::kBlockBytes;
    }

    static uint32_t lowest_free(const char *what, HardEvent event) {
        const uint8_t taken = ascend_host::block().taken_event_ids(event);
        for (uint32_t id = 0; id < ascend_host::kEventIds; ++id) {
            if (!(taken & (1u << id))) return id;
        }
        ascend_host::trap("%s(%s): all %u event ids of this pair of pipes are allocated", what, EventName(event),
                          ascend_host::kEventIds);
    }
};

inline TPipe *GetTPipePtr() { return TPipe::current(); }

}  // namespace AscendC

#endif
