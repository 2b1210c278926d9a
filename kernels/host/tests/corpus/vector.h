// Operands of vector instructions, and of the scalar unit.
#ifndef ASCEND_HOST_TESTS_CORPUS_VECTOR_H
#define ASCEND_HOST_TESTS_CORPUS_VECTOR_H

#include "case.h"

namespace corpus {

ALWAYS(an_instruction_longer_than_its_tensor,
       "Adds of 257 elements (1028 B) on a local tensor that has 256 elements (1024 B)") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(256), y = parts.out.AllocTensor<float>();
    Adds(y, x, 1.0f, faulty ? 257 : 256);
    parts.in.FreeTensor(x);
    parts.store(y, 256);
}

ALWAYS(an_instruction_past_the_end_of_a_slice,
       "Muls of 129 elements (516 B) on a local tensor that has 128 elements (512 B)") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(256), y = parts.out.AllocTensor<float>();
    Muls(y[128], x[128], 2.0f, faulty ? 129 : 128);
    parts.in.FreeTensor(x);
    LocalTensor<float> half_of_it = y[128];
    parts.out.EnQue(y);
    y = parts.out.DeQue<float>();
    DataCopy(parts.to, half_of_it, 128);
    parts.out.FreeTensor(y);
}

ALWAYS(a_result_off_the_grain, "Adds on a local tensor whose address is not aligned to 32 B") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(256), y = parts.out.AllocTensor<float>();
    Adds(y[faulty ? 4 : 0], x, 1.0f, 64);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ALWAYS(an_operand_off_the_grain, "Sqrt on a local tensor whose address is not aligned to 32 B") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(256), y = parts.out.AllocTensor<float>();
    Sqrt(y, x[faulty ? 7 : 8], 64);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ALWAYS(operands_that_overlap_in_part,
       "Mul of 16 elements: destination and source overlap and are not the same tensor") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(256), y = parts.out.AllocTensor<float>();
    Duplicate(y, 3.0f, 64);
    PipeBarrier<PIPE_V>();
    Mul(y, y[faulty ? 8 : 16], x, 16);
    parts.in.FreeTensor(x);
    parts.store(y, 64);
}

ALWAYS(a_widening_cast_in_place, "Cast of 64 elements: destination and source overlap") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y.ReinterpretCast<half>(), half(1.0f), 128);
    PipeBarrier<PIPE_V>();
    Cast(y[faulty ? 0 : 64], y.ReinterpretCast<half>(), RoundMode::CAST_NONE, 64);
    parts.store(y, 128);
}

ALWAYS(a_tensor_from_nowhere, "Duplicate on a local tensor that no queue or buffer has given") {
    Parts parts(in, out);
    LocalTensor<float> tensor;
    if (!faulty) tensor = parts.temp.Get<float>();
    Duplicate(tensor, 0.0f, 8);
}

ALWAYS(an_index_past_the_end, "a local tensor of 512 elements is indexed at 513") {
    Parts parts(in, out);
    parts.temp.Get<float>()[faulty ? 513 : 512];
}

ALWAYS(a_size_that_grows, "SetSize(600) of a local tensor of 512 elements") {
    Parts parts(in, out);
    parts.temp.Get<float>().SetSize(faulty ? 600 : 500);
}

ALWAYS(a_scalar_read_past_the_end, "GetValue(256) of a local tensor of 256 elements") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(256);
    pass<HardEvent::MTE2_S>();
    x.GetValue(faulty ? 256 : 255);
    parts.in.FreeTensor(x);
}

ALWAYS(a_scalar_write_past_the_end, "SetValue(256) of a local tensor of 256 elements") {
    Parts parts(in, out);
    LocalTensor<float> y = parts.out.AllocTensor<float>();
    Duplicate(y, 0.0f, 256);
    pass<HardEvent::V_S>();
    y.SetValue(faulty ? 256 : 255, 1.0f);
    pass<HardEvent::S_MTE3>();
    parts.store(y, 256);
}

CHECKED(more_elements_than_32_bits_hold,
        "the number of elements of an instruction is 4294967304: it has 32 bits, and the device would take 8") {
    Parts parts(in, out);
    const uint64_t count = (faulty ? uint64_t{1} << 32 : 0) + 8;
    Duplicate(parts.temp.Get<float>(), 1.0f, count);
}

CHECKED(fewer_elements_than_none,
        "the number of elements of an instruction is -8: it has 32 bits, and the device would take 4294967288") {
    Parts parts(in, out);
    LocalTensor<float> t = parts.temp.Get<float>();
    Duplicate(t, 1.0f, 64);
    PipeBarrier<PIPE_V>();
    const int32_t count = faulty ? -8 : 8;
    Cast(t[128].ReinterpretCast<half>(), t, RoundMode::CAST_NONE, count);
}

CHECKED(an_index_that_32_bits_do_not_hold,
        "an index into a local tensor is 4294967296: it has 32 bits, and the device would take 0") {
    Parts parts(in, out);
    const uint64_t index = faulty ? uint64_t{1} << 32 : 0;
    parts.temp.Get<float>()[index];
}

CORPUS_CASE(an_instruction_over_no_elements, By::always, 1001, 1,
            "Adds of 0 elements: this architecture has no empty instruction") {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(256), y = parts.out.AllocTensor<float>();
    Duplicate(y, 0.0f, 256);
    const int32_t count = faulty ? 0 : 8;
    PipeBarrier<PIPE_V>();
    Adds(y, x, 1.0f, count);
    parts.in.FreeTensor(x);
    parts.store(y, 256);
}

}  // namespace corpus

#endif
