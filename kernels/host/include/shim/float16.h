// The two 16-bit floating types and their exact conversions.
//
// Both conversions work on bit patterns and have no branch, so that loops over them vectorise on every CPU and give the
// same bits on all of them; the CPU's own conversion instructions are not used. Widening is exact for every pattern.
// Narrowing rounds to nearest, ties to even, through the subnormals, and overflows to infinity. A NaN stays a NaN, with
// its sign and the high bits of its payload, and becomes quiet, as IEEE 754 asks of a conversion.
#ifndef ASCEND_HOST_SHIM_FLOAT16_H
#define ASCEND_HOST_SHIM_FLOAT16_H

#include <cstdint>
#include <cstring>

namespace ascend_host {

#define ASCEND_HOST_INLINE inline __attribute__((always_inline))

ASCEND_HOST_INLINE float float_of_bits(uint32_t bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

ASCEND_HOST_INLINE uint32_t bits_of_float(float value) {
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

ASCEND_HOST_INLINE float float_of_half(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
    const uint32_t magnitude = static_cast<uint32_t>(half & 0x7fffu) << 13;
    const uint32_t exponent = magnitude & 0x0f800000u;
    // Normal numbers need only the other bias. Infinity and NaN need the highest exponent, and a NaN the quiet bit.
    const uint32_t normal = magnitude + 0x38000000u;
    const uint32_t special = (magnitude + 0x70000000u) | (magnitude > 0x0f800000u ? 0x00400000u : 0u);
    // A subnormal is put behind a leading one, which the subtraction takes away again: exact, and no subnormal operand.
    const uint32_t subnormal = bits_of_float(float_of_bits(magnitude + 0x38800000u) - float_of_bits(0x38800000u));
    const uint32_t finite = exponent == 0 ? subnormal : normal;
    return float_of_bits(sign | (exponent == 0x0f800000u ? special : finite));
}

ASCEND_HOST_INLINE uint16_t half_of_float(float value) {
    const uint32_t bits = bits_of_float(value);
    const uint32_t sign = (bits >> 16) & 0x8000u;
    const uint32_t magnitude = bits & 0x7fffffffu;
    // Rounding may carry into the exponent, and from the largest exponent into infinity: both are right.
    const uint32_t normal = (magnitude - 0x38000000u + 0x0fffu + ((magnitude >> 13) & 1u)) >> 13;
    // Adding 0.5 puts the last bit of a half subnormal at the last bit of the sum, so the addition does the rounding.
    const uint32_t subnormal = bits_of_float(float_of_bits(magnitude) + 0.5f) - 0x3f000000u;
    const uint32_t special = magnitude > 0x7f800000u ? 0x7e00u | ((magnitude >> 13) & 0x3ffu) : 0x7c00u;
    const uint32_t finite = magnitude < 0x38800000u ? subnormal : normal;
    return static_cast<uint16_t>(sign | (magnitude >= 0x47800000u ? special : finite));
}

ASCEND_HOST_INLINE float float_of_bfloat16(uint16_t half) {
    return float_of_bits((static_cast<uint32_t>(half) << 16) | ((half & 0x7fffu) > 0x7f80u ? 0x00400000u : 0u));
}

ASCEND_HOST_INLINE uint16_t bfloat16_of_float(float value) {
    const uint32_t bits = bits_of_float(value);
    const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
    const uint32_t quiet = (bits >> 16) | 0x40u;
    return static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? quiet : rounded);
}

}  // namespace ascend_host

// IEEE binary16. Arithmetic on single values goes through float, as on the scalar unit.
struct half {
    uint16_t bits;

    half() = default;
    half(float value) : bits(ascend_host::half_of_float(value)) {}
    operator float() const { return ascend_host::float_of_half(bits); }
};

// The upper half of an IEEE binary32.
struct bfloat16_t {
    uint16_t bits;

    bfloat16_t() = default;
    explicit bfloat16_t(float value) : bits(ascend_host::bfloat16_of_float(value)) {}
    explicit operator float() const { return ascend_host::float_of_bfloat16(bits); }
};

static_assert(sizeof(half) == 2 && sizeof(bfloat16_t) == 2, "the 16-bit types have no padding");

#endif
