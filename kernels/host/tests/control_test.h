// `control` step by step: what is decided, and what becomes of the loss scale.
#ifndef ASCEND_HOST_TESTS_CONTROL_TEST_H
#define ASCEND_HOST_TESTS_CONTROL_TEST_H

#include "../../control/control.cpp"

#include "slice.h"

namespace test {

struct ControlSettings {
    double gradient_factor = 1, max_norm = 0, beta1 = 0.9, beta2 = 0.999, growth = 2, backoff = 0.5, minimum = 1;
    double maximum = std::ldexp(1.0, 127);
    int32_t growth_interval = 2000, hysteresis = 1;
};

struct Control {
    ControlSettings settings;
    Slice block{1, 0, sizeof(ControlBlock)}, state{1, 0, sizeof(ScalerState)};

    explicit Control(const ControlSettings &s, float scale = 65536) : settings(s) {
        ScalerState first{};
        first.scale = scale;
        first.hysteresis_left = s.hysteresis;
        memcpy(state.at<void>(), &first, sizeof first);
        memset(block.at<void>(), 0, block.bytes);
    }

    const ScalerState &now() const { return *state.at<ScalerState>(); }
    const ControlBlock &decided() const { return *block.at<ControlBlock>(); }

    void decide(const std::vector<StatsBlock> &blocks) {
        Slice stats(blocks.size(), 0, sizeof(StatsBlock));
        if (!blocks.empty()) memcpy(stats.at<void>(), blocks.data(), stats.bytes);
        const auto number = [](double value) { return static_cast<float>(value); };
        const Outcome outcome =
            launch(ENTRY(control_decide), 1,
                   Arguments(block.at<void>(), state.at<void>(), stats.at<void>(), uint64_t{blocks.size()},
                             number(settings.gradient_factor), number(settings.max_norm),
                             number(std::log(settings.beta1)), number(std::log(settings.beta2)),
                             number(settings.growth), number(settings.backoff), number(settings.minimum),
                             number(settings.maximum), settings.growth_interval, settings.hysteresis));
        EXPECT(outcome.code == 0, "control_decide: %s", outcome.text);
        EXPECT(block.intact() && state.intact() && stats.intact(), "control_decide writes beside its blocks");
        add_to_digest(block.at<void>(), block.bytes);
        add_to_digest(state.at<void>(), state.bytes);
        add_to_shared_digest(block.at<void>(), block.bytes);
        add_to_shared_digest(state.at<void>(), state.bytes);
    }
};

// The stats of a shard whose squares add up to sum * 4^exponent.
inline StatsBlock squares_block(double sum, int exponent = 0) {
    StatsBlock block{};
    block.sum = static_cast<float>(sum);
    block.exponent = exponent;
    return block;
}

inline StatsBlock overflowed_block() {
    StatsBlock block{};
    block.non_finite = 1;
    return block;
}

inline bool near(double got, double wanted, double tolerance) {
    return std::fabs(got - wanted) <= tolerance * std::fabs(wanted);
}

inline void control_bias_corrections() {
    const uint64_t steps[] = {1,    2,     3,      5,       10,      100,       346,      347,     1000,
                              1001, 12345, 100000, 1000000, 1 << 24, 100000007, 1u << 30, 1u << 31};
    for (const double beta : {0.0, 0.5, 0.7, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999, 0.999999, 0.9999999, 0.999999999}) {
        for (const uint64_t step : steps) {
            ControlSettings settings;
            // A logarithm of 0 would be infinite; far below is as good.
            settings.beta1 = settings.beta2 = beta == 0 ? 1e-37 : beta;
            Control control(settings);
            control.state.at<ScalerState>()->step = step - 1;
            control.decide({squares_block(1)});
            const double correction = -std::expm1(static_cast<double>(step) * std::log(settings.beta1));
            EXPECT(near(static_cast<double>(control.decided().inverse_bias_correction1), 1 / correction, 1e-6) &&
                       near(static_cast<double>(control.decided().inverse_sqrt_bias_correction2),
                            1 / std::sqrt(correction), 1e-6),
                   "beta %.10g step %llu: %.9g and %.9g for %.9g", beta, static_cast<unsigned long long>(step),
                   static_cast<double>(control.decided().inverse_bias_correction1),
                   static_cast<double>(control.decided().inverse_sqrt_bias_correction2), correction);
            EXPECT(control.decided().step == step && control.now().step == step && control.decided().skip == 0,
                   "step %llu", static_cast<unsigned long long>(step));
        }
    }
}

inline void control_counts_only_steps_that_are_done() {
    Control control((ControlSettings()));
    control.state.at<ScalerState>()->step = (uint64_t{1} << 32) - 1;
    control.decide({squares_block(1)});
    EXPECT(control.now().step == uint64_t{1} << 32 && control.decided().step == uint64_t{1} << 32, "the high word");
    for (int i = 0; i < 3; ++i) control.decide({squares_block(1), overflowed_block(), squares_block(1)});
    EXPECT(control.now().step == uint64_t{1} << 32 && control.now().skipped == 3 && control.decided().skip == 1,
           "skipped steps are counted apart");
    control.decide({});
    EXPECT(control.now().step == (uint64_t{1} << 32) + 1 && control.decided().skip == 0 && control.decided().norm == 0,
           "without stats there is nothing against a step");
}

// The threshold is for the unscaled gradients, whatever the scale is.
inline void control_clips_unscaled_gradients() {
    for (const float scale : {1.0f, 1024.0f, 65536.0f, std::ldexp(1.0f, 127)}) {
        ControlSettings settings;
        settings.max_norm = 1;
        Control control(settings, scale);
        // A true norm of 2: squares of 4 * scale^2.
        control.decide({squares_block(1, 1 + std::ilogb(scale)), squares_block(0), squares_block(0)});
        EXPECT(near(static_cast<double>(control.decided().norm), 2, 1e-6) &&
                   near(static_cast<double>(control.decided().clip), 0.49999975, 1e-6) &&
                   near(static_cast<double>(control.decided().gradient_scale), 0.49999975 / static_cast<double>(scale),
                        1e-6),
               "scale %g: norm %.9g, clip %.9g", static_cast<double>(scale),
               static_cast<double>(control.decided().norm), static_cast<double>(control.decided().clip));
    }
    {  // Shards of four ranks: 1, 4, 4, 16.
        ControlSettings settings;
        settings.max_norm = 1;
        Control control(settings, 1);
        control.decide({squares_block(1), squares_block(1, 1), squares_block(4), squares_block(1, 2)});
        EXPECT(near(static_cast<double>(control.decided().clip), 1 / (5 + 1e-6), 1e-6), "%.9g",
               static_cast<double>(control.decided().clip));
    }
    {  // A norm below the threshold changes nothing, and a mean over ranks counts.
        ControlSettings settings;
        settings.max_norm = 1;
        settings.gradient_factor = 0.125;
        Control control(settings, 4);
        control.decide({squares_block(64)});
        EXPECT(near(static_cast<double>(control.decided().norm), 0.25, 2e-7) && control.decided().clip == 1.0f &&
                   control.decided().gradient_scale == 0.03125f,
               "norm %.9g", static_cast<double>(control.decided().norm));
    }
    // A norm beyond every number is an overflow, one that fits after unscaling is not.
    Control wide(ControlSettings(), std::ldexp(1.0f, 20));
    wide.decide({squares_block(4, 126)});
    EXPECT(wide.decided().skip == 0 && near(static_cast<double>(wide.decided().norm), std::ldexp(1.0, 107), 2e-7),
           "a large norm");
    ControlSettings settings;
    settings.gradient_factor = 1024;
    Control infinite(settings, 1);
    infinite.decide({squares_block(4, 126)});
    EXPECT(infinite.decided().skip == 1, "an infinite norm");
}

inline void control_grows() {
    {  // Every step: to the largest power of two, and no further.
        ControlSettings settings;
        settings.growth_interval = 1;
        Control control(settings);
        for (int growths = 1; growths <= 111; ++growths) {
            control.decide({squares_block(1)});
            EXPECT(control.now().scale == std::ldexp(65536.0f, growths) && control.now().limit == 0, "%d: %g", growths,
                   static_cast<double>(control.now().scale));
        }
        for (int more = 0; more < 3; ++more) {
            control.decide({squares_block(1)});
            EXPECT(control.now().scale == std::ldexp(1.0f, 127) && control.now().limit == 2, "%g",
                   static_cast<double>(control.now().scale));
        }
    }
    {  // To a maximum that is not a power away.
        ControlSettings settings;
        settings.growth_interval = 1;
        settings.maximum = 100000;
        Control control(settings);
        for (int i = 0; i < 3; ++i) control.decide({squares_block(1)});
        EXPECT(control.now().scale == 100000.0f, "%g", static_cast<double>(control.now().scale));
    }
    Control control((ControlSettings()));
    for (int good = 1; good < 2000; ++good) control.decide({squares_block(1)});
    EXPECT(control.now().scale == 65536.0f && control.now().good_steps == 1999, "before the interval is over");
    control.decide({overflowed_block()});
    EXPECT(control.now().good_steps == 0 && control.now().scale == 32768.0f, "an overflow starts it anew");
    for (int good = 1; good < 2000; ++good) control.decide({squares_block(1)});
    EXPECT(control.now().scale == 32768.0f, "before the interval is over");
    control.decide({squares_block(1)});
    EXPECT(control.now().scale == 65536.0f && control.now().good_steps == 0, "the interval is over");
}

inline void control_backs_off() {
    {
        Control control((ControlSettings()));
        for (int overflows = 1; overflows <= 17; ++overflows) {
            control.decide({overflowed_block()});
            const float wanted = overflows <= 16 ? std::ldexp(65536.0f, -overflows) : 1.0f;
            EXPECT(control.now().scale == wanted && control.now().limit == (overflows == 17 ? 1 : 0), "%d: %g",
                   overflows, static_cast<double>(control.now().scale));
        }
        EXPECT(control.now().skipped == 17 && control.now().step == 0, "%u skipped", control.now().skipped);
        control.decide({squares_block(1)});
        EXPECT(control.now().limit == 0 && control.now().scale == 1.0f && control.decided().gradient_scale == 1.0f,
               "a good step at the minimum");
    }
    {  // Hysteresis 2: the first overflow is forgiven, until a growth gives a new one.
        ControlSettings settings;
        settings.hysteresis = 2;
        settings.growth_interval = 4;
        Control control(settings);
        for (const float wanted : {65536.0f, 32768.0f, 16384.0f}) {
            control.decide({overflowed_block()});
            EXPECT(control.now().scale == wanted, "%g, not %g", static_cast<double>(control.now().scale),
                   static_cast<double>(wanted));
        }
        EXPECT(control.now().skipped == 3, "%u skipped", control.now().skipped);
        for (int i = 0; i < 4; ++i) control.decide({squares_block(1)});
        EXPECT(control.now().scale == 32768.0f && control.now().hysteresis_left == 2, "grown");
        control.decide({overflowed_block()});
        EXPECT(control.now().scale == 32768.0f && control.now().hysteresis_left == 1, "forgiven again");
    }
    {  // What a checkpoint holds goes on as it was.
        Control control((ControlSettings()), 1024);
        control.state.at<ScalerState>()->good_steps = 37;
        for (int i = 0; i < 2000 - 37 - 1; ++i) control.decide({squares_block(1)});
        EXPECT(control.now().scale == 1024.0f, "the window is not over");
        control.decide({squares_block(1)});
        EXPECT(control.now().scale == 2048.0f, "the window is over");
        control.decide({overflowed_block()});
        EXPECT(control.now().scale == 1024.0f, "%g", static_cast<double>(control.now().scale));
    }
    {  // A scale that is fixed stays, for bf16, and an overflow is skipped all the same.
        ControlSettings settings;
        settings.growth_interval = 0;
        Control control(settings, 1);
        for (int i = 0; i < 5; ++i) control.decide({squares_block(1)});
        EXPECT(control.now().scale == 1.0f && control.decided().gradient_scale == 1.0f, "fixed");
        control.decide({overflowed_block()});
        EXPECT(control.now().scale == 1.0f && control.decided().skip == 1 && control.now().limit == 0, "fixed");
    }
}

// More blocks of stats than are looked at together, in their order.
inline void control_of_many_shards() {
    std::vector<StatsBlock> blocks(1000, squares_block(0.001));
    Control control(ControlSettings(), 1);
    control.decide(blocks);
    EXPECT(near(static_cast<double>(control.decided().norm), 1, 1e-6), "%.9g",
           static_cast<double>(control.decided().norm));
    blocks.back().non_finite = 1;
    control.decide(blocks);
    EXPECT(control.decided().skip == 1, "the last of a thousand shards");
}

struct TensorScales {
    uint64_t count;
    Slice scales, seen, largest, block{1, 0, sizeof(ControlBlock)};

