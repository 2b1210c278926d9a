// Comparisons to bits, and the choice by bits.
#ifndef ASCEND_HOST_TESTS_CORPUS_COMPARE_H
#define ASCEND_HOST_TESTS_CORPUS_COMPARE_H

#include "case.h"

namespace corpus {

// 128 floats to be compared with 128 others, and a place for the bits.
struct Pairs {
    Parts parts;
    LocalTensor<float> x, other, y;
    LocalTensor<uint8_t> bits;

    Pairs(GM_ADDR in, GM_ADDR out) : parts(in, out) {
        x = parts.load(128);
        y = parts.out.AllocTensor<float>();
        other = parts.temp.Get<float>();
        bits = other[256].ReinterpretCast<uint8_t>();
        Duplicate(other, 9.0f, 256);
        Duplicate(y, 0.0f, 128);
        PipeBarrier<PIPE_V>();
    }

    void store() {
        parts.in.FreeTensor(x);
        parts.store(y, 128);
    }
};

ALWAYS(a_comparison_of_a_part_of_a_repeat,
       "Compare of 72 elements (288 B): it works in repeats of 256 B, and the device would leave out the rest") {
    Pairs pairs(in, out);
    Compare(pairs.y.ReinterpretCast<uint8_t>(), pairs.x, pairs.other, CMPMODE::LT, faulty ? 72 : 64);
    pairs.store();
}

ALWAYS(a_comparison_longer_than_its_first_source,
       "Compare of 320 elements (1280 B) on a local tensor that has 256 elements") {
    Pairs pairs(in, out);
    Compare(pairs.bits, pairs.y, pairs.parts.temp.Get<float>(), CMPMODE::LT, faulty ? 320 : 128);
    pairs.store();
}

ALWAYS(a_comparison_longer_than_its_second_source, "Compare of 128 elements (512 B) on a local tensor that has 64") {
    Pairs pairs(in, out);
    LocalTensor<float> second = pairs.other;
    second.SetSize(faulty ? 64 : 128);
    Compare(pairs.bits, pairs.x, second, CMPMODE::GE, 128);
    pairs.store();
}

ALWAYS(bits_longer_than_their_tensor, "Compare of 16 elements (16 B) on a local tensor that has 8 elements (8 B)") {
    Pairs pairs(in, out);
    pairs.bits.SetSize(faulty ? 8 : 16);
    Compare(pairs.bits, pairs.x, pairs.other, CMPMODE::EQ, 128);
    pairs.store();
}

ALWAYS(bits_on_top_of_the_first_source, "Compare of 128 elements: the bits overlap a source") {
    Pairs pairs(in, out);
    Compare(pairs.y[faulty ? 0 : 128].ReinterpretCast<uint8_t>(), pairs.y, pairs.x, CMPMODE::NE, 128);
    pairs.store();
}

ALWAYS(bits_on_top_of_the_second_source, "Compare of 128 elements: the bits overlap a source") {
    Pairs pairs(in, out);
    Compare(pairs.y[faulty ? 120 : 128].ReinterpretCast<uint8_t>(), pairs.x, pairs.y, CMPMODE::NE, 128);
    pairs.store();
}

ORDER(bits_read_too_early,
      "Select (V) reads bytes 1024 to 1031 of buffer 0 (VECCALC), which Compare (V) may still be") {
    Pairs pairs(in, out);
    for (uint32_t begin = 0; begin < 128; begin += 64) {
        Duplicate(pairs.bits.ReinterpretCast<float>(), 0.0f, 8);
        PipeBarrier<PIPE_V>();
        Compare(pairs.bits, pairs.x[begin], pairs.other, CMPMODE::GT, 64);
        if (!faulty || begin == 0) PipeBarrier<PIPE_V>();
        Select(pairs.y[begin], pairs.bits, pairs.x[begin], pairs.other, SELMODE::VSEL_CMPMASK_SPR, 64);
        PipeBarrier<PIPE_V>();
    }
    pairs.store();
}

ORDER(a_comparison_of_what_is_still_computed,
      "Compare (V) reads bytes 0 to 511 of buffer 0 (VECCALC), which Muls (V)") {
    Pairs pairs(in, out);
    Muls(pairs.other, pairs.x, 2.0f, 128);
    if (!faulty) PipeBarrier<PIPE_V>();
    Compare(pairs.y.ReinterpretCast<uint8_t>(), pairs.x, pairs.other, CMPMODE::GT, 128);
    pairs.store();
}

ORDER(a_choice_of_what_is_still_computed, "Select (V) reads bytes 0 to 511 of buffer 0 (VECCALC), which Muls (V)") {
    Pairs pairs(in, out);
    Duplicate(pairs.bits.ReinterpretCast<uint16_t>(), static_cast<uint16_t>(0x5a5a), 16);
    PipeBarrier<PIPE_V>();
    Muls(pairs.other, pairs.x, 2.0f, 128);
    if (!faulty) PipeBarrier<PIPE_V>();
    Select(pairs.y, pairs.bits, pairs.x, pairs.other, SELMODE::VSEL_CMPMASK_SPR, 128);
    pairs.store();
}

ORDER(bits_overwritten_before_they_are_read,
      "Duplicate (V) writes bytes 1024 to 1031 of buffer 0 (VECCALC), which Select (V) may still be reading") {
    Pairs pairs(in, out);
    Duplicate(pairs.bits.ReinterpretCast<uint16_t>(), static_cast<uint16_t>(0x5a5a), 16);
    PipeBarrier<PIPE_V>();
    Select(pairs.y, pairs.bits, pairs.x, pairs.other, SELMODE::VSEL_CMPMASK_SPR, 128);
    if (!faulty) PipeBarrier<PIPE_V>();
    Duplicate(pairs.bits.ReinterpretCast<uint16_t>(), static_cast<uint16_t>(0), 16);
    pairs.store();
}

ORDER(a_second_source_overwritten_before_it_is_read,
      "Duplicate (V) writes bytes 0 to 511 of buffer 0 (VECCALC), which Select (V) may still be reading") {
    Pairs pairs(in, out);
    Duplicate(pairs.bits.ReinterpretCast<uint16_t>(), static_cast<uint16_t>(0x5a5a), 16);
    PipeBarrier<PIPE_V>();
    Select(pairs.y, pairs.bits, pairs.x, pairs.other, SELMODE::VSEL_CMPMASK_SPR, 128);
    if (!faulty) PipeBarrier<PIPE_V>();
    Duplicate(pairs.other, 0.0f, 128);
    pairs.store();
}

CHECKED(bits_that_nothing_has_written,
        "Select reads bytes 1024 to 1031 of buffer 0 (VECCALC): nothing has written them") {
    Pairs pairs(in, out);
    if (!faulty) Duplicate(pairs.bits.ReinterpretCast<float>(), 0.0f, 8);
    PipeBarrier<PIPE_V>();
    Select(pairs.y, pairs.bits, pairs.x, pairs.other, SELMODE::VSEL_CMPMASK_SPR, 128);
    pairs.store();
}

ALWAYS(a_choice_by_too_few_bits, "Select by bits of 8 elements (8 B) on a local tensor that has 4 elements (4 B)") {
    Pairs pairs(in, out);
    Duplicate(pairs.bits.ReinterpretCast<float>(), 0.0f, 8);
    PipeBarrier<PIPE_V>();
    pairs.bits.SetSize(faulty ? 4 : 8);
    Select(pairs.y, pairs.bits, pairs.x, pairs.other, SELMODE::VSEL_CMPMASK_SPR, 128);
    pairs.store();
}

ALWAYS(a_choice_that_overlaps_its_first_source_in_part,
       "Select of 64 elements: destination and source overlap and are not the same tensor") {
    Pairs pairs(in, out);
    Duplicate(pairs.bits.ReinterpretCast<float>(), 0.0f, 8);
    PipeBarrier<PIPE_V>();
    Select(pairs.y, pairs.bits, pairs.y[faulty ? 8 : 64], pairs.x, SELMODE::VSEL_CMPMASK_SPR, 64);
    pairs.store();
}

ALWAYS(a_choice_that_overlaps_its_second_source_in_part,
       "Select of 64 elements: destination and source overlap and are not the same tensor") {
    Pairs pairs(in, out);
    Duplicate(pairs.bits.ReinterpretCast<float>(), 0.0f, 8);
    PipeBarrier<PIPE_V>();
    Select(pairs.y, pairs.bits, pairs.x, pairs.y[faulty ? 8 : 64], SELMODE::VSEL_CMPMASK_SPR, 64);
    pairs.store();
}

ALWAYS(a_choice_on_top_of_its_bits, "Select of 64 elements: the result overlaps the bits") {
    Pairs pairs(in, out);
    Select(pairs.y, pairs.y[faulty ? 56 : 64].ReinterpretCast<uint8_t>(), pairs.x, pairs.other,
           SELMODE::VSEL_CMPMASK_SPR, 64);
    pairs.store();
}

ALWAYS(a_choice_between_tensors_in_the_mode_of_a_scalar, "Select from two tensors with VSEL_TENSOR_SCALAR_MODE") {
    Pairs pairs(in, out);
    Duplicate(pairs.bits.ReinterpretCast<float>(), 0.0f, 8);
    PipeBarrier<PIPE_V>();
    Select(pairs.y, pairs.bits, pairs.x, pairs.other,
           faulty ? SELMODE::VSEL_TENSOR_SCALAR_MODE : SELMODE::VSEL_CMPMASK_SPR, 128);
    pairs.store();
}

#if __NPU_ARCH__ == 1001

CORPUS_CASE(a_choice_by_all_bits_on_1001, By::always, 1001, 1,
            "Select: architecture 1001 has VSEL_CMPMASK_SPR and no other mode") {
    Pairs pairs(in, out);
    Duplicate(pairs.bits.ReinterpretCast<float>(), 0.0f, 8);
    PipeBarrier<PIPE_V>();
    Select(pairs.y, pairs.bits, pairs.x, pairs.other,
           faulty ? SELMODE::VSEL_TENSOR_TENSOR_MODE : SELMODE::VSEL_CMPMASK_SPR, 128);
    pairs.store();
}

#else

CORPUS_CASE(a_choice_of_a_scalar_in_the_mode_of_tensors, By::always, 2201, 1,
            "Select from a tensor and a scalar: its mode is VSEL_TENSOR_SCALAR_MODE") {
    Pairs pairs(in, out);
    Duplicate(pairs.bits.ReinterpretCast<float>(), 0.0f, 8);
    PipeBarrier<PIPE_V>();
    Select(pairs.y, pairs.bits, pairs.x, 1.0f,
           faulty ? SELMODE::VSEL_TENSOR_TENSOR_MODE : SELMODE::VSEL_TENSOR_SCALAR_MODE, 128);
    pairs.store();
}

CORPUS_CASE(integers_compared_by_size, By::always, 2201, 1, "Compare of int32_t: it has EQ and no other mode") {
    Pairs pairs(in, out);
    Compare(pairs.bits, pairs.x.ReinterpretCast<int32_t>(), pairs.other.ReinterpretCast<int32_t>(),
            faulty ? CMPMODE::LT : CMPMODE::EQ, 128);
    pairs.store();
}

CORPUS_CASE(a_comparison_with_a_scalar_of_a_part_of_a_repeat, By::always, 2201, 1,
            "CompareScalar of 100 elements (400 B): it works in repeats of 256 B") {
    Pairs pairs(in, out);
    Compares(pairs.bits, pairs.x, 3.0f, CMPMODE::LT, 128);
    PipeBarrier<PIPE_V>();
    CompareScalar(pairs.bits, pairs.x, 3.0f, CMPMODE::LT, faulty ? 100 : 128);
    pairs.store();
}

#endif

}  // namespace corpus

#endif
