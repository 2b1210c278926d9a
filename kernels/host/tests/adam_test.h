// The fused AdamW kernel against a reference in double, for every entry, length, offset and number of blocks that
// matters.
#ifndef ASCEND_HOST_TESTS_ADAM_TEST_H
#define ASCEND_HOST_TESTS_ADAM_TEST_H

#include "../../adam/adam.cpp"

#include "slice.h"

namespace test {

struct AdamVariant {
    const char *name;
    Entry run;
    Type gradient;
    bool has_copy;
    Type copy;
    Type state;
    bool amsgrad;
};

#define ADAM_PAIR(entry, gradient, has_copy, copy, state)                                    \
    AdamVariant{#entry, ENTRY(entry), gradient, has_copy, copy, state, false}, AdamVariant { \
#entry "_amsgrad", ENTRY(entry##_amsgrad), gradient, has_copy, copy, state, true     \
    }

inline const std::vector<AdamVariant> &adam_variants() {
    static const std::vector<AdamVariant> variants = {
        ADAM_PAIR(adam_f32_none, Type::f32, false, Type::f16, Type::f32),
        ADAM_PAIR(adam_f32_f16, Type::f32, true, Type::f16, Type::f32),
        ADAM_PAIR(adam_f16_none, Type::f16, false, Type::f16, Type::f32),
        ADAM_PAIR(adam_f16_f16, Type::f16, true, Type::f16, Type::f32),
#if __NPU_ARCH__ == 2201
        ADAM_PAIR(adam_f32_bf16, Type::f32, true, Type::bf16, Type::f32),
        ADAM_PAIR(adam_f16_bf16, Type::f16, true, Type::bf16, Type::f32),
        ADAM_PAIR(adam_bf16_none, Type::bf16, false, Type::f16, Type::f32),
        ADAM_PAIR(adam_bf16_f16, Type::bf16, true, Type::f16, Type::f32),
        ADAM_PAIR(adam_bf16_bf16, Type::bf16, true, Type::bf16, Type::f32),
        ADAM_PAIR(adam_f32_none_state_bf16, Type::f32, false, Type::f16, Type::bf16),
        ADAM_PAIR(adam_f32_f16_state_bf16, Type::f32, true, Type::f16, Type::bf16),
        ADAM_PAIR(adam_f32_bf16_state_bf16, Type::f32, true, Type::bf16, Type::bf16),
        ADAM_PAIR(adam_f16_none_state_bf16, Type::f16, false, Type::f16, Type::bf16),
        ADAM_PAIR(adam_f16_f16_state_bf16, Type::f16, true, Type::f16, Type::bf16),
        ADAM_PAIR(adam_f16_bf16_state_bf16, Type::f16, true, Type::bf16, Type::bf16),
        ADAM_PAIR(adam_bf16_none_state_bf16, Type::bf16, false, Type::f16, Type::bf16),
        ADAM_PAIR(adam_bf16_f16_state_bf16, Type::bf16, true, Type::f16, Type::bf16),
        ADAM_PAIR(adam_bf16_bf16_state_bf16, Type::bf16, true, Type::bf16, Type::bf16),
#endif
    };
    return variants;
}

struct AdamNumbers {
    float lr = 1e-3f, beta1 = 0.9f, beta2 = 0.999f, eps = 1e-8f, weight_decay = 0.1f, coupled = 0.0f, scale = 1.0f;
    int step = 3;
    int32_t skip = 0;
    uint32_t flags = 0;
    uint64_t seed = 0;
};

struct AdamCase {
    const AdamVariant &variant;
    uint64_t count;
    Slice gradient, master, m, v, max_v, copy;
    Memory control{sizeof(ControlBlock)};

    AdamCase(const AdamVariant &which, uint64_t n, uint64_t offset)
        : variant(which),
          count(n),
          gradient(n, offset, width_of(which.gradient)),
          master(n, offset, 4),
          m(n, offset, width_of(which.state)),
          v(n, offset, width_of(which.state)),
          max_v(which.amsgrad ? n : 0, offset, width_of(which.state)),
          copy(which.has_copy ? n : 0, offset, 2) {}

    std::vector<const Slice *> slices() const { return {&gradient, &master, &m, &v, &max_v, &copy}; }

    void set_gradient(uint64_t i, double value) { set(gradient, variant.gradient, i, value); }
    double get_gradient(uint64_t i) const { return get(gradient, variant.gradient, i); }
    double moment(const Slice &of, uint64_t i) const { return get(of, variant.state, i); }
    double largest_v(uint64_t i) const { return variant.amsgrad ? moment(max_v, i) : 0; }

