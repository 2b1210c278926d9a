// The second pass of `stats`: one block puts the chunks together, in their order.
#ifndef ASCEND_NPU_STATS_COMBINE_H
#define ASCEND_NPU_STATS_COMBINE_H

#include "partial.h"
#include "stats_block.h"

namespace stats {

class Combine {
  public:
    static constexpr uint32_t kWindow = 256;  // slots, or segments, that are in the unified buffer at a time

    __aicore__ inline void Run(GM_ADDR result, GM_ADDR largest, GM_ADDR workspace, GM_ADDR ends, uint64_t segments,
                               uint64_t count, GM_ADDR overflow) {
        if (AscendC::GetBlockIdx() != 0) {
            return;
        }
        const Chunks chunks(count);
        workspace_.SetGlobalBuffer((__gm__ float *)workspace);
        AscendC::TPipe pipe;
        pipe.InitBuffer(window_, kWindow * kSlotWords * sizeof(float));
        pipe.InitBuffer(out_, kWindow * sizeof(float));

        Partial all;
        for (uint64_t chunk = 0; chunk < chunks.chunks; ++chunk) {
            Add(all, Slot(ChunkSlot(chunk), ChunkSlot(chunks.chunks)));
        }
        if (overflow != nullptr) {
            // The status that the device wrote: 64 bytes, not all 0 after an overflow.
            GlobalTensor<int32_t> status;
            status.SetGlobalBuffer((__gm__ int32_t *)overflow, kStatsWords);
            for (uint32_t word = 0; word < kStatsWords; ++word) {
                all.nonFinite = all.nonFinite || status.GetValue(word) != 0;
            }
        }
        WriteBlock(result, all);
        if (segments != 0) {
            RunSegments(chunks, largest, ends, segments);
        }
    }

  private:
    template <typename T>
    using GlobalTensor = AscendC::GlobalTensor<T>;
    template <typename T>
    using LocalTensor = AscendC::LocalTensor<T>;

    // A slot of the workspace, which is read window by window up to `end`. Slots are asked for in their order.
    __aicore__ inline LocalTensor<float> Slot(uint64_t word, uint64_t end) {
        if (word < windowStart_ || word >= windowEnd_) {
            const uint64_t most = kWindow * kSlotWords;
            const uint32_t words = static_cast<uint32_t>(end - word < most ? end - word : most);
            // The scalar unit has read the last window.
            common::Sync<AscendC::HardEvent::S_MTE2>();
            AscendC::DataCopy(window_.Get<float>(), workspace_[word], words);
            common::Sync<AscendC::HardEvent::MTE2_S>();
            windowStart_ = word;
            windowEnd_ = word + words;
        }
        return window_.Get<float>()[static_cast<uint32_t>(word - windowStart_)];
    }

    __aicore__ inline static void Add(Partial &all, const LocalTensor<float> &slot) {
        const LocalTensor<int32_t> words = slot.ReinterpretCast<int32_t>();
        all.nonFinite = all.nonFinite || words.GetValue(kSlotNonFinite) != 0;
        all.squares.Add(Squares{words.GetValue(kSlotExponent), slot.GetValue(kSlotSum), slot.GetValue(kSlotRest)});
        const float largest = slot.GetValue(kSlotLargest);
        all.largest = largest > all.largest ? largest : all.largest;
    }

    __aicore__ inline void WriteBlock(GM_ADDR result, const Partial &all) {
        const LocalTensor<float> out = out_.Get<float>();
        const LocalTensor<int32_t> words = out_.Get<int32_t>();
        for (uint32_t i = 0; i < kStatsWords; ++i) {
            words.SetValue(i, 0);
        }
        words.SetValue(kStatsNonFinite, all.nonFinite ? 1 : 0);
        words.SetValue(kStatsExponent, all.squares.exponent);
        out.SetValue(kStatsSum, all.squares.sum);
        out.SetValue(kStatsSumRest, all.squares.rest);
        out.SetValue(kStatsLargest, all.largest);
        out.SetValue(kStatsSquares, all.squares.InOne());
        GlobalTensor<float> block;
        block.SetGlobalBuffer((__gm__ float *)result, kStatsWords);
        Store(block, kStatsWords);
    }

    __aicore__ inline void RunSegments(const Chunks &chunks, GM_ADDR largest, GM_ADDR ends, uint64_t segments) {
        GlobalTensor<float> result;
        result.SetGlobalBuffer((__gm__ float *)largest);
        GlobalTensor<uint64_t> table;
        table.SetGlobalBuffer((__gm__ uint64_t *)ends, segments);
        const LocalTensor<float> out = out_.Get<float>();
        const uint64_t end = PieceSlot(chunks.chunks - 1, segments - 1) + kSlotWords;
        uint64_t start = 0;
        for (uint64_t base = 0; base < segments; base += kWindow) {
            const uint32_t some = static_cast<uint32_t>(segments - base < kWindow ? segments - base : kWindow);
            for (uint32_t i = 0; i < some; ++i) {
                const uint64_t past = table.GetValue(base + i);
                float size = 0;
                if (past > start) {
                    const uint64_t last = chunks.Of(past - 1);
                    for (uint64_t chunk = chunks.Of(start); chunk <= last; ++chunk) {
                        const float piece = Slot(PieceSlot(chunk, base + i), end).GetValue(0);
                        size = common::BitsOf(size) < common::BitsOf(piece) ? piece : size;
                    }
                    start = past;
                }
                out.SetValue(i, size);
            }
            // Whole blocks: what is behind the last segment is written as 0.
            uint32_t words = some;
            for (; words % kSlotWords != 0; ++words) {
                out.SetValue(words, 0.0f);
            }
            Store(result[base], words);
        }
    }

    __aicore__ inline void Store(const GlobalTensor<float> &target, uint32_t words) {
        common::Sync<AscendC::HardEvent::S_MTE3>();
        AscendC::DataCopy(target, out_.Get<float>(), words);
        common::Sync<AscendC::HardEvent::MTE3_S>();
    }

    GlobalTensor<float> workspace_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> window_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> out_;
    uint64_t windowStart_ = 0;
    uint64_t windowEnd_ = 0;
};

}  // namespace stats

#endif
