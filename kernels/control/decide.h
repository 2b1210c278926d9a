// The decision of a step: from the stats of all shards to the control block.
#ifndef ASCEND_NPU_CONTROL_DECIDE_H
#define ASCEND_NPU_CONTROL_DECIDE_H

#include "../adam/control_block.h"
#include "../stats/partial.h"
#include "../stats/stats_block.h"
#include "numbers.h"
#include "scaler_state.h"

namespace control {

using AscendC::GlobalTensor;
using AscendC::HardEvent;
using AscendC::LocalTensor;
using common::Sync;

struct Settings {
    float gradient_factor;  // the gradients are multiplied by this beside 1 / loss scale: 1 / (ranks * micro-batches)
    float max_norm;         // 0: no clipping
    float log_beta1;
    float log_beta2;
    float growth;
    float backoff;
    float minimum;
    float maximum;
    int32_t growth_interval;  // 0: the scale stays what it is
    int32_t hysteresis;
};

class Decide {
  public:
    static constexpr uint32_t kWindow = 128;  // blocks of stats that are in the unified buffer at a time

    __aicore__ inline void Run(GM_ADDR block, GM_ADDR state, GM_ADDR stats, uint64_t count, const Settings &settings) {
        if (AscendC::GetBlockIdx() != 0) {
            return;
        }
        AscendC::TPipe pipe;
        pipe.InitBuffer(window_, kWindow * kStatsWords * sizeof(float));
        pipe.InitBuffer(state_, kStateWords * sizeof(float));
        pipe.InitBuffer(block_, kControlWords * sizeof(float));

        GlobalTensor<float> oldState;
        oldState.SetGlobalBuffer((__gm__ float *)state, kStateWords);
        AscendC::DataCopy(state_.Get<float>(), oldState, kStateWords);
        Read(stats, count);

        const float scale = state_.Get<float>().GetValue(kStateScale);
        const float inverse = settings.gradient_factor / scale;
        const float norm = Norm(inverse);
        const bool skip = all_.nonFinite || !common::IsFinite(norm);
        float clip = 1.0f;
        if (settings.max_norm > 0.0f && !skip) {
            const float factor = settings.max_norm / (norm + 1e-6f);
            clip = factor < 1.0f ? factor : 1.0f;
        }
        const uint64_t step = UpdateState(settings, skip, scale);

        const LocalTensor<float> numbers = block_.Get<float>();
        const LocalTensor<uint32_t> words = block_.Get<uint32_t>();
        for (uint32_t i = 0; i < kControlWords; ++i) {
            words.SetValue(i, 0u);
        }
        numbers.SetValue(kControlGradientScale, inverse * clip);
        words.SetValue(kControlSkip, skip ? 1u : 0u);
        words.SetValue(kControlStepLow, static_cast<uint32_t>(step));
        words.SetValue(kControlStepHigh, static_cast<uint32_t>(step >> 32));
        numbers.SetValue(kControlNorm, skip ? common::FloatOf(common::kInfinity) : norm);
        numbers.SetValue(kControlClip, clip);
        // Before the first step that is not skipped there is nothing to correct.
        const float time = FloatOfCount(step == 0 ? 1 : step);
        numbers.SetValue(kControlInverseBiasCorrection1, 1.0f / OneMinusExp(time * settings.log_beta1));
        numbers.SetValue(kControlInverseSqrtBiasCorrection2, InverseSquareRoot(OneMinusExp(time * settings.log_beta2)));

        Sync<HardEvent::S_MTE3>();
        GlobalTensor<float> result;
        result.SetGlobalBuffer((__gm__ float *)block, kControlWords);
        AscendC::DataCopy(result, block_.Get<float>(), kControlWords);
        AscendC::DataCopy(oldState, state_.Get<float>(), kStateWords);
    }

