// Scales of single tensors, from the largest absolute values of their gradients over a window of steps.
#ifndef ASCEND_NPU_CONTROL_TENSORS_H
#define ASCEND_NPU_CONTROL_TENSORS_H

#include "../adam/control_block.h"
#include "../common/tiles.h"
#include "numbers.h"

namespace control {

struct TensorSettings {
    float limit;   // a gradient of at least this has overflowed
    float target;  // where the largest of a window should come to lie, or up to half of it
    float minimum;
    float maximum;
    float backoff;
    uint32_t window;  // steps
};

class Tensors {
  public:
    static constexpr uint32_t kGroup = 256;  // tensors that are in the unified buffer at a time
    static constexpr uint32_t kBlock = 8;    // fp32 numbers of 32 bytes

    __aicore__ inline void Run(GM_ADDR scales, GM_ADDR seen, GM_ADDR largest, GM_ADDR block, uint64_t count,
                               const TensorSettings &settings) {
        const uint64_t groups = (count + kGroup - 1) / kGroup;
        const common::Range mine = common::PartsOfBlock(groups);
        if (mine.first == mine.last) {
            return;
        }
        AscendC::GlobalTensor<uint32_t> control;
        control.SetGlobalBuffer((__gm__ uint32_t *)block, kControlWords);
        const bool skip = control.GetValue(kControlSkip) != 0;
        const uint64_t step =
            static_cast<uint64_t>(control.GetValue(kControlStepHigh)) << 32 | control.GetValue(kControlStepLow);
        const bool ends = !skip && step % settings.window == 0;

        scales_.SetGlobalBuffer((__gm__ float *)scales);
        seen_.SetGlobalBuffer((__gm__ float *)seen);
        largest_.SetGlobalBuffer((__gm__ float *)largest);
        AscendC::TPipe pipe;
        pipe.InitBuffer(buffer_, 3 * kGroup * sizeof(float));
        for (uint64_t group = mine.first; group < mine.last; ++group) {
            const uint64_t base = group * kGroup;
            RunGroup(base, static_cast<uint32_t>(count - base < kGroup ? count - base : kGroup), settings, skip, ends);
        }
    }

  private:
    __aicore__ inline void RunGroup(uint64_t base, uint32_t some, const TensorSettings &settings, bool skip,
                                    bool ends) {
        const AscendC::LocalTensor<float> scales = buffer_.Get<float>();
        const AscendC::LocalTensor<float> seen = scales[kGroup], largest = scales[2 * kGroup];
        // Whole blocks: the arrays have room for them.
        const uint32_t words = (some + kBlock - 1) / kBlock * kBlock;
        AscendC::DataCopy(scales, scales_[base], words);
        AscendC::DataCopy(seen, seen_[base], words);
        AscendC::DataCopy(largest, largest_[base], words);
        common::Sync<AscendC::HardEvent::MTE2_S>();
        for (uint32_t i = 0; i < some; ++i) {
            RunTensor(scales, seen, i, largest.GetValue(i), settings, skip, ends);
        }
        common::Sync<AscendC::HardEvent::S_MTE3>();
        AscendC::DataCopy(scales_[base], scales, words);
        AscendC::DataCopy(seen_[base], seen, words);
        // The next group is loaded over this one.
        common::Sync<AscendC::HardEvent::MTE3_MTE2>();
    }

    __aicore__ inline void RunTensor(const AscendC::LocalTensor<float> &scales, const AscendC::LocalTensor<float> &seen,
                                     uint32_t at, float largest, const TensorSettings &settings, bool skip,
                                     bool ends) const {
        const float scale = scales.GetValue(at);
        if (!common::IsFinite(largest) || largest >= settings.limit) {
            const float smaller = scale * settings.backoff;
            scales.SetValue(at, smaller > settings.minimum ? smaller : settings.minimum);
            seen.SetValue(at, 0.0f);
            return;
        }
        if (skip) {
            return;  // The overflow was another tensor's, and this step counts for nothing.
        }
        const float old = seen.GetValue(at);
        const float unscaled = largest / scale;
        float most = unscaled > old ? unscaled : old;
        if (ends) {
            if (most > 0.0f) {
                // A power of two, so that scaling changes no digit.
                const int32_t exponent = ExponentOfQuotient(settings.target, most);
                const int32_t lowest = common::ExponentOf(settings.minimum);
                const int32_t highest = common::ExponentOf(settings.maximum);
                const int32_t chosen = exponent < lowest ? lowest : exponent > highest ? highest : exponent;
                scales.SetValue(at, common::PowerOfTwo(chosen));
            }
            most = 0.0f;
        }
        seen.SetValue(at, most);
    }

    AscendC::GlobalTensor<float> scales_;
    AscendC::GlobalTensor<float> seen_;
    AscendC::GlobalTensor<float> largest_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer_;
};

}  // namespace control

#endif
