// The fused AdamW kernel against a reference in double, for every entry, length, offset and number of blocks that
// matters.
#ifndef ASCEND_HOST_TESTS_ADAM_TEST_H
#define ASCEND_HOST_TESTS_ADAM_TEST_H

#include "../../adam/adam.cpp"

#include "slice.h"

namespace test {

using AdamEntry = void (*)(GM_ADDR, GM_ADDR, GM_ADDR, GM_ADDR, GM_ADDR, GM_ADDR, uint64_t, float, float, float, float,
                           float, float, float, float);

struct AdamVariant {
    const char *name;
    int32_t (*run)(const AscendHostBlock *);
    int gradient;  // 0 fp32, 1 half, 2 bfloat16
    int copy;      // -1 none, 1 half, 2 bfloat16
};

#define ADAM_VARIANT(entry, gradient, copy)                                                                          \
    AdamVariant {                                                                                                    \
#entry, [](const AscendHostBlock *block) { return ascend_host::run<&entry>(block, #entry); }, gradient, copy \
    }

inline const std::vector<AdamVariant> &adam_variants() {
    static const std::vector<AdamVariant> variants = {
        ADAM_VARIANT(adam_f32_none, 0, -1),
        ADAM_VARIANT(adam_f32_f16, 0, 1),
        ADAM_VARIANT(adam_f16_none, 1, -1),
        ADAM_VARIANT(adam_f16_f16, 1, 1),
#if __NPU_ARCH__ == 2201
        ADAM_VARIANT(adam_f32_bf16, 0, 2),
        ADAM_VARIANT(adam_f16_bf16, 1, 2),
        ADAM_VARIANT(adam_bf16_none, 2, -1),
        ADAM_VARIANT(adam_bf16_f16, 2, 1),
        ADAM_VARIANT(adam_bf16_bf16, 2, 2),
#endif
    };
    return variants;
}

struct AdamNumbers {
    float lr = 1e-3f, beta1 = 0.9f, beta2 = 0.999f, eps = 1e-8f, weight_decay = 0.1f, coupled = 0.0f, scale = 1.0f;
    int step = 3;
    int32_t skip = 0;
};

struct AdamCase {
    const AdamVariant &variant;
    uint64_t count;
    Slice gradient, master, m, v, copy;
    Memory control{sizeof(ControlBlock)};

    AdamCase(const AdamVariant &which, uint64_t n, uint64_t offset)
        : variant(which),
          count(n),
          gradient(n, offset, which.gradient == 0 ? 4 : 2),
          master(n, offset, 4),
          m(n, offset, 4),
          v(n, offset, 4),
          copy(which.copy < 0 ? 0 : n, offset, 2) {}

    void set_gradient(uint64_t i, double value) {
        if (variant.gradient == 0) gradient.at<float>()[i] = static_cast<float>(value);
        if (variant.gradient == 1)
            gradient.at<uint16_t>()[i] = round_to(kHalf, AscendC::RoundMode::CAST_RINT, static_cast<float>(value));
        if (variant.gradient == 2)
            gradient.at<uint16_t>()[i] = round_to(kBfloat16, AscendC::RoundMode::CAST_RINT, static_cast<float>(value));
    }

    double get_gradient(uint64_t i) const {
        if (variant.gradient == 0) return static_cast<double>(gradient.at<float>()[i]);
        return value_of(variant.gradient == 1 ? kHalf : kBfloat16, gradient.at<uint16_t>()[i]);
    }

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

        uint64_t args[15] = {};
        const void *pointers[] = {gradient.at<void>(),
                                  master.at<void>(),
                                  m.at<void>(),
                                  v.at<void>(),
                                  variant.copy < 0 ? nullptr : copy.at<void>(),
                                  control.data()};
        memcpy(args, pointers, sizeof pointers);
        args[6] = launched_count;
        const float floats[] = {
            numbers.lr,
            numbers.beta1,
            1 - numbers.beta1,
            numbers.beta2,
            1 - numbers.beta2,
            numbers.eps,
            static_cast<float>(1 - static_cast<double>(numbers.lr) * static_cast<double>(numbers.weight_decay)),
            numbers.coupled};
        for (int i = 0; i < 8; ++i) memcpy(&args[7 + i], &floats[i], sizeof(float));

        Outcome outcome{0, {}};
        // Backwards: blocks may run in any order.
        for (uint32_t index = blocks; index-- > 0 && outcome.code == 0;) {
            const AscendHostBlock one = block_of(index, blocks, args, sizeof args, outcome);
            outcome.code = variant.run(&one);
        }
        return outcome;
    }
};

inline bool close(double got, double wanted, double largest) { return std::fabs(got - wanted) <= 4 * ulp(largest); }

