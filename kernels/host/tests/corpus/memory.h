// Memory that nothing has written.
#ifndef ASCEND_HOST_TESTS_CORPUS_MEMORY_H
#define ASCEND_HOST_TESTS_CORPUS_MEMORY_H

#include "case.h"

namespace corpus {

CHECKED(a_buffer_read_before_it_is_written,
        "Adds reads bytes 0 to 255 of buffer 0 (VECCALC): nothing has written them") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    if (!faulty) Duplicate(t, 1.0f, 64);
    PipeBarrier<PIPE_V>();
    Adds(y, t, 1.0f, 64);
    parts.store(y, 64);
}

CHECKED(more_read_than_was_loaded,
        "Adds reads bytes 256 to 287 of tensor 0 of queue 0 (VECIN): nothing has written them") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), y = parts.out.AllocTensor<float>();
    Duplicate(y, 0.0f, 256);
    PipeBarrier<PIPE_V>();
    Adds(y, x, 1.0f, faulty ? 72 : 64);
    parts.in.FreeTensor(x);
    parts.store(y, 256);
}

CHECKED(more_stored_than_was_computed,
        "DataCopy from the unified buffer reads bytes 256 to 1023 of tensor 0 of queue 1 (VECOUT): nothing has written "
        "them") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 1.0f, 64);
    parts.store(y, faulty ? 256 : 64);
}

// The next tensor of a queue does not have what the last one had, even in the same buffer.
CHECKED(the_last_tile_seen_through_the_next,
        "Adds reads bytes 256 to 511 of tensor 2 of queue 0 (VECIN): nothing has written them") {
    Parts parts(in, out);
    for (uint32_t tile = 0; tile < 3; ++tile) {
        LocalTensor<float> x = parts.load(tile == 2 && faulty ? 64 : 128, tile * 128),
                           y = parts.out.AllocTensor<float>();
        Adds(y, x, 1.0f, 128);
        parts.in.FreeTensor(x);
        parts.store(y, 128, tile * 128);
    }
}

CHECKED(a_scalar_read_of_nothing, "GetValue reads bytes 16 to 19 of buffer 0 (VECCALC): nothing has written them") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>();
    if (!faulty) t.SetValue(4, 1.0f);
    t.GetValue(4);
}

CHECKED(an_accumulator_never_set, "Axpy reads bytes 0 to 255 of buffer 0 (VECCALC): nothing has written them") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    if (!faulty) Duplicate(t, 0.0f, 64);
    PipeBarrier<PIPE_V>();
    Axpy(t, x, 2.0f, 64);
    PipeBarrier<PIPE_V>();
    Adds(y, t, 0.0f, 64);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

}  // namespace corpus

#endif
