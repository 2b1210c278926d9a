// The first pass of `stats`: reads the gradients once, and leaves what it finds in the workspace, chunk by chunk.
#ifndef ASCEND_NPU_STATS_PASS_H
#define ASCEND_NPU_STATS_PASS_H

#include "partial.h"

namespace stats {

using AscendC::GlobalTensor;
using AscendC::HardEvent;
using AscendC::LocalTensor;
using common::Sync;

struct Arguments {
    GM_ADDR gradient;
    GM_ADDR ends;
    GM_ADDR workspace;
    uint64_t count;
    uint64_t segments;
};

// A gradient by its bits, for the few that the scalar unit looks at.
template <typename G>
struct Scalar;
template <>
struct Scalar<float> {
    using Bits = uint32_t;
    __aicore__ inline static float Value(uint32_t bits) { return common::FloatOf(bits); }
};
template <>
struct Scalar<half> {
    using Bits = uint16_t;
    __aicore__ inline static float Value(uint32_t bits) {
        const uint32_t sign = (bits & 0x8000u) << 16;
        const uint32_t exponent = (bits >> 10) & 0x1fu;
        const uint32_t fraction = bits & 0x3ffu;
        if (exponent == 0) {
            const float value = static_cast<float>(static_cast<int32_t>(fraction)) * common::PowerOfTwo(-24);
            return sign == 0 ? value : -value;
        }
        return common::FloatOf(sign | (exponent == 31 ? common::kInfinity : (exponent + 112) << 23) | fraction << 13);
    }
};
#if __NPU_ARCH__ == 2201
template <>
struct Scalar<bfloat16_t> {
    using Bits = uint16_t;
    __aicore__ inline static float Value(uint32_t bits) { return common::FloatOf(bits << 16); }
};
#endif

// The segments of the shard, one after the other, and the largest value of the piece that is being looked at.
class Segments {
  public:
    __aicore__ inline void Init(GM_ADDR ends, uint64_t count) {
        count_ = count;
        ends_.SetGlobalBuffer((__gm__ uint64_t *)ends, count);
    }

    // Goes to the segment that holds an element.
    __aicore__ inline void Seek(uint64_t element) {
        uint64_t low = 0, high = count_;
        while (low < high) {
            const uint64_t middle = low + (high - low) / 2;
            if (ends_.GetValue(middle) > element) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Enter(low);
    }

    // Goes to the next segment that has elements.
    __aicore__ inline void Next() {
        const uint64_t past = end_;
        uint64_t next = number_ + 1;
        while (next < count_ && ends_.GetValue(next) <= past) {
            ++next;
        }
        Enter(next);
    }

    __aicore__ inline bool InOne() const { return number_ < count_; }
    __aicore__ inline uint64_t Number() const { return number_; }
    __aicore__ inline uint64_t End() const { return end_; }

  private:
    __aicore__ inline void Enter(uint64_t number) {
        number_ = number;
        end_ = number < count_ ? ends_.GetValue(number) : ~uint64_t{0};
    }

    GlobalTensor<uint64_t> ends_;
    uint64_t count_ = 0;
    uint64_t number_ = 0;
    uint64_t end_ = ~uint64_t{0};
};

// Slots on their way to the workspace: neighbours go together.
class Slots {
  public:
    static constexpr uint32_t kSlots = 128;

    __aicore__ inline void Init(AscendC::TPipe &pipe, GM_ADDR workspace) {
        pipe.InitBuffer(buffer_, kSlots * kSlotWords * sizeof(float));
        workspace_.SetGlobalBuffer((__gm__ float *)workspace);
    }

    __aicore__ inline void PutPiece(uint64_t word, float largest) { Make(word).SetValue(0, largest); }

    __aicore__ inline void PutChunk(uint64_t word, const Partial &partial) {
        const LocalTensor<float> slot = Make(word);
        const LocalTensor<int32_t> words = slot.ReinterpretCast<int32_t>();
        words.SetValue(kSlotNonFinite, partial.nonFinite ? 1 : 0);
        words.SetValue(kSlotExponent, partial.squares.exponent);
        slot.SetValue(kSlotSum, partial.squares.sum);
        slot.SetValue(kSlotRest, partial.squares.rest);
        slot.SetValue(kSlotLargest, partial.largest);
    }

    __aicore__ inline void Flush() {
        if (held_ == 0) {
            return;
        }
        Sync<HardEvent::S_MTE3>();
        AscendC::DataCopy(workspace_[first_], buffer_.Get<float>(), held_ * kSlotWords);
        Sync<HardEvent::MTE3_S>();
        held_ = 0;
    }

