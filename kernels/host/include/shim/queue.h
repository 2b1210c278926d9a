// TPipe, TQue and TBuf: who may touch a piece of the unified buffer, and when.
//
// A queue is how one engine hands a tensor to another: EnQue sets a flag of the pair of engines and DeQue waits for it,
// and in the same way FreeTensor hands the memory back to the next AllocTensor. Each flag needs an event id of the
// core, which the kernel's own flags draw from as well, and there are few: a queue holds one for each tensor between
// EnQue and DeQue and one for each buffer that was freed and not given out again. A buffer goes from idle to allocated,
// queued, dequeued and idle again, and no other way.
#ifndef ASCEND_HOST_SHIM_QUEUE_H
#define ASCEND_HOST_SHIM_QUEUE_H

#include <cstdint>
#include <exception>

#include "sync.h"
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
        using namespace ascend_host;
        QueueState &queue = state("AllocTensor");
        uint32_t &live = block().live_tensors(queue.position);
        if (live == kLiveTensorsPerPosition) {
            trap("AllocTensor from queue %u (%s): %u tensors of this position are live, and %u is the limit",
                 queue.index, PositionName(queue.position), live, kLiveTensorsPerPosition);
        }
        for (uint32_t tried = 0; tried < queue.buffer_count; ++tried) {
            Buffer &buffer = queue.buffers[queue.next];
            queue.next = (queue.next + 1) % queue.buffer_count;
            if (buffer.state != BufferState::idle) continue;
            if (buffer.free_event != kNoEvent) {
                wait_flag(queue.free_event, buffer.free_event);
                release_event_id(queue.free_event, buffer.free_event);
                buffer.free_event = kNoEvent;
            }
            buffer.state = BufferState::allocated;
            buffer.tensor = queue.tensors++;
            buffer.ticket = block().buffers().next_ticket();
            ++live;
            block().core().given(buffer.base, queue.buffer_bytes);
            return LocalTensor<T>(queue.position, buffer.base, queue.buffer_bytes, buffer.ticket);
        }
        trap("AllocTensor from queue %u (%s): all of its %u buffers are in use", queue.index,
             PositionName(queue.position), queue.buffer_count);
    }

    template <typename T>
    bool EnQue(const LocalTensor<T> &tensor) {
        using namespace ascend_host;
        QueueState &queue = state("EnQue");
        Buffer &buffer = find(queue, "EnQue", tensor);
        expect(queue, buffer, "EnQue", BufferState::allocated);
        if (queue.queued == queue.depth) {
            trap("EnQue to queue %u (%s): it holds %u tensors, and its depth is %u", queue.index,
                 PositionName(queue.position), queue.queued, queue.depth);
        }
        buffer.queued_event = take_event_id("EnQue", queue.queued_event);
        set_flag(queue.queued_event, buffer.queued_event);
        buffer.state = BufferState::queued;
        queue.order[queue.queued++] = static_cast<uint8_t>(&buffer - queue.buffers);
        return true;
    }

    template <typename T>
    LocalTensor<T> DeQue() {
        using namespace ascend_host;
        QueueState &queue = state("DeQue");
        if (queue.queued == 0) trap("DeQue from queue %u (%s): it is empty", queue.index, PositionName(queue.position));
        Buffer &buffer = queue.buffers[queue.order[0]];
        --queue.queued;
        for (uint32_t i = 0; i < queue.queued; ++i) queue.order[i] = queue.order[i + 1];
        wait_flag(queue.queued_event, buffer.queued_event);
        release_event_id(queue.queued_event, buffer.queued_event);
        buffer.queued_event = kNoEvent;
        buffer.state = BufferState::dequeued;
        return LocalTensor<T>(queue.position, buffer.base, queue.buffer_bytes, buffer.ticket);
    }

    template <typename T>
    void FreeTensor(LocalTensor<T> &tensor) {
        using namespace ascend_host;
        QueueState &queue = state("FreeTensor");
        Buffer &buffer = find(queue, "FreeTensor", tensor);
        expect(queue, buffer, "FreeTensor", BufferState::dequeued);
        buffer.free_event = take_event_id("FreeTensor", queue.free_event);
        block().core().freed(queue.free_event, buffer.base, queue.buffer_bytes);
        set_flag(queue.free_event, buffer.free_event);
        buffer.state = BufferState::idle;
        --block().live_tensors(queue.position);
        if (dst == TPosition::GM) block().core().tile_is_over();
    }

    bool VacantInQue() { return state("VacantInQue").queued < state("VacantInQue").depth; }
    bool HasTensorInQue() { return state("HasTensorInQue").queued != 0; }
    int32_t GetTensorCountInQue() { return static_cast<int32_t>(state("GetTensorCountInQue").queued); }

    bool HasIdleBuffer() {
        const ascend_host::QueueState &queue = state("HasIdleBuffer");
        for (uint32_t i = 0; i < queue.buffer_count; ++i) {
            if (queue.buffers[i].state == ascend_host::BufferState::idle) return true;
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

    template <typename T>
    static ascend_host::Buffer &find(ascend_host::QueueState &queue, const char *what, const LocalTensor<T> &tensor) {
        for (uint32_t i = 0; i < queue.buffer_count; ++i) {
            ascend_host::Buffer &buffer = queue.buffers[i];
            if (buffer.base != tensor.host_base()) continue;
            if (ascend_host::kChecked && buffer.ticket != tensor.host_ticket()) {
                ascend_host::trap("%s on queue %u (%s) of a tensor that was freed: its buffer holds tensor %u now",
                                  what, queue.index, PositionName(queue.position), buffer.tensor);
            }
            return buffer;
        }
        ascend_host::trap("%s on queue %u (%s) of a tensor that is not one of its buffers", what, queue.index,
                          PositionName(queue.position));
    }

    static void expect(const ascend_host::QueueState &queue, const ascend_host::Buffer &buffer, const char *what,
                       ascend_host::BufferState wanted) {
        if (buffer.state == wanted) return;
        ascend_host::trap("%s on queue %u (%s): tensor %u is %s and must be %s", what, queue.index,
                          PositionName(queue.position), buffer.tensor, StateName(buffer.state), StateName(wanted));
    }

    // The engines on both sides, by what lies on them: global memory, or the unified buffer.
    static constexpr HardEvent kQueuedEvent = src == TPosition::GM   ? HardEvent::MTE2_V
                                              : dst == TPosition::GM ? HardEvent::V_MTE3
                                                                     : HardEvent::MTE2_MTE3;
    static constexpr HardEvent kFreeEvent = src == TPosition::GM   ? HardEvent::V_MTE2
                                            : dst == TPosition::GM ? HardEvent::MTE3_V
                                                                   : HardEvent::MTE3_MTE2;

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
        return LocalTensor<T>(pos, base_, bytes_, 0);
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
        return LocalTensor<T>(pos, whole.host_base() + offset, static_cast<uint32_t>(size * sizeof(T)), 0);
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
        if (current() == this && std::uncaught_exceptions() == 0) Destroy();
        if (current() == this) current() = nullptr;
    }

    // Waits for everything and gives the buffers back; the destructor does it where nobody has.
    void Destroy() {
        release_flags();
        ascend_host::block().forget_plan();
        current() = nullptr;
    }

    TPipe(const TPipe &) = delete;
    TPipe &operator=(const TPipe &) = delete;

    template <TPosition src, TPosition dst, int32_t depth, auto mask>
    bool InitBuffer(TQueBind<src, dst, depth, mask> &que,
                    ascend_host::Field<uint8_t, ascend_host::BufferNumberName> num,
                    ascend_host::Field<uint32_t, ascend_host::BufferLengthName> len) {
        using Queue = TQueBind<src, dst, depth, mask>;
        ascend_host::Block &block = ascend_host::block();
        if (que.state_ != nullptr) ascend_host::trap("InitBuffer of queue %u a second time", que.state_->index);
        if (num == 0) ascend_host::trap("InitBuffer with no buffers: a queue needs one at least");
        uint8_t *base = block.plan(num, len);
        ascend_host::QueueState &queue = block.buffers().new_queue(num);
        queue.position = Queue::kPosition;
        queue.depth = depth;
        queue.buffer_bytes = rounded(len);
        queue.queued_event = Queue::kQueuedEvent;
        queue.free_event = Queue::kFreeEvent;
        for (uint32_t i = 0; i < num; ++i) queue.buffers[i].base = base + static_cast<uint64_t>(i) * queue.buffer_bytes;
        que.state_ = &queue;
        return true;
    }

    template <TPosition pos>
    bool InitBuffer(TBuf<pos> &buf, ascend_host::Field<uint32_t, ascend_host::BufferLengthName> len) {
        buf.base_ = ascend_host::block().plan(1, len);
        buf.bytes_ = rounded(len);
        ascend_host::block().buffers().new_scratch({buf.base_, buf.bytes_, pos});
        return true;
    }

    // Gives an event id that stays the same until another is allocated: for a flag that is set and waited for in one
    // place.
    TEventID FetchEventID(HardEvent event) {
        return static_cast<TEventID>(ascend_host::free_event_id("FetchEventID", event));
    }

    template <HardEvent event>
    TEventID FetchEventID() {
        return FetchEventID(event);
    }

    template <HardEvent event>
    TEventID AllocEventID() {
        return ascend_host::take_event_id("AllocEventID", event);
    }

    template <HardEvent event>
    void ReleaseEventID(TEventID id) {
        if (id < 0 || id >= 8 || !(ascend_host::block().taken_event_ids(event) & (1u << id))) {
            ascend_host::trap("ReleaseEventID(%s %d): this id is not allocated", EventName(event), id);
        }
        ascend_host::release_event_id(event, id);
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

    // Waits for the buffers that were freed, as the framework does at its end.
    static void release_flags() {
        ascend_host::Block &block = ascend_host::block();
        for (uint32_t q = 0; q < block.buffers().queue_count(); ++q) {
            const ascend_host::QueueState &queue = block.buffers().queues()[q];
            for (uint32_t i = 0; i < queue.buffer_count; ++i) {
                ascend_host::Buffer &buffer = queue.buffers[i];
                if (buffer.free_event == ascend_host::kNoEvent) continue;
                const HardEvent event = queue.free_event;
                block.wait_flag(block.flag(event, static_cast<uint32_t>(buffer.free_event)), event);
                ascend_host::release_event_id(event, buffer.free_event);
                buffer.free_event = ascend_host::kNoEvent;
            }
        }
    }
};

inline TPipe *GetTPipePtr() { return TPipe::current(); }

}  // namespace AscendC

#endif
