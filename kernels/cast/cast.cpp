// Converts between fp32, fp16 and bf16, to nearest even where the target is narrower. README.md says how.
#include "kernel_operator.h"

#include "../common/map.h"

using namespace AscendC;

namespace cast {

template <typename S, typename T>
struct Op {
    using Source = S;
    using Target = T;
    static constexpr bool kReadsTarget = false;
    static constexpr bool kWidens = common::IsFloat<T>::value;
    static constexpr bool kNarrows = common::IsFloat<S>::value;
    // Between the two 16-bit types lies fp32, which holds the values of both.
    static constexpr uint32_t kTemps = kWidens || kNarrows ? 0 : 1;

    __aicore__ inline void Compute(const LocalTensor<T> &target, const LocalTensor<S> &source, const LocalTensor<T> &,
                                   const LocalTensor<float> &temp, int32_t lanes) const {
        if constexpr (kWidens) {
            Cast(target, source, RoundMode::CAST_NONE, lanes);
        } else if constexpr (kNarrows) {
            Cast(target, source, common::kToNearest, lanes);
        } else {
            Cast(temp, source, RoundMode::CAST_NONE, lanes);
            PipeBarrier<PIPE_V>();
            Cast(target, temp, common::kToNearest, lanes);
        }
    }
};

template <typename S, typename T>
__aicore__ inline void Run(GM_ADDR target, GM_ADDR source, uint64_t count) {
    common::Map<Op<S, T>> map;
    map.Run(Op<S, T>{}, target, source, count);
}

}  // namespace cast

#define CAST_ENTRY(name, Source, Target)                                                         \
    extern "C" __global__ __aicore__ void name(GM_ADDR target, GM_ADDR source, uint64_t count) { \
        VECTOR_CORES_ONLY;                                                                       \
        cast::Run<Source, Target>(target, source, count);                                        \
    }

CAST_ENTRY(cast_f32_f16, float, half)
CAST_ENTRY(cast_f16_f32, half, float)
#if __NPU_ARCH__ == 2201
CAST_ENTRY(cast_f32_bf16, float, bfloat16_t)
CAST_ENTRY(cast_bf16_f32, bfloat16_t, float)
CAST_ENTRY(cast_f16_bf16, half, bfloat16_t)
CAST_ENTRY(cast_bf16_f16, bfloat16_t, half)
#endif
