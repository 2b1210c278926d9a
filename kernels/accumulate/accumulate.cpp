// Adds gradients, or anything else, to an fp32 sum: target += source * factor. README.md says how.
#include "kernel_operator.h"

#include "../common/map.h"

using namespace AscendC;

namespace accumulate {

template <typename S>
struct Op {
    using Source = S;
    using Target = float;
    static constexpr bool kReadsTarget = true;
    static constexpr bool kWidens = !common::IsFloat<S>::value;
    static constexpr uint32_t kTemps = kWidens ? 1 : 0;

    float factor;

    __aicore__ inline void Compute(const LocalTensor<float> &target, const LocalTensor<S> &source,
                                   const LocalTensor<float> &old, const LocalTensor<float> &temp, int32_t lanes) const {
        LocalTensor<float> term;
        if constexpr (kWidens) {
            term = temp;
            Cast(term, source, RoundMode::CAST_NONE, lanes);
            PipeBarrier<PIPE_V>();
        } else {
            term = source;
        }
        if (factor != 1.0f) {
            Muls(term, term, factor, lanes);
            PipeBarrier<PIPE_V>();
        }
        // Not Axpy, which may or may not round the product on its own.
        Add(target, old, term, lanes);
    }
};

template <typename S>
__aicore__ inline void Run(GM_ADDR target, GM_ADDR source, uint64_t count, float factor) {
    common::Map<Op<S>> map;
    map.Run(Op<S>{factor}, target, source, count);
}

}  // namespace accumulate

#define ACCUMULATE_ENTRY(name, Source)                                                                         \
    extern "C" __global__ __aicore__ void name(GM_ADDR target, GM_ADDR source, uint64_t count, float factor) { \
        VECTOR_CORES_ONLY;                                                                                     \
        accumulate::Run<Source>(target, source, count, factor);                                                \
    }

ACCUMULATE_ENTRY(accumulate_f32, float)
ACCUMULATE_ENTRY(accumulate_f16, half)
#if __NPU_ARCH__ == 2201
ACCUMULATE_ENTRY(accumulate_bf16, bfloat16_t)
#endif
