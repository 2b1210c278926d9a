// Roots and exponentials of single numbers on the scalar unit, which has fp32 and no library.
#ifndef ASCEND_NPU_CONTROL_NUMBERS_H
#define ASCEND_NPU_CONTROL_NUMBERS_H

#include "../common/scalar.h"

namespace control {

// 1 / sqrt(value) of a normal number above 0, within 2 ulp: a guess from the bits, and Newton's iteration, which
// doubles the digits each time.
__aicore__ inline float InverseSquareRoot(float value) {
    float root = common::FloatOf(0x5f3759dfu - (common::BitsOf(value) >> 1));
    const float half = 0.5f * value;
    for (int i = 0; i < 4; ++i) {
        root = root * (1.5f - half * root * root);
    }
    return root;
}

// A count as fp32, which it may exceed in digits.
__aicore__ inline float FloatOfCount(uint64_t count) {
    const float low = static_cast<float>(static_cast<int32_t>(count & 0xffffffu));
    const float middle = static_cast<float>(static_cast<int32_t>((count >> 24) & 0xffffffu));
    const float high = static_cast<float>(static_cast<int32_t>(count >> 48));
    return (high * 16777216.0f + middle) * 16777216.0f + low;
}

// 1 - e^x for x of at most 0. Its relative error is not more than that of x and a few roundings: for a small x the
// difference is never formed, and e^x is at most 0.71 where it is.
__aicore__ inline float OneMinusExp(float x) {
    if (x < -20.0f) {
        return 1.0f;
    }
    // x = n ln 2 + r with |r| below 0.35; n ln 2 is subtracted in two parts, of which n times the first is exact.
    const int32_t n = x > -0.34f ? 0 : static_cast<int32_t>(x * 1.44269504f - 0.5f);
    const float whole = static_cast<float>(n);
    const float r = (x - whole * 0.693359375f) + whole * 2.12194440e-4f;
    // e^r - 1, by its series.
    float series = 1.0f + r * (1.0f / 9);
    series = 1.0f + r * (1.0f / 8) * series;
    series = 1.0f + r * (1.0f / 7) * series;
    series = 1.0f + r * (1.0f / 6) * series;
    series = 1.0f + r * (1.0f / 5) * series;
    series = 1.0f + r * (1.0f / 4) * series;
    series = 1.0f + r * (1.0f / 3) * series;
    series = 1.0f + r * (1.0f / 2) * series;
    const float difference = r * series;
    if (n == 0) {
        return -difference;
    }
    const float power = common::PowerOfTwo(n);
    return (1.0f - power) - power * difference;
}

// value * 2^exponent, infinity where that is too large.
__aicore__ inline float TimesPowerOfTwo(float value, int32_t exponent) {
    if (value == 0.0f) {
        return value;
    }
    if (common::ExponentOf(value) + exponent > 127) {
        return common::FloatOf(common::kInfinity);
    }
    // In steps that are powers which fp32 has.
    while (exponent < -126) {
        value *= common::PowerOfTwo(-126);
        exponent += 126;
    }
    while (exponent > 127) {
        value *= common::PowerOfTwo(127);
        exponent -= 127;
    }
    return value * common::PowerOfTwo(exponent);
}

// The largest power of two that is not above a / b, by its exponent, for normal numbers above 0.
__aicore__ inline int32_t ExponentOfQuotient(float a, float b) {
    const uint32_t digits = 0x7fffffu;
    const int32_t exponent = common::ExponentOf(a) - common::ExponentOf(b);
    return (common::BitsOf(a) & digits) < (common::BitsOf(b) & digits) ? exponent - 1 : exponent;
}

}  // namespace control

#endif
