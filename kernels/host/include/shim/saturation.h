// Saturation mode: what a core stores where IEEE 754 says infinity or NaN.
//
// The architecture 1001 has no other mode; on 2201 it is a property of the stream. Each instruction that computes is
// followed by a step that saturates its result, so that the mode costs nothing where it is off.
#ifndef ASCEND_HOST_SHIM_SATURATION_H
#define ASCEND_HOST_SHIM_SATURATION_H

#include <cstdint>

#include "tensor.h"

namespace ascend_host {

// An infinity becomes the largest finite value of its sign, a NaN becomes 0.
template <class T>
struct Saturated;

template <>
struct Saturated<float> {
    ASCEND_HOST_INLINE static float of(float value) {
        const uint32_t bits = bits_of_float(value);
        const uint32_t magnitude = bits & 0x7fffffffu;
        const uint32_t finite = magnitude == 0x7f800000u ? bits - 1 : bits;
        return float_of_bits(magnitude > 0x7f800000u ? 0 : finite);
    }
    ASCEND_HOST_INLINE static uint32_t is_beyond(float value) {
        return (bits_of_float(value) & 0x7f800000u) == 0x7f800000u;
    }
};

template <uint16_t infinity>
struct SaturatedWord {
    ASCEND_HOST_INLINE static uint16_t of(uint16_t bits) {
        const uint16_t magnitude = bits & 0x7fff;
        const uint16_t finite = static_cast<uint16_t>(magnitude == infinity ? bits - 1 : bits);
        return magnitude > infinity ? static_cast<uint16_t>(0) : finite;
    }
    ASCEND_HOST_INLINE static uint32_t is_beyond(uint16_t bits) { return (bits & infinity) == infinity; }
};

template <>
struct Saturated<half> : SaturatedWord<0x7c00> {};
template <>
struct Saturated<bfloat16_t> : SaturatedWord<0x7f80> {};

template <class T>
struct StoredAs {
    using Type = uint16_t;
};
template <>
struct StoredAs<float> {
    using Type = float;
};

// In place: dst = saturated dst
template <class T>
struct SaturateOp {
    ASCEND_HOST_INLINE static void run(const Step &step, uint32_t begin, uint32_t end) {
        auto *dst = at<typename StoredAs<T>::Type>(step.dst, begin);
        const uint32_t count = end - begin;
        uint32_t beyond = 0;
        ASCEND_HOST_INDEPENDENT
        for (uint32_t i = 0; i < count; ++i) {
            beyond |= Saturated<T>::is_beyond(dst[i]);
            dst[i] = Saturated<T>::of(dst[i]);
        }
        Block *running = Block::current();
        if (beyond != 0 && running != nullptr) running->note_overflow();
    }
};

// After an instruction: its result as the mode of the launch wants it.
template <typename T>
inline void saturate(const AscendC::LocalTensor<T> &dst, int64_t count) {
    if (!block().saturates() || count <= 0) return;
    const Operand to = operand("saturation", dst, static_cast<uint64_t>(count));
    block().execute_more(Compiled<SaturateOp<T>>::pick(), to, static_cast<uint32_t>(count));
}

}  // namespace ascend_host

#endif
