// Multiplies an array by a number, in place: data *= factor. README.md says how.
#include "kernel_operator.h"

#include "../common/map.h"

using namespace AscendC;

namespace scale {

template <typename T>
struct Op {
    using Source = T;
    using Target = T;
    static constexpr bool kReadsTarget = false;
    static constexpr bool kWidens = !common::IsFloat<T>::value;
    static constexpr uint32_t kTemps = kWidens ? 1 : 0;

    float factor;

    __aicore__ inline void Compute(const LocalTensor<T> &target, const LocalTensor<T> &source, const LocalTensor<T> &,
                                   const LocalTensor<float> &temp, int32_t lanes) const {
        if constexpr (kWidens) {
            // The factor need not be a number of the type, so the product is formed in fp32.
            Cast(temp, source, RoundMode::CAST_NONE, lanes);
            PipeBarrier<PIPE_V>();
            Muls(temp, temp, factor, lanes);
            PipeBarrier<PIPE_V>();
            Cast(target, temp, common::kToNearest, lanes);
        } else {
            Muls(target, source, factor, lanes);
        }
    }
};

template <typename T>
__aicore__ inline void Run(GM_ADDR data, uint64_t count, float factor) {
    common::Map<Op<T>> map;
    map.Run(Op<T>{factor}, data, data, count);
}

}  // namespace scale

#define SCALE_ENTRY(name, Type)                                                              \
    extern "C" __global__ __aicore__ void name(GM_ADDR data, uint64_t count, float factor) { \
        VECTOR_CORES_ONLY;                                                                   \
        scale::Run<Type>(data, count, factor);                                               \
    }

SCALE_ENTRY(scale_f32, float)
SCALE_ENTRY(scale_f16, half)
#if __NPU_ARCH__ == 2201
SCALE_ENTRY(scale_bf16, bfloat16_t)
#endif
