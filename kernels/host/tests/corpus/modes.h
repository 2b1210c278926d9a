// Rounding modes: each pair of types has its own, and the architectures differ.
#ifndef ASCEND_HOST_TESTS_CORPUS_MODES_H
#define ASCEND_HOST_TESTS_CORPUS_MODES_H

#include "case.h"

namespace corpus {

template <class To, class From>
void cast_with(GM_ADDR in, GM_ADDR out, RoundMode mode) {
    Parts parts(in, out);
    LocalTensor<float> x = parts.load(256), y = parts.out.AllocTensor<float>();
    Duplicate(y, 0.0f, 256);
    PipeBarrier<PIPE_V>();
    Cast(y.ReinterpretCast<To>(), x.ReinterpretCast<From>(), mode, 64);
    parts.in.FreeTensor(x);
    parts.store(y, 256);
}

ALWAYS(half_to_float_with_a_mode, "Cast half to float with CAST_RINT: architecture ... has only CAST_NONE") {
    cast_with<float, half>(in, out, faulty ? RoundMode::CAST_RINT : RoundMode::CAST_NONE);
}

ALWAYS(float_to_int32_without_a_mode, "Cast float to int32 with CAST_NONE: architecture") {
    cast_with<int32_t, float>(in, out, faulty ? RoundMode::CAST_NONE : RoundMode::CAST_RINT);
}

ALWAYS(float_to_int32_to_odd, "Cast float to int32 with CAST_ODD: architecture") {
    cast_with<int32_t, float>(in, out, faulty ? RoundMode::CAST_ODD : RoundMode::CAST_TRUNC);
}

ALWAYS(int32_to_float_to_odd, "Cast int32 to float with CAST_ODD: architecture") {
    cast_with<float, int32_t>(in, out, faulty ? RoundMode::CAST_ODD : RoundMode::CAST_NONE);
}

ALWAYS(half_to_int32_without_a_mode, "Cast half to int32 with CAST_NONE: architecture") {
    cast_with<int32_t, half>(in, out, faulty ? RoundMode::CAST_NONE : RoundMode::CAST_CEIL);
}

ALWAYS(half_to_int8_to_odd, "Cast half to int8 with CAST_ODD: architecture") {
    cast_with<int8_t, half>(in, out, faulty ? RoundMode::CAST_ODD : RoundMode::CAST_NONE);
}

ALWAYS(int8_to_half_with_a_mode, "Cast int8 to half with CAST_FLOOR: architecture ... has only CAST_NONE") {
    cast_with<half, int8_t>(in, out, faulty ? RoundMode::CAST_FLOOR : RoundMode::CAST_NONE);
}

ALWAYS(uint8_to_half_with_a_mode, "Cast uint8 to half with CAST_CEIL: architecture ... has only CAST_NONE") {
    cast_with<half, uint8_t>(in, out, faulty ? RoundMode::CAST_CEIL : RoundMode::CAST_NONE);
}

#if __NPU_ARCH__ == 1001

CORPUS_CASE(half_to_uint8_nearest_on_1001, By::always, 1001, 1,
            "Cast half to uint8 with CAST_RINT: architecture 1001 has CAST_NONE, CAST_FLOOR") {
    cast_with<uint8_t, half>(in, out, faulty ? RoundMode::CAST_RINT : RoundMode::CAST_FLOOR);
}

CORPUS_CASE(int16_to_half_nearest_on_1001, By::always, 1001, 1,
            "Cast int16 to half with CAST_RINT: architecture 1001 has only CAST_NONE") {
    cast_with<half, int16_t>(in, out, faulty ? RoundMode::CAST_RINT : RoundMode::CAST_NONE);
}

CORPUS_CASE(float_to_half_nearest_on_1001, By::always, 1001, 1,
            "Cast float to half with CAST_RINT: architecture 1001 has only CAST_NONE") {
    cast_with<half, float>(in, out, faulty ? RoundMode::CAST_RINT : RoundMode::CAST_NONE);
}

CORPUS_CASE(float_to_half_down_on_1001, By::always, 1001, 1,
            "Cast float to half with CAST_FLOOR: architecture 1001 has only CAST_NONE") {
    cast_with<half, float>(in, out, faulty ? RoundMode::CAST_FLOOR : RoundMode::CAST_ODD);
}

CORPUS_CASE(int32_to_float_nearest_on_1001, By::always, 1001, 1,
            "Cast int32 to float with CAST_RINT: architecture 1001 has only CAST_NONE") {
    cast_with<float, int32_t>(in, out, faulty ? RoundMode::CAST_RINT : RoundMode::CAST_NONE);
}

#else

CORPUS_CASE(bfloat16_to_float_with_a_mode, By::always, 2201, 1,
            "Cast bfloat16 to float with CAST_TRUNC: architecture 2201 has only CAST_NONE") {
    cast_with<float, bfloat16_t>(in, out, faulty ? RoundMode::CAST_TRUNC : RoundMode::CAST_NONE);
}

CORPUS_CASE(int16_to_half_to_odd, By::always, 2201, 1,
            "Cast int16 to half with CAST_ODD: architecture 2201 has CAST_NONE") {
    cast_with<half, int16_t>(in, out, faulty ? RoundMode::CAST_ODD : RoundMode::CAST_RINT);
}

CORPUS_CASE(half_to_int16_without_a_mode, By::always, 2201, 1,
            "Cast half to int16 with CAST_NONE: architecture 2201 has CAST_RINT") {
    cast_with<int16_t, half>(in, out, faulty ? RoundMode::CAST_NONE : RoundMode::CAST_RINT);
}

CORPUS_CASE(bfloat16_to_int32_without_a_mode, By::always, 2201, 1,
            "Cast bfloat16 to int32 with CAST_NONE: architecture 2201 has CAST_RINT") {
    cast_with<int32_t, bfloat16_t>(in, out, faulty ? RoundMode::CAST_NONE : RoundMode::CAST_FLOOR);
}

CORPUS_CASE(float_to_int16_to_odd, By::always, 2201, 1,
            "Cast float to int16 with CAST_ODD: architecture 2201 has CAST_RINT") {
    cast_with<int16_t, float>(in, out, faulty ? RoundMode::CAST_ODD : RoundMode::CAST_ROUND);
}

CORPUS_CASE(int16_to_float_with_a_mode, By::always, 2201, 1,
            "Cast int16 to float with CAST_RINT: architecture 2201 has only CAST_NONE") {
    cast_with<float, int16_t>(in, out, faulty ? RoundMode::CAST_RINT : RoundMode::CAST_NONE);
}

CORPUS_CASE(float_to_bfloat16_without_a_mode, By::always, 2201, 1,
            "Cast float to bfloat16 with CAST_NONE: architecture 2201 has CAST_RINT") {
    cast_with<bfloat16_t, float>(in, out, faulty ? RoundMode::CAST_NONE : RoundMode::CAST_RINT);
}

CORPUS_CASE(float_to_bfloat16_to_odd, By::always, 2201, 1,
            "Cast float to bfloat16 with CAST_ODD: architecture 2201 has CAST_RINT") {
    cast_with<bfloat16_t, float>(in, out, faulty ? RoundMode::CAST_ODD : RoundMode::CAST_ROUND);
}

#endif

}  // namespace corpus

#endif
