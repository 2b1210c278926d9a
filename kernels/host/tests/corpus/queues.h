// The way of a tensor through its queue.
#ifndef ASCEND_HOST_TESTS_CORPUS_QUEUES_H
#define ASCEND_HOST_TESTS_CORPUS_QUEUES_H

#include "case.h"

namespace corpus {

// The whole way of a tensor, when nothing is to be seen in between.
template <class Queue>
inline void through(Queue &queue, LocalTensor<float> &tensor) {
    queue.EnQue(tensor);
    tensor = queue.template DeQue<float>();
    queue.FreeTensor(tensor);
}

ALWAYS(more_tensors_than_buffers, "AllocTensor from queue 0 (VECIN): all of its 2 buffers are in use") {
    Parts parts(in, out);
    LocalTensor<float> tensors[3];
    for (int i = 0; i < (faulty ? 3 : 2); ++i) tensors[i] = parts.in.AllocTensor<float>();
    for (int i = 0; i < 2; ++i) through(parts.in, tensors[i]);
}

ALWAYS(a_tensor_queued_twice, "EnQue on queue 0 (VECIN): tensor 0 is in the queue and must be allocated") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    if (faulty) parts.in.EnQue(x);
    through(parts.in, x);
}

ALWAYS(more_in_a_queue_than_its_depth, "EnQue to queue 0 (VECIN): it holds 1 tensors, and its depth is 1") {
    Parts parts(in, out);
    LocalTensor<float> a = parts.in.AllocTensor<float>(), b = parts.in.AllocTensor<float>();
    parts.in.EnQue(a);
    if (!faulty) {
        a = parts.in.DeQue<float>();
        parts.in.FreeTensor(a);
    }
    through(parts.in, b);
}

ALWAYS(a_tensor_from_an_empty_queue, "DeQue from queue 1 (VECOUT): it is empty") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    if (!faulty) parts.out.EnQue(y);
    y = parts.out.DeQue<float>();
    parts.out.FreeTensor(y);
}

ALWAYS(a_tensor_freed_before_its_time, "FreeTensor on queue 0 (VECIN): tensor 0 is allocated and must be dequeued") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    if (faulty) {
        parts.in.FreeTensor(x);
    } else {
        through(parts.in, x);
    }
}

ALWAYS(a_tensor_freed_in_the_queue, "FreeTensor on queue 0 (VECIN): tensor 0 is in the queue and must be dequeued") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    parts.in.EnQue(x);
    if (!faulty) x = parts.in.DeQue<float>();
    parts.in.FreeTensor(x);
}

ALWAYS(a_tensor_freed_twice, "FreeTensor on queue 0 (VECIN): tensor 0 is idle and must be dequeued") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    through(parts.in, x);
    if (faulty) parts.in.FreeTensor(x);
}

ALWAYS(a_tensor_of_another_queue, "EnQue on queue 1 (VECOUT) of a tensor that is not one of its buffers") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    if (faulty) parts.out.EnQue(x);
    through(parts.in, x);
}

ALWAYS(a_part_of_a_tensor_queued, "EnQue on queue 0 (VECIN) of a tensor that is not one of its buffers") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    parts.in.EnQue(x[faulty ? 8 : 0]);
    x = parts.in.DeQue<float>();
    parts.in.FreeTensor(x);
}

ALWAYS(a_tensor_never_freed, "the kernel ends with a tensor of queue 0 (VECIN) not freed: buffer 0 of 2 is dequeued") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(8);
    if (!faulty) parts.in.FreeTensor(x);
}

ALWAYS(a_tensor_left_in_the_queue,
       "the kernel ends with a tensor of queue 1 (VECOUT) not freed: buffer 0 of 2 is in the queue") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 1.0f, 8);
    parts.out.EnQue(y);
    if (!faulty) {
        y = parts.out.DeQue<float>();
        parts.out.FreeTensor(y);
    }
}

