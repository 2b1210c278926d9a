// The tiles of one block: load, update, store. README.md beside this file says why each barrier is there.
#ifndef ASCEND_NPU_ADAM_UPDATE_H
#define ASCEND_NPU_ADAM_UPDATE_H

#include "plan.h"
#include "rounding.h"

namespace adam {

using AscendC::GlobalTensor;
using AscendC::RoundMode;

struct Shard {
    GM_ADDR gradient;
    GM_ADDR master;
    GM_ADDR m;
    GM_ADDR v;
    GM_ADDR maxV;
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
    bool stochastic;
    uint64_t seed;
    // From the control block:
    float gradient_scale;
    float inverse_sqrt_bias_correction2;
    float step_size;  // lr / bias correction 1
    uint64_t step;
};

template <class P>
class Update {
    using Gradient = typename P::Gradient;
    using Copy = typename P::Copy;
    using State = typename P::State;
    static constexpr uint32_t kStride = P::kStride;

  public:
    __aicore__ inline void Init(const Shard &shard, const Factors &factors) {
        cut_ = common::Cut(shard.count, P::kTile);
        factors_ = factors;
        gradient_.SetGlobalBuffer((__gm__ Gradient *)shard.gradient, cut_.Extent());
        master_.SetGlobalBuffer((__gm__ float *)shard.master, cut_.Extent());
        moments_[0].SetGlobalBuffer((__gm__ State *)shard.m, cut_.Extent());
        moments_[1].SetGlobalBuffer((__gm__ State *)shard.v, cut_.Extent());
        if constexpr (P::kMaximum) {
            moments_[2].SetGlobalBuffer((__gm__ State *)shard.maxV, cut_.Extent());
        }
        if constexpr (P::kHasCopy) {
            copy_.SetGlobalBuffer((__gm__ Copy *)shard.copy, cut_.Extent());
        }
    }

    __aicore__ inline void Process(AscendC::TPipe &pipe) {
        const common::Range mine = common::PartsOfBlock(cut_.Tiles());
        if (mine.first == mine.last) {
            return;
        }
        pipe.InitBuffer(states_, common::kBuffers, kStride * P::kInBytes);
        pipe.InitBuffer(gradients_, common::kBuffers, kStride * sizeof(Gradient) + P::kOldCopyBytes);
        pipe.InitBuffer(results_, common::kBuffers, kStride * P::kOutBytes);
        if constexpr (P::kTempBytes != 0) {
            pipe.InitBuffer(wide_, kStride * P::kTempBytes);
        }
        if constexpr (P::kSeriesBytes != 0) {
            pipe.InitBuffer(series_, P::kSeriesBytes);
            if (factors_.stochastic) {
                const LocalTensor<float> series = series_.template Get<float>();
                for (uint32_t i = 0; i < P::kSeries; ++i) {
                    series.SetValue(i, static_cast<float>(static_cast<int32_t>(i)));
                }
                common::Sync<AscendC::HardEvent::S_V>();
            }
        }
        for (uint64_t tile = mine.first; tile < mine.last; ++tile) {
            const uint64_t start = cut_.Start(tile);
            const uint32_t length = cut_.Length(tile);
            CopyIn(start, length);
            Compute(tile, cut_.Lanes(length));
            CopyOut(start, length);
        }
    }

  private:
    // A part of a queue's tensor, `byte` bytes from its start.
    template <typename T>
    __aicore__ inline static LocalTensor<T> Part(const LocalTensor<uint8_t> &tensor, uint32_t byte) {
        return tensor[byte].template ReinterpretCast<T>();
    }

    __aicore__ inline void CopyIn(uint64_t start, uint32_t length) {
        LocalTensor<uint8_t> gradient = gradients_.template AllocTensor<uint8_t>();
        cut_.Load(Part<Gradient>(gradient, 0), gradient_, start, length);
        if constexpr (P::kOldCopyBytes != 0) {
            if (cut_.Tiny()) {
                DataCopy(Part<Copy>(gradient, kStride * sizeof(Gradient)), copy_, common::kUnit);
            }
        }
        gradients_.EnQue(gradient);

        LocalTensor<uint8_t> state = states_.template AllocTensor<uint8_t>();
        cut_.Load(Part<float>(state, 0), master_, start, length);
        for (uint32_t i = 0; i < P::kMoments; ++i) {
            cut_.Load(Part<State>(state, P::MomentAt(i)), moments_[i], start, length);
        }
        states_.EnQue(state);
    }