    explicit TensorScales(uint64_t n)
        : count(n), scales((n + 7) / 8 * 8, 0, 4), seen((n + 7) / 8 * 8, 0, 4), largest((n + 7) / 8 * 8, 0, 4) {
        memset(largest.at<void>(), 0, largest.bytes);
        memset(seen.at<void>(), 0, seen.bytes);
        for (uint64_t i = 0; i < (n + 7) / 8 * 8; ++i) scales.at<float>()[i] = 65536.0f;
    }

    void run(uint64_t step, bool skip, uint32_t blocks) {
        ControlBlock control{};
        control.skip = skip ? 1 : 0;
        control.step = step;
        memcpy(block.at<void>(), &control, sizeof control);
        const Outcome outcome =
            launch(ENTRY(control_tensors), blocks,
                   Arguments(scales.at<void>(), seen.at<void>(), largest.at<void>(), block.at<void>(), count, 65504.0f,
                             32768.0f, 256.0f, 16777216.0f, 0.5f, uint32_t{4}));
        EXPECT(outcome.code == 0, "control_tensors: %s", outcome.text);
        EXPECT(scales.intact() && seen.intact() && largest.intact() && block.intact(), "bytes outside changed");
        add_to_shared_digest(scales.at<void>(), scales.bytes);
    }
};

inline void control_of_tensors() {
    for (const uint64_t count : {1, 8, 9, 255, 256, 257, 3000}) {
        TensorScales t(count);
        // Tensor i has a largest gradient of 3 * 2^(-i % 24) unscaled, smaller ones in the other steps of the window.
        const auto unscaled = [](uint64_t i) { return 3 * std::ldexp(1.0, -static_cast<int>(i % 24)); };
        for (uint64_t step = 1; step <= 4; ++step) {
            for (uint64_t i = 0; i < count; ++i) {
                const double share = step == 2 ? 1 : 0.25;
                t.largest.at<float>()[i] =
                    static_cast<float>(unscaled(i) * share * static_cast<double>(t.scales.at<float>()[i]) / 65536);
            }
            t.run(step, false, 3);
        }
        for (uint64_t i = 0; i < count; ++i) {
            const double largest = unscaled(i) / 65536;
            const double fits = std::exp2(std::floor(std::log2(32768 / largest)));
            const double wanted = std::fmin(std::fmax(fits, 256), 16777216);
            EXPECT(static_cast<double>(t.scales.at<float>()[i]) == wanted && t.seen.at<float>()[i] == 0.0f,
                   "tensor %llu of %llu: %g, not %g", static_cast<unsigned long long>(i),
                   static_cast<unsigned long long>(count), static_cast<double>(t.scales.at<float>()[i]), wanted);
        }
    }
    {  // An overflow halves the tensor's own scale at once, down to the minimum; the others keep theirs.
        TensorScales t(3);
        for (int overflows = 0; overflows < 20; ++overflows) {
            t.largest.at<float>()[0] = 1;
            t.largest.at<float>()[1] = INFINITY;
            t.largest.at<float>()[2] = 65504;
            t.run(5, true, 1);
        }
        EXPECT(t.scales.at<float>()[0] == 65536.0f && t.scales.at<float>()[1] == 256.0f &&
                   t.scales.at<float>()[2] == 256.0f && t.seen.at<float>()[0] == 0.0f,
               "%g %g %g", static_cast<double>(t.scales.at<float>()[0]), static_cast<double>(t.scales.at<float>()[1]),
               static_cast<double>(t.scales.at<float>()[2]));
    }
}

inline void control_tests() {
    control_bias_corrections();
    control_counts_only_steps_that_are_done();
    control_clips_unscaled_gradients();
    control_grows();
    control_backs_off();
    control_of_many_shards();
    control_of_tensors();
}

}  // namespace test

#endif
