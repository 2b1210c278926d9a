// Reductions: their work tensor, their operands, and what they need to wait for.
#ifndef ASCEND_HOST_TESTS_CORPUS_REDUCE_H
#define ASCEND_HOST_TESTS_CORPUS_REDUCE_H

#include "case.h"

namespace corpus {

// 256 halves to be reduced, a result and a work tensor of their own.
struct Halves {
    Parts parts;
    LocalTensor<half> x, work;
    LocalTensor<float> y;

    Halves(GM_ADDR in, GM_ADDR out) : parts(in, out) {
        y = parts.out.AllocTensor<float>();
        Duplicate(y, 0.0f, 8);
        x = parts.temp.Get<half>();
        work = x[512];
        Duplicate(x, half(1.5f), 512);
    }

    LocalTensor<half> result() const { return y.ReinterpretCast<half>(); }
    void store() { parts.store(y, 8); }
};

ORDER(a_reduction_of_what_is_still_computed, "ReduceMax (V) reads bytes 0 to 511 of buffer 0 (VECCALC), which") {
    Halves halves(in, out);
    if (!faulty) PipeBarrier<PIPE_V>();
    ReduceMax(halves.result(), halves.x, halves.work, 256);
    PipeBarrier<PIPE_V>();
    halves.store();
}

ORDER(a_reduced_value_read_too_early,
      "Abs (V) reads bytes 0 to 1 of tensor 0 of queue 1 (VECOUT), which ReduceMin (V) may still be") {
    Halves halves(in, out);
    PipeBarrier<PIPE_V>();
    ReduceMin(halves.result(), halves.x, halves.work, 256);
    if (!faulty) PipeBarrier<PIPE_V>();
    Abs(halves.result(), halves.result(), 8);
    halves.store();
}

ALWAYS(a_work_tensor_that_is_too_small, "ReduceMax of 256 elements with a work tensor of 8 elements: it needs 16") {
    Halves halves(in, out);
    PipeBarrier<PIPE_V>();
    LocalTensor<half> work = halves.work;
    work.SetSize(faulty ? 8 : 16);
    ReduceMax(halves.result(), halves.x, work, 256);
    PipeBarrier<PIPE_V>();
    halves.store();
}

ALWAYS(a_work_tensor_in_the_source, "ReduceMin of 256 elements: the work tensor overlaps the source") {
    Halves halves(in, out);
    PipeBarrier<PIPE_V>();
    ReduceMin(halves.result(), halves.x, faulty ? halves.x[240] : halves.x[256], 256);
    PipeBarrier<PIPE_V>();
    halves.store();
}

ALWAYS(a_result_inside_the_source,
       "ReduceMax of 256 elements: the result lies inside the source, and not at its start") {
    Halves halves(in, out);
    PipeBarrier<PIPE_V>();
    ReduceMax(halves.x[faulty ? 16 : 0], halves.x, halves.work, 256);
    PipeBarrier<PIPE_V>();
    halves.store();
}

ALWAYS(a_reduction_past_the_end, "ReduceSum of 1025 elements (2050 B) on a local tensor that has 1024 elements") {
    Halves halves(in, out);
    Duplicate(halves.x[512], half(0.5f), 512);
    PipeBarrier<PIPE_V>();
    LocalTensor<half> work = halves.y[8].ReinterpretCast<half>();
    ReduceSum(halves.result(), halves.x, work, faulty ? 1025 : 1024);
    PipeBarrier<PIPE_V>();
    halves.store();
}

ALWAYS(a_result_to_nowhere, "ReduceMax on a local tensor that no queue or buffer has given") {
    Halves halves(in, out);
    PipeBarrier<PIPE_V>();
    LocalTensor<half> result;
    if (!faulty) result = halves.result();
    ReduceMax(result, halves.x, halves.work, 256);
    PipeBarrier<PIPE_V>();
    halves.store();
}

ALWAYS(an_index_that_is_not_modelled, "ReduceMax with calIndex: the shim does not model indices") {
    Halves halves(in, out);
    PipeBarrier<PIPE_V>();
    ReduceMax(halves.result(), halves.x, halves.work, 256, faulty);
    PipeBarrier<PIPE_V>();
    halves.store();
}

ALWAYS(an_index_of_the_smallest_that_is_not_modelled, "ReduceMin with calIndex: the shim does not model indices") {
    Halves halves(in, out);
    PipeBarrier<PIPE_V>();
    ReduceMin(halves.result(), halves.x, halves.work, 256, faulty);
    PipeBarrier<PIPE_V>();
    halves.store();
}

ALWAYS(a_result_past_the_end, "ReduceMax into a local tensor that has no elements") {
    Halves halves(in, out);
    PipeBarrier<PIPE_V>();
    ReduceMax(halves.x[faulty ? 1024 : 300], halves.x, halves.work, 256);
    PipeBarrier<PIPE_V>();
    halves.store();
}

CHECKED(what_a_reduction_left_in_its_work_tensor,
        "Abs reads bytes 1024 to 1055 of buffer 0 (VECCALC): a reduction has used them as its work tensor") {
    Halves halves(in, out);
    Duplicate(halves.work, half(1.0f), 16);
    PipeBarrier<PIPE_V>();
    ReduceMax(halves.result(), halves.x, halves.work, 256);
    PipeBarrier<PIPE_V>();
    Abs(halves.result(), faulty ? halves.work : halves.x, 16);
    halves.store();
}

}  // namespace corpus

#endif