    Outcome launch(const AdamNumbers &numbers, uint32_t blocks, uint64_t launched_count) const {
        ControlBlock block{};
        block.gradient_scale = numbers.scale;
        block.inverse_bias_correction1 =
            static_cast<float>(1 / (1 - std::pow(static_cast<double>(numbers.beta1), numbers.step)));
        block.inverse_sqrt_bias_correction2 =
            static_cast<float>(1 / std::sqrt(1 - std::pow(static_cast<double>(numbers.beta2), numbers.step)));
        block.skip = numbers.skip;
        block.step = static_cast<uint64_t>(numbers.step);
        memcpy(control.data(), &block, sizeof block);

        const float decay =
            static_cast<float>(1 - static_cast<double>(numbers.lr) * static_cast<double>(numbers.weight_decay));
        return test::launch(
            variant.run, blocks,
            Arguments(gradient.at<void>(), master.at<void>(), m.at<void>(), v.at<void>(),
                      variant.amsgrad ? max_v.at<void>() : nullptr, variant.has_copy ? copy.at<void>() : nullptr,
                      control.data(), launched_count, numbers.lr, numbers.beta1, 1 - numbers.beta1, numbers.beta2,
                      1 - numbers.beta2, numbers.eps, decay, numbers.coupled, numbers.flags, numbers.seed));
    }
};

inline bool close(double got, double wanted, double largest) { return std::fabs(got - wanted) <= 4 * ulp(largest); }

// A moment: within 4 ulp, and where it is stored in bf16 half an ulp of that more, or a whole one if it was rounded
// stochastically.
inline bool close_moment(const AdamCase &c, const AdamNumbers &n, double got, double wanted, double largest) {
    if (c.variant.state == Type::f32) return close(got, wanted, largest);
    const double step = ulp(wanted) * 65536 * ((n.flags & adam::kStochastic) != 0 ? 1 : 0.5);
    return std::fabs(got - wanted) <= 4 * ulp(largest) + step;
}

// One step checked element by element against the formula in double.
inline void check_step(AdamCase &c, const AdamNumbers &n, uint32_t blocks) {
    std::vector<float> old_w(c.master.at<float>(), c.master.at<float>() + c.count);
    std::vector<double> old_m(c.count), old_v(c.count), old_u(c.count);
    for (uint64_t i = 0; i < c.count; ++i) {
        old_m[i] = c.moment(c.m, i);
        old_v[i] = c.moment(c.v, i);
        old_u[i] = c.largest_v(i);
    }
    const Outcome outcome = c.launch(n, blocks, c.count);
    EXPECT(outcome.code == 0, "%s", outcome.text);
    if (outcome.code != 0) return;

    const auto place = [&](uint64_t i) {
        static char text[128];
        snprintf(text, sizeof text, "%s n %llu element %llu", c.variant.name, static_cast<unsigned long long>(c.count),
                 static_cast<unsigned long long>(i));
        return text;
    };
    const double b1 = static_cast<double>(n.beta1), b2 = static_cast<double>(n.beta2);
    const double c1 = static_cast<double>(1 - n.beta1), c2 = static_cast<double>(1 - n.beta2);
    const double decay =
        static_cast<double>(static_cast<float>(1 - static_cast<double>(n.lr) * static_cast<double>(n.weight_decay)));
    const double correction1 = 1 - std::pow(b1, n.step), correction2 = 1 - std::pow(b2, n.step);
    const double sign = (n.flags & adam::kMaximize) != 0 ? -1 : 1;
    for (uint64_t i = 0; i < c.count; ++i) {
        const double w0 = static_cast<double>(old_w[i]), m0 = old_m[i], v0 = old_v[i];
        const double scaled = sign * c.get_gradient(i) * static_cast<double>(n.scale),
                     pull = static_cast<double>(n.coupled) * w0;
        const double g = scaled + pull;
        const double m1 = b1 * m0 + c1 * g, v1 = b2 * v0 + c2 * g * g;
        const double u1 = c.variant.amsgrad ? std::fmax(old_u[i], v1) : v1;
        const double update = static_cast<double>(n.lr) / correction1 * m1 /
                              (std::sqrt(u1) / std::sqrt(correction2) + static_cast<double>(n.eps));
        const double w1 = w0 * decay - update;
        const double g_size = std::fmax(std::fabs(scaled), std::fabs(pull));
        const double m_size = std::fmax(std::fabs(b1 * m0), c1 * g_size);
        const double m_got = c.moment(c.m, i), v_got = c.moment(c.v, i);
        const double w_got = static_cast<double>(c.master.at<float>()[i]);
        const double v_size = std::fmax(v1, n.coupled != 0.0f ? c2 * g_size * g_size : 0.0);
        EXPECT(close_moment(c, n, m_got, m1, std::fmax(m_size, std::fabs(m1))), "%s: m %a, not %a", place(i), m_got,
               m1);
        EXPECT(close_moment(c, n, v_got, v1, v_size), "%s: v %a, not %a", place(i), v_got, v1);
        if (c.variant.amsgrad) {
            const double u_got = c.largest_v(i);
            EXPECT(close_moment(c, n, u_got, u1, std::fmax(u1, v_size)), "%s: largest v %a, not %a", place(i), u_got,
                   u1);
        }
        // A cancellation in m is carried to w with the same relative loss.
        const double loss = m1 == 0 ? 1 : std::fmax(1, m_size / std::fabs(m1));
        EXPECT(close(w_got, w1, std::fmax(std::fabs(w0), std::fabs(update) * loss)), "%s: w %a, not %a", place(i),
               w_got, w1);
        if (c.variant.has_copy) {
            const Format format = c.variant.copy == Type::f16 ? kHalf : kBfloat16;
            const uint16_t got = c.copy.at<uint16_t>()[i];
            const float exact = c.master.at<float>()[i];
            using AscendC::RoundMode;
            const bool right = (n.flags & adam::kStochastic) != 0
                                   ? got == round_to(format, RoundMode::CAST_FLOOR, exact) ||
                                         got == round_to(format, RoundMode::CAST_CEIL, exact)
                                   : got == round_to(format, RoundMode::CAST_RINT, exact);
            EXPECT(right, "%s: copy 0x%04x of %a", place(i), got, static_cast<double>(exact));
        }
    }
    for (const Slice *slice : c.slices()) {
        EXPECT(slice->intact(), "%s n %llu, %u blocks: bytes outside the shard changed", c.variant.name,
               static_cast<unsigned long long>(c.count), blocks);
        add_to_digest(slice->at<uint8_t>(), slice->bytes);
    }
}

inline void fill(AdamCase &c, uint64_t seed, double gradient_size) {
    Random random(seed);
    for (uint64_t i = 0; i < c.count; ++i) {
        c.set_gradient(i, random.number() * gradient_size);
        c.master.at<float>()[i] = static_cast<float>(random.number());
        set(c.m, c.variant.state, i, random.number() * 0.1);
        set(c.v, c.variant.state, i, std::fabs(random.number()) * 0.01);
        if (c.variant.amsgrad) set(c.max_v, c.variant.state, i, std::fabs(random.number()) * 0.01);
    }
}

inline void adam_shapes() {
    const uint64_t tile = adam::Plan<float, half, float, false>::kTile;
    const uint64_t counts[] = {0,  1,  7,   8,   15,   16,        17,        31,           63,
                               64, 65, 255, 257, tile, tile + 15, tile + 16, 3 * tile + 1, 7 * tile};
    for (const AdamVariant &variant : adam_variants()) {
        for (const uint64_t count : counts) {
            for (const uint64_t offset : {0, 1, 3, 16}) {
                for (const uint32_t blocks : {1u, 3u, 40u}) {
                    // The long ones, and of amsgrad any, only where something differs.
                    if (count > 1000 && (offset != 3 || blocks == 1)) continue;
                    if (variant.amsgrad && (blocks != 3 || count > 2 * tile)) continue;
                    AdamCase c(variant, count, offset);
                    fill(c, count * 64 + offset, 1.0);
                    check_step(c, AdamNumbers{}, blocks);
                }
            }
        }
        if (!variant.amsgrad) {
            const uint32_t blocks = 40;
            AdamCase c(variant, variant.state == Type::f32 ? 1000003 : 100003, 3);
            fill(c, 5, 1.0);
            check_step(c, AdamNumbers{}, blocks);
        }
    }
}

inline void adam_numbers() {
    for (const AdamVariant &variant : adam_variants()) {
        for (const int step : {1, 2, 1000, 100000}) {
            AdamNumbers numbers;
            numbers.step = step;
            AdamCase c(variant, 5003, 1);
            fill(c, static_cast<uint64_t>(step), 1.0);
            check_step(c, numbers, 3);
            check_step(c, numbers, 3);
        }
        {  // Scaled gradients, L2 decay instead of decoupled.
            AdamNumbers numbers;
            numbers.scale = 1.0f / 1024;
            numbers.coupled = 0.01f;
            numbers.weight_decay = 0;
            AdamCase c(variant, 5003, 3);
            fill(c, 9, 900.0);
            check_step(c, numbers, 3);
        }
        {  // Up the gradient, with L2 decay, which pulls to 0 all the same.
            AdamNumbers numbers;
            numbers.flags = adam::kMaximize;
            numbers.coupled = 0.01f;
            AdamCase c(variant, 1003, 3);
            fill(c, 8, 1.0);
            check_step(c, numbers, 2);
        }
        {  // First step from zero state.
            AdamNumbers numbers;
            numbers.step = 1;
            AdamCase c(variant, 777, 0);
            fill(c, 10, 1.0);
            memset(c.m.at<void>(), 0, c.m.bytes);
            memset(c.v.at<void>(), 0, c.v.bytes);
            check_step(c, numbers, 3);
        }
        // Skipped: nothing is written, whatever the gradient, and whatever it would have been multiplied by.
        for (const float scale : {1.0f, 1.0f / 1024, NAN}) {
            AdamNumbers numbers;
            numbers.skip = 1;
            numbers.scale = scale;
            AdamCase c(variant, 3000, 3);
            fill(c, 11, 1.0);
            memset(c.gradient.at<void>(), 0xff, c.gradient.bytes);
            memset(c.copy.at<void>(), 0x11, c.copy.bytes);
            std::vector<uint8_t> before;
            const auto everything = [&] {
                std::vector<uint8_t> bytes;
                for (const Slice *s : c.slices())
                    bytes.insert(bytes.end(), s->memory.data(), s->memory.data() + s->memory.total());
                return bytes;
            };
            before = everything();
            const Outcome outcome = c.launch(numbers, 3, c.count);
            EXPECT(outcome.code == 0 && everything() == before, "%s writes although the step is skipped: %s",
                   variant.name, outcome.text);
        }
        {  // A length that the memory does not have.
            AdamCase c(variant, 3000, 0);
            fill(c, 12, 1.0);
            const Outcome outcome = c.launch(AdamNumbers{}, 1, 30000);
            EXPECT(outcome.code == ascend_host::kExceptionCode && strstr(outcome.text, "past the end") &&
                       strstr(outcome.text, variant.name),
                   "%s: %s", variant.name, outcome.text);
        }
    }
}

// Values that known mistakes change: where eps is added, which step's correction is used, which decay.
inline void adam_known_values() {
    struct Known {
        double w, g, expected;
        float lr, weight_decay, coupled;
    };
    const Known known[] = {
        {0, 1, -0.099999999, 0.1f, 0, 0},     // bias corrections of this step
        {0, 1e-6, -0.0990099, 0.1f, 0, 0},    // eps after the root of the corrected second moment
        {0, 0, 0, 0.1f, 0, 0},                // no gradient, no update, no NaN
        {1, 0, 0.999, 0.01f, 0.1f, 0},        // decoupled decay
        {1, 0, 0.990000001, 0.01f, 0, 0.1f},  // L2
    };
    for (const Known &k : known) {
        AdamCase c(adam_variants()[0], 40, 0);
        for (uint64_t i = 0; i < c.count; ++i) {
            c.set_gradient(i, k.g);
            c.master.at<float>()[i] = static_cast<float>(k.w);
            c.m.at<float>()[i] = c.v.at<float>()[i] = 0;
        }
        AdamNumbers numbers;
        numbers.step = 1;
        numbers.lr = k.lr;
        numbers.weight_decay = k.weight_decay;
        numbers.coupled = k.coupled;
        const Outcome outcome = c.launch(numbers, 1, c.count);
        const double got = static_cast<double>(c.master.at<float>()[39]);
        EXPECT(outcome.code == 0 && std::fabs(got - k.expected) <= 1e-6 * std::fmax(std::fabs(k.expected), 1e-30),
               "w %g, g %g: %.9g, not %.9g", k.w, k.g, got, k.expected);
    }
    // A gradient whose square is below every float stays finite.
    AdamCase c(adam_variants()[0], 16, 0);
    fill(c, 1, 1e-30);
    memset(c.m.at<void>(), 0, c.m.bytes);
    memset(c.v.at<void>(), 0, c.v.bytes);
    EXPECT(c.launch(AdamNumbers{}, 1, 16).code == 0 && std::isfinite(c.master.at<float>()[0]), "tiny gradients");
}

inline void adam() {
    adam_known_values();
    adam_numbers();
    adam_shapes();
}

}  // namespace test

#endif
