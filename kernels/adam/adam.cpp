// Fused AdamW: one pass over memory for unscale, clip, decay, both moments, the update and the low-precision copy.
//
//     g' = g * gradient_scale (+ coupled_decay * w)
//     m  = beta1 * m + (1 - beta1) * g'
//     v  = beta2 * v + (1 - beta2) * g' * g'
//     w  = w * decay - lr * inverse_bc1 * m / (sqrt(v) * inverse_sqrt_bc2 + eps)
//     copy = w rounded to nearest even
//
// as torch.optim.AdamW computes it, eps added after the root of the corrected second moment. One source for both
// architectures; README.md beside this file has the buffer plan and says why each barrier is there.
//
// How the tail is cut. A shard may start at any element and have any length, and nothing outside it may change. It is
// cut in units of 16 elements, the smallest run that is whole 32-byte blocks in every type; a tile is many units, and
// the last tile has at least one unit and up to 15 elements more.
// - 2201 copies exact bytes, so nothing else is needed.
// - 1001 copies whole blocks only. The last elements are loaded once more as the unit that ends at the shard's end,
//   behind the tile's whole units. Elements in both places are computed twice from the same old values, because all
//   loads of a tile come before its stores, and the same bits are stored twice: nothing is updated twice.
// - 1001, a shard of fewer than 16 elements: there is no unit to shift back. The unit that starts at the shard is
//   loaded, only the shard's elements are computed, and the rest of the unit is stored as it was loaded. This writes up
//   to 60 bytes past the shard with the values they had: nothing else may write there during the launch. Shards of a
//   layout are padded well above this length; the case exists for correctness.
#include "kernel_operator.h"

#include "control_block.h"

using namespace AscendC;

namespace adam {

// "No low-precision copy" as an element type.
struct NoCopy {};

template <typename T>
struct ElementBytes {
    static constexpr uint32_t value = sizeof(T);
};
template <>
struct ElementBytes<NoCopy> {
    static constexpr uint32_t value = 0;
};

template <typename T>
struct IsFloat {
    static constexpr bool value = false;
};
template <>
struct IsFloat<float> {
    static constexpr bool value = true;
};

#if __NPU_ARCH__ == 1001
constexpr uint32_t kUnifiedBuffer = 253952;
constexpr bool kExactCopies = false;
constexpr RoundMode kToHalf = RoundMode::CAST_NONE;  // to nearest even: this core has no other name for it
#else
constexpr uint32_t kUnifiedBuffer = 188416;
constexpr bool kExactCopies = true;
constexpr RoundMode kToHalf = RoundMode::CAST_RINT;
#endif

constexpr uint32_t kUnit = 16;    // elements
constexpr uint32_t kRepeat = 64;  // fp32 elements that one vector repeat covers: tiles are multiples of it
constexpr uint32_t kBuffers = 2;  // of each queue, so that copies and arithmetic of neighbouring tiles overlap

// Where a tile's parts lie, in bytes of the unified buffer.
template <typename Gradient, typename Copy>
struct Plan {
    static constexpr bool kWidens = !IsFloat<Gradient>::value;
    static constexpr bool kHasCopy = ElementBytes<Copy>::value != 0;

    static constexpr uint32_t kInBytes = 3 * sizeof(float) + ElementBytes<Gradient>::value;  // w, m, v and the gradient
    static constexpr uint32_t kOutBytes = 3 * sizeof(float) + ElementBytes<Copy>::value;     // w, m, v and the copy
    static constexpr uint32_t kTempBytes = kWidens ? sizeof(float) : 0;                      // the gradient in fp32
    static constexpr uint32_t kElementBytes = kBuffers * (kInBytes + kOutBytes) + kTempBytes;

    // On 1001 the old copy of a tiny shard travels behind the gradient.
    static constexpr uint32_t kOldCopyBytes = !kExactCopies && kHasCopy ? kUnit * ElementBytes<Copy>::value : 0;

    static constexpr uint32_t kTile =
        ((kUnifiedBuffer - kBuffers * kOldCopyBytes) / kElementBytes - kUnit) / kRepeat * kRepeat;
    static constexpr uint32_t kStride = kTile + kUnit;  // a tile and the longest tail

