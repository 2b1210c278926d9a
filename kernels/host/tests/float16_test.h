// Conversions of the 16-bit types, as values and through Cast, against the definition in harness.h.
#ifndef ASCEND_HOST_TESTS_FLOAT16_TEST_H
#define ASCEND_HOST_TESTS_FLOAT16_TEST_H

#include "harness.h"

namespace test {

// Casts `count` elements (a multiple of 16, at most 8192) from `src` to `dst` in global memory.
template <class To, class From>
Outcome cast(const Memory &dst, const Memory &src, AscendC::RoundMode mode, uint32_t count) {
    using namespace AscendC;
    return run([&] {
        GlobalTensor<To> to;
        GlobalTensor<From> from;
        to.SetGlobalBuffer(dst.as<To>(), count);
        from.SetGlobalBuffer(src.as<From>(), count);
        TPipe pipe;
        TQue<TPosition::VECIN, 1> in;
        TQue<TPosition::VECOUT, 1> out;
        pipe.InitBuffer(in, 1, count * sizeof(From));
        pipe.InitBuffer(out, 1, count * sizeof(To));
        LocalTensor<From> a = in.AllocTensor<From>();
        DataCopy(a, from, count);
        in.EnQue(a);
        a = in.DeQue<From>();
        LocalTensor<To> b = out.AllocTensor<To>();
        Cast(b, a, mode, count);
        in.FreeTensor(a);
        out.EnQue(b);
        b = out.DeQue<To>();
        DataCopy(to, b, count);
        out.FreeTensor(b);
    });
}

inline bool is_nan(Format format, uint16_t bits) { return std::isnan(value_of(format, bits)); }

template <class T>
void widening(Format format, float (*widen)(T), uint16_t (*narrow)(float)) {
    for (uint32_t pattern = 0; pattern < 65536; ++pattern) {
        const uint16_t bits = static_cast<uint16_t>(pattern);
        T value;
        value.bits = bits;
        const float wide = widen(value);
        const double wanted = value_of(format, bits);
        if (std::isnan(wanted)) {
            const uint16_t quiet = static_cast<uint16_t>(bits | 1 << (format.digits - 1));
            EXPECT(std::isnan(wide), "0x%04x is not a NaN any more", bits);
            EXPECT(narrow(wide) == quiet, "NaN 0x%04x comes back as 0x%04x", bits, narrow(wide));
            continue;
        }
        EXPECT(static_cast<double>(wide) == wanted && std::signbit(wide) == std::signbit(wanted),
               "0x%04x is %g, not %g", bits, wanted, static_cast<double>(wide));
        EXPECT(narrow(wide) == bits, "0x%04x comes back as 0x%04x", bits, narrow(wide));
    }
}

// Floats that are hard to round: every value of the format, the middle to its neighbour, and one float to each side.
inline std::vector<float> hard_floats(Format format) {
    std::vector<float> values;
    const uint16_t infinity = static_cast<uint16_t>(0x7fff >> format.digits << format.digits);
    for (uint32_t bits = 0; bits < infinity; ++bits) {
        const double low = value_of(format, static_cast<uint16_t>(bits));
        const double high = bits + 1u < infinity ? value_of(format, static_cast<uint16_t>(bits + 1)) : 2 * low;
        for (const double exact :
             {low, bits + 1u < infinity ? (low + high) / 2 : low * (1 + std::ldexp(1.0, -format.digits - 2))}) {
            const float middle = static_cast<float>(exact);
            for (const float value : {std::nextafterf(middle, -INFINITY), middle, std::nextafterf(middle, INFINITY)}) {
                values.push_back(value);
                values.push_back(-value);
            }
        }
    }
    Random random(7);
    for (int i = 0; i < 400000; ++i) {
        const float value = ascend_host::float_of_bits(random.bits());
        if (!std::isnan(value)) values.push_back(value);
    }
    values.push_back(INFINITY);
    values.push_back(-INFINITY);
    while (values.size() % 4096 != 0) values.push_back(0.0f);
    return values;
}

// What a saturating core stores where the standard says infinity.
inline uint16_t saturated(Format format, uint16_t bits) {
    if (!saturating() || !std::isinf(value_of(format, bits))) return bits;
    return static_cast<uint16_t>(bits - 1);
}

template <class T>
void narrowing(Format format, uint16_t (*narrow)(float), std::initializer_list<AscendC::RoundMode> modes) {
    using AscendC::RoundMode;
    const std::vector<float> values = hard_floats(format);
    for (const float value : values) {
        const uint16_t wanted = round_to(format, RoundMode::CAST_RINT, value);
        EXPECT(narrow(value) == wanted, "%a rounds to 0x%04x, not 0x%04x", static_cast<double>(value), wanted,
               narrow(value));
    }
    if constexpr (std::is_same_v<T, half> || __NPU_ARCH__ == 2201) {
        Memory src(4096 * sizeof(float));
        Memory dst(4096 * sizeof(T));
        for (const RoundMode mode : modes) {
            for (size_t start = 0; start < values.size(); start += 4096) {
                memcpy(src.data(), &values[start], 4096 * sizeof(float));
                const Outcome outcome = cast<T, float>(dst, src, mode, 4096);
                EXPECT(outcome.code == 0, "%s: %s", RoundModeName(mode), outcome.text);
                add_to_digest(dst.data(), 4096 * sizeof(T));
                for (size_t i = 0; i < 4096; ++i) {
                    const uint16_t wanted = saturated(format, round_to(format, mode, values[start + i]));
                    const uint16_t got = dst.as<uint16_t>()[i];
                    EXPECT(got == wanted, "%s of %a is 0x%04x, not 0x%04x", RoundModeName(mode),
                           static_cast<double>(values[start + i]), wanted, got);
                }
            }
        }
    }
}

template <class T>
void cast_widens(Format format) {
    Memory src(65536 * sizeof(T));
    for (uint32_t i = 0; i < 65536; ++i) src.as<uint16_t>()[i] = static_cast<uint16_t>(i);
    Memory part(4096 * sizeof(T));
    Memory dst(4096 * sizeof(float));
    for (uint32_t start = 0; start < 65536; start += 4096) {
        memcpy(part.data(), src.as<uint16_t>() + start, 4096 * sizeof(T));
        const Outcome outcome = cast<float, T>(dst, part, AscendC::RoundMode::CAST_NONE, 4096);
        EXPECT(outcome.code == 0, "%s", outcome.text);
        add_to_digest(dst.data(), 4096 * sizeof(float));
        for (uint32_t i = 0; i < 4096; ++i) {
            const double wanted = value_of(format, static_cast<uint16_t>(start + i));
            const double got = dst.as<float>()[i];
            EXPECT(std::isnan(wanted) ? std::isnan(got) : got == wanted && std::signbit(got) == std::signbit(wanted),
                   "Cast of 0x%04x gives %g", start + i, got);
        }
    }
}

inline void float16() {
    using AscendC::RoundMode;
    widening<half>(
        kHalf, [](half value) { return static_cast<float>(value); }, [](float value) { return half(value).bits; });
    widening<bfloat16_t>(
        kBfloat16, [](bfloat16_t value) { return static_cast<float>(value); },
        [](float value) { return bfloat16_t(value).bits; });
#if __NPU_ARCH__ == 1001
    narrowing<half>(kHalf, [](float value) { return half(value).bits; }, {RoundMode::CAST_NONE, RoundMode::CAST_ODD});
#else
    narrowing<half>(kHalf, [](float value) { return half(value).bits; },
                    {RoundMode::CAST_NONE, RoundMode::CAST_RINT, RoundMode::CAST_FLOOR, RoundMode::CAST_CEIL,
                     RoundMode::CAST_ROUND, RoundMode::CAST_TRUNC, RoundMode::CAST_ODD});
    cast_widens<bfloat16_t>(kBfloat16);
    saturates() = 1;
    narrowing<half>(kHalf, [](float value) { return half(value).bits; },
                    {RoundMode::CAST_NONE, RoundMode::CAST_RINT, RoundMode::CAST_FLOOR, RoundMode::CAST_CEIL,
                     RoundMode::CAST_ROUND, RoundMode::CAST_TRUNC, RoundMode::CAST_ODD});
    narrowing<bfloat16_t>(kBfloat16, [](float value) { return bfloat16_t(value).bits; },
                          {RoundMode::CAST_RINT, RoundMode::CAST_FLOOR, RoundMode::CAST_CEIL, RoundMode::CAST_ROUND,
                           RoundMode::CAST_TRUNC});
    saturates() = 0;
#endif
    narrowing<bfloat16_t>(kBfloat16, [](float value) { return bfloat16_t(value).bits; },
                          {RoundMode::CAST_RINT, RoundMode::CAST_FLOOR, RoundMode::CAST_CEIL, RoundMode::CAST_ROUND,
                           RoundMode::CAST_TRUNC});
    cast_widens<half>(kHalf);
}

}  // namespace test

#endif
