// The plan of the unified buffer.
#ifndef ASCEND_HOST_TESTS_CORPUS_PLAN_H
#define ASCEND_HOST_TESTS_CORPUS_PLAN_H

#include "case.h"

namespace corpus {

constexpr uint32_t kAll = __NPU_ARCH__ == 1001 ? 253952 : 188416;

ALWAYS(one_byte_too_many, "InitBuffer asks for 1 x ... with 0 B already planned: the unified buffer has") {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, faulty ? kAll + 1 : kAll);
}

ALWAYS(two_buffers_that_do_not_fit, "InitBuffer asks for 2 x ... with 32 B already planned") {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    TQue<TPosition::VECIN, 1> queue;
    pipe.InitBuffer(buffer, 1);
    pipe.InitBuffer(queue, 2, faulty ? kAll / 2 : kAll / 2 - 32);
}

ALWAYS(a_buffer_of_no_bytes, "InitBuffer asks for 1 x 0 B: a buffer must have a size") {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, faulty ? 0 : 1);
}

ALWAYS(a_queue_of_no_buffers, "InitBuffer with no buffers") {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> queue;
    pipe.InitBuffer(queue, faulty ? 0 : 1, 32);
}

ALWAYS(more_buffers_than_the_table_has, "InitBuffer brings the kernel to 65 buffers: it may have 64") {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> queue;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(queue, faulty ? 64 : 63, 32);
    pipe.InitBuffer(buffer, 32);
}

ALWAYS(a_queue_planned_twice, "InitBuffer of queue 0 a second time") {
    Parts parts(in, out);
    if (faulty) parts.pipe.InitBuffer(parts.in, 1, 32);
}

ALWAYS(two_pipes_at_once, "a second TPipe is made while one lives") {
    TPipe first;
    if (faulty) {
        TPipe second;
    }
}

ALWAYS(a_queue_without_memory, "AllocTensor on a VECIN queue without buffers: InitBuffer comes first") {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> queue;
    if (!faulty) pipe.InitBuffer(queue, 1, 32);
    LocalTensor<float> tensor = queue.AllocTensor<float>();
    queue.EnQue(tensor);
    tensor = queue.DeQue<float>();
    queue.FreeTensor(tensor);
}

ALWAYS(a_buffer_without_memory, "Get from a VECCALC buffer without memory: InitBuffer comes first") {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    if (!faulty) pipe.InitBuffer(buffer, 32);
    buffer.Get<float>();
}

ALWAYS(a_piece_past_the_end_of_a_buffer, "Get of 8 elements at byte 4 from a VECCALC buffer of 32 B") {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 32);
    buffer.GetWithOffset<float>(8, faulty ? 4 : 0);
}

CHECKED(more_buffers_than_8_bits_hold,
        "the number of buffers of a queue is 258: it has 8 bits, and the device would take 2") {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> queue;
    const uint32_t number = faulty ? 258 : 2;
    pipe.InitBuffer(queue, number, 32);
}

CHECKED(a_buffer_longer_than_32_bits_hold,
        "the length of a buffer is 4294967328: it has 32 bits, and the device would take 32") {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    const uint64_t bytes = (faulty ? uint64_t{1} << 32 : 0) + 32;
    pipe.InitBuffer(buffer, bytes);
}

CHECKED(a_tensor_whose_pipe_is_gone, "Duplicate writes ... no buffer is there") {
    LocalTensor<float> tensor;
    TPipe kept;
    (void)kept;
    TBuf<TPosition::VECCALC> buffer;
    kept.InitBuffer(buffer, 256);
    tensor = buffer.Get<float>();
    if (faulty) kept.Destroy();
    Duplicate(tensor, 1.0f, 8);
}

}  // namespace corpus

#endif
