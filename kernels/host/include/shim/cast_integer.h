// Cast from and to integers.
//
// A number out of range becomes the nearest integer there is, a NaN becomes 0. Integers of 8 and 16 bits are exact in
// the types that they widen to, and 16 bits are rounded to half in the modes that half has.
#ifndef ASCEND_HOST_SHIM_CAST_INTEGER_H
#define ASCEND_HOST_SHIM_CAST_INTEGER_H

#include <cmath>
#include <cstdint>
#include <limits>

#include "cast.h"

namespace ascend_host {

constexpr const char *kFiveModes = "CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND and CAST_TRUNC";
constexpr const char *kSixModes = "CAST_NONE, CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND and CAST_TRUNC";

template <RoundMode mode>
ASCEND_HOST_INLINE double rounded_to_integer(double value) {
    switch (mode) {
        case RoundMode::CAST_FLOOR:
            return std::floor(value);
        case RoundMode::CAST_CEIL:
            return std::ceil(value);
        case RoundMode::CAST_ROUND:
            return std::round(value);
        case RoundMode::CAST_TRUNC:
            return std::trunc(value);
        default:
            return std::nearbyint(value);
    }
}

// `Widen` makes a float of what is stored.
template <class To, class From, class Widen>
struct ToInteger {
    template <RoundMode mode>
    struct In {
        ASCEND_HOST_INLINE static To apply(From stored) {
            const double whole = rounded_to_integer<mode>(static_cast<double>(Widen::apply(stored)));
            if (whole != whole) return 0;
            if (whole >= static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
            if (whole <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
            return static_cast<To>(whole);
        }
    };
};

struct Same {
    ASCEND_HOST_INLINE static float apply(float value) { return value; }
};

template <RoundMode mode>
struct HalfOfInteger {
    template <class From>
    ASCEND_HOST_INLINE static uint16_t apply(From value) {
        return HalfOfFloat<mode>::apply(static_cast<float>(value));
    }
};

struct FloatOfInteger {
    template <class From>
    ASCEND_HOST_INLINE static float apply(From value) {
        return static_cast<float>(value);
    }
};

inline bool is_one_of_five(RoundMode mode) { return mode != RoundMode::CAST_NONE && mode != RoundMode::CAST_ODD; }

}  // namespace ascend_host

namespace AscendC {

template <>
inline void Cast(const LocalTensor<int32_t> &dst, const LocalTensor<float> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
    if (!is_one_of_five(mode)) refuse_mode("float to int32", mode, kFiveModes);
    cast_rounded<ToInteger<int32_t, float, Same>::In, int32_t, float>(dst, src, mode, count);
}

template <>
inline void Cast(const LocalTensor<int32_t> &dst, const LocalTensor<half> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
    if (!is_one_of_five(mode)) refuse_mode("half to int32", mode, kFiveModes);
    cast_rounded<ToInteger<int32_t, uint16_t, FloatOfHalf>::In, int32_t, uint16_t>(dst, src, mode, count);
}

#if __NPU_ARCH__ == 1001
constexpr const char *kHalfToByteModes = "CAST_NONE, CAST_FLOOR, CAST_CEIL, CAST_ROUND and CAST_TRUNC";
inline bool is_half_to_byte_mode(RoundMode mode) { return mode != RoundMode::CAST_RINT && mode != RoundMode::CAST_ODD; }
#else
constexpr const char *kHalfToByteModes = ascend_host::kSixModes;
inline bool is_half_to_byte_mode(RoundMode mode) { return mode != RoundMode::CAST_ODD; }
#endif

template <>
inline void Cast(const LocalTensor<int8_t> &dst, const LocalTensor<half> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
    if (!is_half_to_byte_mode(mode)) refuse_mode("half to int8", mode, kHalfToByteModes);
    cast_rounded<ToInteger<int8_t, uint16_t, FloatOfHalf>::In, int8_t, uint16_t>(dst, src, mode, count);
}

template <>
inline void Cast(const LocalTensor<uint8_t> &dst, const LocalTensor<half> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
    if (!is_half_to_byte_mode(mode)) refuse_mode("half to uint8", mode, kHalfToByteModes);
    cast_rounded<ToInteger<uint8_t, uint16_t, FloatOfHalf>::In, uint8_t, uint16_t>(dst, src, mode, count);
}

template <>
inline void Cast(const LocalTensor<half> &dst, const LocalTensor<int8_t> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
    if (mode != RoundMode::CAST_NONE) refuse_mode("int8 to half", mode, "only CAST_NONE");
    unary<MapOp<uint16_t, int8_t, HalfOfInteger<RoundMode::CAST_RINT>>>("Cast", dst, src, count);
}

template <>
inline void Cast(const LocalTensor<half> &dst, const LocalTensor<uint8_t> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
    if (mode != RoundMode::CAST_NONE) refuse_mode("uint8 to half", mode, "only CAST_NONE");
    unary<MapOp<uint16_t, uint8_t, HalfOfInteger<RoundMode::CAST_RINT>>>("Cast", dst, src, count);
}

template <>
inline void Cast(const LocalTensor<half> &dst, const LocalTensor<int16_t> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
#if __NPU_ARCH__ == 1001
    if (mode != RoundMode::CAST_NONE) refuse_mode("int16 to half", mode, "only CAST_NONE");
#else
    if (mode == RoundMode::CAST_ODD) refuse_mode("int16 to half", mode, kSixModes);
#endif
    cast_rounded<HalfOfInteger, uint16_t, int16_t>(dst, src, mode, count);
}

#if __NPU_ARCH__ == 2201

template <>
inline void Cast(const LocalTensor<int16_t> &dst, const LocalTensor<half> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
    if (!is_one_of_five(mode)) refuse_mode("half to int16", mode, kFiveModes);
    cast_rounded<ToInteger<int16_t, uint16_t, FloatOfHalf>::In, int16_t, uint16_t>(dst, src, mode, count);
}

template <>
inline void Cast(const LocalTensor<int32_t> &dst, const LocalTensor<bfloat16_t> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
    if (!is_one_of_five(mode)) refuse_mode("bfloat16 to int32", mode, kFiveModes);
    cast_rounded<ToInteger<int32_t, uint16_t, FloatOfBfloat16>::In, int32_t, uint16_t>(dst, src, mode, count);
}

template <>
inline void Cast(const LocalTensor<int16_t> &dst, const LocalTensor<float> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
    if (!is_one_of_five(mode)) refuse_mode("float to int16", mode, kFiveModes);
    cast_rounded<ToInteger<int16_t, float, Same>::In, int16_t, float>(dst, src, mode, count);
}

template <>
inline void Cast(const LocalTensor<float> &dst, const LocalTensor<int16_t> &src, const RoundMode &mode,
                 const ascend_host::WideCount count) {
    using namespace ascend_host;
    if (mode != RoundMode::CAST_NONE) refuse_mode("int16 to float", mode, "only CAST_NONE");
    unary<MapOp<float, int16_t, FloatOfInteger>>("Cast", dst, src, count);
}

#endif

}  // namespace AscendC

#endif