  private:
    // An empty slot for this place of the workspace.
    __aicore__ inline LocalTensor<float> Make(uint64_t word) {
        if (held_ == kSlots || (held_ != 0 && word != first_ + held_ * kSlotWords)) {
            Flush();
        }
        if (held_ == 0) {
            first_ = word;
        }
        const LocalTensor<float> slot = buffer_.Get<float>()[held_ * kSlotWords];
        ++held_;
        for (uint32_t i = 0; i < kSlotWords; ++i) {
            slot.SetValue(i, 0.0f);
        }
        return slot;
    }

    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer_;
    GlobalTensor<float> workspace_;
    uint64_t first_ = 0;
    uint32_t held_ = 0;
};

template <typename G>
class Pass {
  public:
    static constexpr bool kWidens = !common::IsFloat<G>::value;
    static constexpr uint32_t kBlock = 8;  // fp32 elements of 32 bytes

    __aicore__ inline void Run(const Arguments &arguments) {
        const Chunks chunks(arguments.count);
        const common::Range mine = common::PartsOfBlock(chunks.chunks);
        if (mine.first == mine.last) {
            return;
        }
        gradient_.SetGlobalBuffer((__gm__ G *)arguments.gradient, arguments.count);
        bits_.SetGlobalBuffer((__gm__ typename Scalar<G>::Bits *)arguments.gradient, arguments.count);
        segments_.Init(arguments.ends, arguments.segments);
        AscendC::TPipe pipe;
        pipe.InitBuffer(in_, common::kBuffers, kTile * sizeof(G));
        pipe.InitBuffer(work_, kTile * sizeof(float));
        if constexpr (kWidens) {
            pipe.InitBuffer(wide_, kTile * sizeof(float));
        }
        slots_.Init(pipe, arguments.workspace);
        for (uint64_t chunk = mine.first; chunk < mine.last; ++chunk) {
            RunChunk(chunks, chunk);
        }
    }

  private:
    __aicore__ inline void RunChunk(const Chunks &chunks, uint64_t chunk) {
        const uint64_t start = chunks.Start(chunk), end = chunks.End(chunk);
        const uint64_t bodyEnd = end < chunks.body ? end : chunks.body;
        partial_ = Partial();
        piece_ = 0;
        open_ = false;
        chunk_ = chunk;
        segments_.Seek(start);
        // The next tile is loaded before this one is looked at, so that the copy runs meanwhile.
        if (start < bodyEnd) {
            Load(start, bodyEnd);
        }
        for (uint64_t at = start; at < bodyEnd; at += kTile) {
            if (at + kTile < bodyEnd) {
                Load(at + kTile, bodyEnd);
            }
            RunTile(at, bodyEnd - at < kTile ? static_cast<uint32_t>(bodyEnd - at) : kTile);
        }
        if (bodyEnd < end) {
            RunTail(bodyEnd, end);
        }
        if (open_) {
            // The segment goes on in the next chunk.
            slots_.PutPiece(PieceSlot(chunk, segments_.Number()), piece_);
        }
        slots_.Flush();
        slots_.PutChunk(ChunkSlot(chunk), partial_);
        slots_.Flush();
    }

    __aicore__ inline void Load(uint64_t at, uint64_t end) {
        const uint32_t length = end - at < kTile ? static_cast<uint32_t>(end - at) : kTile;
        LocalTensor<G> in = in_.template AllocTensor<G>();
        AscendC::DataCopy(in, gradient_[at], length);
        in_.EnQue(in);
    }

    __aicore__ inline void RunTile(uint64_t at, uint32_t length) {
        LocalTensor<G> in = in_.template DeQue<G>();
        const LocalTensor<float> work = work_.template Get<float>();
        LocalTensor<float> gradient;
        if constexpr (kWidens) {
            gradient = wide_.template Get<float>();
            Cast(gradient, in, AscendC::RoundMode::CAST_NONE, static_cast<int32_t>(length));
            AscendC::PipeBarrier<PIPE_V>();
        } else {
            gradient = in;
        }
        Abs(work, gradient, static_cast<int32_t>(length));
        AscendC::PipeBarrier<PIPE_V>();
        const float largest = LargestOfTile(work, at, length);
        // The scalar unit has read the absolute values before the vector unit overwrites them.
        Sync<HardEvent::S_V>();

        // Squares of numbers below 4: they neither overflow nor vanish. The scale is a power of two and changes no
        // digit.
        const int32_t exponent = ScaleOf(largest);
        Muls(work, gradient, common::PowerOfTwo(-exponent), static_cast<int32_t>(length));
        AscendC::PipeBarrier<PIPE_V>();
        Mul(work, work, work, static_cast<int32_t>(length));
        if (length < kTile) {
            Duplicate(work[length], 0.0f, static_cast<int32_t>(kTile - length));
        }
        for (uint32_t half = kTile / 2; half >= kBlock; half /= 2) {
            AscendC::PipeBarrier<PIPE_V>();
            Add(work, work, work[half], static_cast<int32_t>(half));
        }
        in_.FreeTensor(in);
        Sync<HardEvent::V_S>();
        float lane[kBlock];
        for (uint32_t i = 0; i < kBlock; ++i) {
            lane[i] = work.GetValue(i);
        }
        Sync<HardEvent::S_V>();
        const float sum = ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
        Note(largest, Squares{exponent, sum, 0.0f});
    }