  private:
    // All blocks in their order, so that every rank that reads the same ones gets the same bits.
    __aicore__ inline void Read(GM_ADDR stats, uint64_t count) {
        GlobalTensor<float> blocks;
        blocks.SetGlobalBuffer((__gm__ float *)stats, count * kStatsWords);
        const LocalTensor<float> window = window_.Get<float>();
        const LocalTensor<int32_t> words = window_.Get<int32_t>();
        Sync<HardEvent::MTE2_S>();
        for (uint64_t base = 0; base < count; base += kWindow) {
            const uint32_t some = static_cast<uint32_t>(count - base < kWindow ? count - base : kWindow);
            // The scalar unit has read the last window.
            Sync<HardEvent::S_MTE2>();
            AscendC::DataCopy(window, blocks[base * kStatsWords], some * kStatsWords);
            Sync<HardEvent::MTE2_S>();
            for (uint32_t i = 0; i < some; ++i) {
                const uint32_t at = i * kStatsWords;
                all_.nonFinite = all_.nonFinite || words.GetValue(at + kStatsNonFinite) != 0;
                all_.squares.Add(stats::Squares{words.GetValue(at + kStatsExponent), window.GetValue(at + kStatsSum),
                                                window.GetValue(at + kStatsSumRest)});
            }
        }
    }

    // The norm of the unscaled gradients.
    __aicore__ inline float Norm(float inverse) const {
        const float squares = all_.squares.sum + all_.squares.rest;
        if (squares == 0.0f || all_.nonFinite) {
            return 0.0f;
        }
        const float root = squares * InverseSquareRoot(squares);
        // The factor's exponent apart from its digits: the product of the two alone may be too small for fp32.
        const int32_t exponent = common::ExponentOf(inverse);
        return TimesPowerOfTwo(root * TimesPowerOfTwo(inverse, -exponent), all_.squares.exponent + exponent);
    }

    // Counts the step and moves the scale; the number of the step.
    __aicore__ inline uint64_t UpdateState(const Settings &settings, bool skip, float scale) {
        const LocalTensor<float> numbers = state_.Get<float>();
        const LocalTensor<int32_t> words = state_.Get<int32_t>();
        const LocalTensor<uint32_t> counts = state_.Get<uint32_t>();
        uint64_t step = static_cast<uint64_t>(counts.GetValue(kStateStepHigh)) << 32 | counts.GetValue(kStateStepLow);
        int32_t good = words.GetValue(kStateGoodSteps);
        int32_t left = words.GetValue(kStateHysteresisLeft);
        int32_t limit = kWithinLimits;
        if (skip) {
            counts.SetValue(kStateSkipped, counts.GetValue(kStateSkipped) + 1);
            good = 0;
            if (left > 1) {
                --left;
            } else if (settings.growth_interval > 0) {
                limit = scale > settings.minimum ? kWithinLimits : kAtMinimum;
                const float smaller = scale * settings.backoff;
                scale = smaller > settings.minimum ? smaller : settings.minimum;
            }
        } else {
            ++step;
            // A scale that stays has no window to fill.
            good = settings.growth_interval > 0 ? good + 1 : 0;
            if (settings.growth_interval > 0 && good >= settings.growth_interval) {
                limit = scale < settings.maximum ? kWithinLimits : kAtMaximum;
                // By division: the product may be beyond every number.
                scale = scale < settings.maximum / settings.growth ? scale * settings.growth : settings.maximum;
                good = 0;
                left = settings.hysteresis;
            }
        }
        counts.SetValue(kStateStepLow, static_cast<uint32_t>(step));
        counts.SetValue(kStateStepHigh, static_cast<uint32_t>(step >> 32));
        counts.SetValue(kStateSkippedInRow, skip ? counts.GetValue(kStateSkippedInRow) + 1 : 0);
        numbers.SetValue(kStateScale, scale);
        words.SetValue(kStateGoodSteps, good);
        words.SetValue(kStateHysteresisLeft, left);
        words.SetValue(kStateLimit, limit);
        return step;
    }

    AscendC::TBuf<AscendC::TPosition::VECCALC> window_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> state_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> block_;
    stats::Partial all_;
};

}  // namespace control

#endif
