// Casts between the 16-bit types and integers, every pattern in every mode, and between float and integers: against the
// definition.
#ifndef ASCEND_HOST_TESTS_INTEGER_CAST_TEST_H
#define ASCEND_HOST_TESTS_INTEGER_CAST_TEST_H

#include <limits>

#include "float16_test.h"

namespace test {

template <class To>
To nearest_integer(AscendC::RoundMode mode, double value) {
    if (std::isnan(value)) return 0;
    const double whole = std::isinf(value) ? value : rounded(mode, value);
    if (whole > static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    if (whole < static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    return static_cast<To>(whole);
}

// `value` gives the number that an element of the source is. The count of `values` is a multiple of 4096.
template <class To, class From, class Stored, class Value>
void to_integers(const char *pair, const std::vector<Stored> &values, std::initializer_list<AscendC::RoundMode> modes,
                 Value value) {
    Memory src(4096 * sizeof(From)), dst(4096 * sizeof(To));
    for (const AscendC::RoundMode mode : modes) {
        for (size_t start = 0; start < values.size(); start += 4096) {
            memcpy(src.data(), &values[start], 4096 * sizeof(From));
            const Outcome outcome = cast<To, From>(dst, src, mode, 4096);
            EXPECT(outcome.code == 0, "%s: %s", pair, outcome.text);
            add_to_digest(dst.data(), 4096 * sizeof(To));
            for (size_t i = 0; i < 4096; ++i) {
                const To wanted = nearest_integer<To>(mode, value(values[start + i]));
                EXPECT(dst.as<To>()[i] == wanted, "%s, %s of %g is %lld, not %lld", pair, RoundModeName(mode),
                       value(values[start + i]), static_cast<long long>(dst.as<To>()[i]),
                       static_cast<long long>(wanted));
            }
        }
    }
}

inline std::vector<uint16_t> all_patterns() {
    std::vector<uint16_t> patterns(65536);
    for (uint32_t i = 0; i < 65536; ++i) patterns[i] = static_cast<uint16_t>(i);
    return patterns;
}

// Numbers around the integers, and around the ends of what integers hold.
inline std::vector<float> near_integers() {
    std::vector<float> values;
    const float ends[] = {0.0f, 127.0f, 255.0f, 32767.0f, 65535.0f, 2147483648.0f, 1e20f, 8388607.0f, 16777216.0f};
    for (const float end : ends) {
        for (const float sign : {1.0f, -1.0f}) {
            for (int step = -6; step <= 6; ++step) {
                const float exact = sign * (end + 0.25f * static_cast<float>(step));
                for (const float value : {std::nextafterf(exact, -INFINITY), exact, std::nextafterf(exact, INFINITY)})
                    values.push_back(value);
            }
        }
    }
    for (const float special : {INFINITY, -INFINITY, NAN}) values.push_back(special);
    Random random(5);
    while (values.size() % 4096 != 0) values.push_back(static_cast<float>(random.number() * 70000));
    return values;
}

inline void integer_casts() {
    using AscendC::RoundMode;
    const auto five = {RoundMode::CAST_RINT, RoundMode::CAST_FLOOR, RoundMode::CAST_CEIL, RoundMode::CAST_ROUND,
                       RoundMode::CAST_TRUNC};
    const std::vector<uint16_t> patterns = all_patterns();
    const auto of_half = [](uint16_t bits) { return value_of(kHalf, bits); };
    const auto of_float = [](float value) { return static_cast<double>(value); };
    to_integers<int32_t, half>("half to int32", patterns, five, of_half);
    to_integers<int32_t, float>("float to int32", near_integers(), five, of_float);
#if __NPU_ARCH__ == 1001
    const auto bytes = {RoundMode::CAST_NONE, RoundMode::CAST_FLOOR, RoundMode::CAST_CEIL, RoundMode::CAST_ROUND,
                        RoundMode::CAST_TRUNC};
    const auto to_half = {RoundMode::CAST_NONE};
#else
    const auto bytes = {RoundMode::CAST_NONE, RoundMode::CAST_RINT,  RoundMode::CAST_FLOOR,
                        RoundMode::CAST_CEIL, RoundMode::CAST_ROUND, RoundMode::CAST_TRUNC};
    const auto to_half = bytes;
    to_integers<int16_t, half>("half to int16", patterns, five, of_half);
    to_integers<int16_t, float>("float to int16", near_integers(), five, of_float);
    to_integers<int32_t, bfloat16_t>("bfloat16 to int32", patterns, five,
                                     [](uint16_t bits) { return value_of(kBfloat16, bits); });
#endif
    to_integers<int8_t, half>("half to int8", patterns, bytes, of_half);
    to_integers<uint8_t, half>("half to uint8", patterns, bytes, of_half);

    // Every integer of 16 bits to half, and of 8 bits.
    Memory src(4096 * 2), dst(4096 * 2);
    for (const RoundMode mode : to_half) {
        for (uint32_t start = 0; start < 65536; start += 4096) {
            for (uint32_t i = 0; i < 4096; ++i) src.as<int16_t>()[i] = static_cast<int16_t>(start + i);
            const Outcome outcome = cast<half, int16_t>(dst, src, mode, 4096);
            EXPECT(outcome.code == 0, "int16 to half: %s", outcome.text);
            add_to_digest(dst.data(), 4096 * 2);
            for (uint32_t i = 0; i < 4096; ++i) {
                const uint16_t wanted = round_to(kHalf, mode, static_cast<float>(src.as<int16_t>()[i]));
                EXPECT(dst.as<uint16_t>()[i] == wanted, "%s of %d is 0x%04x, not 0x%04x", RoundModeName(mode),
                       src.as<int16_t>()[i], dst.as<uint16_t>()[i], wanted);
            }
        }
    }
    for (uint32_t i = 0; i < 256; ++i) src.as<uint8_t>()[i] = static_cast<uint8_t>(i);
    EXPECT((cast<half, int8_t>(dst, src, RoundMode::CAST_NONE, 256).code == 0), "int8 to half");
    for (uint32_t i = 0; i < 256; ++i)
        EXPECT(value_of(kHalf, dst.as<uint16_t>()[i]) == static_cast<int8_t>(i), "int8 %u to half", i);
    EXPECT((cast<half, uint8_t>(dst, src, RoundMode::CAST_NONE, 256).code == 0), "uint8 to half");
    for (uint32_t i = 0; i < 256; ++i) EXPECT(value_of(kHalf, dst.as<uint16_t>()[i]) == i, "uint8 %u to half", i);
}

}  // namespace test

#endif