    static_assert(kStride * kElementBytes + kBuffers * kOldCopyBytes <= kUnifiedBuffer, "the plan fits");
};

struct Shard {
    GM_ADDR gradient;
    GM_ADDR master;
    GM_ADDR m;
    GM_ADDR v;
    GM_ADDR copy;
    uint64_t count;
};

struct Factors {
    float beta1;
    float one_minus_beta1;
    float beta2;
    float one_minus_beta2;
    float eps;
    float decay;
    float coupled_decay;
    // From the control block:
    float gradient_scale;
    float inverse_sqrt_bias_correction2;
    float step_size;  // lr / bias correction 1
};

template <typename Gradient, typename Copy>
class Update {
  public:
    __aicore__ inline void Init(const Shard &shard, const Factors &factors) {
        count_ = shard.count;
        factors_ = factors;
        // A tiny shard is loaded and stored as the unit that starts at it.
        const uint64_t length = Tiny() ? kUnit : count_;
        gradient_.SetGlobalBuffer((__gm__ Gradient *)shard.gradient, length);
        master_.SetGlobalBuffer((__gm__ float *)shard.master, length);
        m_.SetGlobalBuffer((__gm__ float *)shard.m, length);
        v_.SetGlobalBuffer((__gm__ float *)shard.v, length);
        if constexpr (P::kHasCopy) {
            copy_.SetGlobalBuffer((__gm__ Copy *)shard.copy, length);
        }
    }

    // The tiles of this block, one after the other. The first `tiles % blocks` blocks have one tile more.
    __aicore__ inline void Process(TPipe &pipe) {
        const uint64_t units = count_ / kUnit;
        const uint64_t tileUnits = P::kTile / kUnit;
        const uint64_t tiles = units == 0 ? 1 : (units + tileUnits - 1) / tileUnits;
        const uint64_t blocks = GetBlockNum();
        const uint64_t block = GetBlockIdx();
        const uint64_t share = tiles / blocks;
        const uint64_t longer = tiles % blocks;
        const uint64_t first = block * share + (block < longer ? block : longer);
        const uint64_t last = first + share + (block < longer ? 1 : 0);
        if (first == last) {
            return;
        }

        pipe.InitBuffer(states_, kBuffers, 3 * P::kStride * sizeof(float));
        pipe.InitBuffer(gradients_, kBuffers, P::kStride * sizeof(Gradient) + P::kOldCopyBytes);
        pipe.InitBuffer(results_, kBuffers, P::kStride * P::kOutBytes);
        if constexpr (P::kWidens) {
            pipe.InitBuffer(wide_, P::kStride * sizeof(float));
        }
        for (uint64_t tile = first; tile < last; ++tile) {
            const uint64_t start = tile * P::kTile;
            const uint32_t length = tile + 1 == tiles ? static_cast<uint32_t>(count_ - start) : P::kTile;
            CopyIn(start, length);
            Compute(length);
            CopyOut(start, length);
        }
    }

  private:
    using P = Plan<Gradient, Copy>;

    __aicore__ inline bool Tiny() const { return !kExactCopies && count_ < kUnit; }

    // Elements that vector instructions run over for a tile of `length`.
    __aicore__ inline uint32_t Lanes(uint32_t length) const {
        if (kExactCopies || Tiny()) {
            return length;
        }
        return (length + kUnit - 1) / kUnit * kUnit;
    }

    template <typename T>
    __aicore__ inline void Load(const LocalTensor<T> &dst, const GlobalTensor<T> &src, uint64_t start,
                                uint32_t length) {
        const uint32_t tail = length % kUnit;
        const uint32_t body = length - tail;
#if __NPU_ARCH__ == 1001
        if (body != 0) {
            DataCopy(dst, src[start], body);
        }
        if (tail != 0) {
            DataCopy(dst[body], src[Tiny() ? 0 : count_ - kUnit], kUnit);
        }
#else
        if (tail == 0) {
            DataCopy(dst, src[start], body);
        } else {
            DataCopyPad(dst, src[start], DataCopyExtParams(1, length * sizeof(T), 0, 0, 0), DataCopyPadExtParams<T>());
        }
#endif
    }

