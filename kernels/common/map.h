// The frame of a kernel whose results are functions of the elements in the same place: target[i] = f(source[i],
// target[i]).
//
// `Op` says what f is:
//
//     using Source, Target        element types; Source is common::None where nothing is read from one
//     kReadsTarget                whether f looks at the old target
//     kTemps                      fp32 arrays that it needs beside
//     Compute(target, source, old, temp, lanes)
//                                 the arithmetic of a tile; one array is the most that a kernel needs so far
//
// Source and target may be the same memory: a tile is loaded before it is stored, and no tile is loaded by two blocks.
#ifndef ASCEND_NPU_COMMON_MAP_H
#define ASCEND_NPU_COMMON_MAP_H

#include "tiles.h"

namespace common {

template <class Op>
class Map {
  public:
    using Source = typename Held<typename Op::Source>::Type;
    using Target = typename Op::Target;

    // Bytes of the unified buffer.
    static constexpr uint32_t kSourceBytes = ElementBytes<typename Op::Source>::value;
    static constexpr uint32_t kInBytes = kSourceBytes + (Op::kReadsTarget ? sizeof(Target) : 0);
    static constexpr uint32_t kElementBytes =
        kBuffers * (kInBytes + sizeof(Target)) + Op::kTemps * static_cast<uint32_t>(sizeof(float));
    // On 1001 the old target of a tiny shard is loaded whether f looks at it or not.
    static constexpr uint32_t kTinyBytes = kExactCopies || Op::kReadsTarget ? 0 : kUnit * sizeof(Target);
    static constexpr uint32_t kTile = LargestTile(kElementBytes, kBuffers *kTinyBytes);
    static constexpr uint32_t kStride = kTile + kUnit;  // a tile and the longest tail

    static_assert(kStride * kElementBytes + kBuffers * kTinyBytes <= kUnifiedBuffer, "the plan fits");

    __aicore__ inline void Run(const Op &op, GM_ADDR target, GM_ADDR source, uint64_t count) {
        if (count == 0) {
            return;
        }
        cut_ = Cut(count, kTile);
        const Range mine = PartsOfBlock(cut_.Tiles());
        if (mine.first == mine.last) {
            return;
        }
        target_.SetGlobalBuffer((__gm__ Target *)target, cut_.Extent());
        if constexpr (kSourceBytes != 0) {
            source_.SetGlobalBuffer((__gm__ Source *)source, cut_.Extent());
        }
        AscendC::TPipe pipe;
        if (Loads()) {
            pipe.InitBuffer(in_, kBuffers, kStride * kInBytes + kTinyBytes);
        }
        pipe.InitBuffer(out_, kBuffers, kStride * sizeof(Target));
        if constexpr (Op::kTemps != 0) {
            pipe.InitBuffer(temp_, Op::kTemps * kStride * sizeof(float));
        }
        for (uint64_t tile = mine.first; tile < mine.last; ++tile) {
            const uint64_t start = cut_.Start(tile);
            const uint32_t length = cut_.Length(tile);
            if (Loads()) {
                CopyIn(start, length);
            }
            Compute(op, cut_.Lanes(length));
            CopyOut(start, length);
        }
    }

  private:
    __aicore__ inline bool Loads() const { return kInBytes != 0 || cut_.Tiny(); }
    __aicore__ inline bool LoadsTarget() const { return Op::kReadsTarget || cut_.Tiny(); }

    // The old target lies behind the source.
    __aicore__ inline AscendC::LocalTensor<Target> OldOf(const AscendC::LocalTensor<uint8_t> &in) const {
        return in[kStride * kSourceBytes].template ReinterpretCast<Target>();
    }

    __aicore__ inline void CopyIn(uint64_t start, uint32_t length) {
        AscendC::LocalTensor<uint8_t> in = in_.template AllocTensor<uint8_t>();
        if constexpr (kSourceBytes != 0) {
            cut_.Load(in.template ReinterpretCast<Source>(), source_, start, length);
        }
        if (LoadsTarget()) {
            cut_.Load(OldOf(in), target_, start, length);
        }
        in_.EnQue(in);
    }

    __aicore__ inline void Compute(const Op &op, int32_t lanes) {
        AscendC::LocalTensor<uint8_t> in;
        AscendC::LocalTensor<Target> old;
        AscendC::LocalTensor<Source> source;
        if (Loads()) {
            in = in_.template DeQue<uint8_t>();
            if (LoadsTarget()) {
                old = OldOf(in);
            }
            if constexpr (kSourceBytes != 0) {
                source = in.template ReinterpretCast<Source>();
            }
        }
        AscendC::LocalTensor<Target> out = out_.template AllocTensor<Target>();
        if (cut_.Tiny()) {
            // What lies behind the shard is stored as it was.
            AscendC::DataCopy(out, old, kUnit);
            AscendC::PipeBarrier<PIPE_V>();
        }
        AscendC::LocalTensor<float> temp;
        if constexpr (Op::kTemps != 0) {
            temp = temp_.template Get<float>();
        }
        op.Compute(out, source, old, temp, lanes);
        if constexpr (Op::kTemps != 0) {
            // The next tile overwrites the temporaries, which this one may still read.
            AscendC::PipeBarrier<PIPE_V>();
        }
        if (Loads()) {
            in_.FreeTensor(in);
        }
        out_.EnQue(out);
    }

    __aicore__ inline void CopyOut(uint64_t start, uint32_t length) {
        AscendC::LocalTensor<Target> out = out_.template DeQue<Target>();
        cut_.Store(target_, out, start, length);
        out_.FreeTensor(out);
    }

    AscendC::GlobalTensor<Target> target_;
    AscendC::GlobalTensor<Source> source_;
    Cut cut_;
    // One queue each way with two buffers: two live tensors a position, of the four that 1001 allows.
    AscendC::TQue<AscendC::TPosition::VECIN, 1> in_;
    AscendC::TQue<AscendC::TPosition::VECOUT, 1> out_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> temp_;
};

}  // namespace common

#endif
