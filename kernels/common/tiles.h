// How a shard is cut into tiles, and how a tile gets into the unified buffer and out of it.
//
// A shard may start at any element and have any length, and nothing outside it may change. It is cut in units of 16
// elements, the smallest run that is whole 32-byte blocks in every type; a tile is many units, and the last tile has at
// least one unit and up to 15 elements more.
// - 2201 copies exact bytes, so nothing else is needed.
// - 1001 copies whole blocks only. The last elements are loaded once more as the unit that ends at the shard's end,
//   behind the tile's whole units. Elements in both places are computed twice from the same old values, because all
//   loads of a tile come before its stores, and the same bits are stored twice: nothing is updated twice.
// - 1001, a shard of fewer than 16 elements ("tiny"): there is no unit to shift back. The unit that starts at the shard
//   is loaded, only the shard's elements are computed, and the rest of the unit is stored as it was loaded. This writes
//   up to 60 bytes past the shard with the values they had: nothing else may write there during the launch. Shards of a
//   layout are padded well above this length; the case exists for correctness.
#ifndef ASCEND_NPU_COMMON_TILES_H
#define ASCEND_NPU_COMMON_TILES_H

#include "architecture.h"

namespace common {

constexpr uint32_t kUnit = 16;    // elements
constexpr uint32_t kRepeat = 64;  // fp32 elements that one vector repeat covers: tiles are multiples of it
constexpr uint32_t kBuffers = 2;  // of each queue, so that copies and arithmetic of neighbouring tiles overlap

// The largest tile of a kernel that needs so many bytes of the unified buffer an element, for the tile and the longest
// tail, and so many beside.
__aicore__ constexpr uint32_t LargestTile(uint32_t elementBytes, uint32_t otherBytes) {
    return ((kUnifiedBuffer - otherBytes) / elementBytes - kUnit) / kRepeat * kRepeat;
}

// A part of a sequence: from `first` to before `last`.
struct Range {
    uint64_t first;
    uint64_t last;
};

// What this block gets of `parts` parts: contiguous runs, the first `parts % blocks` blocks one part more.
__aicore__ inline Range PartsOfBlock(uint64_t parts) {
    const uint64_t blocks = AscendC::GetBlockNum();
    const uint64_t block = AscendC::GetBlockIdx();
    const uint64_t share = parts / blocks;
    const uint64_t longer = parts % blocks;
    const uint64_t first = block * share + (block < longer ? block : longer);
    return {first, first + share + (block < longer ? 1 : 0)};
}

// A shard of `count` elements, at least one, in tiles of `tile`.
class Cut {
  public:
    __aicore__ inline Cut() = default;
    __aicore__ inline Cut(uint64_t count, uint32_t tile) : count_(count), tile_(tile) {
        const uint64_t units = count / kUnit;
        const uint64_t tileUnits = tile / kUnit;
        tiles_ = units == 0 ? 1 : (units + tileUnits - 1) / tileUnits;
    }

    __aicore__ inline uint64_t Tiles() const { return tiles_; }
    __aicore__ inline uint64_t Start(uint64_t index) const { return index * tile_; }
    __aicore__ inline uint32_t Length(uint64_t index) const {
        return index + 1 == tiles_ ? static_cast<uint32_t>(count_ - Start(index)) : tile_;
    }
    __aicore__ inline bool Tiny() const { return !kExactCopies && count_ < kUnit; }

    // Elements that the copies of the whole shard touch: of a tiny one the unit that starts at it.
    __aicore__ inline uint64_t Extent() const { return Tiny() ? kUnit : count_; }

    // Elements that vector instructions run over for a tile of `length`.
    __aicore__ inline int32_t Lanes(uint32_t length) const {
        if (kExactCopies || Tiny()) {
            return static_cast<int32_t>(length);
        }
        return static_cast<int32_t>((length + kUnit - 1) / kUnit * kUnit);
    }

    template <typename T>
    __aicore__ inline void Load(const AscendC::LocalTensor<T> &dst, const AscendC::GlobalTensor<T> &src, uint64_t start,
                                uint32_t length) const {
        const uint32_t tail = length % kUnit;
        const uint32_t body = length - tail;
#if __NPU_ARCH__ == 1001
        if (body != 0) {
            AscendC::DataCopy(dst, src[start], body);
        }
        if (tail != 0) {
            AscendC::DataCopy(dst[body], src[Tiny() ? 0 : count_ - kUnit], kUnit);
        }
#else
        if (tail == 0) {
            AscendC::DataCopy(dst, src[start], body);
        } else {
            AscendC::DataCopyPad(dst, src[start], AscendC::DataCopyExtParams(1, length * sizeof(T), 0, 0, 0),
                                 AscendC::DataCopyPadExtParams<T>());
        }
#endif
    }

    template <typename T>
    __aicore__ inline void Store(const AscendC::GlobalTensor<T> &dst, const AscendC::LocalTensor<T> &src,
                                 uint64_t start, uint32_t length) const {
        const uint32_t tail = length % kUnit;
        const uint32_t body = length - tail;
#if __NPU_ARCH__ == 1001
        if (body != 0) {
            AscendC::DataCopy(dst[start], src, body);
        }
        if (tail != 0) {
            if (body != 0) {
                // The unit that ends at the shard's end overlaps the body's last elements, with the same values.
                AscendC::PipeBarrier<PIPE_MTE3>();
            }
            AscendC::DataCopy(dst[Tiny() ? 0 : count_ - kUnit], src[body], kUnit);
        }
#else
        if (tail == 0) {
            AscendC::DataCopy(dst[start], src, body);
        } else {
            AscendC::DataCopyPad(dst[start], src, AscendC::DataCopyExtParams(1, length * sizeof(T), 0, 0, 0));
        }
#endif
    }

  private:
    uint64_t count_ = 0;
    uint64_t tiles_ = 0;
    uint32_t tile_ = 0;
};

}  // namespace common

#endif