    template <typename T>
    __aicore__ inline void Store(const GlobalTensor<T> &dst, const LocalTensor<T> &src, uint64_t start,
                                 uint32_t length) {
        const uint32_t tail = length % kUnit;
        const uint32_t body = length - tail;
#if __NPU_ARCH__ == 1001
        if (body != 0) {
            DataCopy(dst[start], src, body);
        }
        if (tail != 0) {
            if (body != 0) {
                // The unit that ends at the shard's end overlaps the body's last elements, with the same values.
                PipeBarrier<PIPE_MTE3>();
            }
            DataCopy(dst[Tiny() ? 0 : count_ - kUnit], src[body], kUnit);
        }
#else
        if (tail == 0) {
            DataCopy(dst[start], src, body);
        } else {
            DataCopyPad(dst[start], src, DataCopyExtParams(1, length * sizeof(T), 0, 0, 0));
        }
#endif
    }

    __aicore__ inline void CopyIn(uint64_t start, uint32_t length) {
        LocalTensor<Gradient> gradient = gradients_.template AllocTensor<Gradient>();
        Load(gradient, gradient_, start, length);
        if constexpr (P::kOldCopyBytes != 0) {
            if (Tiny()) {
                DataCopy(gradient[P::kStride].template ReinterpretCast<Copy>(), copy_, kUnit);
            }
        }
        gradients_.EnQue(gradient);

        LocalTensor<float> state = states_.template AllocTensor<float>();
        Load(state, master_, start, length);
        Load(state[P::kStride], m_, start, length);
        Load(state[2 * P::kStride], v_, start, length);
        states_.EnQue(state);
    }

    __aicore__ inline void Compute(uint32_t length) {
        LocalTensor<Gradient> gradient = gradients_.template DeQue<Gradient>();
        LocalTensor<float> state = states_.template DeQue<float>();
        LocalTensor<float> result = results_.template AllocTensor<float>();
        const LocalTensor<float> oldW = state, oldM = state[P::kStride], oldV = state[2 * P::kStride];
        const LocalTensor<float> w = result, m = result[P::kStride], v = result[2 * P::kStride];
        const int32_t lanes = static_cast<int32_t>(Lanes(length));

        if (Tiny()) {
            KeepNeighbours(result, state, gradient);
        }

        // The gradient in fp32; it becomes the scratch of the update once both moments have it.
        LocalTensor<float> g;
        if constexpr (P::kWidens) {
            g = wide_.template Get<float>();
            Cast(g, gradient, RoundMode::CAST_NONE, lanes);
            PipeBarrier<PIPE_V>();
        } else {
            g = gradient;
        }
        Muls(g, g, factors_.gradient_scale, lanes);
        if (factors_.coupled_decay != 0.0f) {
            PipeBarrier<PIPE_V>();
            Axpy(g, oldW, factors_.coupled_decay, lanes);
        }

        Muls(m, oldM, factors_.beta1, lanes);
        Muls(v, oldV, factors_.beta2, lanes);
        Muls(w, oldW, factors_.decay, lanes);
        PipeBarrier<PIPE_V>();
        Axpy(m, g, factors_.one_minus_beta1, lanes);
        PipeBarrier<PIPE_V>();
        Mul(g, g, g, lanes);
        PipeBarrier<PIPE_V>();
        Axpy(v, g, factors_.one_minus_beta2, lanes);
        PipeBarrier<PIPE_V>();

        Sqrt(g, v, lanes);
        PipeBarrier<PIPE_V>();
        Muls(g, g, factors_.inverse_sqrt_bias_correction2, lanes);
        PipeBarrier<PIPE_V>();
        Adds(g, g, factors_.eps, lanes);
        PipeBarrier<PIPE_V>();
        Div(g, m, g, lanes);
        PipeBarrier<PIPE_V>();
        Axpy(w, g, -factors_.step_size, lanes);
        if constexpr (P::kHasCopy || P::kWidens) {
            PipeBarrier<PIPE_V>();
        }
        if constexpr (P::kHasCopy) {
            Cast(CopyOf(result), w, kToHalf, lanes);
        }

        gradients_.FreeTensor(gradient);
        states_.FreeTensor(state);
        results_.EnQue(result);
    }

    __aicore__ inline void CopyOut(uint64_t start, uint32_t length) {
        LocalTensor<float> result = results_.template DeQue<float>();
        Store(master_, result, start, length);
        Store(m_, result[P::kStride], start, length);
        Store(v_, result[2 * P::kStride], start, length);
        if constexpr (P::kHasCopy) {
            Store(copy_, CopyOf(result), start, length);
        }
        results_.FreeTensor(result);
    }

