// Cast: conversions between element types, each with the rounding modes its architecture has.
//
// A mode that the architecture does not have for a pair of types is refused when the kernel runs, as the device does; a
// pair it does not have at all is a deleted overload. CAST_NONE means "no rounding needed" where widening is exact, and
// round to nearest even for float to half.
#ifndef ASCEND_HOST_SHIM_CAST_H
#define ASCEND_HOST_SHIM_CAST_H

#include <cmath>
#include <cstdint>

#include "tensor.h"
#include "vector.h"

namespace ascend_host {

using AscendC::RoundMode;

// What to add to a truncated magnitude, given what was cut off: `rest` out of twice `middle`.
template <RoundMode mode>
ASCEND_HOST_INLINE uint32_t rounding(uint32_t kept, uint32_t rest, uint32_t middle, bool negative) {
    switch (mode) {
        case RoundMode::CAST_FLOOR:
            return rest != 0 && negative;
        case RoundMode::CAST_CEIL:
            return rest != 0 && !negative;
        case RoundMode::CAST_ROUND:
            return rest >= middle;
        case RoundMode::CAST_TRUNC:
            return 0;
        case RoundMode::CAST_ODD:
            return rest != 0 && (kept & 1) == 0;
        default:
            return rest > middle || (rest == middle && (kept & 1) != 0);
    }
}

template <RoundMode mode>
struct HalfOfFloat {
    ASCEND_HOST_INLINE static uint16_t apply(float value) {
        if constexpr (mode == RoundMode::CAST_RINT) {
            return half_of_float(value);
        } else {
            const uint32_t bits = bits_of_float(value);
            const uint32_t sign = (bits >> 16) & 0x8000u;
            const uint32_t magnitude = bits & 0x7fffffffu;
            if (magnitude >= 0x7f800000u) return half_of_float(value);
            uint32_t kept, rest, middle;
            if (magnitude >=
                0x47800000u) {  // beyond every finite half: the modes that round towards zero stop at the largest
                kept = 0x7bff;
                rest = 3;
                middle = 2;
            } else if (magnitude >= 0x38800000u) {
                kept = (magnitude - 0x38000000u) >> 13;
                rest = magnitude & 0x1fffu;
                middle = 0x1000;
            } else {  // a half subnormal counts in 2^-24
                const uint32_t exponent = magnitude >> 23;
                const uint32_t mantissa = exponent == 0 ? magnitude : (magnitude & 0x7fffffu) | 0x800000u;
                const uint32_t shift = exponent > 101 ? 126 - exponent : 25;  // below 2^-25 only "not zero" matters
                kept = shift == 25 ? 0 : mantissa >> shift;
                rest = shift == 25 ? mantissa != 0 : mantissa & ((1u << shift) - 1);
                middle = 1u << (shift - 1);
            }
            return static_cast<uint16_t>(sign | (kept + rounding<mode>(kept, rest, middle, sign != 0)));
        }
    }
};

template <RoundMode mode>
struct Bfloat16OfFloat {
    ASCEND_HOST_INLINE static uint16_t apply(float value) {
        if constexpr (mode == RoundMode::CAST_RINT) {
            return bfloat16_of_float(value);
        } else {
            const uint32_t bits = bits_of_float(value);
            if ((bits & 0x7fffffffu) >= 0x7f800000u) return bfloat16_of_float(value);
            const uint32_t kept = bits >> 16;
            return static_cast<uint16_t>(kept + rounding<mode>(kept, bits & 0xffffu, 0x8000u, bits >> 31 != 0));
        }
    }
};

struct FloatOfHalf {
    ASCEND_HOST_INLINE static float apply(uint16_t bits) { return float_of_half(bits); }
};

struct FloatOfBfloat16 {
    ASCEND_HOST_INLINE static float apply(uint16_t bits) { return float_of_bfloat16(bits); }
};

// Every int32 is exact in double, so one rounding to float follows; the directed modes step back when it went too far.
template <RoundMode mode>
struct FloatOfInt32 {
    ASCEND_HOST_INLINE static float apply(int32_t value) {
        const double exact = value;
        const float nearest = static_cast<float>(value);
        const double above = static_cast<double>(nearest) - exact;
        switch (mode) {
            case RoundMode::CAST_FLOOR:
                return above > 0 ? std::nextafterf(nearest, -INFINITY) : nearest;
            case RoundMode::CAST_CEIL:
                return above < 0 ? std::nextafterf(nearest, INFINITY) : nearest;
            case RoundMode::CAST_TRUNC:
                return std::fabs(static_cast<double>(nearest)) > std::fabs(exact) ? std::nextafterf(nearest, 0.0f)
                                                                                  : nearest;
            case RoundMode::CAST_ROUND: {
                // A tie that went to even towards zero belongs to the neighbour away from zero.
                const float away = std::nextafterf(nearest, value < 0 ? -INFINITY : INFINITY);
                return std::fabs(static_cast<double>(away) - exact) == std::fabs(above) ? away : nearest;
            }
            default:
                return nearest;
        }
    }
};

[[noreturn]] inline void refuse_mode(const char *pair, RoundMode mode, const char *allowed) {
    trap("Cast %s with %s: architecture %d has %s", pair, AscendC::RoundModeName(mode), __NPU_ARCH__, allowed);
}

// The step of a conversion `F<mode>` for a mode known only when the kernel runs.
template <template <RoundMode> class F, class To, class From, typename T, typename U>
inline void cast_rounded(const AscendC::LocalTensor<T> &dst, const AscendC::LocalTensor<U> &src, RoundMode mode,
                         uint32_t count) {
    switch (mode) {
        case RoundMode::CAST_FLOOR:
            return unary<MapOp<To, From, F<RoundMode::CAST_FLOOR>>>("Cast", dst, src, count);
        case RoundMode::CAST_CEIL:
            return unary<MapOp<To, From, F<RoundMode::CAST_CEIL>>>("Cast", dst, src, count);
        case RoundMode::CAST_ROUND:
            return unary<MapOp<To, From, F<RoundMode::CAST_ROUND>>>("Cast", dst, src, count);
        case RoundMode::CAST_TRUNC:
            return unary<MapOp<To, From, F<RoundMode::CAST_TRUNC>>>("Cast", dst, src, count);
        case RoundMode::CAST_ODD:
            return unary<MapOp<To, From, F<RoundMode::CAST_ODD>>>("Cast", dst, src, count);
        default:
            return unary<MapOp<To, From, F<RoundMode::CAST_RINT>>>("Cast", dst, src, count);
    }
}

}  // namespace ascend_host

