// Fused Adam and AdamW: one pass over memory for unscale, clip, decay, both moments, the update and the low-precision
// copy.
//
//     g' = g * gradient_scale (+ coupled_decay * w)
//     m  = beta1 * m + (1 - beta1) * g'
//     v  = beta2 * v + (1 - beta2) * g' * g'
//     u  = v, or with amsgrad the largest v so far
//     w  = w * decay - lr * inverse_bc1 * m / (sqrt(u) * inverse_sqrt_bc2 + eps)
//     copy = w rounded, to nearest even or stochastically
//
// as torch.optim.AdamW and torch.optim.Adam compute it, eps added after the root of the corrected second moment. One
// source for both architectures: plan.h lays out the unified buffer, update.h has the tiles of a block, rounding.h the
// randoms; README.md says the rest.
#include "kernel_operator.h"

using namespace AscendC;

#include "control_block.h"
#include "update.h"

namespace adam {

// Flags of a launch.
constexpr uint32_t kMaximize = 1;    // step against the gradient's sign
constexpr uint32_t kStochastic = 2;  // round what is stored in 16 bits stochastically; 2201 only

template <class P>
__aicore__ inline void Run(const Shard &shard, GM_ADDR control, float lr, Factors factors, uint32_t flags) {
    if (shard.count == 0) {
        return;
    }
    GlobalTensor<float> numbers;
    numbers.SetGlobalBuffer((__gm__ float *)control, kControlWords);
    GlobalTensor<uint32_t> words;
    words.SetGlobalBuffer((__gm__ uint32_t *)control, kControlWords);
    if (words.GetValue(kControlSkip) != 0) {
        return;
    }
    const float scale = numbers.GetValue(kControlGradientScale);
    factors.gradient_scale = (flags & kMaximize) != 0 ? -scale : scale;
    factors.inverse_sqrt_bias_correction2 = numbers.GetValue(kControlInverseSqrtBiasCorrection2);
    factors.step_size = lr * numbers.GetValue(kControlInverseBiasCorrection1);
    factors.stochastic = (flags & kStochastic) != 0;
    factors.step = static_cast<uint64_t>(words.GetValue(kControlStepHigh)) << 32 | words.GetValue(kControlStepLow);

    TPipe pipe;
    Update<P> update;
    update.Init(shard, factors);
    update.Process(pipe);
}

}  // namespace adam

#define ADAM_ENTRY(name, Gradient, Copy, State, maximum)                                                              \
    extern "C" __global__ __aicore__ void name(GM_ADDR gradient, GM_ADDR master, GM_ADDR m, GM_ADDR v, GM_ADDR max_v, \
                                               GM_ADDR copy, GM_ADDR control, uint64_t count, float lr, float beta1,  \
                                               float one_minus_beta1, float beta2, float one_minus_beta2, float eps,  \
                                               float decay, float coupled_decay, uint32_t flags, uint64_t seed) {     \
        VECTOR_CORES_ONLY;                                                                                            \
        const adam::Shard shard{gradient, master, m, v, max_v, copy, count};                                          \
        const adam::Factors factors{                                                                                  \
            beta1, one_minus_beta1, beta2, one_minus_beta2, eps, decay, coupled_decay, false, seed, 0, 0, 0, 0};      \
        adam::Run<adam::Plan<Gradient, Copy, State, maximum>>(shard, control, lr, factors, flags);                    \
    }

// With and without amsgrad.
#define ADAM_ENTRIES(name, Gradient, Copy, State)  \
    ADAM_ENTRY(name, Gradient, Copy, State, false) \
    ADAM_ENTRY(name##_amsgrad, Gradient, Copy, State, true)

ADAM_ENTRIES(adam_f32_none, float, common::None, float)
ADAM_ENTRIES(adam_f32_f16, float, half, float)
ADAM_ENTRIES(adam_f16_none, half, common::None, float)
ADAM_ENTRIES(adam_f16_f16, half, half, float)
#if __NPU_ARCH__ == 2201
ADAM_ENTRIES(adam_f32_bf16, float, bfloat16_t, float)
ADAM_ENTRIES(adam_f16_bf16, half, bfloat16_t, float)
ADAM_ENTRIES(adam_bf16_none, bfloat16_t, common::None, float)
ADAM_ENTRIES(adam_bf16_f16, bfloat16_t, half, float)
ADAM_ENTRIES(adam_bf16_bf16, bfloat16_t, bfloat16_t, float)

ADAM_ENTRIES(adam_f32_none_state_bf16, float, common::None, bfloat16_t)
ADAM_ENTRIES(adam_f32_f16_state_bf16, float, half, bfloat16_t)
ADAM_ENTRIES(adam_f32_bf16_state_bf16, float, bfloat16_t, bfloat16_t)
ADAM_ENTRIES(adam_f16_none_state_bf16, half, common::None, bfloat16_t)
ADAM_ENTRIES(adam_f16_f16_state_bf16, half, half, bfloat16_t)
ADAM_ENTRIES(adam_f16_bf16_state_bf16, half, bfloat16_t, bfloat16_t)
ADAM_ENTRIES(adam_bf16_none_state_bf16, bfloat16_t, common::None, bfloat16_t)
ADAM_ENTRIES(adam_bf16_f16_state_bf16, bfloat16_t, half, bfloat16_t)
ADAM_ENTRIES(adam_bf16_bf16_state_bf16, bfloat16_t, bfloat16_t, bfloat16_t)
#endif