    // 1001, a shard shorter than a unit: the results start as the old values, and arithmetic replaces the shard's own.
    __aicore__ inline void KeepNeighbours(const LocalTensor<float> &result, const LocalTensor<float> &state,
                                          const LocalTensor<Gradient> &gradient) {
        for (uint32_t part = 0; part < 3; ++part) {
            DataCopy(result[part * P::kStride], state[part * P::kStride], kUnit);
        }
        if constexpr (P::kOldCopyBytes != 0) {
            DataCopy(CopyOf(result), gradient[P::kStride].template ReinterpretCast<Copy>(), kUnit);
        }
        PipeBarrier<PIPE_V>();
    }

    __aicore__ inline LocalTensor<Copy> CopyOf(const LocalTensor<float> &result) const {
        return result[3 * P::kStride].template ReinterpretCast<Copy>();
    }

    GlobalTensor<Gradient> gradient_;
    GlobalTensor<float> master_;
    GlobalTensor<float> m_;
    GlobalTensor<float> v_;
    GlobalTensor<Copy> copy_;
    uint64_t count_ = 0;
    Factors factors_;

    // Two input queues with two buffers each: four live tensors are what a position of 1001 allows.
    TQue<TPosition::VECIN, 1> states_;
    TQue<TPosition::VECIN, 1> gradients_;
    TQue<TPosition::VECOUT, 1> results_;
    TBuf<TPosition::VECCALC> wide_;
};

template <typename Gradient, typename Copy>
__aicore__ inline void Run(const Shard &shard, GM_ADDR control, float lr, Factors factors) {
    if (shard.count == 0) {
        return;
    }
    GlobalTensor<float> numbers;
    numbers.SetGlobalBuffer((__gm__ float *)control, sizeof(ControlBlock) / sizeof(float));
    GlobalTensor<int32_t> words;
    words.SetGlobalBuffer((__gm__ int32_t *)control, sizeof(ControlBlock) / sizeof(int32_t));
    if (words.GetValue(kControlSkip) != 0) {
        return;
    }
    factors.gradient_scale = numbers.GetValue(kControlGradientScale);
    factors.inverse_sqrt_bias_correction2 = numbers.GetValue(kControlInverseSqrtBiasCorrection2);
    factors.step_size = lr * numbers.GetValue(kControlInverseBiasCorrection1);

    TPipe pipe;
    Update<Gradient, Copy> update;
    update.Init(shard, factors);
    update.Process(pipe);
}

}  // namespace adam

// Only 2201 has vector cores of their own, and wants to be told that a kernel needs no others.
#if __NPU_ARCH__ == 2201
#define ADAM_CORES KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY)
#else
#define ADAM_CORES
#endif

#define ADAM_ENTRY(name, Gradient, Copy)                                                                             \
    extern "C" __global__ __aicore__ void name(GM_ADDR gradient, GM_ADDR master, GM_ADDR m, GM_ADDR v, GM_ADDR copy, \
                                               GM_ADDR control, uint64_t count, float lr, float beta1,               \
                                               float one_minus_beta1, float beta2, float one_minus_beta2, float eps, \
                                               float decay, float coupled_decay) {                                   \
        ADAM_CORES;                                                                                                  \
        const adam::Shard shard{gradient, master, m, v, copy, count};                                                \
        const adam::Factors factors{                                                                                 \
            beta1, one_minus_beta1, beta2, one_minus_beta2, eps, decay, coupled_decay, 0, 0, 0};                     \
        adam::Run<Gradient, Copy>(shard, control, lr, factors);                                                      \
    }

ADAM_ENTRY(adam_f32_none, float, adam::NoCopy)
ADAM_ENTRY(adam_f32_f16, float, half)
ADAM_ENTRY(adam_f16_none, half, adam::NoCopy)
ADAM_ENTRY(adam_f16_f16, half, half)
#if __NPU_ARCH__ == 2201
ADAM_ENTRY(adam_f32_bf16, float, bfloat16_t)
ADAM_ENTRY(adam_f16_bf16, half, bfloat16_t)
ADAM_ENTRY(adam_bf16_none, bfloat16_t, adam::NoCopy)
ADAM_ENTRY(adam_bf16_f16, bfloat16_t, half)
ADAM_ENTRY(adam_bf16_bf16, bfloat16_t, bfloat16_t)
#endif