    __aicore__ inline void Compute(uint64_t tile, int32_t lanes) {
        LocalTensor<uint8_t> gradient = gradients_.template DeQue<uint8_t>();
        LocalTensor<uint8_t> state = states_.template DeQue<uint8_t>();
        LocalTensor<uint8_t> result = results_.template AllocTensor<uint8_t>();
        if (cut_.Tiny()) {
            KeepNeighbours(result, state, gradient);
        }
        const LocalTensor<float> oldW = Part<float>(state, 0), w = Part<float>(result, 0);
        const LocalTensor<float> g = Widen(gradient, state, result, lanes);
        Muls(g, g, factors_.gradient_scale, lanes);
        if (factors_.coupled_decay != 0.0f) {
            AscendC::PipeBarrier<PIPE_V>();
            Axpy(g, oldW, factors_.coupled_decay, lanes);
        }

        const LocalTensor<float> m = Moment(result, 0), v = Moment(result, 1);
        Muls(m, OldMoment(state, result, 0), factors_.beta1, lanes);
        Muls(v, OldMoment(state, result, 1), factors_.beta2, lanes);
        Muls(w, oldW, factors_.decay, lanes);
        AscendC::PipeBarrier<PIPE_V>();
        Axpy(m, g, factors_.one_minus_beta1, lanes);
        AscendC::PipeBarrier<PIPE_V>();
        Mul(g, g, g, lanes);
        AscendC::PipeBarrier<PIPE_V>();
        Axpy(v, g, factors_.one_minus_beta2, lanes);
        AscendC::PipeBarrier<PIPE_V>();

        // The gradient is the scratch of the update once both moments have it.
        if constexpr (P::kMaximum) {
            const LocalTensor<float> maximum = Moment(result, 2);
            Max(maximum, OldMoment(state, result, 2), v, lanes);
            AscendC::PipeBarrier<PIPE_V>();
            Sqrt(g, maximum, lanes);
        } else {
            Sqrt(g, v, lanes);
        }
        AscendC::PipeBarrier<PIPE_V>();
        Muls(g, g, factors_.inverse_sqrt_bias_correction2, lanes);
        AscendC::PipeBarrier<PIPE_V>();
        Adds(g, g, factors_.eps, lanes);
        AscendC::PipeBarrier<PIPE_V>();
        Div(g, m, g, lanes);
        AscendC::PipeBarrier<PIPE_V>();
        Axpy(w, g, -factors_.step_size, lanes);
        if constexpr (P::kRounds) {
            Narrow(state, result, g, tile, lanes);
        }
        if constexpr ((P::kWidensGradient && !P::kHasCopy) || P::kWidensState) {
            // The next tile overwrites temporaries that this one may still read.
            AscendC::PipeBarrier<PIPE_V>();
        }

        gradients_.FreeTensor(gradient);
        states_.FreeTensor(state);
        results_.EnQue(result);
    }

    __aicore__ inline void CopyOut(uint64_t start, uint32_t length) {
        LocalTensor<uint8_t> result = results_.template DeQue<uint8_t>();
        cut_.Store(master_, Part<float>(result, 0), start, length);
        for (uint32_t i = 0; i < P::kMoments; ++i) {
            cut_.Store(moments_[i], Part<State>(result, P::MomentAt(i)), start, length);
        }
        if constexpr (P::kHasCopy) {
            cut_.Store(copy_, Part<Copy>(result, P::kCopyAt), start, length);
        }
        results_.FreeTensor(result);
    }

    // The gradient in fp32. Old moments that are not are widened beside.
    __aicore__ inline LocalTensor<float> Widen(const LocalTensor<uint8_t> &gradient,
                                               [[maybe_unused]] const LocalTensor<uint8_t> &state,
                                               [[maybe_unused]] const LocalTensor<uint8_t> &result, int32_t lanes) {
        LocalTensor<float> wide;
        if constexpr (P::kWidensGradient) {
            wide = wide_.template Get<float>();
            Cast(wide, Part<Gradient>(gradient, 0), RoundMode::CAST_NONE, lanes);
        } else {
            wide = Part<float>(gradient, 0);
        }
        if constexpr (P::kWidensState) {
            for (uint32_t i = 0; i < P::kMoments; ++i) {
                Cast(Moment(result, i), Part<State>(state, P::MomentAt(i)), RoundMode::CAST_NONE, lanes);
            }
        }
        if constexpr (P::kWidensGradient) {
            AscendC::PipeBarrier<PIPE_V>();
        } else if constexpr (P::kWidensState) {
            // Coupled decay has a barrier of its own before the moments are touched.
            if (factors_.coupled_decay == 0.0f) {
                AscendC::PipeBarrier<PIPE_V>();
            }
        }
        return wide;
    }

