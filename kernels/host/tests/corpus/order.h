// What nothing orders: an engine touches what another, or the same, has not finished with.
#ifndef ASCEND_HOST_TESTS_CORPUS_ORDER_H
#define ASCEND_HOST_TESTS_CORPUS_ORDER_H

#include "case.h"

namespace corpus {

// ---- one engine

ORDER(a_vector_result_read_too_early,
      "Muls (V) reads bytes 0 to 255 of buffer 0 (VECCALC), which Adds (V) may still be writing: PipeBarrier<PIPE_V> "
      "must stand between them") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    Adds(t, x, 1.0f, 64);
    if (!faulty) PipeBarrier<PIPE_V>();
    Muls(y, t, 2.0f, 64);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ORDER(
    a_vector_operand_overwritten_too_early,
    "Muls (V) writes bytes 0 to 255 of buffer 0 (VECCALC), which Adds (V) may still be reading: PipeBarrier<PIPE_V>") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    Duplicate(t, 5.0f, 64);
    PipeBarrier<PIPE_V>();
    Adds(y, t, 1.0f, 64);
    if (!faulty) PipeBarrier<PIPE_V>();
    Muls(t, x, 2.0f, 64);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ORDER(a_vector_result_overwritten_too_early,
      "Muls (V) writes bytes 128 to 255 of tensor 0 of queue 1 (VECOUT), which Duplicate (V) may still be writing: "
      "PipeBarrier<PIPE_V>") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), y = parts.out.AllocTensor<float>();
    Duplicate(y, 5.0f, 64);
    if (!faulty) PipeBarrier<PIPE_V>();
    Muls(y[32], x, 2.0f, 32);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ORDER(the_last_but_one_result_read_too_early,
      "Axpy (V) reads bytes 0 to 255 of tensor 0 of queue 1 (VECOUT), which Muls (V) may still be writing: "
      "PipeBarrier<PIPE_V>") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    Muls(y, x, 2.0f, 64);
    Duplicate(t, 1.0f, 64);
    if (!faulty) PipeBarrier<PIPE_V>();
    Axpy(y, x, 3.0f, 64);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ORDER(a_barrier_of_the_wrong_engine,
      "Muls (V) reads bytes 0 to 255 of buffer 0 (VECCALC), which Adds (V) may still be writing: PipeBarrier<PIPE_V>") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    Adds(t, x, 1.0f, 64);
    if (faulty) {
        PipeBarrier<PIPE_MTE2>();
    } else {
        PipeBarrier<PIPE_ALL>();
    }
    Muls(y, t, 2.0f, 64);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ORDER(two_loads_to_one_place,
      "DataCopy to the unified buffer (MTE2) writes bytes 32 to 63 of tensor 0 of queue 0 (VECIN), which DataCopy to "
      "the unified buffer (MTE2) may still be writing: PipeBarrier<PIPE_MTE2>") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>(), y = parts.out.AllocTensor<float>();
    DataCopy(x, parts.from, 64);
    if (!faulty) PipeBarrier<PIPE_MTE2>();
    DataCopy(x[8], parts.from[512], 8);
    parts.in.EnQue(x);
    x = parts.in.DeQue<float>();
    Adds(y, x, 0.0f, 64);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ORDER(two_stores_to_one_place,
      "DataCopy from the unified buffer (MTE3) writes 32 B of global memory at ... which DataCopy from the unified "
      "buffer (MTE3) may still be writing: PipeBarrier<PIPE_MTE3>") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 5.0f, 32);
    Duplicate(y[32], 6.0f, 32);
    parts.out.EnQue(y);
    y = parts.out.DeQue<float>();
    DataCopy(parts.to, y, 32);
    if (!faulty) PipeBarrier<PIPE_MTE3>();
    DataCopy(parts.to[24], y[32], 32);
    parts.out.FreeTensor(y);
}

// ---- two engines

ORDER(a_load_read_before_it_is_done,
      "Adds (V) reads bytes 0 to 255 of buffer 0 (VECCALC), which DataCopy to the unified buffer (MTE2) may still be "
      "writing: a flag MTE2_V") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    DataCopy(t, parts.from, 64);
    if (!faulty) pass<HardEvent::MTE2_V>();
    Adds(y, t, 1.0f, 64);
    parts.store(y, 64);
}