    // The last elements, one by one. They are read through the scalar cache, which needs no alignment.
    __aicore__ inline void RunTail(uint64_t at, uint64_t end) {
        float value[common::kUnit];
        float largest = 0;
        const uint32_t length = static_cast<uint32_t>(end - at);
        for (uint32_t i = 0; i < length; ++i) {
            value[i] = Scalar<G>::Value(bits_.GetValue(at + i));
            const float size = common::FloatOf(common::BitsOf(value[i]) & 0x7fffffffu);
            largest = Larger(largest, size);
            NotePiece(size);
            if (at + i + 1 == segments_.End()) {
                EndPiece();
            }
        }
        const int32_t exponent = ScaleOf(largest);
        const float scale = common::PowerOfTwo(-exponent);
        float sum = 0;
        for (uint32_t i = 0; i < length; ++i) {
            const float scaled = value[i] * scale;
            const float square = scaled * scaled;
            sum = sum + square;
        }
        Note(largest, Squares{exponent, sum, 0.0f});
    }

    // A sum that is infinite or not a number comes from an element that is: the squares of all others are below 16. It
    // does not matter what the vector unit's maximum makes of a NaN, because the sum keeps it.
    __aicore__ inline void Note(float largest, const Squares &squares) {
        if (!common::IsFinite(largest) || !common::IsFinite(squares.sum)) {
            partial_.nonFinite = true;
            partial_.largest = common::FloatOf(common::kInfinity);
            return;
        }
        partial_.largest = Larger(partial_.largest, largest);
        partial_.squares.Add(squares);
    }

    // The larger one; a NaN is larger than everything. As bits, because that is how they compare.
    __aicore__ inline static float Larger(float a, float b) { return common::BitsOf(a) < common::BitsOf(b) ? b : a; }

    // What to divide by before squaring: 2^126 at most, so that the factor is a normal number.
    __aicore__ inline static int32_t ScaleOf(float largest) {
        const int32_t exponent = common::ExponentOf(largest);
        return exponent > 126 ? 126 : exponent;
    }

    // Piece by piece, and the largest of all.
    __aicore__ inline float LargestOfTile(const LocalTensor<float> &sizes, uint64_t at, uint32_t length) {
        float largest = 0;
        uint32_t from = 0;
        while (from < length) {
            const uint64_t left = segments_.End() - at;
            const uint32_t to = left < length ? static_cast<uint32_t>(left) : length;
            const float size = LargestOf(sizes, from, to);
            largest = Larger(largest, size);
            NotePiece(size);
            if (to == left) {
                EndPiece();
            }
            from = to;
        }
        return largest;
    }

    __aicore__ inline void NotePiece(float size) {
        piece_ = Larger(piece_, size);
        open_ = segments_.InOne();
    }

    __aicore__ inline void EndPiece() {
        slots_.PutPiece(PieceSlot(chunk_, segments_.Number()), piece_);
        piece_ = 0;
        open_ = false;
        segments_.Next();
    }

    // The largest of `from` to before `to`: whole blocks fold onto their first, the lanes beside are read one by one.
    __aicore__ inline float LargestOf(const LocalTensor<float> &sizes, uint32_t from, uint32_t to) {
        const uint32_t first = (from + kBlock - 1) / kBlock * kBlock;
        const uint32_t last = to / kBlock * kBlock;
        if (first < last) {
            for (uint32_t blocks = (last - first) / kBlock; blocks > 1;) {
                const uint32_t kept = (blocks + 1) / 2;
                Max(sizes[first], sizes[first], sizes[first + kept * kBlock],
                    static_cast<int32_t>((blocks - kept) * kBlock));
                AscendC::PipeBarrier<PIPE_V>();
                blocks = kept;
            }
        }
        Sync<HardEvent::V_S>();
        float largest = 0;
        for (uint32_t i = from; i < to; ++i) {
            if (i >= first + kBlock && i < last) {
                i = last;  // folded
                if (i >= to) {
                    break;
                }
            }
            largest = Larger(largest, sizes.GetValue(i));
        }
        return largest;
    }

    GlobalTensor<G> gradient_;
    GlobalTensor<typename Scalar<G>::Bits> bits_;
    Segments segments_;
    Slots slots_;
    Partial partial_;
    float piece_ = 0;    // the largest of the piece so far
    bool open_ = false;  // whether it has elements
    uint64_t chunk_ = 0;
    AscendC::TQue<AscendC::TPosition::VECIN, common::kBuffers> in_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> work_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> wide_;
};

}  // namespace stats

#endif