namespace AscendC {

template <typename T, typename U>
inline void Cast(const LocalTensor<T> &dst, const LocalTensor<U> &src, const RoundMode &roundMode,
                 const ascend_host::WideCount count) = delete;

template <>
inline void Cast(const LocalTensor<float> &dst, const LocalTensor<half> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    if (mode != RoundMode::CAST_NONE) ascend_host::refuse_mode("half to float", mode, "only CAST_NONE");
    ascend_host::unary<ascend_host::MapOp<float, uint16_t, ascend_host::FloatOfHalf>>("Cast", dst, src, count);
}

template <>
inline void Cast(const LocalTensor<half> &dst, const LocalTensor<float> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
#if __NPU_ARCH__ == 1001
    if (mode != RoundMode::CAST_NONE && mode != RoundMode::CAST_ODD) {
        ascend_host::refuse_mode("float to half", mode, "only CAST_NONE (to nearest even) and CAST_ODD");
    }
#endif
    ascend_host::cast_rounded<ascend_host::HalfOfFloat, uint16_t, float>(dst, src, mode, count);
    ascend_host::saturate(dst, count);
}

#if __NPU_ARCH__ == 2201

template <>
inline void Cast(const LocalTensor<float> &dst, const LocalTensor<bfloat16_t> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    if (mode != RoundMode::CAST_NONE) ascend_host::refuse_mode("bfloat16 to float", mode, "only CAST_NONE");
    ascend_host::unary<ascend_host::MapOp<float, uint16_t, ascend_host::FloatOfBfloat16>>("Cast", dst, src, count);
}

template <>
inline void Cast(const LocalTensor<bfloat16_t> &dst, const LocalTensor<float> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    if (mode == RoundMode::CAST_NONE || mode == RoundMode::CAST_ODD) {
        ascend_host::refuse_mode("float to bfloat16", mode,
                                 "CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND and CAST_TRUNC");
    }
    ascend_host::cast_rounded<ascend_host::Bfloat16OfFloat, uint16_t, float>(dst, src, mode, count);
    ascend_host::saturate(dst, count);
}

#endif

template <>
inline void Cast(const LocalTensor<float> &dst, const LocalTensor<int32_t> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
#if __NPU_ARCH__ == 1001
    if (mode != RoundMode::CAST_NONE) ascend_host::refuse_mode("int32 to float", mode, "only CAST_NONE");
#else
    if (mode == RoundMode::CAST_ODD) ascend_host::refuse_mode("int32 to float", mode, "every mode but CAST_ODD");
#endif
    ascend_host::cast_rounded<ascend_host::FloatOfInt32, float, int32_t>(dst, src, mode, count);
}

}  // namespace AscendC

#endif