ORDER(a_tensor_of_a_queue_read_without_it,
      "Adds (V) reads bytes 0 to 255 of tensor 0 of queue 0 (VECIN), which DataCopy to the unified buffer (MTE2) may "
      "still be writing: a flag MTE2_V, or EnQue and DeQue,") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>(), y = parts.out.AllocTensor<float>();
    DataCopy(x, parts.from, 64);
    if (!faulty) {
        parts.in.EnQue(x);
        x = parts.in.DeQue<float>();
    }
    Adds(y, x, 1.0f, 64);
    if (faulty) {
        parts.in.EnQue(x);
        x = parts.in.DeQue<float>();
    }
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ORDER(a_load_behind_enque,
      "Adds (V) reads bytes 256 to 511 of buffer 0 (VECCALC), which DataCopy to the unified buffer (MTE2) may still be "
      "writing: a flag MTE2_V") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>(), t = parts.temp.Get<float>(),
                       y = parts.out.AllocTensor<float>();
    DataCopy(x, parts.from, 64);
    if (!faulty) DataCopy(t[64], parts.from[64], 64);
    parts.in.EnQue(x);
    if (faulty) DataCopy(t[64], parts.from[64], 64);
    x = parts.in.DeQue<float>();
    Adds(y, t[64], 1.0f, 64);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ORDER(a_flag_set_before_the_load,
      "Adds (V) reads bytes 0 to 255 of buffer 0 (VECCALC), which DataCopy to the unified buffer (MTE2) may still be "
      "writing") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    if (faulty) SetFlag<HardEvent::MTE2_V>(0);
    DataCopy(t, parts.from, 64);
    if (!faulty) SetFlag<HardEvent::MTE2_V>(0);
    WaitFlag<HardEvent::MTE2_V>(0);
    Adds(y, t, 1.0f, 64);
    parts.store(y, 64);
}

ORDER(a_flag_of_the_other_direction,
      "Adds (V) reads bytes 0 to 255 of buffer 0 (VECCALC), which DataCopy to the unified buffer (MTE2) may still be "
      "writing") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    DataCopy(t, parts.from, 64);
    if (faulty) {
        pass<HardEvent::V_MTE2>();
    } else {
        pass<HardEvent::MTE2_V>();
    }
    Adds(y, t, 1.0f, 64);
    parts.store(y, 64);
}

ORDER(a_barrier_where_a_flag_is_needed,
      "Adds (V) reads bytes 0 to 255 of buffer 0 (VECCALC), which DataCopy to the unified buffer (MTE2) may still be "
      "writing") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    DataCopy(t, parts.from, 64);
    if (!faulty) pass<HardEvent::MTE2_V>();
    PipeBarrier<PIPE_V>();
    PipeBarrier<PIPE_MTE2>();
    Adds(y, t, 1.0f, 64);
    parts.store(y, 64);
}

ORDER(a_store_before_the_result_is_there,
      "DataCopy from the unified buffer (MTE3) reads bytes 0 to 255 of tensor 0 of queue 1 (VECOUT), which Adds (V) "
      "may still be writing: a flag V_MTE3, or EnQue and DeQue,") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), y = parts.out.AllocTensor<float>();
    Adds(y, x, 1.0f, 64);
    if (!faulty) {
        parts.store(y, 64);
    } else {
        DataCopy(parts.to, y, 64);
        parts.out.EnQue(y);
        y = parts.out.DeQue<float>();
        parts.out.FreeTensor(y);
    }
    parts.in.FreeTensor(x);
}

ORDER(a_result_overwritten_while_it_is_stored,
      "Muls (V) writes bytes 0 to 255 of buffer 0 (VECCALC), which DataCopy from the unified buffer (MTE3) may still "
      "be reading: a flag MTE3_V") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), t = parts.temp.Get<float>();
    Adds(t, x, 1.0f, 64);
    pass<HardEvent::V_MTE3>();
    DataCopy(parts.to, t, 64);
    if (!faulty) pass<HardEvent::MTE3_V>();
    Muls(t, x, 2.0f, 64);
    parts.in.FreeTensor(x);
}