// One step checked element by element against the formula in double.
inline void check_step(AdamCase &c, const AdamNumbers &n, uint32_t blocks) {
    std::vector<float> old_w(c.master.at<float>(), c.master.at<float>() + c.count);
    std::vector<float> old_m(c.m.at<float>(), c.m.at<float>() + c.count);
    std::vector<float> old_v(c.v.at<float>(), c.v.at<float>() + c.count);
    const Outcome outcome = c.launch(n, blocks, c.count);
    EXPECT(outcome.code == 0, "%s", outcome.text);
    if (outcome.code != 0) return;

    const double b1 = static_cast<double>(n.beta1), b2 = static_cast<double>(n.beta2);
    const double c1 = static_cast<double>(1 - n.beta1), c2 = static_cast<double>(1 - n.beta2);
    const double decay =
        static_cast<double>(static_cast<float>(1 - static_cast<double>(n.lr) * static_cast<double>(n.weight_decay)));
    const double correction1 = 1 - std::pow(b1, n.step), correction2 = 1 - std::pow(b2, n.step);
    for (uint64_t i = 0; i < c.count; ++i) {
        const double w0 = static_cast<double>(old_w[i]), m0 = static_cast<double>(old_m[i]),
                     v0 = static_cast<double>(old_v[i]);
        const double scaled = c.get_gradient(i) * static_cast<double>(n.scale),
                     pull = static_cast<double>(n.coupled) * w0;
        const double g = scaled + pull;
        const double m1 = b1 * m0 + c1 * g, v1 = b2 * v0 + c2 * g * g;
        const double update = static_cast<double>(n.lr) / correction1 * m1 /
                              (std::sqrt(v1) / std::sqrt(correction2) + static_cast<double>(n.eps));
        const double w1 = w0 * decay - update;
        const double g_size = std::fmax(std::fabs(scaled), std::fabs(pull));
        const double m_size = std::fmax(std::fabs(b1 * m0), c1 * g_size);
        const double m_got = static_cast<double>(c.m.at<float>()[i]), v_got = static_cast<double>(c.v.at<float>()[i]);
        const double w_got = static_cast<double>(c.master.at<float>()[i]);
        const bool cancels = n.coupled != 0.0f;
        EXPECT(close(m_got, m1, std::fmax(m_size, std::fabs(m1))), "%s n %llu element %llu: m %a, not %a",
               c.variant.name, static_cast<unsigned long long>(c.count), static_cast<unsigned long long>(i), m_got, m1);
        EXPECT(close(v_got, v1, std::fmax(v1, cancels ? c2 * g_size * g_size : 0.0)),
               "%s n %llu element %llu: v %a, not %a", c.variant.name, static_cast<unsigned long long>(c.count),
               static_cast<unsigned long long>(i), v_got, v1);
        // A cancellation in m is carried to w with the same relative loss.
        const double loss = m1 == 0 ? 1 : std::fmax(1, m_size / std::fabs(m1));
        EXPECT(close(w_got, w1, std::fmax(std::fabs(w0), std::fabs(update) * loss)),
               "%s n %llu element %llu: w %a, not %a", c.variant.name, static_cast<unsigned long long>(c.count),
               static_cast<unsigned long long>(i), w_got, w1);
        if (c.variant.copy > 0) {
            const Format format = c.variant.copy == 1 ? kHalf : kBfloat16;
            const uint16_t wanted = round_to(format, AscendC::RoundMode::CAST_RINT, c.master.at<float>()[i]);
            EXPECT(c.copy.at<uint16_t>()[i] == wanted, "%s element %llu: copy 0x%04x, not 0x%04x", c.variant.name,
                   static_cast<unsigned long long>(i), c.copy.at<uint16_t>()[i], wanted);
        }
    }
    EXPECT(c.gradient.intact() && c.master.intact() && c.m.intact() && c.v.intact() && c.copy.intact(),
           "%s n %llu, %u blocks: bytes outside the shard changed", c.variant.name,
           static_cast<unsigned long long>(c.count), blocks);
    for (const Slice *slice : {&c.gradient, &c.master, &c.m, &c.v, &c.copy})
        add_to_digest(slice->at<uint8_t>(), slice->bytes);
}

inline void fill(AdamCase &c, uint64_t seed, double gradient_size) {
    Random random(seed);
    for (uint64_t i = 0; i < c.count; ++i) {
        c.set_gradient(i, random.number() * gradient_size);
        c.master.at<float>()[i] = static_cast<float>(random.number());
        c.m.at<float>()[i] = static_cast<float>(random.number() * 0.1);
        c.v.at<float>()[i] = static_cast<float>(std::fabs(random.number()) * 0.01);
    }
}

inline void adam_shapes() {
    const uint64_t tile = adam::Plan<float, half>::kTile;
    const uint64_t counts[] = {0,  1,  7,   8,   15,   16,        17,        31,           63,
                               64, 65, 255, 257, tile, tile + 15, tile + 16, 3 * tile + 1, 7 * tile};
    for (const AdamVariant &variant : adam_variants()) {
        for (const uint64_t count : counts) {
            for (const uint64_t offset : {0, 1, 3, 16}) {
                for (const uint32_t blocks : {1u, 3u, 40u}) {
                    if (count > 1000 && offset != 3 && blocks != 3)
                        continue;  // the long ones only where something differs
                    AdamCase c(variant, count, offset);
                    fill(c, count * 64 + offset, 1.0);
                    check_step(c, AdamNumbers{}, blocks);
                }
            }
        }
        for (const uint32_t blocks : {3u, 40u}) {
            AdamCase c(variant, 1000003, 3);
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
        {  // First step from zero state.
            AdamNumbers numbers;
            numbers.step = 1;
            AdamCase c(variant, 777, 0);
            fill(c, 10, 1.0);
            memset(c.m.at<void>(), 0, c.m.bytes);
            memset(c.v.at<void>(), 0, c.v.bytes);
            check_step(c, numbers, 3);
        }
        {  // Skipped: nothing is written, whatever the gradient.
            AdamNumbers numbers;
            numbers.skip = 1;
            AdamCase c(variant, 3000, 3);
            fill(c, 11, 1.0);
            memset(c.gradient.at<void>(), 0xff, c.gradient.bytes);
            memset(c.copy.at<void>(), 0x11, c.copy.bytes);
            std::vector<uint8_t> before;
            const auto everything = [&] {
                std::vector<uint8_t> bytes;
                for (const Slice *s : {&c.gradient, &c.master, &c.m, &c.v, &c.copy})
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
