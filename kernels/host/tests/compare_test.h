// Comparisons in every mode, and choices in every mode that the architecture has: against the same in plain code.
#ifndef ASCEND_HOST_TESTS_COMPARE_TEST_H
#define ASCEND_HOST_TESTS_COMPARE_TEST_H

#include <limits>

#include "harness.h"

namespace test {

using namespace AscendC;

constexpr CMPMODE kModes[] = {CMPMODE::LT, CMPMODE::GT, CMPMODE::EQ, CMPMODE::LE, CMPMODE::GE, CMPMODE::NE};
constexpr uint32_t kCompared = 512;

inline bool is_true(CMPMODE mode, double a, double b) {
    const bool less = a<b, equal = a == b, greater = a> b;
    const bool answers[] = {less, greater, equal, less || equal, greater || equal, !equal};
    return answers[static_cast<int>(mode)];
}

template <class T>
std::vector<T> numbers(uint64_t seed) {
    std::vector<T> all(kCompared);
    Random random(seed);
    // Few different ones, so that many are equal.
    for (T &one : all) one = static_cast<T>(static_cast<float>(random.bits() % 5) - 2.0f);
    if constexpr (!std::is_same_v<T, int32_t>) {
        all[seed] = static_cast<T>(std::numeric_limits<float>::quiet_NaN());
        all[seed + 8] = static_cast<T>(std::numeric_limits<float>::infinity());
        all[20] = static_cast<T>(seed % 2 == 0 ? 0.0f : -0.0f);
    }
    return all;
}

// Two sources, bits and results in the unified buffer, and what is left of each in global memory.
template <class T>
struct Compared {
    std::vector<T> a = numbers<T>(3), b = numbers<T>(4);
    Memory sources{2 * kCompared * sizeof(T)}, chosen{kCompared * sizeof(T)}, bits{512};

    Compared() {
        memcpy(sources.data(), a.data(), kCompared * sizeof(T));
        memcpy(sources.data() + kCompared * sizeof(T), b.data(), kCompared * sizeof(T));
    }

    // `work` has the sources, what is chosen and the bits.
    template <class Work>
    void run(Work work) {
        const Outcome outcome = test::run([&] {
            TPipe pipe;
            TBuf<TPosition::VECCALC> buffer, place;
            pipe.InitBuffer(buffer, 3 * kCompared * sizeof(T));
            pipe.InitBuffer(place, 512);
            LocalTensor<T> x = buffer.Get<T>(), y = x[kCompared], z = y[kCompared];
            LocalTensor<uint8_t> mask = place.Get<uint8_t>();
            GlobalTensor<T> from, to;
            GlobalTensor<uint8_t> to_bits;
            from.SetGlobalBuffer(sources.as<T>(), 2 * kCompared);
            to.SetGlobalBuffer(chosen.as<T>(), kCompared);
            to_bits.SetGlobalBuffer(bits.data(), 512);
            DataCopy(x, from, 2 * kCompared);
            DataCopy(z, from, kCompared);
            Duplicate(mask.ReinterpretCast<uint16_t>(), static_cast<uint16_t>(0xaaaa), 256);
            PipeBarrier<PIPE_ALL>();
            work(x, y, z, mask);
            PipeBarrier<PIPE_ALL>();
            DataCopy(to, z, kCompared);
            DataCopy(to_bits, mask, 512);
        });
        EXPECT(outcome.code == 0, "%s", outcome.text);
        add_to_digest(bits.data(), 512);
        add_to_digest(chosen.data(), kCompared * sizeof(T));
    }

    bool bit(uint32_t i) const { return (bits.data()[i / 8] >> i % 8 & 1) != 0; }
};

template <class T>
void comparisons_of() {
    for (const CMPMODE mode : kModes) {
        if (std::is_same_v<T, int32_t> && mode != CMPMODE::EQ) continue;
        Compared<T> test;
        constexpr uint32_t count = kCompared - 256 / sizeof(T);  // whole repeats, and not all
        test.run([&](auto x, auto y, auto, auto mask) { Compare(mask, x, y, mode, count); });
        for (uint32_t i = 0; i < count; ++i) {
            const auto a = static_cast<double>(test.a[i]), b = static_cast<double>(test.b[i]);
            EXPECT(test.bit(i) == is_true(mode, a, b), "mode %d, element %u", static_cast<int>(mode), i);
        }
        EXPECT(test.bits.data()[count / 8] == 0xaa, "what is behind the bits is left alone");
#if __NPU_ARCH__ == 2201
        const T scalar = static_cast<T>(1.0f);
        test.run([&](auto x, auto, auto, auto mask) { Compares(mask, x, scalar, mode, count); });
        for (uint32_t i = 0; i < count; ++i) {
            EXPECT(test.bit(i) == is_true(mode, static_cast<double>(test.a[i]), 1.0), "scalar, mode %d, element %u",
                   static_cast<int>(mode), i);
        }
#endif
    }
}

// 500 elements: the last repeat is not whole.
template <class T>
void choices_of() {
    constexpr uint32_t count = 500, lanes = 256 / sizeof(T);
    // `wanted` says for an element whether it comes from the first source, and what the second is.
    const auto expect = [&](const Compared<T> &test, uint32_t period, const T *scalar) {
        for (uint32_t i = 0; i < kCompared; ++i) {
            const T other = scalar != nullptr ? *scalar : test.b[i];
            const T wanted = i >= count || test.bit(i % period) ? test.a[i] : other;
            EXPECT(memcmp(test.chosen.template as<T>() + i, &wanted, sizeof(T)) == 0, "element %u", i);
        }
    };
    Compared<T> test;
    test.run([&](auto x, auto y, auto z, auto mask) {
        Compare(mask, x, y, CMPMODE::LT, kCompared);
        PipeBarrier<PIPE_V>();
        Select(z, mask, x, y, SELMODE::VSEL_CMPMASK_SPR, count);
    });
    expect(test, lanes, nullptr);
    // In place, with bits in words.
    test.run([&](auto x, auto y, auto z, auto mask) {
        Compare(mask, x, y, CMPMODE::GE, kCompared);
        PipeBarrier<PIPE_V>();
        Select(z, mask.template ReinterpretCast<uint16_t>(), z, y, SELMODE::VSEL_CMPMASK_SPR, count);
    });
    expect(test, lanes, nullptr);
#if __NPU_ARCH__ == 2201
    test.run([&](auto x, auto y, auto z, auto mask) {
        Compare(mask, x, y, CMPMODE::LT, kCompared);
        PipeBarrier<PIPE_V>();
        Select(z, mask, x, y, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
    });
    expect(test, kCompared, nullptr);
    const T scalar = static_cast<T>(7.0f);
    test.run([&](auto x, auto y, auto z, auto mask) {
        Compare(mask, x, y, CMPMODE::GT, kCompared);
        PipeBarrier<PIPE_V>();
        Select(z, mask, x, scalar, SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
    });
    expect(test, kCompared, &scalar);
#endif
}

inline void comparisons() {
    comparisons_of<float>();
    comparisons_of<half>();
    choices_of<float>();
    choices_of<half>();
#if __NPU_ARCH__ == 2201
    comparisons_of<int32_t>();
#endif
}

}  // namespace test

#endif