    // A new moment in fp32: the result itself, or what is to be rounded to it.
    __aicore__ inline LocalTensor<float> Moment(const LocalTensor<uint8_t> &result, uint32_t moment) {
        if constexpr (P::kWidensState) {
            return wide_.template Get<float>()[kStride * (moment + (P::kWidensGradient ? 1 : 0))];
        } else {
            return Part<float>(result, P::MomentAt(moment));
        }
    }

    // An old moment in fp32: where it was loaded, or where it was widened to, which is where the new one goes.
    __aicore__ inline LocalTensor<float> OldMoment([[maybe_unused]] const LocalTensor<uint8_t> &state,
                                                   [[maybe_unused]] const LocalTensor<uint8_t> &result,
                                                   uint32_t moment) {
        if constexpr (P::kWidensState) {
            return Moment(result, moment);
        } else {
            return Part<float>(state, P::MomentAt(moment));
        }
    }

    // Rounds what is stored in 16 bits. What the tile was computed from is needed no more, and gives the scratch.
    __aicore__ inline void Narrow([[maybe_unused]] const LocalTensor<uint8_t> &state,
                                  const LocalTensor<uint8_t> &result,
                                  [[maybe_unused]] const LocalTensor<float> &scratch, [[maybe_unused]] uint64_t tile,
                                  int32_t lanes) {
#if __NPU_ARCH__ == 2201
        if (factors_.stochastic) {
            const Philox randoms(factors_.seed, tile, factors_.step);
            const Scratch s{scratch, Part<float>(state, 0), Part<float>(state, P::MomentAt(0)),
                            series_.template Get<float>()};
            if constexpr (P::kHasCopy) {
                RoundStochastically(Part<Copy>(result, P::kCopyAt), Part<float>(result, 0), s, randoms.word[0], lanes);
            }
            if constexpr (P::kWidensState) {
                for (uint32_t i = 0; i < P::kMoments; ++i) {
                    RoundStochastically(Part<State>(result, P::MomentAt(i)), Moment(result, i), s, randoms.word[i + 1],
                                        lanes);
                }
            }
            if constexpr (P::kHasCopy && P::kWidensGradient && !P::kWidensState) {
                // The next tile widens its gradient into the scratch, which the last one may still read.
                AscendC::PipeBarrier<PIPE_V>();
            }
            return;
        }
#endif
        if constexpr (P::kHasCopy) {
            AscendC::PipeBarrier<PIPE_V>();
            Cast(Part<Copy>(result, P::kCopyAt), Part<float>(result, 0), common::kToNearest, lanes);
        }
        if constexpr (P::kWidensState) {
            for (uint32_t i = 0; i < P::kMoments; ++i) {
                Cast(Part<State>(result, P::MomentAt(i)), Moment(result, i), common::kToNearest, lanes);
            }
        }
    }

    // 1001, a shard shorter than a unit: the results start as the old values, and arithmetic replaces the shard's own.
    __aicore__ inline void KeepNeighbours(const LocalTensor<uint8_t> &result, const LocalTensor<uint8_t> &state,
                                          const LocalTensor<uint8_t> &gradient) {
        DataCopy(Part<float>(result, 0), Part<float>(state, 0), common::kUnit);
        for (uint32_t i = 0; i < P::kMoments; ++i) {
            DataCopy(Part<State>(result, P::MomentAt(i)), Part<State>(state, P::MomentAt(i)), common::kUnit);
        }
        if constexpr (P::kOldCopyBytes != 0) {
            DataCopy(Part<Copy>(result, P::kCopyAt), Part<Copy>(gradient, kStride * sizeof(Gradient)), common::kUnit);
        }
        AscendC::PipeBarrier<PIPE_V>();
    }

    GlobalTensor<Gradient> gradient_;
    GlobalTensor<float> master_;
    GlobalTensor<State> moments_[P::kMoments];
    GlobalTensor<Copy> copy_;
    common::Cut cut_;
    Factors factors_;

    // Two input queues with two buffers each: four live tensors are what a position of 1001 allows.
    AscendC::TQue<AscendC::TPosition::VECIN, 1> states_;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> gradients_;
    AscendC::TQue<AscendC::TPosition::VECOUT, 1> results_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> wide_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> series_;
};

}  // namespace adam

#endif
