// Stochastic rounding in `adam`: unbiased, exact where there is nothing to round, and a function of seed, step and
// place.
#ifndef ASCEND_HOST_TESTS_ROUNDING_TEST_H
#define ASCEND_HOST_TESTS_ROUNDING_TEST_H

#include "adam_test.h"
#include "order.h"

namespace test {

// The known answers of the generator's authors.
inline void philox_is_philox() {
    const uint32_t zero[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    const uint32_t ones[] = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
    const uint32_t pi[] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    EXPECT(memcmp(adam::Philox(0, 0, 0).word, zero, sizeof zero) == 0, "zeros");
    EXPECT(memcmp(adam::Philox(~uint64_t{0}, ~uint64_t{0}, ~uint64_t{0}).word, ones, sizeof ones) == 0, "ones");
    EXPECT(memcmp(adam::Philox(0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e).word, pi, sizeof pi) == 0,
           "pi");
}

#if __NPU_ARCH__ == 2201

inline const AdamVariant &adam_variant(const char *name) {
    for (const AdamVariant &variant : adam_variants()) {
        if (strcmp(variant.name, name) == 0) return variant;
    }
    abort();
}

// A step that changes no weight: only the rounding of the copy is left.
inline AdamNumbers only_rounding(uint64_t seed) {
    AdamNumbers numbers;
    numbers.lr = 0;
    numbers.flags = adam::kStochastic;
    numbers.seed = seed;
    return numbers;
}

// The mean of many roundings is the number. They are more even than independent ones, whose mean would be off by at
// most 5 * 0.5 / sqrt(n) steps in all but one of a million tests: 0.01 of a step with the n here.
inline void rounding_is_unbiased() {
    const uint64_t count = 65003;
    for (const char *name : {"adam_f32_bf16", "adam_f32_f16", "adam_bf16_bf16_state_bf16", "adam_f16_f16_state_bf16"}) {
        const AdamVariant &variant = adam_variant(name);
        const Format format = variant.copy == Type::f16 ? kHalf : kBfloat16;
        // A subnormal half too; and shares of a step from very small to one half.
        for (const double base : {1.0, -1.0, 1.9921875, 0.0078125, -300.0, 2e-6}) {
            double unit = 0;
            in_units(format, base, &unit);
            const double exact_base = std::floor(base / unit) * unit;
            for (const double share : {0.0, 0.0009765625, 0.1, 0.25, 0.5, 0.9, 0.9990234375}) {
                AdamCase c(variant, count, 1);
                const float value = static_cast<float>(exact_base + std::copysign(share * unit, base));
                for (uint64_t i = 0; i < count; ++i) {
                    c.master.at<float>()[i] = value;
                    c.set_gradient(i, 0);
                    set(c.m, variant.state, i, 0);
                    set(c.v, variant.state, i, 1);
                }
                const Outcome outcome = c.launch(only_rounding(7), 3, count);
                EXPECT(outcome.code == 0, "%s: %s", name, outcome.text);
                double sum = 0;
                for (uint64_t i = 0; i < count; ++i) {
                    const double off = get(c.copy, variant.copy, i) - static_cast<double>(value);
                    EXPECT(std::fabs(off) < unit, "%s of %a: off by %a", name, static_cast<double>(value), off);
                    sum += off / unit;
                }
                const double mean = std::fabs(sum / static_cast<double>(count));
                EXPECT(share == 0 ? mean == 0 : mean <= 0.01, "%s of %a + %g: the mean is off by %g steps", name,
                       exact_base, share, mean);
            }
        }
    }
}

// With rounding to nearest a second moment of 1 in bf16 stays 1 for ever, as each step takes less than half of what
// bf16 can tell apart. Rounded stochastically it decays as it should.
inline void rounded_moments_decay() {
    const uint64_t count = 20000;
    const AdamVariant &variant = adam_variant("adam_bf16_none_state_bf16");
    for (const bool stochastic : {false, true}) {
        AdamCase c(variant, count, 0);
        for (uint64_t i = 0; i < count; ++i) {
            c.master.at<float>()[i] = 0;
            c.set_gradient(i, 0);
            set(c.m, Type::bf16, i, 0);
            set(c.v, Type::bf16, i, 1);
        }
        AdamNumbers numbers = only_rounding(3);
        numbers.flags = stochastic ? adam::kStochastic : 0;
        for (numbers.step = 1; numbers.step <= 200; ++numbers.step) {
            const Outcome outcome = c.launch(numbers, 2, count);
            EXPECT(outcome.code == 0, "%s", outcome.text);
        }
        double sum = 0;
        for (uint64_t i = 0; i < count; ++i) sum += get(c.v, Type::bf16, i);
        const double mean = sum / static_cast<double>(count), wanted = std::pow(0.999, 200);
        // 200 roundings of a step of 2^-8, each off by less than half of one as a deviation: 0.03 for one element, and
        // a 141st of that for the mean of all.
        EXPECT(stochastic ? std::fabs(mean - wanted) < 0.002 : mean == 1.0, "the mean is %g, %g is due", mean, wanted);
    }
}

inline std::vector<uint16_t> rounded_copies(uint64_t seed, int step, uint32_t blocks) {
    AdamCase c(adam_variant("adam_f32_bf16"), 20000, 3);
    fill(c, 1, 1.0);
    AdamNumbers numbers = only_rounding(seed);
    numbers.step = step;
    const Outcome outcome = c.launch(numbers, blocks, c.count);
    EXPECT(outcome.code == 0, "%s", outcome.text);
    return std::vector<uint16_t>(c.copy.at<uint16_t>(), c.copy.at<uint16_t>() + c.count);
}

inline void rounding_depends_on_seed_step_and_place_alone() {
    const std::vector<uint16_t> once = rounded_copies(5, 3, 1);
    EXPECT(once == rounded_copies(5, 3, 7) && once == rounded_copies(5, 3, 40), "other blocks, other bits");
    EXPECT(once != rounded_copies(6, 3, 1), "another seed, the same bits");
    EXPECT(once != rounded_copies(5, 4, 1), "another step, the same bits");
}

// Whole steps, with everything rounded stochastically.
inline void rounded_steps() {
    for (const AdamVariant &variant : adam_variants()) {
        AdamNumbers numbers;
        numbers.flags = adam::kStochastic;
        for (const uint64_t count : {1, 15, 63, 64, 65, 127, 129, 10007}) {
            AdamCase c(variant, count, 3);
            fill(c, count, 1.0);
            numbers.seed = count;
            check_step(c, numbers, 3);
            check_step(c, numbers, 3);
        }
    }
}

// Without almost any of its barriers it is refused: two a tile are for cases that some lengths and types do not have.
inline void rounding_needs_its_barriers() {
    if (!ascend_host::kChecked) return;
    for (const char *name :
         {"adam_f32_bf16", "adam_bf16_f16", "adam_f32_none_state_bf16", "adam_bf16_bf16_state_bf16"}) {
        AdamCase c(adam_variant(name), 10007, 3);
        fill(c, 17, 1.0);
        AdamNumbers numbers;
        numbers.flags = adam::kStochastic;
        const Barriers found = barriers_of(name, [&] { return c.launch(numbers, 1, c.count); });
        const uint64_t tiles = 4;
        EXPECT(found.all > 100 && found.idle <= 2 * tiles, "%s: %llu of %llu barriers are not needed", name,
               static_cast<unsigned long long>(found.idle), static_cast<unsigned long long>(found.all));
        expect_the_same_in_any_order(name, [&](std::vector<uint8_t> &bytes) {
            AdamCase one(adam_variant(name), 10007, 3);
            fill(one, 21, 1.0);
            const Outcome outcome = one.launch(numbers, 3, one.count);
            for (const Slice *slice : one.slices()) append(bytes, slice->memory);
            return outcome;
        });
    }
}

#endif

inline void rounding() {
    philox_is_philox();
#if __NPU_ARCH__ == 2201
    rounding_is_unbiased();
    rounded_moments_decay();
    rounding_depends_on_seed_step_and_place_alone();
    rounded_steps();
    rounding_needs_its_barriers();
#endif
}

}  // namespace test

#endif