// Queues of one position share the limit.
ALWAYS(more_live_tensors_than_a_position_has,
       "AllocTensor from queue 1 (VECIN): ... tensors of this position are live, and ... is the limit") {
    constexpr uint32_t limit = __NPU_ARCH__ == 1001 ? 4 : 8;
    TPipe pipe;
    TQue<TPosition::VECIN, limit> first;
    TQue<TPosition::VECIN, 2> second;
    pipe.InitBuffer(first, limit - 1, 32);
    pipe.InitBuffer(second, 2, 32);
    LocalTensor<float> some[limit], more[2];
    for (uint32_t i = 0; i < limit - 1; ++i) some[i] = first.AllocTensor<float>();
    for (uint32_t i = 0; i < (faulty ? 2 : 1); ++i) more[i] = second.AllocTensor<float>();
    for (uint32_t i = 0; i < limit - 1; ++i) through(first, some[i]);
    through(second, more[0]);
}

// A buffer that was freed holds an event id until it is given out again, so even queues whose tensors do not live at
// once need one for each buffer.
ALWAYS(more_freed_buffers_than_event_ids, "FreeTensor(V_MTE2): all ... event ids of this pair of engines are taken") {
    constexpr uint32_t ids = __NPU_ARCH__ == 1001 ? 4 : 8;
    TPipe pipe;
    TQue<TPosition::VECIN, 1> queues[ids + 1];
    for (auto &queue : queues) pipe.InitBuffer(queue, 1, 32);
    for (uint32_t i = 0; i < (faulty ? ids + 1 : ids); ++i) {
        LocalTensor<float> x = queues[i].AllocTensor<float>();
        through(queues[i], x);
    }
}

CHECKED(a_tensor_used_after_it_was_freed, "Adds on tensor 0 of queue 0 (VECIN) after its FreeTensor") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), y = parts.out.AllocTensor<float>();
    const LocalTensor<float> kept = x;
    if (faulty) parts.in.FreeTensor(x);
    Adds(y, kept, 1.0f, 64);
    if (!faulty) parts.in.FreeTensor(x);
    parts.store(y, 64);
}

CHECKED(a_tensor_whose_buffer_was_given_again,
        "Adds on a tensor of queue 0 (VECIN) after its FreeTensor: its buffer holds tensor 2 now") {
    Parts parts(in, out);
    LocalTensor<float> first = parts.load(64), y = parts.out.AllocTensor<float>();
    const LocalTensor<float> kept = first;
    parts.in.FreeTensor(first);
    LocalTensor<float> second = parts.load(64, 64);
    parts.in.FreeTensor(second);
    LocalTensor<float> third = parts.load(64, 128);
    Adds(y, faulty ? kept : third, 1.0f, 64);
    parts.in.FreeTensor(third);
    parts.store(y, 64);
}

CHECKED(a_freed_tensor_freed_for_another,
        "FreeTensor on queue 0 (VECIN) of a tensor that was freed: its buffer holds tensor 2 now") {
    Parts parts(in, out);
    LocalTensor<float> first = parts.load(64);
    LocalTensor<float> kept = first;
    parts.in.FreeTensor(first);
    LocalTensor<float> second = parts.load(64, 64);
    parts.in.FreeTensor(second);
    LocalTensor<float> third = parts.load(64, 128);
    parts.in.FreeTensor(faulty ? kept : third);
}

CHECKED(a_tensor_used_in_the_queue,
        "Muls on tensor 0 of queue 1 (VECOUT) between EnQue and DeQue, when it is nobody's") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 1.0f, 64);
    PipeBarrier<PIPE_V>();
    if (!faulty) Muls(y, y, 2.0f, 64);
    parts.out.EnQue(y);
    if (faulty) Muls(y, y, 2.0f, 64);
    y = parts.out.DeQue<float>();
    DataCopy(parts.to, y, 64);
    parts.out.FreeTensor(y);
}

CHECKED(a_scalar_read_of_a_tensor_in_the_queue, "GetValue on tensor 0 of queue 0 (VECIN) between EnQue and DeQue") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    DataCopy(x, parts.from, 64);
    pass<HardEvent::MTE2_S>();
    if (!faulty) x.GetValue(0);
    parts.in.EnQue(x);
    if (faulty) x.GetValue(0);
    x = parts.in.DeQue<float>();
    parts.in.FreeTensor(x);
}

}  // namespace corpus

#endif