ORDER(an_operand_loaded_anew_while_it_is_read,
      "DataCopy to the unified buffer (MTE2) writes bytes 0 to 255 of buffer 0 (VECCALC), which Adds (V) may still be "
      "reading: a flag V_MTE2") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    DataCopy(t, parts.from, 64);
    pass<HardEvent::MTE2_V>();
    Adds(y, t, 1.0f, 64);
    if (!faulty) pass<HardEvent::V_MTE2>();
    DataCopy(t, parts.from[64], 64);
    pass<HardEvent::MTE2_V>();
    Adds(y[64], t, 1.0f, 64);
    parts.store(y, 128);
}

// The flag that DeQue waited for is of the vector unit, and MTE3 was told nothing.
ORDER(a_loaded_tensor_stored_at_once,
      "DataCopy from the unified buffer (MTE3) reads bytes 0 to 255 of tensor 0 of queue 0 (VECIN), which DataCopy to "
      "the unified buffer (MTE2) may still be writing: a flag MTE2_MTE3") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.in.AllocTensor<float>();
    DataCopy(x, parts.from, 64);
    if (!faulty) pass<HardEvent::MTE2_MTE3>();
    parts.in.EnQue(x);
    x = parts.in.DeQue<float>();
    DataCopy(parts.to, x, 64);
    parts.in.FreeTensor(x);
}

// FreeTensor hands the buffer from the vector unit to MTE2; MTE3 still reads it.
ORDER(a_tensor_loaded_anew_while_it_is_stored,
      "DataCopy to the unified buffer (MTE2) writes bytes 0 to 255 of tensor 1 of queue 0 (VECIN), which DataCopy from "
      "the unified buffer (MTE3) may still be reading: a flag MTE3_MTE2") {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> queue;
    GlobalTensor<float> from, to;
    pipe.InitBuffer(queue, 1, 256);
    from.SetGlobalBuffer((__gm__ float *)in, kElements);
    to.SetGlobalBuffer((__gm__ float *)out, kElements);
    for (uint32_t tile = 0; tile < 2; ++tile) {
        LocalTensor<float> x = queue.AllocTensor<float>();
        if (tile == 1 && !faulty) pass<HardEvent::MTE3_MTE2>();
        DataCopy(x, from[tile * 64], 64);
        pass<HardEvent::MTE2_MTE3>();
        DataCopy(to[tile * 64], x, 64);
        queue.EnQue(x);
        x = queue.DeQue<float>();
        queue.FreeTensor(x);
    }
}

ORDER(a_queue_between_the_copies_without_enque,
      "DataCopy from the unified buffer (MTE3) reads bytes 0 to 255 of tensor 0 of queue 0 (VECIN), which DataCopy to "
      "the unified buffer (MTE2) may still be writing") {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
    GlobalTensor<float> from, to;
    pipe.InitBuffer(queue, 2, 256);
    from.SetGlobalBuffer((__gm__ float *)in, kElements);
    to.SetGlobalBuffer((__gm__ float *)out, kElements);
    LocalTensor<float> x = queue.AllocTensor<float>();
    DataCopy(x, from, 64);
    if (faulty) DataCopy(to, x, 64);
    queue.EnQue(x);
    x = queue.DeQue<float>();
    if (!faulty) DataCopy(to, x, 64);
    queue.FreeTensor(x);
}

// ---- global memory

ORDER(a_load_of_what_is_being_stored,
      "DataCopy to the unified buffer (MTE2) reads 256 B of global memory at ... which DataCopy from the unified "
      "buffer (MTE3) may still be writing: a flag MTE3_MTE2") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 5.0f, 64);
    parts.store(y, 64);
    if (!faulty) pass<HardEvent::MTE3_MTE2>();
    parts.from.SetGlobalBuffer((__gm__ float *)out, kElements);
    LocalTensor<float> x = parts.load(64), z = parts.out.AllocTensor<float>();
    Adds(z, x, 1.0f, 64);
    parts.in.FreeTensor(x);
    parts.store(z, 64, 64);
}

ORDER(a_store_over_what_is_being_loaded,
      "DataCopy from the unified buffer (MTE3) writes 256 B of global memory at ... which DataCopy to the unified "
      "buffer (MTE2) may still be reading: a flag MTE2_MTE3") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    parts.from.SetGlobalBuffer((__gm__ float *)out, kElements);
    Duplicate(y, 5.0f, 64);
    DataCopy(t, parts.from, 64);
    if (!faulty) pass<HardEvent::MTE2_MTE3>();
    parts.store(y, 64);
    pass<HardEvent::MTE2_V>();
    LocalTensor<float> z = parts.out.AllocTensor<float>();
    Adds(z, t, 1.0f, 64);
    parts.store(z, 64, 64);
}

