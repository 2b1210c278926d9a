// Sums of squares that cannot overflow, and the plan of chunks: what both passes of `stats` share.
#ifndef ASCEND_NPU_STATS_PARTIAL_H
#define ASCEND_NPU_STATS_PARTIAL_H

#include "../common/scalar.h"
#include "../common/tiles.h"

namespace stats {

// The same on both architectures: a chunk must be the same elements, summed in the same order.
constexpr uint32_t kTile = 8192;
// Divides evenly among 20, 24, 30, 40 and 48 cores, and nearly so among 32.
constexpr uint64_t kMaxChunks = 240;
constexpr uint32_t kSlotWords = 8;  // 32 bytes: a slot is stored without its neighbours

// (sum + rest) * 4^exponent. `rest` is what `sum` has lost to rounding, so thousands of terms add up as exactly as two.
struct Squares {
    int32_t exponent = 0;
    float sum = 0;
    float rest = 0;

    __aicore__ inline void Add(Squares other) {
        if (other.sum == 0.0f) {
            return;
        }
        if (sum == 0.0f) {
            *this = other;
            return;
        }
        if (other.exponent > exponent) {
            Rescale(other.exponent);
        } else {
            other.Rescale(exponent);
        }
        // The sum, and exactly what it lost.
        const float whole = sum + other.sum;
        const float part = whole - sum;
        const float lost = (sum - (whole - part)) + (other.sum - part);
        const float small = rest + other.rest + lost;
        sum = whole + small;
        rest = small - (sum - whole);
    }

    // The same number with an exponent at least as large.
    __aicore__ inline void Rescale(int32_t larger) {
        const int32_t steps = 2 * (larger - exponent);
        const float factor = steps > 126 ? 0.0f : common::PowerOfTwo(-steps);
        sum *= factor;
        rest *= factor;
        exponent = larger;
    }

    // In one number, infinity where none is as large.
    __aicore__ inline float InOne() const {
        if (sum == 0.0f) {
            return 0.0f;
        }
        const float value = sum + rest;
        const int32_t scale = 2 * exponent;
        if (common::ExponentOf(value) + scale > 127) {
            return common::FloatOf(common::kInfinity);
        }
        // Two steps, of which each is a power that fp32 has.
        const int32_t half = scale / 2;
        const int32_t first = half < -126 ? -126 : half;
        const int32_t second = scale - first < -126 ? -126 : scale - first;
        return value * common::PowerOfTwo(first) * common::PowerOfTwo(second);
    }
};

// What is known of a chunk, or of several.
struct Partial {
    bool nonFinite = false;
    float largest = 0;
    Squares squares;
};

// The chunks of a shard: whole tiles, the same for any number of blocks. The last elements, fewer than a unit, belong
// to the last chunk.
struct Chunks {
    uint64_t count;      // elements of the shard
    uint64_t body;       // of which whole units
    uint64_t tilesEach;  // tiles of a chunk
    uint64_t chunks;

    __aicore__ inline explicit Chunks(uint64_t elements) : count(elements) {
        body = elements / common::kUnit * common::kUnit;
        const uint64_t tiles = (body + kTile - 1) / kTile;
        tilesEach = (tiles + kMaxChunks - 1) / kMaxChunks;
        if (tilesEach == 0) {
            tilesEach = 1;
        }
        chunks = (tiles + tilesEach - 1) / tilesEach;
        if (chunks == 0) {
            chunks = 1;
        }
    }

    __aicore__ inline uint64_t Start(uint64_t chunk) const { return chunk * tilesEach * kTile; }
    __aicore__ inline uint64_t End(uint64_t chunk) const { return chunk + 1 == chunks ? count : Start(chunk + 1); }
    __aicore__ inline uint64_t Of(uint64_t element) const {
        const uint64_t chunk = element / (tilesEach * kTile);
        return chunk < chunks ? chunk : chunks - 1;
    }
};

// Where a slot of the workspace is, in words: first one for each chunk, then one for each piece. A piece is what a
// chunk and a segment share. Both walk upwards together, so the sum of their numbers is another for every piece.
__aicore__ inline uint64_t ChunkSlot(uint64_t chunk) { return chunk * kSlotWords; }
__aicore__ inline uint64_t PieceSlot(uint64_t chunk, uint64_t segment) {
    return (kMaxChunks + chunk + segment) * kSlotWords;
}

// The words of a chunk's slot; a piece's slot has its largest value in the first.
enum SlotWord { kSlotNonFinite = 0, kSlotExponent = 1, kSlotSum = 2, kSlotRest = 3, kSlotLargest = 4 };

}  // namespace stats

#endif
