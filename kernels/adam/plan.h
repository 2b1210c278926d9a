// Where the parts of a tile lie in the unified buffer.
#ifndef ASCEND_NPU_ADAM_PLAN_H
#define ASCEND_NPU_ADAM_PLAN_H

#include "../common/tiles.h"

namespace adam {

// `Gradient`: float, half or bfloat16_t. `Copy`: half, bfloat16_t, or common::None for no low-precision copy. `State`:
// the type of the moments, float or bfloat16_t. `kMaximum`: whether the largest second moment is kept and used.
template <typename GradientType, typename CopyType, typename StateType, bool kMaximumOfV>
struct Plan {
    using Gradient = GradientType;
    using Copy = typename common::Held<CopyType>::Type;
    using State = StateType;
    static constexpr bool kMaximum = kMaximumOfV;

    static constexpr uint32_t kFloat = sizeof(float);
    static constexpr uint32_t kStateBytes = sizeof(State);
    static constexpr uint32_t kCopyBytes = common::ElementBytes<CopyType>::value;

    static constexpr bool kHasCopy = kCopyBytes != 0;
    static constexpr bool kWidensGradient = !common::IsFloat<Gradient>::value;
    static constexpr bool kWidensState = !common::IsFloat<State>::value;
    // What stochastic rounding can be asked for.
    static constexpr bool kRounds = kHasCopy || kWidensState;

    static constexpr uint32_t kMoments = kMaximum ? 3 : 2;
    static constexpr uint32_t kInBytes = kFloat + kMoments * kStateBytes;  // w and the moments
    static constexpr uint32_t kOutBytes = kInBytes + kCopyBytes;
    static constexpr uint32_t kTempBytes =  // the gradient and the moments in fp32, where they are not
        (kWidensGradient ? kFloat : 0) + (kWidensState ? kMoments * kFloat : 0);
    static constexpr uint32_t kElementBytes =
        common::kBuffers * (kInBytes + static_cast<uint32_t>(sizeof(Gradient)) + kOutBytes) + kTempBytes;

    // The numbers 0 to 63, from which stochastic rounding makes its randoms.
    static constexpr uint32_t kSeries = 64;
    static constexpr uint32_t kSeriesBytes = !common::kExactCopies || !kRounds ? 0 : kSeries * kFloat;
    // On 1001 the old copy of a tiny shard travels behind the gradient.
    static constexpr uint32_t kOldCopyBytes = !common::kExactCopies && kHasCopy ? common::kUnit * kCopyBytes : 0;
    static constexpr uint32_t kOtherBytes = common::kBuffers * kOldCopyBytes + kSeriesBytes;

    static constexpr uint32_t kTile = common::LargestTile(kElementBytes, kOtherBytes);
    static constexpr uint32_t kStride = kTile + common::kUnit;  // a tile and the longest tail

    static_assert(kStride * kElementBytes + kOtherBytes <= common::kUnifiedBuffer, "the plan fits");
    static_assert(kSeriesBytes == 0 || kStride <= 4096, "randoms of a tile come from products below 2^24");

    // Where a moment lies behind w: m, v, and the largest v.
    __aicore__ static constexpr uint32_t MomentAt(uint32_t moment) { return kStride * (kFloat + moment * kStateBytes); }
    static constexpr uint32_t kCopyAt = kStride * kInBytes;
};

}  // namespace adam

#endif