// ---- the scalar unit

ORDER(a_scalar_read_of_a_vector_result,
      "GetValue (S) reads bytes 0 to 3 of buffer 0 (VECCALC), which Duplicate (V) may still be writing: a flag V_S") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    Duplicate(t, 5.0f, 64);
    if (!faulty) pass<HardEvent::V_S>();
    Duplicate(y, t.GetValue(0), 64);
    parts.store(y, 64);
}

ORDER(a_scalar_read_of_a_load,
      "GetValue (S) reads bytes 4 to 7 of tensor 0 of queue 0 (VECIN), which DataCopy to the unified buffer (MTE2) may "
      "still be writing: a flag MTE2_S") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(64), y = parts.out.AllocTensor<float>();
    if (!faulty) pass<HardEvent::MTE2_S>();
    Duplicate(y, x.GetValue(1), 64);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ORDER(a_vector_read_of_a_scalar_write,
      "Adds (V) reads bytes 0 to 3 of buffer 0 (VECCALC), which SetValue (S) may still be writing: a flag S_V") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    for (uint32_t i = 0; i < 8; ++i) t.SetValue(i, 5.0f);
    if (!faulty) pass<HardEvent::S_V>();
    Adds(y, t, 1.0f, 8);
    parts.store(y, 8);
}

ORDER(a_vector_write_over_a_scalar_read,
      "Duplicate (V) writes bytes 0 to 3 of buffer 0 (VECCALC), which GetValue (S) may still be reading: a flag S_V") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>(), y = parts.out.AllocTensor<float>();
    Duplicate(t, 5.0f, 64);
    pass<HardEvent::V_S>();
    const float value = t.GetValue(0);
    if (!faulty) pass<HardEvent::S_V>();
    Duplicate(t, 2.0f * value, 64);
    PipeBarrier<PIPE_V>();
    Adds(y, t, 1.0f, 64);
    parts.store(y, 64);
}

ORDER(a_store_of_a_scalar_write,
      "DataCopy from the unified buffer (MTE3) reads bytes 0 to 3 of tensor 0 of queue 1 (VECOUT), which SetValue (S) "
      "may still be writing: a flag S_MTE3") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    for (uint32_t i = 0; i < 8; ++i) y.SetValue(i, 7.0f);
    if (!faulty) pass<HardEvent::S_MTE3>();
    parts.store(y, 8);
}

ORDER(a_scalar_write_over_a_vector_result,
      "SetValue (S) writes bytes 12 to 15 of tensor 0 of queue 1 (VECOUT), which Duplicate (V) may still be writing: a "
      "flag V_S") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 5.0f, 64);
    if (!faulty) pass<HardEvent::V_S>();
    y.SetValue(3, 7.0f);
    pass<HardEvent::S_MTE3>();
    parts.store(y, 64);
}

// The scalar unit gives out instructions in its order: what it has waited for is done for all that come after.
ORDER(a_store_after_what_the_scalar_unit_has_waited_for,
      "DataCopy from the unified buffer (MTE3) reads bytes 0 to 31 of buffer 0 (VECCALC), which Duplicate (V) may") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>();
    Duplicate(t, 5.0f, 64);
    if (!faulty) pass<HardEvent::V_S>();
    DataCopy(parts.to, t, 8);
}

// ---- loops

ORDER(
    a_loop_that_is_right_once,
    "Muls (V) writes bytes 0 to 255 of buffer 0 (VECCALC), which Adds (V) may still be reading: PipeBarrier<PIPE_V>") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>();
    for (uint32_t tile = 0; tile < 4; ++tile) {
        LocalTensor<float> x = parts.load(64, tile * 64), y = parts.out.AllocTensor<float>();
        Muls(t, x, 2.0f, 64);
        PipeBarrier<PIPE_V>();
        Adds(y, t, 1.0f, 64);
        if (!faulty) PipeBarrier<PIPE_V>();
        parts.in.FreeTensor(x);
        parts.store(y, 64, tile * 64);
    }
}

}  // namespace corpus

#endif
